//! Plurals of the labels of pieces.
//!
//! Input: a label. Output: its plural, by the rules of English and a list of exceptions. Does not know rulebooks.

/// Labels of pieces whose plurals no rule gives.
const IRREGULAR: [(&str, &str); 8] = [
    ("wolf", "wolves"),
    ("elf", "elves"),
    ("knife", "knives"),
    ("thief", "thieves"),
    ("ox", "oxen"),
    ("mouse", "mice"),
    ("goose", "geese"),
    ("sheep", "sheep"),
];

/// Words on "man" that are no compounds.
const REGULAR: [&str; 3] = ["human", "shaman", "talisman"];

/// Words in the middle of a label, after the noun that has the plural: `man at arms`.
const JOINTS: [&str; 6] = [" at ", " in ", " of ", "-at-", "-in-", "-of-"];

/// The plural of a label: `rooks`, `princesses`, `horsemen`, `men at arms`.
pub(in super::super) fn plural(label: &str) -> String {
    let parts = JOINTS.iter().find_map(|it| Some((label.split_once(it)?, it)));
    if let Some(((head, rest), joint)) = parts.filter(|it| !it.0.0.is_empty()) {
        return format!("{}{joint}{rest}", plural(head));
    }
    let before = |end: &str| label.strip_suffix(end);
    let word = label.rsplit([' ', '-']).next().unwrap_or(label);
    if let Some((one, many)) = IRREGULAR.iter().find(|it| word == it.0) {
        return format!("{}{many}", &label[..label.len() - one.len()]);
    }
    if let Some(start) = before("man").filter(|_| !REGULAR.contains(&word)) {
        return format!("{start}men");
    }
    if let Some(start) = before("y").filter(|it| !it.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        return format!("{start}ies");
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|it| label.ends_with(it));
    format!("{label}{}", if hisses { "es" } else { "s" })
}
