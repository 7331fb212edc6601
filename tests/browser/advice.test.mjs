// Advice beside the board: hint, evaluation with best lines, the analysis of a game, and bots that
// take over a seat.

import { assert, assertEqual, test, until } from "./check.mjs";
import { assertAccessible, assertNoHorizontalScroll } from "./browser.mjs";
import { waitForMoves } from "./input.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });

test("a hint and the evaluation arrive while the board stays usable", async ({ openGame }) => {
  const { page } = await openGame({ variant: "3-man-chess" });
  await button(page, "Evaluation").click();
  const bar = page.getByRole("img", { name: /^Expected points: White \d/ });
  await bar.waitFor();
  assertEqual(await bar.locator("span").count(), 3, "parts of the bar");
  await button(page, "More lines").click();
  await page.locator('[data-key="line-1"]').waitFor();
  // The pointer may now be on a line, which shows its arrow alone.
  await page.mouse.move(5, 5);
  await until(async () => (await page.locator(".page-advice .fill-best").count()) >= 2, "two arrows");
  // With the focus on a line, the board shows its arrow alone.
  await page.locator('[data-key="line-1"]').focus();
  await until(async () => (await page.locator(".page-advice .fill-best").count()) === 1, "one arrow");
  await assertAccessible(page, "the evaluation");
  await assertNoHorizontalScroll(page, "the evaluation");
  await button(page, "Hint").click();
  await page.locator(".hint-text strong").waitFor();
  // A move makes the old advice disappear.
  await page.locator("#move").fill("e4");
  await page.keyboard.press("Enter");
  await waitForMoves(page, 1);
  assertEqual(await page.locator(".hint-text").textContent(), "", "the hint of the earlier position");
});

test("the analysis of a game leads to the costliest moves", async ({ openGame, server }) => {
  const { page, state } = await openGame({ variant: "chess" });
  const { id } = await state();
  for (const text of ["f3", "e5", "g4", "Qh4"]) {
    const { version } = await state();
    await server.post(`/api/games/${id}/act`, { version, text });
  }
  await waitForMoves(page, 4);
  await button(page, "Analyze the game").click();
  const costly = page.locator('[data-key="costly-3"]');
  await costly.click();
  await until(async () => (await page.locator(".past").textContent()).includes("after e7-e5"), "the position before g4");
  await until(async () => (await page.locator(".mark-move").count()) === 1, "the square of the better move");
  await page.reload();
  await costly.waitFor();
});

test("two bots play the rulebook that is edited", async ({ openEditor }) => {
  const { page } = await openEditor();
  await page.getByLabel("After each change, play a two-second game between bots").check();
  await page.getByRole("img", { name: /^A game between bots: / }).waitFor();
  assert(/^\d+ moves\. /.test(await page.locator(".bot-game figcaption").textContent()), "the number of moves");
});

test("a bot takes over a seat, thinks, and gives it back", async ({ openGame, server }) => {
  const { page, state } = await openGame({ variant: "chess" });
  await page.getByLabel("Player for White").selectOption("beginner");
  await until(async () => (await state()).history.length === 1, "the bot's move");
  // A level can be faster than the click. This bot thinks for as long as a page may ask for.
  const slow = await openGame({ variant: "chess" });
  await server.post(`/api/games/${slow.id}/players`, { players: { white: "brs:5s" } });
  await slow.page.getByText("White's bot is thinking.").waitFor();
  await button(slow.page, "Take over White from the bot").click();
  await until(async () => (await slow.state()).seats[0].player === "human", "the seat is a person's again");
  assertEqual((await slow.state()).history.length, 0, "moves of the stopped bot");
});
