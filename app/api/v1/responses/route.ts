import { responsesSchema } from "@/lib/contracts/attempts";
import { route } from "@/lib/http/route";
import { submitResponses } from "@/lib/store/submit-responses";

export const POST = route(
  {
    role: "researcher",
    body: responsesSchema,
    maxBytes: 8_388_608,
    perMinute: 600,
    idempotent: true,
    anyText: ["raw", "response"],
  },
  async ({ body }) => submitResponses(body),
);
