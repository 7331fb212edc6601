//! The JSON Schema (draft 7) with which editors complete and check rulebooks.
//!
//! Input: the list of headers and the descriptions of all tables and types. Output: one JSON object.
//! The committed copy is `variants/threefold.schema.json`; a test keeps it current. The schema covers
//! only the form of a rulebook. Does not know what names mean; `threefold check` does.

use crate::policy::Who;
use serde_json::{Map, Value, json};

use super::header::{FreeKeys, HeaderDoc, HeaderNode, Holds, is_placeholder};
use super::reference::{inline, sentence};
use super::value::{TableDoc, TypeDoc};

/// Returns the schema of a rulebook.
pub fn schema() -> Value {
    let mut root = object(HeaderNode::root());
    let mut whole = Map::new();
    whole.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    whole.insert("title".to_owned(), json!("A rulebook of threefold"));
    whole.append(&mut root);
    let tables = inline().into_iter().map(|it| (it.name.to_owned(), Value::Object(table(it))));
    whole.insert("definitions".to_owned(), Value::Object(tables.collect()));
    Value::Object(whole)
}

/// Returns the schema of one header, including its longer headers.
fn object(node: &HeaderNode) -> Map<String, Value> {
    let header = node.header();
    let mut schema = match header.map(|it| (it, it.holds)) {
        None => closed(Map::new()),
        Some((_, Holds::Keys(doc))) => table(doc()),
        Some((header, Holds::Free(kind))) => free(header, kind),
    };
    if header.is_some_and(|it| it.pattern == "source") {
        let mut list = Map::new();
        list.insert("type".to_owned(), json!("array"));
        list.insert("items".to_owned(), Value::Object(schema));
        return list;
    }
    let parts: Vec<_> = node.parts().collect();
    if let Some(header) = header.filter(|it| !it.pattern.is_empty()) {
        extends(header, &mut schema);
    }
    if parts.is_empty() {
        // A header that extends the inherited one needs no other key.
        if let Some(required) = schema.remove("required") {
            schema.insert("anyOf".to_owned(), json!([{ "required": required }, { "required": ["extends"] }]));
        }
        return schema;
    }
    // A file may contain a longer header whose shorter header is in its parent. Therefore
    // the required keys of a header are demanded only if it has keys at all.
    if let Some(Value::Array(required)) = schema.remove("required") {
        match header.is_some_and(|it| it.pattern.is_empty()) {
            true => {
                schema.insert("required".to_owned(), Value::Array(required));
            }
            false => {
                let keys = header.map(HeaderDoc::keys).unwrap_or_default();
                let either = json!({ "anyOf": [{ "required": required }, { "required": ["extends"] }] });
                let needs = keys.into_iter().map(|it| (it, either.clone()));
                schema.insert("dependencies".to_owned(), Value::Object(needs.collect()));
            }
        }
    }
    for part in parts {
        let Some(child) = node.child(part) else { continue };
        let inner = Value::Object(object(child));
        if !is_placeholder(part) {
            // `setup` is a word at the top of a file, or a header.
            let inner = match properties(&mut schema).remove(part) {
                Some(key) => json!({ "anyOf": [key, inner] }),
                None => inner,
            };
            properties(&mut schema).insert(part.to_owned(), inner);
        } else {
            let inner = match schema.get("additionalProperties") {
                // The type of the value distinguishes a free key from a longer header.
                Some(free @ Value::Object(_)) => json!({ "anyOf": [free, inner] }),
                _ => inner,
            };
            schema.insert("additionalProperties".to_owned(), inner);
        }
    }
    schema
}

/// Adds the key `extends`, which every header has.
fn extends(header: &HeaderDoc, schema: &mut Map<String, Value>) {
    let name = header.parts().last().unwrap_or_default();
    let own = match is_placeholder(name) {
        true => "the name of this header".to_owned(),
        false => format!("`{name}`"),
    };
    let about = format!("To keep the other keys of the inherited header, write {own}.");
    let key = json!({ "type": "string", "description": about });
    properties(schema).entry("extends").or_insert(key);
    if header.pattern == "setup" {
        let about = "The starting position of both players in FEN, in place of the lists.";
        properties(schema).insert("fen".to_owned(), json!({ "type": "string", "description": about }));
    }
}

fn properties(schema: &mut Map<String, Value>) -> &mut Map<String, Value> {
    let entry = schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    entry.as_object_mut().expect("properties are an object")
}

/// Returns the schema of an object with exactly these properties.
fn closed(properties: Map<String, Value>) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

fn table(doc: &TableDoc) -> Map<String, Value> {
    let mut keys = Map::new();
    for key in &doc.keys {
        let mut schema = value(&key.ty);
        let mut about = sentence(key.doc);
        if let Some(default) = &key.default {
            about.push_str(&format!(" Default: {default}."));
        }
        if let Some(words) = words(&key.ty) {
            about.push_str(&words);
        }
        schema.insert("description".to_owned(), json!(about));
        keys.insert(key.key.clone(), Value::Object(schema));
    }
    let mut schema = closed(keys);
    schema.insert("description".to_owned(), json!(sentence(doc.doc)));
    let required: Vec<_> = doc.keys.iter().filter(|it| it.required).map(|it| it.key.clone()).collect();
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema
}

fn free(header: &HeaderDoc, kind: FreeKeys) -> Map<String, Value> {
    let value = match kind {
        FreeKeys::Pieces => json!({ "type": "array", "items": { "type": "string" } }),
        FreeKeys::Places => json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }),
        FreeKeys::Points => {
            let roles = Who::WORDS.iter().map(|it| (it.word.to_owned(), points())).collect();
            let mut roles = closed(roles);
            // Seats have free names.
            roles.insert("additionalProperties".to_owned(), points());
            Value::Object(roles)
        }
    };
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("description".to_owned(), json!(header.doc));
    schema.insert("additionalProperties".to_owned(), value);
    schema
}

fn value(ty: &TypeDoc) -> Map<String, Value> {
    let schema = match ty {
        TypeDoc::Text(_) => json!({ "type": "string" }),
        TypeDoc::Int => json!({ "type": "integer" }),
        TypeDoc::Points => points(),
        TypeDoc::Words(_, _, words) => {
            json!({ "type": "string", "enum": words.iter().map(|it| it.word).collect::<Vec<_>>() })
        }
        TypeDoc::List(inner) => json!({ "type": "array", "items": value(inner) }),
        TypeDoc::Either(one, other) => json!({ "anyOf": [value(one), value(other)] }),
        // Draft 7 ignores siblings of `$ref`, but not of `allOf`.
        TypeDoc::Table(name, _) => json!({ "allOf": [{ "$ref": format!("#/definitions/{name}") }] }),
    };
    match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Lists the words that a type accepts, each with its meaning.
fn words(ty: &TypeDoc) -> Option<String> {
    match ty {
        TypeDoc::Words(_, _, words) => {
            Some(words.iter().map(|it| format!("\n- {}: {}", it.word, sentence(it.doc))).collect())
        }
        TypeDoc::List(inner) => words(inner),
        TypeDoc::Either(one, other) => words(one).or_else(|| words(other)),
        _ => None,
    }
}

/// Returns the schema of points: a number of quarters, or a fraction as text.
fn points() -> Value {
    json!({ "anyOf": [{ "type": "number", "multipleOf": 0.25 }, { "type": "string", "pattern": "^-?([0-9]+ )?[0-9]+/(2|3|4|6|12)$" }] })
}
