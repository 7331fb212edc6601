//! The variants that cases name, each loaded once.
//!
//! In: a name, and the file that it stands in. Out: a variant, or all findings in words. A path
//! is relative to the file that names it, a slug is the catalogue's.

use std::collections::HashMap;
use std::path::{Component, Path};
use std::sync::{Arc, Mutex, OnceLock};

use crate::catalog::Catalog;
use crate::definition::load::{Location, locate};
use crate::load::{Input, load_input};
use crate::rules::Variant;

type Slot = Arc<OnceLock<Result<Variant, String>>>;

/// Variants by what their names stand for.
#[derive(Debug, Default)]
pub struct Shelf {
    slots: Mutex<HashMap<String, Slot>>,
}

impl Shelf {
    /// An empty shelf.
    pub fn new() -> Self {
        Self::default()
    }

    /// The variant of that name in that file; from the working directory where there is no file.
    ///
    /// # Errors
    /// Every finding, as a person reads it.
    pub fn load(&self, name: &str, file: Option<&Path>) -> Result<Variant, String> {
        let name = self::name(name, file)?;
        let slot = match self.slots.lock() {
            Ok(mut slots) => slots.entry(name.clone()).or_default().clone(),
            // Another thread panicked here: this one loads for itself.
            Err(_) => Slot::default(),
        };
        slot.get_or_init(|| match load_input(Input::Name(&name)) {
            Ok(loaded) => Ok(loaded.variant),
            Err(error) => Err(format!("`{name}` does not load\n{error}")),
        })
        .clone()
    }
}

/// What a name in a file stands for: a slug, or a path from the working directory.
pub(crate) fn name(name: &str, file: Option<&Path>) -> Result<String, String> {
    let from = file.map_or_else(|| Location::Text(String::new()), |it| Location::Path(it.to_path_buf()));
    match locate(name, &from, &Catalog) {
        Ok(Location::Shipped(slug)) => Ok(slug),
        Ok(Location::Path(path)) => {
            let text = path.to_string_lossy().into_owned();
            // A path that could be taken for a slug is written so that it cannot.
            let is_plain = matches!(path.components().next(), Some(Component::Normal(_))) && !text.ends_with(".toml");
            Ok(if is_plain { format!("./{text}") } else { text })
        }
        Ok(Location::Text(text)) => Ok(text),
        Err(fault) => Err(match fault.help {
            Some(help) => format!("{}: {help}", fault.message),
            None => fault.message,
        }),
    }
}
