// One piece on an empty board, with the squares it can reach.
//
// Input: seats and kinds, and a function that requests the reach. Output: a board that follows the
// hovered or focused square. Only the newest response counts. Does not know how pieces move.

import { announce, el, put } from "./dom.js";
import { boardFrame } from "./board.js";
import { capital, squareLabel } from "./seats.js";

/** Delay before a request, in milliseconds. */
const REQUEST_DELAY = 25;

/** `ask({ seat, kind, square }, signal)` returns `{ squares, captures, svg }`. */
export class Reach {
  constructor(name, ask) {
    this.ask = ask;
    this.square = null;
    this.answer = null;
    this.isOn = true;
    [this.seats, this.kinds] = [[], []];
    const frame = boardFrame(name, {
      visit: (square) => this.isOn && this.visit(square),
      pick: (square) => this.isOn && this.visit(square, true),
      label: (square) => this.label(square),
    });
    this.board = frame.board;
    this.board.host.classList.add("alone");
    this.seat = el("select", { "aria-label": "Player of the piece" });
    this.kind = el("select", { "aria-label": "Kind of piece" });
    for (const it of [this.seat, this.kind]) it.addEventListener("change", () => this.refresh(true));
    this.summary = el("p", { class: "quiet reach-words" });
    const choice = el("div", { class: "reach-choice" }, el("span", { text: "Show moves of" }), this.seat, this.kind);
    this.choice = choice;
    this.node = el("div", { class: "board-side" }, frame.viewport, frame.row, choice, this.summary);
  }

  /** Sets the seats and kinds to choose from. Keeps the current choice if it still exists. */
  setChoices(seats, kinds) {
    [this.seats, this.kinds] = [seats, kinds];
    const text = JSON.stringify([seats, kinds]);
    if (this.choicesText === text) return;
    this.choicesText = text;
    const fill = (list, all) => {
      const chosen = list.value;
      put(
        list,
        all.map((it) => el("option", { value: it.letter, text: capital(it.label ?? it.name) })),
      );
      list.value = chosen;
      if (list.selectedIndex < 0) list.selectedIndex = 0;
    };
    fill(this.seat, seats);
    const first = this.kind.options.length === 0;
    fill(this.kind, kinds);
    if (!first) return;
    // The queen usually reaches most squares.
    const queen = kinds.find((it) => it.name === "queen") ?? kinds[0];
    if (queen) this.kind.value = queen.letter;
  }

  kindName() {
    return `${this.seat.selectedOptions[0]?.textContent.toLowerCase() ?? ""} ${this.kind.selectedOptions[0]?.textContent.toLowerCase() ?? ""}`;
  }

  label(square) {
    if (!this.isOn) return squareLabel(square, { pieces: this.board.pieces(this.kinds), seats: this.seats });
    return square === this.answer?.square ? `${square}, ${this.kindName()}` : square;
  }

  visit(square, isAnnounced = false) {
    if (square === this.square && !isAnnounced) return;
    this.square = square;
    this.refresh(isAnnounced);
  }

  /** Requests the reach again. */
  refresh(isAnnounced = false) {
    if (!this.square) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(isAnnounced), REQUEST_DELAY);
  }

  async load(isAnnounced) {
    this.pendingRequest?.abort();
    this.pendingRequest = new AbortController();
    const question = { seat: this.seat.value, kind: this.kind.value, square: this.square };
    try {
      const answer = await this.ask(question, this.pendingRequest.signal);
      this.answer = { ...answer, square: question.square };
      if (answer.svg) this.board.show(answer.svg);
      const targets = new Map((answer.squares ?? []).map((it) => [it, "move"]));
      // A square that the piece can both move to and capture on is shown as a move.
      for (const it of answer.captures ?? []) if (!targets.has(it)) targets.set(it, "capture");
      this.board.mark({ selected: question.square, targets });
      const all = [...targets.keys()];
      this.summary.textContent = `A ${this.kindName()} on ${question.square} can reach ${all.length} ${all.length === 1 ? "square" : "squares"} on an empty board.`;
      if (isAnnounced || this.board.host.contains(document.activeElement))
        announce(`${this.summary.textContent} ${all.join(", ")}.`);
    } catch (refusal) {
      if (refusal.name !== "AbortError") this.summary.textContent = refusal.message;
    }
  }
}
