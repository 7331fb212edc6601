// Labels of seats, pieces and squares, and the choice of a player.
//
// Input: a variant and a position from the server. Output: names, labels and select elements. Does
// not know rules.

import { el } from "./dom.js";

/** Capitalizes the first letter. */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/** Returns the accessible label of a square, with its piece. */
export function squareLabel(square, { pieces, seats, checks = [], last = null, blockers = [], blocker = "blocked" }) {
  const piece = pieces.get(square);
  const seat = piece && seats.find((it) => it.letter === piece.seat);
  const marks = piece?.marks?.length ? `, ${piece.marks.join(", ")}` : "";
  const content = piece ? `${seat?.name ?? piece.seat} ${piece.label}${marks}` : blockers.includes(square) ? blocker : "empty";
  const checked = checks.some((it) => it.king === square) ? ", in check" : "";
  const moved = last && last.to === square ? ", moved last" : "";
  return `${square}, ${content}${checked}${moved}`;
}

/** Lists all pieces by player, for screen readers. */
export function piecesAloud(seats, pieces) {
  const describe = (seat) => {
    const own = [...pieces.values()].filter((it) => it.seat === seat.letter);
    return own.length ? `${capital(seat.name)}: ${own.map((it) => `${it.label} ${it.square}`).join(", ")}.` : "";
  };
  return seats.map(describe).filter(Boolean).join(" ");
}

/**
 * Returns the label of one of several moves between the same squares. `mayStay` says that the piece
 * need not promote.
 */
export function choiceLabel(move, kinds, mayStay = false) {
  if (move.promotion) {
    const kind = kinds.find((it) => it.letter === move.promotion || it.name === move.promotion);
    const label = kind?.label ?? move.promotion;
    // Some labels already say that the piece is promoted.
    return mayStay && !label.startsWith("promoted ") ? `Promote to ${label}` : capital(label);
  }
  if (mayStay && !move.gate && !move.castling) return "Do not promote";
  if (move.gate) {
    const kind = kinds.find((it) => it.letter === move.gate);
    const how = move.castling ? `Castle: ${move.text.split("/")[0]}, with` : "With";
    return `${how} ${kind?.label ?? move.gate} on ${move.gateSquare}`;
  }
  return move.castling ? `Castle: ${move.text}` : `Normal move: ${move.text}`;
}

/** The kinds of players: value, short name, and a word on how it plays. */
export const PLAYERS = [
  ["human", "a person", ""],
  ["beginner", "beginner bot", "overlooks exchanges"],
  ["casual", "casual bot", "sees direct threats"],
  ["club", "club bot", "a fair opponent"],
  ["expert", "expert bot", "few errors"],
  ["full", "strongest bot", "takes up to five seconds"],
  ["greedy", "greedy bot", "captures what it can"],
  ["random", "random bot", "any legal move"],
];

/** Counts players by their kinds: `1 person, 2 club bots`. */
export function playersText(players) {
  const counts = new Map();
  for (const it of players) counts.set(it, (counts.get(it) ?? 0) + 1);
  const name = (kind) => PLAYERS.find(([value]) => value === kind)?.[1] ?? `bot ${kind}`;
  const text = ([kind, count]) => (kind === "human" ? `${count} ${count === 1 ? "person" : "people"}` : `${count} ${name(kind)}${count === 1 ? "" : "s"}`);
  return [...counts].map(text).join(", ");
}

/**
 * Builds a select element for the player of a seat. A bot that is not in the list is added. `isLong`
 * adds a word on how each bot plays.
 */
export function playerSelect(player, attributes, isLong = false) {
  const known = PLAYERS.some(([value]) => value === player);
  const all = known ? PLAYERS : [...PLAYERS, [player, `bot ${player}`, ""]];
  const option = ([value, name, about]) => el("option", { value, text: isLong && about ? `${name} (${about})` : name });
  const list = el("select", attributes, all.map(option));
  list.value = player;
  return list;
}
