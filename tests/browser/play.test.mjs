// The panel beside the board: confirmation, earlier positions, the state of the players, the list of
// games, and refusals that cover nothing.

import { assertNoHorizontalScroll } from "./browser.mjs";
import { assert, assertEqual, test, until } from "./check.mjs";
import { click, move, waitForMoves, refusal, square, targets } from "./input.mjs";

/** Returns the positions of elements. */
const positionsOf = (page, selectors) =>
  page.evaluate(
    (all) =>
      all.map((it) => {
        const { x, y } = document.querySelector(it).getBoundingClientRect();
        return [it, Math.round(x), Math.round(y)];
      }),
    selectors,
  );

const button = (page, name) => page.getByRole("button", { name, exact: true });

test("resigning needs confirmation that a double click does not give", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "osullivan" });
  await page.locator(".part-acts summary").click();
  const acts = (await state()).acts.filter((it) => /resign/.test(it.text));
  assertEqual(acts.length, 3, "three players may resign");
  const first = page.locator(`[data-key="${acts[0].text}"]`);
  await first.scrollIntoViewIfNeeded();
  const box = await first.boundingBox();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  // Two clicks at the same place, fast or slow: the second one cancels the question.
  await page.mouse.click(...at);
  await page.getByRole("dialog").waitFor();
  await page.mouse.click(...at);
  await until(async () => (await page.getByRole("dialog").count()) === 0, "the dialog is closed");
  assertEqual((await state()).history.length, 0, "actions after two clicks");
  // A double click on the confirm button's own place has no effect in the first moment.
  await page.mouse.click(...at);
  const confirm = page.getByRole("dialog").getByRole("button", { name: acts[0].label, exact: true });
  await confirm.click();
  assertEqual((await state()).history.length, 0, "actions after a click in the first moment");
  await until(async () => {
    if (await confirm.count()) await confirm.click();
    return (await state()).history.length === 1;
  }, "a later click counts");
  await waitForMoves(page, 1);
  // The row of every player stays in place.
  const next = page.locator(`[data-key="${acts[1].text}"]`);
  await until(async () => (await next.count()) === 1, "the next player's button is there");
  assertEqual(await page.locator(".part-acts .choices").count(), 3, "lines of players");
  assert((await next.boundingBox()).y > at[1], "the next player's button is not where the first one was");
});

test("the move list shows checks, and the end offers another game", async ({ openGame, server }) => {
  const { page, id, variant, state } = await openGame({ variant: "chess", players: { b: "random" }, position: "w:Kg1,Ra1 b:Kg8,Pf7,Pg7,Ph7 turn=w" });
  await move(page, variant, "typing", { text: "Ra8" });
  await until(async () => (await page.locator('[data-key="act-1"]').innerText()) === "Ra1-a8#", "the list shows the checkmate");
  assertEqual(await page.locator('[data-key="act-1"]').getAttribute("aria-label"), "White: Ra1-a8, checkmate", "the name of the entry");
  await button(page, "Play again").click();
  await until(async () => !page.url().includes(id), "another game is open");
  await until(async () => (await button(page, "Play again").count()) === 0, "the other game has no such button");
  const again = await server.get(`/api/games/${page.url().match(/play\/([^?]+)/)[1]}`);
  assertEqual([again.position, ...again.seats.map((it) => it.player)], [(await state()).start, "human", "random"], "the start and the players");
});

test("accepting a draw needs confirmation, offering one does not", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "chess" });
  await page.locator(".part-acts summary").click();
  await page.locator('[data-key="w claims draw"]').click();
  await until(async () => (await state()).pending, "the offer is pending");
  await page.locator('[data-key="b accepts"]').click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  assert((await state()).pending, "the offer is still pending");
});

test("a move in place of an answer declines an offer", async ({ openGame }) => {
  const { page, state, variant } = await openGame({ variant: "chess" });
  await page.locator(".part-acts summary").click();
  await page.locator('[data-key="w claims draw"]').click();
  await page.locator('[data-key="b accepts"]').waitFor();
  assert(await page.locator('[data-key="b claims resign"]').count(), "Black can resign instead of answering");
  await move(page, variant, "typing", { text: "e2-e4" });
  await until(async () => (await state()).history.length === 2, "White moves on");
  assert((await state()).pending, "the offer is still pending");
  await move(page, variant, "typing", { text: "e7-e5" });
  await until(async () => (await state()).history.length === 3, "Black moves");
  assertEqual((await state()).pending, null, "the offer");
  await page.locator('[data-key="b accepts"]').waitFor({ state: "detached" });
});

test("earlier positions mark their last move, by buttons and by keys", async ({ openGame }) => {
  const { page, state, variant } = await openGame({ variant: "chess" });
  for (const [number, text] of ["e2-e4", "e7-e5", "Ng1-f3"].entries()) {
    await move(page, variant, "typing", { text });
    await waitForMoves(page, number + 1);
  }
  const last = async (from, to) => {
    await until(
      async () => (await square(page, to).getAttribute("aria-label")).endsWith("moved last"),
      `${to} is marked as moved last`,
    );
    await until(async () => (await page.locator(".board .square.last, .board .last").count()) > 0, "a mark is drawn");
    assert(!(await square(page, from).getAttribute("aria-label")).includes("moved last"), "only the destination is marked");
  };
  await last("g1", "f3");
  const fixed = [".controls", ".board-viewport", ".panel", ".move-box"];
  const before = await positionsOf(page, fixed);
  await button(page, "One move back").click();
  await page.getByText("Earlier position: after e7-e5.").waitFor();
  await last("e7", "e5");
  assertEqual(await positionsOf(page, fixed), before, "positions of elements while an earlier position is shown");
  await button(page, "First position").click();
  await page.getByText("Earlier position: start of the game.").waitFor();
  assertEqual(await button(page, "One move back").getAttribute("aria-disabled"), "true", "the back button at the first position");
  await button(page, "One move forward").click();
  await last("e2", "e4");
  await button(page, "Last position").click();
  await last("g1", "f3");
  // By keys, while no element has the focus.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await page.getByText("Earlier position: after e7-e5.").waitFor();
  await page.keyboard.press("Home");
  await page.getByText("Earlier position: start of the game.").waitFor();
  await page.keyboard.press("ArrowRight");
  await last("e2", "e4");
  await page.keyboard.press("End");
  await last("g1", "f3");
  // In the text field the same keys edit the text.
  await page.getByLabel("Move", { exact: true }).fill("e4");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  assertEqual(await page.locator(".past").innerText(), "", "the current position is shown");
  assertEqual((await state()).history.length, 3, "no move was lost");
});

test("captured pieces, losses and protected pieces are shown", async ({ openGame }) => {
  const { page, state } = await openGame({
    variant: "trichess",
    position: "w:Kd1,Nf10 r:Kl12,Rh9,Pi11 b:Kd8 turn=w captured=r:Q,P",
  });
  const { protection, seats } = await state();
  assert(protection.length > 0, "pieces are protected");
  const panel = await page.locator(".players").innerText();
  assert(panel.includes(seats[1].material), `the panel says ${seats[1].material}`);
  assert(/to move/.test(panel) && /next/.test(panel), "the players to move and next");
  assertEqual(await page.locator(".players li").nth(1).locator(".lost").count(), 2, "captured pieces of Red");
  await page.locator('[data-key="protection"]').click();
  for (const it of protection) assert((await page.locator(".protection").innerText()).includes(it.sentence), it.sentence);
  await page.locator(".protection button").first().hover();
  assertEqual(await page.locator(".mark-at").count(), protection[0].at.length, "protected pieces that are marked");
  await page.mouse.move(1, 1);
  assertEqual(await page.locator(".mark-at").count(), 0, "marks after the pointer has left");
  // A refused capture marks the piece and all pieces that the ban protects.
  await click(page, "f10");
  await click(page, "h9");
  const { code } = await refusal(page);
  assertEqual(code, protection[0].code, "the reason");
  assertEqual(await page.locator(".mark-at").count(), protection[0].at.length, "protected pieces that are marked");
});

test("no score is shown before the end of a game", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  assert(!/score/.test(await page.locator(".players").innerText()), "no score yet");
});

test("a refusal covers nothing, moves neither the board nor the controls, and can be closed", async ({ openGame }) => {
  for (const look of [{ width: 1280, height: 850 }, { width: 360, height: 740 }]) {
    const { page } = await openGame({ variant: "3-man-chess" }, "", look);
    const fixed = ["nav.views", ".title-row", ".status", ".controls", ".board-viewport", ".move-box"];
    await page.evaluate(() => scrollTo(0, 0));
    const before = await positionsOf(page, fixed);
    await click(page, "WHa1");
    await click(page, "GRh1");
    await refusal(page);
    await page.evaluate(() => scrollTo(0, 0));
    assertEqual(await positionsOf(page, fixed), before, `positions of elements at ${look.width} px`);
    const box = await page.locator(".refusal").boundingBox();
    for (const name of [...fixed, ".players"]) {
      const it = await page.locator(name).boundingBox();
      const isBeside = box.x >= it.x + it.width - 1 || it.x >= box.x + box.width - 1;
      assert(isBeside || box.y >= it.y + it.height - 1 || it.y >= box.y + box.height - 1, `the refusal does not cover ${name}`);
    }
    await page.keyboard.press("Escape");
    assertEqual(await page.locator(".refusal").innerText(), "", "refusal after Escape");
    await click(page, "WHa1");
    await click(page, "GRh1");
    await refusal(page);
    await page.getByRole("button", { name: "Close the message" }).click();
    assertEqual(await page.locator(".refusal").innerText(), "", "refusal after its button");
    await page.context().close();
  }
});

test("the controls fit every phone", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  for (const width of [320, 360, 365, 375, 390, 400, 412]) {
    await page.setViewportSize({ width, height: 700 });
    await assertNoHorizontalScroll(page, `a game at ${width} px`);
  }
});

test("a refusal is in view on a small screen, wherever its square is", async ({ openGame }) => {
  const { page } = await openGame({ variant: "ataxx" }, "", { width: 320, height: 480 });
  const isInView = () =>
    page.locator(".refusal").evaluate((it) => {
      const { top, bottom, left, right } = it.getBoundingClientRect();
      return it.hasChildNodes() && it.scrollWidth <= it.clientWidth && top >= 0 && bottom <= innerHeight + 1 && left >= 0 && right <= innerWidth + 1;
    });
  for (const [from, to] of [["a7", "g7"], ["a7", "a1"], ["g1", "g7"], ["a7", "a7"], ["a7", "d7"]]) {
    await click(page, from);
    await click(page, to);
    if (from === to) continue;
    await until(isInView, `the refusal of ${from}-${to} is in view`);
    await page.keyboard.press("Escape");
  }
  for (const text of ["w".repeat(60), "a7-g7"]) {
    await page.getByLabel("Move", { exact: true }).fill(text);
    await page.keyboard.press("Enter");
    await until(isInView, `the refusal of ${text} is in view`);
  }
});

test("selecting an opponent's piece announces whose turn it is", async ({ openGame }) => {
  const { page } = await openGame({ variant: "3-man-chess" });
  await click(page, "BLa2");
  await until(
    async () => /White's turn/.test(await page.locator("#announcement").innerText()),
    "the page says that it is White's turn",
  );
  assert(!/legal/.test(await page.locator("#announcement").innerText()), "the announcement does not mention legal moves");
});

test("listed barriers are explained and highlighted", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "3-man-chess" });
  await page.locator('[data-key="barriers"]').click();
  await until(async () => (await page.locator(".about-barriers h3").count()) > 0, "the explanation of barriers is shown");
  const about = await page.locator(".about-barriers").innerText();
  assert(about.includes("may not cross") && about.length > 300, `the explanation has texts: ${about}`);
  const { barriers } = await state();
  await page.locator(".barriers button").first().hover();
  assertEqual(
    await page.locator("[data-barrier].lit").evaluateAll((all) => [...new Set(all.map((it) => it.dataset.barrier))]),
    [barriers[0].name],
    "highlighted barriers",
  );
});

test("the board takes most of the window", async ({ openGame }) => {
  for (const [width, height, least] of [
    [1280, 850, 640],
    [1920, 1080, 860],
    [360, 740, 330],
  ]) {
    const { page } = await openGame({ variant: "chess" }, "", { width, height });
    const box = await page.locator(".board > svg").boundingBox();
    assert(box.width >= least, `the board is ${box.width} px wide at ${width}×${height}`);
    assert(box.y + box.height <= height, `the board ends at ${box.y + box.height} of ${height} px`);
    await page.context().close();
  }
});

test("no kind of player is cut off", async ({ open, openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  for (const it of await page.locator(".players select").all()) await it.selectOption({ index: 0 });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll(".players select")].flatMap((list) => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = getComputedStyle(list).font;
      return [...list.options]
        .filter((it) => pen.measureText(it.text).width > list.clientWidth - 32)
        .map((it) => it.text);
    }),
  );
  assertEqual(cut, [], "names that are cut off");
});

test("saved games have dates, pages and deletion", async ({ open, server }) => {
  const createGame = () => server.post("/api/games", { variant: "chess", players: {} });
  const untouched = (await createGame()).id;
  const games = [];
  for (let number = 0; number < 22; number++) {
    const { id, version } = await createGame();
    await server.post(`/api/games/${id}/act`, { version, text: "e2-e4" });
    games.push(id);
  }
  const page = await open("#play");
  await page.locator(`.kept a[href="#play/${games[21]}"]`).waitFor();
  assertEqual(await page.locator(`.kept a[href="#play/${untouched}"]`).count(), 0, "a game without a move in the list");
  assertEqual(await page.locator(".kept li").count(), 10, "games on a page");
  assertEqual(await page.locator(".kept time").count(), 10, "dates");
  for (let number = 0; number < 2; number++) await button(page, "Older games").click();
  await page.locator(`.kept a[href="#play/${games[0]}"]`).waitFor();
  for (let number = 0; number < 2; number++) await button(page, "Newer games").click();
  const newest = page.locator(`[data-key="delete-${games[21]}"]`);
  await newest.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  assertEqual((await server.get(`/api/games/${games[21]}`)).id, games[21], "the game still exists");
  await newest.click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete" });
  await until(async () => {
    if (await confirm.count()) await confirm.click();
    return (await page.locator(`.kept a[href="#play/${games[21]}"]`).count()) === 0;
  }, "the game is gone from the list");
  assertEqual((await server.get(`/api/games/${games[21]}`)).error.code, "no-such-game", "the game is gone");
  // Several games at once.
  assert((await page.locator(".kept li").first().innerText()).includes("2 people"), "the players");
  for (const number of [19, 20]) await page.locator(`.kept input[value="${games[number]}"]`).check();
  await button(page, "Delete 2 selected games").click();
  await until(async () => {
    if (await confirm.count()) await confirm.click();
    return (await page.locator(`.kept a[href="#play/${games[20]}"]`).count()) === 0;
  }, "the selected games are gone from the list");
  for (const number of [19, 20]) assertEqual((await server.get(`/api/games/${games[number]}`)).error.code, "no-such-game", "a selected game");
});

test("a game starts from its own starting position, changed", async ({ open, server }) => {
  const page = await open("#play?variant=3-man-chess");
  await page.getByLabel("Start from").selectOption("position");
  await button(page, "Insert the starting position").click();
  const { start } = await server.get("/api/variant?name=3-man-chess");
  assertEqual(await page.getByLabel("Position", { exact: true }).inputValue(), start, "the text");
  await page.locator(".preview svg").waitFor();
  assert(await button(page, "Start game").isEnabled(), "the game can start");
});

test("an enlarged board stays enlarged after a reload", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await button(page, "Larger board").click();
  const { width } = await page.locator(".board > svg").boundingBox();
  await page.reload();
  await page.locator(".board .square").first().waitFor();
  assertEqual((await page.locator(".board > svg").boundingBox()).width, width, "the width of the board");
});

test("a rulebook without a starting position disables Start game", async ({ open, server }) => {
  const { variants } = await server.get("/api/variants");
  let found = null;
  for (const it of variants.filter((one) => /torus|moebius/.test(one.name))) {
    if (!(await server.get(`/api/variant?name=${it.name}`)).setup) found = it.name;
  }
  if (!found) return;
  const page = await open(`#play?variant=${found}`);
  await page.getByText("no starting position").waitFor();
  assert(await button(page, "Start game").isDisabled(), "there is no starting position");
  await page.locator(".preview svg").waitFor();
  await page.getByLabel("Position", { exact: true }).fill("w:Ka1 b:Kd4 turn=w");
  await until(async () => button(page, "Start game").isEnabled(), "the game can start from the position");
});

test("a piece enters on the square that another one leaves, by mouse and by keyboard", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "gallery/seirawan" });
  const choices = () => page.locator("dialog button").allInnerTexts();
  await click(page, "b1");
  await click(page, "c3");
  await until(async () => (await choices()).length === 4, "four choices");
  assertEqual(
    await choices(),
    ["Normal move: Nb1-c3", "With hawk on b1", "With elephant on b1", "Cancel"],
    "the choices of the move",
  );
  await page.getByRole("button", { name: "With hawk on b1" }).click();
  await waitForMoves(page, 1);
  assertEqual((await state()).history.at(-1).text, "Nb1-c3/H", "the move");
  const label = await square(page, "b1").getAttribute("aria-label");
  assert(label.includes("hawk"), `${label} names the hawk`);
  await square(page, "b8").focus();
  await page.keyboard.press("Enter");
  await square(page, "a6").focus();
  await page.keyboard.press("Enter");
  await until(async () => (await choices()).length === 4, "four choices by keys");
  await page.getByRole("button", { name: "Normal move: Nb8-a6" }).press("Enter");
  await waitForMoves(page, 2);
  assertEqual((await state()).history.at(-1).text, "Nb8-a6", "the move without a piece");
});

test("a captured piece is dropped by mouse and by keyboard", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "gallery/crazyhouse" });
  for (const [from, to, at] of [
    ["e2", "e4", 1],
    ["d7", "d5", 2],
    ["e4", "d5", 3],
    ["d8", "d5", 4],
  ]) {
    await move(page, null, "click", { from, to });
    await waitForMoves(page, at);
  }
  const hand = (letter) => page.locator(`[data-key="hand-${letter}-P"]`);
  await hand("w").click();
  assertEqual((await targets(page)).length, 33, "squares for the drop");
  await click(page, "e5");
  await waitForMoves(page, 5);
  assertEqual((await state()).history.at(-1).text, "P@e5", "the drop");
  assertEqual(await hand("w").count(), 0, "pieces left in the hand");
  await hand("b").focus();
  await page.keyboard.press("Enter");
  await square(page, "e6").focus();
  await page.keyboard.press("Enter");
  await waitForMoves(page, 6);
  assertEqual((await state()).history.at(-1).text, "P@e6", "the drop by keys");
});
