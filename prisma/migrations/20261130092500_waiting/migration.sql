-- The next attempts of a run. Without an index of their own they were sought among all that were done.
CREATE INDEX "Attempt_waiting" ON "Attempt"("runId", "createdAt", "id") WHERE "status" = 'waiting';
