//! Advice that is followed: each help leads to a rulebook without its finding, and never back to an earlier one.
//!
//! Input: mistakes of designers in small rulebooks. Output: findings before and after the advice.

use super::rulebook_fixtures::{child, errors, findings};

/// Returns the parts of a text in backquotes that start in one way.
fn quoted<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    text.split('`').skip(1).step_by(2).filter(|it| it.starts_with(start)).collect()
}

#[test]
fn advice_on_castling_does_not_lead_in_a_circle() {
    let starts = [
        "king = [\"d1\", \"g1\"]\nrook = [\"h1\", \"f1\"]\n",
        "king = [\"e2\", \"g2\"]\nrook = [\"h2\", \"f2\"]\n",
        "king = [\"e1\", \"g2\"]\nrook = [\"h1\", \"f1\"]\n",
        "king = [\"e1\"]\nrook = [\"h1\", \"f1\"]\n",
        "king = [\"e1\", \"g1\"]\nrook = [\"e1\", \"f1\"]\n",
        "king = [\"e1\", \"e1\"]\nrook = [\"h1\", \"h1\"]\n",
        "king = [\"h4\", \"g4\"]\nrook = [\"a4\", \"f4\"]\n",
    ];
    let without = "without = [\"castling\"]\n";
    for written in starts {
        let text = errors(&child("chess", &format!("{without}[castling.short]\n{written}")));
        assert_eq!(text.matches("error[").count(), 1, "{written}{text}");
        let (king, rook) = (quoted(&text, "king = "), quoted(&text, "rook = "));
        let followed = format!("{without}[castling.short]\n{}\n{}\n", king[0], rook[0]);
        assert_eq!(errors(&child("chess", &followed)), "", "{written}{text}");
    }
    // A king that is not royal castles, too; without any king or rook, only leaving the castling out helps.
    let kings = "without = [\"outcome.checkmate\"]\n[piece.king]\nextends = \"king\"\nrole = \"piece\"\n";
    assert_eq!(errors(&child("chess", kings)), "");
    let pawns = "without = [\"castling.queen-side\"]\n[setup]\nking = [\"e1\"]\npawn = [\"a2-h2\"]\n";
    let text = errors(&child("chess", pawns));
    assert!(text.contains("no piece of `white` starts on `h1`") && !text.contains("for example"), "{text}");
    assert!(text.contains("leave `[castling.king-side]` out"), "{text}");
    // Where only some players have the pieces, the others are left out.
    let one = "without = [\"castling.queen-side\"]\n[setup.black]\nking = [\"d8\"]\npawn = [\"a7-h7\"]\n";
    let text = errors(&child("chess", one));
    let line = quoted(&text, "seats = ");
    assert_eq!(line, ["seats = [\"white\"]"], "{text}");
    let followed = format!("{one}[castling.king-side]\nextends = \"king-side\"\n{}\n", line[0]);
    assert_eq!(errors(&child("chess", &followed)), "");
}

#[test]
fn a_missing_seat_has_one_help() {
    let text = errors(&child("chess", "without = [\"seat.white\"]\n"));
    assert!(text.contains("no seat is called `white`") && !text.contains("symmetry = 0"), "{text}");
    assert_eq!(text.matches("error[").count(), 1, "{text}");
}

#[test]
fn a_key_at_the_top_takes_the_name_of_a_header() {
    for header in ["[setup]", "[setup.white]"] {
        let body = format!("setup = \"none\"  # see below\n{header}\nking = [\"e1\"]\n");
        let text = errors(&child("chess", &body));
        assert!(text.contains("`setup` is a key at the top of this file"), "{text}");
        assert!(text.contains("remove the line `setup = \"none\"`, or this header"), "{text}");
        assert!(!text.contains("combine"), "{text}");
    }
    let twice = errors(&child("chess", "setup = \"none\"\nsetup = \"given\"\n"));
    assert!(twice.contains("`setup` occurs twice"), "{twice}");
}

#[test]
fn a_missing_word_hides_no_other_mistake() {
    let header = "[promotion.x]\npieces = [\"pwn\"]\non = { zone = \"last-rank\", of = \"owner\" }\n";
    let text = errors(&child("chess", &format!("{header}choice = \"listed\"\ninto = [\"quen\"]\n")));
    for part in ["needs the key `forced`", "no piece is called `pwn`", "no piece is called `quen`"] {
        assert_eq!(text.matches(part).count(), 1, "{part}: {text}");
    }
    // What only some of the words make wrong is not reported.
    let text = errors(&child("chess", &format!("{header}choice = \"liste\"\nforced = \"yes\"\npool = \"hand\"\n")));
    assert!(text.contains("did you mean `listed`?") && text.contains("`pwn`"), "{text}");
    assert!(!text.contains("there is no `pool`"), "{text}");
}

#[test]
fn a_claim_that_ends_nothing_is_no_resignation_and_scores_nothing() {
    let claim = |points: &str| {
        let body = format!("[claim.resign]\nconsent = \"nobody\"\ntiming = \"any-time\"\nthen = \"reverse\"\n{points}");
        findings(&child("three-player-chess", &body))
    };
    let text = claim("points = { all = 1 }\n");
    assert!(text.contains("`resign` ends the game for nobody, so its points are never scored"), "{text}");
    assert_eq!(claim("points = {}\n"), "");
}

#[test]
fn a_link_that_adds_nothing_is_reported() {
    let link = |name: &str, from: &str, heading: &str, to: &str| {
        format!("[board.link.{name}]\nfrom = \"{from}\"\nheading = \"{heading}\"\nto = \"{to}\"\n")
    };
    let first = link("first", "a4", "west", "h4");
    let warning = "`[board.link.second]` adds nothing to `[board.link.first]`";
    for again in [link("second", "a4", "west", "h4"), link("second", "h4", "east", "a4")] {
        let text = findings(&child("chess", &format!("{first}{again}")));
        assert!(text.contains(warning) && text.contains("leave `[board.link.second]` out"), "{text}");
    }
    assert_eq!(findings(&child("chess", &format!("{first}{}", link("second", "a5", "west", "h5")))), "");
    // A link that works in one direction only adds nothing to one that works in both.
    let one_way = format!("{first}{}back = \"no\"\n", link("second", "h4", "east", "a4"));
    assert!(findings(&child("chess", &one_way)).contains(warning));
}

/// An end without points would be the next finding.
#[test]
fn the_end_that_is_advised_has_points() {
    let body = "[claim.quit]\nconsent = \"nobody\"\nthen = \"eliminate\"\n[elimination]\narmy = \"inert\"\n\
        king = \"stays\"\n[counter.halfmoves]\nresets = [\"capture\", \"pawn-move\", \"elimination\"]\n";
    let follow = |body: &str, living: &str| {
        let text = findings(&child("three-player-chess", body));
        let (_, advice) = text.split_once("but no outcome ends the game when ").expect("a warning");
        let header = quoted(advice, "[outcome.")[0];
        let lines: Vec<&str> =
            ["when = ", "then = ", "settled = ", "points = "].iter().map(|it| quoted(advice, it)[0]).collect();
        assert!(lines[0].contains(living), "{advice}");
        let text = findings(&child("three-player-chess", &format!("{body}{header}\n{}\n", lines.join("\n"))));
        assert!(!text.contains("no-end") && !text.contains("no-points"), "{text}");
    };
    follow(body, "living = 1");
    let team = "[team.first]\nseats = [\"white\", \"black\"]\nloss = \"together\"\n";
    follow(&format!("{body}{team}"), "living = 2");
}

#[test]
fn a_promotion_of_a_single_kind_is_left_out_as_a_whole() {
    let body = "[seat.white]\nletter = \"w\"\nfaces = \"south\"\n";
    let text = findings(&child("chess", body));
    assert!(text.contains("or leave `[promotion]` out") && !text.contains("out of `pieces`"), "{text}");
    let text = findings(&child("chess", &format!("without = [\"promotion\"]\n{body}")));
    assert!(!text.contains("can never be promoted"), "{text}");
}

#[test]
fn partners_are_offered_only_where_they_exist() {
    let ban = |owner: &str| format!("[ban.x]\nmove = {{ captures = {{ owner = \"{owner}\" }} }}\n");
    let text = errors(&child("chess", &format!("{}{}", ban("partners"), ban("partner").replace(".x", ".y"))));
    assert!(text.contains("no teams and no alliances") && !text.contains("`[team."), "{text}");
    assert!(!text.contains("`partners`"), "{text}");
    let text = errors(&child("three-player-chess", &ban("partners")));
    let (header, seats) = (quoted(&text, "[team.")[0], quoted(&text, "seats = ")[0]);
    let followed = errors(&child("three-player-chess", &format!("{}{header}\n{seats}\n", ban("partners"))));
    assert!(!followed.contains("partners"), "{followed}");
}

/// Typical mistakes of designers, each with a part of the advice.
#[test]
fn newcomers_get_advice_that_they_can_use() {
    let zones = "[zone.x]\nof = \"board\"\nranks = \"4\"\n";
    let cases = [
        ("[pieces.queen]\nletter = \"Q\"\n", "did you mean `[piece.queen]`?"),
        ("[promotion]\nextends = \"promotion\"\ninto = [\"amazon\"]\n", "or add `[piece.amazon]`"),
        ("[outcome.stalemate]\nextends = \"stalemate\"\nthen = \"win\"\n", "did you mean `end`?"),
        ("[board]\nextends = \"board\"\nwidth = 10\n", "did you mean `files` under `[board.patch.NAME]`?"),
        ("[ban.x]\nmove = { to = { zone = \"summit\" } }\n", "or add `[zone.summit]`"),
        ("[castling]\nkingside = false\n", "write `without = [\"castling.kingside\"]` at the top"),
    ];
    for (body, advice) in cases {
        let text = errors(&child("chess", &format!("{body}{zones}")));
        assert!(text.contains(advice), "{advice}: {text}");
    }
    // A third player has no place on a board with a mirror, whatever their symmetry.
    let third = |symmetry: &str| {
        let seat = format!("[seat.red]\nletter = \"r\"\nfaces = \"north\"\n{symmetry}");
        errors(&child("chess", &format!("[turns]\norder = [\"white\", \"black\", \"red\"]\n{seat}")))
    };
    for symmetry in ["", "symmetry = 1\n"] {
        let text = third(symmetry);
        assert!(text.contains("`[board.symmetry]` has 2 places for 3 players: leave `[seat.red]` out"), "{text}");
    }
}
