//! Pages for contributors and users of the crate; no code.
//!
//! Contains one module for each page. Input: Markdown under `src/docs`. Output: documentation. Does
//! not know the code, except by links.

#[doc = include_str!("docs/organization.md")]
pub mod organization {}

#[doc = include_str!("docs/how_to.md")]
pub mod how_to {}

#[doc = include_str!("docs/bots.md")]
pub mod bots {}

#[doc = include_str!("docs/lab.md")]
pub mod lab {}

#[doc = include_str!("docs/records.md")]
pub mod records {}

#[doc = include_str!("docs/protocols.md")]
pub mod protocols {}

#[doc = include_str!("docs/http.md")]
pub mod http {}

#[doc = include_str!("docs/editors.md")]
pub mod editors {}

#[doc = include_str!("docs/editions.md")]
pub mod editions {}

#[doc = include_str!("docs/features.md")]
pub mod features {}

#[doc = include_str!("docs/releasing.md")]
pub mod releasing {}

#[doc = include_str!("docs/changelog.md")]
pub mod changelog {}
