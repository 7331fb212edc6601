// Lists of findings and case results.
//
// Input: findings and results from the server. Output: lists, and a call when the user chooses a
// position. Does not know the editor and the rules.

import { el, renew } from "./dom.js";

/** Maximum number of findings in the list. */
const COUNT = 12;

/** Returns the findings that mean something: after a syntax error, the others are consequences. */
export function relevant(all) {
  const syntax = all.filter((it) => it.code === "bad-toml");
  return syntax.length > 0 ? syntax : all;
}

/** Returns the number of findings and the first one in a sentence. */
export function summary(all) {
  const [{ line, message }] = all;
  const count = all.length === 1 ? "1 problem" : `${all.length} problems. The first one`;
  return `${count}${line ? ` in line ${line}` : ""}: ${message}`;
}

/** Shows findings with position and help. A click on one goes to its position. */
export function findings(node, all, onPlace) {
  renew(node, all, () => {
    if (all.length === 0) return el("p", { class: "fine", text: "No problems found." });
    const list = el(
      "ul",
      { class: "findings" },
      all.slice(0, COUNT).map((it, number) =>
        el(
          "li",
          { class: it.severity },
          el(
            "button",
            { type: "button", "data-key": `finding-${number}`, onclick: () => onPlace(it) },
            el("span", { class: "where", text: it.line ? `${it.severity}, line ${it.line}` : it.severity }),
            el("span", { rich: it.message }),
          ),
          it.help && el("p", { class: "quiet", rich: it.help }),
          it.code && el("p", { class: "quiet finding-code" }, el("code", { text: it.code })),
        ),
      ),
    );
    return [list, all.length > COUNT && el("p", { class: "quiet", text: `And ${all.length - COUNT} more.` })];
  });
}

/** Shows the case results, failed cases first. */
export function cases(node, all, isOld) {
  const wasOpen = node.querySelector("details.all")?.open ?? false;
  renew(node, [all, isOld], () => {
    if (all.length === 0) return el("p", { class: "quiet" }, "This rulebook has no cases. A case tests what the rules answer in a position. To add one, play the draft and choose “Copy as a case” below a refused move, or “Copy the case” under “Links, position and record”. Save it in a folder ", el("code", { text: "cases" }), " beside the rulebook.");
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
