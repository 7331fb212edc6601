// Appearance: axe checks, narrow screens, dark theme, no colors, red-green color blindness. The
// screenshots are small and meant to be viewed.

import { assert, assertEqual, test, until } from "./check.mjs";
import { evidence, assertNoHorizontalScroll, assertAccessible as assertNoViolations } from "./browser.mjs";
import { click, square } from "./input.mjs";

// Widths and themes are independent, so each of both occurs once.
const LOOKS = [
  ["wide and light", { width: 1280, height: 900 }],
  ["narrow and dark", { width: 360, height: 740, dark: true, touch: true }],
  ["in colors that the system forces", { width: 1280, height: 900, forced: true }],
];

for (const [name, look] of LOOKS) {
  // With forced colors, axe would judge the colors of the stylesheet, which nobody sees.
  const assertAccessible = look.forced ? async () => {} : assertNoViolations;
  const short = name.replaceAll(" ", "-");
  test(`no accessibility violations, ${name}`, async (fixtures) => {
    const lobby = await fixtures.open("#play", look);
    await lobby.locator(".preview svg").waitFor();
    await assertAccessible(lobby, "the view of a new game");
    await assertNoHorizontalScroll(lobby, "the view of a new game");
    await evidence(lobby, `lobby-${short}`, { kept: false });

    const { page } = await fixtures.openGame(
      { variant: "3-man-chess", position: "w:KWHe1,RWHa1 g:KGRe1,RGRe3 b:KBLe1,RWHe5 turn=w" },
      "",
      look,
    );
    await click(page, "WHa1");
    await assertAccessible(page, "a game with a piece selected");
    await click(page, "BLh1");
    await page.locator(".refusal .sentence").waitFor();
    for (const it of await page.locator("summary:visible").all()) await it.click();
    await assertAccessible(page, "a refused try, with everything unfolded");
    await assertNoHorizontalScroll(page, "a refused try");
    await page.evaluate(() => scrollTo(0, 0));
    await evidence(page, `refused-${short}`, { kept: short.startsWith("narrow") });

    const chess = await fixtures.openGame({ variant: "chess", position: "w:Ke1,Pa7 b:Kh8 turn=w" }, "", look);
    await click(chess.page, "a7");
    await click(chess.page, "a8");
    await chess.page.getByRole("dialog").waitFor();
    await assertAccessible(chess.page, "a choice at the square");
    await evidence(chess.page, `choice-${short}`, { kept: false });

    const rules = await fixtures.open("#rules?variant=3-man-chess", look);
    await rules.locator(".rulebook h2").first().waitFor();
    await rules.locator(".board .square").first().waitFor();
    await square(rules, "WHe4").focus();
    await until(async () => (await rules.locator(".reach-words").innerText()).includes("WHe4"), "the reach is described");
    await assertAccessible(rules, "the rules");
    await assertNoHorizontalScroll(rules, "the rules");
    await evidence(rules, `rules-${short}`, { kept: false });

    const { page: design } = await fixtures.openEditor(look);
    await until(async () => (await design.locator(".found .fine").count()) === 1, "no problems are found");
    await assertAccessible(design, "the design");
    await design.getByLabel("The rulebook's text").focus();
    await design.keyboard.press("Control+End");
    await design.keyboard.insertText("\n[king]\nname = \n");
    await until(async () => (await design.locator(".findings li").count()) > 0, "a finding");
    await assertAccessible(design, "the design with a finding");
    await assertNoHorizontalScroll(design, "the design");
    await evidence(design, `design-${short}`, { kept: short === "wide-and-light" });
  });
}

test("armies are distinguishable with red-green color blindness", async (fixtures) => {
  const { page } = await fixtures.openGame({ variant: "trichess" }, "", { width: 480, height: 760 });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setEmulatedVisionDeficiency", { type: "deuteranopia" });
  await evidence(page, "trichess-deuteranopia");
  const looks = await page.evaluate(() => {
    const seats = [...new Set([...document.querySelectorAll(".board .piece")].map((it) => it.dataset.seat))];
    return seats.map((seat) => {
      const piece = document.querySelector(`.board .piece[data-seat="${seat}"][data-kind="R"]`);
      return [getComputedStyle(piece).fill, piece.children.length > 1 ? piece.lastElementChild.getAttribute("d") : ""].join(
        " ",
      );
    });
  });
  assertEqual(new Set(looks).size, 3, "colors and marks of three seats");
});

test("the board can be enlarged on a phone, and taps make moves", async (fixtures) => {
  const { page, state } = await fixtures.openGame({ variant: "3-man-chess" }, "", { width: 360, height: 740, touch: true });
  const size = () => square(page, "WHe6").evaluate((it) => it.getBoundingClientRect().width);
  const before = await size();
  const larger = page.getByRole("button", { name: "Larger board" });
  while (await larger.isEnabled()) await larger.click();
  assert((await size()) > before * 2.5, "squares are larger");
  assert((await size()) >= 24, `the smallest square is ${await size()} px wide`);
  await assertNoHorizontalScroll(page, "an enlarged board");
  const { from, to } = (await state()).moves[0];
  await square(page, from).tap();
  await square(page, to).tap();
  await until(async () => (await state()).history.length === 1, "the move is made");
});

test("a touch drags a piece and scrolls from an empty square", async (fixtures) => {
  const { page, state } = await fixtures.openGame({ variant: "chess" }, "", { width: 360, height: 740, touch: true });
  const session = await page.context().newCDPSession(page);
  const middle = async (name) => {
    const box = await square(page, name).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const touch = (type, ...points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [from, to] = [await middle("e2"), await middle("e4")];
  await touch("touchStart", from);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", { x: from.x, y: from.y + (to.y - from.y) * part });
  await touch("touchEnd");
  await until(async () => (await state()).history.length === 1, "the pawn is dropped");
  assertEqual((await state()).history[0].text, "e2-e4", "what was played");
  const empty = await middle("d5");
  await touch("touchStart", empty);
  for (const way of [20, 60, 120, 160]) await touch("touchMove", { x: empty.x, y: empty.y - way });
  await touch("touchEnd");
  await until(() => page.evaluate(() => scrollY > 0), "the page is scrolled from an empty square");
  assertEqual((await state()).history.length, 1, "actions after scrolling");
});

test("every control is large enough for touch", async (fixtures) => {
  const { page } = await fixtures.openGame({ variant: "chess" }, "", { width: 360, height: 740 });
  for (const it of await page.locator("summary:visible").all()) await it.click();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, select, input, summary, a")]
      .filter((it) => it.id !== "skip" && it.checkVisibility())
      .map((it) => [it.outerHTML.slice(0, 80), it.getBoundingClientRect()])
      .filter(([, box]) => box.width < 24 || box.height < 24)
      .map(([text, box]) => `${text} ${box.width}×${box.height}`),
  );
  assertEqual(small, [], "controls under 24 px");
  const squares = await page
    .locator(".board .square")
    .evaluateAll((all) => Math.min(...all.map((it) => it.getBoundingClientRect().width)));
  assert(squares >= 24, `squares of a chessboard are ${squares} px wide at 360 px`);
});

test("moves are animated unless reduced motion is preferred", async (fixtures) => {
  for (const still of [true, false]) {
    const { page, state } = await fixtures.openGame({ variant: "chess" }, "", { still });
    await page.evaluate(() => {
      globalThis.slides = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        globalThis.slides++;
        return animate.apply(this, args);
      };
    });
    await click(page, "e2");
    await click(page, "e4");
    await until(async () => (await state()).history.length === 1, "the move is made");
    await until(async () => (await square(page, "e4").getAttribute("aria-label")).includes("pawn"), "the pawn is shown");
    assertEqual(await page.evaluate(() => globalThis.slides), still ? 0 : 1, still ? "animations with reduced motion" : "slides");
  }
});

test("the whole page can be used by keyboard", async (fixtures) => {
  const page = await fixtures.open("#rules");
  await page.locator(".board .square").first().waitFor();
  const reach = async (ask, what, key = "Tab") => {
    for (let count = 0; count < 80; count++) {
      await page.keyboard.press(key);
      if (await page.evaluate(ask)) return;
    }
    assert(false, `Tab does not reach ${what}`);
  };
  await page.evaluate(() => document.activeElement.blur());
  await reach(() => document.activeElement.textContent === "Play", "the view Play");
  await page.keyboard.press("Enter");
  await page.locator("#variant").waitFor();
  await reach(() => document.activeElement.id === "variant", "the list of variants");
  await page.keyboard.type("Ches");
  await until(async () => (await page.locator("#variant").inputValue()) === "chess", "chess is chosen");
  await until(async () => (await page.locator(".seat-list select").count()) === 2, "two players");
  await reach(() => document.activeElement.textContent === "Start game", "the button");
  await page.keyboard.press("Enter");
  await page.locator(".play .board .square").first().waitFor();
  await reach(() => Boolean(document.activeElement.dataset.square), "the board");
  assert((await page.locator(".focus-ring").count()) === 2, "the focus is drawn");
  // One Tab skips the whole board.
  await page.keyboard.press("Tab");
  assert(await page.evaluate(() => !document.activeElement.dataset.square), "one Tab leaves the board");
});

test("a long name of a rulebook breaks into lines", async ({ open, server }) => {
  const name = "Extraordinarylongname".repeat(12);
  const { id, variant } = await server.post("/api/games", { text: `name = "${name}"\nabout = "x"\npart = "game"\nextends = ["chess"]\n` });
  for (const width of [1280, 360]) {
    const page = await open(`#play/${id}`, { width, height: 800 });
    await page.locator(".board .square").first().waitFor();
    await assertNoHorizontalScroll(page, `the game at ${width} px`);
    const rules = await open(`#rules?variant=${encodeURIComponent(variant)}`, { width, height: 800 });
    await rules.locator(".rulebook h1").waitFor();
    await assertNoHorizontalScroll(rules, `the rules at ${width} px`);
  }
});

test("in a low, wide window the board is beside the controls and stays in view", async ({ openGame }) => {
  for (const [width, height] of [
    [844, 390],
    [640, 400],
  ]) {
    const { page } = await openGame({ variant: "chess" }, "", { width, height });
    const box = (it) => page.locator(it).evaluate((one) => one.getBoundingClientRect().toJSON());
    const board = await box(".board svg");
    assert(board.bottom <= height && board.top >= 0, `the board fits into ${width}x${height}: ${JSON.stringify(board)}`);
    assert(board.height > 0.8 * height, `the board uses the height: ${board.height} of ${height}`);
    assert((await box(".controls")).left >= board.right, "the controls are beside the board");
    await click(page, "e2");
    await click(page, "e5");
    await page.locator(".refusal .sentence").waitFor();
    const after = await box(".board svg");
    assertEqual([after.top, after.bottom], [board.top, board.bottom], "the board after a refused move");
    const message = await box(".refusal");
    assert(message.top >= 0 && message.bottom <= height, "the message is in view");
    await assertNoHorizontalScroll(page, `${width}x${height}`);
  }
});

test("in a large window the header and the content have one margin", async ({ openGame }) => {
  const { page } = await openGame({ variant: "chess" }, "", { width: 2560, height: 1440 });
  const [brand, title, board] = await Promise.all(
    [".brand", ".game-title", ".board svg"].map((it) => page.locator(it).evaluate((one) => one.getBoundingClientRect().toJSON())),
  );
  assert(Math.abs(brand.left - title.left) < 2, `${brand.left} and ${title.left}`);
  assert(board.height > 1100, `the board uses the window: ${board.height}`);
});

test("a finger hits the small squares near the center", async ({ openGame }) => {
  const { page } = await openGame({ variant: "3-man-chess", position: "w:KWHd1,RWHa6 g:KGRd2 b:KBLd2 turn=w" }, "", { width: 390, height: 844, touch: true });
  const place = (name) =>
    page.evaluate((wanted) => {
      const it = [...document.querySelectorAll(".board .square")].find((one) => one.dataset.square === wanted);
      const at = new DOMPoint(Number(it.dataset.x), Number(it.dataset.y)).matrixTransform(it.getScreenCTM());
      return { x: at.x, y: at.y };
    }, name);
  const [rook, beside] = [await place("WHa6"), await place("WHb6")];
  // Beside the rook, but nearer to it than to anything else that can be picked.
  await page.touchscreen.tap(rook.x + (beside.x - rook.x) * 0.7, rook.y + (beside.y - rook.y) * 0.7);
  await until(async () => (await square(page, "WHa6").getAttribute("aria-pressed")) === "true", "the rook is selected");
});

test("a finger in the middle of a small square means that square", async ({ openGame }) => {
  const { page, state } = await openGame({ variant: "3-man-chess" }, "", { width: 390, height: 844, touch: true });
  const tap = async (name) => {
    const { x, y } = await page.evaluate((wanted) => {
      const it = [...document.querySelectorAll(".board .square")].find((one) => one.dataset.square === wanted);
      const at = new DOMPoint(Number(it.dataset.x), Number(it.dataset.y)).matrixTransform(it.getScreenCTM());
      return { x: at.x, y: at.y };
    }, name);
    await page.touchscreen.tap(x, y);
  };
  await tap("WHe2");
  await until(async () => (await square(page, "WHe2").getAttribute("aria-pressed")) === "true", "the pawn is selected");
  // Beside the destination WHe4.
  await tap("WHd4");
  await page.locator(".refusal").waitFor();
  assertEqual((await state()).history.length, 0, "number of moves");
});
