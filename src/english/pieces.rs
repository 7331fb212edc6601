//! The chapters on pieces and on their special moves.
//!
//! In: the kinds of the rulebook with their movement taken apart, the tables of the
//! definition. Out: blocks of the document.

use super::RulesWriter;
use super::movement::ways;
use super::phrases::{a_move, all_of, capital, cited, does, exceptions, one_of, place, some};
use super::squares::squares_text;
use super::words::{InWords, fill};
use crate::definition::{Promotion, Tag};
use crate::notation::name::{joined, seat_title};
use crate::policy::{Choice, CountsAs, Resets, Role, TagOn};
use crate::rulebook::{Atom, Kind, PromotionChoice};

impl RulesWriter<'_> {
    /// Each kind: how it moves, what it counts for, what it is worth.
    pub(super) fn pieces(&mut self) {
        self.out.heading(2, "The pieces");
        self.out.paragraph(
            "A piece may not move onto a square with a piece of the same player. On a line it may not jump over \
             another piece. A leap may.",
        );
        let mut items = Vec::new();
        for kind in &self.book.kinds {
            let ways = ways(kind);
            let moves = match ways.as_slice() {
                [] => "does not move".to_owned(),
                [only] => format!("moves by {only}"),
                several => format!("moves by {}", several.join("; or by ")),
            };
            let mut text = format!("{} ({}): it {moves}.", capital(&kind.label), kind.letter);
            match kind.role {
                Role::Royal if self.possible.check => text.push_str(&format!(" {}", kind.role.told())),
                // A pawn by name needs no words.
                Role::Pawn if kind.label != "pawn" && self.book.resets.contains(&Resets::PawnMove) => {
                    text.push_str(&format!(" {}", kind.role.told()));
                }
                _ => {}
            }
            if kind.value != 0 && self.possible.material {
                text.push_str(&format!(" Worth {}.", some(kind.value.into(), "point", "points")));
            }
            items.push(text);
        }
        self.out.list(items);
        let tags = self.def.tags.iter().map(|(name, it)| self.tag(&name.value, it));
        let tags = tags.collect();
        self.out.list(tags);
        let circle = self.def.full_circle.as_ref().map_or(CountsAs::NoMove, |it| it.value.counts_as.value);
        if self.def.full_circle.is_some() {
            self.out.paragraph(circle.told());
        }
    }

    /// A tag: which pieces get it, and when.
    fn tag(&self, name: &str, it: &Tag) -> String {
        let label = self.book.tags.iter().find(|it| it.name == name).map_or(name, |it| it.label.as_str());
        let carriers = one_of(self.book, &it.pieces);
        match it.on.value {
            TagOn::Nobody => format!("Tag “{label}”: {}.", it.on.told()),
            TagOn::Itself if it.set.piece.is_none() => {
                format!("Tag “{label}”: {carriers} gets it when it {}.", does(self.book, &it.set, false))
            }
            _ => {
                let when = a_move(self.book, &it.set);
                format!("Tag “{label}”: when {when}, {}. Only {carriers} may have it.", it.on.told())
            }
        }
    }

    /// Double step, en passant, promotion, castling.
    pub(super) fn special_moves(&mut self) {
        self.out.heading(2, "Special moves");
        self.double_step();
        self.out.heading(3, "Promotion");
        for (name, it) in &self.def.promotions {
            let text = self.promotion(&name.value, it);
            self.out.paragraph(text);
        }
        let pools = self.def.pools.iter();
        let pools = pools.map(|(name, it)| {
            let only = it
                .pieces
                .as_ref()
                .map_or_else(String::new, |it| format!(" Only {} ever join it.", all_of(self.book, it)));
            format!("{}{only}", fill(it.holds.told(), &[("pool", name)]))
        });
        self.out.paragraph(pools.collect::<Vec<_>>().join(" "));
        self.castling();
    }

    fn double_step(&mut self) {
        if let Some(it) = &self.def.double_step {
            let (table, unless) = (&it.value.table, &it.value.unless);
            self.out.heading(3, "Double step");
            let except =
                exceptions(self.book, unless).map_or_else(String::new, |it| format!(" It may not do so {it}."));
            self.out.paragraph(format!(
                "{} {} may move two steps forward at once without capturing, if both squares are empty.{except}{}",
                capital(&one_of(self.book, &table.pieces)),
                place(self.book, &table.from),
                cited(&table.source)
            ));
        }
        let own = |it: &&Kind| it.movement.atoms.iter().any(Atom::is_double_step);
        let own: Vec<&str> = self.book.kinds.iter().filter(own).map(|it| it.label.as_str()).collect();
        if self.def.double_step.is_none() && self.def.en_passant.is_some() && !own.is_empty() {
            self.out.heading(3, "Double step");
            self.out.paragraph(format!(
                "A first move of two steps over an empty square, without capturing, is a double step: the {} can make one.",
                joined(&own, "and the")
            ));
        }
        if let Some(it) = &self.def.en_passant {
            self.out.heading(3, "En passant");
            self.out.paragraph(format!(
                "{} can capture a piece that has just made a double step as if it had moved only one step. {}{}{}",
                capital(&one_of(self.book, &it.value.pieces)),
                it.value.window.told(),
                if self.possible.elimination {
                    format!(" {}", it.value.against_eliminated.told())
                } else {
                    String::new()
                },
                cited(&it.value.source)
            ));
        }
    }

    fn promotion(&self, name: &str, it: &Promotion) -> String {
        let into = it.into.as_ref().map_or_else(String::new, |it| match it.value.len() {
            1 => one_of(self.book, it),
            _ => format!("{}, as its owner chooses", one_of(self.book, it)),
        });
        let pool = it.pool.as_ref().map_or("", |it| it.value.0.as_str());
        let mut text = vec![
            format!(
                "{} promotes when it reaches a square {}.",
                capital(&one_of(self.book, &it.pieces)),
                place(self.book, &it.on)
            ),
            fill(it.choice.told(), &[("into", &into), ("pool", pool)]),
            it.forced.told().to_owned(),
        ];
        if it.choice.value == Choice::FromPool {
            text.extend([it.if_none.told(), it.appears.told(), it.pays.told()].map(str::to_owned));
        }
        let made = self.book.promotions.iter().find(|it| it.name == name);
        if let Some(PromotionChoice::BySquare(by_seat)) = made.map(|it| &it.choice) {
            for (seat, kinds) in self.book.seat_ids().zip(by_seat) {
                let kinds: Vec<String> = kinds
                    .iter()
                    .map(|(kind, squares)| {
                        let board = &self.book.board;
                        format!("{} on {}", self.book.kinds[kind.index()].label, squares_text(board, squares))
                    })
                    .collect();
                text.push(format!("{}: {}.", seat_title(self.book, seat), kinds.join("; ")));
            }
        }
        format!("{}{}", text.join(" "), cited(&it.source))
    }

    fn castling(&mut self) {
        let book = self.book;
        if book.castlings.is_empty() {
            return;
        }
        self.out.heading(3, "Castling");
        let rules = self.def.castling_rules.as_ref().map(|it| &it.value);
        let mut text =
            vec!["The king and a rook move together, once per game, between the squares listed below.".to_owned()];
        if let Some(it) = rules {
            text.extend(it.unmoved.iter().map(|it| it.told().to_owned()));
            text.push(it.clear.told().to_owned());
            text.extend(it.safe.iter().map(|it| it.told().to_owned()));
        }
        let source = rules.map_or_else(String::new, |it| cited(&it.source));
        self.out.paragraph(format!("{}{source}", text.join(" ")));
        let (mut items, mut never) = (Vec::new(), Vec::new());
        for seat in book.seat_ids() {
            let name = |it| book.board.name(it);
            let ways: Vec<String> = book
                .castlings
                .iter()
                .filter(|it| it.seat == seat)
                .map(|it| {
                    let ((king, to), (rook, beside)) = (it.king, it.rook);
                    format!("{}: king {}-{}, rook {}-{}", it.text, name(king), name(to), name(rook), name(beside))
                })
                .collect();
            match ways.is_empty() {
                true => never.push(seat_title(book, seat)),
                false => items.push(format!("{}: {}.", seat_title(book, seat), ways.join("; "))),
            }
        }
        if !never.is_empty() {
            items.push(format!("{} may not castle.", joined(&never, "and")));
        }
        self.out.list(items);
    }
}
