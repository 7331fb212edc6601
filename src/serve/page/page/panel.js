// What stands beside the board: consents, acts, history, texts to be copied, why something
// was not done, the keys.
//
// In: the server's state of a game, and where this tab sits. Out: elements, and calls when
// something is wanted. Refuses to know: rules, the board, the server. Each part is built
// anew only when what it shows has changed, so that the focus stays where it was.

import { link } from "./address.js";
import { copy, el, put, renew } from "./dom.js";
import { capital } from "./seats.js";

/** A field in which moves are typed. */
export function moveBox(onText) {
  const field = el("input", {
    id: "move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  return el(
    "form",
    { class: "move-box", onsubmit: onText },
    el("label", { for: "move", text: "Move" }),
    field,
    el("button", { text: "Play" }),
  );
}

/** Where one may sit: at all seats, at one, at none; `seats` says which may be played from here. */
export function sitting(state, seat, onSit, seats) {
  const own = state.seats.filter((it) => seats.may(it.letter));
  const needsLink = own.length < state.seats.length;
  const list = el(
    "select",
    { id: "sit", "data-key": "sit" },
    !needsLink && el("option", { value: "", text: "at every seat, on one screen" }),
    own.map((it) => el("option", { value: it.letter, text: `at ${capital(it.name)}'s seat` })),
    el("option", { value: "none", text: "at no seat, watching" }),
  );
  list.value = seat;
  list.addEventListener("change", () => onSit(list.value));
  return el(
    "div",
    { class: "field" },
    el("label", { for: "sit", text: "You sit" }),
    list,
    needsLink && el("p", { class: "quiet", text: "To play another seat, open that seat's own link." }),
  );
}

/** Whether an act answers, or takes back, what is being asked. */
function isAnswer(act) {
  return act.kind ? act.kind !== "claim" : / (accepts|refuses|withdraws)$/.test(act.text);
}

/** Buttons, a line for each of the players, in their order: no line moves when another changes. */
function choices(seats, all, onAct) {
  return seats
    .map((seat) =>
      el(
        "div",
        { class: "choices", role: "group", "aria-label": capital(seat.name) },
        el("span", { class: "whose", text: capital(seat.name) }),
        !all.some((it) => it.seat === seat.letter) && el("span", { class: "quiet", text: seat.living ? "nothing now" : "eliminated" }),
        all
          .filter((it) => it.seat === seat.letter)
          .map((it) =>
            el("button", {
              type: "button",
              "data-key": it.text,
              text: it.label,
              onclick: () => onAct(it),
            }),
          ),
      ),
    );
}

/** A claim that waits for consent: who has asked, who must still answer. */
export function consents(node, state, seat, onAct) {
  const { pending } = state;
  const own = pending ? state.acts.filter((it) => isAnswer(it) && (!seat || it.seat === seat)) : [];
  renew(node, [pending, own], () => {
    if (!pending) return null;
    return el("div", { class: "pending" }, el("p", { text: pending.sentence }), choices(asked(state, own), own, onAct));
  });
}

/** The players that have a button. */
function asked(state, all) {
  return state.seats.filter((seat) => all.some((it) => it.seat === seat.letter));
}

/** Claims and offers that the rules have, and resigning. */
export function acts(node, state, seat, onAct) {
  const own = state.acts.filter((it) => !isAnswer(it) && (!seat || it.seat === seat));
  const wasOpen = node.querySelector("details")?.open ?? false;
  const seats = state.seats.filter((it) => !seat || it.letter === seat);
  renew(node, [own, seats.map((it) => it.letter)], () => {
    if (own.length === 0) return null;
    return el(
      "details",
      { open: wasOpen },
      el("summary", { "data-key": "acts", text: "Offers, claims, resigning" }),
      choices(seats, own, onAct),
    );
  });
}

/** Every act with its notation, by rounds; one of them may be looked at. */
export function history(node, state, looked, onLook) {
  renew(node, [state.history, looked], () => {
    const last = state.history.length;
    const at = looked ?? last;
    const rounds = [];
    let seat = -1;
    state.history.forEach((it, number) => {
      const seatNumber = state.seats.findIndex((one) => one.letter === it.seat);
      const opens = it.round
        ? it.round !== rounds.at(-1)?.round
        : rounds.length === 0 || (it.kind === "move" && seatNumber <= seat);
      if (it.kind === "move") seat = seatNumber;
      if (opens) rounds.push({ round: it.round ?? rounds.length + 1, entries: [] });
      rounds.at(-1).entries.push(entry(it, number + 1, at, onLook, state));
    });
    const list = el(
      "ol",
      { class: "rounds" },
      rounds.map((it) => el("li", { value: it.round }, it.entries)),
    );
    list.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      const to =
        event.key === "Home" ? 0 : event.key === "End" ? last : way ? Math.max(0, Math.min(last, at + way)) : null;
      if (to === null) return;
      event.preventDefault();
      onLook(to === last ? null : to);
      node.querySelector(`[data-key="act-${to}"]`)?.focus();
    });
    const start = el("button", {
      type: "button",
      "data-key": "act-0",
      tabindex: at === 0 || last === 0 ? "0" : "-1",
      "aria-current": at === 0 && "true",
      text: "the start",
      onclick: () => onLook(last === 0 ? null : 0),
    });
    list.prepend(el("li", { class: "start" }, start));
    return list;
  });
  if (looked === null) {
    const box = node.querySelector("ol");
    if (box) box.scrollTop = box.scrollHeight;
  }
}

function entry(it, number, at, onLook, state) {
  const who = capital(state.seats.find((one) => one.letter === it.seat)?.name ?? it.seat);
  const isLast = number === state.history.length;
  return el("button", {
    type: "button",
    class: it.kind,
    "data-key": `act-${number}`,
    tabindex: number === at ? "0" : "-1",
    "aria-current": number === at && "true",
    "aria-label": it.kind === "move" ? `${who}: ${it.text}` : it.text,
    onclick: () => onLook(isLast ? null : number),
    text: it.text,
  });
}

/** What may be taken along: position, record, links for everyone. */
export function texts(node, state, keys) {
  const wasOpen = node.querySelector("details")?.open ?? false;
  renew(node, [state.position, state.record, state.id, state.address, keys, state.seats.map((it) => it.player)], () => {
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
    const way = (label, address) =>
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
      el("summary", { "data-key": "texts", text: "Links, position, record" }),
      el(
        "ul",
        { class: "links" },
        state.seats
          .filter((it) => keys[it.letter])
          .map((it) =>
            way(
              `This game, at ${capital(it.name)}'s seat`,
              to("play", state.id, { seat: it.letter, key: keys[it.letter] }),
            ),
          ),
        way("This game, watching", to("play", state.id, { seat: "none" })),
        way(
          "This position, to begin a game from",
          to("play", "", { variant: state.variant, position: state.position }),
        ),
        way("This record, to go on from", to("play", "", { variant: state.variant, record: state.record })),
      ),
      Object.keys(keys).length > 0 &&
        el("p", { class: "quiet", text: "A link to a seat contains its key: give it to that player only." }),
      field("Position", state.position),
      field("Record", state.record),
    );
  });
}

/** A box for refusals: `show`, `clear`, and its `node`. */
export function refusalBox() {
  const node = el("div", { class: "refusal", role: "alert" });
  return {
    node,
    clear: () => put(node),
    /** The box lies over the space above the board, so that nothing moves. */
    show({ message, help, code }, why = null) {
      const several = (why?.sentence ?? message).includes("\n");
      put(
        node,
        el(several ? "pre" : "p", { class: "sentence", text: why?.sentence ?? message }),
        !why && help && el("p", { class: "quiet", text: help }),
        (why?.code ?? code) &&
          el(
            "p",
            { class: "quiet" },
            el("code", { text: why?.code ?? code }),
            why?.source
              ? ` · ${typeof why.source === "string" ? why.source : Object.values(why.source).filter(Boolean).join(", ")}`
              : "",
          ),
      );
      node.scrollIntoView?.({ block: "nearest" });
    },
  };
}

const KEYS = [
  ["Arrow keys", "to the neighboring square that lies that way on the screen; on every board, however turned"],
  ["W E A D Z X", "on hexagons, the six neighbors as these keys lie round S; on squares Q W E A D Z X C, the eight"],
  ["Enter or Space", "select a piece, then the square to move it to"],
  ["Escape", "select nothing"],
  ["F", "turn the board to the next seat"],
  ["U, R", "undo, redo"],
  ["S", "say again what happened"],
  ["P", "say where all pieces stand"],
  ["M", "to the field in which moves are typed: e2-e4, e7-e8=Q, or as the history has them"],
  ["O, O", "draw an arrow from here to there, or a ring; Escape takes them away. With a mouse: the right button"],
  ["Left, Right, Home, End", "outside the board: one move back, one forward, the first position, the last one"],
];

/** What keys do, most of them while a square has the focus. */
export function keysHelp() {
  return el(
    "details",
    { class: "keys" },
    el("summary", { text: "Keys on the board" }),
    el(
      "dl",
      {},
      KEYS.flatMap(([key, does]) => [el("dt", { text: key }), el("dd", { text: does })]),
    ),
  );
}
