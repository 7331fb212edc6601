// User input on the board: clicking, dragging, keys and typing.
//
// In: a page with a board, and squares by name. Out: the actions of a user. It does not know the
// rules. Of the page it knows only the key directions, to find the shortest path by keys
// (breadth-first search). The focus then shows that each key leads to the right square.

import { assert, assertEqual, until } from "./check.mjs";

export const square = (page, name) => page.locator(`.board .square[data-square="${name}"]`);

/** Returns the name of the focused square, or null. */
export const focused = (page) => page.evaluate(() => document.activeElement?.dataset?.square ?? null);

/** Clicks the center of a square. */
export async function click(page, name) {
  const box = await centerOf(page, name);
  await page.mouse.click(box.x, box.y);
}

/** Returns the center of a square on the screen, after scrolling to it. */
function centerOf(page, name) {
  // In one step: a new state of the game replaces the squares, so none may be kept from one step to the next.
  const find = (wanted) => {
    const it = [...document.querySelectorAll(".board .square")].find((one) => one.dataset.square === wanted);
    if (!it) return null;
    it.scrollIntoViewIfNeeded();
    const at = new DOMPoint(Number(it.dataset.x), Number(it.dataset.y)).matrixTransform(it.getScreenCTM());
    return { x: at.x, y: at.y };
  };
  return until(() => page.evaluate(find, name), `the board has a square ${name}`);
}

/** Chooses the seat of a tab, and waits for the view that the page then builds. */
export async function takeSeat(page, seat) {
  const old = await page.locator(".board > svg").elementHandle();
  await page.locator("#sit").selectOption(seat);
  await until(() => old.evaluate((it) => !it.isConnected), "the view of the last seat is gone");
  await page.locator(".board .square").first().waitFor();
}

export async function drag(page, from, to) {
  const a = await centerOf(page, from);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  const b = await centerOf(page, to);
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
}

/** Moves the focus to a square with keys alone. */
export async function walk(page, variant, to) {
  if ((await focused(page)) === null) await square(page, await tabStop(page)).focus();
  const from = await focused(page);
  const keys = await page.evaluate(
    async ({ squares, headings, from, to }) => {
      const { Compass } = await import("/page/compass.js");
      const points = new Map(
        [...document.querySelectorAll(".board .square")].map((it) => [
          it.dataset.square,
          { x: Number(it.dataset.x), y: Number(it.dataset.y) },
        ]),
      );
      const compass = new Compass(squares, headings, points);
      const previous = new Map([[from, null]]);
      for (const here of previous.keys()) {
        for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
          const next = compass.to(here, { key, code: key });
          if (next && !previous.has(next)) previous.set(next, { here, key });
        }
      }
      const keys = [];
      for (let at = to; previous.get(at); at = previous.get(at).here) keys.unshift([previous.get(at).key, at]);
      return previous.has(to) ? keys : null;
    },
    { squares: variant.squares, headings: variant.headings, from, to },
  );
  assert(keys, `no keys lead from ${from} to ${to}`);
  for (const [key, wanted] of keys) {
    await page.keyboard.press(key);
    assertEqual(await focused(page), wanted, `${key} on the way from ${from} to ${to}`);
  }
}

/** Returns the only square that Tab stops at. */
async function tabStop(page) {
  const stops = await page
    .locator('.board .square[tabindex="0"]')
    .evaluateAll((all) => all.map((it) => it.dataset.square));
  assertEqual(stops.length, 1, "one tab stop on the board");
  return stops[0];
}

/** The input methods for moves, used in turn. */
export const INPUT_METHODS = ["click", "keys", "drag", "typing"];

/** Makes a move with an input method. `choice` is pressed if the page asks which move is meant. */
export async function move(page, variant, method, { from, to, text, choice }) {
  if (method === "click") {
    await click(page, from);
    await click(page, to);
  } else if (method === "drag") await drag(page, from, to);
  else if (method === "keys") {
    await walk(page, variant, from);
    await page.keyboard.press("Enter");
    await until(async () => (await square(page, from).getAttribute("aria-pressed")) === "true", `${from} is selected`);
    await walk(page, variant, to);
    await page.keyboard.press("Space");
  } else {
    await page.getByLabel("Move", { exact: true }).fill(text);
    await page.keyboard.press("Enter");
    return;
  }
  if (!choice) return;
  const button = page.getByRole("dialog").getByRole("button", { name: choice });
  await button.waitFor();
  if (method === "keys") {
    while (!(await button.evaluate((it) => it === document.activeElement))) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
  } else await button.click();
}

/** Waits until the game has `count` actions. */
export const waitForMoves = (page, count) =>
  until(
    async () => (await page.locator(".rounds li:not(.start) button").count()) === count,
    `${count} actions in the history`,
  );

/** Returns the sentence and code of the refusal on the page. */
export async function refusal(page) {
  // Both at once: the next state of the game can remove the refusal.
  const read = () => {
    const it = document.querySelector(".refusal .sentence");
    return it && { sentence: it.innerText, code: it.title };
  };
  return until(() => page.evaluate(read), "a reason is given");
}

/** Returns the marked destinations. */
export const targets = (page) =>
  page
    .locator('.board .square[aria-label$="legal destination"], .board .square[aria-label$="can be captured"]')
    .evaluateAll((all) => all.map((it) => it.dataset.square).sort());
