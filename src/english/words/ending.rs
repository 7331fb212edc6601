//! The words of tests, check, elimination, outcomes and claims. What they are for is said
//! in [`super`].

super::told! {
    Who at "Place.of", "AttackTest.by", "AttackTest.on", "StuckTest.who", "MaterialTest.of", "MaterialTest.than",
        "PositionTest.king-taken" {
        Mover = "the mover",
        Next = "the next player",
        Previous = "the previous player",
        Victim = "the victim",
        Third = "the third player",
        Mater = "the mater",
        Owner = "the man's owner",
        Winner = "the named winner",
        Others = "the others",
        Opponents = "the opponents",
        Living = "the living players",
        Dead = "the players who are out",
        All = "all players",
    }
    Quantity at "AttackTest.how-many", "StuckTest.how-many" {
        Some = "at least one of {who}",
        Every = "every one of {who}",
    }
    With at "AttackTest.with" {
        AnyMan = "with any man",
        MovedMan = "with the man that has just moved",
    }
    Takes at "AttackTest.takes" {
        AlongLines = "an open line to the king is enough",
        ByLegalMove = "taking the king would have to leave the taker's own king safe",
    }
    CheckState at "StuckTest.check" {
        In = "is in check",
        Out = "is not in check",
        Either = "is in check or not",
    }
    MaterialCount at "MaterialTest.count" {
        Pool = "counted by the value of the own men in the pool, where more is worse",
        GrossLosses = "counted by the value of all own men ever taken, where more is worse",
        OnBoard = "counted by the value of the own men on the board",
    }
    Impossible at "PositionTest.mate" {
        Impossible = "by the men that are left nobody can be mated any more",
    }
    ArmyState at "ManTest.state" {
        Living = "whose owner plays",
        Inert = "whose owner is out and that may be taken",
        Immune = "whose owner is out and that may not be taken",
    }
    PlaceLinks at "Place.links" {
        NoStepForward = "where no quiet step of its own leads anywhere",
        NoMove = "where neither a step nor a capture of its own leads anywhere",
    }
    Attackers at "Check.attackers" {
        LivingOpponents = "A king is in check while a man of any living opponent attacks him.",
        NextOnly = "A king is in check while a man of the player who moves next attacks him; other attacks do not count.",
        Nobody = "There is no check: nobody's attack on a king counts.",
    }
    OwnKing at "Check.own-king" {
        KeptSafe = "After a move the mover's own king must not be in check.",
        MayBeLeft = "A player may leave his own king in check.",
    }
    Kings at "Check.kings" {
        NeverTaken = "No king of a living player is ever taken: a move onto his square is no move.",
        MayBeTaken = "A king may be taken by whoever is to move and attacks him.",
    }
    Pinned at "Check.pinned" {
        Attack = "A man that shields its own king attacks other kings all the same.",
        DoNotAttack = "A man that may not leave its own king unshielded does not attack other kings.",
    }
    Barred at "Check.barred" {
        Attack = "A man attacks a king even where a rule would forbid it to take him.",
        DoNotAttack = "A man does not attack a king where a rule, its exceptions aside, would forbid it to take him.",
    }
    Judged at "Check.judged" {
        AfterEliminations = "Where a move takes a king, the mover's own safety is judged when that army no longer attacks.",
        BeforeEliminations = "Where a move takes a king, the mover's own safety is judged while that army still attacks.",
    }
    Alone at "MateTable.alone" {
        MenStand = "To see who mates alone, only the attacks of the other opponents are left out; their men stand and block.",
        MenGone = "To see who mates alone, the men of the other opponents are thought away.",
    }
    Escapes at "MateTable.escapes" {
        BarsHold = "A move that one of the rules above forbids is no escape from such a mate.",
        BarsLifted = "A move that one of the rules above forbids is an escape from such a mate.",
    }
    Army at "Elimination.army" {
        Inert = "The men of a player who goes out stand and block; they attack nothing, and may be taken.",
        Immune = "The men of a player who goes out stand for good; they attack nothing, and may not be taken.",
        Removed = "The men of a player who goes out are taken off the board.",
    }
    King at "Elimination.king" {
        Stays = "His king stays with them.",
        Removed = "His king is taken off the board.",
    }
    Mater at "Outcome.mater" {
        SoleSufficient = "The mater is the one opponent who mates alone.",
        FirstToTake = "The mater is, of those who attack the king, the first to move after the victim.",
        LastMover = "The mater is whoever moved last.",
        Mover = "The mater is the mover.",
    }
    Then at "Outcome.then" {
        End = "the game ends",
        Eliminate = "the victim goes out",
        Pass = "the turn passes to the next player",
    }
    Resets at "Counter.resets" {
        Capture = "a capture",
        PawnMove = "a move of a pawn",
        Elimination = "a player's going out",
    }
    ClaimNames at "Claim.names" {
        Winner = "Who asks names another player, who is to win.",
    }
    Consent at "Claim.consent" {
        Nobody = "Nobody has to agree.",
        Third = "The player who neither asks nor is named has to agree.",
        AllOthers = "Every other living player has to agree.",
    }
    Asked at "Claim.asked" {
        AnyTime = "It may be asked for at any time, and uses no turn.",
        OwnTurn = "It may be asked for at one's own turn, and uses no turn.",
    }
    Refused at "Claim.refused" {
        PlayOn = "If it is refused, the game goes on.",
    }
    ClaimThen at "Claim.then" {
        End = "When it is granted, the game ends.",
        Eliminate = "When it is granted, who asked goes out.",
    }
}
