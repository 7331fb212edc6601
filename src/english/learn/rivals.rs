//! Bans on captures between two pieces of one kind: which pieces these are, and when they may capture each other.
//!
//! Contains: [`Rivals`], [`RulesWriter::rivals`] and the sentences on them. Input: a ban as written and as compiled, the starting
//! position and the reach of the pieces. Output: sentences, without exceptions that cannot occur or that another one contains.
//! Does not know: all other bans ([`super::bans`]).

use super::super::RulesWriter;
use super::super::phrases::{a, capital, count, each_exception, plural, some};
use super::OF_A_KIND;
use crate::board::Square;
use crate::definition::value::Name;
use crate::definition::{Named, Unless};
use crate::diagnostic::Spanned;
use crate::notation::name::{NameParts, joined, seat_title};
use crate::policy::{Army, Role, TagOn};
use crate::rulebook::{Ban as CompiledBan, Kind, KindId, SeatId};

/// Pieces of one kind, one for each of several players, that may not capture each other.
pub(super) struct Rivals {
    kind: KindId,
    /// Each player with the square where their piece starts.
    starts: Vec<(SeatId, Square)>,
    /// Whether the ban also protects the piece of an eliminated player.
    outlasts: bool,
}

/// A capture of one of these pieces by another: the player, the start and the end.
type Capture = (SeatId, Square, Square);

impl RulesWriter<'_> {
    /// Returns the pieces that a ban concerns, if they are of one kind and each player has at most one of them.
    pub(super) fn rivals(&self, made: &CompiledBan) -> Option<Rivals> {
        let book = self.book;
        let label = self.forbidden_capture(made)?;
        let kind = KindId(book.kinds.iter().position(|it| it.label == label)? as u8);
        let own = book.setup.iter().flatten().filter(|it| it.1 == kind);
        let starts: Vec<(SeatId, Square)> = own.map(|it| (it.0, it.2)).collect();
        let alone = starts.iter().all(|it| starts.iter().filter(|other| other.0 == it.0).count() == 1);
        let appears = book.promotions.iter().any(|it| it.choice.named() >> kind.0 & 1 != 0);
        let captured = made.forbids.mv.as_ref().and_then(|it| it.captures.as_ref());
        let of_all = captured.is_some_and(|it| it.state.is_none() && it.owner.is_none());
        let outlasts = of_all && self.possible.elimination && book.army == Army::Inert;
        (alone && starts.len() > 1 && !appears && self.def.pools.is_empty()).then_some(Rivals {
            kind,
            starts,
            outlasts,
        })
    }

    /// What a ban forbids these pieces: `There are two center pawns: Red's starts on e2 and Black's on d2. ...`
    pub(super) fn rule_of_rivals(&self, it: &Rivals, all: &Named<Unless>) -> String {
        let starts =
            self.with_squares(it, &|at, first| if first { format!(" starts on {at}") } else { format!(" on {at}") });
        let (number, label) = (count(it.starts.len() as i64), plural(&self.book.kinds[it.kind.index()].label));
        let exceptions = self.texts_of_exceptions(it, all);
        let except = match exceptions.as_slice() {
            [] => String::new(),
            [only] => format!(", except {}", only.0),
            several => {
                let cases: Vec<String> = ('a'..)
                    .zip(several)
                    .map(|(letter, it)| format!("({letter}) {}", it.0.trim_start_matches("if ")))
                    .collect();
                format!(", except in {} cases: {}", count(several.len() as i64), cases.join("; "))
            }
        };
        let other = if it.starts.len() == 2 { "the other one" } else { "another one" };
        let one = capital(&a(&self.book.kinds[it.kind.index()].label));
        format!("There are {number} {label}: {starts}. {one} may not capture {other}{except}.")
    }

    /// Introduces a kind that differs from a pawn only by the ban on these captures: `Red and Black each have one center pawn,
    /// which moves like a pawn. These center pawns may not capture each other, with one exception.`
    pub(super) fn restricted_pawn(&self, kind: &Kind) -> Option<String> {
        let (book, def) = (self.book, self.def);
        let pawn = book.kinds.iter().find(|it| it.label == "pawn")?;
        let both_or_none = |all: &[Spanned<Name>]| {
            let has = |kind: &Kind| all.iter().any(|it| it.value.0 == kind.name);
            has(kind) == has(pawn)
        };
        let alike = def.promotions.iter().all(|it| both_or_none(&it.1.pieces))
            && def.en_passant.as_ref().is_none_or(|it| both_or_none(&it.value.pieces))
            && def.double_step.as_ref().is_none_or(|it| both_or_none(&it.value.table.pieces));
        let is_pawn = kind.role == pawn.role && kind.movement.text == pawn.movement.text;
        let [made] = book.bans.as_slice() else { return None };
        let it = self.rivals(made).filter(|it| alike && is_pawn && book.kinds[it.kind.index()].name == kind.name)?;
        let owners: Vec<String> = it.starts.iter().map(|it| seat_title(book, it.0)).collect();
        let short = self.rivals_in_short(&it, &self.def.bans.first()?.1.unless);
        let starts = self.with_squares(&it, &|at, _| format!(" on {at}"));
        let short = short.replacen(&starts, &format!("These {}", plural(&kind.label)), 1);
        let see = if short.contains(" exception") {
            format!(" See the special rule “{}”.", capital(&made.label))
        } else {
            String::new()
        };
        Some(format!("{} each have one {}, which moves like a pawn. {short}{see}", joined(&owners, "and"), kind.label))
    }

    /// The rule in the list of differences, with the number of exceptions.
    pub(super) fn rivals_in_short(&self, it: &Rivals, all: &Named<Unless>) -> String {
        let starts = self.with_squares(it, &|at, _| format!(" on {at}"));
        let except = match self.possible_exceptions(it, all).len() as i64 {
            0 => String::new(),
            number => format!(", with {}", some(number, "exception", "exceptions")),
        };
        format!("{starts} may not capture each other{except}.")
    }

    fn with_squares(&self, it: &Rivals, place: &dyn Fn(&str, bool) -> String) -> String {
        let one = |(at, (seat, square)): (usize, &(SeatId, Square))| {
            format!("{}'s{}", seat_title(self.book, *seat), place(self.book.board.name(*square), at == 0))
        };
        joined(&it.starts.iter().enumerate().map(one).collect::<Vec<_>>(), "and")
    }

    /// When these pieces may capture each other, each with the captures that it allows: `if the captured one is on ranks 5 to 7`.
    fn texts_of_exceptions(&self, it: &Rivals, all: &Named<Unless>) -> Vec<(String, Vec<Capture>)> {
        let one = |(text, allowed): (String, Vec<Capture>)| {
            let text = self.on_squares_of(&text, &allowed);
            let text = self.in_squares(&text).replace("the moving piece", "the capturing piece");
            let text = text.replace(&format!("the capturing piece {OF_A_KIND}"), "one of them ");
            let is_pawn = self.book.kinds[it.kind.index()].role == Role::Pawn;
            let whose =
                |part: &str, text: String| text.replace(&format!("the {part} piece"), &format!("the {part} pawn"));
            let text = if is_pawn { whose("capturing", whose("captured", text)) } else { text };
            (text, allowed)
        };
        self.possible_exceptions(it, all).into_iter().map(one).collect()
    }

    /// Examples of the exceptions, with the letters of their cases.
    pub(super) fn exceptions_of_rivals(&self, it: &Rivals, all: &Named<Unless>) -> Vec<String> {
        let exceptions = self.possible_exceptions(it, all);
        let several = exceptions.len() > 1;
        let never = self.rivals_en_passant().is_some();
        let one = |(letter, (text, allowed)): (char, (String, Vec<Capture>))| {
            let example = match allowed.is_empty() {
                // Other exceptions need no example.
                true if !text.contains("the tag “") => return None,
                true => self.captured_across(it, all, never)?,
                false => self.allowed_and_forbidden(it, &allowed)?,
            };
            let case = if several { format!("Case ({letter}):") } else { String::new() };
            Some(format!("{case}{}", example.replacen("For", if several { "for" } else { "For" }, 1)).trim().to_owned())
        };
        let outlasts = it.outlasts.then(|| "The ban still holds after one of their owners is eliminated.".to_owned());
        ('a'..).zip(exceptions).filter_map(one).chain(outlasts).collect()
    }

    /// Names the ranks of a zone on which the captured piece can be: no piece stays on a rank where it promotes.
    fn on_squares_of(&self, text: &str, allowed: &[Capture]) -> String {
        let found = self.book.zones.iter().filter(|it| !it.by_seat).find_map(|zone| {
            let term = format!("if the captured piece is in the zone “{}”", zone.label);
            let rank = |it: Square| NameParts::of(self.book, it).rank;
            let can_be = |at: &&Square| allowed.iter().any(|it| rank(it.2) == rank(**at));
            let squares: Vec<Square> = zone.squares.first()?.iter().filter(can_be).copied().collect();
            let place = self.place_text(&squares);
            (text == term && place.starts_with("rank")).then(|| format!("if the captured piece is on {place}"))
        });
        found.unwrap_or_else(|| text.to_owned())
    }

    /// States that a ban forbids every capture en passant between these pieces: `But ... can never capture each other en passant.`
    pub(super) fn rivals_en_passant(&self) -> Option<String> {
        let book = self.book;
        let takers = book.en_passant.as_ref()?.pieces;
        let all = self.def.bans.iter().zip(&book.bans);
        let (it, bans) = all.filter_map(|((_, it), made)| Some((self.rivals(made)?, it))).next()?;
        let exceptions = self.possible_exceptions(&it, &bans.unless);
        // Other exceptions name a place, or a capture across a line.
        let is_known = |it: &Rivals| self.captured_across(it, &bans.unless, false).is_some();
        let are_known = exceptions.iter().all(|(_, allowed)| !allowed.is_empty() || is_known(&it));
        let excepted: Vec<Capture> = exceptions.into_iter().flat_map(|it| it.1).collect();
        let quiet = |seat: SeatId, at: Square| self.variant.reach(seat, it.kind, at).quiet;
        // Each double step: the player, the square that the piece passes, and the end.
        let steps = it.starts.iter().flat_map(|(seat, start)| {
            let ends = quiet(*seat, *start);
            let pairs = ends.iter().flat_map(|one| ends.iter().map(|end| (*seat, *one, *end)));
            pairs.filter(|(_, one, end)| one != end && quiet(*seat, *one).contains(end)).collect::<Vec<_>>()
        });
        let steps: Vec<Capture> = steps.collect();
        let captures = self.captures_of(&it);
        let en_passant = |step: &Capture| -> Vec<Capture> {
            captures.iter().filter(|on| on.0 != step.0 && on.2 == step.1).copied().collect()
        };
        // A piece on its first square has crossed nothing, so no exception frees it.
        let is_forbidden = |step: &Capture, on: &Capture| {
            it.starts.contains(&(on.0, on.1)) && !excepted.iter().any(|it| it.1 == on.1 || it.2 == step.2)
        };
        let returns = captures.iter().any(|on| it.starts.contains(&(on.0, on.2)));
        let is_one = takers >> it.kind.0 & 1 != 0 && are_known && !returns;
        let is_never = steps.iter().any(|it| !en_passant(it).is_empty())
            && steps.iter().all(|step| en_passant(step).iter().all(|on| is_forbidden(step, on)));
        let owners: Vec<String> = it.starts.iter().map(|it| format!("{}'s", seat_title(book, it.0))).collect();
        (is_one && is_never).then(|| {
            let label = plural(&book.kinds[it.kind.index()].label);
            format!("{} {label} can never capture each other en passant.", joined(&owners, "and"))
        })
    }

    /// Returns the exceptions in words. Those that name only a place have the captures that they allow.
    fn possible_exceptions(&self, it: &Rivals, all: &Named<Unless>) -> Vec<(String, Vec<Capture>)> {
        let captures = self.captures_of(it);
        let zone = |text: &str, piece: &str| {
            let is_it = |label: &str| text == format!("if the {piece} piece is in the zone “{label}”");
            self.book.zones.iter().find(|it| !it.by_seat && is_it(&it.label))?.squares.first()
        };
        let one = |text: String| {
            let (from, to) = (zone(&text, "moving"), zone(&text, "captured"));
            let is_place = from.is_some() || to.is_some();
            let fits = |it: &&Capture| {
                from.is_none_or(|zone| zone.contains(&it.1)) && to.is_none_or(|zone| zone.contains(&it.2))
            };
            let allowed: Vec<Capture> = captures.iter().filter(fits).filter(|_| is_place).copied().collect();
            (text, is_place, allowed)
        };
        let all: Vec<(String, bool, Vec<Capture>)> = each_exception(self.book, all).into_iter().map(one).collect();
        let is_in = |small: &[Capture], large: &[Capture]| small.iter().all(|it| large.contains(it));
        let is_needed = |at: usize| {
            let (_, is_place, own) = &all[at];
            let covers = |(other, it): (usize, &(String, bool, Vec<Capture>))| {
                other != at && it.1 && is_in(own, &it.2) && (it.2.len() > own.len() || other < at)
            };
            !is_place || !own.is_empty() && !all.iter().enumerate().any(covers)
        };
        let needed: Vec<bool> = (0..all.len()).map(is_needed).collect();
        all.into_iter().zip(needed).filter(|it| it.1).map(|((text, _, allowed), _)| (text, allowed)).collect()
    }

    /// Returns every capture of one of these pieces by another, on squares that both can reach.
    fn captures_of(&self, it: &Rivals) -> Vec<Capture> {
        let reached: Vec<Vec<Square>> = it.starts.iter().map(|(seat, at)| self.walked(*seat, it.kind, *at)).collect();
        let mut all = Vec::new();
        for (at, (seat, _)) in it.starts.iter().enumerate() {
            let can_be = |to: &Square| (0..reached.len()).any(|other| other != at && reached[other].contains(to));
            for from in &reached[at] {
                let captures = self.variant.reach(*seat, it.kind, *from).captures;
                all.extend(captures.into_iter().filter(can_be).map(|to| (*seat, *from, to)));
            }
        }
        all
    }

    /// Returns the squares that a piece can reach without promoting.
    fn walked(&self, seat: SeatId, kind: KindId, start: Square) -> Vec<Square> {
        let promotes = self.variant.promotes_on(seat, kind);
        let mut all = vec![start];
        let mut at = 0;
        while let Some(from) = all.get(at).copied() {
            let reach = self.variant.reach(seat, kind, from);
            for to in reach.quiet.into_iter().chain(reach.captures) {
                if !all.contains(&to) && !promotes.contains(&to) {
                    all.push(to);
                }
            }
            at += 1;
        }
        all
    }

    /// An example of an allowed capture, and of the same capture one step before, which is forbidden.
    fn allowed_and_forbidden(&self, it: &Rivals, allowed: &[Capture]) -> Option<String> {
        let captures = self.captures_of(it);
        let ahead = |seat: SeatId, from: Square, to: Square| {
            self.variant.reach(seat, it.kind, from).quiet.contains(&to)
                && self.book.board.links(from).iter().any(|link| link.0 == to)
        };
        let pairs = captures.iter().filter(|it| !allowed.contains(it));
        let mut pairs = pairs.flat_map(|no| allowed.iter().map(move |yes| (*no, *yes)));
        let (no, yes) =
            pairs.find(|(no, yes)| no.0 == yes.0 && ahead(no.0, no.1, yes.1) && ahead(no.0, no.2, yes.2))?;
        let name = |it: Square| self.book.board.name(it);
        Some(format!(
            " For example, {}'s {} may capture from {} to {}, but not from {} to {}.",
            seat_title(self.book, no.0),
            self.book.kinds[it.kind.index()].label,
            name(yes.1),
            name(yes.2),
            name(no.1),
            name(no.2)
        ))
    }

    /// An example of a capture across a line, after which an exception holds, but `never` for a capture en passant.
    fn captured_across(&self, it: &Rivals, all: &Named<Unless>, never: bool) -> Option<String> {
        let tag = all.iter().find_map(|it| it.1.r#move.as_ref()?.piece.as_ref()?.tag.as_ref())?;
        let tag = self.book.tags.iter().find(|it| it.name == tag.value.0)?;
        let crossed = tag.set.crosses?;
        let line = &self.book.lines.get(crossed)?.instances;
        let across = |(seat, from): &(SeatId, Square)| {
            let captures = self.variant.reach(*seat, it.kind, *from).captures;
            let crosses = |to: &Square| {
                let mut links = self.book.board.links(*from).iter();
                links.any(|it| it.0 == *to && it.1.lines.iter().any(|it| line.contains(it)))
            };
            Some((*seat, *from, captures.into_iter().find(crosses)?))
        };
        let (seat, from, to) = it.starts.iter().find_map(across)?;
        let name = |it: Square| self.book.board.name(it);
        let frees = if tag.on == TagOn::SameKind { "" } else { " The mark frees only the marked pawn." };
        Some(format!(
            " For example, once {}'s {} has captured from {} to {}, {} may capture the other on any square{}. Mark a {1} as soon as it captures across this line, for example with a coin.{frees}",
            seat_title(self.book, seat),
            self.book.kinds[it.kind.index()].label,
            name(from),
            name(to),
            if tag.on == TagOn::SameKind { "either" } else { "it" },
            if never { " (never en passant)" } else { "" }
        ))
    }
}
