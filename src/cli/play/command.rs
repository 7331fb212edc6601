//! What a line at the table means.

/// A command, or what is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TableCommand {
    /// Legal moves, of one piece if a square is named.
    Moves(Option<String>),
    /// Take back.
    Undo,
    /// Do again.
    Redo,
    /// Why a move is not legal.
    Why(String),
    /// Resign, perhaps for somebody.
    Resign(Option<String>),
    /// Offer a draw.
    Draw,
    /// Agree.
    Accept,
    /// Do not agree.
    Refuse,
    /// Take a claim back.
    Withdraw,
    /// Claim something, perhaps for somebody.
    Claim(String, Option<String>),
    /// Write the record, to a file if one is named.
    Save(Option<String>),
    /// Draw the board.
    Board,
    /// The position as text.
    Position,
    /// What can be said.
    Help,
    /// Leave.
    Quit,
    /// An act with its player: `w claims draw`.
    Act(String),
    /// Moves, one after the other.
    Play(Vec<String>),
}

/// What can be said, a line each.
pub(super) const HELP: &str = "\
MOVE             play it: from and to (e2-e4), or the notation of the game
moves [SQUARE]   list the legal moves, or those of one piece
why MOVE         say why a move is not legal
undo, redo       take back, do again
board, position  draw the board, print the position as text
draw             offer a draw
resign [for X]   resign, where the rules ask for it in favor of a player
claim X [for Y]  claim something by its name
accept, refuse   answer an offer; withdraw takes one's own back
save [FILE]      print the record of the game, or write it to a new file
help, quit
";

/// Reads a line; `None` where it is empty. `is_seat` knows the players.
pub(super) fn parse(line: &str, is_seat: impl Fn(&str) -> bool) -> Option<Result<TableCommand, String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let some = |it: &str| Some(it.to_owned());
    let command = match words[..] {
        [] => return None,
        ["moves"] => TableCommand::Moves(None),
        ["moves", square] => TableCommand::Moves(some(square)),
        ["undo" | "u"] => TableCommand::Undo,
        ["redo"] => TableCommand::Redo,
        ["why", mv] => TableCommand::Why(mv.to_owned()),
        ["resign"] => TableCommand::Resign(None),
        ["resign", "for", seat] => TableCommand::Resign(some(seat)),
        ["draw"] => TableCommand::Draw,
        ["accept"] => TableCommand::Accept,
        ["refuse"] => TableCommand::Refuse,
        ["withdraw"] => TableCommand::Withdraw,
        ["claim", name] => TableCommand::Claim(name.to_owned(), None),
        ["claim", name, "for", seat] => TableCommand::Claim(name.to_owned(), some(seat)),
        ["save"] => TableCommand::Save(None),
        ["save", file] => TableCommand::Save(some(file)),
        ["board"] => TableCommand::Board,
        ["position"] => TableCommand::Position,
        ["help" | "?"] => TableCommand::Help,
        ["quit" | "exit"] => TableCommand::Quit,
        [
            "moves" | "undo" | "redo" | "why" | "resign" | "draw" | "accept" | "refuse" | "withdraw" | "claim" | "save"
            | "board" | "position" | "help" | "quit",
            ..,
        ] => {
            return Some(Err(format!("`{line}` is not how `{}` is written; see `help`", words[0])));
        }
        [seat, "claims" | "accepts" | "refuses" | "withdraws" | "resigns", ..] if is_seat(seat) => {
            TableCommand::Act(line.to_owned())
        }
        _ => {
            // Numbers before moves, as in `1.`, say nothing.
            let is_number = |it: &str| it.strip_suffix('.').is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
            TableCommand::Play(words.iter().filter(|it| !is_number(it)).map(|it| (*it).to_owned()).collect())
        }
    };
    Some(Ok(command))
}
