//! A game as one moving picture: the board once, each piece once, and how he travels.
//!
//! In: a game. Out: one SVG that its own style moves; whoever asks for less motion, or
//! looks with something that moves nothing, sees how the game stands at the end. Pieces who
//! do not move cost nothing but themselves, so that a long game stays small.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Drawing, Scene, View, pieces};
use crate::board::Square;
use crate::game::{Act, Game};
use crate::notation::paragraph::escaped;
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Piece, Position};

/// Seconds from one act to the next.
const STEP: f64 = 1.2;
/// Of that, the part in which a piece travels.
const TRAVEL: f64 = 0.45;
/// Acts for which the end is held.
const HOLD: usize = 3;

/// What can be seen of a piece: whoever looks otherwise is drawn as another.
type PieceLook = (SeatId, KindId, bool);

/// One drawn piece: since when, where, until when.
#[derive(Debug)]
struct Actor {
    look: PieceLook,
    /// At which act he came to which square; the first is when he appears.
    stops: Vec<(usize, Square)>,
    /// At which act he is gone.
    gone: Option<usize>,
}

/// A whole game, act by act, seen as the view has it; over and over.
pub fn animated(game: &Game, view: &View) -> String {
    let variant = game.variant();
    let drawing = Drawing::new(variant, view.seat);
    let mut view = View { last: game.last_move(), ..drawing.seen(view) };
    let last = view.last.take();
    let acts = game.played().len();
    let clock = Timeline { steps: acts + 1 + HOLD };
    let mut style = format!(
        "@keyframes tf-hold{{}}.tf-on{{animation:{:.1}s infinite}}@media(prefers-reduced-motion:reduce){{.tf \
         .tf-on{{animation:none!important}}}}",
        clock.seconds()
    );
    let mut body = super::lines::web(variant.rulebook(), &drawing.layout);
    drawing.few_squares(&mut body);
    let still = View { targets: Vec::new(), selected: None, ..view.clone() };
    let mut marks = String::new();
    // Barriers that open are drawn in both states; all else stands still.
    let margin = drawing.marks(&mut marks, &Scene::of(game.start()), &still);
    body.push_str(&moving_barriers(game, &drawing, &clock, &mut style, marks));
    body.push_str(&trail(game, &drawing, &clock, &mut style));
    let _ = write!(body, "<g class=\"pieces\" {}>", pieces::STROKES);
    for (number, actor) in cast(game).iter().enumerate() {
        body.push_str(&drawn(&drawing, actor, number, &clock, &mut style));
    }
    body.push_str("</g>");
    view.last = last;
    let picture = drawing.framed(&Scene::of(game.position()), &view, margin, &body);
    // The style of the parts that move stands beside that of the colors.
    picture.replacen("</style>", &format!("{style}</style>"), 1)
}

/// When something happens, as a part of the whole.
struct Timeline {
    steps: usize,
}

impl Timeline {
    fn seconds(&self) -> f64 {
        self.steps as f64 * STEP
    }
    /// When an act begins and when it is done, in parts of a hundred.
    fn act(&self, act: usize) -> (f64, f64) {
        let part = 100.0 / self.steps as f64;
        (act as f64 * part, (act as f64 + TRAVEL) * part)
    }
}

/// All pieces that are ever drawn, each with his travels.
fn cast(game: &Game) -> Vec<Actor> {
    let look =
        |position: &Position, piece: &Piece| -> PieceLook { (piece.seat, piece.kind, position.is_living(piece.seat)) };
    let stands = |position: &Position| -> BTreeMap<Square, PieceLook> {
        position.pieces().iter().map(|(square, piece)| (*square, look(position, piece))).collect()
    };
    let mut before = stands(game.start());
    let mut cast: Vec<Actor> =
        before.iter().map(|(square, look)| Actor { look: *look, stops: vec![(0, *square)], gone: None }).collect();
    let mut on: BTreeMap<Square, usize> = before.keys().enumerate().map(|(index, square)| (*square, index)).collect();
    for (index, played) in game.played().iter().enumerate() {
        let act = index + 1;
        let after = stands(&played.after);
        let changed = |it: &&Square| before.get(*it) != after.get(*it);
        let mut left: Vec<Square> = before.keys().filter(changed).copied().collect();
        let came: Vec<Square> = after.keys().filter(changed).copied().collect();
        let mut lifted: BTreeMap<Square, usize> = left.iter().filter_map(|it| Some((*it, on.remove(it)?))).collect();
        for square in came {
            // Whoever looks the same and has left another square has come from there.
            let from = left.iter().position(|it| before.get(it) == after.get(&square));
            match from.and_then(|it| lifted.remove(&left.remove(it))) {
                Some(actor) => {
                    cast[actor].stops.push((act, square));
                    on.insert(square, actor);
                }
                None => {
                    on.insert(square, cast.len());
                    cast.push(Actor { look: after[&square], stops: vec![(act, square)], gone: None });
                }
            }
        }
        for actor in lifted.into_values() {
            cast[actor].gone = Some(act);
        }
        before = after;
    }
    cast
}

/// One piece, as he stands at the end, with the style that moves him.
fn drawn(drawing: &Drawing, actor: &Actor, number: usize, clock: &Timeline, style: &mut String) -> String {
    let transform = |square: Square| {
        let (x, y, size) = drawing.place(square);
        format!("translate({x:.0}px,{y:.0}px)scale({size:.2})")
    };
    let (first, last) = (actor.stops[0], actor.stops[actor.stops.len() - 1]);
    let board = drawing.variant.board();
    let (x, y, size) = drawing.place(last.1);
    let moves = actor.stops.len() > 1;
    let appears = first.0 > 0 || actor.gone.is_some();
    let mut frames = String::new();
    if moves {
        let _ = write!(frames, "@keyframes tf-m{number}{{0%{{transform:{}}}", transform(first.1));
        for pair in actor.stops.windows(2) {
            let (begin, done) = clock.act(pair[1].0);
            let (from, to) = (transform(pair[0].1), transform(pair[1].1));
            let _ = write!(frames, "{begin:.2}%{{transform:{from}}}{done:.2}%{{transform:{to}}}");
        }
        let _ = write!(frames, "to{{transform:{}}}}}", transform(last.1));
    }
    if appears {
        let _ = write!(frames, "@keyframes tf-o{number}{{");
        if first.0 > 0 {
            let (_, done) = clock.act(first.0);
            let _ = write!(frames, "0%,{done:.2}%{{opacity:0}}{:.2}%{{opacity:1}}", done + 0.01);
        }
        if let Some(gone) = actor.gone {
            let (_, done) = clock.act(gone);
            let since = if first.0 > 0 { "" } else { "0%," };
            let _ = write!(frames, "{since}{done:.2}%{{opacity:1}}{:.2}%,to{{opacity:0}}", done + 0.01);
        }
        frames.push('}');
    }
    let names = [(moves, 'm'), (appears, 'o')].into_iter().filter(|it| it.0);
    let names: Vec<String> = names.map(|it| format!("tf-{}{number}", it.1)).collect();
    let attributes = match names.is_empty() {
        true => String::new(),
        false => {
            style.push_str(&frames);
            let _ = write!(style, "#tf-a{number}{{animation-name:{}}}", names.join(","));
            format!(" id=\"tf-a{number}\"")
        }
    };
    let class = if names.is_empty() { "" } else { " tf-on" };
    let piece = drawing.piece(actor.look.0, actor.look.1, actor.look.2).replacen("\" ", &format!("{class}\" "), 1);
    let hidden = if actor.gone.is_some() { " opacity=\"0\"" } else { "" };
    format!(
        "<g {piece} data-square=\"{}\"{attributes}{hidden} transform=\"translate({x:.0} {y:.0})scale({size:.2})\">{}</g>",
        escaped(board.name(last.1)),
        drawing.look(actor.look.0, actor.look.1)
    )
}

/// Rings round the squares that the last move left and entered: they go from move to move at once.
fn trail(game: &Game, drawing: &Drawing, clock: &Timeline, style: &mut String) -> String {
    let moves: Vec<(usize, [Square; 2])> = (1..)
        .zip(game.played())
        .filter_map(|(act, it)| match it.act {
            Act::Move(mv) => Some((act, [mv.from, mv.to])),
            _ => None,
        })
        .collect();
    let Some((_, last)) = moves.last() else { return String::new() };
    let place = |square: Square, unit: &str| {
        let (x, y) = drawing.layout.field(square).middle;
        format!("translate({x:.0}{unit},{y:.0}{unit})")
    };
    let mut out = String::from("<g class=\"trail\">");
    for (end, name, wide, dashes) in [(0, "f", 5, " stroke-dasharray=\"14 12\""), (1, "t", 9, "")] {
        let _ = write!(style, "@keyframes tf-{name}{{0%{{opacity:0}}");
        for (index, (act, ends)) in moves.iter().enumerate() {
            let shown = if index == 0 { "opacity:1;" } else { "" };
            let _ = write!(style, "{:.2}%{{{shown}transform:{}}}", clock.act(*act).0, place(ends[end], "px"));
        }
        let _ = write!(
            style,
            "to{{transform:{}}}}}#tf-{name}{{animation-name:tf-{name};animation-timing-function:step-end}}",
            place(last[end], "px")
        );
        let _ = write!(
            out,
            "<circle id=\"tf-{name}\" class=\"tf-on last-frame\" r=\"{:.0}\" fill=\"none\" stroke-width=\"{wide}\" \
             transform=\"{}\"{dashes}/>",
            drawing.layout.usual * 0.94,
            place(last[end], "")
        );
    }
    out.push_str("</g>");
    out
}

/// The marks of the board, and over them what barriers become in the course of the game.
fn moving_barriers(game: &Game, drawing: &Drawing, clock: &Timeline, style: &mut String, marks: String) -> String {
    let mut out = marks;
    let mut known = game.start().barriers();
    let mut number = 0;
    for (index, played) in game.played().iter().enumerate() {
        let now = played.after.barriers();
        let changed: Vec<usize> = (0..now.len()).filter(|it| now[*it] != known[*it]).collect();
        for instance in changed {
            let (_, done) = clock.act(index + 1);
            let scene = Scene::of(&played.after);
            let drawn = drawing.barriers.one(&scene, instance);
            // What stood there before is covered first.
            let covered = drawing.barriers.cover(instance);
            let _ = write!(
                style,
                "@keyframes tf-b{number}{{0%,{done:.2}%{{opacity:0}}{:.2}%,to{{opacity:1}}}}#tf-b{number}{{animation-name:tf-b{number}}}",
                done + 0.01
            );
            let _ = write!(out, "<g id=\"tf-b{number}\" class=\"tf-on\">{covered}{drawn}</g>");
            number += 1;
        }
        known = now;
    }
    out
}
