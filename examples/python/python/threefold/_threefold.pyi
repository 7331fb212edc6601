from collections.abc import Iterator, Sequence
from fractions import Fraction
from os import PathLike
from typing import ClassVar, final, overload

import numpy as np
import numpy.typing as npt

__all__ = [
    "Board",
    "Explanation",
    "Finding",
    "GameError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "MoveIterator",
    "Outcome",
    "PgnReader",
    "Piece",
    "PositionError",
    "RulebookError",
    "Status",
    "ThreefoldError",
    "Variant",
    "VectorCore",
    "check",
    "games",
    "read_pgn",
    "reference",
    "restore_legal_moves",
    "restore_variant",
]

class ThreefoldError(ValueError):
    """Base class of all exceptions of this package."""

class RulebookError(ThreefoldError):
    """A rulebook has errors; `findings` lists them."""
    findings: list[Finding]

class PositionError(ThreefoldError):
    """The text of a position has errors; `messages` lists them."""
    messages: list[str]

class InvalidMoveError(ThreefoldError):
    """A text is not a move, or fits several moves."""

class IllegalMoveError(ThreefoldError):
    """A move is illegal; `code` and `sentence` say why."""
    code: str
    sentence: str

class GameError(ThreefoldError):
    """A claim or an answer is not possible."""

@final
class Finding:
    """One finding about a rulebook: an error or a warning with its place."""
    __match_args__ = ("code", "severity", "message", "file", "line", "column", "help", "rendered")
    def __new__(
        cls,
        code: str,
        severity: str,
        message: str,
        file: str | None,
        line: int | None,
        column: int | None,
        help: str | None,
        rendered: str,
    ) -> Finding: ...
    @property
    def code(self) -> str:
        """Stable code, such as `unknown-key`."""
    @property
    def severity(self) -> str:
        """`error` or `warning`."""
    @property
    def message(self) -> str:
        """The message, in lowercase and without a period."""
    @property
    def file(self) -> str | None:
        """Name of the file; `None` if the finding has no place."""
    @property
    def line(self) -> int | None:
        """Line number, counted from 1."""
    @property
    def column(self) -> int | None:
        """Column in characters, counted from 1."""
    @property
    def help(self) -> str | None:
        """Advice on how to correct the problem."""
    @property
    def rendered(self) -> str:
        """The finding as the command prints it, with the line and a caret."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Variant:
    """A rulebook, ready to play.

    `source` is a slug such as "chess", a path, or the text of a rulebook. A text has at least one
    line break. `name` is what findings call a text.
    """
    def __new__(cls, source: str | PathLike[str], name: str = "<text>") -> Variant: ...
    @property
    def name(self) -> str:
        """The title of the game."""
    @property
    def about(self) -> str:
        """A description in one line."""
    @property
    def slug(self) -> str:
        """The name in the catalog, or the stem of the file name."""
    @property
    def hash(self) -> str:
        """The SHA-256 hash of every setting that affects play or notation."""
    @property
    def seats(self) -> list[str]:
        """The names of the players, in order of play."""
    @property
    def letters(self) -> dict[str, str]:
        """The letter of each player in notation."""
    @property
    def pieces(self) -> dict[str, str]:
        """The letter of each kind of piece in notation, in the order of the file."""
    @property
    def squares(self) -> list[str]:
        """The names of the squares, in the order of planes."""
    @property
    def coordinates(self) -> dict[str, tuple[float, float]]:
        """The coordinates of each square in a picture."""
    @property
    def links(self) -> list[tuple[str, str, str]]:
        """The links of the board: from, heading, to."""
    @property
    def warnings(self) -> list[Finding]:
        """Warnings about the rulebook."""
    @property
    def most_points(self) -> float:
        """The greatest number of points that a player can score."""
    @property
    def plane_names(self) -> list[str]:
        """The names of the planes of an observation."""
    @property
    def scalar_names(self) -> list[str]:
        """The names of the single numbers of an observation."""
    @property
    def action_count(self) -> int:
        """The number of actions. Action numbers are the same for all variants with the same hash."""
    def move_of(self, action: int) -> Move:
        """Returns the move of an action number."""
    def rules(self) -> str:
        """Returns the rules in English, as Markdown."""
    def __copy__(self) -> Variant: ...
    def __deepcopy__(self, _memo: object, /) -> Variant: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A move. Squares and kinds of pieces are names."""
    @property
    def from_square(self) -> str | None:
        """The square of the piece; in castling, of the king. `None` for a drop or a pass."""
    @property
    def to_square(self) -> str:
        """The target square of the piece; in castling, of the king. Empty for a pass."""
    @property
    def promotion(self) -> str | None:
        """The kind to which the piece promotes."""
    @property
    def drop(self) -> str | None:
        """The kind of the piece that a drop puts on the board."""
    @property
    def gate(self) -> str | None:
        """The kind of the piece that enters with the move."""
    @property
    def gate_square(self) -> str | None:
        """The square on which a piece enters with the move."""
    @property
    def placed(self) -> str | None:
        """The square on which the move places a blocker."""
    @property
    def castling(self) -> str | None:
        """The name of the castling."""
    @property
    def is_pass(self) -> bool:
        """Whether the player makes no move on the board."""
    @property
    def action(self) -> int:
        """The number of the move among all moves of the variant."""
    def uci(self) -> str:
        """Returns the move in UCI form: `e2e4`, `e7e8q`, `P@e4`, `h2h3+` for a promoted form, `b1c3h` with a piece that
        enters, and `0000` for a pass.
        """
    def __copy__(self) -> Move: ...
    def __deepcopy__(self, _memo: object, /) -> Move: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class MoveIterator:
    """An iterator over legal moves."""
    def __iter__(self) -> MoveIterator: ...
    def __next__(self) -> Move: ...

@final
class LegalMoves(Sequence[Move]):
    """The legal moves of one position, in a fixed order: a sequence that does not change when the board does."""
    def count(self, value: object = None) -> int:
        """Returns how many times a move occurs, 0 or 1; without a move, the number of all moves."""
    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Returns the index of a move. Raises `ValueError` if it is not among the moves from `start` up to `stop`."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, item: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> LegalMoves: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __reversed__(self) -> Iterator[Move]: ...
    def __copy__(self) -> LegalMoves: ...
    def __deepcopy__(self, _memo: object, /) -> LegalMoves: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Piece:
    """A piece on the board."""
    __match_args__ = ("seat", "kind", "letter", "marks")
    def __new__(cls, seat: str, kind: str, letter: str, marks: list[str]) -> Piece: ...
    @property
    def seat(self) -> str:
        """The player who owns the piece."""
    @property
    def kind(self) -> str:
        """The kind of piece, such as `queen`."""
    @property
    def letter(self) -> str:
        """The letter of the kind in notation."""
    @property
    def marks(self) -> list[str]:
        """The marks of the piece, such as `crossed`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Outcome:
    """How a game ended."""
    __match_args__ = ("termination", "winner", "loser", "scores", "sentence")
    def __new__(
        cls,
        termination: str,
        winner: str | None,
        loser: str | None,
        scores: dict[str, float | Fraction],
        sentence: str,
    ) -> Outcome: ...
    @property
    def termination(self) -> str:
        """The name of the outcome or claim in the rulebook, such as `checkmate`."""
    @property
    def winner(self) -> str | None:
        """The player with the most points; `None` if several have them."""
    @property
    def loser(self) -> str | None:
        """The player for whom the test of the outcome held, usually the one who lost."""
    @property
    def scores(self) -> dict[str, float | Fraction]:
        """The points of each player: a number, or a `fractions.Fraction` if they are thirds."""
    @property
    def sentence(self) -> str:
        """How the game ended, as a sentence."""
    def result(self) -> str:
        """Returns the points in order of play, such as `1-0` or `1/2-1/2`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Explanation:
    """Why a move is legal or not."""
    __match_args__ = ("legal", "code", "sentence", "at", "by", "barrier", "source")
    def __new__(
        cls,
        legal: bool,
        code: str,
        sentence: str,
        at: list[str],
        by: list[str],
        barrier: str | None,
        source: str | None,
    ) -> Explanation: ...
    @property
    def legal(self) -> bool:
        """Whether the move is legal."""
    @property
    def code(self) -> str:
        """The stable code of the refusal; empty for a legal move."""
    @property
    def sentence(self) -> str:
        """The explanation in one sentence."""
    @property
    def at(self) -> list[str]:
        """The squares that matter besides those of the move."""
    @property
    def by(self) -> list[str]:
        """The squares of the attacking pieces."""
    @property
    def barrier(self) -> str | None:
        """The barrier that forbids the move."""
    @property
    def source(self) -> str | None:
        """The source that the rulebook cites for the rule."""
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Status:
    """The standing of a game."""
    __match_args__ = ("over", "event", "sentence")
    def __new__(cls, over: bool, event: str | None, sentence: str) -> Status: ...
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def event(self) -> str | None:
        """The name of the outcome or claim that ended the game."""
    @property
    def sentence(self) -> str:
        """Whose turn it is, or how the game ended, as a sentence."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    """A game: a position with its history.

    `variant` is a `Variant`, a slug such as "chess", a path, or the text of a rulebook. `position`
    is a FEN or the list form; without it, the game begins in the starting position.
    """
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(cls, variant: Variant | str | PathLike[str] | None = None, position: str | None = None) -> Board: ...
    @property
    def variant(self) -> Variant:
        """The rulebook of the game."""
    @property
    def turn(self) -> str:
        """The name of the player to move."""
    @property
    def living(self) -> list[str]:
        """The names of the players who are still in the game."""
    @property
    def scores(self) -> dict[str, float | Fraction]:
        """The points of each player so far: a number, or a `fractions.Fraction` if they are thirds."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves so far, the oldest first."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to move."""
    @property
    def pools(self) -> dict[str, dict[str, int]]:
        """The pieces that each player has in their pool: by player, the number of pieces by kind. A hand is a pool from which
        its player drops pieces.
        """
    @property
    def blockers(self) -> list[str]:
        """The squares of blockers, such as a duck or arrows."""
    @property
    def halfmove_clock(self) -> int:
        """The halfmove clock: the number of plies since the last capture or pawn move, or since whatever else resets it."""
    @property
    def castling_rights(self) -> dict[str, list[str]]:
        """The castling rights: by player, the names of the castlings, as in `Move.castling`."""
    @property
    def en_passant(self) -> list[tuple[str, str, str]]:
        """The rights to capture en passant: the square where the capturing piece lands, the square of the piece that can be
        captured, and its player.
        """
    @property
    def ep_square(self) -> str | None:
        """The square where a capture en passant ends, if there is one right to such a capture; otherwise `None`."""
    @property
    def barriers(self) -> dict[str, bool]:
        """The barriers by name, each with `True` if it is open. `moat.0` is the first copy of the barrier `moat`."""
    @property
    def eliminated(self) -> list[str]:
        """The names of the eliminated players. Frozen ones are among them."""
    @property
    def frozen(self) -> list[str]:
        """The names of the frozen players: those who return when they are no longer stuck."""
    @property
    def counters(self) -> dict[str, dict[str, int]]:
        """The counters of the rulebook: by player, the number of each counter."""
    @property
    def lost(self) -> dict[str, int]:
        """The value of all pieces that each player has ever lost to captures."""
    @property
    def order_reversed(self) -> bool:
        """Whether an outcome or a claim has reversed the order of play."""
    @property
    def extra_turn_before(self) -> str | None:
        """During an extra turn: the player who plays after it. Otherwise `None`."""
    @property
    def turn_delayed(self) -> bool:
        """Whether an extra turn has delayed this turn."""
    @property
    def heirs(self) -> dict[str, str]:
        """The players who play the turns of eliminated players: by eliminated player, the heir."""
    @property
    def inherited_turn(self) -> str | None:
        """The eliminated player whose turn an heir plays now. Otherwise `None`."""
    def ply(self) -> int:
        """The number of actions so far: moves, claims and answers."""
    def legal_moves_from(self, square: str) -> LegalMoves:
        """Returns the legal moves of the piece on a square."""
    def is_legal(self, move: Move | str) -> bool:
        """Reports whether a move is legal."""
    def explain(self, move: Move | str) -> Explanation:
        """Explains why a move is legal or not. `move` is a `Move` or a text."""
    def push(self, move: Move | str) -> None:
        """Plays a move. Raises `IllegalMoveError` with the reason if it is illegal."""
    def push_text(self, text: str) -> Move:
        """Plays a move that is given as text, in any form that people write. Returns the move."""
    def push_san(self, san: str) -> Move:
        """Plays a move that is given as text; python-chess's name for `push_text`."""
    def push_uci(self, uci: str) -> Move:
        """Plays a move in UCI form, such as `e2e4`."""
    def pop(self) -> Move | None:
        """Undoes the last move or other action. Returns the move; `None` if it was no move."""
    def peek(self) -> Move:
        """Returns the last move."""
    def parse_move(self, text: str) -> Move:
        """Returns a move that is given as text, which need not be legal."""
    def parse_san(self, san: str) -> Move:
        """Returns a legal move that is given as text. Raises `IllegalMoveError` if it is illegal."""
    def parse_uci(self, uci: str) -> Move:
        """Returns the legal move with a UCI form, such as `e2e4`. Raises `IllegalMoveError` if the move is illegal, and
        `InvalidMoveError` if the text is not a move.
        """
    def san(self, move: Move | str) -> str:
        """Returns a move in short algebraic notation, such as `Nf3`. `str(move)` has the notation of the variant."""
    def piece_at(self, square: str) -> Piece | None:
        """Returns the piece on a square; `None` if it is empty."""
    def piece_map(self) -> dict[str, Piece]:
        """Returns all pieces by square, in the order of squares."""
    def king(self, seat: str) -> str | None:
        """Returns the square of a player's king; `None` if there is none."""
    def allies(self, seat: str) -> list[str]:
        """Returns the names of a player's allies."""
    def pending(self) -> tuple[str, str, list[str]] | None:
        """Returns the offer that waits for answers: its claim, the player who made it, and those who have to answer; `None`
        without an offer.
        """
    def checkers(self, seat: str | None = None) -> list[str]:
        """Returns the squares of the pieces that give check to a player: to the player to move, unless one is named."""
    def is_check(self, seat: str | None = None) -> bool:
        """Reports whether a player is in check: the player to move, unless one is named."""
    def attackers(self, seat: str, square: str) -> list[str]:
        """Returns the squares of a player's pieces that attack a square, pinned ones too."""
    def is_capture(self, move: Move | str) -> bool:
        """Reports whether a move captures a piece, directly or en passant."""
    def gives_check(self, move: Move | str) -> bool:
        """Reports whether a legal move leaves another player in check by a piece of the player to move."""
    def is_checkmate(self) -> bool:
        """Reports whether the player to move is in check and has no legal move."""
    def is_stalemate(self) -> bool:
        """Reports whether the player to move is not in check and has no legal move."""
    def is_game_over(self) -> bool:
        """Reports whether the game is over."""
    def repetitions(self) -> int:
        """Reports how many times the current position has occurred, counting this one."""
    def outcome(self) -> Outcome | None:
        """Returns how the game ended; `None` if it is still going on."""
    def result(self) -> str:
        """Returns the points in order of play, such as `1-0`; `*` if the game is still going on."""
    def status(self) -> Status:
        """Returns whether the game is over and whose turn it is."""
    def claims(self, seat: str | None = None) -> list[str]:
        """Returns what a player can claim now, such as a draw: the names of claims."""
    def perform(self, text: str) -> None:
        """Carries out a move, a claim or an answer: `e4`, `white claims draw`, `b accepts`, `w resigns`."""
    def reset(self) -> None:
        """Starts again in the starting position of the rulebook."""
    def set_fen(self, fen: str) -> None:
        """Starts a new game in a position, given as a FEN or in the list form."""
    def copy(self) -> Board:
        """Returns a copy with its own history."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: object, /) -> Board: ...
    def __eq__(self, other: object, /) -> bool: ...
    def perft(self, depth: int) -> int:
        """Returns the number of sequences of `depth` legal moves."""
    def play_out(self, limit: int = 2000, *, seed: int = 0) -> int:
        """Plays random moves inside the engine, on a copy, until the game ends. Returns the number of plies."""
    def best_move(
        self,
        level: str | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
    ) -> Move | None:
        """Returns the move that a bot chooses; `None` if there is no legal move.

        `level` is one of beginner, casual, club, expert and full. With `nodes` or `seconds`, the bot
        searches as well as it can within that limit.
        """
    def fen(self) -> str:
        """Returns the position as FEN, or in the list form if FEN cannot express it."""
    def list_form(self) -> str:
        """Returns the position in the list form: players with their pieces, then `key=value` fields."""
    def canonical(self) -> str:
        """Returns the position as one canonical line, the same for equal positions."""
    def record(self) -> str:
        """Returns the game as a text that `from_record` reads."""
    @staticmethod
    def from_record(variant: Variant | str | PathLike[str], text: str) -> Board:
        """Replays a record. Raises `GameError` if the record has an error, or was made with other rules."""
    def pgn(self, tags: dict[str, str] | None = None) -> str:
        """Returns the game as PGN. `tags` adds tags, such as `{"Event": "Club evening"}`, or replaces them. Those that follow
        from the game, such as `FEN`, stay as they are, and so does the result of a game that is over.
        """
    @staticmethod
    def from_pgn(text: str, variant: Variant | str | PathLike[str] | None = None) -> Board:
        """Replays the only game of a text in PGN. Without `variant`, the tag `Variant` names the rulebook, and a game without
        this tag is chess. Raises `GameError` if the text has an error or a move is illegal.
        """
    def unicode(self) -> str:
        """Returns the board as text, for terminals. A piece is shown as the letters of its player and kind."""
    def svg(
        self,
        *,
        seat: str | None = None,
        theme: str = "auto",
        legend: bool = False,
        size: int | None = None,
    ) -> str:
        """Returns the board as an SVG image.

        `seat` is the player at the bottom. `theme` is auto, light, dark or print. `size` is the width
        in pixels; without it, the picture fills its place.
        """
    def pixels(self, size: int = 480, *, seat: str | None = None, theme: str = "light") -> npt.NDArray[np.uint8]:
        """Returns the board as an array of shape (height, width, 3), with red, green and blue as bytes.

        `size` is the length of the longer side in pixels.
        """
    def _repr_svg_(self) -> str: ...
    def legal_actions(self) -> list[int]:
        """Returns the numbers of the legal moves, in ascending order."""
    def push_action(self, action: int) -> None:
        """Plays the move of a number. Raises `IllegalMoveError` if it is illegal."""
    def returns(self) -> list[float]:
        """Returns the reward of each player in order of play: 0 during the game. Rewards add up to 0."""
    def write_mask(self, mask: npt.NDArray[np.int8]) -> None:
        """Overwrites an array of bytes with 1 for each legal action and 0 for each other one."""
    def write_observation(
        self,
        planes: npt.NDArray[np.uint8],
        scalars: npt.NDArray[np.uint8],
        seat: str | None = None,
    ) -> None:
        """Overwrites arrays of bytes with the position as a player sees it: the player to move, unless one is named."""

@final
class VectorCore:
    """The state of many games; `VectorEnv` creates it."""
    def __new__(
        cls,
        variant: Variant,
        n: int,
        seed: int,
        max_plies: int,
        position: str | None,
        planes: npt.NDArray[np.uint8] | None,
        scalars: npt.NDArray[np.uint8] | None,
        masks: npt.NDArray[np.int8],
        rewards: npt.NDArray[np.float32],
        terminated: npt.NDArray[np.bool_],
        truncated: npt.NDArray[np.bool_],
        turns: npt.NDArray[np.uint8],
    ) -> VectorCore: ...
    @property
    def plies(self) -> int:
        """The number of plies since the start, over all games."""
    @property
    def games(self) -> int:
        """The number of games that have ended or were cut off."""
    def reset(self, seed: int | None = None) -> None:
        """Starts all games again, and writes everything. A seed also restarts the random numbers."""
    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """Plays one action in each game. Raises `ValueError`, and plays nothing, if one is illegal."""
    def step_random(self, steps: int) -> None:
        """Plays `steps` random legal actions in each game. After an interrupt, all games have played equally many."""
    def sample(self, out: npt.NDArray[np.int64]) -> None:
        """Writes a random legal action for each game."""
    def position(self, index: int) -> str:
        """Returns the position of one game in the list form."""
    def final_board(self, index: int) -> Board:
        """Returns the last position of a game that the last step ended or cut off, as a board without history."""

@final
class PgnReader:
    """The games of a file in PGN, one at a time: `for tags, board in threefold.read_pgn(path)`."""
    def __iter__(self) -> PgnReader: ...
    def __next__(self) -> tuple[dict[str, str], Board]: ...

def games() -> list[str]:
    """Returns the slugs of all games that come with threefold."""
def check(source: str | PathLike[str], name: str = "<text>") -> list[Finding]:
    """Returns all findings about a rulebook: errors and warnings."""
def reference() -> str:
    """Returns the reference of the rulebook language, as Markdown."""
def restore_legal_moves(variant: Variant, position: str, actions: list[int]) -> LegalMoves:
    """Returns pickled legal moves; pickle calls it."""
def restore_variant(source: str, name: str, hash: str) -> Variant:
    """Loads a pickled variant; pickle calls it. Raises `ValueError` if its rules are no longer those of the hash."""
def read_pgn(path: str | PathLike[str], variant: Variant | str | PathLike[str] | None = None) -> PgnReader:
    """Reads the games of a file in PGN: pairs of tags and board, one after the other. Without `variant`, the tag `Variant`
    names the rulebook of each game.
    """
