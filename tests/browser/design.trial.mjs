// A rulebook in the editor: the effects of each edit, saving, and changes by another program.

import { readFileSync, writeFileSync } from "node:fs";
import { fits, isAccessible } from "./browser.mjs";
import { claim, same, trial, until } from "./check.mjs";
import { square } from "./hands.mjs";

const editor = (page) => page.getByLabel("The rulebook's text");
const text = (page) => editor(page).inputValue();
const good = (page) => until(async () => (await page.locator(".found .fine").count()) === 1, "nothing is wrong");

/** Replaces one word by another, as a typing user does. */
async function retype(page, from, to) {
  const before = await text(page);
  claim(before.includes(from), `${from} stands in the text`);
  const at = before.indexOf(from);
  await editor(page).evaluate(
    (it, [start, end]) => {
      it.focus();
      it.setSelectionRange(start, end);
    },
    [at, at + from.length],
  );
  await page.keyboard.insertText(to);
}

trial("the board follows what is typed, and an unfinished edit takes nothing away", async ({ desk }) => {
  const { page } = await desk();
  await good(page);
  const label = async (name) => square(page, name).count();
  claim((await label("h8")) === 1, "the board of chess");
  // Half a word: a finding with position and help, and the board stays.
  await retype(page, 'part    = "game"', 'part    = "gam');
  await until(async () => (await page.locator(".findings li.error").count()) > 0, "a finding");
  claim((await label("h8")) === 1, "the last good board");
  await page.getByText("last text without errors", { exact: false }).first().waitFor();
  const finding = page.locator(".findings button").first();
  claim(/line \d+/.test(await finding.innerText()), "the finding has a line");
  const line = Number(/line (\d+)/.exec(await finding.innerText())[1]);
  await finding.click();
  const at = await editor(page).evaluate((it) => it.value.slice(0, it.selectionStart).split("\n").length);
  same(at, line, "the caret is in the line of the finding");
  await retype(page, 'part    = "gam', 'part    = "game"');
  await good(page);
  same(await page.getByText("The board shows the last text without errors.").isVisible(), false, "the note is gone");
  // Change to another variant.
  await retype(page, '"chess"', '"trichess"');
  await until(async () => (await label("l12")) === 1, "the board of another game");
  const took = Number(/(\d+) ms/.exec(await page.locator(".took").innerText())?.[1]);
  console.log(`     an edit was followed in ${took} ms`);
});

trial("a rule is designed, and the reach of a piece follows", async ({ desk }) => {
  const { page } = await desk();
  await good(page);
  await page.getByLabel("The board shows").selectOption("reach");
  await page.getByLabel("Kind of piece").selectOption("N");
  await square(page, "d4").hover();
  const count = async () => Number(/can reach (\d+)/.exec(await page.locator(".reach-words").innerText())?.[1]);
  await until(async () => (await count()) === 8, "a knight reaches eight squares");
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText('\n[piece.knight]\nletter   = "N"\nrole     = "piece"\nmovement = "NW"\nvalue    = 3\n');
  await until(async () => (await count()) === 12, "a knight that also steps reaches twelve");
});

trial("cases say whether they hold", async ({ desk }) => {
  const { page } = await desk();
  await good(page);
  await until(
    async () => /99 of 100 cases passed/.test(await page.locator(".verdicts").innerText()),
    "a hundred cases, of which one does not hold",
  );
  claim(/failed/.test(await page.locator(".verdicts").innerText()), "it is shown in front");
  // The time depends on the machine, so it is printed and not asserted.
  const times = [];
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  for (let number = 0; number < 11; number++) {
    const before = await page.locator(".took").getAttribute("data-edit");
    await page.keyboard.insertText(number % 2 ? "\n" : "# more");
    await until(async () => (await page.locator(".took").getAttribute("data-edit")) !== before, "the edit is followed");
    times.push(Number(/(\d+) ms/.exec(await page.locator(".took").innerText())[1]));
  }
  times.sort((a, b) => a - b);
  console.log(`     an edit was followed, with a hundred cases, in ${times[5]} ms (from ${times[0]} to ${times[10]})`);
});

trial("what a rulebook says is never run", async ({ desk, open }) => {
  const { page, server } = await desk();
  await good(page);
  const evil = `<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>`;
  await retype(page, '"My chess"', JSON.stringify(evil));
  await good(page);
  await page.keyboard.press("Control+s");
  await until(async () => (await page.locator(".file-state").innerText()) === "saved", "it is saved");
  const rules = await open("#rules?variant=mine.toml", {}, server);
  await until(
    async () => (await rules.locator(".rulebook h1").innerText()).includes("<img"),
    "the name is shown as it is written",
  );
  const lobby = await open("#play?variant=mine.toml", {}, server);
  await lobby.locator(".preview svg").waitFor();
  await lobby.getByRole("button", { name: "Start game" }).click();
  await lobby.locator(".play .board .square").first().waitFor();
  for (const it of [page, rules, lobby]) {
    same(await it.evaluate(() => globalThis.ran ?? "nothing ran"), "nothing ran", "what ran");
    same(await it.locator("main img, main script").count(), 0, "elements out of a name");
  }
});

trial("saving, by key and by button, to the one file", async ({ desk }) => {
  const { page, path } = await desk();
  await good(page);
  await retype(page, "My chess", "Our chess");
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(path, "utf8").includes("Our chess"), "the file is saved");
  await until(async () => (await page.locator(".file-state").innerText()) === "saved", "and the page says so");
  await retype(page, "Our chess", "Their chess");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until(() => readFileSync(path, "utf8").includes("Their chess"), "the file is saved again");
});

trial("a file that changes elsewhere is taken up, and nothing typed is lost", async ({ desk }) => {
  const { page, path } = await desk();
  await good(page);
  const first = await text(page);
  writeFileSync(path, first.replace("My chess", "Changed elsewhere"));
  await until(
    async () => (await text(page)).includes("Changed elsewhere"),
    "it is taken up at once where nothing was typed",
  );
  await retype(page, "Changed elsewhere", "Typed here");
  writeFileSync(path, first.replace("My chess", "Changed again"));
  await page.getByText("Another program has changed the file, and you have unsaved changes.").waitFor();
  claim((await text(page)).includes("Typed here"), "what was typed stays");
  // Saving does not overwrite changes that the page has not shown.
  await page.keyboard.press("Control+s");
  await until(async () => (await page.locator(".notice").count()) > 0, "still asked");
  claim(readFileSync(path, "utf8").includes("Changed again"), "the file is as it was");
  await page.getByRole("button", { name: /Keep my text/ }).click();
  await editor(page).focus();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(path, "utf8").includes("Typed here"), "now it is saved");
});

trial("what was typed outlives a reload", async ({ desk }) => {
  const { page } = await desk();
  await good(page);
  await retype(page, "My chess", "Half done");
  page.on("dialog", (it) => it.accept());
  await page.reload();
  await until(async () => (await text(page)).includes("Half done"), "it is there again");
});

trial("what is shown under the text lies where the text is", async ({ desk }) => {
  const { page } = await desk();
  await good(page);
  const long = Array.from({ length: 120 }, (_, number) => `# line ${number} ${"x".repeat(number)}`).join("\n");
  await editor(page).evaluate(
    (it, text) => it.setRangeText(text, it.value.length, it.value.length, "end"),
    `\n\n${long}\n`,
  );
  await editor(page).focus();
  await page.keyboard.insertText("# the end");
  const lines = (await text(page)).split("\n").length;
  const seen = await page.evaluate(() => {
    const height = parseFloat(getComputedStyle(document.querySelector("#rulebook")).lineHeight);
    const rows = (all) =>
      all.map((it) => Math.round((it.getBoundingClientRect().top - all[0].getBoundingClientRect().top) / height));
    const [under, area] = [document.querySelector(".under"), document.querySelector("#rulebook")];
    return {
      under: rows([...document.querySelectorAll(".under .line")]),
      numbers: rows([...document.querySelectorAll(".numbers span")]),
      scrolled: under.scrollTop === area.scrollTop && under.scrollLeft === area.scrollLeft && area.scrollTop > 0,
      text: document.querySelector(".under").textContent === `${area.value}\n`,
    };
  });
  const rows = Array.from({ length: lines }, (_, number) => number);
  same(seen, { under: rows, numbers: rows, scrolled: true, text: true }, "rows");
});

trial("Tab leads on, and the keys indent", async ({ desk }) => {
  const { page } = await desk();
  await good(page);
  await editor(page).focus();
  await page.keyboard.press("Control+Home");
  const before = await text(page);
  await page.keyboard.press("Control+]");
  same((await text(page)).slice(0, 2), "  ", "indented");
  await page.keyboard.press("Control+[");
  same(await text(page), before, "and back");
  await page.keyboard.press("Tab");
  claim(await page.evaluate(() => document.activeElement.id !== "rulebook"), "Tab has left the editor");
  same(await text(page), before, "Tab has written nothing");
});

trial("two readings compared, as boards", async ({ open }) => {
  const page = await open("#design?variant=3-man-chess");
  await good(page);
  await page.getByLabel("Compare with", { exact: true }).selectOption("3-man-chess-video");
  await page.getByRole("button", { name: "Compare" }).click();
  await until(async () => (await page.locator(".difference-list li").count()) > 0, "there are differences", 30);
  claim((await page.locator(".difference-list li").first().locator("svg").count()) === 2, "two boards for each");
  claim((await page.locator(".difference-list figcaption").first().innerText()).length > 20, "and a sentence for each");
  await isAccessible(page, "the differences");
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page, "the differences");
});
