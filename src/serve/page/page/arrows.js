// Arrows for one's own thoughts, drawn with the other button of the mouse.
//
// In: pointer events. Out: arrows and rings over the board, gone with the next click. They
// are seen in this tab only, and nothing else rests on them. Refuses to know: games.

import { shape } from "./dom.js";

/** Lets a board be drawn upon. */
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

  board.host.addEventListener("contextmenu", (event) => event.preventDefault());
  board.host.addEventListener("pointerdown", (event) => {
    const square = board.squareAt(event.clientX, event.clientY);
    if (event.button === 2) from = square;
    else if (drawn.size > 0) {
      drawn.clear();
      draw();
    }
  });
  board.host.addEventListener("pointerup", (event) => {
    if (event.button !== 2 || !from) return;
    const to = board.squareAt(event.clientX, event.clientY);
    const key = `${from} ${to}`;
    if (to && !drawn.delete(key)) drawn.set(key, [from, to]);
    from = null;
    draw();
  });
  return { draw };
}
