// The URL fragment, which holds the view and its parameters.
//
// Input: the part of the URL after `#`. Output: `{ view, id, with, unknown }`, and URLs made from it.
// Examples: `#play/ID?seat=r&from=w`, `#play?variant=NAME&position=...`, `#rules?variant=NAME`,
// `#design`. Does not know what the views show.

export const VIEWS = ["play", "rules", "design"];

/** Parses a fragment. Unknown views become `play`, with the text that is not known in `unknown`. */
export function read(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const [view, id = ""] = path.split("/");
  const isId = /^[A-Za-z0-9]*$/.test(id);
  return {
    view: VIEWS.includes(view) ? view : "play",
    id: isId ? id : "",
    unknown: isId && (VIEWS.includes(view) || !path) ? "" : path,
    with: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Returns a fragment, including `#`. */
export function hash(view, id = "", parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, value);
  }
  const text = query.toString();
  return `#${view}${id ? `/${id}` : ""}${text ? `?${text}` : ""}`;
}

const THIS_MACHINE = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Returns a complete URL that can be given to others. `shared` is the server's URL for other
 * machines. It is used if this page was opened by a name that other machines would take as their
 * own.
 */
export function link(view, id, parameters, shared = null) {
  const origin = shared && THIS_MACHINE.includes(location.hostname) ? shared : location.origin;
  return origin + location.pathname + hash(view, id, parameters);
}

/** Opens a view and adds a history entry. */
export function go(view, id, parameters) {
  location.hash = hash(view, id, parameters);
}

/** Updates the URL without opening a view or adding a history entry. */
export function note(view, id, parameters) {
  history.replaceState(null, "", hash(view, id, parameters));
}
