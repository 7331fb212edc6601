//! Games as Python objects: moves, undo and endings.
//!
//! Contains the class `Board`, which wraps a [`Game`]. `position.rs` has its texts and pictures, and
//! `actions.rs` the numbers for learning programs. Names follow python-chess. Input: moves and
//! texts. Output: the state of the game. Knows no files.

use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use threefold::bot::{Bot, Level, Style};
use threefold::search::{Algorithm, Budget};
use threefold::{Act, Game, Position, Rollout, SeatId, Square, UnsettledPosition, parse_move, parse_position};

use crate::error::{
    GameError, IllegalMoveError, InvalidMoveError, game_error, is_illegal, position_error, refused, text_error,
};
use crate::interrupt::{SignalWatch, in_background};
use crate::legal::LegalMoves;
use crate::moves::Move;
use crate::outcome::{Explanation, Outcome, Piece, Scores, Status};
use crate::random::Random;
use crate::variant::{Shared, Variant, load, variant_of};

/// Number of legal moves that most positions do not exceed.
const USUAL_MOVES: usize = 40;
/// Maximum number of leaves that perft counts at once, between two looks for Ctrl-C.
const UNWATCHED: u64 = 3_000_000;
/// Maximum depth of perft, as of the command. A larger one would never end.
const MAX_DEPTH: u32 = 64;
/// Maximum number of plies of a random game that is too short to be interrupted.
const SHORT_GAME: u32 = 10_000;

/// A game: a position with its history.
///
/// `variant` is a `Variant`, a slug such as "chess", a path, or the text of a rulebook. `position`
/// is a FEN or the list form; without it, the game begins in the starting position.
#[pyclass(module = "threefold")]
pub struct Board {
    /// The rulebook of the game.
    pub shared: Arc<Shared>,
    /// The game and its history.
    pub game: Game,
}

impl Board {
    /// Returns the current position.
    pub fn position_now(&self) -> &Position {
        self.game.position()
    }
    /// Returns a move as a Python object.
    pub fn wrap(&self, mv: threefold::Move) -> Move {
        Move::of(self.shared.clone(), mv)
    }
    /// Returns the square of a name.
    pub fn square(&self, name: &str) -> PyResult<Square> {
        let found = self.shared.variant().square(name);
        found.ok_or_else(|| PyValueError::new_err(format!("the board has no square `{name}`")))
    }
    /// Returns the seat of a name or letter.
    pub fn seat(&self, name: &str) -> PyResult<SeatId> {
        self.shared.book().seat(name).ok_or_else(|| {
            let names: Vec<&str> = self.shared.book().seats().iter().map(|it| it.name()).collect();
            PyValueError::new_err(format!("there is no player `{name}`: the players are {}", names.join(", ")))
        })
    }
    /// Converts an argument that is a move or the text of one.
    pub fn move_of(&self, item: &Bound<'_, PyAny>) -> PyResult<threefold::Move> {
        if let Ok(it) = item.cast::<Move>() {
            let it = it.get();
            return match it.is_of(&self.shared) {
                true => Ok(it.mv),
                false => Err(PyValueError::new_err("the move belongs to another variant")),
            };
        }
        self.parsed(item.py(), &item.extract::<String>()?)
    }
    fn parsed(&self, py: Python<'_>, text: &str) -> PyResult<threefold::Move> {
        let position = self.position_now();
        parse_move(position, text).map_err(|it| text_error(py, position, text, &it))
    }
    fn play(&mut self, py: Python<'_>, mv: threefold::Move) -> PyResult<()> {
        self.game.play(mv).map(|_| ()).map_err(|it| game_error(py, self.position_now(), "", it))
    }
    /// Returns the position as it would be if no outcome had occurred at the start of the turn.
    fn unsettled(&self) -> Option<UnsettledPosition> {
        let mut setup = self.position_now().setup();
        setup.over = None;
        UnsettledPosition::new(self.shared.variant(), &setup).ok()
    }
    /// Reports whether the player to move has no legal move, and is in check as stated.
    fn is_stuck(&self, in_check: bool) -> bool {
        let Some(it) = self.unsettled() else { return false };
        let it = it.as_position();
        it.is_check(it.turn()) == in_check && it.legal_moves().is_empty()
    }
}

/// Starts a game in a position, or in the starting position.
fn start(py: Python<'_>, shared: &Shared, position: Option<&str>) -> PyResult<Game> {
    match position {
        Some(text) => {
            parse_position(shared.variant(), text).map(Game::from_position).map_err(|it| position_error(py, &it))
        }
        None => Game::new(shared.variant()).ok_or_else(|| {
            PyValueError::new_err(
                "this rulebook has no starting position: pass `position`, in FEN or as a list of pieces",
            )
        }),
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant = None, position = None))]
    fn new(py: Python<'_>, variant: Option<&Bound<'_, PyAny>>, position: Option<&str>) -> PyResult<Self> {
        let shared = variant.map_or_else(|| load(py, "chess", ""), variant_of)?;
        let game = start(py, &shared, position)?;
        Ok(Self { shared, game })
    }
    /// The rulebook of the game.
    #[getter]
    fn variant(&self) -> Variant {
        Variant { shared: self.shared.clone() }
    }
    /// The name of the player to move.
    #[getter]
    fn turn(&self) -> &str {
        self.position_now().turn().name(self.shared.book())
    }
    /// The names of the players who are still in the game.
    #[getter]
    fn living(&self) -> Vec<&str> {
        let book = self.shared.book();
        book.seat_ids().filter(|it| self.position_now().is_living(*it)).map(|it| it.name(book)).collect()
    }
    /// The points of each player so far: a number, or a `fractions.Fraction` if they are thirds.
    #[getter]
    fn scores(&self) -> Scores {
        Scores::of(self.position_now())
    }
    /// The moves so far, the oldest first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.game.moves().map(|(_, mv)| self.wrap(mv)).collect()
    }
    /// The number of actions so far: moves, claims and answers.
    fn ply(&self) -> usize {
        self.game.played().len()
    }

    /// The legal moves of the player to move.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves::new(self.shared.clone(), self.position_now().clone(), self.game.legal_moves().to_vec())
    }
    /// Returns the legal moves of the piece on a square.
    fn legal_moves_from(&self, square: &str) -> PyResult<LegalMoves> {
        let moves = self.position_now().legal_moves_from(self.square(square)?);
        Ok(LegalMoves::new(self.shared.clone(), self.position_now().clone(), moves))
    }
    /// Reports whether a move is legal.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.move_of(r#move) {
            Ok(mv) => Ok(self.position_now().is_legal(mv)),
            Err(error) if error.is_instance_of::<IllegalMoveError>(r#move.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }
    /// Explains why a move is legal or not. `move` is a `Move` or a text.
    fn explain(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Explanation> {
        if let Ok(text) = r#move.extract::<String>()
            && let Err(error) = parse_move(self.position_now(), &text)
            && is_illegal(&error)
        {
            return Ok(Explanation::of_text(self.position_now(), &error));
        }
        Ok(Explanation::of(self.position_now(), self.move_of(r#move)?))
    }
    /// Plays a move. Raises `IllegalMoveError` with the reason if it is illegal.
    fn push(&mut self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.move_of(r#move)?;
        self.play(py, mv)
    }
    /// Plays a move that is given as text, in any form that people write. Returns the move.
    fn push_text(&mut self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let mv = self.parsed(py, text)?;
        self.play(py, mv)?;
        Ok(self.wrap(mv))
    }
    /// Plays a move that is given as text; python-chess's name for `push_text`.
    fn push_san(&mut self, py: Python<'_>, san: &str) -> PyResult<Move> {
        self.push_text(py, san)
    }
    /// Plays a move in UCI form, such as `e2e4`.
    fn push_uci(&mut self, py: Python<'_>, uci: &str) -> PyResult<Move> {
        let mv = self.parse_uci(py, uci)?;
        self.play(py, mv.mv)?;
        Ok(mv)
    }
    /// Undoes the last move or other action. Returns the move; `None` if it was no move.
    fn pop(&mut self) -> PyResult<Option<Move>> {
        let act = self.game.undo().map(|it| it.act.clone());
        match act.ok_or_else(|| PyIndexError::new_err("there is no move to undo"))? {
            Act::Move(mv) => Ok(Some(self.wrap(mv))),
            _ => Ok(None),
        }
    }
    /// Returns the last move.
    fn peek(&self) -> PyResult<Move> {
        let last = self.game.last_move().map(|it| self.wrap(it));
        last.ok_or_else(|| PyIndexError::new_err("no move was played"))
    }
    /// Returns a move that is given as text, which need not be legal.
    fn parse_move(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        Ok(self.wrap(self.parsed(py, text)?))
    }
    /// Returns a legal move that is given as text. Raises `IllegalMoveError` if it is illegal.
    fn parse_san(&self, py: Python<'_>, san: &str) -> PyResult<Move> {
        let mv = self.parse_move(py, san)?;
        match self.position_now().is_legal(mv.mv) {
            true => Ok(mv),
            false => Err(refused(py, threefold::notation::sentence::explain(self.position_now(), mv.mv))),
        }
    }
    /// Returns the legal move with a UCI form, such as `e2e4`. Raises `IllegalMoveError` if the move is illegal, and
    /// `InvalidMoveError` if the text is not a move.
    fn parse_uci(&self, py: Python<'_>, uci: &str) -> PyResult<Move> {
        let moves = self.game.legal_moves();
        let found = moves.iter().map(|it| self.wrap(*it)).find(|it| it.uci().eq_ignore_ascii_case(uci));
        match found {
            Some(it) => Ok(it),
            // The same text in any notation: its error says what is wrong with it.
            None => {
                let other = self.parse_san(py, uci)?.uci();
                Err(InvalidMoveError::new_err(format!("`{uci}` is not the UCI form of a move: write `{other}`")))
            }
        }
    }
    /// Returns a move in short algebraic notation, such as `Nf3`. `str(move)` has the notation of the variant.
    fn san(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(threefold::notation::print_san(self.position_now(), self.move_of(r#move)?))
    }

    /// Returns the piece on a square; `None` if it is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
        let at = self.square(square)?;
        Ok(self.position_now().piece_at(at).map(|it| Piece::of(&self.shared, at, &it)))
    }
    /// Returns all pieces by square, in the order of squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (square, piece) in self.position_now().pieces() {
            all.set_item(self.shared.variant().board().name(square), Piece::of(&self.shared, square, &piece))?;
        }
        Ok(all)
    }
    /// Returns the square of a player's king; `None` if there is none.
    fn king(&self, seat: &str) -> PyResult<Option<&str>> {
        let king = self.position_now().king(self.seat(seat)?);
        Ok(king.map(|it| self.shared.variant().board().name(it)))
    }
    /// Returns the squares of the pieces that give check to a player: to the player to move, unless one is named.
    #[pyo3(signature = (seat = None))]
    fn checkers(&self, seat: Option<&str>) -> PyResult<Vec<&str>> {
        let seat = seat.map_or(Ok(self.position_now().turn()), |it| self.seat(it))?;
        let found = self.position_now().checkers(seat).into_iter();
        Ok(found.map(|it| self.shared.variant().board().name(it)).collect())
    }
    /// Reports whether a player is in check: the player to move, unless one is named.
    #[pyo3(signature = (seat = None))]
    fn is_check(&self, seat: Option<&str>) -> PyResult<bool> {
        Ok(!self.checkers(seat)?.is_empty())
    }
    /// Returns the squares of a player's pieces that attack a square, pinned ones too.
    fn attackers(&self, seat: &str, square: &str) -> PyResult<Vec<&str>> {
        let found = self.position_now().attackers(self.square(square)?, self.seat(seat)?).into_iter();
        Ok(found.map(|it| self.shared.variant().board().name(it)).collect())
    }
    /// Reports whether a move captures a piece, directly or en passant.
    fn is_capture(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position_now().captured(self.move_of(r#move)?).is_some())
    }
    /// Reports whether a legal move leaves another player in check by a piece of the player to move.
    fn gives_check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position_now().gives_check(self.move_of(r#move)?))
    }
    /// Reports whether the player to move is in check and has no legal move.
    fn is_checkmate(&self) -> bool {
        self.is_stuck(true)
    }
    /// Reports whether the player to move is not in check and has no legal move.
    fn is_stalemate(&self) -> bool {
        self.is_stuck(false)
    }
    /// Reports whether the game is over.
    fn is_game_over(&self) -> bool {
        self.game.is_game_over()
    }
    /// Reports how many times the current position has occurred, counting this one.
    fn repetitions(&self) -> u16 {
        self.game.repeated()
    }
    /// Returns how the game ended; `None` if it is still going on.
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().map(|it| Outcome::of(self.position_now(), it))
    }
    /// Returns the points in order of play, such as `1-0`; `*` if the game is still going on.
    fn result(&self) -> String {
        self.outcome().map_or_else(|| "*".to_owned(), |it| it.result())
    }
    /// Returns whether the game is over and whose turn it is.
    fn status(&self) -> Status {
        Status::of(self.position_now())
    }

    /// Returns what a player can claim now, such as a draw: the names of claims.
    #[pyo3(signature = (seat = None))]
    fn claims(&self, seat: Option<&str>) -> PyResult<Vec<&str>> {
        let seat = seat.map_or(Ok(self.position_now().turn()), |it| self.seat(it))?;
        Ok(self.game.claims(seat))
    }
    /// Carries out a move, a claim or an answer: `e4`, `white claims draw`, `b accepts`, `w resigns`.
    fn perform(&mut self, py: Python<'_>, text: &str) -> PyResult<()> {
        self.game.perform(text).map(|_| ()).map_err(|it| game_error(py, self.position_now(), text, it))
    }
    /// Starts again in the starting position of the rulebook.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.game = start(py, &self.shared, None)?;
        Ok(())
    }
    /// Starts a new game in a position, given as a FEN or in the list form.
    fn set_fen(&mut self, py: Python<'_>, fen: &str) -> PyResult<()> {
        self.game = start(py, &self.shared, Some(fen))?;
        Ok(())
    }
    /// Returns a copy with its own history.
    fn copy(&self) -> Self {
        Self { shared: self.shared.clone(), game: self.game.clone() }
    }
    fn __copy__(&self) -> Self {
        self.copy()
    }
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }
    /// A pickled game is its rulebook and its record.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (Variant, String))> {
        let from_record = py.get_type::<Self>().getattr("from_record")?.unbind();
        Ok((from_record, (self.variant(), threefold::game::record(&self.game))))
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Board>();
        other.is_ok_and(|it| it.try_borrow().is_ok_and(|it| it.position_now() == self.position_now()))
    }

    /// Returns the number of sequences of `depth` legal moves.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > MAX_DEPTH {
            return Err(PyValueError::new_err(format!("the depth is 0 to {MAX_DEPTH}, not {depth}")));
        }
        let position = self.position_now().perft_root();
        py.detach(|| perft(&position, depth, &mut SignalWatch::new()))
    }
    /// Plays random moves inside the engine, on a copy, until the game ends. Returns the number of plies.
    #[pyo3(signature = (limit = 2000, *, seed = 0))]
    fn play_out(&self, py: Python<'_>, limit: u32, seed: u64) -> PyResult<u32> {
        let mut position = self.position_now().clone();
        let mut random = Random(seed);
        py.detach(|| match limit {
            0..=SHORT_GAME => Ok(position.play_out(limit, &mut |count| random.below(count))),
            _ => play_on(&position, limit, &mut random),
        })
    }
    /// Returns the move that a bot chooses; `None` if there is no legal move.
    ///
    /// `level` is one of beginner, casual, club, expert and full. With `nodes` or `seconds`, the bot
    /// searches as well as it can within that limit.
    #[pyo3(signature = (level = None, *, nodes = None, seconds = None, seed = 0))]
    fn best_move(
        &self,
        py: Python<'_>,
        level: Option<&str>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        seed: u64,
    ) -> PyResult<Option<Move>> {
        let (game, stop) = (self.game.clone(), Arc::default());
        let mut bot = Bot::new(style(level, nodes, seconds)?, seed);
        bot.set_stop(Arc::clone(&stop));
        let found = in_background(py, &stop, move || bot.choose_in(&game))?;
        Ok(found.map_err(|it| GameError::new_err(it.to_string()))?.map(|it| self.wrap(it)))
    }
}

/// Counts like [`Position::perft`], in parts that the engine counts in a fraction of a second.
fn perft(position: &Position, depth: u32, watch: &mut SignalWatch) -> PyResult<u64> {
    watch.check()?;
    let moves = position.legal_moves();
    // Few moves now can be many later.
    let moves_later = moves.len().max(USUAL_MOVES) as u64;
    if depth <= 2 || moves_later.saturating_pow(depth) <= UNWATCHED {
        return Ok(position.perft(depth));
    }
    // Perft ignores repetition: each position counts as new.
    let after = |mv| position.play_unsettled(mv).map(|it| it.settle_repeated(0));
    let next = moves.into_iter().filter_map(|mv| after(mv).ok());
    next.map(|it| perft(&it, depth - 1, watch)).sum()
}

/// Plays the game of [`Position::play_out`] move by move. Returns the number of plies.
fn play_on(position: &Position, limit: u32, random: &mut Random) -> PyResult<u32> {
    let (mut game, mut watch) = (Rollout::new(position), SignalWatch::new());
    for ply in 0..limit {
        watch.check()?;
        let count = game.moves().len();
        if count == 0 {
            return Ok(ply);
        }
        game.play(random.below(count as u64) as usize);
    }
    Ok(limit)
}

fn style(level: Option<&str>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Style> {
    let search = |budget| Ok(Style::search(Algorithm::default(), budget));
    match (level, nodes, seconds) {
        (level, None, None) => {
            let word = level.unwrap_or("club");
            Level::of(word).map(Style::Level).ok_or_else(|| {
                let words: Vec<&str> = Level::ALL.iter().map(|it| it.name()).collect();
                PyValueError::new_err(format!("`{word}` is not a level: the levels are {}", words.join(", ")))
            })
        }
        (None, Some(nodes), None) if nodes > 0 => search(Budget::Nodes(nodes)),
        (None, None, Some(seconds)) if seconds > 0.0 && seconds <= 86_400.0 => {
            search(Budget::Time(Duration::from_secs_f64(seconds)))
        }
        _ => Err(PyValueError::new_err("pass one of `level`, `nodes` (at least 1) and `seconds` (up to 86,400)")),
    }
}
