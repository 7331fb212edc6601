//! Techniques of the search that can be left out, to measure what each one contributes.
//!
//! Contains [`Technique`], and [`Techniques`], the set in use. A match between a bot and the same bot
//! without a technique shows what the technique is worth: `brs:2000` against
//! `brs:2000,without=killers`.
//!
//! Input: a name. Output: a set that a running search reads. Does not know how a technique works.

/// A technique of the search.
///
/// [`search`](crate::search) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// Quiet checks on the first ply of quiescence, with two players left.
    Checks,
    /// Aspiration windows of alpha-beta.
    Aspiration,
    /// Killer moves, two for each ply.
    Killers,
    /// The history heuristic.
    History,
    /// Countermoves of the move before.
    Countermoves,
    /// Static exchange evaluation.
    Exchange,
    /// Shallow pruning of max^n.
    Pruning,
    /// Progressive history of Monte Carlo tree search.
    Progressive,
    /// The solver of Monte Carlo tree search.
    Solver,
    /// A bot's memory of its earlier searches in the same game.
    Memory,
}

impl Technique {
    /// All techniques, in a fixed order.
    pub const ALL: [Self; 10] = [
        Self::Checks,
        Self::Aspiration,
        Self::Killers,
        Self::History,
        Self::Countermoves,
        Self::Exchange,
        Self::Pruning,
        Self::Progressive,
        Self::Solver,
        Self::Memory,
    ];

    /// Returns the short name, such as `killers`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Aspiration => "aspiration",
            Self::Killers => "killers",
            Self::History => "history",
            Self::Countermoves => "countermoves",
            Self::Exchange => "exchange",
            Self::Pruning => "pruning",
            Self::Progressive => "progressive",
            Self::Solver => "solver",
            Self::Memory => "memory",
        }
    }

    /// Returns the technique of a short name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// The techniques that a search uses, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u16);

impl Techniques {
    /// Returns all techniques except those in `without`.
    pub fn without(without: &[Technique]) -> Self {
        Self(without.iter().fold(u16::MAX, |set, it| set & !(1 << *it as u16)))
    }

    /// Reports whether a technique is in use.
    #[inline(always)]
    pub fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u16 & 1 != 0
    }
}
