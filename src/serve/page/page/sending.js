// An action on its way to the server.
//
// Input: the version of the game that an action is about, and versions that arrive. Output: whether
// another action may be sent, and the mark `aria-busy` on the game while an answer takes long. Does
// not know requests.

/** Time in milliseconds after which the page shows that it waits for an answer. */
const SLOW_ANSWER = 120;

/** At most one action for each version of a game. */
export class Sending {
  #view;
  #version = null;
  #slow = 0;

  /** `view` returns the element of the game, which gets the mark. */
  constructor(view) {
    this.#view = view;
  }

  /**
   * Begins to wait for the answer to an action. Returns false if an action about the same version is already under way: a second
   * one would be about an old position. `show` is called if the answer takes long.
   */
  begin(version, show) {
    if (this.#version === version) return false;
    this.#version = version;
    this.#slow = setTimeout(() => {
      this.#view()?.setAttribute("aria-busy", "true");
      show();
    }, SLOW_ANSWER);
    return true;
  }

  /** Ends the wait if a later version arrives: other news may be faster than the answer. */
  arrived(version) {
    if (this.#version !== null && this.#version < version) this.end(this.#version);
  }

  /** Ends the wait for the action about a version, unless a later action is under way. Returns whether the page showed the wait. */
  end(version) {
    if (this.#version !== version) return false;
    clearTimeout(this.#slow);
    this.#version = null;
    const view = this.#view();
    const isShown = Boolean(view?.hasAttribute("aria-busy"));
    view?.removeAttribute("aria-busy");
    return isShown;
  }
}
