//! Undo and redo of what people did in a game.
//!
//! Input: a request to undo or redo, or a [`Session`]. Output: the game after it. A player undoes their
//! own last act, and the moves of bots after it. The end of a game concerns every player: it is undone
//! once each person whom it affects wants that, from their own seat or with all seats of one page. Until
//! then, the state says who has not agreed. Does not know rules.

use serde::Deserialize;

use super::app::App;
use super::body::body;
use super::games::OpenGame;
use super::play::{check_seat_of_page, check_version, shown, with_game_by_id};
use super::route::seat;
use super::session::{PlayerKind, Session};
use crate::game::Played;
use crate::http::{Caller, HttpError, Reply, Request};
use crate::notation::{joined, seat_title};
use crate::rulebook::SeatId;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    version: u64,
    #[serde(rename = "as")]
    seat: Option<String>,
    /// The seat keys that the page holds.
    #[serde(default)]
    keys: Vec<String>,
}

/// Handles `POST /api/games/ID/undo` and `/redo`.
pub fn undo_or_redo(app: &App, request: &Request, id: &str, way: (Caller, bool)) -> Result<Reply, HttpError> {
    let (caller, is_back) = way;
    let input: Step = body(request, r#"{"version": 1}"#)?;
    with_game_by_id(app, id, |it| {
        check_version(app, it, input.version, request)?;
        if is_back && !it.session.undo_needs().is_empty() {
            agree(app, it, &input, caller)?;
        } else {
            step(app, it, &input, way)?;
        }
        app.save_game(it)?;
        shown(app, it, request, caller)
    })
}

/// Undoes or redoes the last act of the player who performed it.
fn step(app: &App, it: &mut OpenGame, input: &Step, (caller, is_back): (Caller, bool)) -> Result<(), HttpError> {
    let session = &mut it.session;
    let variant = session.game.variant().clone();
    let person = if is_back { session.last_person() } else { session.game.undone().last().map(|it| it.seat) };
    if let Some(actor) = person {
        check_seat_of_page(&variant, input.seat.as_deref(), actor, false)?;
    }
    // Any player may undo moves of bots.
    let own_seats = app.keys.seats(caller, &it.id, variant.rulebook(), &input.keys);
    let needed = person.or(Some(SeatId(0)).filter(|_| own_seats.is_empty()));
    app.keys.may(caller, (&it.id, variant.rulebook()), &input.keys, needed.into_iter())?;
    let done = if is_back { session.undo() } else { session.redo() };
    if !done {
        let message = if is_back { "there is nothing to undo" } else { "there is nothing to redo" };
        return Err(HttpError::new(422, "nothing", message));
    }
    Ok(())
}

/// Notes that the players of a page want to undo the end of a game, and undoes it if all agree.
fn agree(app: &App, it: &mut OpenGame, input: &Step, caller: Caller) -> Result<(), HttpError> {
    let session = &mut it.session;
    let variant = session.game.variant().clone();
    let needs = session.undo_needs();
    let mut own_seats = app.keys.seats(caller, &it.id, variant.rulebook(), &input.keys);
    if let Some(name) = input.seat.as_deref() {
        let named = seat(&variant, Some(name))?;
        own_seats.retain(|it| *it == named);
    }
    if own_seats.iter().any(|it| needs.contains(it)) {
        session.want_undo(&own_seats);
        return Ok(());
    }
    if own_seats.iter().any(|it| session.undo_wanted_by.contains(it)) {
        let message = session.undo_sentence().unwrap_or_default();
        return Err(HttpError::new(422, "undo-waits", message).help("wait until they press “Undo”, too"));
    }
    app.keys.may(caller, (&it.id, variant.rulebook()), &input.keys, needs.into_iter())?;
    Err(HttpError::new(403, "not-your-seat", "only a player of this game can undo its end")
        .help("choose your seat under “Your seat”"))
}

impl Session {
    /// Undoes everything back to the last act of a person. Returns false if there was nothing to
    /// undo.
    pub fn undo(&mut self) -> bool {
        let mut undone = 0;
        while let Some(it) = self.game.undo() {
            undone += 1;
            if self.players[it.seat.index()] == PlayerKind::Human {
                break;
            }
        }
        // In a game among bots, a single act is undone.
        if undone > 1 && self.players.iter().all(|it| *it != PlayerKind::Human) {
            for _ in 1..undone {
                self.game.redo();
            }
        }
        if undone > 0 {
            self.is_paused = true;
            self.changed();
        }
        undone > 0
    }

    /// Redoes the acts that were undone together. Returns false if there were none.
    pub fn redo(&mut self) -> bool {
        if self.game.redo().is_none() {
            return false;
        }
        while self.game.undone().last().is_some_and(|it| self.players[it.seat.index()] != PlayerKind::Human)
            && self.players.contains(&PlayerKind::Human)
        {
            self.game.redo();
        }
        self.is_paused = !self.game.undone().is_empty();
        self.changed();
        true
    }

    /// Returns the seat whose act would be undone or redone.
    pub fn last_person(&self) -> Option<SeatId> {
        let is_person = |it: &&Played| self.players[it.seat.index()] == PlayerKind::Human;
        self.game.played().iter().rev().find(is_person).map(|it| it.seat)
    }

    /// Returns the people who still have to agree before the end of the game is undone: those who were
    /// in the game before its last act. Empty while the game goes on.
    pub fn undo_needs(&self) -> Vec<SeatId> {
        let Some((_, earlier)) = self.game.played().split_last().filter(|_| self.game.is_game_over()) else {
            return Vec::new();
        };
        let before = earlier.last().map_or(self.game.start(), |it| &it.after);
        let is_person = |it: &SeatId| self.players[it.index()] == PlayerKind::Human && before.is_living(*it);
        let people = self.game.variant().rulebook().seat_ids().filter(is_person);
        people.filter(|it| !self.undo_wanted_by.contains(it)).collect()
    }

    /// Notes that these players want to undo the end of the game. Undoes it if all agree.
    pub fn want_undo(&mut self, seats: &[SeatId]) {
        self.undo_wanted_by.extend(self.undo_needs().into_iter().filter(|it| seats.contains(it)));
        if self.undo_needs().is_empty() {
            self.undo();
        } else {
            self.version += 1;
        }
    }

    /// Returns the sentence that says who wants to undo the end of the game, and who has not agreed.
    pub fn undo_sentence(&self) -> Option<String> {
        let book = self.game.variant().rulebook();
        let titles = |seats: &[SeatId]| seats.iter().map(|it| seat_title(book, *it)).collect::<Vec<_>>();
        let (wanted_by, needs) = (titles(&self.undo_wanted_by), titles(&self.undo_needs()));
        let verb = |all: &[String], one: &'static str, many: &'static str| if all.len() == 1 { one } else { many };
        (!wanted_by.is_empty()).then(|| {
            let (want, have) = (verb(&wanted_by, "wants", "want"), verb(&needs, "has", "have"));
            format!(
                "{} {want} to undo the end of the game. {} {have} not agreed yet.",
                joined(&wanted_by, "and"),
                joined(&needs, "and")
            )
        })
    }
}
