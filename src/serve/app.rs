//! What all requests share: the shelf, the games, the news, the file that is written.
//!
//! In: the [`Options`] of the server. Out: one value that every thread holds. Knows no
//! socket and no path.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::access::address_for_others;
use super::answer::HttpError;
use super::bots::Bots;
use super::design::Design;
use super::drawings::Drawings;
use super::events::Events;
use super::games::{Games, OpenGame, Shared, lock};
use super::http::MAX_BODY;
use super::keys::Keys;
use super::rulebooks::{RulebookCache, StartedWith};
use super::store::Store;
use super::work::WorkPool;
use super::{Limits, Options};
use crate::catalog::Catalog;
use crate::definition::load::{Location, locate};

/// So many bytes of bodies may be held at once.
const MAX_BODIES: usize = 32 * MAX_BODY;

/// Everything.
#[derive(Debug)]
pub struct App {
    /// What everything is bounded by.
    pub limits: Limits,
    /// Rulebooks.
    pub shelf: RulebookCache,
    /// Games.
    pub games: Games,
    /// News.
    pub events: Events,
    /// Bots.
    pub bots: Bots,
    /// Boards laid out.
    pub drawings: Drawings,
    /// The file that is written.
    pub design: Design,
    /// Where rulebooks are compared: one at a time.
    pub comparing: Arc<WorkPool>,
    /// How often a request broke the program: there should be none.
    pub broken: Arc<AtomicUsize>,
    /// The keys of seats.
    pub keys: Keys,
    /// The names of `--allow-host`.
    pub allowed: Vec<String>,
    /// The address for links that are opened on other machines.
    pub address: Option<String>,
    /// Bytes of bodies that are held.
    bodies: AtomicUsize,
}

/// A share of the bytes that bodies may have; given back when it is dropped.
#[derive(Debug)]
pub struct BodyShare<'a>(&'a App, usize);

impl Drop for BodyShare<'_> {
    fn drop(&mut self) {
        self.0.bodies.fetch_sub(self.1, Ordering::Relaxed);
    }
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
            shelf: RulebookCache::new(given, WorkPool::new(2, Arc::clone(&broken)), store.clone()),
            keys: Keys::open(&store)?,
            allowed: options.allow_hosts.clone(),
            address: address_for_others(bound),
            games: Games::new(store),
            events: Events::new(options.limits.streams),
            limits: options.limits,
            bots: Bots::new(options.pause),
            drawings: Drawings::default(),
            comparing: WorkPool::new(1, Arc::clone(&broken)),
            broken,
            bodies: AtomicUsize::new(0),
        })
    }

    /// Takes a share for a body, where there is room.
    pub fn share(&self, length: usize) -> Option<BodyShare<'_>> {
        let before = self.bodies.fetch_add(length, Ordering::Relaxed);
        let share = BodyShare(self, length);
        (before + length <= MAX_BODIES).then_some(share)
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
            self.events.tell(topic(&held.id), held.table.version);
        }
        act(&mut held)
    }

    /// Keeps a table that has changed, and says so to whoever listens.
    pub fn keep(&self, held: &mut OpenGame) -> Result<(), HttpError> {
        self.games.keep(held)?;
        self.events.tell(topic(&held.id), held.table.version);
        self.bots.look_at(held);
        Ok(())
    }
}

/// What news of a game are called.
pub fn topic(id: &str) -> String {
    format!("games/{id}")
}
