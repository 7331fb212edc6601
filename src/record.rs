//! Game records in PGN (Portable Game Notation), for any number of players.
//!
//! Contains the model ([`Record`], [`Movetext`], [`RecordedPly`]), a reader for files of any length
//! ([`RecordReader`]), and the replay through the rules ([`replay_record`], [`convert_record`]).
//!
//! Input: a text, or a [`Game`](crate::Game). Output: the text again, the game, or the errors with their places. The
//! reader always recovers: a strict program refuses a record with errors, and a lenient one reports them as repairs.
//! Does not know files and the catalog: the caller loads the variant.
//!
//! [`docs::records`](crate::docs::records) describes the format.
//!
//! ```
//! use threefold::record::{Record, convert_record, replay_record};
//!
//! let record = Record::parse("[White \"Ada\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 *\n")?;
//! assert_eq!(record.tag("White"), Some("Ada"));
//! assert_eq!(record.movetext.plies.len(), 3);
//! let text = record.to_string();
//! assert_eq!(Record::parse(&text)?.to_string(), text);
//!
//! let chess = threefold::load("chess")?.variant;
//! let game = replay_record(&chess, &record)?;
//! assert_eq!(Record::from_game(&game).movetext.plies[2].text, "Nf3");
//! let error = Record::parse("1. e4 {unclosed").expect_err("two errors");
//! assert_eq!((error[0].line, error[0].column), (1, 7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The parts of a record:
//!
//! ```
//! use threefold::record::{Annotation, MAX_RECORD, MoveNumber, Movetext, Record, RecordStyle, RecordedPly, TagPair};
//! use threefold::record::{RecordError, RecordErrorKind, RecordErrors, replay_record};
//!
//! let text = "[White \"Ada\"]\n\n1. e4 {best by test} e5 *\n";
//! assert!(text.len() < MAX_RECORD);
//! let record = Record::parse(text)?;
//! let (tag, movetext): (&TagPair, &Movetext) = (&record.tags[0], &record.movetext);
//! assert_eq!((tag.name.as_str(), tag.value.as_str()), ("White", "Ada"));
//! let ply: &RecordedPly = &movetext.plies[0];
//! assert_eq!(ply.number, Some(MoveNumber { value: 1, continues: false }));
//! assert_eq!(ply.annotations, [Annotation::Comment("best by test".into())]);
//!
//! let errors: RecordErrors = Record::parse("1. e4 {unclosed").expect_err("two errors");
//! let first: &RecordError = &errors[0];
//! assert_eq!(first.kind, RecordErrorKind::OpenComment);
//! let chess = threefold::load("chess")?.variant;
//! let game = replay_record(&chess, &record)?;
//! assert_eq!(Record::from_game_in(&game, RecordStyle::Short).movetext.plies.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod error;
mod export;
mod model;
mod movetext;
mod numbering;
mod parse;
mod print;
mod reader;
mod replay;
mod result;
mod scan;
#[cfg(feature = "cli")]
mod signs;
mod tags;
mod trim;
#[cfg(feature = "cli")]
mod values;

pub use command::commands;
pub use error::{RecordError, RecordErrorKind, RecordErrors};
#[cfg(feature = "serve")]
pub(crate) use export::player_tag;
#[cfg(any(feature = "cli", feature = "serve"))]
pub(crate) use export::without_comments;
pub use export::{RECORD_TAGS, rulebook_tag, rulebook_text};
pub use model::{Annotation, MoveNumber, Movetext, Record, RecordedPly, TagPair};
#[cfg(any(feature = "cli", feature = "serve"))]
pub(crate) use reader::is_pgn;
pub use reader::{MAX_RECORD, RecordEntry, RecordReader};
pub use replay::{RecordReplayError, RecordReplayErrorKind, convert_record, replay_record};
#[cfg(feature = "serve")]
pub(crate) use result::recorded_end;
pub use result::{RecordStyle, result_text};
#[cfg(feature = "cli")]
pub(crate) use signs::odd_signs;
pub use trim::trim_variations;
#[cfg(feature = "cli")]
pub(crate) use values::{odd_values, open_result};
