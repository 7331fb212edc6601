//! `show`: shows the board and the position, the resolved rulebook, or the graph.
//!
//! Input: a variant and a position. Output: text, JSON, FEN, a graph or a picture. Makes no decisions.

mod game;
mod unfinished;

use clap::{Args, ValueEnum};
use petgraph::dot::{Config, Dot};

use super::number::number;
use super::picture::{OutputArgs, PictureArgs};
use super::terminal::json_text;
use super::{CliError, ExitResult, Io, input, json as parts, recorded};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::draw::{Drawing, svg};
use crate::notation::joined;
use crate::notation::picture::{BoardMarks, board_text, picture_with};
use crate::notation::position::{FenObstacle, print_by_section, print_fen, print_fen4, print_list};
use crate::rules::{Position, Variant};

/// Show a position: the board as text or as a picture, the pieces, the barriers and the player to move
#[derive(Debug, Args)]
#[command(after_help = "Examples: threefold show chess --position 'w:Ke1,Ra1 b:Ke8 turn=w'\n          \
threefold show 3-man-chess --legend -o board.svg\n          \
threefold show chess --position '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1' --format fen")]
pub(super) struct ShowArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// Show this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Show the position after the moves of this file: PGN, or what `play` saves (`-` for standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "effective")]
    moves: Option<String>,
    /// Print the resolved rulebook with the origin of each value, and its hash
    #[arg(long, conflicts_with_all = ["position", "format"])]
    effective: bool,
    /// Output format; by default, it follows from the file name, or is text
    #[arg(long, value_enum)]
    format: Option<ShowFormat>,
    /// Draw the game of this record as an animated picture
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["position", "moves", "effective", "select", "last"])]
    animate: Option<String>,
    /// With --animate: draw a row of boards instead, one after every N actions
    #[arg(long, value_name = "N", requires = "animate", value_parser = number::<u16>(1..=20_000, 20), allow_negative_numbers = true)]
    row: Option<u16>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    picture: PictureArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShowFormat {
    /// Text for people
    Text,
    /// One JSON object
    Json,
    /// One line of X-FEN, or of FEN4 for more than two players, for boards that it fits
    Fen,
    /// One line of pieces with their sections (`WHWpe4`), for boards that have them
    Sections,
    /// The graph of squares and links, for Graphviz
    Dot,
    /// Vector graphics (SVG)
    Svg,
    /// Pixel graphics (PNG)
    Png,
}

/// The formats that follow from the extension of the output.
const EXTENSIONS: [(&str, ShowFormat); 6] = [
    ("svg", ShowFormat::Svg),
    ("png", ShowFormat::Png),
    ("json", ShowFormat::Json),
    ("fen", ShowFormat::Fen),
    ("dot", ShowFormat::Dot),
    ("txt", ShowFormat::Text),
];

/// Picture formats that are recognized in order to reject them.
const OTHERS: [&str; 7] = ["gif", "jpg", "jpeg", "webp", "bmp", "tiff", "pdf"];

pub(super) fn run(args: &ShowArgs, io: &mut Io<'_>) -> ExitResult {
    if args.effective {
        return effective(args, io);
    }
    let (variant, board) = rulebook(args, io)?;
    let by_name = EXTENSIONS.into_iter().find(|it| args.output.ends_with(it.0)).map(|it| it.1);
    if let (None, None, Some(other)) = (args.format, by_name, args.output.extension()) {
        if OTHERS.iter().any(|it| args.output.ends_with(it)) {
            let help = "use the extension `.svg` or `.png`, or give `--format`";
            return Err(CliError::Usage(format!("error: pictures cannot be written as `{other}`\n  = help: {help}\n")));
        }
        let known: Vec<String> = EXTENSIONS.iter().map(|it| format!("`.{}`", it.0)).collect();
        let help = format!("the extensions are {}; or give `--format`", joined(&known, "and"));
        return Err(CliError::Usage(format!("error: no format has the extension `.{other}`\n  = help: {help}\n")));
    }
    let format = args.format.or(by_name).unwrap_or(ShowFormat::Text);
    if format == ShowFormat::Dot {
        args.output.write(dot(&variant).as_bytes(), io)?;
        return Ok(0);
    }
    if let Some(record) = &args.animate {
        let game = recorded::game(&variant, record, None, io)?;
        let bytes = game::picture(&game, args, format == ShowFormat::Png)?;
        args.output.write(&bytes, io)?;
        return Ok(0);
    }
    let in_pixels = format == ShowFormat::Png;
    if args.position.is_none()
        && args.moves.is_none()
        && variant.start().is_none()
        && matches!(format, ShowFormat::Svg | ShowFormat::Png)
    {
        // Without a starting position, show the empty board.
        let view = args.picture.view(&variant, None, in_pixels)?;
        let svg = Drawing::new(&variant, view.seat).show(&[], &view);
        args.output.write(&drawn(&svg, in_pixels, &args.picture)?, io)?;
        return Ok(0);
    }
    let is_board = board.is_some();
    let (position, last) = match board {
        Some(board) => (board, None),
        None => recorded::after_moves(&variant, args.position.as_deref(), args.moves.as_deref(), io)?,
    };
    let bytes = match format {
        ShowFormat::Text if is_board => {
            format!("{}\n\n{}", variant.rulebook().name, board_text(&position, None)).into_bytes()
        }
        ShowFormat::Text => {
            let mut marks = args.picture.marks(&position, io)?;
            marks.last = marks.last.or(last);
            text(&position, &marks).into_bytes()
        }
        ShowFormat::Json => json(&position).into_bytes(),
        ShowFormat::Fen => fen(&position)?.into_bytes(),
        ShowFormat::Sections => by_section(&position)?.into_bytes(),
        _ => {
            let mut view = args.picture.view(&variant, Some(&position), in_pixels)?;
            view.last = view.last.or(last);
            if !in_pixels {
                args.picture.warn_of_size(io)?;
            }
            drawn(&svg(&position, &view), in_pixels, &args.picture)?
        }
    };
    args.output.write(&bytes, io)?;
    Ok(0)
}

/// Returns the rulebook. Also returns an empty board if there is no game to show: the file is a board, or a game that
/// lacks headers or a starting position.
fn rulebook(args: &ShowArgs, io: &mut Io<'_>) -> Result<(Variant, Option<Position>), CliError> {
    let asks_for_game = args.position.is_some() || args.moves.is_some() || args.animate.is_some();
    if asks_for_game || args.variant == "-" {
        return Ok((input::variant(&args.variant, io)?, None));
    }
    let checked = input::checked(&args.variant, io)?;
    let lacks_headers = |it: &Diagnostic| matches!(it.code, Code::MissingHeader | Code::NotAGame);
    let is_whole = checked.rulebook.is_some()
        || checked.diagnostics.items.iter().any(|it| it.severity == Severity::Error && !lacks_headers(it));
    if is_whole {
        let variant = input::variant(&args.variant, io)?;
        if variant.start().is_some() {
            return Ok((variant, None));
        }
    }
    if checked.resolved.as_ref().is_some_and(|it| !unfinished::has_board(it)) {
        return Err(CliError::Wrong(format!(
            "error: `{}` has no board, so there is nothing to show\nhelp: show a game that extends it, for example \
             `threefold show chess`\n",
            args.variant
        )));
    }
    let found = unfinished::board(&args.variant, &checked).map_err(|it| CliError::Wrong(format!("{it}\n")))?;
    let Some(board) = found else { return Ok((input::variant(&args.variant, io)?, None)) };
    let about = if is_whole { "has no starting position" } else { "is not a complete game" };
    writeln!(io.err, "note: `{}` {about}; only its board is shown", args.variant)?;
    Ok((board.variant().clone(), Some(board)))
}

/// Returns the bytes of a picture: the SVG itself, or a PNG.
pub(super) fn drawn(svg: &str, in_pixels: bool, options: &PictureArgs) -> Result<Vec<u8>, CliError> {
    match in_pixels {
        true => pixels(svg, options.size()),
        false => Ok(format!("{svg}\n").into_bytes()),
    }
}

#[cfg(feature = "png")]
fn pixels(svg: &str, size: u32) -> Result<Vec<u8>, CliError> {
    crate::draw::png(svg, size).map_err(|it| CliError::Usage(format!("error: {it}")))
}

#[cfg(not(feature = "png"))]
fn pixels(_: &str, _: u32) -> Result<Vec<u8>, CliError> {
    let help = "write an SVG (`-o board.svg`), or install it with PNG: `cargo install --path . --features png`";
    Err(CliError::Usage(format!("error: this build of threefold cannot write PNG pictures\n  = help: {help}")))
}

fn text(position: &Position, marks: &BoardMarks) -> String {
    let variant = position.variant();
    let name = &variant.rulebook().name;
    format!("{name} ({})\n\n{}\n{}\n", variant.slug(), picture_with(position, marks), print_list(position))
}

fn fen(position: &Position) -> Result<String, CliError> {
    let help = "the last line of `--format text` is the list form, which every command accepts";
    // FEN is for two players and FEN4 for more, so one of them has a reason that concerns the position.
    let line = print_fen(position).or_else(|error| {
        print_fen4(position).map_err(|other| if matches!(error.0, FenObstacle::Players { .. }) { other } else { error })
    });
    let line = line.map_err(|it| CliError::Wrong(format!("error: {it}\n  = help: {help}")))?;
    Ok(line + "\n")
}

fn by_section(position: &Position) -> Result<String, CliError> {
    let line = print_by_section(position).map_err(|it| CliError::Wrong(format!("error: {}", it.0)))?;
    Ok(line + "\n")
}

fn json(position: &Position) -> String {
    let book = position.variant().rulebook();
    let mut answer = parts::position(position);
    answer["squares"] = parts::board_squares(book);
    answer["links"] = parts::board_links(book);
    json_text(&answer) + "\n"
}

fn effective(args: &ShowArgs, io: &mut Io<'_>) -> ExitResult {
    let checked = input::checked(&args.variant, io)?;
    let text = input::findings(&checked.sources, &checked.diagnostics);
    if checked.is_unreadable() {
        return Err(CliError::Usage(text));
    }
    if checked.diagnostics.has_errors() {
        return Err(CliError::Wrong(text));
    }
    write!(io.err, "{text}")?;
    write!(io.out, "{}", checked.effective())?;
    Ok(0)
}

/// Returns the graph for Graphviz; `neato -n2` draws the squares at their coordinates.
fn dot(variant: &Variant) -> String {
    let board = variant.board();
    let instances = &variant.rulebook().barrier_instances;
    // Names come from a file, so quotes and backslashes in them are escaped.
    let quoted = |text: &str| format!("\"{}\"", text.escape_default());
    let node = |_: &_, (_, info): (_, &crate::board::SquareInfo)| {
        format!("label = {} pos = \"{:.0},{:.0}!\"", quoted(&info.name), info.x * 72.0, info.y * 72.0)
    };
    let edge = |_: &_, link: petgraph::graph::EdgeReference<'_, crate::board::Link, u32>| {
        let link = link.weight();
        let barriers: Vec<&str> = link.barriers.iter().map(|it| instances[usize::from(*it)].name.as_str()).collect();
        let barriers = if barriers.is_empty() { String::new() } else { format!(" {}", barriers.join(" ")) };
        format!("label = {}", quoted(&format!("{}{barriers}", board.heading_name(link.heading))))
    };
    let config = [Config::NodeNoLabel, Config::EdgeNoLabel];
    format!("{:?}", Dot::with_attr_getters(&board.graph, &config, &edge, &node))
}
