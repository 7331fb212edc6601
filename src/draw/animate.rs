//! A whole game as one animated SVG.
//!
//! Input: a game and a view. Output: one SVG that CSS keyframes animate. Readers that prefer
//! reduced motion, and programs without animation, show the final position. Every piece is drawn
//! once, and pieces that never move need no style, so that a long game stays small. Does not know
//! rules.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Drawing, Scene, View, pieces};
use crate::board::Square;
use crate::draw::escaped;
use crate::game::{Act, Game};
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Piece, Position};

/// Seconds from one act to the next.
const STEP: f64 = 1.2;
/// The part of a step in which a piece travels.
const TRAVEL: f64 = 0.45;
/// Number of steps for which the final position is held.
const HOLD: usize = 3;

/// The appearance of a piece. A piece that changes its appearance is drawn as another piece.
type PieceLook = (SeatId, KindId, bool);

/// One drawn piece, with the squares it visits.
#[derive(Debug)]
struct Actor {
    look: PieceLook,
    /// The acts at which the piece reaches its squares; the first is its appearance.
    stops: Vec<(usize, Square)>,
    /// The act at which the piece disappears.
    removed_at: Option<usize>,
}

/// Animates a whole game in an endless loop, as the view shows it.
///
/// ```
/// use threefold::draw::{View, animated};
///
/// let mut game = threefold::Game::new(&threefold::load("chess")?.variant).expect("a starting position");
/// game.perform("e4")?;
/// assert!(animated(&game, &View::default()).starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animated(game: &Game, view: &View) -> String {
    let variant = game.variant();
    let drawing = Drawing::new(variant, view.seat);
    let mut view = View { last: game.last_move(), ..drawing.completed_whole(view) };
    let last = view.last.take();
    let acts = game.played().len();
    let clock = Timeline { steps: acts + 1 + HOLD };
    let mut style = format!(
        "@keyframes tf-hold{{}}.tf-on{{animation:{:.1}s infinite}}@media(prefers-reduced-motion:reduce){{.tf \
         .tf-on{{animation:none!important}}}}",
        clock.seconds()
    );
    let mut body = super::lines::free_links(variant.rulebook(), &drawing.layout);
    drawing.plain_squares(&mut body);
    let still = View { targets: Vec::new(), selected: None, ..view.clone() };
    let mut marks = String::new();
    // Barriers that change are drawn in both states; everything else is static.
    let margin = drawing.marks(&mut marks, &Scene::of(game.start()), &still);
    body.push_str(&moving_barriers(game, &drawing, &clock, &mut style, marks));
    body.push_str(&trail(game, &drawing, &clock, &mut style));
    let _ = write!(body, "<g class=\"pieces\" {}>", pieces::STROKES);
    for (number, actor) in cast(game).iter().enumerate() {
        body.push_str(&drawn(&drawing, actor, number, &clock, &mut style));
    }
    body.push_str("</g>");
    view.last = last;
    let picture = drawing.finish(&Scene::of(game.position()), &view, margin, &body);
    // The style of the animation follows that of the colors.
    picture.replacen("</style>", &format!("{style}</style>"), 1)
}

/// Maps acts to parts of the animation.
struct Timeline {
    steps: usize,
}

impl Timeline {
    fn seconds(&self) -> f64 {
        self.steps as f64 * STEP
    }
    /// Returns the start and end of an act, in percent of the animation.
    fn act(&self, act: usize) -> (f64, f64) {
        let part = 100.0 / self.steps as f64;
        (act as f64 * part, (act as f64 + TRAVEL) * part)
    }
}

/// Returns all pieces that ever appear, with their travels.
fn cast(game: &Game) -> Vec<Actor> {
    let look =
        |position: &Position, piece: &Piece| -> PieceLook { (piece.seat, piece.kind, position.is_living(piece.seat)) };
    let looks_by_square = |position: &Position| -> BTreeMap<Square, PieceLook> {
        position.pieces().iter().map(|(square, piece)| (*square, look(position, piece))).collect()
    };
    let mut before = looks_by_square(game.start());
    let mut cast: Vec<Actor> = before
        .iter()
        .map(|(square, look)| Actor { look: *look, stops: vec![(0, *square)], removed_at: None })
        .collect();
    let mut on: BTreeMap<Square, usize> = before.keys().enumerate().map(|(index, square)| (*square, index)).collect();
    for (index, played) in game.played().iter().enumerate() {
        let act = index + 1;
        let after = looks_by_square(&played.after);
        let changed = |it: &&Square| before.get(*it) != after.get(*it);
        let mut left: Vec<Square> = before.keys().filter(changed).copied().collect();
        let arrivals: Vec<Square> = after.keys().filter(changed).copied().collect();
        let mut lifted: BTreeMap<Square, usize> = left.iter().filter_map(|it| Some((*it, on.remove(it)?))).collect();
        for square in arrivals {
            // A piece with the same appearance that left another square has moved here.
            let from = left.iter().position(|it| before.get(it) == after.get(&square));
            match from.and_then(|it| lifted.remove(&left.remove(it))) {
                Some(actor) => {
                    cast[actor].stops.push((act, square));
                    on.insert(square, actor);
                }
                None => {
                    on.insert(square, cast.len());
                    cast.push(Actor { look: after[&square], stops: vec![(act, square)], removed_at: None });
                }
            }
        }
        for actor in lifted.into_values() {
            cast[actor].removed_at = Some(act);
        }
        before = after;
    }
    cast
}

/// Draws one piece in its final place and adds the style that moves it.
fn drawn(drawing: &Drawing, actor: &Actor, number: usize, clock: &Timeline, style: &mut String) -> String {
    let transform = |square: Square| {
        let (x, y, size) = drawing.place(square);
        format!("translate({x:.0}px,{y:.0}px)scale({size:.2})")
    };
    let (first, last) = (actor.stops[0], actor.stops[actor.stops.len() - 1]);
    let board = drawing.variant.board();
    let (x, y, size) = drawing.place(last.1);
    let moves = actor.stops.len() > 1;
    let appears = first.0 > 0 || actor.removed_at.is_some();
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
        if let Some(removed_at) = actor.removed_at {
            let (_, done) = clock.act(removed_at);
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
    let piece =
        drawing.piece_attributes(actor.look.0, actor.look.1, actor.look.2).replacen("\" ", &format!("{class}\" "), 1);
    let hidden = if actor.removed_at.is_some() { " opacity=\"0\"" } else { "" };
    format!(
        "<g {piece} data-square=\"{}\"{attributes}{hidden} transform=\"translate({x:.0} {y:.0})scale({size:.2})\">{}</g>",
        escaped(board.name(last.1)),
        drawing.glyph(actor.look.0, actor.look.1)
    )
}

/// Draws rings around the squares of the last move, which jump from move to move.
fn trail(game: &Game, drawing: &Drawing, clock: &Timeline, style: &mut String) -> String {
    let moves: Vec<(usize, [Square; 2])> = (1..)
        .zip(game.played())
        .filter_map(|(act, it)| match it.act {
            Act::Move(mv) if !mv.is_pass() => Some((act, [mv.from, mv.to])),
            _ => None,
        })
        .collect();
    let Some((_, last)) = moves.last() else { return String::new() };
    let place = |square: Square, unit: &str| {
        let (x, y) = drawing.layout.shape(square).middle;
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
            drawing.layout.median_radius * 0.94,
            place(last[end], "")
        );
    }
    out.push_str("</g>");
    out
}

/// Draws the marks of the board, and on top of them every barrier that changes during the game.
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
            // The earlier state is covered first.
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
