//! Tables for forbidden moves and the end of the game: `[ban]`, `[check]`, `[outcome]`, `[score]`.
//!
//! Contains one struct per table ([`Ban`], [`Check`], [`Elimination`], [`Settle`], [`Outcome`],
//! [`Claim`] and others), the typed tests ([`MoveTest`], [`PositionTest`] and others) and one enum per
//! closed list of words. Input: entries of a file. Output: typed values with their spans. The doc
//! comments here are the text of the reference and the schema. Does not know whether a name resolves.

use super::table::tables;
use super::value::{Either, Name, Text, words};
use crate::diagnostic::Spanned;

words! {
    /// A player or a set of players, relative to the move in question.
    pub enum Who {
        /// The player to move (in `turn-start`), the player making the move (in a ban), or the player who has just moved (in `after-move`).
        Mover = "mover",
        /// The player in the game who follows the mover in turn order.
        Next = "next",
        /// The player in the game who precedes the mover in turn order.
        Previous = "previous",
        /// The owner of the captured piece, the player whom a test finds, or the player being judged.
        Victim = "victim",
        /// The player who is neither the victim nor the mating player (or, without a mating player, the named winner or the mover).
        Third = "third",
        /// The player who gave checkmate, as the key `mating-player` of the outcome determines.
        MatingPlayer = "mating-player",
        /// The owner of the piece in question.
        Owner = "owner",
        /// The player whom a claim names as the winner.
        Winner = "winner",
        /// All players except the one in question, eliminated players included.
        Others = "others",
        /// All players still in the game except the one in question.
        Opponents = "opponents",
        /// All players still in the game.
        Living = "living",
        /// All eliminated players.
        Eliminated = "eliminated",
        /// All players, eliminated ones included.
        All = "all",
    }
    /// How many members of a set must meet a test.
    pub enum Quantity {
        /// At least one. The first of them in turn order becomes the victim.
        Some = "some",
        /// All of them.
        Every = "every",
    }
    /// Which pieces must be making the attack.
    pub enum With {
        /// Any piece of the players in question.
        AnyPiece = "any-piece",
        /// The piece that has just moved.
        MovedPiece = "moved-piece",
    }
    /// What counts as an attack on a king.
    pub enum Takes {
        /// Every line of attack, even that of a pinned piece.
        AlongLines = "along-lines",
        /// Only an attack by a piece that could capture the king without exposing its own king.
        ByLegalMove = "by-legal-move",
    }
    /// Whether the player in question must be in check.
    pub enum CheckState {
        /// The player is in check.
        In = "in",
        /// The player is not in check.
        Out = "out",
        /// It makes no difference.
        Either = "either",
    }
    /// Which pieces' values are added up.
    pub enum MaterialCount {
        /// The player's own captured pieces in the pool. A higher total is worse.
        Pool = "pool",
        /// All pieces that were ever captured from the player, even if they came back. A higher total is worse.
        GrossLosses = "gross-losses",
        /// The player's pieces on the board. A lower total is worse.
        OnBoard = "on-board",
    }
    /// Whether checkmate is still possible.
    pub enum Impossible {
        /// With the material left, no player can be checkmated any more: only kings remain, or one of the endings in `[dead-position]`.
        Impossible = "impossible",
    }
    /// The state of the army to which a piece belongs.
    pub enum ArmyState {
        /// Its owner is still in the game.
        Living = "living",
        /// Its owner is eliminated, and the piece can be captured.
        Inert = "inert",
        /// Its owner is eliminated, and the piece cannot be captured.
        Immune = "immune",
    }
    /// A condition on the moves of the piece from its square, apart from check and other pieces.
    pub enum PlaceLinks {
        /// No move without capture leads to any square: a pawn has reached the end of the board.
        NoStepForward = "no-step-forward",
        /// No move at all leads to any square, with or without capture.
        NoMove = "no-move",
    }
    /// The attacks that give check.
    pub enum Attackers {
        /// The attacks of every opponent still in the game.
        LivingOpponents = "living-opponents",
        /// Only the attacks of the player who moves next.
        NextOnly = "next-only",
        /// No attacks: there is no check, and no player needs a king.
        Nobody = "nobody",
    }
    /// Whether a player may leave their own king in check.
    pub enum OwnKing {
        /// No. Such a move is not legal.
        KeptSafe = "kept-safe",
        /// Yes, a player may.
        MayBeLeft = "may-be-left",
    }
    /// Whether a king can be captured.
    pub enum Kings {
        /// No, as long as its owner is in the game.
        NeverCaptured = "never-captured",
        /// Yes, by the player to move if one of their pieces attacks it. An outcome with `king-captured` must say what follows.
        MayBeCaptured = "may-be-captured",
    }
    /// Whether a pinned piece gives check to another king.
    pub enum Pinned {
        /// It gives check.
        Attack = "attack",
        /// It does not give check if capturing would leave its own king attacked.
        DoNotAttack = "do-not-attack",
    }
    /// Whether a piece gives check if a ban forbids it to capture the king.
    pub enum Barred {
        /// It gives check: bans do not affect attacks.
        Attack = "attack",
        /// It does not give check. Exceptions to the ban are ignored here.
        DoNotAttack = "do-not-attack",
    }
    /// When the player's own king must be safe after a move that captures another king.
    pub enum Judged {
        /// After the army of the captured king has ceased to attack.
        AfterEliminations = "after-eliminations",
        /// Before that: the army of the captured king still counts as attacking.
        BeforeEliminations = "before-eliminations",
    }
    /// How other opponents' pieces count when the framework tests whether one player mates alone.
    pub enum Alone {
        /// They stay on the board and block squares, but their attacks are ignored.
        PiecesRemain = "pieces-remain",
        /// They are ignored completely, as if they were not on the board.
        PiecesRemoved = "pieces-removed",
    }
    /// Whether a move that a ban forbids can save a player from checkmate.
    pub enum Escapes {
        /// No. A forbidden move is never an escape.
        BansHold = "bans-hold",
        /// Yes. A player whose mate depends on a ban does not mate alone.
        BansLifted = "bans-lifted",
    }
    /// What happens to the pieces of an eliminated player.
    pub enum Army {
        /// They stay on the board and block squares. They cannot move or give check, and they can be captured.
        Inert = "inert",
        /// They stay on the board for the rest of the game. They cannot move, give check or be captured.
        Immune = "immune",
        /// They are removed from the board.
        Removed = "removed",
    }
    /// What happens to the king of an eliminated player.
    pub enum King {
        /// It is treated like the player's other pieces.
        Stays = "stays",
        /// It is removed from the board.
        Removed = "removed",
    }
    /// How the mating player is determined, for `[score]` and sentences.
    pub enum MatingPlayer {
        /// The only opponent whose pieces alone give the mate. Needs `mates-alone = 1` in `when`.
        SoleSufficient = "sole-sufficient",
        /// Of the opponents whose pieces attack the king, the first in turn order after the victim.
        FirstToCapture = "first-to-capture",
        /// The player who moved last.
        LastMover = "last-mover",
        /// The player to move.
        Mover = "mover",
    }
    /// What an outcome does.
    pub enum Then {
        /// The game ends.
        End = "end",
        /// The victim is eliminated. `[elimination]` says what happens to their pieces.
        Eliminate = "eliminate",
        /// The turn passes to the next player.
        Pass = "pass",
    }
    /// The events that reset the counter of moves without progress.
    pub enum Resets {
        /// A capture of any piece.
        Capture = "capture",
        /// A move by a piece with `role = "pawn"`.
        PawnMove = "pawn-move",
        /// The elimination of a player.
        Elimination = "elimination",
    }
    /// The player whom the claiming player must name.
    pub enum ClaimNames {
        /// Another player, who is to win.
        Winner = "winner",
    }
    /// The players who must agree to a claim.
    pub enum Consent {
        /// No consent is needed.
        Nobody = "nobody",
        /// The player who is neither the claiming nor the named player.
        Third = "third",
        /// Every other player still in the game.
        AllOthers = "all-others",
    }
    /// When a claim can be made. A claim does not use up a turn.
    pub enum ClaimTiming {
        /// At any time.
        AnyTime = "any-time",
        /// On the player's own turn.
        OwnTurn = "own-turn",
    }
    /// What happens if a claim is refused.
    pub enum IfRefused {
        /// The game continues.
        PlayOn = "play-on",
    }
    /// What happens if a claim is granted.
    pub enum ClaimThen {
        /// The game ends.
        End = "end",
        /// The claiming player is eliminated.
        Eliminate = "eliminate",
    }
}

tables! {
    /// A condition on the square of a piece. Write exactly one of `zone` and `links`. Examples: `{ zone = "last-rank", of = "owner" }`, `{ links = "no-step-forward" }`.
    pub struct PlaceTest {
        /// The zone that contains the square.
        opt zone: Name,
        /// The owner of the zone, if each seat has one. A set of players means the zone of any of them. `owner` is the owner of the piece, `others` are all other players.
        opt of: Who,
        /// A condition on the moves of the piece from that square.
        opt links: PlaceLinks,
    }
    /// A test of a piece. All keys that you write must hold; `{}` accepts every piece. Example: `{ kind = ["pawn"], at = { zone = "rim" } }`.
    pub struct PieceTest {
        /// The piece is of one of these kinds.
        opt kind: Vec<Spanned<Name>>,
        /// The piece carries this tag.
        opt tag: Name,
        /// The piece is here. For a captured piece: where it was captured.
        opt at: PlaceTest,
        /// The state of the army to which the piece belongs.
        opt state: ArmyState,
    }
    /// A test of a move. All keys that you write must hold. Example: `{ piece = { kind = ["pawn"] }, captures = {} }`, a capture by a pawn.
    pub struct MoveTest {
        /// A test of the moving piece, before the move.
        opt piece: PieceTest,
        /// A test of the captured piece; `{}` accepts any capture.
        opt captures: PieceTest,
        /// The path of the move crosses this line.
        opt crosses: Name,
        /// The square where the move ends.
        opt to: PlaceTest,
    }
    /// Kings are attacked. Example: `{ by = "next", on = "previous" }`.
    pub struct AttackTest {
        /// The players whose pieces attack.
        req by: Who,
        /// The players whose kings are attacked.
        req on: Who,
        /// How many of the kings must be attacked, if `on` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
        /// The minimum number of players in `by` who attack a king at the same time.
        def by_at_least: i64 = 1,
        /// Which pieces must be making the attack.
        def with: With = "any-piece",
        /// What counts as an attack on a king.
        def captures: Takes = "along-lines",
    }
    /// A player has no legal move. With `check = "in"` this is checkmate, with `check = "out"` stalemate. Example: `{ who = "mover", check = "in" }`.
    pub struct StuckTest {
        /// The players who have no legal move, judged as if it were their turn. If this is a set, the first such player in turn order becomes the victim.
        req who: Who,
        /// Whether the player must be in check.
        req check: CheckState,
        /// How many of the players must be stuck, if `who` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
    }
    /// A comparison of material. Example: `{ of = "mover", than = "next", count = "on-board", behind-by = 5 }`.
    pub struct MaterialTest {
        /// The player who must be behind.
        req of: Who,
        /// The player with whom they are compared.
        req than: Who,
        /// Which pieces' values are added up.
        req count: MaterialCount,
        /// How far behind the player must be, at least. A negative number also accepts a lead of up to that size.
        req behind_by: i64,
    }
    /// A test of a position. All keys that you write must hold. Example: `{ stuck = { who = "mover", check = "in" }, living = 2 }`.
    pub struct PositionTest {
        /// Kings are attacked.
        opt attack: AttackTest,
        /// A player has no legal move.
        opt stuck: StuckTest,
        /// How many opponents mate the mover, each without help from the others. `[mate]` says how this is judged.
        opt mates_alone: i64,
        /// The move captured the king of this player, who becomes the victim.
        opt king_captured: Who,
        /// The move captured a piece that passes this test. Its owner becomes the victim.
        opt captured: PieceTest,
        /// The piece that moved passes this test after the move.
        opt moved: PieceTest,
        /// Exactly this many players are still in the game.
        opt living: i64,
        /// The position has occurred this many times: same pieces, player to move, remaining players and rights (castling, en passant and the like).
        opt repeated: i64,
        /// This many rounds have passed without a move that resets the counter in `[counter.halfmoves]`. A round is one turn of each player still in the game.
        opt halfmove_rounds: i64,
        /// A comparison of material.
        opt material: MaterialTest,
        /// Whether checkmate is still possible.
        opt mate: Impossible,
        /// The mover's king is here.
        opt king_in: PlaceTest,
    }
    /// A ban: forbids the moves that it describes: `[ban.NAME]`. A move is forbidden if all of the tests hold and no exception `[ban.NAME.unless.WHY]` applies.
    pub struct Ban {
        /// A test of the move.
        opt r#move: MoveTest,
        /// A test of the position before the move.
        opt before: PositionTest,
        /// A test of the position after the move.
        opt after: PositionTest,
        /// The name for sentences. If left out, the header's name with spaces for hyphens.
        opt label: Text,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// Rules about check: `[check]`.
    pub struct Check {
        /// The attacks that give check.
        req attackers: Attackers,
        /// Whether a player may leave their own king in check.
        req own_king: OwnKing,
        /// Whether a king can be captured.
        req kings: Kings,
        /// Whether a pinned piece gives check to another king.
        def pinned: Pinned = "attack",
        /// Whether a piece gives check if a ban forbids it to capture the king.
        def banned: Barred = "attack",
        /// When the player's own king must be safe after a move that captures another king.
        def judged: Judged = "after-eliminations",
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// How `mates-alone` is judged when several opponents attack a king: `[mate]`.
    pub struct MateTable {
        /// How other opponents' pieces count.
        req alone: Alone,
        /// Whether a move that a ban forbids can save the player.
        req escapes: Escapes,
    }
    /// What happens to the pieces of an eliminated player: `[elimination]`. Required if an outcome or a claim says `then = "eliminate"`.
    pub struct Elimination {
        /// What happens to the pieces.
        req army: Army,
        /// What happens to the king.
        req king: King,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// When each outcome is tested, and in which order: `[settle]`. An outcome that no list names never occurs. A child file's `[settle]` replaces its parent's, so list the inherited outcomes again.
    pub struct Settle {
        /// Outcomes tested after each move, before the turn passes. They are tested again until nothing changes.
        def after_move: Vec<Spanned<Name>> = [],
        /// Outcomes tested at the start of a turn. An elimination passes the turn, and the tests start again for the next player.
        def turn_start: Vec<Spanned<Name>> = [],
        /// Outcomes tested only when the player to move claims them.
        def on_claim: Vec<Spanned<Name>> = [],
    }
    /// An event that ends the game, eliminates a player or passes the turn: `[outcome.NAME]`. It occurs if its test holds at the moment set in `[settle]` and no exception `[outcome.NAME.unless.WHY]` applies.
    pub struct Outcome {
        /// The test that must hold.
        req when: PositionTest,
        /// How the mating player is determined.
        opt mating_player: MatingPlayer,
        /// What happens when the outcome occurs.
        req then: Then,
        /// The name for sentences. If left out, the header's name with spaces for hyphens.
        opt label: Text,
        /// The sentence that reports the end of the game, without a period. `{mover}`, `{victim}`, `{mating-player}` and `{living}` stand for players. A part in brackets is dropped if its player is not known.
        opt sentence: Text,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// The counter of moves without progress, used by `halfmove-rounds`: `[counter.halfmoves]`.
    pub struct Counter {
        /// The events that reset the counter.
        req resets: Vec<Spanned<Resets>>,
    }
    /// An offer or a claim that a player makes besides moving, such as a draw offer or resignation: `[claim.NAME]`.
    pub struct Claim {
        /// The player whom the claiming player must name. If left out, none.
        opt names: ClaimNames,
        /// The players who must agree to the claim.
        req consent: Consent,
        /// When the claim can be made.
        def timing: ClaimTiming = "any-time",
        /// What happens if the claim is refused.
        def if_refused: IfRefused = "play-on",
        /// What happens if the claim is granted.
        req then: ClaimThen,
        /// The name for sentences. If left out, the header's name with spaces for hyphens.
        opt label: Text,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// Titles for scores: `[score-titles]`.
    pub struct ScoreTitles {
        /// The titles for 0 points, 1 point, 2 points and so on.
        req titles: Vec<Spanned<Text>>,
    }
    /// Endings in which checkmate is impossible, besides bare kings: `[dead-position]`. They apply to two remaining players if no other pieces are on the board.
    pub struct DeadPosition {
        /// Kinds of which one piece alone cannot give checkmate, for example `["bishop", "knight"]`.
        def minor: Vec<Spanned<Name>> = [],
        /// Kinds of which any number cannot give checkmate if all of them are on squares of one color, for example `["bishop"]`.
        def colored: Vec<Spanned<Name>> = [],
    }
}
