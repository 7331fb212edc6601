//! `serve` in a build without the server.
//!
//! Input: any arguments. Output: a usage error that names the missing feature. Does not know the
//! options of `serve`.

use std::ffi::OsString;

use clap::Args;

use super::{CliError, ExitResult, Io};

/// Open a page in the browser (not in this build: it needs the feature `serve`)
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(super) struct ServeArgs {
    /// Arguments, all of them ignored
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<OsString>,
}

pub(super) fn run(_: &ServeArgs, _: &mut Io<'_>) -> ExitResult {
    Err(CliError::Usage(
        "error: this build of threefold has no server\n  = help: install it with the server: `cargo install --path . \
         --features serve`"
            .to_owned(),
    ))
}
