//! Shipped weights: the weights of a rulebook or, if it has none, of its nearest parent.
//!
//! Input: the folder `variants/weights/`, embedded at build time, and a rulebook with the slugs of its
//! shipped parents. Output: [`NamedWeights`]. A file has the slug of its rulebook. Knows no slug.

use std::sync::LazyLock;

use super::WeightFile;
use crate::archive::archive;
use crate::rulebook::NamedWeights;
use crate::rules::Variant;

/// The paths and texts of the files. The build script packs them.
static FILES: LazyLock<Vec<(&str, &str)>> = archive!("weights");

/// Returns all shipped files by slug. Files that cannot be used are left out; a test finds them.
fn files() -> &'static [(String, WeightFile)] {
    static ALL: LazyLock<Vec<(String, WeightFile)>> = LazyLock::new(|| {
        let one = |(path, text): &(&str, &str)| {
            let slug = path.strip_suffix(".toml")?.to_owned();
            Some((slug, WeightFile::parse("shipped weights", text).ok()?))
        };
        FILES.iter().filter_map(one).collect()
    });
    &ALL
}

/// Returns the weights made for the rules of a variant or, if there are none, of its nearest parent.
/// `None` if no parent has weights.
pub(crate) fn shipped_weights(variant: &Variant) -> Option<NamedWeights> {
    let own = files().iter().find(|it| it.1.rules() == variant.hash());
    let family = variant.rulebook().family();
    let named = |slug: &String| files().iter().find(|it| it.0 == *slug);
    own.or_else(|| family.iter().find_map(named)).map(|it| it.1.numbers.clone())
}
