//! `completions` and `man`: what shells and manuals need to know about the command.
//!
//! Input: the declaration of all commands. Output: a script for a shell, or pages of a manual. Does not know what a
//! command does.

#[cfg(feature = "tools")]
mod pages;
#[cfg(feature = "tools")]
mod script;

use clap::{Args, Command, ValueEnum};

use super::picture::OutputArgs;
use super::{ExitResult, Io};

/// Print a script with which a shell completes commands, options and names of games
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
threefold completions bash > ~/.local/share/bash-completion/completions/threefold\n  \
threefold completions zsh > ~/.zfunc/_threefold\n  \
threefold completions fish > ~/.config/fish/completions/threefold.fish")]
// Without the feature, the arguments are parsed and ignored.
#[cfg_attr(not(feature = "tools"), allow(dead_code))]
pub(super) struct CompletionsArgs {
    /// The shell that completes
    #[arg(value_enum)]
    shell: ShellName,
}

/// A shell that can complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShellName {
    /// The GNU shell Bash
    Bash,
    /// The Z shell
    Zsh,
    /// The shell Fish
    Fish,
}

/// Print the manual of a command, for `man`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples: threefold man moves | man -l -\n          threefold man --all /usr/local/share/man/man1"
)]
// Without the feature, the arguments are parsed and ignored.
#[cfg_attr(not(feature = "tools"), allow(dead_code))]
pub(super) struct ManualArgs {
    /// A command, such as `moves` or `record check`; without one, the manual of the program
    #[arg(conflicts_with = "all")]
    command: Vec<String>,
    /// Write the manuals of all commands into this folder, which is created if need be
    #[arg(long, value_name = "FOLDER")]
    all: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the script of a shell.
#[cfg(feature = "tools")]
pub(super) fn completions(args: &CompletionsArgs, command: Command, io: &mut Io<'_>) -> ExitResult {
    script::print(args.shell, command, io)
}

/// Prints or writes manuals.
#[cfg(feature = "tools")]
pub(super) fn man(args: &ManualArgs, command: Command, io: &mut Io<'_>) -> ExitResult {
    pages::print(args, command, io)
}

#[cfg(not(feature = "tools"))]
pub(super) fn completions(_: &CompletionsArgs, _: Command, _: &mut Io<'_>) -> ExitResult {
    Err(super::lacks_tools("write completions"))
}

#[cfg(not(feature = "tools"))]
pub(super) fn man(_: &ManualArgs, _: Command, _: &mut Io<'_>) -> ExitResult {
    Err(super::lacks_tools("write manuals"))
}
