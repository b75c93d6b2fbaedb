// Generates the database client; with `build` also builds the web server. Both only when a source changed.
import { build, generate } from "./project.mjs";

try {
  const generated = await generate();
  console.log(generated ? "generated" : "nothing to generate");
  if (process.argv[2] === "build") console.log((await build()) ? "built" : "nothing to build");
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
