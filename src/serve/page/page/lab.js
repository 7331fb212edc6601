// The lab in the design view: many games of the edited text, and of its parent.
//
// Input: a text without errors, and answers of the server, which plays in the background. Output:
// progress, and the figures so far, about once a second. The figures of an earlier text stay, and
// are marked as older. Does not know rules, or how figures are computed.

import { NO_SERVER_DELAY } from "./polling.js";
import { get, post } from "./api.js";
import { announce, el, put } from "./dom.js";
import { labReport, timeText } from "./lab-report.js";

/** Delay between two requests, in milliseconds. */
const POLL_DELAY = 1000;

const GAMES = [
  ["100", "100"],
  ["1000", "1,000"],
  ["10000", "10,000"],
  ["100000", "100,000"],
];

const BOTS = [
  ["random", "random moves"],
  ["greedy", "greedy: captures what it can"],
  ["brs:100", "search, 100 positions a move"],
  ["brs:300", "search, 300 positions a move"],
  ["brs:1000", "search, 1,000 positions a move"],
];

const COMPARISONS = [
  ["", "no other rulebook"],
  ["parent", "the rulebook that it extends"],
  ["saved", "the saved version"],
];

export class Lab {
  /** `text()` returns the text of the editor. */
  constructor(text) {
    this.text = text;
    this.current = null;
    this.lab = null;
    this.timer = 0;
    this.isClosed = false;
    this.games = select("lab-games", GAMES, "1000");
    this.bot = select("lab-bot", BOTS, "random");
    this.comparison = select("lab-comparison", COMPARISONS, "");
    this.impact = el("input", { type: "checkbox", id: "lab-impact" });
    this.startButton = el("button", { class: "main", text: "Start the lab" });
    this.stopButton = el("button", { type: "button", text: "Stop", hidden: true, onclick: () => this.stop() });
    this.bar = el("progress", { max: 1, value: "0", "aria-label": "Games played", hidden: true });
    this.progress = el("span", { class: "lab-progress" });
    this.state = el("p", { class: "old", hidden: true });
    this.error = el("p", { class: "error-text", role: "alert", hidden: true });
    this.report = labReport();
    this.node = el(
      "section",
      { class: "lab", "aria-labelledby": "lab-title" },
      el("h2", { id: "lab-title", text: "Lab" }),
      el("p", { class: "quiet", text: "Plays many games of this text: is it fair, and how do its games go?" }),
      el(
        "form",
        { onsubmit: (event) => this.start(event) },
        field("lab-games", "Games", this.games),
        field("lab-bot", "Bot for all seats", this.bot),
        field("lab-comparison", "Also play games of", this.comparison),
        el("div", { class: "field" }, this.impact, el("label", { for: "lab-impact", text: "Measure how often each rule matters" })),
        el("div", { class: "tools" }, this.startButton, this.stopButton),
      ),
      this.error,
      el("p", { class: "lab-state" }, this.bar, " ", this.progress),
      this.state,
      this.report.node,
    );
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** Receives the result of a check. */
  update(results) {
    this.current = { isValid: Boolean(results.ok), hasSetup: Boolean(results.setup), rules: results.hash };
    this.showState();
  }

  /** Says whether the figures belong to the text in the editor. */
  showState() {
    const { isValid, hasSetup, rules } = this.current ?? { isValid: true, hasSetup: true };
    const isOld = this.lab && (!isValid || this.lab.labs[0].report.plan.rules !== rules);
    const shown = isOld ? " The figures below are those of an earlier text." : "";
    const problem = !isValid ? "The draft has errors." : !hasSetup ? "The draft has no starting position." : "";
    this.state.hidden = !problem && !isOld;
    this.state.textContent = (problem + shown).trim();
    this.report.node.classList.toggle("stale", Boolean(isOld));
    this.startButton.disabled = Boolean(problem);
  }

  async start(event) {
    event.preventDefault();
    this.showError(null);
    const last = this.lab;
    try {
      // One lab for each page: the last one ends.
      if (last?.state === "running") await post(`/api/design/lab/${last.id}/stop`, {});
      const lab = await post("/api/design/lab", {
        text: this.text(),
        games: Number(this.games.value),
        bot: this.bot.value,
        impact: this.impact.checked,
        compare: this.comparison.value || null,
      });
      announce("The lab has started.");
      this.show(lab);
      this.stopButton.focus();
    } catch (refusal) {
      this.showError(refusal);
    }
  }

  async stop() {
    try {
      this.show(await post(`/api/design/lab/${this.lab.id}/stop`, {}));
      this.startButton.focus();
    } catch (refusal) {
      this.showError(refusal);
    }
  }

  /** Asks for the figures so far. */
  async ask() {
    const { id } = this.lab;
    try {
      const lab = await get(`/api/design/lab/${id}`);
      if (id === this.lab.id && !this.isClosed) this.show(lab);
    } catch (refusal) {
      if (refusal.status) {
        this.lab = { ...this.lab, state: "stopped" };
        this.stopButton.hidden = true;
        this.showError(refusal);
      } else this.later(NO_SERVER_DELAY);
    }
  }

  later(delay = this.lab.done === 0 ? POLL_DELAY / 4 : POLL_DELAY) {
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => this.ask(), delay);
  }

  show(lab) {
    const isRunning = lab.state === "running";
    const hasEnded = !isRunning && this.lab?.state === "running" && this.lab.id === lab.id;
    this.lab = lab;
    this.bar.hidden = false;
    this.bar.max = lab.total;
    this.bar.value = lab.done;
    const all = [`${lab.done.toLocaleString("en")} of ${lab.total.toLocaleString("en")} games`];
    if (lab.rate) all.push(`${Number(lab.rate.toPrecision(2)).toLocaleString("en")} a second`);
    if (isRunning && lab.seconds_left !== null) all.push(`${timeText(lab.seconds_left)} left`);
    this.progress.textContent = all.join(" · ");
    if (lab.message) this.progress.textContent += `. ${lab.message}`;
    const hadFocus = document.activeElement === this.stopButton;
    this.stopButton.hidden = !isRunning;
    if (hadFocus && !isRunning) this.startButton.focus();
    this.startButton.textContent = isRunning ? "Start again" : "Start the lab";
    this.report.show(lab);
    this.showState();
    if (isRunning) return this.later();
    if (hasEnded) announce(`The lab has ended. ${lab.labs[0].sentences.fairness}`);
  }

  showError(refusal) {
    this.error.hidden = !refusal;
    this.error.textContent = refusal ? [refusal.message, refusal.help].filter(Boolean).join("\n") : "";
  }
}

function select(id, entries, chosen) {
  const list = el("select", { id }, entries.map(([value, text]) => el("option", { value, text })));
  list.value = chosen;
  return list;
}

function field(id, text, node) {
  return el("div", { class: "field" }, el("label", { for: id, text }), node);
}
