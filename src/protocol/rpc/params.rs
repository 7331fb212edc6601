//! The parameters of a call, checked against the table of methods.
//!
//! Contains [`Params`]. Input: JSON. Output: values by name, or an error that names the parameter. Does
//! not know what a method does with them.

use serde_json::{Map, Value, json};

use super::error::{INVALID_PARAMS, RpcError};
use super::methods::{Field, FieldType, RpcMethod};
use crate::notation::joined;
use crate::notation::name::visible;

/// The checked parameters of a call.
#[derive(Clone, Debug)]
pub struct Params(Map<String, Value>);

impl Params {
    /// Checks parameters, which are an object, or an array in the order of the table.
    pub fn new(method: &RpcMethod, given: Option<Value>) -> Result<Self, RpcError> {
        let map = match given {
            None => Map::new(),
            Some(Value::Object(map)) => map,
            Some(Value::Array(list)) if list.len() > method.params.len() => {
                let message = format!("`{}` has at most {} parameters", method.name, method.params.len());
                return Err(RpcError::new(INVALID_PARAMS, message));
            }
            Some(Value::Array(list)) => method.params.iter().map(|it| it.name.to_owned()).zip(list).collect(),
            Some(_) => return Err(RpcError::new(INVALID_PARAMS, "`params` is not an object or an array")),
        };
        // Null stands for a parameter that is missing.
        let map: Map<String, Value> = map.into_iter().filter(|it| !it.1.is_null()).collect();
        if let Some(name) = map.keys().find(|it| method.params.iter().all(|known| known.name != **it)) {
            return Err(unknown(method, name));
        }
        for field in method.params {
            match map.get(field.name) {
                None if field.is_optional => {}
                None => return Err(wrong(field, &format!("`{}` is missing", field.name))),
                Some(value) => check(field, value)?,
            }
        }
        Ok(Self(map))
    }

    /// Returns a parameter that is text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// Returns a parameter that is an integer.
    pub fn integer(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Value::as_u64)
    }

    /// Returns a parameter that is true or false; false if it is missing.
    pub fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Returns a parameter that is an array of texts.
    pub fn texts(&self, name: &str) -> Option<Vec<&str>> {
        let list = self.0.get(name)?.as_array()?;
        Some(list.iter().filter_map(Value::as_str).collect())
    }

    /// Returns which of some parameters is given. Exactly one has to be.
    pub fn one_of<'a>(&self, names: &[&'a str]) -> Result<&'a str, RpcError> {
        let mut given = names.iter().filter(|it| self.0.contains_key(**it));
        match (given.next(), given.next()) {
            (Some(only), None) => Ok(only),
            _ => {
                let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
                Err(RpcError::new(INVALID_PARAMS, format!("give exactly one of {}", joined(&names, "and"))))
            }
        }
    }
}

fn check(field: &Field, value: &Value) -> Result<(), RpcError> {
    let is_texts = || value.as_array().is_some_and(|it| it.iter().all(Value::is_string));
    let (is_right, expected) = match field.ty {
        FieldType::Text | FieldType::TextOrNull => (value.is_string(), "a string".to_owned()),
        FieldType::Flag => (value.is_boolean(), "`true` or `false`".to_owned()),
        FieldType::Integer(min, max) => {
            let range = if max == u64::MAX { format!("from {min} up") } else { format!("from {min} to {max}") };
            (value.as_u64().is_some_and(|it| (min..=max).contains(&it)), format!("an integer {range}"))
        }
        FieldType::Number => (value.is_number(), "a number".to_owned()),
        FieldType::Word(words) => {
            let quoted: Vec<String> = words.iter().map(|it| format!("\"{it}\"")).collect();
            (value.as_str().is_some_and(|it| words.contains(&it)), joined(&quoted, "or"))
        }
        FieldType::Texts => (is_texts(), "an array of strings".to_owned()),
        FieldType::Object => (value.is_object(), "an object".to_owned()),
        FieldType::Objects => (value.is_array(), "an array of objects".to_owned()),
    };
    if is_right { Ok(()) } else { Err(wrong(field, &format!("`{}` is not {expected}", field.name))) }
}

fn wrong(field: &Field, message: &str) -> RpcError {
    RpcError::new(INVALID_PARAMS, message).with(json!({ "parameter": field.name, "help": field.about }))
}

fn unknown(method: &RpcMethod, name: &str) -> RpcError {
    let known: Vec<&str> = method.params.iter().map(|it| it.name).collect();
    let message = format!("`{}` has no parameter `{:.40}`", method.name, visible(name));
    RpcError::new(INVALID_PARAMS, message).with(json!({ "parameters": known }))
}
