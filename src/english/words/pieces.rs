//! The words of barriers, tags, pieces and their special moves. What they are for is said
//! in [`super`].

super::told! {
    All at "Barrier.binds" {
        All = "It stops the pieces of all players.",
    }
    Leaps at "Barrier.leaps" {
        Exempt = "Leaps may cross it.",
        AnyPath = "It also stops a leap if any path to the target square crosses it.",
        EveryPath = "It also stops a leap if every path to the target square crosses it.",
        LongLegFirst = "It also stops a leap if the path that takes the long leg first crosses it.",
    }
    CheckBy at "Barrier.check-by" {
        AnyPiece = "After such a move, none of the moving player's pieces may be giving check.",
        MovedPiece = "After such a move, the piece that crossed may not be giving check.",
    }
    StaysOpen at "Barrier.stays-open" {
        ForGood = "Once open, it stays open permanently.",
        WhileTrue = "It closes again when the reason for opening it ends.",
    }
    BarrierStart at "Barrier.starts" {
        Closed = "At the start of the game it is closed.",
        Open = "At the start of the game it is open.",
    }
    Permission at "BarrierState.allows" {
        Move = "moves that take nothing",
        Capture = "captures",
        GiveCheck = "moves that end with an opponent in check",
        Attack = "attacks on a king",
    }
    OpenEvent at "BarrierOpens.event" {
        OwnerEliminated = "It opens when one of its owners is eliminated.",
        ZoneVacated = "It opens when, after a move, one of its remaining owners has {of} in their zone “{zone}”.",
    }
    Vacated at "BarrierOpens.of" {
        OwnPieces = "none of their own pieces",
        AllPieces = "no pieces",
    }
    TagOn at "Tag.on" {
        Itself = "the moving piece gets it",
        SameKind = "every piece of the moving piece's kind, of every player, gets it",
        Nobody = "no piece gets it",
    }
    Role at "Piece.role" {
        Royal = "It can be checked and checkmated.",
        Pawn = "Its moves count as pawn moves.",
        Piece = "It is neither a king nor a pawn.",
    }
    Window at "EnPassant.window" {
        NextPly = "This is possible only on the very next move.",
        UntilOwnTurn = "Each opponent may do this on their next turn, until the owner of the piece moves again.",
    }
    AgainstEliminated at "EnPassant.against-eliminated" {
        Lapses = "The right lapses if the owner of that piece is eliminated.",
        Stays = "The right remains even if the owner of that piece is eliminated.",
    }
    Choice at "Promotion.choice" {
        Listed = "It becomes {into}.",
        FromPool = "Its owner exchanges it for a piece of their choice from the pool “{pool}”.",
        BySquare = "It becomes what its promotion square gives.",
    }
    Forced at "Promotion.forced" {
        Yes = "Promotion is mandatory.",
        No = "Promotion is optional.",
    }
    IfNone at "Promotion.if-none" {
        Stays = "If there is nothing to exchange it for, it stays what it is permanently.",
        StaysAndWaits = "If there is nothing to exchange it for, it stays what it is and may be exchanged later, by a move that leaves it on its square.",
    }
    Appears at "Promotion.appears" {
        Arrival = "The new piece appears on the promotion square.",
        Home = "The new piece appears on a free starting square of its kind and owner.",
        OwnKindHome = "A new piece of the promoted piece's own kind appears on a free starting square of its kind and owner, any other on the promotion square.",
    }
    Pays at "Promotion.pays" {
        JoinsPool = "The exchanged piece joins the pool.",
        LeavesGame = "The exchanged piece leaves the game.",
    }
    PoolHolds at "Pool.holds" {
        OwnPiecesCaptured = "The pool “{pool}” contains, for each player, their own captured pieces.",
    }
    CountsAs at "FullCircle.counts-as" {
        NoMove = "Going all the way around to the same square is not a move.",
        AMove = "Going all the way around to the same square is a move.",
    }
    Unmoved at "CastlingRules.unmoved" {
        King = "The king must not have moved.",
        Rook = "The rook must not have moved or been captured.",
    }
    Clear at "CastlingRules.clear" {
        Between = "Every square that the king or the rook passes or enters must be empty, apart from these two pieces.",
    }
    Safe at "CastlingRules.safe" {
        Start = "The king may not castle out of check.",
        Path = "The king may not pass through an attacked square.",
        End = "The king may not end on an attacked square.",
    }
}
