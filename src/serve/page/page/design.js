// The rulebook editor with its results.
//
// Input: the file given at startup, and the user's edits. Output: findings, board, reach and case
// results from the server; the saved file. The board of the last valid text remains while a text
// has errors. Does not know rules, or any other file.

import { follow, get, post } from "./api.js";
import { cases, findings, relevant, summary } from "./findings.js";
import { comparison } from "./compare.js";
import { botGame } from "./bot-game.js";
import { draftTools } from "./draft.js";
import { Drafts } from "./drafts.js";
import { announce, dialog, el, notice, put, renew, rich } from "./dom.js";
import { Editor } from "./editor.js";
import { Lab } from "./lab.js";
import { Reach } from "./reach.js";
import { variantList } from "./lobby.js";
import { searchField } from "./search.js";

/** Delay before a text is checked, in milliseconds. */
const CHECK_DELAY = 8;
/** Time in milliseconds after which the results of an older text are removed. */
const SLOW_CHECK = 700;

/** Formats the time of the last edit of a draft. */
function date({ time }) {
  return new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export async function design(root, address) {
  const file = await get("/api/design");
  const view = new DesignView(file, address);
  await view.build(root, address);
  return view;
}

class DesignView {
  constructor(file, address) {
    this.file = file;
    this.stored = new Drafts(file.path, address.with.variant);
    /** The text before the user's edits. */
    this.base = file.text;
    this.lastValid = null;
    /** The user's last text that another one has replaced. */
    this.replaced = null;
    this.showsSetup = true;
    this.editor = new Editor({ edit: () => this.edited(), save: () => this.save() });
    this.reach = new Reach("Board of this rulebook", (question, signal) =>
      post("/api/design/reach", { text: this.lastValid?.text ?? this.editor.text, ...question }, signal),
    );
    this.reach.isOn = false;
  }

  async build(root, address) {
    const { file, editor, reach } = this;
    this.state = el("span", { class: "file-state" });
    this.saveButton = el("button", { type: "button", class: "main", text: "Save", onclick: () => this.save() });
    this.saveButton.hidden = !file.writable;
    this.unsaved = el("p", { class: "old", role: "alert" });
    this.where = el("p", { class: "file" }, el("code", { text: file.path ?? "no file" }), " ", this.state);
    this.firstFinding = el("button", { type: "button", class: "marking" });
    this.oldText = el("p", { text: "The board shows the last text without errors." });
    this.old = el("div", { class: "old", hidden: true }, this.oldText, this.firstFinding);
    this.timing = el("span", { class: "quiet took" });
    this.found = el("div", { class: "found" });
    this.verdicts = el("div", { class: "verdicts" });
    const shows = el(
      "select",
      { id: "shows" },
      el("option", { value: "setup", text: "the starting position" }),
      el("option", { value: "reach", text: "the moves of one piece" }),
    );
    shows.addEventListener("change", () => this.setMode(shows.value === "setup"));
    const { list, variants } = await variantList(address.with.variant, { id: "base" });
    const begin = el(
      "div",
      { class: "begin" },
      el("label", { for: "base", text: "Start from" }),
      searchField(list, variants),
      list,
      el("button", { type: "button", text: "New rulebook based on it", onclick: () => this.startFrom(this.newRulebook(list)) }),
      el("button", { type: "button", text: "Copy of its text", onclick: () => this.loadText(list.value) }),
    );
    this.earlier = el("button", { type: "button", text: "Earlier drafts", onclick: () => this.chooseDraft() });
    if (!file.path) begin.append(this.earlier);
    this.botGame = botGame();
    this.drafts = draftTools(() => editor.text);
    this.lab = new Lab(() => editor.text);
    this.compare = await comparison(() => ({ text: editor.text }));
    put(
      root,
      el(
        "div",
        { class: "design" },
        el(
          "div",
          { class: "desk" },
          el("h1", { class: "hidden", text: "Rulebook" }),
          file.path ? this.where : el("p", { text: "A rulebook starts from a game and changes parts of it. Change this text, or start from another game." }),
          file.path
            ? [el("details", { open: Boolean(address.with.variant) }, el("summary", { text: "Start over" }), begin), this.earlier]
            : begin,
          el("label", { for: "rulebook", class: "hidden", text: "The rulebook's text" }),
          editor.node,
          el("section", { "aria-label": "Problems" }, this.found),
          el("p", {
            class: "quiet",
            id: "editor-keys",
            text: `Ctrl+] and Ctrl+[ change the indentation. Tab leaves the editor.${file.writable ? " Ctrl+S saves." : ""}`,
          }),
          el("p", { class: "quiet" }, el("a", { href: "/api/reference", target: "_blank", text: "Reference of the language" })),
          el("div", { class: "tools" }, this.saveButton, ...this.drafts.nodes, this.timing),
          this.unsaved,
          file.writable
            ? null
            : el("p", {
                class: "quiet",
                text: "This page cannot save the text. Copy or download it, or start the server with a file: threefold serve my.toml.",
              }),
        ),
        el(
          "div",
          { class: "follows" },
          el("div", { class: "field" }, el("label", { for: "shows", text: "The board shows" }), shows),
          this.old,
          reach.node,
          el("h2", { text: "Cases" }),
          this.verdicts,
          this.botGame.node,
          this.lab.node,
        ),
      ),
      this.compare.node,
    );
    reach.choice.hidden = true;
    const desk = root.querySelector(".desk");
    this.sizes = new ResizeObserver(() => desk.style.setProperty("--desk-height", `${desk.offsetHeight}px`));
    this.sizes.observe(desk);
    const draft = this.draft();
    // The list shows the parent of the text.
    const [, parent] = /^extends\s*=\s*\[\s*["']([^"']+)/m.exec(draft?.text ?? file.text ?? "") ?? [];
    if (!address.with.variant && variants.some((it) => it.name === parent)) list.value = parent;
    if (address.with.variant && !file.path) await this.loadText(address.with.variant, true);
    else if (!file.path && !file.text) this.base = this.newRulebook(list);
    editor.renew(draft?.text ?? this.base);
    if (draft && draft.stamp !== file.stamp) this.changedElsewhere(file);
    else if (draft && !this.stored.own) this.offerBase(draft);
    if (file.path && variants.some((it) => it.name === address.with.variant && it.sort !== "file")) this.offerVariant(list);
    this.showFileState();
    this.showEarlier();
    this.check();
    if (file.path) this.end = follow("/api/design/events", () => this.onFileChange());
    this.leave = (event) => this.isEdited() && this.file.writable && event.preventDefault();
    addEventListener("beforeunload", this.leave);
  }

  close() {
    this.end?.();
    this.pendingCheck?.abort();
    this.drafts?.close();
    this.botGame?.close();
    this.lab?.close();
    this.sizes?.disconnect();
    removeEventListener("beforeunload", this.leave);
    notice("elsewhere", null);
    notice("replaced", null);
    notice("asked", null);
  }

  /** Returns the unsaved text of an earlier visit. */
  draft() {
    const draft = this.stored.latest();
    return draft && draft.path === this.file.path && draft.text !== this.file.text ? draft : null;
  }

  isEdited() {
    return this.editor.text !== this.file.text;
  }

  edited() {
    const { path, stamp } = this.file;
    const { text } = this.editor;
    if (text === this.base) this.stored.remove();
    else this.stored.save({ path, stamp, text });
    this.showFileState();
    this.showEarlier();
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => this.check(), CHECK_DELAY);
  }

  showFileState() {
    put(this.unsaved);
    this.state.textContent = !this.file.path ? "" : this.isEdited() ? "unsaved changes" : "saved";
    this.saveButton.disabled = !this.isEdited();
  }

  showEarlier() {
    this.earlier.hidden = this.stored.others(this.editor.text).length === 0;
  }

  /** Replaces the text. The user's own text stays in the undo history and among the drafts. */
  startFrom(text, base = text) {
    this.keepOwn();
    if (!this.file.path) this.base = base;
    this.editor.type(text);
    const { replaced } = this;
    notice(
      "replaced",
      replaced === null || replaced === text ? null : "The editor shows a new text.",
      el("button", { type: "button", text: "Bring back my text", onclick: () => this.bringBack(replaced) }),
    );
  }

  /** Stores the text as an earlier draft, if it contains the user's edits. */
  keepOwn() {
    const { text } = this.editor;
    if (text === this.base || text === this.file.text || text.trim() === "") return;
    this.stored.keep();
    this.replaced = text;
  }

  bringBack(text) {
    this.keepOwn();
    this.replaced = null;
    this.editor.type(text);
    notice("replaced", null);
  }

  /** Says that the text is a draft of another visit, and offers the text without its edits. */
  offerBase(draft) {
    const { base } = this;
    notice(
      "replaced",
      `The editor shows your unsaved draft, last edited on ${date(draft)}.`,
      el("button", { type: "button", text: "Start without it", onclick: () => this.startFrom(base) }),
      el("button", { type: "button", text: "Keep it", onclick: () => notice("replaced", null) }),
    );
  }

  /** Says that the editor shows the file, and not the variant of the address. */
  offerVariant(list) {
    const title = list.selectedOptions[0].textContent;
    const { value } = list;
    const load = () => this.loadText(value);
    notice(
      "asked",
      `The editor shows your file ${this.file.path}, and not ${title}. Saving a copy of ${title} would replace the text of your file.`,
      el("button", { type: "button", text: `Show a copy of ${title}`, onclick: () => load().then(() => notice("asked", null)) }),
      el("button", { type: "button", text: "Keep my file", onclick: () => notice("asked", null) }),
    );
  }

  /** Asks for one of the earlier drafts. */
  async chooseDraft() {
    const label = (it) => `${date(it)}: ${/^name\s*=\s*"(.*?)"/m.exec(it.text)?.[1] ?? "without a name"}`;
    const drafts = this.stored.others(this.editor.text).map((it) => ({ label: label(it), value: it.text }));
    const text = await dialog("Earlier drafts", [], [...drafts, { label: "Cancel", value: null, main: true }]);
    if (text !== null) this.startFrom(text, this.base);
  }

  newRulebook(list) {
    const title = list.selectedOptions[0].textContent;
    return `name    = ${JSON.stringify(`${title}, my rules`)}\nabout   = "State the difference here."\npart    = "game"\nextends = [${JSON.stringify(list.value)}]\n`;
  }

  /** Loads the text of a variant: as the text before the edits, or in place of the text. */
  async loadText(name, isBase = false) {
    try {
      const { text } = await get("/api/design", { name });
      if (isBase) this.base = text;
      else this.startFrom(text);
    } catch (refusal) {
      announce(refusal.message);
      notice("elsewhere", refusal.message);
    }
  }

  /** Sends the text to the server. Only the response to the newest text counts. */
  async check() {
    this.pendingCheck?.abort();
    this.pendingCheck = new AbortController();
    this.compare.update();
    const text = this.editor.text;
    const start = performance.now();
    const slow = setTimeout(() => text === this.editor.text && this.showUnchecked(), SLOW_CHECK);
    try {
      const results = await post("/api/design/check", { text }, this.pendingCheck.signal);
      if (text !== this.editor.text) return;
      this.showResults(results, text);
      this.timing.dataset.edit = String(Number(this.timing.dataset.edit ?? 0) + 1);
      this.timing.textContent = `Checked in ${Math.round(performance.now() - start)} ms.`;
    } catch (refusal) {
      // A newer text is being checked.
      if (refusal.name === "AbortError" || refusal.code === "superseded" || text !== this.editor.text) return;
      this.showUnchecked(refusal);
    } finally {
      clearTimeout(slow);
    }
  }

  /** Says that the text is not checked. The results of an older text would be taken for its own. */
  showUnchecked(refusal = null) {
    this.timing.textContent = "";
    this.editor.mark([]);
    this.drafts.update({ ok: false });
    this.old.hidden = true;
    renew(this.found, refusal?.message ?? null, () => [
      el("p", { class: "unchecked", text: "This text is not checked yet." }),
      // The notice above the page says that the server does not answer, and when it is back.
      refusal?.status && el("p", { class: "quiet", rich: `${refusal.message} ${refusal.help}` }),
    ]);
    if (this.lastValid) cases(this.verdicts, this.lastValid.cases ?? [], true);
    clearTimeout(this.announceTimer);
  }

  /** Checks the text again, because the server is back. */
  reconnect() {
    notice("draft", null);
    this.check();
  }

  showResults(results, text) {
    const found = relevant(results.findings);
    const goTo = (it) => it.line && this.editor.goto(it.line, it.column ?? 1);
    this.editor.mark(found);
    this.drafts.update(results);
    this.lab.update(results);
    findings(this.found, found, goTo);
    if (results.ok) {
      const isNew = this.lastValid?.hash !== results.hash;
      this.lastValid = { ...results, text };
      this.reach.setChoices(results.seats ?? [], results.kinds ?? []);
      if (isNew || !results.hash) this.setBoardLinks();
      if (isNew && results.setup) this.botGame.update(text);
      cases(this.verdicts, results.cases ?? [], false);
      if (this.showsSetup && results.svg) this.reach.board.show(results.svg);
      if (!this.showsSetup) this.reach.refresh();
    } else if (this.lastValid) cases(this.verdicts, this.lastValid.cases ?? [], true);
    // The list of problems may be below the window.
    this.old.hidden = results.ok || found.length === 0;
    this.oldText.hidden = !this.lastValid;
    if (!this.old.hidden) {
      put(this.firstFinding, rich(summary(found)));
      this.firstFinding.onclick = () => goTo(found[0]);
    }
    document.title = `${this.lastValid?.title ?? "Design"} – threefold`;
    clearTimeout(this.announceTimer);
    this.announceTimer = setTimeout(() => announce(found.length ? summary(found) : "No problems found."), 900);
  }

  /** Gives the links of the board to the keyboard navigation. */
  setBoardLinks() {
    const { squares, headings } = this.lastValid;
    if (squares) this.reach.board.setVariant({ squares, headings });
  }

  setMode(showsSetup) {
    this.showsSetup = showsSetup;
    this.reach.isOn = !showsSetup;
    this.reach.choice.hidden = showsSetup;
    this.reach.summary.textContent = showsSetup ? "" : matchMedia("(hover: none)").matches ? "Tap a square." : "Point at a square, or go there with the keys.";
    this.reach.answer = null;
    this.reach.board.mark({});
    if (showsSetup && this.lastValid?.svg) this.reach.board.show(this.lastValid.svg);
    if (!showsSetup) this.reach.visit(this.reach.square ?? this.reach.board.here, false);
    if (!showsSetup) this.reach.refresh();
  }

  async save() {
    if (!this.file.writable) return announce("There is no file to save to.");
    const text = this.editor.text;
    try {
      const { stamp } = await post("/api/design/save", { text, stamp: this.file.stamp });
      this.file = { ...this.file, text, stamp };
      this.base = text;
      this.stored.remove();
      notice("elsewhere", null);
      this.showFileState();
      announce("Saved.");
    } catch (refusal) {
      if (refusal.code !== "changed-elsewhere") {
        put(this.unsaved, "Not saved: ", rich(`${refusal.message} ${refusal.help}`));
        return;
      }
      const other = refusal.body.text !== undefined ? refusal.body : await get("/api/design");
      this.changedElsewhere(other);
      const choose = () => document.querySelector('[data-name="elsewhere"] button')?.focus();
      put(this.unsaved, "Not saved: another program has changed the file. ", el("button", { type: "button", class: "small", text: "Choose which text to keep", onclick: choose }));
    }
  }

  /** Handles a change of the file by another program. */
  async onFileChange() {
    try {
      const file = await get("/api/design");
      if (file.stamp === this.file.stamp) return;
      if (this.isEdited() && file.text !== this.editor.text) return this.changedElsewhere(file);
      this.adopt(file, "Another program has changed the file. The editor shows the new text.");
    } catch {
      // The stream reports the change again when the server is back.
    }
  }

  adopt(file, message) {
    this.file = { ...this.file, text: file.text, stamp: file.stamp };
    this.base = file.text;
    this.stored.remove();
    notice("elsewhere", null);
    this.editor.set(file.text);
    this.showFileState();
    this.check();
    announce(message);
  }

  /** Keeps both texts until the user chooses one. */
  changedElsewhere(other) {
    const showOther = async () => {
      const area = el("textarea", { readonly: true, rows: "18", cols: "72", "aria-label": "The file's text" });
      area.value = other.text;
      await dialog("Current text of the file", [area], [{ label: "Close", value: null, main: true }]);
    };
    notice(
      "elsewhere",
      "Another program has changed the file, and you have unsaved changes. Choose which text to keep.",
      el("button", { type: "button", text: "Show the file's text", onclick: showOther }),
      el("button", {
        type: "button",
        text: "Use the file's text",
        onclick: () => this.adopt(other, "The editor shows the file's text."),
      }),
      el("button", {
        type: "button",
        text: "Keep my text (saving overwrites the file)",
        onclick: () => {
          this.file = { ...this.file, text: other.text, stamp: other.stamp };
          this.edited();
          notice("elsewhere", null);
        },
      }),
    );
    announce("Another program has changed the file.");
  }
}
