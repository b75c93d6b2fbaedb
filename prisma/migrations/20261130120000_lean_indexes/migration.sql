-- An attempt of a run is written three times: laid out, taken, answered. Every index that holds it is written with it.

-- Nothing asks for it: what is not counted has an index of its own.
DROP INDEX "Judgement_counted_current_idx";

-- Attempts of people alone have a player.
DROP INDEX "Attempt_playerId_idx";
CREATE INDEX "Attempt_of_player" ON "Attempt"("playerId") WHERE "playerId" IS NOT NULL;

-- Those that wait have an index of their own, and most of a run is done: a list of these needs none.
DROP INDEX "Attempt_runId_status_createdAt_id_idx";
CREATE INDEX "Attempt_unusual" ON "Attempt"("runId", "status", "createdAt", "id")
  WHERE "status" IN ('open', 'failed', 'cancelled');
