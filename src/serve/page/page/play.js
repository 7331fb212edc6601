// The game view.
//
// Contains the state of this tab: its seat, its viewpoint, the selected square and the viewed
// position. Input: states from the server, clicks, keys and texts. Output: requests to the server,
// and its answers on the board. Does not know rules: the server lists the legal moves and explains
// refusals.

import { follow, get, post, variantInfo } from "./api.js";
import { go, hash, note } from "./address.js";
import { copy, dialog, el, notice, put, say } from "./dom.js";
import { boardFrame } from "./board.js";
import { Seats } from "./keys.js";
import { layout } from "./layout.js";
import { chosenOf, look } from "./past.js";
import { capital, piecesAloud, squareLabel } from "./seats.js";
import { acts, consents, history, moveBox, refusalBox, sitting, texts } from "./panel.js";
import { replay } from "./replay.js";
import { barriers, players, protection } from "./standing.js";

/** Opens the game of a URL. */
export function play(root, address) {
  const game = new GameView(root, address);
  game.load(true);
  const end = follow(`/api/games/${address.id}/events`, () => game.load(false));
  return {
    close() {
      end();
      game.replay.close();
      notice("game", null);
    },
  };
}

class GameView {
  constructor(root, address) {
    this.id = address.id;
    this.seats = new Seats(this.id, address);
    this.seat = address.with.seat ?? "";
    this.from = address.with.from ?? (this.seat === "none" ? "" : this.seat);
    this.state = null;
    this.variant = null;
    this.selected = null;
    this.looked = null;
    this.asked = 0;
    this.said = "";
    this.refused = refusalBox();
    this.issue = {};
    const undo = el("button", { type: "button", text: "Undo", onclick: () => this.step("undo") });
    const redo = el("button", { type: "button", text: "Redo", onclick: () => this.step("redo") });
    this.buttons = { undo, redo };
    const frame = boardFrame(
      "Board",
      {
        pick: (square) => this.pick(square),
        lift: (square) => this.select(square),
        drop: (from, to) => this.attempt(from, to),
        cancel: () => this.select(null),
        lifts: (square) => this.mayMove() && this.pieces?.get(square)?.seat === this.state.turn,
        label: (square) =>
          squareLabel(square, {
            pieces: this.pieces,
            seats: this.state.seats,
            checks: this.looked === null ? this.state.checks : [],
            last: this.shownLast,
          }),
        key: (event) => this.key(event),
      },
      { turn: () => this.turn(), tools: [undo, redo] },
    );
    this.board = frame.board;
    this.replay = replay(
      () => ({ at: this.looked ?? this.state?.history.length ?? 0, last: this.state?.history.length ?? 0 }),
      (number) => this.look(number === this.state.history.length ? null : number),
    );
    const box = moveBox((event) => this.typed(event));
    this.moveText = box.querySelector("input");
    Object.assign(this, layout(root, { frame, box, refused: this.refused, replay: this.replay }));
  }

  /** Reports whether this tab may move now. */
  mayMove() {
    if (!this.state || this.state.over || this.looked !== null) return false;
    if (!this.seats.may(this.state.turn)) return false;
    if (this.seat) return this.seat === this.state.turn;
    return this.state.seats.find((it) => it.letter === this.state.turn)?.player === "human";
  }

  async load(isFirst) {
    const turn = ++this.asked;
    try {
      const state = await get(`/api/games/${this.id}`, { seat: this.from });
      if (!this.variant) this.variant = await variantInfo("/api/variant", state.variant);
      if (turn === this.asked) this.take(state);
      notice("game", null);
    } catch (refusal) {
      if (turn !== this.asked || refusal.name === "AbortError") return;
      if (isFirst || refusal.status) {
        const { record } = refusal.body;
        notice(
          "game",
          `${refusal.message} ${refusal.help}`,
          el("a", { href: "#play", text: "All games" }),
          record && el("button", { type: "button", text: "Copy the record", onclick: () => copy(record, "Record") }),
        );
      }
    }
  }

  /** Applies a new state. */
  take(state) {
    const before = this.state;
    this.asked++;
    this.seats.learn(state);
    const seat = this.seats.seated(state, this.seat);
    if (seat !== this.seat) {
      this.seat = seat;
      // Request the board again, as seen from that seat.
      if (seat !== "none") {
        this.from = seat;
        return this.load(false);
      }
    }
    this.state = state;
    const changed = !before || before.version !== state.version || before.at !== state.at;
    if (changed) {
      this.selected = null;
      this.issue = {};
      this.refused.clear();
      // A viewed earlier position stays visible while others play.
      if (this.looked !== null && this.looked >= state.history.length) this.looked = null;
    }
    const forward = before && state.at === before.at + 1;
    if (this.looked === null) this.show(forward ? state.last : null);
    this.beside();
    if (changed && state.said !== this.said) say(state.said);
    this.said = changed ? state.said : this.said;
  }

  /** Shows the current board. */
  show(moved = null) {
    const { state } = this;
    this.pieces = new Map(state.pieces.map((it) => [it.square, it]));
    this.shownLast = state.last;
    put(this.past);
    this.board.setVariant(this.variant);
    this.board.show(state.svg, moved);
    this.mark();
  }

  /** Updates everything beside the board. */
  beside() {
    const { state, parts } = this;
    const isMine = this.seat === state.turn && !state.over;
    document.title = `${isMine ? "Your turn: " : ""}${state.title} – threefold`;
    this.title.textContent = state.title;
    this.board.host.setAttribute("aria-label", `Board of ${state.title}`);
    if (!this.ways.hasChildNodes()) {
      put(
        this.ways,
        el("a", { href: hash("rules", "", { variant: state.variant }), text: "Rules of this game" }),
        " ",
        el("a", { href: "#play", text: "New game" }),
      );
    }
    const waits =
      state.paused && state.seats.some((it) => it.player !== "human") ? " The bots pause until you move or redo." : "";
    this.status.textContent = state.status.sentence + waits;
    this.status.classList.toggle("over", state.over);
    this.buttons.undo.disabled = state.at === 0;
    this.buttons.redo.disabled = !state.undone;
    if (parts.sit.shown !== this.seat) {
      put(
        parts.sit,
        sitting(state, this.seat, (seat) => this.sit(seat), this.seats),
      );
      parts.sit.shown = this.seat;
    }
    const seat = this.seat;
    const act = (it) => this.confirmed(it);
    const mark = (marks) => this.board.mark({ selected: this.selected, ...this.issue, ...marks });
    players(
      parts.players,
      state,
      (letter, kind) => this.board.portrait(letter, kind ?? this.royal()),
      (chosen) => this.ask("players", { players: chosen }),
      (letter) => this.seats.may(letter),
    );
    consents(parts.consents, state, seat, act);
    acts(parts.acts, state, seat, act);
    protection(parts.protection, state, mark);
    history(parts.history, state, this.looked, (number) => this.look(number));
    barriers(parts.barriers, state, mark, () => variantInfo("/api/rules", state.variant));
    texts(parts.texts, state, this.seats.keys);
    this.replay.show();
  }

  /** Returns the kind of piece that represents a player. */
  royal() {
    return this.variant.kinds.find((it) => it.name === "king") ?? null;
  }

  mark(more = {}) {
    const targets = new Map();
    if (this.selected && this.mayMove()) {
      for (const move of this.state.moves) {
        if (move.from === this.selected)
          targets.set(move.to, move.captures || targets.get(move.to) === "capture" ? "capture" : "move");
      }
    }
    this.board.mark({ selected: this.selected, targets, ...more });
    return targets;
  }

  select(square) {
    this.issue = {};
    this.selected = square;
    const targets = this.mark();
    if (!square) return;
    this.refused.clear();
    const where = [...targets.keys()];
    if (!this.mayMove() && (this.looked !== null || this.state.over)) return say(`${square} selected.`);
    const reach = where.length
      ? `${where.length} legal ${where.length === 1 ? "destination" : "destinations"}: ${where.join(", ")}`
      : this.pieces.get(square)?.seat === this.state.turn
        ? "it has no legal move; try a move to learn the reason"
        : `it is ${capital(this.state.seats.find((it) => it.letter === this.state.turn).name)}'s turn`;
    say(`${squareLabel(square, { pieces: this.pieces, seats: this.state.seats })} selected; ${reach}.`);
  }

  pick(square) {
    if (this.looked !== null) return say("This is an earlier position. Return to the current position first.");
    const piece = this.pieces.get(square);
    if (!this.selected) {
      if (piece) return this.select(square);
      return say(`${square} is empty. Choose a piece first.`);
    }
    const stays = this.mayMove() && this.state.moves.some((it) => it.from === square && it.to === square);
    if (square === this.selected && !stays) {
      this.select(null);
      return say("Nothing is selected.");
    }
    const isTarget = this.state.moves.some((it) => it.from === this.selected && it.to === square);
    if (piece && piece.seat === this.pieces.get(this.selected)?.seat && !isTarget) return this.select(square);
    this.attempt(this.selected, square);
  }

  /** Tries a move. If it is ambiguous, asks which one is meant. */
  async attempt(from, to) {
    const fits = this.mayMove() ? this.state.moves.filter((it) => it.from === from && it.to === to) : [];
    if (fits.length < 2 && from !== to) return this.act(fits[0]?.text ?? `${from}-${to}`);
    this.selected = from;
    this.mark();
    const chosen = await chosenOf(this, fits, to);
    this.board.focus(to);
    if (chosen) this.act(chosen);
    else this.select(null);
  }

  typed(event) {
    event.preventDefault();
    const text = this.moveText.value.trim();
    if (!text) return;
    this.act(text).then((done) => {
      if (done) this.moveText.value = "";
      else this.moveText.select();
    });
  }

  /** Performs an action in the game. Returns whether it succeeded. */
  act(text, seat = null) {
    const as = this.seat && this.seat !== "none" ? this.seat : (seat ?? undefined);
    if (this.seat === "none") {
      this.refused.show({ message: "You are watching.", help: this.seats.isGuest && Object.keys(this.seats.keys).length === 0 ? "To play, open the link to a seat." : "To play, choose a seat under “Your seat”." });
      return Promise.resolve(false);
    }
    return this.ask("act", { text, as });
  }

  /** Performs a chosen action, with confirmation if it cannot be undone. */
  async confirmed(it) {
    if (it.irreversible) {
      const name = capital(this.state.seats.find((one) => one.letter === it.seat)?.name ?? it.seat);
      const answer = await dialog(
        `${name}: ${it.label}?`,
        [el("p", { text: "This takes effect immediately and cannot be undone by other players." })],
        [
          { label: "Cancel", value: false, main: true },
          { label: it.label, value: true, isLate: true },
        ],
      );
      if (!answer) return false;
    }
    return this.act(it.text, it.seat);
  }

  step(way) {
    return this.ask(way, this.seat && this.seat !== "none" ? { as: this.seat } : {});
  }

  async ask(what, body) {
    this.refused.clear();
    this.issue = {};
    this.board.mark({ selected: this.selected });
    const from = this.from ? `?seat=${encodeURIComponent(this.from)}` : "";
    try {
      const state = await post(`/api/games/${this.id}/${what}${from}`, {
        version: this.state.version,
        ...this.seats.held,
        ...body,
      });
      this.take(state);
      return true;
    } catch (refusal) {
      if (refusal.code === "stale") {
        await this.load(false);
        this.refused.show({ message: "The game has continued meanwhile.", help: "Look at the board and choose again." });
        return false;
      }
      const why = refusal.body?.why;
      this.selected = null;
      this.refused.show(refusal, why);
      const by = why?.by?.map((it) => it.square).filter(Boolean);
      this.issue = { at: this.atIssue(why), by, barrier: why?.barrier };
      this.board.mark(this.issue);
      return false;
    }
  }

  /** Returns the squares that a refusal refers to. For a ban, these are all protected pieces. */
  atIssue(why) {
    const at = why?.at ?? [];
    const protects = (it) => it.code === why?.code && it.mover === this.state.turn && at.some((one) => it.at.includes(one));
    return [...new Set([...at, ...(this.state.protection?.find(protects)?.at ?? [])])];
  }

  /** Shows an earlier position. `null` returns to the current one. */
  look(number) {
    return look(this, number);
  }

  /** Rotates the board to the next seat. */
  turn() {
    const letters = this.state.seats.map((it) => it.letter);
    this.from = letters[(letters.indexOf(this.from || letters[0]) + 1) % letters.length];
    note("play", this.id, this.parameters());
    say(`The board is now shown from ${capital(this.state.seats.find((it) => it.letter === this.from).name)}'s seat.`);
    const looked = this.looked;
    this.load(false).then(() => looked !== null && this.look(looked));
  }

  parameters() {
    const usual = this.seat && this.seat !== "none" ? this.seat : "";
    const key = this.seats.isGuest ? this.seats.keys[this.seat] : "";
    return { seat: this.seat, from: this.from === usual ? "" : this.from, key };
  }

  /** Takes or leaves a seat. */
  sit(seat) {
    this.seat = seat;
    if (seat && seat !== "none") this.from = seat;
    go("play", this.id, this.parameters());
  }

  key(event) {
    const does = {
      Escape: () => this.select(null),
      f: () => this.turn(),
      u: () => !this.buttons.undo.disabled && this.step("undo"),
      r: () => !this.buttons.redo.disabled && this.step("redo"),
      s: () => say(this.state.said),
      p: () => say(piecesAloud(this.state.seats, this.pieces)),
      t: () => this.moveText.focus(),
      m: () => this.moveText.focus(),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }
}
