//! Boards as text and pictures.
//!
//! Contains further methods of [`Board`]. Input: a board. Output: FEN, the list form, records, boards
//! for terminals, and SVG. Decides nothing.

use std::sync::Arc;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use threefold::draw::{Theme, View, svg};
use threefold::game::{heading, record, replay};
use threefold::notation::picture::{board_text, picture};
use threefold::notation::position::{print, print_fen, print_list};

use crate::board::Board;
use crate::error::GameError;
use crate::interrupt::in_background;
use crate::value::formats_as_text;
use crate::variant::variant_of;

formats_as_text!(Board);

#[pymethods]
impl Board {
    /// Returns the position as FEN, or in the list form if FEN cannot express it.
    fn fen(&self) -> String {
        print_fen(self.position_now()).unwrap_or_else(|_| print_list(self.position_now()))
    }
    /// Returns the position in the list form: players with their pieces, then `key=value` fields.
    fn list_form(&self) -> String {
        print_list(self.position_now())
    }
    /// Returns the position as one canonical line, the same for equal positions.
    fn canonical(&self) -> String {
        print(self.position_now())
    }
    /// Returns the game as a text that `from_record` reads.
    fn record(&self) -> String {
        record(&self.game)
    }
    /// Replays a record. Raises `GameError` if the record has an error, or was made with other rules.
    #[staticmethod]
    fn from_record(variant: &Bound<'_, PyAny>, text: String) -> PyResult<Self> {
        let shared = variant_of(variant)?;
        let (py, variant) = (variant.py(), shared.variant().clone());
        if heading(&text).hash.is_some_and(|it| it != variant.hash()) {
            let named = variant.slug();
            return Err(GameError::new_err(format!(
                "the record was made with other rules than those of `{named}`: its heading `# hash` differs"
            )));
        }
        let game = in_background(py, &Arc::default(), move || replay(&variant, &text))?;
        let game = game.map_err(|it| GameError::new_err(it.to_string()))?;
        Ok(Self { shared, game })
    }
    /// Returns the board as text, for terminals. A piece is shown as the letters of its player and kind.
    fn unicode(&self) -> String {
        board_text(self.position_now(), self.game.last_move())
    }
    /// Returns the board as an SVG image.
    ///
    /// `seat` is the player at the bottom. `theme` is auto, light, dark or print. `size` is the width
    /// in pixels; without it, the picture fills its place.
    #[pyo3(signature = (*, seat = None, theme = "auto", legend = false, size = None))]
    fn svg(&self, seat: Option<&str>, theme: &str, legend: bool, size: Option<u32>) -> PyResult<String> {
        let theme = match theme {
            "auto" => Theme::Auto,
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            "print" => Theme::Print,
            other => {
                let text = format!("`{other}` is not a theme: the themes are auto, light, dark and print");
                return Err(PyValueError::new_err(text));
            }
        };
        let seat = seat.map(|it| self.seat(it)).transpose()?;
        let view = View { seat, theme, legend, last: self.game.last_move(), ..View::default() };
        let drawn = svg(self.position_now(), &view);
        Ok(match size {
            Some(size) => drawn.replacen("<svg ", &format!("<svg width=\"{size}\" "), 1),
            None => drawn,
        })
    }
    /// Returns the board as an array of shape (height, width, 3), with red, green and blue as bytes.
    ///
    /// `size` is the length of the longer side in pixels.
    #[pyo3(signature = (size = 480, *, seat = None, theme = "light"))]
    fn pixels<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        seat: Option<&str>,
        theme: &str,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        if !(16..=8192).contains(&size) {
            return Err(PyValueError::new_err(format!("a picture has 16 to 8,192 pixels, not {size}")));
        }
        let drawn = self.svg(seat, theme, false, None)?;
        let (shape, bytes) =
            in_background(py, &Arc::default(), move || rendered(&drawn, size))?.map_err(PyValueError::new_err)?;
        PyArray1::from_vec(py, bytes).reshape(shape)
    }
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, "auto", false, Some(480))
    }
    fn __str__(&self) -> String {
        picture(self.position_now(), self.game.last_move())
    }
    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.shared.variant().slug(), self.fen())
    }
}

/// Returns the shape and the bytes of a picture.
fn rendered(drawn: &str, size: u32) -> Result<([usize; 3], Vec<u8>), String> {
    let tree = Tree::from_str(drawn, &Options::default()).map_err(|it| it.to_string())?;
    let (wide, high) = (tree.size().width(), tree.size().height());
    let scale = size as f32 / wide.max(high);
    let pixels = |it: f32| ((it * scale).round() as u32).clamp(1, size);
    let mut pixmap = Pixmap::new(pixels(wide), pixels(high)).ok_or("the picture is too large")?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let bytes = pixmap.data().chunks_exact(4).flat_map(|it| it[..3].iter().copied()).collect();
    Ok(([pixmap.height() as usize, pixmap.width() as usize, 3], bytes))
}
