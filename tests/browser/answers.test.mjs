// What the page says while it waits, when something is missing, and where it puts a question.

import { assert, assertEqual, test, until } from "./check.mjs";
import { click, move, refusal, square, waitForMoves } from "./input.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Holds the requests to an address back. Returns a function that lets them through, and their number. */
async function hold(page, path) {
  let letThrough;
  const held = new Promise((resolve) => (letThrough = resolve));
  const requests = { count: 0, letThrough };
  await page.route(path, async (route) => {
    if (route.request().method() === "POST") {
      requests.count++;
      await held;
    }
    await route.continue();
  });
  return requests;
}

test("a move is shown before the answer, and no other one is sent", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  const requests = await hold(page, "**/act*");
  await click(page, "e2");
  await click(page, "e4");
  await page.locator(".play[aria-busy]").waitFor();
  const moved = await page.locator('.board .piece[data-square="e2"]').evaluate((it) => it.style.translate);
  assert(moved !== "", "the pawn is shown on its new square");
  await move(page, null, "typing", { text: "d2-d4" });
  assertEqual(requests.count, 1, "requests");
  requests.letThrough();
  await waitForMoves(page, 1);
  assertEqual(await page.locator(".play[aria-busy]").count(), 0, "waiting after the answer");
  assert((await page.locator(".status").innerText()).includes("Black"), "the status after the answer");
});

test("the next move can be sent when the position comes before the answer", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  let letThrough;
  let answered = 0;
  const held = new Promise((resolve) => (letThrough = resolve));
  await page.route("**/act*", async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
    answered++;
  });
  await move(page, null, "typing", { text: "e2-e4" });
  await waitForMoves(page, 1);
  await move(page, null, "typing", { text: "e7-e5" });
  await waitForMoves(page, 2);
  assertEqual(await page.locator(".play[aria-busy]").count(), 0, "waiting after the position");
  await page.getByLabel("Move", { exact: true }).fill("g1-f3");
  letThrough();
  await until(() => answered === 2, "both answers");
  await page.waitForTimeout(200);
  assertEqual(await page.getByLabel("Move", { exact: true }).inputValue(), "g1-f3", "the text of the next move");
  await waitForMoves(page, 2);
});

test("a game is started once", async ({ open }) => {
  const page = await open("#play?variant=chess");
  const requests = await hold(page, "**/api/games");
  await button(page, "Start game").click();
  await until(() => requests.count === 1, "the request");
  assert(await button(page, "Start game").isDisabled(), "the button waits");
  requests.letThrough();
  await page.locator(".board .square").first().waitFor();
});

test("what is missing is said", async ({ open, openGame }) => {
  const lobby = await open("#play?variant=chess");
  await lobby.getByLabel("Start from").selectOption("position");
  await lobby.getByText("Enter a position to start from.").waitFor();
  await lobby.getByLabel("Start from").selectOption("record");
  await lobby.getByText("Paste a game record, or open a file.").waitFor();
  const { page } = await openGame({ variant: "chess" });
  await move(page, null, "typing", { text: "e2-e5" });
  const { sentence } = await refusal(page);
  await page.getByLabel("Move", { exact: true }).fill("");
  await button(page, "Play").click();
  await until(async () => (await page.locator(".refusal .sentence").innerText()) !== sentence, "another message");
  assert((await refusal(page)).sentence.startsWith("Enter a move"), "the message");
});

test("a refused move and a refused draft are no errors of the page", async ({ open, openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  const design = await open("#design?variant=chess");
  const printed = [];
  for (const it of [page, design]) it.on("console", (message) => printed.push(message.text()));
  await move(page, null, "typing", { text: "e2-e5" });
  assert((await refusal(page)).sentence.length > 10, "the reason");
  await design.locator("#lab-comparison").selectOption("parent");
  await button(design, "Start the lab").click();
  await design.locator(".lab .error-text").waitFor();
  assertEqual(printed, [], "the console");
});

test("a question covers no square that it is about", async ({ openGame }) => {
  for (const [width, height] of [[1280, 720], [390, 844]]) {
    const { page } = await openGame({ variant: "gallery/seirawan" }, "", { width, height });
    await click(page, "b1");
    await click(page, "c3");
    const box = await page.getByRole("dialog").evaluate((it) => it.getBoundingClientRect().toJSON());
    for (const name of ["b1", "c3"]) {
      const it = await square(page, name).evaluate((one) => one.getBoundingClientRect().toJSON());
      const isApart = it.right <= box.left || box.right <= it.left || it.bottom <= box.top || box.bottom <= it.top;
      assert(isApart, `${name} is covered at ${width} px: ${JSON.stringify([it, box])}`);
    }
    assert(box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height, "the question is in the window");
  }
});

test("an enlarged board belongs to its game, and begins in the middle", async ({ openGame, server }) => {
  const { page } = await openGame({ variant: "gallery/sannin" }, "", { width: 390, height: 844 });
  await button(page, "Larger board").click();
  await page.reload();
  const viewport = page.locator(".board-viewport.enlarged");
  await viewport.waitFor();
  await until(() => viewport.evaluate((it) => Math.abs(2 * it.scrollLeft + it.clientWidth - it.scrollWidth) < 4), "the middle");
  const { id } = await server.post("/api/games", { variant: "gallery/tri-chess" });
  await page.goto(page.url().replace(/#.*/, `#play/${id}`));
  await page.getByRole("heading", { name: "Tri-Chess" }).waitFor();
  assertEqual(await viewport.count(), 0, "enlarged boards in another game");
});

test("hatched squares are named, and the rules are those of the open game", async ({ openGame }) => {
  const { page } = await openGame({ variant: "gallery/sannin" });
  assert((await page.locator(".hatched").innerText()).length > 18, "the name of the hatched square");
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.locator(".rulebook h1").waitFor();
  assertEqual(await page.locator("#rules-variant").inputValue(), "gallery/sannin", "the rules");
  const repeated = await page.locator(".rulebook").evaluate((it) => {
    const ids = [...it.querySelectorAll("[id]")].map((one) => one.id);
    return ids.filter((one, number) => ids.indexOf(one) !== number);
  });
  assertEqual(repeated, [], "repeated IDs");
  assertEqual(await page.locator(".rulebook use").evaluateAll((all) => all.filter((it) => !document.getElementById(it.getAttribute("href").slice(1))).length), 0, "references to nothing");
});

test("the list of parents shows the parent of the draft", async ({ open }) => {
  const page = await open("#design");
  await page.getByLabel("Start from").selectOption("trichess");
  await button(page, "New rulebook based on it").click();
  await page.getByLabel("The rulebook's text").press("Control+End");
  await page.keyboard.insertText("# mine");
  await page.reload();
  await until(async () => (await page.getByLabel("Start from").inputValue()) === "trichess", "the parent");
});
