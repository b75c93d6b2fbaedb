import { openApiDocument } from "@/lib/contracts/openapi";
import { route } from "@/lib/http/route";

export const GET = route({}, async () => ({ body: openApiDocument() }));
