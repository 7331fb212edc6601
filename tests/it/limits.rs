//! Limits of a rulebook, and the size of a position. Input: texts one step beyond each limit,
//! boards whose lines fork without end, the shipped games. Output: one clear finding without delay,
//! and sizes in bytes.

use threefold::diagnostic::{Code, Diagnostic, Severity, render};
use threefold::notation::position::{parse_position, print};
use threefold::rulebook::{ClaimId, OutcomeId, SeatId};
use threefold::rules::{Ending, EndingCause, Position, Setup};
use threefold::{Input, catalog, check};

use super::support;

/// Returns the codes of the errors of a text.
fn codes(text: &str) -> Vec<Code> {
    let found = check(Input::Text("limits.toml", text.as_bytes()));
    let errors: Vec<&Diagnostic> = found.diagnostics.items.iter().filter(|it| it.severity == Severity::Error).collect();
    let rendered: Vec<String> = errors.iter().map(|it| render(&found.sources, it)).collect();
    assert!(found.rulebook.is_none() || rendered.is_empty(), "{}", rendered.join("\n"));
    errors.iter().map(|it| it.code).collect()
}

fn chess(more: &str) -> String {
    format!("name = \"Limits\"\nextends = [\"chess\"]\n{more}")
}

#[test]
fn kinds_zones_barriers_and_seats_are_bounded() {
    let pieces = |count: usize| -> String {
        let letters = "acdefghijlmostuvwxyz".chars();
        letters.take(count).map(|it| format!("[piece.m{it}]\nletter = \"{it}\"\nextends = \"knight\"\n")).collect()
    };
    assert_eq!(codes(&chess(&pieces(20))), []);
    let zones = |count: usize| -> String {
        (0..count).map(|it| format!("[zone.z{it}]\nof = \"board\"\nranks = \"1\"\n")).collect()
    };
    assert_eq!(codes(&chess(&zones(62))), []);
    assert_eq!(codes(&chess(&zones(63))), [Code::TooMany]);
    let line = "[line.middle]\nof = \"board\"\nfiles = [4, 5]\n";
    let barriers = |count: usize| -> String {
        let one = |it| format!("[barrier.b{it}]\nline = \"middle\"\n[barrier.b{it}.closed]\nallows = [\"move\"]\n");
        (0..count).map(one).collect()
    };
    assert_eq!(codes(&chess(&format!("{line}{}", barriers(32)))), []);
    assert_eq!(codes(&chess(&format!("{line}{}", barriers(33)))), [Code::TooMany]);
}

#[test]
fn five_hundred_and_twelve_squares_are_a_board() {
    let board = |files: usize, more: &str| {
        chess(&format!(
            "setup = \"none\"\nwithout = [\"castling\", \"castling-rules\"]\n[board.patch.board]\nfiles = {files}\nranks = 16\n\
             [board.names]\nform = \"file-rank\"\nfiles = [{}]\nranks = \"1-16\"\n{more}",
            (0..files).map(|it| format!("\"f{it}x\"")).collect::<Vec<_>>().join(", ")
        ))
    };
    assert_eq!(codes(&board(32, "")), []);
    assert_eq!(codes(&board(33, "")), [Code::TooMany]);
    assert_eq!(codes(&board(i64::MAX as usize / (1 << 50), "")), [Code::TooMany]);
}

/// Returns a board on which every step north forks in two, fifteen times, and knights fork, too.
#[test]
fn lines_that_fork_without_end_are_refused() {
    let mut text = String::from("setup = \"none\"\n");
    for rank in 1..8 {
        for file in ["a", "c", "e", "g"] {
            let next = (file.as_bytes()[0] + 1) as char;
            for (number, (from, to)) in
                [(file.to_owned(), next), (next.to_string(), file.as_bytes()[0] as char)].iter().enumerate()
            {
                text.push_str(&format!(
                    "[board.link.l{file}{rank}{number}]\nfrom = \"{from}{rank}\"\nheading = \"north\"\nto = \"{to}{}\"\n",
                    rank + 1
                ));
            }
        }
    }
    // Endless: the first rank lies north of the last rank.
    text.push_str(
        "[board.seam.round]\nside = { patch = \"board\", edge = \"north\" }\nonto = { patch = \"board\", edge = \"south\" }\n",
    );
    assert_eq!(codes(&chess(&text)), [Code::TooMany]);
}

/// Returns a chess board with both pairs of edges joined and a lame nightrider on it.
fn lame_riders(files: usize, ranks: usize) -> String {
    format!(
        "name = \"Limits\"\nextends = [\"mechanisms/torus\"]\nsetup = \"none\"\n[board.symmetry]\nrotate = \"half\"\n\
         [board.patch.board]\nfiles = {files}\nranks = {ranks}\n\
         [board.names]\nform = \"file-rank\"\nfiles = \"a-{}\"\nranks = \"1-{ranks}\"\n\
         [zone.last-rank]\nof = \"seat\"\nranks = \"{ranks}\"\n\
         [piece.rider]\nletter = \"Y\"\nrole = \"piece\"\nmovement = \"nNN\"\n",
        (b'a' + files as u8 - 1) as char
    )
}

/// Each leap of a lame rider has one path, so its routes do not double at each leap.
#[test]
fn lame_riders_have_one_route_for_each_direction() {
    assert_eq!(codes(&lame_riders(4, 4)), []);
    // A tour of a torus of seven by five squares takes 35 leaps.
    assert_eq!(codes(&lame_riders(7, 5)), []);
    let loaded = threefold::load_text("limits.toml", &lame_riders(4, 4));
    assert!(loaded.is_ok(), "{}", loaded.err().map_or(String::new(), |it| it.to_string()));
}

/// Returns a border that turns headings by a quarter, so pieces with a forward direction can
/// face four ways.
#[test]
fn pieces_with_too_many_facings_are_refused() {
    let pieces = |count: usize| -> String {
        let one = |it| format!("[piece.m{it}]\nletter = \"{it}\"\nrole = \"piece\"\nmovement = \"fWsR\"\n");
        "acdefghijlmostuvwxyz".chars().take(count).map(one).collect()
    };
    let board = "setup = \"none\"\n\
                 without = [\"castling\", \"castling-rules\", \"board.symmetry\", \"zone.second-rank\", \"zone.last-rank\"]\n\
                 [board]\ncells = \"square\"\nseats = \"differ\"\n\
                 [seat.white]\nletter = \"w\"\nfaces = \"north\"\n[seat.black]\nletter = \"b\"\nfaces = \"south\"\n\
                 [board.seam.corner]\nside = { patch = \"board\", edge = \"east\" }\n\
                 onto = { patch = \"board\", edge = \"north\", span = \"8-1\" }\n\
                 [zone.second-rank.white]\nranks = \"2\"\n[zone.second-rank.black]\nranks = \"7\"\n\
                 [zone.last-rank.white]\nranks = \"8\"\n[zone.last-rank.black]\nranks = \"1\"\n";
    assert_eq!(codes(&chess(&format!("{board}{}", pieces(4)))), []);
    assert_eq!(codes(&chess(&format!("{board}{}", pieces(20)))), [Code::TooManyTypes]);
}

/// A position takes at most 512 bytes in every shipped game outside the gallery. In the six main games it takes no
/// more than its board needs.
#[test]
fn positions_are_small() {
    let bytes = |slug: &str| {
        let variant = support::load(slug);
        variant.start().map(|it| it.bytes())
    };
    let all: Vec<(usize, &str)> =
        catalog::games().filter_map(|it| Some((bytes(&it.slug)?, it.slug.as_str()))).collect();
    assert!(all.len() > 90, "{} games have a starting position", all.len());
    // Some games of the gallery have more than eight kinds of pieces.
    let most = |slug: &str| if slug.starts_with("gallery/") { 1024 } else { 512 };
    let large: Vec<_> = all.iter().filter(|it| it.0 > most(it.1)).collect();
    assert!(large.is_empty(), "{large:?}");
    for (slug, most) in [
        ("chess", 192),
        ("osullivan", 192),
        ("three-player-chess", 280),
        ("trichess", 280),
        ("3-man-chess", 368),
        ("3-man-chess-video", 368),
    ] {
        assert!(bytes(slug).is_some_and(|it| it <= most), "{slug} takes {:?} bytes", bytes(slug));
    }
}

/// Outcomes and claims share the numbers of endings. With the maximum number of both, every
/// ending stays distinct.
#[test]
fn every_cause_of_an_ending_is_distinct() {
    let one = |it| format!("[outcome.o{it}]\nwhen = {{ repeated = {} }}\nthen = \"end\"\n", it + 10);
    let outcomes: String = (0..193).map(one).collect();
    let claims = |count: usize| -> String {
        let one = |it| format!("[claim.c{it}]\nconsent = \"nobody\"\ntiming = \"any-time\"\nthen = \"end\"\n");
        (0..count).map(one).collect()
    };
    assert!(codes(&chess(&claims(49))).contains(&Code::TooMany), "51 with the two of chess");
    let variant = match threefold::load_text("limits.toml", &chess(&format!("{outcomes}{}", claims(48)))) {
        Ok(loaded) => loaded.variant,
        Err(error) => panic!("{error}"),
    };
    let book = variant.rulebook();
    assert_eq!((book.outcomes().len(), book.claims().len()), (200, 50));
    let outcomes = (0..200).map(|it| EndingCause::Outcome(OutcomeId(it)));
    for cause in outcomes.chain((0..50).map(|it| EndingCause::Claim(ClaimId(it)))) {
        let over = Some(Ending { cause, mover: SeatId(1), victim: None, mating_player: None });
        let setup = Setup { over, ..variant.start().expect("a start").setup() };
        let position = Position::new(&variant, &setup).expect("a game that is over");
        assert_eq!(position.ending(), over);
        assert_eq!(parse_position(&variant, &print(&position)), Ok(position));
    }
}
