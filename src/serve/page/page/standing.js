// The state of the players: turn, points, captured pieces, material, checks, protection, barriers.
//
// Input: the state of a game. Output: elements, and marks on the board for the hovered or focused
// line. All sentences come from the server. Does not know rules.

import { el, onChoice, prose, put, renew } from "./dom.js";
import { capital, playerSelect } from "./seats.js";

/** Number of protected pieces that are always listed. */
const MAX_PROTECTED = 2;

/**
 * Shows the captured pieces of a player as small pictures with their number. With `hold`, they are
 * buttons: `hold.pick` selects a piece to drop, `hold.drag` drags it, and `hold.may` says whether any square is free for it.
 */
function captured(seat, portrait, hold) {
  if (!seat.captured?.length) return null;
  const one = (it, number) => {
    const name = it.count > 1 ? `${it.count} × ${it.label}` : it.label;
    const drawn = portrait(seat, { letter: it.letter, name: it.kind });
    const button = { type: "button", "aria-disabled": String(!hold?.may(it.letter)), "aria-label": `Drop: ${it.label}${it.count > 1 ? `, ${it.count} in hand` : ""}`, "data-key": `hand-${seat.letter}-${it.letter}`, onclick: () => hold.pick(it.letter), onpointerdown: (event) => hold.drag(event, it.letter) };
    return el(
      hold ? "button" : "span",
      { class: "lost", title: name, ...(hold ? button : {}) },
      drawn ?? el("span", { "aria-hidden": "true", text: it.letter }),
      it.count > 1 && el("span", { class: "count", "aria-hidden": "true", text: `×${it.count}` }),
      el("span", { class: "hidden", text: number < seat.captured.length - 1 ? `${name}, ` : name }),
    );
  };
  return el("p", { class: "captured" }, el("span", { class: "quiet", text: seat.hand ? "Hand: " : "Captured: " }), seat.captured.map(one));
}

/** Shows the players with turn, elimination, checks, captured pieces and score. */
export function players(node, state, portrait, onPlayers, mayChange, hold) {
  // Another player may replace the one who has left the others waiting.
  const isMissed = (seat) =>
    seat.letter === state.turn && state.replaceable_in === 0 && !mayChange(seat.letter) && state.seats.some((it) => mayChange(it.letter));
  renew(node, [state.seats, state.seats.map((it) => mayChange(it.letter)), state.turn, state.next, state.over, state.checks, state.thinking, state.replaceable_in === 0], () =>
    el(
      "ul",
      { class: "players" },
      state.seats.map((seat) => {
        const moves = seat.letter === state.turn && !state.over;
        const kind = playerSelect(seat.player, {
          "aria-label": `Player for ${capital(seat.name)}`,
          "data-key": `player-${seat.letter}`,
        });
        kind.disabled = !mayChange(seat.letter);
        onChoice(kind, (player) => onPlayers({ [seat.letter]: player }));
        const own = new Set(state.pieces.filter((it) => it.seat === seat.letter).map((it) => it.square));
        const checks = state.over ? [] : state.checks.filter((it) => own.has(it.king));
        const facts = [
          moves && (state.thinking === seat.letter ? "thinking …" : "to move"),
          seat.letter === state.next && !moves && "next",
          !seat.living && (seat.frozen ? "frozen" : "eliminated"),
          seat.heir && `turns played by ${seat.heir}`,
          seat.allies && `allied with ${seat.allies}`,
          seat.material,
          ...seat.counts,
          seat.score_text && `score ${seat.score_text}`,
        ];
        return el(
          "li",
          { class: moves ? "moves" : seat.living ? "" : "out" },
          el("span", { class: "swatch", "aria-hidden": "true" }, portrait(seat) ?? seat.letter),
          el(
            "span",
            { class: "name" },
            el("strong", { text: seat.person ? `${capital(seat.name)}: ${seat.person}` : capital(seat.name) }),
            el("span", { class: "quiet", text: facts.filter(Boolean).join(" · ") }),
          ),
          kind,
          mayChange(seat.letter) &&
            seat.player !== "human" &&
            !state.over &&
            el("button", { type: "button", class: "small", "data-key": `take-${seat.letter}`, "aria-label": `Take over ${capital(seat.name)} from the bot`, text: "Take over", onclick: () => onPlayers({ [seat.letter]: "human" }, true) }),
          isMissed(seat) &&
            el("button", { type: "button", class: "small", "data-key": `replace-${seat.letter}`, text: "Let a bot play", onclick: () => onPlayers({ [seat.letter]: "club" }) }),
          state.thinking === seat.letter && el("span", { class: "thinking", "aria-hidden": "true" }),
          captured(seat, portrait, seat.drops && moves && mayChange(seat.letter) ? hold : null),
          checks.map((it) => el("p", { class: "check", text: it.sentence })),
        );
      }),
    ),
  );
}

/** Builds a line that marks squares on the board while it is hovered or focused. */
function marking(key, text, marks, onMark, more = null) {
  const show = () => onMark(marks);
  const hide = () => onMark({});
  return el(
    "li",
    {},
    el("button", {
      type: "button",
      class: "marking",
      "data-key": key,
      text,
      onmouseenter: show,
      onmouseleave: hide,
      onfocus: show,
      onblur: hide,
      onclick: show,
    }),
    more,
  );
}

/** Shows which pieces and kings a ban protects now, first those that the player to move may not capture or check. */
export function protection(node, state, onMark) {
  const wasOpen = node.querySelector("details")?.open ?? false;
  const line = (it, at) => marking(`protection-${at}-${it.code}-${it.mover}-${it.owner}`, it.sentence, { at: it.at }, onMark);
  renew(node, [state.protection, state.turn], () => {
    if (!state.protection?.length) return null;
    const isNow = (it) => Number(it.mover === state.turn);
    const lines = [...state.protection].sort((a, b) => isNow(b) - isNow(a)).map(line);
    const more = lines.splice(lines.length > MAX_PROTECTED + 1 ? MAX_PROTECTED : lines.length);
    return el(
      "section",
      { class: "protection", "aria-labelledby": "protection-title" },
      el("h2", { id: "protection-title", text: "Currently protected" }),
      el("ul", {}, lines),
      more.length > 0 && el("details", { open: wasOpen }, el("summary", { "data-key": "protection", text: `${more.length} more` }), el("ul", {}, more)),
    );
  });
}

/** Returns the special rules on barriers, each with its name as a heading. */
function explanation(html) {
  const rules = [...prose(html).querySelectorAll('li[id^="rule-barrier-"]')];
  const isText = (it) => !it.closest("figure, table") && !it.parentElement.closest("ul, p");
  return rules.flatMap((rule) => [...rule.querySelectorAll("h3, h4, p, ul")].filter(isText));
}

/**
 * Shows whether each barrier is open. Explains barriers in the words of the rules, which `rules`
 * requests.
 */
export function barriers(node, state, onMark, rules) {
  const wasOpen = node.querySelector("details")?.open ?? false;
  renew(node, state.barriers, () => {
    if (!state.barriers?.length) return null;
    const about = el("div", { class: "about-barriers" });
    const explain = async () => {
      if (about.hasChildNodes()) return;
      try {
        put(about, explanation((await rules()).html));
      } catch {
        // The list is complete without the rules.
      }
    };
    const details = el(
      "details",
      { open: wasOpen },
      el("summary", { "data-key": "barriers", text: "Barriers" }),
      el(
        "ul",
        { class: "barriers" },
        state.barriers.map((it) =>
          marking(`barrier-${it.name}`, it.text ?? `${it.name}: ${it.state}`, { barrier: it.name }, onMark),
        ),
      ),
      about,
    );
    details.addEventListener("toggle", () => details.open && explain());
    return details;
  });
}
