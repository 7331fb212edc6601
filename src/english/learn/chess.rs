//! The special moves of chess: castling, double step, en passant, promotion.
//!
//! Contains: [`RulesWriter::special_moves`]. Input: their tables and the compiled rules. Output: numbered items, each
//! with a mark if it is as in chess. Does not know: the order of the special rules
//! ([`super::special`]).

use super::super::RulesWriter;
use super::super::phrases::{all_of, capital, exceptions, kinds_or, one_of, place, plural};
use super::super::words::{InWords, fill};
use super::barriers::plural_of;
use super::special::SpecialRule;
use crate::board::{Link, Square};
use crate::definition::value::Name;
use crate::definition::{Pool, Promotion};
use crate::diagnostic::Spanned;
use crate::notation::name::{joined, seat_title};
use crate::policy::{Choice, ClaimThen, Role, Window};
use crate::rulebook::{Atom, Barrier, Kind, KindId, PromotionChoice, SeatId};

impl RulesWriter<'_> {
    /// Returns the special moves in the order in which one learns chess. `true` marks those that are as in chess.
    pub(super) fn special_moves(&self) -> Vec<(bool, SpecialRule)> {
        let mut items = Vec::new();
        items.extend(self.castling_rule());
        items.extend(self.double_step_rule());
        items.extend(self.en_passant_rule());
        items.extend(self.promotion_rules());
        items.extend(self.drop_rules());
        items
    }

    fn castling_rule(&self) -> Option<(bool, SpecialRule)> {
        let book = self.book;
        let (mut points, mut never) = (Vec::new(), Vec::new());
        for seat in book.seat_ids() {
            let name = |it| book.board.name(it);
            let own = book.castlings.iter().filter(|it| it.seat == seat);
            let ways: Vec<String> = own
                .map(|it| {
                    let ((king, to), (rook, beside)) = (it.king, it.rook);
                    let (king, to, rook, beside) = (name(king), name(to), name(rook), name(beside));
                    format!("king {king} to {to} with rook {rook} to {beside} ({})", it.text)
                })
                .collect();
            match ways.is_empty() {
                true => never.push(seat_title(book, seat)),
                false => points.push(format!("{}: {}.", seat_title(book, seat), ways.join("; or "))),
            }
        }
        if points.is_empty() {
            return None;
        }
        let as_in_chess = self.castling_as_in_chess();
        let mut text = match as_in_chess {
            true => "Castling works as in chess: the king and a rook move together.".to_owned(),
            false => "The king and a rook move together.".to_owned(),
        };
        if !never.is_empty() {
            text.push_str(&format!(" {} may not castle.", joined(&never, "and")));
        }
        let rules = self.def.castling_rules.as_ref().map(|it| &it.value);
        let conditions = rules.map(|it| {
            let unmoved = it.unmoved.iter().map(|it| it.told());
            unmoved.chain([it.clear.told()]).chain(it.safe.iter().map(|it| it.told())).collect::<Vec<_>>().join(" ")
        });
        let is_known = as_in_chess && never.is_empty();
        points.extend(conditions);
        let item = SpecialRule { id: "rule-castling".to_owned(), name: "Castling".to_owned(), text, points };
        Some((is_known, item))
    }

    /// Reports whether king and rook must be unmoved, and the king's whole path safe.
    fn castling_as_in_chess(&self) -> bool {
        let rules = self.def.castling_rules.as_ref().map(|it| &it.value);
        rules.is_some_and(|it| it.unmoved.len() == 2 && it.safe.len() == 3)
    }

    fn double_step_rule(&self) -> Option<(bool, SpecialRule)> {
        let id = "rule-double-step".to_owned();
        let name = "Double step".to_owned();
        if let Some(it) = &self.def.double_step {
            let (table, unless) = (&it.value.table, &it.value.unless);
            let piece = kinds_or(self.book, &table.pieces);
            let except = exceptions(self.book, unless)
                .map(|it| format!(" It may not do so {}.", it.replace("the piece", &format!("the {piece}"))));
            let text = format!(
                "{} {} may move two squares straight ahead if both are empty.{}",
                capital(&one_of(self.book, &table.pieces)),
                place(self.book, &table.from),
                except.as_deref().unwrap_or_default()
            );
            return Some((true, SpecialRule { id, name, text, points: Vec::new() }));
        }
        let own = |it: &&Kind| it.movement.atoms.iter().any(Atom::is_double_step);
        let own: Vec<&str> = self.book.kinds.iter().filter(own).map(|it| it.label.as_str()).collect();
        if self.def.en_passant.is_none() || own.is_empty() {
            return None;
        }
        let who = joined(&own, "and the");
        let text = format!(
            "A first move of two steps over an empty square, without capturing, is a double step: the {who} can make one."
        );
        Some((true, SpecialRule { id, name, text, points: Vec::new() }))
    }

    fn en_passant_rule(&self) -> Option<(bool, SpecialRule)> {
        let it = &self.def.en_passant.as_ref()?.value;
        let mut text = format!(
            "{} may capture a piece that has just made a double step, as in chess.",
            capital(&one_of(self.book, &it.pieces)),
        );
        let only_pawns = kinds_or(self.book, &it.pieces) == "pawn";
        if only_pawns {
            text = text.replace("a piece that", "a pawn that");
        }
        if let Some(from) = &it.from {
            text.push_str(&format!(" The double step must have started {}.", place(self.book, from)));
        }
        let several = self.book.seats.len() > 2;
        if several || it.window.value != Window::UntilOwnTurn {
            text.push_str(&format!(" {}", it.window.told()));
        }
        if several && it.window.value == Window::NextPly {
            let seat = |at| seat_title(self.book, SeatId(at));
            text.push_str(&format!(" For example, after a double step by {} only {} may do so.", seat(0), seat(1)));
            if self.possible.elimination && self.book.seats.len() > 2 {
                let (next, then) = (seat(1), seat(2));
                text.push_str(&format!(" If {next} is eliminated before that move, {then} may do so instead."));
            }
        }
        // On the very next move the owner is still in play, unless that player resigns first.
        let resigns = self.book.claims.iter().any(|it| it.then == ClaimThen::Eliminate);
        if self.possible.elimination && (resigns || it.window.value == Window::UntilOwnTurn) {
            text.push_str(&format!(" {}", it.against_eliminated.told()));
        }
        text.push_str(&self.barriers_to_capture(&it.pieces));
        let item =
            SpecialRule { id: "rule-en-passant".to_owned(), name: "En passant".to_owned(), text, points: Vec::new() };
        Some((true, item))
    }

    /// Reminds of the barriers that stop a capture by such pieces.
    fn barriers_to_capture(&self, pieces: &[Spanned<Name>]) -> String {
        let book = self.book;
        let is_one = |it: &Kind| pieces.iter().any(|name| name.value.0 == it.name);
        let set = book.kinds.iter().enumerate().filter(|it| is_one(it.1)).fold(0, |set, it| set | 1u32 << it.0);
        let stops = |it: &&Barrier| {
            it.pieces & set != 0 && !(it.closed.capture && it.open.capture) && self.is_beside_double_step(it)
        };
        let labels: Vec<String> = book.barriers.iter().filter(stops).map(plural_of).collect();
        let alone = book.barriers.iter().filter(stops).all(|it| it.instances.len() == 1);
        match labels.as_slice() {
            [] => String::new(),
            [only] if alone => format!(" The rule of the {only} also applies to a capture en passant."),
            labels => format!(" The rule of {} also applies to a capture en passant.", joined(labels, "and")),
        }
    }

    /// Reports whether a step to a square that a double step passes crosses a barrier.
    fn is_beside_double_step(&self, barrier: &Barrier) -> bool {
        let (book, board) = (self.book, &self.book.board);
        let pawns = book.setup.iter().flatten().filter(|it| book.kinds[it.1.index()].role == Role::Pawn);
        let passed: Vec<Square> = pawns.flat_map(|it| self.variant.reach(it.0, it.1, it.2).quiet).collect();
        let crosses = |it: &Link| it.barriers.iter().any(|it| barrier.instances.contains(it));
        passed.is_empty()
            || board.squares().any(|from| board.links(from).iter().any(|it| passed.contains(&it.0) && crosses(&it.1)))
    }

    fn promotion_rules(&self) -> Vec<(bool, SpecialRule)> {
        let all = self.def.promotions.iter();
        all.map(|(name, it)| {
            let id = format!("rule-promotion-{}", name.value);
            let as_in_chess = it.choice.value == Choice::Listed && it.forced.value == crate::policy::Forced::Yes;
            let (text, points) = self.promotion(it);
            (as_in_chess, SpecialRule { id, name: "Promotion".to_owned(), text, points })
        })
        .collect()
    }

    /// Where and to what a piece promotes, and what becomes of the pieces that are exchanged.
    fn promotion(&self, it: &Promotion) -> (String, Vec<String>) {
        let book = self.book;
        let into = it.into.as_ref().map_or_else(String::new, |it| match it.value.len() {
            1 => one_of(book, it),
            _ => format!("{}, as its owner chooses", one_of(book, it)),
        });
        let at = place(book, &it.on).replace("any other player", "another player");
        let promotes = match at.strip_prefix("in ") {
            Some(bare) => format!("that reaches {bare} promotes"),
            None => format!("promotes {at}"),
        };
        let text = [
            format!("{} {promotes}.", capital(&one_of(book, &it.pieces))),
            fill(it.choice.told(), &[("into", &into)]),
            it.forced.told().to_owned(),
        ];
        let mut points = Vec::new();
        if it.choice.value == Choice::FromPool {
            let given = match it.pieces.as_slice() {
                [only] => {
                    let label = book.kinds.iter().find(|it| it.name == only.value.0).map_or("piece", |it| &it.label);
                    format!("The {label}")
                }
                _ => "The piece that is given up".to_owned(),
            };
            let pays = fill(it.pays.told(), &[("given", &given)]);
            points.push(format!("{} {pays}", it.appears.told()));
            let stays = match it.pieces.as_slice() {
                [_] => one_of(book, &it.pieces),
                _ => "what it is".to_owned(),
            };
            let given = given.replacen("The ", "the ", 1);
            points.push(fill(it.if_none.told(), &[("given", &given), ("kind", &stays)]));
            points.push(self.pools());
            points.extend(self.pawns_in_pool(it));
        }
        (text.join(" "), points)
    }

    /// Reports whether a captured piece of the promoting kind may be chosen.
    fn pawns_in_pool(&self, it: &Promotion) -> Option<String> {
        let [only] = it.pieces.as_slice() else { return None };
        let made = self.book.promotions.iter().find_map(|it| match it.choice {
            PromotionChoice::FromPool { pieces, .. } => Some(pieces),
            _ => None,
        })?;
        let (at, kind) = self.book.kinds.iter().enumerate().find(|it| it.1.name == only.value.0)?;
        Some(match made >> at & 1 != 0 {
            true => format!(
                "Any captured piece may be chosen, even a {0}. If only {1} are available, you must choose one.{2}",
                kind.label,
                plural(&kind.label),
                self.stuck_after_promotion(KindId(at as u8))
            ),
            false => format!("A captured {} may not be chosen.", kind.label),
        })
    }

    /// States that a piece has no move on the squares where it promotes, after a space.
    fn stuck_after_promotion(&self, kind: KindId) -> String {
        let book = self.book;
        let is_stuck = |seat: SeatId| {
            self.variant.promotes_on(seat, kind).into_iter().all(|at| {
                let reach = self.variant.reach(seat, kind, at);
                reach.quiet.is_empty() && reach.captures.is_empty()
            })
        };
        match book.seat_ids().all(is_stuck) {
            true => format!(
                " A {} on its promotion square can no longer move or give check. It can only be captured.",
                book.kinds[kind.index()].label
            ),
            false => String::new(),
        }
    }

    /// Which captured pieces are kept.
    pub(in super::super) fn pools(&self) -> String {
        let one = |(_, it): &(_, Pool)| {
            let only = it.pieces.as_ref().map(|it| format!(" Only {} are kept.", all_of(self.book, it)));
            format!("{}{}", it.holds.told(), only.unwrap_or_default())
        };
        self.def.pools.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}
