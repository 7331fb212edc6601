//! A rules-variant framework for chess for three (or two, or more): a TOML file is the
//! rulebook, one generic interpreter plays it.
//!
//! ```
//! let game = threefold::load("3-man-chess").expect("the catalogue compiles");
//! let start = game.variant.start().expect("it has an array");
//! assert_eq!(start.legal_moves().len(), 20);
//! assert_eq!(start.perft(3), 8_000);
//! ```
//!
//! # The house
//!
//! ```text
//!  text ──definition──> Definition ──compile──> Rulebook ──rules──> Variant
//!         what the author      names are ids,      tables,      │
//!         wrote, with places   squares squares     baked once   v
//!                                                   Setup ──> Position ──> moves, reasons
//!                                                               ^              │
//!                                                               └─── play ─────┘
//!                                        notation: texts, pictures, sentences
//!                                        game: history, claims   case: expectations
//!                                        verify: many cases      matrix: by readings
//!                                      english: the rules in sentences   draw: boards as pictures
//!                                        compare: where two part json: parts of answers
//!                                  cli: the command   serve: the page, on this machine
//! ```
//! Each arrow is a function; nothing points back. No rule set has code of its own: a
//! variant is a file, a reading of a disputed rule is a file of a few lines.
//!
//! # How a move is generated
//!
//! 1. When a variant is loaded, the graph is walked once. Every man's ways go to one of
//!    three heaps: leaps (a set of squares for each square), rides (rays by table lookup),
//!    and odd routes (behind a barrier whose permissions depend on its state). A seat's
//!    roster says in one word how most of its men of each type move:
//!
//!    ```text
//!    Tables ── rosters[seat] ─── Shape ──┬─ Leaper  ── leaps[class].to[square]      one set
//!                                        ├─ Slider  ── slide_heads[..][square] ──┐
//!                                        ├─ Stepper ── shifts: (from these        │  pieces
//!                                        │             squares, so many numbers   │  in a row
//!                                        │             on), many men at once;     v
//!                                        │             or leaps, man by man
//!                                        └─ Mixed   ── one by one       [ masks | offset | next ]
//!                                                                            │ gather
//!           ways[seats] ─┬─ leaps: class, types ── leaps[class].from[square] v
//!                        └─ rides: class, types ── reached_from[square]   sets[offset + filled]
//!                                                  lines[square, rider]: what lies between
//!    ```
//! 2. For a position, a *guard* is worked out for the mover's king, and for each king that
//!    a bar watches: who checks, what is pinned, along which lines. Two squares can share
//!    more than one line; a man pinned on two lines may go where both allow. All living
//!    opponents are looked at in one pass, by the ways in which they attack.
//! 3. Men's targets are sets. What keeps to the guards is **proven** legal and is counted
//!    or listed as a set, in loops that ask nothing else (`src/rules/plain.rs`, `steps.rs`);
//!    a pinned man, or one by whom something may be taken in passing, is looked at apart.
//!    What some rule wants to see made is **tried**: taking a king, taking in passing,
//!    crossing a barrier, captures of men that a bar asks about. Where a rule is absent,
//!    its set is empty, and nothing is tried for it.
//! 4. The same function judges a tried move and explains a refused one.
//! 5. What an outcome needs at least (a player without a move, so many quiet rounds, a
//!    king attacked) is asked before the outcome: `src/rules/gate.rs`.
//! 6. A move is made on a copy of the state, and nothing is undone. States come in a few
//!    sizes, from 64 squares and 3 players upwards, chosen when a variant is loaded: the
//!    fewer bytes, the faster the copy. `src/rules/any.rs` lists them.
//!
//! Generation and counting are built twice, for any processor and for those with BMI and
//! AVX2; which one runs is found out when the program does. `src/rules/slides.rs` draws how
//! rays are looked up. `cargo bench` measures all of it against a hand-written engine of
//! chess, in one run; `threefold bench` measures any rulebook. What was hottest before each
//! large step, and what became of it, stands in the message of its commit.
#![doc = include_str!("glossary.md")]
#![warn(missing_docs, missing_debug_implementations)]

#[macro_use]
mod sealed;

pub mod board;
pub mod bot;
pub mod case;
pub mod catalog;
pub mod cli;
pub mod codes;
pub mod compare;
pub mod compile;
pub mod definition;
pub mod diagnostic;
pub mod draw;
pub mod english;
pub mod game;
mod json;
mod lint;
mod load;
pub mod matrix;
pub mod notation;
pub mod rules;
pub mod serve;
pub mod speed;
pub mod variant;
pub mod verify;
pub mod watch;

pub use load::{Checked, Input, LoadError, Loaded, check, count, load, load_input, load_text};

/// The reference of the language, as Markdown.
pub fn reference() -> String {
    definition::reference::reference(notation::position::KEYS)
}

/// The README, so that its program is tried.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
