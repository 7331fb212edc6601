// The list of saved games, in pages, with dates and deletion.
//
// Input: the list from the server, which omits games without moves and, on other machines than that of the
// server, games that this browser has not opened. Output: elements. Games are deleted after confirmation.
// Does not know rules and boards.

import { get, post } from "./api.js";
import { announce, dialog, el, notice, put } from "./dom.js";
import { keysOf, knownGames } from "./keys.js";
import { playersText } from "./seats.js";

/** Number of games on a page of the list. */
const COUNT = 10;

/** Formats a date and time in the user's locale. */
function date(seconds) {
  const day = new Date(seconds * 1000);
  const text = day.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return el("time", { datetime: day.toISOString(), text });
}

/** Returns what distinguishes a game: the names of its people, if they are known, and the number of moves. */
function detail(it) {
  return it.people ? `${it.people}, ${counted(it)}` : counted(it);
}

function counted(it) {
  return `${it.moves} ${it.moves === 1 ? "move" : "moves"}.`;
}

function entry(it, onDelete, onSelect) {
  const moves = detail(it);
  const players = it.players?.length ? `${playersText(it.players)} · ` : "";
  return el(
    "li",
    {},
    el("input", { type: "checkbox", value: it.id, "aria-label": `Select the game of ${it.title}, ${moves}`, onchange: onSelect }),
    el("a", { href: `#play/${it.id}`, text: it.title || "Untitled game" }),
    // A name may be written from right to left.
    el("span", { class: "quiet" }, date(it.changed), ` · ${players}`, it.people ? el("bdi", { text: it.people }) : "", `${it.people ? ", " : ""}${counted(it)} ${it.sentence ?? ""}`),
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

/** Shows one page of the list in a section. */
export async function savedGames(section, from = 0) {
  const shown = section.querySelector(".kept-list") ?? el("div", { class: "kept-list" });
  section.append(shown);
  let list = null;
  try {
    list = await get("/api/games", { from: String(from), count: String(COUNT), ids: knownGames().join(",") });
  } catch (refusal) {
    put(shown, el("p", { text: refusal.message }));
    return;
  }
  const { games, total } = list;
  // The last game on this page was deleted.
  if (games.length === 0 && from > 0) return savedGames(section, Math.max(0, from - COUNT));
  if (games.length === 0) {
    put(shown, el("p", { class: "quiet", text: "There are no saved games. A game is saved automatically after its first move." }));
    return;
  }
  const remove = async (all, question, about) => {
    const isConfirmed = await dialog(
      question,
      [el("p", { text: about })],
      [
        { label: "Cancel", value: false, main: true },
        { label: "Delete", value: true, isLate: true },
      ],
    );
    if (!isConfirmed) return;
    notice("kept", null);
    try {
      for (const it of all) await post(`/api/games/${it.id}/delete`, { keys: Object.values(keysOf(it.id)) });
      announce(all.length === 1 ? "The game is deleted." : `${all.length} games are deleted.`);
    } catch (refusal) {
      announce(refusal.message);
      notice("kept", `${refusal.message} ${refusal.help}`);
    }
    await savedGames(section, from);
    (section.querySelector("button") ?? section).focus();
  };
  const onDelete = (it) =>
    remove([it], `Delete this game of ${it.title}?`, `${detail(it)} A deleted game cannot be restored.`);
  const selected = () => games.filter((it) => shown.querySelector(`input[value="${CSS.escape(it.id)}"]`)?.checked);
  const removeAll = el("button", { type: "button", "data-key": "delete-selected", hidden: true });
  removeAll.addEventListener("click", () => remove(selected(), `${removeAll.textContent}?`, "Deleted games cannot be restored."));
  const onSelect = () => {
    const count = selected().length;
    removeAll.hidden = count === 0;
    removeAll.textContent = `Delete ${count} selected ${count === 1 ? "game" : "games"}`;
  };
  const pageButton = (to, name) =>
    el("button", { type: "button", text: name, "data-key": `games-${name}`, onclick: () => savedGames(section, to) });
  const pages = total > COUNT && [
    el(
      "div",
      { class: "tools" },
      from > 0 && pageButton(Math.max(0, from - COUNT), "Newer games"),
      from + COUNT < total && pageButton(from + COUNT, "Older games"),
      el("span", { class: "quiet", text: `${from + 1} to ${from + games.length} of ${total}` }),
    ),
  ];
  put(
    shown,
    el(
      "ul",
      {},
      games.map((it) => entry(it, onDelete, onSelect)),
    ),
    removeAll,
    pages,
  );
}
