//! Results as text: `1-0`, `1/2-1/2`, `*`, `1,0,1/2`.
//!
//! Input: points, or a word. Output: the termination marker. With two players it is that of chess; with more it lists
//! the points of each player. Does not know how a game ends.

#[cfg(feature = "cli")]
use super::Record;
#[cfg(any(feature = "cli", feature = "serve"))]
use crate::game::Game;
use crate::notation::moves::is_short_algebraic;
#[cfg(any(feature = "cli", feature = "serve"))]
use crate::notation::name::visible;
use crate::policy::Points;
use crate::rulebook::Rulebook;
use crate::rules::Position;

/// How a record writes the moves.
///
/// ```
/// use threefold::record::RecordStyle;
///
/// let chess = threefold::load("chess")?.variant;
/// assert_eq!(RecordStyle::usual(chess.rulebook()), RecordStyle::Short);
/// let ring = threefold::load("3-man-chess")?.variant;
/// assert_eq!(RecordStyle::usual(ring.rulebook()), RecordStyle::Players);
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum RecordStyle {
    /// Short algebraic notation, as in the PGN of chess: `1. Nf3 d5`.
    Short,
    /// The player before each move, in the notation of the variant: `1. w:WHe4 g:GRe4`.
    Players,
}

impl RecordStyle {
    /// Returns the style that fits a rulebook: short algebraic notation for two players on one rectangle of squares.
    pub fn usual(book: &Rulebook) -> Self {
        if is_short_algebraic(book) { Self::Short } else { Self::Players }
    }
}

/// Returns the result of a position: `*` if the game goes on, `1-0` for two players, `1,0,1/2` for more.
///
/// ```
/// let chess = threefold::load("chess")?.variant;
/// let mate = threefold::parse_position(&chess, "w:Ra8,Kg1 b:Kg8,Pf7,Pg7,Ph7 turn=b")?;
/// assert_eq!(threefold::record::result_text(&mate), "1-0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn result_text(position: &Position) -> String {
    if position.ending().is_none() {
        return "*".to_owned();
    }
    let scores = position.scores();
    match scores[..] {
        [white, black] => match white.0.cmp(&black.0) {
            std::cmp::Ordering::Greater => "1-0".to_owned(),
            std::cmp::Ordering::Less => "0-1".to_owned(),
            std::cmp::Ordering::Equal => "1/2-1/2".to_owned(),
        },
        _ => points_list(&scores),
    }
}

/// Prints the points of each player: `1,0,1/2`.
pub(super) fn points_list(points: &[Points]) -> String {
    let points: Vec<String> = points.iter().map(|it| one(*it)).collect();
    points.join(",")
}

fn one(points: Points) -> String {
    match 2 * points.0 {
        Points::UNIT => "1/2".to_owned(),
        twice if twice == -Points::UNIT => "-1/2".to_owned(),
        _ => points.to_string(),
    }
}

/// Returns the points that a number means: a whole number, a decimal fraction or a fraction.
fn points(text: &str) -> Option<Points> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |it| (-1, it));
    let number =
        |it: &str| it.parse::<i32>().ok().filter(|_| it.len() <= 6 && it.bytes().all(|it| it.is_ascii_digit()));
    let (top, bottom) = match (digits.split_once('/'), digits.split_once('.')) {
        (Some((top, bottom)), _) => (number(top)?, number(bottom)?),
        (None, Some((whole, decimals))) if decimals.len() <= 2 => {
            let scale = 10_i32.pow(decimals.len() as u32);
            (number(whole)? * scale + number(decimals)?, scale)
        }
        (None, Some(_)) => return None,
        (None, None) => (number(digits)?, 1),
    };
    let units = top.checked_mul(Points::UNIT)?;
    (bottom != 0 && units % bottom == 0).then(|| Points(sign * (units / bottom)))
}

/// Reports whether a word is a termination marker.
pub(super) fn is_result(word: &str) -> bool {
    let is_points = |it: &str| {
        let digits = it.strip_prefix('-').unwrap_or(it);
        let whole = [".5", ".25", ".75", "/2", "/3", "/4", "/6", "/12"].iter().find_map(|end| digits.strip_suffix(end));
        let digits = whole.unwrap_or(digits);
        (1..=9).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit())
    };
    match word {
        "*" | "1-0" | "0-1" | "1/2-1/2" => true,
        _ => word.contains(',') && word.split(',').all(is_points),
    }
}

/// Returns the marker that a word means: `1/2-1/2` for `1/2` and for the signs of one half, `3,1/2,0` for `3,0.5,0.0`.
pub(super) fn usual_result(word: &str) -> String {
    let points: Option<Vec<Points>> = word.split(',').map(|it| points(it.trim())).collect();
    if let Some(points) = points.filter(|it| it.len() > 1) {
        return points_list(&points);
    }
    let usual = match word.trim() {
        "1/2" | "1/2:1/2" | "\u{bd}-\u{bd}" | "\u{bd}:\u{bd}" | "\u{bd}" => "1/2-1/2",
        "1:0" => "1-0",
        "0:1" => "0-1",
        other => other,
    };
    usual.to_owned()
}

/// Reports whether a word looks like a result, and is none: `2-0`, `1-O`, `0.5-0.5`.
pub(super) fn is_near_result(word: &str) -> bool {
    let is_points = |it: &str| {
        let is_known = |it: char| it.is_ascii_digit() || "Oo./,\u{bd}".contains(it);
        let most = if it.contains(['.', '/', ',']) { 3 } else { 1 };
        (1..=most).contains(&it.chars().count()) && it.chars().all(is_known)
    };
    let is_half = |it: char| it.is_ascii_digit() || it == '\u{bd}';
    let dashes = word.replace(['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', ':'], "-");
    let Some((first, second)) = dashes.split_once('-') else { return false };
    // Castling consists of zeros or letters only.
    is_points(first) && is_points(second) && word.contains(is_half) && !dashes.chars().all(|it| "0oO-".contains(it))
}

/// Reports whether a word is castling with zeros, which looks like a result.
pub(super) fn is_castling(word: &str) -> bool {
    let bare = word.trim_end_matches(['+', '#']);
    let bare = bare.split_once(':').map_or(bare, |it| it.1);
    matches!(bare, "0-0" | "0-0-0")
}

#[cfg(feature = "cli")]
impl Record {
    /// Returns how a game ended that is not over by the rules: `The recorded result is 1-0 (time forfeit).`
    pub(crate) fn recorded_end(&self, game: &Game) -> Option<String> {
        recorded_end(game, &self.result, self.tag("Termination"))
    }
}

/// Returns the sentence about a result that a record states, with the value of its tag `Termination`. `None` if the game
/// is over by the rules, or if the result is unknown.
#[cfg(any(feature = "cli", feature = "serve"))]
pub(crate) fn recorded_end(game: &Game, result: &str, termination: Option<&str>) -> Option<String> {
    if game.is_game_over() || ["*", ""].contains(&result) {
        return None;
    }
    let why = termination.filter(|it| !["normal", "?", ""].contains(it));
    let why = why.map_or_else(String::new, |it| format!(" ({})", visible(it)));
    Some(format!("The recorded result is {}{why}.", visible(result)))
}
