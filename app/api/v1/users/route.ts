import { usersPageSchema } from "@/lib/contracts/accounts";
import { parseQuery } from "@/lib/contracts/query";
import { route } from "@/lib/http/route";
import { listUsers } from "@/lib/store/users";

export const GET = route({ role: "admin" }, async ({ request }) => ({
  body: await listUsers(parseQuery(usersPageSchema, new URL(request.url).searchParams)),
}));
