// Entry point of the page: chooses the view and shows notices.
//
// Input: the URL. Output: one of three views in `main`. Does not know games, rules and files.

import { onConnection } from "./page/api.js";
import { read } from "./page/address.js";
import { announce, closeDialogs, copy, el, notice, put } from "./page/dom.js";
import { design } from "./page/design.js";
import { lobby } from "./page/lobby.js";
import { play } from "./page/play.js";
import { rules } from "./page/rules.js";

const main = document.querySelector("main");
const views = { play: (root, address) => (address.id ? play(root, address) : lobby(root, address)), rules, design };
const titles = { play: "Play – threefold", rules: "Rules – threefold", design: "Design – threefold" };

let open = { close() {} };
let latest = 0;

async function route() {
  const request = ++latest;
  const address = read();
  closeDialogs();
  open.close();
  open = { close() {} };
  for (const it of document.querySelectorAll("nav.views a")) {
    if (it.hash === `#${address.view}`) it.setAttribute("aria-current", "page");
    else it.removeAttribute("aria-current");
  }
  document.title = titles[address.view];
  main.dataset.view = address.view;
  const root = el("div", { class: "view" });
  try {
    const view = await views[address.view](root, address);
    if (request !== latest) return view.close();
    open = view;
    const hadFocus = main.contains(document.activeElement);
    put(main, root);
    // A focus on a removed element moves to the start of the new view.
    if (hadFocus) main.focus({ preventScroll: true });
    main.dataset.ready = address.view;
  } catch (refusal) {
    if (request !== latest) return;
    put(
      main,
      el(
        "div",
        { class: "view" },
        el("p", { text: refusal.message }),
        el("p", { class: "quiet", text: refusal.help ?? "" }),
        el("button", { type: "button", text: "Try again", onclick: route }),
      ),
    );
  }
}

onConnection((isOnline) => {
  if (isOnline) {
    const shown = notice("net", "The server is back.");
    announce("The server is back.");
    setTimeout(() => shown?.isConnected && notice("net", null), 3000);
    // A view that failed to load while the server was away is loaded again.
    if (!main.querySelector(".board svg, .preview svg")) route();
  } else {
    notice("net", "The server does not answer. The page continues as soon as it does. Your game is saved.");
    announce("The server does not answer.");
  }
});

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", route);
route();
