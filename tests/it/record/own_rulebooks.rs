//! Records of rulebooks that are not shipped: the file that they name, and rules that have changed.

use crate::support::{Folder, ask, with_input};

/// A rulebook with the file name of a shipped game.
const ATOMIC: &str = "name = \"My atomic\"\nextends = [\"chess\"]\n[capture]\nforced = \"yes\"\n";

/// In chess, White need not capture.
const MOVES: &str = "e4\nd5\n";

#[test]
fn a_saved_game_names_the_file_of_its_rulebook() {
    let folder = Folder::new("own-rulebook", &[("atomic.toml", ATOMIC)]);
    let own = folder.path().join("atomic.toml").display().to_string();
    for name in ["game.pgn", "game.txt"] {
        let game = folder.path().join(name).display().to_string();
        let played = with_input(&["play", &own], format!("{MOVES}save {game}\n").as_bytes(), false);
        assert_eq!(played.code, 0, "{}", played.transcript());
        let text = std::fs::read_to_string(&game).expect("a saved game");
        assert!(
            text.contains(&format!("[Variant \"{own}\"]")) || text.contains(&format!("# variant {own}\n")),
            "{text}"
        );
        let replayed = ask(&["record", "replay", &game]);
        assert_eq!(replayed.code, 0, "{}", replayed.transcript());
        assert!(
            replayed.out.starts_with("game 1: atomic, 2 plies.") && replayed.err.is_empty(),
            "{}",
            replayed.transcript()
        );
        for form in ["pgn", "play"] {
            let converted = ask(&["record", "convert", &game, "--to", form]);
            assert!(converted.code == 0 && converted.out.contains(&own), "{}", converted.transcript());
        }
        // A change of the rules is found.
        std::fs::write(&own, ATOMIC.replace("yes", "no")).expect("a file");
        let changed = ask(&["record", "replay", &game]);
        assert_eq!(changed.code, 1, "{}", changed.transcript());
        let help = format!("add `--variant {own}` to replay the game by the current ones");
        assert!(changed.err.contains("error[other-rules]") && changed.err.contains(&help), "{}", changed.err);
        std::fs::write(&own, ATOMIC).expect("a file");
    }
    // A shipped rulebook has its name.
    let shipped = with_input(&["play", "gallery/atomic"], b"save\n", false);
    assert!(shipped.out.contains("# variant gallery/atomic\n"), "{}", shipped.out);
}

#[test]
fn a_record_of_other_rules_is_refused_unless_the_user_chooses_them() {
    let hash = "0123456789abcdef";
    let files = [
        ("named.pgn", format!("[Variant \"atomic\"]\n[Rules \"{hash}\"]\n\n1. e4 d5 *\n")),
        ("saved.pgn", format!("# variant atomic\n# hash {hash}\nw:e2-e4 b:d7-d5\n")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|it| (it.0, it.1.as_str())).collect();
    let folder = Folder::new("other-rules-refused", &files);
    for (file, _) in &files {
        for command in [&["record", "check"][..], &["record", "replay"], &["record", "show"], &["analyze"]] {
            let run = folder.ask(&[command, &[file]].concat());
            let text = run.out + &run.err;
            assert!(run.code == 1 && text.contains("error[other-rules]: the game was played by other rules"), "{text}");
            assert!(
                text.contains(&format!(" --> {file}:1\n  = help: ")) && text.contains("add `--variant atomic`"),
                "{text}"
            );
            let chosen = folder.ask(&[command, &[file, "--variant", "gallery/atomic"]].concat());
            let text = chosen.out + &chosen.err;
            assert!(chosen.code == 0 && text.contains("warning: ") && !text.contains("error["), "{text}");
        }
        let json = folder.ask(&["record", "check", file, "--json"]);
        let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
        assert_eq!((&json[0]["ok"], &json[0]["errors"][0]["code"]), (&false.into(), &"other-rules".into()), "{json}");
    }
}
