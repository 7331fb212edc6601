//! Documents: headings, paragraphs, lists, tables and boards, before their format is chosen.
//!
//! Contains [`Document`] with its [`Block`]s and [`Inline`] text, and one writer for each format:
//! [`text()`], [`markdown()`] and [`html()`]. Input: plain texts. Output: plain text, Markdown, or one HTML page. The writers
//! escape every text, so a name from a file cannot become markup. Does not know rules or reports.

mod close_ups;
mod html;
mod markdown;
mod outline;
mod text;

pub use close_ups::{CloseUp, CloseUps};
pub use html::{block_html, body, html, page, topics_html};
pub use markdown::markdown;

use crate::board::Square;
use crate::draw::{Album, View};
pub use crate::draw::{Around, Mark};
use crate::game::Game;
use crate::notation::picture::board_text_at;
use crate::rulebook::SeatId;
use crate::rules::{Move, Piece, Position};

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Text without markup.
    Text(String),
    /// Code: a name, a value or a move as it is typed.
    Code(String),
    /// A link to a heading of the same page. Markdown shows only its text.
    Link {
        /// The visible text.
        text: String,
        /// The id of the heading.
        id: String,
    },
    /// A line break. In a Markdown table it becomes a space.
    Break,
}

/// The content of a line: a heading, a paragraph, a list item or a table cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inline {
    /// Parts in reading order.
    pub spans: Vec<Span>,
}

impl Inline {
    /// Returns an empty line.
    pub fn new() -> Self {
        Self::default()
    }

    /// Splits a sentence at its backquotes. Every second part is code.
    pub fn quoted(sentence: &str) -> Self {
        if sentence.matches('`').count() % 2 == 1 {
            return Self::from(sentence);
        }
        let parts = sentence.split('`').enumerate().filter(|it| !it.1.is_empty());
        let span = |(at, it): (usize, &str)| if at % 2 == 1 { Span::Code(it.into()) } else { Span::Text(it.into()) };
        Self { spans: parts.map(span).collect() }
    }

    /// Appends plain text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.span(Span::Text(text.into()))
    }

    /// Appends a code span.
    #[must_use]
    pub fn code(self, text: impl Into<String>) -> Self {
        self.span(Span::Code(text.into()))
    }

    /// Appends a link to the heading with this id.
    #[must_use]
    pub fn link(self, text: impl Into<String>, id: impl Into<String>) -> Self {
        self.span(Span::Link { text: text.into(), id: id.into() })
    }

    /// Appends a line break, unless the line is empty.
    #[must_use]
    pub fn broken(self) -> Self {
        if self.spans.is_empty() { self } else { self.span(Span::Break) }
    }

    /// Returns the text without markup. A line break becomes a space.
    pub fn plain(&self) -> String {
        let span = |it: &Span| match it {
            Span::Text(text) | Span::Code(text) | Span::Link { text, .. } => text.clone(),
            Span::Break => " ".to_owned(),
        };
        self.spans.iter().map(span).collect()
    }

    fn span(mut self, span: Span) -> Self {
        self.spans.push(span);
        self
    }
}

impl From<&str> for Inline {
    fn from(text: &str) -> Self {
        Self::new().text(text)
    }
}

impl From<String> for Inline {
    fn from(text: String) -> Self {
        Self::new().text(text)
    }
}

/// The emphasis of a table cell. Markdown ignores it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// No special kind.
    #[default]
    None,
    /// Highlighted, for a value that differs.
    Different,
    /// Faint and centered, for a value that repeats another one.
    Same,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The text of the cell.
    pub content: Inline,
    /// Emphasis of the cell.
    pub emphasis: Emphasis,
    /// Text that a browser shows while the pointer rests on the cell.
    pub hint: Option<String>,
}

impl<T: Into<Inline>> From<T> for Cell {
    fn from(content: T) -> Self {
        Self { content: content.into(), ..Self::default() }
    }
}

/// A table with a header row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The cells of the header row.
    pub head: Vec<Cell>,
    /// Rows, each with as many cells as the header.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Returns a table without rows.
    pub fn new<const N: usize>(head: [&str; N]) -> Self {
        Self { head: head.into_iter().map(Cell::from).collect(), rows: Vec::new() }
    }

    /// Appends a row.
    pub fn row<const N: usize>(&mut self, cells: [Cell; N]) {
        self.rows.push(cells.into());
    }
}

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
    /// Short texts on squares of a drawing, such as the steps along a line. Boards as text omit them.
    pub numbers: Vec<(Square, String)>,
    /// Whether a drawing always shows the whole board.
    pub is_whole: bool,
    /// The part of the board that a drawing shows, if it does not show all of it.
    pub close_up: Option<CloseUp>,
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
            numbers: Vec::new(),
            is_whole: false,
            close_up: None,
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
        let has_path = |it: &(Square, Square)| {
            self.stopped.iter().any(|(path, _)| path.first() == Some(&it.0) && path.last() == Some(&it.1))
        };
        View {
            last: self.last,
            is_earlier: self.is_earlier,
            marked: self.marked.clone(),
            attacked: self.attacked.clone(),
            allowed: self.allowed.clone(),
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
            numbers: self.numbers.clone(),
            near: self.close_up.iter().flat_map(|it| &it.near).copied().collect(),
            names: self.close_up.iter().flat_map(|it| &it.names).copied().collect(),
            around: self.around,
            explained: self.explained.clone(),
            targets: self.targets.clone(),
            ..View::default()
        }
    }

    /// Returns the board as text. A diagram seen from a seat is an example: it omits the list of joined squares.
    fn text(&self) -> String {
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

    /// Reports whether text cannot show the diagram, because it has several moving pieces or destinations, or numbers
    /// without a move.
    fn is_drawn_only(&self) -> bool {
        let has_move = !self.allowed.is_empty() || !self.forbidden.is_empty();
        self.ghosts.len() > 1 || !self.targets.is_empty() || !self.numbers.is_empty() && !has_move
    }
}

/// An entry of a numbered list.
#[derive(Clone, Debug)]
pub struct NumberedEntry {
    /// The id for links: `rule-barrier-moat`.
    pub id: String,
    /// Name of the entry, without punctuation.
    pub name: Inline,
    /// The content, which usually starts with a paragraph.
    pub blocks: Vec<Block>,
    /// The content in a few sentences, for a summary; empty if the first paragraph is short enough.
    pub short: Inline,
}

impl NumberedEntry {
    /// Returns the first paragraph, and the blocks after it.
    fn lead(&self) -> (Inline, &[Block]) {
        match self.blocks.split_first() {
            Some((Block::Paragraph(lead), rest)) => (lead.clone(), rest),
            _ => (Inline::new(), &self.blocks),
        }
    }
}

/// A part of a document.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading with its level (2 for a chapter) and the id for links.
    Heading(u8, Option<String>, Inline),
    /// A paragraph of sentences.
    Paragraph(Inline),
    /// A list of items.
    List(Vec<Inline>),
    /// A numbered list.
    Numbered(Vec<NumberedEntry>),
    /// A table with a header row.
    Table(Table),
    /// A board with its pieces.
    Diagram(Box<Diagram>),
}

/// A report for people. [`english`](crate::english) has an example.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Title of the page. [`markdown()`] omits it, because the text is often part of another one.
    pub title: String,
    /// Blocks in reading order.
    pub blocks: Vec<Block>,
}

impl Document {
    /// Returns an empty document.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a heading.
    pub fn heading(&mut self, level: u8, text: impl Into<Inline>) {
        self.blocks.push(Block::Heading(level, None, text.into()));
    }

    /// Adds a heading to which other parts of the page can link.
    pub fn anchored_heading(&mut self, level: u8, id: impl Into<String>, text: impl Into<Inline>) {
        self.blocks.push(Block::Heading(level, Some(id.into()), text.into()));
    }

    /// Adds a paragraph, unless it is empty.
    pub fn paragraph(&mut self, text: impl Into<Inline>) {
        let text = text.into();
        if !text.plain().is_empty() {
            self.blocks.push(Block::Paragraph(text));
        }
    }

    /// Adds a list, unless it is empty.
    pub fn list<T: Into<Inline>>(&mut self, items: Vec<T>) {
        if !items.is_empty() {
            self.blocks.push(Block::List(items.into_iter().map(T::into).collect()));
        }
    }

    /// Adds a numbered list, unless it is empty.
    pub fn numbered(&mut self, entries: Vec<NumberedEntry>) {
        if !entries.is_empty() {
            self.blocks.push(Block::Numbered(entries));
        }
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }

    /// Adds a board.
    pub fn diagram(&mut self, diagram: Diagram) {
        self.blocks.push(Block::Diagram(Box::new(diagram)));
    }

    /// Returns the document as plain text, with its title.
    pub fn text(&self) -> String {
        text::text(self, text::WIDTH)
    }

    /// Returns the document as plain text for a terminal of `width` columns. Lines are never longer than usual.
    #[cfg(feature = "cli")]
    pub(crate) fn text_within(&self, width: usize) -> String {
        text::text(self, width.min(text::WIDTH))
    }

    /// Returns the document as Markdown, with its title.
    pub fn markdown(&self) -> String {
        let mut titled = Self::default();
        titled.heading(1, self.title.as_str());
        format!("{}\n{}", markdown(&titled), markdown(self))
    }
}
