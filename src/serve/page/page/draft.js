// Buttons for an unsaved text: play, copy, download.
//
// Input: the text of the editor, and whether it compiles. Output: a new game, the clipboard, or a
// downloaded file. The server stores the text with the game after the first move, so later edits
// do not affect the game. Does not know rules.

import { go } from "./address.js";
import { post } from "./api.js";
import { copy, el, notice } from "./dom.js";
import { remember } from "./keys.js";

/** Derives a file name from the title of the rulebook. */
function fileName(title) {
  const plain = (title ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${plain.slice(0, 60) || "rulebook"}.toml`;
}

/** Offers a text as a file. */
export function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Builds the buttons. `text()` returns the text, and `update` receives the result of the check. */
export function draftTools(text) {
  let title = "";
  let isPlayable = false;
  const startGame = async () => {
    notice("draft", null);
    play.disabled = true;
    try {
      const game = await post("/api/games", { text: text() });
      remember(game.id, game.keys);
      go("play", game.id);
    } catch (refusal) {
      notice("draft", `The draft cannot be played. ${refusal.message} ${refusal.help}`);
      play.disabled = !isPlayable;
    }
  };
  const button = (label, onclick) => el("button", { type: "button", text: label, onclick });
  const play = button("Play this draft", startGame);
  play.disabled = true;
  return {
    nodes: [
      play,
      button("Copy the text", () => copy(text(), "Rulebook")),
      button("Download", () => download(text(), fileName(title))),
    ],
    /** Enables the play button if the text has no errors and a starting position. */
    update(results) {
      isPlayable = Boolean(results.ok && results.setup);
      play.disabled = !isPlayable;
      title = results.title ?? title;
      play.title = play.disabled ? "The text must have no errors and a starting position." : "";
    },
    close: () => notice("draft", null),
  };
}
