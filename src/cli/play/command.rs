//! What a line at the table means.

/// A command, or what is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Legal moves, of one man if a square is named.
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
moves [SQUARE]   list the legal moves, or those of one man
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
pub(super) fn parse(line: &str, is_seat: impl Fn(&str) -> bool) -> Option<Result<Command, String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let some = |it: &str| Some(it.to_owned());
    let command = match words[..] {
        [] => return None,
        ["moves"] => Command::Moves(None),
        ["moves", square] => Command::Moves(some(square)),
        ["undo" | "u"] => Command::Undo,
        ["redo"] => Command::Redo,
        ["why", mv] => Command::Why(mv.to_owned()),
        ["resign"] => Command::Resign(None),
        ["resign", "for", seat] => Command::Resign(some(seat)),
        ["draw"] => Command::Draw,
        ["accept"] => Command::Accept,
        ["refuse"] => Command::Refuse,
        ["withdraw"] => Command::Withdraw,
        ["claim", name] => Command::Claim(name.to_owned(), None),
        ["claim", name, "for", seat] => Command::Claim(name.to_owned(), some(seat)),
        ["save"] => Command::Save(None),
        ["save", file] => Command::Save(some(file)),
        ["board"] => Command::Board,
        ["position"] => Command::Position,
        ["help" | "?"] => Command::Help,
        ["quit" | "exit"] => Command::Quit,
        [
            "moves" | "undo" | "redo" | "why" | "resign" | "draw" | "accept" | "refuse" | "withdraw" | "claim" | "save"
            | "board" | "position" | "help" | "quit",
            ..,
        ] => {
            return Some(Err(format!("`{line}` is not how `{}` is written; see `help`", words[0])));
        }
        [seat, "claims" | "accepts" | "refuses" | "withdraws" | "resigns", ..] if is_seat(seat) => {
            Command::Act(line.to_owned())
        }
        _ => {
            // Numbers before moves, as in `1.`, say nothing.
            let is_number = |it: &str| it.strip_suffix('.').is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
            Command::Play(words.iter().filter(|it| !is_number(it)).map(|it| (*it).to_owned()).collect())
        }
    };
    Some(Ok(command))
}
