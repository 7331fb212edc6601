//! Actions as text: `e2-e4`, `w:e2-e4`, `w claims draw`, `r accepts`, `b refuses`, `w resigns`,
//! `w resigns for r`, `w claims alliance with r`, `w withdraws`.
//!
//! Input: a text and a [`Game`]. Output: the action carried out, or a [`GameError`] with advice. Knows
//! no terminals and no files.

use super::claims::error;
use super::{ClaimErrorKind, Game, GameError, Played};
use crate::notation::moves::{MoveTextError, MoveTextErrorKind, parse_move};
use crate::notation::name::seat_letter;
use crate::notation::seat_title;
use crate::policy::{ClaimThen, Consent};
use crate::rulebook::{Claim, SeatId};

/// The words after a player that make a text an action other than a move.
pub(super) const VERBS: &[&str] = &["claims", "accepts", "refuses", "declines", "withdraws", "resigns"];

impl Game {
    /// Returns whether an action other than a move is possible; `None` if the text is no such action.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let game = threefold::Game::new(&chess).expect("a starting position");
    /// assert_eq!(game.explain_act("w resigns"), Some(Ok(())));
    /// assert!(game.explain_act("w accepts").is_some_and(|it| it.is_err()));
    /// assert_eq!(game.explain_act("e2-e4"), None);
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn explain_act(&self, text: &str) -> Option<Result<(), GameError>> {
        let verb = text.split_whitespace().nth(1)?;
        VERBS.contains(&verb).then(|| self.clone().perform(text).map(drop))
    }

    /// Carries out the action that a text describes: a move, a claim or an answer.
    ///
    /// # Errors
    /// Returns an error if the text describes no action, or if the action is not possible.
    pub fn perform(&mut self, text: &str) -> Result<&Played, GameError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let seat = words.first().and_then(|it| self.variant().rulebook().seat(it));
        match (seat, words.get(1..)) {
            (Some(seat), Some(["claims", name])) => self.claim(seat, name, None)?,
            (Some(seat), Some(["claims", name, "for" | "with", winner])) => {
                let winner = self.named_seat(winner)?;
                self.claim(seat, name, Some(winner))?;
            }
            (Some(seat), Some(["accepts"])) => self.answer(seat, true)?,
            (Some(seat), Some(["refuses" | "declines"])) => self.answer(seat, false)?,
            (Some(seat), Some(["withdraws"])) => self.withdraw(seat)?,
            (Some(seat), Some(["resigns"])) => self.resign(seat, None)?,
            (Some(seat), Some(["resigns", "for", winner])) => {
                let winner = self.named_seat(winner)?;
                self.resign(seat, Some(winner))?;
            }
            (Some(_), Some([verb, ..])) => {
                let help = "expected claims NAME, claims NAME for PLAYER, claims NAME with PLAYER, accepts, refuses, withdraws, resigns, or resigns for PLAYER";
                let text = if VERBS.contains(verb) { words[1..].join(" ") } else { (*verb).to_owned() };
                let help = match *verb {
                    "accepts" | "refuses" | "declines" | "withdraws" => format!("write `{} {verb}`", words[0]),
                    _ => help.to_owned(),
                };
                return Err(error(ClaimErrorKind::UnknownAction { text }, help));
            }
            (None, Some([verb, ..])) if VERBS.contains(verb) => {
                self.named_seat(words[0])?;
            }
            _ => self.perform_move(text)?,
        }
        Ok(self.played.last().expect("an act was just put"))
    }

    /// Resigns in favor of `winner`, or, without one, by the claim that needs no consent.
    ///
    /// # Errors
    /// Returns an error if the rulebook has no such claim, if the claim is not possible, or if
    /// the variant does not have a named player.
    pub fn resign(&mut self, seat: SeatId, winner: Option<SeatId>) -> Result<(), GameError> {
        let variant = self.variant().clone();
        let book = variant.rulebook();
        let resigns = |names_winner: bool| {
            let leaves = |it: &&Claim| matches!(it.then, ClaimThen::End | ClaimThen::Eliminate);
            let fits =
                |it: &&Claim| it.names_winner() == names_winner && (names_winner || it.consent == Consent::Nobody);
            book.claims.iter().filter(leaves).find(fits).map(|it| it.name.clone())
        };
        // A resignation of the other form tells what is missing, or what to leave out.
        let Some(name) = resigns(winner.is_some()).or_else(|| resigns(winner.is_none())) else {
            let names: Vec<&str> = book.claims.iter().map(|it| it.name.as_str()).collect();
            let help = match names.is_empty() {
                true => "this variant has no claims".to_owned(),
                false => super::claims::claims_of(&names),
            };
            return Err(error(ClaimErrorKind::NoResignation, help));
        };
        let letter = |it: SeatId| seat_letter(book, it);
        let others = book.seat_ids().filter(|it| *it != seat && self.position().is_living(*it));
        let other = others.map(letter).next().map_or_else(String::new, |it| format!(" for {it}"));
        self.claim(seat, &name, winner).map_err(|refused| {
            let GameError::Claim { kind, help } = refused else { return refused };
            let favor = match kind {
                ClaimErrorKind::NoWinner { .. }
                | ClaimErrorKind::OwnFavor { .. }
                | ClaimErrorKind::WinnerEliminated { .. } => other,
                ClaimErrorKind::UselessWinner { .. } => String::new(),
                _ => return error(kind, help),
            };
            error(kind, format!("write `{} resigns{favor}`", letter(seat)))
        })
    }

    fn named_seat(&self, text: &str) -> Result<SeatId, GameError> {
        let book = self.variant().rulebook();
        book.seat(text).ok_or_else(|| {
            let expected: Vec<String> = book.seats.iter().map(|it| it.letter.clone()).collect();
            let help = format!("the players are {}", expected.join(", "));
            error(ClaimErrorKind::UnknownPlayer { name: text.to_owned(), expected }, help)
        })
    }

    /// Plays a move, with an optional player and colon before it.
    fn perform_move(&mut self, text: &str) -> Result<(), GameError> {
        let trimmed = text.trim();
        let book = self.variant().rulebook();
        let named = trimmed.split_once(':').and_then(|(seat, rest)| Some((book.seat(seat)?, rest)));
        let body = match named {
            Some((seat, _)) if seat != self.turn() && !self.is_game_over() => {
                let turn = seat_title(book, self.turn());
                let kind = MoveTextErrorKind::NotYourTurn { turn, player: seat_title(book, seat), seat };
                return Err(GameError::Text(MoveTextError { kind, at: 0, help: String::new() }));
            }
            Some((_, rest)) => rest,
            None => trimmed,
        };
        // `x:e4` may be a capture in the notation of a game, and is a move of nobody otherwise.
        let unknown = trimmed
            .split_once(':')
            .map(|it| it.0)
            .filter(|it| named.is_none() && !it.contains(|it: char| it.is_ascii_digit()));
        let mv = parse_move(self.position(), body).map_err(|mut it| {
            it.at += text.find(body).unwrap_or(0);
            if self.is_game_over() {
                (it.kind, it.help) = (MoveTextErrorKind::GameOver, String::new());
            }
            match unknown.map(|it| self.named_seat(it)) {
                Some(Err(error)) => error,
                _ => GameError::Text(it),
            }
        })?;
        self.play(mv)?;
        Ok(())
    }
}
