// Opening a game record: PGN or a saved game, pasted or from a file.
//
// Input: the text area of the view for new games. Output: controls beside it, and what the server says
// about the record. Errors have buttons that go to their places in the text. Does not know rules and
// the syntax of records.

import { post } from "./api.js";
import { announce, el, put } from "./dom.js";

/** Maximum size of a file in bytes: the server accepts one megabyte, and the text grows in JSON. */
const MAX_FILE = 800_000;

/** Returns the offset of a line and a column, both from 1, in a text. */
export function offset(text, line, column) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
  // The server counts characters, and JavaScript counts UTF-16 units.
  const units = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  return Math.min(before + units, text.length);
}

/**
 * Builds the controls for a record in `area`. Calls `onChange` with `true` after the user opens a file,
 * and with `false` after they choose another game of the record.
 */
export function recordControls(area, onChange) {
  const file = el("input", { type: "file", id: "record-file", accept: ".pgn,.txt,.threefold,text/plain,application/vnd.chess-pgn" });
  const games = el("select", { id: "record-game" });
  const chooser = el("div", { class: "field stacked", hidden: true }, el("label", { for: "record-game", text: "Game" }), games);
  const summary = el("p", { class: "quiet", id: "record-summary", role: "status" });
  const places = el("div", { class: "tools", hidden: true });
  const node = el(
    "div",
    { class: "record-controls" },
    el("div", { class: "field stacked" }, el("label", { for: "record-file", text: "Open a file" }), file),
    chooser,
    summary,
    places,
  );

  const showGames = (list, chosen) => {
    const labels = (list ?? []).map((it) => `${it.game}. ${it.label}`);
    chooser.hidden = labels.length < 2;
    if (labels.join("\n") === [...games.options].map((it) => it.textContent).join("\n")) return;
    put(games, (list ?? []).map((it, index) => el("option", { value: String(it.game), text: labels[index] })));
    games.value = String(chosen);
  };

  const showPlaces = (errors) => {
    const located = (errors ?? []).filter((it) => it.line);
    places.hidden = located.length === 0;
    put(
      places,
      located.map((it) =>
        el("button", {
          type: "button",
          class: "small",
          text: `Go to line ${it.line}, column ${it.column}`,
          "aria-label": `Go to line ${it.line}, column ${it.column}: ${it.message}`,
          onclick: () => {
            const at = offset(area.value, it.line, it.column);
            area.focus();
            area.setSelectionRange(at, Math.min(at + 1, area.value.length));
          },
        }),
      ),
    );
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
      showPlaces([]);
    },
    /** Asks the server about the record. `source` has `variant` or `fallback`. */
    async look(source) {
      const text = area.value;
      try {
        const found = await post("/api/records", { record: text, game: this.game, ...source });
        if (text !== area.value) return null;
        showGames(found.games, this.game);
        showPlaces([]);
        const moves = `${found.moves} ${found.moves === 1 ? "move" : "moves"}`;
        const rules = found.sameRules ? "" : " It was played by other rules, but all moves are legal by these, too.";
        put(summary, `${found.title}, ${moves}. ${found.status}${rules}`);
        return found;
      } catch (refusal) {
        if (text !== area.value) return null;
        put(summary);
        showGames(refusal.body?.games, this.game);
        showPlaces(refusal.body?.errors);
        throw refusal;
      }
    },
  };
}
