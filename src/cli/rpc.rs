//! `rpc`: answers remote calls of other programs, over JSON-RPC 2.0.
//!
//! Input: requests on standard input. Output: responses, or the schema of the methods. Does not know the methods.

use clap::Args;

use super::terminal::json_text;
use super::{ExitResult, Io};
use crate::protocol::rpc;

/// Answer calls of another program, over JSON-RPC 2.0 on standard input and output
#[derive(Debug, Args)]
#[command(
    after_help = "Each line has one request or batch; messages with a header `Content-Length` work, too. The end \
of the input ends the program.\n\nExample: echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"load\",\
\"params\":{\"variant\":\"chess\"}}' | threefold rpc"
)]
pub(super) struct RpcArgs {
    /// Print the schema of all methods (OpenRPC) instead
    #[arg(long)]
    schema: bool,
}

pub(super) fn run(args: &RpcArgs, io: &mut Io<'_>) -> ExitResult {
    match args.schema {
        true => writeln!(io.out, "{}", json_text(&rpc::schema()))?,
        false => rpc::serve(io.input, io.out)?,
    }
    Ok(0)
}
