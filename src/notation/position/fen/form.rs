//! What all positions of one rulebook share in X-FEN.
//!
//! Contains [`FenForm`]. Input: a variant. Output: why its positions cannot be written, the squares of each rank, and the
//! letters of its pieces. The form of the last variant is kept, because it takes longer than a position, and a program
//! prints many positions of one game. Does not know positions.

use std::cell::RefCell;
use std::rc::Rc;

use super::super::pieces::layout;
use super::{FenObstacle, is_promoted_form, obstacle, usual_letters};
use crate::board::Square;
use crate::rulebook::KindId;
use crate::rules::Variant;

/// The form of all positions of a variant.
pub(super) struct FenForm {
    variant: Variant,
    /// The reason why no position of the rulebook can be written.
    pub obstacle: Option<FenObstacle>,
    /// The squares of each rank, the highest rank first; empty if there is an obstacle.
    pub ranks: Vec<Vec<Square>>,
    /// The usual letter of each kind; empty if all have their own.
    pub letters: Vec<String>,
    /// Whether programs know each kind as the promoted form of another one, by a `+`.
    pub promoted: Vec<bool>,
}

thread_local! {
    static LAST: RefCell<Option<Rc<FenForm>>> = const { RefCell::new(None) };
}

impl FenForm {
    /// Returns the form of a variant.
    pub fn of(variant: &Variant) -> Rc<Self> {
        // A variant that is kept cannot leave its address to another one.
        let is_same = |it: &Rc<Self>| std::ptr::eq(it.variant.rulebook(), variant.rulebook());
        LAST.with_borrow_mut(|last| match last {
            Some(it) if is_same(it) => it.clone(),
            _ => last.insert(Rc::new(Self::new(variant))).clone(),
        })
    }

    fn new(variant: &Variant) -> Self {
        let book = variant.rulebook();
        let obstacle = obstacle(book);
        let ranks = if obstacle.is_some() { Vec::new() } else { layout(book).swap_remove(0) };
        let letters = usual_letters(book).into_iter().map(str::to_owned).collect();
        let promoted = (0..book.kinds.len()).map(|it| is_promoted_form(book, KindId(it as u8))).collect();
        Self { variant: variant.clone(), obstacle, ranks, letters, promoted }
    }
}
