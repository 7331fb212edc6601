// Asking the server.
//
// Holds: requests, their refusals as sentences, and following what changes. In: paths and
// values. Out: answers, or a `Refusal` that a person can read. Refuses to know: what the
// answers mean, and the page's elements. Whether the server is there is told to `onNet`.

/** Why the server did not do what it was asked. */
export class Refusal extends Error {
  constructor(status, code, message, help, body = {}) {
    super(message);
    Object.assign(this, { status, code, help: help ?? "", body });
  }
}

let isThere = true;
let listener = () => {};

/** Who is to be told that the server went away (`false`) or is there again (`true`). */
export function onNet(call) {
  listener = call;
}

function met(there) {
  if (there === isThere) return;
  isThere = there;
  listener(there);
  if (!there) wait();
}

/** How soon a server that went away is asked again. */
const AGAIN = 700;

/** Asks until the server is there again. */
function wait() {
  setTimeout(async () => {
    if (!isThere && (await stands("/api/variants")) === null) wait();
  }, AGAIN);
}

function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options });
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    met(false);
    const help = "It is asked again as soon as it is there; nothing that was played is lost.";
    throw new Refusal(0, "no-server", "The server does not answer.", help);
  }
  met(true);
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  let body = text;
  if (isJson) {
    try {
      body = JSON.parse(text);
    } catch {
      throw new Refusal(response.status, "bad-answer", "The server's answer cannot be read.", "Load the page again.");
    }
  }
  if (response.ok) return body;
  const error = body?.error ?? {};
  const message = error.message ?? `The server refused this (${response.status}).`;
  throw new Refusal(response.status, error.code ?? `http-${response.status}`, message, error.help, body);
}

/** Asks for something. */
export function get(path, parameters, signal) {
  return request(address(path, parameters), { signal });
}

/** Asks that something be done. */
export function post(path, body, signal) {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

const stored = new Map();

/** Like `get`, asked only once for the same thing: for what does not change while the server runs. */
export function once(path, parameters) {
  const key = address(path, parameters);
  if (!stored.has(key)) {
    const asked = get(path, parameters);
    stored.set(key, asked);
    asked.catch(() => stored.delete(key));
  }
  return stored.get(key);
}

/** What is told of a variant: of a shipped one once, of a file each time, since it may change. */
export function told(path, name) {
  return name.endsWith(".toml") ? get(path, { name }) : once(path, { name });
}

/** How often a page that is not seen asks. */
const GLANCE = 15_000;

/** Whether there is something to follow; `null` where nobody answers. */
async function stands(path) {
  const asked = new AbortController();
  try {
    const response = await fetch(path, { cache: "no-store", signal: asked.signal });
    met(true);
    return response.ok;
  } catch {
    met(false);
    return null;
  } finally {
    asked.abort();
  }
}

/**
 * Follows what changes; `call` is told at once and at each change. After a loss it comes
 * back by itself. The answer ends it. A browser holds few connections to one place at a
 * time, and a page that listens keeps one: so a page that is not seen only asks now and then.
 */
export function follow(path, call) {
  let source = null;
  let later = 0;
  let glances = 0;
  let ended = false;
  const shut = () => {
    clearTimeout(later);
    clearInterval(glances);
    source?.close();
    source = null;
  };
  const open = () => {
    shut();
    const mine = new EventSource(path);
    source = mine;
    mine.addEventListener("open", () => met(true));
    mine.addEventListener("change", (event) => {
      let data = {};
      try {
        data = JSON.parse(event.data);
      } catch {
        // A change without particulars is a change.
      }
      call(data);
    });
    mine.addEventListener("error", async () => {
      // A browser tries again by itself, but gives up where something else answered, and
      // does not say which it was.
      if (source !== mine) return;
      shut();
      const there = await stands(path);
      if (ended || source || document.hidden || there === false) return;
      later = setTimeout(open, there ? 0 : AGAIN);
    });
  };
  const look = () => {
    if (!document.hidden) return open();
    shut();
    glances = setInterval(() => call({}), GLANCE);
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", look);
    shut();
  };
}
