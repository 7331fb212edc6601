//! The commands that a player can type during a game.
//!
//! Input: a line. Output: a [`TableCommand`], or a message. Does not know the game.

use crate::diagnostic::nearest;

/// A command, or moves to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableCommand {
    /// Lists the legal moves, of one piece if a square is given.
    Moves(Option<String>),
    /// Takes back the last move.
    Undo,
    /// Plays the move again that was taken back.
    Redo,
    /// Explains why a move or a claim is not legal.
    Why(String),
    /// Resigns, in favor of another player if one is given.
    Resign(Option<String>),
    /// Offers a draw to all players.
    Draw,
    /// Accepts the pending offer.
    Accept,
    /// Declines the pending offer.
    Refuse,
    /// Withdraws the player's own offer.
    Withdraw,
    /// Makes a claim, in favor of another player if one is given.
    Claim(String, Option<String>),
    /// Lists the claims that the player can make.
    Claims,
    /// Prints the record, or saves it to a file.
    Save(Option<String>),
    /// Searches for a good move.
    Hint,
    /// Evaluates the position, with a number of best lines.
    Eval(usize),
    /// Draws the board again.
    Board,
    /// Prints the position as text.
    Position,
    /// Lists the available commands.
    Help,
    /// Ends the program.
    Quit,
    /// Performs an action of a given player: `w claims draw`.
    Act(String),
    /// Plays moves, one after the other.
    Play(Vec<String>),
}

/// Maximum number of lines of `eval`.
const MAX_LINES: usize = 9;

/// The available commands, one on each line.
pub(super) const HELP: &str = "\
MOVE             play a move: origin and destination (e2-e4), or the notation of the game
moves [SQUARE]   list all legal moves, or those of one piece
why MOVE         explain why a move or a claim is not legal
undo, redo       take back a move, play it again
hint             suggest a move, with a reason
eval [N]         evaluate the position, with the best line or the N best lines
board, position  draw the board, print the position as text
draw             offer a draw
resign [for X]   resign, in favor of player X if the rules require it
claim X [for Y]  make the claim X, naming player Y if the rules require it
claim            list the claims that you can make now
accept, decline  answer an offer (a move declines it, too)
withdraw         withdraw your own offer
save [FILE]      print the record of the game, or save it to a new file (as PGN to FILE.pgn)
help, quit       show this list, leave the program
";

/// Parses a line; `None` if it is empty.
pub(super) fn parse(line: &str) -> Option<Result<TableCommand, String>> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    // `HELP` and `Draw` are commands, too; no move has such a name.
    let first = words.first().map_or_else(String::new, |it| it.to_ascii_lowercase());
    if first.len() > 2 && first.bytes().all(|it| it.is_ascii_lowercase()) {
        words[0] = &first;
    }
    let some = |it: &str| Some(it.to_owned());
    let command = match words[..] {
        [] => return None,
        ["moves"] => TableCommand::Moves(None),
        ["moves", square] => TableCommand::Moves(some(square)),
        ["why"] => return Some(Err("write a move after `why`, for example `why e2-e4`".to_owned())),
        ["undo" | "u"] => TableCommand::Undo,
        ["redo"] => TableCommand::Redo,
        [word @ ("undo" | "u" | "redo"), count] if count.parse::<u64>().is_ok() => {
            return Some(Err(format!("`{word}` takes no number: repeat it to go further")));
        }
        ["why", ref action @ ..] => TableCommand::Why(action.join(" ")),
        ["resign"] => TableCommand::Resign(None),
        ["resign", "for", seat] => TableCommand::Resign(some(seat)),
        ["draw"] | ["offer", "draw"] | ["offer", "a", "draw"] => TableCommand::Draw,
        ["accept"] => TableCommand::Accept,
        ["refuse" | "decline"] => TableCommand::Refuse,
        ["withdraw"] => TableCommand::Withdraw,
        ["claim"] => TableCommand::Claims,
        ["claim", name] => TableCommand::Claim(name.to_owned(), None),
        ["claim", name, "for" | "with", seat] => TableCommand::Claim(name.to_owned(), some(seat)),
        ["save"] => TableCommand::Save(None),
        ["save", "-"] => TableCommand::Save(None),
        ["save", file] => match file.trim_matches('"') {
            "" => return Some(Err("write the name of a file after `save`, for example `save game.pgn`".to_owned())),
            file => TableCommand::Save(some(file)),
        },
        ["hint"] => TableCommand::Hint,
        ["eval"] => TableCommand::Eval(1),
        ["eval", count] => match count.parse() {
            Ok(count @ 1..=MAX_LINES) => TableCommand::Eval(count),
            _ => return Some(Err(format!("`eval` shows 1 to {MAX_LINES} lines, for example `eval 3`"))),
        },
        ["board"] => TableCommand::Board,
        ["position"] => TableCommand::Position,
        ["help" | "?", ..] => TableCommand::Help,
        ["load" | "open", file] => {
            return Some(Err(format!("to start with the moves of a file: `threefold play VARIANT --moves {file}`")));
        }
        ["quit" | "exit"] => TableCommand::Quit,
        [word, ..] if COMMANDS.contains(&word) => {
            return Some(Err(format!("`{word}` is written differently:\n{}", forms(word))));
        }
        [_, "claims" | "accepts" | "refuses" | "withdraws" | "resigns", ..] => TableCommand::Act(line.to_owned()),
        _ => TableCommand::Play(moves(line)),
    };
    Some(Ok(command))
}

/// Returns the lines of the help about a command.
fn forms(word: &str) -> String {
    let is_about = |line: &&str| {
        let forms = line.split("  ").next().unwrap_or_default();
        forms.split(", ").any(|it| it.split(' ').next() == Some(word))
    };
    let lines: Vec<&str> = HELP.lines().filter(is_about).collect();
    if lines.is_empty() { HELP.trim_end().to_owned() } else { lines.join("\n") }
}

/// The first words of the commands.
const COMMANDS: [&str; 17] = [
    "moves", "undo", "redo", "resign", "draw", "accept", "decline", "refuse", "withdraw", "claim", "save", "hint",
    "eval", "board", "position", "help", "quit",
];

/// Returns the advice on a result, or on a word of letters that is neither a command nor a move; `None` for other
/// texts.
pub(super) fn misspelled(text: &str) -> Option<String> {
    if ["1-0", "0-1", "1/2-1/2", "*"].contains(&text) {
        return Some(format!("`{text}` is a result, not a move: `resign` and `draw` end a game\n"));
    }
    let word = text.to_ascii_lowercase();
    if word.len() < 3 || !word.bytes().all(|it| it.is_ascii_lowercase()) {
        return None;
    }
    if COMMANDS.contains(&word.as_str()) {
        return Some(format!("the command `{word}` needs a line of its own\n"));
    }
    let meant = nearest(&word, COMMANDS).map_or_else(String::new, |it| format!("did you mean `{it}`? "));
    Some(format!("`{text}` is neither a command nor a move: {meant}`help` lists the commands\n"))
}

/// Splits a line into moves. Move numbers such as `1.` and `1...` are ignored, and so are spaces around the signs of
/// drops, promotions and pieces that enter: `N @ e4`.
fn moves(line: &str) -> Vec<String> {
    let mut line = line.to_owned();
    for sign in ["/", "@", "="] {
        let parts: Vec<&str> = line.split(sign).collect();
        let last = parts.len() - 1;
        let trimmed = parts.iter().enumerate().map(|(at, it)| {
            let it = if at > 0 { it.trim_start() } else { it };
            if at < last { it.trim_end() } else { it }
        });
        line = trimmed.collect::<Vec<_>>().join(sign);
    }
    let without_number = |it: &str| match it.split_once('.') {
        Some((number, rest)) if !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()) => {
            rest.trim_start_matches('.').to_owned()
        }
        _ => it.to_owned(),
    };
    line.split_whitespace().map(without_number).filter(|it| !it.is_empty()).collect()
}
