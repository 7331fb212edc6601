//! Pictures of the rules page: what each of them shows, and the legend below it.
//!
//! Input: the pages of shipped games. Output: pictures, captions and legends that are missing or wrong. The captions are written by hand.

use std::collections::BTreeSet;

use threefold::english::{html, illustrated};

use crate::support::{ask, loaded};

/// Returns the rules as a page.
fn page(game: &str) -> String {
    let page = ask(&["rules", game, "--format", "html"]).out;
    page.replace("&#39;", "'")
}

/// Returns the figure whose caption has a text.
#[track_caller]
fn figure<'a>(page: &'a str, caption: &str) -> &'a str {
    let figures = page.split("<figure").skip(1).filter_map(|it| it.split_once("</figure>"));
    let mut found = figures.map(|it| it.0).filter(|it| it.contains(caption));
    found.next().unwrap_or_else(|| panic!("lacks: {caption}\n{page}"))
}

/// Returns the words of the legend below a picture, joined by commas.
fn legend(figure: &str) -> String {
    let text = figure.split_once("<p class=\"legend").map_or("", |it| it.1);
    let words = text.split("</svg>").skip(1).filter_map(|it| it.split_once("</span>"));
    words.map(|it| it.0).collect::<Vec<_>>().join(", ")
}

/// Pictures with their legends. Only the first picture of a chapter explains a sign of the board.
const PICTURES: [(&str, &str, &str); 14] = [
    (
        "3-man-chess",
        "Moves of White's rook on WHd6. The arrow follows its line across the center: it comes out on BLh6 and goes on to BLh1.",
        "can move here, path of the piece, moat, creek",
    ),
    (
        "3-man-chess",
        "White's knight on WHd5: two steps, then one to the side. The arrows lead across the center to BLg6 and GRa6.",
        "can move here, path of the piece",
    ),
    (
        "3-man-chess",
        "The whole way of White's pawn from WHd2 to BLh1. The numbers count its steps: 1 to 4 toward the center, 5 across the center, 6 to 10 \
         toward the rim. On BLh1 it promotes.",
        "path of the piece, order of the squares",
    ),
    (
        "3-man-chess",
        "White's pawn on BLh6, after it has crossed from WHd6.",
        "marked: has crossed the center, can move here, can capture here",
    ),
    (
        "3-man-chess",
        "Gray's rook on GRd2 attacks White's king on WHd2 both ways around the ring. White's ",
        "forbidden move, king in check, moat, creek",
    ),
    (
        "3-man-chess",
        "Gray is eliminated, but Gray's pawn on WHh3 still blocks. White's rook may not move from WHh1 to WHh4.",
        "Gray (eliminated), forbidden move",
    ),
    ("3-man-chess", "Open: Black's king has moved from BLd1 to BLd2.", "last move, legal move, moat (open)"),
    (
        "trichess",
        "White's knight on e3: two steps, then one to the side. The arrows lead across the edge of its block to f9 and i9.",
        "can move here, path of the piece",
    ),
    (
        "trichess",
        "The whole way of White's pawn from e2 to e12. The numbers count its steps: 1 and 2 up to the edge of its block, 3 across it, 4 to 6 \
         beyond it. On e12 it promotes.",
        "path of the piece, order of the squares",
    ),
    (
        "trichess",
        "Double checkmate: each opponent's attacks alone are enough.",
        "king in check, attacked by Red, attacked by Black, attacked by both, edge of a block, name of the square beside it",
    ),
    (
        "trichess",
        "Allied mate: only the attacks of both opponents together are enough.",
        "king in check, attacked by Red, attacked by Black",
    ),
    (
        "osullivan",
        "Black's pawn on h6 has no square ahead. It does not promote on this square. It can only capture, here White's rook on g7.",
        "legal move, wall",
    ),
    (
        "osullivan",
        "If Black's center pawn captures from d2 to e3, it crosses the line between files d and e and is marked. If it captures from d2 to \
         c3, it crosses no such line and gets no mark.",
        "legal move, line between files d and e",
    ),
    ("osullivan", "Red is eliminated, but Red's center pawn on e2 still blocks.", "Red (eliminated), forbidden move"),
];

#[test]
fn each_mark_is_in_the_legend_below_its_picture() {
    for game in ["3-man-chess", "trichess", "osullivan"] {
        let page = page(game);
        for (_, caption, words) in PICTURES.iter().filter(|it| it.0 == game) {
            assert_eq!(legend(figure(&page, caption)), *words, "{caption}");
        }
    }
}

#[test]
fn lines_of_attack_and_lines_of_the_board_are_drawn() {
    let ring = page("3-man-chess");
    let checked = figure(&ring, "both ways around the ring");
    let picture = checked.split_once("<p class=\"legend").expect("a legend").0;
    assert_eq!(picture.matches("class=\"fill-check\"").count(), 2, "an arrow each way\n{picture}");
    // A check along a rank with moats comes from one side.
    let single = figure(&ring, "Checkmate by two opponents.");
    let picture = single.split_once("<p class=\"legend").expect("a legend").0;
    assert_eq!(picture.matches("class=\"fill-check\"").count(), 1, "{picture}");
    let board = page("osullivan");
    let dashed = |caption: &str| figure(&board, caption).contains("stroke-width=\"12\" stroke-dasharray=\"24 12\"");
    assert!(dashed("gets no mark.") && dashed("so it is marked."));
    assert!(!dashed("The rule “Center pawns” forbids this move."));
}

#[test]
fn a_close_up_has_only_the_squares_and_kinds_of_pieces_that_it_shows() {
    let ring = page("3-man-chess");
    let squares = |caption: &str| figure(&ring, caption).matches("class=\"square t").count();
    assert!((20..100).contains(&squares("Closed: White's rook may not move")), "{}", squares("Closed: White's rook"));
    assert_eq!(squares("Moves of White's rook on WHd6."), 144);
    let rook = figure(&ring, "Closed: White's rook may not move");
    assert!(rook.contains("id=\"tf-rook\"") && !rook.contains("id=\"tf-queen\""), "{rook}");
}

/// Names of squares lie beside the pieces that they would hide.
#[test]
fn names_of_squares_leave_pieces_visible() {
    let ring = page("3-man-chess");
    for caption in ["Gray is eliminated. So", "Not yet checkmate. White is in check"] {
        let picture = figure(&ring, caption).split_once("<p class=\"legend").expect("a legend").0;
        let pieces = picture.split("<g class=\"pieces\"").nth(1).and_then(|it| it.split_once("<g class=\"over\">"));
        let pieces = pieces.expect("pieces").0.split("transform=\"translate(").skip(1);
        let numbers = |it: &str| -> Vec<f64> {
            let parts = it.split(|it: char| !it.is_ascii_digit() && it != '-' && it != '.');
            parts.filter_map(|it| it.parse().ok()).take(3).collect()
        };
        let pieces: Vec<Vec<f64>> = pieces.map(numbers).filter(|it| it.len() == 3).collect();
        assert!(pieces.len() > 2, "{picture}");
        let names = picture.rsplit("<path class=\"label\" d=\"").next().expect("names").split('"').next();
        let all: Vec<f64> =
            names.unwrap_or_default().split(['M', 'L', 'Q', ' ']).filter_map(|it| it.parse().ok()).collect();
        assert!(all.len() > 40, "{names:?}");
        for (piece, point) in pieces.iter().flat_map(|piece| all.chunks_exact(2).map(move |it| (piece, it))) {
            let far = (piece[0] - point[0]).hypot(piece[1] - point[1]);
            assert!(far > 32.0 * piece[2], "{caption}: {point:?} is on the piece at {piece:?}");
        }
    }
}

/// Pictures in one row have frames of one size.
#[test]
fn pictures_in_a_row_have_one_size() {
    for slug in ["3-man-chess", "trichess"] {
        let loaded = loaded(slug);
        let page = html(&illustrated(&loaded.definition, &loaded.variant), |_| String::new());
        let mut rows = 0;
        for row in page.split("<div class=\"figures").skip(1) {
            let row = row.split("</div>").next().expect("the first part");
            let parts = row.split("\"small close\" style=\"--part:").skip(1).map(|it| &it[..5]);
            let parts: BTreeSet<&str> = parts.collect();
            assert!(parts.len() < 2, "{slug}: {parts:?}");
            rows += 1;
        }
        assert!(rows > 6, "{slug}: {rows} rows");
    }
}

/// The pictures of a knight trace every leap across an edge: one picture for each order of the legs.
#[test]
fn a_knight_is_traced_around_the_center() {
    let loaded = loaded("trichess");
    let mut found: Vec<String> = Vec::new();
    html(&illustrated(&loaded.definition, &loaded.variant), |it| {
        let caption = it.caption.plain();
        if let Some(legs) = caption.strip_prefix("White's knight on e4: ") {
            let mut ends: Vec<&str> = it.paths.iter().map(|it| loaded.variant.board().name(it[it.len() - 1])).collect();
            ends.sort_unstable();
            found.push(format!("{}: {}", legs.split('.').next().unwrap_or_default(), ends.join(" ")));
        }
        String::new()
    });
    assert_eq!(found, ["two steps, then one to the side: c5 f10 g9 i10", "one step, then two to the side: d6 j9"]);
}

/// The pictures of a piece follow the sentences about it, and the only picture of a list is beside it.
#[test]
fn pictures_stand_beside_the_sentences_on_their_piece() {
    let in_order = |game: &str, parts: &[&str]| {
        let page = page(game);
        let mut at = 0;
        for part in parts {
            let found = page[at..].find(part).unwrap_or_else(|| panic!("{game}: {part} is missing or comes earlier"));
            at += found + part.len();
        }
    };
    let steps = [
        "<h4 id=\"rule-steps-king\">Kings</h4>",
        "<div class=\"topic pair\">",
        "Moves of White's king on e4.",
        "A king on e4 can step",
        "<h4 id=\"rule-steps-knight\">Knights</h4>",
        "A knight may take two straight steps",
        "From e3, one square farther back",
        "<div class=\"figures\"",
        "White's knight on e4: two steps",
        "<h4 id=\"rule-steps-pawn\">Pawns</h4>",
        "A pawn on e4 can move",
        "Moves of White's pawn on e4.",
    ];
    in_order("trichess", &steps);
    let lines = [
        "Moves of White's rook on WHd6.",
        "A rook or queen that crosses the center",
        "A bishop or queen that crosses the center",
        "Clockwise: White's bishop on WHf4",
    ];
    in_order("3-man-chess", &lines);
}
