// The unsaved texts of the rulebook editor.
//
// Input: the text of a tab, and which file or variant it belongs to. Output: the text of an earlier
// visit. A tab finds its own text after a reload. A new tab finds the latest one. Each tab has its own
// entry, so that two tabs do not overwrite each other. Without a file and a variant, a tab finds the text
// that it edited last, of whatever variant. Does not know rulebooks and the editor.

import { storedList } from "./stored.js";

const NAME = "drafts";
/** The name under which a tab stores what it edited last. */
const LAST = "last draft";
/** Maximum number of stored drafts. The oldest ones are dropped. */
const COUNT = 12;

/** Stores drafts, without the oldest ones if there is no room for all. */
function store(drafts) {
  for (let kept = drafts.slice(-COUNT); ; kept = kept.slice(1)) {
    try {
      return localStorage.setItem(NAME, JSON.stringify(kept));
    } catch {
      if (kept.length < 2) return;
    }
  }
}

/** The drafts of one file, or those without a file, as this tab sees them. */
export class Drafts {
  /** Without a `path`, `variant` is the rulebook that the editor opens, if the address names one. */
  constructor(path, variant) {
    this.path = path;
    this.variant = path === null ? variant : null;
    this.key = path ?? variant ?? "";
    try {
      if (path === null && !variant) this.key = sessionStorage.getItem(LAST) ?? "";
      const { key } = this;
      this.own = JSON.parse(sessionStorage.getItem(`draft ${key}`));
    } catch {
      this.own = null;
    }
    this.keep();
    this.replaced = this.own?.number;
  }

  /** Keeps the stored draft and begins another one. */
  keep() {
    this.replaced = null;
    this.number = `${Date.now()} ${Math.random()}`;
  }

  /** Returns the draft of this tab, or the latest one of another tab. */
  latest() {
    return this.own ?? this.all().findLast((it) => !this.variant || it.key === this.variant) ?? null;
  }

  /** Returns the drafts of the file, or all drafts without a file. */
  all() {
    return storedList(NAME).filter((it) => (this.path === null ? (it.path ?? null) === null : it.key === this.path));
  }

  /** Returns the drafts with other texts than the one shown, the newest first. */
  others(shown) {
    const texts = new Map(this.all().reverse().filter((it) => it.text !== shown).map((it) => [it.text, it]));
    return [...texts.values()];
  }

  /** Stores the draft of this tab. */
  save(draft) {
    const { key, number } = this;
    this.own = { ...draft, key, number, time: Date.now() };
    store([...this.rest(), this.own]);
    try {
      sessionStorage.setItem(`draft ${key}`, JSON.stringify(this.own));
      if (this.path === null) sessionStorage.setItem(LAST, key);
    } catch {
      // The draft is still in the other storage.
    }
  }

  /** Removes the draft of this tab, because its text is saved. */
  remove() {
    store(this.rest());
    sessionStorage.removeItem(`draft ${this.key}`);
    this.own = null;
  }

  rest() {
    return storedList(NAME).filter((it) => it.key !== this.key || ![this.number, this.replaced].includes(it.number));
  }
}
