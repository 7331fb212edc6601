//! Variants: [`Variant`], a rulebook compiled for play.
//!
//! Input: a [`Rulebook`]. Output: the tables of the engine, and the starting position. The type hides
//! the const generics of the engine. Does not know files or text.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::any::{AnyEngine, make_state, with_engine};
use super::{Position, UnsettledPosition};
use crate::board::{Board, Square};
use crate::rulebook::{KindId, NamedWeights, Rulebook};

/// A rulebook compiled for play. Cloning is cheap.
///
/// Two variants are equal if their [hashes](Variant::hash) are: if all settings that affect play or notation agree. The
/// title, labels, sources and colors do not count, and neither does the place from which a rulebook was loaded.
///
/// ```
/// use std::collections::HashSet;
/// use threefold::Variant;
///
/// let chess: Variant = threefold::load("chess")?.variant;
/// let same = threefold::load_text("my-chess", "name = \"My chess\"\nextends = [\"chess\"]\n")?.variant;
/// let ring = threefold::load("3-man-chess")?.variant;
/// assert_eq!(chess, same);
/// assert_ne!(chess, ring);
/// assert_eq!(HashSet::from([chess, same, ring]).len(), 2);
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone)]
pub struct Variant {
    inner: Arc<Inner>,
}

/// Shows the name and the hash. The tables of the engine would fill the terminal.
impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Inner { rulebook, slug, hash, .. } = &*self.inner;
        f.debug_struct("Variant")
            .field("name", &rulebook.name)
            .field("slug", slug)
            .field("hash", hash)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner) || self.hash() == other.hash()
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.inner.hash.hash(hasher);
    }
}

struct Inner {
    rulebook: Arc<Rulebook>,
    slug: String,
    hash: String,
    engine: AnyEngine,
    steps: u64,
    weights: WeightLookup,
}

/// Finds the shipped weights of a variant: its own or those of its nearest parent.
#[doc(hidden)]
pub type WeightLookup = fn(&Variant) -> Option<NamedWeights>;

/// Why a rulebook cannot be compiled for play.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum VariantError {
    /// More combinations of kind, tags, "has moved" and facing than any engine supports.
    #[error("this variant has more than 64 types of pieces: combinations of kind, tags, moved or not, and facing")]
    TooManyTypes,
    /// The tables take more than [`MAX_STEPS`](crate::rulebook::MAX_STEPS) steps; this kind takes
    /// most of them.
    #[error("the movements of this variant take too many steps to compile")]
    TooManySteps(KindId),
}

impl Variant {
    /// Compiles a rulebook for play: walks the graph once and builds the tables.
    ///
    /// # Errors
    /// Returns an error if kinds, tags and facings make more than
    /// [`MAX_TYPES`](super::MAX_TYPES) types of pieces, or if the tables take more steps than a
    /// [`Budget`](crate::rulebook::Budget) allows.
    ///
    /// # Safety
    /// `compile` made the rulebook. At most, rules were removed from it: every index that it stores
    /// is still in range.
    #[doc(hidden)]
    pub unsafe fn new(
        rulebook: Rulebook,
        slug: String,
        hash: String,
        weights: WeightLookup,
    ) -> Result<Self, VariantError> {
        let rulebook = Arc::new(rulebook);
        let (engine, steps) = AnyEngine::new(rulebook.clone())?;
        Ok(Self { inner: Arc::new(Inner { rulebook, slug, hash, engine, steps, weights }) })
    }
    /// Compiles an altered copy of the rulebook, which has another hash.
    ///
    /// # Errors
    /// Returns the errors of [`Variant::new`].
    ///
    /// # Safety
    /// As for [`Variant::new`].
    #[doc(hidden)]
    pub unsafe fn altered(&self, rulebook: Rulebook, hash: String) -> Result<Self, VariantError> {
        // SAFETY: the caller upholds the contract.
        unsafe { Self::new(rulebook, self.slug().to_owned(), hash, self.inner.weights) }
    }
    /// Returns the compiled rulebook.
    pub fn rulebook(&self) -> &Rulebook {
        &self.inner.rulebook
    }
    /// Returns the board, with its petgraph graph.
    pub fn board(&self) -> &Board {
        &self.inner.rulebook.board
    }
    /// Returns the name in the catalog, or the stem of the file name.
    pub fn slug(&self) -> &str {
        &self.inner.slug
    }
    /// Returns the SHA-256 hash, in hexadecimal, of every setting that affects play or notation.
    pub fn hash(&self) -> &str {
        &self.inner.hash
    }
    /// Returns the number of steps that compiling the tables took: at most
    /// [`MAX_STEPS`](crate::rulebook::MAX_STEPS).
    pub fn steps(&self) -> u64 {
        self.inner.steps
    }
    /// Returns the numbers of the weights that are shipped for the variant or its nearest parent.
    pub(crate) fn shipped_weights(&self) -> Option<NamedWeights> {
        (self.inner.weights)(self)
    }
    pub(crate) fn engine(&self) -> &AnyEngine {
        &self.inner.engine
    }
    /// Returns the square of a name; `None` if the board has none of that name.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.board().square(name)
    }
    /// Returns the starting position, with the first player to move.
    ///
    /// Returns `None` if the variant has no starting position on purpose, or if [`Position::new`]
    /// rejects it.
    pub fn start(&self) -> Option<Position> {
        self.unsettled_start().map(UnsettledPosition::settle)
    }
    /// Returns the starting position as the rulebook gives it.
    #[doc(hidden)]
    pub fn unsettled_start(&self) -> Option<UnsettledPosition> {
        let wide = self.inner.engine.setup_reader().start();
        let state = make_state!(&self.inner.engine, |_e| wide.map(|it| it.resized()))?;
        Some(UnsettledPosition::of(self.clone(), state))
    }
    /// Returns the approximate size of the tables in bytes.
    pub fn table_bytes(&self) -> usize {
        with_engine!(&self.inner.engine, |e| e.tables.bytes())
    }
}
