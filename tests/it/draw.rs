//! Pictures: squares are adjacent and do not overlap, every element is present, files are small,
//! and each kind of board has a snapshot of its structure.

mod boards;
mod close_ups;
mod colors;
mod foreign;
mod read;
mod special;

use std::collections::BTreeSet;

use threefold::catalog;
use threefold::draw::{Album, Drawing, MAX_BYTES, RowPicture, Theme, View, animated, png, row, svg};
use threefold::game::{Game, replay};
use threefold::load_text;
use threefold::notation::parse_position;
use threefold::rulebook::SeatId;
use threefold::rules::{Position, Variant};

use super::support::{Folder, ask, load, root, show, with_input};
use read::{Element, area, content, elements, holds, polygon};

fn made(text: &str) -> Variant {
    load_text("made.toml", text).unwrap_or_else(|it| panic!("{it}\n{text}")).variant
}

/// Boards of every kind: shipped ones and others.
fn all_boards() -> Vec<Variant> {
    let shipped = catalog::games().map(|it| load(&it.slug));
    let texts = [
        boards::arms(4, 8, 4),
        boards::arms(5, 6, 5),
        boards::arms(3, 4, 6),
        boards::ring(64, 8),
        boards::ring(16, 3),
        boards::petersen(),
        boards::PLACES.to_owned(),
    ];
    shipped.chain(texts.iter().map(|it| made(it))).collect()
}

fn empty(variant: &Variant, seat: Option<SeatId>) -> String {
    Drawing::new(variant, seat).show(&[], &View { seat, ..View::default() })
}

fn squares(svg: &str) -> Vec<Element<'_>> {
    elements(svg).into_iter().filter(|it| it.is("square") && it.get("data-square").is_some()).collect()
}

#[test]
fn squares_do_not_overlap_and_are_not_distorted() {
    for variant in all_boards() {
        let name = variant.slug();
        let text = empty(&variant, None);
        let squares = squares(&text);
        assert_eq!(squares.len(), variant.board().len(), "{name}");
        let shapes: Vec<_> = squares.iter().map(|it| polygon(it.get("d").expect("a path"))).collect();
        for (one, shape) in squares.iter().zip(&shapes) {
            let (middle, room) = ((one.number("data-x"), one.number("data-y")), one.number("data-r"));
            let label = one.get("data-square").unwrap_or_default();
            assert!(holds(shape, middle), "{name}: the middle of {label} is not in it");
            // A disc fills 0.78 of a square, more of a hexagon, and almost nothing of a sliver.
            let filled = std::f64::consts::PI * room * room / area(shape);
            assert!(filled > 0.33, "{name}: {label} is crooked, {filled:.2}");
            for (other, far) in squares.iter().zip(&shapes) {
                let apart = (other.number("data-x") - middle.0).hypot(other.number("data-y") - middle.1);
                if std::ptr::eq(one, other) || apart > 1_500.0 {
                    continue;
                }
                let there = other.get("data-square").unwrap_or_default();
                assert!(apart > room + other.number("data-r") - 3.0, "{name}: {label} and {there} are too near");
                // Slightly smaller, so that a shared border belongs to neither.
                let inner =
                    |it: &(f64, f64)| (middle.0 + (it.0 - middle.0) * 0.93, middle.1 + (it.1 - middle.1) * 0.93);
                assert!(!shape.iter().any(|it| holds(far, inner(it))), "{name}: {label} lies upon {there}");
            }
        }
    }
}

#[test]
fn list_and_picture_agree_on_square_positions() {
    for name in ["3-man-chess", "trichess", "chess", "mechanisms/hexagon", "mechanisms/triangles"] {
        let variant = load(name);
        let text = empty(&variant, None);
        for (square, drawn) in variant.board().squares().zip(squares(&text)) {
            let info = variant.board().get(square).expect("a square");
            assert_eq!(drawn.get("data-square"), Some(info.name()));
            let (x, y) = (f64::from(info.x()) * 200.0, f64::from(info.y()) * -200.0);
            let off = (drawn.number("data-x") - x).hypot(drawn.number("data-y") - y);
            assert!(off < 4.0, "{name}: {} is drawn {off:.0} beside its place", info.name());
        }
    }
}

#[test]
fn adjacent_squares_have_different_tones() {
    for variant in all_boards() {
        let text = empty(&variant, None);
        let drawn = squares(&text);
        let tone = |it: &Element<'_>| it.get("class").map(str::to_owned);
        let count: BTreeSet<_> = drawn.iter().map(tone).collect();
        for square in variant.board().squares() {
            let near = |it: &Element<'_>| {
                let at = &drawn[square.index()];
                let apart =
                    (it.number("data-x") - at.number("data-x")).hypot(it.number("data-y") - at.number("data-y"));
                apart < 1.04 * (it.number("data-r") + at.number("data-r"))
            };
            for (to, link) in variant.board().links(square) {
                let there = &drawn[to.index()];
                if count.len() > 1 && variant.board().is_straight(link.heading()) && near(there) {
                    assert_ne!(tone(&drawn[square.index()]), tone(there), "{}: {:?}", variant.slug(), there);
                }
            }
        }
    }
}

/// Plays some moves, each the middle one of the legal moves.
fn middle_game(variant: &Variant, moves: usize) -> Option<Game> {
    let mut game = Game::new(variant)?;
    for _ in 0..moves {
        let legal = game.legal_moves();
        let Some(mv) = legal.get(legal.len() / 2) else { break };
        game.play(*mv).expect("a legal move");
    }
    Some(game)
}

#[test]
fn every_picture_is_small_and_self_contained() {
    for (index, variant) in all_boards().into_iter().enumerate() {
        let name = variant.slug().to_owned();
        let bare = empty(&variant, None);
        assert!(bare.len() < 100_000, "{name}: {} bytes", bare.len());
        let Some(game) = middle_game(&variant, 20) else { continue };
        let position = game.position();
        let seats: Vec<SeatId> = variant.rulebook().seat_ids().collect();
        let themes = [Theme::Auto, Theme::Light, Theme::Dark, Theme::Print];
        let (seat, theme) = (seats[index % seats.len()], themes[index % themes.len()]);
        let from = position.legal_moves().first().and_then(|it| it.origin());
        let targets = position.legal_moves().into_iter().filter(|it| it.origin() == from).collect();
        let view = View {
            seat: Some(seat),
            theme,
            legend: true,
            lines: true,
            last: game.last_move(),
            selected: from,
            targets,
            ..View::default()
        };
        let text = svg(position, &view);
        assert!(text.len() < 100_000, "{name}: {} bytes", text.len());
        assert_eq!(text.matches("http").count(), 1, "{name}: the name of SVG is its only address");
        let all = elements(&text);
        let groups: Vec<&str> = all.iter().filter(|it| it.name == "g").filter_map(|it| it.get("class")).collect();
        let wanted = ["squares", "marks", "pieces", "over", "legend"];
        let order: Vec<&str> = groups.iter().copied().filter(|it| wanted.contains(it)).collect();
        assert_eq!(order, wanted, "{name}");
        let pieces = all.iter().filter(|it| it.is("piece"));
        assert_eq!(pieces.count(), position.pieces().len() + position.blockers().len(), "{name}");
        let defined: BTreeSet<&str> = all.iter().filter_map(|it| it.get("id")).collect();
        for used in all.iter().filter(|it| it.name == "use").filter_map(|it| it.get("href")) {
            assert!(defined.contains(used.trim_start_matches('#')), "{name}: {used} is used and not there");
        }
        let pixels = png(&text, 64).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert!(pixels.starts_with(b"\x89PNG"), "{name}");
    }
}

/// Returns a picture without its curves: the place of each element, rounded to a twentieth of a
/// square.
fn bones(svg: &str) -> String {
    let near = |it: &Element<'_>, key: &str| (it.number(key) / 10.0).round() * 10.0;
    let mut out = format!("{}\n{}\n", content(svg, "title"), content(svg, "desc"));
    for it in elements(svg) {
        let class = it.get("class").unwrap_or_default();
        if it.is("square") && it.get("data-square").is_some() {
            let (x, y, r) = (near(&it, "data-x"), near(&it, "data-y"), near(&it, "data-r"));
            out.push_str(&format!("{} {class} {x} {y} {r}\n", it.get("data-square").unwrap_or_default()));
        } else if it.is("piece") {
            let get = |key| it.get(key).unwrap_or_default();
            out.push_str(&format!("{} {} {} {class}\n", get("data-square"), get("data-seat"), get("data-kind")));
        } else if it.is("barrier") {
            let strokes = it.get("d").map_or(0, |it| it.matches('M').count());
            let broken = if it.get("stroke-dasharray").is_some() { " broken" } else { "" };
            let wide = it.get("stroke-width").unwrap_or_default();
            out.push_str(&format!("{class} {} {wide} {strokes}{broken}\n", it.get("data-barrier").unwrap_or_default()));
        } else if ["check", "ring", "dot", "last", "issue", "zone"].iter().any(|name| it.is(name)) {
            out.push_str(&format!("{class}\n"));
        }
    }
    out
}

#[test]
fn every_game_keeps_its_picture() {
    for name in ["chess", "3-man-chess", "trichess", "three-player-chess", "osullivan"] {
        let start = load(name).start().expect("a starting position");
        show(&format!("drawn-{name}"), &bones(&svg(&start, &View { legend: true, ..View::default() })));
    }
}

#[test]
fn every_kind_of_board_keeps_its_picture() {
    for name in ["hexagon", "moebius", "torus", "cross-of-four", "portals", "river", "triangle", "triangles"] {
        let variant = load(&format!("mechanisms/{name}"));
        show(&format!("drawn-board-{name}"), &bones(&empty(&variant, Some(SeatId(1)))));
    }
    for (name, text) in [("graph", boards::petersen()), ("five-arms", boards::arms(5, 4, 3))] {
        show(&format!("drawn-board-{name}"), &bones(&empty(&made(&text), None)));
    }
}

fn position(name: &str, text: &str) -> Position {
    parse_position(&load(name), text).unwrap_or_else(|it| panic!("{name}: {it:?}"))
}

#[test]
fn checks_open_barriers_and_eliminated_armies_are_visible() {
    let at = position("3-man-chess", "w:KWHd1,RWHd4 g:KGRd1 b:KBLa4,QBLh1 turn=w out=g open=moat.0");
    let text = svg(&at, &View::default());
    let all = elements(&text);
    let drawn = |class: &str| all.iter().filter(|it| it.is(class)).count();
    assert_eq!(drawn("c-out"), 1, "Gray is eliminated, so the king is gray");
    // A line of the color of the ground makes a barrier hollow.
    let open: Vec<&str> = all
        .windows(2)
        .filter(|it| it[0].is("barrier") && it[1].is("cover"))
        .filter_map(|it| it[0].get("data-barrier"))
        .collect();
    assert_eq!(open, ["moat.0"]);
    let wide =
        |name: &str| all.iter().find(|it| it.get("data-barrier") == Some(name)).map(|it| it.number("stroke-width"));
    assert!(wide("moat.1") > wide("creek.1"), "a moat bans all pieces, a creek pawns alone");
    let checked = position("chess", "w:Ke1 b:Ke8,Re4 turn=w");
    let text = svg(&checked, &View::default());
    assert!(elements(&text).iter().any(|it| it.is("check")), "a star, and an arrow");
    assert!(content(&text, "desc").contains("White&#39;s king on e1 is in check from Black&#39;s rook on e4."));
}

#[test]
fn a_seat_view_shows_its_pieces_at_the_bottom() {
    let names = ["chess", "3-man-chess", "trichess", "mechanisms/hexagon", "mechanisms/cross-of-four"];
    for name in names.into_iter().chain(["mechanisms/sideways", "mechanisms/triangle", "mechanisms/triangles"]) {
        let variant = load(name);
        let start = variant.start().expect("a starting position");
        for seat in variant.rulebook().seat_ids() {
            let text = svg(&start, &View { seat: Some(seat), ..View::default() });
            let places = squares(&text);
            let low = |own: SeatId| {
                let pieces = start.pieces().into_iter().filter(|it| it.1.seat == own);
                let places: Vec<f64> = pieces.map(|it| places[it.0.index()].number("data-y")).collect();
                places.iter().sum::<f64>() / places.len() as f64
            };
            for other in variant.rulebook().seat_ids().filter(|it| *it != seat) {
                assert!(low(seat) > low(other) + 100.0, "{name}: {seat:?} sits below {other:?}");
            }
        }
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let variant = load("3-man-chess");
    let mut game = Game::new(&variant).expect("a starting position");
    for _ in 0..300 {
        let legal = game.legal_moves();
        let Some(mv) = legal.get((legal.len() * 2) / 3) else { break };
        game.play(*mv).expect("a legal move");
    }
    let text = animated(&game, &View::default());
    assert!(text.len() < 100_000, "{} bytes", text.len());
    assert!(text.contains("prefers-reduced-motion"));
    let left = |it: &Element<'_>| it.is("piece") && it.get("opacity") != Some("0");
    let shown: BTreeSet<String> = elements(&text)
        .iter()
        .filter(|it| left(it))
        .map(|it| ["data-square", "data-seat", "data-kind"].map(|key| it.get(key).unwrap_or_default()).join(" "))
        .collect();
    let book = variant.rulebook();
    let stand = |(square, piece): &(threefold::board::Square, threefold::rules::Piece)| {
        let (seat, kind) = (&book.seats()[piece.seat.0 as usize], &book.kinds()[piece.kind.0 as usize]);
        format!("{} {} {}", book.board().name(*square), seat.letter(), kind.letter())
    };
    assert_eq!(shown, game.position().pieces().iter().map(stand).collect());
    png(&text, 64).expect("animations can be paused");
}

/// The largest possible board with a piece on every square has a small picture, and a
/// description by name on request.
#[test]
fn a_crowded_board_fits_into_a_picture() {
    let files: Vec<String> =
        (0..32).map(|it| format!("\"{}{}\"", ["", "y"][it / 16], (b'a' + it as u8 % 16) as char)).collect();
    let text = format!(
        "name = \"Crowd\"\nabout = \"Every square is captured.\"\npart = \"game\"\nextends = [\"chess\"]\n\
         without = [\"promotion\", \"castling.king-side\", \"castling.queen-side\", \"castling-rules\", \"double-step\", \
         \"en-passant\", \"zone.second-rank\", \"zone.last-rank\"]\n\n[board]\ncells = \"square\"\n\
         seats = \"alike\"\n\n[board.patch.board]\nfiles = 32\nranks = 16\n\n[board.names]\nform = \"file-rank\"\n\
         files = [{}]\nranks = \"1-16\"\n\n\
         [setup]\nking = [\"a1\"]\nqueen = [\"b1\"]\n",
        files.join(", ")
    );
    let loaded = load_text("crowd.toml", &text).unwrap_or_else(|it| panic!("{it}"));
    let board = loaded.variant.board();
    let names: Vec<&str> = board.squares().map(|it| board.name(it)).collect();
    let pieces = |own: &[&str]| {
        let pieces = own.iter().enumerate().map(|(at, it)| format!("{}{it}", if at == 0 { "K" } else { "Q" }));
        pieces.collect::<Vec<_>>().join(",")
    };
    let position = format!("w:{} b:{} turn=w", pieces(&names[..256]), pieces(&names[256..]));
    let position = parse_position(&loaded.variant, &position).unwrap_or_else(|it| panic!("{it:?}"));
    let view = View { legend: true, ..View::default() };
    let small = svg(&position, &view);
    assert!(small.len() <= MAX_BYTES, "{} bytes", small.len());
    assert_eq!(small.matches("href=\"#tf-queen\"").count(), 510);
    let named = svg(&position, &View { named: true, ..view });
    assert_eq!(named.matches("class=\"piece ").count(), 512);
}

#[test]
fn a_page_of_pictures_holds_each_board_once() {
    let start = load("trichess").start().expect("a starting position");
    let mut album = Album::new();
    let (first, second) = (album.picture(&start, &View::default()), album.picture(&start, &View::default()));
    assert!(first.contains("id=\"tf-board-0\"") && second.contains("href=\"#tf-board-0\""));
    assert!(second.len() * 2 < first.len(), "{} and {}", first.len(), second.len());
    let cell =
        |caption: &str| RowPicture { position: start.clone(), view: View::default(), caption: caption.to_owned() };
    let both = row(&[cell("one"), cell("<two>")]).expect("two pictures");
    assert!(both.contains("<title>&lt;two&gt;</title>") && row(&[]).is_none());
    png(&both, 64).expect("a picture");
}

/// A browser matches style rules inside the copy that `use` makes, but not outside it.
#[test]
fn a_reused_board_keeps_its_theme_class() {
    let start = load("chess").start().expect("a starting position");
    for (theme, class) in
        [(Theme::Auto, "tf-auto"), (Theme::Light, "tf-light"), (Theme::Dark, "tf-dark"), (Theme::Print, "tf-print")]
    {
        let view = View { theme, ..View::default() };
        let cell = RowPicture { position: start.clone(), view: view.clone(), caption: String::new() };
        let mut album = Album::new();
        let pictures = [row(&[cell]).expect("a picture"), album.picture(&start, &view)];
        for picture in pictures {
            let all = elements(&picture);
            let board = all.iter().find(|it| it.get("id").is_some_and(|it| it.starts_with("tf-board")));
            assert!(board.expect("a board").is(class), "{class}");
            assert!(picture.contains(&format!(".{class} .t0{{")), "{class}");
        }
    }
    // Two themes on one page: each has its own colors and board.
    let mut album = Album::new();
    let mut page = String::new();
    for theme in [Theme::Light, Theme::Dark, Theme::Light] {
        page.push_str(&album.picture(&start, &View { theme, ..View::default() }));
    }
    assert!(page.contains(".tf-light .t0{") && page.contains(".tf-dark .t0{"));
    assert_eq!((page.matches("id=\"tf-board-").count(), page.matches("href=\"#tf-board-0\"").count()), (2, 1));
}

#[test]
fn text_from_a_file_is_escaped() {
    let text = boards::petersen().replace("name = \"A graph\"", "name = \"<script>alert(1)</script>\"");
    let drawn = empty(&made(&text), None);
    assert!(!drawn.contains("<script>") && drawn.contains("&lt;script&gt;"));
}

#[test]
fn pictures_never_overwrite_a_file() {
    let folder = Folder::new("pictures", &[("there.svg", "mine"), ("game.txt", "w:e2-e4 b:e7-e5\n")]);
    let place = |name: &str| folder.path().join(name).display().to_string();
    let run = ask(&["show", "chess", "-o", &place("there.svg")]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("already exists") && run.err.contains("--force"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(place("there.svg")).expect("a file"), "mine");
    assert_eq!(ask(&["show", "chess", "--force", "-o", &place("there.svg")]).code, 0);
    let written = std::fs::read_to_string(place("there.svg")).expect("a file");
    assert_eq!(written, ask(&["show", "chess", "--format", "svg"]).out);
    assert_eq!(ask(&["show", "chess", "--size", "80", "-o", &place("board.png")]).code, 0);
    assert!(std::fs::read(place("board.png")).expect("a file").starts_with(b"\x89PNG"));
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|it| it.file_name()).collect();
    assert!(left.iter().all(|it| !it.to_string_lossy().ends_with(".part")), "{left:?}");
    for (args, message) in [
        (vec!["show", "chess", "--format", "png"], "-o FILE"),
        (vec!["show", "chess", "-o", "chess.gif"], "pictures cannot be written as `gif`"),
        (vec!["show", "chess", "--format", "svg", "--seat", "red"], "the players are white and black"),
        (vec!["show", "chess", "--format", "svg", "--zone", "hill"], "the zones are"),
        (vec!["show", "chess", "--format", "svg", "--last", "e2"], "e2-e4"),
        (vec!["show", "chess", "--format", "svg", "--select", "e9"], "no square `e9`"),
    ] {
        let run = ask(&args);
        assert!(run.code != 0 && run.err.contains(message), "{args:?}\n{}", run.err);
    }
    let moving = ask(&["show", "chess", "--animate", &place("game.txt"), "--format", "svg"]);
    assert!(moving.code == 0 && moving.out.contains("@keyframes"), "{}", moving.err);
    let side = ask(&["show", "chess", "--animate", &place("game.txt"), "--row", "1", "--format", "svg"]);
    assert_eq!(elements(&side.out).iter().filter(|it| it.get("href") == Some("#tf-board")).count(), 3);
    let wrong = with_input(&["show", "chess", "--animate", "-", "--format", "svg"], b"w:e2-e5\n", false);
    assert!(wrong.code == 1 && wrong.err.contains("-:1:"), "{}", wrong.err);
}

#[test]
fn drawn_cases_and_pages_are_self_contained() {
    let case = root().join("examples/cases/en-passant-by-the-third-player.toml").display().to_string();
    let run = ask(&["draw", &case]);
    assert!(run.code == 0 && run.out.starts_with("<svg") && run.out.contains("class=\"issue\""), "{}", run.err);
    let folder = root().join("examples/cases").display().to_string();
    for args in [
        vec!["verify", &folder, "--format", "html"],
        vec!["matrix", &folder, "--format", "html"],
        vec!["rules", "trichess", "--format", "html"],
        vec![
            "compare",
            "chess",
            "mechanisms/hedge",
            "--depth",
            "2",
            "--games",
            "4",
            "--no-shipped",
            "--format",
            "html",
        ],
    ] {
        let page = ask(&args).out;
        assert!(page.contains("<svg") && page.contains("</html>"), "{args:?}");
        assert!(!page.contains("<pre"), "{args:?}");
        let addresses = page.replace("http://www.w3.org/2000/svg", "");
        let is_source = args[0] == "rules" || args[0] == "verify" || args[0] == "matrix";
        assert!(is_source || !addresses.contains("http"), "{args:?}");
        for fetch in ["src=", "<script", "<link", "@import", "url(http"] {
            assert!(!page.contains(fetch), "{args:?}: {fetch}");
        }
    }
}

#[test]
fn a_record_is_drawn_from_its_own_position() {
    let variant = load("chess");
    let game = replay(&variant, "# position w:Ke1,Ra1 b:Ke8 turn=w\nw:Ra1-a8\n").expect("a record");
    let text = animated(&game, &View::default());
    assert_eq!(elements(&text).iter().filter(|it| it.is("piece")).count(), 3);
}
