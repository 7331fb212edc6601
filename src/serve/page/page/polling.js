// Repeats a request while the page is visible.
//
// Input: a function that asks the server. Output: calls of it: at once, after a delay, and when the
// page becomes visible again. Does not know what is asked.

/** Delay while the server does not answer, in milliseconds. */
export const NO_SERVER_DELAY = 5_000;

export class Polling {
  /** `ask` sends the request. `delay` is the time between two requests, in milliseconds. */
  constructor(ask, delay) {
    this.ask = ask;
    this.delay = delay;
    this.isClosed = false;
    this.onVisible = () => this.now();
    document.addEventListener("visibilitychange", this.onVisible);
  }

  /** Asks at once, unless the page is hidden. */
  now() {
    this.stop();
    if (!this.isClosed && !document.hidden) this.ask();
  }

  /** Asks after the delay. Without an answer from the server, the delay is long. */
  later(hasAnswer = true) {
    this.stop();
    if (!this.isClosed) this.timer = setTimeout(() => this.now(), hasAnswer ? this.delay : Math.max(this.delay, NO_SERVER_DELAY));
  }

  /** Drops the next request. */
  stop() {
    clearTimeout(this.timer);
  }

  close() {
    this.isClosed = true;
    this.stop();
    document.removeEventListener("visibilitychange", this.onVisible);
  }
}
