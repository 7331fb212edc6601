// Words about seats, pieces and squares, as the page says them everywhere.
//
// In: what the server tells of a variant and a position. Out: names and labels. Refuses to
// know: rules, elements.

/** With a capital. */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/** What a square is called aloud, with the piece on it and what is the matter with him. */
export function squareLabel(square, { pieces, seats, checks = [], last = null }) {
  const piece = pieces.get(square);
  const seat = piece && seats.find((it) => it.letter === piece.seat);
  const marks = piece?.marks?.length ? `, ${piece.marks.join(", ")}` : "";
  const who = piece ? `${seat?.name ?? piece.seat} ${piece.kind}${marks}` : "empty";
  const checked = checks.some((it) => it.king === square) ? ", in check" : "";
  const moved = last && last.to === square ? ", moved last" : "";
  return `${square}, ${who}${checked}${moved}`;
}

/** Where all pieces stand, by seat. */
export function piecesAloud(seats, pieces) {
  const told = (seat) => {
    const own = [...pieces.values()].filter((it) => it.seat === seat.letter);
    return own.length ? `${capital(seat.name)}: ${own.map((it) => `${it.kind} ${it.square}`).join(", ")}.` : "";
  };
  return seats.map(told).filter(Boolean).join(" ");
}

/** What a move is called where several go from one square to the same other. */
export function choiceLabel(move, kinds) {
  if (move.promotion) {
    const kind = kinds.find((it) => it.letter === move.promotion || it.name === move.promotion);
    return capital(kind?.label ?? move.promotion);
  }
  return move.castling ? `Castle: ${move.text}` : `Move only: ${move.text}`;
}

/** Who can play for a seat. */
export const PLAYERS = [
  ["human", "a person"],
  ["random", "random bot"],
  ["greedy", "greedy bot"],
];
