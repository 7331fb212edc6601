//! Words for pieces, special moves, barriers and tags.
//!
//! Contains one enum per closed list, for example [`Role`] and [`Choice`]. Input: nothing.
//! Output: the words and their meanings, which the reference and the schema print. Does not know
//! which table uses a list.

use super::words;

words! {
    /// All seats of the game.
    pub enum All {
        /// Every seat of the game.
        All = "all",
    }
    /// How a barrier affects a leap. A leap such as a knight's can take several paths of links to the same square.
    pub enum Leaps {
        /// The barrier never affects leaps.
        Exempt = "exempt",
        /// The barrier affects a leap if at least one of its paths crosses the barrier.
        AnyPath = "any-path",
        /// The barrier affects a leap only if all of its paths cross the barrier.
        EveryPath = "every-path",
        /// The barrier affects a leap if the path that takes the long leg first crosses the barrier.
        LongLegFirst = "long-leg-first",
    }
    /// Which checks count if the barrier does not allow `give-check`.
    pub enum CheckBy {
        /// Any piece of the player who moved, including a discovered check.
        AnyPiece = "any-piece",
        /// Only the piece that moved.
        MovedPiece = "moved-piece",
    }
    /// How long an open barrier stays open.
    pub enum StaysOpen {
        /// For the rest of the game.
        ForGood = "for-good",
        /// As long as the condition that opened it remains true.
        WhileTrue = "while-true",
    }
    /// The state of a barrier at the start of the game.
    pub enum BarrierStart {
        /// The barrier starts closed.
        Closed = "closed",
        /// The barrier starts open.
        Open = "open",
    }
    /// What a barrier allows a move along a path that crosses it.
    pub enum Permission {
        /// Moves that capture nothing.
        Move = "move",
        /// Moves that capture a piece.
        Capture = "capture",
        /// Moves after which an opponent is in check.
        GiveCheck = "give-check",
        /// Attacks on a king. Without this permission a king is neither in check nor captured along the path.
        Attack = "attack",
    }
    /// The event that opens a barrier.
    pub enum OpenEvent {
        /// One of the barrier's owners is eliminated.
        OwnerEliminated = "owner-eliminated",
        /// After a move, the zone of an owner who is still in the game is empty.
        ZoneVacated = "zone-vacated",
    }
    /// Which pieces count when a zone is checked for being empty.
    pub enum Vacated {
        /// Only the owner's pieces. Other players' pieces may remain in the zone.
        OwnPieces = "own-pieces",
        /// All pieces of all players.
        AllPieces = "all-pieces",
    }
    /// Which pieces receive a tag.
    pub enum TagOn {
        /// The piece that moved.
        Itself = "self",
        /// Every piece of the same kind, of every seat.
        SameKind = "same-kind",
        /// None. The tag is switched off, which lets a child file disable it.
        Nobody = "nobody",
    }
    /// How the rules about kings and pawns treat a piece.
    pub enum Role {
        /// As a king: it can be checked and checkmated. Each seat needs exactly one, unless its `[seat.NAME]` says `royal = "none"`.
        Royal = "royal",
        /// As a pawn: its moves can reset the counter in `[counter.halfmoves]`.
        Pawn = "pawn",
        /// As any other piece.
        Piece = "piece",
    }
    /// How long a pawn can be captured en passant.
    pub enum Window {
        /// On the very next move only, no matter which player makes it.
        NextPly = "next-ply",
        /// Once by each opponent, until the pawn's owner is to move again. An extra turn right after the double step does not end this.
        UntilOwnTurn = "until-own-turn",
    }
    /// Whether a pawn can still be captured en passant if its owner was eliminated in the meantime.
    pub enum AgainstEliminated {
        /// No: the right lapses.
        Lapses = "lapses",
        /// Yes, for as long as `window` says.
        Stays = "stays",
    }
    /// How the new piece of a promotion is chosen.
    pub enum Choice {
        /// The player chooses a kind from `into`.
        Listed = "listed",
        /// The player exchanges the piece for one from a pool, for example for a captured piece.
        FromPool = "from-pool",
        /// The square of arrival decides, as listed in `[promotion-squares]`.
        BySquare = "by-square",
    }
    /// Whether promotion is compulsory.
    pub enum Forced {
        /// The piece must promote.
        Yes = "yes",
        /// The player may also leave the piece as it is.
        No = "no",
    }
    /// What happens if the pool is empty.
    pub enum IfNone {
        /// The piece stays what it is for the rest of the game.
        Stays = "stays",
        /// The piece stays what it is for now. On a later turn the player may exchange it for a piece of another kind, as a move of its own that leaves the piece on its square.
        StaysAndWaits = "stays-and-waits",
        /// The piece may not move there. It still gives check. Only for `forced = "yes"`.
        Forbidden = "forbidden",
    }
    /// The square where the piece from the pool appears.
    pub enum Appears {
        /// On the square of arrival.
        Arrival = "arrival",
        /// On a free square where pieces of its kind start the game for its owner.
        Home = "home",
        /// On the square of arrival; but a piece of the same kind as the promoted piece appears on a free starting square of that kind.
        OwnKindHome = "own-kind-home",
    }
    /// What happens to the piece that was exchanged.
    pub enum Pays {
        /// It joins the pool.
        JoinsPool = "joins-pool",
        /// It leaves the game for good.
        LeavesGame = "leaves-game",
    }
    /// Where the new piece of a promotion that is a move of its own ends up.
    pub enum PromotionStep {
        /// On the square of the piece that promotes.
        None = "none",
        /// There, or on an empty square to which the movement of the new piece leads from there without a capture.
        AsNewPiece = "as-new-piece",
    }
    /// Whether such a promotion may attack.
    pub enum PromotionAttack {
        /// It may attack.
        Allowed = "allowed",
        /// The move is illegal if the new piece attacks a piece of an opponent from the square where it ends, or if the move gives check.
        Forbidden = "forbidden",
    }
    /// Which pieces a pool holds.
    pub enum PoolHolds {
        /// Each seat's own pieces that were captured.
        OwnPiecesCaptured = "own-pieces-captured",
        /// The pieces of other seats that the seat captured. They change sides.
        OthersPiecesCaptured = "others-pieces-captured",
        /// No captured pieces: only those that the game starts with.
        NothingCaptured = "nothing-captured",
    }
    /// Whether a player who can make a drop must make one.
    pub enum ForcedDrop {
        /// The player makes no other move while such a drop is legal, not even a forced capture.
        Yes = "yes",
        /// The player may also make another move.
        No = "no",
    }
    /// Whether a drop must convert a piece.
    pub enum DropConversion {
        /// A drop may convert nothing.
        Optional = "optional",
        /// A drop that converts nothing is illegal.
        Required = "required",
    }
    /// Whether a drop may give checkmate.
    pub enum DropMate {
        /// A drop may give checkmate.
        Allowed = "allowed",
        /// A drop that gives checkmate is illegal.
        Forbidden = "forbidden",
    }
    /// Which moves open the gate, so that a piece may enter from a pool.
    pub enum GateOpens {
        /// The first move of a piece from its starting square. A piece that entered the board later, or that has changed its kind, opens no gate.
        FirstMove = "first-move",
        /// Every move of such a piece, also of one that has moved before.
        EveryMove = "every-move",
    }
    /// What a move does with the blockers on the board.
    pub enum Placing {
        /// There is one blocker. Each move must end with a move of the blocker to another square. If it is not on the board yet, it is put there.
        SameOne = "same-one",
        /// Each move adds one blocker. Blockers never move and never leave the board.
        OneMore = "one-more",
    }
    /// Which squares the placement of a blocker can reach.
    pub enum PlacementReach {
        /// Every square that is empty after the move.
        Anywhere = "anywhere",
        /// The squares to which a piece of the blocker's kind could move, without a capture, from the square where the move has ended. In castling, it is the square of the king.
        ByMovement = "by-movement",
    }
    /// How to treat a slide that ends on the square where it began.
    pub enum CountsAs {
        /// It is not a legal move.
        NoMove = "no-move",
        /// It is a legal move: the piece stays where it is and the turn passes.
        AMove = "a-move",
    }
    /// Which pieces must not have moved before castling. The right is also lost when one of them is captured.
    pub enum Unmoved {
        /// The castling king.
        King = "king",
        /// The castling rook.
        Rook = "rook",
    }
    /// Which squares must be empty for castling.
    pub enum Clear {
        /// Every square that the king or the rook crosses or enters.
        Between = "between",
    }
    /// Which squares on the king's path must not be attacked when it castles.
    pub enum Safe {
        /// The king's starting square: the player may not castle out of check.
        Start = "start",
        /// The squares that the king crosses.
        Path = "path",
        /// The king's final square.
        End = "end",
    }
}
