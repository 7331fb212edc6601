//! Computes a report from the total of all games.
//!
//! Contains [`Report::new`]. `docs::lab` has the formulas.
//!
//! Input: a [`LabPlan`] and its [`Tally`]. Output: a [`Report`]. Does not know how games were played.

use super::plan::LabPlan;
use super::report::{
    EliminationReport, EndingReport, Fairness, HistogramBin, KindReport, KingmakingReport, LeadReport, LengthReport,
    Report, SeatReport, Share, SquareReport,
};
use super::row::{PLY_LIMIT, STUCK};
use super::statistics::{hotelling, mean, ratio};
use super::tally::Tally;
use super::values::estimate_values;
use crate::arena::Estimate;
use crate::notation::position::print_list;
use crate::notation::seat_title;
use crate::rulebook::Rulebook;
use crate::sorting::CompactSort;

/// Number of bars that a histogram has at most.
const BARS: u32 = 24;
/// The number of an ending by the first claim.
const FIRST_CLAIM: u8 = 200;

impl Report {
    /// Computes the report of the games of a tally. Their indices start at 0.
    pub fn new(plan: &LabPlan, tally: &Tally) -> Self {
        Self::of_range(plan, 0, tally)
    }

    /// Computes the report of the games of a tally, of which `first` is the least index.
    pub fn of_range(plan: &LabPlan, first: u64, tally: &Tally) -> Self {
        let book = plan.start().variant().rulebook();
        let games = tally.games;
        let won: u64 = tally.wins.iter().sum();
        let unfinished = unfinished(tally);
        let per_game = |count: u64| count as f64 / games.max(1) as f64;
        let seats = book.seats().len();
        let rows = |all: &[u64]| all.chunks(seats).map(<[u64]>::to_vec).collect::<Vec<_>>();
        let has_exits = tally.exit_order.iter().any(|it| *it > 0);
        Report {
            plan: plan.key(),
            name: book.name().to_owned(),
            position: (Some(plan.start()) != plan.start().variant().start().as_ref()).then(|| print_list(plan.start())),
            is_reproducible: plan.is_reproducible(),
            stopped_at: None,
            is_stopped_early: false,
            first,
            games,
            seats: seat_reports(plan, tally),
            drawn: Share::new(games - unfinished - won, games - unfinished),
            unfinished: Share::new(unfinished, games),
            fairness: fairness(plan, tally),
            length: length(tally),
            choices: ratio(
                games,
                (tally.choices, tally.choices_squared),
                (tally.plies, tally.plies_squared),
                tally.choices_plies,
            ),
            most_choices: tally.most_choices,
            endings: endings(book, tally),
            eliminations: has_exits
                .then(|| EliminationReport { by: rows(&tally.eliminations), order: rows(&tally.exit_order) }),
            kingmaking: (plan.players().len() > 2).then(|| KingmakingReport {
                games: Share::new(tally.kingmakers.iter().sum(), won),
                by: rows(&tally.kingmakers),
            }),
            lead: LeadReport {
                changes: mean(games, tally.lead_changes.into(), signed(tally.lead_changes_squared), 1.0),
                tenths: tally.lead_tenths.clone(),
                from_behind: Share::new(tally.from_behind, won),
                first_half: Share::new(tally.lead_tenths.iter().take(5).sum(), won),
            },
            squares: square_reports(book, tally),
            kinds: kind_reports(plan, tally),
            castlings: per_game(tally.castlings),
            en_passants: per_game(tally.en_passants),
            impact: plan.impact().map(|it| it.report(&tally.impact)),
        }
    }

    /// Returns the squares on which no move ended.
    pub fn dead_squares(&self) -> impl Iterator<Item = &SquareReport> {
        self.squares.iter().filter(|it| it.total() == 0)
    }
}

fn signed(it: u128) -> i128 {
    i128::try_from(it).unwrap_or(i128::MAX)
}

fn seat_reports(plan: &LabPlan, tally: &Tally) -> Vec<SeatReport> {
    let book = plan.start().variant().rulebook();
    let (count, unit) = (book.seats().len(), f64::from(plan.unit()));
    let finished = tally.games - unfinished(tally);
    let players: Vec<usize> = plan.players().iter().map(|it| it.index()).collect();
    let product = |a: usize, b: usize| tally.products[a * count + b];
    let seat = |id: crate::rulebook::SeatId| {
        let seat = id.index();
        let points = mean(tally.games, tally.points[seat].into(), product(seat, seat), unit);
        // The sum over the other players of the differences, and the sum of its squares.
        let number = players.len() as i128;
        let own = |a: usize| number * i128::from(u8::from(a == seat)) - 1;
        let sum = players.iter().map(|a| own(*a) * i128::from(tally.points[*a])).sum();
        let pairs = players.iter().flat_map(|a| players.iter().map(move |b| (*a, *b)));
        let squares = pairs.map(|(a, b)| own(a) * own(b) * product(a, b)).sum();
        let is_player = players.contains(&seat);
        SeatReport {
            name: id.name(book).to_owned(),
            title: seat_title(book, id),
            bot: plan.bots()[seat].to_string(),
            points,
            advantage: match is_player {
                true => mean(tally.games, sum, squares, unit * players.len() as f64),
                false => Estimate::new(0.0, None),
            },
            wins: Share::new(tally.wins[seat], finished),
        }
    };
    book.seat_ids().map(seat).collect()
}

/// The number of games that no ending of the rulebook ended.
fn unfinished(tally: &Tally) -> u64 {
    [PLY_LIMIT, STUCK].iter().filter_map(|it| tally.endings.get(it)).flatten().sum()
}

fn fairness(plan: &LabPlan, tally: &Tally) -> Option<Fairness> {
    if tally.games < Fairness::MIN_GAMES {
        return None;
    }
    let count = tally.points.len();
    let players: Vec<usize> = plan.players().iter().map(|it| it.index()).collect();
    let sums: Vec<i128> = players.iter().map(|it| tally.points[*it].into()).collect();
    let pairs = players.iter().flat_map(|a| players.iter().map(move |b| a * count + b));
    let products: Vec<i128> = pairs.map(|it| tally.products[it]).collect();
    let found = hotelling(tally.games, &sums, &products)?;
    Some(Fairness { statistic: found.statistic, differences: found.differences, p_value: found.p_value })
}

fn length(tally: &Tally) -> LengthReport {
    let mean = mean(tally.games, tally.plies.into(), signed(tally.plies_squared), 1.0);
    // The least length that at least this part of the games does not exceed.
    let quantile = |quarters: u64| {
        let mut seen = 0;
        let reached = tally.lengths.iter().find(|(_, games)| {
            seen += **games;
            u128::from(seen) * 4 >= u128::from(tally.games) * u128::from(quarters)
        });
        reached.map_or(0, |it| *it.0)
    };
    let shortest = tally.lengths.keys().next().copied().unwrap_or_default();
    let longest = tally.lengths.keys().next_back().copied().unwrap_or_default();
    LengthReport {
        mean,
        shortest,
        lower_quartile: quantile(1),
        median: quantile(2),
        upper_quartile: quantile(3),
        longest,
        bars: bars(tally, shortest, longest),
    }
}

/// Returns a histogram with bars of a round width.
fn bars(tally: &Tally, shortest: u32, longest: u32) -> Vec<HistogramBin> {
    let widths = (0..).flat_map(|power| [1, 2, 5].map(|it| it * 10_u32.pow(power)));
    let fits = |width: &u32| longest / width - shortest / width < BARS;
    let width = widths.take(25).find(fits).unwrap_or(1_000_000);
    if tally.games == 0 {
        return Vec::new();
    }
    let bar = |number: u32| {
        let (from, to) = (number * width, number * width + width - 1);
        HistogramBin { from, to, games: tally.lengths.range(from..=to).map(|it| it.1).sum() }
    };
    (shortest / width..=longest / width).map(bar).collect()
}

/// Returns the name, the label and whether the game is finished.
fn ending_names(book: &Rulebook, ending: u8) -> (String, String, bool) {
    let (name, label) = match ending {
        PLY_LIMIT => return (String::new(), "ply limit".to_owned(), false),
        STUCK => return (String::new(), "no legal move, and no rule for it".to_owned(), false),
        it if it < FIRST_CLAIM => book.outcomes().get(usize::from(it)).map(|it| (it.name(), it.label())),
        it => book.claims().get(usize::from(it - FIRST_CLAIM)).map(|it| (it.name(), it.label())),
    }
    .unwrap_or(("", "unknown"));
    (name.to_owned(), label.to_owned(), true)
}

fn endings(book: &Rulebook, tally: &Tally) -> Vec<EndingReport> {
    let one = |(ending, by_winner): (&u8, &Vec<u64>)| {
        let (name, label, is_finished) = ending_names(book, *ending);
        let (drawn, wins) = by_winner.split_last().map_or((0, Vec::new()), |it| (*it.0, it.1.to_vec()));
        let games = Share::new(by_winner.iter().sum(), tally.games);
        EndingReport { name, label, is_finished, games, wins, drawn }
    };
    let mut all: Vec<EndingReport> = tally.endings.iter().map(one).collect();
    all.compact_sort_by(|a, b| b.games.count.cmp(&a.games.count).then_with(|| a.label.cmp(&b.label)));
    all
}

fn square_reports(book: &Rulebook, tally: &Tally) -> Vec<SquareReport> {
    let board = book.board();
    let of = |square: crate::board::Square| SquareReport {
        name: board.name(square).to_owned(),
        arrivals: tally.arrivals.chunks(board.len()).map(|it| it[square.index()]).collect(),
    };
    board.squares().map(of).collect()
}

fn kind_reports(plan: &LabPlan, tally: &Tally) -> Vec<KindReport> {
    let kinds = plan.start().variant().rulebook().kinds();
    let estimated = estimate_values(tally, plan.values(), f64::from(plan.unit()));
    let of = |(number, estimated)| {
        let kind: &crate::rulebook::Kind = &kinds[number];
        KindReport {
            name: kind.name().to_owned(),
            label: kind.label().to_owned(),
            moves: tally.kind_moves[number],
            captures: tally.kind_captures[number],
            captured: tally.kind_captured[number],
            promotions: tally.kind_promotions[number],
            value: kind.value(),
            estimated,
        }
    };
    estimated.into_iter().enumerate().map(of).collect()
}
