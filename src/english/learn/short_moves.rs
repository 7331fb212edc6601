//! How kings, knights and pawns cross a joined edge, and what ends at an irregular point.
//!
//! Contains: [`RulesWriter::short_moves_across`] and [`RulesWriter::points_of_the_board`]. Input: the board and the
//! moves of the pieces. Output: sentences with squares as examples. Does not know: lines of rooks and bishops
//! ([`super::field`]).

use super::super::RulesWriter;
use super::super::crossed::{after_capture, pawn_across};
use super::super::crossing::{before_on_line, crossing_square, is_across, points, turning};
use super::super::phrases::{a, capital, count, some};
use super::super::words::{InWords, fill};
use super::leaps::leap_paths_of;
use crate::board::{Board, Heading, Link, Square};
use crate::definition::PointDef;
use crate::diagnostic::Spanned;
use crate::notation::name::joined;
use crate::policy::{Role, Travel};
use crate::rulebook::{AtomShape, Kind, KindId, SeatId};

/// Maximum number of kinds of pieces with a sentence each.
const MAX_KINDS: usize = 6;

impl RulesWriter<'_> {
    /// How each piece that makes single steps or leaps crosses the edge that lines cross.
    pub(super) fn short_moves_across(&self) -> Vec<(KindId, Vec<String>)> {
        let book = self.book;
        let Some(from) = crossing_square(book, true) else { return Vec::new() };
        let Some(link) = turning(book, from, true).first().copied() else { return Vec::new() };
        let place = self.crossed_place(link);
        let is_short = |it: &Kind| it.movement.atoms.iter().all(|it| it.range == 1);
        let kinds = book.player_kinds().filter(|it| is_short(it.1));
        let one = |(id, kind): (KindId, &Kind)| -> Vec<String> {
            let reach = self.variant.reach(SeatId(0), id, from);
            let all_quiet = reach.quiet.len() as i64;
            let is_only_capture = reach.captures.len() == 1;
            let across =
                |all: Vec<Square>| -> Vec<Square> { all.into_iter().filter(|it| is_across(book, from, *it)).collect() };
            let (quiet, captures) = (across(reach.quiet), across(reach.captures));
            let (steps, takes) = (self.one_of_squares(&quiet), self.one_of_squares(&captures));
            let leaps = kind.movement.atoms.iter().any(|it| matches!(it.shape, AtomShape::Oblique(..)));
            let does = match (quiet.is_empty(), captures.is_empty()) {
                (true, true) => return Vec::new(),
                _ if quiet == captures && leaps => {
                    let (all, across) = (some(all_quiet, "square", "squares"), count(quiet.len() as i64));

                    let names: Vec<&str> = quiet.iter().map(|it| book.board.name(*it)).collect();
                    let names = joined(&names, "and");
                    let routes = self.example_routes(id, from, &quiet).unwrap_or_default();
                    format!("reaches {all}, {across} of them across {place}: {names}.{routes}")
                }
                _ if quiet == captures => {
                    let past = self.past_point(from).filter(|_| kind.role == Role::Royal);
                    // On a ring, the squares between these look as near.
                    match self.opposite_files().is_some() && kind.role == Role::Royal {
                        true => format!("can step across {place} to {}", self.by_direction(from, &quiet)),
                        false => format!("can step across {place} only to {steps}{}", past.unwrap_or_default()),
                    }
                }
                (false, true) => format!("can move across {place} to {steps}"),
                (true, false) => format!("can capture across {place} on {takes}"),
                (false, false) => {
                    let splits = self.splits_at(from).filter(|_| captures.len() > 2 && kind.role == Role::Pawn);
                    format!("can move across {place} to {steps}, or capture on {takes}{}", splits.unwrap_or_default())
                }
            };

            let more = self.pawn_beyond(id, from, &quiet).filter(|_| kind.role == Role::Pawn).unwrap_or_default();
            let lost = self.ending_point(from).filter(|_| is_only_capture && kind.role == Role::Pawn);
            let lost = lost.map_or_else(String::new, |(point, _)| {
                format!(" Its other diagonal would cross the {point}, so it has only this one capture.")
            });
            let stop = if does.ends_with('.') { "" } else { "." };
            let crossed = self.crosses_by_either_move(id, &place).filter(|_| !quiet.is_empty() && !captures.is_empty());
            let crossed = crossed.unwrap_or_default();
            let piece = capital(&a(&kind.label));
            let here = format!("{piece} on {} {does}{stop}{crossed}{lost}{more}", book.board.name(from));
            let ways = leaps.then(|| self.two_ways(id, from, &quiet)).flatten();
            let behind = leaps.then(|| self.leaps_from_behind(id, from, link)).flatten();
            ways.into_iter().chain([here]).chain(behind).collect()
        };
        let of_kinds = kinds.map(|it| (it.0, one(it))).filter(|it| !it.1.is_empty());
        of_kinds.take(MAX_KINDS).collect()
    }

    /// Squares one step away by the direction of the step: `BLh6 (a straight step) or to GRb6 or BLf6 (a diagonal step)`.
    fn by_direction(&self, from: Square, to: &[Square]) -> String {
        let board = &self.book.board;
        let is_straight =
            |it: &Square| board.links(from).iter().any(|link| link.0 == *it && board.is_straight(link.1.heading));
        let (straight, diagonal): (Vec<Square>, Vec<Square>) = to.iter().partition(|it| is_straight(it));
        let kinds = [(straight, "straight"), (diagonal, "diagonal")].into_iter().filter(|it| !it.0.is_empty());
        let one = |(squares, kind): (Vec<Square>, &str)| format!("{} (a {kind} step)", self.one_of_squares(&squares));
        kinds.map(one).collect::<Vec<_>>().join(" or to ")
    }

    /// States that a capture across an edge counts as crossing it, after a space, if a piece has a tag for that.
    fn crosses_by_either_move(&self, kind: KindId, place: &str) -> Option<String> {
        let is_it = |it: &&crate::rulebook::Tag| it.pieces >> kind.0 & 1 != 0 && it.set.crosses.is_some();
        let tag = self.book.tags.iter().find(is_it)?;
        let (_, written) = self.def.tags.iter().find(|it| it.0.value == tag.name)?;
        let done = self.has_done(written, &tag.label);
        (done == format!("has crossed {place}")).then(|| format!(" Either way, it has then crossed {place}."))
    }

    /// The squares around a point that no single step from one of them reaches, after a comma.
    fn past_point(&self, from: Square) -> Option<String> {
        let board = &self.book.board;
        let (name, around) = self.ending_point(from)?;
        let is_linked = |to: &Square| *to == from || board.links(from).iter().any(|it| it.0 == *to);
        let far: Vec<Square> = around.into_iter().filter(|it| !is_linked(it)).collect();
        (!far.is_empty()).then(|| format!(", but not past the {name} to {}", self.one_of_squares(&far)))
    }

    /// The point beside a square where diagonal lines end: its name, and the squares around it.
    fn ending_point(&self, from: Square) -> Option<(String, Vec<Square>)> {
        let mut points = self.def.points.iter().zip(points(self.def, self.book));
        let ends = |it: &PointDef| it.travel.as_ref().is_none_or(|it| it.diagonal.value == Travel::None);
        let ((name, _), around) = points.find(|(it, around)| around.contains(&from) && ends(&it.1))?;
        Some((name.value.replace('-', " "), around))
    }

    /// Where a leaping piece crosses from the square behind.
    fn leaps_from_behind(&self, kind: KindId, from: Square, link: &(Square, Link)) -> Option<String> {
        let book = self.book;
        if is_lame(&book.kinds[kind.index()]) {
            return None;
        }
        let behind = before_on_line(book, from, link)?;
        let mut to = self.variant.reach(SeatId(0), kind, behind).quiet;
        to.retain(|it| is_across(book, behind, *it));
        let (from_behind, behind) = (behind, book.board.name(behind));
        let paths: Option<Vec<String>> = to.iter().map(|it| self.leap_path(kind, from_behind, *it)).collect();
        let ends = match paths {
            Some(paths) => {
                let each = to.iter().zip(paths).map(|(to, path)| format!("{} ({path})", book.board.name(*to)));
                joined(&each.collect::<Vec<_>>(), "and")
            }
            None => joined(&to.iter().map(|it| book.board.name(*it)).collect::<Vec<_>>(), "and"),
        };
        let piece = a(&book.kinds[kind.index()].label);
        let place = self.place_across().unwrap_or_else(|| "the edge".to_owned());
        let squares = some(to.len() as i64, "square", "squares");
        (!to.is_empty()).then(|| {
            format!("From {behind}, one square farther back, {piece} reaches {squares} across {place}: {ends}.")
        })
    }

    /// States that both orders of the steps of a leap count, if they lead to different squares across an edge.
    fn two_ways(&self, kind: KindId, from: Square, across: &[Square]) -> Option<String> {
        if is_lame(&self.book.kinds[kind.index()]) {
            return None;
        }
        let ends = |long_first| -> Vec<Square> {
            let paths = self.leap_paths(kind, from, long_first).into_iter();
            let mut all: Vec<Square> = paths.filter_map(|it| it.last().copied()).collect();
            all.retain(|it| is_across(self.book, from, *it));
            all
        };
        let (first, second) = (ends(true), ends(false));
        let differs = first.iter().any(|it| !second.contains(it)) && second.iter().any(|it| !first.contains(it));
        let counts = first.iter().chain(&second).all(|it| across.contains(it));
        (differs && counts).then(|| {
            let place = self.place_across().unwrap_or_else(|| "the edge".to_owned());
            let piece = capital(&a(&self.book.kinds[kind.index()].label));
            format!(
                "{piece} may take two straight steps (like a rook), then one to the left or right; or one straight step, then two to the left or \
                 right. Across {place}, the two ways can lead to different squares."
            )
        })
    }

    /// The routes of a leap across an edge if the order of its legs matters, or else two examples, after a space.
    fn example_routes(&self, kind: KindId, from: Square, across: &[Square]) -> Option<String> {
        let (long, short) = self.book.kinds[kind.index()].movement.atoms.iter().find_map(|it| match it.shape {
            AtomShape::Oblique(long, short) if !it.lame => Some((long, short)),
            _ => None,
        })?;
        let ends = |it: &Vec<Square>| it.last().copied();
        let crosses = |it: &Vec<Square>| ends(it).is_some_and(|it| across.contains(&it));
        let of = |long_first| -> Vec<Vec<Square>> {
            self.leap_paths(kind, from, long_first).into_iter().filter(crosses).collect()
        };
        let (first, second) = (of(true), of(false));
        let name = |path: &[Square]| {
            let names: Vec<&str> = [from].iter().chain(path).map(|it| self.book.board.name(*it)).collect();
            names.join("-")
        };
        let one = first.first()?;
        let legs = |a: u8, b: u8| format!("{}, then {}", some(a.into(), "step", "steps"), count(b.into()));
        // If the order of the steps matters, one route to each square spares the reader the search.
        if second.iter().any(|it| first.iter().all(|path| ends(path) != ends(it))) {
            let paths = |by_first: bool| -> Option<String> {
                let own = across.iter().filter(|to| first.iter().any(|path| path.last() == Some(*to)) == by_first);
                let all: Option<Vec<String>> = own.map(|it| self.leap_path(kind, from, *it)).collect();
                all.map(|it| joined(&it, "and"))
            };
            return Some(format!(
                " {} to the side: {}. {} to the side: {}. Each square is listed once, even if several paths lead to it.",
                capital(&legs(long, short)),
                paths(true)?,
                capital(&legs(short, long)),
                paths(false)?
            ));
        }
        let other = first.iter().find(|it| it.first() != one.first() && ends(it) != ends(one));
        let place = self.place_across().filter(|_| other.is_some());
        // The end of one path crosses the place; the other path crosses it earlier.
        let is_last = |it: &[Square]| matches!(it, [.., from, to] if is_across(self.book, *from, *to));
        let other = match (other, &place) {
            (Some(_), Some(place)) if !is_last(one) && first.iter().any(|it| is_last(it)) => {
                let all: Vec<String> = first.iter().filter(|it| is_last(it)).map(|it| name(it)).collect();
                format!(". Or the step to the side crosses {place}: {}.", joined(&all, "or"))
            }
            (other, place) => {
                let either = place.as_ref().map_or_else(String::new, |it| format!(" Either part can cross {it}."));
                format!("{}.{either}", other.map_or_else(String::new, |it| format!(" or {}", name(it))))
            }
        };
        Some(format!(
            " It takes {} to the side, for example {}{other}",
            legs(long, short).replacen(',', " like a rook,", 1),
            name(one)
        ))
    }

    /// The squares of one path of a leap: `e3-e4-e9-f9`.
    fn leap_path(&self, kind: KindId, from: Square, to: Square) -> Option<String> {
        let board = &self.book.board;
        let mut paths = [true, false].into_iter().flat_map(|it| self.leap_paths(kind, from, it));
        let path = paths.find(|it| it.last() == Some(&to))?;
        let names: Vec<&str> = [from].iter().chain(&path).map(|it| board.name(*it)).collect();
        Some(names.join("-"))
    }

    /// The paths of the leaps of a piece, with the long leg first or last.
    fn leap_paths(&self, kind: KindId, from: Square, long_first: bool) -> Vec<Vec<Square>> {
        let all = leap_paths_of(&self.book.board, &self.book.kinds[kind.index()], from).into_iter();
        all.filter(|it| it.0 == long_first).map(|it| it.1.squares).collect()
    }

    /// An example of a diagonal line through a square at a point that does not run into the point.
    fn line_beside(&self, through: Square, point: &str) -> Option<String> {
        let board = &self.book.board;
        let onward = |from: Square| -> Option<Square> {
            let mut links = board.links(from).iter().filter(|it| it.0 == through && !board.is_straight(it.1.heading));
            links.find_map(|it| board.steps(through, it.1.onward).next().map(|it| it.0))
        };
        let crosses = |from: Square| onward(from).filter(|it| is_across(self.book, through, *it)).map(|it| (from, it));
        let (from, to) = board.squares().find_map(crosses)?;
        let names = [from, through, to].map(|it| board.name(it));
        Some(format!("But the line {} passes beside the {point} and goes on.", names.join("-")))
    }

    /// Names the barriers that close parts of lines around a point for all pieces that move along lines: `the light fork`.
    fn closed_at(&self, around: &[Square]) -> Vec<String> {
        let (book, board) = (self.book, &self.book.board);
        let mut names: Vec<String> = Vec::new();
        for (to, link) in around.iter().flat_map(|it| board.links(*it)) {
            if board.is_straight(link.heading) || !around.contains(to) || self.is_open_to_lines(link) {
                continue;
            }
            for at in &link.barriers {
                let name = format!("the {}", book.barriers[book.barrier_instances[usize::from(*at)].barrier].label);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Reports whether barriers leave only one part of each line that splits at a point.
    pub(super) fn splits_no_line(&self) -> bool {
        self.points_fork() && super::super::lines::forks(&self.book.board, &|it| self.is_open_to_lines(it)).is_empty()
    }

    /// States that a pawn has more captures because its diagonal splits, after a colon.
    fn splits_at(&self, from: Square) -> Option<String> {
        let mut points = self.def.points.iter().zip(points(self.def, self.book));
        let splits = |it: &PointDef| it.travel.as_ref().is_some_and(|it| it.diagonal.value == Travel::BothWays);
        let ((name, _), _) = points.find(|(it, around)| around.contains(&from) && splits(&it.1))?;
        Some(format!(": at the {}, its diagonal splits", name.value.replace('-', " ")))
    }

    /// How a pawn goes on once it has crossed, after a space.
    fn pawn_beyond(&self, kind: KindId, from: Square, to: &[Square]) -> Option<String> {
        let [to] = to else { return None };
        let across = pawn_across(self.variant, kind, (from, *to))?;
        let (steps, captures) = across.moves();
        // The last capture leads farthest from the pawn's own file.
        let after = captures.last().and_then(|on| Some((*on, after_capture(self.variant, &across, *on)?)));
        let board = &self.book.board;
        let after = after.map_or_else(String::new, |(on, to)| {
            format!(" After a capture on {}, it goes on to {}.", board.name(on), board.name(to))
        });
        let (steps, captures) = (self.one_of_squares(&steps), self.one_of_squares(&captures));
        let name = self.book.board.name(*to);
        // A position of the example may force a capture.
        let moves = if steps.is_empty() { String::new() } else { format!("move to {steps}, or ") };
        Some(format!(" On {name} this pawn can then {moves}capture on {captures}.{after}"))
    }

    /// Squares as alternatives: `e9, f9 or g9`.
    fn one_of_squares(&self, squares: &[Square]) -> String {
        let names: Vec<&str> = squares.iter().map(|it| self.book.board.name(*it)).collect();
        joined(&names, "or")
    }

    /// The other diagonal line across a border through a square where one splits at a point: it does not split.
    fn beside_a_fork(&self, from: Square, splits: Heading, point: &str) -> Option<String> {
        let board = &self.book.board;
        let links = board.links(from).iter().filter(|it| !board.is_straight(it.1.heading) && it.1.heading != splits);
        let mut others = links.filter(|it| board.info(it.0).patch != board.info(from).patch);
        let (to, link) = others.find(|it| board.steps(from, it.1.heading).count() == 1)?;
        let before = board.squares().find(|it| is_before(board, *it, from, link.heading))?;
        Some(format!(
            "{} that comes from {} goes on only to {}, because its line does not run into the {point}.",
            self.sliders(false).first().map_or_else(|| "A diagonal line".to_owned(), |it| capital(&a(it))),
            board.name(before),
            board.name(*to)
        ))
    }

    /// The points where more or fewer than four squares meet, with an example of a bishop.
    pub(super) fn points_of_the_board(&self) -> Vec<String> {
        let board = &self.book.board;
        let one = |((name, it), around): (&(Spanned<String>, PointDef), Vec<Square>)| {
            let name = name.value.replace('-', " ");
            let squares: Vec<&str> = around.iter().map(|it| board.name(*it)).collect();
            let met = count(squares.len() as i64);
            let mut text = vec![format!("At the {name}, {met} squares meet: {}.", joined(&squares, "and"))];
            let closed = self.closed_at(&around);
            match closed.is_empty() {
                true => text.extend(it.travel.as_ref().map(|it| fill(it.diagonal.sentence(), &[("point", &name)]))),
                false => text.push(format!(
                    "A diagonal line that runs into the {name} splits, but {} {} parts of it.",
                    joined(&closed, "and"),
                    if closed.len() == 1 { "closes" } else { "close" }
                )),
            }
            let ends = it.travel.as_ref().is_none_or(|it| it.diagonal.value == Travel::None);
            let forks = it.travel.as_ref().is_some_and(|it| it.diagonal.value == Travel::BothWays);
            if let Some(from) = around.first().copied().filter(|_| forks) {
                let is_diagonal = |it: &&(Square, Link)| {
                    !board.is_straight(it.1.heading) && around.contains(&it.0) && self.is_open_to_lines(&it.1)
                };
                let to: Vec<Square> = board.links(from).iter().filter(is_diagonal).map(|it| it.0).collect();
                let parts = board.links(from).iter().filter(is_diagonal).map(|(to, link)| {
                    match board.steps(*to, link.onward).next() {
                        Some((then, _)) => format!("to {} and then {}", board.name(*to), board.name(*then)),
                        None => format!("to {}", board.name(*to)),
                    }
                });
                let parts: Vec<String> = parts.collect();
                let piece = self.sliders(false).first().map_or_else(|| "a diagonal line".to_owned(), |it| a(it));
                let is_linked = |it: &Square| *it == from || board.links(from).iter().any(|link| link.0 == *it);
                let far: Vec<Square> = around.iter().copied().filter(|it| !is_linked(it)).collect();
                let not = match far.is_empty() {
                    true => String::new(),
                    false => format!(", but not to {} straight across", self.one_of_squares(&far)),
                };
                let ahead = board.links(from).iter().find(is_diagonal).map(|it| it.1.heading);
                let before = |onward: Heading| board.squares().find(|it| is_before(board, *it, from, onward));
                let whence = match ahead.and_then(before) {
                    Some(it) => format!("that comes from {} through {}", board.name(it), board.name(from)),
                    None => format!("on {}", board.name(from)),
                };
                let parts = parts.join(", or ");
                let only = if closed.is_empty() { "" } else { "only " };
                let not = if closed.is_empty() { not } else { String::new() };
                text.push(format!("For example, {piece} {whence} may go on {only}{parts}{not}."));
                text.extend(ahead.and_then(|it| self.beside_a_fork(from, it, &name)));
                let others: Vec<Square> = around.iter().copied().filter(|it| *it != from && !to.contains(it)).collect();
                let line = self.sliders(false).first().copied().unwrap_or("line");
                text.push(format!("A piece on {} does not block this {line}.", self.one_of_squares(&others)));
            }
            if let Some(from) = around.first().copied().filter(|_| ends) {
                let links = board.links(from);
                let is_diagonal = |it: &&(Square, Link)| !board.is_straight(it.1.heading);
                let to: Vec<Square> = links.iter().filter(is_diagonal).map(|it| it.0).collect();
                let (near, far): (Vec<Square>, Vec<Square>) =
                    around[1..].iter().partition(|to| links.iter().any(|it| it.0 == **to));
                let from = board.name(from);
                let bishop = self.sliders(false).first().map_or_else(|| "a diagonal line".to_owned(), |it| a(it));
                text.push(format!("For example, {bishop} on {from} can go only toward {}.", self.one_of_squares(&to)));
                text.extend(self.line_beside(around[0], &name));
                // The king's own steps say so, too.
                let is_said = crossing_square(self.book, true) == around.first().copied();
                if !is_said && !far.is_empty() && !near.is_empty() {
                    let names: Vec<&str> = near.iter().map(|it| board.name(*it)).collect();
                    text.push(format!(
                        "In one step, a king or queen on {from} reaches {}, but not {}.",
                        joined(&names, "and"),
                        self.one_of_squares(&far)
                    ));
                }
            }
            text.join(" ")
        };
        self.def.points.iter().zip(points(self.def, self.book)).map(one).collect()
    }
}

/// Reports whether a step from one square to another goes on with a heading.
/// Reports whether a piece walks where others leap: its way has other squares than the two legs of a leap.
fn is_lame(kind: &Kind) -> bool {
    kind.movement.atoms.iter().any(|it| it.lame)
}

fn is_before(board: &Board, at: Square, to: Square, onward: Heading) -> bool {
    board.links(at).iter().any(|it| it.0 == to && it.1.onward() == onward)
}
