// The games that are kept: a page of the list at a time, with dates, and deletion.
//
// In: the server's list. Out: elements; a game is deleted when that was confirmed. Does not
// know: rules, boards. Games without a move are not in the server's list.

import { get, post } from "./ask.js";
import { dialog, el, notice, put, say } from "./dom.js";
import { keysOf } from "./keys.js";

/** Number of games on a page of the list. */
const COUNT = 20;

/** The date and time as people here write them. */
function date(seconds) {
  const day = new Date(seconds * 1000);
  const text = day.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return el("time", { datetime: day.toISOString(), text });
}

function entry(it, onDelete) {
  const moves = `${it.moves} ${it.moves === 1 ? "move" : "moves"}.`;
  return el(
    "li",
    {},
    el("a", { href: `#play/${it.id}`, text: it.title || "A game" }),
    el("span", { class: "quiet" }, date(it.changed), ` · ${moves} ${it.sentence ?? ""}`),
    el("button", {
      type: "button",
      class: "small",
      "data-key": `delete-${it.id}`,
      "aria-label": `Delete the game of ${it.title}, ${moves}`,
      text: "Delete",
      onclick: () => onDelete(it),
    }),
  );
}

/** Shows the list in a section, and goes through its pages. */
export async function keptGames(section, from = 0) {
  const shown = section.querySelector(".kept-list") ?? el("div", { class: "kept-list" });
  section.append(shown);
  let list = null;
  try {
    list = await get("/api/games", { from: String(from), count: String(COUNT) });
  } catch (refusal) {
    put(shown, el("p", { text: refusal.message }));
    return;
  }
  const { games, total } = list;
  // The last game of the last page is gone.
  if (games.length === 0 && from > 0) return keptGames(section, Math.max(0, from - COUNT));
  if (games.length === 0) {
    put(shown, el("p", { class: "quiet", text: "None yet. Every game is kept as a record from its first move on." }));
    return;
  }
  const onDelete = async (it) => {
    const sure = await dialog(
      `Delete this game of ${it.title}?`,
      [el("p", { text: `${it.moves} ${it.moves === 1 ? "move" : "moves"}. A deleted game cannot be restored.` })],
      [
        { label: "Keep", value: false, main: true },
        { label: "Delete", value: true, isLate: true },
      ],
    );
    if (!sure) return;
    notice("kept", null);
    try {
      await post(`/api/games/${it.id}/delete`, { keys: Object.values(keysOf(it.id)) });
      say("The game is deleted.");
    } catch (refusal) {
      say(refusal.message);
      notice("kept", `${refusal.message} ${refusal.help}`);
    }
    await keptGames(section, from);
    (section.querySelector("button") ?? section).focus();
  };
  const turn = (to, name) =>
    el("button", { type: "button", text: name, "data-key": `games-${name}`, onclick: () => keptGames(section, to) });
  const pages = total > COUNT && [
    el(
      "div",
      { class: "tools" },
      from > 0 && turn(Math.max(0, from - COUNT), "Newer games"),
      from + COUNT < total && turn(from + COUNT, "Older games"),
      el("span", { class: "quiet", text: `${from + 1} to ${from + games.length} of ${total}` }),
    ),
  ];
  put(
    shown,
    el(
      "ul",
      {},
      games.map((it) => entry(it, onDelete)),
    ),
    pages,
  );
}
