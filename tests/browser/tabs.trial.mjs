// Several tabs with one game, and a server that stops.

import { claim, same, trial, until } from "./check.mjs";
import { click, drag, move, played, refusal, square, targets } from "./hands.mjs";

/** Three tabs at one game, each at its seat. */
async function three(given, variant) {
  const { page, id, state, variant: told } = await given.table({ variant }, "?seat=none");
  const tabs = {};
  for (const seat of told.seats) {
    tabs[seat.letter] = await given.open(`#play/${id}?seat=${seat.letter}`);
    await tabs[seat.letter].locator(".board .square").first().waitFor();
  }
  return { watcher: page, tabs, id, state, variant: told };
}

trial("three people on three tabs, and one who watches", async (given) => {
  const { watcher, tabs, state, variant } = await three(given, "three-player-chess");
  const letters = variant.seats.map((it) => it.letter);
  for (let number = 0; number < 6; number++) {
    const { turn, moves } = await state();
    const mine = tabs[turn];
    const other = tabs[letters[(letters.indexOf(turn) + 1) % 3]];
    // A player who is not to move sees no targets, and sees why they may not move.
    await click(other, moves[0].from);
    same(await targets(other), [], "targets at another's turn");
    await click(other, moves[0].to);
    claim((await refusal(other)).sentence.length > 5, "a reason");
    same((await state()).history.length, number, "nothing has happened");
    await drag(mine, moves[0].from, moves[0].to);
    for (const tab of [...Object.values(tabs), watcher]) await played(tab, number + 1);
    const { said } = await state();
    for (const tab of [...Object.values(tabs), watcher]) {
      await until(async () => (await tab.locator("#said").innerText()) === said, "every tab says what happened");
    }
  }
  await click(watcher, (await state()).moves[0].from);
  await click(watcher, (await state()).moves[0].to);
  claim(/watching/.test((await refusal(watcher)).sentence), "who watches is told so");
});

trial("a draw needs the consent of everybody", async (given) => {
  const { tabs, state, variant } = await three(given, "three-player-chess");
  const offer = (await state()).acts.find((it) => /draw/.test(it.text));
  claim(offer, "a draw can be offered");
  const tab = tabs[offer.seat];
  await tab.locator(".part-acts summary").click();
  await tab.locator(`[data-key="${offer.text}"]`).click();
  const asked = (await until(async () => (await state()).pending, "it is being asked")).asks;
  claim(asked.length === 2, `two are asked, not ${asked.length}`);
  const button = (letter, verb) => tabs[letter].locator(`.pending [data-key="${letter} ${verb}"]`);
  await button(asked[0], "accepts").waitFor();
  same(
    await tabs[asked[0]].locator(`.pending [data-key="${asked[1]} accepts"]`).count(),
    0,
    "nobody answers for another",
  );
  // One player refuses, and the game continues. On the second offer both accept.
  await button(asked[0], "refuses").click();
  await until(async () => (await state()).pending === null, "the offer is gone");
  same((await state()).over, false, "over after a refusal");
  await until(async () => (await tab.locator(".pending").count()) === 0, "no question is shown");
  const again = (await state()).acts.find((it) => /draw/.test(it.text));
  if (again) {
    const asker = tabs[again.seat];
    if (!(await asker.locator(".part-acts details").evaluate((it) => it.open)))
      await asker.locator(".part-acts summary").click();
    await asker.locator(`[data-key="${again.text}"]`).click();
    for (const letter of (await until(async () => (await state()).pending, "asked again")).asks) {
      // Each player who answers has seen the earlier answers.
      const { sentence } = (await state()).pending;
      await until(
        async () => (await tabs[letter].locator(".pending").innerText()).includes(sentence),
        `the tab of ${letter} asks`,
      );
      await button(letter, "accepts").click();
      const sure = tabs[letter].getByRole("dialog").getByRole("button", { name: /^Accept/ });
      await sure.waitFor();
      await until(async () => {
        if (await sure.count()) await sure.click();
        return (await sure.count()) === 0;
      }, "a considered answer counts");
      await until(async () => (await state()).pending?.sentence !== sentence, `the answer of ${letter} is taken`);
    }
    await until(async () => (await state()).over, "the game is drawn");
    for (const it of Object.values(tabs)) {
      await until(async () => (await it.locator(".status.over").count()) === 1, "every tab shows the end");
    }
  }
});

trial("resigning, by keys alone", async (given) => {
  const { page, state } = await given.table({ variant: "chess" });
  const resign = (await state()).acts.find((it) => /resign/.test(it.text));
  claim(resign, "one may resign");
  await page.locator('[data-key="acts"]').focus();
  await page.keyboard.press("Enter");
  const key = await until(async () => {
    await page.keyboard.press("Tab");
    return (await page.evaluate(() => document.activeElement.dataset.key)) === resign.text;
  }, "Tab leads to the button");
  claim(key, "the button has the focus");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  same(await page.evaluate(() => document.activeElement.textContent), "Cancel", "the careful answer has the focus");
  await page.keyboard.press("ArrowRight");
  await until(async () => {
    if (await page.getByRole("dialog").count()) await page.keyboard.press("Enter");
    return (await page.locator(".status.over").count()) === 1;
  }, "the game is over");
  same((await state()).status.sentence, await page.locator(".status").innerText(), "the sentence");
});

trial("whoever looks back goes on looking while others play", async (given) => {
  const { page, id, state } = await given.table({ variant: "chess" });
  await move(page, null, "typing", { text: "e2-e4" });
  await played(page, 1);
  await page.locator('[data-key="act-0"]').click();
  await page.getByText("Earlier position: start of the game.").waitFor();
  await given.server.post(`/api/games/${id}/act`, { version: (await state()).version, text: "e7-e5" });
  await played(page, 2);
  claim((await square(page, "e2").getAttribute("aria-label")).includes("pawn"), "the start is still shown");
  await page.getByRole("button", { name: "Current position" }).click();
  await until(
    async () => (await square(page, "e5").getAttribute("aria-label")).includes("pawn"),
    "the game as it stands",
  );
});

trial("many tabs of one browser do not use up its connections", async (given) => {
  const { page, id, state } = await given.table({ variant: "chess" });
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
  await played(last, 1);
  await hide(page, false);
  await played(page, 1);
  same((await state()).history.length, 1, "acts");
});

trial("two tabs at once: the later one is told", async (given) => {
  const { page, id, state } = await given.table({ variant: "chess" });
  await page.route("**/events", (route) => route.abort());
  await page.reload();
  await page.locator(".board .square").first().waitFor();
  const { version } = await state();
  await given.server.post(`/api/games/${id}/act`, { version, text: "e2-e4" });
  await click(page, "d2");
  await click(page, "d4");
  claim(/meanwhile/.test((await refusal(page)).sentence), "it is said that the game went on");
  await played(page, 1);
  same((await state()).history.length, 1, "acts");
});

trial("a server that is killed in the middle of a game loses nothing", async (given) => {
  const { server } = given;
  const { page, id, state, variant } = await given.table({ variant: "trichess" });
  const moves = ["d2-d4", "e11-e9", "e2-e4"];
  for (let number = 0; number < 3; number++) {
    const now = await state();
    const text = now.moves.find((it) => `${it.from}-${it.to}` === moves[number]) ?? now.moves[number * 3];
    await move(page, variant, number % 2 ? "click" : "drag", text);
    await played(page, number + 1);
  }
  const before = await state();
  await server.kill();
  await until(
    async () => /does not answer/.test(await page.locator("#notices").innerText()),
    "the page says that the server is away",
  );
  // The page refuses attempts meanwhile with a message, and loses none by accident.
  await move(page, variant, "typing", { text: before.moves[0].text });
  claim(/does not answer/.test((await refusal(page)).sentence), "a try is answered");
  await server.begin();
  await until(
    async () => /is back|^$/.test((await page.locator("#notices").innerText()).trim()),
    "the page says that it is back",
  );
  const after = await state();
  same([after.position, after.record, after.at], [before.position, before.record, before.at], "the game");
  await page.getByLabel("Move", { exact: true }).fill("");
  await move(page, variant, "click", after.moves[0]);
  await played(page, 4);
  // Another tab finds it in the list.
  const other = await given.open("#play");
  await other.locator(`.kept a[href="#play/${id}"]`).click();
  await other.locator(".board .square").first().waitFor();
  await played(other, 4);
});

trial("a page that was opened while the server was away comes up by itself", async (given) => {
  const page = await given.open("#play");
  await page.locator(".preview svg").waitFor();
  await given.server.kill();
  await page.getByRole("link", { name: "Rules" }).click();
  await until(async () => /does not answer/.test(await page.locator("#notices").innerText()), "it is said");
  await given.server.begin();
  await page.locator(".rulebook h1").waitFor();
});

trial("a game against bots goes on by itself", async (given) => {
  const { page, state } = await given.table({
    variant: "3-man-chess",
    players: { w: "human", g: "greedy", b: "random" },
  });
  const first = (await state()).moves[0];
  await click(page, first.from);
  await click(page, first.to);
  await played(page, 3);
  same((await state()).turn, "w", "it is the person's turn again");
  await page.getByRole("button", { name: "Undo" }).click();
  await played(page, 0);
  await page.getByRole("button", { name: "Redo" }).click();
  await until(async () => (await state()).history.length > 0, "it is done again");
});

trial("a game that is not there is said to be missing", async (given) => {
  const page = await given.open("#play/nosuchgame");
  await until(async () => (await page.locator("#notices").innerText()).length > 20, "a sentence");
  claim(!/does not answer/.test(await page.locator("#notices").innerText()), "the server itself is there");
  await page.getByRole("link", { name: "All games" }).click();
  await page.getByRole("button", { name: "Start game" }).waitFor();
});
