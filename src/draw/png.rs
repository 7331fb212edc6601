//! A picture as pixels.
//!
//! In: an SVG as this room writes it, and how many pixels its longer side has. Out: the
//! bytes of a PNG. Needs no font, as a picture has none; refuses to fetch anything.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The sides of a picture in pixels.
pub const SIZES: std::ops::RangeInclusive<u32> = 16..=8192;

/// Why there are no pixels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The size is out of range.
    #[error("a picture has {from} to {to} pixels, not {0}", from = SIZES.start(), to = SIZES.end())]
    Size(u32),
    /// The picture cannot be read or written.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

/// A picture as a PNG, its longer side of so many pixels.
///
/// # Errors
/// When the size is not in [`SIZES`], or the text is no SVG.
pub fn png(svg: &str, size: u32) -> Result<Vec<u8>, PngError> {
    if !SIZES.contains(&size) {
        return Err(PngError::Size(size));
    }
    let error = |it: String| PngError::Drawing(it);
    let tree = Tree::from_str(svg, &Options::default()).map_err(|it| error(it.to_string()))?;
    let (wide, high) = (tree.size().width(), tree.size().height());
    let scale = size as f32 / wide.max(high);
    let pixels = |it: f32| ((it * scale).round() as u32).clamp(1, size);
    let mut pixmap = Pixmap::new(pixels(wide), pixels(high)).ok_or(PngError::Size(size))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|it| error(it.to_string()))
}
