//! Reports in the chosen format.
//!
//! Input: one report or several, and the width for texts. Output: text, JSON, CSV or an HTML page. Does not know where the output goes.

use super::LabFormat;
use crate::cli::terminal::json_text;
use crate::document::{Document, html};
use crate::lab::{Report, comparison, csv, csv_of_several, document, family, json, json_of_several, page};
use crate::rules::Variant;

/// Formats the report of one rulebook.
pub(super) fn single(report: &Report, variant: &Variant, format: LabFormat, width: usize) -> String {
    match format {
        LabFormat::Text => document(report).text_within(width),
        LabFormat::Json => json_text(&json(report)) + "\n",
        LabFormat::Csv => csv(report),
        LabFormat::Html => page(report, variant),
    }
}

/// Formats the comparison of several rulebooks.
pub(super) fn several(reports: &[Report], format: LabFormat, width: usize) -> String {
    let compared = || -> Document {
        match reports {
            [first, second] => comparison(first, second),
            all => family(all),
        }
    };
    match format {
        LabFormat::Text => compared().text_within(width),
        LabFormat::Json => json_text(&json_of_several(reports)) + "\n",
        LabFormat::Csv => csv_of_several(reports),
        LabFormat::Html => html(&compared(), |_| String::new()),
    }
}
