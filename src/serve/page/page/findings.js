// Lists of findings and case results.
//
// Input: findings and results from the server. Output: lists, and a call when the user chooses a
// position. Does not know the editor and the rules.

import { el, renew } from "./dom.js";

/** Shows findings with position and help. A click on one goes to its position. */
export function findings(node, all, onPlace) {
  renew(node, all, () => {
    if (all.length === 0) return el("p", { class: "fine", text: "No problems found." });
    return el(
      "ul",
      { class: "findings" },
      all.map((it, number) =>
        el(
          "li",
          { class: it.severity },
          el(
            "button",
            { type: "button", "data-key": `finding-${number}`, onclick: () => onPlace(it) },
            el("span", { class: "where", text: it.line ? `${it.severity}, line ${it.line}` : it.severity }),
            el("span", { text: it.message }),
          ),
          it.help && el("p", { class: "quiet", text: it.help }),
          it.code && el("p", { class: "quiet" }, el("code", { text: it.code })),
        ),
      ),
    );
  });
}

/** Shows the case results, failed cases first. */
export function cases(node, all, isOld) {
  const wasOpen = node.querySelector("details.all")?.open ?? false;
  renew(node, [all, isOld], () => {
    if (all.length === 0) return el("p", { class: "quiet", text: "This rulebook has no cases." });
    const wrong = all.filter((it) => !it.holds);
    const item = (it) =>
      el(
        "li",
        { class: it.holds ? "holds" : "fails" },
        el("span", { class: "verdict", text: it.holds ? "passed" : "failed" }),
        " ",
        el("span", { text: it.about || it.file }),
        it.message && el("pre", { text: it.message }),
      );
    const count =
      wrong.length === 0
        ? all.length === 1 ? "The case passed." : `All ${all.length} cases passed.`
        : `${all.length - wrong.length} of ${all.length} cases passed.`;
    return [
      el("p", {
        class: wrong.length ? "count fails" : "count fine",
        text: isOld ? `${count} (Results of the last text without errors.)` : count,
      }),
      wrong.length ? el("ul", { class: "cases" }, wrong.map(item)) : null,
      el(
        "details",
        { class: "all", open: wasOpen },
        el("summary", { "data-key": "cases", text: "Passed cases" }),
        el("ul", { class: "cases" }, all.filter((it) => it.holds).map(item)),
      ),
    ];
  });
}
