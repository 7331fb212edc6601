// Unsaved texts of the rulebook editor: they survive a replacement, a closed tab, and a second tab.

import { assert, assertEqual, test, until } from "./check.mjs";

const editor = (page) => page.getByLabel("The rulebook's text");
const text = (page) => editor(page).inputValue();
const good = (page) => until(async () => (await page.locator(".found .fine").count()) === 1, "no problems are found");
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Adds a comment at the start of the text. */
async function write(page, comment) {
  await editor(page).focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText(`# ${comment}\n`);
}

/** Opens another tab of the same browser. */
async function tab(page) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await editor(other).waitFor();
  return other;
}

test("a replaced text comes back", async ({ open }) => {
  const page = await open("#design");
  await good(page);
  await write(page, "an idea");
  const own = await text(page);
  await page.getByLabel("Start from").selectOption("trichess");
  await button(page, "New rulebook based on it").click();
  assert((await text(page)).includes('extends = ["trichess"]'), "the new text");
  await editor(page).focus();
  await page.keyboard.press("Control+z");
  assertEqual(await text(page), own, "the text after Ctrl+Z");
  await button(page, "Copy of its text").click();
  await until(async () => (await text(page)).length > 500, "the copy");
  await button(page, "Bring back my text").click();
  assertEqual(await text(page), own, "the text after the button");
  assertEqual(await button(page, "Bring back my text").count(), 0, "buttons in the notice");
});

test("Ctrl+Z takes back a long text in one step", async ({ open }) => {
  const page = await open("#design");
  await good(page);
  await write(page, "an idea");
  const texts = [await text(page)];
  await button(page, "New rulebook based on it").click();
  texts.push(await text(page));
  await page.getByLabel("Start from").selectOption("osullivan");
  await button(page, "Copy of its text").click();
  await until(async () => (await text(page)).split("\n").length > 101, "a long text");
  texts.push(await text(page));
  const rows = async () => (await page.locator(".under").textContent()) === `${await text(page)}\n`;
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("# more");
  await page.keyboard.press("Control+z");
  for (const key of ["z", "z", "Shift+z", "Shift+z", "z", "z"]) {
    const at = texts.indexOf(await text(page)) + (key === "z" ? -1 : 1);
    await page.keyboard.press(`Control+${key}`);
    assertEqual(await text(page), texts[at], `the text after Ctrl+${key}`);
    assert(await rows(), "the colored text is the same");
  }
  assertEqual(await text(page), texts[0], "the first text");
});

test("a key in a long text is fast", async ({ open }) => {
  const page = await open("#design");
  await good(page);
  await editor(page).evaluate((it) => {
    it.value = Array.from({ length: 20_000 }, (_, number) => `# line ${number}`).join("\n");
    it.dispatchEvent(new Event("input"));
    it.focus();
  });
  await until(async () => (await page.locator(".under .line").count()) === 20_000, "all lines");
  const changed = await page.evaluate(async () => {
    let rows = 0;
    const count = new MutationObserver((all) => all.forEach((it) => (rows += it.addedNodes.length)));
    for (const it of [".under", ".numbers"]) count.observe(document.querySelector(it), { childList: true });
    document.execCommand("insertText", false, "x\n");
    await new Promise((resolve) => setTimeout(resolve));
    return rows;
  });
  assert(changed > 0 && changed < 10, `${changed} rows are drawn again`);
});

test("a text comes back after two replacements", async ({ open }) => {
  const page = await open("#design");
  await good(page);
  assertEqual(await button(page, "Earlier drafts").isVisible(), false, "an offer without drafts");
  await write(page, "an idea");
  const own = await text(page);
  await button(page, "New rulebook based on it").click();
  await button(page, "Copy of its text").click();
  await until(async () => (await text(page)).length > 500, "the copy");
  await button(page, "Bring back my text").waitFor();
  await button(page, "Earlier drafts").click();
  await page.getByRole("dialog").getByRole("button").first().click();
  await until(async () => (await text(page)) === own, "the text among the drafts");
  await button(page, "Copy of its text").click();
  await until(async () => (await text(page)).length > 500, "the copy");
  // An edit of the new text is kept, too.
  await write(page, "a second idea");
  await button(page, "Bring back my text").click();
  assertEqual(await text(page), own, "the text after the button");
  await button(page, "Earlier drafts").click();
  await page.getByRole("dialog").getByRole("button").first().click();
  await until(async () => (await text(page)).startsWith("# a second idea"), "the second text");
});

test("drafts survive a closed tab and a second tab", async ({ open }) => {
  const page = await open("#design");
  await good(page);
  await write(page, "first idea");
  const second = await tab(page);
  await second.getByText("The editor shows your unsaved draft", { exact: false }).waitFor();
  assert((await text(second)).startsWith("# first idea"), "the second tab starts with the draft");
  await write(second, "second idea");
  await write(page, "more of the first");
  // Each tab keeps its own text.
  await second.reload();
  await until(async () => (await text(second)).startsWith("# second idea\n# first idea"), "the text of the second tab");
  await second.close();
  await page.reload();
  await until(async () => (await text(page)).startsWith("# more of the first\n# first idea"), "the text of the first tab");
  const third = await tab(page);
  assert((await text(third)).startsWith("# more of the first"), "a new tab shows the latest draft");
  await button(third, "Earlier drafts").click();
  await third.getByRole("dialog").getByRole("button").first().click();
  await until(async () => (await text(third)).startsWith("# second idea"), "the other draft");
  await third.close();
});

test("without a file, the draft edited last is shown, and all drafts are listed", async ({ open }) => {
  const page = await open("#design");
  await good(page);
  await write(page, "an idea");
  await page.goto(page.url().replace(/#.*/, "#rules?variant=gallery%2Fcrazyhouse"));
  await page.getByRole("link", { name: "Edit this rulebook" }).click();
  await until(async () => (await text(page)).includes("Crazyhouse"), "the text of the rulebook");
  await write(page, "my edit");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.locator(".lobby").waitFor();
  await page.getByRole("link", { name: "Design", exact: true }).click();
  await until(async () => (await text(page)).startsWith("# my edit"), "the text edited last");
  await button(page, "Earlier drafts").click();
  await page.getByRole("dialog").getByRole("button").first().click();
  await until(async () => (await text(page)).startsWith("# an idea"), "the other draft");
});
