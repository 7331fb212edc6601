// The text editor: a textarea with line numbers, highlighting and marked findings.
//
// Input: a text, and findings with positions. Output: the edited text. Tab leaves the field;
// Ctrl+] and Ctrl+[ change the indentation. Does not know the language: highlighting looks at
// single lines.

import { el, put } from "./dom.js";

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

/** Maximum number of lines of a text that is inserted so that the browser can undo it. */
const MAX_UNDO_LINES = 100;

export class Editor {
  /** `calls` contains `edit()`, called at each change, and `save()`. */
  constructor(calls) {
    this.calls = calls;
    this.findings = [];
    this.numbers = el("pre", { class: "numbers", "aria-hidden": "true" });
    this.under = el("pre", { class: "under", "aria-hidden": "true" });
    this.area = el("textarea", {
      id: "rulebook",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      "aria-describedby": "editor-keys",
      oninput: () => this.changed(),
      onscroll: () => this.follow(),
      onkeydown: (event) => this.onKey(event),
    });
    this.node = el("div", { class: "editor" }, this.numbers, el("div", { class: "layers" }, this.under, this.area));
  }

  get text() {
    return this.area.value;
  }

  /** Replaces the text. */
  set(text) {
    const { selectionStart, scrollTop } = this.area;
    this.area.value = text;
    this.area.setSelectionRange(selectionStart, selectionStart);
    this.area.scrollTop = scrollTop;
    this.findings = [];
    this.paint();
  }

  /** Replaces the text as if the user had typed it, so that the browser can undo it, unless it is long. */
  type(text) {
    this.area.focus();
    this.area.select();
    this.insert(text);
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
  }

  /** Inserts a text in place of the selection. */
  insert(text) {
    const { selectionStart, selectionEnd } = this.area;
    // This deprecated command is the only way to keep the change in the undo history. It fires an
    // input event. Chromium needs time with the square of the lines: five seconds for two hundred.
    const isLong = text.split("\n").length > MAX_UNDO_LINES;
    if (!isLong && document.execCommand(text ? "insertText" : "delete", false, text)) return;
    this.area.setRangeText(text, selectionStart, selectionEnd, "end");
    this.changed();
  }

  changed() {
    this.paint();
    this.calls.edit();
  }

  /** Marks the findings of the current text. */
  mark(findings) {
    this.findings = findings;
    this.paint();
  }

  paint() {
    const lines = this.text.split("\n");
    const marked = new Map();
    for (const it of this.findings) {
      if (!it.line) continue;
      const last = Math.min(it.end_line ?? it.line, it.line + 20);
      for (let line = it.line; line <= last; line++) {
        if (marked.get(line)?.severity !== "error") marked.set(line, it);
      }
    }
    put(
      this.under,
      lines.map((line, number) => {
        const finding = marked.get(number + 1);
        const row = el("span", { class: finding ? `line ${finding.severity}` : "line" });
        for (const [text, sort] of tokens(line)) {
          if (text) row.append(sort ? el("span", { class: sort, text }) : text);
        }
        row.append("\n");
        return row;
      }),
    );
    put(
      this.numbers,
      lines.map((_, number) => {
        const finding = marked.get(number + 1);
        return el("span", { class: finding ? finding.severity : null, text: `${number + 1}\n` });
      }),
    );
    this.follow();
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
    }
  }

  indent(isIn) {
    const { value, selectionStart, selectionEnd } = this.area;
    const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
    const old = value.slice(from, selectionEnd);
    const fresh = isIn ? old.replace(/^/gm, "  ") : old.replace(/^ {1,2}/gm, "");
    this.area.setSelectionRange(from, selectionEnd);
    this.insert(fresh);
    const end = from + fresh.length;
    this.area.setSelectionRange(old.includes("\n") ? from : end, end);
  }
}
