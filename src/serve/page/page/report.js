// The analysis of a game: the costliest moves of each player, and what they could have played.
//
// Input: a game, and answers of the server, which analyzes it in the background. Output: progress,
// and a list that leads to the positions. Does not know rules.

import { get, post } from "./api.js";
import { announce, el, put } from "./dom.js";
import { Polling } from "./polling.js";
import { pointsText } from "./advice.js";
import { capital } from "./seats.js";

/** Delay between two requests, in milliseconds. */
const POLL_DELAY = 500;

export class Report {
  /** `view` is the game view. */
  constructor(view) {
    this.view = view;
    this.path = `/api/games/${view.id}/analysis`;
    this.key = "";
    this.button = el("button", { type: "button", text: "Analyze the game", onclick: () => this.begin() });
    this.node = el("div", { class: "report" });
    this.polling = new Polling(() => this.isRunning && this.ask(() => get(this.path)), POLL_DELAY);
  }

  close() {
    this.polling.close();
  }

  /** Follows the game. Other moves discard the analysis; a finished game may have a stored one. */
  update() {
    const { state } = this.view;
    const key = state.record;
    if (key !== this.key) this.isDone = false;
    this.button.hidden = this.isDone || !state.history.some((it) => it.kind === "move");
    if (key === this.key) return;
    this.key = key;
    this.isRunning = false;
    this.polling.stop();
    put(this.node);
    if (state.over) this.ask(() => get(this.path));
  }

  async begin() {
    this.started = performance.now();
    announce("The analysis of the game has started.");
    await this.ask(() => post(this.path, {}));
  }

  async ask(request) {
    const { key } = this;
    try {
      const result = await request();
      if (key !== this.key || this.polling.isClosed) return;
      this.show(result);
    } catch (refusal) {
      put(this.node, el("p", { text: refusal.message }));
    }
  }

  show(result) {
    const wasRunning = this.isRunning;
    this.isRunning = result.state === "running";
    this.button.disabled = this.isRunning;
    if (result.state === "none") return put(this.node);
    if (this.isRunning) {
      this.polling.later();
      const { done, total } = result;
      const left = done ? ((performance.now() - this.started) / done) * (total - done) : null;
      const text = `${done} of ${total} moves${left === null ? "" : `, about ${Math.ceil(left / 1000)} s left`}`;
      return put(this.node, el("label", { class: "quiet" }, el("progress", { max: total, value: done, "aria-label": "Analysis of the game" }), ` ${text}`));
    }
    if (wasRunning) announce("The analysis of the game is complete.");
    this.isDone = true;
    this.button.hidden = true;
    const moves = new Map(result.moves.map((it) => [it.at, it]));
    put(
      this.node,
      el("h2", { text: "Costliest moves" }),
      result.players.map((player) => [
        el("h3", { text: `${capital(player.name)}: ${pointsText(player.lost)} expected points lost in ${player.moves} ${player.moves === 1 ? "move" : "moves"}` }),
        player.costliest.length === 0
          ? el("p", { class: "quiet", text: "No costly move." })
          : el("ul", {}, player.costliest.map((at) => this.entry(moves.get(at)))),
      ]).flat(),
    );
  }

  /** Builds the button of a move. It shows the position before the move, and marks the better one. */
  entry(it) {
    const show = async () => {
      await this.view.viewPosition(it.at - 1);
      this.view.board.mark({ selected: it.best.from, targets: new Map([[it.best.to, "move"]]) });
      announce(`Instead of ${it.move}: ${it.best.moves.join(" ")}. ${it.best.reason}`);
    };
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "marking", "data-key": `costly-${it.at}`, title: it.best.reason, onclick: show },
        el("strong", { text: it.move }),
        ` lost ${pointsText(it.lost)}; better: ${it.best.moves.slice(0, 3).join(" ")}`,
      ),
    );
  }
}
