// The page: which view is open, and what is said over all of them.
//
// In: the address. Out: one view of three in `main`. Refuses to know: games, rules, files.

import { onNet } from "./page/ask.js";
import { read } from "./page/address.js";
import { el, notice, put, say } from "./page/dom.js";
import { design } from "./page/design.js";
import { lobby } from "./page/lobby.js";
import { play } from "./page/play.js";
import { rules } from "./page/rules.js";

const main = document.querySelector("main");
const views = { play: (root, address) => (address.id ? play(root, address) : lobby(root, address)), rules, design };
const titles = { play: "Play – threefold", rules: "Rules – threefold", design: "Design – threefold" };

let open = { close() {} };
let asked = 0;

async function route() {
  const turn = ++asked;
  const address = read();
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
    const made = await views[address.view](root, address);
    if (turn !== asked) return made.close();
    open = made;
    const wasLost = main.contains(document.activeElement);
    put(main, root);
    // Whoever pressed a button that is gone goes on where the new view begins.
    if (wasLost) main.focus({ preventScroll: true });
    main.dataset.ready = address.view;
  } catch (refusal) {
    if (turn !== asked) return;
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

onNet((isThere) => {
  if (isThere) {
    const made = notice("net", "The server is there again.");
    say("The server is there again.");
    setTimeout(() => made?.isConnected && notice("net", null), 3000);
    // A view that came up without its board has waited for this.
    if (!main.querySelector(".board svg, .preview svg")) route();
  } else {
    notice("net", "The server does not answer. The page goes on as soon as it does; what was played is kept.");
    say("The server does not answer.");
  }
});

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", route);
route();
