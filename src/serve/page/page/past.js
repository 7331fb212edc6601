// Earlier positions of a game, and the choice among several moves.
//
// Input: the game view. Output: the board at an earlier time, or the text of the chosen move. Does
// not know rules: the server draws every position.

import { get } from "./api.js";
import { announce, dialog, el, put } from "./dom.js";
import { choiceLabel } from "./seats.js";

/** Shows an earlier position. `null` returns to the current one. */
export async function showEarlier(view, number) {
  view.selected = null;
  const before = view.viewed ?? view.state.history.length;
  view.viewed = number;
  if (number === null) {
    view.show(before + 1 === view.state.history.length ? view.state.last : null);
    view.updatePanel();
    return announce(view.state.announcement);
  }
  const entry = number === 0 ? null : view.state.history[number - 1];
  const position = entry?.position ?? view.state.start;
  const last = view.state.history.slice(0, number).findLast((it) => it.from) ?? null;
  view.updatePanel();
  put(
    view.past,
    el("p", { text: `Earlier position: ${entry ? `after ${entry.text}` : "start of the game"}.` }),
    el("button", { type: "button", class: "small", text: "Current position", onclick: () => view.viewPosition(null) }),
  );
  try {
    const svg = await get("/api/svg", {
      name: view.state.variant,
      position,
      seat: view.from,
      last: last ? `${last.from}-${last.to}` : "",
    });
    if (view.viewed !== number) return;
    view.shownLast = last;
    view.board.show(svg, number === before + 1 && entry?.from ? last : null);
    view.pieces = view.board.pieces(view.variant.kinds);
    view.board.mark({});
    announce(entry ? `After ${entry.text}.` : "Start of the game.");
  } catch (refusal) {
    view.refusal.show(refusal);
  }
}

/** Asks which of several moves between the same squares is meant. Returns `null` for none. */
export function chooseMove(view, moves, to) {
  const { kinds } = view.variant;
  const mayStay = moves.some((it) => it.promotion) && moves.some((it) => !it.promotion && !it.gate && !it.castling);
  const buttons = moves.map((it) => {
    const kind = kinds.find((one) => one.letter === (it.promotion ?? it.gate) || one.name === it.promotion);
    return {
      label: choiceLabel(it, kinds, mayStay),
      value: it.text,
      picture: kind && view.board.portrait(view.state.turn, kind),
    };
  });
  const title = `${view.selected} to ${to}`;
  return dialog(title, [], [...buttons, { label: "Cancel", value: null }], view.board.place(to));
}
