// End-to-end tests of the page in a real browser with the real program.
//
//   node run.mjs PROGRAM FOLDER [FILTER...]
//
// In: the path of `threefold`, an empty folder, and optional parts of test names. Out: a line
// for each test, and exit code 1 if one failed. THREEFOLD_RENEW renews the pictures in
// `evidence/`; THREEFOLD_SHOTS names a folder for all screenshots.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, assertEqual } from "./check.mjs";
import { GUEST_HOST, launch, visit } from "./browser.mjs";
import { Server } from "./server.mjs";
import "./games.test.mjs";
import "./board.test.mjs";
import "./play.test.mjs";
import "./moving.test.mjs";
import "./choosing.test.mjs";
import "./panel.test.mjs";
import "./prompts.test.mjs";
import "./advice.test.mjs";
import "./answers.test.mjs";
import "./tabs.test.mjs";
import "./records.test.mjs";
import "./rules.test.mjs";
import "./print.test.mjs";
import "./design.test.mjs";
import "./drafts.test.mjs";
import "./findings.test.mjs";
import "./lab.test.mjs";
import "./guests.test.mjs";
import "./look.test.mjs";
import "./pictures.test.mjs";
import "./firefox.test.mjs";

const [program, folder, ...filters] = process.argv.slice(2);
if (!program || !folder) {
  console.error("node run.mjs PROGRAM FOLDER [FILTER...]");
  process.exit(2);
}

/** A rulebook with a hundred cases, one of which fails. */
const RULEBOOK = 'name    = "My chess"\nabout   = "Chess, to be changed."\npart    = "game"\nextends = ["chess"]\n';
const CASES = {
  "push.toml":
    'about = "A pawn goes two squares from its rank"\nplay = ["e2-e4"]\nvariant = "../mine.toml"\n\n[expect]\nlegal = ["e7-e5"]\n',
  "jump.toml":
    'about = "A rook does not leap"\nvariant = "../mine.toml"\n\n[expect]\nillegal = { "a1-a3" = "blocked" }\n',
  "wrong.toml": 'about = "This does not hold"\nvariant = "../mine.toml"\n\n[expect]\nlegal = ["e2-e5"]\n',
};

for (let number = Object.keys(CASES).length; number < 100; number++) {
  CASES[`knight-${number}.toml`] =
    `about = "A knight leaps, ${number}"\nvariant = "../mine.toml"\nplay = ["Ng1-f3"]\n\n[expect]\nillegal = { "Ng8-e7" = "blocked" }\n`;
}

const fresh = (name) => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};

const browser = await launch();
const server = await Server.start(program, fresh("server"));
let servers = 0;

/** Runs a test with its own pages. A script error on a page fails it. */
async function withPages(name, body) {
  const pages = [];
  const cleanups = [];
  const open = async (hash, look = {}, at = server) => {
    const page = await visit(browser, `${at.address}/${hash}`, look);
    pages.push(page);
    return page;
  };
  const fixtures = {
    server,
    open,
    /** Creates a game and opens a page on it. */
    async openGame({ variant, position, players }, query = "", look = {}) {
      const created = await server.post("/api/games", { variant, position, players: players ?? {} });
      if (!created.id) throw new Error(`no game: ${JSON.stringify(created)}`);
      const page = await open(`#play/${created.id}${query}`, look);
      await page.locator(".board .square").first().waitFor();
      const info = await server.get(`/api/variant?name=${variant}`);
      return { page, id: created.id, variant: info, state: () => server.get(`/api/games/${created.id}`) };
    },
    /** Starts a server behind a name of `--allow-host`, with pages that use this name. */
    async startGuestServer() {
      const own = await Server.start(program, fresh(`guest-${++servers}`), ["--allow-host", GUEST_HOST]);
      cleanups.push(() => own.kill());
      const address = own.address.replace("127.0.0.1", GUEST_HOST);
      return { address, open: (hash, look) => open(hash, look, { address }) };
    },
    /** Starts a server with a rulebook file, and opens the editor. */
    async openEditor(look = {}) {
      const folder = fresh(`editor-${++servers}`);
      const path = join(folder, "mine.toml");
      writeFileSync(path, RULEBOOK);
      mkdirSync(join(folder, "cases"));
      for (const [file, text] of Object.entries(CASES)) writeFileSync(join(folder, "cases", file), text);
      const own = await Server.start(program, folder, ["mine.toml"]);
      cleanups.push(() => own.kill());
      const page = await open("#design", look, own);
      await page.locator("#rulebook").waitFor();
      return { page, path, server: own };
    },
  };
  try {
    await body(fixtures);
    for (const it of pages) assertEqual(it.errors, [], "errors on the page");
  } finally {
    if (process.env.THREEFOLD_SHOTS) {
      mkdirSync(process.env.THREEFOLD_SHOTS, { recursive: true });
      for (const [number, it] of pages.entries()) {
        if (!it.isClosed())
          await it
            .screenshot({ path: join(process.env.THREEFOLD_SHOTS, `${name.replace(/\W+/g, "-")}-${number}.png`) })
            .catch(() => {});
      }
    }
    for (const it of pages) await it.context().close();
    for (const cleanup of cleanups) await cleanup();
  }
}

let failed = [{ name: "the runner itself", error: "" }];
try {
  failed = await run({ withPages }, filters);
} finally {
  await browser.close();
  await server.kill();
}
// Repeated at the end, where a long log is read first.
for (const { name, error } of failed) console.log(`FAILED: ${name}\n${error}`);
console.log(failed.length ? `${failed.length} failed: ${failed.map((it) => it.name).join("; ")}` : "all tests passed");
process.exit(failed.length ? 1 : 0);
