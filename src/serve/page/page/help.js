// The keys, said on the page.
//
// Out: one element. Refuses to know: anything else.

import { el } from "./dom.js";

const KEYS = [
  ["Arrow keys", "to the neighbour that lies that way on the screen; on every board, however turned"],
  ["W E A D Z X", "on hexagons, the six neighbours as these keys lie round S; on squares Q W E A D Z X C, the eight"],
  ["Enter or Space", "select a man, then the square he is to go to"],
  ["Escape", "select nothing"],
  ["F", "turn the board to the next seat"],
  ["U, Y", "undo, redo"],
  ["S", "say again what happened"],
  ["P", "say where all men stand"],
  ["M", "to the field in which moves are typed: e2-e4, e7-e8=Q, or as the history has them"],
  ["Right button", "draw an arrow or a ring; the next click takes them away"],
];

/** What keys do while a square has the focus. */
export function keysHelp() {
  return el("details", { class: "keys" }, el("summary", { text: "Keys on the board" }),
    el("dl", {}, KEYS.flatMap(([key, does]) => [el("dt", { text: key }), el("dd", { text: does })])));
}
