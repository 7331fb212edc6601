//! The games of a connection, and the rulebooks that they share.
//!
//! Contains [`GameStore`], [`RpcGame`] and [`GameRules`]. Input: numbers and names. Output: games, or an error. Does
//! not know JSON of requests.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};

use super::error::{BAD_MOVE, LIMIT, NO_GAME, RpcError};
use crate::diagnostic::JsonDiagnostic;
use crate::game::Game;
use crate::load::{Input, load_input};
use crate::rules::{ActionSpace, Move, Variant};
use crate::search::Evaluator;

/// Maximum number of games at the same time.
const MAX_GAMES: usize = 64;
/// Maximum number of rulebooks that are kept for later games.
const MAX_KEPT: usize = 16;

/// A rulebook with what its games share.
#[derive(Debug)]
pub struct GameRules {
    /// The compiled rulebook.
    pub variant: Variant,
    /// The findings about the rulebook.
    pub warnings: Value,
    actions: OnceLock<ActionSpace>,
    evaluator: OnceLock<Evaluator>,
}

impl GameRules {
    fn load(input: Input<'_>) -> Result<Arc<Self>, RpcError> {
        let loaded = load_input(input).map_err(|it| RpcError::rulebook(&it))?;
        let findings = loaded.warnings.items.iter().map(|it| json!(JsonDiagnostic::new(&loaded.sources, it)));
        let warnings = findings.collect();
        let (actions, evaluator) = (OnceLock::new(), OnceLock::new());
        Ok(Arc::new(Self { variant: loaded.variant, warnings, actions, evaluator }))
    }

    /// Returns the numbers of moves.
    pub fn actions(&self) -> &ActionSpace {
        self.actions.get_or_init(|| ActionSpace::new(&self.variant))
    }

    /// Returns the evaluator of positions.
    pub fn evaluator(&self) -> &Evaluator {
        self.evaluator.get_or_init(|| Evaluator::new(&self.variant))
    }

    /// Returns the move of a number.
    pub fn action(&self, number: u64) -> Result<Move, RpcError> {
        let mv = usize::try_from(number).ok().filter(|it| *it < self.actions().len());
        mv.and_then(|it| self.actions().get(it)).ok_or_else(|| {
            let count = self.actions().len();
            RpcError::new(BAD_MOVE, format!("{number} is not the number of a move: this game has {count}"))
        })
    }
}

/// A game with its rulebook.
#[derive(Debug)]
pub struct RpcGame {
    /// The number of the game.
    pub id: u64,
    /// The game with its history.
    pub game: Game,
    /// The rulebook of the game.
    pub rules: Arc<GameRules>,
}

/// All games of a connection.
#[derive(Debug, Default)]
pub struct GameStore {
    games: BTreeMap<u64, RpcGame>,
    /// The rulebooks of the catalog, by the name that was asked for.
    kept: BTreeMap<String, Arc<GameRules>>,
    last: u64,
}

impl GameStore {
    /// Loads a rulebook. Those of the catalog are kept; files may change.
    pub fn rules(&mut self, name: &str) -> Result<Arc<GameRules>, RpcError> {
        if let Some(rules) = self.kept.get(name) {
            return Ok(rules.clone());
        }
        let rules = GameRules::load(Input::Name(name))?;
        if crate::catalog::find(name).is_some() {
            if self.kept.len() >= MAX_KEPT {
                self.kept.clear();
            }
            self.kept.insert(name.to_owned(), rules.clone());
        }
        Ok(rules)
    }

    /// Loads a rulebook from a text.
    pub fn rules_of_text(text: &str) -> Result<Arc<GameRules>, RpcError> {
        GameRules::load(Input::Text("text", text.as_bytes()))
    }

    /// Adds a game, which becomes the last one.
    pub fn add(&mut self, game: Game, rules: Arc<GameRules>) -> Result<&mut RpcGame, RpcError> {
        if self.games.len() >= MAX_GAMES {
            return Err(RpcError::new(LIMIT, format!("there are {MAX_GAMES} games: unload one")));
        }
        self.last += 1;
        let id = self.last;
        Ok(self.games.entry(id).or_insert(RpcGame { id, game, rules }))
    }

    /// Returns the game with a number, or the last one that was loaded.
    pub fn get(&mut self, id: Option<u64>) -> Result<&mut RpcGame, RpcError> {
        let wanted = id.or_else(|| self.games.keys().next_back().copied());
        let missing = match wanted {
            Some(id) => format!("there is no game {id}"),
            None => "there is no game: call `load` first".to_owned(),
        };
        wanted.and_then(|it| self.games.get_mut(&it)).ok_or_else(|| RpcError::new(NO_GAME, missing))
    }

    /// Removes a game and returns its number.
    pub fn remove(&mut self, id: Option<u64>) -> Result<u64, RpcError> {
        let id = self.get(id)?.id;
        self.games.remove(&id);
        Ok(id)
    }
}
