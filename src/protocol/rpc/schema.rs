//! The schema of remote calls, as an OpenRPC document.
//!
//! Contains [`schema`]. Input: [`METHODS`] and [`CODES`]. Output: JSON. Does not know what a method
//! does.

use serde_json::{Map, Value, json};

use super::error::CODES;
use super::methods::{Field, FieldType, METHODS, RpcMethod};

/// Returns the document.
pub fn schema() -> Value {
    let errors: Map<String, Value> = CODES
        .iter()
        .map(|(code, meaning)| (format!("E{}", code.unsigned_abs()), json!({ "code": code, "message": meaning })))
        .collect();
    json!({
        "openrpc": "1.3.2",
        "info": {
            "title": "threefold rpc",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Rulebooks for chess variants with two or more players, over JSON-RPC 2.0.",
        },
        "methods": METHODS.iter().map(method).collect::<Value>(),
        "components": { "errors": errors },
    })
}

fn method(method: &RpcMethod) -> Value {
    let required: Vec<&str> = method.result.iter().filter(|it| !it.is_optional).map(|it| it.name).collect();
    let properties: Map<String, Value> = method.result.iter().map(|it| (it.name.to_owned(), described(it))).collect();
    json!({
        "name": method.name,
        "summary": method.about,
        "paramStructure": "either",
        "params": method.params.iter().map(param).collect::<Value>(),
        "result": {
            "name": "result",
            "schema": {
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            },
        },
    })
}

fn param(field: &Field) -> Value {
    json!({
        "name": field.name,
        "description": field.about,
        "required": !field.is_optional,
        "schema": type_of(field.ty),
    })
}

fn described(field: &Field) -> Value {
    let mut value = type_of(field.ty);
    value["description"] = field.about.into();
    value
}

fn type_of(ty: FieldType) -> Value {
    match ty {
        FieldType::Text => json!({ "type": "string" }),
        FieldType::TextOrNull => json!({ "type": ["string", "null"] }),
        FieldType::Flag => json!({ "type": "boolean" }),
        FieldType::Integer(min, u64::MAX) => json!({ "type": "integer", "minimum": min }),
        FieldType::Integer(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
        FieldType::Number => json!({ "type": "number" }),
        FieldType::Word(words) => json!({ "enum": words }),
        FieldType::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        FieldType::Object => json!({ "type": "object" }),
        FieldType::Objects => json!({ "type": "array", "items": { "type": "object" } }),
    }
}
