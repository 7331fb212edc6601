//! A stroke font, so that pictures need no installed font.
//!
//! Input: a text. Output: path data to be stroked with round ends. Contains Latin letters, digits
//! and common punctuation; any other character becomes a small box. Does not know boards.

use std::fmt::Write;

use super::ViewBox;
use crate::board::patch_layout::Point;

/// The point of a text line that a position refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    /// The left end of the line.
    Start,
    /// The middle of the line.
    Middle,
}

/// Glyphs: character, width, and strokes separated by `;`. A stroke is a list of coordinates. In a
/// stroke that starts with `(`, every second point is the control point of a quadratic curve. The
/// baseline is at 10, the top of capitals at 0, and the top of small letters at 3.
const GLYPHS: &[(char, f64, &str)] = &[
    ('A', 7.0, "0 10 3.5 0 7 10;1.2 6.6 5.8 6.6"),
    ('B', 6.0, "0 0 0 10;(0 0 5.4 0 5.4 2.4 5.4 4.8 0 4.8;(0 4.8 6 4.8 6 7.4 6 10 0 10"),
    ('C', 7.0, "(7 2.2 6 0 3.8 0 0 0 0 5 0 10 3.8 10 6 10 7 7.8"),
    ('D', 7.0, "0 0 0 10;(0 0 7 0 7 5 7 10 0 10"),
    ('E', 5.5, "5.5 0 0 0 0 10 5.5 10;0 4.8 4.6 4.8"),
    ('F', 5.5, "5.5 0 0 0 0 10;0 4.8 4.6 4.8"),
    ('G', 7.0, "(6.8 2.2 6 0 3.8 0 0 0 0 5 0 10 3.8 10 7 10 7 6.4;7 5.6 4.2 5.6"),
    ('H', 6.4, "0 0 0 10;6.4 0 6.4 10;0 4.8 6.4 4.8"),
    ('I', 0.0, "0 0 0 10"),
    ('J', 4.6, "(4.6 0 4.6 3 4.6 6.8 4.6 10 2.2 10 0.4 10 0 8"),
    ('K', 6.2, "0 0 0 10;6 0 0 5.8;2.4 3.6 6.2 10"),
    ('L', 5.2, "0 0 0 10 5.2 10"),
    ('M', 8.0, "0 10 0 0 4 6.4 8 0 8 10"),
    ('N', 6.6, "0 10 0 0 6.6 10 6.6 0"),
    ('O', 7.6, "(3.8 0 7.6 0 7.6 5 7.6 10 3.8 10 0 10 0 5 0 0 3.8 0"),
    ('P', 6.0, "0 10 0 0;(0 0 6 0 6 2.8 6 5.6 0 5.6"),
    ('Q', 7.6, "(3.8 0 7.6 0 7.6 5 7.6 10 3.8 10 0 10 0 5 0 0 3.8 0;4.8 7.2 7.6 10.6"),
    ('R', 6.2, "0 10 0 0;(0 0 6 0 6 2.7 6 5.4 0 5.4;3 5.4 6.2 10"),
    ('S', 6.0, "(5.6 1.8 5 0 3 0 0.2 0 0.2 2.5 0.2 4.6 3 5 6 5.4 6 7.5 6 10 3 10 0.6 10 0 8"),
    ('T', 6.4, "0 0 6.4 0;3.2 0 3.2 10"),
    ('U', 6.6, "(0 0 0 3 0 6.4 0 10 3.3 10 6.6 10 6.6 6.4 6.6 3 6.6 0"),
    ('V', 7.0, "0 0 3.5 10 7 0"),
    ('W', 9.6, "0 0 2.4 10 4.8 1.6 7.2 10 9.6 0"),
    ('X', 6.4, "0 0 6.4 10;6.4 0 0 10"),
    ('Y', 6.6, "0 0 3.3 4.8 6.6 0;3.3 4.8 3.3 10"),
    ('Z', 6.2, "0 0 6.2 0 0 10 6.2 10"),
    ('a', 5.0, "5 3 5 10;(5 6.5 5 3 2.5 3 0 3 0 6.5 0 10 2.5 10 5 10 5 6.5"),
    ('b', 5.0, "0 0 0 10;(0 6.5 0 3 2.5 3 5 3 5 6.5 5 10 2.5 10 0 10 0 6.5"),
    ('c', 4.8, "(4.8 4.4 4 3 2.6 3 0 3 0 6.5 0 10 2.6 10 4 10 4.8 8.6"),
    ('d', 5.0, "5 0 5 10;(5 6.5 5 3 2.5 3 0 3 0 6.5 0 10 2.5 10 5 10 5 6.5"),
    ('e', 5.0, "(0 6.4 2.5 6.4 5 6.4 5 3 2.6 3 0 3 0 6.5 0 10 2.7 10 4.2 10 5 8.6"),
    ('f', 3.6, "(3.6 0.2 1.2 -0.6 1.2 3 1.2 6 1.2 10;0 3.4 3.2 3.4"),
    ('g', 5.0, "(5 3 5 7 5 10.6 5 13.4 2.4 13.4 0.8 13.4 0.2 12.2;(5 6.5 5 3 2.5 3 0 3 0 6.5 0 10 2.5 10 5 10 5 6.5"),
    ('h', 4.8, "0 0 0 10;(0 6.2 0.4 3 2.6 3 4.8 3 4.8 6 4.8 8 4.8 10"),
    ('i', 0.0, "0 3.2 0 10;0 0.4 0 0.4"),
    ('j', 1.8, "(1.8 3.2 1.8 8 1.8 11 1.8 13.4 -0.6 13.2;1.8 0.4 1.8 0.4"),
    ('k', 4.6, "0 0 0 10;4.2 3.2 0 7;1.6 5.8 4.6 10"),
    ('l', 2.0, "(0 0 0 4 0 7.6 0 10 2 10"),
    ('m', 8.0, "0 3.2 0 10;(0 6.2 0.2 3 2.1 3 4 3 4 6 4 8 4 10;(4 6.2 4.2 3 6.1 3 8 3 8 6 8 8 8 10"),
    ('n', 4.8, "0 3.2 0 10;(0 6.2 0.4 3 2.6 3 4.8 3 4.8 6 4.8 8 4.8 10"),
    ('o', 5.2, "(2.6 3 5.2 3 5.2 6.5 5.2 10 2.6 10 0 10 0 6.5 0 3 2.6 3"),
    ('p', 5.0, "0 3 0 13.4;(0 6.5 0 3 2.5 3 5 3 5 6.5 5 10 2.5 10 0 10 0 6.5"),
    ('q', 5.0, "5 3 5 13.4;(5 6.5 5 3 2.5 3 0 3 0 6.5 0 10 2.5 10 5 10 5 6.5"),
    ('r', 3.2, "0 3.2 0 10;(0 6.4 0.4 3 3.2 3.2"),
    ('s', 4.4, "(4.2 4.2 3.6 3 2.3 3 0.2 3 0.2 4.7 0.2 6.1 2.2 6.4 4.4 6.8 4.4 8.3 4.4 10 2.2 10 0.4 10 0 8.7"),
    ('t', 3.4, "(1.2 0.8 1.2 4 1.2 8 1.2 10 3.4 9.8;0 3.4 3.2 3.4"),
    ('u', 4.8, "(0 3.2 0 5 0 7 0 10 2.2 10 4.4 10 4.8 7;4.8 3.2 4.8 10"),
    ('v', 5.0, "0 3.2 2.5 10 5 3.2"),
    ('w', 7.2, "0 3.2 1.8 10 3.6 4 5.4 10 7.2 3.2"),
    ('x', 4.6, "0 3.2 4.6 10;4.6 3.2 0 10"),
    ('y', 5.0, "0 3.2 2.5 9.6;(5 3.2 3.2 8 2.4 10 1.2 13.4 -0.4 13"),
    ('z', 4.4, "0 3.2 4.4 3.2 0 10 4.4 10"),
    ('0', 5.6, "(2.8 0 5.6 0 5.6 5 5.6 10 2.8 10 0 10 0 5 0 0 2.8 0"),
    ('1', 2.4, "0 2 2.4 0 2.4 10"),
    ('2', 5.4, "(0.2 2.6 0.4 0 2.8 0 5.2 0 5.2 2.7 5.2 4.6 0 10;0 10 5.4 10"),
    ('3', 5.4, "(0.3 1.8 0.8 0 2.7 0 5 0 5 2.4 5 4.7 2.2 4.7;(2.2 4.7 5.4 4.7 5.4 7.3 5.4 10 2.7 10 0.5 10 0 8"),
    ('4', 5.8, "4.4 10 4.4 0 0 7 5.8 7"),
    ('5', 5.4, "4.8 0 0.9 0 0.5 4.6;(0.5 4.6 1.2 3.8 2.7 3.8 5.4 3.8 5.4 6.9 5.4 10 2.6 10 0.6 10 0 8.2"),
    ('6', 5.4, "(4.6 0.4 0 2 0 6.8 0 10 2.7 10 5.4 10 5.4 7 5.4 4 2.8 4 0.4 4 0 6.8"),
    ('7', 5.4, "0 0 5.4 0 1.8 10"),
    (
        '8',
        5.4,
        "(2.7 0 5 0 5 2.4 5 4.7 2.7 4.7 0.4 4.7 0.4 2.4 0.4 0 2.7 0;(2.7 4.7 5.4 4.7 5.4 7.3 5.4 10 2.7 10 0 10 0 7.3 0 4.7 2.7 4.7",
    ),
    ('9', 5.4, "(0.8 9.6 5.4 8 5.4 3.2 5.4 0 2.7 0 0 0 0 3 0 6 2.6 6 5 6 5.4 3.2"),
    ('-', 3.6, "0 6.2 3.6 6.2"),
    ('+', 5.0, "0 6 5 6;2.5 3.5 2.5 8.5"),
    ('.', 0.0, "0 10 0 10"),
    (',', 0.8, "0.8 9.6 0 11.6"),
    (':', 0.0, "0 4.4 0 4.4;0 10 0 10"),
    (';', 0.8, "0.8 4.4 0.8 4.4;0.8 9.6 0 11.6"),
    ('\'', 0.0, "0 0 0 2.6"),
    ('/', 4.0, "4 -0.6 0 10.6"),
    ('(', 2.0, "(2 -1 0 1.6 0 5 0 8.4 2 11.4"),
    (')', 2.0, "(0 -1 2 1.6 2 5 2 8.4 0 11.4"),
    ('=', 4.6, "0 4.6 4.6 4.6;0 7.6 4.6 7.6"),
    ('<', 4.4, "4.4 3 0 6 4.4 9"),
    ('>', 4.4, "0 3 4.4 6 0 9"),
    ('!', 0.0, "0 0 0 6.6;0 10 0 10"),
    ('?', 4.6, "(0 2.2 0.2 0 2.4 0 4.6 0 4.6 2.4 4.6 4.2 2.4 5.2;2.4 5.2 2.4 7;2.4 10 2.4 10"),
    ('_', 5.0, "0 11.4 5 11.4"),
    ('#', 5.6, "1.8 1 1.2 9;4.4 1 3.8 9;0 3.6 5.6 3.6;0 6.6 5.6 6.6"),
    ('*', 4.4, "2.2 1 2.2 6;0 2.2 4.4 4.8;4.4 2.2 0 4.8"),
    ('&', 6.6, "(6.6 10 1 4 1 2 1 0 2.8 0 4.6 0 4.6 1.9 4.6 3.6 2.2 4.8 0 6 0 7.6 0 10 2.8 10 5.6 10 6.2 6"),
    (' ', 2.6, ""),
];

/// Glyph of an unsupported character.
const FRAME: (f64, &str) = (4.4, "0 3 4.4 3 4.4 10 0 10 0 3");
/// Space between two glyphs.
const GAP: f64 = 2.5;
/// Depth of letters such as `g` below the baseline, relative to the height of the capitals.
const DESCENT: f64 = 0.3;

fn glyph(it: char) -> (f64, &'static str) {
    GLYPHS.iter().find(|glyph| glyph.0 == it).map_or(FRAME, |glyph| (glyph.1, glyph.2))
}

/// Returns the width of a text whose capitals are `height` high.
pub(super) fn width(text: &str, height: f64) -> f64 {
    let wide: f64 = text.chars().map(|it| glyph(it).0 + GAP).sum();
    (wide - GAP).max(0.0) * height / 10.0
}

/// Draws one line of text as path data. `at` lies halfway up the capitals, and `height` is their
/// height.
pub(super) fn line(text: &str, at: Point, height: f64, align: Align) -> String {
    let scale = height / 10.0;
    let mut left = match align {
        Align::Start => at.0,
        Align::Middle => at.0 - width(text, height) / 2.0,
    };
    let top = at.1 - height / 2.0;
    let mut out = String::new();
    for it in text.chars() {
        let (wide, strokes) = glyph(it);
        for stroke in strokes.split(';').filter(|it| !it.is_empty()) {
            let (bends, points) = match stroke.strip_prefix('(') {
                Some(rest) => (true, rest),
                None => (false, stroke),
            };
            let numbers: Vec<f64> = points.split(' ').filter_map(|it| it.parse().ok()).collect();
            for (index, pair) in numbers.chunks_exact(2).enumerate() {
                let (x, y) = (left + pair[0] * scale, top + pair[1] * scale);
                out.push(match (index, bends) {
                    (0, _) => 'M',
                    (1, true) => 'Q',
                    (1, false) => 'L',
                    _ => ' ',
                });
                let _ = write!(out, "{} {}", short(x), short(y));
            }
        }
        left += (wide + GAP) * scale;
    }
    out
}

/// A line of letters around a point, and the area that it covers.
#[derive(Clone, Debug)]
pub(super) struct Lettering {
    /// The letters as path data.
    pub path: String,
    /// The text, its middle, and the height of its capitals.
    text: (String, Point, f64),
    /// The upper left and the lower right corner of the area.
    area: (Point, Point),
}

impl Lettering {
    /// Writes a text around a point. `height` is the height of its capitals.
    pub fn new(text: &str, at: Point, height: f64) -> Self {
        let (text, area) = ((text.to_owned(), at, height), area(text, at, height));
        Self { path: line(&text.0, at, height, Align::Middle), text, area }
    }

    /// Returns the same letters in another size, around the same point.
    pub fn scaled(&self, by: f64) -> Self {
        let (text, at, height) = &self.text;
        Self::new(text, *at, height * by)
    }

    /// Reports whether a point is on the letters, or closer to them than these distances across and up or down.
    pub fn is_near(&self, it: Point, (across, up): (f64, f64)) -> bool {
        let ((left, top), (right, bottom)) = self.area;
        (left - across..=right + across).contains(&it.0) && (top - up..=bottom + up).contains(&it.1)
    }

    /// Reports whether other letters cover a part of these.
    pub fn meets(&self, other: &Self) -> bool {
        self.is_close_to(1.0, other, (0.0, 0.0))
    }

    /// Reports whether these letters in another size are closer to others than these distances across and up or down.
    pub fn is_close_to(&self, by: f64, other: &Self, (across, up): (f64, f64)) -> bool {
        let (text, at, height) = &self.text;
        let (((a, b), (c, d)), ((left, top), (right, bottom))) = (area(text, *at, height * by), other.area);
        a < right + across && left < c + across && b < bottom + up && top < d + up
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text.0
    }

    /// Returns the height of the capitals.
    pub fn height(&self) -> f64 {
        self.text.2
    }

    /// Returns the middle of the letters.
    pub fn middle(&self) -> Point {
        self.text.1
    }

    /// Returns the lower edge of the letters.
    pub fn bottom(&self) -> f64 {
        self.area.1.1
    }

    /// Reports whether a frame shows all of the letters, with some space around them.
    pub fn is_within(&self, (left, top, wide, high): ViewBox) -> bool {
        let ((a, b), (c, d)) = self.area;
        let space = (d - b) * 0.3;
        a - space >= left && b - space >= top && c + space <= left + wide && d + space <= top + high
    }
}

/// Returns the upper left and the lower right corner of the area that a text around a point covers.
fn area(text: &str, at: Point, height: f64) -> (Point, Point) {
    let (across, up) = (width(text, height) / 2.0, height / 2.0);
    let descent = if text.contains(['g', 'j', 'p', 'q', 'y']) { height * DESCENT } else { 0.0 };
    ((at.0 - across, at.1 - up), (at.0 + across, at.1 + up + descent))
}

/// Rounds a number to one decimal place.
fn short(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
