//! Bars, check, elimination, outcomes, claims and points: what forbids a move, how a
//! player goes out, how the game ends and what it scores. And the typed tests.
//!
//! What the author wrote, with places; whether a name resolves is not known here.

use super::table::tables;
use super::value::{Either, Name, Text, words};
use crate::diagnostic::Spanned;

words! {
    /// A player, or a set of players, seen from the move in question.
    pub enum Who {
        /// Whose turn it is: about to move (turn-start), moving (a bar), has just moved (after-move).
        Mover = "mover",
        /// The living player after the mover.
        Next = "next",
        /// The living player before the mover.
        Previous = "previous",
        /// Who owns the man taken, whom a test binds, or who is judged.
        Victim = "victim",
        /// Who is neither the mater (or the winner, or the mover) nor the victim.
        Third = "third",
        /// Who gave the mate.
        Mater = "mater",
        /// Who owns the man in question.
        Owner = "owner",
        /// Whom a claim names.
        Winner = "winner",
        /// Everyone but the subject, also those who are out.
        Others = "others",
        /// Everyone living but the subject.
        Opponents = "opponents",
        /// Everyone living.
        Living = "living",
        /// Everyone who is out.
        Dead = "dead",
        /// Everyone.
        All = "all",
    }
    /// How many of a set.
    pub enum Quantity {
        /// At least one; the first of them in turn order becomes the victim.
        Some = "some",
        /// Each of them.
        Every = "every",
    }
    /// With which man.
    pub enum With {
        /// With any.
        AnyMan = "any-man",
        /// With the man that has just moved.
        MovedMan = "moved-man",
    }
    /// What counts as taking a king.
    pub enum Takes {
        /// An open line is enough: a pinned man counts.
        AlongLines = "along-lines",
        /// The capture must leave the taker's own king safe.
        ByLegalMove = "by-legal-move",
    }
    /// Whether the king in question is attacked.
    pub enum CheckState {
        /// He is.
        In = "in",
        /// He is not.
        Out = "out",
        /// It does not matter.
        Either = "either",
    }
    /// What is added up, by value.
    pub enum MaterialCount {
        /// What the seat has lost: its men in the pool. More is worse.
        Pool = "pool",
        /// All that was ever taken from the seat. More is worse.
        GrossLosses = "gross-losses",
        /// What stands on the board. Less is worse.
        OnBoard = "on-board",
    }
    /// A mate that cannot be.
    pub enum Impossible {
        /// By the material left, no player can be mated any more: bare kings, and the endings of `[dead-position]`.
        Impossible = "impossible",
    }
    /// The state of a man's army.
    pub enum ArmyState {
        /// Its owner plays.
        Living = "living",
        /// Its owner is out; it may be taken.
        Inert = "inert",
        /// Its owner is out; it may not be taken.
        Immune = "immune",
    }
    /// Instead of a zone: what the links say of the man standing there.
    pub enum PlaceLinks {
        /// None of its quiet steps leads anywhere.
        NoStepForward = "no-step-forward",
        /// Neither a step nor a capture leads anywhere.
        NoMove = "no-move",
    }
    /// Whose attacks count against a king.
    pub enum Attackers {
        /// Those of every living opponent.
        LivingOpponents = "living-opponents",
        /// Those of the player who moves next.
        NextOnly = "next-only",
        /// Nobody's: there is no check, and no player needs a king.
        Nobody = "nobody",
    }
    /// The mover's own king after his move.
    pub enum OwnKing {
        /// He must not be attacked.
        KeptSafe = "kept-safe",
        /// He may be left attacked.
        MayBeLeft = "may-be-left",
    }
    /// Whether a king may be taken.
    pub enum Kings {
        /// Never: a move onto a living king is no move.
        NeverTaken = "never-taken",
        /// By whoever is to move and attacks him.
        MayBeTaken = "may-be-taken",
    }
    /// Whether a man that shields its own king attacks another.
    pub enum Pinned {
        /// It does.
        Attack = "attack",
        /// It does not, where taking would leave its own king attacked.
        DoNotAttack = "do-not-attack",
    }
    /// Whether a man attacks a king whom a bar protects from capture.
    pub enum Barred {
        /// It does: bars disarm no attack.
        Attack = "attack",
        /// It does not, where a bar would forbid the capture (its exceptions aside).
        DoNotAttack = "do-not-attack",
    }
    /// When the mover's own safety is judged, where his move takes a king.
    pub enum Judged {
        /// After the army whose king was taken has ceased to attack.
        AfterEliminations = "after-eliminations",
        /// Before: its attacks still count.
        BeforeEliminations = "before-eliminations",
    }
    /// Whether one player's men mate alone: what of the others' men meanwhile.
    pub enum Alone {
        /// They stand and block; only their attacks are left out.
        MenStand = "men-stand",
        /// They are thought away.
        MenGone = "men-gone",
    }
    /// Whether a move that a bar forbids is an escape from a mate.
    pub enum Escapes {
        /// It is none.
        BarsHold = "bars-hold",
        /// It is one: whoever needs the bar does not mate alone.
        BarsLifted = "bars-lifted",
    }
    /// What becomes of an eliminated player's men.
    pub enum Army {
        /// They stand and block, attack nothing, and may be taken.
        Inert = "inert",
        /// They stand for good and may not be taken.
        Immune = "immune",
        /// They are taken off.
        Removed = "removed",
    }
    /// What becomes of an eliminated player's king.
    pub enum King {
        /// He stands like any other man.
        Stays = "stays",
        /// He is taken off.
        Removed = "removed",
    }
    /// Who is the mater.
    pub enum Mater {
        /// The one opponent who mates alone (`mates-alone`).
        SoleSufficient = "sole-sufficient",
        /// Of those who attack the king now, the first in turn order after the victim.
        FirstToTake = "first-to-take",
        /// Whoever moved last.
        LastMover = "last-mover",
        /// Whose turn it is.
        Mover = "mover",
    }
    /// What follows.
    pub enum Then {
        /// The game ends.
        End = "end",
        /// The victim goes out.
        Eliminate = "eliminate",
        /// The turn passes.
        Pass = "pass",
    }
    /// What resets the counter of quiet moves.
    pub enum Resets {
        /// A capture.
        Capture = "capture",
        /// A move of a pawn.
        PawnMove = "pawn-move",
        /// An elimination.
        Elimination = "elimination",
    }
    /// What a claimant names.
    pub enum ClaimNames {
        /// Another player, who is to win.
        Winner = "winner",
    }
    /// Who must agree to a claim.
    pub enum Consent {
        /// No one.
        Nobody = "nobody",
        /// The one who is neither claimant nor named.
        Third = "third",
        /// Every other living player.
        AllOthers = "all-others",
    }
    /// When a claim may be made; it uses no turn.
    pub enum Asked {
        /// At any time.
        AnyTime = "any-time",
        /// At one's own turn.
        OwnTurn = "own-turn",
    }
    /// What follows a refusal.
    pub enum Refused {
        /// The game goes on.
        PlayOn = "play-on",
    }
    /// What follows a claim that is granted.
    pub enum ClaimThen {
        /// The game ends.
        End = "end",
        /// The claimant goes out.
        Eliminate = "eliminate",
    }
}

tables! {
    /// Where a man stands. Exactly one of `zone` and `links`.
    pub struct Place {
        /// A zone.
        opt zone: Name,
        /// Whose, where the zone is a seat's: a player, or a set (any of theirs). Seen from the man's owner: `owner` is he, `others` are the rest.
        opt of: Who,
        /// What the links say of the man standing there.
        opt links: PlaceLinks,
    }
    /// A test of a man. Keys are joined by and.
    pub struct ManTest {
        /// One of these kinds.
        opt kind: Vec<Spanned<Name>>,
        /// It carries this tag.
        opt tag: Name,
        /// It stands there (a man taken: where it was taken).
        opt at: Place,
        /// The state of its army.
        opt state: ArmyState,
    }
    /// A test of a move. Keys are joined by and.
    pub struct MoveTest {
        /// The man that moves, before the move.
        opt man: ManTest,
        /// The man taken; `{}` is any.
        opt captures: ManTest,
        /// A line that its path crosses.
        opt crosses: Name,
        /// Where it ends.
        opt to: Place,
    }
    /// Kings are attacked.
    pub struct AttackTest {
        /// By whose men.
        req by: Who,
        /// Whose king.
        req on: Who,
        /// How many kings of a set.
        def how_many: Either<Quantity, i64> = "some",
        /// At least so many of the players of `by`, each with men of his own.
        def by_at_least: i64 = 1,
        /// With which man.
        def with: With = "any-man",
        /// What counts as taking.
        def takes: Takes = "along-lines",
    }
    /// No legal move.
    pub struct StuckTest {
        /// Who, judged as if to move; a set binds the victim: the first of them in turn order who is stuck.
        req who: Who,
        /// Whether his king is attacked.
        req check: CheckState,
        /// How many of a set.
        def how_many: Either<Quantity, i64> = "some",
    }
    /// A balance of material.
    pub struct MaterialTest {
        /// Whose.
        req of: Who,
        /// Compared with.
        req than: Who,
        /// What is added up.
        req count: MaterialCount,
        /// By how much he is behind, at least.
        req behind_by: i64,
    }
    /// A test of a position. Keys are joined by and.
    pub struct PositionTest {
        /// Kings are attacked.
        opt attack: AttackTest,
        /// No legal move.
        opt stuck: StuckTest,
        /// How many opponents mate the mover, each alone (`[mate]`).
        opt mates_alone: i64,
        /// The move took this player's king, who becomes the victim.
        opt king_taken: Who,
        /// The move took such a man.
        opt taken: ManTest,
        /// The man that moved is such a man, after the move.
        opt moved: ManTest,
        /// How many players live.
        opt living: i64,
        /// How often this position has stood: the same men, mover, living players and rights.
        opt repeated: i64,
        /// So many rounds without what resets the counter; a round is one turn of each living player.
        opt quiet_rounds: i64,
        /// A balance of material.
        opt material: MaterialTest,
        /// A mate that cannot be.
        opt mate: Impossible,
        /// The mover's royal man stands there.
        opt king_in: Place,
    }
    /// Forbids the moves that it describes: `[bar.NAME]`. All its tests must hold; exceptions under `[bar.NAME.unless.WHY]`.
    pub struct Bar {
        /// Of the move.
        opt r#move: MoveTest,
        /// Of the position as it stands.
        opt before: PositionTest,
        /// Of the position as it would stand.
        opt after: PositionTest,
        /// What to call it in sentences; absent: its name, hyphens as spaces.
        opt label: Text,
        /// The source that it rests on.
        opt source: Name,
    }
    /// Check: `[check]`.
    pub struct Check {
        /// Whose attacks count.
        req attackers: Attackers,
        /// After a move, the mover's own king.
        req own_king: OwnKing,
        /// Whether a king may be taken.
        req kings: Kings,
        /// Whether a pinned man attacks a king.
        def pinned: Pinned = "attack",
        /// Whether a man attacks a king whom a bar protects.
        def barred: Barred = "attack",
        /// When own safety is judged.
        def judged: Judged = "after-eliminations",
        /// The source that it rests on.
        opt source: Name,
    }
    /// Mating alone, for `mates-alone`: `[mate]`.
    pub struct MateTable {
        /// What of the others' men.
        req alone: Alone,
        /// Whether a barred move is an escape.
        req escapes: Escapes,
    }
    /// An eliminated player: `[elimination]`.
    pub struct Elimination {
        /// His army.
        req army: Army,
        /// His king.
        req king: King,
        /// The source that it rests on.
        opt source: Name,
    }
    /// When outcomes are looked at, and in which order: `[settle]`.
    pub struct Settle {
        /// After each move, before the turn passes; again until nothing changes.
        def after_move: Vec<Spanned<Name>> = [],
        /// As a turn begins; an elimination passes the turn and starts again.
        def turn_start: Vec<Spanned<Name>> = [],
        /// When the mover claims it.
        def on_claim: Vec<Spanned<Name>> = [],
    }
    /// Something that ends the game or puts a player out: `[outcome.NAME]`; exceptions under `[outcome.NAME.unless.WHY]`.
    pub struct Outcome {
        /// When.
        req when: PositionTest,
        /// Who is the mater.
        opt mater: Mater,
        /// What happens when the outcome occurs.
        req then: Then,
        /// What to call it in sentences; absent: its name, hyphens as spaces.
        opt label: Text,
        /// How a game that it ends is reported, without a period. `{mover}`, `{victim}`, `{mating-player}` and `{living}` stand for players; a part in brackets is dropped where its player is not known.
        opt sentence: Text,
        /// The source that it rests on.
        opt source: Name,
    }
    /// The counter of quiet moves: `[counter.quiet]`.
    pub struct Counter {
        /// What resets it.
        req resets: Vec<Spanned<Resets>>,
    }
    /// A request outside the moves: `[claim.NAME]`.
    pub struct Claim {
        /// What the claimant names.
        opt names: ClaimNames,
        /// Who must agree.
        req consent: Consent,
        /// When it may be made.
        def asked: Asked = "any-time",
        /// What follows a refusal.
        def refused: Refused = "play-on",
        /// What follows when it is granted.
        req then: ClaimThen,
        /// What to call it in sentences; absent: its name, hyphens as spaces.
        opt label: Text,
        /// The source that it rests on.
        opt source: Name,
    }
    /// What points are called: `[score-titles]`.
    pub struct ScoreTitles {
        /// The titles of 0, 1, 2, ... points.
        req titles: Vec<Spanned<Text>>,
    }
    /// Endings without a mate, besides bare kings: `[dead-position]`. They hold for two living players and no other men on the board.
    pub struct DeadPosition {
        /// Kinds of which a single one cannot mate.
        def minor: Vec<Spanned<Name>> = [],
        /// Kinds of which any number cannot mate while all stand on one colour.
        def coloured: Vec<Spanned<Name>> = [],
    }
}
