//! The lineage of a file: how it and its parents are merged, and the result without one of its lines.
//!
//! Input: the layers of the parents, and the file's own headers and `without`. Output: the merged
//! [`Layer`], complete or with only some of the file's changes ([`Cause`]). Does not know keys or
//! rules, and reports no errors.

use std::sync::Arc;

use super::super::value;
use super::{Above, Header, Layer, Merged, source_id};
use crate::diagnostic::{Span, Spanned, nearest};
use crate::sorting::CompactSort;
use foldhash::{HashMap, HashSet};

/// The parts from which a file with parents is merged.
#[derive(Clone, Debug, Default)]
pub struct Lineage {
    /// The parents in order, each with the span of its name in `extends`.
    pub(super) parents: Vec<(Span, Arc<Merged>)>,
    /// The contents of the file itself.
    pub(super) own: Layer,
    /// The inherited headers that the file leaves out.
    pub(super) without: Vec<Spanned<value::Header>>,
    pub(super) above: Above,
    /// The number of the file in the sources.
    pub(super) file: u16,
}

/// One change that a file makes to its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// An entry of `without`, by index.
    Without(usize),
    /// A header of the file, by index.
    Header(usize),
}

impl Lineage {
    /// Returns every change that the file makes to its parents, in file order.
    pub fn causes(&self) -> Vec<Cause> {
        let without = (0..self.without.len()).map(Cause::Without);
        without.chain((0..self.own.headers.len()).map(Cause::Header)).collect()
    }

    /// Returns the span of a change in the file.
    pub fn span(&self, cause: Cause) -> Span {
        match cause {
            Cause::Without(at) => self.without[at].span,
            Cause::Header(at) => self.own.headers[at].entries.span,
        }
    }

    /// Returns the name of the header that a change replaces, adds or drops.
    pub fn header(&self, cause: Cause) -> String {
        match cause {
            Cause::Without(at) => self.without[at].value.to_string(),
            Cause::Header(at) => self.own.headers[at].name(),
        }
    }

    /// Returns the merged layer with only those of the file's changes that `counts` accepts.
    pub fn with(&self, counts: impl Fn(Cause) -> bool) -> Layer {
        self.complete(self.inherited(), counts)
    }

    /// Returns the merged layer with one more inherited header left out.
    pub fn dropping(&self, header: &str) -> Layer {
        let mut more = self.clone();
        more.without.push(Spanned::new(value::Header(header.to_owned()), Span::default()));
        more.with(|_| true)
    }

    /// Returns the names in the file's `without`.
    pub fn dropped(&self) -> Vec<&str> {
        self.without.iter().map(|it| &*it.value.0).collect()
    }

    /// Returns the layer of each parent, with the span of its name in `extends`.
    pub fn parents(&self) -> impl Iterator<Item = (Span, &Layer)> {
        self.parents.iter().map(|it| (it.0, &it.1.layer))
    }

    /// Returns the inherited header that contains a span, and the span in `extends` through which it was inherited.
    pub fn inherited_at(&self, span: Span) -> Option<(Span, Option<&Header>)> {
        let holds = |it: &&Header| {
            let own = it.entries.span;
            // A header that extends another one has values of other files, too.
            let values = it.entries.entries.iter().map(|it| it.1.span).filter(|it| it.file == own.file);
            let last = values.map(|it| it.end).max().unwrap_or(own.end);
            own.file == span.file && own.start <= span.start && span.end <= last.max(own.end)
        };
        let found = self.parents().find_map(|(named, layer)| Some((named, Some(layer.headers.iter().find(holds)?))));
        let is_above = |it: &&(Span, Arc<Merged>)| {
            it.1.file == span.file || self.above.get(&it.1.file).is_some_and(|above| above.contains(&span.file))
        };
        found.or_else(|| self.parents.iter().find(is_above).map(|it| (it.0, None)))
    }

    /// Returns the headers of the file beside those that they replace.
    pub(crate) fn replacements(&self) -> Replacements<'_> {
        let mut end = 0;
        let ends = self.own.headers.iter().map(|it| {
            end = end.max(it.entries.span.end);
            end
        });
        let left_out = LeftOut::new(self.without.iter().map(|it| &*it.value.0));
        let mut inherited = HashMap::default();
        for it in self.parents().flat_map(|it| &it.1.headers).filter(|it| !left_out.contains(it)) {
            inherited.entry(it.name()).or_insert(it);
        }
        let mut named = HashMap::default();
        for it in self.own.headers.iter().filter(|it| it.path.len() == 2) {
            named.entry(it.entries.span).or_insert(it);
        }
        Replacements { own: &self.own.headers, ends: ends.collect(), named, inherited, file: self.file }
    }

    /// Returns the merged contents of all parents.
    pub(in crate::definition) fn inherited(&self) -> Layer {
        let mut layer = Layer::default();
        for (_, parent) in &self.parents {
            overlay(&mut layer, parent.layer.clone(), &self.above);
        }
        layer
    }

    /// Applies those of the file's changes that `counts` accepts to the merged parents.
    pub(super) fn complete(&self, mut layer: Layer, counts: impl Fn(Cause) -> bool) -> Layer {
        let without: Vec<_> = self.without.iter().enumerate().filter(|it| counts(Cause::Without(it.0))).collect();
        let left_out = LeftOut::new(without.into_iter().map(|it| &*it.1.value.0));
        layer.dropped.extend(layer.headers.iter().filter(|it| left_out.contains(it)).map(Header::origin));
        layer.headers.retain(|it| !left_out.contains(it));
        let mut own = self.own.clone();
        let mut at = 0..;
        own.headers.retain(|_| at.next().is_some_and(|it| counts(Cause::Header(it))));
        overlay(&mut layer, own, &self.above);
        forget_dropped(&mut layer, self.file);
        layer
    }
}

/// The headers of a file beside those of its parents, for many questions about them.
#[derive(Clone, Debug)]
pub(crate) struct Replacements<'a> {
    /// The headers of the file in order of place.
    own: &'a [Header],
    /// For each of them, where it or one before it ends last.
    ends: Vec<u32>,
    /// Those with two parts, by place.
    named: HashMap<Span, &'a Header>,
    /// The inherited headers that the file does not leave out, by name.
    inherited: HashMap<String, &'a Header>,
    file: u16,
}

impl<'a> Replacements<'a> {
    /// Returns the header of the file at a span, if it replaces an inherited one with all of its keys.
    pub fn replacing_at(&self, span: Span) -> Option<&'a Header> {
        self.own_at(span).filter(|it| !it.extends_inherited() && self.inherited.contains_key(&it.name()))
    }

    /// Returns the header of the file at a span, and the inherited one with the most similar name, if the file may have
    /// misspelled it: `[piece.knight]` for `[piece.knigt]`.
    pub fn misspelled_at(&self, span: Span) -> Option<(&'a Header, &'a Header)> {
        let own = self.own_at(span).filter(|it| it.path.len() == 2 && !self.inherited.contains_key(&it.name()))?;
        let is_new = own.entries.entries.iter().any(|it| it.0.value == "extends");
        let alike = self.inherited.values().filter(|it| it.path.len() == 2 && it.path[0].value == own.path[0].value);
        let mut names: Vec<&str> = alike.filter(|_| !is_new).map(|it| it.path[1].value.as_str()).collect();
        names.compact_sort_by(Ord::cmp);
        let meant = nearest(&own.path[1].value, names)?;
        Some((own, *self.inherited.get(&format!("{}.{meant}", own.path[0].value))?))
    }

    /// Returns the header of the file at a span.
    fn own_at(&self, span: Span) -> Option<&'a Header> {
        // The first header that ends at or after the span; the ends never decrease.
        let at = self.ends.partition_point(|it| *it < span.end);
        self.own.get(at).filter(|it| span.file == self.file && it.entries.span.start <= span.start)
    }

    /// Returns the inherited header of the same name.
    pub fn inherited(&self, header: &Header) -> Option<&'a Header> {
        self.inherited.get(&header.name()).copied()
    }

    /// Returns the header of the file at a span and an inherited one without its last part: `[promotion]` for
    /// `[promotion.pawn]`.
    pub fn unnamed_above(&self, span: Span) -> Option<(&'a Header, &'a Header)> {
        let own = *self.named.get(&span)?;
        Some((own, *self.inherited.get(&own.path[0].value)?))
    }
}

/// The names in `without`, for many headers.
struct LeftOut<'a>(HashSet<&'a str>);

impl<'a> LeftOut<'a> {
    fn new(names: impl Iterator<Item = &'a str>) -> Self {
        Self(names.collect())
    }

    /// Reports whether one of the names is that of a header or a prefix of it.
    fn contains(&self, header: &Header) -> bool {
        let name = header.name();
        let mut prefixes = name.match_indices('.').map(|it| &name[..it.0]);
        self.0.contains(name.as_str()) || prefixes.any(|it| self.0.contains(it))
    }
}

/// Removes outcomes and claims that the file or one of its parents left out from the inherited `[settle]` and `[score]`.
/// The file's own headers are left alone: a name without a header is an error there.
fn forget_dropped(layer: &mut Layer, file: u16) {
    let headers: HashSet<String> = layer.headers.iter().map(Header::name).collect();
    let dropped: HashSet<&str> = layer.dropped.iter().map(|it| it.0.as_str()).collect();
    if dropped.is_empty() {
        return;
    }
    let is_forgotten = |name: &str| {
        let of = ["outcome", "claim"].map(|family| format!("{family}.{name}"));
        of.iter().any(|it| dropped.contains(it.as_str())) && !of.iter().any(|it| headers.contains(it))
    };
    for header in layer.headers.iter_mut().filter(|it| it.entries.span.file != file) {
        match header.doc.pattern {
            "score" => header.entries.entries.retain(|it| !is_forgotten(&it.0.value)),
            "settle" => {
                for (_, value) in &mut header.entries.entries {
                    if let value::Value::List(names) = &mut value.value {
                        names.retain(|it| !matches!(&it.value, value::Value::Text(name) if is_forgotten(name)));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns a header with the keys of the inherited one that it does not write, if it extends that one.
fn completed(mut header: Header, inherited: &Header) -> Header {
    if header.extends_inherited() {
        header.forget_extends();
        let own = &mut header.entries.entries;
        let keys: HashSet<&str> = own.iter().map(|it| it.0.value.as_str()).collect();
        let is_new = |it: &&(Spanned<String>, _)| !keys.contains(it.0.value.as_str());
        let mut all: Vec<_> = inherited.entries.entries.iter().filter(is_new).cloned().collect();
        all.append(own);
        header.entries.entries = all;
    }
    header
}

/// Merges a later layer over an earlier one, header by header. If both come from one parent, a header that either
/// of them changed or left out stays changed or left out.
fn overlay(under: &mut Layer, over: Layer, above: &Above) {
    let is_changed = |old: Span, new: Span| above.get(&old.file).is_some_and(|it| it.contains(&new.file));
    under.top = over.top;
    under.is_broken |= over.is_broken;
    under.offers.extend(over.offers);
    let id = |it: &_| source_id(it).map(|it| it.value);
    let mut ids: HashMap<String, usize> = HashMap::default();
    for (at, it) in under.sources.iter().enumerate().filter_map(|(at, it)| Some((at, id(it)?))) {
        ids.entry(it).or_insert(at);
    }
    for source in over.sources {
        let id = id(&source);
        match id.as_ref().and_then(|it| ids.get(it)) {
            Some(at) if is_changed(under.sources[*at].span, source.span) => {}
            Some(at) => under.sources[*at] = source,
            None => {
                ids.extend(id.map(|it| (it, under.sources.len())));
                under.sources.push(source);
            }
        }
    }
    let dropped: HashSet<&(String, u16)> = over.dropped.iter().collect();
    under.headers.retain(|it| !dropped.contains(&it.origin()));
    let was_dropped: HashSet<(String, u16)> = under.dropped.iter().cloned().collect();
    let mut places: HashMap<String, usize> = under.headers.iter().enumerate().map(|(at, it)| (it.name(), at)).collect();
    for header in over.headers {
        match places.get(&header.name()) {
            Some(at) if is_changed(under.headers[*at].entries.span, header.entries.span) => {}
            Some(at) => under.headers[*at] = completed(header, &under.headers[*at]),
            None if was_dropped.contains(&header.origin()) => {}
            None => {
                places.insert(header.name(), under.headers.len());
                under.headers.push(header);
            }
        }
    }
    under.dropped.extend(over.dropped);
}
