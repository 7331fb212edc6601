//! What a picture shows: theme, seat and marks.
//!
//! Contains: [`Theme`] and [`View`]. Input: the choices of the caller. Output: the marks of a view. Does not know: how
//! they are drawn.

use super::{Around, CloseUpSize, Mark};
use crate::board::Square;
use crate::rulebook::SeatId;
use crate::rules::{Move, Piece};
use crate::sorting::CompactSort;

/// The color theme of a picture.
///
/// ```
/// use threefold::draw::{Mark, Theme, View, svg};
///
/// let start = threefold::load("chess")?.variant.start().expect("a starting position");
/// let view = View { theme: Theme::Print, targets: start.legal_moves(), ..View::default() };
/// let marks: Vec<Mark> = view.marks();
/// assert!(marks.contains(&Mark::Move));
/// assert!(svg(&start, &view).contains("<svg"));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Theme {
    /// Light or dark, as the reader's system prefers.
    #[default]
    Auto,
    /// A light background.
    Light,
    /// A dark background.
    Dark,
    /// Black on white, for paper.
    Print,
}

/// What a picture shows, and from which seat. Seats, squares and zones that the variant lacks are
/// ignored.
///
/// [`draw`](crate::draw) has an example.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The seat at the bottom. `None` shows the board as the file lays it out, if a seat is at the bottom then, and
    /// otherwise from the first seat.
    pub seat: Option<SeatId>,
    /// The color theme.
    pub theme: Theme,
    /// Omits the names of files and ranks.
    pub bare: bool,
    /// Omits the pieces.
    pub is_empty: bool,
    /// Names every square, in small letters inside it.
    pub square_names: bool,
    /// Adds a legend of players, barriers and marks.
    pub legend: bool,
    /// Draws lines for links between squares that do not touch, such as links through an open
    /// center.
    pub lines: bool,
    /// The last move, which is highlighted.
    pub last: Option<Move>,
    /// Whether another player has moved since. If true, the legend mentions it.
    pub is_earlier: bool,
    /// The square of the selected piece.
    pub selected: Option<Square>,
    /// Legal destinations: a dot for a quiet move, a ring for a capture.
    pub targets: Vec<Move>,
    /// Arrows from one square to another.
    pub arrows: Vec<(Square, Square)>,
    /// Legal moves, each with an arrow in the color of destinations.
    pub allowed: Vec<(Square, Square)>,
    /// Legal moves along given squares, each with such an arrow. The first square is the origin.
    pub paths: Vec<Vec<Square>>,
    /// Forbidden moves, each with a cross on its arrow.
    pub forbidden: Vec<(Square, Square)>,
    /// Forbidden moves along given squares, each with a cross on the step of this index. The first square is the origin.
    pub stopped: Vec<(Vec<Square>, usize)>,
    /// Checks that a move would give, each with an arrow from the attacking piece to the king. The arrow passes through
    /// a piece between them.
    pub threats: Vec<(Square, Square)>,
    /// Attacks that give no check, each with a cross on such an arrow.
    pub no_checks: Vec<(Square, Square)>,
    /// Lines on which a piece is pinned, from the attacking piece to the king, each with such an arrow.
    pub pins: Vec<(Square, Square)>,
    /// Squares that the piece may enter only by capturing, with a ring.
    pub captures: Vec<Square>,
    /// Adds the captured pieces that are kept, below the board.
    pub stock: bool,
    /// Pieces where a move puts them: pale, with dashed outlines.
    pub ghosts: Vec<(Square, Piece)>,
    /// Marks that the legend explains even if this picture does not show them.
    pub explained: Vec<Mark>,
    /// Restricts the legend to marks: omits the title, players and barriers.
    pub explains_marks: bool,
    /// Words of the legend that the reader has just seen below another picture, such as `moat` or `edge of a block`: signs of
    /// the board with these words are left out.
    pub known: Vec<String>,
    /// Short texts on squares, such as the steps along a line.
    pub numbers: Vec<(Square, String)>,
    /// An arrow around the free center of a ring, with the direction in words.
    pub around: Option<Around>,
    /// Squares that the picture is about. If they cover a small part of a board with small squares, the picture is a
    /// close-up of this part. Otherwise it shows the whole board, as rows of pictures and animations always do.
    pub near: Vec<Square>,
    /// Minimum size of a close-up.
    pub least: CloseUpSize,
    /// Squares that show their names in a close-up, and on a ring or several blocks also in a picture of the whole board.
    pub names: Vec<Square>,
    /// Squares that a refusal or finding refers to.
    pub marked: Vec<Square>,
    /// Attacked squares, each with a player whose pieces attack it: a frame in the color of this player, instead of the
    /// frame of a marked square.
    pub attacked: Vec<(Square, SeatId)>,
    /// Lines of the board to draw, as indices into the rulebook.
    pub board_lines: Vec<usize>,
    /// Zones to shade, as indices into the rulebook. If empty, the picture chooses the zones that
    /// special rules use.
    pub zones: Vec<usize>,
    /// Gives every square and piece its `data-` attributes, regardless of the size. Interactive
    /// pages need this.
    pub named: bool,
    /// Shades a zone that covers most of the board by the squares outside it. Always on if the
    /// picture chooses the zones.
    pub outside: bool,
}

impl View {
    /// Returns the marks that a picture with this view shows, apart from captures by a piece that can also move there
    /// and from checks.
    ///
    /// [`Theme`] has an example.
    pub fn marks(&self) -> Vec<Mark> {
        let all = [
            (Mark::LastMove, self.last.is_some() && !self.is_earlier),
            (Mark::EarlierMove, self.last.is_some() && self.is_earlier),
            (Mark::Move, !self.targets.is_empty()),
            (Mark::Capture, !self.captures.is_empty()),
            (Mark::Allowed, !self.allowed.is_empty() || !self.paths.is_empty()),
            (Mark::Forbidden, !self.forbidden.is_empty() || !self.stopped.is_empty()),
            (Mark::Ghost, !self.ghosts.is_empty()),
            (Mark::Threat, !self.threats.is_empty()),
            (Mark::NoCheck, !self.no_checks.is_empty()),
            (Mark::Pin, !self.pins.is_empty()),
            (Mark::Named, self.marked.iter().any(|it| !self.is_attacked(*it))),
            (Mark::Attacked, !self.attacked.is_empty()),
            (Mark::Direction, self.around.is_some()),
            (Mark::Numbered, self.numbers.iter().any(|it| it.1.starts_with(|it: char| it.is_ascii_digit()))),
        ];
        all.into_iter().filter(|it| it.1).map(|it| it.0).collect()
    }

    /// Returns the lists of arrows between two squares.
    pub(super) fn arrow_lists(&mut self) -> [&mut Vec<(Square, Square)>; 6] {
        let Self { arrows, allowed, forbidden, threats, no_checks, pins, .. } = self;
        [arrows, allowed, forbidden, threats, no_checks, pins]
    }

    /// Reports whether a square has the frame of a player who attacks it.
    pub(super) fn is_attacked(&self, square: Square) -> bool {
        self.attacked.iter().any(|it| it.0 == square)
    }

    /// Returns the players with frames of attacked squares, each once, in order of play.
    pub(super) fn attackers(&self) -> Vec<SeatId> {
        let mut all: Vec<SeatId> = self.attacked.iter().map(|it| it.1).collect();
        all.compact_sort_by(Ord::cmp);
        all.dedup();
        all
    }
}
