//! The checks, in a thread of their own.
//!
//! Contains [`Checker`], which hands out checks, and [`work`], the loop of the thread. A newer text of a
//! document cancels the check of an older one, whether it waits or runs. Input: documents. Output: an
//! [`CheckResult`] for each [`Job`] that is still wanted. Does not know the protocol.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use super::documents::{OpenDocument, OpenLoader, OpenTexts};
use super::findings::{CheckResult, check_document};
use super::text::Encoding;

/// One check of one text.
#[derive(Debug)]
pub(super) struct Job {
    /// The document as its URI.
    pub uri: String,
    document: OpenDocument,
    texts: OpenTexts,
    encoding: Encoding,
    number: u64,
    latest: Arc<AtomicU64>,
}

impl Job {
    /// Reports whether no newer text of the document is known.
    pub fn is_wanted(&self) -> bool {
        self.latest.load(Ordering::Relaxed) == self.number
    }

    /// Returns the number of the text.
    pub fn version(&self) -> Option<i64> {
        self.document.version
    }
}

/// Hands out checks.
#[derive(Debug)]
pub(super) struct Checker {
    jobs: Sender<Job>,
    latest: BTreeMap<String, Arc<AtomicU64>>,
}

impl Checker {
    /// Creates a checker whose jobs go to a thread.
    pub fn new(jobs: Sender<Job>) -> Self {
        Self { jobs, latest: BTreeMap::new() }
    }

    /// Requests the check of a document, and cancels older ones of it.
    pub fn check(&mut self, uri: &str, document: &OpenDocument, texts: OpenTexts, encoding: Encoding) {
        let latest = self.latest.entry(uri.to_owned()).or_default().clone();
        let number = latest.fetch_add(1, Ordering::Relaxed) + 1;
        let job = Job { uri: uri.to_owned(), document: document.clone(), texts, encoding, number, latest };
        // The thread lives as long as the server.
        let _ = self.jobs.send(job);
    }

    /// Cancels the checks of a document.
    pub fn cancel(&mut self, uri: &str) {
        if let Some(latest) = self.latest.get(uri) {
            latest.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Cancels all checks.
    pub fn cancel_all(&mut self) {
        for latest in self.latest.values() {
            latest.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Checks documents until there are no more jobs. `done` receives each result that is still wanted.
pub(super) fn work(jobs: &Receiver<Job>, done: &dyn Fn(Job, CheckResult)) {
    while let Ok(job) = jobs.recv() {
        if !job.is_wanted() {
            continue;
        }
        let loader = OpenLoader::new(job.texts.clone());
        let check = || {
            let (text, location) = (&job.document.text, &job.document.location);
            check_document(text, location, job.encoding, &loader, &|| job.is_wanted())
        };
        // A defect of the program must not end the session.
        let outcome = catch_unwind(AssertUnwindSafe(check)).unwrap_or_default();
        if job.is_wanted() {
            done(job, outcome);
        }
    }
}
