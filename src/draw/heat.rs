//! Heat maps: a number for each square, shown by the strength of a color.
//!
//! Contains [`Drawing::heat`]. Input: the strength and the text of each square. Output: an SVG without
//! pieces. The page defines the color of the class `heat`. Does not know what the numbers mean.

use std::fmt::Write;

use super::{Drawing, MARGIN, Scene, View, escaped, marks};

impl Drawing {
    /// Draws the board without pieces. `cells` has a strength from 0 to 1 and a text for each square,
    /// in the order of the board. Squares have the same tone, so that only the strength differs.
    pub fn heat(&self, cells: &[(f64, String)], view: &View, title: &str, description: &str) -> String {
        let scene = Scene::for_show(&self.variant, &[]);
        let mut body = String::from("<g stroke-width=\"3\" stroke-linejoin=\"round\">");
        for (shape, (strength, text)) in self.layout.shapes.iter().zip(cells) {
            let outline = marks::outline(shape, 1.0);
            let _ = write!(
                body,
                "<g><title>{}</title><path class=\"square t0\" d=\"{outline}\"/><path class=\"heat\" \
                 fill-opacity=\"{:.3}\" d=\"{outline}\"/></g>",
                escaped(text),
                strength.clamp(0.0, 1.0)
            );
        }
        body.push_str("</g>");
        let ranks = self.rank_paths(&scene, &View::default());
        let _ = write!(
            body,
            "<g stroke-linejoin=\"round\">{}{ranks}{}</g>",
            self.label_paths(&scene, &View::default()),
            self.barriers.all(&scene)
        );
        let margin = MARGIN + self.labels.margin;
        let picture = self.finish(&scene, view, margin, &body);
        // The words of a position are replaced by those of the map.
        let (Some(start), Some(end)) = (picture.find("<title>"), picture.find("</desc>")) else { return picture };
        format!(
            "{}<title>{}</title><desc>{}{}",
            &picture[..start],
            escaped(title),
            escaped(description),
            &picture[end..]
        )
    }
}
