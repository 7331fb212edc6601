//! Kinds of pieces: resolves `[piece]`, including the kinds that a kind extends.
//!
//! Input: kinds as written. Output: [`Kind`]s with parsed movements, and the pieces over which they
//! jump. Does not know the board, apart from the shape of its cells.

use super::betza;
use super::conditions::Conditions;
use super::scope::{KINDS, Scope};
use crate::definition::table::missing_key;
use crate::definition::value::{Betza, Name, Text};
use crate::definition::{Piece, PieceTest};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned, nearest};
use crate::policy::{Cells, Role};
use crate::rulebook::{Kind, KindId, Movement};

/// The keys of a kind, merged with those of the kinds that it extends.
#[derive(Clone, Default)]
struct Whole {
    letter: Option<Spanned<Text>>,
    movement: Option<Spanned<Betza>>,
    role: Option<Spanned<Role>>,
    value: Option<Spanned<i64>>,
    captured_as: Option<Spanned<Name>>,
    hurdle: Option<Spanned<PieceTest>>,
    disturbed_by: Option<Spanned<Vec<Spanned<Name>>>>,
    /// Whether a kind that it extends is missing, in a part of a rulebook.
    open: bool,
}

/// Resolves every kind of piece, in file order.
pub(super) fn kinds(scope: &Scope, sink: &mut Diagnostics) -> Vec<Kind> {
    let definition = scope.definition;
    // On hexes and triangles, two direction letters mean a quadrant for straight steps, too.
    let quadrants = definition.board.as_ref().is_some_and(|it| it.value.cells.value != Cells::Square);
    let mut kinds: Vec<Kind> = Vec::new();
    let mut letters: Vec<(String, Span)> = Vec::new();
    for (index, (name, written)) in definition.pieces.iter().enumerate().take(KINDS) {
        let mut whole = whole(scope, index, sink);
        if let Some(meant) = kind_with_letter(scope, index, &whole) {
            sink.error(Code::MissingKey, name.span, format!("[piece.{}] is a new kind without a letter", name.value))
                .help(format!(
                    "to change the kind with the letter `{0}`, write `[piece.{meant}]`; a new kind needs the keys `letter`, `role` and `movement`",
                    name.value
                ));
            whole.open = true;
        } else if let Some(meant) = misspelled_kind(scope, index, &whole) {
            sink.error(Code::MissingKey, name.span, format!("[piece.{}] is a new kind without a letter", name.value))
                .help(format!(
                    "did you mean `[piece.{meant}]`? a new kind needs the keys `letter`, `role` and `movement`"
                ));
            whole.open = true;
        }
        let letter = letter(name, &whole, &mut letters, &kinds, sink);
        let movement = match &whole.movement {
            Some(text) => movement(text, quadrants, sink),
            None => {
                // The keys of a header with errors may contain a misspelled movement.
                if !whole.open && !definition.unread.contains(&format!("piece.{}", name.value)) {
                    sink.error(Code::NoMovement, name.span, format!("the piece `{}` has no movement", name.value))
                        .help("add a movement, for example `movement = \"R\"`, or extend a piece that has one");
                }
                Movement::default()
            }
        };
        if whole.role.is_none() && !whole.open {
            let title = format!("[piece.{}]", name.value);
            missing_key(name.span, &title, "role", Some("role = \"piece\""), sink)
                .help("add `role = \"piece\"`, or `\"pawn\"` or `\"royal\"` if it is a pawn or a king");
        }
        let captured_as = whole.captured_as.as_ref().and_then(|it| scope.kind(it, sink));
        let value = whole
            .value
            .as_ref()
            .map_or(Some(Some(0)), |it| super::numbers::number(Some(it), -10_000, 10_000, "value", sink));
        kinds.push(Kind {
            name: name.value.clone(),
            label: super::wording::noun(&name.value, written.label.as_ref(), sink),
            letter,
            role: whole.role.as_ref().map_or(Role::Piece, |it| it.value),
            captured_as: captured_as.unwrap_or(KindId(index as u8)),
            hurdle: None,
            disturbed_by: 0,
            value: value.flatten().unwrap_or(0) as i32,
            has_initial: movement.atoms.iter().any(|it| it.initial),
            is_directed: movement.atoms.iter().any(|it| it.directions.is_some()),
            movement,
        });
    }
    for kind in kinds.iter().filter(|_| definition.en_passant.is_none() && scope.strict) {
        if kind.movement.atoms.iter().any(|it| it.en_passant) {
            let span = definition.pieces.iter().find(|it| it.0.value == kind.name).map(|it| it.0.span);
            sink.error(Code::Needs, span, format!("`{}` captures en passant, but the rulebook does not say how", kind.name))
                .help(format!("add a header `[en-passant]` with `pieces = [\"{}\"]`, `window = \"next-ply\"` and `against-eliminated = \"lapses\"`", kind.name));
        }
    }
    kinds
}

/// Resolves the pieces over which each kind may jump.
pub(super) fn hurdles(conditions: &Conditions, kinds: &mut [Kind], sink: &mut Diagnostics) {
    let scope = conditions.scope;
    for (index, kind) in kinds.iter_mut().enumerate() {
        let jumps = kind.movement.atoms.iter().any(|it| it.hop.is_some());
        // A kind that extends another one reports only its own test.
        let own = scope.definition.pieces[index].1.hurdle.as_ref();
        if let Some(test) = own.filter(|_| !jumps && !kind.movement.atoms.is_empty()) {
            sink.error(Code::NoEffect, test.span, format!("`{}` does not jump over pieces", kind.name))
                .help("add an atom with `p` or `g` to its movement, like `gD` or `pR`; or leave `hurdle` out");
        }
        let mut elsewhere = Diagnostics::default();
        let test = whole(scope, index, &mut elsewhere).hurdle;
        let sink = if own.is_some() { &mut *sink } else { &mut elsewhere };
        kind.hurdle = test.filter(|_| jumps).and_then(|it| conditions.hurdle(&it, sink));
    }
}

/// Resolves the kinds that end each kind's right to first moves.
pub(super) fn disturbers(scope: &Scope, kinds: &mut [Kind], sink: &mut Diagnostics) {
    for (index, kind) in kinds.iter_mut().enumerate() {
        let own = scope.definition.pieces[index].1.disturbed_by.as_ref();
        let has_right = kind.has_initial || scope.definition.gating.is_some();
        if let Some(list) = own.filter(|_| !has_right) {
            sink.error(Code::NoEffect, list.span, format!("`{}` has no first move that it could lose", kind.name))
                .help("add an atom with `i` to its movement, like `imD`; or leave `disturbed-by` out");
        }
        let mut elsewhere = Diagnostics::default();
        let list = whole(scope, index, &mut elsewhere).disturbed_by.filter(|_| has_right);
        let sink = if own.is_some() { &mut *sink } else { &mut elsewhere };
        kind.disturbed_by = list.map_or(0, |it| scope.kind_set(&it, sink));
    }
}

/// Returns the kind whose letter was written as a header, as in `[piece.N]`. A kind with a letter of
/// its own, or one that extends another, is meant as a new kind.
fn kind_with_letter<'a>(scope: &'a Scope, index: usize, whole: &Whole) -> Option<&'a str> {
    let pieces = &scope.definition.pieces;
    let (name, piece) = &pieces[index];
    if whole.letter.is_some() || piece.extends.is_some() {
        return None;
    }
    let has_letter = |it: &Piece| it.letter.as_ref().is_some_and(|it| it.value.eq_ignore_ascii_case(&name.value));
    pieces.iter().find(|(_, it)| has_letter(it)).map(|(kind, _)| kind.value.as_str())
}

/// Returns the kind whose name an incomplete kind probably misspells.
fn misspelled_kind<'a>(scope: &'a Scope, index: usize, whole: &Whole) -> Option<&'a str> {
    let pieces = &scope.definition.pieces;
    let (name, piece) = &pieces[index];
    let lacks_all = whole.letter.is_none() && whole.movement.is_none() && whole.role.is_none();
    if !lacks_all || whole.open || piece.extends.is_some() {
        return None;
    }
    let complete = pieces.iter().filter(|(_, it)| it.letter.is_some() || it.extends.is_some());
    nearest(&name.value, complete.map(|(kind, _)| kind.value.as_str()))
}

/// Merges a kind with the kinds that it extends. Its own keys take precedence.
fn whole(scope: &Scope, index: usize, sink: &mut Diagnostics) -> Whole {
    let pieces = &scope.definition.pieces;
    let mut found = Whole::default();
    let mut at = index;
    let mut seen = vec![index];
    loop {
        let (_, piece): &(Spanned<String>, Piece) = &pieces[at];
        found.letter = found.letter.or_else(|| piece.letter.clone());
        found.movement = found.movement.or_else(|| piece.movement.clone());
        found.role = found.role.or_else(|| piece.role.clone());
        found.value = found.value.or_else(|| piece.value.clone());
        found.captured_as = found.captured_as.or_else(|| piece.captured_as.clone());
        found.hurdle = found.hurdle.or_else(|| piece.hurdle.clone());
        found.disturbed_by = found.disturbed_by.or_else(|| piece.disturbed_by.clone());
        let Some(parent) = &piece.extends else { break };
        // Only the kind that names a missing parent reports it.
        let mut elsewhere = Diagnostics::default();
        let Some(next) = scope.kind(parent, if at == index { &mut *sink } else { &mut elsewhere }) else {
            found.open = true;
            break;
        };
        at = next.index();
        if seen.contains(&at) {
            // Only the first kind of the cycle reports it.
            let cycle: Vec<&str> =
                seen.iter().skip_while(|it| **it != at).chain([&at]).map(|it| pieces[*it].0.value.as_str()).collect();
            if at == index && seen.iter().min() == Some(&index) {
                sink.error(Code::PieceCycle, parent.span, format!("the piece extends itself: {}", cycle.join(" -> ")))
                    .help(format!(
                        "remove `extends` from one of them, for example from `[piece.{}]`",
                        pieces[index].0.value
                    ));
            }
            found.open = true;
            break;
        }
        seen.push(at);
    }
    found
}

/// Returns the letter of a kind. Reports a letter that is missing, invalid or already used.
fn letter(
    name: &Spanned<String>,
    whole: &Whole,
    letters: &mut Vec<(String, Span)>,
    kinds: &[Kind],
    sink: &mut Diagnostics,
) -> String {
    let Some(letter) = &whole.letter else {
        if !whole.open {
            let example = format!("letter = \"{}\"", free_letter(&name.value, &captured(letters)));
            missing_key(name.span, &format!("[piece.{}]", name.value), "letter", Some(&example), sink)
                .help(format!("add `{example}`, one letter that no other piece has"));
        }
        letters.push((String::new(), name.span));
        return String::new();
    };
    if !is_letter(letter) {
        sink.error(Code::BadLetter, letter.span, format!("`{}` is not one letter", letter.value)).help(format!(
            "write one letter, A to Z, for example `letter = \"{}\"`",
            free_letter(&name.value, &captured(letters))
        ));
    }
    let other = letters.iter().position(|it| it.0.eq_ignore_ascii_case(letter));
    if let Some(other) = other {
        sink.error(
            Code::BadLetter,
            // An inherited letter fits its own file.
            if letter.span.file == name.span.file { letter.span } else { name.span },
            format!("`{}` and `{}` share the letter `{}`", kinds[other].name, name.value, letter.value),
        )
        .also(letters[other].1, "the other one")
        .help(format!(
            "{}give `[piece.{}]` a letter of its own, for example `letter = \"{}\"`",
            match nearest(&name.value, [kinds[other].name.as_str()]) {
                Some(near) if letter.span.file != name.span.file => {
                    format!("did you mean `[piece.{near}]`? To add another piece, ")
                }
                _ => String::new(),
            },
            name.value,
            free_letter(&name.value, &captured(letters))
        ));
    }
    letters.push((letter.0.clone(), name.span));
    letter.0.clone()
}

/// Returns the letters that are already used.
fn captured(letters: &[(String, Span)]) -> Vec<&str> {
    letters.iter().map(|it| it.0.as_str()).collect()
}

/// Returns an unused letter, from the name if possible, in the same case as the name.
pub(super) fn free_letter(name: &str, captured: &[&str]) -> char {
    let own = name.chars().filter(char::is_ascii_alphabetic);
    own.chain('a'..='z')
        .find(|it| !captured.iter().any(|letter| letter.eq_ignore_ascii_case(&it.to_string())))
        .unwrap_or('a')
}

/// Reports whether a text is one letter, A to Z.
pub(super) fn is_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [it] if it.is_ascii_alphabetic())
}

fn movement(text: &Spanned<Betza>, quadrants: bool, sink: &mut Diagnostics) -> Movement {
    if text.is_empty() {
        sink.error(Code::NoMovement, text.span, "the movement is empty")
            .help("write at least one atom, like `W`, or `none` for a piece that never moves");
        return Movement::default();
    }
    if ***text == *"none" {
        return Movement { text: text.to_string(), ..Movement::default() };
    }
    match betza::parse(text, quadrants) {
        Ok(movement) => movement,
        Err(error) => {
            // A plain string has one quote on each side. If characters are escaped, columns
            // cannot be computed.
            let plain = (text.span.end.saturating_sub(text.span.start)) as usize == text.len() + 2;
            let span = match plain {
                true => Span {
                    start: text.span.start + 1 + error.start as u32,
                    end: text.span.start + 1 + error.end as u32,
                    ..text.span
                },
                false => text.span,
            };
            sink.error(Code::BadBetza, span, error.message).help(
                "atoms are W F D A N C Z G H K Q R B, (m,n) and paths like [F?fR], modifiers m c e i o n p g z f b l r v s in \
                 front of them, for example `movement = \"fmWfcF\"`",
            );
            Movement { text: text.0.clone(), atoms: Vec::new() }
        }
    }
}
