//! The report as one HTML page without other files: charts beside their numbers.
//!
//! Contains [`page`]. [`document`](super::document()) provides the text and the tables. The page adds charts to
//! some chapters, and a heat map of the traffic on the drawn board. Long tables are folded.
//!
//! Input: a [`Report`] and its rulebook. Output: HTML. Does not know how figures are computed.

mod charts;
mod flow;

pub use charts::{lengths as length_chart, points as points_chart};

use super::document::{ELIMINATIONS, IMPACT, LENGTH, SEATS, SQUARES, document};
use super::report::Report;
use crate::document::{Block, Cell, Table, block_html, page as whole_page};
use crate::draw::palette::seat_colors;
use crate::draw::{Drawing, View, escaped};
use crate::rules::Variant;
use crate::sorting::CompactSort;

/// Number of rows from which a table is folded.
const LONG: usize = 8;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fcfcf9; --line: #c9c7bd; --faint: #5f5c52;
  --first: #0072b2; --second: #c04f00; --third: #00795b; --heat: #c04f00;
  --s0: #d2cdbd; --s1: #d55e00; --s2: #33322e; --s3: #0072b2; --s4: #d9c800; --s5: #00a17a; --s6: #8a8a8a; --s7: #8e4fae; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e4dc; --paper: #191a1c; --line: #45464a; --faint: #a9a69a;
    --first: #56a8dd; --second: #ec8b4a; --third: #3fc19b; --heat: #f0a05a; --s0: #f2efe6; --s2: #5a6068; --s3: #56a8dd; --s6: #a0a4a8; }
}
* { box-sizing: border-box; }
body { color: var(--ink); background: var(--paper); font: 16px/1.45 Georgia, serif; max-width: 76rem; margin: 2rem auto;
  padding: 0 1rem; overflow-wrap: break-word; }
code { font: 13px/1.35 ui-monospace, Menlo, Consolas, monospace; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin: 0 0 .4rem; }
section { margin-top: 2.4rem; }
p { max-width: 44rem; }
.pair { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }
figure { margin: 0; flex: 1 1 20rem; max-width: 36rem; min-width: 0; }
figcaption { color: var(--faint); font-size: .9rem; }
.numbers { flex: 1 1 20rem; min-width: 0; max-width: 100%; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .4rem 0; font-size: .92rem; }
th, td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: left; vertical-align: top; }
summary { cursor: pointer; padding: .3rem 0; }
svg { width: 100%; height: auto; display: block; }
.chart { max-width: 27rem; }
.chart text { font-family: system-ui, sans-serif; }
.chart text[font-family=monospace] { font-family: ui-monospace, Menlo, Consolas, monospace; }
.flow text { font-size: 14px; fill: currentColor; } .flow .faint { fill: var(--faint); }
.band { opacity: .7; } .band:hover { opacity: 1; }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); }
.s4 { fill: var(--s4); } .s5 { fill: var(--s5); } .s6 { fill: var(--s6); } .s7 { fill: var(--s7); }
svg.tf .ground { fill: none; } .tf .heat { fill: var(--heat); }
.key { display: inline-block; width: .8rem; height: .8rem; margin: 0 .3rem 0 .6rem; vertical-align: -1px; }
.ramp { display: inline-block; width: 6rem; height: .7rem; vertical-align: -1px; border: 1px solid var(--line);
  background: linear-gradient(to right, transparent, var(--heat)); }
";

/// Returns the report as one HTML page. `variant` is the rulebook of the report.
///
/// ```
/// use threefold::bot::Style;
/// use threefold::lab::{LabOptions, LabPlan, Report, page};
///
/// let chess = threefold::load("chess")?.variant;
/// let start = chess.start().expect("a starting position");
/// let plan = LabPlan::new(start, vec![Style::Random; 2], LabOptions::default())?;
/// let tally = plan.run(0..5, 1, &mut |_games| true)?;
/// let html = page(&Report::new(&plan, &tally), &chess);
/// assert!(html.contains("<svg class=\"chart\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(report: &Report, variant: &Variant) -> String {
    let text = document(report);
    let mut body = format!("<h1>{}</h1>\n", escaped(&text.title));
    for section in text.blocks.chunk_by(|_, next| !is_chapter(next)) {
        let title = section.first().and_then(chapter);
        let parts = Parts::new(section);
        let figure = title.as_deref().map_or_else(String::new, |it| figure(it, report, variant));
        let more = match title.as_deref() {
            Some(SQUARES) => folded("All squares", &squares(report)),
            _ => String::new(),
        };
        let numbers = parts.tables + &more;
        let pair = match (figure.is_empty(), numbers.is_empty()) {
            (true, true) => String::new(),
            _ => format!("<div class=\"pair\">\n{figure}<div class=\"numbers\">\n{numbers}</div>\n</div>\n"),
        };
        body.push_str(&format!("<section>\n{}{pair}</section>\n", parts.text));
    }
    whole_page(&text.title, STYLE, &body)
}

fn is_chapter(block: &Block) -> bool {
    matches!(block, Block::Heading(2, ..))
}

fn chapter(block: &Block) -> Option<String> {
    match block {
        Block::Heading(2, _, title) => Some(title.plain()),
        _ => None,
    }
}

/// The text of a chapter, and its tables, which are beside the chart.
struct Parts {
    text: String,
    tables: String,
}

impl Parts {
    fn new(blocks: &[Block]) -> Self {
        let mut parts = Self { text: String::new(), tables: String::new() };
        for block in blocks {
            match block {
                Block::Table(it) => {
                    let table = without_bars(it);
                    let is_long = table.rows.len() >= LONG;
                    let html = block_html(&Block::Table(table), &mut |_| String::new()) + "\n";
                    parts.tables.push_str(&if is_long { folded("Numbers", &html) } else { html });
                }
                other => parts.text.push_str(&(block_html(other, &mut |_| String::new()) + "\n")),
            }
        }
        parts
    }
}

/// Removes the column of bars made of characters, which has no heading.
fn without_bars(table: &Table) -> Table {
    let mut table = table.clone();
    if table.head.last().is_some_and(|it| it.content.plain().is_empty()) {
        table.head.pop();
        table.rows.iter_mut().for_each(|it| drop(it.pop()));
    }
    table
}

fn folded(summary: &str, html: &str) -> String {
    format!("<details><summary>{summary}</summary>\n{html}</details>\n")
}

/// Returns the chart of a chapter; empty if it has none.
fn figure(title: &str, report: &Report, variant: &Variant) -> String {
    let (drawn, caption) = match title {
        SEATS => (charts::points(report), "Mean points of each seat with 95 % intervals".to_owned()),
        LENGTH => (charts::lengths(report), "Number of games by length".to_owned()),
        ELIMINATIONS => {
            let it = report.eliminations.as_ref();
            let drawn = it.map_or_else(String::new, |it| flow::flow(report, it, &seat_colors(variant.rulebook())));
            (drawn, "The width of a band is the number of eliminations".to_owned())
        }
        SQUARES => {
            let most = percent(busiest(report), total(report));
            let ramp = format!("none <span class=\"ramp\"></span> {most} %");
            (heat_map(report, variant), format!("Moves that end on a square: {ramp}"))
        }
        IMPACT => {
            let it = report.impact.as_ref();
            let keys = [
                ("first", "changed the legal moves"),
                ("second", "forbade the best move"),
                ("third", "added the best move"),
            ];
            let key = |(color, text): &(&str, &str)| {
                format!("<span class=\"key\" style=\"background:var(--{color})\"></span>{text}")
            };
            (it.map_or_else(String::new, charts::impact), keys.iter().map(key).collect())
        }
        _ => return String::new(),
    };
    match drawn.is_empty() {
        true => drawn,
        false => format!("<figure>\n<figcaption>{caption}</figcaption>\n{drawn}\n</figure>\n"),
    }
}

fn total(report: &Report) -> u64 {
    report.squares.iter().map(|it| it.total()).sum()
}

fn busiest(report: &Report) -> u64 {
    report.squares.iter().map(|it| it.total()).max().unwrap_or_default()
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.2}", count as f64 / of.max(1) as f64 * 100.0)
}

/// Draws the board with the traffic on its squares, as SVG. `variant` is the rulebook of the report; the
/// page around it defines the color of the class `heat`.
///
/// [`page`] shows it beside the numbers.
pub fn heat_map(report: &Report, variant: &Variant) -> String {
    let (all, most) = (total(report), busiest(report).max(1));
    let cell = |it: &super::report::SquareReport| {
        let count = it.total();
        (count as f64 / most as f64, format!("{}: {count} moves, {} %", it.name, percent(count, all)))
    };
    let cells: Vec<(f64, String)> = report.squares.iter().map(cell).collect();
    let words = "The stronger the color of a square, the more moves end there. The table has the numbers.";
    Drawing::new(variant, None).heat(&cells, &View::default(), "Traffic on the squares", words)
}

/// Returns a table of all squares, the busiest one first.
fn squares(report: &Report) -> String {
    let mut table = Table { head: ["square", "moves", "share"].map(Cell::from).to_vec(), rows: Vec::new() };
    table.head.extend(report.seats.iter().map(|it| Cell::from(it.title.as_str())));
    let mut all: Vec<_> = report.squares.iter().collect();
    all.compact_sort_by_key(|it| std::cmp::Reverse(it.total()));
    for it in all {
        let share = format!("{} %", percent(it.total(), total(report)));
        let mut row: Vec<Cell> = vec![it.name.as_str().into(), it.total().to_string().into(), share.into()];
        row.extend(it.arrivals.iter().map(|it| Cell::from(it.to_string())));
        table.rows.push(row);
    }
    block_html(&Block::Table(table), &mut |_| String::new()) + "\n"
}
