//! Tables for pieces and special moves, barriers and tags: `[piece]`, `[promotion]`, `[barrier]`.
//!
//! Contains one struct per table ([`Piece`], [`Barrier`], [`Promotion`], [`Castling`] and others). The
//! words of closed lists are in [`policy`](crate::policy). Input: entries of a file. Output: typed values
//! with their spans. The doc comments here are the text of the reference and the schema. Does not know
//! whether a name resolves.

use super::table::tables;
use super::value::{Betza, Either, Name, Squares, Text};
use super::{MoveTest, PieceTest, PlaceTest};
use crate::diagnostic::Spanned;
use crate::policy::{
    AgainstEliminated, All, Appears, BarrierStart, CheckBy, Choice, Clear, CountsAs, DropConversion, DropMate, Forced,
    ForcedDrop, GateOpens, IfNone, Leaps, OpenEvent, Pays, Permission, PlacementReach, Placing, PoolHolds,
    PromotionAttack, PromotionStep, Role, Safe, StaysOpen, TagOn, Unmoved, Vacated, Window,
};

tables! {
    /// An obstacle on the links between squares, such as a river or a moat: `[barrier.NAME]`. There is one for each instance of its line. What it allows is set in `[barrier.NAME.closed]` and `[barrier.NAME.open]`.
    pub struct Barrier {
        /// The line of links that the barrier blocks.
        req line: Name,
        /// The seats whose moves it affects: `"all"` or a list of seats.
        def binds: Either<All, Vec<Spanned<Name>>> = "all",
        /// The kinds of pieces that it affects. If left out, all kinds.
        opt pieces: Vec<Spanned<Name>>,
        /// How it affects leaps.
        def leaps: Leaps = "exempt",
        /// A zone of the seats. A seat owns the barrier if one of the barrier's links starts or ends in that seat's zone. If left out, the owner is the seat for which the line was mapped.
        opt owners: Name,
        /// Which checks count if the barrier does not allow `give-check`.
        def check_by: CheckBy = "any-piece",
        /// The state at the start of the game.
        def starts: BarrierStart = "closed",
        /// How long the barrier stays open once it has opened.
        def stays_open: StaysOpen = "for-good",
        /// The name for sentences, without an article. If left out, the header's name with spaces for hyphens. Owners are added: `the moat between White and Black`.
        opt label: Text,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// What a barrier allows while it is closed (`[barrier.NAME.closed]`) or open (`[barrier.NAME.open]`). A move that crosses several barriers may do only what every one of them allows.
    pub struct BarrierState {
        /// The permissions. An empty list blocks everything.
        req allows: Vec<Spanned<Permission>>,
    }
    /// An event that opens the barrier: `[barrier.NAME.opens.WHY]`. If there are several, any one of them opens it.
    pub struct BarrierOpens {
        /// The event that opens the barrier.
        req event: OpenEvent,
        /// The zone that must become empty. Required by `zone-vacated`; each seat needs a zone of this name.
        opt zone: Name,
        /// Which pieces count. Required by `zone-vacated`.
        opt of: Vacated,
    }
    /// An exception to a rule: `[....unless.WHY]`. It applies if all of its tests hold. One exception is enough to lift the rule.
    pub struct Unless {
        /// A test of the piece in question. For barriers and the double step, which take no other test.
        opt piece: PieceTest,
        /// A test of the move.
        opt r#move: MoveTest,
        /// A test of the position before the move.
        opt before: super::PositionTest,
        /// A test of the position after the move.
        opt after: super::PositionTest,
        /// The name for sentences that refuse a move. If left out, the header's name with spaces for hyphens.
        opt label: Text,
    }
    /// A mark that a piece receives when it makes a certain move, and keeps: `[tag.NAME]`. The new piece of a promotion carries none. Tests refer to it with `{ tag = "NAME" }`.
    pub struct Tag {
        /// The kinds of pieces that can carry the tag.
        req pieces: Vec<Spanned<Name>>,
        /// The move that sets the tag.
        req set: MoveTest,
        /// Which pieces receive the tag.
        def on: TagOn = "self",
        /// What to call it in sentences, as what a piece has: `has the tag “crossed”`; if left out, the name of the header with spaces for hyphens.
        opt label: Text,
    }
    /// A kind of piece: `[piece.KIND]`. `letter`, `movement` and `role` are required unless they come from `extends`. A game has at most 32 kinds.
    pub struct Piece {
        /// Another kind whose keys this one takes over, except those written here. With its own name, as in `[piece.pawn]` with `extends = "pawn"`, it keeps the keys of the inherited header (see "Files and parents").
        opt extends: Name,
        /// One letter that stands for the kind in notation. No two kinds may share a letter, not even in different case.
        opt letter: Text,
        /// How the piece moves, in Betza notation (see "Values"): `"N"` is a knight, `"R"` a rook, `"fmWfcF"` a pawn. `"none"` is a piece that never moves.
        opt movement: Betza,
        /// How the rules about kings and pawns treat the piece.
        opt role: Role,
        /// Material value, for example 5 for a rook. Tests of material and computer players use it.
        opt value: i64,
        /// The kind as which a captured piece joins a pool, for example `"pawn"` for a promoted pawn. If left out, its own kind.
        opt captured_as: Name,
        /// The pieces over which it may jump with `p` or `g` in its movement (see "Values"). The mover is the player who jumps. Other pieces block. If left out, all pieces. Example: `{ kind = ["pawn"], owner = "mover" }`.
        opt hurdle: PieceTest,
        /// The kinds of other players' pieces that end its right to first moves (`i` in its movement). When such a piece moves or is dropped to a square from which it could capture this piece on an otherwise empty board, this piece counts as moved. Pieces between the two do not matter. If left out, none. Example: `["rook"]`.
        opt disturbed_by: Vec<Spanned<Name>>,
        /// What to call it in sentences, without an article and in the singular; if left out, the name of the header with spaces for hyphens. Another piece that extends this one has a label of its own.
        opt label: Text,
    }
    /// A pawn's double step: `[double-step]`. Each forward step without capture can be made twice in one move, over an empty square, except those with `o` in the movement. A movement can also contain one itself: `ifmnD` gives one double step and no others. A piece that makes a double step can be captured en passant, whether the header or the movement gives the move: see `[en-passant]`. A double step that ends in a promotion cannot be answered en passant.
    pub struct DoubleStep {
        /// The kinds of pieces that can make a double step.
        req pieces: Vec<Spanned<Name>>,
        /// The squares where a double step may start.
        req from: PlaceTest,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// En passant capture: `[en-passant]`. It captures a piece that has made a double step. Every move made under `[double-step]` is a double step, even if the piece's own movement also leads to that square. A first move of two steps over an empty square in a movement, like `ifmnD` or `ifmW2`, or the one of two steps in `ifmW3`, also counts: for the kinds listed in `[double-step]`, or, without that header, for every kind. A leap like `ifmD` passes no square, and a first move of three or more squares gives no right. A move that captures or promotes is not a double step.
    pub struct EnPassant {
        /// The kinds of pieces that can capture en passant.
        req pieces: Vec<Spanned<Name>>,
        /// How long the capture is possible.
        req window: Window,
        /// The squares on which double steps start that can be captured en passant. If left out, all squares.
        opt from: PlaceTest,
        /// Whether the capture remains possible if the double-stepping player was eliminated in the meantime.
        req against_eliminated: AgainstEliminated,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// How pieces promote: `[promotion]`, or several headers `[promotion.NAME]`. If there are several, the first one that fits the piece and the square applies. A promoted piece keeps the heading in which it arrived; if it appears on another square, it faces as its player's pieces do at the start.
    pub struct Promotion {
        /// The kinds of pieces that promote.
        req pieces: Vec<Spanned<Name>>,
        /// The squares where pieces promote. The piece is tested as it arrives: it has moved, and it faces as its path has turned it.
        req on: PlaceTest,
        /// Squares from which every move promotes, wherever it ends, for example a zone that the piece leaves. If left out, only the square of arrival counts.
        opt leaving: PlaceTest,
        /// Only captures of a piece that passes this test promote; `{}` accepts any capture. If left out, every move.
        opt captures: PieceTest,
        /// How the new piece is chosen.
        req choice: Choice,
        /// The kinds from which the player chooses. Required by `choice = "listed"`.
        opt into: Vec<Spanned<Name>>,
        /// The pool from which the new piece comes. Required by `choice = "from-pool"`.
        opt pool: Name,
        /// Whether promotion is compulsory.
        req forced: Forced,
        /// What happens if the pool is empty.
        def if_none: IfNone = "stays",
        /// The square where the piece from the pool appears.
        def appears: Appears = "arrival",
        /// What happens to the piece that was exchanged.
        def pays: Pays = "joins-pool",
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// Promotion as a move of its own: `[promotion-move]`, or several headers `[promotion-move.NAME]`. In place of another move, a piece becomes another one on its square, whether it arrived there earlier or began there. If there are several headers, the first one that fits the piece, its square and the pieces on the board applies. The new piece counts as moved, and it keeps the facing. A kind cannot be in `pieces` of `[promotion]` as well.
    pub struct PromotionMove {
        /// The kinds of pieces that can promote this way.
        req pieces: Vec<Spanned<Name>>,
        /// The squares where they can promote. If left out, every square.
        opt on: PlaceTest,
        /// A number of pieces on the board, counted before the move. The mover is the player who promotes. Example: `{ of = "mover", kind = ["pawn"], at-most = 1 }` for the last pawn.
        opt count: super::CountTest,
        /// The kinds from which the player chooses.
        req into: Vec<Spanned<Name>>,
        /// Where the new piece ends up.
        def step: PromotionStep = "none",
        /// Whether the move may attack.
        def attack: PromotionAttack = "allowed",
        /// Maximum number of the player's pieces of the new kind on the board, the new one included. If left out, there is no limit.
        opt most: i64,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// A stock of pieces off the board: `[pool.NAME]`. Promotions with `choice = "from-pool"`, drops and tests of material use it. Each seat has its own. `start` gives the pieces that are in it at the start; so can a `fen` in `[setup]`, in brackets after the placement.
    pub struct Pool {
        /// Which pieces the pool holds.
        req holds: PoolHolds,
        /// The kinds of pieces that it can hold. If left out, all kinds. A piece of another kind never joins the pool, and is never offered.
        opt pieces: Vec<Spanned<Name>>,
        /// The pieces that each seat's pool contains at the start. A kind is listed once for each piece. Example: `["queen", "rook", "rook"]`.
        opt start: Vec<Spanned<Name>>,
    }
    /// Which pieces a player may drop: `[drop]`, or several headers `[drop.NAME]`. A drop is a move: it puts a piece from the player's pool on an empty square. The piece faces as its player's pieces do at the start, carries no tags, and counts as unmoved. A kind can be listed in one header only.
    pub struct Drop {
        /// The kinds of pieces that can be dropped.
        req pieces: Vec<Spanned<Name>>,
        /// The pool from which they are dropped.
        req pool: Name,
        /// The kinds from which the player chooses when dropping the piece. If left out, as its own kind. Only for a single kind in `pieces`.
        opt into: Vec<Spanned<Name>>,
        /// Whether a player who can make such a drop must make one.
        def forced: ForcedDrop = "no",
        /// The squares where they may be dropped. If left out, every empty square.
        opt on: PlaceTest,
        /// The squares where they may not be dropped. `{ links = "no-move" }` stands for squares where the piece could never move again.
        opt not_on: PlaceTest,
        /// Maximum number of the player's pieces of this kind on the file of the square, the dropped one included. With `into`, the new kind counts. A file is one of the `files` of a patch, on hexagons and triangles, too. `[board.symmetry]` maps the files of the first player to those of the others. If left out, there is no limit.
        opt most_on_file: i64,
        /// Maximum number of the player's pieces of this kind on squares of the color of the square, the dropped one included. Not together with `into`. Two squares have the same color if diagonal steps lead from one to the other. If the drop is forced, no other drop may take a square that the player needs for such a piece. If left out, there is no limit.
        opt most_on_color: i64,
        /// A test of a piece next to the square, one straight or diagonal step away. Without such a piece, the drop is not allowed. The mover is the player who drops: `{ owner = "mover" }`. If left out, every square will do.
        opt beside: PieceTest,
        /// Whether such a drop must convert a piece, as `[conversion]` says.
        def conversion: DropConversion = "optional",
        /// Whether such a drop may give checkmate.
        def mate: DropMate = "allowed",
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// Gating: a piece enters from the player's pool on the square that another piece leaves, as part of the same move: `[gating]`. The player may always move without it. With castling, the piece enters on the square of the king or of the rook; only one piece enters. The move must be legal without the piece that enters, and with it. A piece that promotes by the move opens no gate, and neither does a drop. The piece enters last: after explosions and conversions, on a square that is then empty. It faces as its player's pieces do at the start, and carries no tags.
    pub struct Gating {
        /// The kinds of pieces that can enter.
        req pieces: Vec<Spanned<Name>>,
        /// The pool from which they enter.
        req pool: Name,
        /// The pieces that open the gate, tested before they move: `{ kind = ["knight"] }`. `{}` stands for all pieces.
        req by: PieceTest,
        /// Which of their moves open the gate.
        def opens: GateOpens = "first-move",
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// Blockers: pieces without an owner. Each move, castling and drops included, ends with the placement of a blocker: `[blocker]`. It comes last: after explosions, conversions and gating, on a square that is then empty. The square that the move has left is allowed. A move without a possible placement is illegal. Blockers block squares and lines like other pieces, and hoppers jump over them. They attack nothing, and they are never captured, destroyed or converted. Rules about the position after a move, such as the safety of the king, look at the position after the placement. Castling must also be legal without it.
    pub struct Blocker {
        /// The kind of the blockers. No player may have pieces of it.
        req piece: Name,
        /// What a move does with the blockers on the board.
        req placing: Placing,
        /// Which squares the placement can reach.
        def reach: PlacementReach = "anywhere",
        /// The squares where the mover may place a blocker. If left out, every empty square.
        opt on: PlaceTest,
        /// The squares of blockers at the start of the game, as they are: `["d4"]`.
        def start: Vec<Spanned<Squares>> = [],
        /// The `id` of the source for this rule.
        opt source: Name,
    }
    /// How to treat a slide that comes back to the square where it began, for example around a ring: `[full-circle]`. Without this header it is not a legal move. If a piece can promote both by a full circle and by a promotion without moving, the two count as one move.
    pub struct FullCircle {
        /// Whether such a slide is a legal move.
        req counts_as: CountsAs,
    }
    /// A castling move: `[castling.NAME]`. The symmetry of the board adds it for every seat, unless `seats` lists some. It is a separate move, entered by its text. If the king's own movement also leads to the same square, that move is entered as from and to, and the rook does not move. Barriers do not stop it.
    pub struct Castling {
        /// The seats that can castle this way. If left out, all seats; required if seats differ. If seats are alike, squares are always written for the first seat.
        opt seats: Vec<Spanned<Name>>,
        /// The king's squares, from and to: `["e1", "g1"]`.
        req king: Vec<Spanned<Squares>>,
        /// The rook's squares, from and to: `["h1", "f1"]`.
        req rook: Vec<Spanned<Squares>>,
        /// How the move is written. If left out: of several castling moves, `O-O` for the one whose rook starts nearest to the king (the first, if two are equally near) and `O-O-O` for the others. A single one is `O-O-O`.
        opt text: Text,
    }
    /// Conditions for every castling move: `[castling-rules]`.
    pub struct CastlingRules {
        /// Which pieces must not have moved.
        def unmoved: Vec<Spanned<Unmoved>> = ["king", "rook"],
        /// Which squares must be empty.
        def clear: Clear = "between",
        /// Which squares on the king's path must not be attacked. An empty list allows castling out of check and through attacked squares.
        req safe: Vec<Spanned<Safe>>,
        /// The kinds of pieces that can castle after a drop on the king's or the rook's square, as if they had not moved. The other piece must be on its square at that time, and then counts as unmoved, too. If left out, a dropped piece gives no right to castle.
        opt dropped: Vec<Spanned<Name>>,
        /// The `id` of the source for this rule.
        opt source: Name,
    }
}
