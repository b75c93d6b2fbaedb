import { expect, test } from "vitest";
import { createApiKey, createUser } from "@/lib/store/users";
import { route } from "./route";

const many = route({ perMinute: 50 }, async () => ({ body: {} }));
const few = route({ perMinute: 3 }, async () => ({ body: {} }));

test("each route has its own limit, whatever the id in its path", async () => {
  const user = await createUser({ email: "limits@example.org", password: "long enough" });
  const { secret } = await createApiKey(user, "limits");
  const post = async (handler: typeof many, path: string, params?: Record<string, string>) => {
    const headers = { authorization: `Bearer ${secret}` };
    const request = new Request(`http://localhost/api/v1/${path}`, { method: "POST", headers });
    return (await handler(request, { params: Promise.resolve(params) })).status;
  };
  for (let call = 0; call < 10; call++) expect(await post(many, "attempts/att_1/moves", { id: "att_1" })).toBe(200);
  expect(await post(few, "attempts")).toBe(200);
  for (const id of ["att_1", "att_2", "att_3"]) expect(await post(few, `attempts/${id}/reveal`, { id })).toBe(200);
  expect(await post(few, "attempts/att_4/reveal", { id: "att_4" })).toBe(429);
});
