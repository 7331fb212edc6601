//! The expected results of a case, as written by its author.
//!
//! Input: texts and numbers with their locations. Output: an [`Expect`], also as a list of
//! [`Question`]s with the wanted answers. Knows no variant, so names are not resolved here.

use super::ask::{Ask, Question, Want};
use super::{Spanned, Text};

/// The expected results of a case. A key that is `None` is not tested.
///
/// [`case`](crate::case) has an example.
#[derive(Clone, Debug, Default)]
pub struct Expect {
    /// Moves that must be legal.
    pub legal: Option<Vec<Text>>,
    /// Moves that must be illegal, each with the code of the reason.
    pub illegal: Option<Vec<(Text, Text)>>,
    /// All legal target squares of the piece on each square.
    pub targets: Option<Vec<(Text, Vec<Text>)>>,
    /// Number of legal moves.
    pub moves: Option<Spanned<u64>>,
    /// The player to move.
    pub turn: Option<Text>,
    /// All pieces that give check, by the player in check.
    pub check: Option<Vec<(Text, Vec<Text>)>>,
    /// All eliminated players.
    pub out: Option<Vec<Text>>,
    /// All open barriers.
    pub open: Option<Vec<Text>>,
    /// Points of the listed players.
    pub scores: Option<Vec<(Text, f64)>>,
    /// `goes-on`, or the name of the outcome or claim that ended the game.
    pub status: Option<Text>,
    /// The players involved in the end of the game.
    pub end: Option<End>,
    /// Perft counts by depth.
    pub perft: Option<Vec<(Text, u64)>>,
    /// The piece on each square, such as `wP`, or `-` for an empty square.
    pub pieces: Option<Vec<(Text, Text)>>,
    /// Fields of the position, such as `captured`, with the values of its canonical text.
    pub fields: Option<Vec<(Text, Text)>>,
    /// Spans of empty lists, by key.
    pub(super) empty: Vec<(&'static str, crate::diagnostic::Span)>,
}

/// The players involved in the end of a game. `-` means no player.
#[derive(Clone, Debug, Default)]
pub struct End {
    /// The player whose move, turn or claim ended the game.
    pub mover: Option<Text>,
    /// The player for whom its test held: usually the one who lost.
    pub victim: Option<Text>,
    /// The mating player, or the winner that a claim named.
    pub mating_player: Option<Text>,
    /// All players with the highest total of points.
    pub winners: Option<Vec<Text>>,
}

impl Expect {
    /// Reports whether there are no expectations.
    pub fn is_empty(&self) -> bool {
        self.legal.is_none()
            && self.illegal.is_none()
            && self.targets.is_none()
            && self.moves.is_none()
            && self.turn.is_none()
            && self.check.is_none()
            && self.out.is_none()
            && self.open.is_none()
            && self.scores.is_none()
            && self.status.is_none()
            && self.end.is_none()
            && self.perft.is_none()
            && self.pieces.is_none()
            && self.fields.is_none()
    }

    /// Returns these expectations with the keys of `other` replacing their own.
    pub fn replaced_by(&self, other: &Expect) -> Expect {
        let (mine, other) = (self.clone(), other.clone());
        Expect {
            legal: other.legal.or(mine.legal),
            illegal: other.illegal.or(mine.illegal),
            targets: other.targets.or(mine.targets),
            moves: other.moves.or(mine.moves),
            turn: other.turn.or(mine.turn),
            check: other.check.or(mine.check),
            out: other.out.or(mine.out),
            open: other.open.or(mine.open),
            scores: other.scores.or(mine.scores),
            status: other.status.or(mine.status),
            end: other.end.or(mine.end),
            perft: other.perft.or(mine.perft),
            pieces: other.pieces.or(mine.pieces),
            fields: other.fields.or(mine.fields),
            // The more specific span first.
            empty: other.empty.into_iter().chain(mine.empty).collect(),
        }
    }

    /// Returns the questions with their wanted answers, in the order of a report.
    pub fn questions(&self) -> Vec<(Question, Want)> {
        let mut all = Vec::new();
        let mut push = |ask: Ask, at: crate::diagnostic::Span, want: Want| all.push((Question { ask, at }, want));
        let name = |it: &Text| it.value.clone();
        for text in self.legal.iter().flatten() {
            push(Ask::Verdict(name(text)), text.span, Want::Word("legal".to_owned()));
        }
        for (text, reason) in self.illegal.iter().flatten() {
            push(Ask::Verdict(name(text)), text.span, Want::Word(name(reason)));
        }
        for (from, to) in self.targets.iter().flatten() {
            push(Ask::Targets(name(from)), from.span, Want::Squares(to.clone()));
        }
        if let Some(number) = &self.moves {
            push(Ask::Moves, number.span, Want::Number(number.value));
        }
        if let Some(text) = &self.turn {
            push(Ask::Turn, text.span, Want::Seats(vec![text.clone()]));
        }
        for (seat, by) in self.check.iter().flatten() {
            push(Ask::Check(name(seat)), seat.span, Want::Squares(by.clone()));
        }
        if let Some(seats) = &self.out {
            push(Ask::Out, self.first("out", seats), Want::Seats(seats.clone()));
        }
        if let Some(names) = &self.open {
            push(Ask::Open, self.first("open", names), Want::Barriers(names.clone()));
        }
        for (seat, points) in self.scores.iter().flatten() {
            push(Ask::Points(name(seat)), seat.span, Want::Points(*points));
        }
        if let Some(status) = &self.status {
            push(Ask::Status, status.span, Want::Status(status.clone()));
        }
        let end = self.end.as_ref();
        for (ask, seat) in [
            (Ask::Mover, end.and_then(|it| it.mover.as_ref())),
            (Ask::Victim, end.and_then(|it| it.victim.as_ref())),
            (Ask::MatingPlayer, end.and_then(|it| it.mating_player.as_ref())),
        ] {
            if let Some(text) = seat {
                let seats = if text.value == "-" { Vec::new() } else { vec![text.clone()] };
                push(ask, text.span, Want::Seats(seats));
            }
        }
        if let Some(seats) = end.and_then(|it| it.winners.as_ref()) {
            push(Ask::Winners, self.first("winners", seats), Want::Seats(seats.clone()));
        }
        for (depth, count) in self.perft.iter().flatten() {
            push(Ask::Perft(name(depth)), depth.span, Want::Number(*count));
        }
        for (square, piece) in self.pieces.iter().flatten() {
            push(Ask::Piece(name(square)), square.span, Want::Piece(piece.clone()));
        }
        for (key, value) in self.fields.iter().flatten() {
            push(Ask::Field(name(key)), key.span, Want::Field(name(key), value.clone()));
        }
        all
    }

    /// Returns the span of a list: of its first entry, or of the empty list itself.
    fn first(&self, key: &str, texts: &[Text]) -> crate::diagnostic::Span {
        let empty = || self.empty.iter().find(|it| it.0 == key).map(|it| it.1);
        texts.first().map(|it| it.span).or_else(empty).unwrap_or_default()
    }
}
