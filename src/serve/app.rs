//! What all requests share: the shelf, the games, the news, the file that is written.
//!
//! In: the [`Options`] of the server. Out: one value that every thread holds. Knows no
//! socket and no path.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::Options;
use super::bots::Bots;
use super::design::Design;
use super::drawings::Drawings;
use super::games::{Games, OpenGame, Shared, lock};
use super::keys::Keys;
use super::play;
use super::route::route;
use super::rulebooks::{LATE_HELP, RulebookCache, StartedWith};
use super::store::Store;
use crate::catalog::Catalog;
use crate::definition::load::{Location, locate};
use crate::http::{Application, Caller, HttpError, Reply, Request, Service, WorkPool, address_for_others};

/// Everything.
#[derive(Debug)]
pub struct App {
    /// The state of the server.
    pub service: Service,
    /// Rulebooks.
    pub shelf: RulebookCache,
    /// Games.
    pub games: Games,
    /// Bots.
    pub bots: Bots,
    /// Boards laid out.
    pub drawings: Drawings,
    /// The file that is written.
    pub design: Design,
    /// Where rulebooks are compared: one at a time.
    pub comparing: Arc<WorkPool>,
    /// The keys of seats.
    pub keys: Keys,
    /// The address for links that are opened on other machines.
    pub address: Option<String>,
}

impl App {
    /// Opens the folder and the file.
    pub fn open(options: &Options, bound: SocketAddr) -> Result<Self, String> {
        let given = match &options.variant {
            None => StartedWith::Nothing,
            Some(name) => match locate(name, &Location::Text(String::new()), &Catalog) {
                Ok(Location::Shipped(slug)) => StartedWith::Shipped(slug),
                Ok(_) => StartedWith::File(name.clone()),
                Err(error) => {
                    let help = error.help.map_or_else(String::new, |it| format!("\n  = help: {it}"));
                    return Err(format!("{}{help}", error.message));
                }
            },
        };
        let broken = Arc::new(AtomicUsize::new(0));
        let store = Store::open(&options.games)?;
        Ok(Self {
            design: Design::open(&given, &broken)?,
            shelf: RulebookCache::new(given, WorkPool::new(2, Arc::clone(&broken), LATE_HELP), store.clone()),
            keys: Keys::open(&store)?,
            address: address_for_others(bound),
            games: Games::new(store),
            bots: Bots::new(options.pause),
            drawings: Drawings::default(),
            comparing: WorkPool::new(1, Arc::clone(&broken), LATE_HELP),
            service: Service::new(options.limits, options.allow_hosts.clone(), broken),
        })
    }

    /// Waits for a table that is what stands in the folder.
    pub fn at<T>(
        &self,
        shared: &Shared,
        act: impl FnOnce(&mut OpenGame) -> Result<T, HttpError>,
    ) -> Result<T, HttpError> {
        let mut held = lock(shared);
        if !held.is_current() {
            return Err(
                HttpError::new(409, "changed-elsewhere", "the game could not be kept").help("load the page again")
            );
        }
        // Another server on the same folder may have gone on with the game.
        if self.games.refresh(&mut held, &self.shelf)? {
            self.service.events.tell(topic(&held.id), held.table.version);
        }
        act(&mut held)
    }

    /// Keeps a table that has changed, and says so to whoever listens.
    pub fn keep(&self, held: &mut OpenGame) -> Result<(), HttpError> {
        self.games.keep(held)?;
        self.service.events.tell(topic(&held.id), held.table.version);
        self.bots.look_at(held);
        Ok(())
    }
}

impl Application for App {
    fn service(&self) -> &Service {
        &self.service
    }

    fn answer(&self, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
        route(self, request, caller)
    }

    fn version(&self, topic: &str) -> Option<u64> {
        match topic.strip_prefix("games/") {
            Some(id) => play::version(self, id),
            None => (topic == "design").then(|| self.design.version()),
        }
    }
}

/// What news of a game are called.
pub fn topic(id: &str) -> String {
    format!("games/{id}")
}
