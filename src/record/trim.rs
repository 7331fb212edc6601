//! Leaves out what cannot be played in the variations of a record.
//!
//! Input: a variant and a [`Record`]. Output: the record without the rest of each variation that the rules refuse, and
//! the reasons. Annotators write null moves (`--`, `Z0`) and moves from memory in variations; the game itself is not
//! affected. Does not change the main line.

use super::replay::{RecordReplayErrorKind, Replayer};
use super::{Annotation, Movetext, Record, RecordReplayError};
use crate::game::{Game, ReplayErrorKind};
use crate::rules::Variant;

/// Ends each variation of a record before the first move that the rules refuse. Returns the record, and the refused
/// moves in order. The main line is not changed: [`replay_record`](super::replay_record) says what is wrong with it.
///
/// ```
/// use threefold::record::{Record, replay_record, trim_variations};
///
/// let chess = threefold::load("chess")?.variant;
/// let record = Record::parse("1. e4 e5 (1... -- 2. d4) 2. Nf3 (2. d4 exd4 3. Kd4) *")?;
/// assert!(replay_record(&chess, &record).is_err());
///
/// let (trimmed, left_out) = trim_variations(&chess, &record);
/// assert_eq!(trimmed.to_string().trim_end(), "1. e4 e5 2. Nf3 (2. d4 exd4) *");
/// let texts: Vec<_> = left_out.iter().filter_map(|it| it.text.as_deref()).collect();
/// assert_eq!(texts, ["--", "Kd4"]);
/// assert!(replay_record(&chess, &trimmed).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trim_variations(variant: &Variant, record: &Record) -> (Record, Vec<RecordReplayError>) {
    let mut trimmed = record.clone();
    let mut trimmer = Trimmer { replayer: Replayer::new(variant, record, None), left_out: Vec::new() };
    if let Ok(mut game) = trimmer.replayer.start(record) {
        // A replay reports the error in the main line.
        let _ = trimmer.line(&mut game, &mut trimmed.movetext);
    }
    (trimmed, trimmer.left_out)
}

struct Trimmer<'v> {
    replayer: Replayer<'v>,
    left_out: Vec<RecordReplayError>,
}

impl Trimmer<'_> {
    /// Plays a line, and trims it if it is a variation, and the variations in it. Returns the first error of this line.
    fn line(&mut self, game: &mut Game, line: &mut Movetext) -> Result<(), RecordReplayError> {
        for comment in &line.comments {
            self.replayer.comment(game, comment, None)?;
        }
        for at in 0..line.plies.len() {
            let before = Game::from_position(game.position().clone());
            let ply = &mut line.plies[at];
            let mut played = self.replayer.play(game, ply);
            for text in ply.annotations.iter().filter_map(comment) {
                played = played.and_then(|()| self.replayer.comment(game, text, Some(ply)));
            }
            if let Err(error) = played {
                if self.replayer.depth > 0 {
                    line.plies.truncate(at);
                }
                return Err(error);
            }
            for annotation in &mut ply.annotations {
                if let Annotation::Variation(variation) = annotation {
                    self.variation(before.clone(), variation)?;
                }
            }
            ply.annotations.retain(|it| !matches!(it, Annotation::Variation(line) if line.plies.is_empty()));
        }
        Ok(())
    }

    /// Trims a variation. Returns an error if the record is too long.
    fn variation(&mut self, mut game: Game, variation: &mut Movetext) -> Result<(), RecordReplayError> {
        self.replayer.depth += 1;
        let played = self.line(&mut game, variation);
        self.replayer.depth -= 1;
        match played {
            Err(error) if matches!(*error.kind, RecordReplayErrorKind::Replay(ReplayErrorKind::TooLong)) => Err(error),
            Err(error) => {
                self.left_out.push(error);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}

/// Returns the text of a comment.
fn comment(annotation: &Annotation) -> Option<&str> {
    match annotation {
        Annotation::Comment(text) => Some(text),
        _ => None,
    }
}
