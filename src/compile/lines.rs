//! Lines: resolves `[line]` and `[board.cut]`, named sets of links.
//!
//! Input: lines by seam, files, ranks, patch, zones or added links. Output: the instances of each line,
//! ordered by applications of the symmetry; identical instances are merged. Does not know what lines
//! are used for.

use super::atlas::Cell;
use super::board::Ground;
use super::links::{DraftLink, LinkOrigin, Links};
use super::ranges;
use super::scope::{Scope, is_unread, keys, once};
use crate::board::Square;
use crate::definition as def;
use crate::definition::value::Squares;
use crate::diagnostic::{Code, Diagnostics, Spanned, nearest};
use crate::policy::{Ends, Of, Seats, StepKind};
use crate::rulebook::{SeatSet, Zone};

/// The links of a line, for one or several seats.
#[derive(Clone)]
pub(super) struct Instance {
    /// Indices into [`Links::all`], ascending.
    pub links: Vec<usize>,
    /// Seats whose image this is. All seats for a line of the board.
    pub seats: SeatSet,
}

/// Returns the instances of every line on the current links. Runs twice if links are cut; the second time, the
/// caller discards the diagnostics.
pub(super) fn instances(
    scope: &Scope,
    ground: &Ground,
    links: &Links,
    zones: &[Zone],
    sink: &mut Diagnostics,
) -> Vec<Vec<Instance>> {
    let all = &scope.definition.lines;
    let whole: Vec<Vec<Instance>> =
        all.iter().map(|(name, table)| line(scope, ground, links, zones, name, table, sink)).collect();
    let without = |(index, (name, table)): (usize, &(Spanned<String>, def::Line))| match &table.except {
        None => whole[index].clone(),
        Some(except) => left_out(scope, (name, except), &whole, index, sink),
    };
    all.iter().enumerate().map(without).collect()
}

/// Returns the instances of a line without the links of another line.
fn left_out(
    scope: &Scope,
    (name, except): (&Spanned<String>, &Spanned<def::value::Name>),
    whole: &[Vec<Instance>],
    index: usize,
    sink: &mut Diagnostics,
) -> Vec<Instance> {
    let Some(other) = scope.line(except, sink) else { return Vec::new() };
    if other == index || scope.definition.lines[other].1.except.is_some() {
        sink.error(Code::BadKeys, except.span, "the line to leave out must be one without `except`")
            .help("name a line that has no `except` of its own");
        return Vec::new();
    }
    let removed: Vec<usize> = whole[other].iter().flat_map(|it| it.links.iter().copied()).collect();
    let mut found: Vec<Instance> = Vec::new();
    for it in &whole[index] {
        let mut links = it.links.clone();
        links.retain(|link| !removed.contains(link));
        match found.iter_mut().find(|old| old.links == links) {
            Some(old) => old.seats |= it.seats,
            None => found.push(Instance { links, seats: it.seats }),
        }
    }
    if found.iter().any(|it| it.links.is_empty()) && !whole[index].is_empty() {
        sink.error(Code::EmptyLine, name.span, format!("[line.{}] has no link left", name.value)).help(format!(
            "the line `{}` has all of its links: remove `except`, or leave out another line",
            except.value.0
        ));
        return Vec::new();
    }
    found
}

/// Explains what to do about a line without links.
fn empty_help(table: &def::Line) -> &'static str {
    let others = [table.seam.is_some(), table.files.is_some(), table.ranks.is_some(), table.patch.is_some()];
    match table.between.is_some() && table.links.is_none() && !others.contains(&true) {
        true => "no step leads from one of the two zones to the other: name squares that are next to each other",
        false => {
            "a link must fulfill all given keys of `seam`, `files`, `ranks`, `patch`, `between` and `links`: remove one"
        }
    }
}

/// Returns a file next to the file `a` if the file `b` is not.
fn not_neighbors(ground: &Ground, links: &Links, (a, b): (i64, i64)) -> Option<i64> {
    let file = |it| ground.atlas.column(ground.atlas.cell(it)) as i64 + 1;
    let all = links.all.iter().map(|it| (file(it.from), file(it.to)));
    let near: Vec<i64> = all.filter(|it| it.0 == a && it.1 != a).map(|it| it.1).collect();
    if near.contains(&b) { None } else { near.into_iter().min_by_key(|it| (it - b).abs()) }
}

fn line(
    scope: &Scope,
    ground: &Ground,
    links: &Links,
    zones: &[Zone],
    name: &Spanned<String>,
    table: &def::Line,
    sink: &mut Diagnostics,
) -> Vec<Instance> {
    let of_seat = table.of.value == Of::Seat;
    if of_seat && ground.seats == Seats::Differ {
        sink.error(
            Code::BadKeys,
            table.of.span,
            format!("the line `{}` cannot be copied to the other seats, because they differ", name.value),
        )
        .help("write `of = \"board\"`, and a line of its own for each player");
        return Vec::new();
    }
    let Some(filter) = Filter::new(scope, ground, zones, name, table, sink) else {
        return Vec::new();
    };
    let first: Vec<usize> =
        links.all.iter().enumerate().filter(|(_, it)| filter.holds(ground, it)).map(|it| it.0).collect();
    if first.is_empty() {
        // A seam with an error has no links.
        if is_unread(scope.definition, "board") {
            return Vec::new();
        }
        if let Some((written, (a, b))) = table.files.as_ref().zip(filter.files)
            && let Some(near) = not_neighbors(ground, links, (a, b))
        {
            sink.error(Code::EmptyLine, written.span, format!("no step leads from file {a} to file {b}"))
                .help(format!("name two files next to each other, like `files = [{a}, {near}]`"));
            return Vec::new();
        }
        sink.error(Code::EmptyLine, name.span, format!("[line.{}] has no link", name.value)).help(empty_help(table));
        return Vec::new();
    }
    let everybody = ((1u16 << scope.seats.len().min(8)) - 1) as SeatSet;
    if !of_seat {
        return vec![Instance { links: first, seats: everybody }];
    }
    let mut found: Vec<Instance> = Vec::new();
    for (turns, seat) in ground.seats_by_turns() {
        let Some(mut turned) = ground.turned_links(links, &first, turns) else { continue };
        turned.sort_unstable();
        match found.iter_mut().find(|it| it.links == turned) {
            Some(old) => old.seats |= 1 << seat,
            None => found.push(Instance { links: turned, seats: 1 << seat }),
        }
    }
    found
}

/// Removes the links of all lines in `[board.cut]`.
pub(super) fn cut(scope: &Scope, lines: &[Vec<Instance>], links: &mut Links, sink: &mut Diagnostics) {
    let mut removed = Vec::new();
    for (cut, (_, table)) in scope.definition.cuts.iter().enumerate() {
        if let Some(line) = scope.line(&table.line, sink) {
            removed.extend(lines[line].iter().flat_map(|it| it.links.iter().map(|link| (*link, cut))));
        }
    }
    links.remove(&removed);
}

/// The conditions of a line on a link.
struct Filter {
    seam: Option<u16>,
    own: bool,
    files: Option<(i64, i64)>,
    ranks: Option<(i64, i64)>,
    patch: Option<u16>,
    between: Option<(Vec<Square>, Vec<Square>)>,
    extras: Option<Vec<u16>>,
    ends: Ends,
    straight: bool,
    diagonal: bool,
}

impl Filter {
    fn new(
        scope: &Scope,
        ground: &Ground,
        zones: &[Zone],
        name: &Spanned<String>,
        table: &def::Line,
        sink: &mut Diagnostics,
    ) -> Option<Self> {
        let atlas = &ground.atlas;
        let keyed = [table.seam.is_some(), table.files.is_some(), table.ranks.is_some(), table.patch.is_some()];
        if !keyed.contains(&true) && table.between.is_none() && table.links.is_none() {
            sink.error(Code::BadKeys, name.span, format!("[line.{}] does not say which links", name.value))
                .help("give one of `seam`, `files`, `ranks`, `patch`, `between`, `links`");
            return None;
        }
        let seam = match &table.seam {
            None => None,
            Some(it) => Some(scope.find("seam", keys(&scope.definition.seams), it, sink)? as u16),
        };
        let patch = match &table.patch {
            None => None,
            Some(it) => Some(atlas.patch(scope, it, sink)?),
        };
        let most = |of: fn(&super::atlas::Patch) -> i16| {
            let fits = |it: &(usize, &super::atlas::Patch)| patch.is_none_or(|patch| it.0 == patch as usize);
            atlas.patches.iter().enumerate().filter(fits).map(|it| of(it.1) as i64).max().unwrap_or(0)
        };
        let files = match &table.files {
            None => None,
            Some(list) => {
                let within = |it: &Spanned<i64>| (1..=most(|it| it.files)).contains(&it.value);
                match &list.value[..] {
                    [a, b] if within(a) && within(b) => Some((a.value, b.value)),
                    _ => {
                        sink.error(Code::BadNumber, list.span, "a line is between two files").help(format!(
                            "write two numbers from 1 to {}, like `files = [1, 2]`",
                            most(|it| it.files)
                        ));
                        return None;
                    }
                }
            }
        };
        let ranks = match &table.ranks {
            None => None,
            Some(it) => Some(ranges::numbers_within(it, most(|it| it.ranks), "ranks", sink)?),
        };
        let of_seat = table.of.value == Of::Seat;
        let between = match &table.between {
            None => None,
            Some(list) => Some(between(scope, ground, zones, list, of_seat, sink)?),
        };
        let extras = match &table.links {
            None => None,
            Some(list) => {
                once(list, sink);
                let known = || keys(&scope.definition.links);
                let found: Vec<Option<usize>> =
                    list.iter().map(|it| scope.find("added link", known(), it, sink)).collect();
                Some(found.into_iter().map(|it| it.map(|it| it as u16)).collect::<Option<Vec<u16>>>()?)
            }
        };
        let steps = |wanted| table.steps.iter().any(|it| it.value == wanted);
        Some(Self {
            seam,
            own: of_seat,
            files,
            ranks,
            patch,
            between,
            extras,
            ends: table.ends.value,
            straight: steps(StepKind::Straight),
            diagonal: steps(StepKind::Diagonal),
        })
    }

    fn holds(&self, ground: &Ground, link: &DraftLink) -> bool {
        let atlas = &ground.atlas;
        let straight = link.heading.0.is_multiple_of(2) == (atlas.headings == 8);
        if !(if straight { self.straight } else { self.diagonal }) {
            return false;
        }
        let comes_from =
            |origins: &[LinkOrigin], header: u16| origins.iter().any(|it| it.header == header && (it.own || !self.own));
        if self.seam.is_some_and(|it| !comes_from(&link.seams, it)) {
            return false;
        }
        if self.extras.as_ref().is_some_and(|all| !all.iter().any(|it| comes_from(&link.extras, *it))) {
            return false;
        }
        let (from, to) = (atlas.cell(link.from), atlas.cell(link.to));
        if let Some((a, b)) = self.files {
            let file = |it| atlas.column(it) as i64 + 1;
            let crosses = (file(from), file(to)) == (a, b) || (file(from), file(to)) == (b, a);
            if !crosses || from.patch != to.patch || self.patch.is_some_and(|it| it != from.patch) {
                return false;
            }
        }
        if let Some((a, b)) = &self.between {
            let joins = |x: &[Square], y: &[Square]| x.contains(&link.from) && y.contains(&link.to);
            if !joins(a, b) && !joins(b, a) {
                return false;
            }
        }
        let lies = |it: super::atlas::Cell| {
            self.patch.is_none_or(|patch| patch == it.patch)
                && self.ranks.is_none_or(|ranks| ranges::within(ranks, it.rank as i64 + 1))
        };
        match self.ends {
            Ends::Start => lies(from),
            Ends::Either => lies(from) || lies(to),
            Ends::Both => lies(from) && lies(to),
        }
    }
}

/// Returns two ranges of squares that are next to each other: `written` and the rank behind it, or two ranks in the
/// middle of the first patch.
fn two_rows(ground: &Ground, written: Option<&Spanned<def::value::Name>>) -> String {
    let atlas = &ground.atlas;
    let text = written.map(|it| Spanned::new(Squares(it.value.0.clone()), it.span));
    let cells = text.and_then(|it| atlas.block(&it, &mut Diagnostics::default())).unwrap_or_default();
    let behind = |cell: Cell, by: i16| {
        let cell = Cell { rank: cell.rank + by, ..cell };
        atlas.patches.get(cell.patch as usize).is_some_and(|it| (0..it.ranks).contains(&cell.rank)).then_some(cell)
    };
    if let (Some(first), Some(last)) = (cells.first().copied(), cells.last().copied())
        && first.rank == last.rank
        && let Some((one, other)) = [1, -1].iter().find_map(|by| Some((behind(first, *by)?, behind(last, *by)?)))
    {
        let own = written.map_or("", |it| it.value.0.as_str());
        return format!("[\"{own}\", \"{}-{}\"]", atlas.name(one), atlas.name(other));
    }
    let (files, middle) = atlas.patches.first().map_or((1, 1), |it| (it.files, (it.ranks / 2).max(1)));
    let row = |rank| {
        let name = |file| atlas.name(Cell { patch: 0, file, rank });
        format!("\"{}-{}\"", name(0), name(files - 1))
    };
    format!("[{}, {}]", row(middle - 1), row(middle))
}

/// Returns the squares of two zones of the first seat, or of two ranges.
fn between(
    scope: &Scope,
    ground: &Ground,
    zones: &[Zone],
    list: &Spanned<Vec<Spanned<def::value::Name>>>,
    of_seat: bool,
    sink: &mut Diagnostics,
) -> Option<(Vec<Square>, Vec<Square>)> {
    let [a, b] = &list.value[..] else {
        sink.error(Code::BadNumber, list.span, "a line is between two zones or squares").help(format!(
            "name two ranges of squares next to each other, or two zones: `between = {}`",
            two_rows(ground, list.value.first())
        ));
        return None;
    };
    let mut squares = |name: &Spanned<def::value::Name>| -> Option<Vec<Square>> {
        let text = Spanned::new(Squares(name.value.0.clone()), name.span);
        let is_zone = scope.zones.iter().any(|it| it.0 == name.value.0);
        let squares = ground.atlas.block(&text, &mut Diagnostics::default()).filter(|_| !is_zone);
        if squares.is_some() {
            return Some(ground.atlas.squares(&[text], sink).into_iter().map(|it| it.0).collect());
        }
        // A name with a number is rather that of a square.
        let zone_names = || scope.zones.iter().map(|it| it.0.as_str());
        let is_square = |it: &str| it.contains(char::is_alphabetic) && it.contains(|it: char| it.is_ascii_digit());
        if !is_zone && name.split('-').all(is_square) && nearest(name, zone_names()).is_none() {
            ground.atlas.block(&text, sink);
            return None;
        }
        let zone = &zones[scope.zone(name, sink)?];
        if zone.by_seat && !of_seat {
            sink.error(
                Code::BadKeys,
                name.span,
                format!("each seat has its own zone `{}`, but the line belongs to the board", name.value),
            )
            .help("write `of = \"seat\"`, or name a zone of the board");
            return None;
        }
        zone.squares.get(ground.first_seat().unwrap_or(0)).cloned()
    };
    Some((squares(a)?, squares(b)?))
}
