//! Default pictures show what is special about a board: joined edges, zones that rules name, and
//! barriers of different kinds. Different boards have different pictures.

use threefold::catalog;
use threefold::draw::{Album, Around, Drawing, RowPicture, View, row, svg};
use threefold::rulebook::Barrier;
use threefold::rules::Variant;

use super::super::support::load;

/// The line of a pin and the arrow of a check that would follow are below the pieces that they pass, other arrows above.
#[test]
fn lines_of_attack_pass_below_pieces() {
    let chess = load("chess");
    let square = |it: &str| chess.rulebook().board().square(it).expect("a square");
    let line = vec![(square("a2"), square("h2"))];
    let place = |view: View, mark: &str| {
        let drawn = pictured(&chess, &view);
        (drawn.find(mark).expect("a line"), drawn.find("data-kind").expect("a piece"))
    };
    for view in [View { pins: line.clone(), ..View::default() }, View { threats: line.clone(), ..View::default() }] {
        let (line, piece) = place(view, "stroke-dasharray");
        assert!(line < piece, "{line} {piece}");
    }
    let (arrow, piece) = place(View { arrows: line, ..View::default() }, "class=\"issue\"");
    assert!(arrow > piece, "{arrow} {piece}");
}

/// Returns the default picture of a game without its texts.
fn drawn(variant: &Variant) -> String {
    pictured(variant, &View::default())
}

fn pictured(variant: &Variant, view: &View) -> String {
    let text = match variant.start() {
        Some(start) => Drawing::new(variant, None).svg(&start, view),
        None => Drawing::new(variant, None).show(&[], view),
    };
    text.split_once("</desc>").expect("a description").1.to_owned()
}

/// Returns everything that a picture shows of a board: links, barriers, pieces and names. Only
/// the option `lines` shows how diagonals pass unusual corners.
fn board(variant: &Variant, lines: bool) -> String {
    let book = variant.rulebook();
    let board = book.board();
    let links = board.squares().map(|it| {
        let shown = board.links(it).iter().filter(|it| lines || board.is_straight(it.1.heading()));
        format!("{} {:?}", board.name(it), shown.map(|it| (it.0, it.1.heading(), it.1.onward())).collect::<Vec<_>>())
    });
    // The rules text describes what a barrier allows in a state that the picture does not show.
    let state = |it: &Barrier| if it.starts_open() { it.open() } else { it.closed() };
    let barriers = book.barriers().iter().map(|it| (state(it), it.pieces(), it.starts_open()));
    let kinds = book.kinds().iter().map(|it| (it.name(), it.letter()));
    let seats = book.seats().iter().map(|it| it.name());
    let mut setup = book.setup().unwrap_or_default().to_vec();
    setup.sort();
    format!(
        "{:?}{:?}{:?}{:?}{:?}",
        links.collect::<Vec<_>>(),
        barriers.collect::<Vec<_>>(),
        kinds.collect::<Vec<_>>(),
        seats.collect::<Vec<_>>(),
        setup
    )
}

/// The label decides, and whether the piece can move. Pieces of chess keep their shapes.
#[test]
fn discs_and_stones_are_discs() {
    for game in ["flipello", "flipello-10", "flipersi", "ataxx"] {
        let picture = drawn(&load(game));
        assert!(picture.contains("#tf-disc\"") || picture.contains("id=\"tf-disc\""), "{game}");
        assert!(!picture.contains("tf-shield") && !picture.contains("tf-round"), "{game}");
    }
    let kind = |name: &str, more: &str| format!("\n[piece.{name}]\nrole = \"piece\"\n{more}\n");
    let text = "name = \"x\"\nextends = [\"chess\"]\nwithout = [\"castling\", \"castling-rules\"]\n".to_owned()
        + &kind("wall", "letter = \"W\"\nmovement = \"none\"")
        + &kind("stone-general", "letter = \"S\"\nmovement = \"F\"")
        + &kind("pebble", "letter = \"E\"\nmovement = \"W\"\nlabel = \"white stone\"")
        + "\n[setup]\nfen = \"4k3/8/8/8/8/8/8/4KWSE\"\n";
    let variant = threefold::load_text("x.toml", &text).expect("a rulebook").variant;
    let picture = drawn(&variant);
    for symbol in ["tf-disc-57", "tf-shield-53", "tf-disc", "tf-king"] {
        assert!(picture.contains(&format!("\"#{symbol}\"")), "{symbol}");
    }
}

#[test]
fn board_pictures_are_distinct() {
    for lines in [false, true] {
        let view = View { lines, ..View::default() };
        let all: Vec<(String, String, String)> = catalog::games()
            .map(|it| {
                let variant = load(&it.slug);
                (it.slug.to_string(), board(&variant, lines), pictured(&variant, &view))
            })
            .collect();
        for (index, one) in all.iter().enumerate() {
            for other in &all[index + 1..] {
                assert!(one.1 == other.1 || one.2 != other.2, "{} and {} look alike", one.0, other.0);
            }
        }
    }
}

#[test]
fn zones_that_rules_name_are_shaded_and_others_are_not() {
    let hatched = |name: &str| drawn(&load(name)).contains("url(#tf-hatch");
    for name in ["palace", "pawn-race", "promotion-by-square-on-the-ring", "king-of-the-hill"] {
        assert!(hatched(&format!("mechanisms/{name}")), "{name}");
    }
    for name in ["chess", "3-man-chess", "trichess", "three-player-chess", "osullivan"] {
        assert!(!hatched(name), "{name}");
    }
}

#[test]
fn joined_edges_are_marked_and_twisted_ones_point_opposite_ways() {
    let seam = |name: &str| drawn(&load(name)).contains("class=\"fill-seam\"");
    for name in ["cylinder", "torus", "moebius", "portals"] {
        assert!(seam(&format!("mechanisms/{name}")), "{name}");
    }
    assert!(!seam("chess") && !seam("3-man-chess"));
    let legend = |name: &str| {
        let variant = load(&format!("mechanisms/{name}"));
        Drawing::new(&variant, None).show(&[], &View { legend: true, ..View::default() }).len()
            - Drawing::new(&variant, None).show(&[], &View::default()).len()
    };
    assert!(legend("portals") > legend("cylinder"), "one way and both ways are told apart");
}

/// A requested zone is shaded itself, even if it covers most of the board.
#[test]
fn a_requested_zone_is_shaded() {
    let text = "name = \"X\"\nextends = [\"chess\"]\n[zone.most]\nof = \"board\"\nranks = \"1-7\"\n";
    let variant = threefold::load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}")).variant;
    let most = variant.rulebook().zones().iter().position(|it| it.name() == "most").expect("the zone");
    let shaded = |outside: bool| {
        let view = View { zones: vec![most], outside, legend: true, ..View::default() };
        let svg = Drawing::new(&variant, None).show(&[], &view);
        let at = svg.find("<path fill=\"url(#tf-hatch-45)\"").expect("a shaded zone");
        svg[at..at + svg[at..].find("/>").expect("its end")].matches('M').count()
    };
    assert_eq!((shaded(false), shaded(true)), (56, 8));
}

/// A browser shows the title of what the pointer is on: the barrier and its state.
#[test]
fn barriers_have_a_tooltip_with_their_state() {
    let variant = load("3-man-chess");
    let svg = drawn(&variant);
    assert!(svg.contains("<title>The moat between White and Black is closed.</title><path class=\"barrier\""), "{svg}");
    let open = "w:KWHd1 g:KGRd1,NGRg1 b:KBLd1,PBLa2 turn=w open=moat.1";
    let position = threefold::notation::position::parse_position(&variant, open);
    let svg = position.map(|it| threefold::draw::svg(&it, &View::default())).unwrap_or_default();
    assert_eq!(svg.matches("is open.</title>").count(), 1, "one moat is open");
    assert_eq!(svg.matches("is closed.</title>").count(), 2 + 3, "two moats and three creeks are closed");
}

/// A mark on a square of a ring covers the name of its rank, so the picture omits this name and no other.
#[test]
fn marks_replace_the_names_of_ranks() {
    let variant = load("3-man-chess");
    let square = |name: &str| variant.board().squares().find(|it| variant.board().name(*it) == name).expect("a square");
    let letters = |view: &View| {
        let svg = Drawing::new(&variant, None).show(&[], view);
        let marks = svg.find("<g class=\"over\">").expect("the marks above the pieces");
        svg[..marks].matches('M').count()
    };
    let on = |name: &str| letters(&View { captures: vec![square(name)], ..View::default() });
    let plain = letters(&View::default());
    assert!(on("WHa5") < plain, "the name of the rank is omitted");
    assert_eq!(on("WHb5"), plain, "no name is on this square");
}

/// The arrow of a forbidden move with a path follows the path and has its cross on one step.
#[test]
fn a_forbidden_path_has_one_cross() {
    let variant = load("3-man-chess");
    let square = |name: &str| variant.board().squares().find(|it| variant.board().name(*it) == name).expect("a square");
    let path: Vec<_> = ["WHg1", "WHh1", "BLa1", "BLa2"].map(square).to_vec();
    let drawn = |stopped| Drawing::new(&variant, None).show(&[], &View { stopped, ..View::default() });
    let svg = drawn(vec![(path.clone(), 1)]);
    assert_eq!(svg.matches("<path class=\"issue\"").count(), 1, "one arrow");
    assert_eq!(svg.matches("<path class=\"check\"").count(), 1, "one cross");
    assert!(!drawn(vec![(path, 3)]).contains("class=\"issue\""), "a path without this step is left out");
}

/// An arrow around the center needs a ring with a free center.
#[test]
fn an_arrow_goes_around_the_center_of_a_ring() {
    let drawn = |slug: &str, around| Drawing::new(&load(slug), None).show(&[], &View { around, ..View::default() });
    let (plain, clockwise) = (drawn("3-man-chess", None), drawn("3-man-chess", Some(Around::Clockwise)));
    let counterclockwise = drawn("3-man-chess", Some(Around::Counterclockwise));
    assert!(plain != clockwise && clockwise != counterclockwise);
    assert_eq!(drawn("chess", Some(Around::Clockwise)), drawn("chess", None));
}

/// A close-up needs a board with small squares, and squares that are not far apart. It cuts all pictures of a page the same way.
#[test]
fn close_ups_show_the_squares_that_matter() {
    let frame = |svg: &str| -> Vec<f64> {
        let (_, after) = svg.split_once("viewBox=\"").expect("a view box");
        after.split('"').next().unwrap_or_default().split(' ').map(|it| it.parse().expect("a number")).collect()
    };
    let drawn = |slug: &str, near: &[&str]| {
        let variant = load(slug);
        let near: Vec<_> = near.iter().map(|it| variant.board().square(it).expect("a square")).collect();
        let view = View { names: near.clone(), near, ..View::default() };
        let (start, alone) = (variant.start().expect("a start"), Drawing::new(&variant, None).show(&[], &view));
        let on_page = Album::new().picture(&start, &view);
        assert_eq!(frame(&alone), frame(&on_page), "{slug}");
        assert_eq!(alone.matches("<svg").count(), alone.matches("</svg>").count(), "{slug}");
        let in_row = |view: &View| {
            let (position, caption) = (start.clone(), slug.to_owned());
            row(&[RowPicture { position, view: view.clone(), caption }])
        };
        assert_eq!(in_row(&view), in_row(&View::default()), "{slug}: a row shows whole boards");
        alone
    };
    for (slug, near) in [("3-man-chess", ["WHh1", "BLa2"]), ("trichess", ["e2", "g2"])] {
        let (whole, close) = (drawn(slug, &[]), drawn(slug, &near));
        let (all, part) = (frame(&whole), frame(&close));
        assert!(part[2] < 0.8 * all[2] && part[3] < 0.8 * all[3], "{slug}: {part:?} of {all:?}");
        for name in near {
            let square = format!("data-square=\"{name}\" data-x=\"");
            let (_, rest) = close.split_once(&square).expect("a square with its middle");
            let x: f64 = rest.split('"').next().unwrap_or_default().parse().expect("a number");
            let y = rest
                .split_once("data-y=\"")
                .and_then(|it| it.1.split('"').next()?.parse::<f64>().ok())
                .expect("a number");
            assert!(
                (part[0]..part[0] + part[2]).contains(&x) && (part[1]..part[1] + part[3]).contains(&y),
                "{slug} {name}"
            );
        }
        assert!(close.contains("class=\"halo\"") && !whole.contains("class=\"halo\""), "{slug}: names in squares");
    }
    assert_eq!(drawn("chess", &["e1", "g1"]), drawn("chess", &[]), "the whole board");
    // Lines of a ring are hard to follow to their names.
    let whole = drawn("3-man-chess", &["WHd2", "GRd2"]);
    assert_eq!(frame(&whole), frame(&drawn("3-man-chess", &[])), "the whole ring");
    assert!(whole.contains("class=\"halo\""), "names in squares of a ring");
    // The name of its file is beside a square of the rim.
    let rim = drawn("3-man-chess", &["WHd1", "GRd1"]);
    assert!(!rim.contains("class=\"halo\""), "no names of squares of the rim");
}

/// In a close-up, a square at the edge has its name outside the board, in place of the name of its file.
#[test]
fn squares_at_the_edge_are_named_outside() {
    for (slug, near) in [("3-man-chess", ["WHb1", "WHc1"]), ("trichess", ["k12", "j12"])] {
        let variant = load(slug);
        let start = variant.start().expect("a start");
        let near: Vec<_> = near.iter().map(|it| variant.board().square(it).expect("a square")).collect();
        let drawn = |names: &[_]| svg(&start, &View { near: near.clone(), names: names.to_vec(), ..View::default() });
        let (plain, named) = (drawn(&[]), drawn(&near));
        assert!(!named.contains("class=\"halo\""), "{slug}: no names in squares");
        let letters = |it: &str| it.split("class=\"label\"").map(|it| it.matches('M').count()).sum::<usize>();
        assert!(letters(&named) > letters(&plain), "{slug}: longer names");
        // Nothing covers the pieces, so they have their place and size.
        let pieces = |it: &str| -> Vec<String> {
            it.split("<g ")
                .filter(|it| it.contains("data-kind"))
                .map(|it| it.split('>').next().unwrap_or_default().to_owned())
                .collect()
        };
        assert!(!pieces(&plain).is_empty(), "{slug}: pieces");
        assert_eq!(pieces(&plain), pieces(&named), "{slug}");
    }
}
