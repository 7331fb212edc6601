// Moves that end with the placement of a blocker, such as the duck of duck chess.
//
// Input: the game view, and moves that differ only in the square of the blocker. Output: the piece on
// its new square, a request to place the blocker, and the complete move. Does not know rules: the
// server lists the squares.

import { announce, el, put } from "./dom.js";
import { chooseMove } from "./past.js";

/** Returns the text of a move without its placement. */
const alone = (it) => it.text.slice(0, it.text.lastIndexOf("/"));

/** Shows a move on the board and asks for the square of its blocker. */
export async function choosePlace(view, candidates, to = null) {
  const texts = [...new Set(candidates.map(alone))];
  let chosen = texts[0];
  if (texts.length > 1) {
    const ways = texts.map((text) => ({ ...candidates.find((it) => alone(it) === text), text }));
    chosen = await chooseMove(view, ways, to);
    if (!chosen) return view.select(null);
  }
  view.held = null;
  view.refusal.clear();
  const moves = candidates.filter((it) => alone(it) === chosen);
  prompt(view, moves);
  announce(`${alone(moves[0])}: place the ${view.variant.blocker ?? "blocker"}, choose its square.`);
}

/** Shows the request again, after the board was drawn anew. */
export function resumePlacing(view) {
  if (view.placing) prompt(view, view.placing);
}

/** Returns pieces by their squares. */
export function piecesBySquare(pieces) {
  return new Map(pieces.map((it) => [it.square, it]));
}

/** Returns the pieces after a move without its placement, so that screen readers name what the board shows. */
function piecesAfter({ pieces }, { from, to, captures, stays, promotion, gate }, kinds) {
  const after = piecesBySquare(pieces);
  const piece = after.get(from);
  if (captures) after.delete(captures);
  if (!piece || stays || gate) return after;
  const label = kinds.find((it) => promotion && (it.letter === promotion || it.name === promotion))?.label ?? piece.label;
  after.delete(from);
  return after.set(to, { ...piece, square: to, label });
}

function prompt(view, moves) {
  const [{ from, to, captures, stays }] = moves;
  const blocker = view.variant.blocker ?? "blocker";
  view.placing = moves;
  view.selected = from;
  view.pieces = piecesAfter(view.shown, moves[0], view.variant.kinds);
  view.board.preview(from, stays ? from : to, captures);
  view.mark();
  put(
    view.past,
    el("p", { text: `Choose a square for the ${blocker}.` }),
    el("button", { type: "button", class: "small", text: "Cancel", onclick: () => view.select(null) }),
  );
}

/** Ends a move with its blocker on a square. If the server refuses it, the move waits for another square. */
export async function place(view, square) {
  const moves = view.placing;
  const text = moves.find((it) => it.placed === square)?.text ?? `${alone(moves[0])}/${square}`;
  const { state } = view;
  if ((await view.act(text)) || view.state !== state) return;
  const { highlights } = view;
  prompt(view, moves);
  view.mark(highlights);
}

/** Ends the request, and puts the piece back. */
export function stopPlacing(view) {
  if (!view.placing) return;
  view.placing = null;
  view.pieces = piecesBySquare(view.shown.pieces);
  view.board.preview();
  put(view.past);
}
