//! The list of headers, in the order in which a rulebook reads best.
//!
//! Each with an example of a few lines: a test reads them all, and the reference page
//! prints them. What a table is for is said where its keys are declared; the few
//! headers with free keys say it here.

use super::{FreeKeys, HeaderDoc, Holds};
use crate::definition::table::Table;
use crate::definition::{
    Bar, Barrier, BarrierOpens, BarrierState, BoardTable, Castling, CastlingRules, Check, Claim, Counter, Cut,
    DeadPosition, DoubleStep, Elimination, EnPassant, ExtraLink, FullCircle, Line, Man, MateTable, Names, Outcome,
    Patch, Point, PointTravel, Pool, Promotion, ScoreTitles, Seam, Seat, Settle, Source, Tag, Top, Turn, Turns, Unless,
    Zone,
};

const fn keys<T: Table>(pattern: &'static str, example: &'static str) -> HeaderDoc {
    HeaderDoc { pattern, holds: Holds::Keys(T::table_doc), doc: "", example }
}

const fn free(pattern: &'static str, kind: FreeKeys, doc: &'static str, example: &'static str) -> HeaderDoc {
    HeaderDoc { pattern, holds: Holds::Free(kind), doc, example }
}

/// Every header of the language.
pub static HEADERS: &[HeaderDoc] = &[
    keys::<Top>(
        "",
        r#"name    = "Chess without castling"
about   = "Another file's game, with two headers left out."
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
letter = "G"
turns  = 1
faces  = "north"
"#,
    ),
    keys::<BoardTable>(
        "board",
        r#"[board]
cells = "square"
seats = "alike"
"#,
    ),
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
"#,
    ),
    keys::<Turn>(
        "board.turn",
        r#"[board.turn]
mirror = "ranks"      # a1 becomes a8
"#,
    ),
    keys::<Seam>(
        "board.seam.NAME",
        r#"[board.seam.round]     # a cylinder: the last file lies beside the first
side = { patch = "ring", edge = "east" }
onto = { patch = "ring", edge = "west" }

[board.seam.border]    # half an edge onto half an edge, in reverse
side = { patch = "white", edge = "north", span = "5-8" }
onto = { patch = "red", edge = "north", span = "4-1" }

[board.seam.centre]    # an edge onto itself, half way round
side     = { patch = "ring", edge = "north" }
onto     = { patch = "ring", edge = "north" }
straight = 12
diagonal = 14
"#,
    ),
    keys::<Point>(
        "board.point.NAME",
        r#"[board.point.centre]
squares = ["d4", "e4", "e9", "i9", "i5", "d5"]
"#,
    ),
    keys::<PointTravel>(
        "board.point.NAME.travel",
        r#"[board.point.centre.travel]
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
    keys::<Names>(
        "board.names",
        r#"[board.names]
form     = "section-file-rank"
sections = ["WH", "GR", "BL"]
files    = "h-a"
ranks    = "1-6"
"#,
    ),
    keys::<Names>(
        "board.names.PATCH",
        r#"[board.names.red]
files = ["h", "g", "f", "e", "i", "j", "k", "l"]
ranks = "12-9"
"#,
    ),
    free(
        "board.places",
        FreeKeys::Places,
        "Where squares are drawn: square = [x, y], for boards whose own drawing does not please. It changes no rule.",
        r#"[board.places]
a1 = [0, 0]
b1 = [1, 0.5]
"#,
    ),
    keys::<Zone>(
        "zone.NAME",
        r#"[zone.first-rank]     # one for each seat, said for the first
of    = "seat"
patch = "white"
ranks = "1"

[zone.rim]            # one for all
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
        r#"[line.centre]         # all links over a seam
of   = "board"
seam = "centre"

[line.side]           # diagonal links between two files that start on these ranks
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
men    = ["elephant"]
leaps  = "any-path"
source = "rulebook"

[barrier.river.closed]
lets = []
"#,
    ),
    keys::<BarrierState>(
        "barrier.NAME.closed",
        r#"[barrier.river.closed]
lets = ["move"]          # no capture, no check, no attack on a king
"#,
    ),
    keys::<BarrierState>(
        "barrier.NAME.open",
        r#"[barrier.river.open]
lets = ["move", "capture", "give-check", "attack"]
"#,
    ),
    keys::<BarrierOpens>(
        "barrier.NAME.opens.WHY",
        r#"[barrier.river.opens.drained]
event = "zone-vacated"
zone  = "first-rank"
of    = "own-men"
"#,
    ),
    keys::<Unless>(
        "barrier.NAME.unless.WHY",
        r#"[barrier.river.unless.crossed]
man = { tag = "crossed" }
"#,
    ),
    keys::<Tag>(
        "tag.NAME",
        r#"[tag.crossed]
men = ["pawn"]
set = { crosses = "centre" }
"#,
    ),
    keys::<Man>(
        "man.KIND",
        r#"[man.knight]
letter   = "N"
movement = "N"
role     = "piece"
value    = 3

[man.centre-pawn]     # a pawn in all that is not said
extends = "pawn"
letter  = "C"
"#,
    ),
    keys::<DoubleStep>(
        "double-step",
        r#"[double-step]
men  = ["pawn"]
from = { zone = "second-rank", of = "owner" }
"#,
    ),
    keys::<Unless>(
        "double-step.unless.WHY",
        r#"[double-step.unless.crossed]
man = { tag = "crossed" }
"#,
    ),
    keys::<EnPassant>(
        "en-passant",
        r#"[en-passant]
men    = ["pawn"]
window = "next-ply"
dead   = "lapses"
"#,
    ),
    keys::<Promotion>(
        "promotion",
        r#"[promotion]
men    = ["pawn"]
on     = { zone = "last-rank", of = "owner" }
choice = "listed"
into   = ["queen", "rook", "bishop", "knight"]
forced = "yes"
"#,
    ),
    keys::<Promotion>(
        "promotion.NAME",
        r#"[promotion.soldier]    # of several, the first that fits a man and its square holds
men    = ["soldier"]
on     = { links = "no-step-forward" }
choice = "listed"
into   = ["general"]
forced = "no"
"#,
    ),
    free(
        "promotion-squares",
        FreeKeys::Men,
        "What the square of arrival gives, for `choice = \"by-square\"`: kind of man = squares. Said for the first seat and turned.",
        r#"[promotion-squares]
rook   = ["a8", "h8"]
knight = ["b8", "g8"]
"#,
    ),
    keys::<Pool>(
        "pool.NAME",
        r#"[pool.losses]
holds = "own-men-taken"
"#,
    ),
    keys::<FullCircle>(
        "full-circle",
        r#"[full-circle]
counts-as = "a-move"
"#,
    ),
    free(
        "setup",
        FreeKeys::Men,
        "The array, where seats are alike: kind of man = squares, said for the first seat and turned for the others.",
        r#"[setup]
king = ["e1"]
rook = ["a1", "h1"]
pawn = ["a2-h2"]
"#,
    ),
    free(
        "setup.SEAT",
        FreeKeys::Men,
        "The array of one seat, where seats differ: kind of man = squares, as they stand.",
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
    keys::<Bar>(
        "bar.NAME",
        r#"[bar.shield]           # whoever moves next must not come to check the third
after = { attack = { by = "next", on = "previous" } }
"#,
    ),
    keys::<Unless>(
        "bar.NAME.unless.WHY",
        r#"[bar.shield.unless.self-defence]
before = { attack = { by = "opponents", on = "mover" } }
"#,
    ),
    keys::<Check>(
        "check",
        r#"[check]
attackers = "living-opponents"
own-king  = "kept-safe"
kings     = "never-taken"
"#,
    ),
    keys::<MateTable>(
        "mate",
        r#"[mate]
alone   = "men-stand"
escapes = "bars-hold"
"#,
    ),
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
after-move = ["king-taken", "last-king"]
turn-start = ["checkmate", "stalemate", "last-king"]
on-claim   = ["threefold"]
"#,
    ),
    keys::<Outcome>(
        "outcome.NAME",
        r#"[outcome.checkmate]
when = { stuck = { who = "mover", check = "in" } }
then = "eliminate"

[outcome.last-king]
when = { living = 1 }
then = "end"
"#,
    ),
    keys::<Unless>(
        "outcome.NAME.unless.WHY",
        r#"[outcome.checkmate.unless.early]
after  = { living = 3 }
"#,
    ),
    keys::<Counter>(
        "counter.quiet",
        r#"[counter.quiet]
resets = ["capture", "pawn-move"]
"#,
    ),
    keys::<Claim>(
        "claim.NAME",
        r#"[claim.resign-for]    # I lose, and name who wins
names   = "winner"
consent = "third"
asked   = "any-time"
then    = "end"
"#,
    ),
    free(
        "score",
        FreeKeys::Points,
        "What an ending is worth: outcome or claim = { role = points }. Points are whole or halves; a role is a player or a set of players (`Who`).",
        r#"[score]
checkmate = { mater = 1, victim = 0, third = 0.5 }
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
minor    = ["bishop", "knight"]
coloured = ["bishop"]
"#,
    ),
];
