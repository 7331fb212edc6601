//! The syntax of records: errors with their places, repairs, and files of many games.

use std::io::{BufReader, Read};

use threefold::record::{Annotation, MAX_RECORD, Record, RecordEntry, RecordErrorKind, RecordReader};

use crate::support::Dice;

fn entries(text: &[u8]) -> Vec<RecordEntry> {
    RecordReader::new(text).collect::<Result<_, _>>().expect("a text in memory")
}

/// A text, the places and messages of its errors, and the repaired movetext with its result.
const WRONG: &[(&str, &[(usize, usize, &str)], &str)] = &[
    ("1. e4 e5", &[(1, 9, "the game has no result at its end")], "1. e4 e5 *"),
    ("1. e4 {a", &[(1, 7, "the comment is not closed"), (1, 9, "no result")], "1. e4 {a} *"),
    ("1. e4 (1. d4 (1. c4) *", &[(1, 7, "not closed"), (1, 22, "may not have a result"), (1, 23, "no result")], ""),
    ("1. e4 ) e5 } *", &[(1, 7, "`)` closes nothing"), (1, 12, "`}` closes nothing")], "1. e4 e5 *"),
    (
        "1. e4 [x] e5 [%clk 1",
        &[(1, 7, "`[x]` is not a move"), (1, 14, "`[%clk 1` is not a move"), (1, 21, "no result")],
        "1. e4 e5 *",
    ),
    ("(1. d4) $3 1. e4 *", &[(1, 1, "no move before"), (1, 9, "no move before")], "1. e4 *"),
    ("1. e4 $256 e5 $ *", &[(1, 7, "`$256` is not a NAG"), (1, 15, "`$` is not a NAG")], "1. e4 e5 *"),
    ("5. e4 e5 4. d4 *", &[(1, 10, "move 4 comes after move 5")], "5. e4 e5 d4 *"),
    ("1. e4 \u{201c}! e5 *", &[(1, 7, "is not a move, a number or a result")], "1. e4 e5 *"),
    ("[A \"x]\n\n1. e4 *", &[(1, 1, "this is not a tag pair")], "1. e4 *"),
    ("[A \"x\"]\n[A \"y\"]\n\n*", &[(2, 1, "the tag `A` occurs twice")], "*"),
    ("[A \"x \"y\" z\"]\n\n*", &[(1, 1, "the value contains quotes")], "*"),
    ("[Result \"1-0\"]\n\n1. e4 0-1", &[(3, 7, "the tag says `1-0`")], "1. e4 0-1"),
    ("1. e4 1-O", &[(1, 7, "`1-O` is not a result")], "1. e4 *"),
    ("1. e4 2-0", &[(1, 7, "`2-0` is not a result")], "1. e4 *"),
    ("1. e4 0.5-0.5", &[(1, 7, "`0.5-0.5` is not a result")], "1. e4 *"),
    ("[Result \"1-0\"]\n\n1. e4 1 - 0", &[(3, 7, "`1 - 0` is not a result")], "1. e4 1-0"),
    ("[Result \"1-0\"]\n\n1. e4", &[(3, 6, "the game has no result")], "1. e4 1-0"),
];

#[test]
fn errors_have_places_and_repairs() {
    for (text, errors, repaired) in WRONG {
        let entry = entries(text.as_bytes()).remove(0);
        let found: Vec<_> = entry.errors.iter().map(|it| (it.line, it.column, it.to_string())).collect();
        assert_eq!(found.len(), errors.len(), "{text}: {found:?}");
        for ((line, column, message), error) in errors.iter().zip(&found) {
            assert_eq!((line, column), (&error.0, &error.1), "{text}: {found:?}");
            assert!(error.2.contains(message), "{text}: {} instead of {message}", error.2);
        }
        assert!(entry.errors.iter().all(|it| it.repair().ends_with('.') && !it.kind.help().is_empty()));
        let printed = entry.record.to_string();
        if !repaired.is_empty() {
            assert_eq!(printed.lines().last(), Some(*repaired), "{text}");
        }
        assert!(Record::parse(&printed).is_ok(), "{text}: the repaired record is right:\n{printed}");
        assert!(entry.strict().is_err(), "{text}");
    }
}

/// The limit of 4 MiB holds for each game, even if nothing separates the games.
#[test]
fn games_without_tags_are_counted_from_their_own_start() {
    for (game, count) in
        [("1. e4 e5 2. Nf3 *\n", 300_000), ("1. e4 (1. d4) *; as usual\n", 200_000), ("1. e4 * ", 600_000)]
    {
        let text = game.repeat(count);
        assert!(text.len() > MAX_RECORD);
        let mut found = 0;
        for entry in RecordReader::new(text.as_bytes()) {
            let entry = entry.expect("a text in memory");
            assert!(entry.errors.is_empty(), "{game}: game {}: {:?}", entry.number, entry.errors);
            found += 1;
        }
        assert_eq!(found, count, "{game}");
    }
    // A comment after the result belongs to the game before, even if it ends on another line.
    let found = entries(b"1. e4 * {one\ntwo} 1. d4 *\n{three} 1. c4 *\n");
    let texts: Vec<_> = found.iter().map(|it| it.record.to_string()).collect();
    assert_eq!(texts, ["1. e4 {one two} *\n", "1. d4 *\n", "{three} 1. c4 *\n"]);
    assert_eq!((found[2].line, found[2].column), (3, 1));
    // The place of a game after one that is too long counts what was left out.
    let found = entries(format!("1. e4 {{{}}} *\n1. d4 *\n", "x\n".repeat(MAX_RECORD)).as_bytes());
    assert_eq!((found.len(), found[1].line), (2, MAX_RECORD + 2));
}

#[test]
fn utf_16_is_one_error() {
    for text in [&b"\xff\xfe1\0.\0 \0e\0"[..], b"\xfe\xff\x001\0.", b"1\0.\0 \0e\x004\0"] {
        let all: Vec<_> = RecordReader::new(text).collect();
        let [Err(error)] = &all[..] else { panic!("{all:?}") };
        assert!(error.to_string().contains("save it as UTF-8"), "{error}");
    }
}

#[test]
fn results_of_both_places_may_have_other_signs() {
    for (tag, marker) in [("1/2", "1/2"), ("\u{bd}-\u{bd}", "1/2-1/2"), ("1/2-1/2", "\u{bd}")] {
        let record = Record::parse(&format!("[Result \"{tag}\"]\n\n1. e4 {marker}")).expect("a right record");
        assert_eq!((record.tag("Result"), record.result.as_str()), (Some("1/2-1/2"), "1/2-1/2"));
    }
}

#[test]
fn en_passant_may_be_a_word_of_its_own() {
    let text = "1. e4 d5 2. e5 f5 3. exf6 e.p.! a6 4. Nf3 ep *";
    let record = Record::parse(text).expect("a right record");
    assert_eq!(record.to_string().lines().last(), Some("1. e4 d5 2. e5 f5 3. exf6 a6 4. Nf3 *"));
    assert!(Record::parse("1. e.p. *").is_ok_and(|it| it.movetext.plies[0].text == "e.p."), "no move is before it");
}

#[test]
fn a_picture_of_an_error_points_at_its_place() {
    let error = Record::parse("[White \"Zo\u{eb}\"]\n\n1. e4 {\u{eb}} e5 ) *").expect_err("a sign");
    let expected = "error[record]: `)` closes nothing\n --> games.pgn:3:14\n  | 1. e4 {\u{eb}} e5 ) *\n  |              ^\n  \
                    = help: remove the sign, or add the opening one\n";
    assert_eq!(error[0].render("games.pgn"), expected);
}

#[test]
fn what_people_write_is_understood() {
    for (text, printed) in [
        ("1.e4 e5 2.Nf3! Nc6?? 1/2-1/2", "1. e4 e5 2. Nf3 $1 Nc6 $4 1/2-1/2"),
        ("1 e4 e5 2 . Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. ... e5 ; all of it }\n2. 0-0-0 0-0 *", "1. e5 ; all of it }\n2. 0-0-0 0-0 *"),
        ("% a line to skip\n1. e4 ( ) {  two\n lines } \u{bd}-\u{bd}", "1. e4 () {two lines} 1/2-1/2"),
        ("1. w:e2-e4 r:e9-e7 1,0,2.5", "1. w:e2-e4 r:e9-e7 1,0,2.5"),
        ("{before} 1. e4 * {after}", "{before} 1. e4 {after} *"),
    ] {
        let record = Record::parse(text).unwrap_or_else(|it| panic!("{text}\n{it}"));
        assert_eq!(record.to_string().trim_end(), printed, "{text}");
        assert_eq!(Record::parse(printed).map(|it| it.to_string().trim_end().to_owned()).as_deref(), Ok(printed));
    }
}

#[test]
fn clocks_and_evaluations_are_found() {
    let text = "1. w:a2-a3 $14 {[%clk 0:05:00] good [%eval 0.4,0.3,0.3]} *";
    let record = Record::parse(text).unwrap_or_else(|it| panic!("{it}"));
    let ply = &record.movetext.plies[0];
    assert_eq!((ply.command("clk"), ply.command("eval")), (Some("0:05:00"), Some("0.4,0.3,0.3")));
    assert_eq!((ply.command("emt"), &ply.annotations[0]), (None, &Annotation::Nag(14)));
}

#[test]
fn games_of_a_file_are_separated() {
    let text =
        "\u{feff}[A \"1\"]\n\n1. e4 {open\n\n[A \"2\"]\n\n1. d4\n[A \"3\"]\n1. c4 * 1. b4 *\n\n1. a4 0-1\n\n{only}\n";
    let found = entries(text.as_bytes());
    let facts: Vec<_> =
        found.iter().map(|it| (it.number, it.line, it.record.tags.len(), it.record.movetext.plies.len())).collect();
    assert_eq!(facts, [(1, 1, 1, 1), (2, 5, 1, 1), (3, 8, 1, 1), (4, 9, 0, 1), (5, 11, 0, 1), (6, 13, 0, 0)]);
    let wrong: Vec<usize> = found.iter().map(|it| it.errors.len()).collect();
    assert_eq!(wrong, [2, 1, 0, 0, 0, 1]);
    assert!(Record::parse("1. e4 *\n\n1. d4 *").is_err(), "one game is expected");
    // Latin-1, the encoding of older files.
    let latin = entries(b"[White \"Zo\xeb\"]\n\n*");
    assert_eq!(latin[0].record.tag("White"), Some("Zo\u{eb}"));
    assert_eq!(latin[0].errors.len(), 1);
}

/// A stream without an end: the same game again and again.
struct Endless(&'static [u8], usize);

impl Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        out.iter_mut().zip(self.0.iter().cycle().skip(self.1)).for_each(|(to, from)| *to = *from);
        self.1 = (self.1 + out.len()) % self.0.len();
        Ok(out.len())
    }
}

#[test]
fn a_stream_without_an_end_is_read_game_by_game() {
    let reader = RecordReader::new(BufReader::new(Endless(b"[A \"1\"]\n\n1. e4 e5 1-0\n\n", 0)));
    for entry in reader.take(5000) {
        assert_eq!(entry.expect("a stream in memory").errors, []);
    }
    // A game without an end is cut.
    let mut reader =
        RecordReader::new(BufReader::new(Endless(b"1. e4 {and so on} (1. d4) ", 0)).take(3 * 1024 * 1024 * 2));
    let entry = reader.next().expect("a game").expect("a stream in memory");
    assert!(entry.text.len() <= MAX_RECORD);
    assert!(entry.errors.iter().any(|it| it.to_string().contains("longer than")), "{:?}", entry.errors);
}

#[test]
fn the_search_for_the_end_of_a_game_ends() {
    let lines =
        [&b"1. e4 {and so on} (1. d4) "[..], b"{", b"\0", b"                                                     \n"];
    let long = [
        &b"y y y y y y y y y y y y y y y y y y y y y y y y y y y\n"[..],
        b"% one comment after the other, and no game at all\n",
    ];
    for text in lines.into_iter().chain(long) {
        let mut found = 0;
        let mut reader = RecordReader::new(BufReader::with_capacity(1 << 20, Endless(text, 0)));
        let error = loop {
            match reader.next().expect("an error") {
                Ok(entry) => {
                    assert!(entry.errors.iter().any(|it| it.kind == RecordErrorKind::TooLong), "{text:?}");
                    found += 1;
                }
                Err(error) => break error,
            }
        };
        assert!(found <= 1 && error.to_string().starts_with("game 1 has no end after 67108864 bytes"), "{error}");
        assert!(reader.next().is_none());
    }
}

/// Deep variations, long words and long lines do not exhaust anything.
#[test]
fn extreme_records_are_read() {
    let deep = "1. e4 ".to_owned() + &"(1. d4 ".repeat(100_000);
    let entry = entries(deep.as_bytes()).remove(0);
    assert!(entry.errors.len() <= 100);
    assert!(Record::parse(&entry.record.to_string()).is_ok());
    let nested = "1. e4 ".to_owned() + &"(1. d4 ".repeat(64) + &")".repeat(64) + " *";
    assert!(Record::parse(&nested).is_ok(), "64 levels");
    let word = "x".repeat(1_000_000);
    let entry = entries(word.as_bytes()).remove(0);
    assert!(entry.errors[0].render("x").len() < 500);
    let line = "1. ".to_owned() + &"Nf3 Nf6 ".repeat(100_000) + "*";
    assert_eq!(entries(line.as_bytes())[0].record.movetext.plies.len(), 200_000);
}

/// Records with random changes are read without a panic. The repaired record is right and is printed as itself.
#[test]
fn mutated_records_are_repaired() {
    let base = "[White \"Ada \\\"A\\\" \\\\\"]\n[Result \"1-0\"]\n\n1. e4 {a [%clk 0:01:00]} e5!? (1... c5 $3 ; d }\n2. Nf3 (2. f4)) \
                2. 0-0-0 w:e7-e8=Q+ {} 1-0\n\n[Variant \"x\"]\n\n1. w:a2-a3 {[%act b claims draw]} 1,0,1/2\n";
    let signs: Vec<char> = "{}()[]\";$%\\*.!?0123456789-/,: \n\r\tabNQ+#=\u{eb}\u{202e}\u{0}".chars().collect();
    let rounds = if crate::support::is_slow() { 30_000 } else { 6_000 };
    let mut dice = Dice(7);
    for _ in 0..rounds {
        let mut text: Vec<char> = base.chars().collect();
        for _ in 0..=dice.below(6) {
            let at = dice.below(text.len());
            match dice.below(3) {
                0 => text[at] = signs[dice.below(signs.len())],
                1 => text.insert(at, signs[dice.below(signs.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        let mut bytes = text.clone().into_bytes();
        if dice.below(20) == 0 {
            let at = dice.below(bytes.len());
            bytes[at] = 0xff;
        }
        for entry in entries(&bytes) {
            let printed = entry.record.to_string();
            let again = Record::parse(&printed).unwrap_or_else(|it| panic!("{text}\n---\n{printed}\n{it}"));
            assert_eq!(again.to_string(), printed, "{text}");
            assert!(entry.errors.iter().all(|it| it.line >= entry.line && it.column > 0), "{text}");
            entry.errors.iter().for_each(|it| assert!(it.render("f").contains('^')));
        }
    }
}

/// Numbers on a line of any length cost the same. A text that is too long is not read at all.
#[test]
fn a_game_may_be_one_long_line() {
    let text = format!("{}*", "1. e4 e5 ".repeat(MAX_RECORD / 10));
    assert_eq!(Record::parse(&text).unwrap().movetext.plies.len(), 2 * (MAX_RECORD / 10));
    assert_eq!(entries(text.as_bytes())[0].record.movetext.plies.len(), 2 * (MAX_RECORD / 10));
    let errors = Record::parse(&"1. e4 e5 ".repeat(MAX_RECORD)).unwrap_err();
    assert_eq!(errors.iter().map(|it| &it.kind).collect::<Vec<_>>(), [&RecordErrorKind::TooLong]);
}

/// A result with blanks is an error that names the whole of it, also at the end of a long line.
#[test]
fn a_spaced_result_is_found_on_a_long_line() {
    let text = format!("{}1 - 0", "1. e4 e5 ".repeat(100));
    let errors = Record::parse(&text).unwrap_err();
    assert!(errors.iter().any(|it| it.kind == RecordErrorKind::BadResult { text: "1 - 0".to_owned() }), "{errors}");
}
