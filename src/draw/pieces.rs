//! The shapes of pieces, as outlines without a font.
//!
//! Input: a kind, and the number of a seat. Output: SVG symbols in a box of 100 units around the
//! origin, which take their colors from the element that uses them. Kinds with the usual names have
//! the usual shapes. A kind that its label calls a disc or a stone is a plain disc, and any other kind
//! without a movement is a disc with its letter. Every other kind is a shield with its letter: round
//! for a pawn role, with a cross on top for a royal role. Does not know boards and positions.

use std::fmt::Write;

use super::letters;
use crate::draw::escaped;
use crate::policy::Role;
use crate::rulebook::Kind;

/// A shape: its outline, and the lines drawn on it.
struct PieceOutline {
    outline: &'static str,
    /// Parts that stand out from the outline, in the same color.
    crest: &'static str,
    /// Lines drawn on the shape.
    lines: &'static str,
}

const KING: PieceOutline = PieceOutline {
    outline: "M-22 39C-22 33-21 27-24 19-42 5-37-19-19-19-10-19-4-13 0-4 4-13 10-19 19-19 37-19 42 5 24 19 21 27 22 33 22 39Z",
    crest: "M0-4C-9-14-8-20 0-27 8-20 9-14 0-4M0-27V-46M-9-38H9",
    lines: "M-24 19C-9 13 9 13 24 19",
};
const QUEEN: PieceOutline = PieceOutline {
    outline: "M-22 39C-22 33-19 27-23 19L-38-17-20-1-19-31-6-3 0-36 6-3 19-31 20-1 38-17 23 19C19 27 22 33 22 39Z",
    crest: "M-38-18a3 3 0 1 0 .1 0zM-19-33a3 3 0 1 0 .1 0zM0-38a3 3 0 1 0 .1 0zM19-33a3 3 0 1 0 .1 0zM38-18a3 3 0 1 0 .1 0z",
    lines: "M-23 19C-9 13 9 13 23 19",
};
const ROOK: PieceOutline = PieceOutline {
    outline: "M-27 39V29L-20 23-17-12-25-20V-38H-14V-29H-6V-38H6V-29H14V-38H25V-20L17-12 20 23 27 29V39Z",
    crest: "",
    lines: "M-17-12H17M-20 23H20",
};
const BISHOP: PieceOutline = PieceOutline {
    outline: "M-26 39C-26 32-13 30-11 23-21 17-23 1-13-13-9-19-3-23 0-30 3-23 9-19 13-13 23 1 21 17 11 23 13 30 26 32 26 39Z",
    crest: "M0-39a4 4 0 1 0 .1 0z",
    lines: "M7-13-2 1M-11 23H11",
};
const KNIGHT: PieceOutline = PieceOutline {
    outline: "M-22 39C-21 22-5 17-4 4-12 8-17 10-22 15-27 17-32 11-32 6-29-6-24-18-17-26L-17-38-8-31C14-36 30-16 27 39Z",
    crest: "",
    lines: "M-14-15h0M-4 4C0 1 2-3 2-8M6-26C15-16 19-2 18 14",
};
const PAWN: PieceOutline = PieceOutline {
    outline: "M-23 39C-23 27-12 21-8 5L-15 0C-15-4-12-6-10-7A15 15 0 1 1 10-7C12-6 15-4 15 0L8 5C12 21 23 27 23 39Z",
    crest: "",
    lines: "",
};
const SHIELD: PieceOutline = PieceOutline {
    outline: "M-28-32C-14-32-6-35 0-39 6-35 14-32 28-32V10C28 27 16 36 0 40-16 36-28 27-28 10Z",
    crest: "",
    lines: "",
};
const CROWNED: PieceOutline = PieceOutline {
    outline: "M-28-25C-14-25-6-27 0-30 6-27 14-25 28-25V10C28 27 16 36 0 40-16 36-28 27-28 10Z",
    crest: "M0-30V-46M-9-39H9",
    lines: "",
};
const ROUND: PieceOutline = PieceOutline { outline: "M-31 8A31 31 0 1 0 31 8 31 31 0 1 0-31 8Z", crest: "", lines: "" };

const DISC: PieceOutline = PieceOutline { outline: "M-36 2A36 36 0 1 0 36 2 36 36 0 1 0-36 2Z", crest: "", lines: "" };

/// The last words of labels whose kinds are plain discs.
const DISCS: [&str; 3] = ["disc", "disk", "stone"];

/// Stroke attributes that all pieces share.
pub(super) const STROKES: &str = "stroke-width=\"5\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";

/// A cross over a piece of an eliminated player.
pub(super) const CROSSED_OUT: &str =
    "<path class=\"label\" d=\"M-34-34 34 34M-34 34 34-34\" fill=\"none\" stroke-width=\"7\"/>";

/// A diamond beside a piece with a tag, where few arrows begin. A round mark would look like a destination of a move.
pub(super) const DIAMOND: &str = "<path class=\"halo fill-seam\" d=\"M39-15 59 6 39 27 19 6z\" stroke-width=\"4\"/>";

/// Returns what lies on a piece: a cross if its owner is eliminated, or a diamond if it has tags.
pub(super) fn sign(tags: u32, is_living: bool) -> &'static str {
    match (is_living, tags) {
        (false, _) => CROSSED_OUT,
        (true, 0) => "",
        (true, _) => DIAMOND,
    }
}

/// Stroke attributes of lines on a piece, in the second color of its ink.
const DETAIL_STROKE: &str = "fill=\"none\" stroke=\"currentColor\"";

/// Returns the shape of a kind, the shape's name, and whether the letter of the kind is drawn on
/// it.
fn shape(kind: &Kind) -> (&'static str, &'static PieceOutline, bool) {
    let is_disc = kind.label.rsplit([' ', '-']).next().is_some_and(|it| DISCS.contains(&it));
    let is_immovable = kind.movement.atoms.is_empty();
    match (kind.name.as_str(), kind.role) {
        (_, Role::Piece | Role::Pawn) if is_disc => ("disc", &DISC, false),
        ("king", _) => ("king", &KING, false),
        ("queen", _) => ("queen", &QUEEN, false),
        ("rook", _) => ("rook", &ROOK, false),
        ("bishop", _) => ("bishop", &BISHOP, false),
        ("knight", _) => ("knight", &KNIGHT, false),
        ("pawn", _) => ("pawn", &PAWN, false),
        (_, Role::Royal) => ("royal", &CROWNED, true),
        // Several kinds may have no movement, such as walls and flags, so the letter tells them apart.
        _ if is_immovable => ("disc", &DISC, true),
        (_, Role::Pawn) => ("round", &ROUND, true),
        _ => ("shield", &SHIELD, true),
    }
}

/// Reports whether the shape of a kind shows its letter.
pub(super) fn has_letter(kind: &Kind) -> bool {
    shape(kind).2
}

/// Returns the symbol id of a kind. The same kind has the same id in every picture.
pub(super) fn symbol(kind: &Kind) -> String {
    match shape(kind) {
        (name, _, false) => format!("tf-{name}"),
        (name, _, true) => {
            let letter: String = kind.letter.chars().map(|it| format!("-{:x}", u32::from(it))).collect();
            format!("tf-{name}{letter}")
        }
    }
}

/// Returns the SVG symbol of a kind.
pub(super) fn definition(kind: &Kind) -> String {
    let (_, shape, lettered) = shape(kind);
    let mut out = format!("<g id=\"{}\"><path d=\"{}{}\"/>", escaped(&symbol(kind)), shape.outline, shape.crest);
    if !shape.lines.is_empty() {
        let _ = write!(out, "<path d=\"{}\" {DETAIL_STROKE}/>", shape.lines);
    }
    if lettered {
        let text = letters::line(&kind.letter, (0.0, -1.0), 25.0, letters::Align::Middle);
        let _ = write!(out, "<path d=\"{text}\" {DETAIL_STROKE}/>");
    }
    out.push_str("</g>");
    out
}

/// Paths and stroke widths of the seat marks, in order of play. The first seat has none.
const MARKS: [(&str, u8); 8] = [
    ("", 0),
    ("M0 30h0", 13),
    ("M-10 30H10", 7),
    ("M-7 30a7 7 0 1 0 14 0 7 7 0 1 0-14 0z", 5),
    ("M-9 30h0M9 30h0", 11),
    ("M-7 23 7 36M7 23-7 36", 5),
    ("M-8 35 0 23 8 35Z", 5),
    ("M-10 26H10M-10 34H10", 5),
];

/// Returns the mark of a seat, near the foot of its pieces. Empty for the first seat.
pub(super) fn mark(seat: usize) -> String {
    match seat % MARKS.len() {
        0 => String::new(),
        it => format!("<use href=\"#tf-mark-{it}\"/>"),
    }
}

/// Returns the symbols of the marks of the first `seats` seats.
pub(super) fn marks(seats: usize) -> Vec<String> {
    let drawn = MARKS.iter().enumerate().take(seats).skip(1);
    drawn
        .map(|(it, (path, width))| {
            format!("<g id=\"tf-mark-{it}\"><path d=\"{path}\" {DETAIL_STROKE} stroke-width=\"{width}\"/></g>")
        })
        .collect()
}
