// Requests to the server and its server-sent events (SSE).
//
// Input: paths and values. Output: JSON, or a `Refusal` that a person can read. Reports a lost
// connection to the listener of `onConnection`. Does not know what the responses mean, or the
// elements of the page.

/** The reason why the server rejected a request. */
export class Refusal extends Error {
  constructor(status, code, message, help, body = {}) {
    super(message);
    Object.assign(this, { status, code, help: help ?? "", body });
  }
}

let isOnline = true;
let listener = () => {};

/** Sets the listener for a lost (`false`) or restored (`true`) connection. */
export function onConnection(call) {
  listener = call;
}

function setReachable(reachable) {
  if (reachable === isOnline) return;
  isOnline = reachable;
  listener(reachable);
  if (!reachable) return retry();
  const streams = [...waiting];
  waiting.clear();
  for (const connect of streams) connect();
}

/** Delay before the first attempt to reach the server again, in milliseconds. It doubles after each attempt. */
const RETRY_DELAY = 700;
/** Maximum delay before an attempt. */
const MAX_RETRY_DELAY = 6_000;

/** Streams that wait until the server answers. */
const waiting = new Set();

/** Tries to reach the server until it answers. All parts of the page rely on these attempts. */
function retry(delay = RETRY_DELAY) {
  setTimeout(async () => {
    if (!isOnline && (await isReachable("/api/variants")) === null) retry(Math.min(2 * delay, MAX_RETRY_DELAY));
  }, delay);
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
    response = await fetch(path, { cache: "no-store", ...options, headers: { ...options.headers, prefer: "refusal=200" } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    setReachable(false);
    const help = options.method
      ? "When it is back, repeat your last change if it is missing."
      : "The page tries again automatically.";
    throw new Refusal(0, "no-server", "The server does not answer.", help);
  }
  setReachable(true);
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  let body = text;
  if (isJson) {
    try {
      body = JSON.parse(text);
    } catch {
      throw new Refusal(response.status, "bad-answer", "The server's response cannot be read.", "Reload the page.");
    }
  }
  if (response.ok && !body?.error) return body;
  const status = response.ok ? 422 : response.status;
  const error = body?.error ?? {};
  const message = error.message ?? `The server rejected the request (status ${status}).`;
  throw new Refusal(status, error.code ?? `http-${status}`, message, error.help, body);
}

/** Sends a GET request. */
export function get(path, parameters, signal) {
  return request(address(path, parameters), { signal });
}

/** Sends a POST request with a JSON body. */
export function post(path, body, signal) {
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

const cache = new Map();

/** Like `get`, but caches the response. For data that is constant while the server runs. */
export function cachedGet(path, parameters) {
  const key = address(path, parameters);
  if (!cache.has(key)) {
    const response = get(path, parameters);
    cache.set(key, response);
    response.catch(() => cache.delete(key));
  }
  return cache.get(key);
}

/**
 * Requests information about a variant. Responses about files are not cached, because files may
 * change.
 */
export function variantInfo(path, name) {
  return name.endsWith(".toml") ? get(path, { name }) : cachedGet(path, { name });
}

/** Interval at which a hidden page polls, in milliseconds. */
const POLL_INTERVAL = 15_000;

/** Reports whether a path exists; `null` if the server does not answer. */
async function isReachable(path) {
  const controller = new AbortController();
  try {
    const response = await fetch(path, { cache: "no-store", signal: controller.signal });
    setReachable(true);
    return response.ok;
  } catch {
    setReachable(false);
    return null;
  } finally {
    controller.abort();
  }
}

/**
 * Follows a stream of server-sent events. `call` runs at once and after each change; a lost
 * connection is restored. Returns a function that stops it. A browser opens at most six
 * connections to a host, and each stream occupies one. A hidden page therefore polls.
 */
export function follow(path, call) {
  let source = null;
  let retryTimer = 0;
  let pollTimer = 0;
  let isClosed = false;
  const disconnect = () => {
    clearTimeout(retryTimer);
    waiting.delete(connect);
    clearInterval(pollTimer);
    source?.close();
    source = null;
  };
  const connect = () => {
    disconnect();
    const stream = new EventSource(path);
    source = stream;
    stream.addEventListener("open", () => setReachable(true));
    stream.addEventListener("change", (event) => {
      let data = {};
      try {
        data = JSON.parse(event.data);
      } catch {
        // An event without data still means a change.
      }
      call(data);
    });
    stream.addEventListener("error", async () => {
      // EventSource reconnects by itself, but gives up after an HTTP error and does not say which
      // case it was.
      if (source !== stream) return;
      disconnect();
      const exists = await isReachable(path);
      if (isClosed || source || document.hidden) return;
      // The server is there, but not what the stream is about. The next request says why.
      if (exists === false) return call({});
      if (exists) retryTimer = setTimeout(connect, 0);
      else waiting.add(connect);
    });
  };
  const update = () => {
    if (!document.hidden) return connect();
    disconnect();
    pollTimer = setInterval(() => call({}), POLL_INTERVAL);
  };
  document.addEventListener("visibilitychange", update);
  update();
  return () => {
    isClosed = true;
    document.removeEventListener("visibilitychange", update);
    disconnect();
  };
}
