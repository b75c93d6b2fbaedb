-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('player', 'researcher', 'admin');

-- CreateEnum
CREATE TYPE "AttemptStatus" AS ENUM ('waiting', 'open', 'done', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "RunStatus" AS ENUM ('running', 'paused', 'done', 'cancelled');

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "passwordHash" TEXT NOT NULL,
    "role" "Role" NOT NULL DEFAULT 'player',
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Player" (
    "id" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "userId" TEXT,
    "nativeLanguage" TEXT,
    "priorReading" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Player_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "secretHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Benchmark" (
    "id" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "name" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "description" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Benchmark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Task" (
    "id" TEXT NOT NULL,
    "benchmarkId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "family" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "contentHash" TEXT NOT NULL,
    "canary" TEXT NOT NULL,
    "delivery" TEXT NOT NULL DEFAULT 'story',
    "tutorial" BOOLEAN NOT NULL DEFAULT false,
    "tunedOn" TEXT[],
    "publishedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "firstRevealedAt" TIMESTAMP(3),

    CONSTRAINT "Task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AnswerKey" (
    "id" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "key" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AnswerKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Connection" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'openai-compatible',
    "baseUrl" TEXT NOT NULL,
    "keyCipher" TEXT,
    "limits" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Model" (
    "id" TEXT NOT NULL,
    "connectionId" TEXT,
    "name" TEXT NOT NULL,
    "modelId" TEXT NOT NULL,
    "method" TEXT NOT NULL DEFAULT 'plain',
    "promptVersion" TEXT NOT NULL,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "rules" JSONB NOT NULL DEFAULT '{}',
    "prices" JSONB NOT NULL DEFAULT '{}',
    "tier" TEXT,
    "interface" TEXT NOT NULL DEFAULT 'api',
    "notes" TEXT NOT NULL DEFAULT '',
    "configHash" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "status" "RunStatus" NOT NULL DEFAULT 'running',
    "pauseReason" TEXT,
    "concurrency" INTEGER NOT NULL DEFAULT 4,
    "createdById" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMP(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "id" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "condition" JSONB NOT NULL,
    "conditionKey" TEXT NOT NULL,
    "assignment" TEXT NOT NULL,
    "seed" INTEGER NOT NULL,
    "keyVersion" INTEGER NOT NULL,
    "protocolVersion" INTEGER NOT NULL,
    "playerId" TEXT,
    "modelId" TEXT,
    "baseline" TEXT,
    "modelSnapshot" JSONB,
    "runId" TEXT,
    "epoch" INTEGER,
    "status" "AttemptStatus" NOT NULL DEFAULT 'open',
    "source" TEXT NOT NULL,
    "first" BOOLEAN NOT NULL DEFAULT false,
    "excluded" TEXT,
    "context" JSONB NOT NULL DEFAULT '{}',
    "identity" TEXT,
    "leaseOwner" TEXT,
    "leaseUntil" TIMESTAMP(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMP(3),
    "submittedAt" TIMESTAMP(3),
    "revealedAt" TIMESTAMP(3),

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Event" (
    "attemptId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "at" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("attemptId","seq")
);

-- CreateTable
CREATE TABLE "Judgement" (
    "id" TEXT NOT NULL,
    "attemptId" TEXT NOT NULL,
    "current" BOOLEAN NOT NULL DEFAULT true,
    "readerVersion" INTEGER NOT NULL,
    "keyVersion" INTEGER NOT NULL,
    "scorerVersion" INTEGER NOT NULL,
    "validity" TEXT NOT NULL,
    "reason" TEXT,
    "repairs" TEXT[],
    "response" JSONB,
    "scores" JSONB,
    "entries" JSONB NOT NULL DEFAULT '[]',
    "counted" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Judgement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Tally" (
    "taskId" TEXT NOT NULL,
    "conditionKey" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "dimension" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "sum" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "Tally_pkey" PRIMARY KEY ("taskId","conditionKey","group","dimension","value")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Idempotency" (
    "key" TEXT NOT NULL,
    "bodyHash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Idempotency_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "windowAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "WorkerHeartbeat" (
    "id" TEXT NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WorkerHeartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Player_userId_idx" ON "Player"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_secretHash_key" ON "ApiKey"("secretHash");

-- CreateIndex
CREATE UNIQUE INDEX "Task_slug_version_key" ON "Task"("slug", "version");

-- CreateIndex
CREATE UNIQUE INDEX "AnswerKey_taskId_version_key" ON "AnswerKey"("taskId", "version");

-- CreateIndex
CREATE UNIQUE INDEX "Model_configHash_key" ON "Model"("configHash");

-- CreateIndex
CREATE UNIQUE INDEX "Attempt_identity_key" ON "Attempt"("identity");

-- CreateIndex
CREATE INDEX "Attempt_taskId_conditionKey_idx" ON "Attempt"("taskId", "conditionKey");

-- CreateIndex
CREATE INDEX "Attempt_runId_status_idx" ON "Attempt"("runId", "status");

-- CreateIndex
CREATE INDEX "Attempt_playerId_idx" ON "Attempt"("playerId");

-- CreateIndex
CREATE INDEX "Attempt_modelId_idx" ON "Attempt"("modelId");

-- CreateIndex
CREATE INDEX "Attempt_createdAt_id_idx" ON "Attempt"("createdAt", "id");

-- CreateIndex
CREATE INDEX "Judgement_attemptId_idx" ON "Judgement"("attemptId");

-- CreateIndex
CREATE INDEX "Judgement_counted_current_idx" ON "Judgement"("counted", "current");

-- AddForeignKey
ALTER TABLE "Player" ADD CONSTRAINT "Player_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_benchmarkId_fkey" FOREIGN KEY ("benchmarkId") REFERENCES "Benchmark"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AnswerKey" ADD CONSTRAINT "AnswerKey_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Model" ADD CONSTRAINT "Model_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_playerId_fkey" FOREIGN KEY ("playerId") REFERENCES "Player"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "Model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Event" ADD CONSTRAINT "Event_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "Attempt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "Attempt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An attempt has exactly one actor.
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_one_actor" CHECK (num_nonnulls("playerId", "modelId", "baseline") = 1);

-- One current judgement per attempt.
CREATE UNIQUE INDEX "Judgement_one_current" ON "Judgement"("attemptId") WHERE "current";

-- The uncounted tail stays small, and the counter finds it at once.
CREATE INDEX "Judgement_uncounted" ON "Judgement"("id") WHERE "current" AND NOT "counted";
