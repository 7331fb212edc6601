//! Numbers on the command line at extreme sizes.
//!
//! Input: every option that takes a number, as the program lists them. Output: an error with the range and an example,
//! or a result. Nothing is slow, and nothing is large.

use threefold::cli::numbers;

use super::support::{Folder, ask};

/// For each command: the arguments that it needs and that make it cheap, for any value of the option.
const CHEAP: &[(&str, &[&str])] = &[
    ("analyze", &["examples/ring.txt", "--variant=3-man-chess", "--budget=10"]),
    ("bench", &["chess"]),
    ("compare", &["chess", "chess", "--positions=20", "--no-shipped"]),
    ("draw", &["tests/scenarios/general/a-bishop-exposes-a-king.toml", "--format=png"]),
    ("engine", &["chess"]),
    ("lab", &["chess", "--seat=all=greedy", "--games=2", "--plies=4", "--openings=0"]),
    ("match", &["chess", "random", "random", "--games=2", "--plies=10", "--openings=0"]),
    ("matrix", &["examples/cases"]),
    ("perft", &["chess", "--depth=2", "--position=w:Kg6,Ra8 b:Kg8 turn=b"]),
    ("play", &["chess", "--quiet", "--seat=all=random"]),
    ("serve", &["no-such-game"]),
    ("show", &["chess", "--format=png"]),
    ("tune", &["chess", "--games=1", "--nodes=5"]),
    ("verify", &["examples/cases"]),
];

/// The range of each option. The last value of a range is tried unless it takes long.
const RANGES: &[(&str, &str, &str, &str)] = &[
    ("analyze", "game", "1", "18446744073709551615"),
    ("analyze", "worst", "1", "1000"),
    ("bench", "each", "1", "60000"),
    ("compare", "depth", "0", "32"),
    ("compare", "games", "0", "1000000"),
    ("compare", "plies", "0", "10000"),
    ("compare", "positions", "0", "1000000000"),
    ("compare", "seconds", "0", "86400"),
    ("compare", "seed", "0", "18446744073709551615"),
    ("compare", "jobs", "1", "256"),
    ("draw", "size", "16", "8192"),
    ("engine", "threads", "1", "256"),
    ("lab", "games", "1", "1000000000000"),
    ("lab", "impact", "0", "1000000"),
    ("lab", "openings", "0", "100"),
    ("lab", "plies", "1", "20000"),
    ("lab", "seed", "0", "18446744073709551615"),
    ("lab", "stop-at-width", "1", "100"),
    ("lab", "threads", "1", "256"),
    ("match", "games", "1", "10000000"),
    ("match", "openings", "0", "100"),
    ("match", "plies", "1", "10000"),
    ("match", "seed", "0", "18446744073709551615"),
    ("match", "threads", "1", "256"),
    ("matrix", "jobs", "1", "256"),
    ("perft", "depth", "0", "64"),
    ("perft", "threads", "1", "256"),
    ("perft", "hash", "0", "16384"),
    ("play", "seed", "0", "18446744073709551615"),
    ("serve", "port", "0", "65535"),
    ("show", "size", "16", "8192"),
    ("show", "row", "1", "20000"),
    ("tune", "games", "1", "1000000"),
    ("tune", "nodes", "1", "1000000000"),
    ("tune", "seed", "0", "18446744073709551615"),
    ("tune", "jobs", "1", "256"),
    ("verify", "jobs", "1", "256"),
];

/// Last values that are right and take long: a minute for each figure, a search without an end, a picture of 67
/// million pixels, a table of 16 gigabytes.
const LONG: &[&str] = &["each", "positions", "size", "hash"];

/// Reports whether the last value of an option takes long. Millions of games do, too.
fn is_long(command: &str, option: &str) -> bool {
    LONG.contains(&option)
        || [("lab", "games"), ("match", "games"), ("tune", "games"), ("tune", "nodes")].contains(&(command, option))
}

fn run_with(command: &str, option: &str, value: &str) -> super::support::Run {
    let cheap = CHEAP.iter().find(|it| it.0 == command).unwrap_or_else(|| panic!("add `{command}` to CHEAP"));
    let own = format!("--{option}=");
    let mut args = vec![command];
    // An option may be given once, and an opening may not be longer than a game.
    let is_longer = |it: &&&str| option == "openings" && it.starts_with("--plies=");
    args.extend(cheap.1.iter().filter(|it| !it.starts_with(&own) && !is_longer(it)));
    let set = format!("{own}{value}");
    args.push(&set);
    let folder = Folder::new(&format!("{command}-{option}-{}", value.len()), &[]);
    let picture = format!("--output={}", folder.path().join("picture.png").display());
    if cheap.1.contains(&"--format=png") {
        args.push(&picture);
    }
    ask(&args)
}

#[test]
fn every_numeric_option_has_a_tested_range() {
    let known: Vec<(String, String)> = RANGES.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
    for it in numbers() {
        assert!(known.contains(&it), "add --{} of `{}` to RANGES", it.1, it.0);
    }
    assert_eq!(known.len(), numbers().len(), "RANGES has an option that is gone");
}

#[test]
fn numbers_outside_their_range_are_refused_with_the_range() {
    for (command, option, first, last) in RANGES {
        let beyond = match first.parse::<u64>().expect("a number") {
            0 => "-1".to_owned(),
            first => (first - 1).to_string(),
        };
        let huge =
            ["18446744073709551616", "99999999999999999999999999", "-9223372036854775809", "1e400", "NaN", "", "٣"];
        for value in huge.into_iter().chain([beyond.as_str(), "-1", "many", "0x10"]) {
            let run = run_with(command, option, value);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{command} --{option}={value}: {}", run.err);
            // Every width above 0 is right.
            let range = match *option {
                "stop-at-width" => format!("above 0 and up to {last}, for example "),
                _ => format!("from {first} to {last}, for example "),
            };
            assert!(run.err.contains(&range) && run.err.contains(&format!("--{option} <")), "{value}: {}", run.err);
        }
    }
}

/// A minus is not taken for another option.
#[test]
fn a_negative_number_is_refused_as_a_number() {
    for (command, option, ..) in RANGES {
        let cheap = CHEAP.iter().find(|it| it.0 == *command).expect("a cheap run");
        let option = format!("--{option}");
        let own = format!("{option}=");
        let others = cheap.1.iter().filter(|it| !it.starts_with(&own));
        let args: Vec<&str> = [*command].into_iter().chain(others.copied()).chain([option.as_str(), "-1"]).collect();
        let run = ask(&args);
        assert!(run.code == 2 && run.err.contains("write a "), "{args:?}: {}", run.err);
    }
}

#[test]
fn range_limits_are_accepted() {
    for (command, option, first, last) in RANGES.iter().filter(|it| it.1 != "row") {
        for value in [first, last].into_iter().filter(|it| *it != last || !is_long(command, option)) {
            let run = run_with(command, option, value);
            // There is no such game to serve or to analyze.
            assert!(
                run.code == 0 || *command == "serve" || *option == "game",
                "{command} --{option}={value}: {} {}",
                run.code,
                run.err
            );
        }
    }
}

/// The length of a row and of a record is bounded, whatever they ask for.
#[test]
fn rows_and_records_are_limited() {
    let round = "Ng1-f3 Ng8-f6 Nf3-g1 Nf6-g8\n";
    // Chess that is never drawn by counting.
    let endless = "name = \"Endless\"\nextends = [\"chess\"]\nwithout = [\"outcome.fivefold\", \"outcome.threefold\", \
                   \"outcome.fifty-moves\", \"outcome.seventy-five-moves\"]\n";
    let files = [("endless.toml", endless), ("long.txt", &round.repeat(5001)), ("row.txt", &round.repeat(150))];
    let folder = Folder::new("long", &files);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let drawn = |record: &str, row: &str| {
        ask(&["show", &path("endless.toml"), "--animate", &path(record), "--row", row, "--output", "-"])
    };
    let long = drawn("long.txt", "20000");
    assert!(long.code == 1 && long.err.contains("a record has at most 20000 moves"), "{}", long.err);
    let row = drawn("row.txt", "1");
    assert!(row.code == 2 && row.err.contains("the maximum is 200") && row.err.contains("`--row 4`"), "{}", row.err);
}
