//! Pages of the manual.
//!
//! Input: the declaration of all commands. Output: pages in the language of `man`. Does not know what a command does.

use clap::Command;

use super::ManualArgs;
use crate::cli::{CliError, ExitResult, Io, file};

/// Prints or writes manuals.
pub fn print(args: &ManualArgs, mut command: Command, io: &mut Io<'_>) -> ExitResult {
    command.build();
    if let Some(folder) = &args.all {
        return write_all(folder, &command, io);
    }
    let found = args.command.iter().try_fold(&command, |it, name| it.find_subcommand(name));
    let Some(found) = found else {
        let name = args.command.join(" ");
        let help = "`threefold --help` lists all commands";
        return Err(CliError::Usage(format!("error: there is no command `{name}`\n  = help: {help}")));
    };
    args.output.write(&page(found)?, io)?;
    Ok(0)
}

/// Writes a page for the program and one for each command.
fn write_all(folder: &str, command: &Command, io: &mut Io<'_>) -> ExitResult {
    std::fs::create_dir_all(folder).map_err(|it| {
        CliError::Usage(format!("error: the folder `{folder}` cannot be created: {}", crate::load::in_words(&it)))
    })?;
    let mut count = 0;
    for it in std::iter::once(command).chain(command.get_subcommands()) {
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
