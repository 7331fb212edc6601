//! Text for people: squares, moves, positions, pictures of boards, sentences.
//!
//! Input: a [`Variant`](crate::rules::Variant), a [`Position`](crate::rules::Position), or a text. Output: texts, or
//! the meaning of a text, or an error with its place and advice. All printed moves and positions can be read back.
//! Does not know files, terminals and the implementation of rules.
//!
//! ```
//! use threefold::notation::{picture, position, sentence};
//! use threefold::{parse_move, parse_position, print_move};
//!
//! let chess = threefold::load("chess")?.variant;
//! let start = chess.start().expect("a starting position");
//! let mv = parse_move(&start, "Nf3")?;
//! assert_eq!(parse_move(&start, &print_move(&start, mv))?, mv);
//! let next = start.play(mv)?;
//! assert_eq!(parse_position(&chess, &position::print_list(&next))?, next);
//! println!("{}", picture::picture(&next, Some(mv)));
//! let explanation = sentence::explain(&next, mv);
//! assert_eq!(explanation.code, "no-piece");
//! println!("{}", explanation.sentence);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod moves;
pub(crate) mod name;
pub(crate) mod paragraph;
pub mod picture;
pub mod position;
pub mod sentence;
pub(crate) mod spared;

pub use moves::{MoveTextError, MoveTextErrorKind, legal_texts, parse_move, print_move, print_san};
#[doc(hidden)]
pub use name::{NameParts, joined};
pub use name::{points_text, seat_title};
pub use position::{PositionError, PositionErrorKind, PositionErrors, parse_position, parse_unsettled};
