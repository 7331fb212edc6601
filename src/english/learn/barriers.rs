//! The barriers as special rules: what they forbid and where they lie.
//!
//! Contains: [`RulesWriter::barrier_rules`]. Input: the barriers as written and as compiled. Output: numbered items.
//! Does not know: when a barrier opens ([`super::openings`]), and the exact steps ([`super::super::details`] lists them).

use super::super::RulesWriter;
use super::super::location::{Location, Steps};
use super::super::phrases::{a, all_of, capital, count, exceptions, kinds_or, plural};
use super::super::words::InWords;
use super::OF_A_KIND;
use super::barrier_parts::lies;
use super::field::TOWARD_THE_RIM;
use super::special::{SpecialRule, rule_of_barrier};
use crate::board::{Link, Square};
use crate::definition::value::Either;
use crate::definition::{Barrier as WrittenBarrier, BarrierDef};
use crate::notation::name::joined;
use crate::policy::{Leaps, Role};
use crate::rulebook::{AtomShape, Barrier, Kind, Permissions, PieceTest, SeatId};

/// That no check goes across a barrier, at the end of a prohibition.
const DOES_NOT: &str = ", and does not give check across it";

impl RulesWriter<'_> {
    /// Returns one rule for each kind of barrier.
    pub(super) fn barrier_rules(&self) -> Vec<SpecialRule> {
        let mut items = Vec::new();
        for (name, it) in &self.def.barriers {
            if let Some(made) = self.book.barriers.iter().find(|it| it.name == name.value) {
                let (id, name) = (rule_of_barrier(made), capital(&plural_of(made)));
                // The place comes first, so that the rule can refer to it.
                let place = self.place_of(made);
                let text = place.into_iter().chain(Self::first_state(made, it)).chain([self.prohibition(made, it)]);
                let text = text.collect::<Vec<_>>().join(" ");
                let leaps = self.leaps_by_section(made).map(|it| vec![it]);
                let leaps = leaps.unwrap_or_else(|| self.leaps_over(made, &it.table));
                let short = leaps.first().and_then(|it| it.split_inclusive(". ").next()).unwrap_or_default().to_owned();
                let parts = self.opening(made, it);
                let never = if it.opens.is_empty() { self.never_opens(made) } else { Vec::new() };
                // The prohibition may say so.
                let leaps = leaps.into_iter().filter(|_| !text.contains(": they jump over it."));
                let exempt = self.exempt_pieces(made, it).into_iter();
                let free = exempt.chain(self.free_pieces(made, &it.table));
                let points = leaps.chain(free).chain(never).filter(|it| !it.is_empty()).collect();
                items.push(SpecialRule { id, name, text, points, parts, short });
            }
        }
        // The rule belongs to the first kind of barrier that concerns all pieces.
        let all_kinds = (1u32 << self.book.kinds.len()) - 1;
        let widest = self.book.barriers.iter().position(|it| it.pieces & all_kinds == all_kinds);
        let rule = self.several_lines(widest.map(|it| &self.book.barriers[it]));
        if let Some(item) = widest.or(items.len().checked_sub(1)).and_then(|it| items.get_mut(it)) {
            item.points.extend(rule);
        }
        items
    }

    /// Returns the rule on a move across several barriers, if there are several kinds.
    pub(in super::super) fn several_barriers(&self) -> Option<String> {
        let rule = |any: &str| format!("A move that crosses several {any} must be allowed to cross each of them.");
        (self.book.barriers.len() > 1).then(|| rule(&self.any_barrier(plural)))
    }

    /// Returns the rule on a move that can take several lines, if there are several kinds of barriers.
    fn several_lines(&self, widest: Option<&Barrier>) -> Option<String> {
        let book = self.book;
        let leaps = |it: &Kind| it.movement.atoms.iter().any(|it| matches!(it.shape, AtomShape::Oblique(..)));
        let own = || book.player_kinds().filter(|it| leaps(it.1));
        let kinds: u32 = own().map(|it| 1u32 << it.0.0).sum();
        let mut stopping = book.barriers.iter().filter(|it| it.pieces & kinds != 0);
        let leapers: Vec<String> = own().map(|it| plural(&it.1.label)).collect();
        let each_route = kinds != 0 && stopping.all(|it| it.leaps == Leaps::AnyPath);
        // A leap has no line.
        let (straight, diagonal) = (self.sliders(true), self.sliders(false));
        let only = |own: &[&str], other: &[&str]| {
            own.iter().filter(|it| !other.contains(it)).map(|it| (*it).to_owned()).collect()
        };
        let mut riders: Vec<String> = only(&straight, &diagonal);
        riders.extend::<Vec<String>>(only(&diagonal, &straight));
        riders.extend(straight.iter().filter(|it| diagonal.contains(it)).map(|it| (*it).to_owned()));
        let riders = if riders.is_empty() { "a piece".to_owned() } else { a(&joined(&riders, "or")) };
        (book.barriers.len() > 1).then(|| {
            let barrier = widest.map_or_else(|| self.any_barrier(str::to_owned), |it| it.label.clone());
            format!(
                "Sometimes {riders} can reach a square along several lines{}. If a {barrier} blocks one line, the piece may \
                 take another one.{}",
                if self.is_ring() { ", such as both ways around the ring" } else { "" },
                // A rule by sections says that the path does not matter.
                match each_route && widest.is_none_or(|it| self.leaps_by_section(it).is_none()) {
                    false => String::new(),
                    true => format!(
                        " {} may not: if a {barrier} blocks one of their paths to a square, the move is illegal.",
                        capital(&joined(&leapers, "and"))
                    ),
                }
            )
        })
    }

    /// Names the kinds of barriers: `moat or creek`. `form` gives a label its number.
    fn any_barrier(&self, form: impl Fn(&str) -> String) -> String {
        let barriers = &self.book.barriers;
        let labels: Vec<String> = barriers.iter().map(|it| form(&it.label)).collect();
        if barriers.iter().all(|it| it.instances.len() > 1) { joined(&labels, "or") } else { form("barrier") }
    }

    /// What the pieces may do that a barrier does not concern, unless other barriers lie along all of it.
    pub(super) fn free_pieces(&self, made: &Barrier, table: &WrittenBarrier) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let first = first_permissions(made);
        table.pieces.as_ref().filter(|_| !first.capture)?;
        let is_of = |it: &Barrier, link: &Link| link.barriers.iter().any(|at| it.instances.contains(at));
        let others = || book.barriers.iter().filter(|it| it.name != made.name && it.pieces & !made.pieces != 0);
        let mut links = board.squares().flat_map(|it| board.links(it)).filter(|it| is_of(made, &it.1));
        links.find(|link| !others().any(|it| is_of(it, &link.1)))?;
        let text = format!("All other pieces may cross {} and capture across them.", plural_of(made));
        Some(text).filter(|_| made.instances.len() > 1)
    }

    /// An example of a capture by a pawn that a barrier no longer stops, but another one still does.
    fn turned_capture(&self, made: &Barrier, other: &Barrier) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        self.turned_pieces(made).filter(|_| other.unless.is_empty() && other.pieces & made.pieces != 0)?;
        // Such a pawn goes to a lower rank, in the section of another player.
        let own = |it: &u16| book.barrier_instances[usize::from(*it)].owners & SeatId(0).bit() != 0;
        let foreign: Vec<u16> = other.instances.iter().copied().filter(|it| !own(it)).collect();
        let falls = |from: Square, it: &(Square, Link)| {
            board.info(it.0).rank < board.info(from).rank && it.1.barriers.iter().any(|it| foreign.contains(it))
        };
        let mut steps = board.squares().flat_map(|from| board.links(from).iter().map(move |it| (from, it)));
        let (from, (to, _)) = steps.find(|(from, it)| falls(*from, it))?;
        let (from, to) = (board.name(from), board.name(*to));
        let label = a(&other.label);
        Some(format!("It still may not capture across {label}: from {from} it may not capture on {to}."))
    }

    /// What a barrier forbids while it is closed, or always if it never changes.
    fn prohibition(&self, made: &Barrier, it: &BarrierDef) -> String {
        let table = &it.table;
        let check = self.possible.check;
        let first = first_permissions(made);
        // A later point may say so of the open and the closed barrier.
        let is_said = !it.opens.is_empty() && !made.closed.attack && !made.open.attack;
        let gives = match first.attack {
            _ if !check || is_said => "",
            true => ", but it still gives check across it",
            false => DOES_NOT,
        };
        let rule = self.crossing_rule(made, it, gives);
        let freed = self.freed_by(made).filter(|_| self.stops_only_captures(made));
        let mut text = vec![match freed.as_deref().and_then(|it| it.strip_prefix(" until it has ")) {
            Some(done) => rule.replacen(" may not ", &format!(" that has not {done} may not "), 1),
            None => rule,
        }];
        if let Either::Other(seats) = &table.binds.value {
            let seats: Vec<String> = seats.iter().map(|it| capital(&it.value)).collect();
            text.push(format!("This applies only to the pieces of {}.", joined(&seats, "and")));
        }
        if (first.quiet || first.capture) && !first.give_check && check {
            text.push(table.check_by.sentence().to_owned());
        }
        text.extend(self.checks_of_crossing_pieces(made, it).filter(|_| check && !is_said));
        text.extend(self.diagonals_across(made).or_else(|| self.stopped_captures(made)));
        text.join(" ")
    }

    /// Which pieces a barrier does not concern, where they go, and what another kind of barrier still forbids them.
    fn exempt_pieces(&self, made: &Barrier, it: &BarrierDef) -> Option<String> {
        let book = self.book;
        let tag_of = |test: &PieceTest| book.tags.get(usize::from(test.tag?.0)).map(|tag| tag.pieces);
        // No piece that the barrier concerns can ever have the tag.
        if made.unless.iter().all(|it| tag_of(it).is_some_and(|pieces| pieces & made.pieces == 0)) {
            return None;
        }
        let piece = it.table.pieces.as_ref().map_or_else(|| "piece".to_owned(), |it| kinds_or(book, it));
        let except = exceptions(book, &it.unless)?.replace("the piece", &format!("the {piece}"));
        let mut more = self.turned_pieces(made).into_iter().collect::<Vec<_>>();
        let others = book.barriers.iter().filter(|it| it.name != made.name && !it.closed.capture && !it.open.capture);
        more.extend(others.into_iter().find_map(|it| self.turned_capture(made, it)));
        let reminder = match more.is_empty() {
            true => String::new(),
            false => format!(", so mark such {} when they cross, for example with a coin", plural(&piece)),
        };
        let freed = self.freed_by(made).filter(|_| self.stops_only_captures(made));
        more.insert(
            0,
            match freed.as_deref().and_then(|it| it.strip_prefix(" until it ")) {
                Some(done) => {
                    let may = format!("{} that {done} may capture across {}", capital(&a(&piece)), plural_of(made));
                    format!("{may}{reminder}.")
                }
                None => match self.freed_with_its_kind(made) {
                    Some(once) => format!("{} no longer stop {} {once}.", capital(&plural_of(made)), plural(&piece)),
                    None => format!("The rule on {} does not apply {except}{reminder}.", plural_of(made)),
                },
            },
        );
        Some(more.join(" "))
    }

    /// Where a pawn moves that an exception names because it has crossed a line.
    fn turned_pieces(&self, made: &Barrier) -> Option<String> {
        let book = self.book;
        let is_pawn = |it: u8| book.kinds[usize::from(it)].role == Role::Pawn;
        let tag = made.unless.iter().find_map(|it| it.tag)?;
        let only_pawns = (0..book.kinds.len() as u8).all(|it| made.pieces >> it & 1 == 0 || is_pawn(it));
        let crosses = book.tags.get(usize::from(tag.0))?.set.crosses.is_some();
        let turns = self.pawn_path().is_some_and(|it| it.contains(TOWARD_THE_RIM));
        (only_pawns && crosses && turns).then(|| "Such a pawn now moves toward the rim.".to_owned())
    }

    /// What frees a piece from a barrier, if nothing else does: ` until it has crossed the center`.
    pub(in super::super) fn freed_by(&self, made: &Barrier) -> Option<String> {
        let [only] = made.unless.as_slice() else { return None };
        let tag = self.book.tags.get(usize::from(only.tag?.0)).filter(|it| it.pieces & made.pieces != 0)?;
        let (_, written) = self.def.tags.iter().find(|it| it.0.value == tag.name)?;
        let done = self.has_done(written, &tag.label);
        (tag.set.crosses.is_some() && done.starts_with("has ")).then(|| format!(" until it {done}"))
    }

    /// What frees all pieces of a kind from a barrier: `once any pawn has crossed the center`.
    fn freed_with_its_kind(&self, made: &Barrier) -> Option<String> {
        let [only] = made.unless.as_slice() else { return None };
        let tag = self.book.tags.get(usize::from(only.tag?.0)).filter(|it| it.pieces & made.pieces != 0)?;
        let (_, written) = self.def.tags.iter().find(|it| it.0.value == tag.name)?;
        let done = self.has_done(written, &tag.label);
        let kinds: Vec<&str> = self
            .book
            .kinds
            .iter()
            .zip(0..)
            .filter(|it| tag.pieces >> it.1 & 1 != 0)
            .map(|it| it.0.label.as_str())
            .collect();
        done.strip_prefix(OF_A_KIND).map(|it| format!("once any {} {it}", joined(&kinds, "or")))
    }

    /// Which moves may cross a barrier at first, in one sentence: `A piece may not cross a closed moat.`
    pub(super) fn crossing_rule(&self, made: &Barrier, it: &BarrierDef, gives: &str) -> String {
        let (book, table) = (self.book, &it.table);
        let piece = table.pieces.as_ref().map_or_else(|| "piece".to_owned(), |it| kinds_or(book, it));
        let many = table.pieces.as_ref().map_or_else(|| "Pieces".to_owned(), |it| capital(&all_of(book, it)));
        let closed = Self::first_name(made, it);
        let first = first_permissions(made);
        match (first.quiet, first.capture) {
            (false, false) => {
                if let Some(leapers) = self.free_leapers(made) {
                    return match gives {
                        "" => format!("Only {leapers} may cross {closed}."),
                        DOES_NOT => {
                            format!("Only {leapers} may cross {closed} or give check across it: they jump over it.")
                        }
                        _ => format!("Only {leapers} may cross {closed}. Other pieces still give check across it."),
                    };
                }
                let cross = if self.stops_only_captures(made) { "capture across" } else { "cross" };
                format!("{} may not {cross} {closed}{gives}.", capital(&a(&piece)))
            }
            (false, true) => format!("{many} may cross {closed} only to capture."),
            (true, false) => format!("{many} may cross {closed}, but not to capture."),
            (true, true) => format!("{many} may cross {closed}."),
        }
    }

    /// Where a barrier lies, in files and ranks.
    pub(super) fn place_of(&self, made: &Barrier) -> Option<String> {
        let instance = |it: &u16| &self.book.barrier_instances[usize::from(*it)];
        let steps = |it: &u16| Steps::of(self.book, |link| link.barriers.contains(it));
        let places: Option<Vec<(String, Location)>> =
            made.instances.iter().map(|it| Some((instance(it).label.clone(), steps(it).location()?))).collect();
        let Some(places) = places else {
            let labels: Vec<&str> = made.instances.iter().map(|it| instance(it).label.as_str()).collect();
            let first = made.instances.first().map(steps)?;
            return Some(match labels.as_slice() {
                [only] => match first.free_diagonals() {
                    Some(free) => {
                        format!(
                            "These diagonal steps are free: {free}. {} {} across all others.",
                            capital(only),
                            lies(only)
                        )
                    }
                    None => format!("{} {} across these steps: {}.", capital(only), lies(only), first.listed()),
                },
                several => {
                    let number = count(several.len() as i64);
                    format!("There are {number} {}: {}.", plural(&made.label), joined(several, "and"))
                }
            });
        };
        let on = |it: &Location| it.on.as_ref().map_or_else(String::new, |on| format!(" on {on}"));
        let (_, first) = places.first()?;
        let alike = places.iter().all(|it| it.1.on == first.on);
        Some(match places.as_slice() {
            [(label, it)] => format!("{} {} between {}{}.", capital(label), lies(label), it.between, on(it)),
            several => {
                let own = |it: &Location| if alike { String::new() } else { on(it) };
                let each: Vec<String> =
                    several.iter().map(|(_, it)| format!("between {}{}", it.between, own(it))).collect();
                let all_on = if alike { on(first).replacen(" on ", ", on ", 1) } else { String::new() };
                let (number, labels) = (count(several.len() as i64), plural(&made.label));
                match self.has_given_places(made) {
                    true => {
                        let as_before = self.earlier_places(made).unwrap_or_default();
                        format!("There are {number} {labels} between the same files{as_before}{all_on}.")
                    }
                    // A new word needs to be explained.
                    false if made.label != "border" => {
                        format!(
                            "There are {number} {labels}: borders{} {}.",
                            all_on.trim_start_matches(','),
                            joined(&each, "and")
                        )
                    }
                    false => format!("There are {number} {labels}{all_on}: {}.", joined(&each, "and")),
                }
            }
        })
    }

    /// Names the first kind of barrier, after which a reader knows the places of this one: ` as the moats`.
    fn earlier_places(&self, made: &Barrier) -> Option<String> {
        let first = self.book.barriers.first().filter(|it| it.name != made.name)?;
        Some(format!(" as the {}", plural_of(first)))
    }

    /// Reports whether an earlier kind of barrier lies between the same files.
    fn has_given_places(&self, made: &Barrier) -> bool {
        let steps = |it: &u16| Steps::of(self.book, |link| link.barriers.contains(it)).location();
        let files = |it: &Barrier| -> Option<Vec<String>> {
            let all = it.instances.iter().map(|it| Some(steps(it)?.between));
            all.collect::<Option<Vec<String>>>().filter(|it| it.iter().all(|it| it.starts_with("files ")))
        };
        let own = files(made);
        let earlier = self.book.barriers.iter().take_while(|it| it.name != made.name);
        own.is_some() && earlier.into_iter().any(|it| files(it) == own)
    }

    /// Reports whether only captures can cross a barrier, as a pawn's diagonal steps do.
    pub(in super::super) fn stops_only_captures(&self, made: &Barrier) -> bool {
        let is_diagonal = Steps::of(self.book, |it| it.barriers.iter().any(|it| made.instances.contains(it)));
        let stopped = self.book.player_kinds().map(|it| it.1).filter(|it| self.is_stopped(it, made));
        is_diagonal.are_diagonal()
            && stopped.flat_map(|it| it.movement.atoms.iter()).all(|it| match it.shape {
                AtomShape::Straight(_) => true,
                AtomShape::Diagonal(_) => it.capture && !it.quiet,
                AtomShape::Oblique(..) | AtomShape::Zigzag(_) | AtomShape::Bent => false,
            })
    }

    pub(in super::super) fn is_stopped(&self, kind: &Kind, made: &Barrier) -> bool {
        let index = self.book.kinds.iter().position(|it| it.name == kind.name);
        index.is_some_and(|it| made.pieces >> it & 1 != 0)
    }
}

/// The moves that a barrier allows while it is closed, or always if it never changes.
pub(super) fn first_permissions(it: &Barrier) -> Permissions {
    if !it.opens.is_empty() || !it.starts_open { it.closed } else { it.open }
}

/// The name of a barrier as the title of a rule: in the plural if there are several.
pub(in super::super) fn plural_of(made: &Barrier) -> String {
    if made.instances.len() > 1 { plural(&made.label) } else { made.label.clone() }
}
