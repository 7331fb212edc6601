//! The state that all requests share: rulebooks, games, events and the edited file.
//!
//! Input: the [`Options`] of the server. Output: one [`App`] that every thread holds. Does not know
//! sockets and paths.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use super::advisor::Advisor;
use super::bots::Bots;
use super::design::Design;
use super::drawings::Drawings;
use super::evaluators::Evaluators;
use super::games::{Games, OpenGame, SharedGame, lock};
use super::keys::Keys;
use super::labs::Labs;
use super::play;
use super::route::route;
use super::rulebooks::{RulebookCache, StartedWith, TIMEOUT_HELP};
use super::store::Store;
use super::{BindError, Options};
use crate::catalog::Catalog;
use crate::definition::load::{Location, locate};
use crate::http::{Application, Caller, HttpError, Reply, Request, Service, WorkPool, address_for_others};

/// The shared state of the server.
#[derive(Debug)]
pub struct App {
    /// The state of the server.
    pub service: Service,
    /// Rulebooks loaded so far.
    pub rulebooks: RulebookCache,
    /// Games in memory and in the folder.
    pub games: Games,
    /// The queue of bot moves.
    pub bots: Bots,
    /// The analysis that pages watch.
    pub advisor: Advisor,
    /// Cached evaluators for searches.
    pub evaluators: Evaluators,
    /// Cached board drawings.
    pub drawings: Drawings,
    /// The edited rulebook file.
    pub design: Design,
    /// Many games of drafts, for their figures.
    pub labs: Labs,
    /// The worker that compares rulebooks, one pair at a time.
    pub comparing: Arc<WorkPool>,
    /// Time without an act after which a player may be replaced.
    pub patience: Duration,
    /// Keys of the seats.
    pub keys: Keys,
    /// The URL for links that are opened on other machines.
    pub address: Option<String>,
}

impl App {
    /// Opens the folder and the file.
    ///
    /// # Errors
    ///
    /// Returns the reason if either cannot be used.
    pub fn open(options: &Options, bound: SocketAddr) -> Result<Self, BindError> {
        let started_with = match &options.variant {
            None => StartedWith::Nothing,
            Some(name) => match locate(name, &Location::Text(String::new()), &Catalog) {
                Ok(Location::Shipped(slug)) => StartedWith::Shipped(slug),
                Ok(_) => StartedWith::File(name.clone()),
                Err(error) => return Err(BindError::UnknownVariant(error)),
            },
        };
        let broken = Arc::new(AtomicUsize::new(0));
        let store = Store::open(&options.games)?;
        Ok(Self {
            design: Design::open(&started_with, &broken)?,
            rulebooks: RulebookCache::new(
                started_with,
                WorkPool::new(2, Arc::clone(&broken), TIMEOUT_HELP),
                store.clone(),
            ),
            patience: options.patience,
            keys: Keys::open(&store)?,
            address: address_for_others(bound),
            games: Games::new(store),
            bots: Bots::new(options.pause),
            advisor: Advisor::default(),
            evaluators: Evaluators::default(),
            drawings: Drawings::default(),
            labs: Labs::default(),
            comparing: WorkPool::new(1, Arc::clone(&broken), TIMEOUT_HELP),
            service: Service::new(options.limits, options.allow_hosts.clone(), broken),
        })
    }

    /// Locks a game that matches its file in the folder, and runs `act` on it.
    pub fn with_game<T>(
        &self,
        shared: &SharedGame,
        act: impl FnOnce(&mut OpenGame) -> Result<T, HttpError>,
    ) -> Result<T, HttpError> {
        let mut game = lock(shared);
        if !game.is_current() {
            return Err(
                HttpError::new(409, "changed-elsewhere", "the game could not be saved").help("load the page again")
            );
        }
        // Another server on the same folder may have continued the game.
        if self.games.refresh(&mut game, &self.rulebooks)? {
            self.service.events.publish(topic(&game.id), game.session.version);
        }
        act(&mut game)
    }

    /// Saves a game that has changed, and notifies the pages that follow it.
    pub fn save_game(&self, game: &mut OpenGame) -> Result<(), HttpError> {
        self.games.save_or_forget(game)?;
        self.service.events.publish(topic(&game.id), game.session.version);
        self.bots.schedule(game);
        Ok(())
    }
}

impl Application for App {
    fn service(&self) -> &Service {
        &self.service
    }

    fn answer(&self, request: &Request, caller: Caller) -> Result<Reply, HttpError> {
        let answer = route(self, request, caller);
        // A browser reports each other status in its console, and a refused move is no error of the page.
        match answer.as_ref().err().map(HttpError::answer) {
            Some(refusal) if refusal.status == 422 && request.header("prefer") == Some("refusal=200") => {
                Ok(refusal.with(200).into())
            }
            _ => answer,
        }
    }

    fn version(&self, topic: &str) -> Option<u64> {
        match topic.strip_prefix("games/") {
            Some(id) => play::version(self, id),
            None => (topic == "design").then(|| self.design.version()),
        }
    }
}

/// Returns the event topic of a game.
pub fn topic(id: &str) -> String {
    format!("games/{id}")
}
