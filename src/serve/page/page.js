// Entry point of the page: chooses the view and shows notices.
//
// Input: the URL. Output: one of three views in `main`. Does not know games, rules and files.

import { onConnection } from "./page/api.js";
import { hash, read } from "./page/address.js";
import { announce, closeDialogs, copy, el, keyed, notice, put, silence } from "./page/dom.js";
import { design } from "./page/design.js";
import { lobby } from "./page/lobby.js";
import { play } from "./page/play.js";
import { rules } from "./page/rules.js";

const main = document.querySelector("main");
const views = { play: (root, address) => (address.id ? play(root, address) : lobby(root, address)), rules, design };
const titles = { play: "Play – threefold", rules: "Rules – threefold", design: "Design – threefold" };

let open = { close() {} };
let latest = 0;
let isOffline = false;
/** Time in milliseconds after which the page says that a view is loading. */
const SLOW_VIEW = 400;
/** Delay before a view is loaded again whose request failed just before the server came back, in milliseconds. */
const RETRY_DELAY = 1_000;

/** Says that a view is loading, and blocks the controls of the last one. */
function showLoading() {
  if (main.querySelector(".loading")) return;
  for (const it of main.children) it.inert = true;
  main.append(el("p", { class: "loading over-view", text: "Loading …" }));
  announce("Loading …");
}

async function route() {
  const request = ++latest;
  const address = read();
  closeDialogs();
  silence();
  open.close();
  open = { close() {} };
  notice("variant", null);
  notice("address", address.unknown ? `There is nothing at “#${address.unknown}”. Here are the games.` : null);
  for (const it of document.querySelectorAll("nav.views a")) {
    if (it.hash.split("?")[0] === `#${address.view}`) it.setAttribute("aria-current", "page");
    else it.removeAttribute("aria-current");
  }
  document.title = titles[address.view];
  main.setAttribute("aria-busy", "true");
  main.dataset.view = address.view;
  const root = el("div", { class: "view" });
  const { activeElement } = document;
  const slow = setTimeout(() => request === latest && showLoading(), SLOW_VIEW);
  try {
    const view = await views[address.view](root, address);
    if (request !== latest) return view.close();
    open = view;
    const isFirst = !main.dataset.ready;
    const now = document.activeElement;
    // A button that is disabled meanwhile loses the focus, and so does a view that is blocked.
    const hadFocus = main.contains(now) || (now === document.body && !isFirst);
    // A list that goes with its view confirms no choice.
    if (hadFocus) delete now.dataset.walked;
    const { key } = now === document.body ? activeElement.dataset : now.dataset;
    put(main, root);
    // A focus on a removed element moves to the same one in the new view, or to its start.
    const same = hadFocus && key ? keyed(main, key) : null;
    // The start of a new view, and not what happens to be where the last one was scrolled to.
    if (!isFirst && !same) scrollTo(0, 0);
    if (same) same.focus();
    else if (hadFocus) main.focus({ preventScroll: true });
    main.dataset.ready = address.view;
    if (isOffline) showOffline();
    main.removeAttribute("aria-busy");
  } catch (refusal) {
    if (request !== latest) return;
    main.removeAttribute("aria-busy");
    const record = refusal.body?.record;
    const isAway = refusal.code === "no-server";
    if (isOffline) showOffline();
    // The server came back before this request failed, so nothing else loads the view again.
    else if (isAway) setTimeout(() => request === latest && route(), RETRY_DELAY);
    put(
      main,
      el(
        "div",
        { class: "view" },
        // The notice says that the server does not answer.
        el("p", { role: "alert", rich: isAway ? "This view cannot be loaded now." : refusal.message }),
        el("p", { class: "quiet", rich: isAway ? "It is loaded as soon as the server is back." : refusal.help ?? "" }),
        el(
          "p",
          { class: "tools" },
          // What does not exist will not exist after another attempt.
          refusal.status !== 404 && el("button", { type: "button", text: "Try again", onclick: route }),
          record && el("button", { type: "button", text: "Copy the record", onclick: () => copy(record, "Record") }),
          el("a", { href: "#play", text: "All games" }),
        ),
      ),
    );
  } finally {
    clearTimeout(slow);
  }
}

/** Says that the server does not answer, and what that means for the open view. */
function showOffline() {
  const isSaved = open.isSaved?.();
  const more = isSaved ? " Your game is saved." : isSaved === false ? " This game has no move yet, so it is not saved." : "";
  notice("net", `The server does not answer. The page continues as soon as it does.${more}`);
}

onConnection((isOnline) => {
  isOffline = !isOnline;
  if (isOnline) {
    // What the view then says about the new server matters more.
    const shown = notice("net", "The server is back.");
    shown.dataset.brief = "";
    announce("The server is back.");
    setTimeout(() => shown?.isConnected && notice("net", null), 3000);
    if (open.reconnect) open.reconnect();
    // A view that failed to load while the server was away is loaded again.
    else if (!main.querySelector(".board svg, .preview svg")) route();
  } else {
    showOffline();
    announce("The server does not answer.");
  }
});

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
// The rules of the open game, also in another tab.
const toRules = document.querySelector('nav.views a[href="#rules"]');
for (const it of ["click", "auxclick"]) toRules.addEventListener(it, () => (toRules.hash = hash("rules", "", { variant: open.variant?.() })));
addEventListener("hashchange", route);
route();
