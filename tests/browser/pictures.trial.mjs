// Pictures in a browser: an SVG looks like its PNG, and no board on an HTML page is black.
//
// In: the program. Out: trials that read pixels. The program renders the PNG itself, so an
// element without its color cannot pass. The trials do not know the rules.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { claim, trial } from "./check.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const CASE = join(ROOT, "examples/cases/of-two-a-stalemate-draws.toml");
const SIZE = 1000;

const run = (given, ...args) => execFileSync(given.server.program, args.map(String), { maxBuffer: 1 << 28 });
const address = (bytes) => `data:image/png;base64,${bytes.toString("base64")}`;

/** Returns the share of visibly different pixels in two PNGs, from 0 to 1, after smoothing. */
async function apart(page, one, other) {
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
async function painted(page, svg, png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${width}px;height:${height}px}</style>${svg}`);
  return page.screenshot({ clip: { x: 0, y: 0, width, height } });
}

/** Asserts that a command gives the same picture as SVG and as PNG. */
async function agrees(given, page, command, theme = "light", inBrowser = theme, most = 0.01) {
  const what = [...command, inBrowser].join(" ").replaceAll(ROOT, "");
  const svg = run(given, ...command, "--format", "svg", "--theme", inBrowser).toString();
  const png = run(given, ...command, "--format", "png", "--theme", theme, "--size", SIZE, "-o", "-");
  const off = await apart(page, address(await painted(page, svg, png)), address(png));
  // A board without colors would differ in half of its pixels.
  claim(off < most, `${what}: the browser paints ${off} of the picture differently`);
}

const record = (given, name, moves) => {
  const path = join(given.server.folder, name);
  writeFileSync(path, moves);
  return path;
};

/** Opens a page in the light theme without animation. */
const blank = (given, look = {}) => given.open("#rules", look);

trial("every kind of picture is painted as its PNG", async (given) => {
  const page = await blank(given);
  const ring = record(given, "ring.txt", "w:WHNh3 g:GRg4 b:BLe4 w:WHNhxBLb2\n");
  for (const theme of ["light", "dark", "print"]) await agrees(given, page, ["show", "trichess"], theme);
  for (const name of ["chess", "osullivan", "3-man-chess", "three-player-chess"])
    await agrees(given, page, ["show", name, "--legend", "--lines", "--seat", "black"]);
  for (const name of ["hexagon", "river", "cylinder", "moebius", "portals"])
    await agrees(given, page, ["show", `mechanisms/${name}`, "--legend", "--lines"]);
  await agrees(given, page, ["show", "chess", "--select", "b1", "--last", "e2-e4", "--arrow", "a1-a8"]);
  // The browser and the program smooth hatching differently.
  await agrees(given, page, ["show", "chess", "--zone", "last-rank"], "light", "light", 0.1);
  for (const name of ["palace", "torus", "king-of-the-hill"])
    await agrees(given, page, ["show", `mechanisms/${name}`, "--legend", "--lines"], "light", "light", 0.1);
  await agrees(given, page, ["draw", CASE]);
  await agrees(given, page, ["draw", CASE, "--legend"], "dark");
  await agrees(given, page, ["draw", CASE, "--legend"], "print");
  await agrees(given, page, ["show", "3-man-chess", "--animate", ring]);
  await agrees(given, page, ["show", "3-man-chess", "--animate", ring, "--row", "2"]);
});

trial("pictures follow the reader: light, dark, forced colors and paper", async (given) => {
  const ring = record(given, "seen.txt", "w:WHNh3 g:GRg4 b:BLe4\n");
  const commands = [["show", "trichess", "--legend"], ["draw", CASE], ["show", "3-man-chess", "--animate", ring, "--row", "1"]];
  for (const [look, theme] of [[{}, "light"], [{ dark: true }, "dark"], [{ forced: true }, "light"]]) {
    const page = await blank(given, look);
    for (const command of commands) await agrees(given, page, command, theme, "auto");
  }
  const paper = await blank(given);
  await paper.emulateMedia({ media: "print" });
  for (const command of commands) await agrees(given, paper, command, "print", "auto");
});

/** Finds the tones of the first boards, and the board that each picture shows. */
const boards = () =>
  [...document.querySelectorAll("svg")].flatMap((svg) => {
    const use = svg.querySelector('use[href^="#tf-board"]');
    const group = use ? document.querySelector(use.getAttribute("href")) : svg;
    const tones = [...group.querySelectorAll("path.square")];
    if (tones.length === 0) return [];
    for (let it = svg; it; it = it.parentElement) if (it.localName === "details") it.open = true;
    const [x, y, wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    const points = [];
    const steps = 36;
    for (let across = 1; across < steps; across++)
      for (let down = 1; down < steps; down++) {
        const at = [x + (wide * across) / steps, y + (high * down) / steps];
        const inside = (path, dx, dy) => path.isPointInFill(new DOMPoint(at[0] + dx, at[1] + dy));
        const tone = tones.find((it) => [[0, 0], [12, 0], [-12, 0], [0, 12], [0, -12]].every(([dx, dy]) => inside(it, dx, dy)));
        if (tone) points.push({ x: across / steps, y: down / steps, tone: getComputedStyle(tone).fill });
      }
    svg.scrollIntoView();
    const box = svg.getBoundingClientRect();
    return [{ box: { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height }, points, reused: Boolean(use) }];
  });

trial("every board on a page of HTML has its colors", async (given) => {
  const cases = join(ROOT, "examples/cases");
  const matrix = join(given.server.folder, "matrix.html");
  const commands = [
    ["verify", cases, "--format", "html"],
    ["matrix", cases, "--format", "html"],
    ["compare", "chess", "mechanisms/hedge", "--depth", "2", "--games", "4", "--no-shipped", "--format", "html"],
    ["rules", "3-man-chess", "--format", "html"],
  ];
  let reused = 0;
  for (const command of commands)
    for (const dark of [false, true]) {
      const page = await blank(given, { dark });
      writeFileSync(matrix, run(given, ...command));
      await page.setContent(readFileSync(matrix, "utf8"));
      // Repeated, because an element that opens moves the elements below it.
      await page.evaluate(boards);
      const found = await page.evaluate(boards);
      claim(found.length > 0, `${command[0]}: ${found.length} boards`);
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
        claim(all.length > 1, `${command[0]}, board ${index}: tones ${all.map(([it]) => it).join(" ")}`);
        // Pieces, marks and names cover some of the points.
        for (const [tone, [points, right]] of all)
          claim(right / points > 0.3, `${command[0]}, board ${index}, ${dark ? "dark" : "light"}: ${right} of ${points} points are ${tone}`);
      }
    }
  claim(reused > 4, `${reused} boards are shown by use`);
});
