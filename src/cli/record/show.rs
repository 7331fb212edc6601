//! `record show`: prints the players, the result and the moves of each game, and the board at the end.
//!
//! Input: a file of records. Output: text or JSON. Makes no decisions.

use clap::Args;
use serde_json::{Value, json};

use super::open::{each_game, facts, replayed};
use super::{FormatArgs, SourceArgs};
use crate::cli::{ExitResult, Io};
use crate::game::{Act, Game};
use crate::notation::picture::picture;
use crate::notation::position::print;
use crate::notation::sentence::status_sentence;
use crate::notation::{paragraph, seat_title};
use crate::record::{Record, RecordStyle, convert_record};

/// Maximum width of a line of moves.
const WIDTH: usize = 80;

/// Show the players, the moves and the board at the end of each game
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold record show games.pgn --game 2")]
pub(super) struct ShowRecordArgs {
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(args: &ShowRecordArgs, io: &mut Io<'_>) -> ExitResult {
    let mut is_right = true;
    each_game(&args.source, args.format.is_json(), io, |game, answers| {
        let convert = |variant: &_, record: &Record| {
            convert_record(variant, record, RecordStyle::usual(crate::rules::Variant::rulebook(variant)))
        };
        let Some((_, (played, record))) = replayed(&args.source, &game, answers, convert)? else {
            is_right = false;
            return Ok(());
        };
        if args.format.is_json() {
            let mut value = facts(&game.entry);
            value["position"] = json!(print(played.position()));
            value["status"] = json!(status_sentence(played.position()));
            value["offer"] = json!(played.pending_sentence());
            value["moves"] = moves(&played, &record);
            return Ok(answers.value(&value)?);
        }
        if game.entry.number > 1 && args.source.game.is_none() {
            writeln!(answers.out)?;
        }
        Ok(write!(answers.out, "{}", text(&played, &record, game.entry.number))?)
    })?;
    Ok(u8::from(!is_right))
}

/// Lists the actions of a game for JSON.
fn moves(game: &Game, record: &Record) -> Value {
    let mut plies = record.movetext.plies.iter();
    let book = game.variant().rulebook();
    let action = |it: &crate::game::Played| {
        let letter = &book.seats[it.seat.index()].letter;
        match it.act {
            Act::Move(_) => {
                let ply = plies.next();
                let text = ply.map_or("", |it| &it.text);
                let (clock, eval) = (ply.and_then(|it| it.command("clk")), ply.and_then(|it| it.command("eval")));
                json!({ "seat": letter, "text": text, "clock": clock, "eval": eval })
            }
            _ => json!({ "seat": letter, "act": it.text() }),
        }
    };
    game.played().iter().map(action).collect()
}

fn text(game: &Game, record: &Record, number: usize) -> String {
    let variant = game.variant();
    let book = variant.rulebook();
    let players = book.seat_ids().map(|it| {
        let title = seat_title(book, it);
        let name = record.tag(&title).filter(|it| *it != "?");
        name.map_or_else(|| title.clone(), |it| format!("{title}: {it}"))
    });
    let players: Vec<String> = players.collect();
    let mut out = format!("Game {number}: {}. {}\n\n", variant.slug(), players.join(", "));
    let bare = Record { movetext: record.movetext.clone(), result: record.result.clone(), ..Record::default() };
    out.push_str(&paragraph::wrapped(&bare.to_string(), "", "", WIDTH));
    out.push('\n');
    out.push_str(&picture(game.position(), game.last_move()));
    out.extend(game.pending_sentence().into_iter().chain(record.recorded_end(game)).map(|it| it + "\n"));
    out
}
