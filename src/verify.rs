//! Many cases at once: found among files, run side by side, told in the order of the input.
//!
//! In: paths, as a person wrote them. Out: for each case a [`Verified`]: what came under each
//! variant, or why the case cannot be run; and, where it is wanted, the same written back into
//! the file as its `[observed]` ([`observed`]). A case that panics takes no other with it.
//! Refuses to know terminals and formats; what a case says is told in the room `case`.

mod files;
pub mod observed;
mod shelf;
mod side;

pub use files::{CaseFile, Found, find};
pub use shelf::Shelf;
pub(crate) use shelf::name;
pub use side::side_by_side;

use crate::case::{Case, CaseError, CaseReport, Expect, Obstacle, Text, parse, read, run_under};

/// What came of a case under one variant.
#[derive(Debug)]
pub struct Hearing {
    /// The variant, as the case names it.
    pub variant: Text,
    /// What came, or what stood in the way.
    pub result: Result<CaseReport, CaseError>,
}

impl Hearing {
    /// Whether the case could be run, and every expectation is met.
    pub fn holds(&self) -> bool {
        self.result.as_ref().is_ok_and(CaseReport::holds)
    }
}

/// What came of a case.
#[derive(Debug)]
pub struct Verified {
    /// The case; `None` where its text cannot be read as one.
    pub case: Option<Case>,
    /// Why the case as a whole cannot be run.
    pub fault: Option<CaseError>,
    /// Variant by variant, as the case has them.
    pub hearings: Vec<Hearing>,
}

impl Verified {
    /// Whether the case holds under every variant that it names.
    pub fn holds(&self) -> bool {
        self.fault.is_none() && self.hearings.iter().all(Hearing::holds)
    }

    /// Whether some of it could not be run at all.
    pub fn is_broken(&self) -> bool {
        self.fault.is_some() || self.hearings.iter().any(|it| it.result.is_err())
    }
}

/// Runs one case. Variants come from the shelf, which loads each once.
pub fn verify(file: &CaseFile, shelf: &Shelf) -> Verified {
    match parse(&file.name, &file.text) {
        Ok(case) => hear(case, file, shelf, None),
        // What a case without expectation would come to is shown all the same.
        Err(fault) => match read(&file.name, &file.text) {
            Ok(case) => Verified { fault: Some(fault), ..hear(case, file, shelf, Some(Expect::default())) },
            Err(_) => Verified { case: None, fault: Some(fault), hearings: Vec::new() },
        },
    }
}

/// Runs many cases, so many at a time; the answers stand in the order of the files.
pub fn verify_all(files: &[CaseFile], shelf: &Shelf, jobs: usize) -> Vec<Verified> {
    verify_each(files, shelf, jobs, &|| {})
}

/// The same; `done` is called after each case.
pub(crate) fn verify_each(files: &[CaseFile], shelf: &Shelf, jobs: usize, done: &(dyn Fn() + Sync)) -> Vec<Verified> {
    let answers = side_by_side(files, jobs, |it| {
        let verified = verify(it, shelf);
        done();
        verified
    });
    let panicked = |(file, answer): (&CaseFile, Result<Verified, String>)| {
        answer.unwrap_or_else(|why| {
            let message = format!("the case broke the interpreter, which is a fault of the interpreter: {why}");
            let fault = CaseError {
                file: file.name.clone(),
                at: None,
                obstacle: Obstacle::Text,
                message,
                excerpt: String::new(),
            };
            Verified { case: None, fault: Some(fault), hearings: Vec::new() }
        })
    };
    files.iter().zip(answers).map(panicked).collect()
}

fn hear(case: Case, file: &CaseFile, shelf: &Shelf, instead: Option<Expect>) -> Verified {
    let hear = |(name, expect): (&Text, Expect)| {
        let expect = instead.clone().unwrap_or(expect);
        let wrong = |it: String| CaseError::of_variant(&case, name, &it);
        let variant = shelf.load(&name.value, file.path.as_deref()).map_err(wrong);
        let result = variant.and_then(|it| run_under(&case, &name.value, &it, &expect));
        Hearing { variant: name.clone(), result }
    };
    let hearings = case.hearings().into_iter().map(hear).collect();
    Verified { case: Some(case), fault: None, hearings }
}
