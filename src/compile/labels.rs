//! Square names: resolves `[board.names]`.
//!
//! Input: the form and the labels, for the board and for each patch. Output: [`Labels`], which compose
//! the name of a cell. Does not know which cells are holes.

use super::atlas::{Atlas, Cell};
use super::ranges;
use super::scope::Scope;
use crate::board::Board;
use crate::definition::table::missing_key;
use crate::definition::value::{Either, Range, Text};
use crate::definition::{Patch, SquareNaming};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned, counted};
use crate::policy::{MoveNotation, NameForm, PatchShape};
use crate::rulebook::Kind;

/// A list of labels as written.
type Written = Spanned<Either<Range, Vec<Spanned<Text>>>>;

/// The labels of every patch.
pub(super) struct Labels {
    /// Form of the names.
    pub form: NameForm,
    /// How moves are written, if the rulebook says so.
    pub moves: Option<MoveNotation>,
    /// Section labels. Empty for other forms.
    pub sections: Vec<String>,
    patches: Vec<(Vec<String>, Vec<String>)>,
}

impl Labels {
    /// Reads the labels. Returns `None` if labels are missing or do not fit their patch.
    pub fn new(scope: &Scope, atlas: &Atlas, sink: &mut Diagnostics) -> Option<Self> {
        let definition = scope.definition;
        let names = definition.names.as_ref()?;
        for (patch, table) in &definition.names_by_patch {
            atlas.patch(scope, &Spanned::new(crate::definition::value::Name(patch.value.clone()), patch.span), sink);
            if let Some(form) = &table.form {
                sink.error(Code::BadKeys, form.span, "the form applies to the whole board")
                    .help("write `form` under `[board.names]`");
            }
            if let Some(moves) = &table.moves {
                sink.error(Code::BadKeys, moves.span, "the notation of moves applies to the whole board")
                    .help("write `moves` under `[board.names]`");
            }
            if let Some(sections) = &table.sections {
                sink.error(Code::BadKeys, sections.span, "sections apply to the whole board")
                    .help("write them under `[board.names]`");
            }
        }
        let Some(form) = names.value.form.as_ref().map(|it| it.value) else {
            missing_key(names.span, "[board.names]", "form", Some("form = \"file-rank\""), sink)
                .help("add `form = \"file-rank\"`");
            return None;
        };
        if let Some(moves) = names.value.moves.as_ref().filter(|it| it.value == MoveNotation::Short)
            && form != NameForm::FileRank
        {
            sink.error(Code::BadKeys, moves.span, format!("names of the form `{form}` have no short notation"))
                .help("use the form `file-rank`, or leave the key out");
        }
        let (sections, length) = sections(scope, atlas, form, names, sink)?;
        let mut patches = Vec::new();
        let mut is_valid = true;
        for patch in &atlas.patches {
            let own = definition.names_by_patch.iter().find(|(name, _)| name.value == patch.name).map(|it| &it.1);
            let files = own.and_then(|it| it.files.as_ref()).or(names.value.files.as_ref());
            let ranks = own.and_then(|it| it.ranks.as_ref()).or(names.value.ranks.as_ref());
            let table = definition.patches.iter().find(|it| it.0.value == patch.name).map(|it| &it.1);
            let key = |read: fn(&Patch) -> &Option<Spanned<i64>>| {
                table.and_then(|it| read(it).as_ref().or(it.side.as_ref())).map(|it| it.span)
            };
            let width = length.unwrap_or(patch.files as usize);
            let before: usize =
                atlas.patches.iter().take_while(|it| it.name != patch.name).map(|it| it.files as usize).sum();
            let of_patch = format!(
                "give the patch names of its own: `[board.names.{}]` with `files = {}` and `ranks = {}`",
                patch.name,
                series_from(before, width),
                series(patch.ranks as usize, false),
            );
            let restate = format!(
                "repeat the complete header in this file: `[board.names]` with `form = \"{form}\"`, `files = {}`, `ranks = {}`{}",
                series(width, true),
                series(patch.ranks as usize, false),
                match form {
                    NameForm::SectionFileRank => format!(
                        " and `sections = [{}]`",
                        sections.iter().map(|it| format!("\"{it}\"")).collect::<Vec<_>>().join(", ")
                    ),
                    _ => String::new(),
                },
            );
            // Several patches share the names under `[board.names]`.
            let shares = own.is_none() && atlas.patches.len() > 1;
            let restate = if shares { &of_patch } else { &restate };
            let fit = Fit { patch: &patch.name, form, header: names.span, restate, shares };
            let files = fit.labels("files", files, width, key(|it| &it.files), sink);
            // One header gives the names of both.
            let mut unheard = Diagnostics::default();
            let sink = if shares && files.is_none() { &mut unheard } else { &mut *sink };
            let ranks = fit.labels("ranks", ranks, patch.ranks as usize, key(|it| &it.ranks), sink);
            match (files, ranks) {
                (Some(files), Some(ranks)) => patches.push((files, ranks)),
                _ => is_valid = false,
            }
        }
        if form == NameForm::RowPlace && atlas.patches.iter().any(|it| it.shape == PatchShape::Annulus) {
            sink.error(Code::BadLabels, names.span, "the squares of a ring have no row and place")
                .help("use the form `file-rank` or `section-file-rank`");
            return None;
        }
        let moves = names.value.moves.as_ref().map(|it| it.value);
        is_valid.then_some(Self { form, moves, sections, patches })
    }

    /// Returns the name of a cell.
    pub fn name(&self, atlas: &Atlas, cell: Cell) -> String {
        let (files, ranks) = &self.patches[cell.patch as usize];
        let rank = &ranks[cell.rank as usize];
        match self.form {
            NameForm::FileRank => format!("{}{rank}", files[cell.file as usize]),
            NameForm::SectionFileRank => {
                let (section, file) = (cell.file as usize / files.len(), cell.file as usize % files.len());
                format!("{}{}{rank}", self.sections[section], files[file])
            }
            NameForm::RowPlace => {
                let place = &files[atlas.column(Cell { ..cell }) as usize];
                // Letters precede numbers, whichever of the two labels the rows.
                if starts_with_digit(place) && !starts_with_digit(rank) {
                    format!("{rank}{place}")
                } else {
                    format!("{place}{rank}")
                }
            }
        }
    }
}

/// Refuses squares whose names also mean a piece, or a capture, on another square: moves would have two meanings.
pub(super) fn check_letters(scope: &Scope, board: &Board, kinds: &[Kind], sink: &mut Diagnostics) {
    let letters = kinds.iter().filter(|it| !it.letter.is_empty());
    let letters = letters.map(|it| (it.letter.as_str(), format!("the {} on", it.label)));
    let letters: Vec<(&str, String)> = letters.chain([("x", "a capture on".to_owned())]).collect();
    for name in board.squares().map(|it| board.name(it)) {
        let rest = letters.iter().filter_map(|it| Some((name.strip_prefix(it.0)?, &it.1)));
        let is_square = |it: &str| board.square(it).is_some_and(|square| board.name(square) == it);
        let Some((rest, what)) = rest.into_iter().find(|it| is_square(it.0)) else { continue };
        let message = format!("`{name}` is the name of a square, and also means {what} `{rest}`");
        let names = scope.definition.names.as_ref();
        let span = names.map(|it| it.value.files.as_ref().map_or(it.span, |it| it.span));
        sink.error(Code::BadLabels, span, message).help("choose another label, or another letter for the piece");
        return;
    }
}

fn starts_with_digit(label: &str) -> bool {
    label.starts_with(|it: char| it.is_ascii_digit())
}

/// Returns the sections and the number of files in each. Both are empty for other forms.
fn sections(
    scope: &Scope,
    atlas: &Atlas,
    form: NameForm,
    names: &Spanned<SquareNaming>,
    sink: &mut Diagnostics,
) -> Option<(Vec<String>, Option<usize>)> {
    let written = names.value.sections.as_ref();
    let is_ring = "sections are for one patch whose `[board.symmetry]` is a number of files";
    if form != NameForm::SectionFileRank {
        if let Some(written) = written {
            sink.error(Code::BadKeys, written.span, format!("names of the form `{form}` have no sections"))
                .help("use the form `section-file-rank`, or leave the key out");
        }
        return Some((Vec::new(), None));
    }
    let symmetry = scope.definition.turn.as_ref();
    if let ([only], Some(patches)) = (&atlas.patches[..], symmetry.and_then(|it| it.value.patches.as_ref())) {
        super::symmetry::no_other_patch(scope, only, patches.span, sink);
        return None;
    }
    let turn = symmetry.and_then(|it| it.value.files.as_ref());
    let Some(turn) = turn.filter(|_| atlas.patches.len() == 1) else {
        let span = names.value.form.as_ref().map_or(names.span, |it| it.span);
        let patches = &scope.definition.patches;
        // A patch of another parent is probably left over.
        let other = patches.iter().find(|it| it.0.span.file != span.file).or(patches.first());
        match other.filter(|_| patches.len() > 1 && turn.is_some()) {
            Some((other, _)) => {
                let all: Vec<String> = patches.iter().map(|it| format!("`{}`", it.0.value)).collect();
                let message = format!("sections need a board of one patch, and this one has {}", all.join(" and "));
                sink.error(Code::BadLabels, span, message)
                    .help(format!("leave one out, for example `without = [\"board.patch.{}\"]`", other.value));
            }
            None => {
                _ = sink
                    .error(Code::BadLabels, span, "sections need a single patch with a symmetry by files")
                    .help(format!("use another form: `form = \"file-rank\"`; {is_ring}"))
            }
        }
        return None;
    };
    let files = atlas.patches[0].files as i64;
    if turn.value < 1 || files % turn.value != 0 {
        let message = format!("{files} files cannot be divided into sections of {}", turn.value);
        let size = scope.definition.patches[0].1.files.as_ref().map(|it| it.span);
        // As many sections as are named, if that is possible.
        let named = written.map_or(0, |it| it.len() as i64);
        let length = if named > 1 && files % named == 0 { files / named } else { divisor(files) };
        match size.filter(|it| is_changed_here(*it, turn.span)) {
            Some(size) => {
                sink.error(Code::BadLabels, size, message).also(turn.span, "the sections come from here").help(format!(
                    "repeat `[board.symmetry]` in this file, with a number of files that divides {files}: `files = {length}`"
                ))
            }
            None => sink.error(Code::BadLabels, turn.span, message).help(format!(
                "write a number of files that divides {files}, for example `files = {length}`"
            )),
        };
        return None;
    }
    let wanted = files / turn.value;
    let new = format!("sections = [{}]", section_names(wanted).join(", "));
    let Some(written) = written else {
        missing_key(names.span, "[board.names]", "sections", None, sink)
            .help(format!("add {}: `{new}`", counted(wanted, "section")));
        return None;
    };
    if written.len() as i64 != wanted {
        let message = format!(
            "{}, but {files} files in sections of {} make {wanted}",
            match written.len() {
                1 => "one section is named".to_owned(),
                count => format!("{count} sections are named"),
            },
            turn.value
        );
        let size = scope.definition.patches[0].1.files.as_ref().map(|it| it.span);
        match size.filter(|it| is_changed_here(*it, written.span)) {
            Some(size) => sink
                .error(Code::BadLabels, size, message)
                .also(written.span, "the sections come from here")
                .help(format!("add `[board.names]` to this file, with the lines `extends = \"names\"` and `{new}`")),
            None => sink
                .error(Code::BadLabels, written.span, message)
                .help(format!("name {}: `{new}`", counted(wanted, "section"))),
        };
        return None;
    }
    if !written.iter().all(|it| ranges::is_label(it, sink)) {
        return None;
    }
    if let Some((at, twice)) =
        written.iter().enumerate().find(|it| written[..it.0].iter().any(|one| one.value == it.1.value))
    {
        let first = written.iter().find(|it| it.value == twice.value).map_or(twice.span, |it| it.span);
        let other =
            ('A'..='Z').map(String::from).find(|it| !written.iter().any(|one| one.0 == *it)).unwrap_or_default();
        let mut names: Vec<String> = written.iter().map(|it| format!("\"{}\"", it.0)).collect();
        names[at] = format!("\"{other}\"");
        sink.error(Code::BadLabels, twice.span, format!("two sections are called `{}`", twice.value))
            .also(first, "the first one")
            .help(format!("give each its own name, for example `sections = [{}]`", names.join(", ")));
        return None;
    }
    Some((written.iter().map(|it| it.0.clone()).collect(), Some(turn.value as usize)))
}

/// Returns names for sections, in quotes. No two of them start alike.
fn section_names(count: i64) -> Vec<String> {
    let letters = ('A'..='Z').chain('a'..='z').take(usize::try_from(count).unwrap_or_default());
    letters.map(|it| format!("\"{it}\"")).collect()
}

/// Returns the largest divisor of a number of files that makes two sections or more.
fn divisor(files: i64) -> i64 {
    (1..files.max(2)).rev().find(|it| files % it == 0).unwrap_or(1)
}

/// Returns a range of `count` letters after the first `before` ones, if the alphabet has enough.
pub(super) fn series_from(before: usize, count: usize) -> String {
    match before + count {
        last @ 1..=26 if count > 0 => {
            format!("\"{}-{}\"", (b'a' + before as u8) as char, (b'a' + last as u8 - 1) as char)
        }
        _ => series(count, true),
    }
}

/// Returns a range of `count` labels as it is written: letters or numbers.
pub(super) fn series(count: usize, letters: bool) -> String {
    match count {
        1..=26 if letters => format!("\"a-{}\"", (b'a' + count as u8 - 1) as char),
        27..=52 if letters => format!("[\"a-z\", \"A-{}\"]", (b'A' + (count - 26) as u8 - 1) as char),
        53..=728 if letters => {
            let pair =
                |it: usize| format!(", \"{}{}\"", (b'a' + (it / 26) as u8) as char, (b'a' + (it % 26) as u8) as char);
            format!("[\"a-z\", \"A-Z\"{}]", (0..count - 52).map(pair).collect::<String>())
        }
        _ => format!("\"1-{count}\""),
    }
}

/// The requirements for the labels of a patch.
struct Fit<'a> {
    patch: &'a str,
    form: NameForm,
    header: Span,
    /// Suggestion for a file that resizes an inherited patch, or for one of several patches.
    restate: &'a str,
    /// Whether the patch has its names in common with others.
    shares: bool,
}

impl Fit<'_> {
    /// Reads labels and checks that there is one for each file or rank. `size` is the span of the key that sets the
    /// number.
    fn labels(
        &self,
        key: &str,
        written: Option<&Written>,
        wanted: usize,
        size: Option<Span>,
        sink: &mut Diagnostics,
    ) -> Option<Vec<String>> {
        let patch = self.patch;
        let Some(written) = written else {
            sink.error(
                Code::BadLabels,
                self.header,
                format!("there are no names for the {key} of the patch `{patch}`"),
            )
            .help(format!("write `{key} = {}` under `[board.names]`", series(wanted, key == "files")));
            return None;
        };
        let labels = ranges::labels(written, sink)?;
        // In names of rows and places, either of the two can be numbers.
        let is_number = labels.first().is_some_and(|it| starts_with_digit(it));
        let letters = if self.form == NameForm::RowPlace { !is_number } else { key == "files" };
        if labels.len() == wanted {
            let repeated = labels.iter().enumerate().find(|it| labels[..it.0].contains(it.1));
            let Some((at, label)) = repeated else { return Some(labels) };
            let span = match &written.value {
                Either::Other(all) => all.iter().filter(|it| it.value.0 == *label).nth(1).map(|it| it.span),
                Either::Text(_) => None,
            };
            let message = format!("two {key} are called `{label}`, the last of them number {}", at + 1);
            sink.error(Code::BadLabels, span.unwrap_or(written.span), message)
                .help(format!("give each its own label: `{key} = {}`", series(wanted, letters)));
            return None;
        }
        let message = format!("{} for {wanted} {key} of the patch `{patch}`", counted(labels.len(), "name"));
        match size.filter(|it| self.shares || is_changed_here(*it, written.span)) {
            Some(size) => sink
                .error(Code::BadLabels, size, message)
                .also(written.span, "the names come from here")
                .help(self.restate),
            None => sink
                .error(Code::BadLabels, written.span, message)
                .help(format!("give each its own label: `{key} = {}`", series(wanted, letters))),
        };
        None
    }
}

/// Reports whether the main file sets `here` while a parent sets `inherited`.
fn is_changed_here(here: Span, inherited: Span) -> bool {
    here.file == 0 && inherited.file != 0
}
