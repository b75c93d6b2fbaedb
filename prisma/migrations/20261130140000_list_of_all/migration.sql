-- This index is for the list of all attempts alone, which says what it says of every attempt. While every query could use
-- it, the planner took it for the next attempts of a run too: it believed those that wait to be spread over all ages,
-- and walked past every older attempt of the database at each claim.
DROP INDEX "Attempt_createdAt_id_idx";
CREATE INDEX "Attempt_of_all" ON "Attempt"("createdAt", "id") WHERE "tries" >= 0;
