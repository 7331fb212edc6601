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
//!
//! Moves as they are typed, and sentences about a position:
//!
//! ```
//! use threefold::notation::moves::{MoveTexts, completed, legal_texts, parse_exact};
//! use threefold::notation::picture::{board_text, board_text_at, facts};
//! use threefold::notation::position::{marks, parse_setup, parse_unsettled, print, print_fen};
//! use threefold::notation::sentence::{check_sentences, ending_sentence, scores_text, status_sentence};
//! use threefold::notation::{points_text, seat_title, sentence::Explanation, sentence::explain};
//!
//! let chess = threefold::load("chess")?.variant;
//! let start = chess.start().expect("a starting position");
//! let texts = legal_texts(&start);
//! assert_eq!(texts.len(), 20);
//! let (mv, text) = &texts[0];
//! assert_eq!(parse_exact(&start, text)?, *mv);
//! assert_eq!(MoveTexts::new(&start).parse(text)?, *mv);
//! // On boards with sections, `e4` would leave one out. Here, nothing is missing.
//! assert_eq!(completed(&start, "e4"), None);
//! let explanation: Explanation = explain(&start, *mv);
//! assert!(explanation.is_legal);
//!
//! let setup = parse_setup(&chess, "w:Kf6,Ra8 b:Kh8 turn=b")?;
//! assert!(marks(&chess, setup.pieces[0].0, &setup.pieces[0].1).is_empty());
//! let open = parse_unsettled(&chess, "w:Kg6,Ra8 b:Kg8 turn=b")?;
//! assert_eq!(check_sentences(open.as_position()).len(), 1);
//! let mated = open.settle();
//! let ending = mated.ending().expect("checkmate");
//! assert!(status_sentence(&mated).contains(&ending_sentence(&mated, ending)));
//! assert_eq!(scores_text(&mated), "White 1, Black 0");
//! assert_eq!(points_text(mated.scores()[0]), "1");
//! assert_eq!(seat_title(chess.rulebook(), mated.turn()), "Black");
//! assert!(print_fen(&mated)?.starts_with("R5k1/") && print(&mated).contains("turn=b"));
//! assert!(board_text_at(&mated, None, &[]) == board_text(&mated, None) && !facts(&mated).is_empty());
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
