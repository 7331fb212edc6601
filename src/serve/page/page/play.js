// The game view.
//
// Contains the state of this tab: its seat, its viewpoint, the selected square and the viewed
// position. Input: states from the server, clicks, keys and texts. Output: requests to the server,
// and its answers on the board. Does not know rules: the server lists the legal moves and explains
// refusals.

import { follow, get, post, variantInfo } from "./api.js";
import { Advice } from "./advice.js";
import { announce, el, lastAnnouncement, notice, put } from "./dom.js";
import { boardFrame } from "./board.js";
import { refusedCase } from "./case.js";
import { Seats } from "./keys.js";
import { layout } from "./layout.js";
import { attempt, hold, markBoard, mayLift, pick, refuseDrag, select, unfinished } from "./choosing.js";
import { refuseEarlier, showEarlier } from "./past.js";
import { piecesBySquare, resumePlacing, stopPlacing } from "./placing.js";
import { capital, piecesAloud, squareLabel } from "./seats.js";
import { acts, consents, history, moveBox, news, seatChoice, sharing } from "./panel.js";
import { refusalBox } from "./refusal.js";
import { dragFromHand } from "./pointer.js";
import { replay } from "./replay.js";
import { Report } from "./report.js";
import { Sending } from "./sending.js";
import { command, confirmed, leave, mayStep, rotate, setPlayers, startAgain, stepByKey, takeSeat, titleLinks } from "./sitting.js";
import { barriers, players, protection } from "./standing.js";

/** Opens the game of a URL. Throws the refusal if there is no such game. */
export async function play(root, address) {
  const game = new GameView(root, address);
  try {
    await game.load(true);
  } catch (refusal) {
    game.close();
    throw refusal;
  }
  const end = follow(`/api/games/${address.id}/events`, () => game.load(false));
  return {
    variant: () => game.state.variant,
    isSaved: () => game.isSaved,
    reconnect: () => game.load(false),
    close() {
      end();
      game.close();
    },
  };
}

/** Reports whether two states have the same position and the same legal moves. */
function isSamePosition(before, state) {
  const moves = (it) => it.moves.map((move) => move.text).join();
  return Boolean(before) && before.at === state.at && before.history.length === state.history.length && moves(before) === moves(state);
}

/** Says how bots that pause go on. */
function pause({ paused, seats, undone }) {
  const bots = seats.filter((it) => it.player !== "human").length;
  if (!paused || bots === 0) return "";
  if (bots < seats.length) return " The bots pause until you move or redo.";
  return ` The bots pause. ${undone ? "Redo, or take over a seat." : "Take over a seat."}`;
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
    /** The number of actions before the viewed position; `null` for the current one. */
    this.viewed = null;
    /** What the server says about the viewed position, or the state. */
    this.shown = null;
    this.latestRequest = 0;
    this.announced = "";
    this.refusal = refusalBox();
    this.highlights = {};
    const undo = el("button", { type: "button", text: "Undo", onclick: () => mayStep(this, "undo") && this.step("undo") });
    const redo = el("button", { type: "button", text: "Redo", onclick: () => mayStep(this, "redo") && this.step("redo") });
    this.buttons = { undo, redo };
    const frame = boardFrame(
      "Board",
      {
        pick: (square) => pick(this, square),
        lift: (square) => this.select(square),
        drop: (from, to) => attempt(this, from, to),
        cancel: () => this.select(null),
        lifts: (square) => mayLift(this, square),
        denied: (from, to) => refuseDrag(this, from, to),
        label: (square) =>
          squareLabel(square, {
            pieces: this.pieces,
            seats: this.state.seats,
            checks: this.shown.checks,
            last: this.shown.last,
            blockers: this.shown.blockers,
            blocker: this.variant.blocker,
          }),
        key: (event) => this.key(event),
      },
      { turn: () => rotate(this), tools: [undo, redo], key: `zoom ${this.id}` },
    );
    this.board = frame.board;
    this.replay = replay(
      () => ({ at: this.viewed ?? this.state?.history.length ?? 0, last: this.state?.history.length ?? 0 }),
      (number) => this.viewPosition(number === this.state.history.length ? null : number),
    );
    const box = moveBox((event) => this.typed(event), () => this.board.focus(this.board.here));
    this.moveText = box.querySelector("input");
    this.report = new Report(this);
    this.advice = new Advice(this);
    this.sending = new Sending(() => this.board.host.closest(".play"));
    Object.assign(this, layout(root, { frame, box, refusal: this.refusal, replay: this.replay }));
    put(this.parts.advice, this.advice.node, this.report.node);
  }

  close() {
    clearTimeout(this.waiting);
    this.replay.close();
    this.advice.close();
    this.report.close();
    this.refusal.close();
    notice("game", null);
    notice("seat", null);
  }

  /** Whether the server has stored the game, which it does after the first action. */
  get isSaved() {
    return Boolean(this.state?.at || this.state?.undone);
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
      const wrong = isFirst ? await this.seats.check(state) : null;
      if (request === this.latestRequest) await this.applyState(state);
      if (wrong) this.refuseKey(wrong);
      // The server answers again.
      if (this.refusal.code === "no-server") this.refusal.clear();
      notice("game", null);
    } catch (refusal) {
      if (isFirst) throw refusal;
      if (request !== this.latestRequest || refusal.name === "AbortError" || !refusal.status) return;
      const isLost = refusal.status === 404 && !this.isSaved;
      notice(
        "game",
        isLost ? "The server has restarted. This game had no move yet, so it was not saved." : refusal.status === 404 ? "This game was deleted." : `${refusal.message} ${refusal.help}`,
        isLost && el("button", { type: "button", text: "Start it again", onclick: () => startAgain(this) }),
        el("a", { href: "#play", text: "All games" }),
      );
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
    this.sending.arrived(state.version);
    const changed = !before || before.version !== state.version || before.at !== state.at;
    // An offer of another player does not interrupt a move that is being chosen.
    if (changed && !isSamePosition(before, state)) {
      this.selected = null;
      this.held = null;
      stopPlacing(this);
      this.highlights = {};
      this.refusal.clear();
      // A viewed earlier position stays visible while others play.
      if (this.viewed !== null && this.viewed >= state.history.length) this.viewed = null;
    }
    const forward = before && state.at === before.at + 1;
    if (this.viewed === null) this.show(forward ? state.last : null);
    this.updatePanel();
    if (!changed) return;
    const text = news(before, state);
    if (text !== this.announced) announce((this.announced = text));
  }

  /** Shows the current board. */
  show(moved = null) {
    const { state } = this;
    put(this.past);
    this.board.setVariant(this.variant);
    this.showPosition(state, moved);
    this.mark();
    resumePlacing(this);
  }

  /** Shows a position, which is the state or an earlier one. */
  showPosition(shown, moved) {
    this.shown = shown;
    this.pieces = piecesBySquare(shown.pieces);
    this.board.show(shown.svg, moved);
  }

  /** Updates everything beside the board. A focus on a part that has gone moves to what is next. */
  updatePanel() {
    const before = document.activeElement;
    this.renewPanel();
    const after = document.activeElement;
    if (before === document.body || before?.isConnected || (after !== document.body && after.dataset.key === before.dataset.key)) return;
    const { consents, acts } = this.parts;
    const next = consents.querySelector("button") ?? acts.querySelector("summary") ?? this.board.squares.get(this.board.here);
    next?.focus({ preventScroll: true });
  }

  renewPanel() {
    const { state, parts } = this;
    // The players are those of the viewed position. Only the current one has actions.
    const shown = this.viewed === null ? state : { ...state, ...this.shown, thinking: null };
    const isMine = this.seat === state.turn && !state.over;
    document.title = `${isMine ? "Your turn: " : ""}${state.title} – threefold`;
    this.title.textContent = state.title;
    const { hatched } = this.variant;
    this.hatched.textContent = hatched.length ? `Hatched squares: ${hatched.join("; ")}.` : "";
    this.board.host.setAttribute("aria-label", `Board of ${state.title}`);
    if (this.links.over !== state.over) {
      put(this.links, ...titleLinks(this));
      this.links.over = state.over;
    }
    const thinker = state.seats.find((it) => it.letter === state.thinking);
    const waits = thinker
      ? ` ${capital(thinker.name)}'s bot is thinking.`
      : pause(state);
    this.status.textContent = [state.status.sentence, state.recorded_end].filter(Boolean).join(" ") + waits;
    this.status.classList.toggle("over", state.over);
    // A disabled button would lose the focus.
    for (const [way, it] of Object.entries(this.buttons)) it.setAttribute("aria-disabled", String(!mayStep(this, way)));
    if (parts.sit.shown !== this.seat) {
      put(
        parts.sit,
        seatChoice(
          state,
          this.seat,
          (seat) => takeSeat(this, seat),
          this.seats,
          (seat) => leave(this, seat),
        ),
      );
      parts.sit.shown = this.seat;
    }
    const seat = this.seat;
    const act = (it) => confirmed(this, it);
    const mark = (marks) => this.mark({ ...this.highlights, ...marks });
    players(
      parts.players,
      shown,
      (seat, kind) => this.portrait(seat, kind),
      (chosen, takesOver) => setPlayers(this, chosen, takesOver),
      (letter) => this.seats.mayPlay(letter),
      {
        may: (letter) => this.state.moves.some((it) => it.drop === letter),
        pick: (letter) => hold(this, letter),
        drag: (event, letter) =>
          dragFromHand(event, this.board, () => hold(this, letter, false), (square) => (square && this.held ? pick(this, square) : this.select(null))),
      },
    );
    consents(parts.consents, state, seat, act);
    acts(parts.acts, state, (it) => (!seat || it.letter === seat) && it.player === "human", this.mayMove(), act);
    protection(parts.protection, shown, mark);
    history(parts.history, state, this.viewed, (number) => this.viewPosition(number));
    barriers(parts.barriers, shown, mark, () => variantInfo("/api/rules", state.variant));
    sharing(parts.sharing, { ...shown, at: this.viewed ?? state.at, isEarlier: this.viewed !== null }, this.seats.keys);
    this.replay.show();
    // The player to move may be replaced after some time without a move.
    clearTimeout(this.waiting);
    if (state.replaceable_in > 0 && this.seats.isGuest) this.waiting = setTimeout(() => this.load(false), (state.replaceable_in + 1) * 1000);
    this.advice.update();
    this.report.update();
  }

  /** Returns a picture of a kind of piece; without a kind, of the one that represents the player. */
  portrait(seat, kind = null) {
    const { kinds } = this.variant;
    return this.board.portrait(seat, this.state.seats.findIndex((it) => it.letter === seat.letter), kind ?? kinds.find((it) => it.name === "king"), kinds[0]);
  }

  mark(more) {
    return markBoard(this, more);
  }

  select(square) {
    select(this, square);
  }

  /** Refuses an action while an earlier position is shown. */
  refuseEarlier() {
    return refuseEarlier(this);
  }

  /** Returns to the current position before an action. */
  async toCurrent() {
    if (this.viewed !== null) await this.viewPosition(null);
  }

  typed(event) {
    event.preventDefault();
    const text = this.moveText.value.trim();
    if (!text) {
      this.refusal.show({ message: "Enter a move, or choose a piece on the board." });
      return this.moveText.focus();
    }
    const half = this.mayMove() && unfinished(this.state, text);
    const done = half ? attempt(this, half.from, half.to) : command(this, text) ?? this.act(text);
    done.then((it) => {
      // The next move may have been typed before the answer.
      if (this.moveText.value.trim() !== text) return;
      if (it || (half && it !== false)) this.moveText.value = "";
      else this.moveText.select();
    });
  }

  /** Performs an action in the game. Returns whether it succeeded. */
  act(text, seat = null) {
    if (this.viewed !== null) return this.refuseEarlier();
    if (this.seat === "none") return this.refuseWatcher();
    return this.send("act", { text, as: this.seat || (seat ?? undefined) });
  }

  refuseWatcher() {
    this.refusal.show({ message: "You are watching.", help: this.seats.isGuest && Object.keys(this.seats.keys).length === 0 ? "To play, open the link to a seat." : "To play, choose a seat under “Your seat”." });
    return Promise.resolve(false);
  }

  /** Says that the key of the link is wrong. */
  refuseKey(letter) {
    notice("seat", `The key in this link does not allow you to play ${this.nameOf(letter)}. You are watching. Ask the player who created the game for the link to your seat.`);
  }

  /** Returns the name of a player. */
  nameOf(letter) {
    return capital(this.state.seats.find((it) => it.letter === letter)?.name ?? letter);
  }

  async step(direction) {
    if (this.seat === "none") return this.refuseWatcher();
    await this.toCurrent();
    return this.send(direction, this.seat ? { as: this.seat } : {});
  }

  /** Sends an action, unless an earlier one is still under way. Returns whether it succeeded. */
  async send(action, body) {
    const { version } = this.state;
    const move = action === "act" ? this.state.moves.find((it) => it.text === body.text) : null;
    if (!this.sending.begin(version, () => this.showSent(move))) return false;
    const done = await this.sendOnce(action, body);
    if (this.sending.end(version)) {
      if (!done && !this.placing) this.board.preview();
      this.renewPanel();
    }
    return done;
  }

  /** Shows that an action is under way, and a legal move before its answer. */
  showSent(move) {
    this.status.textContent = "Sending …";
    if (!move?.from || this.placing) return;
    this.board.preview(move.from, move.stays ? move.from : move.to, move.captures);
    this.mark({ selected: null, targets: new Map(), recent: new Map([[move.from, "last"], [move.to, "last"]]) });
  }

  async sendOnce(action, body) {
    this.refusal.clear();
    this.highlights = {};
    this.mark();
    const from = this.from ? `?seat=${encodeURIComponent(this.from)}` : "";
    try {
      const state = await post(`/api/games/${this.id}/${action}${from}`, {
        version: this.state.version,
        ...this.seats.credentials,
        ...body,
      });
      // Later positions may have arrived before this answer.
      if (state.version >= this.state.version) this.applyState(state);
      return true;
    } catch (refusal) {
      if (refusal.code === "stale") {
        await this.load(false);
        this.refusal.show(refusal);
        return false;
      }
      const why = refusal.body?.why;
      this.selected = null;
      const rule = why?.code && action === "act" ? refusedCase(this.state, body.text, why) : null;
      this.refusal.show(refusal, why, rule);
      const by = why?.by?.map((it) => it.square).filter(Boolean);
      this.highlights = { at: this.relevantSquares(why), by, barrier: why?.barrier };
      this.mark(this.highlights);
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
    stopPlacing(this);
    this.refusal.clear();
    return showEarlier(this, number);
  }

  key(event) {
    const command = {
      Escape: () => {
        if (this.selected || this.held) announce("Nothing is selected.");
        this.select(null);
      },
      f: () => rotate(this),
      u: () => stepByKey(this, "undo"),
      r: () => stepByKey(this, "redo"),
      s: () => announce(lastAnnouncement() || this.state.announcement),
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
