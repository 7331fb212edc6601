// Advice beside the board: a hint, the expected points, and the best lines.
//
// Input: the viewed position of a game, and answers of the server, which searches in the
// background. Output: a bar, texts, and arrows on the board. The page asks again while the search
// goes on, and stops when nothing is shown. Does not know rules.

import { get } from "./api.js";
import { announce, el, put, renew } from "./dom.js";
import { Polling } from "./polling.js";
import { capital } from "./seats.js";

/** Delay between two requests, in milliseconds. */
const POLL_DELAY = 400;
/** Number of nodes after which a hint is given. */
const HINT_NODES = 50_000;
/** Maximum number of lines. */
const MAX_LINES = 5;

/** Prints expected points. */
export function pointsText(points) {
  return points.toFixed(2);
}

/** Builds the bar with the expected points of each seat. */
function bar(seats, points) {
  const values = seats.map((it) => ({ seat: it, points: points[it.letter] ?? 0 }));
  const label = `Expected points: ${values.map((it) => `${capital(it.seat.name)} ${pointsText(it.points)}`).join(", ")}`;
  return el(
    "div",
    { class: "evaluation" },
    el(
      "div",
      { class: "bar", role: "img", "aria-label": label },
      values.map((it) => el("span", { style: `flex-grow:${Math.max(it.points, 0.004)};background:${it.seat.color}` })),
    ),
    el(
      "ul",
      { class: "bar-values", "aria-hidden": "true" },
      values.map((it) =>
        el("li", {}, el("span", { class: "chip", style: `background:${it.seat.color}` }), `${capital(it.seat.name)} ${pointsText(it.points)}`),
      ),
    ),
  );
}

export class Advice {
  /** `view` is the game view. */
  constructor(view) {
    this.view = view;
    this.isOn = false;
    this.wantsHint = false;
    this.hasHint = false;
    this.count = 1;
    this.result = null;
    this.key = "";
    this.hintButton = el("button", { type: "button", text: "Hint", title: "Suggest a move", onclick: () => this.hint() });
    this.toggle = el("button", { type: "button", text: "Evaluation", "aria-pressed": "false", onclick: () => this.switch() });
    this.hintText = el("p", { class: "hint-text" });
    this.body = el("div", { class: "advice-body" });
    this.node = el("div", { class: "advice" }, el("div", { class: "tools" }, this.hintButton, this.toggle, view.report.button), this.hintText, this.body);
    this.polling = new Polling(() => this.ask(), POLL_DELAY);
  }

  close() {
    this.polling.close();
  }

  /** Follows the viewed position. A new one discards the old advice. */
  update() {
    const { state, viewed } = this.view;
    const at = viewed ?? state.history.length;
    const position = at === 0 ? state.start : state.history[at - 1].position;
    const key = `${at} ${position} ${this.view.from}`;
    this.hintButton.disabled = viewed !== null || state.over;
    if (key === this.key) return;
    this.key = key;
    this.at = at;
    this.result = null;
    this.wantsHint = false;
    this.hasHint = false;
    put(this.hintText);
    this.view.board.advise([]);
    this.body.classList.add("stale");
    this.polling.now();
  }

  hint() {
    this.wantsHint = true;
    put(this.hintText, "Looking for a move …");
    announce("Looking for a move.");
    this.polling.now();
  }

  switch() {
    this.isOn = !this.isOn;
    this.toggle.setAttribute("aria-pressed", String(this.isOn));
    if (this.isOn) return this.polling.now();
    put(this.body);
    this.body.shown = undefined;
    this.view.board.advise([]);
  }

  more(step) {
    this.count = Math.max(1, Math.min(MAX_LINES, this.count + step));
    this.polling.now();
  }

  /** Asks for the results so far, and again while the search goes on. */
  async ask() {
    if (!this.view.state || !(this.isOn || this.wantsHint)) return;
    const [key, count] = [this.key, this.count];
    try {
      const result = await get(`/api/games/${this.view.id}/lines`, { at: this.at, lines: count, seat: this.view.from });
      if (key !== this.key || count !== this.count || this.polling.isClosed) return;
      if (result.points) this.show(result);
      if (result.done) return;
    } catch (refusal) {
      if (refusal.status) return put(this.hintText, refusal.message);
      return this.polling.later(false);
    }
    this.polling.later();
  }

  show(result) {
    this.result = result;
    if (this.wantsHint && (result.nodes >= HINT_NODES || result.done)) this.showHint(result);
    else if (this.hasHint) this.printHint(result);
    if (!this.isOn) return;
    const { seats } = this.view.state;
    this.body.classList.remove("stale");
    this.view.board.advise(result.lines.map((it) => it.arrow));
    renew(this.body, [result, this.count], () => [
      bar(seats, result.points),
      result.lines.length > 0 &&
        el(
          "ol",
          { class: "best-lines", "aria-label": "Best lines" },
          result.lines.map((it, number) => this.line(it, number)),
        ),
      el(
        "p",
        { class: "quiet searched" },
        `${result.nodes.toLocaleString("en")} positions searched${result.done ? "" : " …"} `,
        el("button", { type: "button", class: "small", "data-key": "fewer-lines", "aria-label": "Fewer lines", text: "−", disabled: this.count === 1, onclick: () => this.more(-1) }),
        " ",
        el("button", { type: "button", class: "small", "data-key": "more-lines", "aria-label": "More lines", text: "+", disabled: this.count === MAX_LINES, onclick: () => this.more(1) }),
      ),
    ]);
  }

  /** Builds the button of a line. While it has the focus or the pointer, the board shows only its arrow. */
  line(it, number) {
    // A move may arrive while the pointer is here: then there is no result for the new position yet.
    const arrows = () => this.result?.lines.map((one) => one.arrow) ?? [];
    const alone = () => this.view.board.advise(arrows().map((one, at) => (at === number ? one : "")));
    const all = () => this.view.board.advise(arrows());
    const points = it.points[this.turn()];
    return el(
      "li",
      {},
      el("button", {
        type: "button",
        class: "marking",
        "data-key": `line-${number}`,
        title: it.reason,
        text: `${points === undefined ? "" : `${pointsText(points)}  `}${it.moves.join(" ")}`,
        onmouseenter: alone,
        onmouseleave: all,
        onfocus: alone,
        onblur: all,
        onclick: () => announce(it.reason),
      }),
    );
  }

  /** Returns the player to move in the viewed position. */
  turn() {
    const { history, turn } = this.view.state;
    return this.at >= history.length ? turn : history.slice(this.at).find((it) => it.kind === "move")?.seat;
  }

  /** Prints the best line as a hint, with its effort. It follows the evaluation, which may find a better move later. */
  printHint({ lines: [line], nodes }) {
    if (!line) return put(this.hintText, "There is no legal move.");
    const effort = `The best move after ${nodes.toLocaleString("en")} positions.`;
    put(this.hintText, el("strong", { text: line.moves[0] }), ` ${line.reason} `, el("span", { class: "quiet", text: effort }));
  }

  showHint(result) {
    const [line] = result.lines;
    this.wantsHint = false;
    this.hasHint = true;
    this.printHint(result);
    if (!line) return;
    announce(`Hint: ${line.moves[0]}. ${line.reason}`);
    this.view.board.advise([line.arrow]);
  }
}
