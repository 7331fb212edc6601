// The board: ambiguous clicks, barriers, earlier positions, rotation, links.

import { assert, assertEqual, test, until } from "./check.mjs";
import { click, focused, move, waitForMoves, refusal, square, targets, walk } from "./input.mjs";

const CHOICES = [
  ["promotion", "chess", "w:Ke1,Pa7 b:Kh8 turn=w", "a7", "a8", "a7-a8=N", /^Knight$/],
  [
    "liberation",
    "trichess",
    "w:Kd1,Pg11 r:Ki12,Rl12 b:Kd8 turn=w captured=w:Q,N",
    "g11",
    "g12",
    "g11-g12=N",
    /^Knight$/,
  ],
  [
    "castling",
    "osullivan",
    "w:Kd8,Re8,Rb8,Pe7 r:Kh1 b:Ka1 turn=w castling=w:b8",
    "d8",
    "c8",
    "O-O-O",
    /O-O-O/,
  ],
];

for (const [what, name, position, from, to, text, choice] of CHOICES) {
  for (const method of ["click", "keys", "drag"]) {
    test(`${what} menu opens at the square, by ${method}`, async ({ server, openGame }) => {
      const { page, state, variant } = await openGame({ variant: name, position });
      const matching = (await state()).moves.filter((it) => it.from === from && it.to === to);
      assert(matching.length > 1, `several moves go from ${from} to ${to}`);
      assert(
        matching.some((it) => it.text === text),
        `${text} is among ${matching.map((it) => it.text).join(" ")}`,
      );
      await move(page, variant, method, { from, to, choice });
      await waitForMoves(page, 1);
      assertEqual((await state()).history[0].text, text, "what was played");
    });
  }
}

test("a full circle back to the start is a move and needs confirmation", async ({ openGame }) => {
  const { page, state, variant } = await openGame({
    variant: "mechanisms/cylinder-full-circle",
    position: "w:Ke1,Ra4 b:Ke8 turn=w",
  });
  const circle = (await state()).moves.find((it) => it.from === "a4" && it.to === "a4");
  assert(circle, "the rook may move in a full circle");
  await click(page, "a4");
  await click(page, "a4");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  assertEqual((await state()).history.length, 0, "actions");
  await move(page, variant, "keys", { from: "a4", to: "a4", choice: /all|a4/i });
  await waitForMoves(page, 1);
  assertEqual((await state()).history[0].text, circle.text, "what was played");
});

test("Escape closes the move menu without a move", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "chess", position: CHOICES[0][2] });
  await click(page, "a7");
  await click(page, "a8");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await until(async () => (await page.getByRole("dialog").count()) === 0, "the menu is closed");
  assertEqual(await focused(page), "a7", "the focus is on the pawn");
  assertEqual((await state()).history.length, 0, "actions");
});

test("a blocking barrier is highlighted", async ({ server, openGame }) => {
  const { page, state } = await openGame({ variant: "3-man-chess" });
  await click(page, "WHa1");
  await click(page, "GRh1");
  const { code } = await refusal(page);
  const explanation = await server.post("/api/explain", {
    variant: "3-man-chess",
    position: (await state()).position,
    from: "WHa1",
    to: "GRh1",
  });
  assert(explanation.barrier, `a barrier is named: ${JSON.stringify(explanation)}`);
  assertEqual(code, explanation.code, "the code");
  const lit = await page
    .locator("[data-barrier].lit")
    .evaluateAll((all) => [...new Set(all.map((it) => it.dataset.barrier))]);
  assertEqual(lit, [explanation.barrier], "highlighted barriers");
});

test("a refusal marks the squares that cause it", async ({ server, openGame }) => {
  const { page } = await openGame({ variant: "chess", position: "w:Ke1,Re2 b:Kh8,Re8 turn=w" });
  await click(page, "e2");
  await click(page, "a2");
  await refusal(page);
  assert((await page.locator(".mark-at, .mark-by").count()) > 0, "squares are marked");
  // The next action removes it.
  await click(page, "e2");
  assertEqual(await page.locator(".mark-at, .mark-by").count(), 0, "marks after the next action");
  assertEqual(await page.locator(".refusal").innerText(), "", "refusal after the next action");
});

test("an invalid typed move is reported", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await page.getByLabel("Move", { exact: true }).fill("e9-e10");
  await page.keyboard.press("Enter");
  assert((await refusal(page)).sentence.includes("e9"), "the sentence quotes the input");
  assertEqual(await page.getByLabel("Move", { exact: true }).inputValue(), "e9-e10", "the input remains");
});

test("checks are listed with their attackers", async ({ openGame }) => {
  const { page, state } = await openGame({
    variant: "3-man-chess",
    position: "w:KWHe1 g:KGRe1,RGRe3 b:KBLe1,RWHe5 turn=w",
  });
  const { checks } = await state();
  assert(checks.length > 0, "a player is in check");
  for (const it of checks) {
    assert((await page.locator(".players").innerText()).includes(it.sentence), `the page says: ${it.sentence}`);
    assert((await square(page, it.king).getAttribute("aria-label")).includes("in check"), "the label of the square mentions the check");
  }
});

test("undo, redo and earlier positions", async ({ openGame }) => {
  const { page, state, variant } = await openGame({ variant: "chess" });
  for (const [number, text] of ["e2-e4", "e7-e5", "Ng1-f3"].entries()) {
    await move(page, variant, "typing", { text });
    await waitForMoves(page, number + 1);
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForMoves(page, 2);
  await page.getByRole("button", { name: "Redo" }).click();
  await waitForMoves(page, 3);
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
  assertEqual(await targets(page), [], "targets in an earlier position");
  await page.getByRole("button", { name: "Current position" }).click();
  await until(
    async () => (await square(page, "f3").getAttribute("aria-label")).includes("white knight"),
    "the current position is shown",
  );
  assertEqual((await state()).history.length, 3, "no move was lost");
});

test("arrow keys follow the screen after a rotation", async ({ openGame }) => {
  const { page, variant } = await openGame({ variant: "chess" });
  await square(page, "e2").focus();
  await page.keyboard.press("ArrowUp");
  assertEqual(await focused(page), "e3", "up, seen from White's seat");
  await page.keyboard.press("f");
  await until(async () => page.url().includes("from=b"), "the URL contains the viewpoint");
  await until(async () => {
    await square(page, "e3").focus();
    await page.keyboard.press("ArrowUp");
    return (await focused(page)) === "e2";
  }, "up, seen from Black's seat");
});

test("arrows are drawn by key and right button, and Escape removes them", async ({ openGame }) => {
  const { page, variant } = await openGame({ variant: "chess" });
  const arrows = () => page.locator(".page-arrows .tip").count();
  await square(page, "b1").focus();
  await page.keyboard.press("o");
  await walk(page, variant, "c3");
  await page.keyboard.press("o");
  assertEqual(await arrows(), 1, "arrows by key");
  const [from, to] = [await square(page, "e2").boundingBox(), await square(page, "e4").boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
  await page.mouse.up({ button: "right" });
  assertEqual(await arrows(), 2, "arrows by key and mouse");
  await square(page, "c3").focus();
  await page.keyboard.press("Escape");
  assertEqual(await arrows(), 0, "arrows after Escape");
});

test("undo and redo by keys", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" });
  await move(page, null, "drag", { from: "e2", to: "e4" });
  await waitForMoves(page, 1);
  await square(page, "e4").focus();
  await page.keyboard.press("u");
  await waitForMoves(page, 0);
  assertEqual(await focused(page), "e4", "the focus stays");
  await page.keyboard.press("r");
  await waitForMoves(page, 1);
});

test("six letter keys reach the six neighbors of a hexagon", async ({ openGame }) => {
  const { page, variant } = await openGame({ variant: "mechanisms/hexagon" });
  const reached = [];
  for (const key of ["e", "d", "x", "z", "a", "w"]) {
    await square(page, "f6").focus();
    await page.keyboard.press(key);
    reached.push(await focused(page));
  }
  assertEqual(reached, ["f7", "g6", "f5", "e5", "e6", "e7"], "from f6, clockwise");
});

test("the six keys turn with hexes that have a flat top, and files run from left to right", async ({ openGame }) => {
  const { page } = await openGame({ variant: "gallery/glinski" });
  const reached = [];
  for (const key of ["w", "e", "d", "x", "z", "a"]) {
    await square(page, "f6").focus();
    await page.keyboard.press(key);
    reached.push(await focused(page));
  }
  assertEqual(reached, ["f7", "g6", "g5", "f5", "e5", "e6"], "from f6, clockwise, from the one straight ahead");
});

test("six letter keys reach the three neighbors of a triangle", async ({ openGame }) => {
  const { page } = await openGame({ variant: "mechanisms/triangles" });
  for (const [from, expected] of [
    ["j5", ["k5", "k5", "j4", "j4", "i5", "i5"]],
    ["j6", ["j7", "k6", "k6", "i6", "i6", "j7"]],
  ]) {
    const reached = [];
    for (const key of ["e", "d", "x", "z", "a", "w"]) {
      await square(page, from).focus();
      await page.keyboard.press(key);
      reached.push(await focused(page));
    }
    assertEqual(reached, expected, `from ${from}, clockwise`);
  }
});

test("every square of every shipped game can be reached by arrow keys", async ({ server, openGame }) => {
  for (const name of [
    "3-man-chess",
    "trichess",
    "osullivan",
    "mechanisms/hexagon",
    "mechanisms/triangle",
    "mechanisms/triangles",
    "mechanisms/cylinder",
    "mechanisms/cross-of-four",
  ]) {
    const { page, variant } = await openGame({ variant: name });
    const unreached = await page.evaluate(async ({ squares, headings }) => {
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
    assertEqual(unreached, [], `squares of ${name} that no keys reach`);
    await page.context().close();
  }
});

test("position and record can be copied and opened by link", async ({ server, open, openGame }) => {
  const { page, state, variant } = await openGame({ variant: "chess" });
  await move(page, variant, "typing", { text: "e2-e4" });
  await waitForMoves(page, 1);
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
    const id = await until(async () => /#play\/(\w+)/.exec(other.url())?.[1], "a new game has started");
    const created = await server.get(`/api/games/${id}`);
    assertEqual([created.position, created.history.length], [now.position, count], name);
  }
});

test("an invalid starting position is reported with the reason", async ({ open }) => {
  const page = await open("#play?variant=chess&position=w:Ke1,Kd1%20turn=w");
  await page.getByRole("button", { name: "Start game" }).click();
  const alert = page.locator(".lobby [role=alert]");
  await until(async () => /king/.test(await alert.innerText()), "the reason mentions the kings");
});
