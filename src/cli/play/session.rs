//! A game in the terminal: the players, the prompt and the answers.
//!
//! Input: a game, its players, lines. Output: the game as text. Does not know any rules.

use std::collections::{BTreeMap, VecDeque};

use super::advice::{Advice, no_move};
use super::answers::{claims, columns, refusal, save};
use super::command::{HELP, TableCommand, misspelled, parse};
use super::lines::Lines;
use crate::bot::Bot;
use crate::cli::input::origin;
use crate::cli::recorded::RecordWriter;
use crate::cli::{CliError, ExitResult, Io};
use crate::game::{Act, Game, GameError};
use crate::notation::moves::{MoveTexts, parse_move, print_move};
use crate::notation::picture::picture;
use crate::notation::position::print_list;
use crate::notation::sentence::{explain, status_sentence};
use crate::notation::{joined, seat_title};
use crate::policy::ClaimThen;
use crate::rulebook::{ClaimId, KindId, SeatId};
use crate::rules::{Move, Position};

/// Maximum number of consecutive bot moves, after which the game is stopped.
const BOT_MOVES: usize = 2000;

/// The player of a seat.
#[derive(Debug)]
pub(super) enum Player {
    /// A person at the terminal.
    Human,
    /// A bot with its own random stream.
    Bot(Box<Bot>),
}

/// The effect of a line.
enum LineEffect {
    /// The game may have changed.
    Acted,
    /// Only information was printed.
    Answered,
    /// The user leaves the program.
    Left,
}

/// A game with its players and streams.
pub(super) struct TerminalSession<'a, 'io> {
    game: Game,
    players: Vec<Player>,
    lines: Lines,
    waiting: VecDeque<String>,
    listens: bool,
    quiet: bool,
    advice: Advice,
    /// Writer of the files that the game is saved to.
    writer: RecordWriter,
    /// The files that this game was saved to, with what was written.
    saved: BTreeMap<String, String>,
    /// Whether the bot to move has failed, so that a person has to act in its place.
    has_failed: bool,
    /// The reason why an answer could not be written.
    broken: Option<std::io::Error>,
    io: &'a mut Io<'io>,
}

impl<'a, 'io> TerminalSession<'a, 'io> {
    pub fn new(
        game: Game,
        players: Vec<Player>,
        lines: Lines,
        listens: bool,
        quiet: bool,
        io: &'a mut Io<'io>,
    ) -> Self {
        let (waiting, advice, saved) = (VecDeque::new(), Advice::default(), BTreeMap::new());
        let (writer, has_failed, broken) = (RecordWriter::default(), false, None);
        Self { game, players, lines, waiting, listens, quiet, advice, writer, saved, has_failed, broken, io }
    }

    /// Saves games with this writer.
    pub fn writing(self, writer: RecordWriter) -> Self {
        Self { writer, ..self }
    }

    /// Plays until the game or the input ends.
    pub fn run(mut self) -> ExitResult {
        // Moves from a file come first, even for the seats of bots.
        while let Some((number, line)) = self.lines.stored() {
            if !self.carry_out(number, &line)? {
                return self.finish();
            }
        }
        if self.io.is_terminal && self.listens && !self.is_without_humans() {
            match self.drop_example() {
                Some(text) => writeln!(self.io.out, "Type a move, a drop such as `{text}`, or `help`.")?,
                None => writeln!(self.io.out, "Type a move, or `help`.")?,
            }
        }
        let mut bot_moves = 0;
        let mut drawn = None;
        loop {
            if self.bots_answer() {
                continue;
            }
            if self.is_bots_move() {
                if bot_moves == BOT_MOVES {
                    let text = format!("The game was stopped after {BOT_MOVES} moves without an ending.");
                    writeln!(self.io.out, "{text}")?;
                    return self.finish();
                }
                if !self.bot_plays()? {
                    return self.finish();
                }
                bot_moves += 1;
                continue;
            }
            let asks = self.io.is_terminal && self.listens;
            if !self.listens || self.is_without_humans() {
                return self.finish();
            }
            bot_moves = 0;
            if asks {
                let played = Some(self.game.played().len());
                if drawn != played {
                    drawn = played;
                    writeln!(self.io.out, "\n{}", picture(self.game.position(), self.game.last_move()))?;
                }
                self.prompt()?;
            }
            let line = match asks {
                true => self.lines.read(self.io.input),
                false => self.lines.read_with_note(self.io.input, self.io.err),
            };
            let Some((number, line)) = (match line {
                // A person may type the line again.
                Err(CliError::Wrong(text)) if asks => {
                    writeln!(self.io.out, "{text}")?;
                    continue;
                }
                line => line?,
            }) else {
                if asks {
                    writeln!(self.io.out)?;
                    return Ok(0);
                }
                return self.finish();
            };
            if !self.carry_out(number, &line)? {
                return if asks { Ok(0) } else { self.finish() };
            }
        }
    }

    /// Reports whether a bot that works is to move.
    fn is_bots_move(&self) -> bool {
        !self.has_failed && !self.game.is_game_over() && self.game.pending().is_none() && self.is_bot(self.game.turn())
    }

    /// Lets the bot to move play. Returns whether the game may go on. After a failure, a person at the terminal has
    /// the prompt, so that the game is not lost.
    fn bot_plays(&mut self) -> Result<bool, CliError> {
        let turn = self.game.turn();
        let Player::Bot(bot) = &mut self.players[turn.index()] else { return Ok(true) };
        let mv = match bot.choose_in(&self.game) {
            Ok(Some(mv)) => mv,
            Ok(None) => return Ok(false),
            Err(error) if self.io.is_terminal && self.listens && !self.is_without_humans() => {
                let player = seat_title(self.game.variant().rulebook(), turn);
                writeln!(
                    self.io.out,
                    "error: {error}\n  = help: type a move for {player}, or `undo`, `save FILE` or `quit`"
                )?;
                self.has_failed = true;
                return Ok(true);
            }
            Err(error) => return Err(CliError::Wrong(format!("error: {error}"))),
        };
        let before = self.game.position().clone();
        self.game.play(mv).map_err(|it| CliError::Wrong(format!("error: a bot's move was refused: {it}")))?;
        self.announce(&before)?;
        Ok(true)
    }

    fn is_without_humans(&self) -> bool {
        self.players.iter().all(|it| matches!(it, Player::Bot(_)))
    }

    /// Executes a line; returns whether to continue. A person may try again after an error, a file may not.
    fn carry_out(&mut self, number: usize, line: &str) -> Result<bool, CliError> {
        let Some(command) = parse(line) else { return Ok(true) };
        let mut result = command.map_err(|it| it + "\n").and_then(|it| self.act(it));
        while let (Ok(LineEffect::Acted), Some(word)) = (&result, self.waiting.pop_front()) {
            result = self.perform(&word).map(|()| LineEffect::Acted);
        }
        self.waiting.clear();
        self.broken.take().map_or(Ok(()), |it| Err(CliError::Output(it)))?;
        match result {
            Ok(LineEffect::Left) => Ok(false),
            Ok(LineEffect::Acted) => {
                self.has_failed = false;
                Ok(true)
            }
            Ok(LineEffect::Answered) => Ok(true),
            Err(text) if self.io.is_terminal && self.listens => {
                write!(self.io.out, "{text}")?;
                Ok(true)
            }
            Err(text) => Err(CliError::Wrong(format!("line {number}: {text}The game stopped at this line.\n"))),
        }
    }

    fn act(&mut self, command: TableCommand) -> Result<LineEffect, String> {
        let turn = self.game.turn();
        match command {
            TableCommand::Play(words) => {
                self.waiting = words.into();
                return Ok(LineEffect::Acted);
            }
            TableCommand::Act(text) => self.perform(&text)?,
            TableCommand::Resign(winner) => {
                let winner = winner.map(|it| self.seat(&it)).transpose()?;
                let letter = self.game.variant().rulebook().seats[turn.index()].letter.clone();
                // The help names the action of a player. At the table, the command is shorter.
                let resigned = self.claimed(|game| game.resign(turn, winner));
                resigned.map_err(|it| it.replace(&format!("`{letter} resigns"), "`resign"))?;
            }
            TableCommand::Draw if self.is_asked_for_draw(turn) => self.claimed(|game| game.answer(turn, true))?,
            TableCommand::Draw => {
                let name = self.game.draw_claim().ok_or("this game has no draw by agreement\n")?.to_owned();
                self.claimed(|game| game.claim(turn, &name, None))?;
            }
            TableCommand::Claim(name, winner) => {
                let winner = winner.map(|it| self.seat(&it)).transpose()?;
                self.claimed(|game| game.claim(turn, &name, winner))?;
            }
            TableCommand::Accept | TableCommand::Refuse => {
                let seat = self.game.pending().and_then(|it| it.waiting.first().copied());
                let seat = seat.ok_or("there is no pending offer\n")?;
                self.claimed(|game| game.answer(seat, command == TableCommand::Accept))?;
            }
            TableCommand::Withdraw => {
                let claimant = self.game.pending().map(|it| it.claimant).ok_or("there is no pending offer\n")?;
                self.claimed(|game| game.withdraw(claimant))?;
            }
            TableCommand::Undo => self.undo()?,
            TableCommand::Redo => self.redo()?,
            TableCommand::Quit => return Ok(LineEffect::Left),
            query => {
                let text = self.answer(query)?;
                write!(self.io.out, "{text}").map_err(|it| self.broken.insert(it).to_string())?;
                return Ok(LineEffect::Answered);
            }
        }
        Ok(LineEffect::Acted)
    }

    /// Reports whether a player must answer an offer of a draw.
    fn is_asked_for_draw(&self, seat: SeatId) -> bool {
        let claims = &self.game.variant().rulebook().claims;
        let is_draw = |id: ClaimId| {
            let claim = &claims[usize::from(id.0)];
            claim.then == ClaimThen::End && !claim.names_winner()
        };
        self.game.pending().is_some_and(|it| it.waiting.contains(&seat) && is_draw(it.claim))
    }

    /// Answers a command that does not change the game.
    fn answer(&mut self, command: TableCommand) -> Result<String, String> {
        let position = self.game.position();
        let book = self.game.variant().rulebook();
        Ok(match command {
            TableCommand::Moves(square) => {
                let from = match &square {
                    None => None,
                    Some(name) => Some(origin(position, name).map_err(|it| it.without_label())?),
                };
                let texts = MoveTexts::new(position);
                let moves = texts.legal().iter().filter(|it| from.is_none_or(|from| it.origin() == Some(from)));
                let words: Vec<String> = moves.map(|it| texts.print(*it)).collect();
                match (from.and_then(|it| position.piece_at(it)), words.is_empty()) {
                    (Some(piece), true) if piece.seat != position.turn() => {
                        format!("It is {}'s turn.\n", seat_title(book, position.turn()))
                    }
                    (_, true) => no_move(&self.game),
                    _ => columns(&words),
                }
            }
            TableCommand::Why(text) => {
                let text = self.game.short_action(&text).unwrap_or(text);
                match (self.game.explain_act(&text), parse_move(position, &text)) {
                    (Some(Ok(())), _) => format!("`{text}` is legal.\n"),
                    (Some(Err(error)), _) => refusal(&error, &text),
                    (_, Ok(mv)) => explain(position, mv).sentence + "\n",
                    (_, Err(error)) => error.render(&text),
                }
            }
            TableCommand::Claims => claims(&self.game),
            TableCommand::Save(None) => self.writer.saved(&self.game),
            TableCommand::Save(Some(path)) => {
                let is_pgn = std::path::Path::new(&path).extension().is_some_and(|it| it.eq_ignore_ascii_case("pgn"));
                let text = if is_pgn { self.writer.pgn(&self.game) } else { self.writer.saved(&self.game) };
                save(path, text, &mut self.saved)?
            }
            TableCommand::Hint => self.advice.hint(&self.game),
            TableCommand::Eval(count) => self.advice.eval(&self.game, count),
            TableCommand::Board => picture(position, self.game.last_move()),
            TableCommand::Position => print_list(position) + "\n",
            _ => match self.drop_example() {
                Some(text) => format!("{HELP}{text:<16} drop a piece from the hand: its letter, `@` and the square\n"),
                None => HELP.to_owned(),
            },
        })
    }

    /// Returns the text of a drop, a legal one if there is any; `None` if the game has no drops.
    fn drop_example(&self) -> Option<String> {
        let position = self.game.position();
        let book = position.variant().rulebook();
        let kind = KindId(book.drops().first()?.pieces().trailing_zeros() as u8);
        let square = book.board.squares().find(|it| position.piece_at(*it).is_none())?;
        let legal = self.game.legal_moves().iter().copied().find(|it| it.dropped().is_some());
        Some(print_move(position, legal.unwrap_or_else(|| Move::dropping(kind, square))))
    }

    fn seat(&self, name: &str) -> Result<SeatId, String> {
        let book = self.game.variant().rulebook();
        book.seat(name).ok_or_else(|| {
            let names: Vec<&str> = book.seats.iter().map(|it| it.name.as_str()).collect();
            format!("there is no player `{name}`: the players are {}\n", joined(&names, "and"))
        })
    }

    fn perform(&mut self, text: &str) -> Result<(), String> {
        let before = self.game.position().clone();
        let is_over = self.game.is_game_over();
        self.game.perform(text).map_err(|it| match (&it, misspelled(text)) {
            (GameError::Text(_), Some(advice)) => advice,
            (GameError::Text(_), _) if is_over => format!("The game is over. {}\n", status_sentence(&before)),
            _ => refusal(&it, text),
        })?;
        self.announce(&before).map_err(|it| self.broken.insert(it).to_string())
    }

    fn claimed(&mut self, claim: impl FnOnce(&mut Game) -> Result<(), GameError>) -> Result<(), String> {
        let before = self.game.position().clone();
        claim(&mut self.game).map_err(|it| refusal(&it, ""))?;
        self.announce(&before).map_err(|it| self.broken.insert(it).to_string())
    }

    /// Takes back moves up to the last choice of a person.
    fn undo(&mut self) -> Result<(), String> {
        let count = self.game.played().len();
        self.game.undo().ok_or("there is no move to take back\n")?;
        while self.is_bots_choice() && self.game.undo().is_some() {}
        if self.is_bots_choice() {
            // Otherwise the bot would begin the game again with another move.
            while self.game.played().len() < count && self.game.redo().is_some() {}
            return Err("only bots have moved, so there is no move to take back\n".to_owned());
        }
        Ok(())
    }

    /// Plays moves again that were taken back, up to the next choice of a person: all that one undo has taken back.
    fn redo(&mut self) -> Result<(), String> {
        self.game.redo().ok_or("there is no move to play again\n")?;
        while self.is_bots_choice() && self.game.redo().is_some() {}
        Ok(())
    }

    /// Reports whether a bot acts next: it answers an offer, or it is to move.
    fn is_bots_choice(&self) -> bool {
        match self.game.pending() {
            Some(pending) => pending.waiting.iter().any(|it| self.is_bot(*it)),
            None => self.is_bot(self.game.turn()),
        }
    }

    fn is_bot(&self, seat: SeatId) -> bool {
        matches!(self.players[seat.index()], Player::Bot(_))
    }

    /// Lets a bot answer an offer: it accepts resignations and declines everything else. Returns whether one answered.
    fn bots_answer(&mut self) -> bool {
        let Some(pending) = self.game.pending() else { return false };
        let agrees = self.game.variant().rulebook().claims[pending.claim.0 as usize].names_winner();
        let bot = pending.waiting.iter().copied().find(|it| self.is_bot(*it));
        bot.is_some_and(|seat| self.claimed(|game| game.answer(seat, agrees)).is_ok())
    }

    /// Prints the last action and its consequences.
    fn announce(&mut self, before: &Position) -> std::io::Result<()> {
        let Some(played) = self.game.played().last().filter(|_| !self.quiet) else { return Ok(()) };
        let book = self.game.variant().rulebook();
        let text = match played.act {
            Act::Move(_) => format!("{}: {}", seat_title(book, played.seat), played.text()),
            _ => self.game.act_sentence(self.game.played().len() - 1),
        };
        let mut consequences = Vec::new();
        let after = &played.after;
        for seat in book.seat_ids().filter(|it| before.is_living(*it) && !after.is_living(*it)) {
            consequences.push(format!("{} is eliminated", seat_title(book, seat)));
        }
        for (instance, (old, new)) in book.barrier_instances.iter().zip(before.barriers().iter().zip(after.barriers()))
        {
            if *old != new {
                consequences.push(format!("{} {}", instance.label, if new { "opens" } else { "closes" }));
            }
        }
        let consequences = match consequences.is_empty() {
            true => String::new(),
            false => format!("   ({})", consequences.join("; ")),
        };
        writeln!(self.io.out, "{text}{consequences}")?;
        match self.game.declined_by_move() {
            Some(sentence) => writeln!(self.io.out, "{sentence}"),
            None => Ok(()),
        }
    }

    fn prompt(&mut self) -> std::io::Result<()> {
        let book = self.game.variant().rulebook();
        let text = match self.game.pending() {
            Some(pending) => {
                let who = pending.waiting.first().map_or_else(String::new, |it| seat_title(book, *it));
                let offer = self.game.pending_sentence().unwrap_or_default();
                let turn = seat_title(book, self.game.turn());
                format!("{offer} {who}, type accept or decline.\n{turn}> ")
            }
            None if self.game.is_game_over() => "(undo, save or quit) ".to_owned(),
            None => format!("{}> ", seat_title(book, self.game.turn())),
        };
        write!(self.io.out, "{text}")?;
        self.io.out.flush()
    }

    /// Prints the board and the state of the game at the end of a run without a person.
    fn finish(self) -> ExitResult {
        if self.quiet {
            writeln!(self.io.out, "{}", status_sentence(self.game.position()))?;
        } else {
            write!(self.io.out, "\n{}", picture(self.game.position(), self.game.last_move()))?;
            if let Some(offer) = self.game.pending_sentence() {
                writeln!(self.io.out, "{offer}")?;
            }
        }
        Ok(0)
    }
}
