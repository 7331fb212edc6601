//! Color palettes: light, dark and print, safe for color-blind readers.
//!
//! Input: a theme and the names of the seats. Output: the color of each seat, and the stylesheet of
//! a picture. All colors are defined here; a test computes their contrast. Does not know boards and
//! positions.

use std::fmt::Write;

use super::Theme;
use crate::rulebook::{Rulebook, SeatId};

/// Colors of a piece: fill, outline, and details drawn on it.
pub type Ink = (&'static str, &'static str, &'static str);

/// All colors of one theme.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Background of the picture.
    pub ground: &'static str,
    /// Tones of squares, the lightest first.
    pub tones: [&'static str; 3],
    /// Lines between squares and around the board.
    pub edge: &'static str,
    /// Names of files and ranks, and the text of the legend.
    pub label: &'static str,
    /// Squares of the last move.
    pub last: &'static str,
    /// Frame of the squares of the last move.
    pub last_frame: &'static str,
    /// Legal destinations and the selected piece.
    pub target: &'static str,
    /// A king in check.
    pub check: &'static str,
    /// Squares that a refusal refers to, and arrows.
    pub issue: &'static str,
    /// Lines of the barriers.
    pub barrier: &'static str,
    /// Marks of joined edges.
    pub seam: &'static str,
    /// Hatching and borders of zones.
    pub zone: &'static str,
    /// Pieces of eliminated players.
    pub inert: Ink,
    /// Colors of the pieces, in the order of [`NAMES`].
    pub pieces: [Ink; 8],
}

/// Names of the piece colors, also used as CSS classes. Three players get the first three.
pub const NAMES: [&str; 8] = ["white", "vermillion", "black", "blue", "yellow", "green", "gray", "purple"];

/// Index of gray in [`NAMES`]: its pieces are hatched.
pub(super) const GRAY: usize = 6;

/// The hatching on gray pieces, in the box of a piece. Small prints would make plain gray look black.
pub(super) const HATCHING: &str = "<pattern id=\"tf-gray\" width=\"17\" height=\"17\" patternUnits=\"userSpaceOnUse\" \
    patternTransform=\"rotate(45)\"><path fill=\"#808080\" d=\"M0 0H17V17H0\"/><path class=\"cover\" d=\"M0 8H17\" \
    stroke-width=\"6\"/></pattern>";

/// The palette on a light background.
pub const LIGHT: Palette = Palette {
    ground: "#ffffff",
    tones: ["#fdfaf2", "#dce6df", "#ecf1ea"],
    edge: "#8d9a90",
    label: "#3f4a44",
    last: "#fbe795",
    last_frame: "#8a6d00",
    target: "#0b6b52",
    check: "#b3001e",
    issue: "#7b2d8e",
    barrier: "#1f4f7a",
    seam: "#9a5400",
    zone: "#4c7fa3",
    inert: ("#c4c4bf", "#77776f", "#77776f"),
    pieces: [
        ("#ffffff", "#000000", "#000000"),
        ("#d55e00", "#000000", "#000000"),
        ("#000000", "#000000", "#ffffff"),
        ("#0072b2", "#000000", "#000000"),
        ("#f0e442", "#000000", "#000000"),
        ("#00a17a", "#000000", "#000000"),
        ("#808080", "#000000", "#000000"),
        ("#8e4fae", "#000000", "#000000"),
    ],
};

/// The palette on a dark background.
pub const DARK: Palette = Palette {
    ground: "#101417",
    tones: ["#29343c", "#1b2227", "#222b31"],
    edge: "#5d6b74",
    label: "#c9d2d6",
    last: "#453a12",
    last_frame: "#d0ae3a",
    target: "#53c9a3",
    check: "#ff5c6c",
    issue: "#d59be6",
    barrier: "#7db8e8",
    seam: "#dda15e",
    zone: "#6f9fc4",
    inert: ("#4a5258", "#8b959b", "#8b959b"),
    pieces: [
        ("#ffffff", "#ffffff", "#000000"),
        ("#d55e00", "#ffffff", "#ffffff"),
        ("#000000", "#ffffff", "#ffffff"),
        ("#0072b2", "#ffffff", "#ffffff"),
        ("#f0e442", "#f0e442", "#000000"),
        ("#00a17a", "#ffffff", "#ffffff"),
        ("#808080", "#ffffff", "#ffffff"),
        ("#8e4fae", "#ffffff", "#ffffff"),
    ],
};

/// The palette for paper.
pub const PRINT: Palette = Palette {
    ground: "#ffffff",
    tones: ["#ffffff", "#e4e4e4", "#f2f2f2"],
    edge: "#777777",
    label: "#000000",
    last: "#d0d0d0",
    last_frame: "#000000",
    target: "#000000",
    check: "#000000",
    issue: "#000000",
    barrier: "#000000",
    seam: "#000000",
    zone: "#555555",
    inert: ("#ffffff", "#9a9a9a", "#9a9a9a"),
    pieces: [
        ("#ffffff", "#000000", "#000000"),
        ("#808080", "#000000", "#000000"),
        ("#000000", "#000000", "#ffffff"),
        ("#b8b8b8", "#000000", "#000000"),
        ("#dcdcdc", "#000000", "#000000"),
        ("#505050", "#ffffff", "#ffffff"),
        ("#808080", "#000000", "#000000"),
        ("#303030", "#ffffff", "#ffffff"),
    ],
};

/// A page on paper. Players have the same colors as on the screen, because texts name these colors. Squares are darker than
/// on the screen, because printers in black and white lose pale tones.
pub const PAPER: Palette = Palette { tones: ["#fffdf8", "#cbdcd0", "#e4ede5"], ..LIGHT };

/// Assigns a color to each seat, as an index into [`NAMES`]: the color that its rulebook chooses, or the one that it is
/// named after. The others get the remaining colors in order.
pub fn seat_colors(book: &Rulebook) -> Vec<usize> {
    let by_name = |name: &str| match name.to_lowercase().as_str() {
        "white" => Some(0),
        "red" | "orange" | "vermillion" | "vermilion" => Some(1),
        "black" => Some(2),
        "blue" => Some(3),
        "yellow" | "gold" => Some(4),
        "green" => Some(5),
        "gray" | "grey" | "silver" => Some(6),
        "purple" | "violet" => Some(7),
        _ => None,
    };
    let mut free: Vec<usize> = (0..NAMES.len()).collect();
    if book.seats.len() == 2 {
        free.swap(1, 2);
    }
    let mut all: Vec<Option<usize>> = vec![None; book.seats.len()];
    for (color, seat) in all.iter_mut().zip(&book.seats) {
        *color = seat.color.map(|it| it as usize);
        free.retain(|it| Some(*it) != *color);
    }
    for (color, seat) in all.iter_mut().zip(&book.seats).filter(|it| it.0.is_none()) {
        if let Some(found) = by_name(&seat.name).and_then(|it| free.iter().position(|free| *free == it)) {
            *color = Some(free.remove(found));
        }
    }
    let rest = |it: Option<usize>, free: &mut Vec<usize>| match it {
        Some(it) => it,
        None if free.is_empty() => 0,
        None => free.remove(0),
    };
    all.into_iter().map(|it| rest(it, &mut free)).collect()
}

/// Returns the color class of the pieces of a seat.
pub(crate) fn class(colors: &[usize], seat: SeatId) -> &'static str {
    NAMES[colors[seat.index()]]
}

/// Returns the stylesheet of a picture with the given piece colors. Every rule starts with the
/// class of its theme, so that pictures of several themes can share a page.
pub(super) fn style(theme: Theme, colors: &[usize]) -> String {
    let rules = |scope, palette| rules(scope, palette, colors);
    match theme {
        Theme::Light => rules(".tf-light", &LIGHT),
        Theme::Dark => rules(".tf-dark", &DARK),
        Theme::Print => rules(".tf-print", &PRINT),
        Theme::Auto => format!(
            "{}@media(prefers-color-scheme:dark){{{}}}@media print{{{}}}",
            rules(".tf-auto", &LIGHT),
            rules(".tf-auto", &DARK),
            rules(".tf-auto", &PAPER)
        ),
    }
}

/// Wraps content for use by `<use>`. Selectors match only inside the copied content, where the
/// classes of its original ancestors are missing. The group therefore has the theme class itself.
pub(super) fn reused(id: &str, theme: Theme, drawn: &str) -> String {
    format!("<g id=\"{id}\" class=\"tf-{}\">{drawn}</g>", name(theme))
}

/// Returns the name of a theme.
pub(super) fn name(theme: Theme) -> &'static str {
    match theme {
        Theme::Auto => "auto",
        Theme::Light => "light",
        Theme::Dark => "dark",
        Theme::Print => "print",
    }
}

fn rules(scope: &str, palette: &Palette, colors: &[usize]) -> String {
    let mut out = String::new();
    let mut rule = |what: &str, has: String| {
        let _ = write!(out, "{scope} {what}{{{has}}}");
    };
    rule(".ground", format!("fill:{}", palette.ground));
    rule(".halo", format!("stroke:{}", palette.ground));
    for (tone, color) in palette.tones.iter().enumerate() {
        rule(&format!(".t{tone}"), format!("fill:{color}"));
    }
    rule(".square", format!("stroke:{}", palette.edge));
    rule(".link", format!("stroke:{}", palette.edge));
    rule(".label", format!("stroke:{}", palette.label));
    rule(".last", format!("fill:{}", palette.last));
    rule(".last-frame", format!("stroke:{}", palette.last_frame));
    rule(".dot", format!("fill:{}", palette.target));
    rule(".ring", format!("stroke:{}", palette.target));
    rule(".check", format!("stroke:{}", palette.check));
    rule(".fill-check", format!("fill:{}", palette.check));
    rule(".issue", format!("stroke:{}", palette.issue));
    rule(".fill-issue", format!("fill:{}", palette.issue));
    rule(".barrier", format!("stroke:{}", palette.barrier));
    rule(".fill-barrier", format!("fill:{}", palette.barrier));
    rule(".cover", format!("stroke:{}", palette.tones[0]));
    rule(".seam", format!("stroke:{}", palette.seam));
    rule(".fill-seam", format!("fill:{}", palette.seam));
    rule(".zone", format!("stroke:{}", palette.zone));
    for (index, (name, ink)) in NAMES.iter().zip(palette.pieces).enumerate() {
        if !colors.contains(&index) {
            continue;
        }
        let hatching = if index == GRAY { "url(#tf-gray) " } else { "" };
        rule(&format!(".c-{name}"), format!("fill:{hatching}{};stroke:{};color:{}", ink.0, ink.1, ink.2));
    }
    rule(".c-out", format!("fill:{};stroke:{1};color:{1}", palette.inert.0, palette.inert.1));
    out
}
