//! The rules as a web page: one file, no scripts, no requests, light or dark as the system.
//!
//! Contains: [`html`]. Input: a [`Document`] and a function that draws a board. Output: HTML. Does not know: how a
//! board is drawn.

use crate::document::{Diagram, Document, body, page};

const STYLE: &str = "
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.55 Georgia, serif;
  color: light-dark(#1c1b19, #e6e2da); background: light-dark(#fdfcf9, #1a1917); }
h1, h2, h3 { line-height: 1.2; margin: 2rem 0 .6rem; }
h2 { border-bottom: 1px solid light-dark(#d8d2c4, #45413a); padding-bottom: .2rem; }
ol, ul { padding-left: 1.6rem; }
li { margin: .3rem 0; }
li h3 { margin: 1rem 0 .3rem; font-size: 1.05rem; }
li p { margin: .3rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid light-dark(#d8d2c4, #45413a); }
figure { display: flex; flex-direction: column-reverse; align-items: center; margin: 1rem 0; } /* The caption is below. */
figcaption { color: light-dark(#3f3c36, #bdb8ac); font-size: .95rem; }
p, li, td { max-width: 44rem; }
ol > li { max-width: none; }
svg { width: min(40rem, 100%); display: block; margin: 1rem auto; }
figure.small { display: inline-flex; align-items: stretch; width: 48%; min-width: min(20rem, 100%);
  margin: .5rem 1% .5rem 0; vertical-align: top; }
figure.small svg { width: 100%; margin: .3rem 0; }
.pair { display: flex; flex-wrap: wrap; gap: 0 2%; align-items: flex-start; }
.pair > div { flex: 1 1 20rem; }
.pair > figure.small { flex: 0 1 48%; margin: 0; }
body svg.tf .ground { fill: none; }
.sheet { display: none; } /* Only for print. */
/* In print, a topic is a block of columns with its pictures. No block is divided between two pages. A picture of the
   whole width of a column would lose its right edge. */
@media print {
  @page { margin: 1.2cm; @bottom-center { content: counter(page); font-size: .7rem; } }
  body { max-width: none; margin: 0; padding: 0; font-size: .8rem; line-height: 1.35; background: none; }
  p, li, td { max-width: none; }
  p { margin: .45rem 0; }
  li { margin: 0 0 .3rem; }
  li ul { list-style: disc; }
  th, td { padding: .15rem .5rem .15rem 0; font-size: .76rem; line-height: 1.3; }
  ol, ul { padding-left: 1.1rem; margin: .45rem 0; }
  ol { counter-reset: rule; padding-left: 0; }
  ol > li { list-style: none; counter-increment: rule; break-inside: avoid; }
  ol > li > h3::before { content: counter(rule) \". \"; }
  h2 { margin: .9rem 0 .4rem; }
  h3, li h3 { margin: .7rem 0 .2rem; }
  h2, h3, thead, p:has(+ .wide), p:has(+ p + .wide), p:has(+ ul), .wide:has(+ .topic), .topic:has(+ .wide):not(:has(figure)), h2 + p:has(+ h3) { break-after: avoid; }
  .wide { overflow: visible; margin-bottom: .6rem; }
  .topic, section, figure, tr, body > p, ul > li, .wide { break-inside: avoid; }
  .topic { columns: 2; column-gap: .6cm; orphans: 2; widows: 2; margin: .3rem 0; }
  .topic:not(:has(figure)):not(:has(li:nth-child(4))) { columns: 1; }
  .topic:has(figure ~ figure):not(:has(.whole ~ .whole)) { columns: 3; }
  .topic > :first-child, .pair > div > :first-child { margin-top: 0; }
  .topic > .figures { display: contents; }
  .pair { display: block; }
  svg { width: min(23rem, 100%); margin: .3rem auto; }
  .topic svg { max-height: 13.5rem; }
  figure.small, .pair > figure.small { display: flex; width: auto; min-width: 0; margin: 0 0 .5rem; }
  figure.small svg { width: 98%; max-height: 12rem; margin: .2rem auto; }
  .topic:has(figure ~ figure) figure.whole svg { max-height: 13.5rem; }
  .topic.pair figure.small svg { max-height: 11rem; }
  .topic.pair figure.whole svg { max-height: 16rem; }
  section .topic figure.small svg { max-height: 9rem; }
  .topic:has(figure ~ figure ~ figure ~ figure ~ figure) figure.small svg { max-height: 10.5rem; }
  figcaption { font-size: .72rem; line-height: 1.3; }
  .sheet { display: block; break-before: page; }
  .sheet svg { width: 100%; max-height: 24cm; }
}
";

/// Returns the document as a page. `draw` returns the HTML of a board.
///
/// [`english`](crate::english) has an example.
pub fn html(document: &Document, draw: impl FnMut(&Diagram) -> String) -> String {
    page(&document.title, STYLE, &body(document, draw))
}

/// Returns the document as a page that prints an empty board on its last sheet. `board` is the HTML of this board.
#[cfg(feature = "cli")]
pub(crate) fn html_with_board(document: &Document, draw: impl FnMut(&Diagram) -> String, board: &str) -> String {
    let sheet = format!("<div class=\"sheet\">\n<h2>Empty board</h2>\n{board}\n</div>\n");
    page(&document.title, STYLE, &(body(document, draw) + &sheet))
}
