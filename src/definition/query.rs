//! Questions about the language and about one file, for editors.
//!
//! Contains [`header_at`], [`key_at`] and [`types_of`], which find descriptions, and [`mentions`], which
//! lists every name in a file with the family of headers that declares it. Input: the parts of a header,
//! a path of keys, or the [`Layer`] of one file. Output: descriptions and [`Mention`]s with their spans.
//! Does not know whether a name resolves.

use super::header::{FreeKeys, HeaderDoc, HeaderNode, Holds, is_placeholder};
use super::load::{Header, Layer};
use super::value::{KeyDoc, TypeDoc, Value};
use crate::diagnostic::{Span, Spanned};

/// A name in a file, at a place that declares it or refers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The headers that declare such names, without the name: `piece`, `board.patch`.
    pub families: Vec<&'static str>,
    /// The name as written.
    pub name: String,
    /// Its place; quotes are included.
    pub span: Span,
    /// Whether this place declares the name.
    pub is_declaration: bool,
}

impl Mention {
    /// Reports whether the mention is one of this name.
    pub fn is_of(&self, family: &str, name: &str) -> bool {
        self.name == name && self.families.contains(&family)
    }
}

/// Returns the description of a header; `None` if the language has no such header.
pub fn header_at(parts: &[String]) -> Option<&'static HeaderDoc> {
    let mut node = HeaderNode::root();
    for part in parts {
        node = node.child(part)?;
    }
    node.header()
}

/// Returns the description of a key of a header. More than one key leads into inline tables.
pub fn key_at(header: &HeaderDoc, keys: &[String]) -> Option<&'static KeyDoc> {
    let (first, rest) = keys.split_first()?;
    let mut key = header.key_docs().iter().find(|it| it.key == *first)?;
    for word in rest {
        key = keys_inside(&key.ty).into_iter().find(|it| it.key == *word)?;
    }
    Some(key)
}

/// Returns the keys of the inline tables that a type accepts.
pub fn keys_inside(ty: &TypeDoc) -> Vec<&'static KeyDoc> {
    let tables = types_of(ty).into_iter().filter_map(|it| match it {
        TypeDoc::Table(_, doc) => Some(&doc().keys),
        _ => None,
    });
    tables.flatten().collect()
}

/// Returns the types of the values that a type accepts, alone or in a list.
pub fn types_of(ty: &TypeDoc) -> Vec<&TypeDoc> {
    match ty {
        TypeDoc::List(inner) => types_of(inner),
        TypeDoc::Either(one, other) => types_of(one).into_iter().chain(types_of(other)).collect(),
        one => vec![one],
    }
}

/// Returns the families of the names that a key accepts. Empty if it accepts no names, or names of no header.
pub fn families_of(key: &str, ty: &TypeDoc) -> Vec<&'static str> {
    let is_seat = |it: &&TypeDoc| matches!(it, TypeDoc::Text("the name of a seat"));
    let types = types_of(ty);
    if types.iter().any(is_seat) {
        return vec!["seat"];
    }
    if !types.iter().any(|it| matches!(it, TypeDoc::Text("a name"))) {
        return Vec::new();
    }
    match key {
        "pieces" | "start" | "kind" | "by" | "into" | "immune" | "unharmed" | "without-moving" | "minor"
        | "colored" | "captured-as" | "disturbed-by" | "dropped" | "extends" | "piece" => vec!["piece"],
        "order" | "binds" | "seats" => vec!["seat"],
        "patch" | "patches" => vec!["board.patch"],
        "zone" | "owners" | "between" => vec!["zone"],
        "line" | "crosses" | "except" => vec!["line"],
        "seam" => vec!["board.seam"],
        "links" => vec!["board.link"],
        "tag" => vec!["tag"],
        "pool" => vec!["pool"],
        "name" => vec!["counter"],
        "before" | "after" | "after-move" | "turn-start" | "on-claim" => vec!["outcome"],
        "id" | "source" => vec!["source"],
        _ => Vec::new(),
    }
}

/// Returns the families of the keys that the author chooses under a header.
pub fn families_of_keys(header: &HeaderDoc) -> Vec<&'static str> {
    match header.holds {
        Holds::Free(FreeKeys::Pieces) => vec!["piece"],
        Holds::Free(FreeKeys::Points) => vec!["outcome", "claim"],
        _ => Vec::new(),
    }
}

/// Returns the family of a part of a header; `None` for fixed parts, and for names that nothing refers to.
pub fn family_of_part(header: &HeaderDoc, part: usize) -> Option<&'static str> {
    let word = header.parts().nth(part).filter(|it| is_placeholder(it))?;
    match word {
        "SEAT" => Some("seat"),
        "PATCH" => Some("board.patch"),
        "WHY" => None,
        _ => header.pattern.find(word).map(|at| header.pattern[..at].trim_end_matches('.')),
    }
}

/// Returns every name in a file, in no particular order.
pub fn mentions(layer: &Layer) -> Vec<Mention> {
    let mut found = Vec::new();
    for source in &layer.sources {
        let id = source.entries.iter().find(|it| it.0.value == "id");
        if let Some((_, Spanned { value: Value::Text(name), span })) = id {
            found.push(Mention { families: vec!["source"], name: name.clone(), span: *span, is_declaration: true });
        }
    }
    for header in &layer.headers {
        of_header(header, &mut found);
    }
    found
}

fn of_header(header: &Header, found: &mut Vec<Mention>) {
    let doc = header.doc;
    let length = doc.parts().count();
    for (at, part) in header.path.iter().enumerate() {
        let Some(family) = family_of_part(doc, at) else { continue };
        let is_own = at + 1 == length || (doc.pattern == "zone.NAME.SEAT" && at == 1);
        let is_declaration = is_own && !matches!(doc.parts().nth(at), Some("SEAT" | "PATCH"));
        found.push(Mention { families: vec![family], name: part.value.clone(), span: part.span, is_declaration });
    }
    let keys = doc.key_docs();
    for (key, value) in &header.entries.entries {
        let families = families_of_keys(doc);
        // Every header can extend the inherited one of its own name.
        if let ("extends", Value::Text(name)) = (key.value.as_str(), &value.value)
            && let Some(family) = length.checked_sub(1).and_then(|it| family_of_part(doc, it))
        {
            let (families, name) = (vec![family], name.clone());
            found.push(Mention { families, name, span: value.span, is_declaration: false });
        } else if !families.is_empty() {
            found.push(Mention { families, name: key.value.clone(), span: key.span, is_declaration: false });
        } else if let Some(doc) = keys.iter().find(|it| it.key == key.value) {
            of_value(&key.value, &doc.ty, value, found);
        }
    }
}

fn of_value(key: &str, ty: &TypeDoc, value: &Spanned<Value>, found: &mut Vec<Mention>) {
    match &value.value {
        Value::Text(name) => {
            let is_word = types_of(ty)
                .iter()
                .any(|it| matches!(it, TypeDoc::Words(_, _, words) if words.iter().any(|it| it.word == name)));
            let families = families_of(key, ty);
            if !is_word && !families.is_empty() {
                found.push(Mention { families, name: name.clone(), span: value.span, is_declaration: false });
            }
        }
        Value::List(items) => items.iter().for_each(|it| of_value(key, ty, it, found)),
        Value::Table(entries) => {
            let is_points = types_of(ty).iter().any(|it| matches!(it, TypeDoc::Table("PointsByRole", _)));
            let keys = keys_inside(ty);
            for (key, value) in entries {
                match keys.iter().find(|it| it.key == key.value) {
                    Some(doc) => of_value(&key.value, &doc.ty, value, found),
                    None if is_points => found.push(Mention {
                        families: vec!["seat"],
                        name: key.value.clone(),
                        span: key.span,
                        is_declaration: false,
                    }),
                    None => {}
                }
            }
        }
        _ => {}
    }
}
