// A search field for the list of games.
//
// Input: a select element with the variants in groups. Output: a field that leaves only the variants whose names or
// descriptions contain all words. Does not know what a variant is chosen for.

import { el } from "./dom.js";

/** Returns a field that filters a list of variants. A variant that is filtered out is not chosen any more. */
export function searchField(list, variants) {
  const about = new Map(variants.map((it) => [it.name, `${it.title} ${it.name} ${it.about ?? ""}`.toLowerCase()]));
  const groups = [...list.children].map((group) => ({ group, options: [...group.children] }));
  const none = el("p", { class: "quiet", role: "status", hidden: true, text: "No game matches. The list shows all games." });

  const filter = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (option) => words.every((it) => (about.get(option.value) ?? option.text.toLowerCase()).includes(it));
    const found = groups.some(({ options }) => options.some(fits));
    none.hidden = found || !words.length;
    const chosen = list.value;
    for (const { group, options } of groups) group.replaceChildren(...(found ? options.filter(fits) : options));
    list.replaceChildren(...groups.filter(({ group }) => group.children.length).map(({ group }) => group));
    list.value = chosen;
    if (list.selectedIndex >= 0) return;
    list.selectedIndex = 0;
    list.dispatchEvent(new Event("change"));
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
