//! Documents: headings, paragraphs, lists, tables and boards, before their format is chosen.
//!
//! Contains [`Document`] with its [`Block`]s and [`Inline`] text, and one writer for each format:
//! plain text, [`markdown()`] and [`html()`]. Input: texts and positions. Output: plain text, Markdown, or one HTML page. The writers
//! escape every text, so a name from a file cannot become markup. Does not know rules or reports.

mod close_ups;
mod diagram;
mod html;
mod markdown;
mod outline;
mod text;

pub use close_ups::{CloseUp, CloseUps, align};
pub use diagram::Diagram;
pub use html::{block_html, body, html, page, topics_html};
pub use markdown::markdown;

pub use crate::draw::{Around, Mark};

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
