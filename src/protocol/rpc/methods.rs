//! The methods of remote calls, as a table.
//!
//! Contains [`METHODS`]: the parameters and results of each method. The schema is made from the table,
//! and parameters are checked against it, so the two cannot differ.
//!
//! Input: nothing. Output: a constant. Does not know what a method does.

/// The type of a parameter or of a part of a result.
#[derive(Clone, Copy, Debug)]
pub enum FieldType {
    /// A JSON string.
    Text,
    /// A string, or null.
    TextOrNull,
    /// `true` or `false`.
    Flag,
    /// An integer in a range.
    Integer(u64, u64),
    /// A JSON number.
    Number,
    /// One of some words.
    Word(&'static [&'static str]),
    /// An array of strings.
    Texts,
    /// A JSON object.
    Object,
    /// An array of objects.
    Objects,
}

/// A parameter or a part of a result.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name of the field.
    pub name: &'static str,
    /// The type of the value.
    pub ty: FieldType,
    /// Whether the field may be missing.
    pub is_optional: bool,
    /// The meaning, as a sentence.
    pub about: &'static str,
}

/// A method of remote calls.
#[derive(Clone, Copy, Debug)]
pub struct RpcMethod {
    /// The name of the method.
    pub name: &'static str,
    /// What it does, as a sentence.
    pub about: &'static str,
    /// Its parameters, in the order of an array of parameters.
    pub params: &'static [Field],
    /// The parts of its result.
    pub result: &'static [Field],
}

/// Maximum number of sequences that a count adds up.
pub const MAX_SEQUENCES: u64 = 2_000_000_000;
/// Maximum number of nodes of an analysis.
pub const MAX_NODES: u64 = 50_000_000;
/// Maximum time of an analysis in milliseconds.
pub const MAX_TIME: u64 = 60_000;

use FieldType::{Flag, Integer, Number, Object, Objects, Text, TextOrNull, Texts, Word};

const fn must(name: &'static str, ty: FieldType, about: &'static str) -> Field {
    Field { name, ty, is_optional: false, about }
}

const fn may(name: &'static str, ty: FieldType, about: &'static str) -> Field {
    Field { name, ty, is_optional: true, about }
}

const ID: FieldType = Integer(1, u64::MAX);
const GAME: Field = may("game", ID, "The number of a game; by default, the game that was loaded last.");
const MOVE: Field = may(
    "move",
    Text,
    "A move in the notation of the game, a claim or an answer: `e4`, `w claims draw`, `resign`, `accept`.",
);
const ACTION: Field = may("action", Integer(0, u64::MAX), "A move by its number.");
const SELF: Field = must("game", ID, "The number of the game.");
const VARIANT: Field = must("variant", Text, "The name of the rulebook.");
const HASH: Field = must("hash", Text, "The SHA-256 hash of everything in the rulebook that affects play.");
const POSITION: Field = must("position", Text, "The position in canonical form.");
const TURN: Field = must("turn", Text, "The letter of the player to move.");
const SCORES: Field = must("scores", Object, "The points of each player, by letter: a number, or thirds as text.");
const STATUS: Field = must("status", Object, "Whether the game is over, with a sentence about its state.");
const PLAYED: Field = must("played", Texts, "All moves of the game in its notation.");

const PENDING: Field =
    may("pending", Object, "The offer that others have to answer: its player, its name and whom it asks.");

/// The parts of the result of `apply` and `undo`.
const STANDING: &[Field] = &[SELF, PLAYED, POSITION, TURN, SCORES, STATUS, PENDING];

/// All methods, in the order of the documentation.
pub const METHODS: &[RpcMethod] = &[
    RpcMethod {
        name: "load",
        about: "Loads a rulebook and starts a game. Give `variant` or `text`.",
        params: &[
            may("variant", Text, "The name of a shipped rulebook, or the path of a file."),
            may("position", Text, "The position to start from, in any form that the commands accept."),
            may("text", Text, "A rulebook as text."),
        ],
        result: &[
            SELF,
            VARIANT,
            HASH,
            must("name", Text, "The title of the rulebook."),
            must("actions", Integer(0, u64::MAX), "The number of moves that have a number: 0 and up."),
            POSITION,
            must("seats", Objects, "The players in the order of play."),
            TURN,
            must("squares", Objects, "The squares of the board with their coordinates."),
            must("links", Objects, "The links between squares."),
            must("warnings", Objects, "The findings of `check`."),
        ],
    },
    RpcMethod { name: "unload", about: "Ends a game and frees its memory.", params: &[GAME], result: &[SELF] },
    RpcMethod {
        name: "status",
        about: "Describes the position of a game, like the command `show`.",
        params: &[GAME],
        result: &[
            SELF,
            VARIANT,
            HASH,
            POSITION,
            must("seats", Objects, "The players in the order of play."),
            TURN,
            must("pieces", Objects, "The pieces on the board."),
            must("checks", Objects, "The kings in check and their attackers."),
            must("barriers", Objects, "The barriers with their states."),
            SCORES,
            STATUS,
            may("fen", Text, "The position as FEN, if it has one."),
            may("sfen", Text, "The position as SFEN, if it has one."),
            may("fen4", Text, "The position as FEN4, if it has one."),
            may("sections", Text, "The position with the section of each piece (`WHWpe4`), if the board has sections."),
            PLAYED,
            PENDING,
            must("claims", Texts, "The claims, answers and withdrawals that are possible now, as texts for `apply`."),
        ],
    },
    RpcMethod {
        name: "moves",
        about: "Lists the legal moves, like the command `moves`, each with its number.",
        params: &[GAME, may("from", Text, "The square from which moves are listed.")],
        result: &[SELF, VARIANT, HASH, POSITION, TURN, must("moves", Objects, "The legal moves.")],
    },
    RpcMethod {
        name: "apply",
        about: "Plays a move, several moves, a claim, a resignation or an answer. If one of several is not legal, none is played.",
        params: &[GAME, MOVE, ACTION, may("moves", Texts, "Several moves, in order.")],
        result: STANDING,
    },
    RpcMethod {
        name: "undo",
        about: "Takes back the last moves and claims.",
        params: &[GAME, may("count", Integer(1, 100_000), "How many; 1 by default.")],
        result: STANDING,
    },
    RpcMethod {
        name: "explain",
        about: "Says whether a move is legal and, if not, why. Give `move` or `action`.",
        params: &[GAME, MOVE, ACTION],
        result: &[
            must("legal", Flag, "Whether the move is legal."),
            must("code", TextOrNull, "The code of the reason."),
            must("sentence", Text, "The reason as a sentence."),
            must("from", TextOrNull, "The origin."),
            must("to", TextOrNull, "The destination."),
            must("at", Texts, "The squares that matter."),
            must("barrier", TextOrNull, "The barrier that stops the move."),
            must("by", Texts, "The squares of pieces that attack."),
            must("source", TextOrNull, "The source of the rule."),
            may("column", Integer(0, u64::MAX), "Where the text is wrong, in bytes, if it is not a move."),
            may("help", Text, "What to write instead, if the text is not a move."),
        ],
    },
    RpcMethod {
        name: "perft",
        about: "Counts the move sequences of a length, like the command `perft`.",
        params: &[
            must("depth", Integer(0, 64), "The length in plies. A count has a maximum, which is an error to exceed."),
            GAME,
            may("divide", Flag, "Whether to count each first move."),
        ],
        result: &[
            VARIANT,
            HASH,
            must("depth", Integer(0, 64), "The length in plies."),
            must("nodes", Integer(0, u64::MAX), "The number of sequences."),
            must("seconds", Number, "The time that the count took."),
            may("divide", Objects, "The count of each first move."),
        ],
    },
    RpcMethod {
        name: "render",
        about: "Draws the position.",
        params: &[GAME, may("format", Word(&["svg", "text"]), "The format of the picture; `svg` by default.")],
        result: &[must("format", Word(&["svg", "text"]), "The format."), must("picture", Text, "The picture.")],
    },
    RpcMethod {
        name: "analyze",
        about: "Searches for the best moves. The first limit that is reached ends the search.",
        params: &[
            GAME,
            may("nodes", Integer(1, MAX_NODES), "The maximum number of nodes; 20,000 by default."),
            may("depth", Integer(1, 100), "The maximum depth in plies."),
            may("time", Integer(1, MAX_TIME), "The maximum time in milliseconds."),
            may("lines", Integer(1, 50), "The number of lines; 1 by default."),
        ],
        result: &[
            must("nodes", Integer(0, u64::MAX), "The number of nodes."),
            must("depth", Integer(0, 200), "The depth that was reached."),
            must("lines", Objects, "The best lines, with the expected points of each player and a reason."),
        ],
    },
    RpcMethod {
        name: "rpc.discover",
        about: "Returns this schema.",
        params: &[],
        result: &[
            must("openrpc", Text, "The version of OpenRPC."),
            must("info", Object, "The title and the version."),
            must("methods", Objects, "The methods."),
            must("components", Object, "The errors."),
        ],
    },
];
