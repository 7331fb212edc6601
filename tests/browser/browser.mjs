// A clean browser: no network, no profile, no cache.
//
// In: the options of a test: width, colors, motion. Out: pages, the findings of axe, and
// screenshots. It does not know the purpose of the page. A script error on the page, or a
// request to another host, fails the test. THREEFOLD_PAGE_FILES serves the page's files from a
// folder instead of the program, to try changes without a build.

import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "./check.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const modules = process.env.THREEFOLD_BROWSER_MODULES ?? join(HERE, "node_modules");
const require = createRequire(join(modules, "none.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** A name that resolves to this machine but is not one of its own names. */
export const GUEST_HOST = "friends.localhost";

const PROGRAMS = [
  process.env.THREEFOLD_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Launches Chromium. */
export async function launch() {
  const executablePath = PROGRAMS.find((it) => it && existsSync(it));
  assert(
    executablePath,
    "there is no chromium: install it (apt-get install chromium), or name it in THREEFOLD_CHROMIUM",
  );
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--in-process-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-default-apps",
      "--disable-extensions",
    ],
  });
}

/** Opens a page at an address and collects its errors. */
export async function visit(
  browser,
  address,
  { width = 1280, height = 900, dark = false, still = true, touch = false, forced = false } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: still ? "reduce" : "no-preference",
    hasTouch: touch,
    forcedColors: forced ? "active" : "none",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(`script: ${error.message}`));
  const origin = new URL(address).origin;
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url)) page.errors.push(`request to another host: ${url}`);
  });
  page.on("console", (message) => {
    const text = message.text();
    const isAnswer = /Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/.test(text);
    if (message.type() === "error" && !isAnswer) page.errors.push(`console: ${text}`);
  });
  page.setDefaultTimeout(60_000);
  const files = process.env.THREEFOLD_PAGE_FILES;
  if (files) {
    await context.route(
      (url) => !url.pathname.startsWith("/api/"),
      (route) => {
        const { pathname } = new URL(route.request().url());
        const path = join(files, pathname === "/" ? "index.html" : pathname);
        // The program makes some files itself.
        return existsSync(path) ? route.fulfill({ path }) : route.continue();
      },
    );
  }
  await page.goto(address);
  return page;
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Asserts that axe finds no violation. */
export async function assertAccessible(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((tags) => globalThis.axe.run(document, { runOnly: tags }), TAGS);
  const messages = violations.map(
    (it) =>
      `${it.id}: ${it.help}\n${it.nodes
        .slice(0, 4)
        .map((node) => `    ${node.target.join(" ")}: ${node.failureSummary.replace(/\s+/g, " ")}`)
        .join("\n")}`,
  );
  assert(violations.length === 0, `axe finds on ${what}:\n  ${messages.join("\n  ")}`);
}

/** Asserts that the page needs no horizontal scrolling, as soon as its layout is complete. */
export async function assertNoHorizontalScroll(page, what) {
  const end = performance.now() + 5000;
  let over = await horizontalScroll(page);
  while (over !== null && performance.now() < end) {
    await page.waitForTimeout(50);
    over = await horizontalScroll(page);
  }
  assert(over === null, `${what} is too wide: ${over}`);
}

/** Returns by how much the page is too wide, and its widest elements, or null. */
const horizontalScroll = (page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return null;
    const widest = [...document.querySelectorAll("body *")].filter(
      (it) => it.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
    );
    return `${wide} px, by ${widest
      .slice(-3)
      .map((it) => `${it.localName}.${it.getAttribute("class") ?? ""}`)
      .join(", ")}`;
  });

const EVIDENCE = join(HERE, "evidence");

/** Asserts that a committed screenshot exists; THREEFOLD_RENEW takes it again. */
export async function evidence(page, name, { kept = true } = {}) {
  const folder = process.env.THREEFOLD_SHOTS;
  if (folder) {
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`) });
  }
  if (!kept) return;
  const path = join(EVIDENCE, `${name}.jpeg`);
  if (process.env.THREEFOLD_RENEW) {
    mkdirSync(EVIDENCE, { recursive: true });
    await page.screenshot({ path, type: "jpeg", quality: 45, scale: "css" });
  }
  assert(existsSync(path), `${path} is missing: run with THREEFOLD_RENEW=1 and review it`);
  assert(statSync(path).size < 80_000, `${path} is too large to be kept`);
}
