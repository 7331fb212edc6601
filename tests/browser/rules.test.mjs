// The rules in English, with a piece on an empty board beside them.

import { assert, assertEqual, test, until } from "./check.mjs";
import { focused, square, targets, walk } from "./input.mjs";

test("the rules of every shipped game are shown with a board", async ({ server, open }) => {
  const { variants } = await server.get("/api/variants");
  const page = await open("#rules");
  for (const it of variants.filter((one) => one.sort === "game")) {
    await page.getByLabel("Rules of").selectOption(it.name);
    await until(
      async () =>
        (await page
          .locator(".rulebook h1")
          .innerText()
          .catch(() => "")) === it.title,
      `the rules of ${it.title}`,
    );
    assert((await page.locator(".rulebook").innerText()).length > 1500, "the rules are complete");
    assert((await page.locator(".contents a").count()) > 3, "a table of contents is shown");
    await until(async () => (await page.locator(".board .square").count()) > 0, "there is a board");
  }
});

test("the reach of a piece follows the pointer, the finger and the keys", async ({ server, open }) => {
  const page = await open("#rules?variant=3-man-chess");
  await page.locator(".board .square").first().waitFor();
  const variant = await server.get("/api/variant?name=3-man-chess");
  await page.getByLabel("Player of the piece").selectOption("w");
  await page.getByLabel("Kind of piece").selectOption("B");
  const sees = async (name) => {
    const wanted = await server.get(`/api/reach?name=3-man-chess&seat=w&kind=B&square=${name}`);
    const all = [...new Set([...wanted.squares, ...wanted.captures])].sort();
    await until(
      async () => JSON.stringify(await targets(page)) === JSON.stringify(all),
      `the reach of a bishop on ${name}`,
    );
    assert((await page.locator(".reach-words").innerText()).includes(name), "the sentence names the square");
  };
  await square(page, "WHe4").hover();
  await sees("WHe4");
  await square(page, "GRc6").hover();
  await sees("GRc6");
  await square(page, "WHe2").focus();
  await page.keyboard.press("ArrowRight");
  await sees(await focused(page));
  await walk(page, variant, "BLd5");
  await sees("BLd5");
});

test("the table of contents links to sections", async ({ open }) => {
  const page = await open("#rules?variant=chess");
  const link = page.locator(".contents a").nth(2);
  const name = await link.innerText();
  await link.click();
  assertEqual(await page.evaluate(() => document.activeElement.textContent), name, "the heading has the focus");
  assert(page.url().includes("#rules"), "the URL still shows the rules");
});
