// What the printer gets: rules in columns that stay beside their pictures, and a game with its moves.

import { assert, assertEqual, test } from "./check.mjs";
import { move, waitForMoves } from "./input.mjs";

/** Returns the selectors whose elements are visible. */
const visible = async (page, selectors) => {
  const all = await Promise.all(selectors.map(async (it) => [it, await page.locator(it).first().isVisible()]));
  return all.filter((it) => it[1]).map((it) => it[0]);
};

test("printed rules begin with their title and keep each rule with its pictures", async ({ open }) => {
  const page = await open("#rules?variant=3-man-chess");
  await page.locator(".rulebook h2").first().waitFor();
  await page.emulateMedia({ media: "print" });
  const all = ["header", ".beside-board", ".contents", ".rulebook h1", ".rulebook figure"];
  assertEqual(await visible(page, all), [".rulebook h1", ".rulebook figure"], "visible parts");
  const topics = await page.locator(".rulebook .topic").evaluateAll((all) => {
    /** Returns how many pictures are beside the first. */
    const firstRow = (figures) => {
      const tops = [...figures.children].map((it) => Math.round(it.getBoundingClientRect().top));
      return tops.filter((it) => it === tops[0]).length;
    };
    return all.map((it) => {
      const groups = [...it.querySelectorAll(":scope > .figures")];
      const list = it.querySelector(":scope > ul");
      return {
        pictures: it.querySelectorAll("figure").length,
        breakInside: getComputedStyle(it).breakInside,
        rows: groups.map((group) => ({ pictures: group.children.length, across: firstRow(group) })),
        items: list ? list.children.length : 0,
        columns: list ? getComputedStyle(list).columnCount : "auto",
      };
    });
  });
  assert([0, 1, 2, 4].every((number) => topics.some((it) => it.pictures === number)), "topics with no, one and several pictures");
  for (const it of topics) {
    if (it.pictures < 3) assertEqual(it.breakInside, "avoid", "a rule with few pictures is on one page");
    for (const { pictures, across } of it.rows) assertEqual(across, pictures === 4 ? 2 : Math.min(pictures, 3), "pictures in a row");
    if (it.items > 2) assertEqual(it.columns, "2", "long lists have two columns");
  }
  const divided = await page.locator(".rulebook figure").evaluateAll((all) =>
    all.filter((it) => getComputedStyle(it).breakInside !== "avoid").length,
  );
  assertEqual(divided, 0, "pictures that may be divided");
  const wrong = await page.locator(".rulebook .topic figure").evaluateAll((all) =>
    all.filter((it) => {
      const [picture, caption] = ["svg", "figcaption"].map((part) => it.querySelector(part).getBoundingClientRect());
      return picture.width < 100 || caption.top < picture.bottom - 1;
    }).length,
  );
  assertEqual(wrong, 0, "pictures that are narrow, or not above their caption");
  // A table with many columns is in none of them.
  assertEqual(await page.locator(".rulebook .topic .many").count(), 0, "wide tables in columns");
  assert((await page.locator(".rulebook .many").count()) > 0, "wide tables");
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

test("a game printed from a dark page is black on white", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" }, "", { dark: true });
  const row = page.locator(".players li.moves");
  const colors = () => row.evaluate((it) => [getComputedStyle(it).backgroundColor, getComputedStyle(it).color]);
  await row.waitFor();
  const [dark] = await colors();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert(dark !== "rgb(255, 255, 255)", `the row on the screen: ${dark}`);
  assertEqual(await colors(), ["rgb(255, 255, 255)", "rgb(0, 0, 0)"], "the row of the player to move");
});

test("a printed rulebook has its whole text, and no controls", async ({ open }) => {
  const page = await open("#design?variant=3-man-chess");
  await page.locator(".found .fine").waitFor();
  await page.emulateMedia({ media: "print" });
  const all = [".editor .under", ".editor textarea", ".begin", ".desk .tools", "#shows", ".lab", "#bot-game", ".compare", ".verdicts"];
  const shown = await visible(page, all);
  assertEqual(shown.filter((it) => it !== ".verdicts"), [".editor .under"], "visible parts");
  assertEqual(await page.locator(".design :is(button, select, input):visible").count(), 0, "controls");
  const [text, box] = await page.evaluate(() => {
    const it = document.querySelector(".under");
    return [it.scrollHeight, Math.min(it.clientHeight, document.querySelector(".editor").clientHeight)];
  });
  assert(text <= box + 1, `${text} px of text in ${box} px`);
});
