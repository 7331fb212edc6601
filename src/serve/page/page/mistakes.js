// The errors in a position or a record that the user enters.
//
// Input: a refusal of the server, and the field with the text. Output: each error as a sentence with its help, the wrong
// part, and a button that selects this part in the field. Does not know rules and the syntax of the text.

import { el, put } from "./dom.js";
import { capital } from "./seats.js";

/** Maximum length of a part that is shown beside its error. */
const MAX_PART = 40;

/** Returns the offset of a line and a column, both from 1, in a text. */
export function offset(text, line, column) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
  // The server counts characters, and JavaScript counts UTF-16 units.
  const units = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  return Math.min(before + units, text.length);
}

/** Returns the start and the end of an error in a text, in UTF-16 units; `null` if it has no place. */
function range(text, { line, column, start, end }) {
  if (line) {
    const at = offset(text, line, column);
    return [at, at + (/^\S+/.exec(text.slice(at))?.[0].length ?? 1)];
  }
  if (start === undefined) return null;
  const all = [...text];
  const units = (count) => all.slice(0, count).join("").length;
  return [units(start), Math.max(units(end), units(start))];
}

/** Returns a message as a sentence. */
function sentence(text) {
  return capital(text) + (/[.!?]$/.test(text) ? "" : ".");
}

/** Shows a refusal in a box, or nothing. `sent` is the text that the server has seen. */
export function showMistakes(box, refusal, area = null, sent = "") {
  box.hidden = !refusal;
  if (!refusal) return put(box);
  const errors = refusal.body?.errors ?? [];
  // A text that is sent without the spaces around it begins later in the field.
  const shift = Math.max(0, area?.value.indexOf(sent) ?? 0);
  const one = (it) => {
    const place = area && range(sent, it);
    const part = place && sent.slice(...place);
    const select = () => {
      area.focus();
      area.setSelectionRange(place[0] + shift, Math.max(place[1], place[0] + 1) + shift);
    };
    const where = it.line ? `Show line ${it.line}, column ${it.column}` : "Show it in the text";
    return el(
      "li",
      {},
      el("p", {}, el("span", { rich: sentence(it.message) }), part && part.length <= MAX_PART && !it.message.includes(part) && [" ", el("code", { text: part })]),
      it.help && el("p", { class: "quiet", rich: sentence(it.help) }),
      place && el("button", { type: "button", class: "small", text: where, "aria-label": `${where}: ${it.message}`, onclick: select }),
    );
  };
  put(
    box,
    errors.length > 0
      ? el("ul", {}, errors.map(one))
      : [el("p", { rich: refusal.message }), refusal.help && el("p", { class: "quiet", rich: refusal.help })],
  );
}
