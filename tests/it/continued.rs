//! Games that `play` continues from a file, and what a person takes back from a bot.
//!
//! Input: files and lines at the terminal. Output: the saved record, or the reason.

use crate::support::{Folder, Run, ask, with_input};

const NOTES: &str = "[Event \"Club night\"]\n[White \"Ada\"]\n[WhiteElo \"1500\"]\n[Termination \"adjourned\"]\n\n\
                     {Opening remark} 1. e4 {best by test} e5 $1 2. Nf3 (2. f4 exf4) Nc6 {[%clk 0:05:00]} *\n";

/// Plays lines after the moves of `game.pgn` and returns what `save` writes.
#[track_caller]
fn saved(folder: &Folder, lines: &str) -> String {
    let (game, file) = (folder.path().join("game.pgn"), folder.path().join("saved.pgn"));
    let _ = std::fs::remove_file(&file);
    let input = format!("{lines}\nsave {}\n", file.display());
    let run = with_input(&["play", "chess", "--moves", &game.display().to_string()], input.as_bytes(), false);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    std::fs::read_to_string(file).expect("a saved file")
}

#[test]
fn a_continued_game_keeps_its_tags_and_comments() {
    let folder = Folder::new("continued", &[("game.pgn", NOTES)]);
    let longer = saved(&folder, "Bb5");
    assert!(longer.contains("[Event \"Club night\"]") && longer.contains("[WhiteElo \"1500\"]"), "{longer}");
    let moves = longer.split("\n\n").nth(1).expect("moves").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        moves,
        "{Opening remark} 1. e4 {best by test} 1... e5 $1 2. Nf3 (2. f4 exf4) 2... Nc6 {[%clk 0:05:00]} 3. Bb5 *"
    );
    // Another move has no comment of the one that it replaces.
    let other = saved(&folder, "undo\nd6");
    assert!(
        other.ends_with("{Opening remark} 1. e4 {best by test} 1... e5 $1 2. Nf3 (2. f4 exf4) 2... d6 *\n"),
        "{other}"
    );
    assert!(!other.contains("adjourned"), "the game went on: {other}");
    assert!(saved(&folder, "").contains("[Termination \"adjourned\"]"));
}

#[test]
fn a_continued_game_keeps_its_numbers_and_its_result() {
    let start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 20\"]\n\n20. e4 Kd7 {an agreed draw} 1/2-1/2\n";
    let folder = Folder::new("continued-later", &[("game.pgn", start)]);
    assert!(saved(&folder, "").ends_with("20. e4 Kd7 {an agreed draw} 1/2-1/2\n"), "{}", saved(&folder, ""));
    let longer = saved(&folder, "Kd2");
    assert!(longer.ends_with("20. e4 Kd7 {an agreed draw} 21. Kd2 *\n"), "{longer}");
    // An offer that was taken back is no longer in the record, and the rest of its comment stays.
    let folder = Folder::new("continued-offer", &[("game.pgn", "1. e4 {solid [%act b claims draw]} *\n")]);
    assert!(saved(&folder, "").contains("1. e4 {solid} {[%act b claims draw]} *"), "{}", saved(&folder, ""));
    assert!(saved(&folder, "undo\ne5").ends_with("1. e4 {solid} 1... e5 *\n"), "{}", saved(&folder, "undo\ne5"));
}

#[test]
fn an_empty_file_is_no_game() {
    let folder = Folder::new("empty-game", &[("empty.pgn", ""), ("blank.pgn", "\n \n")]);
    for file in ["empty.pgn", "blank.pgn"] {
        for command in ["play", "show", "moves"] {
            let run = folder.ask(&[command, "chess", "--moves", file]);
            assert_eq!(run.code, 2, "{command}: {}", run.out);
            assert!(run.err.contains(&format!("error: `{file}` is empty")), "{command}: {}", run.err);
            assert!(run.err.contains("for a game without moves, leave `--moves` out"), "{command}: {}", run.err);
        }
    }
}

#[test]
fn undo_does_not_take_back_the_first_move_of_a_bot() {
    let play = |input: &str| {
        with_input(&["play", "chess", "--seat", "white=random", "--seed", "3"], input.as_bytes(), true).out
    };
    let alone = play("undo\nsave\n");
    assert!(alone.contains("only bots have moved, so there is no move to take back"), "{alone}");
    let first = |text: &str| text.lines().find(|it| it.starts_with("w:")).map(str::to_owned).expect("a move");
    assert_eq!(first(&alone), first(&play("save\n")), "the same first move");
    // After a move of the person, their move and the answer are taken back.
    let back = play("e7-e5\nundo\nsave\n");
    assert!(!back.contains("only bots have moved"), "{back}");
    assert_eq!(first(&back), first(&alone));
    let saved = back.split("# hash").nth(1).expect("the record");
    assert!(!saved.contains("b:e7-e5"), "{back}");
}

#[test]
fn every_form_says_that_a_record_belongs_to_another_game() {
    let pgn = |tags: &str| format!("{tags}\n1. w:e2-e4 *\n");
    let files = [
        ("named.pgn", pgn("[Variant \"trichess\"]\n")),
        ("hashed.pgn", pgn("[Variant \"trichess\"]\n[Rules \"1234567890123456\"]\n")),
        ("plain.toml", "# variant trichess\nw:e2-e4\n".to_owned()),
        ("plain-hashed.toml", "# variant trichess\n# hash 1234567890123456\nw:e2-e4\n".to_owned()),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|it| (it.0, it.1.as_str())).collect();
    let folder = Folder::new("other-rules", &files);
    let other = "the record names the variant `trichess`, and `three-player-chess` decides which moves are legal";
    let rules = "the game was played by other rules: the record has the hash 123456789012, `trichess` has";
    let warned = |run: Run, text: &str| assert!((run.err.clone() + &run.out).contains(text), "{}{}", run.out, run.err);
    for (file, _) in &files {
        for command in [&["play"][..], &["show"], &["moves"], &["perft"]] {
            let depth = if command == ["perft"] { &["1"][..] } else { &[] };
            let args = |game| [command, &[game], depth, &["--moves", file]].concat();
            warned(folder.ask(&args("three-player-chess")), other);
            if file.contains("hashed") {
                warned(folder.ask(&args("trichess")), rules);
            }
        }
        for command in ["check", "show", "replay", "convert"] {
            warned(folder.ask(&["record", command, file, "--variant", "three-player-chess"]), other);
            if file.contains("hashed") {
                warned(folder.ask(&["record", command, file]), rules);
            }
        }
    }
}

#[test]
fn a_shown_record_ends_with_its_pending_offer() {
    let offer = "[Variant \"three-player-chess\"]\n\n1. w:e2-e4 {[%act r claims draw]} *\n";
    let text = with_input(&["record", "show", "-"], offer.as_bytes(), false).out;
    assert!(text.ends_with("Red offers a draw. White and Black have not answered yet.\n"), "{text}");
    let json = with_input(&["record", "show", "-", "--json"], offer.as_bytes(), false).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json[0]["offer"], "Red offers a draw. White and Black have not answered yet.");
}

#[test]
fn explain_knows_the_claims_of_the_table() {
    let says = |game: &str, text: &str| ask(&["explain", game, text]).out;
    assert_eq!(says("three-player-chess", "draw"), "`w claims draw` is legal.\n");
    assert_eq!(says("three-player-chess", "resign for red"), "`w resigns for red` is legal.\n");
    assert!(says("three-player-chess", "resign").ends_with("[bad-claim]\n"));
    assert_eq!(says("chess", "resign"), "`w resigns` is legal.\n");
    assert_eq!(says("chess", "offer draw"), says("chess", "draw"));
    assert!(says("chess", "claim threefold").ends_with("[bad-claim]\n"));
    assert!(
        says("chess", "accept").contains("No offer waits for an answer. [bad-claim]"),
        "{}",
        says("chess", "accept")
    );
}
