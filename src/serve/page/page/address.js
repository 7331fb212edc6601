// The state in the address: what is looked at, and from where.
//
// In: the part of the address behind `#`. Out: `{ view, id, with }`, and addresses made from
// it. Refuses to know: what is shown there. `#play/ID?seat=r&from=w`, `#play?variant=NAME&position=...`,
// `#rules?variant=NAME`, `#design`.

export const VIEWS = ["play", "rules", "design"];

/** What an address asks for. Whatever it says, some view is meant. */
export function read(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const [view, id = ""] = path.split("/");
  return {
    view: VIEWS.includes(view) ? view : "play",
    id: /^[A-Za-z0-9]+$/.test(id) ? id : "",
    with: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** The address of something, from `#` on. */
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
 * The whole address, to be handed on. `shared` is where other machines reach the server: it is
 * used if this page was opened by a name that means another machine there.
 */
export function link(view, id, parameters, shared = null) {
  const origin = shared && THIS_MACHINE.includes(location.hostname) ? shared : location.origin;
  return origin + location.pathname + hash(view, id, parameters);
}

/** Goes there: a new entry of the history, and the view is opened. */
export function go(view, id, parameters) {
  location.hash = hash(view, id, parameters);
}

/** Says in the address what is seen already: no new entry, nothing is opened. */
export function note(view, id, parameters) {
  history.replaceState(null, "", hash(view, id, parameters));
}
