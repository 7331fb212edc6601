//! Words that people write for keys and headers of the language, with those that they mean.
//!
//! Input: an unknown key with the keys that fit in its place, or an unknown header. Output: the key or the
//! header with the same meaning, if there is one. Spelling mistakes are found elsewhere: these words look like
//! none of the language. Does not know where a word was written.

/// Words and the keys that they may mean. The place where a word was written decides.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("action", &["then"]),
    ("allowed", &["allows"]),
    ("author", &["about"]),
    ("base", &["extends"]),
    ("because", &["source"]),
    ("betza", &["movement"]),
    ("cells", &["squares"]),
    ("cite", &["source"]),
    ("columns", &["files"]),
    ("cols", &["files"]),
    ("condition", &["when"]),
    ("description", &["about", "label"]),
    ("effect", &["then"]),
    ("facing", &["faces"]),
    ("direction", &["heading", "faces"]),
    ("gates", &["line"]),
    ("height", &["ranks"]),
    ("if", &["when"]),
    ("include", &["extends"]),
    ("inherits", &["extends"]),
    ("kind", &["role", "form", "shape", "pieces"]),
    ("kinds", &["pieces"]),
    ("mandatory", &["forced"]),
    ("move", &["movement"]),
    ("moves", &["movement"]),
    ("name", &["label"]),
    ("options", &["into"]),
    ("parent", &["extends"]),
    ("parents", &["extends"]),
    ("permits", &["allows"]),
    ("piece", &["pieces"]),
    ("players", &["binds", "order"]),
    ("points", &["value"]),
    ("promotes-to", &["into"]),
    ("reason", &["source"]),
    ("reference", &["source"]),
    ("removes", &["without"]),
    ("rotation", &["symmetry", "rotate"]),
    ("rows", &["ranks"]),
    ("seats", &["order", "binds"]),
    ("size", &["side", "files"]),
    ("sides", &["binds", "order"]),
    ("state", &["starts"]),
    ("symbol", &["letter"]),
    ("test", &["when"]),
    ("title", &["name", "label"]),
    ("to", &["into"]),
    ("type", &["role", "form", "shape"]),
    ("uses", &["extends"]),
    ("version", &["edition"]),
    ("width", &["files"]),
    ("worth", &["value"]),
];

/// Returns the key among `fitting` that means the same as `word`.
pub fn key_for<'a>(word: &str, fitting: impl Iterator<Item = &'a str> + Clone) -> Option<&'static str> {
    let (_, keys) = SYNONYMS.iter().find(|(it, _)| it.eq_ignore_ascii_case(word))?;
    keys.iter().copied().find(|key| fitting.clone().any(|it| it == *key))
}

/// Headers with a name that the author chooses, and words that people write in place of the header and the name.
const NAMED_HEADERS: &[(&str, &[&str])] = &[
    ("barrier", &["border", "bridge", "creek", "fence", "gate", "hedge", "mid-line", "moat", "river", "wall", "water"]),
    ("claim", &["draw-offer", "offer", "resign", "resignation"]),
    (
        "outcome",
        &[
            "checkmate",
            "dead-draw",
            "draw",
            "end",
            "ending",
            "fifty-moves",
            "insufficient-material",
            "king-captured",
            "loss",
            "repetition",
            "stalemate",
            "threefold",
            "threefold-repetition",
            "victory",
            "win",
        ],
    ),
    ("piece", &["amazon", "bishop", "cannon", "chancellor", "king", "knight", "pawn", "queen", "rook"]),
    ("seat", &["black", "blue", "gray", "green", "red", "white", "yellow"]),
    ("zone", &["center", "hill", "home", "palace", "territory"]),
];

/// Headers, and words that people write in their place.
const WHOLE_HEADERS: &[(&str, &[&str])] = &[
    ("barrier.NAME", &["barriers", "bridges", "creeks", "gates", "moats", "rivers", "walls"]),
    ("ban.NAME", &["bans", "exception", "exceptions", "forbid", "forbidden", "restriction", "rule", "rules"]),
    ("board", &["grid", "map", "shape"]),
    ("board.patch.NAME", &["cells", "files", "ranks"]),
    ("castling.NAME", &["castle", "castles", "castlings"]),
    ("claim.NAME", &["claims", "draws", "offers"]),
    ("counter.halfmoves", &["clock", "counters", "halfmove-clock"]),
    ("elimination", &["eliminate", "eliminated", "eliminations"]),
    ("en-passant", &["ep", "passing"]),
    ("double-step", &["pawn-moves", "two-step"]),
    ("line.NAME", &["lines"]),
    ("outcome.NAME", &["endings", "game-end", "game-over", "outcomes", "result", "results", "winning"]),
    ("piece.KIND", &["figure", "move", "movement", "movements", "moves", "pieces"]),
    ("pool.NAME", &["captured", "drop", "drops", "hand", "hands", "pools", "prison", "reserve"]),
    ("promotion", &["promote", "promotes", "promotions"]),
    ("score", &["points", "scores", "scoring"]),
    ("seat.NAME", &["army", "color", "colors", "player", "players", "seats", "side", "sides", "team", "teams"]),
    ("setup", &["fen", "initial-position", "position", "start", "starting-position", "startpos"]),
    ("source", &["citation", "reference", "references", "sources"]),
    ("tag.NAME", &["flag", "flags", "mark", "marks", "tags"]),
    ("turns", &["order", "turn-order"]),
    ("zone.NAME", &["area", "areas", "region", "regions", "squares", "territories", "zones"]),
];

/// Returns the header that `word` means as a header, as it is written in a file.
///
/// `moat` means `[barrier.moat]`, and `players` means `[seat.NAME]`.
pub fn header_for(word: &str) -> Option<String> {
    let has = |words: &[&str]| words.iter().any(|it| it.eq_ignore_ascii_case(word));
    if let Some((header, _)) = NAMED_HEADERS.iter().find(|it| has(it.1)) {
        return Some(format!("[{header}.{}]", word.to_ascii_lowercase()));
    }
    let (header, _) = WHOLE_HEADERS.iter().find(|it| has(it.1))?;
    Some(if *header == "source" { "[[source]]".to_owned() } else { format!("[{header}]") })
}

#[cfg(test)]
mod tests {
    use super::super::header::{HEADERS, HeaderNode};
    use super::{NAMED_HEADERS, WHOLE_HEADERS};

    #[test]
    fn words_lead_to_headers_and_are_none() {
        let root = HeaderNode::root();
        for (header, words) in NAMED_HEADERS {
            assert!(HEADERS.iter().any(|it| it.is_named() && it.parts().next() == Some(header)), "{header}");
            words.iter().for_each(|it| assert!(root.child(it).is_none(), "{it} is a header"));
        }
        for (header, words) in WHOLE_HEADERS {
            assert!(HEADERS.iter().any(|it| it.pattern == *header), "{header}");
            words.iter().for_each(|it| assert!(root.child(it).is_none(), "{it} is a header"));
        }
        let words: Vec<_> = NAMED_HEADERS.iter().chain(WHOLE_HEADERS).flat_map(|it| it.1).collect();
        let again = |(at, word): (usize, &&&str)| words[..at].contains(word);
        assert_eq!(words.iter().enumerate().find(|it| again(*it)), None);
    }
}
