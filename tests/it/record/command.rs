//! The command `record`: its answers, streams and exit codes.

use crate::support::{Folder, ask, with_input};

const MATE: &str = "[White \"Ada\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn piped(args: &[&str], input: &str) -> crate::support::Run {
    with_input(&[&["record"], args].concat(), input.as_bytes(), false)
}

/// Runs `record check`. Its findings come before its last line, as those of `check` do. They are returned as `err`.
fn checked(args: &[&str], input: &str) -> crate::support::Run {
    let mut run = piped(&[&["check", "-"], args].concat(), input);
    assert_eq!(run.err, "", "findings are the answer");
    let count = run.out.lines().last().map_or(0, |it| it.len() + 1);
    let at = run.out.len() - count;
    (run.err, run.out) = (run.out[..at].to_owned(), run.out[at..].to_owned());
    run
}

#[test]
fn check_counts_the_games_that_are_right() {
    let right = checked(&[], MATE);
    assert_eq!((right.code, right.out.as_str(), right.err.as_str()), (0, "1 game: 1 is right.\n", ""));
    let both = format!("{MATE}\n1. e4 e5 2. Ke3 *\n\n1. d4");
    let run = checked(&[], &both);
    assert_eq!((run.code, run.out.as_str()), (1, "3 games: 1 is right, 2 have errors.\n"));
    assert!(run.err.contains("error[no-such-movement]: `Ke3` cannot be played: The king cannot move from e1 to e3."));
    assert!(run.err.contains(" --> -:5:13\n  | 1. e4 e5 2. Ke3 *\n  |             ^\n"), "{}", run.err);
    let lenient = checked(&["--lenient", "--game", "3"], &both);
    assert_eq!((lenient.code, lenient.out.as_str()), (0, "1 game: 1 is right.\n"));
    assert!(lenient.err.contains("warning[record]") && lenient.err.contains("  = repair: "), "{}", lenient.err);
    let json: serde_json::Value = serde_json::from_str(&piped(&["check", "-", "--json"], &both).out).expect("JSON");
    assert_eq!(json[1]["errors"][0]["code"], "no-such-movement");
    assert_eq!((&json[1]["errors"][0]["line"], &json[0]["ok"]), (&5.into(), &true.into()));
}

#[test]
fn a_lenient_reading_ends_a_variation_before_a_move_that_cannot_be_played() {
    const NULL: &str = "1. e4 e5 (1... -- 2. d4) 2. Nf3 (2. d4 exd4 3. Kd4) 2... Nc6 *\n";
    let strict = checked(&[], NULL);
    assert_eq!((strict.code, strict.out.as_str()), (1, "1 game: 1 has errors.\n"));
    assert!(strict.err.contains("= help: the error is in a variation; `--lenient` leaves"), "{}", strict.err);
    let lenient = piped(&["convert", "-", "--lenient"], NULL);
    assert_eq!(lenient.code, 0);
    assert!(lenient.out.ends_with("1. e4 e5 2. Nf3 (2. d4 exd4) 2... Nc6 *\n"), "{}", lenient.out);
    for (place, text) in [("1:16", "--"), ("1:48", "Kd4")] {
        let warning = format!("]: `{text}` cannot be played");
        assert!(lenient.err.contains(&warning) && lenient.err.contains(&format!(" --> -:{place}")), "{}", lenient.err);
    }
    assert_eq!(lenient.err.matches("  = repair: The rest of the variation was left out.").count(), 2);
    let json: serde_json::Value =
        serde_json::from_str(&piped(&["check", "-", "--json", "--lenient"], NULL).out).expect("JSON");
    assert_eq!((&json[0]["ok"], &json[0]["errors"][1]["text"]), (&true.into(), &"Kd4".into()));
    // A game that a command continues has no variations.
    let folder = Folder::new("null-moves", &[("null.pgn", NULL)]);
    let shown = folder.ask(&["show", "chess", "--animate", "null.pgn"]);
    assert!(shown.code == 0 && shown.out.starts_with("<svg "), "{}", shown.err);
    // An error in the main line is an error.
    assert_eq!(piped(&["check", "-", "--lenient"], "1. e4 e5 2. Ke3 (2. d4 --) *").code, 1);
}

#[test]
fn a_converted_record_keeps_its_first_number_and_the_name_of_its_variant() {
    let run = |number: u32, moves: &str| {
        let text = format!("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 5 {number}\"]\n\n{moves} *\n");
        (piped(&["convert", "-"], &text).out, checked(&[], &text).err)
    };
    let (out, warnings) = run(40, "40. e4 Ke7 41. e5");
    assert!(out.contains(" w - - 5 40\"]") && out.ends_with("40. e4 Ke7 41. e5 *\n") && warnings.is_empty(), "{out}");
    let (out, warnings) = run(40, "1. e4 Ke7 2. e5");
    assert!(
        out.ends_with("40. e4 Ke7 41. e5 *\n") && warnings.contains("at the start has the number 40"),
        "{warnings}"
    );
    let (_, warnings) = run(40, "40... e4");
    assert!(warnings.contains("`40...` continues move 40, which has not started"), "{warnings}");
    let hill = "[Variant \"King of the Hill\"]\n\n1. e4 *\n";
    assert!(piped(&["convert", "-"], hill).out.contains("[Variant \"King of the Hill\"]"));
    // The form of `play` names the rulebook that it leaves out.
    let inside =
        "[Variant \"own/guards.toml\"]\n[Rulebook \"name = \\\"G\\\"\\\\nextends = [\\\"chess\\\"]\"]\n\n1. e4 *\n";
    let play = piped(&["convert", "-", "--to", "play"], inside);
    assert!(play.out.starts_with("# variant own/guards.toml\n"), "{}{}", play.out, play.err);
    assert!(play.err.contains("this form has no rulebooks inside the record"), "{}", play.err);
}

/// Texts, each with the message of its error or warning, and the line below the place. The caret is under `^`.
const MARKED: &[(&str, &str, &str)] = &[
    (
        "[Variant \"trichess\"]\n\n1. w:a2-a3 ^1-0\n",
        "error[bad-value]: `1-0` is not a result of this game",
        "write the points of each player",
    ),
    ("[Variant \"trichess\"]\n\n1. w:a2-a3 ^1,0\n", "error[bad-value]: `1,0` is not a result", "as in `1,0,1/2`"),
    ("1. e4 ^1,0,0\n", "error[bad-value]: `1,0,0` is not a result of this game", "write `1-0`, `0-1`"),
    (
        "^[Ending \"foo\"]\n\n1. e4 *\n",
        "error[bad-value]: `foo` is not an ending of this game",
        "an outcome or a claim",
    ),
    ("^[Ending \"checkmate\"]\n\n1. e4 *\n", "says the ending is `checkmate`, but by the rules it is `none`", ""),
    (
        "^[Ending \"draw\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
        "says the ending is `draw`, but by the rules it is `checkmate`",
        "",
    ),
    (
        "1. e4 {^[%out z]} *\n",
        "error[bad-value]: `z` is not a player of this game",
        "the letter or the name of a player",
    ),
    ("1. e4 {so ^[%out b]} *\n", "says that Black is eliminated, but by the rules they are still in the game", ""),
    ("1. e4 {^[%points a]} *\n", "says the points are `a`, but by the rules they are `0,0`", ""),
    ("1. e4 {[%act ^w claims foo]} *\n", "error[claim]: `w claims foo` cannot be played: there is no claim `foo`", ""),
    (
        "1. e4 e5 2. ^x:Nf3 *\n",
        "error[claim]: `x:Nf3` cannot be played: there is no player `x`",
        "the players are w, b",
    ),
    ("[FEN \"w:Ke1 b:Ke8,^Zd4 turn=w\"]\n\n*\n", "error[position]: ", ""),
    ("[FEN \"w:Ke1 b:Ke8 turn=w ^x=y\"]\n\n*\n", "error[position]: ", ""),
    ("^[Termination \"foo\"]\n\n1. e4 *\n", "warning[record]: `foo` is not a termination such as `normal`", "correct"),
    ("^[Date \"2026.13.45\"]\n\n1. e4 *\n", "warning[record]: `2026.13.45` is not a date such as `2026.11.??`", ""),
    ("^[Date \"2026.02.31\"]\n\n1. e4 *\n", "warning[record]: `2026.02.31` is not a date such as `2026.11.??`", ""),
    ("^[Date \"2025.02.29\"]\n\n1. e4 *\n", "warning[record]: `2025.02.29` is not a date such as `2026.11.??`", ""),
    ("1. f3 e5 2. g4 Qh4# ^1/2-1/2\n", "the result is `1/2-1/2`, but by the rules it is `0-1`", ""),
    ("^[Ending \"stalemate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", "the ending is `stalemate`, but", ""),
    ("1. e4 {^[%clk abc]} *\n", "warning[record]: `abc` is not a time such as `0:05:00`", ""),
    ("1. e4 {^[%clk 0:99:99]} *\n", "warning[record]: `0:99:99` is not a time such as `0:05:00`", ""),
    ("1. e4 (1. d4 {a ^[%eval x]}) *\n", "warning[record]: `x` is not an evaluation such as `0.4`", ""),
    (
        "[FEN \"w:Ke1,Pe2,Pd2 b:Ke8,Pe7 turn=w\"]\n\n5. e4 e5 9. ^d4 *\n",
        "warning[record]: move 9 comes after move 5",
        "correct the number",
    ),
    ("5. ^e4 *\n", "warning[record]: the first move of the game has the number 5", "add the tag `FEN`"),
    ("1. e4 1. ^e5 *\n", "warning[record]: the number 1 is repeated", "three dots after it"),
    ("1. e4 e5 2... ^Nf3 *\n", "warning[record]: `2...` continues move 2, which has not started", "one dot"),
    (
        "1. f3 e5 2. g4 Qh4# ^*\n",
        "warning[record]: the result is `*`, but by the rules the game is over: `0-1`",
        "write",
    ),
];

#[test]
fn what_a_record_states_is_checked_at_its_place() {
    for (text, message, help) in MARKED {
        let before = text.split_once('^').expect("a mark").0;
        let (line, column) = (before.matches('\n').count() + 1, before.lines().last().map_or(0, |it| it.len()) + 1);
        let column = if before.is_empty() || before.ends_with('\n') { 1 } else { column };
        let run = checked(&[], &text.replace('^', ""));
        let is_warning = message.starts_with("warning");
        assert_eq!(run.code, u8::from(!is_warning), "{text}{}", run.err);
        let place = format!(" --> -:{line}:{column}\n");
        let is_right = run.err.contains(message) && run.err.contains(&place) && run.err.contains(help);
        assert!(is_right && run.err.matches("error[").count() == usize::from(!is_warning), "{text}{place}{}", run.err);
        let json: serde_json::Value =
            serde_json::from_str(&piped(&["check", "-", "--json"], &text.replace('^', "")).out).expect("JSON");
        let list = if is_warning { "warnings" } else { "errors" };
        assert_eq!(json[0][list].as_array().map(Vec::len), Some(1), "{text}{json}");
        let found = &json[0][list][0];
        assert_eq!(
            (found["line"].as_u64(), found["column"].as_u64()),
            (Some(line as u64), Some(column as u64)),
            "{text}"
        );
    }
    // What other programs write is usual.
    let usual = "[Date \"2026.??.??\"]\n[Termination \"Time forfeit\"]\n\n1. e4 {[%clk 0:05:00.1] [%eval #-3]} e5 2. d4 {[%eval 0.3,20]} 1-0\n";
    assert_eq!(checked(&[], usual).err, "");
    assert_eq!(checked(&[], &usual.replace("Time forfeit", "Normal")).err, "");
    for date in ["2024.02.29", "20??.02.29", "2026.??.31", "2026.01.31"] {
        assert_eq!(checked(&[], &usual.replace("2026.??.??", date)).err, "", "{date}");
    }
    // Results are compared by their points.
    let points = "[Variant \"trichess\"]\n[Result \"3,1,0.0\"]\n\n1. w:Kb1 3,1,0\n";
    let run = checked(&[], points);
    assert!(!run.err.contains("the tag says"), "{}", run.err);
    assert!(checked(&[], &points.replace("0.0", "0.5")).err.contains("the tag says `3,1,1/2`"));
    // An agreed draw need not be in the record as an action.
    assert_eq!(checked(&[], "[Ending \"draw\"]\n\n1. e4 1/2-1/2\n").code, 0);
    let folder = Folder::new("record-latin", &[]);
    let path = folder.path().join("a.pgn");
    std::fs::write(&path, b"[White \"Ada\"]\n[Black \"Zo\xeb\"]\n\n1. e4 *\n").expect("a file");
    let run = folder.ask(&["record", "check", "a.pgn"]);
    assert!(run.out.contains("not UTF-8\n --> a.pgn:2:11\n"), "{}", run.out);
}

#[test]
fn moves_after_a_result_are_an_error() {
    let run = checked(&[], "1. e4 e5 1-0 2. Nf3 *\n");
    assert_eq!((run.code, run.out.as_str()), (1, "2 games: 1 is right, 1 has errors.\n"));
    let message = "error[record]: the moves go on after the result of the game before\n --> -:1:";
    assert!(run.err.starts_with(message), "{}", run.err);
    // A game without tags starts with move 1.
    assert_eq!(checked(&[], "1. e4 e5 1-0 1. Nf3 *\n").code, 0);
}

/// Lines and columns are those of the file, even if a game starts on the line where the one before it ends.
#[test]
fn a_game_on_the_line_of_another_has_right_columns() {
    for text in [
        "1. e4 e5 1-0 1. d4 e9 *\n",
        "1. e4 e5 1-0 [Event \"B\"] 1. d4 e9 *\n",
        "1. e4 {é\nç} e5 1-0 1. d4 {ü} e9 *\n",
        "1. e4 1-0 1. d4 1-0   1. c4 e9 *\n",
        "1. e4 1-0 1. d4\nd5 2. c4 e9 *\n",
        "1. e4 1-0 1. d4 (1. e9) d5 *\n",
        "1. e4 1-0 1. d4 d5 3. e9 *\n",
    ] {
        let before = text.split("e9").next().expect("a mark");
        let (line, column) = (before.lines().count(), before.lines().last().expect("a line").chars().count() + 1);
        let run = checked(&[], text);
        let at = format!(" --> -:{line}:{column}\n");
        assert!(run.code == 1 && run.err.contains(&at), "{text}: expected {at}, got {}", run.err);
    }
    let text = "1. e4 1-0 [Date \"xx\"] 1. d4 $999 d5 3. c4 *\n";
    let run = checked(&[], text);
    for mark in ["[Date", "$999", "c4"] {
        let at = format!(" --> -:1:{}\n", text.find(mark).expect("a mark") + 1);
        assert!(run.err.contains(&at), "{mark}{at}: {}", run.err);
    }
}

/// An error in a variation does not hide one in the main line, and `--quiet` hides neither.
#[test]
fn the_main_line_is_checked_after_an_error_in_a_variation() {
    for args in [&[][..], &["--quiet"]] {
        let run = checked(args, "1. e4 (1. e5) e5 2. Ke3 *\n");
        assert_eq!(run.code, 1);
        assert!(run.err.contains("]: `e5` cannot be played") && run.err.contains("]: `Ke3` cannot"), "{}", run.err);
    }
    let json = piped(&["check", "-", "--json"], "1. e4 (1. e5) e5 2. Ke3 *\n").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json[0]["errors"].as_array().map(Vec::len), Some(2), "{json}");
}

#[test]
fn exit_codes_follow_the_contract() {
    assert_eq!(piped(&["check", "-"], "").code, 1, "no games");
    assert_eq!(ask(&["record", "check", "no-such-file.pgn"]).code, 2);
    assert_eq!(ask(&["record", "check", "src"]).code, 2);
    assert_eq!(piped(&["show", "-", "--game", "2"], MATE).code, 2);
    assert_eq!(piped(&["replay", "-"], "[Variant \"nothing\"]\n\n*").code, 1);
    assert_eq!(ask(&["record"]).code, 2);
}

#[test]
fn replay_says_that_the_rules_changed() {
    let run = piped(&["replay", "-"], MATE);
    assert_eq!(run.out, "game 1: chess, 4 plies. White is checkmated. Black wins. Points: Black 1, White 0.\n");
    let changed = "[Variant \"Standard\"]\n[Rules \"0123\"]\n\n1. e4 e5 2. Ke3 *\n";
    let run = piped(&["replay", "-", "--variant", "chess"], changed);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("warning: -:1: the game was played by other rules: the record has the hash 0123"));
    assert!(run.err.contains("= note: the game was played by other rules, with the hash 0123"), "{}", run.err);
    let json = piped(&["replay", "-", "--json", "--variant", "chess"], changed).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json[0]["error"]["ply"], &json[0]["error"]["otherRules"]), (&2.into(), &"0123".into()));
}

/// The text after a contradiction says what to correct, or which tag explains it.
#[test]
fn a_contradiction_says_how_to_correct_it() {
    let run = checked(&[], &MATE.replace("0-1", "1-0"));
    assert!(run.err.contains("the record says the result is `1-0`, but by the rules it is `0-1`"), "{}", run.err);
    assert!(
        run.err.contains("  = help: correct it; if the game ended in another way, add a tag such as"),
        "{}",
        run.err
    );
    let tagged = format!("[Termination \"time forfeit\"]\n{}", MATE.replace("0-1", "1-0"));
    assert_eq!(checked(&[], &tagged).code, 0);
}

#[test]
fn replay_names_a_waiting_offer() {
    let saved = "[Variant \"3-man-chess\"]\n\n1. w:WHe2-WHe4 {[%act g claims draw]} *\n";
    let run = piped(&["replay", "-"], saved);
    assert!(run.out.contains("Gray offers a draw. White and Black have not answered yet."), "{}{}", run.out, run.err);
    let json: serde_json::Value = serde_json::from_str(&piped(&["replay", "-", "--json"], saved).out).expect("JSON");
    assert_eq!(json[0]["pending"], "Gray offers a draw. White and Black have not answered yet.");
    let json: serde_json::Value = serde_json::from_str(&piped(&["replay", "-", "--json"], MATE).out).expect("JSON");
    assert!(json[0]["pending"].is_null());
}

#[test]
fn forms_are_converted_and_back() {
    let saved = piped(&["convert", "-", "--to", "play"], MATE).out;
    assert!(saved.contains("w:f2-f3 b:e7-e5 w:g2-g4 b:Qd8-h4\n"), "{saved}");
    let pgn = piped(&["convert", "-"], &saved).out;
    assert!(pgn.ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{pgn}");
    assert_eq!(piped(&["convert", "-"], &pgn).out, pgn);
    let players = piped(&["convert", "-", "--to", "players"], &pgn).out;
    assert!(players.ends_with("\n1. w:f2-f3 b:e7-e5 2. w:g2-g4 b:Qd8-h4# 0-1\n"), "{players}");
    assert_eq!(piped(&["convert", "-"], &players).out, pgn);
    for (record, lost) in [
        ("1. e4 {a} *", &["comments, NAGs and variations"][..]),
        ("[White \"Ada\"]\n\n1. e4 *", &["names of players and other tags"]),
        ("[Termination \"time forfeit\"]\n\n1. e4 1-0", &["names of players and other tags", "results that the rules"]),
        ("1. f3 e5 2. g4 Qh4# 0-1", &[]),
    ] {
        let run = piped(&["convert", "-", "--to", "play"], record);
        assert_eq!(run.err.lines().count(), lost.len(), "{}", run.err);
        assert!(lost.iter().all(|it| run.err.contains(it)), "{}", run.err);
    }
    let two = "[Variant \"chess\"]\n\n1. e4 e5 *\n\n[Variant \"chess\"]\n\n1. d4 d5 *\n";
    let several = piped(&["convert", "-", "--to", "play"], two);
    assert!(several.code == 1 && several.out.is_empty(), "{}", several.out);
    assert!(several.err.contains("this form has one game, and there are more"), "{}", several.err);
    assert!(piped(&["convert", "-", "--to", "play", "--game", "2"], two).out.contains("w:d2-d4 b:d7-d5"));
    let merged = piped(&["replay", "-"], "# variant chess\ne4 e5\n\n# variant chess\nd4 d5\n");
    assert!(
        merged.code != 0 && (merged.out.clone() + &merged.err).contains("line 4: another game begins here"),
        "{}",
        merged.err
    );
    let folder = Folder::new("record-convert", &[("a.pgn", MATE)]);
    assert_eq!(folder.ask(&["record", "convert", "a.pgn", "-o", "b.pgn"]).err, "Wrote `b.pgn`.\n");
    let written = std::fs::read_to_string(folder.path().join("b.pgn")).expect("the file");
    assert_eq!(written, pgn.replace("[White \"?\"]", "[White \"Ada\"]"));
    assert_eq!(folder.ask(&["record", "convert", "a.pgn", "-o", "b.pgn"]).code, 2);
}

/// A file that is converted into itself would lose the games that cannot be converted.
#[test]
fn no_file_is_written_without_all_of_its_games() {
    let games = "1. e4 e5 *\n\n1. Ke3 *\n\n1. d4 d5 *\n";
    let folder = Folder::new("record-left-out", &[("a.pgn", games)]);
    for lenient in [&[][..], &["--lenient"]] {
        let run = folder.ask(&[&["record", "convert", "a.pgn", "-o", "a.pgn", "--force"], lenient].concat());
        assert!(run.code == 1 && run.err.contains("no file is written, because 1 game has errors\n"), "{}", run.err);
        assert_eq!(std::fs::read_to_string(folder.path().join("a.pgn")).expect("the file"), games);
    }
    let printed = folder.ask(&["record", "convert", "a.pgn"]);
    assert_eq!((printed.code, printed.out.matches("[Event ").count()), (1, 2), "{}", printed.err);
}

/// A record with its rulebook replays without the file.
#[test]
fn a_record_contains_its_rulebook() {
    let rules = "name = \"Mine\"\nextends = [\"chess\"]\n\n[piece.queen]\nletter = \"Q\"\nmovement = \"QN\"\nrole = \"piece\"\n";
    let record = "[Variant \"mine\"]\n\n1. Qe3 *\n";
    let folder = Folder::new("record-rulebook", &[("mine.toml", rules), ("a.pgn", record)]);
    let run = folder.ask(&["record", "convert", "a.pgn", "--variant", "mine.toml", "--rulebook"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("[Rulebook \"name"), "{}", run.out);
    let alone = Folder::new("record-rulebook-alone", &[("a.pgn", &run.out)]);
    let replayed = alone.ask(&["record", "replay", "a.pgn"]);
    assert_eq!(
        (replayed.code, replayed.out.as_str()),
        (0, "game 1: mine, 1 ply. Black is to move.\n"),
        "{}",
        replayed.err
    );
    assert_eq!(alone.ask(&["record", "replay", "a.pgn", "--variant", "chess"]).code, 1);
}

#[test]
fn show_prints_players_moves_and_the_board() {
    let run = piped(&["show", "-"], MATE);
    assert!(run.out.starts_with("Game 1: chess. White: Ada, Black\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n8  "), "{}", run.out);
    assert!(run.out.trim_end().ends_with("Points: Black 1, White 0."), "{}", run.out);
    let json: serde_json::Value = serde_json::from_str(&piped(&["show", "-", "--json"], MATE).out).expect("JSON");
    assert_eq!((&json[0]["moves"][3]["text"], &json[0]["moves"][3]["seat"]), (&"Qh4#".into(), &"b".into()));
}

/// `save` in `threefold play` writes PGN to a file with that extension.
#[test]
fn a_game_in_the_terminal_is_saved_as_pgn() {
    let folder = Folder::new("record-save", &[]);
    let path = folder.path().join("game.pgn");
    let input = format!("f3 e5 g4\nsave {}\n", path.display());
    let run = with_input(&["play", "chess", "--quiet"], input.as_bytes(), false);
    assert_eq!(run.code, 0, "{}", run.err);
    let saved = std::fs::read_to_string(&path).expect("the file");
    assert!(saved.ends_with("\n1. f3 e5 2. g4 *\n"), "{saved}");
}
