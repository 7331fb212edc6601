//! The plan: which rules a rulebook has, and which moves they require to be tried.
//!
//! Contains [`RulePlan`]. Moves fall into two classes. *Proven* moves are bitboards: checks, pins and
//! the lines that a ban watches are computed once per position, and every move that respects them
//! is legal. *Tried* moves are made and tested one by one. The plan stores which moves each rule of
//! the file requires to be tried.
//!
//! Input: a [`Rulebook`] and its tables. Output: decisions that are only read during play. Does not
//! know positions.

use super::engine_move::MoveEffect;
use super::precondition::Precondition;
use super::state::MAX_SEATS;
use super::types::{PieceType, Types};
use crate::policy;
use crate::policy::Who;
use crate::rulebook::{
    Alliance, Ban, BanTests, Chase, Gating, OutcomeId, PerpetualChaseTest, Player, Promotion, PromotionChoice,
    Quantity, Rulebook, SeatSet, chases_of,
};

/// A ban on attacks: after the move, pieces of `by` may not attack the king of `on`.
#[derive(Clone, Copy, Debug)]
pub struct WatchedKing {
    /// The attacking seat, relative to the player to move.
    pub by: Who,
    /// The seat of the attacked king, relative to the player to move.
    pub on: Who,
}

/// Decisions made once per variant, so that move generation skips absent rules.
#[derive(Clone, Debug)]
pub struct RulePlan {
    /// The player's king must be safe after the move.
    pub own_king: bool,
    /// The same for a move with its placement. If placements are tried, the generator leaves the king to the judge, and
    /// `own_king` is not set.
    pub judges_own_king: bool,
    /// Kings may be captured.
    pub kings_captured: bool,
    /// Capturing a king eliminates its player before king safety is judged.
    pub after_eliminations: bool,
    /// Pieces of eliminated players may not be captured.
    pub immune: bool,
    /// Bans that only forbid attacks on a king. No move needs to be tried for them.
    pub watched: Vec<WatchedKing>,
    /// Some ban requires every move to be tried.
    pub try_all: bool,
    /// Kinds whose captures must be tried because of a ban, one bit each.
    try_captures: u32,
    /// The rulebook has bans.
    pub bans: bool,
    /// The same for a move with its placement: see `judges_own_king`.
    pub judges_bans: bool,
    /// The bans on captures: their indices, with the types that they protect.
    pub capture_bans: Vec<(u8, u64)>,
    /// The types of the kinds in `try_captures`, one bit each.
    pub try_types: u64,
    /// En passant captures exist.
    pub captures_en_passant: bool,
    /// An en passant right lapses after the next ply.
    pub en_passant_lasts_one_ply: bool,
    /// A castling is legal if its squares are empty and safe; it need not be tried.
    pub castling_proven: bool,
    /// Pieces from the pool may appear on a different square than the arriving pawn, so promotions
    /// are tried.
    pub try_promotions: bool,
    /// Some captures or promotions must be tried.
    pub tries_some: bool,
    /// Pieces may be dropped from a pool.
    pub drops: bool,
    /// The kinds that promote by a move of its own, one bit each.
    pub promoting_kinds: u32,
    /// The types of these kinds, one bit each.
    pub promoting_types: u64,
    /// Some moves are no moves of a piece along its routes: drops, or promotions by a move of its own.
    pub extra_moves: bool,
    /// Players may pass.
    pub passes: bool,
    /// Pieces may enter from a pool on squares that moves leave.
    pub gating: bool,
    /// Types of pieces that have not moved, each with the same type marked as moved, and the types of the pieces that
    /// end the right to first moves, one bit each.
    pub disturbed: Vec<(u8, u8, u64)>,
    /// Something happens at the end of a move: a piece may enter, or lose its right to first moves.
    pub ends_moves: bool,
    /// Whether each piece that may enter is tried: it can decide whether the move is legal.
    pub try_gates: bool,
    /// Moves end with the placement of a blocker.
    pub blocker: bool,
    /// Whether kings alone can give no checkmate: each attacks only kings that attack it.
    pub kings_are_harmless: bool,
    /// Whether each placement is tried: it can decide whether the move is legal.
    pub try_placements: bool,
    /// Squares may be kept free for pieces that a player must still drop.
    pub reserves_drops: bool,
    /// A player may have to capture, or to drop a piece.
    pub forces: bool,
    /// Some rule changes which moves the generator passes on: `forces`, `blocker` or `gating`.
    pub filters: bool,
    /// Pieces may wait on promotion squares until the pool has a piece for them.
    pub waiting: bool,
    /// A necessary condition of each outcome at the start of a turn, in the order of the outcomes.
    pub preconditions: Vec<Precondition>,
    /// The conditions in `preconditions` that can hold if the player has a legal move and positions are not
    /// counted.
    pub preconditions_with_moves: Vec<Precondition>,
    /// A necessary condition of each outcome after a move.
    pub move_preconditions: Vec<Precondition>,
    /// Some outcome depends on how often a position has occurred.
    pub counts_repetition: bool,
    /// Some outcome depends on perpetual check between the occurrences of a position.
    pub traces_checks: bool,
    /// The different meanings of a perpetual chase between the occurrences of a position.
    pub chases: Vec<Chase>,
    /// Some rule depends on the total value of all captured pieces.
    pub counts_losses: bool,
    /// Three flags of the halfmove clock: captures reset it, pawn moves reset it, it exists.
    pub halfmove_counter: (bool, bool, bool),
    /// A piece on an open line may not attack a king: pins or bans can suppress attacks.
    pub attacks_depend: bool,
    /// Some piece jumps only over certain pieces, so an attack depends on more than empty squares.
    pub tests_hurdles: bool,
    /// Some barrier can open or close.
    pub barriers_change: bool,
    /// Some promotion depends on the captured piece.
    pub promotes_by_capture: bool,
    /// The types that capture without moving, one bit each.
    pub without_moving: u64,
    /// Those of them whose captures must be tried: the piece blocks no line on the square of the captured piece.
    pub try_without_moving: u64,
    /// Captures destroy the pieces around them.
    pub explodes: bool,
    /// The types that survive next to an explosion, and those that survive when they capture.
    pub survivors: (u64, u64),
    /// A move can do more than take a piece to its destination: `explodes`, `converts`, `tags_kinds`, `ends_moves` or
    /// `blocker`, or a piece captures without moving.
    pub has_side_effects: bool,
    /// Moves change the owner of other pieces.
    pub converts: bool,
    /// The types whose arrival converts, and those that never change their owner.
    pub converting: (u64, u64),
    /// The types whose moves must be tried if they may convert a piece, because that can end or open an
    /// attack on a king.
    pub try_conversions: u64,
    /// Some tag marks every piece of a kind at once.
    pub tags_kinds: bool,
    /// By seat: the other players of the team.
    pub partners: [SeatSet; MAX_SEATS],
    /// By seat: the seat itself, and the partners whose pieces it may not capture.
    pub uncapturable_seats: [SeatSet; MAX_SEATS],
    /// By seat: the seat itself, and the partners who do not give check to it.
    pub non_attackers: [SeatSet; MAX_SEATS],
    /// Players can ally, so that partners depend on the position.
    pub allies: bool,
    /// Players may not capture the pieces of their allies.
    pub spares_allies: bool,
    /// Allies do not give check to each other.
    pub ignores_allies: bool,
    /// Index of the allies of a seat in its pool; [`usize::MAX`] if there are none.
    pub allies_at: usize,
    /// The turns of an eliminated player pass on with the army.
    pub inherits: bool,
    /// Index of the heir of a seat in its pool; [`usize::MAX`] if there are none.
    pub heir_at: usize,
    /// Some pieces other than the player's own may not be captured: immune ones, or those of partners.
    pub protects: bool,
}

impl RulePlan {
    /// Decides for a rulebook and its types. `all_tried` as in
    /// [`Tables`](super::tables::Tables::all_tried).
    pub fn new(book: &Rulebook, types: &Types, all_tried: bool) -> Self {
        let mut plan = Self::of_rules(book, all_tried);
        let of_kinds = |kinds: u32| {
            let fits = |it: &usize| kinds >> types.all[*it].kind.0 & 1 != 0;
            (0..types.all.len()).filter(fits).fold(0u64, |all, it| all | 1 << it)
        };
        plan.try_types = of_kinds(plan.try_captures);
        plan.promoting_types = of_kinds(plan.promoting_kinds);
        for (index, ty) in types.all.iter().enumerate().filter(|it| !it.1.moved) {
            let by = of_kinds(book.kinds[ty.kind.index()].disturbed_by);
            if let Some(moved) = types.find(PieceType { moved: true, ..*ty }).filter(|_| by != 0) {
                plan.disturbed.push((index as u8, moved as u8, by));
            }
        }
        plan.without_moving = of_kinds(book.capture_without_moving);
        if plan.without_moving != 0 && (plan.own_king || !plan.watched.is_empty()) {
            plan.try_without_moving = plan.without_moving;
            plan.tries_some = true;
        }
        plan.survivors = book.explosion.as_ref().map_or((0, 0), |it| (of_kinds(it.immune), of_kinds(it.unharmed)));
        if let Some(rule) = &book.conversion {
            plan.converting = (of_kinds(rule.by), of_kinds(rule.immune));
            // A piece that promotes may become one that converts.
            let leads = |it: &&Promotion| match it.choice {
                PromotionChoice::FromPool { .. } => true,
                _ => it.choice.named() & rule.by != 0,
            };
            let promote = book.promotions.iter().filter(leads).fold(0, |all, it| all | it.pieces);
            if plan.own_king || !plan.watched.is_empty() {
                plan.try_conversions = of_kinds(rule.by | promote);
                plan.tries_some = true;
            }
        }
        for (index, types) in &mut plan.capture_bans {
            let captures = book.bans[*index as usize].forbids.mv.as_ref().and_then(|it| it.captures.as_ref());
            *types = of_kinds(captures.and_then(|it| it.kind).unwrap_or(!0));
        }
        let precondition = |it: &OutcomeId| Precondition::new(book, types, &book.outcomes[it.0 as usize].when);
        plan.preconditions = book.settle.turn_start.iter().map(precondition).collect();
        plan.preconditions_with_moves =
            plan.preconditions.iter().filter(|it| it.may_hold_with_moves()).copied().collect();
        plan.move_preconditions = book.settle.after_move.iter().map(precondition).collect();
        // Counters count after every move, and an extra turn keeps a right of the turn before. This condition is always open.
        let always_settles = !book.counters.is_empty() || book.has_extra_turns();
        plan.move_preconditions.extend(always_settles.then(Precondition::default));
        plan
    }

    /// Reports whether some outcome depends on perpetual chase.
    #[inline(always)]
    pub fn traces_chases(&self) -> bool {
        !self.chases.is_empty()
    }

    /// Returns the players who chased a piece all the time, as a test means it, given the players for each meaning.
    pub fn chasing(&self, test: &PerpetualChaseTest, by_meaning: &[SeatSet]) -> SeatSet {
        let index = self.chases.iter().position(|it| *it == test.chase);
        index.and_then(|it| by_meaning.get(it)).copied().unwrap_or(0)
    }

    /// Reports whether pieces can enter from a pool, with a move or as a move.
    #[inline(always)]
    pub fn pieces_enter(&self) -> bool {
        self.drops || self.gating
    }

    /// Reports whether a piece of type `ty` captures without moving.
    #[inline(always)]
    pub fn captures_without_moving(&self, ty: usize) -> bool {
        self.without_moving >> ty & 1 != 0
    }

    /// Reports whether the piece of a move that was made is still on its square: it captured without moving.
    #[inline(always)]
    pub fn stays(&self, done: MoveEffect) -> bool {
        done.captured.is_some() && self.captures_without_moving(usize::from(done.ty))
    }

    /// Decides what follows from the rules alone, without the types of pieces.
    fn of_rules(book: &Rulebook, all_tried: bool) -> Self {
        let allied = |has: fn(&Alliance) -> bool| book.alliance.as_ref().is_some_and(has);
        let first = book.kinds.len() + book.counters.len();
        let mut plan = RulePlan {
            own_king: book.check.own_king == policy::OwnKing::KeptSafe
                && book.check.attackers != policy::Attackers::Nobody,
            judges_own_king: false,
            kings_captured: book.check.kings == policy::Kings::MayBeCaptured,
            after_eliminations: book.check.judged == policy::Judged::AfterEliminations,
            immune: book.army == policy::Army::Immune,
            watched: Vec::new(),
            try_all: all_tried,
            try_captures: 0,
            capture_bans: Vec::new(),
            try_types: 0,
            captures_en_passant: book.en_passant.is_some(),
            en_passant_lasts_one_ply: book.en_passant.as_ref().is_some_and(|it| it.window == policy::Window::NextPly),
            castling_proven: false,
            bans: !book.bans.is_empty(),
            judges_bans: false,
            try_promotions: false,
            tries_some: false,
            forces: book.forced_capture != policy::ForcedCapture::No || book.drops.iter().any(|it| it.forced),
            drops: !book.drops.is_empty(),
            promoting_kinds: book.promotion_moves.iter().fold(0, |all, it| all | it.pieces),
            promoting_types: 0,
            extra_moves: !book.drops.is_empty()
                || !book.promotion_moves.is_empty()
                || book.passing != policy::TurnPassing::Never,
            passes: book.passing != policy::TurnPassing::Never,
            gating: book.gating.is_some(),
            disturbed: Vec::new(),
            ends_moves: book.gating.is_some() || book.kinds.iter().any(|it| it.disturbed_by != 0),
            filters: false,
            try_gates: false,
            blocker: book.blocker.is_some(),
            kings_are_harmless: book.kings_are_harmless(),
            try_placements: false,
            reserves_drops: book.drops.iter().any(|it| it.forced && it.most_on_color.is_some()),
            waiting: false,
            preconditions: Vec::new(),
            preconditions_with_moves: Vec::new(),
            move_preconditions: Vec::new(),
            counts_repetition: book.outcomes.iter().any(|it| it.when.repeated.is_some()),
            traces_checks: book.judges_perpetual_check(),
            chases: chases_of(&book.outcomes).into_iter().cloned().collect(),
            counts_losses: book.counts_gross_losses(),
            halfmove_counter: (
                book.resets.contains(&policy::Resets::Capture),
                book.resets.contains(&policy::Resets::PawnMove),
                !book.resets.is_empty(),
            ),
            attacks_depend: book.check.pinned == policy::Pinned::DoNotAttack
                || book.check.barred == policy::Barred::DoNotAttack
                || book.check.royals.is_some()
                || book.explosion.is_some(),
            tests_hurdles: book.kinds.iter().any(|it| it.hurdle.is_some()),
            promotes_by_capture: book.promotions.iter().any(|it| it.captures.is_some()),
            without_moving: 0,
            try_without_moving: 0,
            explodes: book.explosion.is_some(),
            has_side_effects: false,
            converts: book.conversion.is_some(),
            converting: (0, 0),
            try_conversions: 0,
            survivors: (0, 0),
            barriers_change: book.barrier_instances.iter().any(|it| it.state_bit.is_some()),
            partners: [0; MAX_SEATS],
            uncapturable_seats: std::array::from_fn(|it| 1 << it),
            non_attackers: std::array::from_fn(|it| 1 << it),
            protects: book.army == policy::Army::Immune
                || !book.teams.is_empty()
                || book.alliance.is_some()
                || book.blocker.is_some(),
            allies: book.alliance.is_some(),
            spares_allies: allied(|it| it.captures == policy::PartnerCaptures::Forbidden),
            ignores_allies: allied(|it| it.checks == policy::PartnerChecks::Ignored),
            allies_at: if book.alliance.is_some() { first } else { usize::MAX },
            inherits: book.inherits_turns(),
            heir_at: if book.inherits_turns() { first + usize::from(book.alliance.is_some()) } else { usize::MAX },
            tags_kinds: book.tags.iter().any(|it| it.on == policy::TagOn::SameKind),
        };
        for seat in book.seat_ids() {
            plan.partners[seat.index()] = book.partners(seat);
            plan.uncapturable_seats[seat.index()] |= book.spared_partners(seat);
            plan.non_attackers[seat.index()] |= book.harmless_partners(seat);
        }
        plan.filters = plan.forces || plan.blocker || plan.gating;
        plan.has_side_effects = plan.explodes
            || plan.converts
            || plan.tags_kinds
            || plan.ends_moves
            || plan.blocker
            || book.capture_without_moving != 0;
        // One more piece of the player opens no line to their king, except for pieces that jump over it.
        let is_royal = |it: &Gating| {
            book.kinds.iter().zip(0..).any(|(kind, at)| it.pieces >> at & 1 != 0 && kind.role == policy::Role::Royal)
        };
        plan.try_gates = all_tried
            || plan.bans
            || plan.attacks_depend
            || plan.tests_hurdles
            || !book.barrier_instances.is_empty()
            || book.gating.as_ref().is_some_and(is_royal);
        // A king without a royal role may castle onto an attacked square.
        let royal = book.castlings.iter().all(|it| book.castling_commoner(it).is_none());
        plan.castling_proven =
            plan.own_king && royal && !plan.bans && !all_tried && !plan.converts && !plan.tests_hurdles;
        for (index, ban) in book.bans.iter().enumerate() {
            if let Some(watched) = watched_line(ban) {
                plan.watched.push(watched);
            } else if ban.forbids.mv.as_ref().is_some_and(|it| it.captures.is_some()) {
                let kinds = ban.forbids.mv.as_ref().and_then(|it| it.piece.as_ref()).and_then(|it| it.kind);
                plan.try_captures |= kinds.unwrap_or(!0);
                plan.capture_bans.push((index as u8, !0));
            } else {
                plan.try_all = true;
            }
        }
        for promotion in &book.promotions {
            if let crate::rulebook::PromotionChoice::FromPool { appears, if_none, .. } = promotion.choice {
                plan.try_promotions |= appears != policy::Appears::Arrival;
                plan.waiting |= if_none == policy::IfNone::StaysAndWaits;
            }
        }
        plan.tries_some = plan.try_promotions || plan.try_captures != 0;
        plan.leave_to_placements(book);
        plan
    }

    /// Decides whether placements are tried. The generator then only finds the moves that are possible, and the judge
    /// sees them with their placements.
    fn leave_to_placements(&mut self, book: &Rulebook) {
        (self.judges_own_king, self.judges_bans) = (self.own_king, self.bans);
        if !self.blocker {
            return;
        }
        // Nobody may capture blockers, as if they were pieces of a partner.
        self.uncapturable_seats.iter_mut().for_each(|it| *it |= 1 << book.seats.len());
        let forbids_check = |it: &crate::rulebook::Barrier| !(it.closed.give_check && it.open.give_check);
        let mates = book.drops.iter().any(|it| it.mate == policy::DropMate::Forbidden);
        self.try_placements = self.own_king || self.bans || mates || book.barriers.iter().any(forbids_check);
        self.try_placements |= book.explosion.is_some() && book.check.own_king == policy::OwnKing::KeptSafe;
        if self.try_placements {
            (self.own_king, self.bans, self.try_all, self.castling_proven) = (false, false, false, false);
            (self.try_captures, self.tries_some) = (0, self.try_promotions);
            self.watched.clear();
        }
    }
}

/// Returns the attack that a ban forbids, if it only forbids an attack on a king.
fn watched_line(ban: &Ban) -> Option<WatchedKing> {
    let BanTests { piece: None, mv: None, before: None, after: Some(after) } = &ban.forbids else { return None };
    let attack = after.attack?;
    let only = crate::rulebook::PositionTest { attack: Some(attack), ..Default::default() };
    let single = |it: Player| match it {
        Player::Role(who @ (Who::Next | Who::Previous)) => Some(who),
        _ => None,
    };
    let (by, on) = (single(attack.by)?, single(attack.on)?);
    let plain = attack.with == policy::With::AnyPiece
        && attack.kinds == u32::MAX
        && attack.takes == policy::Takes::AlongLines
        && attack.by_at_least <= 1
        && matches!(attack.how_many, Quantity::Some | Quantity::Every | Quantity::AtLeast(1))
        && by != on;
    (*after == only && plain && ban.unless.is_empty()).then_some(WatchedKing { by, on })
}
