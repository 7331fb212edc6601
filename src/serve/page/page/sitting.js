// The seats of a game: the one of this tab, its viewpoint, the players, and actions that need a question.
//
// Input: the game view. Output: requests to the server after a confirmation, and the URL of the view.
// Does not know rules and the board.

import { go, hash, note } from "./address.js";
import { post } from "./api.js";
import { announce, dialog, el, notice } from "./dom.js";
import { remember } from "./keys.js";

/** Performs a chosen action, with confirmation if it takes effect at once. */
export async function confirmed(view, it) {
  await view.toCurrent();
  if (it.irreversible) {
    const name = view.nameOf(it.seat);
    const who = view.seat ? `Only ${name} can undo it, and the end of a game only with every other player.` : "You can undo it.";
    const effect = it.kind === "pass" ? "This pass ends the game." : "This takes effect immediately.";
    const answer = await dialog(
      it.kind === "claim" ? `${it.label} as ${name}?` : `${name}: ${it.label}?`,
      [el("p", { text: `${effect} ${who}` })],
      [
        { label: "Cancel", value: false, main: true },
        { label: it.label, value: true, isLate: true },
      ],
    );
    if (!answer) return false;
  }
  return view.act(it.text, it.seat);
}

/**
 * Reports whether this tab may undo or redo. A move of a bot is taken back together with that of a person. Each person
 * has to agree before the end of a game is undone.
 */
export function mayStep({ state, seat, seats }, way) {
  if (seat === "none" || !(way === "undo" ? state.at : state.undone)) return false;
  if (way === "undo" && state.undo_needs.length > 0) return state.undo_needs.some((it) => seats.mayPlay(it) && (!seat || seat === it));
  const person = state[way];
  if (!person) return !seats.isGuest || Object.keys(seats.keys).length > 0;
  return seats.mayPlay(person) && (!seat || seat === person);
}

/** Undoes or redoes by a key, or says why not: a key has no button that shows whether it works. */
export function stepByKey(view, way) {
  if (mayStep(view, way)) return view.step(way);
  const exists = way === "undo" ? view.state.at : view.state.undone;
  announce(exists ? `You may not ${way} this.` : `There is nothing to ${way}.`);
}

/** Performs a typed word that is no move: `undo`, `redo`, `draw` or `resign`. Returns `null` for other texts. */
export function command(view, text) {
  const word = text.toLowerCase();
  if (word === "undo" || word === "redo") return view.step(word);
  if (word !== "draw" && word !== "resign") return null;
  const { acts, seats, turn } = view.state;
  const seat = seats.some((it) => it.letter === view.seat) ? view.seat : turn;
  const own = acts.filter((it) => it.kind === "claim" && it.seat === seat && it.text.includes(word));
  // Several acts with this word name different players. The buttons offer the choice.
  return own.length === 1 ? confirmed(view, own[0]) : null;
}

/** Leaves a seat to a bot, after confirmation. */
export async function leave(view, seat) {
  const name = view.nameOf(seat);
  const answer = await dialog(
    `Leave ${name}'s seat to a bot?`,
    [el("p", { text: `A bot plays ${name} from now on, and you watch. “Take over” gives the seat back to a person.` })],
    [
      { label: "Cancel", value: false, main: true },
      { label: "Leave it to a bot", value: true, isLate: true },
    ],
  );
  if (answer && (await setPlayers(view, { [seat]: "club" }))) takeSeat(view, "none");
}

/** Changes players. The tab that takes over a seat from a bot plays it, besides its own. */
export async function setPlayers(view, players, takesOver = false) {
  const done = await view.send("players", { players });
  const [letter] = Object.keys(players);
  if (!done || !takesOver || !view.seat || view.seat === letter) return done;
  const { seats } = view.state;
  const playsOn = seats.some((it) => it.letter === view.seat && it.player === "human");
  takeSeat(view, playsOn && seats.every((it) => view.seats.mayPlay(it.letter)) ? "" : letter);
  return done;
}

/** Rotates the board to the next seat. */
export function rotate(view) {
  const letters = view.state.seats.map((it) => it.letter);
  view.from = letters[(letters.indexOf(view.from || letters[0]) + 1) % letters.length];
  note("play", view.id, parameters(view));
  announce(`The board is now shown from ${view.nameOf(view.from)}'s seat.`);
  const { viewed } = view;
  view.load(false).then(() => viewed !== null && view.viewPosition(viewed));
}

function parameters({ seat, from, seats }) {
  const usual = seat && seat !== "none" ? seat : "";
  return { seat, from: from === usual ? "" : from, key: seats.isGuest ? seats.keys[seat] : "" };
}

/** Changes the seat of this tab. */
export function takeSeat(view, seat) {
  view.seat = seat;
  if (seat && seat !== "none") view.from = seat;
  go("play", view.id, parameters(view));
}

/** Starts a new game from the same position with the same players: after the end, or after the server has lost it. */
export async function startAgain(view) {
  const { variant, start: position, seats } = view.state;
  const players = Object.fromEntries(seats.map((it) => [it.letter, it.player]));
  try {
    const game = await post("/api/games", { variant, position, players });
    remember(game.id, game.keys);
    go("play", game.id, { seat: view.seat });
  } catch (refusal) {
    notice("game", `${refusal.message} ${refusal.help}`, el("a", { href: "#play", text: "All games" }));
  }
}

/** Builds the links beside the title, and a button for another game after the end. */
export function titleLinks(view) {
  const { variant, over } = view.state;
  return [
    el("a", { href: hash("rules", "", { variant }), text: "Rules of this game" }),
    " ",
    el("a", { href: "#play", text: "New game" }),
    over && " ",
    over && el("button", { type: "button", class: "small", "data-key": "again", text: "Play again", onclick: () => startAgain(view) }),
  ];
}
