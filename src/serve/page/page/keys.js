// The seat keys that this browser stores.
//
// Input: keys that the server gave to the creator of a game, and the key in a seat's link. Output:
// the keys for later visits. A key lets this browser play a seat from another machine. The machine
// that runs the server needs none. Does not know rules.

import { storedList } from "./stored.js";

const NAME = "seat keys";
/** Maximum number of games whose keys are stored. */
const COUNT = 200;

/** Returns the keys of a game by seat letter. */
export function keysOf(id) {
  return storedList(NAME).find((it) => it.id === id)?.keys ?? {};
}

/** Adds keys of a game to the stored ones. */
export function remember(id, keys) {
  if (!keys || Object.keys(keys).length === 0) return;
  const stored = storedList(NAME).filter((it) => it.id !== id);
  stored.push({ id, keys: { ...keysOf(id), ...keys } });
  try {
    localStorage.setItem(NAME, JSON.stringify(stored.slice(-COUNT)));
  } catch {
    // Without storage, the key is still in the URL.
  }
}

/**
 * The seats that this browser may play in a game. Only the machine that runs the server receives
 * `state.keys`.
 */
export class Seats {
  constructor(id, address) {
    this.id = id;
    const { seat, key } = address.with;
    if (seat && key) remember(id, { [seat]: key });
    this.keys = keysOf(id);
    this.isGuest = true;
  }

  /** Determines from a state whether this is the machine that runs the server. */
  update(state) {
    this.isGuest = !state.keys;
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
