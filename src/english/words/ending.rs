//! The words of tests, check, elimination, outcomes and claims. What they are for is said
//! in [`super`].

super::told! {
    Who at "PlaceTest.of", "AttackTest.by", "AttackTest.on", "StuckTest.who", "MaterialTest.of", "MaterialTest.than",
        "PositionTest.king-captured" {
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
        All = "all players",
    }
    Quantity at "AttackTest.how-many", "StuckTest.how-many" {
        Some = "at least one of {who}",
        Every = "every one of {who}",
    }
    With at "AttackTest.with" {
        AnyPiece = "with any piece",
        MovedPiece = "with the piece that has just moved",
    }
    Takes at "AttackTest.captures" {
        AlongLines = "even a pinned piece counts",
        ByLegalMove = "capturing the king must leave the capturing player's own king safe",
    }
    CheckState at "StuckTest.check" {
        In = "is in check",
        Out = "is not in check",
        Either = "is in check or not",
    }
    MaterialCount at "MaterialTest.count" {
        Pool = "by the value of their own captured pieces in the pool",
        GrossLosses = "by the value of all their pieces that were ever captured",
        OnBoard = "by the value of their own pieces on the board",
    }
    Impossible at "PositionTest.mate" {
        Impossible = "no player can be checkmated any more",
    }
    ArmyState at "PieceTest.state" {
        Living = "whose owner is still in play",
        Inert = "whose owner is eliminated and that can be captured",
        Immune = "whose owner is eliminated and that cannot be captured",
    }
    PlaceLinks at "PlaceTest.links" {
        NoStepForward = "where none of its moves without a capture leads anywhere",
        NoMove = "where neither a move nor a capture of its own leads anywhere",
    }
    Attackers at "Check.attackers" {
        LivingOpponents = "A king is in check while a piece of any remaining opponent attacks it.",
        NextOnly = "A king is in check only while a piece of the player who moves next attacks it.",
        Nobody = "There is no check.",
    }
    OwnKing at "Check.own-king" {
        KeptSafe = "A player may not leave their own king in check.",
        MayBeLeft = "A player may leave their own king in check.",
    }
    Kings at "Check.kings" {
        NeverCaptured = "A king is never captured while its owner is in play.",
        MayBeCaptured = "A player whose piece attacks an opponent's king may capture it.",
    }
    Pinned at "Check.pinned" {
        Attack = "A pinned piece still gives check.",
        DoNotAttack = "A pinned piece does not give check.",
    }
    Barred at "Check.banned" {
        Attack = "A piece gives check even if one of the rules under “Forbidden moves” would forbid it to capture the king.",
        DoNotAttack = "A piece does not give check if one of the rules under “Forbidden moves”, apart from its exceptions, would forbid it to capture the king.",
    }
    Judged at "Check.judged" {
        AfterEliminations = "After a player captures a king, that king's army no longer gives check to them.",
        BeforeEliminations = "A player may not capture a king if the army of that king would be giving check to them.",
    }
    Alone at "MateTable.alone" {
        PiecesRemain = "An opponent mates alone if it would be checkmate even without the attacks of the other opponents. Their pieces still block squares.",
        PiecesRemoved = "An opponent mates alone if it would be checkmate even without the pieces of the other opponents.",
    }
    Escapes at "MateTable.escapes" {
        BansHold = "A move that a rule under “Forbidden moves” forbids is not a way out of such a mate.",
        BansLifted = "A move that a rule under “Forbidden moves” forbids still counts as a way out of such a mate.",
    }
    Army at "Elimination.army" {
        Inert = "When a player is eliminated, their pieces stay on the board. They cannot move or give check, they block squares, and they can be captured.",
        Immune = "When a player is eliminated, their pieces stay on the board. They cannot move, give check or be captured, and they block squares.",
        Removed = "When a player is eliminated, their pieces are removed from the board.",
    }
    King at "Elimination.king" {
        Stays = "Their king stays with them.",
        Removed = "Their king is removed from the board.",
    }
    MatingPlayer at "Outcome.mating-player" {
        SoleSufficient = "The mating player is the one opponent who mates alone.",
        FirstToCapture = "The mating player is the first opponent in turn order, after the checkmated player, who attacks the king.",
        LastMover = "The mating player is the player who moved last.",
        Mover = "The mating player is the mover.",
    }
    Then at "Outcome.then" {
        End = "the game ends",
        Eliminate = "the victim is eliminated",
        Pass = "the turn passes to the next player",
    }
    Resets at "Counter.resets" {
        Capture = "a capture",
        PawnMove = "a pawn move",
        Elimination = "an elimination",
    }
    ClaimNames at "Claim.names" {
        Winner = "The player names another player as the winner.",
    }
    Consent at "Claim.consent" {
        Nobody = "No other player has to agree.",
        Third = "The player who is not named must agree.",
        AllOthers = "Every other remaining player must agree.",
    }
    ClaimTiming at "Claim.timing" {
        AnyTime = "A player may do this at any time; it does not use a turn.",
        OwnTurn = "A player may do this only on their own turn; it does not use the turn.",
    }
    IfRefused at "Claim.if-refused" {
        PlayOn = "If a player declines, the game continues.",
    }
    ClaimThen at "Claim.then" {
        End = "Then the game ends.",
        Eliminate = "Then that player is eliminated.",
    }
}
