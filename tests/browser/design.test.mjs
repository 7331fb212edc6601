// A rulebook in the editor: the effects of each edit, saving, and changes by another program.

import { readFileSync, writeFileSync } from "node:fs";
import { assertNoHorizontalScroll, assertAccessible } from "./browser.mjs";
import { assert, assertEqual, test, until } from "./check.mjs";
import { square } from "./input.mjs";

const editor = (page) => page.getByLabel("The rulebook's text");
const text = (page) => editor(page).inputValue();
const button = (page, name) => page.getByRole("button", { name, exact: true });
const good = (page) => until(async () => (await page.locator(".found .fine").count()) === 1, "no problems are found");

/** Replaces one word by another, as a typing user does. */
async function retype(page, from, to) {
  const before = await text(page);
  assert(before.includes(from), `the text contains ${from}`);
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

test("the board follows the text and stays during an unfinished edit", async ({ openEditor }) => {
  const { page } = await openEditor();
  await good(page);
  const label = async (name) => square(page, name).count();
  assert((await label("h8")) === 1, "the board of chess");
  // Half a word: a finding with position and help, and the board stays.
  await retype(page, 'part    = "game"', 'part    = "gam');
  await until(async () => (await page.locator(".findings li.error").count()) > 0, "a finding");
  assert((await label("h8")) === 1, "the last good board");
  await page.getByText("last text without errors", { exact: false }).first().waitFor();
  const finding = page.locator(".findings button").first();
  assert(/line \d+/.test(await finding.innerText()), "the finding has a line");
  const line = Number(/line (\d+)/.exec(await finding.innerText())[1]);
  await finding.click();
  const at = await editor(page).evaluate((it) => it.value.slice(0, it.selectionStart).split("\n").length);
  assertEqual(at, line, "the caret is in the line of the finding");
  await retype(page, 'part    = "gam', 'part    = "game"');
  await good(page);
  assertEqual(await page.getByText("The board shows the last text without errors.").isVisible(), false, "the note is hidden");
  // Change to another variant.
  await retype(page, '"chess"', '"trichess"');
  await until(async () => (await label("l12")) === 1, "the board of another game");
  const took = Number(/(\d+) ms/.exec(await page.locator(".took").innerText())?.[1]);
  console.log(`     an edit was checked in ${took} ms`);
});

test("the reach of a piece follows an edited rule", async ({ openEditor }) => {
  const { page } = await openEditor();
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

test("case results are shown", async ({ openEditor }) => {
  const { page } = await openEditor();
  await good(page);
  await until(
    async () => /99 of 100 cases passed/.test(await page.locator(".verdicts").innerText()),
    "one of a hundred cases fails",
  );
  assert(/failed/.test(await page.locator(".verdicts").innerText()), "the failed case is listed first");
  // The time depends on the machine, so it is printed and not asserted.
  const times = [];
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  for (let number = 0; number < 11; number++) {
    const before = await page.locator(".took").getAttribute("data-edit");
    await page.keyboard.insertText(number % 2 ? "\n" : "# more");
    await until(async () => (await page.locator(".took").getAttribute("data-edit")) !== before, "the edit is checked");
    times.push(Number(/(\d+) ms/.exec(await page.locator(".took").innerText())[1]));
  }
  times.sort((a, b) => a - b);
  console.log(`     an edit with a hundred cases was checked in ${times[5]} ms (from ${times[0]} to ${times[10]})`);
});

test("markup in a rulebook is never executed", async ({ openEditor, open }) => {
  const { page, server } = await openEditor();
  await good(page);
  const evil = `<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>`;
  await retype(page, '"My chess"', JSON.stringify(evil));
  await good(page);
  await page.keyboard.press("Control+s");
  await until(async () => (await page.locator(".file-state").innerText()) === "saved", "the file is saved");
  const rules = await open("#rules?variant=mine.toml", {}, server);
  await until(
    async () => (await rules.locator(".rulebook h1").innerText()).includes("<img"),
    "the name is shown as text",
  );
  const lobby = await open("#play?variant=mine.toml", {}, server);
  await lobby.locator(".preview svg").waitFor();
  await lobby.getByRole("button", { name: "Start game" }).click();
  await lobby.locator(".play .board .square").first().waitFor();
  for (const it of [page, rules, lobby]) {
    assertEqual(await it.evaluate(() => globalThis.ran ?? "nothing ran"), "nothing ran", "executed markup");
    assertEqual(await it.locator("main img, main script").count(), 0, "elements created by a name");
  }
});

test("the file is saved by key and by button", async ({ openEditor }) => {
  const { page, path } = await openEditor();
  await good(page);
  await retype(page, "My chess", "Our chess");
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(path, "utf8").includes("Our chess"), "the file is saved");
  await until(async () => (await page.locator(".file-state").innerText()) === "saved", "the page shows that it is saved");
  await retype(page, "Our chess", "Their chess");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until(() => readFileSync(path, "utf8").includes("Their chess"), "the file is saved again");
});

test("an external change is loaded without losing unsaved text", async ({ openEditor }) => {
  const { page, path } = await openEditor();
  await good(page);
  const first = await text(page);
  writeFileSync(path, first.replace("My chess", "Changed elsewhere"));
  await until(
    async () => (await text(page)).includes("Changed elsewhere"),
    "the new text is loaded if there are no unsaved changes",
  );
  await retype(page, "Changed elsewhere", "Typed here");
  writeFileSync(path, first.replace("My chess", "Changed again"));
  await page.getByText("Another program has changed the file, and you have unsaved changes.").waitFor();
  assert((await text(page)).includes("Typed here"), "the unsaved text remains");
  // Saving does not overwrite changes that the page has not shown.
  await page.keyboard.press("Control+s");
  await until(async () => (await page.locator(".notice").count()) > 0, "the notice remains");
  await page.locator(".desk").getByText("Not saved: another program has changed the file.").waitFor();
  await button(page, "Choose which text to keep").click();
  await until(() => page.evaluate(() => document.activeElement.textContent === "Show the file's text"), "the way to the choice");
  assert(readFileSync(path, "utf8").includes("Changed again"), "the file is not overwritten");
  await page.getByRole("button", { name: /Keep my text/ }).click();
  await editor(page).focus();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(path, "utf8").includes("Typed here"), "the text is saved");
  await page.getByText("Not saved:").waitFor({ state: "detached" });
});

test("unsaved text survives a reload", async ({ openEditor }) => {
  const { page } = await openEditor();
  await good(page);
  await retype(page, "My chess", "Half done");
  page.on("dialog", (it) => it.accept());
  await page.reload();
  await until(async () => (await text(page)).includes("Half done"), "the unsaved text is restored");
});

test("highlighting and line numbers align with the text", async ({ openEditor }) => {
  const { page } = await openEditor();
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
  assertEqual(seen, { under: rows, numbers: rows, scrolled: true, text: true }, "rows");
});

test("Tab leaves the editor, and Ctrl with brackets indents", async ({ openEditor }) => {
  const { page } = await openEditor();
  await good(page);
  await editor(page).focus();
  await page.keyboard.press("Control+Home");
  const before = await text(page);
  await page.keyboard.press("Control+]");
  assertEqual((await text(page)).slice(0, 2), "  ", "indented");
  await page.keyboard.press("Control+[");
  assertEqual(await text(page), before, "indentation removed");
  await page.keyboard.press("Tab");
  assert(await page.evaluate(() => document.activeElement.id !== "rulebook"), "Tab has left the editor");
  assertEqual(await text(page), before, "Tab inserts no text");
});

test("two readings are compared with boards", async ({ open }) => {
  const page = await open("#design?variant=3-man-chess");
  await good(page);
  await page.getByLabel("Compare with", { exact: true }).selectOption("3-man-chess-video");
  await page.getByRole("button", { name: "Compare" }).click();
  await until(async () => (await page.locator(".difference-list li").count()) > 0, "differences are listed", 30);
  assert((await page.locator(".difference-list li").first().locator("svg").count()) === 2, "two boards for each");
  assert((await page.locator(".difference-list figcaption").first().innerText()).length > 20, "each board has a sentence");
  await assertAccessible(page, "the differences");
  const older = page.getByText("The differences below are those of an earlier text.");
  assertEqual(await older.isVisible(), false, "a mark of an earlier text");
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("# changed");
  await older.waitFor();
  await page.keyboard.press("Control+z");
  await older.waitFor({ state: "hidden" });
  await page.setViewportSize({ width: 360, height: 740 });
  await assertNoHorizontalScroll(page, "the differences");
});

test("a text that was edited during an outage is checked afterwards", async ({ openEditor }) => {
  const { page, server } = await openEditor();
  await good(page);
  await server.kill();
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("[bad");
  await page.getByText("This text is not checked yet.").waitFor();
  assertEqual(await page.getByText("No problems found.").count(), 0, "verdicts on an unchecked text");
  assertEqual(await button(page, "Play this draft").isDisabled(), true, "an unchecked text cannot be played");
  await server.launch();
  await until(async () => (await page.locator(".findings li.error").count()) > 0, "a finding without another edit");
  await retype(page, "[bad", "");
  await good(page);
});

test("a failed start of a draft is forgotten when the server is back", async ({ openEditor }) => {
  const { page, server } = await openEditor();
  await good(page);
  await server.kill();
  await button(page, "Play this draft").click();
  const failed = page.getByText("The draft cannot be played.", { exact: false });
  await failed.waitFor();
  await server.launch();
  await until(async () => (await failed.count()) === 0, "the notice is gone");
  await good(page);
});

test("equal rulebooks are said to play alike once", async ({ open }) => {
  const page = await open("#design?variant=chess");
  await good(page);
  await page.getByLabel("Compare with", { exact: true }).selectOption("chess");
  await button(page, "Compare").click();
  const shown = page.locator(".compare .differences");
  await until(async () => /No difference/.test(await shown.innerText()), "the result", 30);
  const text = await shown.innerText();
  assertEqual(text.match(/No difference/g).length, 1, text);
  assertEqual(text.match(/\d{4,}/g), null, "numbers without separators");
  assert(text.includes("does not prove"), "what the search means");
});

test("a difference in a counter is found from a position", async ({ open, server }) => {
  const page = await open("#design");
  await editor(page).fill('name = "Mine"\nabout = "x"\npart = "game"\nextends = ["trichess"]\n\n[counter.halfmoves]\nresets = ["capture"]\n');
  await good(page);
  await page.getByLabel("Compare with", { exact: true }).selectOption("trichess");
  const { start } = await server.get("/api/variant?name=trichess");
  const position = page.getByLabel("Search also from this position");
  await position.fill("nonsense");
  await button(page, "Compare").click();
  const shown = page.locator(".compare .differences");
  await until(async () => /not valid/.test(await shown.innerText()), "the mistake");
  await position.fill(start.replace("halfmoves=0", "halfmoves=148"));
  await button(page, "Compare").click();
  await until(async () => (await page.locator(".difference-list li").count()) > 0, "a difference", 60);
  const text = await shown.innerText();
  assertEqual(text.match(/`/g), null, text);
});

test("beside a file, the address of another rulebook is explained", async ({ openEditor }) => {
  const { page, server } = await openEditor();
  await good(page);
  await page.goto(`${server.address}/#design?variant=gallery%2Fxiangqi`);
  await page.getByText("The editor shows your file mine.toml, and not Xiangqi", { exact: false }).waitFor();
  assert((await text(page)).includes("My chess"), "the text of the file");
  await button(page, "Show a copy of Xiangqi").click();
  await until(async () => (await text(page)).includes("Xiangqi"), "the text of the other rulebook");
  await page.goto(`${server.address}/#design?variant=nope`);
  await page.getByText("The variant nope does not exist here", { exact: false }).waitFor();
});
