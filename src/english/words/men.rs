//! The words of barriers, tags, men and their special moves. What they are for is said
//! in [`super`].

super::told! {
    All at "Barrier.binds" {
        All = "It binds the men of all players.",
    }
    Leaps at "Barrier.leaps" {
        Exempt = "A leap does not meet it.",
        AnyPath = "A leap meets it where any of the paths that lead to its square crosses it.",
        EveryPath = "A leap meets it where every path that leads to its square crosses it.",
        LongLegFirst = "A leap meets it where the path that takes the long leg first crosses it.",
    }
    Gives at "Barrier.gives" {
        AnyMan = "Where a crossing may not give check, no man of the mover may then be giving check.",
        MovedMan = "Where a crossing may not give check, the man that crossed may not then be giving check.",
    }
    StaysOpen at "Barrier.stays-open" {
        ForGood = "Once open, it stays open for the rest of the game.",
        WhileTrue = "It is open just as long as what opens it is true.",
    }
    BarrierStart at "Barrier.starts" {
        Closed = "When the game begins it is closed.",
        Open = "When the game begins it is open.",
    }
    Lets at "BarrierState.lets" {
        Move = "moves that take nothing",
        Capture = "captures",
        GiveCheck = "moves that end with an opponent in check",
        Attack = "attacks on a king",
    }
    OpenEvent at "BarrierOpens.event" {
        OwnerEliminated = "It opens when one of its owners goes out.",
        ZoneVacated = "It opens when, after a move, the zone “{zone}” of one of its living owners is empty of {of}.",
    }
    Vacated at "BarrierOpens.of" {
        OwnMen = "his own men",
        AllMen = "all men",
    }
    TagOn at "Tag.on" {
        Itself = "the man that moves so earns it",
        SameKind = "every man of the kind that moves so earns it, whoever owns it",
        Nobody = "nobody earns it",
    }
    Role at "Man.role" {
        Royal = "It can be checked and mated.",
        Pawn = "It counts as a pawn wherever a rule asks for one.",
        Piece = "It is neither royal nor a pawn.",
    }
    Window at "EnPassant.window" {
        NextPly = "This can be done by the very next move only.",
        UntilOwnTurn = "Each opponent may do this at his next turn, before the owner of the man is to move again.",
    }
    EpDead at "EnPassant.dead" {
        Lapses = "Against a player who has gone out meanwhile the right lapses.",
        Stays = "Against a player who has gone out meanwhile the right stays for its time.",
    }
    Choice at "Promotion.choice" {
        Listed = "It becomes {into}.",
        FromPool = "It is exchanged for a man out of its owner's pool “{pool}”, as he chooses.",
        BySquare = "It becomes what the square of its arrival gives.",
    }
    Forced at "Promotion.forced" {
        Yes = "It has to be promoted where it can be.",
        No = "It may also stay what it is.",
    }
    IfNone at "Promotion.if-none" {
        Stays = "Where there is nothing to exchange it for, it stays what it is, for good.",
        StaysAndWaits = "Where there is nothing to exchange it for, it stays what it is, and may be exchanged later by a move of its own that leaves it where it stands.",
    }
    Appears at "Promotion.appears" {
        Arrival = "The new man stands on the square of arrival.",
        Home = "The new man stands on a free square of its kind in its owner's array.",
        OwnKindHome = "A new man of the promoted man's own kind stands on a free square of its kind in its owner's array, any other on the square of arrival.",
    }
    Pays at "Promotion.pays" {
        JoinsPool = "The man that was exchanged joins the pool.",
        LeavesGame = "The man that was exchanged leaves the game.",
    }
    Holds at "Pool.holds" {
        OwnMenTaken = "The pool “{pool}” holds, for each player, his own men that were taken.",
    }
    CountsAs at "FullCircle.counts-as" {
        NoMove = "A slide that comes back to the square where it began is no move.",
        AMove = "A slide that comes back to the square where it began is a move.",
    }
    Unmoved at "CastlingRules.unmoved" {
        King = "The king must not have moved.",
        Rook = "The rook must not have moved or been taken.",
    }
    Clear at "CastlingRules.clear" {
        Between = "Every square that king or rook passes or enters must be empty, the two men themselves aside.",
    }
    Safe at "CastlingRules.safe" {
        Start = "The king may not castle out of check.",
        Path = "The king may not pass over an attacked square.",
        End = "The king may not end on an attacked square.",
    }
}
