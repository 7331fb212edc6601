//! Errors of remote calls: the standard codes of JSON-RPC, and those of this program.
//!
//! Contains [`RpcError`] and [`CODES`]. Input: what a method found. Output: the error object of a response.
//! Does not know requests.

use serde_json::{Value, json};

use crate::diagnostic::JsonDiagnostic;
use crate::game::GameError;
use crate::json as parts;
use crate::load::LoadError;
use crate::notation::sentence::explain;
use crate::notation::{MoveTextError, PositionErrors};
use crate::rules::{Move, Position};

/// All codes with their meanings, for the schema.
pub const CODES: [(i32, &str); 11] = [
    (PARSE_ERROR, "The text is not JSON."),
    (INVALID_REQUEST, "The JSON is not a request."),
    (NO_METHOD, "There is no such method."),
    (INVALID_PARAMS, "A parameter is missing, unknown, or of the wrong type."),
    (INTERNAL, "The program has an error."),
    (BAD_RULEBOOK, "The rulebook has errors; `data` has the findings of `check`."),
    (BAD_POSITION, "The text is not a position of the game; `data` lists all reasons."),
    (BAD_MOVE, "The text or number is not a move."),
    (ILLEGAL, "The move or claim is not legal; `data` has the answer of `explain`."),
    (NO_GAME, "There is no game with this number, or no game at all."),
    (LIMIT, "The request exceeds a limit."),
];

/// The text is not JSON.
pub const PARSE_ERROR: i32 = -32_700;
/// The JSON is not a request.
pub const INVALID_REQUEST: i32 = -32_600;
/// There is no such method.
pub const NO_METHOD: i32 = -32_601;
/// A parameter is missing, unknown, or of the wrong type.
pub const INVALID_PARAMS: i32 = -32_602;
/// The program has an error.
pub const INTERNAL: i32 = -32_603;
/// The rulebook has errors.
pub const BAD_RULEBOOK: i32 = -32_001;
/// The text is not a position of the game.
pub const BAD_POSITION: i32 = -32_002;
/// The text or number is not a move.
pub const BAD_MOVE: i32 = -32_003;
/// The move or claim is not legal.
pub const ILLEGAL: i32 = -32_004;
/// There is no such game.
pub const NO_GAME: i32 = -32_005;
/// The request exceeds a limit.
pub const LIMIT: i32 = -32_006;

/// The error of a call.
#[derive(Clone, Debug)]
pub struct RpcError {
    code: i32,
    message: String,
    data: Value,
}

impl RpcError {
    /// Creates an error without data.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: Value::Null }
    }

    /// Adds data for programs.
    pub fn with(self, data: Value) -> Self {
        Self { data, ..self }
    }

    /// Creates the error of a rulebook, with all findings.
    pub fn rulebook(error: &LoadError) -> Self {
        let findings = error.diagnostics.items.iter().map(|it| json!(JsonDiagnostic::new(&error.sources, it)));
        let first = error.diagnostics.items.first().map_or_else(String::new, |it| it.message.clone());
        Self::new(BAD_RULEBOOK, first).with(json!({ "findings": findings.collect::<Value>() }))
    }

    /// Creates the error of a text that is not a position.
    pub fn position(errors: &PositionErrors) -> Self {
        let one = |it: &crate::notation::PositionError| json!({ "start": it.start, "end": it.end, "message": it.to_string(), "help": it.help });
        let first = errors.first().map_or_else(String::new, ToString::to_string);
        Self::new(BAD_POSITION, first).with(json!({ "errors": errors.iter().map(one).collect::<Value>() }))
    }

    /// Creates the error of a text that is not a move.
    pub fn text(error: &MoveTextError) -> Self {
        Self::new(BAD_MOVE, error.to_string()).with(parts::no_move(error))
    }

    /// Creates the error of a move that is not legal.
    pub fn illegal(position: &Position, mv: Move) -> Self {
        let why = explain(position, mv);
        let data = parts::explanation(position.variant().rulebook(), mv, &why);
        Self::new(ILLEGAL, why.sentence).with(data)
    }

    /// Creates the error of an action in a position.
    pub fn action(position: &Position, error: &GameError) -> Self {
        match error {
            GameError::Illegal { mv, .. } => Self::illegal(position, *mv),
            GameError::Text(error) => Self::text(error),
            GameError::Claim { kind, help } => Self::new(ILLEGAL, kind.to_string()).with(json!({ "help": help })),
        }
    }

    /// Returns the error object of a response.
    pub fn json(&self) -> Value {
        match self.data.is_null() {
            true => json!({ "code": self.code, "message": self.message }),
            false => json!({ "code": self.code, "message": self.message, "data": self.data }),
        }
    }
}
