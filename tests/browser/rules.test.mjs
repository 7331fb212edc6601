// The rules in English, with a piece on an empty board beside them.

import { execFileSync } from "node:child_process";
import { assertNoHorizontalScroll } from "./browser.mjs";
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

/** Returns what is wrong with the legends of a page: symbols that are not as small as their words, and words in columns. */
const wrongLegends = (page) =>
  page.locator(".legend span").evaluateAll((all) =>
    all.flatMap((it) => {
      const symbol = it.querySelector("svg").getBoundingClientRect();
      const [size, height] = [parseFloat(getComputedStyle(it).fontSize), it.getBoundingClientRect().height];
      const figure = it.closest("figure").getBoundingClientRect();
      const isSmall = symbol.width > size && symbol.width < 2 * size && symbol.height < 2 * size;
      // The longest entries need a few lines below a small picture.
      if (isSmall && height < 6 * size && figure.width > 8 * size) return [];
      return `${it.textContent}: ${symbol.width} x ${symbol.height} in ${height} at ${size}`;
    }),
  );

test("legends have small symbols beside their words", async ({ server, open }) => {
  const standalone = (name) => execFileSync(server.program, ["rules", name, "--format", "html"], { maxBuffer: 1 << 28 }).toString();
  let pairs = 0;
  for (const name of ["trichess", "gallery/xiangqi"]) {
    for (const [width, height] of [[1280, 900], [390, 844]]) {
      const page = await open(`#rules?variant=${name}`, { width, height });
      await page.locator(".rulebook h2").first().waitFor();
      const check = async (what) => {
        assert((await page.locator(".legend span").count()) > 0, `${what} has a legend`);
        assertEqual(await wrongLegends(page), [], `wrong legends of ${what}`);
        await assertNoHorizontalScroll(page, what);
      };
      pairs += await page.locator(".pair .legend").count();
      await check(`${name} at ${width} px`);
      await page.emulateMedia({ media: "print" });
      if (width > 1000) await check(`${name} in print`);
      if (width > 1000) continue;
      await page.emulateMedia({ media: "screen" });
      await page.setContent(standalone(name));
      await check(`the file of ${name}`);
    }
  }
  assert(pairs > 0, "legends of a picture beside its text");
});
