//! Options that `show` and `draw` share: how a picture looks, and where it goes.
//!
//! Input: arguments and a position. Output: a [`View`], or a written file. A file is written completely or not at
//! all, and replaces another one only with `--force`. Does not know how a board is drawn.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::number::number;
use super::{CliError, Io, file, input, terminal};
use crate::document::{Document, html};
use crate::draw::Album;
use crate::draw::{Theme, View};
use crate::notation::joined;
use crate::notation::picture::BoardMarks;
use crate::rulebook::Rulebook;
use crate::rules::{Move, Position, Variant};

/// Length of the longer side of a PNG in pixels, without `--size`.
const SIZE: u32 = 512;

/// Options for the appearance of a picture
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Pictures")]
pub(super) struct PictureArgs {
    /// View the board from this player's side
    #[arg(long, value_name = "S")]
    seat: Option<String>,
    /// Colors of the picture
    #[arg(long, value_enum, default_value_t)]
    theme: ThemeWord,
    /// Length of the longer side of a PNG, in pixels; 512 by default
    #[arg(long, value_name = "N", value_parser = number::<u32>(16..=8192, 512), allow_negative_numbers = true)]
    size: Option<u32>,
    /// Add a legend below the picture
    #[arg(long)]
    legend: bool,
    /// Draw lines where a step leaves the drawing and continues elsewhere, as through a center
    #[arg(long)]
    lines: bool,
    /// Leave out the names of files, ranks and squares
    #[arg(long)]
    bare: bool,
    /// Shade this zone of the rulebook; may be repeated
    #[arg(long, value_name = "NAME")]
    zone: Vec<String>,
    /// Mark the squares to which the piece on this square can move
    #[arg(long, value_name = "SQ")]
    select: Option<String>,
    /// Mark this move as the last move
    #[arg(long, value_name = "SQ-SQ")]
    last: Option<String>,
    /// Draw an arrow; may be repeated
    #[arg(long, value_name = "SQ-SQ")]
    arrow: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ThemeWord {
    /// Light or dark, as the reader's system is set; a PNG is light
    #[default]
    Auto,
    /// Light color theme
    Light,
    /// Dark color theme
    Dark,
    /// Black on white, for paper
    Print,
}

impl ThemeWord {
    /// Returns the colors of an SVG or of a PNG, which cannot adapt to the reader.
    pub fn theme(self, in_pixels: bool) -> Theme {
        match self {
            ThemeWord::Auto if in_pixels => Theme::Light,
            ThemeWord::Auto => Theme::Auto,
            ThemeWord::Light => Theme::Light,
            ThemeWord::Dark => Theme::Dark,
            ThemeWord::Print => Theme::Print,
        }
    }
}

impl PictureArgs {
    /// Returns the length of the longer side in pixels.
    pub fn size(&self) -> u32 {
        self.size.unwrap_or(SIZE)
    }

    /// Warns that a format without pixels has no size.
    pub fn warn_of_size(&self, io: &mut Io<'_>) -> std::io::Result<()> {
        match self.size {
            Some(_) => {
                writeln!(io.err, "warning: --size has no effect on an SVG\n  = help: draw a PNG: `-o board.png`")
            }
            None => Ok(()),
        }
    }

    /// Returns the view of a position, or of the empty board.
    pub fn view(&self, variant: &Variant, position: Option<&Position>, in_pixels: bool) -> Result<View, CliError> {
        let book = variant.rulebook();
        let last = |text: &String| -> Result<Move, CliError> {
            let (from, to) = input::pair(variant, position, text, true)?;
            Ok(Move::new(from, to))
        };
        let origin = |it| position.map_or_else(|| input::square(variant, it), |at| input::origin(at, it));
        let selected = self.select.as_deref().map(origin).transpose()?;
        let mut targets = position.map_or_else(Vec::new, Position::legal_moves);
        targets.retain(|it| selected.is_some() && it.origin() == selected);
        let arrow = |text: &String| input::pair(variant, position, text, false);
        Ok(View {
            seat: self.seat.as_deref().map(|it| seat(book, it)).transpose()?,
            theme: self.theme.theme(in_pixels),
            bare: self.bare,
            legend: self.legend,
            lines: self.lines,
            stock: !self.bare,
            last: self.last.as_ref().map(last).transpose()?,
            selected,
            targets,
            arrows: self.arrow.iter().map(arrow).collect::<Result<_, _>>()?,
            zones: self.zone.iter().map(|it| zone(book, it)).collect::<Result<_, _>>()?,
            ..View::default()
        })
    }
}

impl PictureArgs {
    /// Returns the marks of a board that is printed as text. Warns about options that only pictures have.
    pub fn marks(&self, position: &Position, io: &mut Io<'_>) -> Result<BoardMarks, CliError> {
        let view = self.view(position.variant(), Some(position), false)?;
        let unused = [
            ("--zone", !self.zone.is_empty()),
            ("--arrow", !self.arrow.is_empty()),
            ("--legend", self.legend),
            ("--lines", self.lines),
            ("--bare", self.bare),
            ("--theme", self.theme != ThemeWord::Auto),
            ("--size", self.size.is_some()),
        ];
        let unused: Vec<&str> = unused.into_iter().filter(|it| it.1).map(|it| it.0).collect();
        if !unused.is_empty() {
            let (names, verb) = (joined(&unused, "and"), if unused.len() == 1 { "has" } else { "have" });
            writeln!(io.err, "warning: {names} {verb} no effect on text\n  = help: draw a picture: `-o board.svg`")?;
        }
        let targets = view.targets.iter().map(|it| it.to).collect();
        Ok(BoardMarks { last: view.last, selected: view.selected, targets, seat: view.seat, ..BoardMarks::default() })
    }
}

fn seat(book: &Rulebook, name: &str) -> Result<crate::rulebook::SeatId, CliError> {
    book.seat(name).ok_or_else(|| {
        let names: Vec<&str> = book.seats.iter().map(|it| it.name.as_str()).collect();
        CliError::Usage(format!(
            "error: there is no player `{name}`\n  = help: the players are {}",
            joined(&names, "and")
        ))
    })
}

fn zone(book: &Rulebook, name: &str) -> Result<usize, CliError> {
    book.zones.iter().position(|it| it.name == name).ok_or_else(|| {
        let names: Vec<&str> = book.zones.iter().map(|it| it.name.as_str()).collect();
        let help = match names.is_empty() {
            true => "the rulebook has no zones".to_owned(),
            false => format!("the zones are {}", joined(&names, "and")),
        };
        CliError::Usage(format!("error: there is no zone `{name}`\n  = help: {help}"))
    })
}

/// Options for the destination of a picture.
#[derive(Debug, Default, Args)]
pub(super) struct OutputArgs {
    /// Write to this file; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Replace an existing file
    #[arg(long, requires = "output")]
    force: bool,
}

/// Advice on a file that exists.
const OTHER_FILE: &str = "give the name of a new file, or replace this one with --force";

impl OutputArgs {
    /// Reports whether the file name has this extension.
    pub fn ends_with(&self, extension: &str) -> bool {
        let path = self.output.as_ref().map(Path::new);
        path.and_then(Path::extension).is_some_and(|it| it.eq_ignore_ascii_case(extension))
    }

    /// Returns the extension of the file name.
    pub fn extension(&self) -> Option<String> {
        let extension = self.output.as_ref().and_then(|it| Path::new(it).extension());
        extension.map(|it| it.to_string_lossy().into_owned())
    }

    /// Returns the format of the answer: the given one, or the one that the extension of the file means, or the usual one.
    pub fn format<F: Copy + Default>(&self, given: Option<F>, extensions: &[(&str, F)]) -> F {
        let by_name = extensions.iter().find(|it| self.ends_with(it.0)).map(|it| it.1);
        given.or(by_name).unwrap_or_default()
    }

    /// Returns the width in which texts are wrapped: that of the terminal, unless they go to a file.
    pub fn text_width(&self, io: &Io<'_>) -> usize {
        if self.is_file() { usize::MAX } else { terminal::text_width(io) }
    }

    /// Reports whether the answer goes to a file.
    pub fn is_file(&self) -> bool {
        self.output.as_deref().is_some_and(|it| it != "-")
    }

    /// Reports an error if the answer cannot be written to the file, before the work that leads to the answer.
    pub fn check(&self) -> Result<(), CliError> {
        match self.output.as_deref().filter(|it| *it != "-") {
            Some(name) => file::check(Path::new(name), self.force).map(drop).map_err(|it| it.error(name, OTHER_FILE)),
            None => Ok(()),
        }
    }

    /// Writes the answer completely. Binary data needs an explicit destination.
    pub fn write(&self, bytes: &[u8], io: &mut Io<'_>) -> Result<(), CliError> {
        let Some(name) = self.output.as_deref().filter(|it| *it != "-") else {
            if self.output.is_none() && std::str::from_utf8(bytes).is_err() {
                let help = "give a destination with `-o FILE`; `-o -` is standard output";
                return Err(CliError::Usage(format!(
                    "error: a PNG picture cannot be printed as text\n  = help: {help}"
                )));
            }
            return Ok(io.out.write_all(bytes)?);
        };
        file::write(Path::new(name), bytes, self.force).map_err(|it| it.error(name, OTHER_FILE))?;
        writeln!(io.err, "Wrote `{name}`.")?;
        Ok(())
    }
}

/// Returns a document as one HTML page whose boards share their drawings.
pub(super) fn page(document: &Document) -> String {
    let mut album = Album::new();
    html(document, |it| it.drawn(&mut album))
}
