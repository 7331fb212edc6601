//! A framework for chess variants for two to eight players. A TOML file is the rulebook, and one
//! generic engine plays it.
//!
//! ```
//! let game = threefold::load("3-man-chess").expect("the catalog compiles");
//! let start = game.variant.start().expect("it has a starting position");
//! assert_eq!(start.legal_moves().len(), 20);
//! assert_eq!(start.perft(3), 8_000);
//! ```
//!
//! # What to use
//!
//! | to | use |
//! |---|---|
//! | load a rulebook | [`load`] by slug or path, [`load_text`]; [`check`] lists all findings |
//! | set up a position | [`Variant::start`], [`parse_position`], [`Setup::builder`] |
//! | list, test and play moves | [`Position::legal_moves`], [`Position::is_legal`], [`Position::play`] |
//! | explain a refused move | [`Refusal::with_names`], or [`notation::sentence::explain`] for players |
//! | read and print moves and positions | [`parse_move`], [`print_move`], [`notation::position::print`] |
//! | play a game with its history and claims | [`Game`], with [`game::record()`] and [`game::replay()`] |
//! | read and write records in PGN | [`record::RecordReader`], [`record::Record`], [`record::replay_record`] |
//! | let a computer choose a move | [`bot::Bot`] |
//! | compare bots | [`arena::MatchPlan`] |
//! | play many games and judge the rules | [`lab::LabPlan`], [`lab::Report`] |
//! | simulate many games, or teach a program to play | [`Rollout`], [`ActionSpace`], [`Planes`] |
//! | count positions | [`Position::perft`], [`Position::play_out`] |
//! | convert a `variants.ini` | [`import::fairy`] |
//! | draw a board | [`draw::svg`], `draw::png`, [`notation::picture::picture`] for terminals |
//! | read the rules in English | [`english::rulebook`] |
//! | find differences between two rulebooks | [`compare::compare`] |
//! | check expected results | [`case::parse`], [`case::run`] |
//!
//! A [`Position`] is always settled: outcomes that were due have occurred. An
//! [`UnsettledPosition`] is not. Ids such as [`SeatId`] belong to one variant; calls that receive an
//! id of another variant refuse it. Ids are numbers, and their methods `name` return the names of a rulebook or
//! board, as [`SeatId`] shows. Some modules need a Cargo feature, which is on by
//! default: [`english`] needs `english`; [`arena`], [`compare`], [`import`], [`lab`] and [`tune`] need `lab`
//! ([`docs::features`]). The crate has other modules for its own command, which may
//! change at any time and are not documented here.
//!
//! # Architecture
//!
//! ```text
//!  text ──definition──> Definition ──compile──> Rulebook ──rules──> Variant
//!         what the author      names are ids,      lookup      │
//!         wrote, with spans    squares resolved    tables      v
//!                                                   Setup ──> Position ──> moves, refusals
//!                                                               ^              │
//!                                                               └─── play ─────┘
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | `sealed`, `sorting`, `archive`, `parallel`, `threads` | structs with getters; small sorts; packed files; work in threads |
//! | `policy` | lists the words of the language, as enums |
//! | [`diagnostic`] | findings with their places |
//! | `definition` | reads TOML files and keeps the span of every value |
//! | [`board`], [`rulebook`] | squares, links and paths; the rules with ids |
//! | `compile` | resolves names, boards and movements: the [`rulebook::Rulebook`] |
//! | [`rules`] | generates, plays and explains moves: [`Variant`], [`Position`] |
//! | [`search`] | evaluates positions and finds good moves |
//! | [`notation`] | reads and prints moves, positions and refusals |
//! | `json`, `codes` | answers as JSON; explanations of the codes of findings and refusals |
//! | [`catalog`], [`weights`] | shipped rulebooks; the weights of the evaluation as files |
//! | `lint`, `load` | warnings; from a name or a text to a [`Variant`] |
//! | [`game`] | keeps the history of a game, claims and records |
//! | [`record`] | reads, writes and replays records in PGN, for any number of players |
//! | [`analysis`] | finds the best lines of a position, and the costliest moves of a game |
//! | [`bot`], [`arena`], [`tune`] | chooses moves; plays matches between bots; fits the weights of the evaluation |
//! | [`draw`], `document`, [`english`] | boards as pictures; reports as Markdown and HTML; rules in sentences |
//! | [`case`], `verify`, `matrix` | check expected results: one case, many cases, all readings of the rules |
//! | [`compare`] | finds positions in which two rulebooks differ |
//! | `watch` | checks files again when they change |
//! | [`lab`] | plays many games and reports whether the rules are fair |
//! | [`import`], `format` | converts the rules of other programs; the form of files |
//! | `speed`, `http` | measurements; a server that knows no chess |
//! | `protocol`, `lsp` | engines and remote calls; a language server |
//! | [`serve`], `cli` | the local web page; the command |
//! | [`docs`] | pages for contributors |
//!
//! `policy`, `board`, `rulebook`, `rules`, `search`, `parallel`, `sorting` and `sealed` form the package
//! `threefold-engine` in `src/engine`, because they decide how fast games are played.
//!
//! Data flows from left to right in the diagram. Each module uses only modules before it in the table. No game has
//! code of its own. A variant is a file, and a reading of a disputed rule is a file of a few lines.
//! [`docs::organization`] lists the modules by layer.
//!
//! # How a move is generated
//!
//! 1. **Tables.** Loading a variant walks the board graph once. The routes of every piece fall into
//!    three groups: leaps (a bitboard of destinations per square), rides (PEXT bitboards), and odd
//!    routes (behind a barrier whose permissions can change). The roster of a seat stores the
//!    movement pattern of each piece type, which selects the loop that generates its moves:
//!
//!    ```text
//!    Tables ── rosters[seat] ─ MovePattern ┬─ Leaper  ── leaps[class].to[square]      a bitboard
//!                                          ├─ Slider  ── slider_ranges[..][square] ┐
//!                                          ├─ Stepper ── shifts: bitboards moved   │  entries
//!                                          │             by a difference of square │
//!                                          │             numbers, or leaps         v
//!                                          └─ Mixed   ── one by one       [ masks | offset | next ]
//!         attack_patterns                                                      │ PEXT
//!                 [seats] ─┬─ leaps: class, types ── leaps[class].from[square] v
//!                          └─ rides: class, types ── reached_from[square]   sets[offset + index]
//!                                                    lines[square, rider]: squares between
//!    ```
//! 2. **Check masks and pins.** They are computed for the king of the player to move, and for each
//!    king that a ban watches. Two squares may share several lines, so a piece pinned on two lines
//!    may move only where both allow. One pass over the attack patterns covers all opponents
//!    (`src/engine/rules/attack.rs`).
//! 3. **Proven and tried moves.** Destinations are bitboards. Moves that respect the check masks are
//!    *proven* legal; they are counted or listed without further tests (`src/engine/rules/movegen/plain.rs`,
//!    `steps.rs`). Pinned pieces, and pieces that can capture en passant, are handled one by one.
//!    The remaining moves are *tried*: made on a copy and tested. They capture a king, capture en
//!    passant, cross a barrier, or capture a piece that a ban protects. If a rulebook lacks such a
//!    rule, nothing is tried for it.
//! 4. **Legality.** One function judges tried moves and explains refused ones.
//! 5. **Outcomes.** A cheap necessary condition is tested before each outcome: no legal move, a
//!    value of the halfmove clock, a king in check (`src/engine/rules/precondition.rs`).
//! 6. **Making a move.** A move is made on a copy of the state, and nothing is undone (copy-make).
//!    Loading a variant chooses the smallest of a few state sizes, from 64 squares and 3 players
//!    upwards, because a smaller state is faster to copy (`src/engine/rules/any.rs`).
//!
//! On x86-64, the hot loops of move generation, perft and search are compiled twice: for the baseline CPU, and
//! for CPUs with BMI2 and AVX2. The choice is made at run time. The engine for more than 256 squares has no
//! second copy. `src/engine/rules/sliders.rs` explains the PEXT lookup. `cargo
//! bench` compares this engine with a hand-written chess engine in one run, and `threefold bench`
//! measures any rulebook. The commit messages of large optimizations state the hot spots and the
//! gain.
//!
//! [`docs`] has the pages for contributors, the Cargo features and the changelog.
#![doc = include_str!("glossary.md")]

pub mod analysis;
mod archive;
#[cfg(feature = "lab")]
pub mod arena;
pub mod bot;
pub mod case;
pub mod catalog;
#[doc(hidden)]
#[cfg(feature = "cli")]
pub mod cli;
#[doc(hidden)]
pub mod codes;
#[cfg(feature = "lab")]
pub mod compare;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod definition;
pub mod diagnostic;
pub mod docs;
#[doc(hidden)]
#[cfg(any(feature = "english", feature = "lab"))]
pub mod document;
pub mod draw;
#[cfg(feature = "english")]
pub mod english;
#[cfg(feature = "tools")]
mod format;
pub mod game;
#[cfg(feature = "serve")]
mod http;
#[cfg(feature = "lab")]
pub mod import;
#[cfg(any(feature = "cli", feature = "serve"))]
// The server alone does not use all of it.
#[cfg_attr(not(feature = "cli"), allow(dead_code))]
mod json;
#[cfg(feature = "lab")]
pub mod lab;
mod lint;
mod load;
#[cfg(feature = "lsp")]
mod lsp;
#[doc(hidden)]
#[cfg(feature = "lab")]
pub mod matrix;
pub mod notation;
#[cfg(feature = "cli")]
mod protocol;
pub mod record;
#[cfg(feature = "serve")]
pub mod serve;
#[doc(hidden)]
#[cfg(feature = "cli")]
pub mod speed;
mod threads;
#[cfg(feature = "lab")]
pub mod tune;
#[doc(hidden)]
#[cfg(feature = "lab")]
pub mod verify;
#[doc(hidden)]
#[cfg(feature = "lab")]
pub mod watch;
pub mod weights;

use threefold_engine::sorting;
#[doc(inline)]
pub use threefold_engine::{board, rulebook, rules, search};
#[doc(hidden)]
pub use threefold_engine::{parallel, policy};

pub use board::{Board, Square};
pub use game::{Act, ClaimErrorKind, Game, GameError, Played};
#[doc(hidden)]
pub use load::name_of_tag;
pub use load::{Checked, Input, LoadError, Loaded, check, count, load, load_input, load_text, upgrade};
pub use notation::{
    MoveTextError, MoveTextErrorKind, PositionError, PositionErrorKind, PositionErrors, legal_texts, parse_move,
    parse_position, parse_unsettled, print_move,
};
pub use policy::Points;
pub use rulebook::{ClaimId, KindId, OutcomeId, Rulebook, SeatId, UnknownId};
pub use rules::{
    ActionSpace, EnPassantRight, Ending, EndingCause, Gate, Move, PerftOptions, Piece, Planes, Position, Refusal,
    Rollout, Setup, SetupBuilder, SetupError, SetupErrors, Stage, UnsettledPosition, Variant, VariantError,
};

/// Returns the reference of the language, as Markdown.
///
/// ```
/// assert!(threefold::reference().starts_with("# "));
/// ```
pub fn reference() -> String {
    definition::reference::reference(notation::position::KEYS)
}

/// The README, so that its program is tried.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
