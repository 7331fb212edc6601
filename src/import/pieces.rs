//! The pieces of a `variants.ini`: predefined and custom ones, with movements in the Betza notation of this crate.
//!
//! Contains [`predefined`] and [`movement`]. Input: the name of a piece, or a movement in the notation of the file.
//! Output: movements that a rulebook accepts. Does not know sections.

/// Predefined pieces: key in the file, name in a rulebook, movement in the file's notation.
const PREDEFINED: [(&str, &str, &str); 34] = [
    ("pawn", "pawn", "fmWfceF"),
    ("knight", "knight", "N"),
    ("bishop", "bishop", "B"),
    ("rook", "rook", "R"),
    ("queen", "queen", "Q"),
    ("fers", "ferz", "F"),
    ("alfil", "alfil", "A"),
    ("fersAlfil", "ferz-alfil", "FA"),
    ("silver", "silver", "FfW"),
    ("aiwok", "ai-wok", "RNF"),
    ("bers", "dragon", "RF"),
    ("archbishop", "archbishop", "BN"),
    ("chancellor", "chancellor", "RN"),
    ("amazon", "amazon", "QN"),
    ("knibis", "knight-bishop", "mNcB"),
    ("biskni", "bishop-knight", "mBcN"),
    ("kniroo", "knight-rook", "mNcR"),
    ("rookni", "rook-knight", "mRcN"),
    ("shogiPawn", "shogi-pawn", "fW"),
    ("lance", "lance", "fR"),
    ("shogiKnight", "shogi-knight", "fN"),
    ("gold", "gold", "WfF"),
    ("dragonHorse", "dragon-horse", "BW"),
    ("clobber", "clobber", "cW"),
    ("breakthrough", "breakthrough-pawn", "fmWfF"),
    ("immobile", "immobile", ""),
    ("cannon", "cannon", "mRcpR"),
    ("soldier", "soldier", "fsW"),
    ("horse", "horse", "nN"),
    ("elephant", "elephant", "nA"),
    ("janggiElephant", "janggi-elephant", "nZ"),
    ("banner", "banner", "RcpRnN"),
    ("wazir", "wazir", "W"),
    ("centaur", "centaur", "KN"),
];

/// Returns the name in a rulebook and the movement of a predefined piece.
pub(super) fn predefined(key: &str) -> Option<(&'static str, &'static str)> {
    match key {
        "king" => Some(("king", "K")),
        "commoner" => Some(("commoner", "K")),
        _ => PREDEFINED.iter().find(|it| it.0 == key).map(|it| (it.1, it.2)),
    }
}

/// A movement, and what other headers of a rulebook say about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BetzaMovement {
    /// Betza notation for `[piece.KIND]`.
    pub(super) betza: String,
    /// Whether the piece captures en passant.
    pub(super) en_passant: bool,
    /// Whether the piece has a double step.
    pub(super) double_step: bool,
    /// Whether the double step is part of `betza`, as a first move.
    pub(super) is_first_move: bool,
}

/// Returns a movement in the notation of this crate: a knight's single direction is doubled, and en passant and the
/// double step move to headers of their own.
pub(super) fn movement(text: &str) -> BetzaMovement {
    let mut all = BetzaMovement::default();
    let mut chars = text.chars().filter(|it| !it.is_whitespace()).peekable();
    while chars.peek().is_some() {
        let mut modifiers = String::new();
        while let Some(it) = chars.next_if(char::is_ascii_lowercase) {
            modifiers.push(it);
        }
        let Some(atom) = chars.next() else {
            all.betza.push_str(&modifiers);
            break;
        };
        let mut tail = String::new();
        while let Some(it) = chars.next_if(|it| it.is_ascii_digit() || *it == atom) {
            tail.push(it);
        }
        if modifiers.contains('e') {
            all.en_passant = true;
            modifiers.retain(|it| it != 'e');
        }
        // `ifmnD` and the like are the first two steps of a pawn. A header can give them to a piece with a single
        // step of its own in that direction, which is `fmW` or `fmF`.
        let is_initial = modifiers.contains('i') && modifiers.contains('n') && modifiers.contains('m');
        if is_initial && matches!(atom, 'D' | 'A') && tail.is_empty() {
            all.double_step = true;
            let step = if atom == 'D' { ["fmW", "mfW"] } else { ["fmF", "mfF"] };
            if step.iter().any(|it| all.betza.contains(it)) {
                continue;
            }
            all.is_first_move = true;
        }
        if matches!(atom, 'N' | 'C' | 'Z') {
            modifiers = doubled(&modifiers);
        }
        all.betza.extend([modifiers.as_str(), atom.encode_utf8(&mut [0; 4]), tail.as_str()]);
    }
    all
}

/// Doubles each direction that stands alone: `fN` of the file is `ffN` here.
fn doubled(modifiers: &str) -> String {
    let is_direction = |it: &char| "fblr".contains(*it);
    if modifiers.chars().filter(is_direction).count() != 1 {
        return modifiers.replace('v', "ffbb").replace('s', "llrr");
    }
    modifiers.chars().flat_map(|it| std::iter::repeat_n(it, if is_direction(&it) { 2 } else { 1 })).collect()
}
