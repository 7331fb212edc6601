//! The protocols for other programs: engine, remote calls, and what shells and editors need.
//!
//! Contains one module for each. Input: lines, as another program sends them. Output: expected answers,
//! worked out by hand or by another program.

mod colors;
mod engine;
#[cfg(feature = "tools")]
mod form;
mod python;
mod rpc;
mod schemas;
#[cfg(feature = "tools")]
mod shell;
