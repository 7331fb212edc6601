// Choosing a piece and its destination: what a click selects, what is marked, and what is said.

import { assert, assertEqual, test, until } from "./check.mjs";
import { click, drag, move, refusal, square, targets, waitForMoves } from "./input.mjs";

const said = (page, part) =>
  until(async () => (await page.locator("#announcement").innerText()).includes(part), `“${part}” is announced`);

test("a piece of the player to move is always selected", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await click(page, "e7");
  await click(page, "e2");
  assertEqual(await targets(page), ["e3", "e4"], "destinations after both clicks");
  // Another piece of the opponent is a destination, and gets its reason.
  await click(page, "e7");
  assert((await refusal(page)).sentence.includes("e7"), "the reason");
});

test("a piece that has to wait is announced with the turn", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess", players: {} }, "?seat=w");
  await move(page, null, "click", { from: "e2", to: "e4" });
  await waitForMoves(page, 1);
  await click(page, "e7");
  await said(page, "it is Black's turn");
  assert(!(await page.locator("#announcement").innerText()).includes("no legal move"), "nothing is said about legal moves");
});

test("all moves since the player's own are marked", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "3-man-chess" }, "?seat=w");
  for (const text of ["WHe2-WHe4", "GRe2-GRe4", "BLe2-BLe4"]) {
    const { id, version } = await state();
    await page.evaluate(
      ([id, version, text]) => fetch(`/api/games/${id}/act`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ version, text }) }),
      [id, version, text],
    );
    await waitForMoves(page, version);
  }
  // The picture marks the last move, and the page the one before.
  await until(async () => (await page.locator(".page-under .before").count()) === 2, "the squares of Gray's move");
  await page.getByRole("button", { name: "One move back" }).click();
  await page.getByText("Earlier position", { exact: false }).waitFor();
  assertEqual(await page.locator(".page-under .before").count(), 0, "squares after Gray's move");
});

test("the square that an amazon shoots at belongs to the last move", async ({ openGame }) => {
  const { page, state, id } = await openGame({ variant: "gallery/amazons" });
  const { version, moves } = await state();
  const { text } = moves.find((it) => it.placed);
  await page.evaluate(
    ([id, version, text]) => fetch(`/api/games/${id}/act`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ version, text }) }),
    [id, version, text],
  );
  await waitForMoves(page, 1);
  await until(async () => (await page.locator(".page-under .last").count()) === 1, "the square of the arrow is marked");
  await page.reload();
  await until(async () => (await page.locator(".page-under .last").count()) === 1, "the square is marked in a new view");
  const isBelow = await page.evaluate(() => {
    const [mark, pieces] = [".page-under", ".board .pieces"].map((it) => document.querySelector(it));
    return Boolean(mark.compareDocumentPosition(pieces) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert(isBelow, "marks of squares are below the pieces");
});

test("a move that waits for its arrow survives a rotation and a change of players", async ({ openGame }) => {
  const { page, state, id } = await openGame({ variant: "gallery/amazons" });
  const { moves, seats, turn } = await state();
  const { from, to } = moves.find((it) => it.placed);
  await click(page, from);
  await click(page, to);
  const prompt = page.getByText("Choose a square for the", { exact: false });
  await prompt.waitFor();
  await page.getByRole("button", { name: "Rotate" }).click();
  await until(async () => (await page.url()).includes("from="), "the board is rotated");
  await prompt.waitFor();
  const { version } = await state();
  const other = seats.find((it) => it.letter !== turn).letter;
  await page.evaluate(
    ([id, version, other]) => fetch(`/api/games/${id}/players`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ version, players: { [other]: "random" } }) }),
    [id, version, other],
  );
  await until(async () => (await state()).seats.some((it) => it.player === "random"), "a bot plays the other seat");
  await page.waitForTimeout(500);
  assert(await prompt.isVisible(), "the request stays");
  await click(page, moves.find((it) => it.from === from && it.to === to && it.placed).placed);
  await waitForMoves(page, 1);
});

test("a drop explains itself: why not, where else, and how many", async ({ openGame }) => {
  const mad = await openGame({ variant: "gallery/mad-threeparty" });
  const king = mad.page.locator('[data-key^="hand-"][data-key$="-K"]').first();
  assertEqual(await king.getAttribute("aria-disabled"), "true", "the king has no square yet");
  assert(await king.locator("svg").count(), "the king has a picture before it is on the board");
  await king.click({ force: true });
  assertEqual((await refusal(mad.page)).sentence, "The king cannot be dropped now.", "the message");
  const rook = mad.page.locator('[data-key^="hand-"][data-key$="-R"]').first();
  assertEqual(await rook.getAttribute("aria-label"), "Drop: rook, 2 in hand", "the name of the button");

  const ataxx = await openGame({ variant: "gallery/ataxx" });
  const { moves } = await ataxx.state();
  const drop = moves.find((it) => it.drop);
  const { from } = moves.find((it) => it.from && !moves.some((one) => one.from === it.from && one.to === drop.to));
  await click(ataxx.page, from);
  await click(ataxx.page, drop.to);
  await refusal(ataxx.page);
  await ataxx.page.getByText(/choose it in your hand/).waitFor();
});

test("players and promotions have pictures without a piece on the board", async ({ openGame }) => {
  const { page } = await openGame({ variant: "gallery/flipersi" });
  assertEqual(await page.locator(".players .swatch svg").count(), await page.locator(".players li").count(), "pictures of players");
  const shogi = await openGame({ variant: "gallery/sittuyin" });
  assertEqual(
    await shogi.page.locator(".captured .lost svg").count(),
    await shogi.page.locator(".captured .lost").count(),
    "pictures of pieces in hand",
  );
});

test("the dragged piece covers the marks", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  const center = async (name) => {
    const box = await square(page, name).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await center("e2")));
  await page.mouse.down();
  await page.mouse.move(...(await center("e3")), { steps: 4 });
  const isAbove = await page.evaluate(() => {
    const [piece, mark] = [document.querySelector(".piece.carried"), document.querySelector(".mark-move")];
    return Boolean(mark.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert(isAbove, "the piece is drawn after the marks");
  await page.keyboard.press("Escape");
  await page.mouse.move(...(await center("e2")), { steps: 2 });
  await page.mouse.up();
  assertEqual(await page.locator(".board .pieces").count(), 1, "groups of pieces after the drag");
  assertEqual(await page.locator(".board .piece").count(), 32, "pieces after the drag");
  await drag(page, "e2", "e4");
  await waitForMoves(page, 1);
});

test("every board fits in the window", async ({ openGame }) => {
  for (const [variant, width, height] of [
    ["gallery/marinelli", 1280, 800],
    ["gallery/xiangqi", 1366, 650],
    ["trichess", 1280, 800],
  ]) {
    const { page } = await openGame({ variant }, "", { width, height });
    const box = await page.locator(".board > svg").boundingBox();
    assert(box.y + box.height <= height, `the board of ${variant} ends at ${box.y + box.height} of ${height} px`);
    assert(box.height > height * 0.6, `the board of ${variant} is ${box.height} px high`);
    await page.context().close();
  }
});

test("a promotion is named, with a picture of every new piece", async ({ openGame }) => {
  // No horse is on the board before.
  const position = "s:Ke1,Bb5 g:Kh9 turn=s";
  const { page, state } = await openGame({ variant: "gallery/shogi", position });
  const { from, to } = (await state()).moves.find((it) => it.promotion);
  await click(page, from);
  await click(page, to);
  const dialog = page.getByRole("dialog", { name: `Choose the move: ${from} to ${to}` });
  await dialog.waitFor();
  assert(await dialog.getByRole("button", { name: "Promote to horse" }).locator("svg").count(), "the picture of the horse");
});

test("a piece dragged out of turn says whose turn it is", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await drag(page, "e7", "e5");
  await said(page, "it is White's turn");
  assert((await refusal(page)).sentence.includes("White's turn"), "the refusal names the player");
  // With a piece selected, the drag is no move of that piece.
  await click(page, "d1");
  await drag(page, "d7", "d5");
  await said(page, "it is White's turn");
});

test("in a game of drops, a click on a square puts the only piece there", async ({ openGame }) => {
  const { page } = await openGame({ variant: "gallery/flipello" });
  const [drop, other] = await page.evaluate(async () => {
    const state = await (await fetch(location.hash.replace("#play/", "/api/games/").split("?")[0])).json();
    const legal = new Set(state.moves.map((it) => it.to));
    const empty = [...document.querySelectorAll(".board .square")].map((it) => it.dataset.square);
    const taken = new Set(state.pieces.map((it) => it.square));
    return [[...legal][0], empty.find((it) => !legal.has(it) && !taken.has(it))];
  });
  await click(page, other);
  assert((await refusal(page)).sentence.length > 10, "the reason of an illegal square");
  await click(page, drop);
  await waitForMoves(page, 1);
});
