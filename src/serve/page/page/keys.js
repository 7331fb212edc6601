// The keys of seats that this browser holds.
//
// In: the keys that the server gives to the player who begins a game, and the key in the link
// of a seat. Out: the same keys for that game later on. A key lets this browser play a seat
// from another machine; the machine that serves the page needs none. Does not know: rules.

const NAME = "seat keys";
/** Maximum number of games whose keys are remembered. */
const COUNT = 200;

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** The keys of a game, by the letters of seats. */
export function keysOf(id) {
  return all().find((it) => it.id === id)?.keys ?? {};
}

/** Remembers keys of a game, besides those that are remembered already. */
export function remember(id, keys) {
  if (!keys || Object.keys(keys).length === 0) return;
  const kept = all().filter((it) => it.id !== id);
  kept.push({ id, keys: { ...keysOf(id), ...keys } });
  try {
    localStorage.setItem(NAME, JSON.stringify(kept.slice(-COUNT)));
  } catch {
    // Where nothing may be stored, the key is in the address.
  }
}

/** What this browser may play in a game. `state.keys` is there on the serving machine alone. */
export class Seats {
  constructor(id, address) {
    this.id = id;
    const { seat, key } = address.with;
    if (seat && key) remember(id, { [seat]: key });
    this.keys = keysOf(id);
    this.isGuest = true;
  }

  /** Learns from a state whether this is the serving machine. */
  learn(state) {
    this.isGuest = !state.keys;
    if (state.keys) this.keys = state.keys;
  }

  /** Whether a seat may be played from here. */
  may(letter) {
    return !this.isGuest || Boolean(this.keys[letter]);
  }

  /** Where this tab sits: where it wants to, if it may; else at its first seat, or at none. */
  seated(state, wanted) {
    if (!this.isGuest || wanted === "none") return wanted;
    const own = state.seats.filter((it) => this.may(it.letter));
    if (wanted ? this.may(wanted) : own.length === state.seats.length) return wanted;
    return wanted ? "none" : (own[0]?.letter ?? "none");
  }

  /** What goes with every request that changes the game. */
  get held() {
    return this.isGuest ? { keys: Object.values(this.keys) } : {};
  }
}
