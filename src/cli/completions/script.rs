//! Scripts with which shells complete commands.
//!
//! Input: the declaration of all commands. Output: a script. Does not know what a command does.

use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use super::ShellName;
use crate::catalog::games;
use crate::cli::{ExitResult, Io};

/// Prints the script of a shell.
pub fn print(shell: ShellName, command: Command, io: &mut Io<'_>) -> ExitResult {
    let shell = match shell {
        ShellName::Bash => Shell::Bash,
        ShellName::Zsh => Shell::Zsh,
        ShellName::Fish => Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_games(command), "threefold", &mut script);
    io.out.write_all(&script)?;
    Ok(0)
}

/// Gives every argument that names a rulebook the names of the catalog. Other names are files, which shells complete
/// themselves.
fn with_games(mut command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, |sub| {
            let is_variant = |it: &clap::Arg| {
                it.get_value_names()
                    .is_some_and(|all| all.iter().any(|it| ["VARIANT", "VARIANTS"].contains(&it.as_str())))
            };
            sub.mut_args(|it| match is_variant(&it) {
                true => it
                    .value_parser(PossibleValuesParser::new(games().map(|it| it.slug.as_str())))
                    .hide_possible_values(true),
                false => it,
            })
        });
    }
    command
}
