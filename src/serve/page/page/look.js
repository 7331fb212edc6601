// Looking at an earlier position of a game, and asking which of several moves is meant.
//
// In: the table of play.js. Out: the board as it was, or the text of the chosen move. Does not
// know: rules. The server draws every position.

import { get } from "./ask.js";
import { dialog, el, put, say } from "./dom.js";
import { choiceLabel } from "./seats.js";

/** Looks at an earlier position, or comes back with `null`. */
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
    el("p", { text: `An earlier position: ${entry ? `after ${entry.text}` : "the start"}.` }),
    el("button", { type: "button", class: "small", text: "Back to the game", onclick: () => table.look(null) }),
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
    say(entry ? `After ${entry.text}.` : "The start.");
  } catch (refusal) {
    table.refused.show(refusal);
  }
}

/** Asks which of several moves between the same squares is meant; `null` for none. */
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
  return dialog(title, [], [...buttons, { label: "Not this move", value: null }], table.board.place(to));
}
