// Several tabs with one game, and a server that stops.

import { assert, assertEqual, test, until } from "./check.mjs";
import { click, drag, move, waitForMoves, refusal, square, targets } from "./input.mjs";

/** Three tabs at one game, each at its seat. */
async function openThreeTabs(fixtures, variant) {
  const { page, id, state, variant: info } = await fixtures.openGame({ variant }, "?seat=none");
  const tabs = {};
  for (const seat of info.seats) {
    tabs[seat.letter] = await fixtures.open(`#play/${id}?seat=${seat.letter}`);
    await tabs[seat.letter].locator(".board .square").first().waitFor();
  }
  return { spectator: page, tabs, id, state, variant: info };
}

test("three players on three tabs, and a spectator", async (fixtures) => {
  const { spectator, tabs, state, variant } = await openThreeTabs(fixtures, "three-player-chess");
  const letters = variant.seats.map((it) => it.letter);
  for (let number = 0; number < 6; number++) {
    const { turn, moves } = await state();
    const own = tabs[turn];
    const other = tabs[letters[(letters.indexOf(turn) + 1) % 3]];
    // A player who is not to move sees no targets, and sees why they may not move.
    await click(other, moves[0].from);
    assertEqual(await targets(other), [], "targets on another player's turn");
    await click(other, moves[0].to);
    assert((await refusal(other)).sentence.length > 5, "a reason is given");
    assertEqual((await state()).history.length, number, "no move was made");
    await drag(own, moves[0].from, moves[0].to);
    for (const tab of [...Object.values(tabs), spectator]) await waitForMoves(tab, number + 1);
    const { announcement } = await state();
    for (const tab of [...Object.values(tabs), spectator]) {
      await until(async () => (await tab.locator("#announcement").innerText()) === announcement, "every tab announces the move");
    }
  }
  await click(spectator, (await state()).moves[0].from);
  await click(spectator, (await state()).moves[0].to);
  assert(/watching/.test((await refusal(spectator)).sentence), "a spectator is told that they are watching");
});

test("a draw needs the consent of every player", async (fixtures) => {
  const { tabs, state, variant } = await openThreeTabs(fixtures, "three-player-chess");
  const offer = (await state()).acts.find((it) => /draw/.test(it.text));
  assert(offer, "a draw can be offered");
  const tab = tabs[offer.seat];
  await tab.locator(".part-acts summary").click();
  await tab.locator(`[data-key="${offer.text}"]`).click();
  const waiting = (await until(async () => (await state()).pending, "the offer is pending")).asks;
  assert(waiting.length === 2, `two players must answer, not ${waiting.length}`);
  const button = (letter, verb) => tabs[letter].locator(`.pending [data-key="${letter} ${verb}"]`);
  await button(waiting[0], "accepts").waitFor();
  assertEqual(
    await tabs[waiting[0]].locator(`.pending [data-key="${waiting[1]} accepts"]`).count(),
    0,
    "no player answers for another",
  );
  // One player refuses, and the game continues. On the second offer both accept.
  await button(waiting[0], "refuses").click();
  await until(async () => (await state()).pending === null, "the offer is withdrawn");
  assertEqual((await state()).over, false, "over after a refusal");
  await until(async () => (await tab.locator(".pending").count()) === 0, "no offer is shown");
  const again = (await state()).acts.find((it) => /draw/.test(it.text));
  if (again) {
    const proposer = tabs[again.seat];
    if (!(await proposer.locator(".part-acts details").evaluate((it) => it.open)))
      await proposer.locator(".part-acts summary").click();
    await proposer.locator(`[data-key="${again.text}"]`).click();
    for (const letter of (await until(async () => (await state()).pending, "the second offer is pending")).asks) {
      // Each player who answers has seen the earlier answers.
      const { sentence } = (await state()).pending;
      await until(
        async () => (await tabs[letter].locator(".pending").innerText()).includes(sentence),
        `the tab of ${letter} shows the offer`,
      );
      await button(letter, "accepts").click();
      const confirm = tabs[letter].getByRole("dialog").getByRole("button", { name: /^Accept/ });
      await confirm.waitFor();
      await until(async () => {
        if (await confirm.count()) await confirm.click();
        return (await confirm.count()) === 0;
      }, "a later click counts");
      await until(async () => (await state()).pending?.sentence !== sentence, `the answer of ${letter} counts`);
    }
    await until(async () => (await state()).over, "the game is drawn");
    for (const it of Object.values(tabs)) {
      await until(async () => (await it.locator(".status.over").count()) === 1, "every tab shows the end");
    }
  }
});

test("resigning by keyboard", async (fixtures) => {
  const { page, state } = await fixtures.openGame({ variant: "chess" });
  const resign = (await state()).acts.find((it) => /resign/.test(it.text));
  assert(resign, "resigning is possible");
  await page.locator('[data-key="acts"]').focus();
  await page.keyboard.press("Enter");
  const key = await until(async () => {
    await page.keyboard.press("Tab");
    return (await page.evaluate(() => document.activeElement.dataset.key)) === resign.text;
  }, "Tab leads to the button");
  assert(key, "the button has the focus");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  assertEqual(await page.evaluate(() => document.activeElement.textContent), "Cancel", "the safe button has the focus");
  await page.keyboard.press("ArrowRight");
  await until(async () => {
    if (await page.getByRole("dialog").count()) await page.keyboard.press("Enter");
    return (await page.locator(".status.over").count()) === 1;
  }, "the game is over");
  assertEqual((await state()).status.sentence, await page.locator(".status").innerText(), "the sentence");
});

test("an earlier position stays visible while others play", async (fixtures) => {
  const { page, id, state } = await fixtures.openGame({ variant: "chess" });
  await move(page, null, "typing", { text: "e2-e4" });
  await waitForMoves(page, 1);
  await page.locator('[data-key="act-0"]').click();
  await page.getByText("Earlier position: start of the game.").waitFor();
  await fixtures.server.post(`/api/games/${id}/act`, { version: (await state()).version, text: "e7-e5" });
  await waitForMoves(page, 2);
  assert((await square(page, "e2").getAttribute("aria-label")).includes("pawn"), "the start is still shown");
  await page.getByRole("button", { name: "Current position" }).click();
  await until(
    async () => (await square(page, "e5").getAttribute("aria-label")).includes("pawn"),
    "the current position is shown",
  );
});

test("many tabs of one browser do not use up its connections", async (fixtures) => {
  const { page, id, state } = await fixtures.openGame({ variant: "chess" });
  const context = page.context();
  const hide = (tab, hidden) =>
    tab.evaluate((is) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => is });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  // A browser opens at most six connections to a host.
  for (let number = 0; number < 7; number++) {
    await hide(context.pages().at(-1), true);
    const next = await context.newPage();
    await next.goto(page.url());
    await next.locator(".board .square").first().waitFor();
  }
  const last = context.pages().at(-1);
  await move(last, null, "typing", { text: "e2-e4" });
  await waitForMoves(last, 1);
  await hide(page, false);
  await waitForMoves(page, 1);
  assertEqual((await state()).history.length, 1, "actions");
});

test("a game that is deleted in one tab is gone in the others", async (fixtures) => {
  const { page, id, state } = await fixtures.openGame({ variant: "chess" });
  const { version } = await state();
  await fixtures.server.post(`/api/games/${id}/act`, { version, text: "e2-e4" });
  await waitForMoves(page, 1);
  await fixtures.server.post(`/api/games/${id}/delete`, {});
  await page.locator("#notices").getByText("This game was deleted.").waitFor();
});

test("a move from a stale tab is refused with a message", async (fixtures) => {
  const { page, id, state } = await fixtures.openGame({ variant: "chess" });
  // No answer, instead of an error: after an error the page would load the game again, and the tab would not be stale.
  await page.route("**/events", () => {});
  await page.reload();
  await page.locator(".board .square").first().waitFor();
  const { version } = await state();
  await fixtures.server.post(`/api/games/${id}/act`, { version, text: "e2-e4" });
  await click(page, "d2");
  await click(page, "d4");
  assert(/meanwhile/.test((await refusal(page)).sentence), "the refusal says that the game has continued");
  await waitForMoves(page, 1);
  assertEqual((await state()).history.length, 1, "actions");
});

test("a killed server loses no moves", async (fixtures) => {
  const { server } = fixtures;
  const { page, id, state, variant } = await fixtures.openGame({ variant: "trichess" });
  const moves = ["d2-d4", "e11-e9", "e2-e4"];
  for (let number = 0; number < 3; number++) {
    const now = await state();
    const text = now.moves.find((it) => `${it.from}-${it.to}` === moves[number]) ?? now.moves[number * 3];
    await move(page, variant, number % 2 ? "click" : "drag", text);
    await waitForMoves(page, number + 1);
  }
  const before = await state();
  await server.kill();
  await until(
    async () => /does not answer/.test(await page.locator("#notices").innerText()),
    "the page reports the lost connection",
  );
  // The page refuses attempts meanwhile with a message, and loses none by accident.
  await move(page, variant, "typing", { text: before.moves[0].text });
  assert(/does not answer/.test((await refusal(page)).sentence), "an attempt is refused with a message");
  await server.launch();
  await until(
    async () => /is back|^$/.test((await page.locator("#notices").innerText()).trim()),
    "the page reports that the server is back",
  );
  const after = await state();
  assertEqual([after.position, after.record, after.at], [before.position, before.record, before.at], "the game");
  await page.getByLabel("Move", { exact: true }).fill("");
  await move(page, variant, "click", after.moves[0]);
  await waitForMoves(page, 4);
  // Another tab finds it in the list.
  const other = await fixtures.open("#play");
  await other.locator(`.kept a[href="#play/${id}"]`).click();
  await other.locator(".board .square").first().waitFor();
  await waitForMoves(other, 4);
});

test("a page opened while the server is down loads when it returns", async (fixtures) => {
  const page = await fixtures.open("#play");
  await page.locator(".preview svg").waitFor();
  await fixtures.server.kill();
  await page.getByRole("link", { name: "Rules" }).click();
  await until(async () => /does not answer/.test(await page.locator("#notices").innerText()), "the lost connection is reported");
  await fixtures.server.launch();
  await page.locator(".rulebook h1").waitFor();
});

test("a restart of the server is one notice", async (fixtures) => {
  const { page } = await fixtures.openGame({ variant: "chess" });
  await fixtures.server.kill();
  await page.getByLabel("Move", { exact: true }).fill("e2-e4");
  await page.keyboard.press("Enter");
  await until(async () => /does not answer/.test(await page.locator("#notices").innerText()), "the lost connection is reported");
  await fixtures.server.launch();
  await page.getByText("The server has restarted.").waitFor();
  assertEqual(await page.locator(".notice").count(), 1, "notices");
  await page.getByRole("button", { name: "Start it again" }).click();
  await page.locator(".board .square").first().waitFor();
});

test("bots answer automatically", async (fixtures) => {
  const { page, state } = await fixtures.openGame({
    variant: "3-man-chess",
    players: { w: "human", g: "greedy", b: "random" },
  });
  const first = (await state()).moves[0];
  await click(page, first.from);
  await click(page, first.to);
  await waitForMoves(page, 3);
  assertEqual((await state()).turn, "w", "it is the human player's turn again");
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForMoves(page, 0);
  await page.getByRole("button", { name: "Redo" }).click();
  await until(async () => (await state()).history.length > 0, "the move is redone");
});

test("a missing game is reported", async (fixtures) => {
  const page = await fixtures.open("#play/nosuchgame");
  await page.getByText("There is no game nosuchgame").waitFor();
  assertEqual(await page.locator("#notices").innerText(), "", "the message does not blame the server");
  assertEqual(await page.locator(".board, .move-box").count(), 0, "controls of a game");
  await page.getByRole("link", { name: "All games" }).click();
  await page.getByRole("button", { name: "Start game" }).waitFor();
});

test("a page without a server asks less and less often", async (fixtures) => {
  const { page } = await fixtures.openGame({ variant: "chess" });
  const times = [];
  page.on("requestfailed", (it) => it.url().includes("/api/variants") && times.push(performance.now()));
  await page.context().setOffline(true);
  // Any request notices that the server is away.
  await move(page, null, "typing", { text: "e2-e4" });
  await until(async () => times.length === 4, "four attempts");
  const gaps = times.slice(1).map((it, number) => it - times[number]);
  assert(gaps[2] > 1.5 * gaps[1] && gaps[1] > 1.5 * gaps[0], `the attempts have growing distances: ${gaps}`);
  await page.context().setOffline(false);
  await page.getByText("The server is back.").first().waitFor();
});

test("an outage is described once, and only a game is said to be saved", async ({ openEditor }) => {
  const { page, server } = await openEditor();
  const { id, version } = await server.post("/api/games", { variant: "chess" });
  await server.post(`/api/games/${id}/act`, { version, text: "e2-e4" });
  await page.evaluate((it) => (location.hash = `#play/${it}`), id);
  await page.locator(".rounds button.move").waitFor();
  await server.kill();
  const notice = page.locator('.notice[data-name="net"]');
  await until(async () => (await notice.innerText()).includes("Your game is saved."), "the notice in the game");
  await page.evaluate(() => (location.hash = "#design"));
  await page.getByText("This view cannot be loaded now.").waitFor();
  assert(!(await notice.innerText()).includes("saved"), "the notice in another view");
  assertEqual(await page.getByText("The server does not answer.", { exact: false }).count(), 1 + (await page.locator("#announcement", { hasText: "does not answer" }).count()), "descriptions");
  await server.launch();
  await page.locator("#rulebook").waitFor();
});
