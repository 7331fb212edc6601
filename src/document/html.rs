//! The HTML writer: one page shell and one stylesheet for all documents.
//!
//! Input: a [`Document`], and a function that draws its diagrams. Output: one file without scripts
//! that loads nothing and follows the light or dark mode of the reader. Every text is escaped.
//! Does not know how a board is drawn.

use super::{Block, Cell, Diagram, Document, Emphasis, Inline, Span, Table};
use crate::draw::escaped;

/// Maximum length of the name of a square, in characters.
const LONGEST_SQUARE: usize = 6;

/// Largest number of columns of a table that fits half a page.
const MANY_COLUMNS: usize = 3;

/// Maximum length of a cell of such a table, in characters.
const LONGEST_CELL: usize = 120;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fcfcf9; --line: #c9c7bd; --other: #fbe3a6; --faint: #6d6a5f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e4dc; --paper: #191a1c; --line: #45464a; --other: #5a4712; --faint: #9b988c; }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.45 Georgia, serif; overflow-wrap: break-word; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
code { font: 13px/1.35 ui-monospace, Menlo, Consolas, monospace; }
figure { margin: 1rem 0; }
figure > svg { width: min(30rem, 100%); }
figure .ground { fill: none; }
figcaption { color: var(--faint); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .8rem 0; }
th, td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: left; vertical-align: top; }
td.other { background: var(--other); }
td.same { color: var(--faint); text-align: center; }
h2 { font-size: 1.25rem; margin-top: 2.4rem; }
h3 { font-size: 1.1rem; margin-top: 2rem; }
";

/// Minimum width of pictures of which two are in a row, relative to the board. Narrower pictures have rows of three.
const NARROW: f64 = 0.6;

/// The legends below pictures.
const LEGENDS: &str = "
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
.legend span { display: inline-flex; align-items: center; gap: .35em; }
.legend svg { width: 1.6em; height: 1.35em; flex: none; }
";

/// Returns the document as one page. `draw` returns the HTML of a board.
pub fn html(document: &Document, mut draw: impl FnMut(&Diagram) -> String) -> String {
    page(&document.title, STYLE, &body(document, &mut draw))
}

/// Returns the document as a part of any page: its title and its blocks. `draw` returns the HTML of a board.
pub fn body(document: &Document, mut draw: impl FnMut(&Diagram) -> String) -> String {
    let is_heading = |it: &&Block| matches!(it, Block::Heading(..));
    let blocks: Vec<&Block> = document.blocks.iter().collect();
    // The introduction is above all columns.
    let (introduction, rest) = blocks.split_at(blocks.iter().position(is_heading).unwrap_or(blocks.len()));
    let introduction: String = introduction.iter().map(|it| block_html(it, &mut draw) + "\n").collect();
    format!("<h1>{}</h1>\n{introduction}{}", escaped(&document.title), topics_html(rest, &mut draw))
}

/// Returns blocks in a row, with topics: texts and pictures between two headings or wide tables, which a page can keep
/// together. A wide table in the middle of a section is kept together with all of it.
pub fn topics_html(blocks: &[&Block], draw: &mut dyn FnMut(&Diagram) -> String) -> String {
    let sections = blocks.chunk_by(|_, next| !matches!(next, Block::Heading(..)));
    let section = |it: &[&Block]| {
        let from_table = it.iter().skip_while(|it| !matches!(it, Block::Table(it) if is_wide(it))).count();
        let html = section_html(it, draw);
        if from_table > 1 { format!("<section>\n{html}</section>\n") } else { html }
    };
    sections.map(section).collect()
}

fn section_html(blocks: &[&Block], draw: &mut dyn FnMut(&Diagram) -> String) -> String {
    let mut html = String::new();
    let mut rest = blocks;
    while let Some((first, after)) = rest.split_first() {
        let length = (0..rest.len()).take_while(|at| !is_apart(&rest[*at..])).count();
        let (topic, others) = rest.split_at(length);
        let is_text = topic.iter().all(|it| matches!(it, Block::Paragraph(_)));
        match (topic, is_text) {
            ([], _) => html += &(block_html(first, draw) + "\n"),
            (_, true) => html += &pictures_in_groups(topic, draw),
            (_, false) => html += &topic_html(topic, draw),
        }
        rest = if topic.is_empty() { after } else { others };
    }
    html
}

/// Returns texts with their pictures. A single small picture is beside its text, where the page is wide enough.
fn topic_html(blocks: &[&Block], draw: &mut dyn FnMut(&Diagram) -> String) -> String {
    let (pictures, texts): (Vec<&Block>, Vec<&Block>) = blocks.iter().partition(|it| matches!(it, Block::Diagram(_)));
    match pictures.as_slice() {
        [only @ Block::Diagram(it)] if it.is_small && !texts.is_empty() => {
            let texts = pictures_in_groups(&texts, draw);
            pair("topic pair", &texts, only, draw)
        }
        _ => format!("<div class=\"topic\">\n{}</div>\n", pictures_in_groups(blocks, draw)),
    }
}

/// Returns texts with a picture beside them. The texts that follow may go on beside it, too, so it comes first.
fn pair(class: &str, texts: &str, picture: &Block, draw: &mut dyn FnMut(&Diagram) -> String) -> String {
    format!("<div class=\"{class}\">{}\n<div>\n{texts}</div>\n</div>\n", block_html(picture, draw))
}

/// Reports whether the first of these blocks belongs to no topic: a heading, a numbered list, or a wide table with the
/// paragraph before it.
fn is_apart(blocks: &[&Block]) -> bool {
    match blocks {
        [Block::Paragraph(_), Block::Table(next), ..] => is_wide(next),
        [Block::Table(first), ..] => is_wide(first),
        [Block::Heading(..) | Block::Numbered(_), ..] => true,
        _ => false,
    }
}

/// Returns blocks in a row. Small pictures that follow each other form one group.
fn pictures_in_groups(blocks: &[&Block], draw: &mut dyn FnMut(&Diagram) -> String) -> String {
    let is_small = |it: &Block| matches!(it, Block::Diagram(it) if it.is_small);
    let mut html = String::new();
    let mut runs = blocks.chunk_by(|one, next| is_small(one) && is_small(next)).peekable();
    while let Some(run) = runs.next() {
        match (run, runs.peek()) {
            // The only picture of a list is beside it.
            ([list @ Block::List(_)], Some([only])) if is_small(only) => {
                html += &pair("pair", &(block_html(list, draw) + "\n"), only, draw);
                runs.next();
            }
            ([single], _) => html += &(block_html(single, draw) + "\n"),
            (run, _) => html += &rows(run, draw),
        }
    }
    html
}

/// Returns pictures in rows. Pictures of different sizes have rows of their own, and small ones come first, so that no picture has a
/// gap beside it.
fn rows(run: &[&Block], draw: &mut dyn FnMut(&Diagram) -> String) -> String {
    let is_narrow = |it: &&Block| part(it) < NARROW;
    let (narrow, wide): (Vec<&Block>, Vec<&Block>) = run.iter().copied().partition(is_narrow);
    let mut row = |all: &[&Block], class: &str| {
        let part = all.iter().map(|it| part(it)).fold(0.0, f64::max);
        let pictures: String = all.iter().map(|it| block_html(it, draw) + "\n").collect();
        format!("<div class=\"figures{class}\" style=\"--part:{part:.3}\">\n{pictures}</div>\n")
    };
    match (narrow.as_slice(), wide.as_slice()) {
        ([_], [_]) | ([], _) | ([_, _], []) => row(run, ""),
        (_, []) => row(run, " narrow"),
        (narrow, wide) => row(narrow, " narrow") + &row(wide, ""),
    }
}

/// Returns the width of a picture, relative to the board.
fn part(block: &Block) -> f64 {
    match block {
        Block::Diagram(it) => it.close_up.as_ref().map_or(1.0, |it| it.size.part()),
        _ => 1.0,
    }
}

/// Returns a whole page with a title, a stylesheet and a body of HTML.
pub fn page(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>{LEGENDS}{style}</style>\n</head>\n<body>\n\
         {body}</body>\n</html>\n",
        escaped(title)
    )
}

/// Returns one block as a part of any page. `draw` returns the HTML of a board.
pub fn block_html(block: &Block, draw: &mut dyn FnMut(&Diagram) -> String) -> String {
    match block {
        Block::Heading(level, id, text) => {
            let id = id.as_ref().map_or_else(String::new, |it| format!(" id=\"{}\"", escaped(it)));
            format!("<h{level}{id}>{}</h{level}>", inline(text))
        }
        Block::Paragraph(text) => format!("<p>{}</p>", inline(text)),
        Block::List(items) => {
            let items: String = items.iter().map(|it| format!("<li>{}</li>\n", inline(it))).collect();
            format!("<ul>\n{items}</ul>")
        }
        Block::Numbered(entries) => {
            let mut items = String::new();
            for it in entries {
                let blocks = topics_html(&it.blocks.iter().collect::<Vec<_>>(), draw);
                let (id, name) = (escaped(&it.id), inline(&it.name));
                items.push_str(&format!("<li id=\"{id}\"><h3>{name}</h3>\n{blocks}</li>\n"));
            }
            format!("<ol>\n{items}</ol>")
        }
        Block::Table(it) => table(it),
        Block::Diagram(it) => {
            let caption = match it.caption.spans.is_empty() {
                true => String::new(),
                false => format!("<figcaption>{}</figcaption>\n", inline(&it.caption)),
            };
            let class = match (it.is_small, &it.close_up) {
                (true, Some(it)) => format!(" class=\"small close\" style=\"--part:{:.3}\"", it.size.part()),
                (true, None) => " class=\"small whole\"".to_owned(),
                (false, _) => String::new(),
            };
            format!("<figure{class}>\n{caption}{}\n</figure>", draw(it))
        }
    }
}

/// Reports whether a table needs the whole width of a page.
fn is_wide(table: &Table) -> bool {
    let is_long = table.rows.iter().flatten().any(|it| it.content.plain().chars().count() > LONGEST_CELL);
    is_long || table.head.len() > MANY_COLUMNS
}

fn table(table: &Table) -> String {
    let row = |cells: &[Cell], tag: &str| {
        let cells: String = cells.iter().map(|it| cell(it, tag)).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = table.rows.iter().map(|it| row(it, "td")).collect();
    let class = if is_wide(table) { "wide many" } else { "wide" };
    format!(
        "<div class=\"{class}\"><table>\n<thead>{}</thead>\n<tbody>{rows}</tbody></table></div>",
        row(&table.head, "th")
    )
}

fn cell(cell: &Cell, tag: &str) -> String {
    let class = match cell.emphasis {
        Emphasis::None => "",
        Emphasis::Different => " class=\"other\"",
        Emphasis::Same => " class=\"same\"",
    };
    let hint = cell.hint.as_ref().map_or_else(String::new, |it| format!(" title=\"{}\"", escaped(it)));
    format!("<{tag}{class}{hint}>{}</{tag}>", inline(&cell.content))
}

fn inline(line: &Inline) -> String {
    let span = |it: &Span| match it {
        Span::Text(text) => unbroken(text),
        Span::Code(text) => format!("<code>{}</code>", escaped(text)),
        Span::Link { text, id } => format!("<a href=\"#{}\">{}</a>", escaped(id), escaped(text)),
        Span::Break => "<br>".to_owned(),
    };
    line.spans.iter().map(span).collect()
}

/// Escapes a text. Squares and moves with hyphens, such as `O-O-O` or `e2-e4`, are not broken at the end of a line.
fn unbroken(text: &str) -> String {
    let is_move = |it: &str| {
        let castles = it.chars().all(|it| matches!(it, 'O' | '0' | '-'));
        let parts = it.split('-').all(|it| it.ends_with(|it: char| it.is_ascii_digit()) && it.len() <= LONGEST_SQUARE);
        it.contains('-') && (castles || parts)
    };
    let word = |it: &str| {
        let inner = it.trim_matches(|it: char| !it.is_alphanumeric());
        // A small L looks like a one. In italics it has a tail.
        let is_mistakable =
            inner.strip_prefix('l').is_some_and(|it| !it.is_empty() && it.chars().all(|it| it.is_ascii_digit()));
        match is_move(inner) {
            false if is_mistakable => escaped(it).replacen('l', "<i>l</i>", 1),
            true => {
                let inner = escaped(inner);
                escaped(it).replacen(&inner, &format!("<span style=\"white-space:nowrap\">{inner}</span>"), 1)
            }
            false => escaped(it),
        }
    };
    text.split_inclusive(char::is_whitespace).map(word).collect()
}
