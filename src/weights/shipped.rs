//! Shipped weights: those of a rulebook or, without them, those of its nearest parent.
//!
//! Input: the folder `variants/weights/`, embedded at build time, and a rulebook with the slugs of its
//! shipped parents. Output: [`NamedWeights`]. A file has the slug of its rulebook. Knows no slug.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use super::WeightFile;
use crate::rulebook::NamedWeights;
use crate::rules::Variant;

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/variants/weights");

/// Returns all shipped files by slug. Files that cannot be used are left out; a test finds them.
fn files() -> &'static BTreeMap<String, WeightFile> {
    static ALL: LazyLock<BTreeMap<String, WeightFile>> = LazyLock::new(|| {
        let mut all = BTreeMap::new();
        let mut folders = vec![&FOLDER];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            for file in folder.files() {
                let slug = file.path().to_str().and_then(|it| it.strip_suffix(".toml")).map(|it| it.replace('\\', "/"));
                let parsed = file.contents_utf8().and_then(|it| WeightFile::parse("shipped weights", it).ok());
                all.extend(slug.zip(parsed));
            }
        }
        all
    });
    &ALL
}

/// Returns the weights made for the rules of a variant or, without any, those of its nearest parent.
/// `None` if no parent has any.
pub(crate) fn shipped_weights(variant: &Variant) -> Option<NamedWeights> {
    let own = files().values().find(|it| it.rules() == variant.hash());
    let family = variant.rulebook().family();
    own.or_else(|| family.iter().find_map(|it| files().get(it))).map(|it| it.numbers.clone())
}
