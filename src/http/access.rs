//! Access control: the checks of `Host` and `Origin`, and the caller's permissions.
//!
//! Input: a [`Request`], both ends of its connection, and the names of `--allow-host`. Output: a
//! [`Caller`] or an [`HttpError`]. Another page in the same browser could send requests to this
//! server (cross-site request forgery) or use a name that resolves to its address (DNS rebinding).
//! `Host` reveals the name, and `Origin` reveals the page. Does not know what is requested.

use std::net::{IpAddr, SocketAddr, TcpStream, UdpSocket};

use super::answer::HttpError;
use super::message::{Method, Request};

/// Headers that a proxy adds. They show that a request comes from another machine.
const FORWARDED: &[&str] = &["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];

/// Both ends of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// The address of this server that the client connected to.
    pub local: SocketAddr,
    /// The address of the client.
    pub peer: IpAddr,
}

impl Ends {
    /// Returns the ends of a connection. `None` if it is closed.
    pub fn of(stream: &TcpStream) -> Option<Self> {
        let (local, peer) = (stream.local_addr().ok()?, stream.peer_addr().ok()?);
        Some(Self { local: SocketAddr::new(local.ip().to_canonical(), local.port()), peer: peer.ip().to_canonical() })
    }

    fn is_this_machine(&self) -> bool {
        self.peer.is_loopback() || self.peer == self.local.ip()
    }

    /// Returns the names of this server as browsers write them.
    fn names(&self) -> Vec<String> {
        let (ip, port) = (self.local.ip(), self.local.port());
        let mut hosts = vec![if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() }];
        hosts.extend(ip.is_loopback().then(|| "localhost".to_owned()));
        let mut names: Vec<String> = hosts.iter().map(|it| format!("{it}:{port}")).collect();
        // Browsers omit the default port.
        names.extend(hosts.into_iter().filter(|_| port == 80));
        names
    }
}

/// The kind of client that sent a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// A direct connection from this machine: may play every seat, save and delete.
    Owner,
    /// Another machine, or any client behind a proxy: needs the key of each seat that it plays.
    Guest,
}

/// Decides whether a request is answered, and with which permissions.
///
/// # Errors
///
/// Returns an error if the request is for another host or comes from a page of another origin.
pub fn authorize(request: &Request, ends: &Ends, allowed: &[String]) -> Result<Caller, HttpError> {
    let names = ends.names();
    let is_own = |it: &str| names.iter().any(|name| name.eq_ignore_ascii_case(it));
    let is_allowed = |it: &str| allowed.iter().any(|name| is_name(name, it, ends.local.port()));
    if !request.header("host").is_some_and(|it| is_own(it) || is_allowed(it)) {
        let help =
            format!("use the name {}, or start the server with `--allow-host NAME` to allow another name", names[0]);
        return Err(
            HttpError::new(403, "wrong-host", "this server does not answer requests for that host name").help(help)
        );
    }
    let origin = request.header("origin");
    let by_http = origin.and_then(|it| it.strip_prefix("http://"));
    let by_https = origin.and_then(|it| it.strip_prefix("https://"));
    // A proxy may use HTTPS toward the browser. This server itself does not.
    let from_here = by_http.is_some_and(is_own) || by_http.or(by_https).is_some_and(is_allowed);
    let help = || {
        let name = request.header("host").unwrap_or(&names[0]);
        format!("a program other than a browser sends the header `Origin: http://{name}` with each request")
    };
    // A proxy on this machine may hide the origin of a request, so behind a proxy no client is the
    // owner.
    let is_direct = allowed.is_empty() && !FORWARDED.iter().any(|it| request.has_header(it));
    let is_owner = is_direct && ends.is_this_machine();
    let caller = if is_owner { Caller::Owner } else { Caller::Guest };
    if request.method != Method::Post {
        // Another page may link here, but may not use the API.
        let is_led = request.header("sec-fetch-mode") == Some("navigate");
        let is_foreign = matches!(request.header("sec-fetch-site"), Some("cross-site" | "same-site")) && !is_led;
        return match (request.has_header("origin") && !from_here) || is_foreign {
            true => Err(HttpError::new(403, "wrong-origin", "only pages of this server may use it").help(help())),
            false => Ok(caller),
        };
    }
    if !from_here {
        return Err(HttpError::new(403, "wrong-origin", "only pages of this server may change anything").help(help()));
    }
    let kind = request.header("content-type").map(|it| it.split(';').next().unwrap_or("").trim());
    if !kind.is_some_and(|it| it.eq_ignore_ascii_case("application/json")) {
        return Err(HttpError::new(415, "not-json", "the `Content-Type` of a request must be `application/json`"));
    }
    Ok(caller)
}

/// Reports whether a `Host` header matches an allowed name. A name without a port matches the host
/// with no port or with the port of this server.
fn is_name(name: &str, host: &str, port: u16) -> bool {
    let is_same = |it: &str| it.eq_ignore_ascii_case(host);
    is_same(name) || (!has_port(name) && is_same(&format!("{name}:{port}")))
}

fn has_port(name: &str) -> bool {
    name.rsplit_once(']').map_or(name, |it| it.1).contains(':')
}

/// The reason why a text is not a host name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it must be a host name, with or without a port: for example `--allow-host play.example.org`")]
#[non_exhaustive]
pub struct HostNameError;

/// Parses a name for `--allow-host`.
///
/// # Errors
///
/// Returns an error if the text is not a host name.
pub fn host_name(text: &str) -> Result<String, HostNameError> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-._:[]".contains(it);
    match !text.is_empty() && text.len() <= 255 && text.chars().all(is_plain) {
        true => Ok(text.to_owned()),
        false => Err(HostNameError),
    }
}

/// Returns the URL for other machines as `http://ADDRESS:PORT`, or `None` if only this machine can
/// connect. If the server listens on every address, this is the address of the outgoing interface.
pub fn address_for_others(bound: SocketAddr) -> Option<String> {
    let ip = if bound.ip().is_unspecified() { outward(bound.ip())? } else { bound.ip() };
    (!ip.is_loopback()).then(|| format!("http://{}", SocketAddr::new(ip, bound.port())))
}

/// Returns the local address of the outgoing interface. Sends nothing.
fn outward(any: IpAddr) -> Option<IpAddr> {
    let far = if any.is_ipv6() { "[2001:db8::1]:9" } else { "192.0.2.1:9" };
    let socket = UdpSocket::bind(SocketAddr::new(any, 0)).ok()?;
    socket.connect(far).ok()?;
    socket.local_addr().ok().map(|it| it.ip()).filter(|it| !it.is_unspecified())
}
