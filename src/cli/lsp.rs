//! `lsp`: helps editors with rulebooks and cases, over the Language Server Protocol.
//!
//! Input: messages on standard input. Output: messages on standard output, or a usage error in a build
//! without the server. Does not know the messages.

use clap::Args;

use super::{ExitResult, Io};

/// Help an editor with rulebooks and cases: findings, meanings, completion, renaming
#[derive(Debug, Args)]
#[cfg_attr(
    not(feature = "lsp"),
    command(about = "Help an editor with rulebooks and cases (not in this build: it needs the feature `lsp`)")
)]
#[command(after_help = "An editor starts this command and sends messages of the Language Server Protocol on standard \
input. src/docs/editors.md has the settings of Neovim, Helix and VS Code.\n\nExample: threefold lsp")]
pub(super) struct LspArgs {
    /// Use standard input and output; this is the default, and some editors add it
    #[arg(long)]
    stdio: bool,
}

#[cfg(feature = "lsp")]
pub(super) fn run(args: &LspArgs, io: &mut Io<'_>) -> ExitResult {
    let LspArgs { stdio: _ } = args;
    Ok(crate::lsp::serve(io.input, io.out)?)
}

#[cfg(not(feature = "lsp"))]
pub(super) fn run(args: &LspArgs, _: &mut Io<'_>) -> ExitResult {
    let LspArgs { stdio: _ } = args;
    let help = "install it with the server: `cargo install --path . --features lsp`";
    Err(super::CliError::Usage(format!("error: this build of threefold has no language server\n  = help: {help}")))
}
