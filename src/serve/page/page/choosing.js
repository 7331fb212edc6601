// Choosing a move on the board: pieces, squares and pieces of the hand.
//
// Input: the game view, and the square or the piece that the user picks. Output: the selection with its
// marks, the text of a move, or a message. Does not know rules: the server lists the legal moves.

import { announce } from "./dom.js";
import { chooseMove } from "./past.js";
import { choosePlace, place, stopPlacing } from "./placing.js";
import { capital, squareLabel } from "./seats.js";

/** Marks the selection, its legal destinations, and the last moves. Returns the destinations. */
export function markBoard(view, more = {}) {
  const targets = new Map();
  const { state } = view;
  if (view.placing) {
    for (const move of view.placing) targets.set(move.placed, "move");
  } else if (view.mayMove()) {
    for (const move of state.moves) {
      if (view.held && move.drop === view.held) targets.set(move.to, "move");
      if (view.selected && move.from === view.selected)
        targets.set(move.to, move.captures || targets.get(move.to) === "capture" ? "capture" : "move");
    }
  }
  view.board.mark({ selected: view.selected, targets, recent: recentMoves(view), ...more });
  return targets;
}

/**
 * Returns the squares of the moves since the player's own, besides those that the picture marks. Without
 * a seat, the player is the one to move.
 */
function recentMoves({ state, shown, viewed, seat }) {
  const moves = state.history.slice(0, viewed ?? state.history.length).filter((it) => it.kind === "move");
  const own = state.seats.some((it) => it.letter === seat) ? seat : shown.turn;
  const last = moves.pop();
  const squares = new Map(last?.placed ? [[last.placed, "last"]] : []);
  if (!last || last.seat === own) return squares;
  for (const it of moves.reverse()) {
    // A player who is eliminated does not move again.
    if (it.seat === own || it.seat === last.seat) break;
    for (const square of [it.from, it.to, it.placed]) if (square && !squares.has(square)) squares.set(square, "before");
  }
  return squares;
}

/** Selects a piece of the hand, to be dropped on the square that is picked next. */
export function hold(view, letter, focuses = true) {
  if (view.viewed !== null) return view.refuseEarlier();
  if (!view.mayMove()) return;
  select(view, null);
  view.held = letter;
  const where = [...markBoard(view).keys()];
  if (focuses && where.length) view.board.focus(where.includes(view.board.here) ? view.board.here : where[0]);
  const label = labelOf(view, letter);
  if (where.length) return announce(`${label} in hand: choose an empty square.`);
  view.refusal.show({ message: `The ${label} cannot be dropped now.`, help: "Choose a square to learn the reason." });
}

function labelOf(view, letter) {
  return view.variant.kinds.find((it) => it.letter === letter)?.label ?? letter;
}

/** Reports whether a drag can lift the piece of a square. */
export function mayLift(view, square) {
  return view.mayMove() && !view.placing && view.pieces?.get(square)?.seat === view.state.turn;
}

/** Answers the drag of a piece that cannot be lifted: places a blocker, or says why it stays. */
export function refuseDrag(view, from, to) {
  const isBlocker = view.shown.blockers?.includes(from);
  if (view.placing && isBlocker && to) return place(view, to);
  const blocker = view.variant.blocker ?? "blocker";
  if (view.placing) return view.refusal.show({ message: `Choose a square for the ${blocker} first.`, help: "Or cancel the move." });
  if (view.viewed !== null) return view.refuseEarlier();
  if (view.seat === "none") return view.refuseWatcher();
  if (isBlocker) return view.refusal.show({ message: `The ${blocker} belongs to nobody.`, help: "Choose one of your pieces." });
  return select(view, from);
}

/** Selects a square, or nothing. */
export function select(view, square) {
  view.highlights = {};
  view.held = null;
  stopPlacing(view);
  view.selected = square;
  const targets = markBoard(view);
  if (!square) return;
  view.refusal.clear();
  const where = [...targets.keys()];
  if (!view.mayMove() && (view.viewed !== null || view.state.over)) return announce(`${square} selected.`);
  if (view.shown.blockers?.includes(square)) return refuseDrag(view, square, null);
  const isOthers = view.pieces.get(square)?.seat !== view.state.turn;
  const turn = `it is ${view.nameOf(view.state.turn)}'s turn`;
  if (isOthers) view.refusal.show({ message: `${capital(turn)}.` });
  const reach = where.length
    ? `${where.length} legal ${where.length === 1 ? "destination" : "destinations"}: ${where.join(", ")}`
    : isOthers || !view.mayMove() ? turn : "it has no legal move; try a move to learn the reason";
  announce(`${squareLabel(square, { pieces: view.pieces, seats: view.state.seats, blockers: view.shown.blockers, blocker: view.variant.blocker })} selected; ${reach}.`);
}

/** Picks a square: selects its piece, or moves the selected piece to it. */
export function pick(view, square) {
  const { state } = view;
  if (view.viewed !== null) return view.refuseEarlier();
  if (view.placing) return place(view, square);
  if (view.held) {
    const text = `${view.held}@${square}`;
    const drops = state.moves.filter((it) => it.drop === view.held && it.to === square && it.placed);
    if (drops.length) return choosePlace(view, drops);
    select(view, null);
    return view.act(text);
  }
  const piece = view.pieces.get(square);
  if (!view.selected) {
    if (piece) return select(view, square);
    if (view.mayMove() && state.moves.length && state.moves.every((it) => it.drop)) return dropOn(view, square);
    return announce(`${square} is empty. Choose a piece first.`);
  }
  const stays = view.mayMove() && state.moves.some((it) => it.from === square && it.to === square);
  if (square === view.selected && !stays) {
    select(view, null);
    return announce("Nothing is selected.");
  }
  const isTarget = state.moves.some((it) => it.from === view.selected && (it.to === square || (view.mayMove() && it.rook === square)));
  const owner = view.pieces.get(view.selected)?.seat;
  // A piece that may move is selected, whatever was selected before.
  const isOwn = owner !== state.turn && [state.turn, view.seat].includes(piece?.seat);
  if (piece && (piece.seat === owner || isOwn) && !isTarget) return select(view, square);
  attempt(view, view.selected, square);
}

/** In a game in which pieces only enter: puts down the piece that can enter on a square, if there is one kind. */
function dropOn(view, square) {
  const kinds = (moves) => [...new Set(moves.map((it) => it.drop))];
  const here = kinds(view.state.moves.filter((it) => it.to === square));
  // The server explains why the only kind cannot enter here.
  const all = here.length ? here : kinds(view.state.moves);
  if (all.length > 1) return view.refusal.show({ message: "Choose a piece in hand first." });
  view.held = all[0];
  return pick(view, square);
}

/** Tries a move. If it is ambiguous, asks which one is meant. */
export async function attempt(view, from, to) {
  const own = view.mayMove() ? view.state.moves.filter((it) => it.from === from) : [];
  let candidates = own.filter((it) => it.to === to);
  // Some players castle by moving the king to the rook.
  if (candidates.length === 0) candidates = own.filter((it) => it.rook === to);
  if (candidates.some((it) => it.placed)) {
    view.selected = from;
    return choosePlace(view, candidates, to);
  }
  if (candidates.length < 2 && from !== to) {
    const { moves } = view.state;
    const drop = view.mayMove() && candidates.length === 0 && moves.find((it) => it.drop && it.to === to);
    const done = await view.act(candidates[0]?.text ?? `${from}-${to}`);
    if (!done && drop) view.refusal.add(`To place a new ${labelOf(view, drop.drop)} on ${to}, choose it in your hand first.`);
    return done;
  }
  view.selected = from;
  markBoard(view);
  const chosen = await chooseMove(view, candidates, to);
  view.board.focus(chosen ? to : from);
  if (chosen) return view.act(chosen);
  // A piece that stays on its square would ask again at the next click.
  select(view, from === to ? null : from);
}

/**
 * Returns the squares of a typed move that lacks its promotion or the square of its blocker, which the board asks for.
 * `null` for a complete move.
 */
export function unfinished({ moves }, text) {
  const typed = plain(text);
  if (moves.some((it) => plain(it.text) === typed)) return null;
  const found = moves.filter((it) => it.from && (it.promotion || it.placed) && plain(it.text).replace(/[=/].*$/, "") === typed);
  return found.length ? { from: found[0].from, to: found[0].to } : null;
}

/** Returns the text of a move without signs for check and capture. */
function plain(text) {
  return text.replace(/[+#]+$/, "").replace(/x/g, "-");
}
