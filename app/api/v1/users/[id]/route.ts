import { roleSchema } from "@/lib/contracts/accounts";
import { route } from "@/lib/http/route";
import { setRole } from "@/lib/store/roles";

export const PATCH = route({ role: "admin", body: roleSchema }, async ({ params, body }) => {
  await setRole(params.id as string, body.role);
  return { body: { role: body.role } };
});
