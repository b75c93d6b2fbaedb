import { AppError } from "@/lib/errors";
import { route } from "@/lib/http/route";

// An address that is no call of the API is answered as a problem too, never as a page.
const nothing = route({}, async () => {
  throw new AppError("not-found", "There is no such call. The calls are listed at /api/v1/openapi.json.");
});

export { nothing as DELETE, nothing as GET, nothing as PATCH, nothing as POST, nothing as PUT };
