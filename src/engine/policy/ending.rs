//! Words for check, elimination, outcomes and claims.
//!
//! Contains one enum per closed list, for example [`Who`] and [`Then`]. Input: nothing.
//! Output: the words and their meanings, which the reference and the schema print. Does not know
//! which table uses a list.

use super::words;

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
        /// All players still in the game except the one in question, their partners and their allies.
        Opponents = "opponents",
        /// All players still in the game.
        Living = "living",
        /// All eliminated players.
        Eliminated = "eliminated",
        /// The other players of the same team and the player's allies who are still in the game.
        Partners = "partners",
        /// All players, eliminated ones included.
        All = "all",
    }
    /// How many members of a set must meet a test.
    pub enum Quantity {
        /// At least one. The first of them in turn order becomes the victim.
        Some = "some",
        /// All of them. Without any such player, the test fails.
        Every = "every",
    }
    /// How pieces of several kinds are counted.
    pub enum Counted {
        /// All of them in one total.
        Together = "together",
        /// Each kind separately. The test holds if it holds for one of the kinds.
        Separately = "separately",
    }
    /// Which pieces must be making the attack.
    pub enum With {
        /// Any piece of the players in question.
        AnyPiece = "any-piece",
        /// The piece that has just moved.
        MovedPiece = "moved-piece",
        /// The piece that the move captures. Only for bans, before the move.
        CapturedPiece = "captured-piece",
    }
    /// What counts as an attack on a king.
    pub enum Takes {
        /// Every line of attack, even that of a pinned piece.
        AlongLines = "along-lines",
        /// Only an attack by a piece that could capture the king without exposing its own king.
        ByLegalMove = "by-legal-move",
    }
    /// Whether a protected piece can be chased: one whose owner or partner could capture the chasing piece afterwards.
    pub enum Protected {
        /// A protected piece is not chased.
        NotChased = "not-chased",
        /// A protected piece is chased like any other.
        Chased = "chased",
    }
    /// Whether a chase needs a new attack with each move.
    pub enum ChaseAttack {
        /// Every attack after the move counts, even one that was there before it.
        Any = "any",
        /// Only an attack that the move makes. Before the move, the attacking piece did not chase the other one: it did not attack it, or that piece was protected.
        New = "new",
    }
    /// Which captures count in a chase: those of chasing, chased and protecting pieces.
    pub enum ChaseCaptures {
        /// Every open line, as for check, even that of a pinned piece or of one that a ban forbids to capture.
        AlongLines = "along-lines",
        /// Only legal captures, judged as if it were the capturing player's turn.
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
    /// How a piece chooses among the zones of the seats.
    pub enum ZoneBy {
        /// The zone of the seat whose pieces start with the heading of the piece, even if another player has taken the piece over. A piece without a heading of its own chooses the zone of its owner. All seats must face different headings, and no link of the board, such as a seam, may turn a piece.
        Facing = "facing",
    }
    /// Whether a player who can capture must capture.
    pub enum ForcedCapture {
        /// No. A capture is a move like any other.
        No = "no",
        /// Yes. A player with a legal capture may make no other move.
        Yes = "yes",
        /// Yes, and if there are several captures, only the captures that remove the most pieces of the other players are legal: captured, destroyed by an explosion, or converted.
        Most = "most",
    }
    /// Which pieces a move converts.
    pub enum ConversionReach {
        /// Those one step away from the square where the piece arrives.
        NextTo = "next-to",
        /// Those in a line from that square to another piece of the mover. The line must contain nothing else: an empty square or any other piece between them means that nothing in the line is converted.
        Enclosed = "enclosed",
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
        /// It does not give check. Only bans with `captures` in `move` count, and their exceptions are ignored.
        DoNotAttack = "do-not-attack",
    }
    /// When a player with several royal pieces is in check.
    pub enum Royals {
        /// When any of them is attacked. The loss of one of them is the loss of the king.
        Any = "any",
        /// When every one of them is attacked. All but the last may be captured. Only the loss of the last one is the loss of the king.
        Every = "every",
        /// When only one is left and it is attacked. Until then they are ordinary pieces, and only the loss of the last one is the loss of the king.
        Last = "last",
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
        /// The mating player of the outcome takes them over, or the winner that a claim names. Each piece keeps its facing and its tags. The king is not taken over. Rights to castle or to capture en passant lapse. If there is no such player, the pieces stay as with `inert`.
        TakenOver = "taken-over",
    }
    /// Whether partners may capture each other's pieces.
    pub enum PartnerCaptures {
        /// No. A partner's piece blocks like a piece of one's own.
        Forbidden = "forbidden",
        /// Yes, as if there were no team.
        Allowed = "allowed",
    }
    /// Whether a player gives check to a partner's king.
    pub enum PartnerChecks {
        /// No. The attacks of partners do not count.
        Ignored = "ignored",
        /// Yes, as if there were no team.
        Counted = "counted",
    }
    /// What the elimination of a player means for their partners.
    pub enum PartnerLoss {
        /// The partners are eliminated together with the player.
        Together = "together",
        /// The partners play on.
        Alone = "alone",
    }
    /// The number of allies that a player may have at a time.
    pub enum AllyLimit {
        /// One. A new alliance ends an earlier one.
        One = "one",
        /// Any number. The ally of an ally need not be an ally.
        Any = "any",
    }
    /// What happens to the turns of an eliminated player.
    pub enum EliminatedTurn {
        /// They are lost: the others play on in order.
        Lost = "lost",
        /// They pass to the player who takes over the army, and who then has several turns in each round. Each time, any piece of theirs may move. If that player is eliminated, too, the turns pass on with the army, or are lost. An inherited turn does not change who is `next` or `previous`.
        NewOwner = "new-owner",
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
        /// The turn passes to the next player. If it would pass from every player in a row, the game ends instead.
        Pass = "pass",
        /// The players get the points in `[score]`, and the game goes on. Only for `after-move`, and at most once for each move.
        Score = "score",
        /// The order of play is reversed, and the game goes on: from now on, the turn passes in the other direction. `next` and `previous` change places. Only for `after-move` and three or more players, and at most once for each move.
        Reverse = "reverse",
        /// A player gets an extra turn: the one named by `for`, or the mover. With `turn-start`, the extra turn comes before the turn that starts; with `after-move`, it comes before the next player's turn. The order of play then goes on. An extra turn cannot lead to another one, and at most one extra turn precedes a turn.
        ExtraTurn = "extra-turn",
        /// The victim is eliminated for the time being: frozen. They return as soon as they are no longer stuck, which is tested after each move. Needs a `stuck` test, and an army and a king that stay on the board. A frozen player counts as eliminated in all tests.
        Freeze = "freeze",
        /// The players named by `allies` become allies, and the game goes on. Nothing happens if they are fewer than two, or if they are more than two and a player may have only one ally. Only for `after-move`, and at most once for each move.
        Ally = "ally",
        /// All alliances end, and the game goes on. Only for `after-move`.
        EndAlliances = "end-alliances",
    }
    /// A moment at which outcomes are tested.
    pub enum Settled {
        /// After each move, before the turn passes.
        AfterMove = "after-move",
        /// At the start of a turn.
        TurnStart = "turn-start",
        /// When the player to move claims the outcome.
        OnClaim = "on-claim",
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
    /// The number from which a counter starts.
    pub enum CounterStart {
        /// Zero. The first move that counts is 1.
        Zero = "zero",
        /// The number of pieces on the board before the first move that counts, kings included.
        PiecesOnBoard = "pieces-on-board",
    }
    /// The player whom the claiming player must name.
    pub enum ClaimNames {
        /// Another player, who is to win.
        Winner = "winner",
        /// Another player, with whom the alliance begins or ends.
        Partner = "partner",
    }
    /// The players who must agree to a claim.
    pub enum Consent {
        /// No consent is needed.
        Nobody = "nobody",
        /// The player who is neither the claiming nor the named player.
        Third = "third",
        /// Every other player still in the game.
        AllOthers = "all-others",
        /// The player whom the claim names.
        Named = "named",
        /// More than half of the other players still in the game.
        Majority = "majority",
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
        /// The claiming and the named player become allies.
        Ally = "ally",
        /// The alliance with the named player ends. If the claim names no player, all alliances of the claiming player end.
        EndAlliance = "end-alliance",
        /// The order of play is reversed.
        Reverse = "reverse",
    }
}
