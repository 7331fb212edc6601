//! `record replay`: plays each game by its rules, and reports how it ends.
//!
//! Input: a file of records. Output: one line or one JSON value for each game. If the rules have changed, the answer
//! says so, with the first move that fails and the reason. Makes no decisions.

use clap::Args;
use serde_json::json;

use super::open::{each_game, facts, plies, replayed};
use super::{FormatArgs, SourceArgs};
use crate::cli::{ExitResult, Io};
use crate::diagnostic::counted;
use crate::notation::points_text;
use crate::notation::position::print;
use crate::notation::sentence::status_sentence;
use crate::record::replay_record;

/// Play each game by its rules, and report how it ends or why it cannot be played
#[derive(Debug, Args)]
#[command(after_help = "If the rules have changed since the game was played, choose rules with --variant: the answer \
says at which move they refuse it, and why.\n\nExample: threefold record replay games.pgn --variant my-reading.toml")]
pub(super) struct ReplayRecordArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &ReplayRecordArgs, io: &mut Io<'_>) -> ExitResult {
    let mut is_right = true;
    each_game(&args.source, args.format.is_json(), io, |game, answers| {
        let mut failure = None;
        let played = replayed(&args.source, &game, answers, |variant, record| {
            replay_record(variant, record).inspect_err(|it| failure = Some(it.clone()))
        })?;
        is_right &= played.is_some();
        let entry = &game.entry;
        if args.format.is_json() {
            let mut value = facts(entry);
            value["ok"] = json!(played.is_some());
            value["error"] = failure.map_or(json!(null), |it| super::open::replay_error(&it, entry));
            if let Some((variant, played)) = &played {
                let position = played.position();
                let scores: Vec<String> = position.scores().iter().map(|it| points_text(*it)).collect();
                value["variant"] = json!(variant.slug());
                value["hash"] = json!(variant.hash());
                value["sameRules"] = json!(entry.record.has_rules_of(variant));
                value["position"] = json!(print(position));
                value["status"] = json!(status_sentence(position));
                value["pending"] = json!(played.pending_sentence());
                value["scores"] = json!(scores);
            }
            return Ok(answers.value(&value)?);
        }
        if let Some((variant, played)) = played {
            let (number, count) = (entry.number, counted(plies(&played), "ply"));
            let status = status_sentence(played.position());
            let offer = played.pending_sentence().map_or_else(String::new, |it| format!(" {it}"));
            let end = entry.record.recorded_end(&played).map_or_else(String::new, |it| format!(" {it}"));
            writeln!(answers.out, "game {number}: {}, {count}. {status}{offer}{end}", variant.slug())?;
        }
        Ok(())
    })?;
    Ok(u8::from(!is_right))
}
