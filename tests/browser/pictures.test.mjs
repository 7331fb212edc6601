// Pictures in a browser: an SVG looks like its PNG, and no board on an HTML page is black.
//
// In: the program. Out: tests that read pixels. The program renders the PNG itself, so an
// element without its color cannot pass. The tests do not know the rules.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert, test } from "./check.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const CASE = join(ROOT, "examples/cases/stalemate-of-two-players.toml");
const SIZE = 1000;

const run = (fixtures, ...args) => execFileSync(fixtures.server.program, args.map(String), { maxBuffer: 1 << 28 });
const address = (bytes) => `data:image/png;base64,${bytes.toString("base64")}`;

/** Returns the share of visibly different pixels in two PNGs, from 0 to 1, after smoothing. */
async function pixelDifference(page, one, other) {
  return page.evaluate(
    async ([one, other]) => {
      const read = async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const [width, height] = [image.width, image.height].map((it) => Math.ceil(it / 4));
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, width, height);
        return context.getImageData(0, 0, width, height);
      };
      const [a, b] = [await read(one), await read(other)];
      if (a.width !== b.width || a.height !== b.height) return `${a.width}×${a.height} is not ${b.width}×${b.height}`;
      let off = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const by = [0, 1, 2].map((it) => Math.abs(a.data[at + it] - b.data[at + it]));
        if (Math.max(...by) > 40) off++;
      }
      return off / (a.data.length / 4);
    },
    [one, other],
  );
}

/** Renders an SVG in the browser at the size of its PNG. */
async function renderInBrowser(page, svg, png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${width}px;height:${height}px}</style>${svg}`);
  return page.screenshot({ clip: { x: 0, y: 0, width, height } });
}

/** Asserts that a command gives the same picture as SVG and as PNG. */
async function assertSamePicture(fixtures, page, command, theme = "light", inBrowser = theme, tolerance = 0.01) {
  const what = [...command, inBrowser].join(" ").replaceAll(ROOT, "");
  const svg = run(fixtures, ...command, "--format", "svg", "--theme", inBrowser).toString();
  const png = run(fixtures, ...command, "--format", "png", "--theme", theme, "--size", SIZE, "-o", "-");
  const difference = await pixelDifference(page, address(await renderInBrowser(page, svg, png)), address(png));
  // A board without colors would differ in half of its pixels.
  assert(difference < tolerance, `${what}: ${difference} of the pixels differ`);
}

const record = (fixtures, name, moves) => {
  const path = join(fixtures.server.folder, name);
  writeFileSync(path, moves);
  return path;
};

/** Opens a page in the light theme without animation. */
const blankPage = (fixtures, look = {}) => fixtures.open("#rules", look);

test("every SVG renders like its PNG", async (fixtures) => {
  const page = await blankPage(fixtures);
  const ring = record(fixtures, "ring.txt", "w:WHNh3 g:GRg4 b:BLe4 w:WHNhxBLb2\n");
  for (const theme of ["light", "dark", "print"]) await assertSamePicture(fixtures, page, ["show", "trichess"], theme);
  for (const name of ["chess", "osullivan", "3-man-chess", "three-player-chess"])
    await assertSamePicture(fixtures, page, ["show", name, "--legend", "--lines", "--seat", "black"]);
  for (const name of ["hexagon", "river", "cylinder", "moebius", "portals"])
    await assertSamePicture(fixtures, page, ["show", `mechanisms/${name}`, "--legend", "--lines"]);
  await assertSamePicture(fixtures, page, ["show", "chess", "--select", "b1", "--last", "e2-e4", "--arrow", "a1-a8"]);
  // The browser and the program smooth hatching differently.
  await assertSamePicture(fixtures, page, ["show", "chess", "--zone", "last-rank"], "light", "light", 0.1);
  for (const name of ["palace", "torus", "king-of-the-hill"])
    await assertSamePicture(fixtures, page, ["show", `mechanisms/${name}`, "--legend", "--lines"], "light", "light", 0.1);
  await assertSamePicture(fixtures, page, ["draw", CASE]);
  await assertSamePicture(fixtures, page, ["draw", CASE, "--legend"], "dark");
  await assertSamePicture(fixtures, page, ["draw", CASE, "--legend"], "print");
  await assertSamePicture(fixtures, page, ["show", "3-man-chess", "--animate", ring]);
  await assertSamePicture(fixtures, page, ["show", "3-man-chess", "--animate", ring, "--row", "2"]);
});

test("pictures adapt to light, dark, forced colors and print", async (fixtures) => {
  const ring = record(fixtures, "seen.txt", "w:WHNh3 g:GRg4 b:BLe4\n");
  const commands = [["show", "trichess", "--legend"], ["draw", CASE], ["show", "3-man-chess", "--animate", ring, "--row", "1"]];
  for (const [look, theme] of [[{}, "light"], [{ dark: true }, "dark"], [{ forced: true }, "light"]]) {
    const page = await blankPage(fixtures, look);
    for (const command of commands) await assertSamePicture(fixtures, page, command, theme, "auto");
  }
  const paper = await blankPage(fixtures);
  await paper.emulateMedia({ media: "print" });
  for (const command of commands) await assertSamePicture(fixtures, paper, command, "light", "auto");
});

/** Shows all boards. This moves the elements below them. */
const unfold = () => {
  for (const it of document.querySelectorAll("details")) it.open = true;
  // The empty board on the last sheet of printed rules.
  for (const it of document.querySelectorAll(".sheet")) it.style.display = "block";
};

/** Finds the tones of the boards, and the board that each picture shows. */
const boards = () => {
  const known = new Map();
  /** Returns points of squares with their tones. */
  const tonesOf = (tones, cut) => {
    const points = [];
    const steps = 30;
    for (let across = 1; across < steps; across++)
      for (let down = 1; down < steps; down++) {
        const at = [cut[0] + (cut[2] * across) / steps, cut[1] + (cut[3] * down) / steps];
        const inside = (path, dx, dy) => path.isPointInFill(new DOMPoint(at[0] + dx, at[1] + dy));
        const tone = tones.find((it) => [[0, 0], [12, 0], [-12, 0], [0, 12], [0, -12]].every(([dx, dy]) => inside(it, dx, dy)));
        if (tone) points.push({ at, tone: getComputedStyle(tone).fill });
      }
    return points;
  };
  return [...document.querySelectorAll("svg")].flatMap((svg) => {
    if (svg.parentElement.closest("svg")) return [];
    const use = svg.querySelector('use[href^="#tf-board"]');
    const group = use ? document.querySelector(use.getAttribute("href")) : svg;
    const tones = [...group.querySelectorAll("path.square")];
    if (tones.length === 0) return [];
    const [x, y, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    // A close-up cuts the board to a picture inside the picture.
    const cut = (svg.querySelector("svg") ?? svg).getAttribute("viewBox").split(" ").map(Number);
    const key = use ? `${use.getAttribute("href")} ${cut}` : svg;
    if (!known.has(key)) known.set(key, tonesOf(tones, cut));
    const points = known.get(key).map(({ at, tone }) => ({ x: (at[0] - x) / wide, y: (at[1] - y) / high, tone }));
    svg.scrollIntoView();
    const box = svg.getBoundingClientRect();
    return [{ box: { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height }, points, reused: Boolean(use) }];
  });
};

test("every board on an HTML page has its colors", async (fixtures) => {
  const cases = join(ROOT, "examples/cases");
  const matrix = join(fixtures.server.folder, "matrix.html");
  // Some pages have many boards: one theme for each is enough.
  const commands = [
    [["verify", cases, "--format", "html"], [false]],
    [["matrix", cases, "--format", "html"], [true]],
    [["compare", "chess", "mechanisms/hedge", "--depth", "2", "--games", "4", "--no-shipped", "--format", "html"], [false, true]],
    [["rules", "3-man-chess", "--format", "html"], [true]],
  ];
  let reused = 0;
  for (const [command, themes] of commands)
    for (const dark of themes) {
      const page = await blankPage(fixtures, { dark });
      writeFileSync(matrix, run(fixtures, ...command));
      await page.setContent(readFileSync(matrix, "utf8"));
      await page.evaluate(unfold);
      const found = await page.evaluate(boards);
      assert(found.length > 0, `${command[0]}: ${found.length} boards`);
      const picture = address(await page.screenshot({ fullPage: true }));
      const shown = await page.evaluate(
        async ([source, found]) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          const { data, width } = context.getImageData(0, 0, image.width, image.height);
          return found.map(({ box, points }) => {
            const tones = {};
            for (const it of points) {
              const at = 4 * (Math.round(box.y + it.y * box.height) * width + Math.round(box.x + it.x * box.width));
              const pixel = `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`;
              const count = (tones[it.tone] ??= [0, 0]);
              count[0]++;
              if (pixel === it.tone) count[1]++;
            }
            return tones;
          });
        },
        [picture, found],
      );
      for (const [index, tones] of shown.entries()) {
        reused += found[index].reused;
        const all = Object.entries(tones);
        assert(all.length > 1, `${command[0]}, board ${index}: tones ${all.map(([it]) => it).join(" ")}`);
        // Pieces, marks and names cover some of the points.
        for (const [tone, [points, right]] of all)
          assert(right / points > 0.3, `${command[0]}, board ${index}, ${dark ? "dark" : "light"}: ${right} of ${points} points are ${tone}`);
      }
    }
  assert(reused > 4, `${reused} boards are shown by use`);
});
