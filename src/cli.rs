//! The command line: what a person asks, and where the answer goes.
//!
//! In: arguments and three streams ([`Io`]), so that tests need no process. Out: an exit
//! code: 0 asked and answered, 1 something is wrong with a rulebook, a position or a
//! move, 2 usage or a file that cannot be read. Answers go to `out`, all else to `err`.
//! Refuses to know rules: each command asks the library and prints.

mod bench;
mod check;
mod compare;
mod draw;
mod explain;
mod explain_code;
mod file;
mod input;
mod list;
mod matrix;
mod moves;
mod new;
mod number;
mod perft;
mod picture;
mod play;
mod progress;
mod rules;
#[cfg(feature = "serve")]
mod serve;
#[cfg(not(feature = "serve"))]
#[path = "cli/without_server.rs"]
mod serve;
mod show;
mod terminal;
mod verify;
mod watch;

use std::any::TypeId;
use std::ffi::OsString;
use std::io::{BufRead, ErrorKind, Write};

use clap::{Parser, Subcommand, ValueEnum};

use crate::json;
use terminal::Cleaned;

/// The streams of a run.
pub struct Io<'a> {
    /// Standard input. It can be read beside other work, until it ends.
    pub input: &'a mut (dyn BufRead + Send),
    /// The answer.
    pub out: &'a mut dyn Write,
    /// Findings and complaints.
    pub err: &'a mut dyn Write,
    /// Whether a person sits at the input.
    pub is_terminal: bool,
}

impl std::fmt::Debug for Io<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Io").field("is_terminal", &self.is_terminal).finish_non_exhaustive()
    }
}

/// Why a command gives no answer.
#[derive(Debug)]
enum CliError {
    /// Something is wrong with a rulebook, a position or a move: exit code 1.
    Wrong(String),
    /// The question is wrong, or a file cannot be read: exit code 2.
    Usage(String),
    /// The answer cannot be written.
    Output(std::io::Error),
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        CliError::Output(error)
    }
}

/// What a command check_by: its exit code.
type ExitResult = Result<u8, CliError>;

/// Play, check and question rulebooks of chess for three (or two, or more)
#[derive(Debug, Parser)]
#[command(name = "threefold", version, term_width = 90, arg_required_else_help = true)]
#[command(after_help = "A VARIANT is a name that `threefold list` shows, a path to a TOML file, or `-` for \
standard input.\n\nExample: threefold play 3-man-chess")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::ListArgs),
    Check(check::CheckArgs),
    Reference(list::ReferenceArgs),
    Show(show::ShowArgs),
    Draw(draw::DrawArgs),
    Moves(moves::MovesArgs),
    Explain(explain::ExplainArgs),
    ExplainCode(explain_code::ExplainCodeArgs),
    New(new::NewArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Play(play::PlayArgs),
    Verify(verify::VerifyArgs),
    Matrix(matrix::MatrixArgs),
    Rules(rules::RulesArgs),
    Watch(watch::WatchArgs),
    Serve(serve::ServeArgs),
    Compare(compare::CompareArgs),
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON value
    Json,
}

/// Returns the names of all commands.
pub fn commands() -> Vec<String> {
    let told = <Cli as clap::CommandFactory>::command();
    told.get_subcommands().map(|it| it.get_name().to_owned()).collect()
}

/// Returns every option that takes a number: the name of its command, and its own.
pub fn numbers() -> Vec<(String, String)> {
    let types = [TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<f64>()];
    let is_number = |it: &&clap::Arg| types.iter().any(|ty| it.get_value_parser().type_id() == *ty);
    let told = <Cli as clap::CommandFactory>::command();
    let of = |command: &clap::Command| -> Vec<(String, String)> {
        let name = |it: &clap::Arg| it.get_long().unwrap_or_default().to_owned();
        command.get_arguments().filter(is_number).map(|it| (command.get_name().to_owned(), name(it))).collect()
    };
    told.get_subcommands().flat_map(of).collect()
}

/// Runs a command. `args` begins with the name of the program. Whatever it writes is safe for a terminal.
pub fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>) -> u8 {
    let (mut out, mut err) = (Cleaned(io.out), Cleaned(io.err));
    run_cleaned(args, &mut Io { input: io.input, out: &mut out, err: &mut err, is_terminal: io.is_terminal })
}

fn run_cleaned(args: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>) -> u8 {
    let error = match Cli::try_parse_from(args) {
        Ok(cli) => match dispatch(cli.command, io) {
            Ok(code) => io.out.flush().map(|()| code).map_err(CliError::Output),
            Err(error) => Err(error),
        },
        Err(asked) if asked.use_stderr() => Err(CliError::Usage(asked.render().to_string())),
        // Help and version are answers.
        Err(asked) => write!(io.out, "{}", asked.render()).map(|()| 0).map_err(CliError::Output),
    };
    let (text, code) = match error {
        Ok(code) => return code,
        Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return 0,
        Err(CliError::Output(error)) => (format!("error: the answer cannot be written: {error}\n"), 2),
        Err(CliError::Usage(text)) => (text, 2),
        Err(CliError::Wrong(text)) => (text, 1),
    };
    // What was written so far goes out first; with the streams gone there is nobody to tell.
    let _ = io.out.flush();
    let _ = write!(io.err, "{text}{}", if text.ends_with('\n') { "" } else { "\n" });
    let _ = io.err.flush();
    code
}

fn dispatch(command: Command, io: &mut Io<'_>) -> ExitResult {
    match command {
        Command::List(args) => list::list(&args, io),
        Command::Check(args) => check::run(&args, io),
        Command::Reference(args) => list::reference(&args, io),
        Command::Show(args) => show::run(&args, io),
        Command::Draw(args) => draw::run(&args, io),
        Command::Moves(args) => moves::run(&args, io),
        Command::Explain(args) => explain::run(&args, io),
        Command::ExplainCode(args) => explain_code::run(&args, io),
        Command::New(args) => new::run(&args, io),
        Command::Perft(args) => perft::run(&args, io),
        Command::Bench(args) => bench::run(&args, io),
        Command::Play(args) => play::run(&args, io),
        Command::Verify(args) => verify::run(&args, io),
        Command::Matrix(args) => matrix::run(&args, io),
        Command::Rules(args) => rules::run(&args, io),
        Command::Watch(args) => watch::run(&args, io),
        Command::Serve(args) => serve::run(&args, io),
        Command::Compare(args) => compare::run(&args, io),
    }
}
