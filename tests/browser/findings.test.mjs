// The start of a rulebook and its problems: no error at first, few errors after a slip, and the way to them.

import { assert, assertEqual, test, until } from "./check.mjs";

const editor = (page) => page.getByLabel("The rulebook's text");
const good = (page) => until(async () => (await page.locator(".found .fine").count()) === 1, "no problems are found");

test("the first visit starts with a rulebook that can be played", async ({ open, server }) => {
  const page = await open("#design");
  await good(page);
  assert((await editor(page).inputValue()).includes("extends"), "the text starts from a game");
  assert(await page.getByRole("button", { name: "Play this draft" }).isEnabled(), "the draft can be played");
  await page.getByRole("searchbox", { name: "Search games" }).fill("xiangqi");
  await until(async () => (await page.locator("#base option").count()) < 10, "the list is filtered");
  const { href } = await page.getByRole("link", { name: "Reference of the language" }).evaluate((it) => ({ href: it.href }));
  assert((await server.get(new URL(href).pathname)).startsWith("# "), "the reference");
});

test("the first problem is linked beside the board", async ({ open }) => {
  const page = await open("#design?variant=3-man-chess", { width: 1280, height: 800 });
  await good(page);
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("\nnonsense = 1\n");
  const problem = page.locator(".old button");
  await problem.waitFor();
  const box = await problem.boundingBox();
  assert(box.y + box.height < 800, `the problem is at ${box.y} px, in view`);
  const line = (await editor(page).inputValue()).split("\n").length - 1;
  assert((await problem.innerText()).includes(`in line ${line}:`), "the line");
  await page.keyboard.press("Control+Home");
  await problem.click();
  assertEqual(await editor(page).evaluate((it) => it.value.slice(0, it.selectionStart).split("\n").length), line, "the line of the caret");
});

test("a syntax error hides its consequences", async ({ open }) => {
  const page = await open("#design?variant=3-man-chess");
  await good(page);
  const text = await editor(page).inputValue();
  const at = text.search(/^\[piece\.\w+\]/m) < 0 ? text.search(/^\[\w/m) : text.search(/^\[piece\.\w+\]/m);
  await editor(page).evaluate((it, at) => {
    it.focus();
    it.setSelectionRange(at, at + 1);
  }, text.indexOf("]", at));
  await page.keyboard.press("Delete");
  await page.locator(".findings li.error").first().waitFor();
  const codes = await page.locator(".findings .finding-code code").allInnerTexts();
  assertEqual([...new Set(codes)], ["bad-toml"], "codes of the problems");
  assert(codes.length <= 12, `${codes.length} problems are listed`);
});

test("a box stands beside its label on a narrow screen", async ({ open }) => {
  const page = await open("#design", { width: 390, height: 800, touch: true });
  for (const id of ["bot-game", "lab-impact"]) {
    await page.locator(`label[for="${id}"]`).waitFor();
    // Both at once: a page that still loads can move between two measurements.
    const [box, label] = await page.evaluate((id) => {
      const both = [document.getElementById(id), document.querySelector(`label[for="${id}"]`)];
      return both.map((it) => it.getBoundingClientRect().toJSON());
    }, id);
    assert(label.x >= box.x + box.width && label.y < box.y + box.height, `the label of ${id} is beside its box`);
  }
});
