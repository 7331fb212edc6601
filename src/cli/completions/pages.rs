//! Pages of the manual.
//!
//! Input: the declaration of all commands. Output: pages in the language of `man`. Does not know what a command does.

use clap::Command;

use super::ManualArgs;
use crate::cli::{CliError, ExitResult, Io, file};

/// Prints or writes manuals.
pub fn print(args: &ManualArgs, command: Command, io: &mut Io<'_>) -> ExitResult {
    let mut command = without_help(command);
    command.build();
    if let Some(folder) = &args.all {
        return write_all(folder, &command, io);
    }
    let found = args.command.iter().try_fold(&command, |it, name| it.find_subcommand(name));
    // The pages name a nested command with a hyphen.
    let hyphenated = format!("threefold-{}", args.command.join("-"));
    let found = found.or_else(|| all(&command).into_iter().find(|it| page_name(it) == hyphenated));
    let Some(found) = found else {
        let name = args.command.join(" ");
        let help = "`threefold --help` lists all commands";
        return Err(CliError::Usage(format!("error: there is no command `{name}`\n  = help: {help}")));
    };
    args.output.write(&page(found)?, io)?;
    Ok(0)
}

/// Leaves out the commands `help` of commands with parts, which have no manual.
fn without_help(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    names.iter().fold(command.disable_help_subcommand(true), |it, name| it.mut_subcommand(name, without_help))
}

/// Returns a command with all commands inside it.
fn all(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(command.get_subcommands().flat_map(all)).collect()
}

/// Writes a page for the program and one for each command, nested ones included.
fn write_all(folder: &str, command: &Command, io: &mut Io<'_>) -> ExitResult {
    std::fs::create_dir_all(folder).map_err(|it| {
        CliError::Usage(format!("error: the folder `{folder}` cannot be created: {}", crate::load::in_words(&it)))
    })?;
    let mut count = 0;
    for it in all(command) {
        let path = std::path::Path::new(folder).join(format!("{}.1", page_name(it)));
        file::write(&path, &page(it)?, true).map_err(|error| error.error(&path.display().to_string(), ""))?;
        count += 1;
    }
    writeln!(io.err, "{count} manuals are in {folder}")?;
    Ok(0)
}

fn page_name(command: &Command) -> String {
    command.get_display_name().unwrap_or("threefold").to_owned()
}

/// Returns the page of a command.
fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(page_name(command)).render(&mut page)?;
    Ok(page)
}
