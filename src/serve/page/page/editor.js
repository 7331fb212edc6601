// The text editor: a textarea with line numbers, highlighting and marked findings.
//
// Input: a text, and findings with positions. Output: the edited text. Tab leaves the field;
// Ctrl+] and Ctrl+[ change the indentation, and Ctrl+Z also takes back a replaced text. Does not
// know the language: highlighting looks at single lines.

import { el } from "./dom.js";

/** Splits a line into tokens: header, key, string, number, comment. */
function tokens(line) {
  const header = /^(\s*)(\[.*?\]+)(.*)$/.exec(line);
  if (header) return [[header[1], ""], [header[2], "header"], ...values(header[3])];
  const key = /^(\s*[\w.\-"]+\s*)(=)(.*)$/.exec(line);
  if (key) return [[key[1], "key"], [key[2], ""], ...values(key[3])];
  return values(line);
}

function values(text) {
  const found = [];
  const pattern = /("(?:[^"\\]|\\.)*"?|'[^']*'?)|(#.*$)|(\b(?:true|false|-?\d[\d._]*)\b)/g;
  let from = 0;
  for (const it of text.matchAll(pattern)) {
    if (it.index > from) found.push([text.slice(from, it.index), ""]);
    found.push([it[0], it[1] ? "string" : it[2] ? "comment" : "number"]);
    from = it.index + it[0].length;
  }
  found.push([text.slice(from), ""]);
  return found;
}

/** Returns the number of equal values at the start of two lists. */
function equalStart(a, b) {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

export class Editor {
  /** `calls` contains `edit()`, called at each change, and `save()`. */
  constructor(calls) {
    this.calls = calls;
    this.findings = [];
    /** The text of the field when it was new. */
    this.start = "";
    /** The texts before replacements, and those that were taken back. */
    this.past = [];
    this.future = [];
    this.rows = [];
    this.severities = [];
    this.numbers = el("pre", { class: "numbers", "aria-hidden": "true" });
    this.under = el("pre", { class: "under", "aria-hidden": "true" });
    this.area = this.field();
    this.node = el("div", { class: "editor" }, this.numbers, el("div", { class: "layers" }, this.under, this.area));
  }

  /** Builds a text field. Its undo history is empty. */
  field() {
    return el("textarea", {
      id: "rulebook",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      "aria-describedby": "editor-keys",
      oninput: (event) => this.changed(event.inputType?.startsWith("history")),
      onscroll: () => this.follow(),
      onkeydown: (event) => this.onKey(event),
    });
  }

  get text() {
    return this.area.value;
  }

  /** Replaces the text. The focus, the caret and the view stay where they are. */
  set(text) {
    const { selectionStart } = this.area;
    this.replace(text);
    this.area.setSelectionRange(selectionStart, selectionStart);
  }

  /** Replaces the text as the user would, and shows its start. */
  type(text) {
    this.replace(text);
    this.area.focus();
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
    this.calls.edit();
  }

  /** Replaces the text in one step that `Ctrl+Z` takes back. */
  replace(text) {
    if (this.text !== this.start) this.past.push(this.start);
    this.past.push(this.text);
    this.future = [];
    this.renew(text);
  }

  /**
   * Shows a text in a new field. The undo history of a browser does not survive a replaced text: its steps would be applied
   * to the wrong places.
   */
  renew(text) {
    const old = this.area;
    const hasFocus = old === document.activeElement;
    const { scrollTop } = old;
    this.area = this.field();
    this.area.value = text;
    this.start = text;
    old.replaceWith(this.area);
    if (hasFocus) this.area.focus({ preventScroll: true });
    this.area.scrollTop = scrollTop;
    this.findings = [];
    this.paint();
  }

  /** Takes a replacement back, or makes it again. Returns `false` if the history of the browser is to be used. */
  step(from, to) {
    if (this.text !== this.start || from.length === 0) return false;
    to.push(this.text);
    this.renew(from.pop());
    this.calls.edit();
    return true;
  }

  changed(isHistory = false) {
    if (!isHistory) this.future = [];
    this.paint();
    this.calls.edit();
  }

  /** Marks the findings of the current text. */
  mark(findings) {
    this.findings = findings;
    this.paint();
  }

  /** Draws the lines that have changed, so that a key in a long text takes no longer than in a short one. */
  paint() {
    const lines = this.text.split("\n");
    const marks = new Map();
    for (const it of this.findings) {
      if (!it.line) continue;
      const last = Math.min(it.end_line ?? it.line, it.line + 20);
      for (let line = it.line; line <= last; line++) if (marks.get(line) !== "error") marks.set(line, it.severity);
    }
    this.paintLines(lines.map((line, number) => `${marks.get(number + 1) ?? ""}\n${line}`));
    this.paintNumbers(lines.map((_, number) => marks.get(number + 1) ?? ""));
    this.follow();
  }

  /** Replaces the rows between the first and the last one that differ. */
  paintLines(rows) {
    const old = this.rows;
    const start = equalStart(rows, old);
    const end = equalStart(rows.slice(start).reverse(), old.slice(start).reverse());
    this.rows = rows;
    const changed = new Range();
    changed.setStart(this.under, start);
    changed.setEnd(this.under, old.length - end);
    changed.deleteContents();
    const fresh = document.createDocumentFragment();
    for (const it of rows.slice(start, rows.length - end)) {
      const [severity, line] = it.split("\n");
      const row = el("span", { class: `line ${severity}`.trim() });
      for (const [text, sort] of tokens(line)) {
        if (text) row.append(sort ? el("span", { class: sort, text }) : text);
      }
      row.append("\n");
      fresh.append(row);
    }
    changed.insertNode(fresh);
  }

  paintNumbers(severities) {
    const { children } = this.numbers;
    while (children.length > severities.length) this.numbers.lastChild.remove();
    const fresh = document.createDocumentFragment();
    for (let number = children.length; number < severities.length; number++) fresh.append(el("span", { text: `${number + 1}\n` }));
    this.numbers.append(fresh);
    for (const [number, it] of severities.entries()) {
      if ((this.severities[number] ?? "") !== it) children[number].className = it;
    }
    this.severities = severities;
  }

  follow() {
    this.under.scrollTop = this.area.scrollTop;
    this.under.scrollLeft = this.area.scrollLeft;
    this.numbers.scrollTop = this.area.scrollTop;
  }

  /** Moves the caret to a line and column, both counted from 1. */
  goto(line, column) {
    const lines = this.text.split("\n");
    let at = 0;
    for (let number = 0; number < Math.min(line - 1, lines.length); number++) at += lines[number].length + 1;
    const row = lines[line - 1] ?? "";
    at += Math.min([...row].slice(0, Math.max(0, (column ?? 1) - 1)).join("").length, row.length);
    this.area.focus();
    this.area.setSelectionRange(at, at);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (line - 1) * height - this.area.clientHeight / 2);
    this.follow();
  }

  onKey(event) {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === "s") {
      event.preventDefault();
      this.calls.save();
    } else if (event.key === "]" || event.key === "[") {
      event.preventDefault();
      this.indent(event.key === "]");
    } else if (/^[zy]$/i.test(event.key)) {
      const isRedo = event.shiftKey || event.key === "y";
      if (isRedo ? this.step(this.future, this.past) : this.step(this.past, this.future)) event.preventDefault();
    }
  }

  indent(isIn) {
    const { value, selectionStart, selectionEnd } = this.area;
    const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const old = value.slice(from, selectionEnd);
    const fresh = isIn ? old.replace(/^/gm, "  ") : old.replace(/^ {1,2}/gm, "");
    this.area.setSelectionRange(from, selectionEnd);
    // This deprecated command keeps the change in the undo history of the browser. It is slow for many lines.
    if (fresh.includes("\n") || !document.execCommand(fresh ? "insertText" : "delete", false, fresh)) {
      this.replace(value.slice(0, from) + fresh + value.slice(selectionEnd));
      this.calls.edit();
    }
    const end = from + fresh.length;
    this.area.setSelectionRange(old.includes("\n") ? from : end, end);
  }
}
