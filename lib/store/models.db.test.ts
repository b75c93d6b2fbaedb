import { expect, test } from "vitest";
import { connectionLimitsSchema } from "@/lib/contracts/runs";
import { connectionConfig, createConnection, updateConnection } from "./models";

const connect = (key?: string) =>
  createConnection({
    name: "c",
    kind: "openai-compatible",
    baseUrl: "https://one.example/v1",
    key,
    limits: connectionLimitsSchema.parse({}),
  });

test("a stored key is not sent to another origin: it must be entered again or taken away", async () => {
  const { id } = await connect("secret-1");
  for (const baseUrl of ["https://two.example/v1", "http://one.example/v1", "https://one.example:8443/v1"]) {
    await expect(updateConnection(id, { baseUrl })).rejects.toMatchObject({
      code: "invalid",
      faults: [{ field: "key" }],
    });
  }
  expect(await connectionConfig(id)).toMatchObject({ baseUrl: "https://one.example/v1", key: "secret-1" });
  await updateConnection(id, { baseUrl: "https://one.example/v2" });
  expect(await connectionConfig(id)).toMatchObject({ baseUrl: "https://one.example/v2", key: "secret-1" });
  await updateConnection(id, { baseUrl: "https://two.example/v1", key: "secret-2" });
  expect(await connectionConfig(id)).toMatchObject({ baseUrl: "https://two.example/v1", key: "secret-2" });
  await updateConnection(id, { baseUrl: "https://three.example/v1", key: null });
  expect(await connectionConfig(id)).toMatchObject({ baseUrl: "https://three.example/v1", key: null });
});

test("without a key an address may be changed alone", async () => {
  const { id } = await connect();
  expect(await updateConnection(id, { baseUrl: "https://two.example/v1" })).toMatchObject({ keySet: false });
});
