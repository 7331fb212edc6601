//! Explains illegal moves: of all attempts to reach a square, the reason of the one nearest to
//! legal.

use super::legal::Try;
use super::{Shot, State};
use threefold_engine::board::Square;
use threefold_engine::policy;
use threefold_engine::rules::Move;

/// A reason: its distance from legality, its code and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// Ranks: 0 turn, 1 movement, 2 blocked, 3 barrier, 4 captures, 5 own king, 6 another king,
    /// 7 another move.
    pub stage: u8,
    pub code: String,
    pub at: Vec<Square>,
}

impl Why {
    fn new(stage: u8, code: &str, at: Vec<Square>) -> Why {
        Why { stage, code: code.to_owned(), at }
    }
    pub fn nothing_to_capture(at: Square) -> Why {
        Why::new(1, "nothing-to-capture", vec![at])
    }
    pub fn no_castling_right() -> Why {
        Why::new(1, "no-castling-right", Vec::new())
    }
    pub fn blocked(at: Square) -> Why {
        Why::new(2, "blocked", vec![at])
    }
    pub fn player_eliminated() -> Why {
        Why::new(0, "player-eliminated", Vec::new())
    }
    pub fn no_hurdle() -> Why {
        Why::new(2, "no-hurdle", Vec::new())
    }
    pub fn wrong_hurdle(at: Square) -> Why {
        Why::new(2, "wrong-hurdle", vec![at])
    }
    pub fn ally(at: Square) -> Why {
        Why::new(2, "ally", vec![at])
    }
    pub fn immune(at: Square) -> Why {
        Why::new(2, "immune", vec![at])
    }
    pub fn barrier(action: &str) -> Why {
        Why::new(3, &format!("barrier-{action}"), Vec::new())
    }
    pub fn king_not_capturable(at: Square) -> Why {
        Why::new(4, "king-not-capturable", vec![at])
    }
    pub fn ban(name: &str, late: bool) -> Why {
        Why::new(if late { 6 } else { 4 }, &format!("ban.{name}"), Vec::new())
    }
    pub fn own_king(by: Vec<Square>) -> Why {
        Why::new(5, "own-king", by)
    }
    pub fn own_king_destroyed(at: Square) -> Why {
        Why::new(5, "own-king-destroyed", vec![at])
    }
    pub fn castling_attacked(at: Square) -> Why {
        Why::new(5, "castling-attacked", vec![at])
    }
    pub fn no_passing() -> Why {
        Why::new(1, "no-passing", Vec::new())
    }
    pub fn not_stuck() -> Why {
        Why::new(7, "not-stuck", Vec::new())
    }
    pub fn must_drop() -> Why {
        Why::new(7, "must-drop", Vec::new())
    }
    pub fn must_capture() -> Why {
        Why::new(7, "must-capture", Vec::new())
    }
    pub fn must_take_most() -> Why {
        Why::new(7, "must-take-most", Vec::new())
    }
    pub fn no_such_movement() -> Why {
        Why::new(1, "no-such-movement", Vec::new())
    }
    pub fn no_such_promotion() -> Why {
        Why::new(1, "no-such-promotion", Vec::new())
    }
    pub fn promotion_limit() -> Why {
        Why::new(4, "promotion-limit", Vec::new())
    }
    pub fn promotion_attacks(at: Square) -> Why {
        Why::new(4, "promotion-attacks", vec![at])
    }
    pub fn not_in_pool() -> Why {
        Why::new(1, "not-in-pool", Vec::new())
    }
    pub fn no_drop_there(at: Square) -> Why {
        Why::new(1, "no-drop-there", vec![at])
    }
    pub fn color_full(at: Square) -> Why {
        Why::new(4, "color-full", vec![at])
    }
    pub fn square_needed(at: Square) -> Why {
        Why::new(4, "square-needed", vec![at])
    }
    pub fn gate_closed(at: Square) -> Why {
        Why::new(1, "gate-closed", vec![at])
    }
    pub fn file_full(at: Square) -> Why {
        Why::new(4, "file-full", vec![at])
    }
    pub fn drop_not_beside(at: Square) -> Why {
        Why::new(4, "drop-not-beside", vec![at])
    }
    pub fn drop_converts_nothing(at: Square) -> Why {
        Why::new(4, "drop-converts-nothing", vec![at])
    }
    pub fn drop_mate() -> Why {
        Why::new(6, "drop-mate", Vec::new())
    }
    pub fn not_placed() -> Why {
        Why::new(7, "not-placed", Vec::new())
    }
    pub fn nowhere_to_place() -> Why {
        Why::new(7, "nowhere-to-place", Vec::new())
    }
    pub fn placement(code: &str, at: Square) -> Why {
        Why::new(7, code, vec![at])
    }
    pub fn barrier_check() -> Why {
        Why::new(6, "barrier-check", Vec::new())
    }
}

impl State {
    /// Explains whether a move is legal, and if not, why.
    pub fn explain(&self, mv: Move) -> Result<(), Why> {
        if mv.is_pass() && mv != Move::PASS {
            return Err(Why::no_such_movement());
        }
        self.explain_alone(mv)?;
        if self.book.drops().iter().any(|it| it.forced())
            && self.legal_alone(self.turn).keys().any(|it| self.is_forced_drop(it))
        {
            return if self.is_forced_drop(&mv) { Ok(()) } else { Err(Why::must_drop()) };
        }
        let captures = self.legal_alone(self.turn).into_iter().filter(|it| it.1.takes.is_some());
        let captures: Vec<Move> = captures.map(|it| it.0).collect();
        if self.book.forced_capture() == policy::ForcedCapture::Most && captures.contains(&mv) {
            return if self.legal_for(self.turn).contains_key(&mv) { Ok(()) } else { Err(Why::must_take_most()) };
        }
        match self.book.forced_capture() != policy::ForcedCapture::No && !captures.is_empty() && !captures.contains(&mv)
        {
            true => Err(Why::must_capture()),
            false => Ok(()),
        }
    }

    /// Explains a move as if no player had to capture.
    fn explain_alone(&self, mv: Move) -> Result<(), Why> {
        let turn = |code| Err(Why::new(0, code, Vec::new()));
        if self.over.is_some() {
            return turn("game-over");
        }
        if mv.is_pass() {
            return self.explain_pass();
        }
        if self.book.blocker().is_some() && !self.is_alone {
            return self.explain_with_placement(mv);
        }
        self.explain_without(mv)
    }

    /// Explains a move whose placement is known, or does not matter.
    pub fn explain_without(&self, mv: Move) -> Result<(), Why> {
        let turn = |code| Err(Why::new(0, code, Vec::new()));
        if let Some(kind) = mv.dropped() {
            return self.explain_drop(mv, kind);
        }
        if let Some(gate) = mv.gate() {
            self.explain_without(mv.gating(None))?;
            // A move has a promotion or a piece that enters, not both.
            if mv.promotion().is_some() {
                return Err(Why::new(1, "no-such-promotion", Vec::new()));
            }
            self.explain_gate(mv, gate)?;
        }
        let Some(piece) = self.at(mv.origin().expect("an origin")) else { return turn("no-piece") };
        if !self.is_living(piece.seat) {
            return Err(Why::player_eliminated());
        }
        if piece.seat != self.turn {
            return turn("not-your-turn");
        }
        if self.is_promotion_move(mv) {
            return self.explain_promotion_move(mv, &piece);
        }
        let mut best = Why::new(1, "no-such-movement", Vec::new());
        let mut is_first = true;
        // The piece that a hopper may not jump over says most.
        let rank =
            |it: &Why| ["no-hurdle", "wrong-hurdle"].iter().position(|code| *code == it.code).map_or(0, |at| at + 1);
        let mut tries = self.tries(mv.origin().expect("an origin"));
        tries.retain(|it| Some(it.to) == mv.destination() && it.castling == mv.castling());
        // A piece that can capture en passant on a square does so, even if it could also move there
        // quietly.
        let takes = |it: &Try| it.result.as_ref().is_ok_and(|it| it.takes.is_some());
        if tries.iter().any(takes) {
            tries.retain(|it| it.result.is_err() || takes(it));
        }
        for one in tries {
            // An exchange on the piece's own square must name its promotion.
            let is_exchange = one.way.is_none() && one.castling.is_none();
            if is_exchange && mv.promotion().is_none() {
                continue;
            }
            let result = match one.result {
                Err(why) if why.stage == 1 => Err(why),
                result => {
                    // The promotion is part of the movement, so it is checked before blockers.
                    let stands = |it: &Square| *it != mv.origin().expect("an origin") && self.at(*it).is_some();
                    let tried = Shot {
                        takes: mv.destination().filter(stands),
                        way: one.way.clone(),
                        castling: one.castling,
                        ..Shot::still(mv.origin().expect("an origin"), mv.destination().expect("a destination"))
                    };
                    self.promotes_so(mv, result.as_ref().unwrap_or(&tried))?;
                    result.and_then(|shot| {
                        self.verdict(&Shot { gate: mv.gate(), placed: mv.placed(), ..shot }, mv.promotion())
                    })
                }
            };
            match result {
                Ok(()) => return Ok(()),
                Err(why) if is_first || (why.stage, rank(&why)) > (best.stage, rank(&best)) => {
                    best = why;
                    is_first = false;
                }
                Err(_) => {}
            }
        }
        // A pawn that waits for the pool and finds it empty gets this reason.
        if is_first
            && mv.origin() == mv.destination()
            && mv.promotion().is_some()
            && mv.castling().is_none()
            && self.has_to_wait(mv.origin().expect("an origin"), &piece)
        {
            return Err(Why::new(1, "no-such-promotion", Vec::new()));
        }
        Err(best)
    }

    /// Reports whether a piece may promote as the move says.
    fn promotes_so(&self, mv: Move, shot: &Shot) -> Result<(), Why> {
        let (kinds, may_stay) = self.promotions(shot);
        match mv.promotion() {
            None if !may_stay => Err(Why::new(1, "must-promote", Vec::new())),
            Some(kind) if !kinds.contains(&kind) => Err(Why::new(1, "no-such-promotion", Vec::new())),
            _ => Ok(()),
        }
    }
}
