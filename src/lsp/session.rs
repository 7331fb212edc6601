//! A session with one editor: its documents, and the answer to each message.
//!
//! Contains [`EditorSession`]. Input: messages and results of checks. Output: messages. Questions about a
//! place in a document go to [`Questions`]. Does not know streams and threads.

use std::collections::BTreeMap;
use std::io::{Result, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::TextDocumentContentChangeEvent;
use serde_json::{Value, json};

use super::checker::{Checker, Job};
use super::documents::Documents;
use super::findings::CheckResult;
use super::message::{Incoming, write, write_malformed};
use super::requests::{Failure, Questions, read};
use super::target::ShippedCopies;
use super::text::{DocumentText, Encoding};
use crate::definition::load::MAX_BYTES;

/// A session with one editor.
pub(super) struct EditorSession<'a> {
    out: &'a mut dyn Write,
    checker: Checker,
    documents: Documents,
    /// The last result for each document.
    outcomes: BTreeMap<String, CheckResult>,
    copies: ShippedCopies,
    is_initialized: bool,
    is_shut_down: bool,
}

impl<'a> EditorSession<'a> {
    /// Creates a session that writes to a stream.
    pub fn new(checker: Checker, out: &'a mut dyn Write) -> Self {
        let (documents, outcomes, copies) = (Documents::default(), BTreeMap::new(), ShippedCopies::default());
        Self { out, checker, documents, outcomes, copies, is_initialized: false, is_shut_down: false }
    }

    /// Answers a message. Returns whether it ends the session.
    ///
    /// # Errors
    /// Fails if a message cannot be written.
    pub fn receive(&mut self, incoming: Incoming) -> Result<bool> {
        match incoming {
            Incoming::Malformed(why) => write_malformed(self.out, &why)?,
            Incoming::Message(Message::Request(request)) => {
                let response = self.respond(request);
                write(self.out, &response.into())?;
            }
            Incoming::Message(Message::Notification(it)) if it.method == "exit" => return Ok(true),
            Incoming::Message(Message::Notification(it)) if self.is_initialized => self.notify(it)?,
            // The server sends no requests.
            Incoming::Message(Message::Notification(_) | Message::Response(_)) => {}
        }
        Ok(false)
    }

    /// Publishes the findings of a document, unless there is a newer text.
    ///
    /// # Errors
    /// Fails if a message cannot be written.
    pub fn publish(&mut self, job: Job, outcome: CheckResult) -> Result<()> {
        if !job.is_wanted() || self.documents.get(&job.uri).is_none() {
            return Ok(());
        }
        self.send_findings(&job.uri, job.version(), &outcome.findings)?;
        self.outcomes.insert(job.uri, outcome);
        Ok(())
    }

    /// Cancels all work, and returns the exit code. The copies of shipped rulebooks are deleted.
    pub fn finish(mut self) -> u8 {
        self.checker.cancel_all();
        u8::from(!self.is_shut_down)
    }

    fn send_findings(&mut self, uri: &str, version: Option<i64>, findings: &[lsp_types::Diagnostic]) -> Result<()> {
        let params = json!({ "uri": uri, "version": version, "diagnostics": findings });
        write(self.out, &Notification::new("textDocument/publishDiagnostics".to_owned(), params).into())
    }

    fn respond(&mut self, request: Request) -> Response {
        let failed = |it: Failure| Response::new_err(request.id.clone(), it.0 as i32, it.1);
        if request.method != "initialize" && !self.is_initialized {
            return failed((ErrorCode::ServerNotInitialized, "the first request is `initialize`".to_owned()));
        }
        if self.is_shut_down {
            return failed((ErrorCode::InvalidRequest, "the session is shut down".to_owned()));
        }
        // A defect of the program must not end the session.
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(&request.method, &request.params)));
        let defect = (ErrorCode::InternalError, "the program has an error; please report it".to_owned());
        match answer.unwrap_or(Err(defect)) {
            Ok(result) => Response::new_ok(request.id, result),
            Err(failure) => failed(failure),
        }
    }

    fn answer(&mut self, method: &str, params: &Value) -> std::result::Result<Value, Failure> {
        match method {
            "initialize" => Ok(self.initialize(params)),
            "shutdown" => {
                self.is_shut_down = true;
                self.checker.cancel_all();
                Ok(Value::Null)
            }
            _ => {
                let encoding = self.documents.encoding;
                let variant = |uri: &str| self.outcomes.get(uri).and_then(|it| it.variant.as_ref());
                Questions { documents: &self.documents, variant: &variant, encoding }.answer(
                    method,
                    params,
                    &mut self.copies,
                )
            }
        }
    }

    fn initialize(&mut self, params: &Value) -> Value {
        let offered = params["capabilities"]["general"]["positionEncodings"].as_array();
        let is_utf8 = offered.is_some_and(|it| it.iter().any(|it| it == Encoding::Utf8.word()));
        self.documents.encoding = if is_utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
        self.is_initialized = true;
        json!({
            "capabilities": {
                "positionEncoding": self.documents.encoding.word(),
                "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
                "hoverProvider": true,
                "completionProvider": { "triggerCharacters": ["[", ".", "\"", "{"] },
                "definitionProvider": true,
                "inlayHintProvider": true,
                "renameProvider": { "prepareProvider": true },
            },
            "serverInfo": { "name": "threefold", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    fn notify(&mut self, notification: Notification) -> Result<()> {
        let params = notification.params;
        let document = &params["textDocument"];
        let Some(uri) = document["uri"].as_str().map(str::to_owned) else { return Ok(()) };
        let version = document["version"].as_i64();
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                let text = document["text"].as_str().unwrap_or_default();
                self.set(&uri, DocumentText::new(text, self.documents.encoding), version)
            }
            "textDocument/didChange" => {
                let changes = read::<Vec<TextDocumentContentChangeEvent>>(&params["contentChanges"]);
                match (self.documents.get(&uri), changes) {
                    (Some(old), Some(changes)) => {
                        let text = old.text.changed(changes);
                        self.set(&uri, text, version)
                    }
                    _ => Ok(()),
                }
            }
            "textDocument/didSave" => {
                self.check_again(&uri);
                Ok(())
            }
            "textDocument/didClose" => {
                self.documents.close(&uri);
                self.outcomes.remove(&uri);
                self.checker.cancel(&uri);
                self.check_dependents(&uri);
                self.send_findings(&uri, None, &[])
            }
            _ => Ok(()),
        }
    }

    /// Takes a new text, and checks it and the documents that depend on it.
    fn set(&mut self, uri: &str, text: DocumentText, version: Option<i64>) -> Result<()> {
        if text.text.len() > MAX_BYTES {
            // The text is kept, because the next change refers to it.
            let message = format!("the document has more than {MAX_BYTES} bytes, so it is not checked");
            let finding = lsp_types::Diagnostic { message, ..lsp_types::Diagnostic::default() };
            self.documents.set(uri, text, version);
            self.checker.cancel(uri);
            return self.send_findings(uri, version, &[finding]);
        }
        self.documents.set(uri, text, version);
        self.check_again(uri);
        Ok(())
    }

    fn check_again(&mut self, uri: &str) {
        let texts = self.documents.texts();
        if let Some(document) = self.documents.get(uri) {
            self.checker.check(uri, document, texts, self.documents.encoding);
        }
        self.check_dependents(uri);
    }

    /// Checks the open documents whose results depend on this one.
    fn check_dependents(&mut self, uri: &str) {
        let Some(path) = super::documents::path_of(uri) else { return };
        let texts = self.documents.texts();
        for (other, document) in self.documents.iter().filter(|it| it.0 != uri) {
            // Before its first check, nothing is known about a document.
            if self.outcomes.get(other).is_none_or(|it| it.reads.contains(&path)) {
                self.checker.check(other, document, texts.clone(), self.documents.encoding);
            }
        }
    }
}
