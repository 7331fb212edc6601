//! When two positions repeat: a right to capture en passant that no piece can use does not tell them apart, and one
//! that some piece can use does, by whatever path that piece captures.
//!
//! Input: rulebooks of a few lines over shipped games. Output: whether two positions that differ in the right alone have
//! the same repetition key.

use threefold::notation::position::{parse_position, render};
use threefold::rules::{Position, Variant};

/// A game with other headers.
#[track_caller]
fn game(parent: &str, more: &str) -> Variant {
    let text = format!("name = \"Repetition\"\nextends = [\"{parent}\"]\n{more}");
    threefold::load_text("repetition", &text).unwrap_or_else(|it| panic!("{it}")).variant
}

fn en_passant(pieces: &str, window: &str) -> String {
    format!("[en-passant]\npieces = [{pieces}]\nwindow = \"{window}\"\nagainst-eliminated = \"lapses\"\n")
}

#[track_caller]
fn at(variant: &Variant, text: &str) -> Position {
    parse_position(variant, text).unwrap_or_else(|it| panic!("{}", render(text, &it)))
}

/// Whether the right to capture en passant tells two positions apart.
#[track_caller]
fn right_counts(variant: &Variant, pieces: &str, right: &str) -> bool {
    let with = at(variant, &format!("{pieces} ep={right}"));
    at(variant, pieces).repetition_key() != with.repetition_key()
}

#[test]
fn an_en_passant_right_of_a_rook_is_part_of_the_position() {
    let variant = game("chess", &en_passant("\"pawn\", \"rook\"", "next-ply"));
    let right = "e3:e4:w:1";
    for (pieces, counts) in [
        ("w:Ke1,Pe4 b:Ke8,Pd4 turn=b", true),
        ("w:Ke1,Pe4 b:Ke8,Pc4 turn=b", false),
        ("w:Kg1,Pe4 b:Kg8,Ra3 turn=b", true),
        // The rook does not reach e3: it is on another rank, or a knight is in its way.
        ("w:Kg1,Pe4 b:Kg8,Ra5 turn=b", false),
        ("w:Kg1,Pe4,Nc3 b:Kg8,Ra3 turn=b", false),
    ] {
        assert_eq!(right_counts(&variant, pieces, right), counts, "{pieces}");
        // The key agrees with the moves.
        let captures = |text: &str| {
            let position = at(&variant, text);
            let is_capture = |mv| position.play(mv).is_ok_and(|it| it.pieces().len() < position.pieces().len());
            position.legal_moves().into_iter().filter(|it| is_capture(*it)).count()
        };
        let with = format!("{pieces} ep={right}");
        assert_eq!(captures(&with) > captures(pieces), counts, "{pieces}");
    }
}

#[test]
fn a_right_that_only_pinned_pieces_could_use_does_not_count() {
    let right = "e3:e4:w:1";
    for (parent, more, pieces, counts) in [
        // The pawn on d4 is pinned by the rook on d1 (FIDE Laws 9.2.3).
        ("chess", "", "w:Kh1,Rd1,Pe4 b:Kd8,Pd4 turn=b", false),
        ("chess", "", "w:Kh1,Rd1,Pe4 b:Kc8,Pd4 turn=b", true),
        // A second pawn is not pinned.
        ("chess", "", "w:Kh1,Rd1,Pe4 b:Kd8,Pd4,Pf4 turn=b", true),
        // Without both pawns, the rook on a4 gives check.
        ("chess", "", "w:Kh1,Ra4,Pe4 b:Kg4,Pd4 turn=b", false),
        // Any capture must be made, and this is one of two.
        ("gallery/antichess", "", "w:Ke1,Pe4 b:Ke8,Pd4,Rh4 turn=b", true),
    ] {
        let variant = game(parent, more);
        assert_eq!(right_counts(&variant, pieces, right), counts, "{parent}: {pieces}");
    }
}

#[test]
fn a_lasting_right_counts_for_the_player_after_next() {
    let variant = game("three-player-chess", &en_passant("\"pawn\"", "until-own-turn"));
    let letters: Vec<&str> = variant.rulebook().seats().iter().map(|it| it.letter()).collect();
    let (next, last) = (letters[1], letters[2]);
    let right = |next_has: &str, last_has: &str| {
        let list = format!("w:Ke1,Rb5,Pf4 {next}:{next_has} {last}:{last_has} turn={next}");
        right_counts(&variant, &list, "f3:f4:w:1")
    };
    assert!(!right("Kh12", "Ka8"));
    assert!(right("Kh12,Pg4", "Ka8"));
    assert!(right("Kh12", "Ka8,Pg4"));
}

#[test]
fn a_right_across_a_barrier_counts_if_the_barrier_allows_captures() {
    for (allowed, counts) in [("\"capture\"", true), ("\"move\"", false), ("\"move\", \"capture\"", true)] {
        let variant = game(
            "chess",
            &format!(
                "[line.wall]\nof = \"board\"\npatch = \"board\"\nfiles = [4, 5]\nsteps = [\"straight\", \"diagonal\"]\n\
                 [barrier.wall]\nline = \"wall\"\nleaps = \"any-path\"\n[barrier.wall.closed]\nallows = [{allowed}]\n"
            ),
        );
        let pieces = "w:Ka1,Pe4 b:Ka8,Pd4 turn=b";
        assert_eq!(right_counts(&variant, pieces, "e3:e4:w:1"), counts, "{allowed}");
    }
}

#[test]
fn a_lasting_right_counts_while_its_path_can_be_cleared() {
    for (window, counts) in [("until-own-turn", true), ("next-ply", false)] {
        let variant = game("three-player-chess", &en_passant("\"pawn\", \"rook\"", window));
        let letters: Vec<&str> = variant.rulebook().seats().iter().map(|it| it.letter()).collect();
        // The next player's knight stands between the last player's rook and the square.
        let pieces = |seat: &str| match seat {
            "w" => "Ke1,Pf4",
            "r" => "Kh12",
            _ => "Ka8",
        };
        let list = format!(
            "w:{} {}:{},Nc3 {}:{},Ra3 turn={}",
            pieces("w"),
            letters[1],
            pieces(letters[1]),
            letters[2],
            pieces(letters[2]),
            letters[1]
        );
        assert_eq!(right_counts(&variant, &list, "f3:f4:w:1"), counts, "{window}: {list}");
    }
}
