// The panel beside the board: offers, claims, move list, links and texts to copy, and keys.
//
// Input: the state of a game, and the seat of this tab. Output: elements, and calls for actions. A
// part is rebuilt only if its data has changed, so that the focus stays. Does not know rules, the
// board and the server.

import { link } from "./address.js";
import { positionCase } from "./case.js";
import { copy, el, onChoice, renew } from "./dom.js";
import { download } from "./draft.js";
import { capital } from "./seats.js";

/** Builds the text field for moves. `onLeave` runs when the user leaves it by Escape. */
export function moveBox(onText, onLeave) {
  const field = el("input", {
    id: "move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    onkeydown: (event) => {
      if (event.key !== "Escape") return;
      field.value = "";
      onLeave();
    },
  });
  return el(
    "form",
    { class: "move-box", onsubmit: onText },
    el("label", { for: "move", text: "Move" }),
    field,
    el("button", { text: "Play" }),
  );
}

/** Builds the choice of a seat; `seats` contains those that this browser may play. */
export function seatChoice(state, seat, onSit, seats, onLeave) {
  const own = state.seats.filter((it) => seats.mayPlay(it.letter));
  const needsLink = own.length < state.seats.length;
  const list = el(
    "select",
    { id: "sit", "data-key": "sit" },
    !needsLink && el("option", { value: "", text: "all seats, on this screen" }),
    own.map((it) => el("option", { value: it.letter, text: `${capital(it.name)}'s seat` })),
    el("option", { value: "none", text: "none (watch)" }),
  );
  list.value = seat;
  onChoice(list, onSit);
  return el(
    "div",
    { class: "field" },
    el("label", { for: "sit", text: "Your seat" }),
    list,
    seat &&
      seat !== "none" &&
      state.seats.find((it) => it.letter === seat)?.living !== false &&
      el("button", { type: "button", class: "small", "data-key": "leave", text: "Let a bot play this seat", onclick: () => onLeave(seat) }),
    needsLink && el("p", { class: "quiet", text: "To play another seat, open the link to that seat." }),
  );
}

/** Reports whether an action answers or withdraws a pending offer. */
function isAnswer(act) {
  return act.kind ? act.kind === "answer" || act.kind === "withdraw" : / (accepts|refuses|withdraws)$/.test(act.text);
}

/**
 * Builds one row of buttons for each player. Rows keep their order, so that no button moves when
 * another row changes.
 */
function choices(seats, all, onAct) {
  return seats
    .map((seat) =>
      el(
        "div",
        { class: "choices", role: "group", "aria-label": capital(seat.name) },
        el("span", { class: "whose", text: capital(seat.name) }),
        !all.some((it) => it.seat === seat.letter) && el("span", { class: "quiet", text: seat.living ? "no options now" : seat.frozen ? "frozen" : "eliminated" }),
        el(
          "span",
          { class: "options" },
          all
            .filter((it) => it.seat === seat.letter)
            .map((it) => el("button", { type: "button", "data-key": it.text, text: it.label, onclick: () => onAct(it) })),
        ),
      ),
    );
}

/** Returns the announcement of a new state: an undo, a seat that changes hands, or what the server says. */
export function news(before, state) {
  if (!before) return state.announcement;
  if (state.at < before.at) {
    const gone = before.history.slice(state.at);
    const what = gone.length === 1 ? gone[0].text : `${gone.length} actions`;
    return `Undone: ${what}. ${state.status.sentence}`;
  }
  const handed = state.at === before.at ? state.seats.filter((it, at) => it.player !== before.seats[at]?.player) : [];
  const now = (it) => `${capital(it.name)}'s seat is now played by ${it.player === "human" ? "a person" : "a bot"}.`;
  return handed.length ? handed.map(now).join(" ") : state.announcement;
}

/** Shows a pending offer or claim with its answers, that the last one was declined, or who wants to undo the end. */
export function consents(node, state, seat, onAct) {
  const { pending } = state;
  const own = pending ? state.acts.filter((it) => isAnswer(it) && (!seat || it.seat === seat)) : [];
  const note = state.undo_sentence ?? state.declined;
  renew(node, [pending, own, note], () => {
    if (!pending) return note && el("p", { class: "declined", text: note });
    return el("div", { class: "pending" }, el("p", { text: pending.sentence }), choices(seatsWithActions(state, own), own, onAct));
  });
}

/** Returns the players that have a button. */
function seatsWithActions(state, all) {
  return state.seats.filter((seat) => all.some((it) => it.seat === seat.letter));
}

/**
 * Shows the pass, if the player may pass, and the claims and offers that the rules allow. `mayAct`
 * says for which seats this tab acts.
 */
export function acts(node, state, mayAct, mayMove, onAct) {
  const seats = state.seats.filter(mayAct);
  const all = state.acts.filter((it) => !isAnswer(it) && seats.some((seat) => seat.letter === it.seat));
  const pass = mayMove ? all.find((it) => it.kind === "pass") : undefined;
  const own = all.filter((it) => it.kind !== "pass");
  // While an offer is pending there may be no claims. They are open again afterwards.
  const wasOpen = node.querySelector("details")?.open ?? node.wasOpen ?? false;
  node.wasOpen = wasOpen;
  renew(node, [own, pass, seats.map((it) => it.letter)], () => {
    const claims =
      own.length > 0 &&
      el(
        "details",
        { open: wasOpen },
        el("summary", { "data-key": "acts", text: sectionTitle(own) }),
        choices(seats, own, onAct),
      );
    const button = pass && el("button", { type: "button", "data-key": "pass", text: pass.label, title: pass.sentence, onclick: () => onAct(pass) });
    return button || claims ? el("div", {}, button && el("p", {}, button), claims) : null;
  });
}

/** Names what some actions are about. */
function sectionTitle(all) {
  const has = (word) => all.some((it) => word.test(`${it.text} ${it.label ?? ""}`));
  const others = all.filter((it) => !/resign|allian/.test(`${it.text} ${it.label ?? ""}`));
  const parts = [others.length && (others.every((it) => /draw/.test(`${it.text} ${it.label ?? ""}`)) ? "draws" : "draws and claims"), has(/allian/) && "alliances", has(/resign/) && "resignation"];
  const named = parts.filter(Boolean).flatMap((it) => it.split(" and "));
  const text = named.length > 1 ? `${named.slice(0, -1).join(", ")} and ${named.at(-1)}` : named[0];
  return capital(text ?? "claims");
}

/** Shows the move list by rounds. Each entry leads to its position. */
export function history(node, state, viewed, onView) {
  renew(node, [state.history, viewed], () => {
    const last = state.history.length;
    const at = viewed ?? last;
    const rounds = [];
    let seat = -1;
    state.history.forEach((it, number) => {
      const seatNumber = state.seats.findIndex((one) => one.letter === it.seat);
      const opens = it.round
        ? it.round !== rounds.at(-1)?.round
        : rounds.length === 0 || (it.kind === "move" && seatNumber <= seat);
      if (it.kind === "move") seat = seatNumber;
      if (opens) rounds.push({ round: it.round ?? rounds.length + 1, entries: [] });
      rounds.at(-1).entries.push(entry(it, number + 1, at, onView, state));
    });
    const list = el(
      "ol",
      { class: "rounds" },
      rounds.map((it) => el("li", { value: it.round }, it.entries)),
    );
    list.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      const to =
        event.key === "Home" ? 0 : event.key === "End" ? last : step ? Math.max(0, Math.min(last, at + step)) : null;
      if (to === null) return;
      event.preventDefault();
      onView(to === last ? null : to);
      node.querySelector(`[data-key="act-${to}"]`)?.focus();
    });
    const start = el("button", {
      type: "button",
      "data-key": "act-0",
      tabindex: at === 0 || last === 0 ? "0" : "-1",
      "aria-current": at === 0 && "true",
      text: "Start",
      onclick: () => onView(last === 0 ? null : 0),
    });
    list.prepend(el("li", { class: "start" }, start));
    return list;
  });
  if (viewed === null) {
    const box = node.querySelector("ol");
    if (box) box.scrollTop = box.scrollHeight;
  }
}

function entry(it, number, at, onView, state) {
  const player = capital(state.seats.find((one) => one.letter === it.seat)?.name ?? it.seat);
  const isLast = number === state.history.length;
  const text = it.kind === "move" ? it.text + it.signs : it.sentence.replace(/\.$/, "");
  const check = it.signs.includes("#") ? ", checkmate" : it.signs && ", check";
  return el("button", {
    type: "button",
    class: it.kind,
    "data-key": `act-${number}`,
    tabindex: number === at ? "0" : "-1",
    "aria-current": number === at && "true",
    "aria-label": it.kind === "move" ? `${player}: ${it.text}${check}` : text,
    onclick: () => onView(isLast ? null : number),
    text,
  });
}

/** Shows links, position and record for copying. */
export function sharing(node, state, keys) {
  const wasOpen = node.querySelector("details")?.open ?? false;
  renew(node, [state.position, state.record, state.id, state.address, keys, state.isEarlier, state.recorded_end, state.seats.map((it) => it.player)], () => {
    const rule = positionCase(state);
    const field = (name, text) => {
      const area = el("textarea", { id: `text-${name}`, readonly: true, rows: "3", spellcheck: "false" });
      area.value = text;
      return el(
        "div",
        { class: "field tall" },
        el("label", { for: `text-${name}`, text: name }),
        area,
        el("button", {
          type: "button",
          "data-key": `copy-${name}`,
          text: `Copy the ${name.toLowerCase()}`,
          onclick: () => copy(text, name),
        }),
      );
    };
    const linkRow = (label, address) =>
      el(
        "li",
        {},
        el("a", { href: address, "data-key": label, text: label }),
        " ",
        el("button", {
          type: "button",
          class: "small",
          "data-key": `copy ${label}`,
          "aria-label": `Copy the link: ${label}`,
          text: "Copy",
          onclick: () => copy(address, "Link"),
        }),
      );
    const to = (view, id, parameters) => link(view, id, parameters, state.address);
    return el(
      "details",
      { open: wasOpen },
      el("summary", { "data-key": "sharing", text: "Links, position and record" }),
      el(
        "ul",
        { class: "links" },
        state.seats
          .filter((it) => keys[it.letter])
          .map((it) =>
            linkRow(
              `Play ${capital(it.name)}'s seat`,
              to("play", state.id, { seat: it.letter, key: keys[it.letter] }),
            ),
          ),
        linkRow("Watch this game", to("play", state.id, { seat: "none" })),
        linkRow(
          "New game from this position",
          to("play", "", { variant: state.variant, position: state.position }),
        ),
        el(
          "li",
          {},
          el("a", {
            href: `/api/games/${state.id}/pgn`,
            download: `${state.variant.replace(/[^A-Za-z0-9]+/g, "-")}-${state.id}.pgn`,
            "data-key": "pgn",
            text: "Download as PGN",
          }),
        ),
        linkRow("Continue from this record", to("play", "", { variant: state.variant, record: state.record })),
      ),
      Object.keys(keys).length > 0 &&
        el("p", { class: "quiet", text: "The link to a seat contains its key. Send it only to that player." }),
      state.isEarlier && el("p", { class: "quiet", text: "“New game from this position”, the position and the case belong to the board as it is shown. The record is that of the whole game." }),
      state.recorded_end && el("p", { text: state.recorded_end }),
      field("Position", state.position),
      field("Record", state.record),
      field("Case", rule),
      el("p", {}, el("button", { type: "button", "data-key": "download-case", text: "Download the case", onclick: () => download(rule, `case-${state.id}-${state.at}.toml`) })),
      el("p", { class: "quiet", text: "To keep a ruling, save the position as a case: a file with the position and its expected results. The command threefold verify checks it again after each change of the rules." }),
    );
  });
}

const KEYS = [
  ["Arrow keys", "go to the neighboring square in that direction on the screen, however the board is rotated"],
  ["Q W E A D Z X C", "go to one of the eight neighbors; on boards of hexes, W E A D Z X go to the six neighbors, and on triangles to the three"],
  ["Enter or Space", "select a piece, then its destination"],
  ["Escape", "clear the selection"],
  ["F", "rotate the board to the next seat"],
  ["U, R", "undo, redo"],
  ["H", "ask for a hint"],
  ["S", "repeat the last announcement"],
  ["P", "announce all pieces"],
  ["M", "go to the text field for moves, such as e2-e4 or e7-e8=Q"],
  ["O, O", "start and end an arrow, or draw a ring; Escape removes them (mouse: right button)"],
  ["Left, Right, Home, End", "outside the board: previous move, next move, first position, last position"],
];

/** Lists the keyboard commands. Most work while a square has the focus. */
export function keysHelp() {
  return el(
    "details",
    { class: "keys" },
    el("summary", { text: "Keys on the board" }),
    el(
      "dl",
      {},
      KEYS.flatMap(([key, effect]) => [el("dt", { text: key }), el("dd", { text: effect })]),
    ),
  );
}
