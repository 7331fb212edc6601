//! Names of the previous edition of the language, with the names that replaced them.
//!
//! Contains the table of renames. Input: a name that the language does not know, and the
//! names that fit in its place. Output: the current name, if an old one was written.
//! Kept for one edition, so that old rulebooks can be brought up to date. Does not know
//! where the name was found.

/// The edition of the language that this version reads.
pub const EDITION: i64 = 2;
/// The editions that exist, in words.
pub const EDITIONS: &str = "the editions are 1 and 2";

/// Old and new names of headers, keys and words.
///
/// An old name may have several successors; the place where it was written decides.
pub const RENAMED: &[(&str, &str)] = &[
    ("man", "piece"),
    ("men", "pieces"),
    ("bar", "ban"),
    ("lets", "allows"),
    ("gives", "check-by"),
    ("turn", "symmetry"),
    ("turns", "symmetry"),
    ("array", "setup"),
    ("any-man", "any-piece"),
    ("moved-man", "moved-piece"),
    ("own-men", "own-pieces"),
    ("all-men", "all-pieces"),
    ("own-men-taken", "own-pieces-captured"),
    ("men-stand", "pieces-remain"),
    ("men-gone", "pieces-removed"),
    ("king-taken", "king-captured"),
    ("taken", "captured"),
    ("takes", "captures"),
    ("never-taken", "never-captured"),
    ("may-be-taken", "may-be-captured"),
    ("first-to-take", "first-to-capture"),
    ("bars-hold", "bans-hold"),
    ("bars-lifted", "bans-lifted"),
    ("barred", "banned"),
    ("mater", "mating-player"),
    ("dead", "eliminated"),
    ("dead", "against-eliminated"),
    ("asked", "timing"),
    ("refused", "if-refused"),
    ("coloured", "colored"),
    ("quiet", "halfmoves"),
    ("quiet-rounds", "halfmove-rounds"),
];

/// Old and new slugs of the catalog, a pair on each line.
const SLUGS: &str = include_str!("renamed_slugs.txt");

/// Returns the current slug of a rulebook that the catalog has renamed.
pub fn current_slug(old: &str) -> Option<&'static str> {
    SLUGS.lines().filter_map(|line| line.split_once(' ')).find(|(name, _)| *name == old).map(|(_, new)| new)
}

/// Returns the current name for `old` among the names that fit in its place.
///
/// ```
/// use threefold::policy::renamed::current;
///
/// assert_eq!(current("lets", ["line", "allows"]), Some("allows"));
/// assert_eq!(current("dead", ["owner", "against-eliminated"]), Some("against-eliminated"));
/// assert_eq!(current("lets", ["line"]), None);
/// ```
pub fn current<'a>(old: &str, fitting: impl IntoIterator<Item = &'a str>) -> Option<&'static str> {
    let successors = || RENAMED.iter().filter(|(name, _)| *name == old).map(|(_, new)| *new);
    successors().next()?;
    fitting.into_iter().find_map(|name| successors().find(|new| *new == name))
}
