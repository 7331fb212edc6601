//! The local web server: it plays games, shows rules, and checks a rulebook while it is edited.
//!
//! Input: [`Options`]. Output: a [`Server`] that listens on 127.0.0.1, or on the address of
//! `--host`, until it is stopped. Every connection has its own thread, so that a slow client delays
//! no other. Requests are bounded in size, time and number. All event streams share one thread.
//! Does not know rules: every answer about them comes from the engine.
//!
//! ```text
//!  socket ──http──> Request ───────────> route ──┬─ queries  rulebooks, pictures, reasons
//!         <── HttpResponse ─────────             ├─ play     games: session, state, store, bots
//!         <── events (one thread for all)        ├─ analyzing  best lines and costly moves
//!                                                ├─ design   the edited file, and labs of it
//!                                                └─ page     embedded files
//! ```
//!
//! ```no_run
//! use threefold::serve::{BindError, Handle, Limits, Options, Server};
//!
//! let mut options = Options::new("games".into());
//! options.port = 0;
//! let mut limits = Limits::default();
//! limits.connections = 50;
//! options.limits = limits;
//! match Server::bind(&options) {
//!     Ok(server) => {
//!         println!("{}", server.own_url());
//!         let handle: Handle = server.handle();
//!         std::thread::spawn(move || server.run());
//!         handle.stop();
//!     }
//!     Err(BindError::Port(error)) => println!("the port is not free: {error}"),
//!     Err(other) => println!("{other}"),
//! }
//! ```

mod advisor;
mod analyzing;
mod announcement;
mod app;
mod body;
mod bots;
mod comparing;
mod design;
mod drawings;
mod error;
mod evaluators;
mod games;
mod keys;
mod labs;
mod lesson;
mod page;
mod play;
mod queries;
mod records;
mod route;
mod rulebooks;
mod session;
mod standing;
mod state;
mod steps;
mod store;
mod tags;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use app::App;
pub use error::BindError;

use crate::http;
pub use crate::http::Limits;
#[doc(hidden)]
pub use crate::http::{HostNameError, host_name};
use crate::threads::spawn_scoped;

/// Options for starting a server.
///
/// [`serve`](crate::serve) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The slug of a catalog variant, or the path of the rulebook file that may be edited.
    pub variant: Option<String>,
    /// The address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 for every address.
    pub host: IpAddr,
    /// The port; 0 means any free port.
    pub port: u16,
    /// Additional host names that requests may use, such as the name of a proxy.
    pub allow_hosts: Vec<String>,
    /// The folder in which games are stored.
    pub games: PathBuf,
    /// The pause before each move of a bot.
    pub pause: Duration,
    /// Time without an act after which other players may replace the player to move with a bot.
    pub patience: Duration,
    /// Limits on connections.
    pub limits: Limits,
}

impl Options {
    /// Returns options for this machine alone: any free port, and no pause before the moves of bots.
    /// Games are stored in `games`.
    pub fn new(games: PathBuf) -> Self {
        Self {
            variant: None,
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            allow_hosts: Vec::new(),
            games,
            pause: Duration::ZERO,
            patience: Duration::from_secs(120),
            limits: Limits::default(),
        }
    }
}

/// A server that is bound to its port but does not answer yet.
///
/// [`serve`](crate::serve) has an example.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    is_over: Arc<AtomicBool>,
}

/// Stops a server from another thread, and reports its state.
///
/// [`serve`](crate::serve) has an example.
#[derive(Clone, Debug)]
pub struct Handle {
    address: SocketAddr,
    app: Arc<App>,
    is_over: Arc<AtomicBool>,
}

impl Server {
    /// Binds the address and the port.
    ///
    /// # Errors
    ///
    /// Returns an error if the port is in use, if the address does not belong to this machine, or
    /// if the folder or the file cannot be used.
    pub fn bind(options: &Options) -> Result<Self, BindError> {
        let listener = TcpListener::bind((options.host, options.port)).map_err(BindError::Port)?;
        let address = listener.local_addr().map_err(BindError::Port)?;
        let app = App::open(options, address)?;
        Ok(Self { listener, address, app: Arc::new(app), is_over: Arc::default() })
    }

    /// Returns the bound address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL for browsers on this machine.
    pub fn own_url(&self) -> String {
        format!("http://{}/", reachable(self.address))
    }

    /// Returns the URL for browsers on other machines. `None` if only this machine can connect.
    pub fn shared_url(&self) -> Option<String> {
        self.app.address.as_ref().map(|it| format!("{it}/"))
    }

    /// Returns a handle that can stop the server.
    pub fn handle(&self) -> Handle {
        Handle { address: self.address, app: Arc::clone(&self.app), is_over: Arc::clone(&self.is_over) }
    }

    /// Answers requests until the server is stopped.
    pub fn run(self) {
        let Self { listener, app, is_over, .. } = self;
        std::thread::scope(|scope| {
            spawn_scoped(scope, Box::new(|| app.service.events.run()));
            for _ in 0..bots::WORKERS {
                spawn_scoped(scope, Box::new(|| app.bots.run(&app)));
            }
            spawn_scoped(scope, Box::new(|| app.advisor.run(&app)));
            spawn_scoped(scope, Box::new(|| app.labs.run(&app)));
            spawn_scoped(scope, Box::new(|| app.design.watch(&app, &|| is_over.load(Ordering::SeqCst))));
            http::accept(&listener, &app, &is_over);
            app.service.events.stop();
            app.bots.stop();
            app.advisor.stop();
            app.labs.stop();
            app.design.stop();
        });
    }
}

impl Handle {
    /// Stops the server. Requests in progress are still answered.
    pub fn stop(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for connections.
        let _ = TcpStream::connect(reachable(self.address));
    }

    /// Returns the number of requests whose handler panicked. It should be zero.
    pub fn broken(&self) -> usize {
        self.app.service.broken.load(Ordering::SeqCst)
    }

    /// Returns the number of open event streams.
    pub fn listening(&self) -> usize {
        self.app.service.events.listening()
    }
}

/// Returns the address at which this machine reaches a server that listens on every address.
fn reachable(bound: SocketAddr) -> SocketAddr {
    let ip = match bound.ip() {
        IpAddr::V4(it) if it.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(it) if it.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        it => it,
    };
    SocketAddr::new(ip, bound.port())
}
