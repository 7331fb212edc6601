//! What all requests share: the shelf, the games, the news, the file that is written.
//!
//! In: the [`Options`] of the server. Out: one value that every thread holds. Knows no
//! socket and no path.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::answer::Fault;
use super::bots::Bots;
use super::design::Design;
use super::drawings::Drawings;
use super::events::Events;
use super::games::{Games, Held, Shared, lock};
use super::guard::address_for_others;
use super::http::MAX_BODY;
use super::keys::Keys;
use super::shelf::{Given, Shelf};
use super::store::Store;
use super::work::Works;
use super::{Limits, Options};
use crate::catalog::Catalog;
use crate::definition::load::{Location, locate};

/// So many bytes of bodies may be held at once.
const MAX_BODIES: usize = 32 * MAX_BODY;

/// Everything.
#[derive(Debug)]
pub struct House {
    /// What everything is bounded by.
    pub limits: Limits,
    /// Rulebooks.
    pub shelf: Shelf,
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
    pub comparing: Arc<Works>,
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
pub struct Share<'a>(&'a House, usize);

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.0.bodies.fetch_sub(self.1, Ordering::Relaxed);
    }
}

impl House {
    /// Opens the folder and the file.
    pub fn open(options: &Options, bound: SocketAddr) -> Result<Self, String> {
        let given = match &options.variant {
            None => Given::Nothing,
            Some(name) => match locate(name, &Location::Text(String::new()), &Catalog) {
                Ok(Location::Shipped(slug)) => Given::Shipped(slug),
                Ok(_) => Given::File(name.clone()),
                Err(fault) => {
                    let help = fault.help.map_or_else(String::new, |it| format!("\n  = help: {it}"));
                    return Err(format!("{}{help}", fault.message));
                }
            },
        };
        let broken = Arc::new(AtomicUsize::new(0));
        let store = Store::open(&options.games)?;
        Ok(Self {
            design: Design::open(&given, &broken)?,
            shelf: Shelf::new(given, Works::new(2, Arc::clone(&broken)), store.clone()),
            keys: Keys::open(&store)?,
            allowed: options.allow_hosts.clone(),
            address: address_for_others(bound),
            games: Games::new(store),
            events: Events::new(options.limits.streams),
            limits: options.limits,
            bots: Bots::new(options.pause),
            drawings: Drawings::default(),
            comparing: Works::new(1, Arc::clone(&broken)),
            broken,
            bodies: AtomicUsize::new(0),
        })
    }

    /// Takes a share for a body, where there is room.
    pub fn share(&self, length: usize) -> Option<Share<'_>> {
        let before = self.bodies.fetch_add(length, Ordering::Relaxed);
        let share = Share(self, length);
        (before + length <= MAX_BODIES).then_some(share)
    }

    /// Waits for a table that is what stands in the folder.
    pub fn at<T>(&self, shared: &Shared, act: impl FnOnce(&mut Held) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut held = lock(shared);
        if !held.is_current() {
            return Err(Fault::new(409, "changed-elsewhere", "the game could not be kept").help("load the page again"));
        }
        // Another server on the same folder may have gone on with the game.
        if self.games.refresh(&mut held, &self.shelf)? {
            self.events.tell(topic(&held.id), held.table.version);
        }
        act(&mut held)
    }

    /// Keeps a table that has changed, and says so to whoever listens.
    pub fn keep(&self, held: &mut Held) -> Result<(), Fault> {
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
