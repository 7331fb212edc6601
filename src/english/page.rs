//! The rules as a web page: one file, no scripts, no requests, light or dark like the system.
//!
//! Contains: [`html`]. Input: a [`Document`] and a function that draws a board. Output: HTML. Does not know: how a
//! board is drawn.

#[cfg(feature = "cli")]
use super::sheets::{EmptyBoard, sheets};
use crate::document::{Diagram, Document, body, page};

const STYLE: &str = "
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word; font: 1.05rem/1.55 Georgia, serif;
  color: light-dark(#1c1b19, #e6e2da); background: light-dark(#fdfcf9, #1a1917); }
h1, h2, h3, h4 { line-height: 1.2; margin: 2rem 0 .6rem; }
h2 { border-bottom: 1px solid light-dark(#d8d2c4, #45413a); padding-bottom: .2rem; }
ol, ul { padding-left: 1.6rem; }
li { margin: .3rem 0; }
li h3 { margin: 1rem 0 .3rem; font-size: 1.05rem; }
h4 { margin: 1rem 0 .3rem; font-size: 1rem; font-style: italic; }
li p { margin: .3rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid light-dark(#d8d2c4, #45413a); }
figure { display: flex; flex-direction: column; align-items: center; margin: 1rem 0; }
figcaption { order: 1; color: light-dark(#3f3c36, #bdb8ac); font-size: .95rem; }
p, li, td { max-width: 44rem; }
ol > li { max-width: none; }
figure > svg { width: min(40rem, 100%); display: block; margin: 1rem auto; }
.legend { font-size: .9rem; margin: 0 0 .2rem; }
figure.small { display: inline-flex; align-items: stretch; width: 48%; min-width: min(20rem, 100%);
  margin: .5rem 1% .5rem 0; vertical-align: top; }
figure.small > svg { width: 100%; margin: .3rem 0; }
/* The width of a close-up depends on the part of the board that it shows, and on its zoom. Those in a row have one size. */
figure.small.close { width: min(100%, calc(var(--part) * 40rem)); min-width: 0; }
.figures { display: grid; grid-template-columns: repeat(2, minmax(0, calc(var(--part) * 40rem))); gap: .8rem 2%; margin: .5rem 0; }
.figures.narrow { grid-template-columns: repeat(3, minmax(0, calc(var(--part) * 40rem))); }
.figures > figure.small, .figures > figure.small.close { width: auto; min-width: 0; margin: 0; }
@media (max-width: 44rem) { .figures, .figures.narrow { grid-template-columns: minmax(0, calc(var(--part) * 40rem)); } }
/* The texts after a picture go on beside it, up to the next rule or picture. */
.pair > figure.small { float: right; width: 48%; margin: .3rem 0 .8rem 2%; }
.pair > figure.small.close { width: min(38%, calc(var(--part) * 40rem)); }
.pair > div > ul:last-child { margin-bottom: 0; }
.pair + ul { margin-top: .3rem; }
.pair, h2, h3, h4, ol > li, .figures, .wide { clear: both; }
.pair + h4:has(+ .topic:not(.pair)) { clear: none; }
@media (max-width: 44rem) { .pair > figure.small, .pair > figure.small.close { float: none; width: min(100%, calc(var(--part, 1) * 40rem)); margin: 0; } }
body svg.tf .ground { fill: none; }
.sheet { display: none; } /* Only for print. */
";

/// The styles of printed rules, for elements in one with the class `rulebook`.
pub(crate) const PRINT: &str = include_str!("print.css");

/// Margins and numbers of printed pages.
const SHEETS: &str = "  @page { margin: 1.2cm; @bottom-center { content: counter(page); font-size: .7rem; } }
  body { max-width: none; margin: 0; padding: 0; background: none; }
";

/// Returns the document as a page. `draw` returns the HTML of a board.
///
/// [`english`](crate::english) has an example.
pub fn html(document: &Document, draw: impl FnMut(&Diagram) -> String) -> String {
    rulebook_page(document, &body(document, draw))
}

/// Returns the document as a page that ends with sheets for the table.
#[cfg(feature = "cli")]
pub(crate) fn html_with_board(document: &Document, draw: impl FnMut(&Diagram) -> String, board: &EmptyBoard) -> String {
    let sheets = sheets(document, board);
    rulebook_page(document, &(body(document, draw) + &sheets))
}

fn rulebook_page(document: &Document, body: &str) -> String {
    let style = format!("{STYLE}@media print {{\n{SHEETS}{PRINT}}}\n");
    page(&document.title, &style, &format!("<article class=\"rulebook\">\n{body}</article>\n"))
}
