//! Legal moves that were generated a moment ago, so that successive calls generate once.
//!
//! Contains [`Listings`], two lists of moves for each thread. One belongs to the position whose
//! moves were requested last: a move of this list is legal. The other belongs to the position that
//! was settled last: settling needs its moves, and usually they are requested next.
//!
//! ```text
//!   legal_moves(a)   requested: a
//!   play(mv)         requested: a      settled: b     `mv` is in the list: nothing is generated
//!   legal_moves(b)   requested: b      settled: a     nothing is generated
//! ```
//! A list knows its state by a weak reference. It keeps the memory of the state from being used
//! again and its contents from being changed, so an equal address means the same state.
//!
//! Input: states and their moves. Output: sorted moves. Does not know how moves are generated.

use std::any::Any;
use std::cell::RefCell;
use std::sync::{Arc, Weak};

use crate::rules::any::AnyState;
use crate::rules::engine_move::EngineMove;
use crate::rules::movegen::sink::Listed;
use crate::rules::moves::pack;
use crate::rules::square_set::WIDE;

thread_local! {
    static LISTINGS: RefCell<Listings> = RefCell::default();
}

/// The moves of one state.
#[derive(Debug, Default)]
pub struct Listing {
    state: Option<Weak<dyn Any + Send + Sync>>,
    /// The legal moves in the order of the generator.
    pub listed: Vec<Listed>,
    /// The same moves as sorted numbers; empty until they are needed.
    packed: Vec<u64>,
}

/// The lists of a thread.
#[derive(Debug, Default)]
pub struct Listings {
    /// The moves that were requested last.
    requested: Listing,
    /// The moves that were found when a position was settled.
    pub settled: Listing,
    sorter: Sorter,
}

impl AnyState {
    fn address(&self) -> *const () {
        match self {
            AnyState::Small(it) => Arc::as_ptr(it).cast(),
            AnyState::Medium(it) => Arc::as_ptr(it).cast(),
            AnyState::Large(it) => Arc::as_ptr(it).cast(),
            AnyState::Crowd(it) => Arc::as_ptr(it).cast(),
            AnyState::Wide(it) => Arc::as_ptr(it).cast(),
            AnyState::Widest(it) => Arc::as_ptr(it).cast(),
        }
    }
    fn downgrade(&self) -> Weak<dyn Any + Send + Sync> {
        match self {
            AnyState::Small(it) => Arc::downgrade(it) as _,
            AnyState::Medium(it) => Arc::downgrade(it) as _,
            AnyState::Large(it) => Arc::downgrade(it) as _,
            AnyState::Crowd(it) => Arc::downgrade(it) as _,
            AnyState::Wide(it) => Arc::downgrade(it) as _,
            AnyState::Widest(it) => Arc::downgrade(it) as _,
        }
    }
}

impl Listing {
    /// Empties the list.
    pub fn clear(&mut self) {
        self.state = None;
        self.listed.clear();
        self.packed.clear();
    }
    /// Declares that the list has the moves of a state.
    pub fn set_state(&mut self, state: &AnyState) {
        self.state = Some(state.downgrade());
    }
    fn is_of(&self, state: &AnyState) -> bool {
        self.state.as_ref().is_some_and(|it| std::ptr::addr_eq(it.as_ptr(), state.address()))
    }
}

impl Listings {
    /// Calls a function with the lists of this thread. The function must not list moves itself.
    pub fn with<R>(call: impl FnOnce(&mut Listings) -> R) -> R {
        LISTINGS.with_borrow_mut(call)
    }

    /// Returns the legal moves of a state as sorted numbers. `list` generates them if they are not
    /// known.
    pub fn sorted(&mut self, state: &AnyState, list: impl FnOnce(&mut Vec<Listed>)) -> &[u64] {
        if !self.requested.is_of(state) {
            if self.settled.is_of(state) {
                std::mem::swap(&mut self.requested, &mut self.settled);
            } else {
                self.requested.clear();
                list(&mut self.requested.listed);
                self.requested.set_state(state);
            }
            self.sorter.sort(&self.requested.listed, &mut self.requested.packed);
        }
        &self.requested.packed
    }

    /// Reports whether a move is legal in a state; `None` if the moves of the state are not known.
    pub fn is_legal(&self, state: &AnyState, mv: EngineMove) -> Option<bool> {
        let is_known = self.requested.is_of(state);
        is_known.then(|| self.requested.packed.binary_search(&pack(mv)).is_ok())
    }
}

/// A counting sort by origin, followed by an insertion sort. The generator lists the moves of a
/// piece in ascending order, with few exceptions.
#[derive(Debug)]
struct Sorter {
    /// By origin: the number of its moves, then the place of the next one. Zero between sorts.
    places: Box<[u32; 64 * WIDE]>,
}

impl Default for Sorter {
    fn default() -> Self {
        Self { places: Box::new([0; 64 * WIDE]) }
    }
}

impl Sorter {
    fn sort(&mut self, listed: &[Listed], packed: &mut Vec<u64>) {
        let mut origins = [0u64; WIDE];
        for it in listed {
            let from = usize::from(it.mv.from);
            self.places[from] += 1;
            origins[from / 64] |= 1 << (from % 64);
        }
        let squares = |origins: [u64; WIDE]| {
            origins.into_iter().enumerate().flat_map(|(index, mut word)| {
                std::iter::from_fn(move || crate::rules::square_set::next_of(&mut word)).map(move |it| index * 64 + it)
            })
        };
        let mut next = 0;
        for from in squares(origins) {
            next += std::mem::replace(&mut self.places[from], next);
        }
        packed.clear();
        packed.resize(listed.len(), 0);
        for it in listed {
            let place = &mut self.places[usize::from(it.mv.from)];
            packed[*place as usize] = pack(it.mv);
            *place += 1;
        }
        for from in squares(origins) {
            self.places[from] = 0;
        }
        for at in 1..packed.len() {
            let number = packed[at];
            let mut place = at;
            while place > 0 && packed[place - 1] > number {
                packed[place] = packed[place - 1];
                place -= 1;
            }
            packed[place] = number;
        }
    }
}
