// A whole game of each shipped game, from the first move to the end: by click, by keys, by drag
// and by typing in turn. The test first tries an illegal move and reads its reason. The last
// screenshot is kept as evidence.

import { assert, assertEqual, test, until } from "./check.mjs";
import { click, move, waitForMoves, refusal, square, targets, INPUT_METHODS } from "./input.mjs";
import { evidence, assertNoHorizontalScroll } from "./browser.mjs";
import { GAMES } from "./games.mjs";

for (const [name, game] of Object.entries(GAMES)) {
  test(`a whole game of ${name}`, async ({ server, open }) => {
    const variant = await server.get(`/api/variant?name=${name}`);
    const page = await open("#play");
    await page.getByLabel("Variant").selectOption(name);
    for (const seat of variant.seats) await page.getByLabel(new RegExp(`^${seat.name}$`, "i")).selectOption("human");
    await page.getByRole("button", { name: "Start game" }).click();
    await page.locator(".board .square").first().waitFor();
    const id = await until(async () => /#play\/(\w+)/.exec(page.url())?.[1], "the game has a URL");
    const state = () => server.get(`/api/games/${id}`);

    // The illegal move first: the page refuses it at once, and nothing changes.
    const [wrong, code] = game.wrong;
    await click(page, wrong.split("-")[0]);
    await click(page, wrong.split("-")[1]);
    const reason = await refusal(page);
    assertEqual(reason.code, code, `the reason why ${wrong} is illegal`);
    assert(reason.sentence.length > 10, "the reason is a sentence");
    assertEqual((await state()).history.length, 0, "actions after a refusal");

    let number = 0;
    for (const text of game.moves) {
      const now = await state();
      const found = now.moves.find((it) => it.text === text);
      assert(found, `${text} is not among ${now.moves.map((it) => it.text).join(" ")}`);
      const ambiguous = now.moves.filter((it) => it.from === found.from && it.to === found.to);
      const kind = variant.kinds.find((it) => it.letter === found.promotion || it.name === found.promotion);
      const choice = ambiguous.length < 2 ? null : kind ? new RegExp(`^${kind.name}$`, "i") : new RegExp(escaped(text));
      const method = INPUT_METHODS[number % INPUT_METHODS.length];
      if (number === 0) {
        await click(page, found.from);
        const wanted = [...new Set(now.moves.filter((it) => it.from === found.from).map((it) => it.to))].sort();
        assertEqual(await targets(page), wanted, `the squares that are shown for ${found.from}`);
        await page.keyboard.press("Escape");
        assertEqual(await targets(page), [], "squares that are shown after Escape");
      }
      await move(page, variant, method, { ...found, choice });
      await waitForMoves(page, ++number);
    }
    const end = await state();
    assert(end.over, "the game is over");
    assertEqual(end.status.sentence, game.end, "the result");
    assertEqual(await page.locator(".status").innerText(), game.end, "the end on the page");
    assertEqual(await page.locator(".status.over").count(), 1, "the end is marked");
    await until(async () => (await page.locator("#announcement").innerText()).includes(game.end), "the result is announced");
    for (const it of end.pieces) {
      const label = await square(page, it.square).getAttribute("aria-label");
      assert(label.startsWith(`${it.square}, `) && label.includes(it.kind.replaceAll("-", " ")), `${label} names the ${it.kind}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await assertNoHorizontalScroll(page, "a whole game");
    await page.setViewportSize({ width: 480, height: 760 });
    await page.evaluate(() => scrollTo(0, 0));
    await evidence(page, name);
  });
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
