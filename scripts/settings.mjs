// Settings from a file `.env` at the root, if there is one: what the environment already has comes first.
// Imported for its effect before anything reads the environment. WORTH_ENV_FILE names another file; empty means none.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const file = process.env.WORTH_ENV_FILE ?? path.join(root, ".env");
if (file !== "" && existsSync(file)) process.loadEnvFile(file);
