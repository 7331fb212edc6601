//! Writes a rulebook from the keys of a `variants.ini`.
//!
//! Contains [`Writer`]. Input: a [`SectionKeys`]. Output: TOML, and notes about keys that have no counterpart. A rulebook
//! extends `chess` and replaces what differs. Each function writes one part of the rules. Does not know sections.

mod board;
mod castling;
mod conversions;
mod drops;
mod endings;
mod gating;
mod kinds;
mod pawns;

use std::ops::Range;

use super::fen::StartFen;
use super::keys::SectionKeys;
use crate::diagnostic::Code;

/// Keys that say nothing about the rules.
const IGNORED: [&str; 7] =
    ["pieceToCharTable", "variantTemplate", "pocketSize", "pieceValueMg", "pieceValueEg", "nnueAlias", "chess960"];
/// What the end of a game can be worth to the player to move.
const VALUES: [&str; 4] = ["win", "loss", "draw", "none"];
/// The pieces of `chess`: name, letter, movement in the file's notation.
const CHESS: [(&str, char, &str); 6] = [
    ("king", 'k', "K"),
    ("queen", 'q', "Q"),
    ("rook", 'r', "R"),
    ("bishop", 'b', "B"),
    ("knight", 'n', "N"),
    ("pawn", 'p', "fmWfceF"),
];

/// A note about something that the rulebook lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// Place in the file, if the file itself contains it.
    pub(super) span: Option<Range<usize>>,
    /// What is missing.
    pub(super) message: String,
    /// What to do about it.
    pub(super) help: String,
}

/// A kind of piece of the new rulebook.
#[derive(Clone, Debug)]
struct ImportedKind {
    name: String,
    letter: char,
    /// Letter in the file.
    source: char,
    betza: String,
    en_passant: bool,
    double_step: bool,
    is_first_move: bool,
    /// For a promoted piece: the letter of the piece as which it is captured.
    demotes_to: Option<char>,
}

/// Collects the text of a rulebook.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    config: &'a SectionKeys,
    files: u8,
    ranks: u8,
    fen: StartFen,
    kinds: Vec<ImportedKind>,
    /// Headers of `chess` that the rulebook drops.
    without: Vec<String>,
    body: String,
    /// Outcomes with their points, in the order in which they are tested after a move.
    after_move: Vec<(String, &'static str)>,
    pub(super) notes: Vec<Note>,
}

impl<'a> Writer<'a> {
    /// Prepares the rulebook; the error is a note about a value without which nothing can be written.
    pub(super) fn new(config: &'a SectionKeys) -> Result<Self, (Code, Note)> {
        let size = |key: &str, text: &str| -> Result<u8, (Code, Note)> {
            let letter = text.bytes().next().filter(|it| text.len() == 1 && it.is_ascii_lowercase());
            let number =
                letter.map(|it| it - b'a' + 1).or_else(|| text.parse().ok()).filter(|it| (1..=26).contains(it));
            number.ok_or_else(|| {
                let note = Note {
                    span: config.value(key).and_then(|it| it.span.clone()),
                    message: format!("`{key}` is `{text}`, not a size from 1 to 26"),
                    help: format!("write a number, such as `{key} = 8`"),
                };
                (Code::BadNumber, note)
            })
        };
        let files = size("maxFile", config.text("maxFile", "8"))?;
        let ranks = size("maxRank", config.text("maxRank", "8"))?;
        let start = config.text("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let fen = StartFen::parse(start, files, ranks).map_err(|message| {
            let span = config.value("startFen").and_then(|it| it.span.clone());
            let help =
                "the first field of `startFen` has one part for each rank, from the last to the first".to_owned();
            (Code::BadFen, Note { span, message, help })
        })?;
        let mut writer = Self {
            config,
            files,
            ranks,
            fen,
            kinds: Vec::new(),
            without: Vec::new(),
            body: String::new(),
            after_move: Vec::new(),
            notes: Vec::new(),
        };
        writer.kinds = writer.read_kinds();
        writer.drop_unused_kinds();
        Ok(writer)
    }

    /// Writes the whole rulebook.
    pub(super) fn write(mut self, name: &str) -> (String, Vec<Note>) {
        let title = title(name);
        self.without
            .extend(["board.symmetry", "setup", "zone", "outcome.dead-position", "dead-position"].map(str::to_owned));
        for (name, ..) in CHESS.iter().filter(|it| !self.kinds.iter().any(|kind| kind.name == it.0)) {
            self.without.push(format!("piece.{name}"));
        }
        self.seats();
        self.board();
        self.pieces();
        self.setup();
        self.pawn_steps();
        self.promotions();
        self.castlings();
        self.drops();
        self.gating();
        self.mobility();
        self.soldiers();
        self.captures_and_checks();
        self.endings();
        self.config.understand(&IGNORED);
        for piece in self.config.pieces.iter().filter(|it| it.key.starts_with("customPiece") && it.span.is_some()) {
            if find(&self.kinds, piece.letter).is_none() {
                let message = format!("`{}` is left out, because no player ever has it", piece.key);
                let help = format!("add the letter `{}` to `startFen` or `promotionPieceTypes`", piece.letter);
                self.notes.push(Note { span: piece.span.clone(), message, help });
            }
        }
        for (key, text, expected) in self.config.rejected() {
            let help = format!("write {expected} after `{key} =`");
            self.note(&key, format!("`{key}` does not take `{text}`, which is left out"), &help);
        }
        for (key, value) in self.config.unused() {
            let is_off = matches!(value.text.as_str(), "false" | "none" | "-" | "");
            if let Some(other) = self.config.other_case(&key) {
                self.note(&key, format!("there is no key `{key}`, so it is left out"), &format!("write `{other}`"));
            } else if !is_off {
                let help = BY_HAND.iter().find(|it| it.0 == key).map_or(HELP, |it| it.1);
                self.note(&key, format!("`{key} = {}` has no counterpart and is left out", value.text), help);
            }
        }
        let without: Vec<String> = self.without.iter().map(|it| format!("\"{it}\"")).collect();
        let text = format!(
            "name    = \"{title}\"\n\
             about   = \"Imported from a variants.ini, section {name}.\"\nextends = [\"chess\"]\n\
             without = [\n    {},\n]\n{}",
            without.join(",\n    "),
            self.body
        );
        (text, self.notes)
    }

    fn note(&mut self, key: &str, message: String, help: &str) {
        let span = self.config.value(key).and_then(|it| it.span.clone());
        let note = Note { span, message, help: help.to_owned() };
        // Several parts of the rules may read the same key.
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.body.push_str(text.as_ref());
        self.body.push('\n');
    }

    /// Whether a captured piece that has promoted joins the hand as a pawn.
    fn demotes(&self) -> bool {
        self.config.flag("capturesToHand", false)
            && self.config.flag("pieceDrops", false)
            && !self.config.flag("dropLoop", false)
    }

    fn promoted_pairs(&self) -> Vec<(char, char)> {
        let words = self.config.text("promotedPieceType", "-").split_whitespace();
        let pairs = words.filter_map(|it| it.split_once(':'));
        let mut all: Vec<(char, char)> = Vec::new();
        for (from, to) in pairs.filter_map(|(from, to)| Some((from.chars().next()?, to.chars().next()?))) {
            // The last pair of a piece counts.
            all.retain(|it| it.0 != from);
            all.push((from, to));
        }
        all
    }

    /// Returns the letters of the pieces that count as pawns.
    fn pawns(&self) -> String {
        let usual = self.by_keys(&["pawn"]);
        self.letters("pawnTypes", &usual).into_iter().collect()
    }

    /// Returns the letters of predefined pieces.
    fn by_keys(&self, keys: &[&str]) -> String {
        let own = keys.iter().filter_map(|key| self.config.pieces.iter().find(|it| it.key == *key));
        own.map(|it| it.letter).collect()
    }

    /// Returns the letters of a set of pieces that exist. Letters of other pieces are rejected, and a set of nothing else
    /// counts as missing.
    fn letters(&self, key: &str, default: &str) -> Vec<char> {
        let text = self.config.text(key, default);
        let is_known = |it: char| {
            let lower = it.to_ascii_lowercase();
            matches!(it, '*' | '-')
                || it.is_whitespace()
                || self.config.pieces.iter().any(|piece| piece.letter == lower)
        };
        if self.config.value(key).is_some() && !text.chars().all(is_known) {
            let letters: String = self.config.pieces.iter().map(|it| it.letter).collect();
            self.config.reject(key, &format!("letters of pieces (`{letters}`), or `-` for none,"));
        }
        let found = self.known(text);
        let is_empty = text.trim_matches(['-', ' ']).is_empty();
        if found.is_empty() && !is_empty { self.known(default) } else { found }
    }

    fn known(&self, text: &str) -> Vec<char> {
        if text.contains('*') {
            return self.config.pieces.iter().map(|it| it.letter).collect();
        }
        let letters = text.chars().map(|it| it.to_ascii_lowercase());
        letters.filter(|it| self.config.pieces.iter().any(|piece| piece.letter == *it)).collect()
    }

    fn promotion_letters(&self) -> Vec<char> {
        self.letters("promotionPieceTypes", &self.by_keys(&["queen", "rook", "bishop", "knight"]))
    }

    /// Returns the names of the kinds with these letters, as a list.
    fn names(&self, letters: &[char]) -> String {
        let names = letters.iter().filter_map(|it| find(&self.kinds, *it)).map(|it| format!("\"{}\"", it.name));
        format!("[{}]", names.collect::<Vec<_>>().join(", "))
    }

    fn kings(&self) -> Option<&ImportedKind> {
        self.config.pieces.iter().find(|it| it.key == "king").and_then(|it| find(&self.kinds, it.letter))
    }

    /// Returns the letters of pieces that are royal: the king, and pieces whose loss is treated like checkmate.
    fn royals(&self) -> Vec<char> {
        let mut royals: Vec<char> = self.kings().map(|it| it.source).into_iter().collect();
        if self.is_pseudo_royal() {
            royals.extend(self.letters("extinctionPieceTypes", ""));
        }
        royals
    }

    fn is_pseudo_royal(&self) -> bool {
        self.config.flag("extinctionPseudoRoyal", false)
            && self.config.word("extinctionValue", "none", &VALUES) == "loss"
    }

    /// Returns how many royal pieces a player starts with.
    fn royal_count(&self, is_white: bool) -> usize {
        self.royals().iter().map(|it| self.fen.count(*it, is_white)).sum()
    }

    fn has_check(&self) -> bool {
        self.royal_count(true) + self.royal_count(false) > 0
    }
}

/// Advice for a key that cannot be imported.
const HELP: &str = "change the rulebook by hand, or play it without this rule; `threefold reference` lists every key";

/// What to write by hand for some keys that have no counterpart.
const BY_HAND: [(&str, &str); 5] = [
    (
        "freeDrops",
        "put as many pieces into both hands of `startFen` as the board has squares, as in `[PPPPpppp]`; a rulebook drops \
         pieces from a pool",
    ),
    ("moveRepetitionIllegal", REPETITION),
    ("gating", GATING),
    ("sittuyinPromotion", "write a `[promotion-move]` by hand, as in `gallery/sittuyin`"),
    ("wallingRule", "write `[blocker]` by hand: it blocks squares, but never removes them from the board"),
];
/// Advice for rules that judge repetitions.
const REPETITION: &str = "a repetition ends the game as `[outcome.repetition]` says; to judge it otherwise, change that \
    header by hand (`repeated` in `threefold reference`)";
/// Advice for pieces that enter on the squares that others leave.
const GATING: &str =
    "it lets pieces enter only together with `seirawanGating = true`; otherwise, write `[gating]` by hand";

fn find(kinds: &[ImportedKind], letter: char) -> Option<&ImportedKind> {
    kinds.iter().find(|it| it.source == letter && it.demotes_to.is_none())
}

/// Returns a title for a section: `atomic-giveaway` is `Atomic giveaway`.
fn title(name: &str) -> String {
    let text: String = name
        .chars()
        .map(|it| if matches!(it, '-' | '_') { ' ' } else { it })
        .filter(|it| *it != '"' && *it != '\\')
        .collect();
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |it| it.to_uppercase().chain(chars).collect())
}
