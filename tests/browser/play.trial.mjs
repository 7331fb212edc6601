// The panel beside the board: confirmation, looking back, the state of the players, the list of
// games, and refusals that move no other element.

import { claim, same, trial, until } from "./check.mjs";
import { click, move, played, refusal, square } from "./hands.mjs";

/** Returns the positions of elements. */
const places = (page, selectors) =>
  page.evaluate(
    (all) =>
      all.map((it) => {
        const { x, y } = document.querySelector(it).getBoundingClientRect();
        return [it, Math.round(x), Math.round(y)];
      }),
    selectors,
  );

const button = (page, name) => page.getByRole("button", { name, exact: true });

trial("resigning needs confirmation, and a double click has no effect", async ({ table }) => {
  const { page, state } = await table({ variant: "osullivan" });
  await page.locator(".part-acts summary").click();
  const acts = (await state()).acts.filter((it) => /resign/.test(it.text));
  same(acts.length, 3, "three players may resign");
  const first = page.locator(`[data-key="${acts[0].text}"]`);
  await first.scrollIntoViewIfNeeded();
  const box = await first.boundingBox();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  // Two clicks at the same place, fast or slow: the second one cancels the question.
  await page.mouse.click(...at);
  await page.getByRole("dialog").waitFor();
  await page.mouse.click(...at);
  await until(async () => (await page.getByRole("dialog").count()) === 0, "the question is gone");
  same((await state()).history.length, 0, "acts after two clicks");
  // A double click on the confirm button's own place has no effect in the first moment.
  await page.mouse.click(...at);
  const sure = page.getByRole("dialog").getByRole("button", { name: acts[0].label, exact: true });
  await sure.click();
  same((await state()).history.length, 0, "acts after an answer in the first moment");
  await until(async () => {
    if (await sure.count()) await sure.click();
    return (await state()).history.length === 1;
  }, "a considered answer counts");
  await played(page, 1);
  // The row of every player stays in place.
  const next = page.locator(`[data-key="${acts[1].text}"]`);
  await until(async () => (await next.count()) === 1, "the next player's button is there");
  same(await page.locator(".part-acts .choices").count(), 3, "lines of players");
  claim((await next.boundingBox()).y > at[1], "the next player's button is not where the first one was");
});

trial("a draw that is accepted is asked about, one that is offered is not", async ({ table }) => {
  const { page, state } = await table({ variant: "chess" });
  await page.locator(".part-acts summary").click();
  await page.locator('[data-key="w claims draw"]').click();
  await until(async () => (await state()).pending, "the offer waits");
  await page.locator('[data-key="b accepts"]').click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  claim((await state()).pending, "the offer still waits");
});

trial("looking back marks the move that was made, by buttons and by keys", async ({ table }) => {
  const { page, state, variant } = await table({ variant: "chess" });
  for (const [number, text] of ["e2-e4", "e7-e5", "Ng1-f3"].entries()) {
    await move(page, variant, "typing", { text });
    await played(page, number + 1);
  }
  const last = async (from, to) => {
    await until(
      async () => (await square(page, to).getAttribute("aria-label")).endsWith("moved last"),
      `${to} is marked as moved last`,
    );
    await until(async () => (await page.locator(".board .square.last, .board .last").count()) > 0, "a mark is drawn");
    claim(!(await square(page, from).getAttribute("aria-label")).includes("moved last"), "and only there");
  };
  await last("g1", "f3");
  const stays = [".controls", ".board-viewport", ".panel", ".move-box"];
  const before = await places(page, stays);
  await button(page, "One move back").click();
  await page.getByText("Earlier position: after e7-e5.").waitFor();
  await last("e7", "e5");
  same(await places(page, stays), before, "where things are while looking back");
  await button(page, "First position").click();
  await page.getByText("Earlier position: start of the game.").waitFor();
  same(await button(page, "One move back").getAttribute("aria-disabled"), "true", "no way further back");
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
  same(await page.locator(".past").innerText(), "", "the game is shown as it stands");
  same((await state()).history.length, 3, "nothing was lost");
});

trial("captured pieces, losses and protection are shown, and the board marks who is protected", async ({ table }) => {
  const { page, state } = await table({
    variant: "trichess",
    position: "w:Kd1,Nf10 r:Kl12,Rh9,Pi11 b:Kd8 turn=w captured=r:Q,P",
  });
  const { protection, seats } = await state();
  claim(protection.length > 0, "somebody is protected");
  const panel = await page.locator(".players").innerText();
  claim(panel.includes(seats[1].material), `the panel says ${seats[1].material}`);
  claim(/to move/.test(panel) && /next/.test(panel), "who moves, and who is next");
  same(await page.locator(".players li").nth(1).locator(".lost").count(), 2, "captured pieces of Red");
  for (const it of protection) claim((await page.locator(".protection").innerText()).includes(it.sentence), it.sentence);
  await page.locator(".protection button").first().hover();
  same(await page.locator(".mark-at").count(), protection[0].at.length, "protected pieces that are marked");
  await page.mouse.move(1, 1);
  same(await page.locator(".mark-at").count(), 0, "marks afterwards");
  // A refused capture marks the piece and all pieces that the ban protects.
  await click(page, "f10");
  await click(page, "h9");
  const { code } = await refusal(page);
  same(code, protection[0].code, "the reason");
  same(await page.locator(".mark-at").count(), protection[0].at.length, "protected pieces that are marked");
});

trial("a game without points shows none before its end", async ({ table }) => {
  const { page } = await table({ variant: "chess" });
  claim(!/score/.test(await page.locator(".players").innerText()), "no score yet");
});

trial("a refusal pushes nothing away", async ({ table }) => {
  for (const look of [{ width: 1280, height: 850 }, { width: 360, height: 740 }]) {
    const { page } = await table({ variant: "3-man-chess" }, "", look);
    const stays = [".controls", ".board-viewport", ".panel", ".move-box", ".players"];
    await page.evaluate(() => scrollTo(0, 0));
    const before = await places(page, stays);
    await click(page, "WHa1");
    await click(page, "GRh1");
    await refusal(page);
    await page.evaluate(() => scrollTo(0, 0));
    same(await places(page, stays), before, `where things are at ${look.width} px`);
    const [box, board] = [
      await page.locator(".refusal").boundingBox(),
      await page.locator(".board-viewport").boundingBox(),
    ];
    claim(box.y + box.height <= board.y + 1, "the reason covers no square");
    await page.context().close();
  }
});

trial("another player's piece is told with whose turn it is", async ({ table }) => {
  const { page } = await table({ variant: "3-man-chess" });
  await click(page, "BLa2");
  await until(
    async () => /White's turn/.test(await page.locator("#said").innerText()),
    "the page says that it is White's turn",
  );
  claim(!/legal/.test(await page.locator("#said").innerText()), "nothing is said of legal moves");
});

trial("barriers are explained where they are listed, and light up", async ({ table }) => {
  const { page, state } = await table({ variant: "3-man-chess" });
  await page.locator('[data-key="barriers"]').click();
  await until(async () => (await page.locator(".about-barriers h3").count()) > 0, "the rules' words on barriers");
  const { barriers } = await state();
  await page.locator(".barriers button").first().hover();
  same(
    await page.locator("[data-barrier].lit").evaluateAll((all) => [...new Set(all.map((it) => it.dataset.barrier))]),
    [barriers[0].name],
    "what is lit",
  );
});

trial("the board takes most of the window", async ({ table }) => {
  for (const [width, height, least] of [
    [1280, 850, 640],
    [1920, 1080, 860],
    [360, 740, 330],
  ]) {
    const { page } = await table({ variant: "chess" }, "", { width, height });
    const box = await page.locator(".board > svg").boundingBox();
    claim(box.width >= least, `the board is ${box.width} px wide at ${width}×${height}`);
    claim(box.y + box.height <= height, `the board ends at ${box.y + box.height} of ${height} px`);
    await page.context().close();
  }
});

trial("no name of a player's kind is cut off", async ({ open, table }) => {
  const { page } = await table({ variant: "chess" });
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
  same(cut, [], "names that are cut off");
});

trial("the list of games has dates, pages and deletion", async ({ open, server }) => {
  const begin = () => server.post("/api/games", { variant: "chess", players: {} });
  const untouched = (await begin()).id;
  const games = [];
  for (let number = 0; number < 22; number++) {
    const { id, version } = await begin();
    await server.post(`/api/games/${id}/act`, { version, text: "e2-e4" });
    games.push(id);
  }
  const page = await open("#play");
  await page.locator(`.kept a[href="#play/${games[21]}"]`).waitFor();
  same(await page.locator(`.kept a[href="#play/${untouched}"]`).count(), 0, "a game without a move in the list");
  same(await page.locator(".kept li").count(), 20, "games on a page");
  same(await page.locator(".kept time").count(), 20, "dates");
  await button(page, "Older games").click();
  await page.locator(`.kept a[href="#play/${games[0]}"]`).waitFor();
  await button(page, "Newer games").click();
  const newest = page.locator(`[data-key="delete-${games[21]}"]`);
  await newest.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  same((await server.get(`/api/games/${games[21]}`)).id, games[21], "a game that was kept");
  await newest.click();
  const sure = page.getByRole("dialog").getByRole("button", { name: "Delete" });
  await until(async () => {
    if (await sure.count()) await sure.click();
    return (await page.locator(`.kept a[href="#play/${games[21]}"]`).count()) === 0;
  }, "the game is gone from the list");
  same((await server.get(`/api/games/${games[21]}`)).error.code, "no-such-game", "the game is gone");
});

trial("a rulebook without a starting position says so before Begin", async ({ open, server }) => {
  const { variants } = await server.get("/api/variants");
  let found = null;
  for (const it of variants.filter((one) => /torus|moebius/.test(one.name))) {
    if (!(await server.get(`/api/variant?name=${it.name}`)).array) found = it.name;
  }
  if (!found) return;
  const page = await open(`#play?variant=${found}`);
  await page.getByText("no starting position").waitFor();
  claim(await button(page, "Start game").isDisabled(), "there is nothing to begin from");
  await page.locator(".preview svg").waitFor();
  await page.getByLabel("Text").fill("w:Ka1 b:Kd4 turn=w");
  await until(async () => button(page, "Start game").isEnabled(), "a position can be begun from");
});
