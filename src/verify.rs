//! Verification of many cases: found among files, run in parallel, reported in input order.
//!
//! Input: paths, as a person wrote them. Output: a [`Verified`] for each case, with the results under
//! each variant or the reason why the case cannot be run. On request, [`observed`] writes the
//! results back into the file as its `[observed]` block. A case that panics does not affect the
//! others. Knows no terminals and no output formats; `case` knows what a case means.

mod files;
pub mod observed;
mod variants;

pub use files::{CaseFile, FoundFiles, find};
#[cfg(feature = "cli")]
pub(crate) use variants::name;
pub use variants::{NamedVariantError, VariantCache};

use crate::case::{Case, CaseError, CaseReport, Expect, Obstacle, Text, parse, read_rest, run_under};
use crate::parallel::parallel_map;

/// The result of a case under one variant.
#[derive(Debug)]
pub struct CaseResult {
    /// The variant, as named in the case.
    pub variant: Text,
    /// The report, or the reason why there is none.
    pub result: Result<CaseReport, CaseError>,
}

impl CaseResult {
    /// Reports whether the case was run and every expectation is met.
    pub fn holds(&self) -> bool {
        self.result.as_ref().is_ok_and(CaseReport::holds)
    }
}

/// The results of a case.
#[derive(Debug)]
pub struct Verified {
    /// The parsed case; `None` if the text is not a case.
    pub case: Option<Case>,
    /// Why the case as a whole cannot be run.
    pub error: Option<CaseError>,
    /// The results by variant, in the order of the case.
    pub results: Vec<CaseResult>,
}

impl Verified {
    /// Reports whether the case holds under every variant that it names.
    pub fn holds(&self) -> bool {
        self.error.is_none() && self.results.iter().all(CaseResult::holds)
    }

    /// Reports whether any part of the case could not be run.
    pub fn is_broken(&self) -> bool {
        self.error.is_some() || self.results.iter().any(|it| it.result.is_err())
    }
}

/// Runs one case. `shelf` loads each variant once.
pub fn verify(file: &CaseFile, shelf: &VariantCache) -> Verified {
    match parse(&file.name, &file.text) {
        Ok(case) => run_case(case, file, shelf, None),
        // Run a case without expectations, too, to show its results.
        Err(error) => match read_rest(&file.name, &file.text) {
            Ok(case) => Verified { error: Some(error), ..run_case(case, file, shelf, Some(Expect::default())) },
            Err(wrong) => {
                let (error, rest) = *wrong;
                let further = rest.map_or_else(Vec::new, |it| run_case(it, file, shelf, None).results);
                let further = further.into_iter().filter_map(|it| it.result.err());
                // The position may be what is wrong with the rest.
                let is_sure = |it: &CaseError| it.obstacle != Obstacle::Position || it.cause.is_some();
                let errors = std::iter::once(error).chain(further.filter(is_sure)).collect();
                Verified { case: None, error: CaseError::joined(errors), results: Vec::new() }
            }
        },
    }
}

/// Runs many cases, `jobs` at a time, and returns their results in the order of the files.
pub fn verify_all(files: &[CaseFile], shelf: &VariantCache, jobs: usize) -> Vec<Verified> {
    verify_each(files, shelf, jobs, &|| {})
}

/// Runs many cases like [`verify_all`], and calls `done` after each one.
pub(crate) fn verify_each(
    files: &[CaseFile],
    shelf: &VariantCache,
    jobs: usize,
    done: &(dyn Fn() + Sync),
) -> Vec<Verified> {
    let answers = parallel_map(files, jobs, |it| {
        let verified = verify(it, shelf);
        done();
        verified
    });
    let panicked = |(file, answer): (&CaseFile, Result<Verified, String>)| {
        answer.unwrap_or_else(|why| {
            let message = format!("the interpreter failed on this case, which is a bug in threefold: {why}");
            let error = CaseError {
                file: file.name.clone(),
                at: None,
                obstacle: Obstacle::Text,
                cause: None,
                message,
                excerpt: Box::default(),
            };
            Verified { case: None, error: Some(error), results: Vec::new() }
        })
    };
    files.iter().zip(answers).map(panicked).collect()
}

fn run_case(case: Case, file: &CaseFile, shelf: &VariantCache, instead: Option<Expect>) -> Verified {
    let run = |(name, expect): (&Text, Expect)| {
        let expect = instead.clone().unwrap_or(expect);
        let wrong = |it: NamedVariantError| CaseError::of_variant(&case, name, &it.to_string());
        let variant = shelf.load(&name.value, file.path.as_deref()).map_err(wrong);
        let result = variant.and_then(|it| run_under(&case, &name.value, &it, &expect));
        CaseResult { variant: name.clone(), result }
    };
    let results = case.expectations_by_variant().into_iter().map(run).collect();
    Verified { case: Some(case), error: None, results }
}
