// The URL fragment, which holds the view and its parameters.
//
// Input: the part of the URL after `#`. Output: `{ view, id, with, unknown }`, and URLs made from it.
// Examples: `#play/ID?seat=r&from=w`, `#play?variant=NAME&position=...`, `#rules?variant=NAME`,
// `#design`. Does not know what the views show.

export const VIEWS = ["play", "rules", "design"];

/** The fragment of the open view. Another one in the URL belongs to a view that opens next. */
let current = location.hash;

/** Parses the fragment of the URL, whose view opens now. Unknown views become `play`, with the text that is not known in `unknown`. */
export function read() {
  current = location.hash;
  const [path, query = ""] = current.replace(/^#/, "").split(/\?(.*)/s);
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

/** Updates the URL without opening a view or adding a history entry, unless another view opens next. */
export function note(view, id, parameters) {
  if (location.hash !== current) return;
  history.replaceState(null, "", hash(view, id, parameters));
  current = location.hash;
}
