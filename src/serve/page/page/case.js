// A case: a position of the game and what the rules answer, as a text for `threefold verify`.
//
// Input: the state of a game, and perhaps a move that was refused with its code. Output: TOML. Does not know rules: the
// answers are those of the server.

/** Returns a text between quotes, as TOML writes it. */
const quoted = JSON.stringify;

/**
 * Returns the name of the rulebook, as a case in the folder `cases` beside it names it, and a note. A draft gets the name
 * under which it can be saved.
 */
function rulebook(variant) {
  if (variant.startsWith("draft:")) return [`../rulebook.toml`, "  # the file in which you save this rulebook"];
  if (variant.endsWith(".toml")) return [`../${variant.split(/[\\/]/).pop()}`, ""];
  return [variant, ""];
}

/** Returns the lines before the expected results. */
function head(state, about) {
  const [name, note] = rulebook(state.variant);
  // A position names its rulebook.
  const position = state.position.replace(/ draft:\S+/, " rulebook");
  return [`about    = ${quoted(about)}`, `variant  = ${quoted(name)}${note}`, `position = ${quoted(position)}`, "", "[expect]"];
}

/** Returns a case about a move that the rules refuse. `sentence` is the reason in words. */
export function refusedCase(state, move, { code, sentence }) {
  return [...head(state, sentence.split("\n")[0]), `illegal = { ${quoted(move)} = ${quoted(code)} }`, ""].join("\n");
}

/** Returns a case about the shown position: the player to move and the number of legal moves, or how the game ended. */
export function positionCase(state) {
  const { over, status, turn } = state;
  // An earlier position has the number of its legal moves, and not the moves.
  const count = state.move_count ?? state.moves.length;
  const answers = over && status.event ? [`status = ${quoted(status.event)}`] : [`turn    = ${quoted(turn)}`, `moves   = ${count}`];
  return [...head(state, "State here what this position shows."), ...answers, ""].join("\n");
}
