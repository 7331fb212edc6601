//! A cache of evaluators, because building one takes longer than a short search.
//!
//! Input: a variant. Output: its [`Evaluator`], created at its first use. The cache is bounded and
//! drops the least recently used evaluator. Does not know positions.

use std::sync::{Mutex, PoisonError};

use crate::rules::Variant;
use crate::search::Evaluator;

/// Maximum number of cached evaluators.
const MAX_EVALUATORS: usize = 16;

/// The cached evaluators.
#[derive(Debug, Default)]
pub struct Evaluators {
    /// Ordered by last use, the most recent last.
    cached: Mutex<Vec<Evaluator>>,
}

impl Evaluators {
    /// Returns the evaluator of a variant.
    pub fn of(&self, variant: &Variant) -> Evaluator {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let known = cached.iter().position(|it| it.fits(variant)).map(|at| cached.remove(at));
        drop(cached);
        let found = known.unwrap_or_else(|| Evaluator::new(variant));
        cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.len() >= MAX_EVALUATORS {
            cached.remove(0);
        }
        cached.push(found.clone());
        found
    }
}
