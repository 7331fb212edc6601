// Records: a game is downloaded as PGN and opened again, pasted or from a file, by mouse and by
// keyboard. Errors name their place, and a button goes there.

import { readFile } from "node:fs/promises";
import { assert, assertEqual, test, until } from "./check.mjs";
import { assertAccessible, assertNoHorizontalScroll, evidence } from "./browser.mjs";
import { move, waitForMoves } from "./input.mjs";

const RING = '[Event "Club"]\n[Variant "3-man-chess"]\n\n1. w:WHe4 g:GRe4 b:BLe4 2. w:WHNf3 *\n';
const MATE = '[White "Ada"]\n[Black "Bo"]\n\n1. f3 {weak} e5 (1... d5) 2. g4?? Qh4# 0-1\n';

const summary = (page) => page.locator("#record-summary");

/** Opens the form for a new game with a record. */
async function openForm(open, look = {}) {
  const page = await open("#play", look);
  await page.getByLabel("Start from").selectOption("record");
  return page;
}

test("a downloaded game opens again, with three players", async ({ openGame, open, server }) => {
  const { page, id, state, variant } = await openGame({ variant: "3-man-chess" });
  for (let number = 1; number <= 4; number++) {
    const { moves } = await state();
    await move(page, variant, "click", moves[0]);
    await waitForMoves(page, number);
  }
  await page.getByText("Links, position and record").click();
  const link = page.getByRole("link", { name: "Download as PGN" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assertEqual(download.suggestedFilename(), `3-man-chess-${id}.pgn`, "the name of the file");
  const path = await download.path();
  const text = await readFile(path, "utf8");
  assert(text.includes('[Variant "3-man-chess"]') && text.includes("1. w:"), text);
  // Another page, on which another variant is chosen.
  const other = await openForm(open);
  await other.getByLabel("Variant").selectOption("chess");
  await other.getByLabel("Open a file").setInputFiles(path);
  await until(async () => (await summary(other).innerText()).includes("4 moves"), "the record is summarized");
  assertEqual(await other.getByLabel("Variant").inputValue(), "3-man-chess", "the variant of the record");
  await other.getByLabel(/^Gray$/).waitFor();
  await other.getByRole("button", { name: "Start game" }).click();
  await other.locator(".board .square").first().waitFor();
  const again = await until(async () => /#play\/(\w+)/.exec(other.url())?.[1], "the game has a URL");
  assertEqual((await server.get(`/api/games/${again}`)).position, (await state()).position, "the position");
});

test("a file with several games offers a choice, by keyboard", async ({ open, server }) => {
  const page = await openForm(open);
  await page.getByLabel("Open a file").setInputFiles({ name: "both.pgn", mimeType: "text/plain", buffer: Buffer.from(`${MATE}\n${RING}`) });
  await until(async () => (await summary(page).innerText()).includes("White is checkmated. Black wins."), "the first game");
  await until(async () => (await page.locator("#announcement").innerText()).includes("both.pgn"), "the file is announced");
  const games = page.locator("#record-game");
  assertEqual(await games.locator("option").allInnerTexts(), ["1. Ada – Bo, 0-1, 4 moves", "2. Club, *, 4 moves"], "the games");
  await assertAccessible(page, "a record with several games");
  await games.focus();
  await page.keyboard.press("ArrowDown");
  await until(async () => (await summary(page).innerText()).startsWith("3 Man Chess"), "the second game");
  await evidence(page, "record", { kept: false });
  await page.getByRole("button", { name: "Start game" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".board .square").first().waitFor();
  const id = await until(async () => /#play\/(\w+)/.exec(page.url())?.[1], "the game has a URL");
  assertEqual((await server.get(`/api/games/${id}`)).turn, "g", "the player to move");
});

test("the players of a record keep their names", async ({ open }) => {
  const page = await openForm(open);
  await page.getByLabel("Game record").fill(MATE);
  await page.getByRole("button", { name: "Start game" }).click();
  await page.locator(".board .square").first().waitFor();
  assertEqual(await page.locator(".players strong").allInnerTexts(), ["White: Ada", "Black: Bo"], "the players");
});

test("errors of a record have places, and a button goes there", async ({ open }) => {
  const page = await openForm(open, { width: 360, height: 740 });
  const text = page.getByLabel("Game record");
  await text.fill("1. e4 e5\n2. Ke3 *");
  const go = page.getByRole("button", { name: /^Show line 2, column 4/ });
  await go.waitFor();
  const alert = page.locator(".error-text");
  assert((await alert.innerText()).includes("The king cannot move from e1 to e3"), await alert.innerText());
  assert((await alert.innerText()).includes("line 2, column 4"), "the place is in the message");
  // PGN without a variant is chess, and the list says so.
  assertEqual(await page.getByLabel("Variant").inputValue(), "chess", "the variant whose rules refuse the move");
  await assertAccessible(page, "a record with an error");
  await assertNoHorizontalScroll(page, "a record with an error");
  await evidence(page, "record-error", { kept: false });
  await go.focus();
  await page.keyboard.press("Enter");
  const [isFocused, start] = await text.evaluate((it) => [document.activeElement === it, it.selectionStart]);
  assertEqual([isFocused, start], [true, 12], "the focus and the selection");
  await page.getByRole("button", { name: "Start game" }).click();
  await until(async () => (await alert.innerText()).includes("line 2, column 4"), "the game does not start");
  assert(!/#play\/\w/.test(page.url()), "no game was started");
  // A variant that the user chooses counts more than that of the record.
  await text.fill(MATE);
  await until(async () => (await summary(page).innerText()).includes("White is checkmated"), "the record is right");
  await until(async () => alert.isHidden(), "the error is gone");
  assertEqual(await page.getByRole("button", { name: /^Show line/ }).count(), 0, "buttons of errors");
  await page.getByLabel("Variant").selectOption("3-man-chess");
  await until(async () => !(await alert.isHidden()), "the other rules refuse the record");
});

test("the error of a record is in view on a small screen", async ({ open }) => {
  const page = await openForm(open, { width: 360, height: 560 });
  const isInView = () =>
    page.locator(".error-text").evaluate((it) => {
      const { top, bottom, left, right } = it.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight + 1 && left >= 0 && right <= innerWidth + 1;
    });
  const buffer = Buffer.from(`[White "${"Ada".repeat(40)}"]\n\n1. e4 e5\n2. Ke3 *\n`);
  await page.getByLabel("Open a file").setInputFiles({ name: "wrong.pgn", mimeType: "text/plain", buffer });
  await until(async () => (await page.locator(".error-text").innerText()).includes("Ke3"), "the error");
  await until(isInView, "the error of a file is in view");
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Start game" }).focus();
  await page.keyboard.press("Enter");
  await until(isInView, "the error after the button is in view");
});

test("a record without a variant is chess, whatever the address says", async ({ open }) => {
  const page = await open("#play?variant=3-man-chess");
  await page.getByLabel("Start from").selectOption("record");
  await page.locator("#begin").fill(MATE);
  await until(async () => (await page.getByLabel("Variant").inputValue()) === "chess", "chess is selected");
  await page.getByRole("button", { name: "Start game" }).click();
  await until(async () => page.url().includes("#play/"), "the address is that of the game");
});

test("the errors of a position are sentences, and a button selects the part", async ({ open }) => {
  const page = await open("#play?variant=chess");
  await page.getByLabel("Start from").selectOption("position");
  const field = page.getByLabel("Position", { exact: true });
  await field.fill("w:Ke9,Pe2 b:Ke8 turn=w");
  const alert = page.locator(".error-text");
  await until(async () => (await alert.locator("li").count()) > 0, "an error");
  const said = await alert.innerText();
  assert(!/error\[|\^|= help|`/.test(said), `no marks of a compiler: ${said}`);
  assert((await page.locator(".preview svg").count()) === 1, "the board stays");
  await alert.getByRole("button", { name: /^Show it in the text/ }).first().click();
  assertEqual(await field.evaluate((it) => it.value.slice(it.selectionStart, it.selectionEnd)), "e9", "the selected part");
});

test("an inserted starting position follows the variant", async ({ open, server }) => {
  const page = await open("#play?variant=chess");
  await page.getByLabel("Start from").selectOption("position");
  await page.getByRole("button", { name: "Insert the starting position" }).click();
  await page.getByLabel("Variant", { exact: true }).selectOption("trichess");
  const { start } = await server.get("/api/variant?name=trichess");
  await until(async () => (await page.getByLabel("Position", { exact: true }).inputValue()) === start, "the position of the other variant");
  await page.locator(".error-text").waitFor({ state: "hidden" });
});

test("a record with an error is asked about once, and the board stays", async ({ open }) => {
  const page = await open("#play");
  const asked = [];
  page.on("request", (it) => it.url().endsWith("/api/records") && asked.push(it.url()));
  await page.goto(page.url().replace(/#.*/, `#play?variant=chess&record=${encodeURIComponent('[Variant "Chess"]\n\n1. e4 e5 2. Ke3 *')}`));
  await until(async () => (await page.locator(".error-text").innerText()).includes("Ke3"), "the error");
  await page.locator(".preview svg").waitFor();
  assertEqual(asked.length, 1, "requests");
});

test("the result of a record is shown until a move, and the list names its players", async ({ open, server }) => {
  const page = await openForm(open);
  await page.getByLabel("Game record").fill('[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n');
  const end = "The recorded result is 0-1.";
  await until(async () => (await summary(page).innerText()).includes(end), "the result in the preview");
  await page.getByRole("button", { name: "Start game" }).click();
  await page.locator(".board .square").first().waitFor();
  const status = () => page.locator(".status").innerText();
  await until(async () => (await status()).includes(end), "the result beside the board");
  await page.getByText("Links, position and record").click();
  await page.locator(".part-sharing").getByText(end).waitFor();
  const id = await until(async () => /#play\/(\w+)/.exec(page.url())?.[1], "the game has a URL");
  await move(page, null, "typing", { text: "Bb5" });
  await until(async () => !(await status()).includes(end), "the result is gone");
  await page.goto(`${server.address}/#play`);
  const entry = page.locator(".kept li").filter({ has: page.locator(`a[href="#play/${id}"]`) });
  await entry.waitFor();
  assert((await entry.innerText()).includes("Anna – Bert, 5 moves."), "the names in the list");
  const remove = entry.getByRole("button", { name: /Delete the game of .*Anna – Bert/ });
  await remove.click();
  await page.getByRole("dialog").getByText("Anna – Bert, 5 moves.").waitFor();
  await page.keyboard.press("Escape");
});
