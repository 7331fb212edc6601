//! The page's server: a page on this machine that plays, tells the rules, and follows a
//! rulebook while it is written.
//!
//! In: [`Options`]. Out: a [`Server`] that listens on 127.0.0.1, or on the address of
//! `--host`, and answers until it is stopped. Every connection has a thread of its own, so that a slow one keeps nobody
//! waiting; all that comes in is bounded in size, time and number. Those who only listen
//! share one thread. The rules are asked, never decided here.
//!
//! ```text
//!  socket ──http──> Request ───────────> route ──┬─ asks     rulebooks, pictures, reasons
//!         <── Answer ───────────────           ├─ play     games: table, state, store
//!         <── events (one thread for all)      ├─ design   the file that is written
//!                                              └─ page     files that are part of the program
//! ```

mod app;
mod asks;
mod bots;
mod comparing;
mod design;
mod drawings;
mod games;
mod keys;
mod lesson;
mod page;
mod play;
mod route;
mod rulebooks;
mod session;
mod standing;
mod state;
mod store;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use app::App;

use crate::http;
pub use crate::http::{Limits, host_name};

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// A name of the catalog, or the path of the file that may be written.
    pub variant: Option<String>,
    /// The address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 for every address.
    pub host: IpAddr,
    /// 0 for any that is free.
    pub port: u16,
    /// Further names under which the server is called, such as that of a proxy.
    pub allow_hosts: Vec<String>,
    /// The folder of games.
    pub games: PathBuf,
    /// What bots wait before each move.
    pub pause: Duration,
    /// What connections are bounded by.
    pub limits: Limits,
}

/// A server that listens, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    house: Arc<App>,
    is_over: Arc<AtomicBool>,
}

/// Ends a server from another thread, and knows how it fares.
#[derive(Clone, Debug)]
pub struct Handle {
    address: SocketAddr,
    house: Arc<App>,
    is_over: Arc<AtomicBool>,
}

impl Server {
    /// Listens on the address and the port.
    ///
    /// # Errors
    /// If the port is taken, the address is not one of this machine's, or the folder or the
    /// file cannot be used.
    pub fn bind(options: &Options) -> Result<Self, BindError> {
        let listener = TcpListener::bind((options.host, options.port)).map_err(BindError::Port)?;
        let address = listener.local_addr().map_err(BindError::Port)?;
        let house = App::open(options, address).map_err(BindError::Other)?;
        Ok(Self { listener, address, house: Arc::new(house), is_over: Arc::default() })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its address in a browser on this machine.
    pub fn own_url(&self) -> String {
        format!("http://{}/", reachable(self.address))
    }

    /// Its address in a browser on another machine; `None` if only this machine can call it.
    pub fn shared_url(&self) -> Option<String> {
        self.house.address.as_ref().map(|it| format!("{it}/"))
    }

    /// What ends it.
    pub fn handle(&self) -> Handle {
        Handle { address: self.address, house: Arc::clone(&self.house), is_over: Arc::clone(&self.is_over) }
    }

    /// Answers until it is stopped.
    pub fn run(self) {
        let Self { listener, house, is_over, .. } = self;
        std::thread::scope(|scope| {
            scope.spawn(|| house.service.events.run());
            scope.spawn(|| house.bots.run(&house));
            scope.spawn(|| house.design.watch(&house, &|| is_over.load(Ordering::SeqCst)));
            http::accept(&listener, &house, &is_over);
            house.service.events.stop();
            house.bots.stop();
        });
    }
}

impl Handle {
    /// Ends the server; what is being answered is answered.
    pub fn stop(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        // The thread that waits for connections looks when one comes.
        let _ = TcpStream::connect(reachable(self.address));
    }

    /// How often a request broke the program: there should be none.
    pub fn broken(&self) -> usize {
        self.house.service.broken.load(Ordering::SeqCst)
    }

    /// How many listen for news.
    pub fn listening(&self) -> usize {
        self.house.service.events.listening()
    }
}

/// The address by which this machine calls a server that listens on every address.
fn reachable(bound: SocketAddr) -> SocketAddr {
    let ip = match bound.ip() {
        IpAddr::V4(it) if it.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(it) if it.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        it => it,
    };
    SocketAddr::new(ip, bound.port())
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// The port cannot be listened on.
    #[error("the port cannot be used: {0}")]
    Port(std::io::Error),
    /// Something else, in words.
    #[error("{0}")]
    Other(String),
}
