//! Analysis: what a position is worth for each player, and which moves of a game cost points.
//!
//! ```text
//!   position ──lines──> best lines, with points, moves as text, and a reason ──┐
//!   game ──game──> each move against the best one ──> costliest moves ─────────┴─json──> JSON
//! ```
//!
//! Values are expected points, by the scores of the rulebook. The loss of a move is the expected
//! points of the best move minus those of the move played, each from a search with the same
//! limits.
//!
//! Input: positions and games, with the [`SearchOptions`](crate::search::SearchOptions) for each
//! position. Output: [`BestLine`]s and a [`GameAnalysis`], as values and as JSON. Does not know how
//! a search works, files and the page.
//!
//! ```
//! use threefold::Game;
//! use threefold::analysis::{GameAnalyzer, best_lines};
//! use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions};
//!
//! let chess = threefold::load("chess")?.variant;
//! let mut game = Game::new(&chess).expect("a starting position");
//! for mv in ["f3", "e5", "g4"] {
//!     game.perform(mv)?;
//! }
//! let evaluator = Evaluator::new(&chess);
//! let options = SearchOptions::new(Algorithm::default(), Limits::nodes(2_000));
//! let best = &best_lines(game.position(), &evaluator, &options)[0];
//! assert_eq!(best.texts, ["Qd8-h4"]);
//! assert_eq!(best.reason, "It ends the game: White is checkmated. Black wins. Points: Black 1, White 0.");
//!
//! let mut analyzer = GameAnalyzer::new(game, evaluator, options);
//! while analyzer.step() {}
//! let analysis = analyzer.finish();
//! let worst = analysis.costliest(threefold::rulebook::SeatId(0), 1)[0];
//! assert_eq!(worst.text, "g2-g4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The results have types of their own:
//!
//! ```
//! use threefold::Game;
//! use threefold::analysis::{AnalyzedMove, BestLine, GameAnalysis, GameAnalyzer, best_lines, points_sentence};
//! use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions};
//!
//! let chess = threefold::load("chess")?.variant;
//! let mut game = Game::new(&chess).expect("a starting position");
//! game.perform("e4")?;
//! let evaluator = Evaluator::new(&chess);
//! let options = SearchOptions::new(Algorithm::default(), Limits::nodes(500));
//! let lines: Vec<BestLine> = best_lines(game.position(), &evaluator, &options);
//! assert!(points_sentence(chess.rulebook(), &lines[0].points).starts_with("White 0."));
//! let mut analyzer = GameAnalyzer::new(game, evaluator, options);
//! while analyzer.step() {}
//! let analysis: GameAnalysis = analyzer.finish();
//! let moves: &[AnalyzedMove] = &analysis.moves;
//! assert_eq!((moves.len(), moves[0].text.as_str()), (1, "e2-e4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
#[cfg(any(feature = "cli", feature = "serve"))]
mod json;
mod lines;

pub use game::{AnalyzedMove, GameAnalysis, GameAnalyzer};
#[cfg(feature = "serve")]
pub(crate) use json::points as points_json;
#[cfg(feature = "cli")]
pub(crate) use lines::lines_of;
pub use lines::{BestLine, best_lines, points_sentence};
