//! Questions about a document: the requests of the protocol, and their answers as JSON.
//!
//! Contains [`Questions`]. Input: a method with its parameters. Output: a result, or a [`Failure`]. Does
//! not know how messages are read and written.

use lsp_server::ErrorCode;
use lsp_types::{Position, Range};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::completion::completions;
use super::documents::{Documents, OpenDocument};
use super::hints::hints;
use super::hover::hover;
use super::language::CursorPlace;
use super::rename::{renamable, rename};
use super::target::{ShippedCopies, target};
use super::text::Encoding;
use crate::rules::Variant;

/// The error of a request: its code, and a sentence for the user.
pub(super) type Failure = (ErrorCode, String);

/// What the answers depend on.
pub(super) struct Questions<'a> {
    /// The open documents.
    pub documents: &'a Documents,
    /// Function that returns the compiled rules of a document, once it is checked.
    pub variant: &'a dyn Fn(&str) -> Option<&'a Variant>,
    /// The unit of columns.
    pub encoding: Encoding,
}

impl Questions<'_> {
    /// Answers a request.
    ///
    /// # Errors
    /// Returns why there is no answer: an unknown method, wrong parameters, or a name that cannot be changed.
    pub fn answer(&self, method: &str, params: &Value, copies: &mut ShippedCopies) -> Result<Value, Failure> {
        match method {
            "textDocument/hover" => Ok(self.hover(&self.place(params)?)),
            "textDocument/completion" => Ok(completion(&self.place(params)?)),
            "textDocument/definition" => {
                let place = self.place(params)?;
                let mut found = target(&place, self.encoding, copies).unwrap_or(Value::Null);
                // Without a file of its own, the place is in the document itself.
                if found.get("uri").is_some_and(Value::is_null) {
                    found["uri"] = params["textDocument"]["uri"].clone();
                }
                Ok(found)
            }
            "textDocument/inlayHint" => self.hints(params),
            "textDocument/prepareRename" => {
                let place = self.place(params)?;
                let (_, name, bytes) = renamable(&place).map_err(refused)?;
                Ok(json!({ "range": place.document.text.range(bytes), "placeholder": name }))
            }
            "textDocument/rename" => self.rename(params),
            _ => Err((ErrorCode::MethodNotFound, format!("there is no method `{:.60}`", method.escape_debug()))),
        }
    }

    fn document<'b>(&'b self, params: &'b Value) -> Result<(&'b str, &'b OpenDocument), Failure> {
        let uri = params["textDocument"]["uri"].as_str().ok_or_else(|| invalid("the URI of a document is missing"))?;
        let document = self.documents.get(uri).ok_or_else(|| invalid("the document is not open"))?;
        Ok((uri, document))
    }

    fn place<'b>(&'b self, params: &'b Value) -> Result<CursorPlace<'b>, Failure> {
        let (uri, _) = self.document(params)?;
        let position: Position = read(&params["position"]).ok_or_else(|| invalid("the position is missing"))?;
        CursorPlace::at(self.documents, uri, position).ok_or_else(|| invalid("the document is too large"))
    }

    fn hover(&self, place: &CursorPlace<'_>) -> Value {
        let uri = self.documents.iter().find(|it| std::ptr::eq(it.1, place.document)).map_or("", |it| it.0.as_str());
        let Some(text) = hover(place, (self.variant)(uri)) else { return Value::Null };
        let range = place.document.text.range(place.cursor.word.clone());
        json!({ "contents": { "kind": "markdown", "value": text }, "range": range })
    }

    fn hints(&self, params: &Value) -> Result<Value, Failure> {
        let (uri, document) = self.document(params)?;
        let range: Range = read(&params["range"]).ok_or_else(|| invalid("the range is missing"))?;
        let view = self.documents.view(uri).ok_or_else(|| invalid("the document is too large"))?;
        let all = hints(&view).into_iter().map(|it| (document.text.position(document.text.line_end(it.byte)), it.text));
        let inside = all.filter(|it| range.start.line <= it.0.line && it.0.line <= range.end.line);
        Ok(inside.map(|(at, text)| json!({ "position": at, "label": text, "paddingLeft": true })).collect())
    }

    fn rename(&self, params: &Value) -> Result<Value, Failure> {
        let place = self.place(params)?;
        let (uri, _) = self.document(params)?;
        let new = params["newName"].as_str().ok_or_else(|| invalid("the new name is missing"))?;
        let mut changes = Map::new();
        for (uri, places) in rename(self.documents, uri, &place, new).map_err(refused)? {
            let Some(document) = self.documents.get(&uri) else { continue };
            let edits = places.into_iter().map(|it| json!({ "range": document.text.range(it), "newText": new }));
            changes.insert(uri, edits.collect());
        }
        Ok(json!({ "changes": changes }))
    }
}

fn completion(place: &CursorPlace<'_>) -> Value {
    let range = place.document.text.range(place.cursor.word.clone());
    let items = completions(place).into_iter().map(|it| {
        json!({
            "label": it.label,
            "kind": it.kind as u8,
            "detail": it.detail,
            "documentation": { "kind": "markdown", "value": it.about },
            // The editor compares this with the word, which can have quotes.
            "filterText": it.insert,
            "textEdit": { "range": range, "newText": it.insert },
        })
    });
    json!({ "isIncomplete": false, "items": items.collect::<Vec<_>>() })
}

fn invalid(message: &str) -> Failure {
    (ErrorCode::InvalidParams, message.to_owned())
}

fn refused(message: String) -> Failure {
    (ErrorCode::RequestFailed, message)
}

/// Reads a part of the parameters.
pub(super) fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}
