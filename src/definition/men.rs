//! `[barrier]`, `[tag]`, `[man]` and their special moves: what stands on the board, how
//! it moves, and what bars its way.
//!
//! What the author wrote, with places; whether a name resolves is not known here.

use super::table::tables;
use super::value::{Betza, Either, Name, Squares, Text, words};
use super::{ManTest, MoveTest, Place};
use crate::diagnostic::Spanned;

words! {
    /// Everyone.
    pub enum All {
        /// Every seat.
        All = "all",
    }
    /// How a barrier counts for a leap, which has several paths of links to one square.
    pub enum Leaps {
        /// Leaps do not meet it.
        Exempt = "exempt",
        /// A leap meets it if any of its paths crosses it.
        AnyPath = "any-path",
        /// A leap meets it if every one of its paths crosses it.
        EveryPath = "every-path",
        /// A leap meets it if the path that takes the long leg first crosses it.
        LongLegFirst = "long-leg-first",
    }
    /// Whose check is meant where a crossing may not give check.
    pub enum Gives {
        /// The move may not end with an opponent in check by any man of the mover.
        AnyMan = "any-man",
        /// ... by the man that moved.
        MovedMan = "moved-man",
    }
    /// How long an open barrier stays open.
    pub enum StaysOpen {
        /// For the rest of the game.
        ForGood = "for-good",
        /// As long as what opened it is true.
        WhileTrue = "while-true",
    }
    /// How a barrier stands when the game begins.
    pub enum BarrierStart {
        /// Closed.
        Closed = "closed",
        /// Open.
        Open = "open",
    }
    /// What may be done along a path over a barrier.
    pub enum Lets {
        /// A quiet move.
        Move = "move",
        /// A capture.
        Capture = "capture",
        /// A move that ends with an opponent in check.
        GiveCheck = "give-check",
        /// An attack on a king. Without it a king is neither checked nor taken along the path.
        Attack = "attack",
    }
    /// What opens a barrier.
    pub enum OpenEvent {
        /// One of its owners is eliminated.
        OwnerEliminated = "owner-eliminated",
        /// The zone of one of its living owners is empty after a move.
        ZoneVacated = "zone-vacated",
    }
    /// Of whom a zone is empty.
    pub enum Vacated {
        /// Of the owner's men.
        OwnMen = "own-men",
        /// Of all men.
        AllMen = "all-men",
    }
    /// Who gets a tag.
    pub enum TagOn {
        /// The man that moved.
        Itself = "self",
        /// Every man of its kind, of every seat.
        SameKind = "same-kind",
        /// Nobody: the tag is switched off.
        Nobody = "nobody",
    }
    /// What rules about kings and pawns take a man for.
    pub enum Role {
        /// A king: it can be checked and mated. A rulebook without one needs `attackers = "nobody"` in `[check]`.
        Royal = "royal",
        /// A pawn: its moves reset counters.
        Pawn = "pawn",
        /// Any other man.
        Piece = "piece",
    }
    /// How long a double step may be answered.
    pub enum Window {
        /// By the very next move only.
        NextPly = "next-ply",
        /// By each opponent once, until the owner is to move again.
        UntilOwnTurn = "until-own-turn",
    }
    /// What becomes of the right against a player who has gone out meanwhile.
    pub enum EpDead {
        /// It lapses.
        Lapses = "lapses",
        /// It stays for its time.
        Stays = "stays",
    }
    /// Into what a man is promoted.
    pub enum Choice {
        /// Into one of `into`.
        Listed = "listed",
        /// Exchanged for a man out of a pool.
        FromPool = "from-pool",
        /// Into what `[promotion-squares]` says of the square.
        BySquare = "by-square",
    }
    /// Must it be promoted.
    pub enum Forced {
        /// It must.
        Yes = "yes",
        /// It may also stay what it is.
        No = "no",
    }
    /// What happens where the pool holds nothing.
    pub enum IfNone {
        /// The man stays what it is, for good.
        Stays = "stays",
        /// It stays, and may be exchanged later by a move of its own that leaves it where it stands.
        StaysAndWaits = "stays-and-waits",
    }
    /// Where the man out of the pool appears.
    pub enum Appears {
        /// On the square of arrival.
        Arrival = "arrival",
        /// On a free square of its kind in its owner's array.
        Home = "home",
        /// A man of the promoted man's own kind at home, any other on the square of arrival.
        OwnKindHome = "own-kind-home",
    }
    /// What becomes of the man that was exchanged.
    pub enum Pays {
        /// It joins the pool.
        JoinsPool = "joins-pool",
        /// It leaves the game.
        LeavesGame = "leaves-game",
    }
    /// What a pool holds.
    pub enum Holds {
        /// For each seat, its own men that were taken.
        OwnMenTaken = "own-men-taken",
    }
    /// What a slide back onto its own square is.
    pub enum CountsAs {
        /// No move.
        NoMove = "no-move",
        /// A move.
        AMove = "a-move",
    }
    /// Which men of a castling must not have moved; the right also goes when one of them is taken.
    pub enum Unmoved {
        /// The king.
        King = "king",
        /// The rook.
        Rook = "rook",
    }
    /// Which squares must be empty to castle.
    pub enum Clear {
        /// Every square that king or rook passes or enters.
        Between = "between",
    }
    /// Which squares of the king must not be attacked when he castles.
    pub enum Safe {
        /// Where he starts.
        Start = "start",
        /// What he passes.
        Path = "path",
        /// Where he ends.
        End = "end",
    }
}

tables! {
    /// Links with state: `[barrier.NAME]`, one for each seat where its line is.
    pub struct Barrier {
        /// Where it stands.
        req line: Name,
        /// Which seats it binds.
        def binds: Either<All, Vec<Spanned<Name>>> = "all",
        /// Which kinds of men it binds; absent: all.
        opt men: Vec<Spanned<Name>>,
        /// How it counts for leaps.
        def leaps: Leaps = "exempt",
        /// A zone of the seats: whoever has an end of one of the links in his own is an owner. Absent: the seat that it was turned for.
        opt owners: Name,
        /// Whose check is meant where giving it is not let.
        def gives: Gives = "any-man",
        /// How it stands when the game begins.
        def starts: BarrierStart = "closed",
        /// How long it stays open.
        def stays_open: StaysOpen = "for-good",
        /// What to call it in sentences, without an article; absent: its name, hyphens as spaces. Its owners are added: `the moat between White and Black`.
        opt label: Text,
        /// The source that it rests on.
        opt source: Name,
    }
    /// `[barrier.NAME.closed]`, `[barrier.NAME.open]`: what the barrier lets through in that state. A path has what all its crossings let.
    pub struct BarrierState {
        /// The permissions.
        req lets: Vec<Spanned<Lets>>,
    }
    /// What opens it: `[barrier.NAME.opens.WHY]`; any of them does.
    pub struct BarrierOpens {
        /// The event.
        req event: OpenEvent,
        /// The zone that is vacated.
        opt zone: Name,
        /// Of whom it is empty.
        opt of: Vacated,
    }
    /// An exception: `[....unless.WHY]`. All its tests must hold; any exception lifts the rule.
    pub struct Unless {
        /// Of the man in question (barriers, double steps).
        opt man: ManTest,
        /// Of the move.
        opt r#move: MoveTest,
        /// Of the position before the move.
        opt before: super::PositionTest,
        /// Of the position after the move.
        opt after: super::PositionTest,
        /// What to call it where a move is refused; absent: its name, hyphens as spaces.
        opt label: Text,
    }
    /// A mark that a man earns by a move and carries: `[tag.NAME]`.
    pub struct Tag {
        /// Which kinds may carry it.
        req men: Vec<Spanned<Name>>,
        /// The move that sets it.
        req set: MoveTest,
        /// Who gets it.
        def on: TagOn = "self",
    }
    /// A kind of man: `[man.KIND]`.
    pub struct Man {
        /// Another man that this one is like but for the keys given here. A parent file's header is replaced whole all the same.
        opt extends: Name,
        /// One letter, in notation; letters differ even when case is ignored.
        opt letter: Text,
        /// How it moves.
        opt movement: Betza,
        /// What rules about kings and pawns take it for.
        opt role: Role,
        /// Worth, for material.
        opt value: i64,
    }
    /// Two quiet forward steps in one: `[double-step]`. Each forward step of the movement can be made twice; a movement like `ifmnD` gives one double step and no others. A piece that makes a double step can be captured en passant, whether the header or the movement gives the move: see `[en-passant]`. A double step that ends in a promotion leaves no right to capture en passant.
    pub struct DoubleStep {
        /// Which kinds.
        req men: Vec<Spanned<Name>>,
        /// From where.
        req from: Place,
        /// The source that it rests on.
        opt source: Name,
    }
    /// Taking a man that stepped past: `[en-passant]`. A double step is a move that `[double-step]` gives, even if the movement leads there as well, or a first move of two steps over an empty square in a movement, like `ifmnD` or `ifmW2`: of the kinds that `[double-step]` lists, or, without that header, of every kind. A leap like `ifmD` passes no square. A move that captures or promotes is no double step.
    pub struct EnPassant {
        /// Which kinds may take so.
        req men: Vec<Spanned<Name>>,
        /// How long.
        req window: Window,
        /// Against a player who has gone out meanwhile.
        req dead: EpDead,
        /// The source that it rests on.
        opt source: Name,
    }
    /// What becomes of a man at the end of its way: `[promotion]`, and `[promotion.NAME]` where there are several. A promoted piece keeps the direction in which it faced on arrival; if it appears on another square, it faces as its player's pieces do at the start.
    pub struct Promotion {
        /// Which kinds.
        req men: Vec<Spanned<Name>>,
        /// Where. The piece is judged as it arrives: it has moved, and it faces as its way has turned it.
        req on: Place,
        /// Into what.
        req choice: Choice,
        /// The kinds, with `listed`.
        opt into: Vec<Spanned<Name>>,
        /// The pool, with `from-pool`.
        opt pool: Name,
        /// Must it.
        req forced: Forced,
        /// With an empty pool.
        def if_none: IfNone = "stays",
        /// Where the man out of the pool appears.
        def appears: Appears = "arrival",
        /// What becomes of the man exchanged.
        def pays: Pays = "joins-pool",
        /// The source that it rests on.
        opt source: Name,
    }
    /// Men out of play: `[pool.NAME]`.
    pub struct Pool {
        /// Which.
        req holds: Holds,
        /// Which kinds it holds; absent: all. A piece of another kind never joins it, and is never offered.
        opt men: Vec<Spanned<Name>>,
    }
    /// A slide that comes back to where it began: `[full-circle]`; absent: no move.
    pub struct FullCircle {
        /// What it is.
        req counts_as: CountsAs,
    }
    /// A castling: `[castling.NAME]`; turned for every seat unless seats are listed. It is a move of its own, written by its text: a king whose movement leads to the same square may also go there alone, written from and to.
    pub struct Castling {
        /// Which seats; absent: all, turned.
        opt seats: Vec<Spanned<Name>>,
        /// The king's two squares: from, to.
        req king: Vec<Spanned<Squares>>,
        /// The rook's two squares: from, to.
        req rook: Vec<Spanned<Squares>>,
        /// How it is written; absent: `O-O` where the rook starts nearer to the king than that of another castling of the seat, `O-O-O` elsewhere; of two as near, the first is `O-O`.
        opt text: Text,
    }
    /// What every castling asks: `[castling-rules]`.
    pub struct CastlingRules {
        /// Who must not have moved.
        def unmoved: Vec<Spanned<Unmoved>> = ["king", "rook"],
        /// What must be empty.
        def clear: Clear = "between",
        /// What must not be attacked.
        req safe: Vec<Spanned<Safe>>,
        /// The source that it rests on.
        opt source: Name,
    }
}
