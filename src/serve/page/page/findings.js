// What the checker found, and what came of the cases.
//
// In: findings and verdicts as the server tells them. Out: lists; a call when a place is
// wanted. Refuses to know: the editor, rules.

import { el, renew } from "./dom.js";

/** Findings with their place and help; each leads to its place. */
export function findings(node, all, onPlace) {
  renew(node, all, () => {
    if (all.length === 0) return el("p", { class: "fine", text: "Nothing is wrong." });
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

/** Cases with their verdicts, those that do not hold in front. */
export function cases(node, all, isOld) {
  const wasOpen = node.querySelector("details.all")?.open ?? false;
  renew(node, [all, isOld], () => {
    if (all.length === 0) return el("p", { class: "quiet", text: "There are no cases beside this file." });
    const wrong = all.filter((it) => !it.holds);
    const item = (it) =>
      el(
        "li",
        { class: it.holds ? "holds" : "fails" },
        el("span", { class: "verdict", text: it.holds ? "holds" : "does not hold" }),
        " ",
        el("span", { text: it.about || it.file }),
        it.message && el("pre", { text: it.message }),
      );
    const count =
      wrong.length === 0
        ? all.length === 1 ? "The case holds." : `All ${all.length} cases hold.`
        : `${all.length - wrong.length} of ${all.length} cases hold.`;
    return [
      el("p", {
        class: wrong.length ? "count fails" : "count fine",
        text: isOld ? `${count} (As of the last good edit.)` : count,
      }),
      wrong.length ? el("ul", { class: "cases" }, wrong.map(item)) : null,
      el(
        "details",
        { class: "all", open: wasOpen },
        el("summary", { "data-key": "cases", text: "Those that hold" }),
        el("ul", { class: "cases" }, all.filter((it) => it.holds).map(item)),
      ),
    ];
  });
}
