// The box for refusals.
//
// Input: a refusal of the server or of this page. Output: a box with the reason, which closes by its
// button, by Escape, or with the next action. Does not know rules, the board and the server.

import { copy, el, put } from "./dom.js";

/** What a case is for. */
const CASE_HELP = "Is this ruling wrong, or important? A case is a text that records it. The command threefold verify checks it after each change of the rules.";

/** Builds a box for refusals, with `show`, `add`, `clear`, `close`, `code` and `node`. */
export function refusalBox() {
  const node = el("div", { class: "refusal", role: "alert" });
  let shown = null;
  const clear = () => {
    shown = null;
    put(node);
  };
  /** A message below the visible part of a small screen, or one that grows, would go unnoticed. */
  const reveal = () => node.scrollIntoView({ block: "nearest" });
  const onKey = (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && clear();
  document.addEventListener("keydown", onKey);
  return {
    node,
    clear,
    /** Returns the code of the refusal shown. */
    get code() {
      return shown;
    },
    /** Adds a hint to the refusal shown. */
    add(hint) {
      if (!node.hasChildNodes()) return;
      node.append(el("p", { class: "quiet", text: hint }));
      reveal();
    },
    /** Shows a refusal. `why` is the explanation of an illegal move, `rule` a case about it, and `way` a link to what is possible. */
    show({ message, help, code }, why = null, rule = null, way = null) {
      shown = why?.code ?? code ?? null;
      const sentence = why?.sentence ?? message;
      const { source } = why ?? {};
      const sources = typeof source === "string" ? source : Object.values(source ?? {}).filter(Boolean).join(", ");
      put(
        node,
        el("button", { type: "button", class: "small dismiss", "aria-label": "Close the message", text: "×", onclick: clear }),
        el(sentence.includes("\n") ? "pre" : "p", { class: "sentence", title: why?.code ?? code, rich: sentence }),
        !why && help && el("p", { class: "quiet", rich: help }),
        sources && el("p", { class: "quiet", text: `Source: ${sources.replace(/^[\w-]+: /, "")}` }),
        rule && el("button", { type: "button", class: "small", title: CASE_HELP, text: "Copy as a case", onclick: () => copy(rule, "Case") }),
        way && el("p", {}, way),
      );
      reveal();
    },
    close: () => document.removeEventListener("keydown", onKey),
  };
}
