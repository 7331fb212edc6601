//! The report for people: headings, sentences and tables.
//!
//! Contains [`document`]. Input: a [`Report`]. Output: a [`Document`], which becomes text, Markdown or
//! HTML. Does not know formats or how figures are computed.

mod impact;
mod several;

pub use several::{comparison, family};

use super::report::{EndingReport, Fairness, KindReport, Report, Share};
use crate::arena::Estimate;
use crate::diagnostic::counted;
use crate::document::{Cell, Document, Inline, Table};
use crate::sorting::CompactSort;

/// Heading of the chapter on the seats.
pub(super) const SEATS: &str = "Seats";
/// Heading of the chapter on the length of the games.
pub(super) const LENGTH: &str = "Length and choice";
/// Heading of the chapter on eliminations.
pub(super) const ELIMINATIONS: &str = "Eliminations";
/// Heading of the chapter on the traffic on the squares.
pub(super) const SQUARES: &str = "Squares";
/// Heading of the chapter on rule impact.
pub(super) const IMPACT: &str = "Rule impact";
/// Maximum number of squares that a list names.
const LISTED: usize = 24;

/// Returns the report as a document.
pub fn document(report: &Report) -> Document {
    let mut out = Document::new(format!("{}: {}", report.name, counted(report.games, "game")));
    out.paragraph(Inline::quoted(&conditions(report)));
    if report.first > 0 {
        let last = report.first + report.games.saturating_sub(1);
        out.paragraph(format!("These are the games {} to {last}, a part of a larger lab.", report.first));
    }
    if let Some(width) = report.stopped_at {
        let games = counted(report.games, "game");
        out.paragraph(match (report.is_stopped_early, report.width() <= width) {
            (true, _) => format!(
                "Play stopped when the intervals of all points were at most {width} wide. The figures were looked at after 256, \
                 512, 1024, ... games, so the intervals are slightly too narrow."
            ),
            (false, true) => {
                format!("All {games} were played. The intervals of all points are at most {width} wide at the end.")
            }
            (false, false) => format!(
                "All {games} were played, because the intervals of the points never became as narrow as {width}."
            ),
        });
    }
    if !report.is_reproducible {
        out.paragraph("These games are not reproducible: a bot is limited by time, or is another program.");
    }
    seats(report, &mut out);
    course(report, &mut out);
    endings(report, &mut out);
    eliminations(report, &mut out);
    lead(report, &mut out);
    pieces(report, &mut out);
    squares(report, &mut out);
    if let Some(it) = &report.impact {
        impact::impact(it, &mut out);
    }
    out
}

/// Returns a share in percent, with its interval: `12.3 % (10.1 to 14.8)`.
pub fn share_text(it: &Share) -> String {
    if it.of == 0 {
        return "no games".to_owned();
    }
    format!("{} % ({} to {})", percent(it.share()), percent(it.low), percent(it.high))
}

/// Returns a mean with its margin: `0.512 ± 0.004`.
pub fn estimate_text(it: Estimate, digits: usize) -> String {
    let mean = format!("{:.digits$}", it.mean);
    it.margin.map_or_else(|| mean.clone(), |margin| format!("{mean} ± {margin:.digits$}"))
}

/// Returns the same with a sign.
pub fn signed_text(it: Estimate, digits: usize) -> String {
    let mean = format!("{:+.digits$}", it.mean);
    it.margin.map_or_else(|| mean.clone(), |margin| format!("{mean} ± {margin:.digits$}"))
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// Returns a p-value: `0.034`, or `below 0.0001`.
pub fn p_text(p: f64) -> String {
    if p < 1e-4 { "below 0.0001".to_owned() } else { format!("{p:.4}") }
}

fn conditions(report: &Report) -> String {
    let plan = &report.plan;
    let bots: Vec<&str> = plan.bots.iter().map(String::as_str).collect();
    let players = match bots.first() {
        Some(first) if bots.iter().all(|it| it == first) => format!("The bot `{first}` plays all seats."),
        _ => {
            let all = report.seats.iter().map(|it| format!("`{}` plays {}", it.bot, it.title));
            format!("{}.", all.collect::<Vec<_>>().join(", "))
        }
    };
    let openings = match plan.openings {
        0 => String::new(),
        plies => format!(" Each game starts with {}.", counted(plies, "random move")),
    };
    let position = report.position.as_ref();
    let position = position.map_or_else(String::new, |it| format!(" Each game starts from the position `{it}`."));
    let limit = format!(" A game has at most {}.", counted(plan.plies, "move"));
    format!("{players}{position}{openings}{limit} Seed {}, rules {:.12}. Intervals are at 95 %.", plan.seed, plan.rules)
}

fn seats(report: &Report, out: &mut Document) {
    out.heading(2, SEATS);
    let mut table = Table::new(["seat", "points per game", "compared with the mean", "finished games won alone"]);
    for seat in &report.seats {
        table.row([
            seat.title.as_str().into(),
            estimate_text(seat.points, 4).into(),
            signed_text(seat.advantage, 4).into(),
            share_text(&seat.wins).into(),
        ]);
    }
    out.table(table);
    out.paragraph(verdict(report));
}

/// Returns what the test of fairness says.
pub fn verdict(report: &Report) -> String {
    let Some(fairness) = report.fairness else {
        let least = Fairness::MIN_GAMES;
        return match report.games < least {
            true => format!("These are too few games to test whether the seats are equal: the test needs {least}."),
            false => "There are too few players to test whether the seats are equal.".to_owned(),
        };
    };
    let own = if report.plan.bots.windows(2).any(|it| it[0] != it[1]) {
        " The seats have different bots, so this compares the bots, too."
    } else {
        ""
    };
    let p = p_text(fairness.p_value);
    let best = report.seats.iter().max_by(|a, b| a.advantage.mean.total_cmp(&b.advantage.mean));
    let best = best.map_or_else(String::new, |it| {
        format!("{} is favored by {} points per game", it.title, signed_text(it.advantage, 4))
    });
    match fairness.is_unfair() {
        true => format!("The seats are not equal: {best} (Hotelling's test, p {p}).{own}"),
        false => {
            let level = Fairness::LEVEL;
            format!(
                "No difference between the seats is proven (Hotelling's test, p {p}; a proof needs p below {level}).{own}"
            )
        }
    }
}

/// Returns how long the games are, and how many moves a player can choose from.
pub fn length_text(report: &Report) -> String {
    let length = &report.length;
    let half = match (length.lower_quartile, length.upper_quartile) {
        (lower, upper) if lower == upper => format!("At least half of the games have {}", counted(lower, "move")),
        (lower, upper) => format!("Half of the games have {lower} to {upper} moves"),
    };
    format!(
        "A game has {} moves. {half}; the median is {}, the shortest game has {} and the \
         longest {}. A player chooses among {} legal moves, and at most {}.",
        estimate_text(length.mean, 1),
        length.median,
        length.shortest,
        length.longest,
        estimate_text(report.choices, 2),
        report.most_choices,
    )
}

fn course(report: &Report, out: &mut Document) {
    let length = &report.length;
    out.heading(2, LENGTH);
    out.paragraph(length_text(report));
    let most = length.bars.iter().map(|it| it.games).max().unwrap_or_default().max(1);
    let mut table = Table::new(["moves", "games", ""]);
    for bar in &length.bars {
        let width = (bar.games as f64 / most as f64 * 40.0).round() as usize;
        table.row([
            format!("{} to {}", bar.from, bar.to).into(),
            bar.games.to_string().into(),
            "#".repeat(width).into(),
        ]);
    }
    out.table(table);
}

fn endings(report: &Report, out: &mut Document) {
    out.heading(2, "Endings");
    let mut table = Table { head: ["ending", "games"].map(Cell::from).to_vec(), rows: Vec::new() };
    table.head.extend(report.seats.iter().map(|it| Cell::from(format!("{} wins", it.title))));
    table.head.push("no winner".into());
    for it in &report.endings {
        let mut row: Vec<Cell> = vec![ending_text(it).into(), share_text(&it.games).into()];
        row.extend(it.wins.iter().map(|it| Cell::from(it.to_string())));
        row.push(it.drawn.to_string().into());
        table.rows.push(row);
    }
    out.table(table);
    out.paragraph(results_text(report));
}

/// Returns how many games end without a single winner, and how many are not finished.
pub fn results_text(report: &Report) -> String {
    let without = format!("Finished games without a single winner: {}.", share_text(&report.drawn));
    let unfinished = match report.unfinished.count {
        0 => String::new(),
        _ => format!(
            " Unfinished: {}. The players who remain share the points that are still to be won.",
            share_text(&report.unfinished)
        ),
    };
    format!("{without}{unfinished}")
}

fn ending_text(it: &EndingReport) -> String {
    if it.is_finished { it.label.clone() } else { format!("unfinished: {}", it.label) }
}

/// Returns a table of counts with the seats as columns.
fn by_seats(report: &Report, corner: &str, rows: impl Iterator<Item = (String, Vec<u64>)>) -> Table {
    let mut table = Table { head: vec![corner.into()], rows: Vec::new() };
    table.head.extend(report.seats.iter().map(|it| Cell::from(it.title.as_str())));
    for (name, counts) in rows {
        let cells = counts.iter().map(|it| Cell::from(it.to_string()));
        table.rows.push(std::iter::once(Cell::from(name)).chain(cells).collect());
    }
    table
}

/// What replaces shares of the won games, if there are none.
const NO_WINS: &str = "No player has won a game alone.";

fn eliminations(report: &Report, out: &mut Document) {
    let titles = || report.seats.iter().map(|it| it.title.clone());
    if let Some(it) = &report.eliminations {
        out.heading(2, ELIMINATIONS);
        out.paragraph("Each row is the player who made the last move, and each column the eliminated player.");
        out.table(by_seats(report, "eliminated by", titles().zip(it.by.iter().cloned())));
        let places = it.order.iter().enumerate().filter(|it| it.1.iter().any(|it| *it > 0));
        out.table(by_seats(
            report,
            "order",
            places.map(|(place, seats)| (format!("eliminated as number {}", place + 1), seats.clone())),
        ));
    }
    if let Some(it) = &report.kingmaking {
        out.heading(2, "Kingmaking");
        if it.games.of == 0 {
            out.paragraph(NO_WINS);
        } else {
            out.paragraph(format!(
                "In {} of the won games, the player in last place decided which of the others won: while three or more \
             players remained, the player with the least material made the move by which the winner took the lead in \
             material for good.",
                share_text(&it.games)
            ));
        }
        if it.games.count > 0 {
            out.table(by_seats(report, "kingmaker of", titles().zip(it.by.iter().cloned())));
        }
    }
}

fn lead(report: &Report, out: &mut Document) {
    let it = &report.lead;
    out.heading(2, "The lead in material");
    let changes = format!("The lead changes {} times in a game.", estimate_text(it.changes, 2));
    if it.first_half.of == 0 {
        out.paragraph(format!("{changes} {NO_WINS}"));
        return;
    }
    out.paragraph(format!(
        "{changes} The winner takes it for good in the first half in {} of the won games, and does not lead at the last turn \
         in {}.",
        share_text(&it.first_half),
        share_text(&it.from_behind)
    ));
    let mut table = Table::new(["the winner takes the lead for good", "games"]);
    for (tenth, games) in it.tenths.iter().enumerate() {
        let part = format!("from {} to {} % of the game", tenth * 10, tenth * 10 + 10);
        table.row([part.into(), games.to_string().into()]);
    }
    out.table(table);
}

fn pieces(report: &Report, out: &mut Document) {
    out.heading(2, "Pieces");
    let mut table = Table::new(["piece", "moves", "captures", "captured", "promotions", "value", "value from results"]);
    for it in &report.kinds {
        let value = if it.value == 0 { String::new() } else { it.value.to_string() };
        table.row([
            it.label.as_str().into(),
            it.moves.to_string().into(),
            it.captures.to_string().into(),
            it.captured.to_string().into(),
            it.promotions.to_string().into(),
            value.into(),
            estimated(it).into(),
        ]);
    }
    out.table(table);
    out.paragraph(format!(
        "Values from results are on the scale of the rulebook. A game has {:.3} castlings and {:.3} captures of a piece \
         beside the target square, such as en passant.",
        report.castlings, report.en_passants
    ));
}

fn estimated(it: &KindReport) -> String {
    let Some(found) = &it.estimated else { return String::new() };
    match (found.relative, found.relative_margin) {
        (Some(value), Some(margin)) => format!("{value:.2} ± {margin:.2}"),
        _ => format!("{:.3} ± {:.3} points", found.points, found.points_margin),
    }
}

fn squares(report: &Report, out: &mut Document) {
    out.heading(2, SQUARES);
    let dead: Vec<&str> = report.dead_squares().map(|it| it.name.as_str()).collect();
    let names = |all: &[&str]| match all.len() > LISTED {
        true => format!("{}, and {} more", all[..LISTED].join(", "), all.len() - LISTED),
        false => all.join(", "),
    };
    out.paragraph(match dead.len() {
        0 => "Moves ended on every square.".to_owned(),
        _ => format!("No move ended on {}: {}.", counted(dead.len() as u64, "square"), names(&dead)),
    });
    let mut all: Vec<(u64, &str)> = report.squares.iter().map(|it| (it.total(), it.name.as_str())).collect();
    // The order of equally busy squares is that of the board.
    all.compact_sort_by_key(|it| it.0);
    let moves = all.iter().map(|it| it.0).sum::<u64>().max(1);
    let line = |it: &(u64, &str)| format!("{} {} %", it.1, percent(it.0 as f64 / moves as f64));
    let busiest: Vec<String> = all.iter().rev().take(8).map(line).collect();
    let quietest: Vec<String> = all.iter().filter(|it| it.0 > 0).take(8).map(line).collect();
    out.list::<Inline>(vec![
        format!("Most moves end on: {}.", busiest.join(", ")).into(),
        format!("Fewest moves end on: {}.", quietest.join(", ")).into(),
    ]);
}
