// Keyboard directions: chooses the neighbor that a key leads to by its place on the screen.
//
// Input: squares with their links, and where they are drawn. Output: the square that a key leads
// to. Boards may be round, bent, joined at edges and rotated, so files and ranks are of no use.
// Each key gets the link closest to its direction, and no two arrow keys get the same link. Every
// orthogonal neighbor is therefore reachable. Does not know elements, pieces and games.

const NAMES = {
  8: ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"],
  12: [
    "north",
    "north-north-east",
    "east-north-east",
    "east",
    "east-south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "west-south-west",
    "west",
    "west-north-west",
    "north-north-west",
  ],
};

/** Arrow keys with their screen directions in degrees, clockwise from the right. */
const ARROWS = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: 270 };

/** The six keys around S by keyboard position, for triangles and for hexes with a pointed top. */
const SIX = { KeyD: 0, KeyX: 60, KeyZ: 120, KeyA: 180, KeyW: 240, KeyE: 300 };

/** The eight keys around S. */
const EIGHT = { KeyD: 0, KeyC: 45, KeyX: 90, KeyZ: 135, KeyA: 180, KeyQ: 225, KeyW: 270, KeyE: 315 };

/** A link longer than this number of steps is treated as a link across a seam. */
const SEAM_STEPS = 1.9;

const across = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** Returns the cosine between a link and a direction: 1 along it, -1 against it. */
function fit(direction, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return direction.x * Math.cos(angle) + direction.y * Math.sin(angle);
}

/**
 * Assigns links to keys so that the total fit is best. There are few keys and links, so all
 * assignments are tried.
 */
function bestAssignment(keys, directions) {
  let best = { score: -Infinity, keys: {} };
  const place = (at, used, score, assigned) => {
    if (at === keys.length) {
      if (score > best.score) best = { score, keys: { ...assigned } };
      return;
    }
    const [key, degrees] = keys[at];
    directions.forEach((direction, number) => {
      const ownFit = fit(direction, degrees);
      if (used.has(number) || ownFit < 0.25) return;
      used.add(number);
      assigned[key] = direction.to;
      place(at + 1, used, score + 1 + ownFit, assigned);
      delete assigned[key];
      used.delete(number);
    });
    place(at + 1, used, score, assigned);
  };
  place(0, new Set(), 0, {});
  return best.keys;
}

/** Assigns the closest link to each key. */
function nearest(keys, directions) {
  const assigned = {};
  for (const [key, degrees] of keys) {
    const sorted = [...directions].sort((a, b) => fit(b, degrees) - fit(a, degrees));
    if (sorted[0] && fit(sorted[0], degrees) > 0.8) assigned[key] = sorted[0].to;
  }
  return assigned;
}

/**
 * The compass of a board. `squares` are those of the server, and `points` their screen positions
 * (`x` to the right, `y` down).
 */
export class Compass {
  constructor(squares, headings, points) {
    this.links = new Map(squares.map((it) => [it.name, it.links]));
    this.count = headings;
    this.points = points;
    this.known = new Map();
    const near = [];
    for (const it of squares) {
      for (const link of it.links) {
        const [a, b] = [points.get(it.name), points.get(link.to)];
        if (a && b && this.isStraight(link.heading)) near.push(across(a, b));
      }
    }
    near.sort((a, b) => a - b);
    this.step = near[Math.floor(near.length / 2)] ?? 1;
    this.six = Object.entries(SIX).map(([key, degrees]) => [key, degrees + this.turn()]);
  }

  /**
   * Returns by how much the six keys are turned. Hexes with a flat top have a neighbor straight above (W) and none
   * beside them; those with a pointed top have neighbors on both sides (A and D).
   */
  turn() {
    if (this.count !== 12) return 0;
    for (const square of this.links.keys()) {
      const straight = this.points.has(square) ? this.directions(square).filter((it) => it.straight) : [];
      // A triangle reaches three neighbors, each in several directions.
      if (new Set(straight.map((it) => it.to)).size < 6) continue;
      const angle = (Math.atan2(straight[0].y, straight[0].x) * 180) / Math.PI;
      const beyond = (angle + 360) % 60;
      return beyond > 15 && beyond < 45 ? 30 : 0;
    }
    return 0;
  }

  number(heading) {
    return typeof heading === "number" ? heading : (NAMES[this.count] ?? NAMES[8]).indexOf(heading);
  }

  isStraight(heading) {
    return this.number(heading) % 2 === (this.count === 12 ? 1 : 0);
  }

  /**
   * Returns the links of a square with their screen directions. A link across a seam continues the
   * direction of the opposite link.
   */
  directions(square) {
    const here = this.points.get(square);
    const links = this.links.get(square) ?? [];
    const toward = (link) => {
      const there = this.points.get(link.to);
      const length = there && across(here, there);
      return length ? { x: (there.x - here.x) / length, y: (there.y - here.y) / length, length } : null;
    };
    return links.flatMap((link) => {
      const direct = toward(link);
      if (!direct) return [];
      let shown = direct;
      if (direct.length > SEAM_STEPS * this.step) {
        const behind = links.find(
          (it) => (this.number(it.heading) + this.count / 2) % this.count === this.number(link.heading),
        );
        const back = behind && toward(behind);
        if (back && back.length <= SEAM_STEPS * this.step) shown = { x: -back.x, y: -back.y };
      }
      return [{ x: shown.x, y: shown.y, to: link.to, straight: this.isStraight(link.heading) }];
    });
  }

  /** Returns the square that a key leads to, or `null`. */
  to(square, { key, code }) {
    if (!this.points.has(square)) return null;
    if (!this.known.has(square)) {
      const directions = this.directions(square);
      const straight = directions.filter((it) => it.straight);
      const letters = this.count === 12 ? nearest(this.six, straight) : nearest(Object.entries(EIGHT), directions);
      this.known.set(square, { ...bestAssignment(Object.entries(ARROWS), straight), ...letters });
    }
    const keys = this.known.get(square);
    return keys[key] ?? keys[code] ?? null;
  }
}
