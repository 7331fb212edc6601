// What the page asks and says: dialogs that close, half moves, earlier positions, bots' seats, lost games,
// unknown addresses, and rulebooks with errors.

import { writeFileSync } from "node:fs";
import { assertNoHorizontalScroll } from "./browser.mjs";
import { assert, assertEqual, test, until } from "./check.mjs";
import { click, drag, focused, move, refusal, square, takeSeat, targets, waitForMoves } from "./input.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const dialogs = (page) => page.getByRole("dialog").count();

/** Returns the center of a piece or a square on the screen. */
async function center(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

test("leaving a game closes its dialogs", async ({ open, server }) => {
  const page = await open("#play?variant=chess");
  await button(page, "Start game").click();
  await page.locator(".board .square").first().waitFor();
  const id = page.url().match(/play\/(\w+)/)[1];
  await page.locator(".part-acts summary").click();
  await page.locator('[data-key="w claims resign"]').click();
  await page.getByRole("dialog").waitFor();
  await page.goBack();
  await page.locator(".lobby").waitFor();
  assertEqual(await dialogs(page), 0, "dialogs over the list of games");
  assertEqual((await server.get(`/api/games/${id}`)).history, [], "actions in the game that was left");
});

test("a half move is drawn, and another square does not discard it", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "gallery/duck", position: "w:Ke1,Pe2 b:Ke8,Pd3 turn=w" });
  const piece = (name) => page.locator(`.board .piece[data-square="${name}"]`);
  const goal = await center(piece("d3"));
  await click(page, "e2");
  await click(page, "d3");
  await page.locator(".past").getByText("Choose a square for the duck.").waitFor();
  assertEqual(await center(piece("e2")), goal, "place of the pawn that captures");
  assert(!(await piece("d3").isVisible()), "the captured pawn is hidden");
  const squares = (await targets(page)).length;
  await click(page, "e1");
  assert(/duck/.test((await refusal(page)).sentence), "the reason names the duck");
  assertEqual((await targets(page)).length, squares, "squares for the duck after a refusal");
  await page.locator(".past button").click();
  assertEqual([await targets(page), await page.locator(".past").innerText()], [[], ""], "after Cancel");
  assert(await piece("d3").isVisible(), "the pawn is back");
  await drag(page, "e2", "d3");
  await click(page, "a4");
  await waitForMoves(page, 1);
  assertEqual((await state()).history[0].text, "e2xd3/a4", "the move");
  assert((await square(page, "a4").getAttribute("aria-label")).includes("duck"), "the label of the square names the duck");
});

test("the duck can be dragged, and a half move is told as it is shown", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "gallery/duck", position: "w:Ke1,Pe2 b:Ke8,Pa7 turn=w" });
  await move(page, null, "typing", { text: "e2-e4/e6" });
  await waitForMoves(page, 1);
  await drag(page, "e6", "e5");
  assert(/belongs to nobody/.test((await refusal(page)).sentence), "the reason before the move of a piece");
  await click(page, "a7");
  await click(page, "a6");
  await page.locator(".past").getByText("Choose a square for the duck.").waitFor();
  const label = (name) => square(page, name).getAttribute("aria-label");
  assert(/pawn/.test(await label("a6")), "the label of the square that shows the pawn");
  assert(/empty/.test(await label("a7")), "the label of the square that it left");
  await drag(page, "e8", "d8");
  assert(/Choose a square for the duck first/.test((await refusal(page)).sentence), "the reason for another piece");
  await drag(page, "e6", "e5");
  await waitForMoves(page, 2);
  assertEqual((await state()).history[1].text, "a7-a6/e5", "the move");
});

test("an earlier position refuses a drag, and so does a watcher's board", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await move(page, null, "typing", { text: "e2-e4" });
  await waitForMoves(page, 1);
  await page.locator('[data-key="act-0"]').click();
  await page.locator(".past").getByText("Earlier position").waitFor();
  await drag(page, "d2", "d4");
  assert(/earlier position/.test((await refusal(page)).sentence), "the reason at an earlier position");
  await page.locator(".past button").click();
  await takeSeat(page, "none");
  await drag(page, "e7", "e5");
  assert(/You are watching/.test((await refusal(page)).sentence), "the reason for a watcher");
});

test("an earlier position refuses clicks and typed moves alike", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "chess" });
  for (const [number, text] of ["e2-e4", "e7-e5"].entries()) {
    await move(page, null, "typing", { text });
    await waitForMoves(page, number + 1);
  }
  await page.locator('[data-key="act-1"]').click();
  await page.locator(".past").getByText("Earlier position").waitFor();
  await click(page, "e7");
  assert(/earlier position/.test((await refusal(page)).sentence), "the reason after a click");
  await page.keyboard.press("Escape");
  await page.getByLabel("Move", { exact: true }).fill("Nf3");
  await page.keyboard.press("Enter");
  assert(/earlier position/.test((await refusal(page)).sentence), "the reason after typing");
  const way = await page.locator(".refusal").getByRole("link", { name: "New game from this position" }).getAttribute("href");
  const { history } = await state();
  assertEqual(new URLSearchParams(way.split("?")[1]).get("position"), history[0].position, "the position of another game");
  assertEqual((await state()).history.length, 2, "actions");
  await page.getByLabel("Move", { exact: true }).fill("undo");
  await page.keyboard.press("Enter");
  await waitForMoves(page, 1);
  assertEqual(await page.locator(".past").innerText(), "", "the current position is shown");
});

test("against a bot, the board is turned, and the bot's seat has no buttons", async ({ open }) => {
  const page = await open("#play?variant=chess");
  await page.getByLabel("White", { exact: true }).selectOption("random");
  await button(page, "Start game").click();
  await waitForMoves(page, 1);
  assertEqual(await page.locator("#sit").inputValue(), "b", "the seat of this tab");
  assert((await center(square(page, "e8"))).y > (await center(square(page, "e1"))).y, "Black is at the bottom");
  await page.locator(".part-acts summary").click();
  await page.locator('[data-key="b claims resign"]').waitFor();
  assertEqual(await page.locator('[data-key^="w claims"]').count(), 0, "buttons for the bot");
  await page.locator('[data-key="leave"]').click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  assertEqual(await page.locator("#sit").inputValue(), "b", "the seat after Cancel");
  await page.locator('[data-key="take-w"]').click();
  await until(async () => (await page.locator("#sit").inputValue()) === "", "this tab plays both seats");
});

test("a game that the server has lost can be started again", async ({ openGame, server }) => {
  const { page, id } = await openGame({ variant: "chess" });
  const notices = page.locator("#notices");
  await server.kill();
  await until(async () => /does not answer.*is not saved/.test(await notices.innerText()), "the page says that the game is not saved");
  await server.launch();
  await until(async () => /had no move yet/.test(await notices.innerText()), "the page says that the game is gone");
  await button(page, "Start it again").click();
  await until(async () => !page.url().includes(id), "another game is open");
  await page.reload();
  await move(page, null, "click", { from: "e2", to: "e4" });
  await waitForMoves(page, 1);
});

test("a view that is left does not change the address of the next one", async ({ open }) => {
  const page = await open("#play");
  await page.locator(".lobby").waitFor();
  // The browser reports the new fragment in a task of its own. Until then, the last view is open.
  await page.evaluate(async () => {
    const { note } = await import("/page/address.js");
    location.hash = "#rules?variant=osullivan";
    note("play", "", { variant: "chess" });
  });
  await page.getByRole("heading", { level: 1, name: /O.Sullivan/ }).waitFor();
  assert(page.url().endsWith("#rules?variant=osullivan"), `the address ${page.url()}`);
});

test("an unknown address is reported", async ({ open }) => {
  const page = await open("#banana");
  await page.getByText("There is nothing at “#banana”").waitFor();
  await page.locator(".lobby").waitFor();
});

test("a rulebook with an error is reported once and cannot be played", async ({ openEditor }) => {
  const { page, path, server } = await openEditor();
  writeFileSync(path, 'name = "Bad"\npart = "game"\nextends = ["chess"]\n\n[piece.queen]\nmovment = "x"\n');
  await page.goto(`${server.address}/#play?variant=mine.toml`);
  await page.locator(".error-text").getByText("movment").first().waitFor();
  assert(await button(page, "Start game").isDisabled(), "the game cannot start");
  assertEqual((await page.locator("main").innerText()).split("no key movment").length - 1, 1, "times that the error is shown");
  assertEqual(await page.locator(".seat-list").isVisible(), false, "players of a broken rulebook");
});

test("a piece of the hand is dragged, and the keys lead to the board", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "gallery/crazyhouse", position: "w:Ke1 b:Ke8 turn=w captured=w:P,P" });
  const hand = page.locator('[data-key="hand-w-P"]');
  const [from, to] = [await center(hand), await center(square(page, "e5"))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 30, from.y, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await waitForMoves(page, 1);
  assertEqual((await state()).history[0].text, "P@e5", "the drop");
  await move(page, null, "typing", { text: "Ke7" });
  await waitForMoves(page, 2);
  await hand.focus();
  await page.keyboard.press("Enter");
  const first = await focused(page);
  assert(first, "the focus is on the board");
  await page.keyboard.press("Enter");
  await waitForMoves(page, 3);
  assertEqual((await state()).history[2].text, `P@${first}`, "the drop by keys");
});

test("a promotion that is optional says so", async ({ openGame }) => {
  const { page } = await openGame({ variant: "gallery/shogi", position: "s:Ke1,Bb2 g:Ke9 turn=s" });
  await click(page, "b2");
  await click(page, "h8");
  await page.getByRole("dialog").waitFor();
  const labels = await page.locator("dialog button").allInnerTexts();
  assertEqual(labels.map((it) => it.trim()).sort(), ["Cancel", "Do not promote", "Promote to horse"], "the choices");
});

test("the rules fit a narrow screen", async ({ open }) => {
  const page = await open("#rules?variant=3-man-chess", { width: 320, height: 700 });
  await page.locator('.rulebook[aria-busy="true"]').waitFor({ state: "detached" });
  await assertNoHorizontalScroll(page, "the rules at 320 px");
});

test("the list of games can be searched", async ({ open }) => {
  const page = await open("#play?variant=chess");
  const names = () => page.locator("#variant option").evaluateAll((all) => all.map((it) => it.value));
  await until(async () => (await names()).length > 50, "the list");
  const count = (await names()).length;
  const search = page.getByRole("searchbox", { name: "Search games" });
  await search.fill("three triangles");
  await until(async () => (await names()).includes("gallery/tri-chess"), "a game whose description has both words");
  assert((await names()).length < 6, "few games match");
  // The chosen game is gone, so the first match is chosen, with its players.
  await until(async () => (await page.locator(".seat-list select").count()) === 3, "three players");
  await search.press("Enter");
  assertEqual(await page.evaluate(() => document.activeElement.id), "variant", "Enter goes on to the list");
  await search.fill("no such game");
  await page.getByText("No game matches.").waitFor();
  assertEqual((await names()).length, count, "all games");
  await search.fill("");
  await page.getByText("No game matches.").waitFor({ state: "hidden" });
});

test("the list of games shows the best match first", async ({ open }) => {
  const page = await open("#play");
  const list = page.getByLabel("Variant", { exact: true });
  const search = page.getByRole("searchbox", { name: "Search games" });
  const chosen = () => list.evaluate((it) => it.selectedOptions[0].text);
  for (const [words, title] of [
    ["four", "Four-player chess in teams"],
    ["drops", "Drops on 96 squares"],
    ["duck", "Duck chess"],
    ["glinski", "Gliński's hexagonal chess"],
    ["chess", "Chess"],
  ]) {
    await search.fill(words);
    assertEqual(await chosen(), title, `the game for “${words}”`);
  }
  await search.fill("zzz");
  await page.getByText("No game matches. The list shows all games, and Chess stays chosen.").waitFor();
  for (const [words, title] of [
    ["shougi", "Shogi"],
    ["duckk", "Duck chess"],
  ]) {
    await search.fill(words);
    await button(page, title).click();
    assertEqual(await chosen(), title, `the proposal for “${words}”`);
  }
});

test("players keep their seats when another variant is chosen", async ({ open }) => {
  const page = await open("#play?variant=3-man-chess");
  await page.getByLabel("Gray", { exact: true }).selectOption("club");
  await page.getByLabel("Black", { exact: true }).selectOption("casual");
  const search = page.getByRole("searchbox", { name: "Search games" });
  await search.pressSequentially("trichess");
  const players = ["White", "Red", "Black"].map((it) => page.getByLabel(it, { exact: true }));
  await players[1].waitFor();
  assertEqual(await Promise.all(players.map((it) => it.inputValue())), ["human", "club", "casual"], "the players");
  await search.fill("chess");
  await until(async () => (await page.locator(".seat-list select").count()) === 2, "two seats");
  await search.fill("trichess");
  await players[1].waitFor();
  assertEqual(await Promise.all(players.map((it) => it.inputValue())), ["human", "club", "casual"], "the players after a game of two");
});

test("a view that loads slowly says so and blocks the old one", async ({ open, server }) => {
  const page = await open("#play?variant=chess");
  await page.locator(".kept-list").waitFor();
  let answer;
  const gate = new Promise((resolve) => (answer = resolve));
  await page.route("**/api/design", async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole("link", { name: "Design" }).click();
  await page.locator("main .over-view").waitFor();
  assert(await page.locator("main .view").first().evaluate((it) => it.inert), "the old view is blocked");
  await until(async () => (await page.locator("#announcement").innerText()) === "Loading …", "the announcement");
  answer();
  await page.locator("#rulebook").waitFor();
  assertEqual(await page.locator("main .over-view").count(), 0, "the message");
});

test("a game that is started by a key has the focus", async ({ open }) => {
  const page = await open("#play?variant=chess");
  const start = page.getByRole("button", { name: "Start game" });
  await until(() => start.isEnabled(), "the form is complete");
  await start.focus();
  await page.keyboard.press("Enter");
  await page.locator(".board .square").first().waitFor();
  await until(() => page.evaluate(() => document.activeElement.id === "main"), "the focus is on the game");
});
