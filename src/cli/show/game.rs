//! A recorded game as a picture: animated, or as a row of boards.
//!
//! Input: a game and the options of `show`. Output: the bytes of the picture. Does not know how a board is drawn.

use super::{ShowArgs, drawn};
use crate::cli::CliError;
use crate::draw::{MAX_BYTES, RowPicture, View, animated, row};
use crate::game::{Act, Game};

/// Maximum number of boards in one row.
const MAX_CELLS: usize = 200;

/// Returns the bytes of the picture.
pub(super) fn picture(game: &Game, args: &ShowArgs, in_pixels: bool) -> Result<Vec<u8>, CliError> {
    let view = args.picture.view(game.variant(), Some(game.position()), in_pixels)?;
    let Some(every) = args.row else {
        let svg = animated(game, &view);
        let help = "draw a row of boards with `--row 20`, or use a shorter record";
        return bytes(svg, args, in_pixels, help);
    };
    let acts = game.played().len();
    let least = acts.div_ceil(MAX_CELLS - 1);
    if usize::from(every) < least {
        return Err(CliError::Usage(format!(
            "error: a row of {} boards is too long; the maximum is {MAX_CELLS}\n  = help: draw fewer boards with `--row {least}`",
            acts.div_ceil(usize::from(every)) + 1
        )));
    }
    let chosen = (0..=acts).filter(|it| it % usize::from(every) == 0 || *it == acts);
    let cells: Vec<RowPicture> = chosen.map(|it| cell(game, it, &view)).collect();
    let svg = row(&cells).unwrap_or_default();
    bytes(svg, args, in_pixels, &format!("draw fewer boards with `--row {}`", usize::from(every) * 2))
}

fn bytes(svg: String, args: &ShowArgs, in_pixels: bool, help: &str) -> Result<Vec<u8>, CliError> {
    if !in_pixels && svg.len() > MAX_BYTES {
        let size = svg.len() / 1000;
        return Err(CliError::Usage(format!(
            "error: the picture would have {size} kB; the maximum is {} kB\n  = help: {help}",
            MAX_BYTES / 1000
        )));
    }
    drawn(&svg, in_pixels, &args.picture)
}

/// Draws the board after a number of actions.
fn cell(game: &Game, acts: usize, view: &View) -> RowPicture {
    let Some(played) = acts.checked_sub(1).and_then(|it| game.played().get(it)) else {
        let view = View { last: None, ..view.clone() };
        return RowPicture { position: game.start().clone(), view, caption: "start".to_owned() };
    };
    let last = match played.act {
        Act::Move(mv) => Some(mv),
        _ => None,
    };
    let seat = &game.variant().rulebook().seats[played.seat.index()].letter;
    let caption = match played.act {
        Act::Move(_) => format!("{acts}. {seat}:{}", played.text()),
        _ => format!("{acts}. {}", played.text()),
    };
    RowPicture { position: played.after.clone(), view: View { last, ..view.clone() }, caption }
}
