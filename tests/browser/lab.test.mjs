// The lab beside the edited rulebook: figures that follow the games, the comparison with the
// parent, and figures of an earlier text.

import { assert, assertEqual, test, until } from "./check.mjs";
import { assertAccessible, assertNoHorizontalScroll } from "./browser.mjs";

const lab = (page) => page.locator(".lab");
const progress = (page) => lab(page).locator(".lab-progress").innerText();

/** Adds lines to the text of the editor. */
async function append(page, lines) {
  await page.locator("#rulebook").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(lines);
}

test("a lab of a draft is compared with its parent", async ({ openEditor }) => {
  const { page, server } = await openEditor();
  await append(page, '\n[piece.bishop]\nletter = "B"\nmovement = "F"\nvalue = 2\nrole = "piece"\n');
  await page.locator(".found .fine").waitFor();
  await page.locator("#lab-games").selectOption("100");
  await page.locator("#lab-comparison").selectOption("parent");
  await page.getByLabel("Measure how often each rule matters").check();
  // The keyboard alone starts it.
  await page.getByRole("button", { name: "Start the lab" }).focus();
  await page.keyboard.press("Enter");
  await until(async () => (await progress(page)).startsWith("200 of 200 games"), "all games are played", 120);
  const { labs, differences } = await page.evaluate(async () => {
    const link = document.querySelector('.lab a[href$="/draft.json"]').getAttribute("href");
    return (await fetch(link.replace("/draft.json", ""))).json();
  });
  assertEqual(labs[0].report.games, 100, "games of the draft");
  assertEqual(labs[1].title, "Chess", "the parent");
  const rows = lab(page).getByRole("region", { name: "Differences" }).locator("tbody tr");
  assertEqual(await rows.count(), differences.figures.length, "differences");
  assert((await rows.first().innerText()).includes("points of White"), "the first difference");
  assertEqual(await lab(page).getByRole("region", { name: "Seats" }).locator("tbody tr").count(), 2, "seats");
  assert((await lab(page).getByRole("region", { name: "Rule impact" }).locator("tbody tr").count()) > 4, "rules");
  assertEqual(await lab(page).locator("svg.chart").count(), 2, "charts");
  assertEqual(await lab(page).locator(".heat-map .heat").count(), 64, "squares of the heat map");
  await assertAccessible(page, "the lab");
  await page.setViewportSize({ width: 360, height: 740 });
  await assertNoHorizontalScroll(page, "the lab on a phone");
  const height = await lab(page)
    .locator("svg.chart text")
    .first()
    .evaluate((it) => {
      const svg = it.ownerSVGElement;
      return parseFloat(getComputedStyle(it).fontSize) * (svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
    });
  assert(height >= 12, `the text of a chart is ${height} px high`);
  const report = await server.get(await lab(page).getByText("Download the full report").getAttribute("href"));
  assert(report.includes("<title>My chess: 100 games</title>"), "the complete report");
});

test("figures of an earlier text stay and say so", async ({ openEditor }) => {
  const { page } = await openEditor();
  await page.locator(".found .fine").waitFor();
  await page.locator("#lab-games").selectOption("10000");
  await page.getByRole("button", { name: "Start the lab" }).click();
  await lab(page).getByRole("region", { name: "Seats" }).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await until(async () => (await progress(page)).includes("Stopped after"), "the lab stops");
  assertEqual(await lab(page).locator(".old").isVisible(), false, "the figures are those of the text");
  await append(page, "\n[piece.bishop\n");
  await lab(page).getByText("The draft has errors. The figures below are those of an earlier text.").waitFor();
  assert(await page.getByRole("button", { name: "Start the lab" }).isDisabled(), "a draft with errors does not start");
  assert(await lab(page).getByRole("region", { name: "Seats" }).isVisible(), "the figures stay");
});

test("the parent of a draft with the same rules is not played", async ({ openEditor }) => {
  const { page } = await openEditor();
  await page.locator(".found .fine").waitFor();
  await page.locator("#lab-comparison").selectOption("parent");
  await page.getByRole("button", { name: "Start the lab" }).click();
  await page.getByText("The draft has the same rules as Chess.").waitFor();
});
