// Comparison of two rulebooks, with boards.
//
// Input: the text of a rulebook and the name of another. Output: sentences, and differences in
// play with both boards side by side. Does not know rules: the server searches.

import { post } from "./api.js";
import { announce, el, put, rich, staticPicture } from "./dom.js";
import { variantList } from "./lobby.js";

/** What the page says about rulebooks whose play cannot be compared. The sentences before say why. */
const NOT_COMPARED = "Play was not compared.";

/** What a search without a result means. */
const NO_PROOF =
  "This does not prove that the rulebooks play alike: a difference may need more moves than were searched. Enter a position in which the changed rule matters, and compare again.";

/** Builds the comparison section. `currentDraft()` returns the text to compare, and `update` is called when it may have changed. */
export async function comparison(currentDraft) {
  const { list } = await variantList(null, { id: "other" });
  const shown = el("div", { class: "differences" });
  const old = el("p", { class: "old", hidden: true, text: "The differences below are those of an earlier text." });
  /** The text that was compared. */
  let compared = null;
  const update = () => (old.hidden = compared === null || compared === currentDraft().text);
  const button = el("button", { text: "Compare" });
  const position = el("textarea", { id: "compare-position", rows: "2", spellcheck: "false" });
  const form = el(
    "form",
    { class: "compare-form", onsubmit: (event) => start(event) },
    el("label", { for: "other", text: "Compare with" }),
    list,
    button,
    el(
      "div",
      { class: "field tall" },
      el("label", { for: "compare-position", text: "Search also from this position (optional)" }),
      position,
    ),
  );

  const start = async (event) => {
    event.preventDefault();
    const draft = currentDraft();
    button.disabled = true;
    compared = null;
    update();
    put(shown, el("p", { text: "Searching for a few seconds…" }));
    announce("Searching.");
    try {
      const found = await post("/api/compare", { text: draft.text, other: list.value, seconds: 4, position: position.value });
      compared = draft.text;
      update();
      put(shown, report(found, list.selectedOptions[0].textContent));
      const count = found.differences.length;
      announce(
        count
          ? `${count} ${count === 1 ? "difference" : "differences"} in play.`
          : found.done ? "No difference in play was found." : NOT_COMPARED,
      );
    } catch (refusal) {
      put(
        shown,
        el("pre", { class: "error-text", role: "alert", text: [refusal.message, refusal.help].filter(Boolean).join("\n") }),
      );
    }
    button.disabled = false;
  };
  const node = el(
    "section",
    { class: "compare", "aria-labelledby": "compare-title" },
    el("h2", { id: "compare-title", text: "Compare with another rulebook" }),
    form,
    old,
    shown,
  );
  return { node, update };
}

/** Separates the thousands of the numbers in a sentence. */
function separated(text) {
  return text.replace(/\d{4,}/g, (it) => Number(it).toLocaleString("en"));
}

function report(found, other) {
  const board = (svg, sentence, name) =>
    el(
      "figure",
      {},
      svg && staticPicture(svg, `${name}: ${sentence}`),
      el("figcaption", {}, el("strong", { text: name }), " ", ...rich(sentence)),
    );
  return [
    found.sentences.length
      ? [
          el("h3", { text: "Differences in the files" }),
          el(
            "ul",
            {},
            found.sentences.map((it) => el("li", { rich: it })),
          ),
        ]
      : el("p", { text: "The files state the same rules." }),
    el("h3", { text: "Differences in play" }),
    found.effort && el("p", { class: "quiet", text: separated(found.effort) }),
    found.done && found.differences.length === 0 && el("p", { text: NO_PROOF }),
    found.differences.length === 0
      ? !(found.done && found.effort) && el("p", { text: found.done ? "No difference was found." : NOT_COMPARED })
      : el(
          "ol",
          { class: "difference-list" },
          found.differences.map((it) =>
            el(
              "li",
              {},
              it.kinds?.length && el("p", { class: "kinds", text: it.kinds.join(", ") }),
              el("p", { text: it.line?.length ? `After ${it.line.join(" ")}:` : "In this position:" }),
              el(
                "div",
                { class: "boards" },
                board(it.svg_a, it.sentence_a, "This rulebook."),
                board(it.svg_b, it.sentence_b, `${other}.`),
              ),
            ),
          ),
        ),
  ]
    .flat()
    .filter(Boolean);
}
