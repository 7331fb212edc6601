//! Sentences for the words of tests, check, elimination, outcomes and claims.
//!
//! Input: a word of `policy`. Output: its sentence, or a part of one, and its line in the list of [`super`]. Does not
//! know rulebooks.

super::in_words! {
    Who at "PlaceTest.of", "PieceTest.owner", "AttackTest.by", "AttackTest.on", "StuckTest.who", "MaterialTest.of", "MaterialTest.than",
        "PositionTest.king-captured", "CountTest.of", "CounterTest.of", "PerpetualCheckTest.by", "PerpetualChaseTest.by",
        "PointsTest.of",
        "PointsTest.ahead-of", "Outcome.for", "Outcome.allies", "ConversionTable.of" {
        Mover = "the mover",
        Next = "the next player",
        Previous = "the previous player",
        Victim = "the victim",
        Third = "the third player",
        MatingPlayer = "the mating player",
        Owner = "the piece's owner",
        Winner = "the named winner",
        Others = "the others",
        Opponents = "the opponents",
        Living = "the remaining players",
        Eliminated = "the eliminated players",
        Partners = "the partners",
        All = "all players",
    }
    Quantity at "AttackTest.how-many", "StuckTest.how-many", "CountTest.how-many", "CounterTest.how-many",
        "PerpetualCheckTest.how-many", "PerpetualChaseTest.how-many", "PointsTest.how-many" {
        Some = "at least one of {who}",
        Every = "every one of {who}",
    }
    Counted at "CountTest.counted" {
        Together = "in all",
        Separately = "of at least one of these kinds",
    }
    With at "AttackTest.with" {
        AnyPiece = "with any piece",
        MovedPiece = "with the piece that has just moved",
        CapturedPiece = "with the piece that the move captures",
    }
    Takes at "AttackTest.captures" {
        AlongLines = "even a pinned piece counts",
        ByLegalMove = "capturing the king must leave the capturing player's own king safe",
    }
    Protected at "PerpetualChaseTest.protected" {
        NotChased = "not protected",
        Chased = "protected or not",
    }
    ChaseAttack at "PerpetualChaseTest.attack" {
        Any = "whether or not they attacked it before the move",
        New = "not attacked in this way by the same piece before the move",
    }
    ChaseCaptures at "PerpetualChaseTest.captures" {
        AlongLines = "even a pinned piece can chase, protect or capture",
        ByLegalMove = "only legal captures count",
    }
    CheckState at "StuckTest.check" {
        In = "is in check",
        Out = "is not in check",
        Either = "is in check or not",
    }
    MaterialCount at "MaterialTest.count" {
        Pool = "A piece that a promotion brings back no longer counts as lost.",
        GrossLosses = "A piece that a promotion brings back still counts as lost.",
        OnBoard = "Only pieces on the board count.",
    }
    Impossible at "PositionTest.mate" {
        Impossible = "no player can be checkmated any more",
    }
    ArmyState at "PieceTest.state" {
        Living = "whose owner is still in play",
        Inert = "whose owner is eliminated",
        Immune = "whose owner is eliminated and that cannot be captured",
    }
    PlaceLinks at "PlaceTest.links" {
        NoStepForward = "where it could never move again without capturing",
        NoMove = "where it could never move again",
    }
    ZoneBy at "PlaceTest.by" {
        Facing = "of the player whose pieces start facing its way",
    }
    ForcedCapture at "CaptureTable.forced" {
        No = "A player who can capture may also make another move.",
        Yes = "A player who can capture must capture. If there are several captures, the player chooses.",
        Most = "A player who can capture must capture, and must take the most pieces from the others: captured, destroyed or converted. If several captures take the same number, the player chooses.",
    }
    Attackers at "Check.attackers" {
        LivingOpponents = "A king is in check while a piece of any remaining opponent attacks it.",
        NextOnly = "A king is in check only while a piece of the player who moves next attacks it.",
        Nobody = "There is no check.",
    }
    OwnKing at "Check.own-king" {
        KeptSafe = "A player may not put or leave their own king in check.",
        MayBeLeft = "A player may leave their own king in check.",
    }
    Kings at "Check.kings" {
        NeverCaptured = "A king is never captured while its owner is in play.",
        MayBeCaptured = "On your turn, you may capture an opponent's king that you attack.",
    }
    Pinned at "Check.pinned" {
        Attack = "A pinned piece still gives check and guards squares.",
        DoNotAttack = "A pinned piece does not give check.",
    }
    Barred at "Check.banned" {
        Attack = "A piece gives check even if the special rule {bans} would forbid it to capture there.",
        DoNotAttack = "A piece does not give check if the special rule {bans}, apart from its exceptions, would forbid it to capture the king.",
    }
    Royals at "Check.royals" {
        Any = "A player with several royal pieces is in check if any of them is attacked.",
        Every = "A player with several royal pieces is in check only if every one of them is attacked. Until one is left, they can be captured.",
        Last = "Several royal pieces are ordinary pieces. Only the last one left can be checked.",
    }
    Judged at "Check.judged" {
        AfterEliminations = "You may answer a check by capturing the checking player's king: that army then no longer gives check.",
        BeforeEliminations = "A player may not capture a king if its army would still attack their own king.",
    }
    ConversionReach at "ConversionTable.reach" {
        NextTo = "{step} away from that square.",
        Enclosed = "in each {lines} line from there to another piece of the same player, if the line contains nothing else.",
    }
    Alone at "MateTable.alone" {
        PiecesRemain = "Leave all pieces where they are, but count only the attacks of {by}.",
        PiecesRemoved = "Take every piece of {other} off the board.",
    }
    Escapes at "MateTable.escapes" {
        BansHold = "A move that the special rule {bans} forbids in the game stays forbidden.",
        BansLifted = "In this test, a move that the special rule {bans} forbids still counts as a way out.",
    }
    Army at "Elimination.army" {
        Inert = "When a player is eliminated, their pieces stay on the board as obstacles. They cannot move, give check or protect other pieces, but they can be captured.",
        Immune = "When a player is eliminated, their pieces stay on the board. They cannot move, give check or be captured, and they block squares.",
        Removed = "When a player is eliminated, their pieces are removed from the board.",
        TakenOver = "When a player is eliminated, the player who gave checkmate or captured the king takes over their pieces. These pieces keep their direction and move as their new owner's.",
    }
    PartnerCaptures at "Team.captures", "Alliance.captures" {
        Forbidden = "Partners may not capture each other's pieces.",
        Allowed = "Partners may capture each other's pieces.",
    }
    PartnerChecks at "Team.checks", "Alliance.checks" {
        Ignored = "Attacks on a partner's king do not count as check.",
        Counted = "Attacks on a partner's king count as check.",
    }
    PartnerLoss at "Team.loss", "Alliance.loss" {
        Together = "If one of them is eliminated, so are the others.",
        Alone = "If one of them is eliminated, the others play on.",
    }
    AllyLimit at "Alliance.allies" {
        One = "A player has at most one ally: a new alliance ends an earlier one.",
        Any = "A player may have several allies.",
    }
    EliminatedTurn at "Elimination.turn" {
        Lost = "Their turns are lost.",
        NewOwner = "Their turns pass to the player who takes over their pieces, and who then has several turns in each round. If nobody takes them over, their turns are lost.",
    }
    King at "Elimination.king" {
        Stays = "Their king stays on the board, unless it was captured.",
        Removed = "Their king is removed from the board.",
    }
    MatingPlayer at "Outcome.mating-player" {
        SoleSufficient = "That opponent counts as giving checkmate.",
        FirstToCapture = "The opponent who attacks the king gives the checkmate, even if another player moved last. If several opponents attack it, the one who moves right after the checkmated player gives the checkmate.",
        LastMover = "The player who moved last counts as giving checkmate.",
        Mover = "The mover counts as giving checkmate.",
    }
    Then at "Outcome.then" {
        End = "the game ends",
        Eliminate = "the victim is eliminated",
        Pass = "the turn passes to the next player; if every player would pass in a row, the game ends",
        Score = "the game goes on",
        Reverse = "the order of play is reversed, and the game goes on",
        ExtraTurn = "a player gets an extra turn",
        Freeze = "that player is frozen, as if eliminated.",
        Ally = "players become allies, and the game goes on",
        EndAlliances = "all alliances end, and the game goes on",
    }
    Resets at "Counter.resets" {
        Capture = "a capture",
        PawnMove = "a pawn move",
        Elimination = "an elimination",
    }
    ClaimNames at "Claim.names" {
        Winner = "The player names one opponent as the winner.",
        Partner = "The player names another player as the partner.",
    }
    Consent at "Claim.consent" {
        Nobody = "No other player has to agree.",
        Third = "Only {third} must agree.",
        AllOthers = "Every other remaining player must agree.",
        Named = "The named player must agree.",
        Majority = "More than half of the other remaining players must agree.",
    }
    CounterStart at "MoveCounter.starts" {
        Zero = "It starts at zero.",
        PiecesOnBoard = "It starts at the number of pieces on the board before that move, kings included.",
    }
    Settled at "Outcome.settled" {
        AfterMove = "This is tested after each move, before the turn passes.",
        TurnStart = "This is tested at the start of a turn.",
        OnClaim = "This is tested only if the player to move claims it.",
    }
    ClaimTiming at "Claim.timing" {
        AnyTime = "This is possible at any time, and it does not use a turn.",
        OwnTurn = "This is possible only on the player's own turn, and it does not use the turn.",
    }
    IfRefused at "Claim.if-refused" {
        PlayOn = "Saying no declines the offer, and so does making a move before answering it. The player who made the offer may move while the others still consider it: the offer stays open until {answered}.",
    }
    ClaimThen at "Claim.then" {
        End = "Then the game ends.",
        Eliminate = "Then that player is eliminated.",
        Ally = "Then the two players become allies.",
        EndAlliance = "Then the alliance ends.",
        Reverse = "Then the order of play is reversed.",
    }
}
