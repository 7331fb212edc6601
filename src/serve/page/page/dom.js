// DOM helpers.
//
// Contains element builders, sanitizing of server pictures and rules, the live region, copying,
// and a small dialog. Input: texts and values. Output: elements and answers. Strings become text
// nodes, and markup is stripped of scripts. Does not know games, boards and the server.

/** Creates an element with attributes and children. `on...` attributes are listeners. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "text") made.textContent = value;
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((it) => it !== null && it !== undefined && it !== false));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element. */
export function shape(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Removes everything executable from foreign markup. */
function sanitized(root) {
  for (const it of root.querySelectorAll("script, foreignObject, iframe, object, embed, link, meta, base")) it.remove();
  for (const it of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...it.attributes]) {
      const leads = (name === "href" || name === "xlink:href") && !/^(#|https?:)/.test(value);
      if (name.startsWith("on") || leads) it.removeAttribute(name);
    }
  }
  return root;
}

/** Parses an SVG; returns `null` if it is invalid. */
export function picture(text) {
  const read = new DOMParser().parseFromString(text ?? "", "image/svg+xml");
  const root = read.documentElement;
  if (root.localName !== "svg" || read.querySelector("parsererror")) return null;
  return document.importNode(sanitized(root), true);
}

/** Returns a static picture with an accessible name. */
export function still(text, name) {
  const made = picture(text);
  if (!made) return el("p", { class: "quiet", text: "The picture cannot be shown." });
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", name);
  for (const it of [...made.children]) if (it.localName === "title" || it.localName === "desc") it.remove();
  made.removeAttribute("aria-labelledby");
  made.removeAttribute("aria-describedby");
  return made;
}

/** Parses HTML from the server. */
export function prose(html) {
  const read = new DOMParser().parseFromString(html ?? "", "text/html");
  const holder = document.createDocumentFragment();
  for (const it of [...sanitized(read.body).childNodes]) holder.append(document.importNode(it, true));
  return holder;
}

/** Replaces the children of an element. */
export function put(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((it) => it !== null && it !== undefined && it !== false));
}

let pending = 0;

/** Announces a text in the live region. Repeated texts are announced again. */
export function say(words) {
  const region = document.getElementById("said");
  if (!words || !region) return;
  cancelAnimationFrame(pending);
  const line = el("p", { text: words });
  region.replaceChildren();
  pending = requestAnimationFrame(() => region.replaceChildren(line));
}

/** Shows a notice above the page, one for each name. `null` removes it. */
export function notice(name, words, ...more) {
  const region = document.getElementById("notices");
  const there = region.querySelector(`[data-name="${name}"]`);
  if (words === null) return there?.remove();
  const made = el("div", { class: "notice", "data-name": name }, el("p", { text: words }), ...more);
  if (there) there.replaceWith(made);
  else region.append(made);
  return made;
}

/** Copies a text to the clipboard. If that is not allowed, shows it in a dialog. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
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

/**
 * Opens a dialog and returns the value of the chosen button, or `null`. With `at`, the dialog
 * opens near that point of the screen. A button with `isLate` ignores clicks in the first half
 * second, so that a double click does not confirm unseen.
 */
export function dialog(title, body, buttons, at = null) {
  return new Promise((answer) => {
    const close = (value) => {
      box.close();
      box.remove();
      answer(value);
    };
    const row = el("div", { class: "choices" });
    const opened = performance.now();
    for (const { label, value, main, isLate, picture: drawn } of buttons) {
      const press = () => (isLate && performance.now() - opened < CLICK_GUARD ? null : close(value));
      row.append(el("button", { type: "button", class: main && "main", onclick: press }, drawn, label));
    }
    const heading = el("h2", { id: "dialog-title", text: title });
    const box = el("dialog", { "aria-labelledby": "dialog-title", class: at && "beside" }, heading, ...body, row);
    box.addEventListener("cancel", (event) => {
      event.preventDefault();
      close(null);
    });
    box.addEventListener("keydown", (event) => {
      const all = [...row.children];
      const here = all.indexOf(document.activeElement);
      const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (here < 0 || !way) return;
      event.preventDefault();
      all[(here + way + all.length) % all.length].focus();
    });
    box.addEventListener("click", (event) => event.target === box && close(null));
    document.body.append(box);
    box.showModal();
    (row.querySelector(".main") ?? row.querySelector("button"))?.focus();
    if (!at) return;
    const { width, height } = box.getBoundingClientRect();
    const room = 8;
    box.style.left = `${Math.max(room, Math.min(at.x - width / 2, innerWidth - width - room))}px`;
    box.style.top = `${Math.max(room, Math.min(at.y + room * 2, innerHeight - height - room))}px`;
  });
}

/**
 * Rebuilds the children if the data has changed. Keeps the focus on the element with the same
 * `data-key`.
 */
export function renew(parent, shown, build) {
  const text = JSON.stringify(shown);
  if (parent.shown === text) return;
  parent.shown = text;
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  put(parent, build());
  if (key) (parent.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? parent.querySelector("button, select"))?.focus();
}
