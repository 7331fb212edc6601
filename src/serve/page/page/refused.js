// Why something was not done, beside the board.
//
// In: a refusal of the server, with its reason where it was about a move. Out: a box that is
// read aloud. Refuses to know: rules, the board.

import { el, put } from "./dom.js";

/** A box for refusals: `show`, `clear`, and its `node`. */
export function refusalBox() {
  const node = el("div", { class: "refusal", role: "alert" });
  return {
    node,
    clear: () => put(node),
    show({ message, help, code }, why = null) {
      const several = (why?.sentence ?? message).includes("\n");
      put(node, el(several ? "pre" : "p", { class: "sentence", text: why?.sentence ?? message }),
        !why && help && el("p", { class: "quiet", text: help }),
        (why?.code ?? code) && el("p", { class: "quiet" }, el("code", { text: why?.code ?? code }),
          why?.source ? ` · ${typeof why.source === "string" ? why.source : Object.values(why.source).filter(Boolean).join(", ")}` : ""));
    },
  };
}
