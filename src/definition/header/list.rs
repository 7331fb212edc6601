//! The list of headers, in the order in which a rulebook reads best. Contains [`HEADERS`], each with
//! an example of a few lines. A test reads every example, and the reference page prints it. Input: none.
//! Output: a static table. Descriptions of keys belong to the tables; only the few headers with free
//! keys are described here. Does not know values.

use super::{FreeKeys, HeaderDoc, free, keys};
use crate::definition::{
    Alliance, Ban, Barrier, BarrierOpens, BarrierState, Blocker, BoardTable, CaptureTable, Castling, CastlingRules,
    Check, Claim, ConversionTable, Counter, Cut, DeadPosition, DoubleStep, Drop, Elimination, EnPassant,
    ExplosionTable, ExtraLink, FullCircle, Gating, Line, MateTable, MoveCounter, Outcome, Patch, Piece, PointHeader,
    PointTravel, Pool, Promotion, PromotionMove, ScoreTitles, Seam, Seat, Settle, Source, SquareNaming, SymmetryTable,
    Tag, Team, Top, Turns, Unless, Zone,
};

/// Every header of the language.
pub static HEADERS: &[HeaderDoc] = &[
    keys::<Top>(
        "",
        r#"name    = "Chess without castling"
about   = "The game of another file, without two of its headers."
part    = "game"
extends = ["chess"]
without = ["castling", "castling-rules"]
"#,
    ),
    keys::<Source>(
        "source",
        r#"[[source]]
id    = "rulebook"
title = "3 Man Chess Rulebook"
at    = "https://example.org/rulebook.pdf"
"#,
    ),
    keys::<Turns>(
        "turns",
        r#"[turns]
order = ["white", "gray", "black"]
"#,
    ),
    keys::<Seat>(
        "seat.NAME",
        r#"[seat.gray]
letter   = "G"
symmetry = 1
faces    = "north"
"#,
    ),
    keys::<BoardTable>("board", "[board]\ncells = \"square\"      # or \"hex\" or \"triangle\"\nseats = \"alike\"\n"),
    keys::<Patch>(
        "board.patch.NAME",
        r#"[board.patch.ring]
files = 24
ranks = 6
shape = "annulus"

[board.patch.cross]
files = 14
ranks = 14
holes = ["a1-c3", "l1-n3", "a12-c14", "l12-n14"]

[board.patch.field]
shape = "hexagon"
side  = 6

[board.patch.corner]      # with `cells = "triangle"`, 81 cells
shape = "triangle"
side  = 9
"#,
    ),
    keys::<SymmetryTable>(
        "board.symmetry",
        r#"[board.symmetry]
mirror = "ranks"      # a1 becomes a8
"#,
    ),
    keys::<Seam>(
        "board.seam.NAME",
        r#"[board.seam.round]     # a cylinder: the last file is next to the first
side = { patch = "ring", edge = "east" }
onto = { patch = "ring", edge = "west" }

[board.seam.border]    # one half of an edge to another half, in reverse
side = { patch = "white", edge = "north", span = "5-8" }
onto = { patch = "red", edge = "north", span = "4-1" }

[board.seam.center]    # an edge to itself, halfway around the ring
side     = { patch = "ring", edge = "north" }
onto     = { patch = "ring", edge = "north" }
straight = 12
diagonal = 14
"#,
    ),
    keys::<PointHeader>(
        "board.point.NAME",
        r#"[board.point.center]
squares = ["d4", "e4", "e9", "i9", "i5", "d5"]
"#,
    ),
    keys::<PointTravel>(
        "board.point.NAME.travel",
        r#"[board.point.center.travel]
diagonal = "both-ways"
"#,
    ),
    keys::<ExtraLink>(
        "board.link.NAME",
        r#"[board.link.tunnel]
from    = "a1"
heading = "west"
to      = "h1"
onward  = "north"
back    = "no"
"#,
    ),
    keys::<Cut>(
        "board.cut.NAME",
        r#"[board.cut.cliff]
line = "cliff"
"#,
    ),
    keys::<SquareNaming>(
        "board.names",
        r#"[board.names]
form     = "section-file-rank"
sections = ["WH", "GR", "BL"]
files    = "h-a"
ranks    = "1-6"
"#,
    ),
    keys::<SquareNaming>(
        "board.names.PATCH",
        r#"[board.names.red]
files = ["h", "g", "f", "e", "i", "j", "k", "l"]
ranks = "12-9"
"#,
    ),
    free(
        "board.places",
        FreeKeys::Places,
        "Positions of squares in the drawing: square = [x, y]. One unit is about the size of a square, and y points up. Use it if the automatic drawing of a board is hard to read. It does not affect the rules.",
        r#"[board.places]
a1 = [0, 0]
b1 = [1, 0.5]
"#,
    ),
    keys::<Zone>(
        "zone.NAME",
        r#"[zone.first-rank]     # one for each seat, written for the first
of    = "seat"
patch = "white"
ranks = "1"

[zone.rim]            # a single one for the board
of    = "board"
ranks = "1"
"#,
    ),
    keys::<Zone>(
        "zone.NAME.SEAT",
        r#"[zone.last-rank.black]
squares = ["b8-g8"]
"#,
    ),
    keys::<Line>(
        "line.NAME",
        r#"[line.center]         # all links across a seam
of   = "board"
seam = "center"

[line.side]           # diagonal links between two files, from these ranks
of    = "seat"
files = [24, 1]
ranks = "2-3"
ends  = "start"
steps = ["diagonal"]
"#,
    ),
    keys::<Barrier>(
        "barrier.NAME",
        r#"[barrier.river]
line   = "river"
pieces = ["elephant"]
leaps  = "any-path"
source = "rulebook"

[barrier.river.closed]
allows = []
"#,
    ),
    keys::<BarrierState>(
        "barrier.NAME.closed",
        r#"[barrier.river.closed]
allows = ["move"]          # no captures, no checks, no attacks on kings
"#,
    ),
    keys::<BarrierState>(
        "barrier.NAME.open",
        r#"[barrier.river.open]
allows = ["move", "capture", "give-check", "attack"]
"#,
    ),
    keys::<BarrierOpens>(
        "barrier.NAME.opens.WHY",
        r#"[barrier.river.opens.drained]
event = "zone-vacated"
zone  = "first-rank"
of    = "own-pieces"
"#,
    ),
    keys::<Unless>(
        "barrier.NAME.unless.WHY",
        r#"[barrier.river.unless.crossed]
piece = { tag = "crossed" }
"#,
    ),
    keys::<Tag>(
        "tag.NAME",
        r#"[tag.crossed]
pieces = ["pawn"]
set    = { crosses = "center" }
"#,
    ),
    keys::<Piece>(
        "piece.KIND",
        r#"[piece.knight]
letter   = "N"
movement = "N"
role     = "piece"
value    = 3

[piece.center-pawn]     # like a pawn, except for the keys below
extends = "pawn"
letter  = "C"
"#,
    ),
    keys::<DoubleStep>(
        "double-step",
        r#"[double-step]
pieces = ["pawn"]
from   = { zone = "second-rank", of = "owner" }
"#,
    ),
    keys::<Unless>(
        "double-step.unless.WHY",
        r#"[double-step.unless.crossed]
piece = { tag = "crossed" }
"#,
    ),
    keys::<EnPassant>(
        "en-passant",
        r#"[en-passant]
pieces             = ["pawn"]
window             = "next-ply"
against-eliminated = "lapses"
"#,
    ),
    keys::<Promotion>(
        "promotion",
        r#"[promotion]
pieces = ["pawn"]
on     = { zone = "last-rank", of = "owner" }
choice = "listed"
into   = ["queen", "rook", "bishop", "knight"]
forced = "yes"
"#,
    ),
    keys::<Promotion>(
        "promotion.NAME",
        r#"[promotion.soldier]    # the first promotion that fits the piece and its square applies
pieces = ["soldier"]
on     = { links = "no-step-forward" }
choice = "listed"
into   = ["general"]
forced = "no"
"#,
    ),
    keys::<PromotionMove>("promotion-move", "[promotion-move]\npieces = [\"pawn\"]\ninto   = [\"queen\"]\n"),
    keys::<PromotionMove>("promotion-move.NAME", "[promotion-move.last]\npieces = [\"pawn\"]\ninto = [\"queen\"]\n"),
    free(
        "promotion-squares",
        FreeKeys::Pieces,
        "The new piece for each square of arrival, for promotions with `choice = \"by-square\"`: kind of piece = squares. Written for the first seat; the symmetry of the board maps the squares to the others.",
        r#"[promotion-squares]
rook   = ["a8", "h8"]
knight = ["b8", "g8"]
"#,
    ),
    keys::<Pool>(
        "pool.NAME",
        r#"[pool.losses]
holds = "own-pieces-captured"
"#,
    ),
    keys::<Drop>("drop", "[drop]\npieces = [\"knight\", \"rook\"]\npool   = \"hand\"\n"),
    keys::<Drop>(
        "drop.NAME",
        "[drop.pawn]\npieces = [\"pawn\"]\npool   = \"hand\"\nnot-on = { links = \"no-move\" }\n",
    ),
    keys::<Gating>("gating", "[gating]\npieces = [\"hawk\"]\npool   = \"hand\"\nby     = { kind = [\"knight\"] }\n"),
    keys::<Blocker>("blocker", "[blocker]\npiece   = \"duck\"\nplacing = \"same-one\"\n"),
    keys::<FullCircle>("full-circle", "[full-circle]\ncounts-as = \"a-move\"\n"),
    free(
        "setup",
        FreeKeys::Pieces,
        "The starting position: kind of piece = squares. If the board is empty at first, as in a game of drops, the header has no lines. If seats are alike, it is written for the first seat, and the symmetry of the board maps the squares to the others. For two players on one rectangle, `fen` gives the pieces of both: the first field of a FEN with the letters of the kinds. Uppercase letters are pieces of the first player in turn order.",
        r#"[setup]
king = ["e1"]
rook = ["a1", "h1"]
pawn = ["a2-h2"]

# In place of the lists: fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"
"#,
    ),
    free(
        "setup.SEAT",
        FreeKeys::Pieces,
        "The starting position of one seat, in place of the one in `[setup]`: kind of piece = squares. Squares are written as they are, even if seats are alike.",
        r#"[setup.black]
king = ["a1"]
pawn = ["a3-c3"]
"#,
    ),
    keys::<Castling>(
        "castling.NAME",
        r#"[castling.king-side]
king = ["e1", "g1"]
rook = ["h1", "f1"]
"#,
    ),
    keys::<CastlingRules>(
        "castling-rules",
        r#"[castling-rules]
unmoved = ["king", "rook"]
clear   = "between"
safe    = ["start", "path", "end"]
"#,
    ),
    keys::<Ban>(
        "ban.NAME",
        r#"[ban.shield]           # no move may expose the previous player's king to the next player
after = { attack = { by = "next", on = "previous" } }
"#,
    ),
    keys::<Unless>(
        "ban.NAME.unless.WHY",
        r#"[ban.shield.unless.self-defense]
before = { attack = { by = "opponents", on = "mover" } }
"#,
    ),
    keys::<CaptureTable>("capture", "[capture]\nforced = \"yes\"\n"),
    keys::<ExplosionTable>("explosion", "[explosion]\nimmune = [\"pawn\"]\n"),
    keys::<ConversionTable>("conversion", "[conversion]\nof     = \"eliminated\"\nimmune = [\"king\"]\n"),
    keys::<Check>(
        "check",
        r#"[check]
attackers = "living-opponents"
own-king  = "kept-safe"
kings     = "never-captured"
"#,
    ),
    keys::<MateTable>(
        "mate",
        r#"[mate]
alone   = "pieces-remain"
escapes = "bans-hold"
"#,
    ),
    keys::<Team>("team.NAME", "[team.north-south]\nseats = [\"red\", \"yellow\"]\n"),
    keys::<Alliance>("alliance", "[alliance]\nloss = \"alone\"\n"),
    keys::<Elimination>(
        "elimination",
        r#"[elimination]
army = "inert"
king = "stays"
"#,
    ),
    keys::<Settle>(
        "settle",
        r#"[settle]
after-move = ["king-captured", "last-king"]
turn-start = ["checkmate", "stalemate", "last-king"]
on-claim   = ["threefold"]
"#,
    ),
    keys::<Outcome>(
        "outcome.NAME",
        r#"[outcome.checkmate]
when = { stuck = { who = "mover", check = "in" } }
then = "eliminate"

[outcome.hill]            # adds an outcome with its points and its place in the order of tests
when    = { king-in = { zone = "hill" } }
then    = "end"
points  = { mover = 1, others = 0 }
settled = "after-move"
"#,
    ),
    keys::<Unless>(
        "outcome.NAME.unless.WHY",
        r#"[outcome.checkmate.unless.early]
after  = { living = 3 }
"#,
    ),
    keys::<Counter>(
        "counter.halfmoves",
        r#"[counter.halfmoves]
resets = ["capture", "pawn-move"]
"#,
    ),
    keys::<MoveCounter>(
        "counter.NAME",
        r#"[counter.checks]      # how often each player has given check
when = { attack = { by = "mover", on = "opponents" } }
"#,
    ),
    keys::<Claim>(
        "claim.NAME",
        r#"[claim.resign-for]    # the claiming player loses and names the winner
names   = "winner"
consent = "third"
timing  = "any-time"
then    = "end"
"#,
    ),
    free(
        "score",
        FreeKeys::Points,
        "The points for each ending: outcome or claim = { role = points }. Points are whole numbers, halves, quarters, or thirds in quotes. A role is a player or a set of players (see \"Players in tests\"). If several roles fit a player, the first of these counts: a single player; `third`; `partners`; `opponents`; `living` or `eliminated`; `all`; `others`. So `others` means every player whom no other role of the same line names. Players without a role get nothing. Points add up over the game. A child file's `[score]` replaces its parent's, so list the inherited endings again. To change the points of one ending, write `points` in its own header instead.",
        r#"[score]
checkmate = { mating-player = 1, victim = 0, third = 0.5 }
draw      = { all = 0.5 }
"#,
    ),
    keys::<ScoreTitles>(
        "score-titles",
        r#"[score-titles]
titles = ["serf", "vassal", "knight", "lord"]
"#,
    ),
    keys::<DeadPosition>(
        "dead-position",
        r#"[dead-position]
minor   = ["bishop", "knight"]
colored = ["bishop"]
"#,
    ),
];
