//! The rules of a rulebook that can be switched off one at a time.
//!
//! Contains [`Rule`]. A rule is lifted inside the compiled rulebook: a barrier then allows everything,
//! and a ban forbids nothing. No name, square, kind or tag changes its number. Every position of the
//! rulebook is thus a position of the lifted one, with the same setup.
//!
//! Input: a [`Rulebook`]. Output: its rules, with names and labels, and the rulebook without one of
//! them. Does not know positions.

use crate::policy;
use crate::rulebook::{BanTests, MoveTest, Permissions, PieceTest, PromotionChoice, Rulebook};

/// A barrier that allows everything.
const ALL: Permissions = Permissions { quiet: true, capture: true, give_check: true, attack: true };

/// A rule that can be switched off by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A barrier, by index.
    Barrier(usize),
    /// The opening of a barrier, by index. Without it, the barrier stays as if closed.
    BarrierOpening(usize),
    /// All exceptions to a barrier, by index.
    BarrierExceptions(usize),
    /// A ban, by index.
    Ban(usize),
    /// An exception to a ban, by the indices of both.
    BanException(usize, usize),
    /// The double step of pawns and similar pieces.
    DoubleStep,
    /// The capture en passant.
    EnPassant,
    /// The castling moves of a name, for all seats.
    Castling(String),
    /// The squares that must not be attacked when a player castles.
    CastlingSafety,
    /// A promotion rule, by index.
    Promotion(usize),
    /// A rule for promotions that are moves of their own, by index.
    PromotionMove(usize),
    /// A rule for drops, by index.
    Drop(usize),
    /// The limit of a rule for drops on equal pieces on a file, by index.
    DropFileLimit(usize),
    /// The limit of a rule for drops on equal pieces on squares of one color, by index.
    DropColorLimit(usize),
    /// The pieces that must be next to the square of a drop, by index.
    DropBeside(usize),
    /// The rule that a drop must convert a piece, by index.
    DropConversion(usize),
    /// The duty to drop a piece, by index.
    ForcedDrop(usize),
    /// The rule that a drop may not give checkmate, by index.
    DropMate(usize),
    /// Pieces that enter with the moves of others.
    Gating,
    /// The squares where blockers may be placed, and how they reach them.
    Placement,
    /// A slide around the board and back to its start.
    FullCircle,
    /// The rule that a player who can capture must capture.
    ForcedCapture,
    /// The rule that some pieces capture without moving.
    CaptureWithoutMoving,
    /// The rule that captures destroy the pieces around them.
    Explosion,
    /// The rule that moves convert pieces near the square where they end.
    Conversion,
    /// The immunity of an eliminated player's pieces.
    Immunity,
    /// The rule that a king cannot be captured.
    KingsNotCaptured,
    /// The rule that players keep their own king safe.
    OwnKingSafe,
    /// The rule that only the next player's attacks give check.
    NextPlayerChecks,
    /// The rule that pinned pieces give no check.
    PinnedGiveNoCheck,
    /// The rule that a piece gives no check if a ban forbids it to capture the king.
    BannedGiveNoCheck,
    /// The rule that the army of a captured king still attacks when the own king must be safe.
    CapturedArmyAttacks,
}

impl Rule {
    /// Returns the rules of a rulebook, in the order of the reference.
    pub fn all(book: &Rulebook) -> Vec<Self> {
        let mut all = Vec::new();
        for (index, barrier) in book.barriers.iter().enumerate() {
            all.push(Self::Barrier(index));
            let can_open = barrier.starts_open || !barrier.opens.is_empty();
            all.extend((can_open && barrier.open != barrier.closed).then_some(Self::BarrierOpening(index)));
            all.extend((!barrier.unless.is_empty()).then_some(Self::BarrierExceptions(index)));
        }
        for (index, ban) in book.bans.iter().enumerate() {
            all.push(Self::Ban(index));
            all.extend((0..ban.unless.len()).map(|it| Self::BanException(index, it)));
        }
        all.extend(book.double_step.is_some().then_some(Self::DoubleStep));
        all.extend(book.en_passant.is_some().then_some(Self::EnPassant));
        for castling in &book.castlings {
            let rule = Self::Castling(castling.name.clone());
            if !all.contains(&rule) {
                all.push(rule);
            }
        }
        let is_guarded = book.castlings.iter().any(|it| !it.safe.is_empty() || it.safe_start);
        all.extend(is_guarded.then_some(Self::CastlingSafety));
        all.extend((0..book.promotions.len()).map(Self::Promotion));
        all.extend((0..book.promotion_moves.len()).map(Self::PromotionMove));
        for (index, drop) in book.drops.iter().enumerate() {
            all.push(Self::Drop(index));
            all.extend(drop.most_on_file.is_some().then_some(Self::DropFileLimit(index)));
            all.extend(drop.most_on_color.is_some().then_some(Self::DropColorLimit(index)));
            all.extend(drop.beside.is_some().then_some(Self::DropBeside(index)));
            all.extend(drop.must_convert.then_some(Self::DropConversion(index)));
            all.extend(drop.forced.then_some(Self::ForcedDrop(index)));
            all.extend((drop.mate != policy::DropMate::Allowed).then_some(Self::DropMate(index)));
        }
        all.extend(book.gating.as_ref().map(|_| Self::Gating));
        let limits = book.blocker.as_ref().filter(|it| it.on.is_some() || it.reach != policy::PlacementReach::Anywhere);
        all.extend(limits.map(|_| Self::Placement));
        all.extend(book.full_circle.then_some(Self::FullCircle));
        all.extend((book.forced_capture != policy::ForcedCapture::No).then_some(Self::ForcedCapture));
        all.extend((book.capture_without_moving != 0).then_some(Self::CaptureWithoutMoving));
        all.extend(book.explosion.as_ref().map(|_| Self::Explosion));
        all.extend(book.conversion.as_ref().map(|_| Self::Conversion));
        all.extend((book.army == policy::Army::Immune).then_some(Self::Immunity));
        if book.check.attackers != policy::Attackers::Nobody {
            let check = &book.check;
            let rules = [
                (check.kings == policy::Kings::NeverCaptured, Self::KingsNotCaptured),
                (check.own_king == policy::OwnKing::KeptSafe, Self::OwnKingSafe),
                (check.attackers == policy::Attackers::NextOnly, Self::NextPlayerChecks),
                (check.pinned == policy::Pinned::DoNotAttack, Self::PinnedGiveNoCheck),
                (check.barred == policy::Barred::DoNotAttack, Self::BannedGiveNoCheck),
                (check.judged == policy::Judged::BeforeEliminations, Self::CapturedArmyAttacks),
            ];
            all.extend(rules.into_iter().filter(|it| it.0).map(|it| it.1));
        }
        all
    }

    /// Returns the header or the key of the rule in a file, such as `ban.shield`.
    pub fn name(&self, book: &Rulebook) -> String {
        let named = |header: &str, name: &str| match name.is_empty() {
            true => header.to_owned(),
            false => format!("{header}.{name}"),
        };
        match self {
            Self::Barrier(it) => named("barrier", &book.barriers[*it].name),
            Self::BarrierOpening(it) => format!("barrier.{}.open", book.barriers[*it].name),
            Self::BarrierExceptions(it) => format!("barrier.{}.unless", book.barriers[*it].name),
            Self::Ban(it) => named("ban", &book.bans[*it].name),
            Self::BanException(ban, it) => {
                format!("ban.{}.unless.{}", book.bans[*ban].name, book.bans[*ban].unless[*it].0)
            }
            Self::DoubleStep => "double-step".to_owned(),
            Self::EnPassant => "en-passant".to_owned(),
            Self::Castling(name) => named("castling", name),
            Self::CastlingSafety => "castling-rules.safe".to_owned(),
            Self::Promotion(it) => named("promotion", &book.promotions[*it].name),
            Self::PromotionMove(it) => named("promotion-move", &book.promotion_moves[*it].name),
            Self::Drop(it) => named("drop", &book.drops[*it].name),
            Self::DropFileLimit(it) => format!("{}.most-on-file", Self::Drop(*it).name(book)),
            Self::DropColorLimit(it) => format!("{}.most-on-color", Self::Drop(*it).name(book)),
            Self::DropBeside(it) => format!("{}.beside", Self::Drop(*it).name(book)),
            Self::DropConversion(it) => format!("{}.conversion", Self::Drop(*it).name(book)),
            Self::ForcedDrop(it) => format!("{}.forced", Self::Drop(*it).name(book)),
            Self::DropMate(it) => format!("{}.mate", Self::Drop(*it).name(book)),
            Self::Gating => "gating".to_owned(),
            Self::Placement => "blocker".to_owned(),
            Self::FullCircle => "full-circle".to_owned(),
            Self::ForcedCapture => "capture.forced".to_owned(),
            Self::CaptureWithoutMoving => "capture.without-moving".to_owned(),
            Self::Explosion => "explosion".to_owned(),
            Self::Conversion => "conversion".to_owned(),
            Self::Immunity => "elimination.army".to_owned(),
            Self::KingsNotCaptured => "check.kings".to_owned(),
            Self::OwnKingSafe => "check.own-king".to_owned(),
            Self::NextPlayerChecks => "check.attackers".to_owned(),
            Self::PinnedGiveNoCheck => "check.pinned".to_owned(),
            Self::BannedGiveNoCheck => "check.banned".to_owned(),
            Self::CapturedArmyAttacks => "check.judged".to_owned(),
        }
    }

    /// Returns what to call the rule in a table.
    pub fn label(&self, book: &Rulebook) -> String {
        let with_name = |text: &str, name: &str| match name.is_empty() {
            true => text.to_owned(),
            false => format!("{text} ({})", name.replace('-', " ")),
        };
        match self {
            Self::Barrier(it) => format!("barrier: {}", book.barriers[*it].label),
            Self::BarrierOpening(it) => format!("opening of the barrier: {}", book.barriers[*it].label),
            Self::BarrierExceptions(it) => format!("exceptions to the barrier: {}", book.barriers[*it].label),
            Self::Ban(it) => format!("ban: {}", book.bans[*it].label),
            Self::BanException(ban, it) => {
                let exception = book.bans[*ban].exception_labels.get(*it).unwrap_or(&book.bans[*ban].unless[*it].0);
                format!("exception to the ban: {}, unless {exception}", book.bans[*ban].label)
            }
            Self::DoubleStep => "double step".to_owned(),
            Self::EnPassant => "en passant".to_owned(),
            Self::Castling(name) => with_name("castling", name),
            Self::CastlingSafety => "castling only over squares that are not attacked".to_owned(),
            Self::Promotion(it) => {
                let rule = &book.promotions[*it];
                let is_from_pool = matches!(rule.choice, PromotionChoice::FromPool { .. });
                with_name(if is_from_pool { "promotion from the pool" } else { "promotion" }, &rule.name)
            }
            Self::PromotionMove(it) => with_name("promotion as a move", &book.promotion_moves[*it].name),
            Self::Drop(it) => with_name("drops", &book.drops[*it].name),
            Self::DropFileLimit(_) => "limit on dropped pieces of a kind on a file".to_owned(),
            Self::DropColorLimit(_) => "limit on dropped pieces of a kind on a color".to_owned(),
            Self::DropBeside(_) => "drops only next to certain pieces".to_owned(),
            Self::DropConversion(_) => "a drop must convert a piece".to_owned(),
            Self::ForcedDrop(_) => "players who can drop must drop".to_owned(),
            Self::DropMate(_) => "a drop may not give checkmate".to_owned(),
            Self::Gating => "pieces enter with the moves of others".to_owned(),
            Self::Placement => "blockers cannot be placed everywhere".to_owned(),
            Self::FullCircle => "slide around a full circle".to_owned(),
            Self::ForcedCapture => "players who can capture must capture".to_owned(),
            Self::CaptureWithoutMoving => "pieces capture without moving".to_owned(),
            Self::Explosion => "captures destroy the pieces around them".to_owned(),
            Self::Conversion => "moves convert pieces".to_owned(),
            Self::Immunity => "immunity of eliminated armies".to_owned(),
            Self::KingsNotCaptured => "kings cannot be captured".to_owned(),
            Self::OwnKingSafe => "players keep their own king safe".to_owned(),
            Self::NextPlayerChecks => "only the next player gives check".to_owned(),
            Self::PinnedGiveNoCheck => "pinned pieces give no check".to_owned(),
            Self::BannedGiveNoCheck => "pieces give no check if a ban forbids the capture".to_owned(),
            Self::CapturedArmyAttacks => "the army of a captured king still attacks".to_owned(),
        }
    }

    /// Returns why the rule cannot be removed alone; `None` if it can.
    pub fn obstacle(&self, book: &Rulebook) -> Option<&'static str> {
        match self {
            Self::KingsNotCaptured => {
                let mut tests = book.outcomes.iter().map(|it| &it.when);
                let is_covered = tests.any(|it| it.king_captured.is_some());
                (!is_covered).then_some("no outcome says what happens when a king is captured")
            }
            Self::OwnKingSafe => {
                let is_safe = book.check.kings == policy::Kings::NeverCaptured;
                is_safe.then_some("kings cannot be captured, so a check would be no danger")
            }
            Self::Conversion => {
                let needs = book.drops.iter().any(|it| it.must_convert);
                needs.then_some("a drop must convert a piece")
            }
            _ => None,
        }
    }

    /// Removes the rule from a rulebook.
    pub fn lift(&self, book: &mut Rulebook) {
        // No piece matches this test.
        let nobody = || PieceTest { kind: Some(0), ..PieceTest::default() };
        let never = |tests: &mut BanTests| {
            tests.mv = Some(MoveTest { piece: Some(nobody()), ..MoveTest::default() });
        };
        match self {
            Self::Barrier(it) => (book.barriers[*it].closed, book.barriers[*it].open) = (ALL, ALL),
            Self::BarrierOpening(it) => book.barriers[*it].open = book.barriers[*it].closed,
            Self::BarrierExceptions(it) => book.barriers[*it].unless.fill(nobody()),
            Self::Ban(it) => never(&mut book.bans[*it].forbids),
            Self::BanException(ban, it) => never(&mut book.bans[*ban].unless[*it].1),
            // A test without conditions holds for every piece.
            Self::DoubleStep => book.double_step.iter_mut().for_each(|it| it.unless.push(PieceTest::default())),
            Self::EnPassant => book.en_passant.iter_mut().for_each(|it| it.pieces = 0),
            // Castling needs a right, so a position without the right is enough.
            Self::Castling(_) => {}
            Self::CastlingSafety => {
                for it in &mut book.castlings {
                    it.safe.clear();
                    it.safe_start = false;
                }
            }
            Self::Promotion(it) => book.promotions[*it].pieces = 0,
            Self::PromotionMove(it) => book.promotion_moves[*it].pieces = 0,
            Self::Drop(it) => {
                book.drops[*it].pieces = 0;
                book.drops[*it].becomes.clear();
            }
            Self::DropFileLimit(it) => book.drops[*it].most_on_file = None,
            Self::DropColorLimit(it) => book.drops[*it].most_on_color = None,
            Self::DropBeside(it) => book.drops[*it].beside = None,
            Self::DropConversion(it) => book.drops[*it].must_convert = false,
            Self::ForcedDrop(it) => book.drops[*it].forced = false,
            Self::DropMate(it) => book.drops[*it].mate = policy::DropMate::Allowed,
            // The rule remains, because pieces have a mark that says whether they have moved.
            Self::Gating => book.gating.iter_mut().for_each(|it| it.pieces = 0),
            Self::Placement => {
                if let Some(it) = &mut book.blocker {
                    (it.on, it.reach) = (None, policy::PlacementReach::Anywhere);
                }
            }
            Self::FullCircle => book.full_circle = false,
            Self::ForcedCapture => book.forced_capture = policy::ForcedCapture::No,
            Self::CaptureWithoutMoving => book.capture_without_moving = 0,
            Self::Explosion => book.explosion = None,
            // The rule remains, because pieces that others may own have more types.
            Self::Conversion => book.conversion.iter_mut().for_each(|it| it.by = 0),
            Self::Immunity => book.army = policy::Army::Inert,
            Self::KingsNotCaptured => book.check.kings = policy::Kings::MayBeCaptured,
            Self::OwnKingSafe => book.check.own_king = policy::OwnKing::MayBeLeft,
            Self::NextPlayerChecks => book.check.attackers = policy::Attackers::LivingOpponents,
            Self::PinnedGiveNoCheck => book.check.pinned = policy::Pinned::Attack,
            Self::BannedGiveNoCheck => book.check.barred = policy::Barred::Attack,
            Self::CapturedArmyAttacks => book.check.judged = policy::Judged::AfterEliminations,
        }
    }

    /// Returns the castling rights that the rule gives, one bit for each castling move.
    pub fn rights(&self, book: &Rulebook) -> u64 {
        let Self::Castling(name) = self else { return 0 };
        let own = book.castlings.iter().enumerate().filter(|it| it.1.name == *name);
        own.fold(0, |set, it| set | 1 << it.0)
    }
}
