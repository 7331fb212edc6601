// A short game between bots in the design view, after each change of the rulebook.
//
// Input: a text that compiles. Output: an animated picture of the game, and its result. Only the
// game of the newest text is shown. Does not know rules.

import { post } from "./api.js";
import { el, put, staticPicture } from "./dom.js";

/** Delay after a change, in milliseconds, so that typing starts no game. */
const CHANGE_DELAY = 700;

export function botGame() {
  const check = el("input", { type: "checkbox", id: "bot-game" });
  const shown = el("div", { class: "bot-game" });
  let latest = null;
  let timer = 0;
  let pending = null;
  const play = async () => {
    const text = latest;
    pending?.abort();
    pending = new AbortController();
    put(shown, el("p", { class: "quiet", text: "Two bots are playing for two seconds …" }));
    try {
      const game = await post("/api/design/game", { text }, pending.signal);
      if (text !== latest || !check.checked) return;
      put(
        shown,
        el("figure", {}, staticPicture(game.svg, `A game between bots: ${game.sentence}`), el("figcaption", { text: `${game.moves.length} moves. ${game.sentence}` })),
        el("details", {}, el("summary", { text: "Moves of this game" }), el("p", { text: game.moves.join(" ") })),
      );
    } catch (refusal) {
      if (refusal.name !== "AbortError" && refusal.code !== "superseded") put(shown, el("p", { class: "quiet", text: refusal.message }));
    }
  };
  const schedule = () => {
    clearTimeout(timer);
    if (check.checked && latest !== null) timer = setTimeout(play, CHANGE_DELAY);
  };
  check.addEventListener("change", () => {
    if (check.checked) return schedule();
    pending?.abort();
    put(shown);
  });
  return {
    node: el(
      "section",
      { "aria-label": "A game between bots" },
      el("div", { class: "field" }, check, el("label", { for: "bot-game", text: "After each change, play a two-second game between bots" })),
      shown,
    ),
    /** Receives a text that compiles and has a starting position. */
    update(text) {
      latest = text;
      schedule();
    },
    close() {
      clearTimeout(timer);
      pending?.abort();
    },
  };
}
