// A whole game of each shipped game, from the first move to the end: by click, by keys, by drag
// and by typing in turn. The trial first tries an illegal move and reads its reason. The last
// screenshot is kept as evidence.

import { claim, same, trial, until } from "./check.mjs";
import { click, move, played, refusal, square, targets, WAYS } from "./hands.mjs";
import { evidence, fits } from "./browser.mjs";
import { GAMES } from "./games.mjs";

for (const [name, game] of Object.entries(GAMES)) {
  trial(`a whole game of ${name}`, async ({ server, open }) => {
    const variant = await server.get(`/api/variant?name=${name}`);
    const page = await open("#play");
    await page.getByLabel("Variant").selectOption(name);
    for (const seat of variant.seats) await page.getByLabel(new RegExp(`^${seat.name}$`, "i")).selectOption("human");
    await page.getByRole("button", { name: "Start game" }).click();
    await page.locator(".board .square").first().waitFor();
    const id = await until(async () => /#play\/(\w+)/.exec(page.url())?.[1], "the game has an address");
    const state = () => server.get(`/api/games/${id}`);

    // The illegal move first: the page refuses it at once, and nothing changes.
    const [wrong, code] = game.wrong;
    await click(page, wrong.split("-")[0]);
    await click(page, wrong.split("-")[1]);
    const why = await refusal(page);
    same(why.code, code, `the reason why ${wrong} is none`);
    claim(why.sentence.length > 10, "the reason is a sentence");
    same((await state()).history.length, 0, "acts after a refusal");

    let number = 0;
    for (const text of game.moves) {
      const now = await state();
      const found = now.moves.find((it) => it.text === text);
      claim(found, `${text} is not among ${now.moves.map((it) => it.text).join(" ")}`);
      const same_ = now.moves.filter((it) => it.from === found.from && it.to === found.to);
      const kind = variant.kinds.find((it) => it.letter === found.promotion || it.name === found.promotion);
      const choice = same_.length < 2 ? null : kind ? new RegExp(`^${kind.name}$`, "i") : new RegExp(escaped(text));
      const way = WAYS[number % WAYS.length];
      if (number === 0) {
        await click(page, found.from);
        const wanted = [...new Set(now.moves.filter((it) => it.from === found.from).map((it) => it.to))].sort();
        same(await targets(page), wanted, `the squares that are shown for ${found.from}`);
        await page.keyboard.press("Escape");
        same(await targets(page), [], "squares that are shown after Escape");
      }
      await move(page, variant, way, { ...found, choice });
      await played(page, ++number);
    }
    const end = await state();
    claim(end.over, "the game is over");
    same(end.status.sentence, game.end, "how it ended");
    same(await page.locator(".status").innerText(), game.end, "the end on the page");
    same(await page.locator(".status.over").count(), 1, "the end is marked");
    await until(async () => (await page.locator("#said").innerText()).includes(game.end), "the end is said");
    for (const it of end.pieces) {
      const label = await square(page, it.square).getAttribute("aria-label");
      claim(label.startsWith(`${it.square}, `) && label.includes(it.kind), `${label} names the ${it.kind}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await fits(page, "a whole game");
    await page.setViewportSize({ width: 480, height: 760 });
    await page.evaluate(() => scrollTo(0, 0));
    await evidence(page, name);
  });
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
