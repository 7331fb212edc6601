// A search field for the list of games.
//
// Input: a select element with the variants in groups. Output: a field that leaves only the variants whose names or
// descriptions contain all words, the best match first, and a proposal if there is none. Does not know what a variant
// is chosen for.

import { el, put } from "./dom.js";

/** Maximum part of a word that may be misspelled. */
const MISSPELLED = 0.34;

/** Returns a text in small letters without accents. */
function plain(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}

/** Returns how well a variant matches, from 0 for its whole name; `null` if it does not match. */
function rank({ title, about }, query, words) {
  const whole = `${title} ${about}`;
  if (!words.every((it) => whole.includes(it))) return null;
  if (title === query) return 0;
  if (title.startsWith(query)) return 1;
  const starts = (text) => words.every((it) => text.startsWith(it) || [" ", "-", "(", "/"].some((before) => text.includes(before + it)));
  if (starts(title)) return 2;
  if (words.every((it) => title.includes(it))) return 3;
  return starts(whole) ? 4 : 5;
}

/** Returns the number of letters to insert, remove, replace or swap (Damerau–Levenshtein distance). */
function distance(a, b) {
  let [older, last] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
    [older, last] = [last, row];
  }
  return last[b.length];
}

/** Returns the variant with the most similar name, or with the most similar word in its name. */
function nearest(texts, query) {
  let best = null;
  for (const [name, { title }] of texts) {
    for (const it of [title, ...title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)]) {
      const away = distance(query, it);
      // Of two equal ones, the whole name counts more than a part of a name.
      const order = away + (it === title ? 0 : 0.5);
      if (away <= query.length * MISSPELLED && (!best || order < best.order)) best = { name, order };
    }
  }
  return best?.name ?? null;
}

/** Returns a field that filters a list of variants. A variant that is filtered out is not chosen any more. */
export function searchField(list, variants) {
  const texts = new Map(variants.map((it) => [it.name, { title: plain(it.title), about: plain(`${it.name} ${it.about ?? ""}`) }]));
  const groups = [...list.children].map((group) => ({ group, options: [...group.children] }));
  const none = el("p", { class: "quiet none", role: "status", hidden: true });

  const filter = () => {
    const query = plain(field.value).trim().replace(/\s+/g, " ");
    const words = query.split(" ").filter(Boolean);
    const ranks = new Map();
    for (const option of words.length ? groups.flatMap((it) => it.options) : []) {
      const found = rank(texts.get(option.value) ?? { title: plain(option.text), about: "" }, query, words);
      if (found !== null) ranks.set(option, found);
    }
    const isFiltered = ranks.size > 0;
    const best = Math.min(...ranks.values());
    const chosen = list.value;
    const shown = groups.map(({ group, options }) => {
      const fitting = isFiltered ? options.filter((it) => ranks.has(it)).sort((a, b) => ranks.get(a) - ranks.get(b)) : options;
      group.replaceChildren(...fitting);
      return { group, first: ranks.get(fitting[0]) ?? 0, isEmpty: fitting.length === 0 };
    });
    shown.sort((a, b) => a.first - b.first);
    list.replaceChildren(...shown.filter((it) => !it.isEmpty).map((it) => it.group));
    list.value = chosen;
    showNone(words.length > 0 && !isFiltered ? query : null);
    if (!isFiltered || ranks.get(list.selectedOptions[0]) === best) return;
    list.selectedIndex = 0;
    if (list.value !== chosen) list.dispatchEvent(new Event("change"));
  };

  /** Says that no game matches, which game stays chosen, and which name is similar. */
  const showNone = (query) => {
    none.hidden = query === null;
    if (query === null) return;
    const name = nearest(texts, query);
    const title = variants.find((it) => it.name === name)?.title;
    const choose = () => {
      field.value = title;
      filter();
      field.focus();
    };
    put(
      none,
      "No game matches. ",
      title && el("span", {}, "Did you mean ", el("button", { type: "button", class: "small", text: title, onclick: choose }), "? "),
      `The list shows all games, and ${list.selectedOptions[0]?.text ?? "none"} stays chosen.`,
    );
  };

  const field = el("input", {
    type: "search",
    id: `${list.id}-search`,
    placeholder: "Search games",
    "aria-label": "Search games",
    autocomplete: "off",
    oninput: filter,
    onkeydown: (event) => {
      // Enter goes on to the list: it must not start a game that the player has not seen.
      if (event.key !== "Enter") return;
      event.preventDefault();
      list.focus();
    },
  });
  return el("div", { class: "search" }, field, none);
}
