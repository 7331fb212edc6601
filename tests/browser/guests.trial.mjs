// Players on other machines: links with the keys of seats, and a game that is only watched.
//
// A guest is a page that calls the server by a name of `--allow-host`: behind a proxy nobody is
// the owner. The browser finds the name at this machine.

import { fits, isAccessible } from "./browser.mjs";
import { claim, same, trial, until } from "./check.mjs";
import { click, played, refusal } from "./hands.mjs";

const options = (page) => page.locator("#sit option").evaluateAll((all) => all.map((it) => it.value));

/** Returns the links on the page by label. */
async function links(page) {
  await page.getByText("Links, position and record").click();
  const all = await page.locator(".links a").evaluateAll((all) => all.map((it) => [it.textContent, it.href]));
  return Object.fromEntries(all);
}

trial("three friends play by the links of their seats", async (given) => {
  const { guest } = given;
  const own = await guest();
  const first = await own.open("#play?variant=3-man-chess");
  await first.getByRole("button", { name: "Start game" }).click();
  await first.locator(".board .square").first().waitFor();
  // The creator of the game plays every seat and has every link.
  same(await options(first), ["", "w", "g", "b", "none"], "seats of the player who begins");
  const all = await links(first);
  const to = (name) => new URL(all[`Play ${name}'s seat`]);
  for (const name of ["White", "Gray", "Black"]) {
    same(to(name).origin, own.address, "the address of the link");
    claim(/[?&]key=[0-9a-f]{24}/.test(to(name).hash), `a key in ${to(name)}`);
  }
  const gray = await own.open(to("Gray").hash, { width: 360, height: 740 });
  await gray.locator(".board .square").first().waitFor();
  same(await options(gray), ["g", "none"], "seats of a guest");
  same(await gray.locator('.players select:not([disabled])').count(), 1, "a guest hands over one seat");
  await fits(gray, "a guest at 360 px");
  // The id alone gives no seat.
  const id = to("Gray").hash.split("/")[1].split("?")[0];
  for (const query of ["", "?seat=w"]) {
    const watcher = await own.open(`#play/${id}${query}`);
    await watcher.locator(".board .square").first().waitFor();
    same(await options(watcher), ["none"], `seats of a watcher ${query}`);
    await click(watcher, "WHe2");
    await click(watcher, "WHe4");
    claim(/watching/.test((await refusal(watcher)).sentence), "a watcher is told so");
    claim(/link to a seat/.test(await watcher.locator(".refusal").innerText()), "and how to play");
  }
  await click(first, "WHe2");
  await click(first, "WHe4");
  await played(gray, 1);
  await click(gray, "GRe2");
  await click(gray, "GRe4");
  await played(gray, 2);
  await played(first, 2);
  // The browser stores the key, so the list of games leads back to the seat.
  const again = await gray.context().newPage();
  await again.goto(`${own.address}/#play/${id}`);
  await again.locator(".board .square").first().waitFor();
  await until(async () => (await again.locator("#sit").inputValue()) === "g", "the seat is remembered");
  await isAccessible(gray, "a guest's page");
});

trial("a game without a move leaves no trace", async (given) => {
  const { page, id } = await given.table({ variant: "chess" });
  const { games } = await given.server.get("/api/games?count=100");
  claim(!games.some((it) => it.id === id), "it is not in the list");
  await click(page, "e2");
  await click(page, "e4");
  await played(page, 1);
  const after = await given.server.get("/api/games?count=100");
  claim(after.games.some((it) => it.id === id), "it is kept from its first move on");
});

trial("a draft is played, copied and downloaded without a file", async (given) => {
  const page = await given.open("#design?variant=chess");
  await page.locator("#rulebook").waitFor();
  const play = page.getByRole("button", { name: "Play this draft" });
  const text = 'name = "A draft of mine"\npart = "game"\nextends = ["chess"]\nwithout = ["double-step", "en-passant"]\n';
  await page.getByLabel("The rulebook's text").fill("name = ");
  await until(() => play.isDisabled(), "a text with errors is not played");
  await page.getByLabel("The rulebook's text").fill(text);
  await until(() => play.isEnabled(), "a text without errors is");
  await page.getByRole("button", { name: "Copy the text" }).click();
  await until(async () => (await page.evaluate(() => navigator.clipboard.readText())) === text, "the text is copied");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  same(file.suggestedFilename(), "a-draft-of-mine.toml", "the name of the file");
  await isAccessible(page, "the design page with a draft");
  await play.click();
  await page.getByRole("heading", { name: "A draft of mine" }).waitFor();
  await click(page, "e2");
  await click(page, "e4");
  claim((await refusal(page)).sentence.length > 5, "the draft has no double step");
  await click(page, "e2");
  await click(page, "e3");
  await played(page, 1);
  await page.getByRole("link", { name: "Rules of this game" }).click();
  await page.locator(".rulebook h1").waitFor();
  claim(/A draft of mine/.test(await page.locator(".rulebook h1").innerText()), "the rules of the draft");
  // On return to the design page, the text is still there.
  await page.getByRole("link", { name: "Design" }).click();
  await page.locator("#rulebook").waitFor();
});
