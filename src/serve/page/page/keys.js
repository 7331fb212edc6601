// The seat keys and the games that this browser stores.
//
// Input: keys that the server gave to the creator of a game, the key in a seat's link, and the games
// that are opened. Output: the keys and the games for later visits. A key lets this browser play a seat
// from another machine, where the list of games has only those that were opened. The machine that runs
// the server needs neither. Does not know rules.

import { post } from "./api.js";
import { storedList } from "./stored.js";

const NAME = "seat keys";
const WATCHED = "watched games";
/** Maximum number of games whose keys are stored, and of games without keys. */
const COUNT = 200;

function store(name, list) {
  try {
    localStorage.setItem(name, JSON.stringify(list.slice(-COUNT)));
  } catch {
    // Without storage, the game and its key are still in the URL.
  }
}

/** Returns the keys of a game by seat letter. */
export function keysOf(id) {
  return storedList(NAME).find((it) => it.id === id)?.keys ?? {};
}

/** Adds keys of a game to the stored ones. */
export function remember(id, keys) {
  if (!keys || Object.keys(keys).length === 0) return;
  const stored = storedList(NAME).filter((it) => it.id !== id);
  stored.push({ id, keys: { ...keysOf(id), ...keys } });
  store(NAME, stored);
}

/** Adds a game without keys to the stored ones. */
function rememberWatched(id) {
  store(WATCHED, [...storedList(WATCHED).filter((it) => it !== id), id]);
}

/** Returns the ids of all stored games. */
export function knownGames() {
  return [...new Set([...storedList(NAME).map((it) => it.id), ...storedList(WATCHED)])];
}

/**
 * The seats that this browser may play in a game. Only the machine that runs the server receives
 * `state.keys`.
 */
export class Seats {
  constructor(id, address) {
    this.id = id;
    const { seat, key } = address.with;
    /** The key of the link, which may be wrong. */
    this.linked = seat && key ? { [seat]: key } : {};
    this.keys = { ...keysOf(id), ...this.linked };
    this.isGuest = true;
  }

  /**
   * Asks whether the key of the link is right, and stores it. A stored key counts more than a wrong one. Returns the letter of the
   * seat that this browser may not play, or `null`.
   */
  async check(state) {
    const [[seat, key] = []] = Object.entries(this.linked);
    if (!seat) return null;
    const { seats } = state.keys ? { seats: [seat] } : await post(`/api/games/${this.id}/seats`, { keys: [key] });
    if (seats.includes(seat)) remember(this.id, this.linked);
    else this.keys = keysOf(this.id);
    return this.keys[seat] ? null : seat;
  }

  /** Determines from a state whether this is the machine that runs the server. */
  update(state) {
    const isFirst = !this.isKnown;
    this.isKnown = true;
    this.isGuest = !state.keys;
    if (this.isGuest && isFirst && Object.keys(this.keys).length === 0) rememberWatched(this.id);
    if (state.keys) this.keys = state.keys;
  }

  /** Reports whether this browser may play a seat. */
  mayPlay(letter) {
    return !this.isGuest || Boolean(this.keys[letter]);
  }

  /**
   * Returns the seat of this tab: the wanted one if allowed, else the first own seat, else `none`.
   */
  chooseSeat(state, wanted) {
    if (!this.isGuest || wanted === "none") return wanted;
    const own = state.seats.filter((it) => this.mayPlay(it.letter));
    if (wanted ? this.mayPlay(wanted) : own.length === state.seats.length) return wanted;
    return wanted ? "none" : (own[0]?.letter ?? "none");
  }

  /** The keys to send with every request that changes the game. */
  get credentials() {
    return this.isGuest ? { keys: Object.values(this.keys) } : {};
  }
}
