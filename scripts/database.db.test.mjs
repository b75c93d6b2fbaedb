import { describe, expect, it } from "vitest";
import { withClient } from "./database.mjs";
import { isMigrated } from "./migrate.mjs";

describe("a test file's database", () => {
  it("is a migrated one of its own", async () => {
    const url = process.env.TEST_DATABASE_URL;
    expect(await isMigrated(url)).toBe(true);
    const name = await withClient(
      url,
      async (client) => (await client.query("select current_database() as name")).rows[0].name,
    );
    expect(name).toMatch(/^test_/);
  });
});
