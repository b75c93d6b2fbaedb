-- Attempts of models carry their usage, and a run is known by its name.
-- DropIndex
DROP INDEX "Attempt_runId_status_idx";

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "budget" DOUBLE PRECISION,
ADD COLUMN     "spent" DOUBLE PRECISION NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Attempt" DROP COLUMN "leaseUntil",
ADD COLUMN     "cachedTokens" INTEGER,
ADD COLUMN     "callMs" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cost" DOUBLE PRECISION,
ADD COLUMN     "failureMessage" TEXT,
ADD COLUMN     "inputTokens" INTEGER,
ADD COLUMN     "outputTokens" INTEGER,
ADD COLUMN     "reasoningTokens" INTEGER,
ADD COLUMN     "validity" TEXT;

-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "record" JSONB;

-- AlterTable
ALTER TABLE "WorkerHeartbeat" ADD COLUMN     "queueId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Run_name_key" ON "Run"("name");

-- CreateIndex
CREATE INDEX "Attempt_runId_status_createdAt_id_idx" ON "Attempt"("runId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Attempt_runId_createdAt_id_idx" ON "Attempt"("runId", "createdAt", "id");

-- Attempts that a worker plays now: few at any time, and asked for at every claim.
CREATE INDEX "Attempt_leased" ON "Attempt"("leaseOwner") WHERE "leaseOwner" IS NOT NULL;

UPDATE "Attempt" a SET "validity" = j."validity" FROM "Judgement" j WHERE j."attemptId" = a."id" AND j."current";
