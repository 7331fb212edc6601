//! `play`: a game in the terminal, or the moves that come in, or bots among themselves.
//!
//! With a person at the input the board is drawn and commands are understood; otherwise
//! moves and commands are taken line by line, and the first that cannot be carried out
//! ends the run with exit code 1 and its reason.

mod command;
mod lines;
mod session;

use clap::Args;

use super::number::number;
use super::{CliError, ExitResult, Io, input};
use crate::bot::{Bot, Style};
use crate::game::Game;
use crate::rules::Variant;
use lines::Lines;
use session::{Player, TerminalSession};

/// Play a game: by hand, from a file, or let bots play
#[derive(Debug, Args)]
#[command(after_help = "Where standard input is no terminal, the moves and commands in it are played: one or \
several to a line,\n`#` begins a comment. With every seat a bot, nothing is read and a whole game is played, of \
2000 moves at most.\n\nA move is from and to (e2-e4), or the notation of the game. A square without its section is in the section of the \
player to move. A promotion is typed (e7-e8=Q) where there is a choice.\n\nExample: threefold play 3-man-chess --seat gray=greedy --seat black=random")]
pub(super) struct PlayArgs {
    /// Name, path, or `-`
    variant: String,
    /// Who plays for a seat: human, random (any move) or greedy (takes what it can); NAME `all` is every seat
    #[arg(long = "seat", value_name = "NAME=WHO", value_parser = seat_choice)]
    seats: Vec<(String, Option<Style>)>,
    /// Begin with this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Make the bots play another game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX, 7), allow_negative_numbers = true)]
    seed: u64,
    /// Play the moves of this file first (`-` is standard input)
    #[arg(long, value_name = "FILE")]
    moves: Option<String>,
    /// Print the end only
    #[arg(long)]
    quiet: bool,
}

fn seat_choice(text: &str) -> Result<(String, Option<Style>), String> {
    let (name, who) = text.split_once('=').ok_or("write NAME=WHO, as white=random")?;
    match who {
        "human" => Ok((name.to_owned(), None)),
        "random" => Ok((name.to_owned(), Some(Style::Random))),
        "greedy" => Ok((name.to_owned(), Some(Style::Greedy))),
        _ => Err(format!("`{who}` is no player: write human, random or greedy")),
    }
}

pub(super) fn run(args: &PlayArgs, io: &mut Io<'_>) -> ExitResult {
    let users = [&args.variant].into_iter().chain(&args.position).chain(&args.moves).filter(|it| *it == "-").count();
    if users > 1 {
        return Err(CliError::Usage("error: standard input can be read once only".to_owned()));
    }
    let variant = input::variant(&args.variant, io)?;
    let game = Game::from_position(input::position(&variant, args.position.as_deref(), io)?);
    let players = players(args, &variant)?;
    let lines = match args.moves.as_deref() {
        Some("-") => Lines::of(&input::utf8(input::standard_input(io)?)?),
        Some(path) => Lines::of(&moves_of(path)?),
        None => Lines::default(),
    };
    // A file of moves says all; so does a game of bots. Only a person is asked besides.
    let listens = io.is_terminal || (args.moves.is_none() && users == 0);
    TerminalSession::new(game, players, lines, listens, args.quiet, io).run()
}

fn players(args: &PlayArgs, variant: &Variant) -> Result<Vec<Player>, CliError> {
    let book = variant.rulebook();
    let mut styles: Vec<Option<Style>> = vec![None; book.seats.len()];
    for (name, style) in &args.seats {
        match book.seat(name) {
            Some(seat) => styles[seat.index()] = *style,
            None if name == "all" => styles.fill(*style),
            None => {
                let names: Vec<&str> = book.seats.iter().map(|it| it.name.as_str()).collect();
                let text = format!("error: there is no seat `{name}`: the seats are {}", names.join(", "));
                return Err(CliError::Usage(text));
            }
        }
    }
    // Each bot has a stream of its own, so that one bot's choices do not move another's.
    let seed = |seat: usize| args.seed.wrapping_add((seat as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let player =
        |(seat, style): (usize, Option<Style>)| style.map_or(Player::Human, |it| Player::Bot(Bot::new(it, seed(seat))));
    Ok(styles.into_iter().enumerate().map(player).collect())
}

fn moves_of(path: &str) -> Result<String, CliError> {
    input::utf8(input::file(path)?)
}
