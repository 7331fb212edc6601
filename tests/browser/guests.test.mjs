// Players on other machines: links with seat keys, and spectators.
//
// A guest is a page that calls the server by a name of `--allow-host`: behind a
// proxy, no page is the owner. The browser resolves the name to this machine.

import { assertNoHorizontalScroll, assertAccessible } from "./browser.mjs";
import { assert, assertEqual, test, until } from "./check.mjs";
import { click, waitForMoves, refusal } from "./input.mjs";

const options = (page) => page.locator("#sit option").evaluateAll((all) => all.map((it) => it.value));

/** Returns the links on the page by label. */
async function links(page) {
  await page.getByText("Links, position and record").click();
  const all = await page.locator(".links a").evaluateAll((all) => all.map((it) => [it.textContent, it.href]));
  return Object.fromEntries(all);
}

test("three players join by seat links", async (fixtures) => {
  const server = await fixtures.startGuestServer();
  const first = await server.open("#play?variant=3-man-chess");
  await first.getByRole("button", { name: "Start game" }).click();
  await first.locator(".board .square").first().waitFor();
  // The creator of the game plays every seat and has every link.
  assertEqual(await options(first), ["", "w", "g", "b", "none"], "seats of the player who begins");
  const all = await links(first);
  const to = (name) => new URL(all[`Play ${name}'s seat`]);
  for (const name of ["White", "Gray", "Black"]) {
    assertEqual(to(name).origin, server.address, "the address of the link");
    assert(/[?&]key=[0-9a-f]{24}/.test(to(name).hash), `a key in ${to(name)}`);
  }
  const gray = await server.open(to("Gray").hash, { width: 360, height: 740 });
  await gray.locator(".board .square").first().waitFor();
  assertEqual(await options(gray), ["g", "none"], "seats of a guest");
  assertEqual(await gray.locator('.players select:not([disabled])').count(), 1, "a guest can change one seat");
  await assertNoHorizontalScroll(gray, "a guest at 360 px");
  // The id alone gives no seat.
  const id = to("Gray").hash.split("/")[1].split("?")[0];
  for (const query of ["", "?seat=w"]) {
    const spectator = await server.open(`#play/${id}${query}`);
    await spectator.locator(".board .square").first().waitFor();
    assertEqual(await options(spectator), ["none"], `seats of a spectator ${query}`);
    await click(spectator, "WHe2");
    await click(spectator, "WHe4");
    assert(/watching/.test((await refusal(spectator)).sentence), "a spectator is told that they are watching");
    assert(/link to a seat/.test(await spectator.locator(".refusal").innerText()), "the refusal explains how to play");
  }
  await click(first, "WHe2");
  await click(first, "WHe4");
  await waitForMoves(gray, 1);
  await click(gray, "GRe2");
  await click(gray, "GRe4");
  await waitForMoves(gray, 2);
  await waitForMoves(first, 2);
  // The browser stores the key, so the list of games leads back to the seat.
  const again = await gray.context().newPage();
  await again.goto(`${server.address}/#play/${id}`);
  await again.locator(".board .square").first().waitFor();
  await until(async () => (await again.locator("#sit").inputValue()) === "g", "the seat is remembered");
  await assertAccessible(gray, "a guest's page");
  // A guest's list has the games that the guest has opened.
  const listed = (page) => page.locator(".kept-list a").evaluateAll((all) => all.map((it) => it.getAttribute("href")));
  for (const [page, expected] of [[again, [`#play/${id}`]], [await server.open("#play"), []]]) {
    await page.goto(`${server.address}/#play`);
    await page.locator(".kept-list").getByText(expected.length ? /moves/ : /no saved games/).waitFor();
    assertEqual(await listed(page), expected, "the listed games");
  }
});

test("a game without moves is not saved", async (fixtures) => {
  const { page, id } = await fixtures.openGame({ variant: "chess" });
  const { games } = await fixtures.server.get("/api/games?count=100");
  assert(!games.some((it) => it.id === id), "the game is not listed");
  await click(page, "e2");
  await click(page, "e4");
  await waitForMoves(page, 1);
  const after = await fixtures.server.get("/api/games?count=100");
  assert(after.games.some((it) => it.id === id), "the game is saved after its first move");
});

test("a draft can be played, copied and downloaded", async (fixtures) => {
  const page = await fixtures.open("#design?variant=chess");
  await page.locator("#rulebook").waitFor();
  const play = page.getByRole("button", { name: "Play this draft" });
  const text = 'name = "A draft of mine"\npart = "game"\nextends = ["chess"]\nwithout = ["double-step", "en-passant"]\n';
  await page.getByLabel("The rulebook's text").fill("name = ");
  await until(() => play.isDisabled(), "a text with errors cannot be played");
  await page.getByLabel("The rulebook's text").fill(text);
  await until(() => play.isEnabled(), "a text without errors can be played");
  await page.getByRole("button", { name: "Copy the text" }).click();
  await until(async () => (await page.evaluate(() => navigator.clipboard.readText())) === text, "the text is copied");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  assertEqual(file.suggestedFilename(), "a-draft-of-mine.toml", "the name of the file");
  await assertAccessible(page, "the design page with a draft");
  await play.click();
  await page.getByRole("heading", { name: "A draft of mine" }).waitFor();
  await click(page, "e2");
  await click(page, "e4");
  assert((await refusal(page)).sentence.length > 5, "the draft has no double step");
  await click(page, "e2");
  await click(page, "e3");
  await waitForMoves(page, 1);
  await page.getByRole("link", { name: "Rules of this game" }).click();
  await page.locator(".rulebook h1").waitFor();
  assert(/A draft of mine/.test(await page.locator(".rulebook h1").innerText()), "the rules of the draft");
  // On return to the design page, the text is still there.
  await page.getByRole("link", { name: "Design" }).click();
  await page.locator("#rulebook").waitFor();
});

test("a link with a wrong key says so at once, and keeps the right one", async (fixtures) => {
  const server = await fixtures.startGuestServer();
  const first = await server.open("#play?variant=chess");
  await first.getByRole("button", { name: "Start game" }).click();
  await first.locator(".board .square").first().waitFor();
  const { hash } = new URL((await links(first))["Play Black's seat"]);
  const wrong = hash.replace(/key=\w+/, `key=${"0".repeat(24)}`);
  const guest = await server.open(wrong);
  await guest.getByText("The key in this link does not allow you to play Black. You are watching.", { exact: false }).waitFor();
  await until(async () => (await options(guest)).join() === "none", "the seats of a watcher");
  for (const [link, seat] of [[hash, "b"], [wrong, "b"], [hash.split("?")[0], "b"]]) {
    await guest.goto(`${server.address}/${link}`);
    await until(async () => (await guest.locator("#sit").inputValue()) === seat, `the seat with ${link}`);
  }
});
