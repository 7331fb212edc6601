//! Input that several commands share: variants, positions, squares.
//!
//! Input: arguments and standard input. Output: the parsed values, or an error with advice. Does not know commands.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::oddities::notes;
use super::terminal::is_styled;
use super::{CliError, Io};
use crate::board::Square;
use crate::bot::BotError;
use crate::diagnostic::{Diagnostics, Sources, counted, render, render_colored};
use crate::load::{Checked, Input, Loaded, MAX_BYTES, check, in_words, load_input};
use crate::notation::name::{own_section_first, square_help};
use crate::notation::{joined, position};
use crate::rulebook::SeatId;
use crate::rules::{Position, Variant};

/// Maximum number of candidates that a message lists.
const MAX_CANDIDATES: usize = 9;

/// Reads all of standard input, up to one byte more than the maximum file size.
pub(super) fn standard_input(io: &mut Io<'_>) -> Result<Vec<u8>, CliError> {
    bytes(io.input).map_err(|it| CliError::Usage(format!("error: standard input cannot be read: {it}")))
}

fn bytes(source: &mut dyn BufRead) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map(|_| bytes)
}

/// Checks a rulebook given by name, path, or `-`.
pub(super) fn checked(name: &str, io: &mut Io<'_>) -> Result<Checked, CliError> {
    Ok(match name {
        "-" => check(Input::Text("-", &standard_input(io)?)),
        name => check(Input::Name(name)),
    })
}

/// Loads a game given by name, path, or `-`. Prints on the error stream whether there are warnings.
pub(super) fn variant(name: &str, io: &mut Io<'_>) -> Result<Variant, CliError> {
    loaded(name, io).map(|it| it.variant)
}

/// Loads a game in the same way, and returns it with its definition.
pub(super) fn loaded(name: &str, io: &mut Io<'_>) -> Result<Loaded, CliError> {
    let loaded = match name {
        "-" => load_input(Input::Text("-", &standard_input(io)?)),
        name => load_input(Input::Name(name)),
    };
    match loaded {
        Ok(loaded) => {
            // Only the check finds all of them, so they are not counted here.
            if !loaded.warnings.items.is_empty() {
                writeln!(io.err, "warnings: see `threefold check {name}`")?;
            }
            Ok(loaded)
        }
        Err(error) => {
            let text = findings(&error.sources, &error.diagnostics);
            Err(if error.is_unreadable() { CliError::Usage(text) } else { CliError::Wrong(text) })
        }
    }
}

/// Returns what `--seat NAME=WHAT` gives each seat. The name `all` means the seats that have nothing of their own.
///
/// # Errors
/// Fails for an unknown seat, and for one that is named twice.
pub(super) fn by_seat<T: Clone>(given: &[(String, T)], variant: &Variant) -> Result<Vec<Option<T>>, CliError> {
    let book = variant.rulebook();
    let mut seats: Vec<Option<T>> = vec![None; book.seats.len()];
    let mut others = None;
    for (name, what) in given {
        let place = match book.seat(name) {
            Some(seat) => &mut seats[seat.index()],
            None if name == "all" => &mut others,
            None => {
                let names: Vec<&str> = book.seats.iter().map(|it| it.name.as_str()).collect();
                let text = format!("error: there is no seat `{name}`: the seats are {}", names.join(", "));
                return Err(CliError::Usage(text));
            }
        };
        if place.replace(what.clone()).is_some() {
            return Err(CliError::Usage(format!("error: --seat names `{name}` twice\n  = help: remove one --seat")));
        }
    }
    Ok(seats.into_iter().map(|it| it.or_else(|| others.clone())).collect())
}

/// Prints findings for people, with a blank line after each.
pub(super) fn findings(sources: &Sources, diagnostics: &Diagnostics) -> String {
    let render = if is_styled() { render_colored } else { render };
    diagnostics.items.iter().map(|it| format!("{}\n\n", render(sources, it))).collect()
}

/// Returns the requested position, or the starting position, after its outcomes are settled.
pub(super) fn position(variant: &Variant, text: Option<&str>, io: &mut Io<'_>) -> Result<Position, CliError> {
    match text {
        Some("-") => parsed(variant, &utf8("-", standard_input(io)?)?, io),
        Some(text) => parsed(variant, text, io),
        None => variant.start().ok_or_else(|| {
            CliError::Usage(format!("error: `{}` has no starting position: give one with --position", variant.slug()))
        }),
    }
}

/// Refuses a limit of moves that a game reaches before its opening is complete. `openings` is the number of random moves.
pub(super) fn check_limit(plies: u32, openings: u32) -> Result<(), CliError> {
    if plies >= openings {
        return Ok(());
    }
    Err(CliError::Usage(format!(
        "error: --plies {plies} ends a game before its opening, which has {}\n  = help: write a larger number after \
         --plies, or a smaller one after --openings, such as --openings 0",
        counted(openings, "random move")
    )))
}

/// Returns the error of a bot. A file of weights that cannot be read is an error of usage.
pub(super) fn bot_error(error: &BotError) -> CliError {
    let text = format!("error: {error}");
    match error {
        BotError::UnreadableWeights { .. } | BotError::LargeWeights { .. } => CliError::Usage(text),
        _ => CliError::Wrong(text),
    }
}

/// Opens a file; `None` for `-`, which is standard input.
pub(super) fn open(path: &str) -> Result<Option<BufReader<File>>, CliError> {
    if path == "-" {
        return Ok(None);
    }
    if Path::new(path).is_dir() {
        return Err(unreadable(path, "it is a directory"));
    }
    File::open(path).map(|it| Some(BufReader::new(it))).map_err(|it| unreadable(path, &in_words(&it)))
}

/// Returns an open file, or standard input.
pub(super) fn source<'a>(
    file: &'a mut Option<BufReader<File>>,
    io: &'a mut (dyn BufRead + Send),
) -> &'a mut dyn BufRead {
    match file {
        Some(file) => file,
        None => io,
    }
}

/// Returns the error of a file that cannot be read.
pub(super) fn unreadable(path: &str, reason: &str) -> CliError {
    CliError::Usage(format!("error: `{path}` cannot be read: {reason}"))
}

/// Reads the whole text of an open file, up to the maximum size.
pub(super) fn text(path: &str, source: &mut dyn BufRead) -> Result<String, CliError> {
    let bytes = bytes(source).map_err(|it| unreadable(path, &in_words(&it)))?;
    if bytes.len() > MAX_BYTES {
        return Err(CliError::Usage(format!("error: `{path}` is too large: the maximum is {MAX_BYTES} bytes")));
    }
    utf8(path, bytes)
}

/// Reads a position and settles it. Notes on the error stream say what is unusual about it.
fn parsed(variant: &Variant, text: &str, io: &mut Io<'_>) -> Result<Position, CliError> {
    let written =
        position::parse_unsettled(variant, text).map_err(|it| CliError::Wrong(position::render(text, &it)))?;
    let before = written.as_position().clone();
    let settled = written.settle();
    for note in notes(&before, &settled) {
        writeln!(io.err, "note: {note}")?;
    }
    Ok(settled)
}

/// Returns bytes as text, without a byte order mark.
fn utf8(path: &str, bytes: Vec<u8>) -> Result<String, CliError> {
    let text = String::from_utf8(bytes).map_err(|it| {
        let before = &it.as_bytes()[..it.utf8_error().valid_up_to()];
        let (at, line) = (before.len(), before.iter().filter(|it| **it == b'\n').count() + 1);
        let what = if path == "-" { "standard input".to_owned() } else { format!("`{path}`") };
        let why = format!("{what} is not UTF-8 text: byte {at}, on line {line}, is invalid");
        CliError::Usage(format!("error: {why}\n  = help: save it as UTF-8"))
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Returns the square with this name. The section may be left out, as in a typed move. In that case, the square is in
/// the player's own section if a move starts there, or else the only square from which a move starts.
pub(super) fn origin(position: &Position, name: &str) -> Result<Square, CliError> {
    let (variant, board) = (position.variant(), position.variant().board());
    if let Some(square) = board.square(name) {
        return Ok(square);
    }
    let sections = own_section_first(variant.rulebook(), position.turn());
    let all: Vec<Square> = sections.iter().filter_map(|it| board.square(&format!("{it}{name}"))).collect();
    let moves = position.legal_moves();
    let begins = |it: &Square| moves.iter().any(|mv| mv.origin() == Some(*it));
    let movable: Vec<Square> = all.iter().copied().filter(begins).collect();
    match (all.first(), &movable[..]) {
        (None, _) => square(variant, name),
        (Some(own), _) if begins(own) => Ok(*own),
        (Some(own), []) => Ok(*own),
        (_, [only]) => Ok(*only),
        _ => {
            let names: Vec<String> = movable.iter().map(|it| format!("`{}`", board.name(*it))).collect();
            let help = format!("write {}", joined(&names, "or"));
            Err(CliError::Wrong(format!("error: `{name}` can mean several squares\n  = help: {help}")))
        }
    }
}

/// Returns the two squares of a last move or of an arrow, written as in `e2-e4`. Sections may be left out, as in a
/// typed move. A last move is the pair whose piece has arrived. An arrow is a legal move, or else the pair in the
/// section of the player to move.
pub(super) fn pair(
    variant: &Variant,
    position: Option<&Position>,
    text: &str,
    is_last: bool,
) -> Result<(Square, Square), CliError> {
    let (from, to) = text.split_once('-').ok_or_else(|| {
        CliError::Usage(format!("error: `{text}` is not a pair of squares\n  = help: write it as in `e2-e4`"))
    })?;
    let board = variant.board();
    let sections = own_section_first(variant.rulebook(), position.map_or(SeatId(0), Position::turn));
    let squares = |name: &str| -> Result<Vec<Square>, CliError> {
        if let Some(whole) = board.square(name) {
            return Ok(vec![whole]);
        }
        let all: Vec<Square> = sections.iter().filter_map(|it| board.square(&format!("{it}{name}"))).collect();
        if all.is_empty() { square(variant, name).map(|it| vec![it]) } else { Ok(all) }
    };
    let (froms, tos) = (squares(from)?, squares(to)?);
    let all: Vec<(Square, Square)> = froms.iter().flat_map(|from| tos.iter().map(|to| (*from, *to))).collect();
    let legal = position.map_or_else(Vec::new, Position::legal_moves);
    let fits = |(from, to): &(Square, Square)| match (is_last, position) {
        (true, Some(position)) => position.piece_at(*from).is_none() && position.piece_at(*to).is_some(),
        _ => legal.iter().any(|it| (it.origin(), it.to) == (Some(*from), *to)),
    };
    let fitting: Vec<(Square, Square)> = all.iter().copied().filter(fits).collect();
    match (&all[..], &fitting[..]) {
        ([only], _) | (_, [only]) => Ok(*only),
        _ if !is_last && position.is_some() => Ok((froms[0], tos[0])),
        _ => {
            // Without a better candidate, pairs within one section come first.
            let within: Vec<(Square, Square)> = froms.iter().copied().zip(tos.iter().copied()).collect();
            let candidates = if fitting.is_empty() { &within } else { &fitting };
            let names = candidates.iter().take(MAX_CANDIDATES);
            let names: Vec<String> = names.map(|it| format!("`{}-{}`", board.name(it.0), board.name(it.1))).collect();
            let help = format!("write {}", joined(&names, "or"));
            Err(CliError::Wrong(format!("error: `{text}` can mean several pairs of squares\n  = help: {help}")))
        }
    }
}

/// Returns the square with exactly this name.
pub(super) fn square(variant: &Variant, name: &str) -> Result<Square, CliError> {
    variant.board().square(name).ok_or_else(|| {
        let help = square_help(variant.rulebook(), name);
        CliError::Wrong(format!("error[no-such-square]: there is no square `{name}`\n  = help: {help}"))
    })
}
