//! Rulebooks as files: what is shipped reads without a finding, and each way of being
//! wrong is shown as a person sees it.
//!
//! In: `variants/` and `tests/definitions/`. Every `invalid/TOPIC-CODE.toml` has a
//! snapshot of its findings beside it; the file's name ends in the code that it shows.

use super::support::{files_under, root};
use threefold::diagnostic::render;
use threefold::{Input, catalog, check};

#[test]
fn what_is_shipped_has_no_findings() {
    for it in catalog::shipped() {
        let checked = check(Input::Name(&it.slug));
        let text: Vec<_> = checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect();
        assert!(text.is_empty(), "{}:\n{}", it.slug, text.join("\n"));
    }
}

#[test]
fn everything_in_the_folder_is_shipped() {
    let folder = root().join("variants");
    let mut files: Vec<_> = files_under(&folder, "toml")
        .iter()
        .map(|it| it.strip_prefix(&folder).expect("in the folder").with_extension("").to_string_lossy().into_owned())
        .collect();
    let mut shipped: Vec<_> = catalog::shipped().iter().map(|it| it.slug.clone()).collect();
    files.sort();
    shipped.sort();
    assert_eq!(files, shipped);
}
