//! The language server, as an editor sees it.
//!
//! Contains an [`Editor`] that speaks the protocol over pipes, and one module for each part. Input: texts,
//! in which `‸` marks the cursor. Output: expected answers, worked out by hand.

mod editor;
mod findings;
mod navigation;
mod neovim;
mod session;
mod words;

use editor::Editor;
