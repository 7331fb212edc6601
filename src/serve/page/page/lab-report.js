// The figures of a lab: tables, two charts, and the differences from the parent.
//
// Input: the answer of the server about a lab. Output: elements that are replaced only if their
// figures have changed. Does not know requests.

import { el, renew, staticPicture } from "./dom.js";
import { capital } from "./seats.js";

/** Prints a mean with its margin. */
function estimate({ mean, margin }, isSigned = false) {
  const text = isSigned ? signed(mean, 4) : mean.toFixed(4);
  return margin === null ? text : `${text} ± ${margin.toFixed(4)}`;
}

/** Prints a share in percent with its interval. */
function share(it) {
  const percent = (part) => ((part ?? 0) * 100).toFixed(1);
  return `${percent(it.share)} % (${percent(it.low)} to ${percent(it.high)})`;
}

/** Prints a duration. */
export function timeText(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${Math.ceil(seconds / 3600)} h`;
}

/** Returns the number of digits after the point, for figures that are compared. */
function digitsOf(...figures) {
  const most = Math.max(...figures.map(Math.abs));
  return most >= 100 ? 1 : most >= 10 ? 2 : 4;
}

/** Prints a difference with its interval. */
function difference({ difference: it, low, high }) {
  if (low === null) return signed(it, digitsOf(it));
  const digits = digitsOf(it, low, high);
  return `${signed(it, digits)} (${signed(low, digits)} to ${signed(high, digits)})`;
}

function signed(it, digits) {
  return `${it >= 0 ? "+" : ""}${it.toFixed(digits)}`;
}

function settled(it) {
  if (it.settled) return "yes";
  if (it.more_games !== null) return `about ${it.more_games.toLocaleString("en")} more games`;
  return it.low === null ? "too few games" : "no difference in sight";
}

/** Builds a table. The first cell of each row is its heading. */
function table(caption, head, rows) {
  return el(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": caption, "data-key": caption },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col", text })))),
      el(
        "tbody",
        {},
        rows.map(([first, ...rest]) => el("tr", {}, el("th", { scope: "row", text: first }), rest.map((text) => el("td", { text })))),
      ),
    ),
  );
}

/** Says in plain words how the seats did. */
function lead({ games, seats }) {
  const [best, ...rest] = [...seats].sort((a, b) => b.points.mean - a.points.mean);
  const worst = rest.pop();
  const points = (it) => `${it.points.mean.toFixed(2)} points a game`;
  const isEqual = !worst || points(best) === points(worst);
  const all = `In ${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}, `;
  return all + (isEqual ? `each seat scored ${points(best)}.` : `${capital(best.seat)} scored most (${points(best)}), and ${capital(worst.seat)} least (${points(worst)}).`);
}

function seats({ report, sentences, charts }) {
  const rows = report.seats.map((it) => [
    capital(it.seat),
    estimate(it.points),
    estimate(it.advantage, true),
    share(it.wins),
  ]);
  const { games, unfinished } = report;
  const isShort = unfinished.count * 2 > games;
  return [
    isShort && el("p", { class: "lab-warning", text: `Most games are unfinished: ${unfinished.count.toLocaleString("en")} of ${games.toLocaleString("en")}. The figures say little about the seats. Allow more moves in a game, or choose stronger bots.` }),
    el("p", { class: isShort ? null : "verdict-text", text: lead(report) }),
    el("p", { text: sentences.fairness }),
    staticPicture(charts.points, "Points of each seat with their 95 % intervals; the table has the numbers"),
    table("Seats", ["seat", "points", "compared with the mean", "won alone"], rows),
  ];
}

function course({ report, sentences, charts }) {
  const endings = report.endings.map((it) => [it.finished ? it.label : `unfinished: ${it.label}`, share(it.games)]);
  return [
    el("h3", { text: "Length and endings" }),
    el("p", { text: sentences.length }),
    charts.length && staticPicture(charts.length, "Number of games by length"),
    table("Endings", ["ending", "games"], endings),
    el("p", { text: sentences.results }),
  ];
}

function traffic({ charts }) {
  if (!charts.heat) return [];
  return [
    el("h3", { text: "Traffic on the squares" }),
    el("p", { class: "quiet", text: "The stronger the color of a square, the more moves end there. The full report has the numbers." }),
    el("div", { class: "heat-map" }, staticPicture(charts.heat, "Traffic on the squares; the full report has the numbers")),
  ];
}

function impact({ report }) {
  if (!report.impact) return [];
  const rows = report.impact.rules.map((it) => [it.label, share(it.changed), share(it.forbade_best), share(it.added_best)]);
  return [
    el("h3", { text: "Rule impact" }),
    el("p", { class: "quiet", text: `From ${report.impact.positions.toLocaleString("en")} positions, one of each sampled game. Each rule is removed alone.` }),
    table("Rule impact", ["rule", "changed the legal moves", "forbade the best move", "added the best move"], rows),
  ];
}

function comparison({ differences, labs }) {
  if (!differences) return [];
  const other = labs[1];
  const rows = differences.figures.map((it) => [
    it.figure,
    ...[it.first, it.second].map((one) => (one ?? 0).toFixed(digitsOf(it.first, it.second))),
    difference(it),
    settled(it),
  ]);
  const count = differences.figures.filter((it) => it.settled).length;
  return [
    el("h3", { text: `Compared with ${other.title}` }),
    el("p", {
      text: `Each difference is that of the draft minus the other rulebook, with its 95 % interval. ${count} of ${differences.figures.length} are settled: their intervals exclude zero. Even between equal rulebooks, about one interval in twenty does so by chance.`,
    }),
    table("Differences", ["figure", "other", "draft", "difference", "settled"], rows),
    el("p", { class: "quiet", text: `${other.title}: ${other.sentences.fairness}` }),
  ];
}

/** Links to the complete reports. */
function links({ id, labs, differences }) {
  const link = (file, text) => el("li", {}, el("a", { href: `/api/design/lab/${id}/${file}`, download: `lab-${file}`, "data-key": file, text }));
  return el(
    "ul",
    { class: "links" },
    link("draft.html", "Download the full report as a page"),
    link("draft.json", "Download the figures as JSON"),
    labs.length > 1 && link("parent.html", `Download the report of ${labs[1].title}`),
    differences && link("comparison.html", "Download the comparison"),
  );
}

/** Replaces the children if the data has changed. Tables that the user has scrolled stay where they are. */
function update(parent, shown, build) {
  const places = [...parent.querySelectorAll(".wide")].map((it) => [it.dataset.key, it.scrollLeft]);
  renew(parent, shown, build);
  for (const [key, left] of places) {
    const table = left > 0 && parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (table) table.scrollLeft = left;
  }
}

/** Builds the place for the figures. `show` receives the answer of the server. */
export function labReport() {
  const parts = { seats: el("div"), comparison: el("div"), impact: el("div"), course: el("div"), traffic: el("div"), links: el("div") };
  const node = el("div", { class: "lab-report" }, Object.values(parts));
  return {
    node,
    show(lab) {
      const [draft] = lab.labs;
      // The figures of the last lab stay until the new one has some.
      if (draft.report.games === 0) return;
      update(parts.seats, [draft.report.seats, draft.report.unfinished, draft.sentences], () => seats(draft));
      update(parts.comparison, lab.differences, () => comparison(lab));
      update(parts.impact, draft.report.impact, () => impact(draft));
      update(parts.course, draft.sentences, () => course(draft));
      update(parts.traffic, draft.charts.heat, () => traffic(draft));
      update(parts.links, [lab.id, Boolean(lab.differences)], () => [links(lab)]);
    },
  };
}
