// The board: ambiguous clicks, barriers, looking back, rotation, links.

import { claim, same, trial, until } from "./check.mjs";
import { click, focused, move, played, refusal, square, targets, walk } from "./hands.mjs";

const CHOICES = [
  ["a promotion", "chess", "w:Ke1,Pa7 b:Kh8 turn=w", "a7", "a8", "a7-a8=N", /^Knight$/],
  [
    "whom to free",
    "trichess",
    "w:Kd1,Pg11 r:Ki12,Rl12 b:Kd8 turn=w captured=w:Q,N",
    "g11",
    "g12",
    "g11-g12=N",
    /^Knight$/,
  ],
  [
    "castling or a step",
    "osullivan",
    "w:Kd8,Re8,Rb8,Pe7 r:Kh1 b:Ka1 turn=w castling=w:b8",
    "d8",
    "c8",
    "O-O-O",
    /O-O-O/,
  ],
];

for (const [what, name, position, from, to, text, choice] of CHOICES) {
  for (const way of ["click", "keys", "drag"]) {
    trial(`${what} is chosen at the square, by ${way}`, async ({ server, table }) => {
      const { page, state, variant } = await table({ variant: name, position });
      const fits = (await state()).moves.filter((it) => it.from === from && it.to === to);
      claim(fits.length > 1, `several moves go from ${from} to ${to}`);
      claim(
        fits.some((it) => it.text === text),
        `${text} is among ${fits.map((it) => it.text).join(" ")}`,
      );
      await move(page, variant, way, { from, to, choice });
      await played(page, 1);
      same((await state()).history[0].text, text, "what was played");
    });
  }
}

trial("a way all round to one's own square is a move, and is asked about", async ({ table }) => {
  const { page, state, variant } = await table({
    variant: "mechanisms/cylinder-full-circle",
    position: "w:Ke1,Ra4 b:Ke8 turn=w",
  });
  const round = (await state()).moves.find((it) => it.from === "a4" && it.to === "a4");
  claim(round, "the rook may go all round");
  await click(page, "a4");
  await click(page, "a4");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  same((await state()).history.length, 0, "acts");
  await move(page, variant, "keys", { from: "a4", to: "a4", choice: /all|a4/i });
  await played(page, 1);
  same((await state()).history[0].text, round.text, "what was played");
});

trial("a choice can be left, and nothing has happened", async ({ table }) => {
  const { page, state } = await table({ variant: "chess", position: CHOICES[0][2] });
  await click(page, "a7");
  await click(page, "a8");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await until(async () => (await page.getByRole("dialog").count()) === 0, "the choice is gone");
  same(await focused(page), "a8", "the focus is on the board");
  same((await state()).history.length, 0, "acts");
});

trial("a barrier that bars the way lights up", async ({ server, table }) => {
  const { page, state } = await table({ variant: "3-man-chess" });
  await click(page, "WHa1");
  await click(page, "GRh1");
  const { code } = await refusal(page);
  const why = await server.post("/api/explain", {
    variant: "3-man-chess",
    position: (await state()).position,
    from: "WHa1",
    to: "GRh1",
  });
  claim(why.barrier, `a barrier is named: ${JSON.stringify(why)}`);
  same(code, why.code, "the code");
  const lit = await page
    .locator("[data-barrier].lit")
    .evaluateAll((all) => [...new Set(all.map((it) => it.dataset.barrier))]);
  same(lit, [why.barrier], "what is lit");
});

trial("squares at issue are marked", async ({ server, table }) => {
  const { page } = await table({ variant: "chess", position: "w:Ke1,Re2 b:Kh8,Re8 turn=w" });
  await click(page, "e2");
  await click(page, "a2");
  await refusal(page);
  claim((await page.locator(".mark-at, .mark-by").count()) > 0, "something is marked");
  // The next action removes it.
  await click(page, "e2");
  same(await page.locator(".mark-at, .mark-by").count(), 0, "marks afterwards");
  same(await page.locator(".refusal").innerText(), "", "the reason afterwards");
});

trial("typed nonsense is answered", async ({ table }) => {
  const { page } = await table({ variant: "chess" });
  await page.getByLabel("Move", { exact: true }).fill("e9-e10");
  await page.keyboard.press("Enter");
  claim((await refusal(page)).sentence.includes("e9"), "the sentence names what was typed");
  same(await page.getByLabel("Move", { exact: true }).inputValue(), "e9-e10", "what was typed stays");
});

trial("who is in check, by whom", async ({ table }) => {
  const { page, state } = await table({
    variant: "3-man-chess",
    position: "w:KWHe1 g:KGRe1,RGRe3 b:KBLe1,RWHe5 turn=w",
  });
  const { checks } = await state();
  claim(checks.length > 0, "somebody is in check");
  for (const it of checks) {
    claim((await page.locator(".players").innerText()).includes(it.sentence), `the page says: ${it.sentence}`);
    claim((await square(page, it.king).getAttribute("aria-label")).includes("in check"), "the square says so, too");
  }
});

trial("undo, redo, and looking back", async ({ table }) => {
  const { page, state, variant } = await table({ variant: "chess" });
  for (const [number, text] of ["e2-e4", "e7-e5", "Ng1-f3"].entries()) {
    await move(page, variant, "typing", { text });
    await played(page, number + 1);
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await played(page, 2);
  await page.getByRole("button", { name: "Redo" }).click();
  await played(page, 3);
  // The keys in the list go back, but not beyond the start.
  await page.locator('.rounds [data-key="act-3"]').focus();
  for (const wanted of ["act-2", "act-1", "act-0", "act-0"]) {
    await page.keyboard.press("ArrowUp");
    await until(
      async () => (await page.evaluate(() => document.activeElement.dataset.key)) === wanted,
      `the focus is on ${wanted}`,
    );
  }
  await until(
    async () => (await square(page, "e2").getAttribute("aria-label")).includes("white pawn"),
    "the start is shown",
  );
  await click(page, "e2");
  same(await targets(page), [], "an earlier position is only looked at");
  await page.getByRole("button", { name: "Current position" }).click();
  await until(
    async () => (await square(page, "f3").getAttribute("aria-label")).includes("white knight"),
    "the game is shown",
  );
  same((await state()).history.length, 3, "nothing was lost");
});

trial("the board turns, and keys follow the screen", async ({ table }) => {
  const { page, variant } = await table({ variant: "chess" });
  await square(page, "e2").focus();
  await page.keyboard.press("ArrowUp");
  same(await focused(page), "e3", "up, from White's seat");
  await page.keyboard.press("f");
  await until(async () => page.url().includes("from=b"), "the address says from where");
  await until(async () => {
    await square(page, "e3").focus();
    await page.keyboard.press("ArrowUp");
    return (await focused(page)) === "e2";
  }, "up, from Black's seat");
});

trial("arrows are drawn by key and by the other button, and are gone with a click", async ({ table }) => {
  const { page, variant } = await table({ variant: "chess" });
  const arrows = () => page.locator(".page-arrows .tip").count();
  await square(page, "b1").focus();
  await page.keyboard.press("o");
  await walk(page, variant, "c3");
  await page.keyboard.press("o");
  same(await arrows(), 1, "arrows by key");
  const [from, to] = [await square(page, "e2").boundingBox(), await square(page, "e4").boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
  await page.mouse.up({ button: "right" });
  same(await arrows(), 2, "arrows by key and mouse");
  await square(page, "c3").focus();
  await page.keyboard.press("Escape");
  same(await arrows(), 0, "arrows after Escape");
});

trial("undo and redo by keys", async ({ table }) => {
  const { page } = await table({ variant: "chess" });
  await move(page, null, "drag", { from: "e2", to: "e4" });
  await played(page, 1);
  await square(page, "e4").focus();
  await page.keyboard.press("u");
  await played(page, 0);
  same(await focused(page), "e4", "the focus stays");
  await page.keyboard.press("r");
  await played(page, 1);
});

trial("on hexagons six letters lead to six neighbors", async ({ table }) => {
  const { page, variant } = await table({ variant: "mechanisms/hexagon" });
  const reached = [];
  for (const key of ["e", "d", "x", "z", "a", "w"]) {
    await square(page, "f6").focus();
    await page.keyboard.press(key);
    reached.push(await focused(page));
  }
  same(reached, ["f7", "g6", "f5", "e5", "e6", "e7"], "from f6, clockwise");
});

trial("every square of every shipped game can be reached by arrow keys", async ({ server, table }) => {
  for (const name of [
    "3-man-chess",
    "trichess",
    "osullivan",
    "mechanisms/hexagon",
    "mechanisms/cylinder",
    "mechanisms/cross-of-four",
  ]) {
    const { page, variant } = await table({ variant: name });
    const lost = await page.evaluate(async ({ squares, headings }) => {
      const { Compass } = await import("/page/compass.js");
      const points = new Map(
        [...document.querySelectorAll(".board .square")].map((it) => [
          it.dataset.square,
          { x: Number(it.dataset.x), y: Number(it.dataset.y) },
        ]),
      );
      const compass = new Compass(squares, headings, points);
      const seen = new Set([squares[0].name]);
      for (const here of seen) {
        for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
          const next = compass.to(here, { key, code: key });
          if (next) seen.add(next);
        }
      }
      return squares.map((it) => it.name).filter((it) => !seen.has(it));
    }, variant);
    same(lost, [], `squares of ${name} that no keys lead to`);
    await page.context().close();
  }
});

trial("a position and a record travel by link and by clipboard", async ({ server, open, table }) => {
  const { page, state, variant } = await table({ variant: "chess" });
  await move(page, variant, "typing", { text: "e2-e4" });
  await played(page, 1);
  const now = await state();
  await page.getByText("Links, position and record").click();
  await page.getByRole("button", { name: "Copy the position" }).click();
  await until(
    async () => (await page.evaluate(() => navigator.clipboard.readText())) === now.position,
    "the position is copied",
  );
  await page.getByRole("button", { name: "Copy the record" }).click();
  await until(
    async () => (await page.evaluate(() => navigator.clipboard.readText())) === now.record,
    "the record is copied",
  );
  for (const [name, count] of [
    ["New game from this position", 0],
    ["Continue from this record", 1],
  ]) {
    const other = await open(new URL(await page.getByRole("link", { name }).getAttribute("href")).hash);
    await other.locator(".preview svg").waitFor();
    await other.getByRole("button", { name: "Start game" }).click();
    await other.locator(".play .board .square").first().waitFor();
    const id = await until(async () => /#play\/(\w+)/.exec(other.url())?.[1], "another game began");
    const begun = await server.get(`/api/games/${id}`);
    same([begun.position, begun.history.length], [now.position, count], name);
  }
});

trial("a position that does not load is answered with its reasons", async ({ open }) => {
  const page = await open("#play?variant=chess&position=w:Ke1,Kd1%20turn=w");
  await page.getByRole("button", { name: "Start game" }).click();
  const alert = page.locator(".lobby [role=alert]");
  await until(async () => /king/.test(await alert.innerText()), "the reason speaks of the kings");
});
