// Replay controls: first, back, forward, last.
//
// Input: the number of actions, and the viewed one. Output: calls with the number of the action to
// view. The keys work on the whole page, except where a field, a dialog, the board or the move
// list uses them. Does not know rules, the board and the server.

import { el } from "./dom.js";

const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };
const OWN_KEYS = "input, textarea, select, dialog, [contenteditable], .board .square, .rounds";

/** Builds buttons and keys. `progress` returns `{ at, last }`; `onView` receives a number. */
export function replay(progress, onView) {
  const destinations = {
    first: () => 0,
    back: ({ at }) => Math.max(0, at - 1),
    forward: ({ at, last }) => Math.min(last, at + 1),
    last: ({ last }) => last,
  };
  const go = (step) => {
    const state = progress();
    const wanted = destinations[step](state);
    if (wanted !== state.at) onView(wanted);
  };
  const button = (step, sign, name) =>
    el("button", {
      type: "button",
      class: "step",
      "data-key": `replay-${step}`,
      "aria-label": name,
      title: name,
      text: sign,
      onclick: () => go(step),
    });
  const buttons = {
    first: button("first", "«", "First position"),
    back: button("back", "‹", "One move back"),
    forward: button("forward", "›", "One move forward"),
    last: button("last", "»", "Last position"),
  };
  const onKey = (event) => {
    const step = KEYS[event.key];
    if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.(OWN_KEYS) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    go(step);
  };
  document.addEventListener("keydown", onKey);
  return {
    node: el("span", { class: "group replay", role: "group", "aria-label": "Look back through the game" }, ...Object.values(buttons)),
    /** Updates the buttons. They are not disabled, so that they keep the focus. */
    show() {
      const state = progress();
      for (const [step, it] of Object.entries(buttons)) it.setAttribute("aria-disabled", String(destinations[step](state) === state.at));
    },
    close: () => document.removeEventListener("keydown", onKey),
  };
}
