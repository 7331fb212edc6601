// The panel beside the board over time: earlier positions, undo, offers, the end of a game, and the focus.

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, assertEqual, test, until } from "./check.mjs";
import { move, refusal, click, waitForMoves } from "./input.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const announced = (page) => page.locator("#announcement").innerText();
const isFocused = (page, name) => button(page, name).evaluate((it) => it === document.activeElement);

async function playMoves(page, texts) {
  for (const [number, text] of texts.entries()) {
    await move(page, null, "typing", { text });
    await waitForMoves(page, number + 1);
  }
}

test("the panel shows the players of the earlier position", async ({ openGame }) => {
  const { page } = await openGame({ variant: "gallery/crazyhouse" });
  await playMoves(page, ["e2-e4", "d7-d5", "e4xd5", "Qd8xd5"]);
  assertEqual(await page.locator(".players .lost").count(), 2, "pieces in hand");
  await button(page, "First position").click();
  await until(async () => (await page.locator(".players .lost").count()) === 0, "both hands are empty at the start");
  await button(page, "Last position").click();
  await until(async () => (await page.locator(".players .lost").count()) === 2, "the pieces are back in hand");

  // A check belongs to its position, and is no news after the end of the game.
  const chess = await openGame({ variant: "chess", position: "w:Kg1,Ra1,Rb1 b:Kh8,Pa7 turn=w" });
  await playMoves(chess.page, ["Rb1-b8", "Kh8-g7", "Rb8-b7", "Kg7-g8", "Ra1-a6", "Kg8-h8", "Ra6-h6", "Kh8-g8", "Rh6-h5", "a7-a6", "Rb7-b8"]);
  await until(async () => (await chess.page.locator(".players .check").count()) === 1, "a check");
  await button(chess.page, "One move back").click();
  await until(async () => (await chess.page.locator(".players .check").count()) === 0, "no check in the position before");
});

test("no check is shown after the end", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess", position: "w:Kg1,Ra1 b:Kg8,Pf7,Pg7,Ph7 turn=w" });
  await playMoves(page, ["Ra1-a8"]);
  await page.locator(".status.over").waitFor();
  assertEqual(await page.locator(".players .check").count(), 0, "checks after the end");
});

test("an earlier position after an offer names the offer", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await page.locator(".part-acts summary").click();
  await page.locator('[data-key="w claims draw"]').click();
  await page.locator('[data-key="b refuses"]').click();
  await waitForMoves(page, 2);
  assert((await page.locator(".declined").innerText()).startsWith("Black"), "the panel says who has declined");
  await button(page, "One move back").click();
  await page.getByText("Earlier position: after White offers a draw.").waitFor();
  await until(async () => (await announced(page)) === "After White offers a draw.", "the announcement");
});

test("a message ends with what it is about", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await playMoves(page, ["e2-e4"]);
  await button(page, "First position").click();
  await page.getByText("Earlier position", { exact: false }).waitFor();
  await click(page, "d2");
  assert((await refusal(page)).sentence.includes("earlier position"), "the message");
  await button(page, "Last position").click();
  assertEqual(await page.locator(".refusal").innerText(), "", "the message at the last position");
});

test("a message about the server ends when it is back", async ({ startGuestServer }) => {
  const own = await startGuestServer();
  const page = await own.open("#play?variant=chess");
  await button(page, "Start game").click();
  await page.locator(".board .square").first().waitFor();
  await playMoves(page, ["e2-e4"]);
  await page.context().setOffline(true);
  await click(page, "e7");
  await click(page, "e5");
  assert((await refusal(page)).sentence.includes("does not answer"), "the message");
  await page.context().setOffline(false);
  await until(async () => (await page.locator(".refusal").innerText()) === "", "the message is gone");
});

test("a watcher cannot undo", async ({ openGame }) => {
  const { page, id, state } = await openGame({ variant: "chess" });
  await playMoves(page, ["e2-e4"]);
  assertEqual(await button(page, "Undo").getAttribute("aria-disabled"), "false", "the undo of a player");
  const watcher = await page.context().newPage();
  await watcher.goto(page.url().replace(id, `${id}?seat=none`));
  await watcher.locator(".board .square").first().waitFor();
  assertEqual(await button(watcher, "Undo").getAttribute("aria-disabled"), "true", "the undo of a watcher");
  await button(watcher, "Undo").click({ force: true });
  await move(watcher, null, "typing", { text: "undo" });
  assert((await refusal(watcher)).sentence.includes("watching"), "the reason");
  assertEqual((await state()).history.length, 1, "actions");
  // Black may not take back White's move.
  const black = await page.context().newPage();
  await black.goto(page.url().replace(id, `${id}?seat=b`));
  await black.locator(".board .square").first().waitFor();
  assertEqual(await button(black, "Undo").getAttribute("aria-disabled"), "true", "the undo of the opponent");
});

test("both players undo the end of a game", async ({ openGame, server }) => {
  const { page, id, state } = await openGame({ variant: "chess" });
  await playMoves(page, ["e2-e4"]);
  const { version } = await state();
  await server.post(`/api/games/${id}/act`, { version, text: "b claims resign" });
  const tab = async (seat) => {
    const it = await page.context().newPage();
    await it.goto(page.url().replace(id, `${id}?seat=${seat}`));
    await it.locator(".board .square").first().waitFor();
    return it;
  };
  const [white, black] = [await tab("w"), await tab("b")];
  await button(black, "Undo").click();
  const sentence = "Black wants to undo the end of the game. White has not agreed yet.";
  for (const it of [white, black]) {
    await it.locator(".part-consents").getByText(sentence).waitFor();
    await until(async () => (await announced(it)) === sentence, "the announcement");
  }
  assertEqual([(await state()).over, await button(black, "Undo").getAttribute("aria-disabled")], [true, "true"], "after one player");
  await button(white, "Undo").click();
  await until(async () => !(await state()).over, "the game goes on");
  await waitForMoves(black, 1);
  assertEqual(await white.locator(".part-consents").innerText(), "", "no request is left");
});

test("an undo is announced, in every tab", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await playMoves(page, ["e2-e4", "e7-e5"]);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".board .square").first().waitFor();
  await waitForMoves(other, 2);
  await button(page, "Undo").click();
  for (const it of [page, other]) await until(async () => (await announced(it)) === "Undone: e7-e5. Black is to move.", "the announcement");
});

test("the focus stays when its button has nothing left to do", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await playMoves(page, ["e2-e4"]);
  await button(page, "Undo").focus();
  await page.keyboard.press("Enter");
  await waitForMoves(page, 0);
  assert(await isFocused(page, "Undo"), "the focus after the last undo");
  await button(page, "Larger board").focus();
  for (let number = 0; number < 4; number++) await page.keyboard.press("Enter");
  assert(await isFocused(page, "Larger board"), "the focus at the largest size");
  await page.locator(".part-acts summary").click();
  await page.locator('[data-key="w claims draw"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".pending").waitFor();
  const inPending = () => page.evaluate(() => Boolean(document.activeElement.closest(".pending")));
  await until(inPending, "the focus is on the answers");
});

test("arrow keys walk through players and seats, and Enter chooses", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "3-man-chess" });
  const focus = () => page.evaluate(() => document.activeElement.dataset.key);
  const gray = async () => (await state()).seats.find((it) => it.letter === "g").player;
  const list = page.getByLabel("Player for Gray");
  await list.focus();
  for (let number = 0; number < 3; number++) await page.keyboard.press("ArrowDown");
  assertEqual([await list.inputValue(), await gray(), await focus()], ["club", "human", "player-g"], "after the arrow keys");
  // A move of another player does not interrupt the choice.
  const { version, id } = await state();
  await page.evaluate(
    ([id, version]) => fetch(`/api/games/${id}/act`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ version, text: "WHe2-WHe4" }) }),
    [id, version],
  );
  await waitForMoves(page, 1);
  assertEqual([await list.inputValue(), await focus()], ["club", "player-g"], "after a move");
  await page.keyboard.press("Escape");
  assertEqual([await list.inputValue(), await gray(), await focus()], ["human", "human", "player-g"], "after Escape");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until(async () => (await gray()) === "casual", "Gray is a bot");
  assertEqual(await focus(), "player-g", "the focus after Enter");

  await page.getByLabel("Your seat").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert(!page.url().includes("seat="), "a seat before Enter");
  await page.keyboard.press("Enter");
  await until(async () => page.url().includes("seat="), "the seat is taken");
  await until(async () => (await focus()) === "sit", "the focus is on the list of the new view");
});

test("a pass that ends the game needs confirmation", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "gallery/janggi" });
  await button(page, "Pass").click();
  await waitForMoves(page, 1);
  await button(page, "Pass").click();
  await page.getByRole("dialog").getByText("This pass ends the game.", { exact: false }).waitFor();
  await page.keyboard.press("Escape");
  assertEqual((await state()).history.length, 1, "passes");
});

test("a move with long names is completely visible in its field", async ({ openGame }) => {
  const { page } = await openGame({ variant: "3-man-chess" });
  const field = page.getByLabel("Move", { exact: true });
  await field.fill("WHg1-WHf3");
  assert(await field.evaluate((it) => it.scrollWidth <= it.clientWidth), "the text is not cut off");
});

test("keys are explained where there are keys", async ({ openGame }) => {
  for (const touch of [false, true]) {
    const { page } = await openGame({ variant: "chess" }, "", { touch });
    assertEqual(await page.locator(".keys").isVisible(), !touch, `the list of keys with touch: ${touch}`);
  }
});

test("many protected pieces leave room for the moves", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "gallery/four-player-teams" }, "", { width: 1280, height: 800 });
  assert((await state()).protection.length > 4, "many sentences");
  assert((await page.locator(".rounds").boundingBox()).y < 800, "the moves begin in the window");
});

/** Runs `threefold verify` on a case. */
function verify(server, text, rulebook = null) {
  const cases = join(server.folder, "verified", "cases");
  mkdirSync(cases, { recursive: true });
  writeFileSync(join(cases, "case.toml"), text);
  if (rulebook) writeFileSync(join(cases, "../rulebook.toml"), rulebook);
  const run = spawnSync(server.program, ["verify", join(cases, "case.toml")], { encoding: "utf8" });
  return `${run.stdout}${run.stderr}`.trim();
}

const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

test("a refused move becomes a case", async ({ openGame, server }) => {
  const { page } = await openGame({ variant: "3-man-chess", position: "w:KWHd1,RWHa1 g:KGRd2,NGRf1,RGRa1 b:KBLd2 turn=w open=moat.1" });
  await move(page, null, "typing", { text: "WHa1-GRh1" });
  await page.getByRole("button", { name: "Copy as a case" }).click();
  await page.getByText("Case copied.").first().waitFor();
  const text = await copied(page);
  assert(text.includes('illegal = { "WHa1-GRh1" = "barrier-check" }'), text);
  assertEqual(verify(server, text), "1 case: 1 holds.", "the case");
});

test("a position of a draft becomes a case", async ({ open, server }) => {
  const rules = 'name = "Mine"\nabout = "x"\npart = "game"\nextends = ["chess"]\n';
  const { id } = await server.post("/api/games", { text: rules });
  const page = await open(`#play/${id}`);
  await move(page, null, "typing", { text: "e2-e4" });
  await waitForMoves(page, 1);
  await page.locator('[data-key="sharing"]').click();
  await page.getByRole("button", { name: "Copy the case" }).click();
  await page.getByText("Case copied.").first().waitFor();
  assertEqual(verify(server, await copied(page), rules), "1 case: 1 holds.", "the case");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the case" }).click();
  assertEqual((await download).suggestedFilename(), `case-${id}-1.toml`, "the file");
});

test("the texts to copy belong to the position that is shown", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "chess" });
  for (const [number, text] of ["e2-e4", "e7-e5", "Ng1-f3"].entries()) {
    await move(page, null, "typing", { text });
    await waitForMoves(page, number + 1);
  }
  await page.getByText("Links, position and record").click();
  const { start, history } = await state();
  const field = (name) => page.locator(`#text-${name}`);
  const link = page.locator(".links").getByRole("link", { name: "New game from this position" });
  assertEqual(await page.getByText("belong to the board as it is shown").count(), 0, "a note about the current position");
  for (const [key, position] of [["act-0", start], ["act-1", history[0].position]]) {
    await page.locator(`[data-key="${key}"]`).click();
    await until(async () => (await field("Position").inputValue()) === position, `the position of ${key}`);
    assert((await field("Case").inputValue()).includes(`position = ${JSON.stringify(position)}`), "the position of the case");
    assert((await field("Case").inputValue()).includes("moves   = 20"), "the number of legal moves");
    assertEqual(new URLSearchParams((await link.getAttribute("href")).split("?")[1]).get("position"), position, "the link");
    await page.getByText("belong to the board as it is shown").waitFor();
  }
});

test("what is protected from the player to move comes first", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "gallery/four-player-teams" });
  for (const count of [0, 1, 2]) {
    const { protection, turn, moves } = await state();
    const own = protection.filter((it) => it.mover === turn).map((it) => it.sentence);
    assert(own.length > 0 && own.length < protection.length, "some of the entries");
    await until(async () => {
      const shown = await page.locator(".protection .marking").evaluateAll((all) => all.map((it) => it.textContent));
      return JSON.stringify(shown.slice(0, own.length)) === JSON.stringify(own);
    }, `the entries of ${turn} are first`);
    await move(page, null, "typing", { text: moves[0].text });
    await waitForMoves(page, count + 1);
  }
});

test("bots that play alone pause until a redo, or until a person takes a seat", async ({ openGame, server }) => {
  const { page, id, state } = await openGame({ variant: "chess" });
  await move(page, null, "typing", { text: "e2-e4" });
  await waitForMoves(page, 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForMoves(page, 0);
  // The players change while the bots pause.
  const { version } = await state();
  await server.post(`/api/games/${id}/players`, { version, players: { w: "random", b: "random" } });
  await waitForBots(page);
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.click();
  await until(async () => (await page.locator(".status").innerText()).includes("The bots pause. Redo, or take over a seat."), "what goes on");
});

/** Waits until bots have played. */
const waitForBots = (page) => until(async () => (await page.locator(".rounds li:not(.start) button").count()) > 1, "moves of the bots");
