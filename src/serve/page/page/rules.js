// The rules of a variant, with a board on which every piece can be tried.
//
// Input: the name of a variant. Output: the rules text from the server with a table of contents.
// Does not know rules.

import { get, variantInfo } from "./api.js";
import { hash, note } from "./address.js";
import { el, prose, put } from "./dom.js";
import { variantList } from "./lobby.js";
import { Reach } from "./reach.js";
import { searchField } from "./search.js";

/** Builds the view. */
export async function rules(root, address) {
  const { list, variants } = await variantList(address.with.variant, { id: "rules-variant" });
  const text = el("article", { class: "rulebook", "aria-busy": "true", tabindex: "-1" });
  const reach = new Reach("Board with one piece", (question, signal) =>
    get("/api/reach", { name: list.value, ...question }, signal),
  );
  const links = el("p", { class: "ways" });
  const contents = el("nav", { class: "contents", "aria-label": "Contents" });
  const beside = el(
    "div",
    { class: "beside-board" },
    el("div", { class: "field stacked" }, el("label", { for: "rules-variant", text: "Rules of" }), searchField(list, variants), list),
    links,
    reach.node,
    el("p", {
      class: "quiet",
      text: matchMedia("(hover: none)").matches
        ? "Tap a square to see where the piece can go from it."
        : "Point at a square, or move to it with the arrow keys, to see where the piece can go.",
    }),
  );
  put(root, el("div", { class: "rules" }, beside, el("div", { class: "reading" }, contents, text)));

  const show = async () => {
    const name = list.value;
    note("rules", "", { variant: name });
    put(
      links,
      el("a", { href: hash("play", "", { variant: name }), text: "Play this variant" }),
      " ",
      el("a", { href: hash("design", "", { variant: name }), text: "Edit this rulebook" }),
    );
    text.setAttribute("aria-busy", "true");
    try {
      const [variant, { html }] = await Promise.all([variantInfo("/api/variant", name), variantInfo("/api/rules", name)]);
      if (name !== list.value) return;
      document.title = `Rules of ${variant.title} – threefold`;
      put(text, prose(html));
      addContents(text, contents);
      reach.board.setVariant(variant);
      reach.setChoices(variant.seats, variant.kinds);
      reach.square = start(variant);
      reach.refresh();
    } catch (refusal) {
      if (name === list.value)
        put(text, el("p", { rich: refusal.message }), el("p", { class: "quiet", rich: refusal.help ?? "" }));
    }
    text.removeAttribute("aria-busy");
  };
  list.addEventListener("change", show);
  await show();
  return { variant: () => list.value, close() {} };
}

/**
 * Returns a square with many links, away from the start of the list, which is an edge of the
 * board.
 */
function start(variant) {
  const links = (it) => it.links.length;
  const most = Math.max(...variant.squares.map(links));
  const rich = variant.squares.filter((it) => links(it) === most);
  return rich[Math.floor(rich.length / 3)]?.name ?? null;
}

/** Builds the table of contents and makes wide tables scrollable. */
function addContents(text, contents) {
  const headings = [...text.querySelectorAll("h2, h3")];
  const top = headings.filter((it) => it.localName === (headings.some((one) => one.localName === "h2") ? "h2" : "h3"));
  put(
    contents,
    el(
      "ul",
      {},
      top.map((it, number) => {
        it.id = `section-${number}`;
        it.tabIndex = -1;
        const go = (event) => {
          event.preventDefault();
          it.scrollIntoView({ block: "start" });
          it.focus({ preventScroll: true });
        };
        return el("li", {}, el("a", { href: `#section-${number}`, text: it.textContent, onclick: go }));
      }),
    ),
  );
  let section = "";
  const names = new Map();
  for (const it of text.querySelectorAll("h2, h3, pre, table")) {
    if (it.localName.startsWith("h")) {
      section = it.textContent;
      continue;
    }
    // Assistive software tells regions apart by their names, so each name is used once.
    const name = `${it.localName === "pre" ? "Text diagram" : "Table"}: ${section}`;
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    const scroller = el("div", {
      class: "wide",
      tabindex: "0",
      role: "region",
      "aria-label": count === 1 ? name : `${name} (${count})`,
    });
    it.replaceWith(scroller);
    scroller.append(it);
  }
}
