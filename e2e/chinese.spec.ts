import { expect, test } from "@playwright/test";
import { signInAsAdmin } from "./admin";

test.use({ locale: "zh-CN" });

test("a Chinese page says in Chinese what is wrong, and the API says it in English", async ({ page }) => {
  await signInAsAdmin(page);
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/v1/connections"));
  await page.goto("/research/connections");
  const main = page.getByRole("main");
  await main.getByLabel("名称").fill("云端的元数据");
  await main.getByLabel("基础地址").fill("http://169.254.169.254/v1");
  await main.getByRole("button", { name: "添加连接" }).click();
  await expect(main.getByRole("alert")).toHaveText(
    "有内容不合要求。基础地址：169.254.169.254 是内网地址。管理员可以在“连接”页面放行。",
  );
  expect((await (await answered).json()).faults[0].message).toMatch(/is a private address/);

  await page.goto("/research/import");
  await main.getByLabel("或把文档粘贴在这里").fill('{"format": "worth-episode/1", "story": {"zh": ["太短。"]}');
  await main.getByRole("button", { name: "检查" }).click();
  await expect(main.getByRole("cell", { name: "缺少收尾的 }。" })).toBeVisible();
  await expect(main.getByRole("cell", { name: "这句有 3 个字，应在 12 到 80 个之间。" })).toBeVisible();
  await expect(main.getByRole("table").locator("[lang=en]")).toHaveCount(0);
});
