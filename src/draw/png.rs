//! PNG export.
//!
//! Input: an SVG from this module, and the length of its longer side in pixels. Output: the bytes
//! of a PNG. Needs no fonts, because pictures contain none. Does not load any other file.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Allowed lengths of the longer side, in pixels.
///
/// [`PngError`] has an example.
pub const SIZES: std::ops::RangeInclusive<u32> = 16..=8192;

/// The reason why a PNG could not be made.
///
/// ```
/// use threefold::draw::{PngError, SIZES, View, png, svg};
///
/// let start = threefold::load("chess")?.variant.start().expect("a starting position");
/// let picture = svg(&start, &View::default());
/// assert_eq!(png(&picture, SIZES.end() + 1), Err(PngError::Size(8193)));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The size is out of range.
    #[error("a picture has {from} to {to} pixels, not {0}", from = SIZES.start(), to = SIZES.end())]
    Size(u32),
    /// The SVG cannot be parsed, or the PNG cannot be encoded.
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
}

/// Renders a picture as a PNG whose longer side has `size` pixels.
///
/// [`draw`](crate::draw) has an example.
///
/// # Errors
///
/// Returns an error if `size` is not in [`SIZES`] or the text is not an SVG.
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
