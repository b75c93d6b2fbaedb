import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { documentJsonSchemaText, documentSchemaFile } from "@/lib/families/episode/document";

/** `npm run episodes:schema`: writes the published JSON Schema of the import format. */

await mkdir(dirname(documentSchemaFile), { recursive: true });
await writeFile(documentSchemaFile, documentJsonSchemaText());
console.log(documentSchemaFile);
