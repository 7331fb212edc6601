//! The rules of play: move generation, legality, making moves, eliminations and endings.
//!
//! Input: a [`Variant`]. Output: [`Position`]s and [`Move`]s, and a [`Refusal`] for an illegal move.
//! This module knows nothing of files, text, randomness or clocks.
//!
//! ```
//! use threefold::{Piece, Setup};
//!
//! let chess = threefold::load("chess")?.variant;
//! let start = chess.start().expect("a starting position");
//! for mv in start.legal_moves() {
//!     let next = start.play(mv)?;
//!     assert!(next.ending().is_none());
//! }
//! // A position as data can be changed and validated again.
//! let mut setup: Setup = start.setup();
//! setup.pieces.retain(|(_, piece): &(_, Piece)| piece.kind != chess.rulebook().kind("queen").unwrap());
//! let without_queens = threefold::Position::new(&chess, &setup)?;
//! assert_eq!(without_queens.pieces().len(), 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Refusals, errors and endings have types of their own:
//!
//! ```
//! use threefold::rules::{EnPassantRight, Permission, PlacementObstacle, Reach, SetupBuilder, SetupError, VariantError};
//! use threefold::rules::{CaptureBan, CheckBan, Ending, EndingCause, Refusal, Stage, Variant};
//! use threefold::{Position, parse_move, parse_position};
//!
//! let chess: Variant = threefold::load("chess")?.variant;
//! let position = parse_position(&chess, "w:Ke1,Pe4 b:Ke8,Pd4 turn=b ep=e3:e4:w:1")?;
//! let right: EnPassantRight = position.setup().en_passant[0];
//! assert_eq!((chess.board().name(right.target), right.age), ("e3", 1));
//! let (king, home) = (chess.rulebook().kind("king").expect("a kind"), chess.square("e8").expect("a square"));
//! let reach: Reach = chess.reach(position.turn(), king, home);
//! assert_eq!((reach.quiet.len(), reach.captures.len()), (5, 5));
//! let illegal = position.play(parse_move(&position, "e8-e6")?).expect_err("a king moves one step");
//! let stage: Stage = illegal.stage();
//! assert_eq!(stage, Stage::Movement);
//! match illegal {
//!     Refusal::Barrier { permission: Permission::Capture, .. } => println!("no capture across the barrier"),
//!     Refusal::Placement { obstacle: PlacementObstacle::Occupied, .. } => println!("no blocker on a piece"),
//!     other => println!("{other:?}"),
//! }
//! // Bans that apply now. Chess has none.
//! let (captures, checks): (Vec<CaptureBan>, Vec<CheckBan>) = (position.capture_bans(), position.check_bans());
//! assert!(captures.is_empty() && checks.is_empty());
//!
//! let builder: SetupBuilder = threefold::Setup::builder(&chess);
//! let errors = builder.build().expect_err("there are no kings");
//! assert!(errors.iter().all(|it| matches!(it, SetupError::NoRoyal { .. })));
//! assert!(VariantError::TooManyTypes.to_string().starts_with("this variant has more than 64 types"));
//!
//! let mated: Position = parse_position(&chess, "w:Ra8,Kg1 b:Kg8,Pf7,Pg7,Ph7 turn=b")?;
//! let ending: Ending = mated.ending().expect("checkmate");
//! assert!(matches!(ending.cause, EndingCause::Outcome(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action_space;
pub(crate) mod any;
mod apply;
mod attack;
mod cpu;
mod engine;
mod engine_move;
mod facts;
pub(crate) mod inside;
mod judge;
mod judging;
mod lift;
mod movegen;
mod moves;
mod perft;
mod plan;
mod planes;
mod playout;
mod position;
mod precondition;
mod reach;
mod refusal;
mod relations;
mod riders;
mod routes;
mod settle;
mod setup;
mod setup_builder;
mod setup_converter;
mod setup_limits;
mod single;
mod sliders;
mod square_set;
mod state;
mod tables;
mod types;
mod unchecked;
mod variant;

pub use action_space::ActionSpace;
#[doc(hidden)]
pub use any::{MAX_TYPES, too_many_types};
#[doc(hidden)]
pub use facts::chase::ChaseTrace;
#[doc(hidden)]
pub use facts::repetition::CheckTrace;
pub use facts::repetition::Repetition;
pub use judge::capture_bans::{CaptureBan, CheckBan};
pub use moves::{Gate, Move};
pub use perft::PerftOptions;
pub use planes::Planes;
#[doc(hidden)]
pub use playout::{EndEvent, MoveEvent, Observer, PieceCounts, PlayoutScratch};
#[doc(hidden)]
pub use position::RepetitionKey;
pub use position::{Position, Rollout, UnsettledPosition};
pub use reach::Reach;
pub use refusal::{Permission, PlacementObstacle, Refusal, Stage};
pub use setup::{EnPassantRight, Ending, EndingCause, Piece, Setup, SetupError, SetupErrors};
pub use setup_builder::SetupBuilder;
#[doc(hidden)]
pub use variant::WeightLookup;
pub use variant::{Variant, VariantError};
