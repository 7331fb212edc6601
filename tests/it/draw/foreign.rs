//! Pictures with ids that the variant does not have: seats, squares, pieces and positions.

use crate::support::load;
use threefold::board::{Heading, Square};
use threefold::draw::{Album, Drawing, RowPicture, View, animated, row, svg};
use threefold::game::Game;
use threefold::rulebook::{KindId, SeatId};
use threefold::rules::{Move, Piece};

const GAMES: [&str; 5] =
    ["chess", "three-player-chess", "3-man-chess", "mechanisms/hexagon", "mechanisms/cross-of-four"];

/// Returns a view whose ids belong to no variant.
fn foreign_view() -> View {
    let squares = [Square(600), Square(65_535)];
    let mv = |from, to| Move::new(from, to).as_castling(255).promoting(KindId(255));
    View {
        seat: Some(SeatId(255)),
        last: Some(mv(squares[0], squares[1])),
        selected: Some(squares[0]),
        targets: vec![mv(Square(0), squares[1]), mv(squares[1], Square(0))],
        arrows: vec![(Square(0), squares[0]), (squares[0], Square(0)), (squares[1], squares[1])],
        marked: squares.to_vec(),
        near: squares.to_vec(),
        paths: vec![vec![squares[0], Square(0)]],
        numbers: vec![(squares[1], "1".into())],
        names: squares.to_vec(),
        zones: vec![usize::MAX, 1_000],
        legend: true,
        lines: true,
        ..View::default()
    }
}

#[test]
fn foreign_ids_are_not_drawn() {
    let plain = View { legend: true, lines: true, ..View::default() };
    for slug in GAMES {
        let variant = load(slug);
        let start = variant.start().expect("a start");
        assert!(svg(&start, &foreign_view()) == svg(&start, &plain), "{slug}");
        let drawing = Drawing::new(&variant, Some(SeatId(8)));
        assert!(drawing.svg(&start, &foreign_view()) == svg(&start, &plain), "{slug}");
        let piece = Piece { seat: SeatId(0), kind: KindId(0), tags: 0, moved: false, facing: None };
        let pieces = [
            (Square(65_535), piece),
            (Square(0), Piece { seat: SeatId(8), ..piece }),
            (Square(0), Piece { kind: KindId(32), facing: Some(Heading(255)), ..piece }),
        ];
        assert!(drawing.show(&pieces, &foreign_view()) == drawing.show(&[], &plain), "{slug}");
        assert!(Album::new().picture(&start, &foreign_view()) == Album::new().picture(&start, &plain), "{slug}");
        let game = Game::from_position(start.clone());
        assert!(animated(&game, &foreign_view()) == animated(&game, &plain), "{slug}");
        let cell = |view: View| RowPicture { position: start.clone(), view, caption: String::new() };
        assert!(row(&[cell(foreign_view())]) == row(&[cell(plain.clone())]), "{slug}");
    }
}

#[test]
fn a_position_of_another_board_is_drawn_on_its_own() {
    for slug in GAMES {
        let drawing = Drawing::new(&load(slug), None);
        for other in GAMES.iter().filter(|it| **it != slug) {
            let position = load(other).start().expect("a start");
            assert!(drawing.svg(&position, &View::default()) == svg(&position, &View::default()), "{other} on {slug}");
            let own = load(slug).start().expect("a start");
            let cells =
                [own, position].map(|it| RowPicture { position: it, view: View::default(), caption: String::new() });
            assert!(row(&cells).is_none(), "{other} beside {slug}");
        }
    }
}
