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

/// The plural of a label: `rooks`, `princesses`, `horsemen`.
pub(in super::super) fn plural(label: &str) -> String {
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
