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
/* Two columns, so that pictures are beside their text and pages are full. */
@media print {
  @page { margin: 1.2cm; @bottom-center { content: counter(page); font-size: .7rem; } }
  body { columns: 2; column-gap: .8cm; max-width: none; margin: 0; padding: 0; font-size: .8rem; line-height: 1.35;
    background: none; orphans: 2; widows: 2; }
  h1, h1 + p, h1 + p + p, h1 + p + p + p, h1 ~ figure:first-of-type, h2:first-of-type, h2:first-of-type + ul,
  .many, p:has(+ .many), :is(h2, h3):has(+ p + .many), .figures { column-span: all; }
  th, td { padding: .15rem .5rem .15rem 0; font-size: .76rem; line-height: 1.3; }
  p { margin: .45rem 0; break-inside: avoid; }
  ol, ul { padding-left: 1.1rem; }
  /* The number stays with its heading, even if that spans both columns. */
  ol { counter-reset: rule; }
  ol > li { list-style: none; counter-increment: rule; }
  ol > li > h3::before { content: counter(rule) \". \"; }
  svg { width: min(19rem, 100%); margin: .3rem auto; }
  h2, h3 { margin-top: .8rem; }
  h2, h3, thead { break-after: avoid; }
  .wide { overflow: visible; margin-bottom: .6rem; }
  figure, tr, li:not(ol > li), .wide:not(:has(tr:nth-child(10))) { break-inside: avoid; }
  p:has(+ .wide), p:has(+ p + .wide), p:has(+ ul), ul:has(+ .wide) { break-after: avoid; }
  .pair { display: block; }
  .pair > figure.small, figure.small { display: flex; width: auto; min-width: 0; margin: .4rem 0; }
  /* Two whole boards in a row, or three close-ups. */
  .figures { display: flex; flex-wrap: wrap; gap: .3rem 2%; align-items: flex-start; margin: .5rem 0; }
  .figures > figure.small { flex: 0 1 48%; margin: 0; }
  .figures > figure.close, .figures:has(> figure:nth-child(3)) > figure:not(.whole) { flex-basis: 32%; }
  figcaption { font-size: .72rem; line-height: 1.3; }
  h1 ~ figure:first-of-type svg { width: 23rem; }
  figure.small svg { width: min(17rem, 100%); margin: .2rem auto; }
  figure.close svg { width: min(14.5rem, 100%); max-height: 13rem; }
}
";

/// Returns the document as a page. `draw` returns the HTML of a board.
///
/// [`english`](crate::english) has an example.
pub fn html(document: &Document, draw: impl FnMut(&Diagram) -> String) -> String {
    page(&document.title, STYLE, &body(document, draw))
}
