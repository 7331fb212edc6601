// Pointing at the board: a click picks a square, a drag carries a man.
//
// In: pointer events of mouse, pen or finger. Out: the board's calls. Refuses to know: rules;
// which man may be lifted is asked. A man that cannot be lifted leaves the finger free to
// scroll. A key or a screen reader clicks, too, so a pick rests on the click and no earlier event.

const FAR_ENOUGH = 6;

/** Makes a board answer to pointers. */
export function pointers(board) {
  const { host, calls } = board;
  let held = null;
  let dropped = false;

  const carry = (event) => {
    const screen = board.svg.getScreenCTM();
    if (!screen || !held.man) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
    const from = board.points.get(held.square);
    held.man.style.translate = `${at.x - from.x}px ${at.y - from.y}px`;
  };

  const release = () => {
    if (!held) return;
    if (held.man) {
      held.man.style.translate = "";
      held.man.classList.remove("carried");
    }
    host.classList.remove("carrying");
    held = null;
  };

  host.addEventListener("pointerdown", (event) => {
    dropped = false;
    const square = event.target.closest?.(".square[data-square]")?.dataset.square;
    if (event.button !== 0 || !square || !calls.drop || !calls.lifts?.(square)) return;
    held = { square, x: event.clientX, y: event.clientY, id: event.pointerId, man: null, moving: false };
  });

  host.addEventListener("pointermove", (event) => {
    if (!held) {
      const square = event.pointerType === "mouse" && event.target.closest?.(".square[data-square]")?.dataset.square;
      if (square && square !== board.pointed) {
        board.pointed = square;
        calls.visit?.(square);
      }
      return;
    }
    if (event.pointerId !== held.id) return;
    if (!held.moving) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR_ENOUGH) return;
      held.moving = true;
      host.setPointerCapture(held.id);
      host.classList.add("carrying");
      calls.lift?.(held.square);
      held.man = board.man(held.square);
      held.man?.classList.add("carried");
    }
    // A new picture may have come in meanwhile, with the man in it.
    if (held.man && !held.man.isConnected) held.man = board.man(held.square);
    carry(event);
  });

  host.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { square, moving } = held;
    release();
    if (!moving) return;
    dropped = true;
    const to = board.squareAt(event.clientX, event.clientY);
    if (to && to !== square) calls.drop(square, to);
    else calls.cancel?.();
  });
  host.addEventListener("pointercancel", release);
  host.addEventListener("pointerleave", () => (board.pointed = null));

  host.addEventListener("click", (event) => {
    if (dropped) {
      dropped = false;
      return;
    }
    const square = event.target.closest?.(".square[data-square]")?.dataset.square ?? board.squareAt(event.clientX, event.clientY);
    if (!square) return;
    if (square !== board.here || !host.contains(document.activeElement)) board.squares.get(square)?.focus({ preventScroll: true });
    calls.pick?.(square);
  });
}
