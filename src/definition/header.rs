//! The tree of headers: which dotted names the language has, what each contains, and an example.
//!
//! Input: the parts of a dotted name. Output: the matching [`HeaderDoc`], or the headers that may have
//! been meant. A part in capitals (`NAME`, `SEAT`) is a placeholder for a name that the author chooses.
//! The reader, the reference page and the schema all use this list. Does not know values.

mod list;

pub use list::HEADERS;

use std::sync::LazyLock;

use foldhash::HashMap;

use super::table::HeaderTable;
use super::value::{KeyDoc, TableDoc};
use crate::diagnostic::nearest;

/// The contents of a header.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// The keys of a table, given by the function that describes it.
    Keys(fn() -> &'static TableDoc),
    /// Keys that the author chooses.
    Free(FreeKeys),
}

/// The meaning of keys that the author chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeKeys {
    /// A kind of piece = a list of squares.
    Pieces,
    /// An outcome or a claim = points by role.
    Points,
    /// A square = its position in the drawing.
    Places,
}

/// One header of the language.
#[derive(Clone, Copy, Debug)]
pub struct HeaderDoc {
    /// The dotted name, with placeholders in capitals: `barrier.NAME.opens.WHY`. Empty for the top of a file.
    pub pattern: &'static str,
    /// The contents of the header.
    pub holds: Holds,
    /// A description. Empty if the contents are a table, which has its own.
    pub doc: &'static str,
    /// A few lines of TOML that use the header.
    pub example: &'static str,
}

impl HeaderDoc {
    /// Returns the header as it is written in a file: `[barrier.NAME]`, `[[source]]`.
    pub fn title(&self) -> String {
        match self.pattern {
            "" => "the top of the file".to_owned(),
            "source" => "[[source]]".to_owned(),
            pattern => format!("[{pattern}]"),
        }
    }

    /// Returns the parts of the pattern.
    pub fn parts(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.pattern.split('.').filter(|it| !it.is_empty())
    }

    /// Reports whether the header can occur several times with different names.
    pub fn is_named(&self) -> bool {
        self.parts().any(is_placeholder)
    }

    /// Returns the table of keys, or `None` if the author chooses the keys.
    pub fn table(&self) -> Option<&'static TableDoc> {
        match self.holds {
            Holds::Keys(doc) => Some(doc()),
            Holds::Free(_) => None,
        }
    }

    /// Returns the descriptions of the keys, or nothing if the author chooses them.
    pub fn key_docs(&self) -> &'static [KeyDoc] {
        self.table().map_or(&[], |it| &it.keys)
    }

    /// Returns the names of the keys, or nothing if the author chooses them.
    pub fn keys(&self) -> Vec<String> {
        self.key_docs().iter().map(|it| it.key.clone()).collect()
    }
}

/// Describes a header whose keys are those of a table.
const fn keys<T: HeaderTable>(pattern: &'static str, example: &'static str) -> HeaderDoc {
    HeaderDoc { pattern, holds: Holds::Keys(T::table_doc), doc: "", example }
}

/// Describes a header whose keys the author chooses.
const fn free(pattern: &'static str, kind: FreeKeys, doc: &'static str, example: &'static str) -> HeaderDoc {
    HeaderDoc { pattern, holds: Holds::Free(kind), doc, example }
}

/// Reports whether a part of a pattern is a placeholder.
pub fn is_placeholder(part: &str) -> bool {
    part.starts_with(|it: char| it.is_ascii_uppercase())
}

/// A node of the header tree: all headers that begin with the parts read so far.
#[derive(Clone, Debug)]
pub struct HeaderNode {
    header: Option<&'static HeaderDoc>,
    headers: Vec<&'static HeaderDoc>,
    /// The possible next parts. At most one of them is a placeholder.
    children: Vec<(&'static str, HeaderNode)>,
}

impl HeaderNode {
    /// Returns the root: the top of a file.
    pub fn root() -> &'static Self {
        static ROOT: LazyLock<HeaderNode> = LazyLock::new(|| HeaderNode::new(0, HEADERS.iter().collect()));
        &ROOT
    }

    /// Builds the node of the headers whose first `depth` parts were read.
    fn new(depth: usize, headers: Vec<&'static HeaderDoc>) -> Self {
        let mut parts: Vec<&'static str> = Vec::new();
        for part in headers.iter().filter_map(|it| it.parts().nth(depth)) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        let further = |part| headers.iter().copied().filter(move |it| it.parts().nth(depth) == Some(part)).collect();
        let children = parts.iter().map(|it| (*it, HeaderNode::new(depth + 1, further(*it)))).collect();
        Self { header: headers.iter().copied().find(|it| it.parts().count() == depth), headers, children }
    }

    /// Returns the header that ends at this node, or `None` if more parts must follow (`[seat]`).
    pub fn header(&self) -> Option<&'static HeaderDoc> {
        self.header
    }

    /// Returns the child for the next part. Words of the language take precedence over placeholders.
    pub fn child(&self, part: &str) -> Option<&HeaderNode> {
        let is_next = |it: &&(&str, HeaderNode)| match self.names_child(part) {
            true => is_placeholder(it.0),
            false => it.0 == part,
        };
        self.children.iter().find(is_next).map(|it| &it.1)
    }

    /// Reports whether the author chooses `part` as a name.
    pub fn names_child(&self, part: &str) -> bool {
        is_placeholder(part) || !self.children.iter().any(|it| it.0 == part)
    }

    /// Returns all possible next parts, each once.
    pub fn parts(&self) -> impl Iterator<Item = &'static str> {
        self.children.iter().map(|it| it.0)
    }

    /// Returns the headers at this node and below it.
    pub fn headers(&self) -> &[&'static HeaderDoc] {
        &self.headers
    }

    /// Returns the word of the language that is closest to a misspelled part.
    pub fn nearest(&self, part: &str) -> Option<&'static str> {
        nearest(part, self.parts().filter(|it| !is_placeholder(it)))
    }
}

/// Returns the valid name that is closest to a text.
pub fn named_well(word: &str) -> String {
    let fine: String = word.chars().map(|it| if it.is_alphanumeric() || it == '_' { it } else { '-' }).collect();
    let fine = fine.trim_matches('-');
    if fine.is_empty() { "first".to_owned() } else { fine.to_owned() }
}

/// Returns the headers that have a key of this name, the top of the file first.
pub fn owners_of(key: &str) -> Vec<&'static HeaderDoc> {
    static OWNERS: LazyLock<HashMap<String, Vec<&'static HeaderDoc>>> = LazyLock::new(|| {
        let mut owners: HashMap<String, Vec<&'static HeaderDoc>> = HashMap::default();
        for header in HEADERS {
            header.keys().into_iter().for_each(|key| owners.entry(key).or_default().push(header));
        }
        owners
    });
    OWNERS.get(key).cloned().unwrap_or_default()
}
