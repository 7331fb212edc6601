//! The headers of the language: which dotted names may stand between brackets, what
//! each holds, and an example of each.
//!
//! In: the parts of a dotted name. Out: the [`HeaderDoc`] that it belongs to, or the
//! headers that could have been meant. A part of a pattern in capitals (`NAME`, `SEAT`)
//! stands for a name that the author chooses. Reader, reference page and schema all
//! ask this list and no other; knows no values.

mod list;

pub use list::HEADERS;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::value::TableDoc;
use crate::diagnostic::nearest;

/// What stands under a header.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// The keys of a table, by the function that describes it.
    Keys(fn() -> TableDoc),
    /// Keys that the author chooses.
    Free(FreeKeys),
}

/// What keys that the author chooses may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeKeys {
    /// A kind of man = a list of squares.
    Men,
    /// An outcome or a claim = points by role.
    Points,
    /// A square = its place in the drawing.
    Places,
}

/// One header of the language.
#[derive(Clone, Copy, Debug)]
pub struct HeaderDoc {
    /// As between brackets, names in capitals: `barrier.NAME.opens.WHY`; empty for the top of a file.
    pub pattern: &'static str,
    /// What it holds.
    pub holds: Holds,
    /// What it is for, where no table says so.
    pub doc: &'static str,
    /// A few lines of TOML that use it.
    pub example: &'static str,
}

impl HeaderDoc {
    /// As a person writes it: `[barrier.NAME]`, `[[source]]`.
    pub fn title(&self) -> String {
        match self.pattern {
            "" => "the top of the file".to_owned(),
            "source" => "[[source]]".to_owned(),
            pattern => format!("[{pattern}]"),
        }
    }

    /// The parts of the pattern.
    pub fn parts(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.pattern.split('.').filter(|it| !it.is_empty())
    }

    /// Whether the header may stand more than once with different names.
    pub fn is_named(&self) -> bool {
        self.parts().any(is_placeholder)
    }

    /// The keys, where the language fixes them.
    pub fn table(&self) -> Option<TableDoc> {
        match self.holds {
            Holds::Keys(doc) => Some(doc()),
            Holds::Free(_) => None,
        }
    }

    /// Its keys; none where the author chooses them.
    pub fn keys(&self) -> Vec<String> {
        self.table().map(|it| it.keys.into_iter().map(|it| it.key).collect()).unwrap_or_default()
    }
}

/// Whether a part of a pattern stands for a name.
pub fn is_placeholder(part: &str) -> bool {
    part.starts_with(|it: char| it.is_ascii_uppercase())
}

/// A place in the tree of headers: all headers that begin with the parts seen so far.
#[derive(Clone, Debug)]
pub struct Node {
    depth: usize,
    headers: Vec<&'static HeaderDoc>,
}

impl Node {
    /// The top of a file.
    pub fn root() -> Self {
        Self { depth: 0, headers: HEADERS.iter().collect() }
    }

    /// The header that ends here; `None` where more parts must follow (`[seat]`).
    pub fn header(&self) -> Option<&'static HeaderDoc> {
        self.headers.iter().copied().find(|it| it.parts().count() == self.depth)
    }

    /// One part further; a word of the language goes before a name.
    pub fn child(&self, part: &str) -> Option<Node> {
        let further = |word: &str| -> Vec<_> {
            self.headers.iter().copied().filter(|it| it.parts().nth(self.depth) == Some(word)).collect()
        };
        let mut headers = further(part);
        if is_placeholder(part) || headers.is_empty() {
            headers = self.parts().into_iter().filter(|it| is_placeholder(it)).flat_map(further).collect();
        }
        (!headers.is_empty()).then_some(Node { depth: self.depth + 1, headers })
    }

    /// Whether the part that leads to a child is a name that the author chooses.
    pub fn names_child(&self, part: &str) -> bool {
        is_placeholder(part) || !self.headers.iter().any(|it| it.parts().nth(self.depth) == Some(part))
    }

    /// The next parts, words of the language and placeholders, each once.
    pub fn parts(&self) -> Vec<&'static str> {
        let mut parts = Vec::new();
        for part in self.headers.iter().filter_map(|it| it.parts().nth(self.depth)) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    }

    /// The headers that lie here and below.
    pub fn headers(&self) -> &[&'static HeaderDoc] {
        &self.headers
    }

    /// The next word that was meant by a misspelt one.
    pub fn nearest(&self, part: &str) -> Option<&'static str> {
        nearest(part, self.parts().into_iter().filter(|it| !is_placeholder(it)))
    }
}

/// The headers that have a key of this name; the top of the file first.
pub fn owners_of(key: &str) -> Vec<&'static HeaderDoc> {
    static OWNERS: LazyLock<BTreeMap<String, Vec<&'static HeaderDoc>>> = LazyLock::new(|| {
        let mut owners: BTreeMap<String, Vec<&'static HeaderDoc>> = BTreeMap::new();
        for header in HEADERS {
            header.keys().into_iter().for_each(|key| owners.entry(key).or_default().push(header));
        }
        owners
    });
    OWNERS.get(key).cloned().unwrap_or_default()
}
