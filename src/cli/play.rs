//! `play`: plays a game in the terminal, from a file, or between bots.
//!
//! Input: a variant, players, moves. Output: the game as text. In a terminal, the board is drawn and commands are
//! available. Otherwise, moves and commands are read line by line, and the first one that fails ends the run with
//! exit code 1 and a reason. Does not know any rules.

mod advice;
mod answers;
mod command;
mod lines;
mod session;

use std::time::Duration;

use clap::Args;

use super::number::number;
use super::recorded::RecordWriter;
use super::{CliError, ExitResult, Io, input, recorded};
use crate::bot::{Bot, Style};
use crate::game::Game;
use lines::Lines;
use session::{Player, TerminalSession};

/// Maximum time of a level for one move, if a person waits for it.
const LEVEL_TIME: Duration = Duration::from_secs(5);

/// Play a game in the terminal, from a file, or between bots
#[derive(Debug, Args)]
#[command(after_help = "If standard input is not a terminal, it is read line by line: a line has \
one or several moves, or one command; `#` starts a comment. If every seat is a bot, the program reads no input and plays a whole game of at most 2000 \
moves.\n\nA move is the origin and the destination (e2-e4), or the notation of the game. A square without its section \
is in the section of the player to move. Type the promotion (e7-e8=Q) if there is a choice.\n\nExample: threefold play 3-man-chess --seat gray=greedy --seat black=random")]
pub(super) struct PlayArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// Player for a seat: human, a level (beginner, casual, club, expert or full), random (any move), greedy
    /// (captures if possible), a search with its budget for each move, such as brs:2000 (nodes) or mcts:2s (time), or
    /// in chess another program, such as uci:stockfish,elo=1700; the NAME `all` means every other seat
    #[arg(long = "seat", value_name = "NAME=WHO", value_parser = seat_choice)]
    seats: Vec<(String, Option<Style>)>,
    /// Start from this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Seed of the bots; another seed plays another game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX, 7), allow_negative_numbers = true)]
    seed: u64,
    /// File of moves to play first: PGN, or what `play` saves (`-` for standard input). The moves after them are read
    /// from standard input
    #[arg(long, value_name = "FILE")]
    moves: Option<String>,
}

fn seat_choice(text: &str) -> Result<(String, Option<Style>), String> {
    let (name, who) = text.split_once('=').ok_or("write NAME=WHO, for example white=random")?;
    if let Some((one, next)) = who.split_once(',').filter(|it| it.0 == "human") {
        return Err(format!("a person has no options: write `--seat {name}={one} --seat {next}` for two players"));
    }
    match who {
        "human" => Ok((name.to_owned(), None)),
        _ => Style::parse(who).map(|it| (name.to_owned(), Some(it))).map_err(|it| {
            match it.help.starts_with("the bots") {
                true => format!("{it}, and `human` for a person"),
                false => it.to_string(),
            }
        }),
    }
}

/// Plays a game. If `quiet`, prints only the result.
pub(super) fn run(args: &PlayArgs, quiet: bool, io: &mut Io<'_>) -> ExitResult {
    let users = [&args.variant].into_iter().chain(&args.position).chain(&args.moves).filter(|it| *it == "-").count();
    if users > 1 {
        return Err(CliError::Usage("error: standard input can be read only once".to_owned()));
    }
    let variant = input::variant(&args.variant, io)?;
    let given = args.position.as_deref().map(|it| input::position(&variant, Some(it), io)).transpose()?;
    let (start, lines, record) = match args.moves.as_deref() {
        Some(path) => {
            let found = recorded::moves_to_play(&variant, path, given, io)?;
            (found.start, Lines::of(&found.moves), found.record)
        }
        None => (given, Lines::default(), None),
    };
    let start = start.map_or_else(|| input::position(&variant, None, io), Ok)?;
    let game = Game::from_position(start);
    let players = players(args, &game, io)?;
    // The moves of a file come first, then those of standard input, unless something else was read from there.
    let listens = io.is_terminal || users == 0;
    TerminalSession::new(game, players, lines, listens, quiet, io)
        .writing(RecordWriter::new(Some(&args.variant), record))
        .run()
}

fn players(args: &PlayArgs, game: &Game, io: &mut Io<'_>) -> Result<Vec<Player>, CliError> {
    let variant = game.variant();
    let styles = input::by_seat(&args.seats, variant)?;
    // Each bot has its own random stream, so that one bot's choices do not affect another's.
    let seed = |seat: usize| args.seed.wrapping_add((seat as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let player = |(seat, style): (usize, Option<Style>)| {
        let Some(style) = style else { return Ok(Player::Human) };
        let evaluator = style.evaluator(variant).map_err(|it| input::bot_error(&it))?;
        if let Some(note) = style.note(evaluator.as_ref(), variant) {
            writeln!(io.err, "{note}")?;
        }
        // A person waits for a level. Without a terminal, the moves do not depend on the machine.
        let is_awaited = io.is_terminal && matches!(style, Style::Level(_));
        let mut bot = Bot::new(style, seed(seat)).with_evaluator(evaluator);
        bot.prepare(game).map_err(|it| CliError::Wrong(format!("error: {it}")))?;
        Ok(Player::Bot(Box::new(if is_awaited { bot.with_time_limit(LEVEL_TIME) } else { bot })))
    };
    styles.into_iter().map(Option::flatten).enumerate().map(player).collect()
}
