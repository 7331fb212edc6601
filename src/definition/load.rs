//! The loader: reads a rulebook file and its parents, and merges them into one list of headers.
//!
//! Input: the location or the text of a file, and a [`Loader`] that reads the others. Output: a
//! [`Resolved`] rulebook: every header with its own keys and their spans. A header owns only the keys
//! directly under it. A child's header replaces the header of that name in its parents, or
//! changes some of its keys if it extends it; longer headers are unaffected. Does not access the disk,
//! and knows no keys except `extends`, `without` and `part`.

mod lineage;
mod locate;
mod nature;
pub(crate) mod parse;
mod repair;
mod syntax;

pub(crate) use lineage::Replacements;
pub use lineage::{Cause, Lineage};
pub use locate::{Loader, LocateError, Location, locate};

use std::sync::Arc;

use super::header::HeaderDoc;
use super::table::{Entries, HeaderTable, take};
use super::{Top, value};
use crate::diagnostic::{Code, Diagnostics, MAX_FINDINGS, SourceFile, Sources, Span, Spanned, nearest};
use crate::policy::{Part, renamed};
use foldhash::{HashMap, HashSet};

/// Maximum length of a chain of files that extend one another.
pub const MAX_LEVELS: usize = 16;
/// Maximum number of files in one rulebook.
pub const MAX_FILES: usize = 256;
/// Maximum size of one file, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// A header with its own keys.
#[derive(Clone, Debug)]
pub struct Header {
    /// The description of the header in the language.
    pub doc: &'static HeaderDoc,
    /// The parts of its name as written.
    pub path: Vec<Spanned<String>>,
    /// Its keys. The span is that of the header line.
    pub entries: Entries,
}

impl Header {
    /// Returns the dotted name, without brackets.
    pub fn name(&self) -> String {
        self.path.iter().map(|it| it.value.as_str()).collect::<Vec<_>>().join(".")
    }

    /// Returns the name and the number of the file that contains the header.
    fn origin(&self) -> (String, u16) {
        (self.name(), self.entries.span.file)
    }

    /// Reports whether the header keeps the keys of the inherited header of the same name: its key `extends` repeats
    /// the last part of its own name.
    pub fn extends_inherited(&self) -> bool {
        let own = self.path.last().map(|it| it.value.as_str());
        let is_own = |it: &value::Value| matches!(it, value::Value::Text(name) if Some(name.as_str()) == own);
        self.entries.entries.iter().any(|it| it.0.value == "extends" && is_own(&it.1.value))
    }

    /// Removes the key `extends`.
    pub(super) fn forget_extends(&mut self) {
        self.entries.entries.retain(|it| it.0.value != "extends");
    }
}

/// The contents of one file, or of a file with its parents.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// The keys at the top.
    pub top: Entries,
    /// The `[[source]]` tables.
    pub sources: Vec<Entries>,
    /// The headers in file order.
    pub headers: Vec<Header>,
    /// Inherited headers that were left out, each with the number of its file.
    pub dropped: Vec<(String, u16)>,
    /// The numbers of the files that offer pieces: `part = "pieces"`.
    pub offers: HashSet<u16>,
    /// Whether part of a file could not be read. Missing headers and keys are then not reported.
    pub is_broken: bool,
    /// The parts from which the layer was merged. Only for the main file, and only if it has parents.
    pub lineage: Option<Arc<Lineage>>,
}

/// A rulebook with its parents merged in.
pub type Resolved = Layer;

/// Reads the main file and all its parents. Diagnostics go to `sink`.
pub fn load(
    start: Location,
    text: Option<Vec<u8>>,
    loader: &dyn Loader,
    sources: &mut Sources,
    sink: &mut Diagnostics,
) -> Option<Resolved> {
    let (done, above, left_out) = (HashMap::default(), HashMap::default(), HashSet::default());
    let mut run = Run { loader, sources, sink, done, chain: Vec::new(), above, left_out };
    let resolved = run.file(&start, text, None)?;
    drop(run);
    Some(Arc::unwrap_or_clone(resolved).layer)
}

/// Returns the keys at the top of a text, or `None` if they contain errors.
pub fn top(text: &str) -> Option<Top> {
    let mut quiet = Diagnostics::default();
    Top::read_table(&parse::parse(text, 0, &mut quiet).top, &mut quiet)
}

/// A file with its parents, and the depth of its ancestry.
#[derive(Clone, Debug)]
struct Merged {
    layer: Layer,
    /// The number of the file in [`Sources`].
    file: u16,
    /// The longest chain of names from this file to one without parents.
    chain: Vec<String>,
}

struct Run<'a> {
    loader: &'a dyn Loader,
    sources: &'a mut Sources,
    sink: &'a mut Diagnostics,
    /// The files read so far. `None` if a file could not be read; this is reported only once.
    done: HashMap<String, Option<Arc<Merged>>>,
    /// The chain of files that leads to the current one.
    chain: Vec<String>,
    /// The ancestors of each file.
    above: Above,
    /// The headers that the files read so far leave out.
    left_out: HashSet<String>,
}

/// The ancestors of each file, by file number.
type Above = HashMap<u16, HashSet<u16>>;

impl Run<'_> {
    /// Reads a file and its parents. `named` is the span of the entry in `extends` that names it.
    fn file(&mut self, location: &Location, text: Option<Vec<u8>>, named: Option<Span>) -> Option<Arc<Merged>> {
        let name = location.to_string();
        if let Some(at) = self.chain.iter().position(|it| *it == name) {
            let mut round = self.chain[at..].to_vec();
            round.push(name);
            self.sink
                .error(Code::ExtendsCycle, named, format!("the file extends itself: {}", round.join(" -> ")))
                .help("remove one of these from `extends`");
            return None;
        }
        let mut merged = self.done.get(&name).cloned();
        if merged.is_none() && self.chain.len() >= MAX_LEVELS {
            let mut chain = self.chain.clone();
            chain.push(name);
            self.too_deep(named, &chain);
            return None;
        }
        if merged.is_none() {
            let read = self.read(location, text, named);
            self.chain.push(name.clone());
            let fresh = read.map(|(text, file)| Arc::new(self.merge(location, &text, file)));
            self.chain.pop();
            self.done.insert(name, fresh.clone());
            merged = Some(fresh);
        }
        let merged = merged.flatten()?;
        if self.chain.len() + merged.chain.len() > MAX_LEVELS {
            let chain: Vec<_> = self.chain.iter().chain(&merged.chain).cloned().collect();
            self.too_deep(named, &chain);
            return None;
        }
        Some(merged)
    }

    fn too_deep(&mut self, named: Option<Span>, chain: &[String]) {
        self.sink
            .error(
                Code::ExtendsTooDeep,
                named,
                format!("more than {MAX_LEVELS} files extend each other: {}", chain.join(" -> ")),
            )
            .help("name several parents in one file instead of a chain, as in `extends = [\"chess\", \"./own.toml\"]`");
    }

    /// Returns the text of a file and its number in [`Sources`].
    fn read(&mut self, location: &Location, text: Option<Vec<u8>>, named: Option<Span>) -> Option<(String, u16)> {
        let name = location.to_string();
        if self.sources.files.len() >= MAX_FILES {
            self.sink
                .error(Code::TooManyFiles, named, format!("a rulebook consists of at most {MAX_FILES} files"))
                .help("combine some of the parents in one file, and name it in `extends`");
            return None;
        }
        let bytes = match text.map_or_else(|| locate::fetch(location, self.loader), Ok) {
            Ok(bytes) => bytes,
            Err(error) => {
                let code = if named.is_some() { Code::UnknownParent } else { Code::Unreadable };
                let finding = self.sink.error(code, named, error.message);
                finding.help = error.help;
                return None;
            }
        };
        let file = self.sources.files.len() as u16;
        if bytes.len() > MAX_BYTES {
            self.sources.files.push(SourceFile { name: name.clone(), text: String::new() });
            self.sink
                .error(
                    Code::TooLarge,
                    Span { file, start: 0, end: 0 },
                    format!("`{name}` has more than {MAX_BYTES} bytes"),
                )
                .help("check that it is a rulebook: the longest shipped one has about ten thousand bytes");
            return None;
        }
        match String::from_utf8(bytes) {
            Ok(text) => {
                self.sources.files.push(SourceFile { name, text: text.clone() });
                Some((text, file))
            }
            Err(error) => {
                let start = error.utf8_error().valid_up_to() as u32;
                // Windows editors write UTF-16 with one of these marks at the start.
                let is_utf16 = matches!(error.as_bytes(), [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
                let encoding = if is_utf16 { "UTF-16" } else { "LATIN1" };
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                self.sources.files.push(SourceFile { name: name.clone(), text });
                self.sink
                    .error(Code::NotUtf8, Span { file, start, end: start + 3 }, format!("`{name}` is not UTF-8 text"))
                    .help(format!(
                        "save the file as UTF-8, for example with `iconv -f {encoding} -t UTF-8 {name} > utf8.toml`"
                    ));
                None
            }
        }
    }

    /// Parses a text, reads its parents and merges them.
    fn merge(&mut self, location: &Location, text: &str, file: u16) -> Merged {
        let mut own = parse::parse(text, file, self.sink);
        // A misspelled `extends` leaves out all parents, and `without` leaves in what the file removes.
        let is_misspelled = |key: &str| match nearest(key, ["extends", "without"]) {
            Some(meant) => key != meant && !own.top.entries.iter().any(|it| it.0.value == meant),
            None => false,
        };
        own.is_broken |= own.top.entries.iter().any(|it| is_misspelled(&it.0.value));
        let mut chain = Vec::new();
        let mut is_broken = false;
        let mut lineage = Lineage { file, ..Lineage::default() };
        let names = self.names::<value::Name>(&own, "extends");
        for parent in &names {
            let found = match locate(&parent.value, location, self.loader) {
                Ok(found) => self.file(&found, None, Some(parent.span)),
                Err(error) => {
                    let finding = self.sink.error(Code::UnknownParent, parent.span, error.message);
                    finding.help = error.help;
                    None
                }
            };
            let Some(found) = found else {
                is_broken = true;
                continue;
            };
            if found.chain.len() > chain.len() {
                chain = found.chain.clone();
            }
            let above = self.above.get(&found.file).cloned().unwrap_or_default();
            self.above.entry(file).or_default().extend(above.into_iter().chain([found.file]));
            lineage.parents.push((parent.span, found));
        }
        lineage.without = self.names::<value::Header>(&own, "without");
        lineage.above = self.above.clone();
        let mut inherited = lineage.inherited();
        inherited.is_broken |= is_broken;
        // Check every name against all parents, so that the order of the names does not matter.
        let known = if lineage.without.is_empty() { HashSet::default() } else { with_prefixes(&inherited) };
        let is_unknown = |it: &&Spanned<value::Header>| !inherited.is_broken && !known.contains(&*it.value.0);
        for (before, name) in lineage.without.iter().filter(is_unknown).enumerate() {
            self.unknown_without(name, &known, names.is_empty(), before < MAX_FINDINGS);
        }
        for (at, name) in lineage.without.iter().enumerate() {
            if let Some(first) = lineage.without[..at].iter().find(|it| it.value == name.value) {
                self.sink
                    .error(Code::NamedTwice, name.span, format!("`without` lists `{}` twice", name.value))
                    .also(first.span, "the first time")
                    .help(format!("remove one `\"{}\"`", name.value));
            }
        }
        self.left_out.extend(lineage.without.iter().map(|it| it.value.to_string()));
        self.top(&own);
        let is_offer = |it: &Entries| {
            let part = take::<Part>(it, "part", &mut Diagnostics::default()).flatten();
            part.is_some_and(|it| it.value == Part::Pieces)
        };
        if is_offer(&own.top) {
            own.offers.insert(file);
        }
        lineage.own = own;
        let mut layer = lineage.complete(inherited, |_| true);
        if file == 0 && !lineage.parents.is_empty() {
            layer.lineage = Some(Arc::new(lineage));
        }
        chain.insert(0, location.to_string());
        Merged { layer, file, chain }
    }

    /// Returns a list of names at the top, without reporting errors. A single name without brackets is a list of one, so
    /// that its error is the only one.
    fn names<T: value::Read>(&self, own: &Layer, key: &str) -> Vec<Spanned<T>> {
        let list = take::<Vec<Spanned<T>>>(&own.top, key, &mut Diagnostics::default()).flatten();
        let single = || take::<T>(&own.top, key, &mut Diagnostics::default()).flatten();
        list.map(|it| it.value).or_else(|| Some(vec![single()?])).unwrap_or_default()
    }

    /// Checks the keys at the top of a file. Parents are checked too.
    fn top(&mut self, own: &Layer) {
        let mut found = Diagnostics::default();
        let top = Top::read_table(&own.top, &mut found);
        let is_printable = |it: &str| !it.trim().is_empty() && !it.chars().any(char::is_control);
        if let Some(name) = top.as_ref().map(|it| &it.name).filter(|it| !is_printable(&it.value)) {
            let what =
                if name.value.trim().is_empty() { "the name is empty" } else { "the name has a control character" };
            found
                .error(Code::BadLabel, name.span, what)
                .help("write a few words on one line, like `name = \"My chess\"`");
        }
        let edition = top.and_then(|it| it.edition);
        if own.is_broken {
            found.items.retain(|it| it.code != Code::MissingKey);
        }
        if let Some(edition) = edition.filter(|it| it.value != renamed::EDITION) {
            let is_previous = edition.value == renamed::EDITION - 1;
            let message = match is_previous {
                true => format!("this rulebook uses the names of the previous edition, {}", edition.value),
                false => format!("there is no edition {}", edition.value),
            };
            let finding = found.error(Code::UnknownEdition, edition.span, message);
            if is_previous {
                finding.replacement(renamed::EDITION.to_string());
            }
            let current = renamed::EDITION;
            finding.help(match (is_previous, edition.value < current) {
                (true, _) => format!(
                    "`threefold check --fix FILE` writes the new names; with `edition = {current}`, `check` shows each old one"
                ),
                (_, true) => format!(
                    "{}: write `edition = {current}`, or leave the key out; findings then show each new name",
                    renamed::EDITIONS
                ),
                _ => format!(
                    "{} that this version reads: write `edition = {current}`, or update threefold",
                    renamed::EDITIONS
                ),
            });
        }
        self.sink.items.append(&mut found.items);
        let mut ids: HashMap<String, Span> = HashMap::default();
        for id in own.sources.iter().filter_map(source_id) {
            let first = *ids.entry(id.value.clone()).or_insert(id.span);
            if first != id.span {
                self.sink
                    .error(Code::DuplicateSource, id.span, format!("two sources have the id `{}`", id.value))
                    .also(first, "first here")
                    .help("give each document an `id` of its own");
            }
        }
    }

    /// Reports an entry of `without` that is not in `all`, the names of the headers of the parents and their prefixes.
    /// Only a finding that is shown needs a help.
    fn unknown_without(
        &mut self,
        name: &Spanned<value::Header>,
        all: &HashSet<String>,
        is_orphan: bool,
        is_shown: bool,
    ) {
        let bare = name.value.trim_matches(['[', ']']);
        let is_bracketed = bare != &*name.value && all.contains(bare);
        let message = match is_bracketed {
            true => "this entry is not a header".to_owned(),
            false => format!("no parent has a header `[{bare}]`"),
        };
        let help = if !is_shown {
            String::new()
        } else if is_orphan {
            "`without` leaves out headers of parents, but this file has no `extends`".to_owned()
        } else if self.left_out.contains(bare) {
            "remove it: a parent has already left this header out".to_owned()
        } else if is_bracketed {
            format!("write `\"{bare}\"`")
        } else if let Some(whole) = all.iter().find(|it| it.rsplit_once('.').is_some_and(|it| it.1 == bare)) {
            format!("did you mean `\"{whole}\"`?")
        } else {
            match crate::diagnostic::nearest(&name.value, all.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `\"{near}\"`?"),
                None => format!(
                    "`threefold show {} --effective` prints every header with its origin",
                    self.chain.last().map_or("chess", String::as_str)
                ),
            }
        };
        self.sink.error(Code::UnknownWithout, name.span, message).help(help);
    }
}

/// Returns the names of all headers with their prefixes: a prefix of a name means every header below it.
fn with_prefixes(layer: &Layer) -> HashSet<String> {
    let prefixes =
        |it: String| it.match_indices('.').map(|(at, _)| it[..at].to_owned()).chain([it.clone()]).collect::<Vec<_>>();
    layer.headers.iter().map(Header::name).flat_map(prefixes).collect()
}

fn source_id(entries: &Entries) -> Option<Spanned<String>> {
    entries.entries.iter().find(|(key, _)| key.value == "id").and_then(|(_, value)| match &value.value {
        value::Value::Text(text) => Some(Spanned::new(text.clone(), value.span)),
        _ => None,
    })
}
