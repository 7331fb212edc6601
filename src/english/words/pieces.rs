//! Sentences for the words of barriers, tags, pieces and their special moves.
//!
//! Input: a word of `policy`. Output: its sentence, or a part of one, and its line in the list of [`super`]. Does not
//! know rulebooks.

super::in_words! {
    All at "Barrier.binds" {
        All = "It stops the pieces of all players.",
    }
    Leaps at "Barrier.leaps" {
        Exempt = "{leapers} may jump over it.",
        AnyPath = "{leapers} may not jump over it, even if only one of their paths crosses it.",
        EveryPath = "{leapers} may jump over it if at least one of their paths does not cross it.",
        LongLegFirst = "{leapers} may not jump over it if the path that takes the long leg first crosses it.",
    }
    CheckBy at "Barrier.check-by" {
        AnyPiece = "After such a move, none of your pieces may give check.",
        MovedPiece = "Such a move may not give check with the piece that crosses.",
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
        OwnerEliminated = "It opens when {owner} is eliminated.",
        ZoneVacated = "It opens as soon as {of} {zone}, no matter which player moved.",
    }
    Vacated at "BarrierOpens.of" {
        OwnPieces = "{owner} has no piece of their own left",
        AllPieces = "there are no pieces",
    }
    TagOn at "Tag.on" {
        Itself = "the moving piece gets it",
        SameKind = "every piece of the moving piece's kind, of every player, gets it",
        Nobody = "no piece gets it",
    }
    Role at "Piece.role" {
        Royal = "It counts as a king: it can be checked and checkmated.",
        Pawn = "Its moves count as pawn moves.",
        Piece = "It is neither a king nor a pawn.",
    }
    Window at "EnPassant.window" {
        NextPly = "A capture en passant must be made on the very next move.",
        UntilOwnTurn = "Each opponent may do this, but only on their next turn.",
    }
    AgainstEliminated at "EnPassant.against-eliminated" {
        Lapses = "An eliminated player's {piece} cannot be captured en passant.",
        Stays = "An eliminated player's {piece} can still be captured en passant.",
    }
    Choice at "Promotion.choice" {
        Listed = "It becomes {into}.",
        FromPool = "Its owner exchanges it for one of their own pieces that were captured.",
        BySquare = "The square decides which piece it becomes.",
    }
    Forced at "Promotion.forced" {
        Yes = "Promotion is mandatory.",
        No = "Promotion is optional.",
    }
    IfNone at "Promotion.if-none" {
        Stays = "If no captured piece is available, {given} stays {kind} for the rest of the game.",
        StaysAndWaits = "If no captured piece is available, {given} stays {kind}. It may be exchanged later, by a move that leaves it on its square.",
        Forbidden = "If no captured piece is available, {given} may not move there. It still gives check.",
    }
    Appears at "Promotion.appears" {
        Arrival = "The new piece appears on the promotion square.",
        Home = "The new piece appears on a free starting square of its kind and owner. Without such a square, it is not available.",
        OwnKindHome = "A new piece of the promoted piece's own kind appears on a free starting square of its kind and owner, any other on the promotion square. Without a free starting square, such a piece is not available.",
    }
    Pays at "Promotion.pays" {
        JoinsPool = "{given} joins its owner's captured pieces.",
        LeavesGame = "{given} leaves the game.",
    }
    PoolHolds at "Pool.holds" {
        OwnPiecesCaptured = "A player's captured pieces lie in front of that player.",
        OthersPiecesCaptured = "A captured piece changes sides: it goes to the player who captured it.",
        NothingCaptured = "Captured pieces leave the game.",
    }
    ForcedDrop at "Drop.forced" {
        Yes = "A player who can make such a drop must make one before any other move.",
        No = "The player may make another move in its place.",
    }
    DropConversion at "Drop.conversion" {
        Optional = "Such a drop may convert nothing.",
        Required = "Such a drop must convert a piece.",
    }
    DropMate at "Drop.mate" {
        Allowed = "Such a drop may give checkmate.",
        Forbidden = "Such a drop may not give checkmate.",
    }
    PromotionStep at "PromotionMove.step" {
        None = "The new piece stays on the same square.",
        AsNewPiece = "The new piece may also make a move from there to an empty square, as part of the same turn.",
    }
    PromotionAttack at "PromotionMove.attack" {
        Allowed = "The move may attack and give check.",
        Forbidden = "The new piece may not attack a piece of an opponent from where it ends, and the move may not give check.",
    }
    GateOpens at "Gating.opens" {
        FirstMove = "Only the first move of such a piece from its starting square lets a piece enter.",
        EveryMove = "Every move of such a piece lets a piece enter.",
    }
    Placing at "Blocker.placing" {
        SameOne = "There is only one: it moves to another square, and if it is not on the board yet, it is put there.",
        OneMore = "Each move adds one. Those on the board stay where they are.",
    }
    PlacementReach at "Blocker.reach" {
        Anywhere = "Every square that is empty after the move can be chosen.",
        ByMovement = "It has to reach its square, without a capture, from the square where the move has ended.",
    }
    CountsAs at "FullCircle.counts-as" {
        NoMove = "Going all the way around to the same square is not a move.",
        AMove = "Going all the way around to the same square is a move.",
    }
    Unmoved at "CastlingRules.unmoved" {
        King = "The king must not have moved.",
        Rook = "The rook must not have moved.",
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
