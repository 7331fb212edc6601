//! Shards of a lab: they join to the report of a single run, go on after an interruption, and refuse
//! what does not belong together.

use std::fs::{read_to_string, write};

use super::lab;
use crate::support::Folder;

/// Writes the shard of a range, and returns its path.
fn shard(folder: &Folder, name: &str, range: &str, more: &[&str]) -> String {
    let path = folder.path().join(name).display().to_string();
    let own = ["three-player-chess", "--plies", "30", "--impact", "0", "--range", range, "--out", &path];
    let run = lab(&[&own, more].concat());
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    path
}

/// Joins shards.
fn merge(shards: &[&str]) -> super::Run {
    lab(&[&["merge", "--format", "json"], shards].concat())
}

#[test]
fn joined_shards_give_the_report_of_a_single_run() {
    let folder = Folder::new("lab-merge", &[]);
    let all = lab(&["three-player-chess", "--plies", "30", "--impact", "0", "--games", "300", "--format", "json"]);
    let a = shard(&folder, "a", "0..100", &["--threads", "2"]);
    let b = shard(&folder, "b", "100..101", &[]);
    // Lines of games and counts alone can be mixed.
    let c = shard(&folder, "c", "101..300", &["--no-rows"]);
    for order in [[&a, &b, &c], [&c, &a, &b]] {
        let joined = merge(&order.map(String::as_str));
        assert_eq!((joined.code, joined.err.as_str()), (0, ""));
        assert_eq!(joined.out, all.out);
    }
    // A part has a report of its own if its range is given.
    assert!(merge(&[&c, "--range", "101..300"]).out.contains("\"first\": 101,"));
    let text = lab(&["merge", "--range", "100..300", &b, &c]).out;
    assert!(text.contains("These are the games 100 to 299, a part of a larger lab."), "{text}");
    assert!(!lab(&["merge", &a]).out.contains("a part of a larger lab"));
    let text = read_to_string(&a).expect("the shard");
    let rows: Vec<&str> = text.lines().filter(|it| it.starts_with("{\"g\":")).collect();
    assert_eq!(rows.len(), 100);
    let longest = rows.iter().map(|it| it.len()).max().expect("rows");
    assert!(longest <= 100, "a row has {longest} bytes");
    assert!(!read_to_string(&c).expect("the shard").contains("{\"g\":"));
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let folder = Folder::new("lab-resume", &[]);
    let path = shard(&folder, "whole", "0..200", &[]);
    let whole = read_to_string(&path).expect("the shard");
    // Killed while the header, a game, a block or the last line was being written.
    for length in [10, whole.len() / 3, whole.len() / 2, whole.rfind("{\"end\"").expect("an end"), whole.len() - 1] {
        let part = folder.path().join("again.part");
        write(&part, &whole[..length]).expect("a file");
        let again = shard(&folder, "again", "0..200", &["--threads", "2"]);
        assert_eq!(read_to_string(&again).expect("the shard"), whole, "after {length} bytes");
        assert!(!part.exists());
        std::fs::remove_file(&again).expect("the file");
    }
    // Ctrl-C divides a block. The games and the counts are those of a single run.
    let plan = super::plan("three-player-chess", None, 30);
    let mut writer = threefold::lab::ShardWriter::default();
    let mut text = writer.header(&threefold::lab::ShardHeader::new(&plan, 0..200, true)).expect("a header");
    plan.run_blocks(std::slice::from_ref(&(0..2)), 1, true, &mut |block| {
        text += &writer.block(&block).expect("a block");
        true
    })
    .expect("no game fails");
    write(folder.path().join("divided.part"), &text).expect("a file");
    let divided = shard(&folder, "divided", "0..200", &[]);
    let rows = |path: &str| -> Vec<String> {
        let text = read_to_string(path).expect("the shard");
        text.lines().filter(|it| it.starts_with("{\"g\":")).map(str::to_owned).collect()
    };
    assert_eq!(rows(&divided), rows(&path));
    assert_eq!(merge(&[&divided]).out, merge(&[&path]).out);
    // A complete shard is not played again.
    let run = lab(&["three-player-chess", "--plies", "30", "--impact", "0", "--range", "0..200", "--out", &path]);
    assert!(run.code == 0 && run.err.contains("is already complete: 200 games"), "{}", run.err);
    // With a number of games, the report is printed, too.
    let file = folder.path().join("games").display().to_string();
    let args = ["three-player-chess", "--plies", "30", "--games", "20"];
    let with_file = lab(&[&args[..], &["--out", &file]].concat());
    assert_eq!(with_file.out, lab(&args).out, "{}", with_file.err);
    assert_eq!(lab(&[&args[..], &["--out", &file]].concat()).out, with_file.out);
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let folder = Folder::new("lab-refused", &[]);
    let a = shard(&folder, "a", "0..10", &[]);
    let b = shard(&folder, "b", "10..20", &[]);
    let late = shard(&folder, "late", "25..30", &[]);
    let over = shard(&folder, "over", "15..30", &[]);
    let seed = shard(&folder, "seed", "10..20", &["--seed", "2"]);
    let refused = |shards: &[&str], text: &str| {
        let run = merge(shards);
        assert!(run.code == 1 && run.out.is_empty(), "{shards:?}: {} {}", run.code, run.err);
        assert!(run.err.contains(text), "{text}: {}", run.err);
    };
    refused(&[&a, &b, &late], "games 20 to 24 are missing between");
    refused(&[&a, &b, &over], "games 15 to 19 are in");
    refused(&[&a, &a], "games 0 to 9 are in");
    refused(&[&b], "games 0 to 9 are missing before `");
    for (range, text) in [
        ("5..20", "games 5 to 9 are missing before `"),
        ("0..5", "games 0 to 4 are missing before `"),
        ("10..21", "game 20 is missing after `"),
        ("11..20", "game 10 is in `"),
        ("10..15", "but not in the range 10..15"),
    ] {
        refused(&[&b, "--range", range], text);
    }
    refused(&[&a, &seed], "seed:1: the seed is 2, not 1 as in");
    let text = read_to_string(&b).expect("the shard");
    let changed = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}: {text}");
        let path = folder.path().join(name);
        write(&path, text.replacen(from, to, 1)).expect("a file");
        path.display().to_string()
    };
    let rules = text.split("\"rules\":\"").nth(1).and_then(|it| it.get(..8)).expect("a hash").to_owned();
    for (name, from, to, error) in [
        ("version", "\"version\":\"", "\"version\":\"9.", ":1: the version of threefold is"),
        ("generator", "\"generator\":1", "\"generator\":2", ":1: the version of the generator is 2, not 1"),
        ("rules", &rules, "00000000", ":1: the hash of the rules is"),
        ("weights", "\"weights\":[null", "\"weights\":[\"00ff\"", ":1: the list of weights is"),
        ("bots", "\"bots\":[\"random\"", "\"bots\":[\"greedy\"", ":1: the list of bots is"),
        ("plies", "\"plies\":30", "\"plies\":31", ":1: the maximum number of moves is 31, not 30"),
        ("header", "\"threefold_lab\":1", "\"threefold_lab\":9", ":1: this is not a shard of a lab"),
        ("order", "{\"g\":12,", "{\"g\":13,", "game 13 is out of order: game 12 is expected"),
        ("changed", "{\"g\":12,\"n\":", "{\"g\":12,\"n\":1", "the file was changed"),
        ("block", "\"tally\":{\"games\":1", "\"tally\":{\"games\":2", "does not fit the lines before it"),
        ("won", "\"wins\":[", "\"wins\":[9", "does not fit the lines before it"),
        ("line", "{\"block\":", "{\"blocks\":", "this is not a line of a shard"),
    ] {
        refused(&[&a, &changed(name, from, to)], error);
    }
    let cut = folder.path().join("cut");
    write(&cut, &text[..text.len() - 40]).expect("a file");
    let lines = text.lines().count();
    refused(&[&a, &cut.display().to_string()], &format!("cut:{lines}: the shard ends here, before its last line"));
    let own = ["three-player-chess", "--plies", "30", "--impact", "0", "--range", "10..20", "--out"];
    let run = lab(&[&own[..], &[&cut.display().to_string()]].concat());
    assert!(run.code == 1 && run.err.contains("give the file the ending `.part`"), "{}", run.err);
    write(&cut, format!("{text}{{}}\n")).expect("a file");
    refused(&[&a, &cut.display().to_string()], "there is more after the last line");
    // A file of another lab is neither continued nor replaced.
    for more in [&["--range", "0..11"][..], &["--range", "0..10", "--seed", "9"], &["--range", "0..10", "--no-rows"]] {
        let own = ["three-player-chess", "--plies", "30", "--impact", "0", "--out", &a];
        let run = lab(&[&own[..], more].concat());
        assert!(run.code == 1 && run.err.contains("has games of another lab"), "{more:?}: {}", run.err);
    }
    // The rulebook of the games is another one now.
    let run = lab(&["merge", &a, "--variant", "chess"]);
    assert!(run.code == 1 && run.err.contains("by other rules than those of `chess`"), "{}", run.err);
}

/// A shard names its rulebook by name, which is not enough for a file.
#[test]
fn the_games_of_an_own_rulebook_need_its_path() {
    let folder = Folder::new("lab-own", &[("mine.toml", "name = \"Mine\"\nextends = [\"chess\"]\n")]);
    let shard = folder.path().join("s.jsonl").display().to_string();
    let run = folder.ask(&["lab", "mine.toml", "--games", "4", "--plies", "10", "--out", &shard]);
    assert_eq!(run.code, 0, "{}", run.transcript());
    let run = folder.ask(&["lab", "merge", &shard]);
    assert!(run.code == 2 && run.err.contains("give its path with `--variant FILE`"), "{}", run.transcript());
    let run = folder.ask(&["lab", "merge", &shard, "--variant", "mine.toml"]);
    assert!(run.code == 0 && run.out.contains("Mine: 4 games"), "{}", run.transcript());
}
