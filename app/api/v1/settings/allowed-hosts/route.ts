import { allowedHostsSchema } from "@/lib/contracts/runs";
import { route } from "@/lib/http/route";
import { allowedHosts, setAllowedHosts } from "@/lib/store/settings";

export const GET = route({ role: "admin" }, async () => ({ body: { hosts: await allowedHosts() } }));

export const PUT = route({ role: "admin", body: allowedHostsSchema }, async ({ body }) => ({
  body: { hosts: await setAllowedHosts(body.hosts) },
}));
