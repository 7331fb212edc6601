//! The model of a record: tag pairs, movetext and result, with everything that a text contains.
//!
//! Contains [`Record`] and its parts. Input: what a parser or an export found. Output: public values. White space
//! inside comments is not kept; everything else is. Does not know rules: the text of a move is only a text.

use super::parse::parse_single;
use super::{RecordErrors, commands};

/// A game as PGN: tag pairs, movetext and result.
///
/// `Display` prints it so that it parses back as the same record. [`record`](crate::record) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Record {
    /// The tag pairs, in order.
    pub tags: Vec<TagPair>,
    /// The main line, with its annotations.
    pub movetext: Movetext,
    /// The termination marker: `1-0`, `1/2-1/2`, `*`, or the points of each player, as in `1,0,1/2`.
    pub result: String,
}

/// Parses the text of one game, as [`Record::parse`] does.
///
/// ```
/// use threefold::record::Record;
///
/// let record: Record = "1. e4   e5 *".parse()?;
/// assert_eq!(record.to_string().parse(), Ok(record));
/// # Ok::<(), threefold::record::RecordErrors>(())
/// ```
impl std::str::FromStr for Record {
    type Err = RecordErrors;

    fn from_str(text: &str) -> Result<Self, RecordErrors> {
        Self::parse(text)
    }
}

impl Record {
    /// Parses the text of one game, strictly.
    ///
    /// # Errors
    /// Returns all errors, in order of place. A second game is an error, and so is a text of more than
    /// [`MAX_RECORD`](super::MAX_RECORD) bytes, which is not read.
    pub fn parse(text: &str) -> Result<Self, RecordErrors> {
        let (record, errors) = parse_single(text);
        if errors.is_empty() { Ok(record) } else { Err(RecordErrors::new(errors)) }
    }

    /// Returns the value of a tag, by its exact name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|it| it.name == name).map(|it| it.value.as_str())
    }

    /// Sets a tag. A new one comes last.
    ///
    /// In PGN, a name has only letters, digits and underscores. Printing turns all other characters into `_`.
    ///
    /// ```
    /// use threefold::record::Record;
    ///
    /// let mut record = Record::parse("[White \"Ada\"] 1. e4 *")?;
    /// record.set_tag("Time control", "40/7200");
    /// assert!(record.to_string().contains("[Time_control \"40/7200\"]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|it| it.name == name) {
            Some(tag) => tag.value = value.into(),
            None => self.tags.push(TagPair { name: name.to_owned(), value: value.into() }),
        }
    }

    /// Returns the record without its variations.
    ///
    /// ```
    /// use threefold::record::Record;
    ///
    /// let record = Record::parse("1. e4 $1 (1. d4 d5) e5 {as usual} *")?;
    /// assert_eq!(record.main_line().to_string().trim_end(), "1. e4 $1 e5 {as usual} *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn main_line(&self) -> Record {
        let mut record = self.clone();
        for ply in &mut record.movetext.plies {
            ply.annotations.retain(|it| !matches!(it, Annotation::Variation(_)));
        }
        record
    }

    /// Removes a tag.
    pub fn remove_tag(&mut self, name: &str) {
        self.tags.retain(|it| it.name != name);
    }
}

/// A tag pair: `[White "Ada"]`.
///
/// [`record`](crate::record) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct TagPair {
    /// The name: letters, digits and underscores.
    pub name: String,
    /// The value, without quotes and escapes.
    pub value: String,
}

/// A sequence of plies: the main line or a variation.
///
/// [`record`](crate::record) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Movetext {
    /// Comments before the first ply.
    pub comments: Vec<String>,
    /// The plies, in order.
    pub plies: Vec<RecordedPly>,
}

/// A ply of a record: a move as it is written, with its annotations.
///
/// Two plies are equal if they say the same: their lines and columns do not count.
///
/// [`record`](crate::record) has an example.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct RecordedPly {
    /// The number before the move, if there is one.
    pub number: Option<MoveNumber>,
    /// The move, with its player if the record names one: `Nf3`, `w:e2-e4`.
    pub text: String,
    /// Annotations after the move, in order.
    pub annotations: Vec<Annotation>,
    /// Line in the file, from 1; 0 if the record was not read from a text.
    pub line: usize,
    /// Column of the move in characters, from 1; 0 if the record was not read from a text.
    pub column: usize,
}

impl PartialEq for RecordedPly {
    fn eq(&self, other: &Self) -> bool {
        let Self { number, text, annotations, line: _, column: _ } = self;
        (number, text, annotations) == (&other.number, &other.text, &other.annotations)
    }
}

impl Eq for RecordedPly {}

impl RecordedPly {
    /// Returns the value of a command in the comments: `0:05:00` for `clk` in `{[%clk 0:05:00]}`.
    pub fn command(&self, name: &str) -> Option<&str> {
        let comments = self.annotations.iter().filter_map(|it| match it {
            Annotation::Comment(text) => Some(text),
            _ => None,
        });
        comments.flat_map(|it| commands(it)).find(|it| it.0 == name).map(|it| it.1)
    }
}

/// A move number: `12.`, or `12...` if the round continues.
///
/// [`record`](crate::record) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveNumber {
    /// The number of the round, usually from 1.
    pub value: u32,
    /// Whether another player moved earlier in the round.
    pub continues: bool,
}

/// What a record adds to a move.
///
/// [`record`](crate::record) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Annotation {
    /// A NAG (numeric annotation glyph): `$1` is a good move.
    Nag(u8),
    /// A comment, which may contain commands.
    Comment(String),
    /// Moves that could have been played instead of this one.
    Variation(Movetext),
}
