// The view for starting a game.
//
// Input: the list of variants, and proposals from the URL. Output: a game created by the server.
// Does not know rules: the server rejects invalid positions and records.

import { cachedGet, get, post, variantInfo } from "./api.js";
import { go, note } from "./address.js";
import { el, notice, put, staticPicture } from "./dom.js";
import { remember } from "./keys.js";
import { showMistakes } from "./mistakes.js";
import { recordControls } from "./records.js";
import { savedGames } from "./saved-games.js";
import { searchField } from "./search.js";
import { capital, playerSelect } from "./seats.js";

/** Maximum length of a text that the URL contains. */
const MAX_NOTED = 4000;

const SORTS = {
  game: "Games",
  reading: "Other rules",
  gallery: "Other chess games",
  mixture: "Mixed variants",
  mechanism: "Single rules on a small board",
  file: "Your file",
};

/** Builds a select element with the variants in groups. */
export async function variantList(chosen, attributes = {}) {
  const { variants: all, given } = await cachedGet("/api/variants");
  const variants = [...all];
  const list = el("select", attributes);
  const groups = new Map();
  const title = (name) => variants.find((it) => it.name === name)?.title ?? name;
  for (const it of variants) {
    const label = it.sort === "reading" ? `Other rules for ${title(it.parent)}` : (SORTS[it.sort] ?? capital(it.sort));
    if (!groups.has(label)) groups.set(label, el("optgroup", { label }));
    groups.get(label).append(el("option", { value: it.name, text: it.title }));
  }
  if (chosen?.startsWith("draft:")) {
    variants.push({ name: chosen, title: "Your draft", sort: "draft", about: "The text that you are editing on the design page." });
    groups.set("draft", el("optgroup", { label: "Draft" }, el("option", { value: chosen, text: "Your draft" })));
  }
  list.append(...groups.values());
  list.value = chosen || given || variants[0]?.name;
  const exists = !chosen || list.selectedIndex >= 0;
  if (list.selectedIndex < 0) list.selectedIndex = 0;
  // A list beside that of the view leaves its message.
  if (chosen !== null) notice("variant", exists ? null : `The variant ${chosen} does not exist here. Choose one from the list.`);
  return { list, variants };
}

/** Builds the view. */
export async function lobby(root, address) {
  const { list, variants } = await variantList(address.with.variant, { id: "variant", name: "variant" });
  const about = el("p", { class: "quiet", id: "about" });
  const seats = el("fieldset", {}, el("legend", { text: "Players" }));
  const seatList = el("div", { class: "seat-list" });
  seats.append(seatList);
  const startText = el("textarea", { id: "begin", rows: "3", spellcheck: "false", "aria-describedby": "begin-help" });
  const preview = el("div", { class: "preview" });
  const errorText = el("div", { class: "error-text", role: "alert", hidden: true });
  const from = el(
    "select",
    { id: "begin-sort" },
    el("option", { value: "setup", text: "the starting position" }),
    el("option", { value: "position", text: "a position that you enter" }),
    el("option", { value: "record", text: "a game record" }),
  );
  const help = {
    position: "Paste a position from a game, or change the starting position.",
    record: "Paste PGN or a saved game, or open a file. The game continues after its last move. Comments and variations are left out.",
  };
  const helpText = el("p", { class: "quiet", id: "begin-help" });
  const record = recordControls(startText, (isNewText) => {
    if (isNewText) {
      chosen = null;
      record.clear();
    }
    updateButton();
    updatePreview(true);
  });
  /** The text of the starting position, as an example that can be changed. */
  let example = null;
  /** Whether the field waits for the starting position of the variant that was chosen last. */
  let isExample = false;
  const insert = el("button", { type: "button", class: "small insert", text: "Insert the starting position" });
  insert.addEventListener("click", () => {
    startText.value = example;
    startText.focus();
    updateButton();
    updatePreview();
  });
  const textLabel = el("label", { for: "begin" });
  const paste = el(
    "div",
    {},
    textLabel,
    startText,
    helpText,
    insert,
    record.node,
  );
  /** The variant that the user chose for this record, instead of the one that it names. */
  let chosen = null;
  /** The variant that the user chose last, for records that name none. */
  let preferred = address.with.variant ?? null;
  const updatePaste = () => {
    paste.hidden = from.value === "setup";
    helpText.textContent = help[from.value] ?? "";
    textLabel.textContent = from.value === "record" ? "Game record" : "Position";
    record.node.hidden = from.value !== "record";
    insert.hidden = from.value !== "position" || !example;
  };
  /** The chosen players, in the order of the seats: the next variant may have other names for them. */
  const kinds = [];
  const button = el("button", { class: "main", text: "Start game" });
  const missing = el("p", {
    class: "quiet",
    id: "missing",
    hidden: true,
  });
  let hasStart = true;
  /** Whether the rulebook has an error, so that nothing can be played by it. */
  let isBroken = false;
  /** Disables the button until the form is complete, and says what is missing. */
  const updateButton = () => {
    const isIncomplete = from.value === "setup" ? !hasStart : !startText.value.trim();
    missing.hidden = !isIncomplete || isBroken;
    const what = from.value === "record" ? "Paste a game record, or open a file." : "Enter a position to start from.";
    missing.textContent = hasStart ? what : `This variant has no starting position. ${what}`;
    button.disabled = isIncomplete || isBroken;
  };

  /** Shows an error, or none. One that answers a button or a file is scrolled into view: the form may be longer than the screen. */
  const showError = (refusal, isAnswer = false) => {
    showMistakes(errorText, refusal, startText, from.value === "record" ? startText.value : startText.value.trim());
    if (refusal && isAnswer) errorText.scrollIntoView({ block: "nearest" });
  };

  /** Chooses the variant of a record in the list. It may be a rulebook inside the record. */
  const chooseVariant = async ({ variant, title }) => {
    if (list.value === variant) return;
    list.value = variant;
    if (list.value !== variant) {
      list.append(el("option", { value: variant, text: title }));
      list.value = variant;
    }
    await updateSeats();
  };

  /** Asks about the record. Returns what it contains, or `null` if the text has changed meanwhile. */
  const lookAtRecord = async () => {
    const look = async () => {
      try {
        return await record.look(chosen ? { variant: chosen } : { fallback: preferred });
      } catch (refusal) {
        // PGN is chess by default. Moves alone are not.
        if (refusal.code === "missing") return record.look({ variant: list.value });
        // So is a record without a variant that does not fit the preferred one.
        const isNamed = /^(\[Variant |# variant )/m.test(startText.value);
        if (!chosen && preferred && !isNamed) return record.look({ fallback: null }).catch(() => Promise.reject(refusal));
        throw refusal;
      }
    };
    try {
      const found = await look();
      if (found) await chooseVariant(found);
      return found;
    } catch (refusal) {
      // The rules that refuse a move are those of the variant in the list.
      if (refusal.body?.variant) await chooseVariant(refusal.body);
      throw refusal;
    }
  };

  /** The variant whose board is shown. */
  let drawnFor = null;
  const showBoard = (drawn) => {
    drawnFor = list.value;
    put(preview, staticPicture(drawn, `The board of ${list.selectedOptions[0].textContent}`));
  };

  /** Draws the starting position beside a text with errors. */
  const showStart = async () => {
    const name = list.value;
    try {
      const drawn = await get("/api/svg", { name });
      if (name === list.value && !errorText.hidden) showBoard(drawn);
    } catch {
      put(preview);
    }
  };

  /** Draws the position of the form. `isAnswer` says that the user opened a file or pasted a text, and did not type. */
  const updatePreview = async (isAnswer = false) => {
    const text = from.value === "setup" ? "" : startText.value.trim();
    const noted = startText.value.length > MAX_NOTED ? "" : startText.value;
    note(
      "play",
      "",
      from.value === "record" ? { variant: list.value, record: noted } : { variant: list.value, position: text },
    );
    if (!text) record.clear();
    try {
      const found = from.value === "record" && text ? await lookAtRecord() : { position: text };
      if (!found) return;
      const name = list.value;
      const drawn = await get("/api/svg", { name, position: found.position });
      if (name !== list.value) return;
      showBoard(drawn);
      showError(null);
    } catch (refusal) {
      // The request for the seats shows why a rulebook cannot be used.
      if (!text) put(preview);
      if (text) {
        showError(refusal, isAnswer);
        if (drawnFor !== list.value) showStart();
      } else if (!["rulebook", "no-such-variant"].includes(refusal.code)) put(preview, el("p", { class: "quiet", text: refusal.message }));
    }
  };

  const updateVariant = () => {
    showError(null);
    updatePreview();
    return updateSeats();
  };

  const updateSeats = async () => {
    const name = list.value;
    about.textContent = variants.find((it) => it.name === name)?.about ?? "";
    try {
      const variant = await variantInfo("/api/variant", name);
      if (name !== list.value) return;
      for (const [at, it] of [...seatList.querySelectorAll("select")].entries()) kinds[at] = it.value;
      put(
        seatList,
        variant.seats.map((seat, at) => {
          const player = playerSelect(kinds[at] ?? "human", { id: `player-${seat.letter}`, name: seat.letter }, true);
          return el(
            "div",
            { class: "field" },
            el("label", { for: `player-${seat.letter}`, text: capital(seat.name) }),
            player,
          );
        }),
      );
      hasStart = variant.setup;
      example = variant.start;
      if (isExample) {
        isExample = false;
        startText.value = example ?? "";
        updatePreview();
      }
      isBroken = false;
      seats.hidden = false;
      from.querySelector('[value="setup"]').disabled = !hasStart;
      if (!hasStart && from.value === "setup") {
        from.value = "position";
      }
      updatePaste();
      updateButton();
    } catch (refusal) {
      if (name !== list.value) return;
      isBroken = Boolean(refusal.status);
      seats.hidden = isBroken;
      put(seatList);
      updateButton();
      showError(refusal);
    }
  };

  const start = async (event) => {
    event.preventDefault();
    button.disabled = true;
    await begin();
    updateButton();
  };

  const begin = async () => {
    // The preview would replace the address of the game.
    clearTimeout(timer);
    showError(null);
    if (from.value === "record") {
      try {
        if (!(await lookAtRecord())) return;
      } catch (refusal) {
        startText.focus();
        showError(refusal, true);
        return;
      }
    }
    const players = {};
    for (const it of seatList.querySelectorAll("select")) players[it.name] = it.value;
    const request = { variant: list.value, players };
    if (from.value !== "setup") request[from.value] = startText.value.trim();
    if (from.value === "record") request.game = record.game;
    try {
      const game = await post("/api/games", request);
      remember(game.id, game.keys);
      // Against bots, the board is shown from the only person's seat.
      const people = Object.keys(players).filter((it) => players[it] === "human");
      go("play", game.id, people.length === 1 && Object.keys(players).length > 1 ? { seat: people[0] } : {});
    } catch (refusal) {
      startText.focus();
      showError(refusal, true);
    }
  };

  list.addEventListener("change", () => {
    // The starting position of another variant is no example for this one.
    if (from.value === "position" && example && startText.value === example) isExample = true;
    chosen = list.value;
    preferred = list.value;
    updateVariant();
  });
  from.addEventListener("change", () => {
    updatePaste();
    showError(null);
    updateButton();
    if (!paste.hidden) startText.focus();
    updatePreview();
  });
  let timer = 0;
  startText.addEventListener("input", (event) => {
    chosen = null;
    record.clear();
    updateButton();
    clearTimeout(timer);
    timer = setTimeout(updatePreview, 150, event.inputType === "insertFromPaste");
  });

  const proposed = address.with.record ? "record" : address.with.position ? "position" : "setup";
  from.value = proposed;
  startText.value = address.with[proposed] ?? "";
  updatePaste();

  const form = el(
    "form",
    { class: "new-game", onsubmit: start },
    el("h1", { text: "New game" }),
    el("div", { class: "field stacked" }, el("label", { for: "variant", text: "Variant" }), searchField(list, variants), list),
    about,
    seats,
    el("div", { class: "field" }, el("label", { for: "begin-sort", text: "Start from" }), from),
    paste,
    missing,
    errorText,
    button,
  );
  const saved = el(
    "section",
    { class: "kept", "aria-labelledby": "kept-title" },
    el("h2", { id: "kept-title", text: "Saved games" }),
  );
  put(root, el("div", { class: "lobby" }, form, preview, saved));
  updateButton();
  updateVariant();
  savedGames(saved);
  return { variant: () => list.value, close: () => clearTimeout(timer) };
}
