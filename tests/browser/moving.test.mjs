// Moves that a player begins or enters in an uncommon way, and the keys around them.

import { assert, assertEqual, test, until } from "./check.mjs";
import { click, focused, move, refusal, square, waitForMoves } from "./input.mjs";

test("typed half moves ask for the promotion and for the duck", async ({ openGame }) => {
  const promoting = await openGame({ variant: "chess", position: "w:Ke1,Pa7 b:Kh8 turn=w" });
  await move(promoting.page, null, "typing", { text: "a7-a8" });
  await promoting.page.getByRole("dialog").getByRole("button", { name: "Knight" }).click();
  await waitForMoves(promoting.page, 1);
  assertEqual((await promoting.state()).history[0].text, "a7-a8=N", "the move");
  const duck = await openGame({ variant: "gallery/duck" });
  await move(duck.page, null, "typing", { text: "d2-d4" });
  await duck.page.locator(".past").getByText("Choose a square for the duck.").waitFor();
  await click(duck.page, "a4");
  await waitForMoves(duck.page, 1);
  assertEqual((await duck.state()).history[0].text, "d2-d4/a4", "the move");
});

test("a king castles when it moves to its rook", async ({ openGame }) => {
  for (const method of ["click", "drag"]) {
    const { page, state } = await openGame({ variant: "chess", position: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1" });
    await move(page, null, method, { from: "e1", to: "a1" });
    await waitForMoves(page, 1);
    assertEqual((await state()).history[0].text, "O-O-O", `castling by ${method}`);
  }
  // Without the right to castle, the rook is selected.
  const { page } = await openGame({ variant: "chess", position: "4k3/8/8/8/8/8/8/R3K2R w - - 0 1" });
  await move(page, null, "click", { from: "e1", to: "h1" });
  assertEqual(await square(page, "h1").getAttribute("aria-pressed"), "true", "the rook is selected");
});

test("a refused move keeps the marks of the last moves", async ({ openGame }) => {
  const { page } = await openGame({ variant: "3-man-chess" });
  for (const [number, text] of ["WHe4", "GRe4", "BLe4"].entries()) {
    await move(page, null, "typing", { text });
    await waitForMoves(page, number + 1);
  }
  const marks = () => page.locator(".page-under .before").count();
  const before = await marks();
  assert(before > 0, "the moves since the player's own are marked");
  await move(page, null, "typing", { text: "WHd2-WHd5" });
  await refusal(page);
  assertEqual(await marks(), before, "marks after a refusal");
});

test("Escape leads back: from a promotion to the pawn, and from the field to the board", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess", position: "w:Ke1,Pa7 b:Kh8 turn=w" });
  await move(page, null, "click", { from: "a7", to: "a8" });
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await until(async () => (await focused(page)) === "a7", "the focus is on the pawn");
  assertEqual(await square(page, "a7").getAttribute("aria-pressed"), "true", "the pawn is selected");
  await page.keyboard.press("m");
  await page.keyboard.type("abc");
  await page.keyboard.press("Escape");
  assertEqual([await focused(page), await page.locator("#move").inputValue()], ["a7", ""], "after Escape in the field");
});

test("keys repeat the last announcement and say what cannot be undone", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  const said = (text) => until(async () => (await page.locator("#announcement").innerText()).includes(text), `announced: ${text}`);
  await click(page, "e2");
  await said("e2, white pawn selected");
  await page.evaluate(() => document.getElementById("announcement").replaceChildren());
  await page.keyboard.press("s");
  await said("e2, white pawn selected");
  await page.keyboard.press("u");
  await said("There is nothing to undo.");
  await page.keyboard.press("r");
  await said("There is nothing to redo.");
  await page.evaluate(() => (location.hash = "#play/nosuchgame"));
  await page.getByText("there is no game").waitFor();
  assertEqual(await page.locator("#announcement").innerText(), "", "announcement of the game that was left");
  assertEqual(await page.getByRole("button", { name: "Try again" }).count(), 0, "attempts that cannot help");
  assertEqual(await page.locator("main code").innerText(), "nosuchgame", "the part in backticks");
});
