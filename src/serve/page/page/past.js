// Earlier positions of a game, and the choice among several moves.
//
// Input: the game view. Output: the board at an earlier time, or the text of the chosen move. Does
// not know rules: the server draws every position.

import { get } from "./api.js";
import { dialog, el, put, say } from "./dom.js";
import { choiceLabel } from "./seats.js";

/** Shows an earlier position. `null` returns to the current one. */
export async function look(table, number) {
  table.selected = null;
  const before = table.looked ?? table.state.history.length;
  table.looked = number;
  if (number === null) {
    table.show(before + 1 === table.state.history.length ? table.state.last : null);
    table.beside();
    return say(table.state.said);
  }
  const entry = number === 0 ? null : table.state.history[number - 1];
  const position = entry?.position ?? table.state.start;
  const last = table.state.history.slice(0, number).findLast((it) => it.from) ?? null;
  table.beside();
  put(
    table.past,
    el("p", { text: `Earlier position: ${entry ? `after ${entry.text}` : "start of the game"}.` }),
    el("button", { type: "button", class: "small", text: "Current position", onclick: () => table.look(null) }),
  );
  try {
    const svg = await get("/api/svg", {
      name: table.state.variant,
      position,
      seat: table.from,
      last: last ? `${last.from}-${last.to}` : "",
    });
    if (table.looked !== number) return;
    table.shownLast = last;
    table.board.show(svg, number === before + 1 && entry?.from ? last : null);
    table.pieces = table.board.pieces(table.variant.kinds);
    table.board.mark({});
    say(entry ? `After ${entry.text}.` : "Start of the game.");
  } catch (refusal) {
    table.refused.show(refusal);
  }
}

/** Asks which of several moves between the same squares is meant. Returns `null` for none. */
export function chosenOf(table, fits, to) {
  const { kinds } = table.variant;
  const buttons = fits.map((it) => {
    const kind = kinds.find((one) => one.letter === it.promotion || one.name === it.promotion);
    return {
      label: choiceLabel(it, kinds),
      value: it.text,
      picture: kind && table.board.portrait(table.state.turn, kind),
    };
  });
  const title = `${table.selected} to ${to}`;
  return dialog(title, [], [...buttons, { label: "Cancel", value: null }], table.board.place(to));
}
