// DOM helpers.
//
// Contains element builders, sanitizing of server pictures and rules, the live region, copying,
// and a small dialog. Input: texts and values. Output: elements and answers. Strings become text
// nodes, and markup is stripped of scripts. Does not know games, boards and the server.

/** Returns the nodes of a message. The parts between backticks are code. */
export function rich(text) {
  const parts = String(text).split("`");
  // Without its partner, a backtick is a character like any other.
  if (parts.length % 2 === 0) return [String(text)];
  return parts.map((part, number) => (number % 2 ? el("code", { text: part }) : part)).filter((it) => it !== "");
}

/**
 * Creates an element with attributes and children. `on...` attributes are listeners. `text` is its text, and `rich` a
 * message with parts in backticks.
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "rich") element.append(...rich(value));
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((it) => it !== null && it !== undefined && it !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element. */
export function shape(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Removes everything executable from foreign markup. */
function sanitized(root) {
  for (const it of root.querySelectorAll("script, foreignObject, iframe, object, embed, link, meta, base")) it.remove();
  for (const it of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...it.attributes]) {
      const isUnsafe = (name === "href" || name === "xlink:href") && !/^(#|https?:)/.test(value);
      if (name.startsWith("on") || isUnsafe) it.removeAttribute(name);
    }
  }
  return root;
}

/** Parses an SVG; returns `null` if it is invalid. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text ?? "", "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  return document.importNode(sanitized(root), true);
}

/** Returns a static picture with an accessible name. */
export function staticPicture(text, name) {
  const element = picture(text);
  if (!element) return el("p", { class: "quiet", text: "The picture cannot be shown." });
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", name);
  for (const it of [...element.children]) if (it.localName === "title" || it.localName === "desc") it.remove();
  element.removeAttribute("aria-labelledby");
  element.removeAttribute("aria-describedby");
  return element;
}

/** Parses HTML from the server. */
export function prose(html) {
  const parsed = new DOMParser().parseFromString(html ?? "", "text/html");
  // Each picture defines the symbols of its pieces. They are the same, and an ID may occur once.
  const known = new Map();
  for (const it of parsed.querySelectorAll("svg :is(symbol, pattern, defs [id])")) {
    if (known.get(it.id) === it.outerHTML) it.remove();
    else known.set(it.id, it.outerHTML);
  }
  const holder = document.createDocumentFragment();
  for (const it of [...sanitized(parsed.body).childNodes]) holder.append(document.importNode(it, true));
  return holder;
}

/** Replaces the children of an element. */
export function put(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((it) => it !== null && it !== undefined && it !== false));
}

let pending = 0;
let announced = "";

/** Returns the last announcement of this view. */
export function lastAnnouncement() {
  return announced;
}

/** Removes the announcement, because it is about something that is no longer shown. */
export function silence() {
  cancelAnimationFrame(pending);
  announced = "";
  document.getElementById("announcement")?.replaceChildren();
}

/** Announces a text in the live region. Repeated texts are announced again. */
export function announce(message) {
  const region = document.getElementById("announcement");
  if (!message || !region) return;
  cancelAnimationFrame(pending);
  announced = message;
  const line = el("p", { text: message });
  region.replaceChildren();
  pending = requestAnimationFrame(() => region.replaceChildren(line));
}

/** Shows a notice above the page, one for each name. `null` removes it. A notice takes the place of one with `data-brief`. */
export function notice(name, message, ...more) {
  const region = document.getElementById("notices");
  if (message !== null) region.querySelector("[data-brief]")?.remove();
  const existing = region.querySelector(`[data-name="${name}"]`);
  if (message === null) return existing?.remove();
  const element = el("div", { class: "notice", "data-name": name }, el("p", { rich: message ?? "" }), ...more);
  if (existing) existing.replaceWith(element);
  else region.append(element);
  return element;
}

/** Copies a text to the clipboard. If that is not allowed, shows it in a dialog. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied.`);
    notice("copied", `${what} copied.`);
    setTimeout(() => notice("copied", null), 2500);
  } catch {
    const field = el("textarea", { readonly: true, rows: "6", "aria-label": what });
    field.value = text;
    await dialog(`${what}: copy it here`, [field], [{ label: "Close", value: null }]);
  }
}

/**
 * Time in milliseconds during which a protected button ignores clicks, so that a double click has
 * no effect.
 */
const CLICK_GUARD = 500;

/** Functions that close the open dialogs. */
const opened = new Set();

/** Closes all dialogs without a choice, because what they ask about is no longer shown. */
export function closeDialogs() {
  for (const close of [...opened]) close(null);
}

/**
 * Opens a dialog and returns the value of the chosen button, or `null`. With rectangles of the screen in `around`, the
 * dialog opens near the first one, and covers none of them if possible. A button with `isLate` ignores clicks in the first half
 * second, so that a double click does not confirm unseen.
 */
export function dialog(title, body, buttons, around = []) {
  return new Promise((resolve) => {
    const close = (value) => {
      opened.delete(close);
      box.close();
      box.remove();
      resolve(value);
    };
    const row = el("div", { class: "choices" });
    const begin = performance.now();
    for (const { label, value, main, isLate, picture: drawn } of buttons) {
      const press = () => (isLate && performance.now() - begin < CLICK_GUARD ? null : close(value));
      row.append(el("button", { type: "button", class: main && "main", onclick: press }, drawn, label));
    }
    const heading = el("h2", { id: "dialog-title", text: title });
    const box = el("dialog", { "aria-labelledby": "dialog-title", class: around.length > 0 && "beside" }, heading, ...body, row);
    box.addEventListener("cancel", (event) => {
      event.preventDefault();
      close(null);
    });
    box.addEventListener("keydown", (event) => {
      const all = [...row.children];
      const here = all.indexOf(document.activeElement);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (here < 0 || !step) return;
      event.preventDefault();
      all[(here + step + all.length) % all.length].focus();
    });
    box.addEventListener("click", (event) => event.target === box && close(null));
    document.body.append(box);
    opened.add(close);
    box.showModal();
    (row.querySelector(".main") ?? row.querySelector("button"))?.focus();
    if (!around.length) return;
    const { left, top } = freePlace(box.getBoundingClientRect(), around);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  });
}

/** Returns the place of a box in the window that covers least of some rectangles and is nearest to the first of them. */
function freePlace({ width, height }, around) {
  const margin = 8;
  const within = (at, size, all) => Math.max(margin, Math.min(at, all - size - margin));
  const [first] = around;
  const lefts = [first.left + first.width / 2 - width / 2, ...around.flatMap((it) => [it.left - width - margin, it.right + margin])];
  const tops = [first.top + first.height / 2 - height / 2, ...around.flatMap((it) => [it.bottom + margin, it.top - height - margin])];
  const overlap = (a, b, c, d) => Math.max(0, Math.min(a + b, d) - Math.max(a, c));
  const rated = lefts.flatMap((x) =>
    tops.map((y) => {
      const [left, top] = [within(x, width, innerWidth), within(y, height, innerHeight)];
      const covered = around.reduce((sum, it) => sum + overlap(left, width, it.left, it.right) * overlap(top, height, it.top, it.bottom), 0);
      const away = Math.hypot(left + width / 2 - first.left - first.width / 2, top + height / 2 - first.top - first.height / 2);
      return { left, top, rate: 1000 * covered + away };
    }),
  );
  return rated.reduce((best, it) => (it.rate < best.rate ? it : best));
}

/**
 * Rebuilds the children if the data has changed. Keeps the focus on the element with the same
 * `data-key`.
 */
export function renew(parent, shown, build) {
  const text = JSON.stringify(shown);
  if (parent.shown === text) return;
  parent.shown = text;
  const before = parent.contains(document.activeElement) ? document.activeElement : null;
  const { key, walked } = before?.dataset ?? {};
  // The list is not left, but replaced.
  if (before) delete before.dataset.walked;
  put(parent, build());
  if (!key) return;
  const after = keyed(parent, key) ?? parent.querySelector("button, select");
  after?.focus();
  // A choice that is not confirmed yet.
  if (walked !== undefined && after?.dataset.key === key) {
    after.value = before.value;
    after.dataset.walked = walked;
  }
}

/** Returns the element with a `data-key`. */
export function keyed(parent, key) {
  return parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

/**
 * Calls `choose` after a choice in a list that takes effect at once. Arrow keys in a closed list only walk through it: Enter,
 * or leaving the list, confirms the choice, and Escape discards it.
 */
export function onChoice(list, choose) {
  let { value } = list;
  let key = null;
  const isWalked = () => "walked" in list.dataset;
  const confirm = () => {
    if (!isWalked()) return;
    const isSame = list.dataset.walked === list.value;
    delete list.dataset.walked;
    ({ value } = list);
    if (!isSame) choose(value);
  };
  list.addEventListener("pointerdown", () => (key = null));
  list.addEventListener("focus", () => ({ value } = list));
  list.addEventListener("blur", () => list.isConnected && confirm());
  list.addEventListener("keydown", (event) => {
    ({ key } = event);
    if (!isWalked() || (key !== "Enter" && key !== "Escape")) return;
    event.preventDefault();
    if (key === "Escape") list.value = list.dataset.walked;
    confirm();
  });
  list.addEventListener("change", () => {
    // A list that is open reports the choice after Enter, Space or a click.
    if (key === null || key === "Enter" || key === " ") {
      delete list.dataset.walked;
      return choose(list.value);
    }
    if (!isWalked()) announce("Press Enter to confirm the choice.");
    list.dataset.walked ??= value;
  });
}
