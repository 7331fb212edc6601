// The layout of the game view: the board with its heading, and the panel beside it.
//
// Input: the root element, and the existing parts. Output: the elements that the game view fills.
// Does not know rules, the server and the state of the game.

import { el, put } from "./dom.js";
import { keysHelp } from "./panel.js";

const PARTS = ["sit", "players", "protection", "consents", "acts", "advice", "history", "barriers", "sharing"];

/** Builds the layout and returns the elements that change. */
export function layout(root, { frame, box, refusal, replay }) {
  const title = el("h1", { class: "game-title" });
  const status = el("p", { class: "status" });
  const links = el("p", { class: "ways" });
  const past = el("div", { class: "past" });
  const hatched = el("p", { class: "quiet hatched" });
  const parts = Object.fromEntries(PARTS.map((it) => [it, el("div", { class: `part-${it}` })]));
  const head = el(
    "div",
    { class: "board-head" },
    el("div", { class: "title-row" }, title, links),
    el("div", { class: "status-row" }, status, past),
  );
  const panel = el(
    "div",
    { class: "panel" },
    el("div", { class: "controls" }, frame.row, el("div", { class: "tools second" }, replay.node, box)),
    refusal.node,
    parts.players,
    parts.consents,
    parts.acts,
    parts.advice,
    parts.protection,
    el("h2", { text: "Moves" }),
    parts.history,
    parts.barriers,
    parts.sit,
    parts.sharing,
    keysHelp(),
  );
  put(root, el("div", { class: "play" }, el("div", { class: "board-side" }, head, frame.viewport, hatched), panel));
  return { title, status, links, past, hatched, parts };
}
