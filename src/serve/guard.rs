//! Who may ask: the page that came from here, and nobody else.
//!
//! In: a [`Request`] and the port. Out: nothing, or a [`Fault`]. Another page, open in the
//! same browser, can send requests here, and can give this address a name of its own: the
//! `Host` tells the one, the `Origin` the other. Refuses to know what is asked for.

use super::answer::Fault;
use super::http::{Method, Request};

/// Whether a request may be answered.
pub fn look(request: &Request, port: u16) -> Result<(), Fault> {
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let is_own = |it: &str| names.iter().any(|name| name.eq_ignore_ascii_case(it));
    if !request.header("host").is_some_and(is_own) {
        let help = format!("this server is called {}", names[0]);
        return Err(Fault::new(403, "wrong-host", "the request is meant for another host").help(help));
    }
    let origin = request.header("origin");
    let from_here = origin.and_then(|it| it.strip_prefix("http://")).is_some_and(is_own);
    if request.method != Method::Post {
        // Another page may lead here, and may not use what is here.
        let is_led = request.header("sec-fetch-mode") == Some("navigate");
        let is_foreign = matches!(request.header("sec-fetch-site"), Some("cross-site" | "same-site")) && !is_led;
        return match (request.has_header("origin") && !from_here) || is_foreign {
            true => Err(Fault::new(403, "wrong-origin", "only the page that came from here may use this")),
            false => Ok(()),
        };
    }
    if !from_here {
        return Err(Fault::new(403, "wrong-origin", "only the page that came from here may change something"));
    }
    let kind = request.header("content-type").map(|it| it.split(';').next().unwrap_or("").trim());
    if !kind.is_some_and(|it| it.eq_ignore_ascii_case("application/json")) {
        return Err(Fault::new(415, "not-json", "what is sent must be `application/json`"));
    }
    Ok(())
}
