// Earlier positions of a game, and the choice among several moves.
//
// Input: the game view. Output: the board at an earlier time, or the text of the chosen move. Does
// not know rules: the server draws every position.

import { hash } from "./address.js";
import { get } from "./api.js";
import { announce, dialog, el, put } from "./dom.js";
import { capital, choiceLabel } from "./seats.js";

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
  // The move list follows at once. The players follow with the position.
  view.updatePanel();
  const after = entry && `after ${entry.kind === "move" ? entry.text : entry.sentence.replace(/\.$/, "")}`;
  put(
    view.past,
    el("p", { text: `Earlier position: ${after ?? "start of the game"}.` }),
    el("button", { type: "button", class: "small", text: "Current position", onclick: () => view.viewPosition(null) }),
  );
  try {
    const shown = await get(`/api/games/${view.id}/positions/${number}`, { seat: view.from });
    if (view.viewed !== number) return;
    view.showPosition(shown, number === before + 1 && entry?.from ? shown.last : null);
    view.updatePanel();
    view.mark();
    announce(after ? `${capital(after)}.` : "Start of the game.");
  } catch (refusal) {
    view.refusal.show(refusal);
  }
}

/** Refuses an action at an earlier position, and offers a game from there. */
export function refuseEarlier(view) {
  const { variant } = view.state;
  const { position } = view.shown;
  const start = el("a", { href: hash("play", "", { variant, position }), text: "New game from this position" });
  view.refusal.show({ message: "This is an earlier position.", help: "Return to the current position to continue the game, or start another one here." }, null, null, start);
  return Promise.resolve(false);
}

/** Asks which of several moves between the same squares is meant. Returns `null` for none. */
export function chooseMove(view, moves, to) {
  const { kinds } = view.variant;
  const mover = view.state.seats.find((it) => it.letter === view.state.turn);
  const mayStay = moves.some((it) => it.promotion) && moves.some((it) => !it.promotion && !it.gate && !it.castling);
  const buttons = moves.map((it) => {
    const kind = kinds.find((one) => one.letter === (it.promotion ?? it.gate) || one.name === it.promotion);
    return {
      label: choiceLabel(it, kinds, mayStay),
      value: it.text,
      picture: kind && view.portrait(mover, kind),
    };
  });
  const squares = [to, view.selected, ...moves.flatMap((it) => [it.gateSquare, it.rook])];
  const way = `${view.selected} to ${to}`;
  const title = moves.every((it) => it.promotion) ? `Choose the new piece: ${way}` : `Choose the move: ${way}`;
  return dialog(title, [], [...buttons, { label: "Cancel", value: null }], view.board.places(squares));
}
