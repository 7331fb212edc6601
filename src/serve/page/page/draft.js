// What can be done with a text that is not saved: play it, copy it, download it.
//
// In: the text of the editor, and whether it compiles. Out: a game on this screen, the
// clipboard, a file of the browser. Does not know: rules. The server keeps the text of a
// draft as soon as its game has a move, so the game stays playable when the text changes.

import { go } from "./address.js";
import { post } from "./ask.js";
import { copy, el, notice } from "./dom.js";
import { remember } from "./keys.js";

/** A name for the file, from the name of the rulebook. */
function fileName(title) {
  const plain = (title ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${plain.slice(0, 60) || "rulebook"}.toml`;
}

function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Buttons for the text that `text()` returns; `know` tells them what the server found in it. */
export function draftTools(text) {
  let title = "";
  const begin = async () => {
    notice("draft", null);
    try {
      const game = await post("/api/games", { text: text() });
      remember(game.id, game.keys);
      go("play", game.id);
    } catch (refusal) {
      notice("draft", `The draft cannot be played: ${refusal.message} ${refusal.help}`);
    }
  };
  const button = (words, onclick) => el("button", { type: "button", text: words, onclick });
  const play = button("Play this draft", begin);
  play.disabled = true;
  return {
    nodes: [
      play,
      button("Copy the text", () => copy(text(), "Rulebook")),
      button("Download", () => download(text(), fileName(title))),
    ],
    /** A text without a starting position, or with errors, cannot be played. */
    know(found) {
      play.disabled = !found.ok || !found.setup;
      title = found.title ?? title;
      play.title = play.disabled ? "The text must have no errors and a starting position." : "";
    },
    close: () => notice("draft", null),
  };
}
