import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A new temporary folder of this name. PostgreSQL's own user may enter it: else its data would lie elsewhere and stay. */
export function testFolder(name) {
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
