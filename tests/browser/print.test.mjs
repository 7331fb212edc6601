// What the printer gets: rules in two columns, and a game with its moves.

import { assert, assertEqual, test } from "./check.mjs";
import { move, waitForMoves } from "./input.mjs";

/** Returns the selectors whose elements are visible. */
const visible = async (page, selectors) => {
  const all = await Promise.all(selectors.map(async (it) => [it, await page.locator(it).first().isVisible()]));
  return all.filter((it) => it[1]).map((it) => it[0]);
};

test("printed rules begin with their title and have two columns", async ({ open }) => {
  const page = await open("#rules?variant=3-man-chess");
  await page.locator(".rulebook h2").first().waitFor();
  await page.emulateMedia({ media: "print" });
  const all = ["header", ".beside-board", ".contents", ".rulebook h1", ".rulebook figure"];
  assertEqual(await visible(page, all), [".rulebook h1", ".rulebook figure"], "visible parts");
  assertEqual(await page.locator(".rulebook").evaluate((it) => getComputedStyle(it).columnCount), "2", "columns");
  // A table with many columns needs both.
  assertEqual(await page.locator(".rulebook .many").first().evaluate((it) => getComputedStyle(it).columnSpan), "all", "a wide table");
});

test("a printed game has its board, players and moves", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  const pawns = ["23", "34"].flatMap(([from, to]) => [..."abcdefgh"].flatMap((it) => [`${it}${from}-${it}${to}`, `${it}${9 - from}-${it}${9 - to}`]));
  for (const [number, text] of pawns.entries()) {
    await move(page, null, "typing", { text });
    await waitForMoves(page, number + 1);
  }
  await page.emulateMedia({ media: "print" });
  const all = [".board > svg", ".players", ".rounds", ".controls", ".part-advice", ".keys", ".players select"];
  assertEqual(await visible(page, all), [".board > svg", ".players", ".rounds"], "visible parts");
  const { scrolls, height } = await page.locator(".rounds").evaluate((it) => ({ scrolls: it.scrollHeight > it.clientHeight + 1, height: it.clientHeight }));
  assert(!scrolls && height > 0, "all moves are printed");
});
