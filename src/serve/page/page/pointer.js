// Pointer input: a click picks a square, a drag moves a piece, the right button draws arrows.
//
// Input: pointer events of mouse, pen or finger. Output: calls of the board. A touch on a piece
// that cannot be lifted scrolls the page. Picks use the click event, because keys and screen
// readers also trigger it. Does not know rules: the caller says which pieces can be lifted.

import { announce, shape } from "./dom.js";

/** Distance in pixels after which a press counts as a drag. */
const DRAG_THRESHOLD = 6;

/** Adds pointer input to a board. */
export function pointers(board) {
  const { host, calls } = board;
  let drag = null;
  let dropped = false;
  /** The square on which the button was pressed, and where. */
  let pressed = null;

  const movePiece = (event) => {
    const screen = board.svg.getScreenCTM();
    if (!screen || !drag.piece) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    const from = board.points.get(drag.square);
    drag.piece.style.translate = `${at.x - from.x}px ${at.y - from.y}px`;
  };

  /** Raises a piece above the marks of the destinations. */
  const raise = (piece) => {
    const top = piece.parentElement.cloneNode(false);
    drag.home = piece.parentElement;
    board.svg.append(top);
    top.append(piece);
  };

  /** Puts a piece back, unless a new picture has replaced it. */
  const put = (piece) => {
    const top = piece.parentElement;
    if (!drag.home?.isConnected || top === drag.home) return;
    drag.home.append(piece);
    top.remove();
  };

  const release = () => {
    if (!drag) return;
    if (drag.piece) {
      drag.piece.style.translate = "";
      drag.piece.classList.remove("carried");
      put(drag.piece);
    }
    host.classList.remove("carrying");
    drag = null;
  };

  host.addEventListener("pointerdown", (event) => {
    dropped = false;
    const square = event.target.closest?.(".square[data-square]")?.dataset.square;
    pressed = { square, x: event.clientX, y: event.clientY };
    if (event.button !== 0 || !square || !calls.drop || !calls.lifts?.(square)) return;
    drag = { square, x: event.clientX, y: event.clientY, id: event.pointerId, piece: null, moving: false };
  });

  host.addEventListener("pointermove", (event) => {
    if (!drag) {
      const square = event.pointerType === "mouse" && event.target.closest?.(".square[data-square]")?.dataset.square;
      if (square && square !== board.pointed) {
        board.pointed = square;
        calls.visit?.(square);
      }
      return;
    }
    if (event.pointerId !== drag.id) return;
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_THRESHOLD) return;
      drag.moving = true;
      host.setPointerCapture(drag.id);
      host.classList.add("carrying");
      calls.lift?.(drag.square);
      drag.piece = board.piece(drag.square);
      drag.piece?.classList.add("carried");
      if (drag.piece) raise(drag.piece);
    }
    // A new picture may have replaced the element of the piece.
    if (drag.piece && !drag.piece.isConnected) drag.piece = board.piece(drag.square);
    movePiece(event);
  });

  host.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { square, moving } = drag;
    release();
    if (!moving) return;
    dropped = true;
    const to = board.squareAt(event.clientX, event.clientY);
    if (to && to !== square) calls.drop(square, to);
    else calls.cancel?.();
  });
  // A touch drag moves a piece and otherwise scrolls. `touch-action` has no effect on SVG
  // elements, so scrolling is prevented here.
  host.addEventListener("touchmove", (event) => drag && event.cancelable && event.preventDefault(), { passive: false });
  host.addEventListener("pointercancel", release);
  host.addEventListener("pointerleave", () => (board.pointed = null));

  host.addEventListener("click", (event) => {
    if (dropped) {
      dropped = false;
      return;
    }
    const moved = pressed && event.detail ? Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) : 0;
    // A drag of a piece that may not move now: the caller says why.
    if (moved >= DRAG_THRESHOLD && board.piece(pressed.square))
      return calls.denied?.(pressed.square, board.squareAt(event.clientX, event.clientY));
    const square =
      event.pointerType === "touch"
        ? board.touchedAt(event.clientX, event.clientY)
        : event.target.closest?.(".square[data-square]")?.dataset.square ?? board.squareAt(event.clientX, event.clientY);
    if (!square) return;
    if (square !== board.here || !host.contains(document.activeElement))
      board.squares.get(square)?.focus({ preventScroll: true });
    calls.pick?.(square);
  });
}

/**
 * Drags a piece of the hand to the board, from the `pointerdown` on its button. `lift` runs when the
 * drag begins, and `drop` receives the square, or `null` beside the board.
 */
export function dragFromHand(event, board, lift, drop) {
  if (event.button !== 0) return;
  const { clientX, clientY, currentTarget, pointerId } = event;
  let carried = null;
  const onMove = (at) => {
    if (at.pointerId !== pointerId) return;
    if (!carried) {
      if (Math.hypot(at.clientX - clientX, at.clientY - clientY) < DRAG_THRESHOLD) return;
      lift();
      carried = (currentTarget.querySelector("svg") ?? currentTarget).cloneNode(true);
      carried.classList.add("from-hand");
      document.body.append(carried);
    }
    carried.style.translate = `${at.clientX}px ${at.clientY}px`;
  };
  const onEnd = (at) => {
    if (at.pointerId !== pointerId) return;
    for (const [name, call] of Object.entries(calls)) document.removeEventListener(name, call);
    if (!carried) return;
    carried.remove();
    drop(at.type === "pointerup" ? board.squareAt(at.clientX, at.clientY) : null);
  };
  const calls = { pointermove: onMove, pointerup: onEnd, pointercancel: onEnd };
  for (const [name, call] of Object.entries(calls)) document.addEventListener(name, call);
}

/** Adds arrows and rings that the user draws. The next click removes them. */
export function arrows(board) {
  const drawn = new Map();
  let from = null;

  const draw = () => {
    if (!board.svg) return;
    board.svg.querySelector(".page-arrows")?.remove();
    if (drawn.size === 0) return;
    const group = shape("g", { class: "page-arrows", "aria-hidden": "true" });
    for (const [a, b] of drawn.values()) {
      const [start, end] = [board.points.get(a), board.points.get(b)];
      if (!start || !end) continue;
      const width = Math.min(start.r, end.r) * 0.26;
      if (a === b) {
        group.append(shape("circle", { cx: start.x, cy: start.y, r: start.r * 0.85, "stroke-width": width }));
        continue;
      }
      const length = Math.hypot(end.x - start.x, end.y - start.y);
      const [x, y] = [(end.x - start.x) / length, (end.y - start.y) / length];
      const [tip, neck, wing] = [end.r * 0.35, width * 3.2, width * 1.7];
      const at = (along, aside) => `${end.x - x * along - y * aside} ${end.y - y * along + x * aside}`;
      group.append(
        shape("path", { d: `M${start.x} ${start.y}L${at(tip + neck, 0)}`, "stroke-width": width }),
        shape("path", { class: "tip", d: `M${at(tip, 0)}L${at(tip + neck, wing)}L${at(tip + neck, -wing)}Z` }),
      );
    }
    board.svg.append(group);
  };

  const clear = () => {
    from = null;
    if (drawn.size === 0) return;
    drawn.clear();
    draw();
  };

  /** Sets the start or end of an arrow. Drawing the same arrow again removes it. */
  const point = (square) => {
    if (!from) {
      from = square;
      return announce(`Arrow from ${square}: choose its end.`);
    }
    const key = `${from} ${square}`;
    const isNew = !drawn.delete(key);
    if (isNew) drawn.set(key, [from, square]);
    announce(
      `${from === square ? `Ring on ${square}` : `Arrow from ${from} to ${square}`}${isNew ? "" : " removed"}.`,
    );
    from = null;
    draw();
  };

  board.host.addEventListener("contextmenu", (event) => event.preventDefault());
  board.host.addEventListener("pointerdown", (event) => {
    if (event.button !== 2) return clear();
    from = null;
    const square = board.squareAt(event.clientX, event.clientY);
    if (square) point(square);
  });
  board.host.addEventListener("pointerup", (event) => {
    if (event.button !== 2 || !from) return;
    const square = board.squareAt(event.clientX, event.clientY);
    if (square) point(square);
    from = null;
  });
  return { draw, point, clear };
}
