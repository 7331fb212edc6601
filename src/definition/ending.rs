//! Tables for forbidden moves and the end of the game: `[ban]`, `[check]`, `[outcome]`, `[score]`.
//!
//! Contains one struct per table ([`Ban`], [`Check`], [`Elimination`], [`Settle`], [`Outcome`],
//! [`Claim`] and others) and the typed tests ([`MoveTest`], [`PositionTest`] and others). The words of
//! closed lists are in [`policy`](crate::policy). Input: entries of a file. Output: typed values with
//! their spans. The doc comments here are the text of the reference and the schema. Does not know whether
//! a name resolves.

use super::PointsByRole;
use super::player::PlayerWord;
use super::table::tables;
use super::value::{Either, Name, Text};
use crate::diagnostic::Spanned;
use crate::policy::{
    AllyLimit, Alone, Army, ArmyState, Attackers, Barred, ChaseAttack, ChaseCaptures, CheckState, ClaimNames,
    ClaimThen, ClaimTiming, Consent, ConversionReach, Counted, CounterStart, EliminatedTurn, Escapes, ForcedCapture,
    IfRefused, Impossible, IsPass, Judged, King, Kings, MaterialCount, MatingPlayer, OwnKing, PartnerCaptures,
    PartnerChecks, PartnerLoss, Pinned, PlaceLinks, Points, Protected, Quantity, Resets, Royals, Settled, StepKind,
    Takes, Then, With, ZoneBy,
};

impl MoveTest {
    /// Reports whether only a pass fits the test.
    pub fn is_pass(&self) -> bool {
        self.passes.as_ref().is_some_and(|it| it.value == IsPass::Yes)
    }
}

tables! {
    /// A condition on the square of a piece. Write exactly one of `zone` and `links`; with a zone of the seats, also `of` or `by`. Examples: `{ zone = "last-rank", of = "owner" }`, `{ links = "no-step-forward" }`.
    pub struct PlaceTest {
        /// The zone that contains the square.
        opt zone: Name,
        /// The owner of the zone, if each seat has one. A set of players means the zone of any of them. `owner` is the owner of the piece, `others` are all other players. Where no move is tested, as in promotions, double steps and drops, only `owner`, `others`, `all` and seats are possible.
        opt of: PlayerWord,
        /// Which seat's zone, in place of `of`.
        opt by: ZoneBy,
        /// A condition on the moves of the piece from that square.
        opt links: PlaceLinks,
    }
    /// A test of a piece. All keys that you write must hold; `{}` accepts every piece. Examples: `{ kind = ["pawn"] }`, `{ kind = ["pawn"], at = { zone = "rim" } }`.
    pub struct PieceTest {
        /// The piece is of one of these kinds.
        opt kind: Vec<Spanned<Name>>,
        /// The piece carries this tag.
        opt tag: Name,
        /// The piece is here. For a captured piece: where it was captured.
        opt at: PlaceTest,
        /// The state of the army to which the piece belongs.
        opt state: ArmyState,
        /// The piece belongs to this player or to one of these players.
        opt owner: PlayerWord,
    }
    /// A test of a move. All keys that you write must hold. Example: `{ piece = { kind = ["pawn"] }, captures = {} }`, a capture by a pawn.
    pub struct MoveTest {
        /// A test of the moving piece, before the move.
        opt piece: PieceTest,
        /// A test of the captured piece; `{}` accepts any capture.
        opt captures: PieceTest,
        /// The path of the move crosses this line. A leap crosses it if all its paths to the square do.
        opt crosses: Name,
        /// The square where the move ends.
        opt to: PlaceTest,
        /// Whether the move is a pass. A pass has no piece, no path and no square.
        opt passes: IsPass,
    }
    /// Kings are attacked. Example: `{ by = "next", on = "previous" }`.
    pub struct AttackTest {
        /// The players whose pieces attack.
        req by: PlayerWord,
        /// The players whose kings are attacked.
        req on: PlayerWord,
        /// How many of the kings must be attacked, if `on` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
        /// The minimum number of players in `by` who attack a king at the same time.
        def by_at_least: i64 = 1,
        /// The kinds of the pieces that attack. If left out, all kinds. Example: `["knight"]`.
        opt kind: Vec<Spanned<Name>>,
        /// Which pieces must be making the attack.
        def with: With = "any-piece",
        /// What counts as an attack on a king.
        def captures: Takes = "along-lines",
    }
    /// A player has no legal move. With `check = "in"` this is checkmate, with `check = "out"` stalemate. Example: `{ who = "mover", check = "in" }`.
    pub struct StuckTest {
        /// The players who have no legal move, judged as if it were their turn. If this is a set, the first such player in turn order becomes the victim.
        req who: PlayerWord,
        /// Whether the player must be in check.
        req check: CheckState,
        /// How many of the players must be stuck, if `who` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
    }
    /// A comparison of material. Example: `{ of = "mover", than = "next", count = "on-board", behind-by = 5 }`.
    pub struct MaterialTest {
        /// The player who must be behind.
        req of: PlayerWord,
        /// The player with whom they are compared.
        req than: PlayerWord,
        /// Which pieces' values are added up.
        req count: MaterialCount,
        /// The minimum deficit. With `-3`, the player may also be up to 3 ahead.
        req behind_by: i64,
    }
    /// A number of pieces on the board. Write `at-most`, `at-least` or both. Example: `{ of = "opponents", kind = ["pawn"], at-most = 0 }`, an opponent has no pawn left.
    pub struct CountTest {
        /// The players whose pieces are counted. If this is a set, each player is counted alone, and the first one in turn order who meets the test becomes the victim.
        req of: PlayerWord,
        /// The kinds of pieces that are counted. If left out, all kinds, kings included.
        opt kind: Vec<Spanned<Name>>,
        /// How pieces of several kinds are counted.
        def counted: Counted = "together",
        /// The squares on which pieces are counted. If left out, the whole board.
        opt at: PlaceTest,
        /// The player has at most this many such pieces.
        opt at_most: i64,
        /// The player has at least this many such pieces.
        opt at_least: i64,
        /// How many of the players must meet the test, if `of` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
    }
    /// A player's counter has reached a limit. Example: `{ name = "checks", of = "mover", at-least = 3 }`.
    pub struct CounterTest {
        /// The counter: its header is `[counter.NAME]`.
        req name: Name,
        /// The players whose counters are tested. If this is a set, the first one in turn order who meets the test becomes the victim.
        req of: PlayerWord,
        /// The limit, from 1 to 255.
        req at_least: i64,
        /// How many of the players must meet the test, if `of` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
    }
    /// Perpetual check: a player has given check with each of their moves since the position first occurred. Needs `repeated` in the same test. Example: `{ repeated = 4, perpetual-check = { by = "living" } }`.
    pub struct PerpetualCheckTest {
        /// The players who gave check. A player has done so if they have moved since then, and after each of their moves one of their pieces gave check to any opponent. If this is a set, the first such player in turn order becomes the victim.
        req by: PlayerWord,
        /// How many of the players must have done so, if `by` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
    }
    /// Perpetual chase: with each of their moves since the position first occurred, a player has attacked one and the same piece of an opponent. Needs `repeated` in the same test. Royal pieces are not chased: an attack on them is check. A piece is not chased by a piece that it could itself capture. The piece stays the same when it moves, until it is captured. Example: `{ repeated = 3, perpetual-chase = { by = "living", kind = ["rook", "knight"], chased = { kind = ["rook"] } } }`.
    pub struct PerpetualChaseTest {
        /// The players who chased. A player has done so if they have moved since then, and after each of their moves one of their pieces attacked that piece. If this is a set, the first such player in turn order becomes the victim.
        req by: PlayerWord,
        /// How many of the players must have done so, if `by` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
        /// The kinds of the pieces that chase. If left out, all kinds.
        opt kind: Vec<Spanned<Name>>,
        /// A test of the pieces that can be chased. The mover is the player who chases. If left out, all pieces of the opponents except royal ones.
        opt chased: PieceTest,
        /// Whether a protected piece can be chased: one whose owner or partner could capture the chasing piece afterwards.
        def protected: Protected = "not-chased",
        /// Whether each move must make a new attack on the piece.
        def attack: ChaseAttack = "any",
        /// Which captures count.
        def captures: ChaseCaptures = "along-lines",
    }
    /// A number of points, or a lead. Example: `{ of = "mover", ahead-of = "opponents", at-least = 20 }`.
    pub struct PointsTest {
        /// The players whose points are tested. If this is a set, each player is tested alone, and the first one in turn order who meets the test becomes the victim.
        req of: PlayerWord,
        /// The players with whom they are compared: the player must lead each of them. If left out, the player's own points count.
        opt ahead_of: PlayerWord,
        /// The minimum number of points, or of points of the lead.
        req at_least: Points,
        /// How many of the players must meet the test, if `of` is a set: a word or a number.
        def how_many: Either<Quantity, i64> = "some",
    }
    /// A test of a position. All keys that you write must hold. Example: `{ stuck = { who = "mover", check = "in" }, living = 2 }`.
    pub struct PositionTest {
        /// Kings are attacked.
        opt attack: AttackTest,
        /// A player has no legal move. A pass does not count. Not in bans, because what is legal depends on them.
        opt stuck: StuckTest,
        /// How many opponents mate the mover, each without help from the others. `[mate]` says how this is judged. Not in bans.
        opt mates_alone: i64,
        /// The move captured the king of this player, who becomes the victim. An explosion that destroys it counts, too.
        opt king_captured: PlayerWord,
        /// The move captured a piece that passes this test. Its owner becomes the victim.
        opt captured: PieceTest,
        /// The player has passed, or has made a move on the board. Not at `turn-start`.
        opt passed: IsPass,
        /// The piece that moved passes this test after the move.
        opt moved: PieceTest,
        /// Exactly this many players are still in the game. With 0, the last ones were eliminated together.
        opt living: i64,
        /// The position has occurred this many times. In the same position, the pieces on the board and in the pools agree, with their tags, their facings and their first moves. So do the player to move, the order of play, the remaining and the frozen players, alliances, open barriers, counters, castling rights and usable en passant rights. The halfmove clock and the points do not count.
        opt repeated: i64,
        /// A player has given perpetual check. Only for outcomes at `turn-start`, together with `repeated`.
        opt perpetual_check: PerpetualCheckTest,
        /// A player has chased a piece perpetually. Only for outcomes at `turn-start`, together with `repeated`. A rulebook may describe four different kinds of chase.
        opt perpetual_chase: PerpetualChaseTest,
        /// This many rounds have passed without a move that resets the counter in `[counter.halfmoves]`. A round has as many turns as there are players still in the game.
        opt halfmove_rounds: i64,
        /// A comparison of material.
        opt material: MaterialTest,
        /// Whether checkmate is still possible.
        opt mate: Impossible,
        /// The mover's king is here.
        opt king_in: PlaceTest,
        /// A number of pieces on the board.
        opt count: CountTest,
        /// A player's counter has reached a limit. Only for outcomes.
        opt counter: CounterTest,
        /// A player has scored enough points so far, or leads by enough. Only for outcomes and counters.
        opt points: PointsTest,
        /// The mover has a legal move that passes this test, judged as if it were their turn. Only for outcomes and counters.
        opt legal_move: MoveTest,
    }
    /// A ban: forbids the moves that it describes: `[ban.NAME]`. A move is forbidden if all of the tests hold and no exception `[ban.NAME.unless.WHY]` applies. Castling is tested as the king's move.
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
    /// Rules about captures: `[capture]`.
    pub struct CaptureTable {
        /// Whether a player who can capture must capture.
        def forced: ForcedCapture = "no",
        /// The kinds of pieces that capture without moving, as in rifle chess. If left out, none. Such a capture removes the captured piece, and the capturing piece stays on its square. The piece captures and gives check along its usual paths, en passant included. Its capture changes nothing about itself: the piece does not promote, convert other pieces, gain tags or let a piece enter, and it keeps its castling rights and its first moves. Tests of the move, such as `to` and `crosses`, apply to the path to the captured piece. Tests of the position after the move find the piece on its own square.
        opt without_moving: Vec<Spanned<Name>>,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// Captures that destroy the pieces around them: `[explosion]`. Every capture is then an explosion on the square where the capturing piece arrives. It destroys the capturing piece and the pieces of all players one step away. A piece that captures without moving is destroyed only if it is one step away from the captured piece. Barriers do not stop an explosion. A king that is destroyed counts as captured, see `king-captured`. Other destroyed pieces go to the pools like captured ones, but tests of `captured` ask only for the piece on the square of the capture. If `[check]` says `own-king = "kept-safe"`, no player may destroy their own king, and a piece gives no check if its capture would do so.
    pub struct ExplosionTable {
        /// The steps over which the explosion reaches.
        def steps: Vec<Spanned<StepKind>> = ["straight", "diagonal"],
        /// The kinds of pieces that survive next to an explosion. If left out, none.
        opt immune: Vec<Spanned<Name>>,
        /// The kinds of pieces that survive when they capture. A piece that promotes by the capture counts as the new kind. If left out, none.
        opt unharmed: Vec<Spanned<Name>>,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// Moves that change the owner of other pieces: `[conversion]`. The pieces near the square where a piece arrives become pieces of the mover. Each keeps its kind, its facing and its tags, and it is not captured. Drops convert, too, and castling does as a move of the king. A piece that explodes or appears on another square does not convert. Barriers do not stop a conversion. It comes after captures and explosions, and before outcomes are tested.
    pub struct ConversionTable {
        /// The kinds of pieces whose arrival converts. A piece that promotes counts as what it becomes. If left out, all kinds.
        opt by: Vec<Spanned<Name>>,
        /// The players whose pieces are converted.
        def of: PlayerWord = "opponents",
        /// The steps to the pieces that are converted, or the direction of the lines.
        def steps: Vec<Spanned<StepKind>> = ["straight", "diagonal"],
        /// Which pieces are converted.
        def reach: ConversionReach = "next-to",
        /// The kinds of pieces that never change their owner. All royal kinds must be listed. If left out, none.
        opt immune: Vec<Spanned<Name>>,
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
        /// When a player with several royal pieces is in check. If left out, each player has exactly one.
        opt royals: Royals,
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
    /// A team of players who are partners: `[team.NAME]`. A player belongs to one team at most.
    pub struct Team {
        /// The seats of the team.
        req seats: Vec<Spanned<Name>>,
        /// Whether partners may capture each other's pieces.
        def captures: PartnerCaptures = "forbidden",
        /// Whether a player gives check to a partner's king.
        def checks: PartnerChecks = "ignored",
        /// What the elimination of a player means for their partners.
        def loss: PartnerLoss = "together",
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// Alliances that begin and end during the game: `[alliance]`. Allies are partners, like the players of a team. Claims and outcomes with `then = "ally"` make them. The alliances of a player end when the player is eliminated.
    pub struct Alliance {
        /// The number of allies that a player may have at a time.
        def allies: AllyLimit = "one",
        /// Whether allies may capture each other's pieces.
        def captures: PartnerCaptures = "forbidden",
        /// Whether a player gives check to an ally's king.
        def checks: PartnerChecks = "ignored",
        /// What the elimination of a player means for their allies.
        def loss: PartnerLoss = "together",
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// What happens to the pieces of an eliminated player: `[elimination]`. Required if an outcome or a claim says `then = "eliminate"`.
    pub struct Elimination {
        /// What happens to the pieces.
        req army: Army,
        /// What happens to the king.
        req king: King,
        /// What happens to the player's turns. If left out, they are lost.
        opt turn: EliminatedTurn,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// When each outcome is tested, and in which order: `[settle]`. An outcome that has no place here and no key `settled`, `before` or `after` of its own never occurs. A child file's `[settle]` replaces its parent's, so list the inherited outcomes again. To add one outcome, write its place into `[outcome.NAME]` instead.
    pub struct Settle {
        /// Outcomes tested after each move, before the turn passes. They are tested again until nothing changes.
        def after_move: Vec<Spanned<Name>> = [],
        /// Outcomes tested at the start of a turn. An elimination passes the turn, and the tests start again for the next player. After a claim that eliminates a player, or changes alliances or the order of play, they are tested again for the player to move.
        def turn_start: Vec<Spanned<Name>> = [],
        /// Outcomes tested only when the player to move claims them.
        def on_claim: Vec<Spanned<Name>> = [],
    }
    /// An event that ends the game, eliminates a player or passes the turn: `[outcome.NAME]`. It occurs if its test holds at its moment (`settled`, or a list of `[settle]`) and no exception `[outcome.NAME.unless.WHY]` applies.
    pub struct Outcome {
        /// The test that must hold.
        req when: PositionTest,
        /// How the mating player is determined.
        opt mating_player: MatingPlayer,
        /// What happens when the outcome occurs.
        req then: Then,
        /// The player who gets the extra turn, if `then = "extra-turn"`. If this is a set, the first of them in turn order. If left out, the mover.
        opt r#for: PlayerWord,
        /// The players who become allies, if `then = "ally"`. Example: `["victim", "third"]`.
        opt allies: Vec<Spanned<PlayerWord>>,
        /// The points for this outcome, like a line of `[score]`. They replace an inherited line; `{}` removes it.
        opt points: PointsByRole,
        /// When the outcome is tested: a moment, or a list of moments. It comes last there, unless `before` or `after` says otherwise. An outcome that the inherited `[settle]` already contains keeps its place.
        opt settled: Either<Settled, Vec<Spanned<Settled>>>,
        /// The outcome before which this one is tested. Without `settled`, both are tested at the same moments.
        opt before: Name,
        /// The outcome right after which this one is tested. Without `settled`, both are tested at the same moments.
        opt after: Name,
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
    /// A limit of a counter: `limits` in `[counter.NAME]`. Example: `{ moves = 16, if = { count = { of = "opponents", kind = ["rook"], at-least = 1 } } }`.
    pub struct CounterLimit {
        /// The number of moves, from 1 to 200.
        req moves: i64,
        /// The test of the position; the mover is the player whose move counts. If left out, the limit applies whenever no earlier one does.
        opt r#if: PositionTest,
    }
    /// A counter of your own: `[counter.NAME]`. Each player has one, and it starts at 0. It counts the player's moves after which the test holds, before the outcomes of the move are tested. It stops at the highest number that an outcome tests. A position contains it, so positions with different numbers are not the same for a repetition. A game has at most eight.
    pub struct MoveCounter {
        /// The test after a move; the mover is the player who has just moved.
        req when: PositionTest,
        /// A second test after each move of the player. Where it fails, the move does not count, and the counter goes back to 0.
        opt r#while: PositionTest,
        /// The number from which the counter starts with its first move. If left out, zero.
        opt starts: CounterStart,
        /// Limits that depend on the position before the first move that counts. The first one whose test holds applies. Outcomes test only the highest limit. If a lower limit applies, the counter starts that much higher.
        opt limits: Vec<Spanned<CounterLimit>>,
        /// The name for sentences: what is counted, in the plural. If left out, the header's name with spaces for hyphens.
        opt label: Text,
        /// The `id` of the source for this rule.
        opt source: Name,
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
        /// The points for this claim, like a line of `[score]`. They replace an inherited line; `{}` removes it.
        opt points: PointsByRole,
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
    /// Endings in which checkmate is impossible, besides bare kings: `[dead-position]`. They apply to two remaining players if no other pieces are on the board. If a king can give checkmate without help, no position is dead: if there are several royal kinds or pieces, or a movement with modifiers.
    pub struct DeadPosition {
        /// Kinds of which one piece alone cannot give checkmate, for example `["bishop", "knight"]`.
        def minor: Vec<Spanned<Name>> = [],
        /// Kinds that cannot give checkmate in any number if all of them are on squares of one color, for example `["bishop"]`.
        def colored: Vec<Spanned<Name>> = [],
    }
}
