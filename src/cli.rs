//! The command line: arguments, commands and exit codes.
//!
//! Input: arguments and three streams ([`Io`]), so that tests need no process. Output: an exit code. 0 is success;
//! 1 means that something is wrong with a rulebook, a position or a move; 2 means wrong usage or an unreadable
//! file; 130 means that Ctrl-C ended a lab. Answers go to `out`, everything else to `err`. Does not know rules: each command calls the library and
//! prints the result.

mod analyze;
mod bench;
mod check;
mod compare;
mod completions;
mod draw;
mod engine;
mod explain;
mod explain_code;
mod file;
mod fmt;
mod import;
mod input;
mod interrupt;
mod lab;
mod list;
mod lsp;
mod matches;
mod matrix;
mod moves;
mod new;
mod number;
mod oddities;
mod pager;
mod perft;
mod picture;
mod play;
mod progress;
mod record;
mod recorded;
mod rpc;
mod rules;
mod schema;
#[cfg(feature = "serve")]
mod serve;
#[cfg(not(feature = "serve"))]
#[path = "cli/without_server.rs"]
mod serve;
mod show;
mod terminal;
mod tune;
mod verify;
mod watch;

use std::any::TypeId;
use std::ffi::OsString;
use std::io::{BufRead, ErrorKind, Write};

use clap::{Parser, Subcommand, ValueEnum};

use crate::json;
pub use pager::Pager;
use terminal::Cleaned;

/// The input and output streams of a run.
pub struct Io<'a> {
    /// Standard input. Other work can continue while it is read.
    pub input: &'a mut (dyn BufRead + Send),
    /// Stream for answers, usually standard output.
    pub out: &'a mut dyn Write,
    /// Stream for findings and errors, usually standard error.
    pub err: &'a mut dyn Write,
    /// Whether the input is a terminal.
    pub is_terminal: bool,
}

impl std::fmt::Debug for Io<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Io").field("is_terminal", &self.is_terminal).finish_non_exhaustive()
    }
}

/// The reason why a command fails.
#[derive(Debug)]
enum CliError {
    /// Something is wrong with a rulebook, a position or a move: exit code 1.
    Wrong(String),
    /// Wrong usage, or an unreadable file: exit code 2.
    Usage(String),
    /// The answer cannot be written to the output.
    Output(std::io::Error),
}

impl CliError {
    /// Returns the message for an answer during a game: a line without `error: `.
    fn without_label(&self) -> String {
        match self {
            CliError::Wrong(text) | CliError::Usage(text) => {
                format!("{}\n", text.trim_start_matches("error: ").trim_end())
            }
            CliError::Output(error) => format!("{error}\n"),
        }
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        CliError::Output(error)
    }
}

/// The exit code of a command, or an error.
type ExitResult = Result<u8, CliError>;

/// Play, check and explore rulebooks for chess variants with two or more players
#[derive(Debug, Parser)]
#[command(name = "threefold", version, term_width = 90, arg_required_else_help = true)]
#[command(after_help = "A VARIANT is a name from `threefold list`, a path to a TOML file, or `-` for \
standard input.\n\nExit codes: 0 success; 1 something is wrong with a rulebook, position, move, case or record, or nothing was \
found; 2 wrong usage, or a file that cannot be read or written; 130 a lab that Ctrl-C ended.\n\nExample: threefold play \
3-man-chess")]
struct Cli {
    /// Color findings: auto, always or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, global = true, hide_possible_values = true)]
    color: ColorChoice,
    /// Do not print notes or warnings; for a game, print only the result
    #[arg(long, short, global = true)]
    quiet: bool,
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
    Import(import::ImportArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Tune(tune::TuneArgs),
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Record(record::RecordArgs),
    Verify(verify::VerifyArgs),
    Match(matches::MatchArgs),
    Lab(lab::LabArgs),
    Matrix(matrix::MatrixArgs),
    Rules(rules::RulesArgs),
    Watch(watch::WatchArgs),
    Serve(serve::ServeArgs),
    Compare(compare::CompareArgs),
    Engine(engine::EngineArgs),
    Rpc(rpc::RpcArgs),
    Lsp(lsp::LspArgs),
    Fmt(fmt::FmtArgs),
    Schema(schema::SchemaArgs),
    Completions(completions::CompletionsArgs),
    Man(completions::ManualArgs),
}

/// When the output has colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ColorChoice {
    /// In a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always, even in a file
    Always,
    /// Never, not even in a terminal
    Never,
}

/// Returns the error of a command that this build lacks.
#[cfg(not(feature = "tools"))]
fn lacks_tools(task: &str) -> CliError {
    let help = "install it with them: `cargo install --path . --features tools`";
    CliError::Usage(format!("error: this build of threefold cannot {task}\n  = help: {help}"))
}

/// The output format of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for people
    #[default]
    Text,
    /// One JSON value
    Json,
}

/// Returns the names of all commands.
pub fn commands() -> Vec<String> {
    let cli = <Cli as clap::CommandFactory>::command();
    cli.get_subcommands().map(|it| it.get_name().to_owned()).collect()
}

/// Returns every option that takes a number: the name of its command, and its own.
pub fn numbers() -> Vec<(String, String)> {
    let types = [TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<f64>()];
    let is_number = |it: &&clap::Arg| types.iter().any(|ty| it.get_value_parser().type_id() == *ty);
    let cli = <Cli as clap::CommandFactory>::command();
    let of = |command: &clap::Command| -> Vec<(String, String)> {
        let options = command.get_arguments().filter(is_number).filter_map(|it| it.get_long());
        options.map(|it| (command.get_name().to_owned(), it.to_owned())).collect()
    };
    cli.get_subcommands().flat_map(of).collect()
}

/// Runs a command. `args` starts with the name of the program. All output is safe for a terminal.
pub fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>) -> u8 {
    run_in(args, io, false)
}

/// Runs a command like [`run`]. `has_colors` says whether both output streams are terminals with colors.
pub fn run_in(args: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>, has_colors: bool) -> u8 {
    terminal::set_styled(has_colors);
    let (mut out, mut err) = (Cleaned(io.out), Cleaned(io.err));
    run_cleaned(args, &mut Io { input: io.input, out: &mut out, err: &mut err, is_terminal: io.is_terminal })
}

fn run_cleaned(args: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>) -> u8 {
    let error = match Cli::try_parse_from(args) {
        Ok(cli) => match dispatch(cli, io) {
            Ok(code) => match io.out.flush() {
                // The reader has seen enough, but the verdict of the command counts.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::Output(error)),
                _ => Ok(code),
            },
            Err(error) => Err(error),
        },
        Err(message) if message.use_stderr() => Err(CliError::Usage(message.render().to_string())),
        // Clap reports help and version as errors, but they are answers.
        Err(message) => write!(io.out, "{}", message.render()).map(|()| 0).map_err(CliError::Output),
    };
    let (text, code) = match error {
        Ok(code) => return code,
        Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return 0,
        Err(CliError::Output(error)) => (format!("error: the answer cannot be written: {error}\n"), 2),
        Err(CliError::Usage(text)) => (text, 2),
        Err(CliError::Wrong(text)) => (text, 1),
    };
    // Flush the answer first. If the streams are closed, there is no way to report an error.
    let _ = io.out.flush();
    let _ = write!(io.err, "{text}{}", if text.ends_with('\n') { "" } else { "\n" });
    let _ = io.err.flush();
    code
}

fn dispatch(cli: Cli, io: &mut Io<'_>) -> ExitResult {
    match cli.color {
        ColorChoice::Auto => {}
        ColorChoice::Always => terminal::set_styled(true),
        ColorChoice::Never => terminal::set_styled(false),
    }
    let mut nowhere = std::io::sink();
    // Errors are printed later, and are never left out.
    let err: &mut dyn Write = if cli.quiet { &mut nowhere } else { &mut *io.err };
    // A command that gives a verdict reaches it even if the reader of its output has seen enough.
    let mut whole = terminal::UntilClosed(&mut *io.out);
    let gives_verdict = matches!(cli.command, Command::Check(_) | Command::Record(_) | Command::Verify(_));
    let out: &mut dyn Write = if gives_verdict { &mut whole } else { &mut *whole.0 };
    let io = &mut Io { input: &mut *io.input, out, err, is_terminal: io.is_terminal };
    match cli.command {
        Command::List(args) => list::list(&args, io),
        Command::Check(args) => check::run(&args, io),
        Command::Reference(args) => list::reference(&args, io),
        Command::Show(args) => show::run(&args, io),
        Command::Draw(args) => draw::run(&args, io),
        Command::Moves(args) => moves::run(&args, io),
        Command::Explain(args) => explain::run(&args, io),
        Command::ExplainCode(args) => explain_code::run(&args, io),
        Command::New(args) => new::run(&args, io),
        Command::Import(args) => import::run(&args, io),
        Command::Perft(args) => perft::run(&args, io),
        Command::Bench(args) => bench::run(&args, io),
        Command::Tune(args) => tune::run(&args, io),
        Command::Play(args) => play::run(&args, cli.quiet, io),
        Command::Analyze(args) => analyze::run(&args, io),
        Command::Record(args) => record::run(&args, io),
        Command::Verify(args) => verify::run(&args, io),
        Command::Match(args) => matches::run(&args, io),
        Command::Lab(args) => lab::run(&args, io),
        Command::Matrix(args) => matrix::run(&args, io),
        Command::Rules(args) => rules::run(&args, io),
        Command::Watch(args) => watch::run(&args, io),
        Command::Serve(args) => serve::run(&args, io),
        Command::Compare(args) => compare::run(&args, io),
        Command::Engine(args) => engine::run(&args, io),
        Command::Rpc(args) => rpc::run(&args, io),
        Command::Lsp(args) => lsp::run(&args, io),
        Command::Fmt(args) => fmt::run(&args, io),
        Command::Schema(args) => schema::run(&args, io),
        Command::Completions(args) => completions::completions(&args, <Cli as clap::CommandFactory>::command(), io),
        Command::Man(args) => completions::man(&args, <Cli as clap::CommandFactory>::command(), io),
    }
}
