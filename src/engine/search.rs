//! Search: evaluates positions and finds good moves, for every rulebook.
//!
//! ```text
//!  Rulebook ──features──> Weights ──┐   <── WeightFile       options ──┐
//!   reach, promotion      numbers   │                                  v
//!   distances            of a file  ├─evaluation──> Evaluator ──> search(position)
//!  Rulebook ──stakes────────────────┘                 │                │
//!   points of outcomes                 one engine size│                v
//!                                                     v           SearchResult
//!        ┌──────────── tree: nodes, moves made, repetition, limits ────────────┐
//!        │ alpha_beta   scalar: alpha-beta, paranoid, best-reply search        │
//!        │ max_n        vector: max^n with shallow pruning                     │
//!        │ monte_carlo  vector: Monte Carlo tree search with max^n backup      │
//!        │ team         several threads; memory, reuse: from move to move      │
//!        └──── ordering, exchange (SEE), table (transpositions) ───────────────┘
//! ```
//!
//! # What a value is
//! A position has one value for each seat: its expected points, by the rulebook's own scores.
//! The evaluation turns material, squares and king danger into shares of the points that are still
//! to be won. The end of the game gives its points exactly. A number of plies in the low bits
//! prefers a shorter win and a longer defense (`src/engine/search/score.rs`). Eliminations, bans and draws need no
//! code here, because the rules are the engine's.
//!
//! # How a search works
//! [`search`] dispatches once to the engine of the variant; the whole loop is specialized for its
//! size. Positions are made by copy-make on a preallocated stack. A node is one move made,
//! quiescence included. The result depends only on the position, the earlier positions, the
//! weights, the seed, the memory and the limits. It differs from run to run if the limit is a time
//! or if alpha-beta uses several threads.
//!
//! Best-reply search+ leaves out replies, so a win that it finds is no proof. It searches all
//! replies to such a win once, and goes on if one of them escapes.
//!
//! Terms are those of the Chess Programming Wiki: transposition table, killer moves, history
//! heuristic, countermove, static exchange evaluation, quiescence search, aspiration window and
//! principal variation search (Marsland and Campbell, 1982). With two players: null move, late
//! move reductions, reverse futility and checks in quiescence. With threads: lazy SMP and root
//! parallelization. Best-reply search+ is by Esser et al. (2013), max^n by Luckhart and Irani
//! (1986), shallow pruning by Korf (1991), progressive history by Nijssen and Winands (2010).
//!
//! A move that ends with the placement of a blocker occurs once for each square, so the search looks only at some
//! placements of each move: those next to the player's kings and to pieces of the others come first.
//!
//! [`SearchOptions::without`] leaves out a [`Technique`], to measure what it contributes.
//!
//! Input: a [`Position`] and [`SearchOptions`]. Output: a [`SearchResult`]. Knows no files, no
//! notation and no players.
//!
//! ```
//! use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions, search};
//!
//! let chess = threefold::load("chess")?.variant;
//! let start = chess.start().expect("chess has a starting position");
//! let options = SearchOptions::new(Algorithm::BestReply, Limits::nodes(2_000));
//! let found = search(&start, &Evaluator::new(&chess), &options);
//! assert!(start.is_legal(found.best().expect("white has moves")));
//! assert!(found.nodes <= 2_000);
//! // Expected points of white and black, with the moves that both are expected to make.
//! let line = &found.lines[0];
//! assert_eq!(line.points.len(), 2);
//! assert!((0.2..0.8).contains(&line.points[0]));
//! println!("{} moves, depth {}", line.moves.len(), found.depth);
//! # Ok::<(), threefold::LoadError>(())
//! ```
//!
//! Limits by time, several lines, and the weights of each phase:
//!
//! ```
//! use std::time::Duration;
//! use threefold::search::{Algorithm, Budget, Clock, Evaluator, Limits, PhaseWeights, SearchMemory, SearchOptions};
//! use threefold::search::{SearchResult, Technique, Variation, Weights, search};
//!
//! let chess = threefold::load("chess")?.variant;
//! let start = chess.start().expect("chess has a starting position");
//! let evaluator = Evaluator::new(&chess);
//! let mut options = SearchOptions::new(Algorithm::default(), Budget::Nodes(500).into());
//! options.lines = 2;
//! options.memory = Some(SearchMemory::default());
//! options.without = vec![Technique::Killers];
//! let found: SearchResult = search(&start, &evaluator, &options);
//! let lines: &[Variation] = &found.lines;
//! assert_eq!(lines.len(), 2);
//! // A search can share the time of a chess clock.
//! let clock = Clock { left: Duration::from_secs(60), increment: Duration::ZERO, moves: None };
//! let timed = Limits { clock: Some(clock), ..Limits::default() };
//! assert!(timed.nodes.is_none());
//! let weights: &Weights = evaluator.weights();
//! let empty: &PhaseWeights = &weights.empty;
//! assert_eq!(empty.pieces.len(), chess.rulebook().kinds().len());
//! # Ok::<(), threefold::LoadError>(())
//! ```

mod alpha_beta;
mod checks;
mod collect;
mod control;
mod evaluation;
mod exchange;
mod features;
mod max_n;
mod memory;
mod monte_carlo;
mod option_text;
mod options;
mod ordering;
mod piece_square;
mod placements;
mod quiescence;
mod repeats;
mod report;
mod reuse;
mod root;
mod score;
mod selective;
mod stakes;
mod table;
mod team;
mod technique;
mod tree;
mod weights;
mod weights_text;

pub use evaluation::Evaluator;
pub use memory::SearchMemory;
pub use option_text::OptionTextError;
pub use options::{Algorithm, Budget, Clock, Limits, SearchOptions, SearchProgress, SearchResult, Variation};
pub use technique::Technique;
pub use weights::{PhaseWeights, Weights};
#[doc(hidden)]
pub use weights::{Tunable, Weight};

use crate::rulebook::{Rulebook, SeatId};
use crate::rules::Position;
use crate::rules::inside::with_state;

/// Returns the points of each seat if the players who remain share the points that are still to be
/// won.
///
/// ```
/// let chess = threefold::load("chess")?.variant;
/// let start = chess.start().expect("chess has a starting position");
/// assert_eq!(threefold::search::shared_points(&start), [0.5, 0.5]);
/// assert_eq!(threefold::search::most_points(chess.rulebook()), 1.0);
/// # Ok::<(), threefold::LoadError>(())
/// ```
pub fn shared_points(position: &Position) -> Vec<f64> {
    let book = position.variant().rulebook();
    let living = book.seat_ids().filter(|it| position.is_living(*it)).count();
    let mean = stakes::Stakes::new(book).mean_of(living);
    let points = position.scores().into_iter().zip(book.seat_ids());
    let shared = |it: SeatId| if position.is_living(it) && position.ending().is_none() { mean } else { 0.0 };
    points.map(|(points, seat)| f64::from(points) + shared(seat)).collect()
}

/// Returns the most points that the end of a game gives to one seat, with those for eliminations. Points scored during
/// the game, such as those for captures, are not counted: no number limits them.
///
/// [`shared_points`] has an example.
pub fn most_points(book: &Rulebook) -> f64 {
    stakes::Stakes::new(book).best_of(book.seats().len())
}

/// Returns the mean of the points that `living` remaining players still win.
#[doc(hidden)]
pub fn mean_points(book: &Rulebook, living: usize) -> f64 {
    stakes::Stakes::new(book).mean_of(living)
}

/// Searches for the best move of the player to move.
///
/// The result has no move if the game is over. An [`Evaluator`] of another variant is replaced by
/// a derived one, which takes time.
///
/// [The module](crate::search) has an example.
pub fn search(position: &Position, evaluator: &Evaluator, options: &SearchOptions) -> SearchResult {
    let own;
    let evaluator = if evaluator.fits(position.variant()) {
        evaluator
    } else {
        own = Evaluator::new(position.variant());
        &own
    };
    with_state!(position.variant().engine(), position.state(), |e, s| {
        let history = repeats::history_of(e, evaluator, position, &options.history, s);
        root::run(e, s, evaluator, &history, options)
    })
}
