//! Boards in documents: positions with marks and captions.
//!
//! Contains: [`Diagram`]. Input: a position, and what a picture or a board as text marks in it. Output: a [`View`] for a drawing, or
//! the text. Does not know where the diagram stands in a document, and which rule it shows.

use super::{CloseUp, Inline};
use crate::board::Square;
use crate::draw::{Album, Around, Mark, View};
use crate::game::Game;
use crate::notation::picture::board_text_at;
use crate::rulebook::SeatId;
use crate::rules::{Move, Piece, Position};

/// A position, shown as a drawing or as text.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The position on the board.
    pub position: Position,
    /// The last move, which is marked.
    pub last: Option<Move>,
    /// Whether the legend calls it an earlier move, because another player has moved since.
    pub is_earlier: bool,
    /// Squares with a mark.
    pub marked: Vec<Square>,
    /// Attacked squares, each with a player who attacks it, as frames in the colors of players. Boards as text mark them
    /// like other squares if [`Diagram::marked`] has them, too.
    pub attacked: Vec<(Square, SeatId)>,
    /// Legal moves as arrows. Boards as text mark the ends instead.
    pub allowed: Vec<(Square, Square)>,
    /// Legal moves along given squares, from the origin, as arrows in a drawing.
    pub paths: Vec<Vec<Square>>,
    /// Forbidden moves as crossed arrows. Boards as text mark the ends instead.
    pub forbidden: Vec<(Square, Square)>,
    /// The paths of some forbidden moves, each with the index of the step that has the cross.
    pub stopped: Vec<(Vec<Square>, usize)>,
    /// Checks that a move would give, from the attacking piece to the king, also through a pinned piece. Boards as text
    /// omit them.
    pub threats: Vec<(Square, Square)>,
    /// Attacks that give no check, as crossed arrows. Boards as text mark the ends instead.
    pub no_checks: Vec<(Square, Square)>,
    /// Lines on which a piece is pinned, from the attacking piece to the king. Boards as text omit them.
    pub pins: Vec<(Square, Square)>,
    /// Squares that a piece may enter only by capturing, with a ring in a drawing.
    pub captures: Vec<Square>,
    /// Lines of the board that a drawing shows, as indices into the rulebook.
    pub board_lines: Vec<usize>,
    /// Whether a drawing shows the captured pieces that are kept.
    pub stock: bool,
    /// Dashed pieces in a drawing, where a move puts them. Boards as text omit a diagram with several.
    pub ghosts: Vec<(Square, Piece)>,
    /// Marks that a small legend of a drawing explains.
    pub explained: Vec<Mark>,
    /// Whether a drawing has the whole legend, with players and barriers.
    pub legend: bool,
    /// Signs of the board that a drawing before has explained.
    pub known: Vec<String>,
    /// Short texts on squares of a drawing, such as the steps along a line. Boards as text omit them.
    pub numbers: Vec<(Square, String)>,
    /// Whether a drawing always shows the whole board.
    pub is_whole: bool,
    /// The part of the board that a drawing shows, if it does not show all of it.
    pub close_up: Option<CloseUp>,
    /// Squares with their names in a drawing. A drawing of the names of all squares has no pieces, and boards as
    /// text omit it.
    pub named: Vec<Square>,
    /// Sentences after the caption about pieces that a close-up does not show, each after a space. Only boards as text have
    /// them.
    pub aside: String,
    /// A direction around the center of a ring, as an arrow in a drawing.
    pub around: Option<Around>,
    /// Moves whose destinations have a mark in a drawing. Boards as text omit the whole diagram.
    pub targets: Vec<Move>,
    /// Whether the drawing is small, so that several are side by side.
    pub is_small: bool,
    /// The player of an example, whose board as text is short. All drawings of a page have the same side at the bottom.
    pub seat: Option<SeatId>,
    /// Caption, shown above the board. May be empty.
    pub caption: Inline,
    /// How to read the board as text, shown below it. Drawings do not need it.
    pub notes: String,
}

impl Diagram {
    /// Returns a diagram of the current position of a game.
    pub fn of(game: &Game, marked: Vec<Square>, caption: Inline) -> Self {
        Self { last: game.last_move(), marked, caption, ..Self::new(game.position().clone()) }
    }

    /// Returns a diagram of a position without marks.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            last: None,
            is_earlier: false,
            marked: Vec::new(),
            attacked: Vec::new(),
            allowed: Vec::new(),
            paths: Vec::new(),
            forbidden: Vec::new(),
            stopped: Vec::new(),
            threats: Vec::new(),
            no_checks: Vec::new(),
            pins: Vec::new(),
            captures: Vec::new(),
            board_lines: Vec::new(),
            stock: false,
            ghosts: Vec::new(),
            explained: Vec::new(),
            legend: false,
            known: Vec::new(),
            numbers: Vec::new(),
            is_whole: false,
            close_up: None,
            named: Vec::new(),
            aside: String::new(),
            around: None,
            targets: Vec::new(),
            is_small: false,
            seat: None,
            caption: Inline::new(),
            notes: String::new(),
        }
    }

    /// Draws the board as an SVG picture of a page.
    pub fn drawn(&self, album: &mut Album) -> String {
        album.picture(&self.position, &self.view())
    }

    /// Reports whether a piece of an eliminated player is on the board.
    fn has_faded_pieces(&self) -> bool {
        self.position.pieces().iter().any(|it| !self.position.is_living(it.1.seat))
    }

    /// Returns what a drawing shows beside the pieces.
    pub fn view(&self) -> View {
        // The arrow of a move with a path follows the path.
        let leads = |path: &[Square], it: &(Square, Square)| path.first() == Some(&it.0) && path.last() == Some(&it.1);
        let has_path =
            |it: &(Square, Square)| self.stopped.iter().map(|it| &it.0).chain(&self.paths).any(|path| leads(path, it));
        View {
            last: self.last,
            is_earlier: self.is_earlier,
            marked: self.marked.clone(),
            attacked: self.attacked.clone(),
            allowed: self.allowed.iter().copied().filter(|it| !has_path(it)).collect(),
            paths: self.paths.clone(),
            forbidden: self.forbidden.iter().copied().filter(|it| !has_path(it)).collect(),
            stopped: self.stopped.clone(),
            threats: self.threats.clone(),
            no_checks: self.no_checks.clone(),
            pins: self.pins.clone(),
            captures: self.captures.clone(),
            board_lines: self.board_lines.clone(),
            stock: self.stock,
            ghosts: self.ghosts.clone(),
            legend: self.legend || !self.explained.is_empty() || self.has_faded_pieces(),
            explains_marks: !self.legend,
            known: self.known.clone(),
            numbers: self.numbers.clone(),
            is_empty: self.is_map(),
            near: self.close_up.iter().flat_map(|it| &it.near).copied().collect(),
            least: self.close_up.as_ref().map(|it| it.size).unwrap_or_default(),
            names: self.named.clone(),
            around: self.around,
            explained: self.explained.clone(),
            targets: self.targets.clone(),
            ..View::default()
        }
    }

    /// Returns the board as text. A diagram seen from a seat is an example: it omits the list of joined squares.
    pub(super) fn text(&self) -> String {
        let ends = self.allowed.iter().chain(&self.forbidden).chain(&self.no_checks).flat_map(|it| [it.0, it.1]);
        let at: Vec<Square> = self.marked.iter().copied().chain(ends).collect();
        let text = board_text_at(&self.position, self.last, &at);
        let is_example = self.seat.is_some();
        // Without further squares, only the ends of moves have the sign.
        let text = match is_example && self.marked.is_empty() {
            true => text.replacen("! see the text", "! start or end of the move", 1),
            false => text,
        };
        let text = if self.is_earlier { text.replacen("> last move", "> earlier move", 1) } else { text };
        let Some((board, rest)) = text.split_once("Joined: ").filter(|_| is_example) else { return text };
        let legend = rest.lines().skip(1).skip_while(|it| it.starts_with("  ")).map(|it| format!("{it}\n"));
        board.chars().chain(legend.collect::<String>().chars()).collect()
    }

    /// Reports whether a drawing names all squares of the empty board.
    fn is_map(&self) -> bool {
        self.named.len() == self.position.variant().board().len()
    }

    /// Reports whether text cannot show the diagram, because it has several moving pieces or destinations, or numbers
    /// without a move.
    pub(super) fn is_drawn_only(&self) -> bool {
        let has_move = !self.allowed.is_empty() || !self.forbidden.is_empty();
        self.is_map() || self.ghosts.len() > 1 || !self.targets.is_empty() || !self.numbers.is_empty() && !has_move
    }
}
