//! `show` of an unfinished rulebook: its board, without pieces.
//!
//! Input: a board file, a game that lacks headers, a game without a starting position. Output: the
//! output and the exit code.

use super::support::{Folder, ask};

const BOARD: &str = r#"
name = "A small board"
part = "board"

[turns]
order = ["white", "black"]

[seat.white]
letter = "w"
faces  = "north"

[seat.black]
letter = "b"
faces  = "south"

[board]
seats = "differ"

[board.patch.field]
files = 5
ranks = 4
holes = ["c2"]

[board.names]
form  = "file-rank"
files = "a-e"
ranks = "1-4"
"#;

#[test]
fn a_board_file_is_shown_as_text_and_as_a_picture() {
    let folder = Folder::new("unfinished-board", &[("board.toml", BOARD)]);
    let run = folder.ask(&["show", "board.toml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("`board.toml` is not a complete game; only its board is shown"), "{}", run.err);
    assert!(run.out.contains("4  .  .  .  .  .") && run.out.contains("2  .  .     .  ."), "{}", run.out);
    let run = folder.ask(&["show", "board.toml", "--format", "svg"]);
    assert!(run.code == 0 && run.out.starts_with("<svg"), "{}", run.err);
}

#[test]
fn a_game_without_headers_shows_the_board_that_it_has() {
    let text = BOARD.replace("part = \"board\"", "part = \"game\"");
    let folder = Folder::new("unfinished-game", &[("game.toml", &text)]);
    let run = folder.ask(&["show", "game.toml"]);
    assert!(run.code == 0 && run.out.contains("1  .  .  .  .  ."), "{}{}", run.out, run.err);
}

#[test]
fn board_errors_name_the_board_file() {
    let text = BOARD.replace("holes = [\"c2\"]", "holes = [\"z9\"]");
    let folder = Folder::new("unfinished-wrong", &[("board.toml", &text)]);
    let run = folder.ask(&["show", "board.toml"]);
    assert!(run.code == 1 && run.err.contains("board.toml:22:"), "{} {}", run.code, run.err);
}

#[test]
fn shipped_games_without_a_starting_position_show_their_board() {
    for name in ["mechanisms/torus", "mechanisms/moebius", "parts/ninety-six"] {
        let run = ask(&["show", name]);
        assert!(run.code == 0 && run.err.contains("only its board is shown"), "{name}: {} {}", run.code, run.err);
        assert!(run.out.lines().any(|it| it.matches('.').count() >= 4), "{name}\n{}", run.out);
    }
}

#[test]
fn every_shipped_file_with_a_board_is_shown() {
    for file in threefold::catalog::shipped() {
        let run = ask(&["show", &file.slug]);
        let has_no_board = run.code == 1 && run.err.contains("has no board, so there is nothing to show");
        assert!(run.code == 0 || has_no_board, "{}: {} {}", file.slug, run.code, run.err);
    }
}

/// The parser would take the lines after an open list for its items. Their errors would only confuse.
#[test]
fn an_open_list_or_table_is_reported_once() {
    use super::rulebook_fixtures::errors;
    let list = errors("name = \"X\"\nextends = [\"chess\"\n\n[piece.knight]\nextends = \"knight\"\nmovement = \"N\"\n");
    assert_eq!(list.matches("error[").count(), 1, "{list}");
    assert!(list.contains("this list is not closed") && list.contains(":2:11"), "{list}");
    let end = errors("name = \"X\"\nextends = [\"chess\",\n");
    assert!(end.contains("this list is not closed\n"), "{end}");
    let items = errors("name = \"X\"\nextends = [\n  \"chess\"\n  \"parts/fairy-pieces\"\n]\n");
    assert!(items.contains("a comma is missing"), "{items}");
    let braces = errors("name = \"X\"\n[promotion]\non = { zone = \"a\"\n[piece.x]\n");
    assert!(braces.contains("this table in braces is not closed") && braces.contains(":3:6"), "{braces}");
    let other =
        errors("name = \"X\"\nextends = [\"chess\"]\n[setup]\nking = [\"e1\"\nqueen = [\"d1\"]\nrook = [\"z1\"]\n");
    assert!(other.matches("error[").count() == 2 && other.contains("`z1`"), "{other}");
}
