// The game view.
//
// Contains the state of this tab: its seat, its viewpoint, the selected square and the viewed
// position. Input: states from the server, clicks, keys and texts. Output: requests to the server,
// and its answers on the board. Does not know rules: the server lists the legal moves and explains
// refusals.

import { follow, get, post, variantInfo } from "./api.js";
import { go, hash, note } from "./address.js";
import { Advice } from "./advice.js";
import { announce, copy, dialog, el, notice, put } from "./dom.js";
import { boardFrame } from "./board.js";
import { Seats } from "./keys.js";
import { layout } from "./layout.js";
import { chooseMove, showEarlier } from "./past.js";
import { capital, piecesAloud, squareLabel } from "./seats.js";
import { acts, consents, history, moveBox, refusalBox, seatChoice, sharing } from "./panel.js";
import { replay } from "./replay.js";
import { Report } from "./report.js";
import { barriers, players, protection } from "./standing.js";

/** Opens the game of a URL. */
export function play(root, address) {
  const game = new GameView(root, address);
  game.load(true);
  const end = follow(`/api/games/${address.id}/events`, () => game.load(false));
  return {
    close() {
      end();
      clearTimeout(game.waiting);
      game.replay.close();
      game.advice.close();
      game.report.close();
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
    this.held = null;
    this.placing = null;
    this.viewed = null;
    this.latestRequest = 0;
    this.announced = "";
    this.refusal = refusalBox();
    this.highlights = {};
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
            checks: this.viewed === null ? this.state.checks : [],
            last: this.shownLast,
            blockers: this.viewed === null ? this.blockers : [],
          }),
        key: (event) => this.key(event),
      },
      { turn: () => this.rotate(), tools: [undo, redo] },
    );
    this.board = frame.board;
    this.replay = replay(
      () => ({ at: this.viewed ?? this.state?.history.length ?? 0, last: this.state?.history.length ?? 0 }),
      (number) => this.viewPosition(number === this.state.history.length ? null : number),
    );
    const box = moveBox((event) => this.typed(event));
    this.moveText = box.querySelector("input");
    this.report = new Report(this);
    this.advice = new Advice(this);
    Object.assign(this, layout(root, { frame, box, refusal: this.refusal, replay: this.replay }));
    put(this.parts.advice, this.advice.node, this.report.node);
  }

  /** Reports whether this tab may move now. */
  mayMove() {
    if (!this.state || this.state.over || this.viewed !== null) return false;
    if (!this.seats.mayPlay(this.state.turn)) return false;
    if (this.seat) return this.seat === this.state.turn;
    return this.state.seats.find((it) => it.letter === this.state.turn)?.player === "human";
  }

  async load(isFirst) {
    const request = ++this.latestRequest;
    try {
      const state = await get(`/api/games/${this.id}`, { seat: this.from });
      if (!this.variant) this.variant = await variantInfo("/api/variant", state.variant);
      if (request === this.latestRequest) this.applyState(state);
      notice("game", null);
    } catch (refusal) {
      if (request !== this.latestRequest || refusal.name === "AbortError") return;
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
  applyState(state) {
    const before = this.state;
    this.latestRequest++;
    this.seats.update(state);
    const seat = this.seats.chooseSeat(state, this.seat);
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
      this.placing = null;
      this.highlights = {};
      this.refusal.clear();
      // A viewed earlier position stays visible while others play.
      if (this.viewed !== null && this.viewed >= state.history.length) this.viewed = null;
    }
    const forward = before && state.at === before.at + 1;
    if (this.viewed === null) this.show(forward ? state.last : null);
    this.updatePanel();
    if (changed && state.announcement !== this.announced) announce(state.announcement);
    this.announced = changed ? state.announcement : this.announced;
  }

  /** Shows the current board. */
  show(moved = null) {
    const { state } = this;
    this.pieces = new Map(state.pieces.map((it) => [it.square, it]));
    this.blockers = state.blockers;
    this.shownLast = state.last;
    put(this.past);
    this.board.setVariant(this.variant);
    this.board.show(state.svg, moved);
    this.mark();
  }

  /** Updates everything beside the board. */
  updatePanel() {
    const { state, parts } = this;
    const isMine = this.seat === state.turn && !state.over;
    document.title = `${isMine ? "Your turn: " : ""}${state.title} – threefold`;
    this.title.textContent = state.title;
    this.board.host.setAttribute("aria-label", `Board of ${state.title}`);
    if (!this.links.hasChildNodes()) {
      put(
        this.links,
        el("a", { href: hash("rules", "", { variant: state.variant }), text: "Rules of this game" }),
        " ",
        el("a", { href: "#play", text: "New game" }),
      );
    }
    const thinker = state.seats.find((it) => it.letter === state.thinking);
    const waits = thinker
      ? ` ${capital(thinker.name)}'s bot is thinking.`
      : state.paused && state.seats.some((it) => it.player !== "human") ? " The bots pause until you move or redo." : "";
    this.status.textContent = state.status.sentence + waits;
    this.status.classList.toggle("over", state.over);
    this.buttons.undo.disabled = state.at === 0;
    this.buttons.redo.disabled = !state.undone;
    if (parts.sit.shown !== this.seat) {
      put(
        parts.sit,
        seatChoice(
          state,
          this.seat,
          (seat) => this.takeSeat(seat),
          this.seats,
          (seat) => this.send("players", { players: { [seat]: "club" } }).then((done) => done && this.takeSeat("none")),
        ),
      );
      parts.sit.shown = this.seat;
    }
    const seat = this.seat;
    const act = (it) => this.confirmed(it);
    const mark = (marks) => this.board.mark({ selected: this.selected, ...this.highlights, ...marks });
    players(
      parts.players,
      state,
      (letter, kind) => this.board.portrait(letter, kind ?? this.royal()),
      (chosen) => this.send("players", { players: chosen }),
      (letter) => this.seats.mayPlay(letter),
      (letter) => this.hold(letter),
    );
    consents(parts.consents, state, seat, act);
    acts(parts.acts, state, seat, this.mayMove(), act);
    protection(parts.protection, state, mark);
    history(parts.history, state, this.viewed, (number) => this.viewPosition(number));
    barriers(parts.barriers, state, mark, () => variantInfo("/api/rules", state.variant));
    sharing(parts.sharing, state, this.seats.keys);
    this.replay.show();
    // The player to move may be replaced after some time without a move.
    clearTimeout(this.waiting);
    if (state.replaceable_in > 0 && this.seats.isGuest) this.waiting = setTimeout(() => this.load(false), (state.replaceable_in + 1) * 1000);
    this.advice.update();
    this.report.update();
  }

  /** Returns the kind of piece that represents a player. */
  royal() {
    return this.variant.kinds.find((it) => it.name === "king") ?? null;
  }

  mark(more = {}) {
    const targets = new Map();
    if (this.placing) {
      for (const move of this.placing) targets.set(move.placed, "move");
      this.board.mark({ selected: this.selected, targets, ...more });
      return targets;
    }
    if (this.held && this.mayMove()) {
      for (const move of this.state.moves) if (move.drop === this.held) targets.set(move.to, "move");
    }
    if (this.selected && this.mayMove()) {
      for (const move of this.state.moves) {
        if (move.from === this.selected)
          targets.set(move.to, move.captures || targets.get(move.to) === "capture" ? "capture" : "move");
      }
    }
    this.board.mark({ selected: this.selected, targets, ...more });
    return targets;
  }

  /** Selects a piece of the hand, to be dropped on the square that is picked next. */
  hold(letter) {
    if (!this.mayMove()) return;
    this.select(null);
    this.held = letter;
    const where = [...this.mark().keys()];
    const label = this.variant.kinds.find((it) => it.letter === letter)?.label ?? letter;
    announce(where.length ? `${label} in hand: choose an empty square.` : `The ${label} cannot be dropped now.`);
  }

  select(square) {
    this.highlights = {};
    this.held = null;
    this.placing = null;
    this.selected = square;
    const targets = this.mark();
    if (!square) return;
    this.refusal.clear();
    const where = [...targets.keys()];
    if (!this.mayMove() && (this.viewed !== null || this.state.over)) return announce(`${square} selected.`);
    const reach = where.length
      ? `${where.length} legal ${where.length === 1 ? "destination" : "destinations"}: ${where.join(", ")}`
      : this.pieces.get(square)?.seat === this.state.turn
        ? "it has no legal move; try a move to learn the reason"
        : `it is ${capital(this.state.seats.find((it) => it.letter === this.state.turn).name)}'s turn`;
    announce(`${squareLabel(square, { pieces: this.pieces, seats: this.state.seats, blockers: this.blockers })} selected; ${reach}.`);
  }

  pick(square) {
    if (this.viewed !== null) return announce("This is an earlier position. Return to the current position first.");
    if (this.placing) return this.place(square);
    if (this.held) {
      const text = `${this.held}@${square}`;
      const drops = this.state.moves.filter((it) => it.drop === this.held && it.to === square && it.placed);
      if (drops.length) return this.choosePlace(drops);
      this.select(null);
      return this.act(text);
    }
    const piece = this.pieces.get(square);
    if (!this.selected) {
      if (piece) return this.select(square);
      return announce(`${square} is empty. Choose a piece first.`);
    }
    const stays = this.mayMove() && this.state.moves.some((it) => it.from === square && it.to === square);
    if (square === this.selected && !stays) {
      this.select(null);
      return announce("Nothing is selected.");
    }
    const isTarget = this.state.moves.some((it) => it.from === this.selected && it.to === square);
    if (piece && piece.seat === this.pieces.get(this.selected)?.seat && !isTarget) return this.select(square);
    this.attempt(this.selected, square);
  }

  /** Tries a move. If it is ambiguous, asks which one is meant. */
  async attempt(from, to) {
    const candidates = this.mayMove() ? this.state.moves.filter((it) => it.from === from && it.to === to) : [];
    if (candidates.some((it) => it.placed)) {
      this.selected = from;
      return this.choosePlace(candidates, to);
    }
    if (candidates.length < 2 && from !== to) return this.act(candidates[0]?.text ?? `${from}-${to}`);
    this.selected = from;
    this.mark();
    const chosen = await chooseMove(this, candidates, to);
    this.board.focus(to);
    if (chosen) this.act(chosen);
    else this.select(null);
  }

  /** Lets the player choose the square of the blocker with which the move ends. */
  async choosePlace(candidates, to = null) {
    const alone = (it) => it.text.slice(0, it.text.lastIndexOf("/"));
    const texts = [...new Set(candidates.map(alone))];
    let chosen = texts[0];
    if (texts.length > 1) {
      const ways = texts.map((text) => ({ ...candidates.find((it) => alone(it) === text), text }));
      chosen = await chooseMove(this, ways, to);
      if (!chosen) return this.select(null);
    }
    this.held = null;
    this.placing = candidates.filter((it) => alone(it) === chosen);
    this.mark();
    announce(`${chosen}: choose the square for the piece with which the move ends.`);
  }

  /** Ends a move with a blocker on a square. */
  place(square) {
    const [first] = this.placing;
    const move = this.placing.find((it) => it.placed === square);
    const text = move?.text ?? `${first.text.slice(0, first.text.lastIndexOf("/"))}/${square}`;
    this.select(null);
    return this.act(text);
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
      this.refusal.show({ message: "You are watching.", help: this.seats.isGuest && Object.keys(this.seats.keys).length === 0 ? "To play, open the link to a seat." : "To play, choose a seat under “Your seat”." });
      return Promise.resolve(false);
    }
    return this.send("act", { text, as });
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

  step(direction) {
    return this.send(direction, this.seat && this.seat !== "none" ? { as: this.seat } : {});
  }

  async send(action, body) {
    this.refusal.clear();
    this.highlights = {};
    this.board.mark({ selected: this.selected });
    const from = this.from ? `?seat=${encodeURIComponent(this.from)}` : "";
    try {
      const state = await post(`/api/games/${this.id}/${action}${from}`, {
        version: this.state.version,
        ...this.seats.credentials,
        ...body,
      });
      this.applyState(state);
      return true;
    } catch (refusal) {
      if (refusal.code === "stale") {
        await this.load(false);
        this.refusal.show({ message: "The game has continued meanwhile.", help: "Look at the board and choose again." });
        return false;
      }
      const why = refusal.body?.why;
      this.selected = null;
      this.refusal.show(refusal, why);
      const by = why?.by?.map((it) => it.square).filter(Boolean);
      this.highlights = { at: this.relevantSquares(why), by, barrier: why?.barrier };
      this.board.mark(this.highlights);
      return false;
    }
  }

  /** Returns the squares that a refusal refers to. For a ban, these are all protected pieces. */
  relevantSquares(why) {
    const at = why?.at ?? [];
    const protects = (it) => it.code === why?.code && it.mover === this.state.turn && at.some((one) => it.at.includes(one));
    return [...new Set([...at, ...(this.state.protection?.find(protects)?.at ?? [])])];
  }

  /** Shows an earlier position. `null` returns to the current one. */
  viewPosition(number) {
    return showEarlier(this, number);
  }

  /** Rotates the board to the next seat. */
  rotate() {
    const letters = this.state.seats.map((it) => it.letter);
    this.from = letters[(letters.indexOf(this.from || letters[0]) + 1) % letters.length];
    note("play", this.id, this.parameters());
    announce(`The board is now shown from ${capital(this.state.seats.find((it) => it.letter === this.from).name)}'s seat.`);
    const viewed = this.viewed;
    this.load(false).then(() => viewed !== null && this.viewPosition(viewed));
  }

  parameters() {
    const usual = this.seat && this.seat !== "none" ? this.seat : "";
    const key = this.seats.isGuest ? this.seats.keys[this.seat] : "";
    return { seat: this.seat, from: this.from === usual ? "" : this.from, key };
  }

  /** Changes the seat of this tab. */
  takeSeat(seat) {
    this.seat = seat;
    if (seat && seat !== "none") this.from = seat;
    go("play", this.id, this.parameters());
  }

  key(event) {
    const command = {
      Escape: () => this.select(null),
      f: () => this.rotate(),
      u: () => !this.buttons.undo.disabled && this.step("undo"),
      r: () => !this.buttons.redo.disabled && this.step("redo"),
      s: () => announce(this.state.announcement),
      p: () => announce(piecesAloud(this.state.seats, this.pieces)),
      t: () => this.moveText.focus(),
      m: () => this.moveText.focus(),
      h: () => !this.advice.hintButton.disabled && this.advice.hint(),
    }[event.key];
    if (!command) return;
    event.preventDefault();
    command();
  }
}
