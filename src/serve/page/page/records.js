// Opening a game record: PGN or a saved game, pasted or from a file.
//
// Input: the text area of the view for new games. Output: controls beside it, and what the server says
// about the record. Does not know rules and the syntax of records.

import { post } from "./api.js";
import { announce, el, put } from "./dom.js";

/** Maximum size of a file in bytes: the server accepts one megabyte, and the text grows in JSON. */
const MAX_FILE = 800_000;

/**
 * Builds the controls for a record in `area`. Calls `onChange` with `true` after the user opens a file,
 * and with `false` after they choose another game of the record.
 */
export function recordControls(area, onChange) {
  const file = el("input", { type: "file", id: "record-file", accept: ".pgn,.txt,.threefold,text/plain,application/vnd.chess-pgn" });
  const games = el("select", { id: "record-game" });
  const chooser = el("div", { class: "field stacked", hidden: true }, el("label", { for: "record-game", text: "Game" }), games);
  const summary = el("p", { class: "quiet", id: "record-summary", role: "status" });
  const node = el(
    "div",
    { class: "record-controls" },
    el("div", { class: "field stacked" }, el("label", { for: "record-file", text: "Open a file" }), file),
    chooser,
    summary,
  );

  const showGames = (list, chosen) => {
    const labels = (list ?? []).map((it) => `${it.game}. ${it.label}`);
    chooser.hidden = labels.length < 2;
    if (labels.join("\n") === [...games.options].map((it) => it.textContent).join("\n")) return;
    put(games, (list ?? []).map((it, index) => el("option", { value: String(it.game), text: labels[index] })));
    games.value = String(chosen);
  };

  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > MAX_FILE) {
      put(summary, `The file is too large for this page: it has ${chosen.size} bytes, and ${MAX_FILE} are allowed. The command threefold record reads files of any length.`);
      return;
    }
    area.value = await chosen.text();
    announce(`The file ${chosen.name} is open.`);
    onChange(true);
  });
  games.addEventListener("change", () => onChange(false));

  return {
    node,
    /** Returns the number of the chosen game, from 1. */
    get game() {
      return Number(games.value) || 1;
    },
    /** Forgets the games of the last text. */
    clear() {
      put(games);
      chooser.hidden = true;
      put(summary);
    },
    /** Asks the server about the record. `source` has `variant` or `fallback`. */
    async look(source) {
      const text = area.value;
      try {
        const found = await post("/api/records", { record: text, game: this.game, ...source });
        if (text !== area.value) return null;
        showGames(found.games, this.game);
        const moves = `${found.moves} ${found.moves === 1 ? "move" : "moves"}`;
        const rules = found.sameRules ? "" : " It was played by other rules, but all moves are legal by these, too.";
        put(summary, `${found.title}, ${moves}. ${[found.status, found.recordedEnd].filter(Boolean).join(" ")}${rules}`);
        return found;
      } catch (refusal) {
        if (text !== area.value) return null;
        put(summary);
        showGames(refusal.body?.games, this.game);
        throw refusal;
      }
    },
  };
}
