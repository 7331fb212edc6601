//! A cache of the variants that cases name; each is loaded once.
//!
//! Input: a name, and the file that contains it. Output: a variant, or all findings as text. A path is
//! relative to the file that names it; a slug refers to the catalog. Knows no cases.

use std::collections::HashMap;
use std::path::{Component, Path};
use std::sync::{Arc, Mutex, OnceLock};

use crate::catalog::Catalog;
use crate::definition::load::{Location, locate};
use crate::load::{Input, load_input};
use crate::rules::Variant;

/// Why a variant that a case names cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NamedVariantError {
    /// The name refers to no file and no shipped variant.
    #[error("{0}")]
    NotFound(String),
    /// The rulebook has errors.
    #[error("`{name}` does not load\n{findings}")]
    Invalid {
        /// Name or path of the rulebook.
        name: String,
        /// All findings, as text for people.
        findings: String,
    },
}

type Slot = Arc<OnceLock<Result<Variant, NamedVariantError>>>;

/// A cache of loaded variants, shared by threads.
#[derive(Debug, Default)]
pub struct VariantCache {
    slots: Mutex<HashMap<String, Slot>>,
}

impl VariantCache {
    /// Creates an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the variant that a name in `file` refers to, loading it on first use.
    ///
    /// Without a file, paths are relative to the working directory.
    ///
    /// # Errors
    /// Returns why the name refers to no variant, or every finding of its rulebook.
    pub fn load(&self, name: &str, file: Option<&Path>) -> Result<Variant, NamedVariantError> {
        let name = self::name(name, file).map_err(NamedVariantError::NotFound)?;
        let slot = match self.slots.lock() {
            Ok(mut slots) => slots.entry(name.clone()).or_default().clone(),
            // Another thread panicked while holding the lock: load without the cache.
            Err(_) => Slot::default(),
        };
        slot.get_or_init(|| match load_input(Input::Name(&name)) {
            Ok(loaded) => Ok(loaded.variant),
            Err(error) => Err(NamedVariantError::Invalid { name: name.clone(), findings: error.to_string() }),
        })
        .clone()
    }
}

/// Resolves a name in a file to a slug, or to a path relative to the working directory.
pub(crate) fn name(name: &str, file: Option<&Path>) -> Result<String, String> {
    let from = file.map_or_else(|| Location::Text(String::new()), |it| Location::Path(it.to_path_buf()));
    match locate(name, &from, &Catalog) {
        Ok(Location::Shipped(slug)) => Ok(slug),
        Ok(Location::Path(path)) => {
            let text = path.to_string_lossy().into_owned();
            // Mark a path that looks like a slug as a path.
            let is_plain = matches!(path.components().next(), Some(Component::Normal(_))) && !text.ends_with(".toml");
            Ok(if is_plain { format!("./{text}") } else { text })
        }
        Ok(Location::Text(text)) => Ok(text),
        Err(error) => Err(match error.help {
            Some(help) => format!("{}: {help}", error.message),
            None => error.message,
        }),
    }
}
