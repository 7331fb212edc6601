//! Weights as the text of a file.
//!
//! Contains [`Weights::to_toml`]. Input: weights, and the rulebook with the names of the kinds. Output:
//! TOML with a comment for each weight. Does not know how such a file is read.

use super::weights::{Weight, Weights};
use crate::policy::Role;
use crate::rulebook::Rulebook;

impl Weights {
    /// Returns the text of a file with these weights. Each line of `comment` becomes a comment at its
    /// start.
    ///
    /// The type `WeightFile` has an example of reading it.
    pub fn to_toml(&self, book: &Rulebook, comment: &str) -> String {
        let mut text: String = comment.lines().map(|it| format!("# {it}\n")).collect();
        text += &format!("rules = \"{}\"\n\n", self.rules);
        let mut weights = self.clone();
        let (by_kind, general): (Vec<_>, Vec<_>) = Weight::all().partition(|it| it.is_by_kind());
        for weight in general {
            if !weight.is_late() {
                text += &format!("# {}\n", weight.about());
            }
            text += &format!("{} = {}\n", weight.name(), weight.at(&mut weights, 0));
        }
        text += "\n# The weights of pieces:\n";
        for weight in by_kind.iter().filter(|it| !it.is_late()) {
            text += &format!("# {}: {}\n", weight.name(), weight.about());
        }
        text += "# The late weights replace the others as pieces leave the board.\n";
        for (kind, it) in book.kinds().iter().enumerate() {
            text += &format!("[piece.{}]\n", it.name());
            for weight in by_kind.iter().filter(|weight| !weight.is_value() || it.role() != Role::Royal) {
                text += &format!("{} = {}\n", weight.name(), weight.at(&mut weights, kind));
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text + "\n"
    }
}
