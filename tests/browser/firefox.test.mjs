// The pages of `matrix` and `compare` in Firefox: boards have the same colors as in Chromium.
//
// In: the program, and Firefox where it is installed (it takes one picture of a page and ends).
// Out: tests that count pixels of the boards' tones in both browsers. Without Firefox the test
// says that it was skipped. Does not know: rules.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { assert, test } from "./check.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const FIREFOX = [process.env.THREEFOLD_FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find(
  (it) => it && existsSync(it),
);
/** The part of the window that is compared, in pixels. */
const [WIDTH, HEIGHT] = [1000, 4000];

/** Takes a screenshot of the top of a page in Firefox. */
function screenshot(page, folder) {
  const profile = mkdtempSync(join(tmpdir(), "threefold-firefox-"));
  const picture = join(folder, "firefox.png");
  rmSync(picture, { force: true });
  const args = ["--headless", "--no-remote", "--profile", profile, "--screenshot", picture];
  args.push(`--window-size=${WIDTH},${HEIGHT}`, pathToFileURL(page).href);
  try {
    execFileSync(FIREFOX, args, { timeout: 120_000, stdio: "ignore", env: { ...process.env, HOME: profile } });
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
  return readFileSync(picture);
}

/** The tones of the boards, with the number of pixels of each. */
const countTones = async ([source, tones]) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const found = Object.fromEntries(tones.map((it) => [it, 0]));
  for (let at = 0; at < data.length; at += 4) {
    const tone = `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`;
    if (tone in found) found[tone]++;
  }
  return found;
};

const tonesOf = () => [
  ...new Set([...document.querySelectorAll("path.square")].map((it) => getComputedStyle(it).fill)),
];

const address = (bytes) => `data:image/png;base64,${bytes.toString("base64")}`;

test("matrix and compare pages have the same colors in Firefox", async (fixtures) => {
  if (!FIREFOX) {
    console.log("     SKIPPED: Firefox is not installed (apt-get install firefox-esr), or name it in THREEFOLD_FIREFOX");
    return;
  }
  const cases = join(ROOT, "examples/cases");
  const commands = [
    ["matrix", cases, "--format", "html"],
    ["compare", "chess", "mechanisms/hedge", "--depth", "2", "--games", "4", "--no-shipped", "--format", "html"],
  ];
  const page = await fixtures.open("#rules", { width: WIDTH, height: HEIGHT });
  for (const command of commands) {
    const html = execFileSync(fixtures.server.program, command, { maxBuffer: 1 << 28 }).toString();
    // Every board is visible in both browsers.
    const text = html.replaceAll("<details", "<details open");
    const path = join(fixtures.server.folder, `firefox-${command[0]}.html`);
    writeFileSync(path, text);
    await page.setContent(text);
    const tones = await page.evaluate(tonesOf);
    assert(tones.length > 1, `${command[0]}: tones ${tones.join(" ")}`);
    const chromium = await page.evaluate(countTones, [address(await page.screenshot()), tones]);
    const firefox = await page.evaluate(countTones, [address(screenshot(path, fixtures.server.folder)), tones]);
    const shown = tones.filter((it) => chromium[it] > 2000);
    assert(shown.length > 1, `${command[0]}: boards in sight: ${JSON.stringify(chromium)}`);
    for (const tone of shown) {
      const part = firefox[tone] / chromium[tone];
      assert(part > 0.6 && part < 1.6, `${command[0]}: Firefox paints ${firefox[tone]} pixels ${tone}, Chromium ${chromium[tone]}`);
    }
  }
});
