//! The form of a file: spacing, and the order of headers and keys. Comments stay where they belong.
//!
//! ```text
//!   text ──toml_edit──> document ──order──> headers and keys in the order of the reference
//!                                ──spacing──> one blank line before a header, `=` in one column
//! ```
//! Contains [`formatted`]. Files with headers that no rulebook has, such as cases, keep their order.
//!
//! Input: the text of a file. Output: the text with the same values, or a syntax error. Formatting a
//! text twice changes nothing. Does not know what a rulebook means.

mod order;
mod spacing;

use toml_edit::{DocumentMut, Item, Table};

/// Why a text cannot be formatted.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum FormatError {
    /// The text is not TOML.
    #[error(transparent)]
    Syntax(#[from] toml_edit::TomlError),
    /// The formatted text would have another meaning. This is a defect of this module.
    #[error("formatting would change a value, so the file stays as it is")]
    Changed,
}

/// Returns the text in its usual form. The ends of its lines stay those of the author's system.
pub(crate) fn formatted(text: &str) -> Result<String, FormatError> {
    let mut document: DocumentMut = text.replace("\r\n", "\n").parse()?;
    order::sort(&mut document);
    spacing::space(&mut document);
    let mut out = document.to_string().trim_matches('\n').to_owned();
    if !out.is_empty() {
        out.push('\n');
    }
    if text.contains("\r\n") {
        out = out.replace('\n', "\r\n");
    }
    let values = |it: &str| it.parse::<toml::Table>().ok();
    if values(text) == values(&out) { Ok(out) } else { Err(FormatError::Changed) }
}

/// Calls a function with each table that has a header, and with its path.
fn visit(table: &mut Table, path: &mut Vec<String>, call: &mut dyn FnMut(&mut Table, &[String])) {
    let names: Vec<String> = table.iter().map(|it| it.0.to_owned()).collect();
    for name in names {
        path.push(name.clone());
        match table.get_mut(&name) {
            Some(Item::Table(inner)) if !inner.is_dotted() => {
                if !inner.is_implicit() {
                    call(inner, path);
                }
                visit(inner, path, call);
            }
            Some(Item::ArrayOfTables(list)) => {
                for inner in list.iter_mut() {
                    call(inner, path);
                    visit(inner, path, call);
                }
            }
            _ => {}
        }
        path.pop();
    }
}
