//! Which pieces a player chases: those that they attack, and that need protection.
//!
//! Contains [`Judge::chase_trace`]. What chases what is decided once, by [`chased`], for engines of every size: each of
//! them only lists captures ([`Captures`]).
//!
//! Input: a [`State`] before and after a move. Output: a [`ChaseTrace`]. Only rulebooks with `perpetual-chase` call it. Does
//! not know earlier positions.

use std::ops::ControlFlow;

use crate::policy::{ChaseAttack, ChaseCaptures, Protected, Who};
use crate::rulebook::Chase;
use crate::rules::engine_move::{EngineMove, LegalityRules};
use crate::rules::facts::chase::ChaseTrace;
use crate::rules::facts::pieces::TestContext;
use crate::rules::judge::Judge;
use crate::rules::movegen::sink::{Each, Sink};
use crate::rules::state::State;

/// The captures in one position, for an engine of any size.
trait Captures {
    /// Returns the captures of a player: those by which pieces are chased, or all of them, as if it were their turn.
    fn captures(&self, seat: u8, by: ChaseCaptures, chase: Option<&Chase>) -> Vec<EngineMove>;

    /// Reports whether the owner of a piece or one of their partners could capture back after its capture.
    fn is_protected(&self, capture: EngineMove, owner: u8, by: ChaseCaptures) -> bool;

    /// Returns the owner of the piece on a square.
    fn owner(&self, square: u16) -> u8;
}

/// Returns the squares of the pieces of a player that chase another one, each with the square of that one.
#[cold]
#[inline(never)]
fn chased(position: &dyn Captures, mover: u8, chase: &Chase) -> Vec<(u16, u16)> {
    let by = chase.captures;
    let mut found: Vec<(u16, u16)> = Vec::new();
    for mv in position.captures(mover, by, Some(chase)) {
        let owner = position.owner(mv.to);
        let turns_on = |it: &EngineMove| (it.from, it.to) == (mv.to, mv.from);
        if !found.contains(&(mv.from, mv.to))
            && !position.captures(owner, by, None).iter().any(turns_on)
            && (chase.protected == Protected::Chased || !position.is_protected(mv, owner, by))
        {
            found.push((mv.from, mv.to));
        }
    }
    found
}

/// Adds the pieces that a player chases after a move.
#[cold]
#[inline(never)]
fn add_chased(trace: &mut ChaseTrace, chases: &[Chase], mover: u8, before: &dyn Captures, after: &dyn Captures) {
    for (index, chase) in chases.iter().enumerate() {
        let mut found = chased(after, mover, chase);
        if chase.attack == ChaseAttack::New && !found.is_empty() {
            let old = chased(before, mover, chase);
            found.retain(|(from, to)| trace.origin(*from).is_none_or(|from| !old.contains(&(from, *to))));
        }
        trace.chased.extend(found.into_iter().map(|it| (index as u8, it.1)));
    }
}

/// A state with its judge.
struct Judged<'a, const W: usize, const T: usize, const N: usize> {
    judge: Judge<'a, W, T, N>,
    st: &'a State<W, T, N>,
}

impl<const W: usize, const T: usize, const N: usize> Captures for Judged<'_, W, T, N> {
    #[inline(never)]
    fn captures(&self, seat: u8, by: ChaseCaptures, chase: Option<&Chase>) -> Vec<EngineMove> {
        let (judge, st) = (self.judge, self.st);
        let mut from = st.seats[usize::from(seat)];
        let mut to = st.occupied().without(from);
        if let Some(chase) = chase {
            let cx = TestContext::of(seat);
            from &= judge.pieces_of_kinds(st, chase.kinds);
            to = st.pieces_of(judge.facts().who(st, Who::Opponents, &cx)).without(judge.engine.royals(st));
            if let Some(test) = &chase.chased {
                let fits = |it: usize| judge.facts().piece_fits(st, test, st.type_at(it), st.seat_at(it), it, &cx);
                to.iter().filter(|it| !fits(*it)).for_each(|it| to.remove(it));
            }
        }
        let mut found = Vec::new();
        if by == ChaseCaptures::AlongLines {
            for square in to.iter() {
                for attacker in (judge.attacks().attackers(st, square, 1 << seat, st.occupied()) & from).iter() {
                    found.push(EngineMove::plain(attacker, square));
                }
            }
            return found;
        }
        // Drops and passes start from no piece.
        let mut visit = |mv: EngineMove| {
            if from.has(mv.from.into()) && to.has(mv.to.into()) {
                found.push(mv);
            }
            ControlFlow::Continue(())
        };
        let sink: &mut dyn Sink<W> = &mut Each(&mut visit);
        judge.generator().generate_keeping(&State { turn: seat, ..*st }, LegalityRules::ALL, sink);
        found
    }

    #[inline(never)]
    fn is_protected(&self, capture: EngineMove, owner: u8, by: ChaseCaptures) -> bool {
        let (judge, st, from) = (self.judge, self.st, usize::from(capture.from));
        let mover = st.seat_at(from);
        let next = match by {
            ChaseCaptures::AlongLines => judge.attacks().after_capture(st, from, capture.to.into(), owner).0,
            ChaseCaptures::ByLegalMove => judge.applier().moved(&State { turn: mover, ..*st }, capture).0,
        };
        let stays = judge.engine.plan.captures_without_moving(st.type_at(from));
        let lands = if stays { capture.from } else { capture.to };
        let protectors = (1 << owner | judge.engine.partners(&next, owner)) & next.living;
        let next = Judged { judge, st: &next };
        let captures_back =
            |seat: u8| protectors >> seat & 1 != 0 && next.captures(seat, by, None).iter().any(|it| it.to == lands);
        next.st.seats[usize::from(mover)].has(lands.into()) && (0..judge.engine.tables.n_seats).any(captures_back)
    }

    fn owner(&self, square: u16) -> u8 {
        self.st.seat_at(square.into())
    }
}

impl<const W: usize, const T: usize, const N: usize> Judge<'_, W, T, N> {
    /// Describes the move that led from `before` to `after`, as far as perpetual chase needs it.
    #[cold]
    #[inline(never)]
    pub fn chase_trace(self, before: &State<W, T, N>, after: &State<W, T, N>, mv: EngineMove) -> Box<ChaseTrace> {
        let mut trace = ChaseTrace::of_move(&self.engine.book, before.turn, mv);
        let [earlier, later] = [before, after].map(|st| Judged { judge: self, st });
        add_chased(&mut trace, &self.engine.plan.chases, before.turn, &earlier, &later);
        trace
    }
}
