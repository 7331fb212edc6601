// The frame round a board: turning it, and making it larger.
//
// In: who may sit round it, and what is asked for. Out: elements, and the board in them.
// Refuses to know: games. A board too fine for a finger can be enlarged and then scrolled.

import { el } from "./dom.js";
import { Board } from "./board.js";

const STEPS = [1, 1.5, 2, 3];

/** A framed board; `tools` are further buttons. `turn` is called to turn it, where it can be. */
export function framed(name, calls, { turn = null, tools = [] } = {}) {
  const host = el("div");
  const board = new Board(host, name, calls);
  const room = el("div", { class: "board-room" }, host);
  let step = 0;
  const smaller = el("button", { type: "button", class: "small", "aria-label": "Smaller board", text: "−" });
  const larger = el("button", { type: "button", class: "small", "aria-label": "Larger board", text: "+" });
  const zoom = (way) => {
    const before = STEPS[step];
    step = Math.max(0, Math.min(STEPS.length - 1, step + way));
    const grown = STEPS[step] / before;
    const [x, y] = [room.scrollLeft + room.clientWidth / 2, room.scrollTop + room.clientHeight / 2];
    host.style.setProperty("--zoom", STEPS[step]);
    room.classList.toggle("enlarged", step > 0);
    smaller.disabled = step === 0;
    larger.disabled = step === STEPS.length - 1;
    room.scrollTo(x * grown - room.clientWidth / 2, y * grown - room.clientHeight / 2);
  };
  smaller.addEventListener("click", () => zoom(-1));
  larger.addEventListener("click", () => zoom(1));
  smaller.disabled = true;
  const row = el("div", { class: "tools" });
  if (turn) row.append(el("button", { type: "button", text: "Turn the board", "data-key": "turn", onclick: turn }));
  row.append(...tools, el("span", { class: "group" }, smaller, larger));
  return { board, room, row };
}
