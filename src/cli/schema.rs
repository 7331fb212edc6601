//! `schema`: the JSON Schemas with which editors complete and check files.
//!
//! Input: the kind of file. Output: a JSON Schema. Makes no decisions.

use clap::{Args, ValueEnum};
use serde_json::Value;

use super::picture::OutputArgs;
use super::{ExitResult, Io};
use crate::definition::schema;
use crate::protocol::rpc;

/// The schema of cases. A test compares it with the parser.
const CASE: &str = include_str!("../case/case.schema.json");

/// Print the JSON Schema of a kind of file, for editors and other programs
#[derive(Debug, Args)]
#[command(after_help = "A file that starts with `#:schema threefold.schema.json` is checked by editors with Taplo or \
Tombi.\n\nExample: threefold schema --output threefold.schema.json")]
pub(super) struct SchemaArgs {
    /// The kind of file
    #[arg(value_enum, default_value_t)]
    kind: SchemaKind,
    #[command(flatten)]
    output: OutputArgs,
}

/// Something that has a schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SchemaKind {
    /// Rulebooks and their parts
    #[default]
    Rulebook,
    /// Cases of `threefold verify`
    Case,
    /// Calls of `threefold rpc`, as an OpenRPC document
    Rpc,
}

pub(super) fn run(args: &SchemaArgs, io: &mut Io<'_>) -> ExitResult {
    let schema: Value = match args.kind {
        SchemaKind::Rulebook => schema(),
        SchemaKind::Rpc => rpc::schema(),
        SchemaKind::Case => return args.output.write(CASE.as_bytes(), io).map(|()| 0),
    };
    args.output.write(format!("{schema:#}\n").as_bytes(), io)?;
    Ok(0)
}
