// The interactive board.
//
// Contains the server's picture with operable squares: one tab stop, keys to neighboring squares,
// clicks and marks. Input: pictures, marks, and labels of squares. Output: calls when a square is
// picked or a piece is dropped. A new picture of the same board keeps the squares and the focus.
// Does not know rules: the caller decides on the marks.

import { el, picture, shape } from "./dom.js";
import { Compass } from "./compass.js";
import { arrows, pointers } from "./pointer.js";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the geometry of a square, for comparison. */
function geometry(square) {
  return ["d", "points", "cx", "cy", "x", "y", "transform"].map((it) => square.getAttribute(it)).join(" ");
}

/** Returns the bare outline of a square with another class. */
function outline(square, style) {
  const made = square.cloneNode(false);
  for (const { name } of [...made.attributes]) {
    if (/^(aria-|data-|role$|tabindex$|id$|style$)/.test(name)) made.removeAttribute(name);
  }
  made.setAttribute("class", style);
  return made;
}

const SQUARES = ".square[data-square]";
/** Minimum size in pixels of a square that a finger hits (WCAG 2.2, target size). */
const MIN_TARGET = 24;

export class Board {
  /**
   * `calls` may contain `pick(square)`, `drop(from, to)`, `lifts(square)`, `key(event)`, and
   * `visit(square)` for a focused or hovered square. `label(square)` is required.
   */
  constructor(host, name, calls) {
    this.host = host;
    this.calls = calls;
    this.name = name;
    this.svg = null;
    this.squares = new Map();
    this.points = new Map();
    this.here = null;
    this.marks = {};
    this.variant = null;
    this.compass = null;
    host.classList.add("board");
    host.setAttribute("role", "application");
    host.setAttribute("aria-label", name);
    host.addEventListener("keydown", (event) => this.onKey(event));
    host.addEventListener("focusin", (event) => this.onFocus(event));
    host.addEventListener("focusout", () => this.ring(null));
    pointers(this);
    this.arrows = arrows(this);
  }

  /** Sets the variant whose links the keys follow. */
  setVariant(variant) {
    if (this.variant === variant) return;
    this.variant = variant;
    this.compass = null;
  }

  /** Shows a picture, and animates the move `moved`. */
  show(text, moved = null) {
    if (text === this.text) {
      this.updateSquares();
      this.mark(this.marks);
      return true;
    }
    const next = picture(text);
    if (!next) return false;
    this.text = text;
    const hadFocus = this.host.contains(document.activeElement);
    next.removeAttribute("aria-labelledby");
    next.removeAttribute("aria-describedby");
    next.setAttribute("role", "group");
    next.setAttribute("aria-label", this.name);
    for (const it of [...next.children]) if (it.localName === "title" || it.localName === "desc") it.remove();
    if (!this.reuseSquares(next)) this.replace(next);
    this.over = shape("g", { class: "page-over", "aria-hidden": "true" });
    this.under = shape("g", { class: "page-under", "aria-hidden": "true" });
    this.svg.querySelector(".pieces")?.before(this.under);
    if (!this.under.parentNode) this.svg.append(this.under);
    this.svg.append(this.over);
    for (const group of this.svg.querySelectorAll(".pieces, .marks, .over")) group.setAttribute("aria-hidden", "true");
    if (!this.squares.has(this.here)) this.here = this.squares.keys().next().value ?? null;
    this.updateSquares();
    this.mark(this.marks);
    this.arrows.draw();
    this.drawAdvice();
    if (hadFocus && this.here) this.focus(this.here);
    if (moved && !reducedMotion.matches) this.slide(moved);
    return true;
  }

  /** Keeps the square elements and replaces the rest, if the board is the same. */
  reuseSquares(next) {
    if (!this.svg || this.svg.getAttribute("viewBox") !== next.getAttribute("viewBox")) return false;
    const [old, fresh] = [this.svg, next].map((it) =>
      [...it.children].find((child) => child.classList.contains("squares")),
    );
    if (!old || !fresh) return false;
    const squares = [...fresh.querySelectorAll(SQUARES)];
    const same =
      squares.length === this.squares.size &&
      squares.every((it) => {
        const kept = this.squares.get(it.dataset.square);
        return kept && geometry(kept) === geometry(it);
      });
    if (!same) return false;
    for (const it of squares) this.squares.get(it.dataset.square).setAttribute("class", it.getAttribute("class"));
    for (const it of [...this.svg.children]) if (it !== old) it.remove();
    let before = true;
    for (const it of [...next.children]) {
      if (it === fresh) before = false;
      else if (before) old.before(it);
      else this.svg.append(it);
    }
    return true;
  }

  replace(next) {
    this.host.replaceChildren(next);
    this.svg = next;
    const { width, height } = next.viewBox.baseVal;
    this.host.parentElement?.style.setProperty("--shape", width / height || 1);
    this.squares = new Map([...next.querySelectorAll(SQUARES)].map((it) => [it.dataset.square, it]));
    this.points = new Map();
    for (const [name, it] of this.squares) {
      const { x, y, r } = it.dataset;
      if (x !== undefined) this.points.set(name, { x: Number(x), y: Number(y), r: Number(r) });
      else {
        const box = it.getBBox();
        const r = Math.min(box.width, box.height) / 2;
        this.points.set(name, { x: box.x + box.width / 2, y: box.y + box.height / 2, r });
      }
    }
    this.compass = null;
    this.onReplace?.();
  }

  /** Sets the role, label and tab index of every square. */
  updateSquares() {
    for (const [name, it] of this.squares) {
      it.setAttribute("role", "button");
      it.setAttribute("tabindex", name === this.here ? "0" : "-1");
      it.setAttribute("aria-label", this.calls.label?.(name) ?? name);
      if (this.calls.lifts?.(name)) it.classList.add("lifts");
      else it.classList.remove("lifts");
    }
  }

  /**
   * Sets the marks: `recent` (square to `last` or `before`), `selected`, `targets` (square to `move` or `capture`), `at` and `by` (squares
   * concerned, attackers), and `barrier`. Omitted marks are removed.
   */
  mark(marks) {
    this.marks = marks;
    if (!this.svg) return;
    this.under.replaceChildren();
    this.over.replaceChildren();
    const fill = (square, style) => {
      const kept = this.squares.get(square);
      if (!kept) return;
      this.under.append(outline(kept, style));
    };
    const disc = (square, style, part) => {
      const point = this.points.get(square);
      if (point)
        this.over.append(
          shape("circle", {
            class: style,
            cx: point.x,
            cy: point.y,
            r: point.r * part,
            "stroke-width": point.r * 0.2,
          }),
        );
    };
    for (const [square, style] of marks.recent ?? []) fill(square, `last ${style}`);
    if (marks.selected) fill(marks.selected, "mark-selected");
    for (const it of marks.at ?? []) fill(it, "mark-at");
    for (const it of marks.by ?? []) disc(it, "mark-by", 0.92);
    for (const [square, sort] of marks.targets ?? []) disc(square, `mark-${sort}`, sort === "capture" ? 0.88 : 0.4);
    for (const it of this.svg.querySelectorAll("[data-barrier]"))
      it.classList.toggle("lit", it.dataset.barrier === marks.barrier);
    for (const [name, it] of this.squares) {
      it.setAttribute("aria-pressed", String(name === marks.selected));
      const reached = marks.targets?.get(name);
      const more = reached === "capture" ? ", can be captured" : reached ? ", legal destination" : "";
      it.setAttribute("aria-label", (this.calls.label?.(name) ?? name) + more);
    }
    if (this.host.contains(document.activeElement))
      this.ring(document.activeElement.matches(":focus-visible") ? this.here : null);
  }

  /** Shows arrows that the server has drawn, the best one first. An empty text keeps its rank. */
  advise(arrows) {
    this.advice = arrows;
    this.drawAdvice();
  }

  drawAdvice() {
    this.svg?.querySelector(".page-advice")?.remove();
    if (!this.svg || !this.advice?.some(Boolean)) return;
    const drawn = (arrow, rank) => `<g class="rank-${Math.min(rank, 2)}">${arrow ?? ""}</g>`;
    const group = picture(`<svg xmlns="${this.svg.namespaceURI}"><g class="page-advice" aria-hidden="true">${this.advice.map(drawn).reverse().join("")}</g></svg>`)?.firstChild;
    if (group) this.svg.append(group);
  }

  /** Draws the focus ring around a square. */
  ring(square) {
    this.over?.querySelectorAll(".focus-ring").forEach((it) => it.remove());
    const kept = square && this.squares.get(square);
    if (!kept || !this.over) return;
    this.over.append(outline(kept, "focus-ring below"), outline(kept, "focus-ring above"));
  }

  /** Moves the focus to a square. */
  focus(square) {
    const kept = this.squares.get(square);
    if (!kept) return;
    kept.focus({ preventScroll: true });
    kept.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  onFocus(event) {
    const square = event.target.closest?.(SQUARES)?.dataset.square;
    if (!square) return;
    this.squares.get(this.here)?.setAttribute("tabindex", "-1");
    this.here = square;
    this.squares.get(square).setAttribute("tabindex", "0");
    if (event.target.matches(":focus-visible")) this.ring(square);
    this.calls.visit?.(square);
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.closest?.(SQUARES)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.calls.pick?.(this.here);
      return;
    }
    if (this.variant && !this.compass) {
      this.compass = new Compass(this.variant.squares, this.variant.headings, this.points);
    }
    const to = this.compass?.to(this.here, event);
    if (to) {
      event.preventDefault();
      this.focus(to);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
    } else if (event.key === "o") {
      this.arrows.point(this.here);
    } else {
      if (event.key === "Escape") this.arrows.clear();
      this.calls.key?.(event);
    }
  }

  /** Returns the rectangles of squares on the screen. */
  places(squares) {
    const known = [...new Set(squares)].filter((it) => this.squares.has(it));
    return known.map((it) => this.squares.get(it).getBoundingClientRect());
  }

  /** Returns the square at a point of the screen. */
  squareAt(x, y) {
    const found = document.elementsFromPoint(x, y).find((it) => it.matches(SQUARES) && this.svg?.contains(it));
    return found?.dataset.square ?? null;
  }

  /**
   * Returns the square that a finger means. If the square below it is too small to be hit, this is the nearest one that
   * can be picked: a piece that may move, or a destination. The middle half of a square always means the square itself.
   */
  touchedAt(x, y) {
    const square = this.squareAt(x, y);
    const screen = this.svg?.getScreenCTM();
    const size = 2 * (this.points.get(square)?.r ?? 0) * (screen?.a ?? 0);
    const isPick = (name) => this.marks.targets?.has(name) || this.squares.get(name)?.classList.contains("lifts");
    if (!screen || size >= MIN_TARGET || (square && isPick(square))) return square;
    const distance = ({ x: cx, y: cy }) => {
      const at = new DOMPoint(cx, cy).matrixTransform(screen);
      return Math.hypot(at.x - x, at.y - y);
    };
    if (square && distance(this.points.get(square)) <= size / 4) return square;
    let best = { square, away: MIN_TARGET };
    for (const [name, point] of this.points) {
      if (!isPick(name)) continue;
      const away = distance(point);
      if (away < best.away) best = { square: name, away };
    }
    return best.square;
  }

  /** Returns the pieces in the picture, by square. */
  pieces(kinds) {
    if (this.pieceCache?.text === this.text && this.pieceCache.kinds === kinds) return this.pieceCache.pieces;
    const named = (letter) => kinds.find((it) => it.letter === letter || it.name === letter)?.label ?? letter;
    const all = [...(this.svg?.querySelectorAll(".pieces .piece[data-seat][data-square]") ?? [])].map((it) => it.dataset);
    const pieces = new Map(all.map((it) => [it.square, { seat: it.seat, label: named(it.kind), square: it.square }]));
    this.pieceCache = { text: this.text, kinds, pieces };
    return pieces;
  }

  piece(square) {
    return [...(this.svg?.querySelectorAll(".piece[data-square]") ?? [])].find((it) => it.dataset.square === square);
  }

  /**
   * Returns a small picture of one piece, to show beside a name. `number` is the number of the seat, and
   * `substitute` a kind for a player without pieces of the wanted kind.
   */
  portrait(seat, number, kind, substitute = null) {
    const own = [...(this.svg?.querySelectorAll(".piece") ?? [])].filter((it) => it.dataset.seat === seat.letter);
    const model = own.find((it) => it.dataset.kind === kind?.letter) ?? own[0];
    const drawn = model?.querySelector("use");
    // A picture contains the symbols of all kinds. Those of uncommon kinds are named after the letter.
    const symbol = ({ name, letter }) => {
      const hex = [...letter].map((it) => `-${it.codePointAt(0).toString(16)}`).join("");
      const ids = [name, ...["royal", "round", "disc", "shield"].map((it) => it + hex), "disc"].map((it) => `tf-${it}`);
      return ids.find((it) => this.svg?.querySelector(`[id="${CSS.escape(it)}"]`));
    };
    const found = kind && symbol(kind);
    const name = found ? `#${found}` : drawn?.getAttribute("href") ?? (substitute && `#${symbol(substitute)}`);
    if (!name || (kind && !found)) return null;
    const piece = shape("g", {
      class: model?.getAttribute("class").replace("carried", "") ?? `piece c-${seat.ink}`,
      "stroke-width": "5",
      "stroke-linejoin": "round",
    });
    const mark = number % 8 > 0 ? [shape("use", { href: `#tf-mark-${number % 8}` })] : [];
    const rest = model ? [...model.children].filter((it) => it !== drawn).map((it) => it.cloneNode(true)) : mark;
    piece.append(shape("use", { href: name }), ...rest);
    const made = shape("svg", {
      class: this.svg.getAttribute("class"),
      viewBox: "-50 -50 100 100",
      "aria-hidden": "true",
    });
    made.append(piece);
    return made;
  }

  /**
   * Draws a piece on another square and hides the piece that it captures, as if the move was made.
   * Without squares, all pieces are back.
   */
  preview(from = null, to = null, captured = null) {
    for (const it of this.previewed ?? []) it.style.translate = it.style.visibility = "";
    const [a, b, piece] = [this.points.get(from), this.points.get(to), this.piece(from)];
    this.previewed = [];
    if (!a || !b || !piece) return;
    const victim = this.piece(captured);
    if (victim) victim.style.visibility = "hidden";
    piece.style.translate = `${b.x - a.x}px ${b.y - a.y}px`;
    this.previewed = [piece, victim].filter(Boolean);
  }

  slide({ from, to }) {
    const [a, b, piece] = [this.points.get(from), this.points.get(to), this.piece(to)];
    if (!a || !b || !piece) return;
    const start = `${a.x - b.x}px ${a.y - b.y}px`;
    piece.animate([{ translate: start }, { translate: "0px 0px" }], { duration: 170, easing: "ease-out" });
  }
}

/** Zoom levels. */
const STEPS = [1, 1.5, 2, 3];

/**
 * Wraps a board in a frame with zoom buttons; an enlarged board scrolls, also after a reload if it has a `key`. `turn`, if
 * given, rotates the board. `tools` are additional buttons.
 */
export function boardFrame(name, calls, { turn = null, tools = [], key = null } = {}) {
  const host = el("div");
  const board = new Board(host, name, calls);
  const viewport = el("div", { class: "board-viewport" }, host);
  let step = key ? Math.min(STEPS.length - 1, Number(sessionStorage.getItem(key)) || 0) : 0;
  const smaller = el("button", { type: "button", class: "small", "aria-label": "Smaller board", text: "−" });
  const larger = el("button", { type: "button", class: "small", "aria-label": "Larger board", text: "+" });
  // Disabled buttons would lose the focus.
  const update = () => {
    host.style.setProperty("--zoom", STEPS[step]);
    viewport.classList.toggle("enlarged", step > 0);
    smaller.setAttribute("aria-disabled", String(step === 0));
    larger.setAttribute("aria-disabled", String(step === STEPS.length - 1));
  };
  const zoom = (direction) => {
    const before = STEPS[step];
    step = Math.max(0, Math.min(STEPS.length - 1, step + direction));
    if (key) sessionStorage.setItem(key, step);
    const factor = STEPS[step] / before;
    const [x, y] = [viewport.scrollLeft + viewport.clientWidth / 2, viewport.scrollTop + viewport.clientHeight / 2];
    update();
    viewport.scrollTo(x * factor - viewport.clientWidth / 2, y * factor - viewport.clientHeight / 2);
  };
  // Another board begins in its middle.
  board.onReplace = () => {
    if (step === 0) return;
    requestAnimationFrame(() => {
      viewport.scrollTo((viewport.scrollWidth - viewport.clientWidth) / 2, (viewport.scrollHeight - viewport.clientHeight) / 2);
    });
  };
  smaller.addEventListener("click", () => zoom(-1));
  larger.addEventListener("click", () => zoom(1));
  update();
  const row = el("div", { class: "tools" });
  if (turn) row.append(el("button", { type: "button", text: "Rotate", title: "Rotate the board to the next seat", "data-key": "turn", onclick: turn }));
  row.append(...tools, el("span", { class: "group" }, smaller, larger));
  return { board, viewport, row };
}
