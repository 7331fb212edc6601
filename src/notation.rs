//! Text for people: squares, moves, positions, pictures of boards, sentences.
//!
//! In: a [`Variant`](crate::rules::Variant), a [`Position`](crate::rules::Position), or a
//! text. Out: texts, or what a text means, or an error that says where and what to do.
//! Everything that can be printed here can be read back. Refuses to know files,
//! terminals and how a rule is carried out.

pub mod moves;
pub(crate) mod name;
pub(crate) mod paragraph;
pub mod picture;
pub mod position;
pub mod sentence;

pub use moves::{MoveTextError, legal_texts, parse_move, print_move};
pub use name::{NameParts, joined, points_text, seat_title};
pub use position::{PositionError, PositionErrors, parse_position};
