// The view for starting a game.
//
// Input: the list of variants, and proposals from the URL. Output: a game created by the server.
// Does not know rules: the server rejects invalid positions and records.

import { cachedGet, get, post, variantInfo } from "./api.js";
import { go, note } from "./address.js";
import { el, notice, put, staticPicture } from "./dom.js";
import { remember } from "./keys.js";
import { savedGames } from "./saved-games.js";
import { capital, playerSelect } from "./seats.js";

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
  notice("variant", exists ? null : `The variant ${chosen} does not exist here. Choose one from the list.`);
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
  const errorText = el("pre", { class: "error-text", role: "alert", hidden: true });
  const from = el(
    "select",
    { id: "begin-sort" },
    el("option", { value: "setup", text: "the starting position" }),
    el("option", { value: "position", text: "a position that you enter" }),
    el("option", { value: "record", text: "a game record" }),
  );
  const paste = el(
    "div",
    {},
    el("label", { for: "begin", text: "Text" }),
    startText,
    el("p", {
      class: "quiet",
      id: "begin-help",
      text: "Paste a position or record from a game, or type a position: w:Ke1,Qd1 b:Ke8 turn=w.",
    }),
  );
  const kinds = new Map();
  const button = el("button", { class: "main", text: "Start game" });
  const missing = el("p", {
    class: "quiet",
    id: "missing",
    hidden: true,
    text: "This variant has no starting position. Enter a position to start from.",
  });
  let hasStart = true;
  /** Disables the button until the form is complete, and says what is missing. */
  const updateButton = () => {
    const isIncomplete = from.value === "setup" ? !hasStart : !startText.value.trim();
    missing.hidden = hasStart || !isIncomplete;
    button.disabled = isIncomplete;
  };

  const showError = (refusal) => {
    errorText.hidden = !refusal;
    errorText.textContent = refusal ? [refusal.message, refusal.help].filter(Boolean).join("\n") : "";
  };

  const updatePreview = async () => {
    const name = list.value;
    const text = from.value === "position" ? startText.value.trim() : "";
    note(
      "play",
      "",
      from.value === "record" ? { variant: name, record: startText.value } : { variant: name, position: text },
    );
    try {
      const drawn = await get("/api/svg", { name, position: text });
      if (name !== list.value) return;
      put(preview, staticPicture(drawn, `The board of ${list.selectedOptions[0].textContent}`));
      showError(null);
    } catch (refusal) {
      put(preview);
      if (text) showError(refusal);
      else put(preview, el("p", { class: "quiet", text: refusal.message }));
    }
  };

  const updateVariant = async () => {
    const name = list.value;
    about.textContent = variants.find((it) => it.name === name)?.about ?? "";
    showError(null);
    updatePreview();
    try {
      const variant = await variantInfo("/api/variant", name);
      if (name !== list.value) return;
      for (const it of seatList.querySelectorAll("select")) kinds.set(it.name, it.value);
      put(
        seatList,
        variant.seats.map((seat) => {
          const player = playerSelect(kinds.get(seat.letter) ?? "human", { id: `player-${seat.letter}`, name: seat.letter }, true);
          return el(
            "div",
            { class: "field" },
            el("label", { for: `player-${seat.letter}`, text: capital(seat.name) }),
            player,
          );
        }),
      );
      hasStart = variant.setup;
      from.querySelector('[value="setup"]').disabled = !hasStart;
      if (!hasStart && from.value === "setup") {
        from.value = "position";
        paste.hidden = false;
      }
      updateButton();
    } catch (refusal) {
      showError(refusal);
    }
  };

  const start = async (event) => {
    event.preventDefault();
    showError(null);
    const players = {};
    for (const it of seatList.querySelectorAll("select")) players[it.name] = it.value;
    const request = { variant: list.value, players };
    if (from.value !== "setup") request[from.value] = startText.value.trim();
    try {
      const game = await post("/api/games", request);
      remember(game.id, game.keys);
      go("play", game.id);
    } catch (refusal) {
      showError(refusal);
      startText.focus();
    }
  };

  list.addEventListener("change", updateVariant);
  from.addEventListener("change", () => {
    paste.hidden = from.value === "setup";
    updateButton();
    if (!paste.hidden) startText.focus();
    updatePreview();
  });
  let timer = 0;
  startText.addEventListener("input", () => {
    updateButton();
    clearTimeout(timer);
    timer = setTimeout(updatePreview, 150);
  });

  const proposed = address.with.record ? "record" : address.with.position ? "position" : "setup";
  from.value = proposed;
  startText.value = address.with[proposed] ?? "";
  paste.hidden = proposed === "setup";

  const form = el(
    "form",
    { class: "new-game", onsubmit: start },
    el("h1", { text: "New game" }),
    el("div", { class: "field stacked" }, el("label", { for: "variant", text: "Variant" }), list),
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
  return { close() {} };
}
