// In what two rulebooks part, as boards.
//
// In: a rulebook's text and the name of another. Out: sentences, and differences in play with
// both boards side by side. Refuses to know: rules; the server searches, and says how far.

import { post } from "./ask.js";
import { el, put, say, still } from "./dom.js";
import { variantList } from "./lobby.js";

/** The part of the page that compares; `mine()` gives the text that is compared. */
export async function comparison(mine) {
  const { list } = await variantList(null, { id: "other" });
  const shown = el("div", { class: "differences" });
  const button = el("button", { text: "Compare" });
  const form = el(
    "form",
    { class: "compare-form", onsubmit: (event) => start(event) },
    el("label", { for: "other", text: "With" }),
    list,
    button,
  );

  const start = async (event) => {
    event.preventDefault();
    const asked = mine();
    button.disabled = true;
    put(shown, el("p", { text: "Searching, for some seconds at most…" }));
    say("Searching.");
    try {
      const found = await post("/api/compare", { text: asked.text, other: list.value, seconds: 4 });
      put(shown, report(found, list.selectedOptions[0].textContent));
      const count = found.differences.length;
      say(
        count ? `${count} ${count === 1 ? "difference" : "differences"} in play.` : "No difference in play was found.",
      );
    } catch (refusal) {
      put(
        shown,
        el("pre", { class: "fault", role: "alert", text: [refusal.message, refusal.help].filter(Boolean).join("\n") }),
      );
    }
    button.disabled = false;
  };
  return el(
    "section",
    { class: "compare", "aria-labeledby": "compare-title" },
    el("h2", { id: "compare-title", text: "Compare with another reading" }),
    form,
    shown,
  );
}

function report(found, other) {
  const board = (svg, sentence, whose) =>
    el(
      "figure",
      {},
      svg && still(svg, `${whose}: ${sentence}`),
      el("figcaption", {}, el("strong", { text: whose }), " ", sentence),
    );
  return [
    found.sentences.length
      ? [
          el("h3", { text: "In what they say" }),
          el(
            "ul",
            {},
            found.sentences.map((it) => el("li", { text: it })),
          ),
        ]
      : el("p", { text: "They say the same." }),
    el("h3", { text: "In play" }),
    found.effort && el("p", { class: "quiet", text: found.effort }),
    found.differences.length === 0
      ? el("p", { text: found.done ? "No difference was found." : "No difference was found in the time there was." })
      : el(
          "ol",
          { class: "parting" },
          found.differences.map((it) =>
            el(
              "li",
              {},
              it.kinds?.length && el("p", { class: "kinds", text: it.kinds.join(", ") }),
              el("p", { text: it.line?.length ? `After ${it.line.join(" ")}:` : "In this position:" }),
              el(
                "div",
                { class: "pair" },
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
