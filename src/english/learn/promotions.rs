//! Promotions: which pieces promote where and to what, and the pools of captured pieces.
//!
//! Contains: [`RulesWriter::promotion_rules`] and [`RulesWriter::pools`]. Input: `[promotion]` and `[pool]` with the
//! compiled rules. Output: numbered items, one for all promotions that differ only in their pieces. Does not know: the
//! order of the special rules ([`super::special`]).

use super::super::RulesWriter;
use super::super::phrases::{a, all_of, capital, one_of, piece, place, plural};
use super::super::words::{InWords, fill};
use super::special::SpecialRule;
use crate::board::Square;
use crate::definition::{self as def, Pool, Promotion};
use crate::policy::{Appears, Choice, Forced, IfNone, Pays, PoolHolds};
use crate::rulebook::{Kind, KindId, PlaceTest, Promotion as PromotionRule};

/// Which of several promotions applies.
const FIRST_APPLIES: &str = "If several promotion rules fit a move, only the first of them applies.";

impl RulesWriter<'_> {
    /// Returns the promotions in the order of the file. `true` marks those that are as in chess.
    pub(super) fn promotion_rules(&self) -> Vec<(bool, SpecialRule)> {
        let mut groups: Vec<Vec<(&str, &Promotion)>> = Vec::new();
        for (name, it) in &self.def.promotions {
            match groups.iter_mut().find(|group| self.differ_only_in_pieces(group[0].1, it)) {
                Some(group) => group.push((&name.value, it)),
                None => groups.push(vec![(&name.value, it)]),
            }
        }
        // One rule that differs makes all of them differ, so that they stand together.
        let plain = |it: &Promotion| it.choice.value == Choice::Listed && it.forced.value == Forced::Yes;
        let as_in_chess = self.def.promotions.iter().all(|it| plain(&it.1));
        let one = |group: Vec<(&str, &Promotion)>| {
            let (name, it) = group[0];
            let id = format!("rule-promotion-{name}");
            let (text, points) = match (group.as_slice(), self.promotion_by_pool(it)) {
                ([_], Some(by_pool)) => by_pool,
                ([_], None) => self.promotion(it),
                (several, _) => self.promotions_alike(several),
            };
            (as_in_chess, SpecialRule { id, name: "Promotion".to_owned(), text, points, ..SpecialRule::default() })
        };
        let mut rules: Vec<(bool, SpecialRule)> = groups.into_iter().map(one).collect();
        if rules.len() > 1 && self.promotions_meet() {
            // The order of the rules says which one applies, so none of them moves to the end.
            rules.iter_mut().for_each(|it| it.0 = false);
            let last = rules.last_mut().into_iter();
            last.for_each(|it| it.1.points.push(FIRST_APPLIES.to_owned()));
        }
        rules
    }

    /// Reports whether two promotions can fit one move.
    fn promotions_meet(&self) -> bool {
        let all = &self.book.promotions;
        let squares = |it: &PlaceTest| match it {
            PlaceTest::Zone { zone, .. } | PlaceTest::Facing { zone } => Some(self.book.zones[*zone].squares.concat()),
            PlaceTest::Links(_) => None,
        };
        let meet = |one: &PromotionRule, other: &PromotionRule| {
            let places = if one.leaving.is_none() && other.leaving.is_none() {
                squares(&one.on).zip(squares(&other.on))
            } else {
                None
            };
            one.pieces & other.pieces != 0 && places.is_none_or(|(one, other)| one.iter().any(|it| other.contains(it)))
        };
        all.iter().enumerate().any(|(at, one)| all[..at].iter().any(|other| meet(one, other)))
    }

    /// Reports whether two promotions to listed kinds happen in the same places under the same conditions.
    fn differ_only_in_pieces(&self, one: &Promotion, other: &Promotion) -> bool {
        let listed = |it: &Promotion| it.choice.value == Choice::Listed;
        listed(one)
            && listed(other)
            && one.forced.value == other.forced.value
            && self.promotes_where(one) == self.promotes_where(other)
    }

    /// Where and when a piece promotes, as a part of a sentence: `that reaches the rim promotes`.
    pub(super) fn promotes_where(&self, it: &Promotion) -> String {
        let text = self.promotes_at(it);
        let Some(captures) = &it.captures else { return text };
        let text = text.strip_suffix(" with every move").unwrap_or(&text);
        format!("{text} if it captures {}", piece(self.book, captures))
    }

    /// The same without what the piece must capture.
    fn promotes_at(&self, it: &Promotion) -> String {
        let at = |it: &def::PlaceTest| place(self.book, it).replace("any other player", "another player");
        let on = at(&it.on);
        let does = match it.forced.value {
            Forced::Yes => "promotes",
            Forced::No => "may promote",
        };
        let bare = |it: &str| it.strip_prefix("in ").map(str::to_owned);
        if self.is_whole_board(&it.on) {
            return format!("{does} with every move");
        }
        match (bare(&on), it.leaving.as_ref().map(|it| at(it))) {
            (Some(zone), Some(left)) if left == on => format!("that enters, leaves or moves inside {zone} {does}"),
            (Some(zone), Some(left)) => match bare(&left) {
                Some(left) => format!("that reaches {zone} or leaves {left} {does}"),
                None => format!("that reaches {zone}, or starts its move {left}, {does}"),
            },
            (Some(zone), None) => format!("that reaches {zone} {does}"),
            (None, left) => {
                let left = left.map_or_else(String::new, |it| match bare(&it) {
                    Some(zone) => format!(", and if it leaves {zone}"),
                    None => format!(", and if it starts its move {it}"),
                });
                let does = if it.forced.value == Forced::Yes { "must promote" } else { does };
                format!("{does} {on}{left}")
            }
        }
    }

    /// States that a place is a whole rank of all sections.
    fn in_any_section(&self, it: &def::PlaceTest) -> Option<String> {
        let name = it.zone.as_ref().filter(|_| it.links.is_none() && self.book.sections.len() > 1)?;
        let zone = self.book.zones.iter().find(|it| it.name == name.value.0 && !it.by_seat)?;
        let is_rank = zone.squares.first().is_some_and(|it| self.place_text(it).starts_with("rank "));
        is_rank.then(|| "This may be in any section.".to_owned())
    }

    /// Reports whether a place is a zone of all squares.
    fn is_whole_board(&self, it: &def::PlaceTest) -> bool {
        let name = it.zone.as_ref().filter(|_| it.links.is_none());
        let zone = name.and_then(|name| self.book.zones.iter().find(|it| it.name == name.value.0));
        zone.is_some_and(|zone| zone.squares.iter().all(|it| it.len() == self.book.board.len()))
    }

    /// One rule for several promotions: each piece with what it becomes.
    fn promotions_alike(&self, all: &[(&str, &Promotion)]) -> (String, Vec<String>) {
        let first = all[0].1;
        let kinds: Vec<_> = all.iter().flat_map(|it| it.1.pieces.iter().cloned()).collect();
        let becomes = |it: &Promotion| {
            let into = it.into.as_ref().map_or_else(String::new, |it| one_of(self.book, it));
            format!("{} becomes {into}", one_of(self.book, &it.pieces))
        };
        let each: Vec<String> = all.iter().map(|it| becomes(it.1)).collect();
        let text = format!("{} {}.", capital(&one_of(self.book, &kinds)), self.promotes_where(first));
        (text, vec![format!("{}.", capital(&each.join("; ")))])
    }

    /// Where and to what a piece promotes, and what becomes of the pieces that are exchanged.
    fn promotion(&self, it: &Promotion) -> (String, Vec<String>) {
        let book = self.book;
        let into = it.into.as_ref().map_or_else(String::new, |it| match it.value.len() {
            1 => one_of(book, it),
            _ => format!("{}, as its owner chooses", one_of(book, it)),
        });
        let promotes = self.promotes_where(it);
        let mut text = vec![
            format!("{} {promotes}.", capital(&one_of(book, &it.pieces))),
            fill(it.choice.sentence(), &[("into", &into)]),
        ];
        if it.choice.value == Choice::FromPool {
            text[1] = match self.pool_of(it).is_some_and(|it| it.holds.value == PoolHolds::OthersPiecesCaptured) {
                true => {
                    "Its owner exchanges it for one of the pieces that they have captured, as they choose.".to_owned()
                }
                false => text[1].replace(" were captured.", " were captured, as they choose."),
            };
        }
        if let Some(it) = self.in_any_section(&it.on) {
            text.insert(1, it);
        }
        if promotes.contains(" promotes") || promotes.starts_with("promotes") {
            text.push(it.forced.sentence().to_owned());
        }
        let mut points = Vec::new();
        if it.choice.value == Choice::FromPool {
            let given = match it.pieces.as_slice() {
                [only] => {
                    let label = book.kinds.iter().find(|it| it.name == only.value.0).map_or("piece", |it| &it.label);
                    format!("The {label}")
                }
                _ => "The piece that is given up".to_owned(),
            };
            // A pool without pieces of the kind does not take it.
            let kept = |pool: &&Pool| {
                pool.pieces
                    .as_ref()
                    .is_some_and(|all| !it.pieces.iter().any(|it| all.iter().any(|kept| kept.value == it.value)))
            };
            let pays = if self.pool_of(it).filter(kept).is_some() { Pays::LeavesGame } else { it.pays.value };
            let pays = fill(pays.sentence(), &[("given", &given)]);
            points.push(format!("{} {pays}", it.appears.sentence()));
            points.push(self.pools());
            let stays = match it.pieces.as_slice() {
                [_] => one_of(book, &it.pieces),
                _ => "what it is".to_owned(),
            };
            let given = given.replacen("The ", "the ", 1);
            points.extend(self.pawns_in_pool(it));
            let left = fill(it.if_none.sentence(), &[("given", &given), ("kind", &stays)]);
            points.push(match self.promotes_later(it) {
                true => left.replace(" for the rest of the game", ". It may promote on a later move"),
                false => left,
            });
            points.extend(self.exchanged_losses());
        }
        (text.join(" "), points)
    }

    /// Returns the pool from which a promotion takes the new piece.
    pub(super) fn pool_of(&self, it: &Promotion) -> Option<&Pool> {
        let name = it.pool.as_ref()?;
        self.def.pools.iter().find(|it| it.0.value == name.value.0).map(|it| &it.1)
    }

    /// The cases of a promotion to a captured piece, if its owner can take a captured piece of the same kind, which can
    /// never move again: the piece on the promotion square is then as if nothing had been captured.
    fn promotion_by_pool(&self, it: &Promotion) -> Option<(String, Vec<String>)> {
        let is_plain = it.choice.value == Choice::FromPool
            && it.forced.value == Forced::Yes
            && it.if_none.value == IfNone::Stays
            && it.pays.value == Pays::JoinsPool
            && it.appears.value == Appears::Arrival
            && self.pool_of(it).is_some_and(|it| it.holds.value == PoolHolds::OwnPiecesCaptured);
        let (kind, is_allowed) = self.own_kind_in_pool(it).filter(|_| is_plain)?;
        if !is_allowed || !self.is_stuck_after_promotion(kind) {
            return None;
        }
        let label = &self.book.kinds[kind.index()].label;
        let text = format!(
            "{} {} {and} its owner has a captured piece that is not {kind}: they choose such a piece and exchange the {label} for \
             it. Otherwise it stays {kind} and never moves again. {}",
            capital(&a(label)),
            self.promotes_where(it),
            self.pools(),
            kind = a(label),
            and = if it.captures.is_some() { "and" } else { "if" }
        );
        let mut points = vec![
            format!("{} {}", it.appears.sentence(), fill(it.pays.sentence(), &[("given", &format!("The {label}"))])),
            format!(
                "A player who has lost both such a piece and {} may take the {label} instead. It then stays on this square for good.",
                a(label)
            ),
            format!(
                "{} that stays {} can never move again, even if its owner loses another piece later. It can be captured. It \
                 attacks nothing, so it gives no check and guards no square.",
                capital(&a(label)),
                a(label)
            ),
        ];
        points.extend(self.exchanged_losses());
        Some((text, points))
    }

    /// Returns the only kind that a promotion exchanges, and whether a captured piece of this kind may be chosen.
    fn own_kind_in_pool(&self, it: &Promotion) -> Option<(KindId, bool)> {
        let [only] = it.pieces.as_slice() else { return None };
        let made = self.kinds_from_pool()?;
        let at = self.book.kinds.iter().position(|it| it.name == only.value.0)?;
        Some((KindId(at as u8), made >> at & 1 != 0))
    }

    /// States what follows if a captured piece of the promoting kind may be chosen, or that it may not.
    fn pawns_in_pool(&self, it: &Promotion) -> Option<String> {
        let (kind, is_allowed) = self.own_kind_in_pool(it)?;
        let label = &self.book.kinds[kind.index()].label;
        Some(match is_allowed {
            true => {
                // A pawn that starts anew can move.
                let is_stuck = it.appears.value == Appears::Arrival && self.is_stuck_after_promotion(kind);
                let stuck = match it.if_none.value {
                    _ if !is_stuck => "",
                    IfNone::Stays | IfNone::Forbidden => " It can never move again and gives no check.",
                    IfNone::StaysAndWaits => " It cannot move and gives no check, but it may be exchanged later.",
                };
                let must = if it.forced.value == Forced::Yes { "must" } else { "can only" };
                format!("If only {} are available, you {must} choose {}.{stuck}", plural(label), a(label))
            }
            false => format!("A captured {label} may not be chosen."),
        })
    }

    /// Reports whether a piece that a promotion leaves as it is can move on to a square where it promotes.
    fn promotes_later(&self, it: &Promotion) -> bool {
        let zone = it.on.zone.as_ref().filter(|_| it.on.links.is_none());
        let zone = zone.and_then(|name| self.book.zones.iter().find(|it| it.name == name.value.0));
        let Some(zone) = zone else { return false };
        let is_here = |at: &Square| zone.squares.iter().any(|it| it.contains(at));
        let kinds = self.book.kinds.iter().zip(0..).filter(|kind| it.pieces.iter().any(|it| it.value.0 == kind.0.name));
        let mut owned = kinds.flat_map(|kind| self.book.seat_ids().map(move |seat| (seat, KindId(kind.1))));
        owned.any(|(seat, kind)| {
            let all = self.variant.promotes_on(seat, kind);
            all.iter().filter(|it| is_here(it)).any(|at| {
                let reach = self.variant.reach(seat, kind, *at);
                reach.quiet.iter().chain(&reach.captures).any(|to| all.contains(to))
            })
        })
    }

    /// Reports whether a piece has no move on any square where it promotes.
    fn is_stuck_after_promotion(&self, kind: KindId) -> bool {
        self.book.seat_ids().all(|seat| {
            self.variant.promotes_on(seat, kind).into_iter().all(|at| {
                let reach = self.variant.reach(seat, kind, at);
                reach.quiet.is_empty() && reach.captures.is_empty()
            })
        })
    }

    /// Which captured pieces are kept.
    pub(in super::super) fn pools(&self) -> String {
        // What leaves the game is worth a sentence only if nothing else is said.
        let keeps = |it: &Pool| it.holds.value != PoolHolds::NothingCaptured;
        let any = self.def.pools.iter().any(|it| keeps(&it.1));
        let captures = |it: &Kind| it.movement.atoms.iter().any(|it| it.capture || it.en_passant);
        if !any && !self.book.player_kinds().any(|it| captures(it.1)) {
            return String::new();
        }
        let one = |(_, it): &(_, Pool)| {
            let only = it.pieces.as_ref().filter(|_| it.holds.value != PoolHolds::NothingCaptured);
            let only = only.map(|it| format!(" Only {} are kept.", all_of(self.book, it)));
            format!("{}{}", it.holds.sentence(), only.unwrap_or_default())
        };
        self.def.pools.iter().filter(|it| !any || keeps(&it.1)).map(one).collect::<Vec<_>>().join(" ")
    }
}
