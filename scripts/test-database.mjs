// Gives each integration test file a database of its own, cloned from the migrated template.
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { databaseUrl, withClient } from "./database.mjs";

const cluster = inject("clusterUrl");
const name = `test_${randomBytes(6).toString("hex")}`;

await withClient(databaseUrl(cluster, "postgres"), async (client) => {
  // One clone at a time: PostgreSQL refuses a template that another clone is reading.
  await client.query("select pg_advisory_lock(7411)");
  await client.query(`create database ${name} template template_worth`);
});

process.env.TEST_DATABASE_URL = databaseUrl(cluster, name);
process.env.DATABASE_URL = process.env.TEST_DATABASE_URL;
process.env.AUTH_SECRET ??= "test-auth-secret-of-enough-length";
process.env.ENCRYPTION_KEY ??= "test-encryption-key-of-enough-length";
