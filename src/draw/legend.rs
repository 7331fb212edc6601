//! The legend below a picture: players, barriers, zones and marks.
//!
//! Input: a drawing, a scene and a view. Output: samples with words: inside a picture, in as many rows as needed, or
//! in HTML below it. It also draws paper pieces, which are samples in circles. Does not know rules.

use std::fmt::Write;

use super::close_up::is_inside;
use super::labels::lettering;
use super::letters::{Align, line, width};
use super::{Drawing, Mark, Scene, View, board_lines, marks, palette, pieces, zones};
use crate::board::Square;
use crate::board::patch_layout::Point;
use crate::draw::escaped;
use crate::notation::seat_title;
#[cfg(feature = "cli")]
use crate::policy::Placing;
use crate::policy::Role;
#[cfg(feature = "cli")]
use crate::rulebook::KindId;
use crate::rulebook::{SeatId, Tag};
#[cfg(any(feature = "cli", feature = "english", feature = "serve"))]
use crate::rules::Position;
use crate::sorting::CompactSort;

/// Number of parts of a segment of a barrier, one of which must be in the frame of a close-up that explains the barrier.
const PARTS: u8 = 8;
/// Largest width and height of a name in a legend.
const SAMPLE: (f64, f64) = (108.0, 60.0);

/// Draws the legend. Returns its SVG and its height.
pub(super) fn legend(drawing: &Drawing, scene: &Scene, view: &View, left: f64, top: f64, wide: f64) -> (String, f64) {
    // The text has the same apparent size on boards of any size.
    let height = wide * if view.explains_marks { 0.032 } else { 0.021 };
    let (row, sample) = (height * 2.4, height * 2.6);
    let mut out = String::new();
    // The name of the variant comes first, because boards that look alike may have different rules.
    let mut title = scene.variant.rulebook().name.clone();
    while width(&title, height * 1.15) > wide - 2.0 * height && title.pop().is_some() {}
    let (mut text, mut y) = match view.explains_marks {
        true => (String::new(), top + row * 0.5),
        false => (line(&title, (left + height, top + row / 2.0), height * 1.15, Align::Start), top + row * 1.5),
    };
    let mut x = left + height;
    for (drawn, words) in items(drawing, scene, view) {
        let long = sample + width(&words, height) + height * 2.0;
        if x + long > left + wide && x > left + height {
            (x, y) = (left + height, y + row);
        }
        let _ = write!(
            out,
            "<g transform=\"translate({:.0} {y:.0})scale({:.3})\">{drawn}</g>",
            x + sample / 2.0 - height * 0.3,
            height / 50.0
        );
        text.push_str(&line(&words, (x + sample, y), height, Align::Start));
        x += long;
    }
    let _ = write!(
        out,
        "<path class=\"label\" d=\"{text}\" fill=\"none\" stroke-width=\"{:.1}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        height * 0.12
    );
    (format!("<g class=\"legend\" aria-hidden=\"true\">{out}</g>"), y + row * 0.6 - top)
}

impl Drawing {
    /// Draws each piece on the board and in hand at the start in a circle, as SVG of any size. Adds the blocker if there is
    /// only one. If every move adds a blocker, players can use any small objects instead.
    #[cfg(feature = "cli")]
    pub(crate) fn paper_pieces(&self) -> Vec<String> {
        let book = self.variant.rulebook();
        let one = |class: &str, glyph: &str| {
            format!(
                "<svg class=\"tf-{}\" viewBox=\"-62 -62 124 124\"><circle class=\"label\" r=\"60\" fill=\"none\" \
                 stroke-width=\"2\"/><g class=\"c-{class}\" {}>{glyph}</g></svg>",
                palette::name(super::Theme::Auto),
                pieces::STROKES,
            )
        };
        let held = |(seat, pool)| -> Vec<(SeatId, KindId)> {
            let kinds = (0..).zip::<&Vec<u8>>(pool);
            kinds.flat_map(|(kind, number)| vec![(seat, KindId(kind)); usize::from(*number)]).collect()
        };
        let on_board = book.setup.iter().flatten().map(|it| (it.0, it.1));
        let all = on_board.chain(book.seat_ids().zip(&book.start_pools).flat_map(held));
        let owned = all.map(|(seat, kind)| {
            let class = palette::class(&self.colors, seat);
            one(class, &self.glyph(seat, kind))
        });
        let blocker = book.blocker.as_ref().filter(|it| it.placing == Placing::SameOne);
        let symbol = |kind: KindId| escaped(&pieces::symbol(&book.kinds[kind.index()]));
        owned.chain(blocker.map(|it| one("out", &format!("<use href=\"#{}\"/>", symbol(it.kind))))).collect()
    }

    /// Returns the words with which a legend explains barriers, edges and points in a picture.
    #[cfg(feature = "english")]
    pub(crate) fn signs(&self, position: &Position, view: &View) -> Vec<String> {
        let mut items = Vec::new();
        barrier_items(self, &Scene::of(position), view, &mut items);
        items.into_iter().map(|it| it.1).collect()
    }

    /// Draws a position for a web page: its legend is HTML below the picture, with text of the size of the page's.
    #[cfg(any(feature = "cli", feature = "serve"))]
    pub(crate) fn html(&self, position: &Position, view: &View) -> String {
        let picture = self.svg(position, &View { legend: false, ..view.clone() });
        match view.legend {
            true => picture + &html(self, &Scene::of(position), &self.completed(view)),
            false => picture,
        }
    }
}

/// Returns the legend as HTML, with text of one size below pictures of any size. The description of the picture says
/// the same.
pub(super) fn html(drawing: &Drawing, scene: &Scene, view: &View) -> String {
    let mut out = String::new();
    if !view.explains_marks {
        let _ = write!(out, "<b>{}</b>", escaped(&scene.variant.rulebook().name));
    }
    for (drawn, words) in items(drawing, scene, view) {
        let words = escaped(&words);
        let _ = write!(out, "<span><svg class=\"sample\" viewBox=\"-60 -50 120 100\">{drawn}</svg>{words}</span>");
    }
    format!("<p class=\"legend tf-{}\" aria-hidden=\"true\">{out}</p>", palette::name(view.theme))
}

/// Returns samples, each in a box of 100 units around its middle, with their words.
fn items(drawing: &Drawing, scene: &Scene, view: &View) -> Vec<(String, String)> {
    let mut items = Vec::new();
    if view.explains_marks {
        items.extend(eliminated(drawing, scene));
        // The text says to mark such pieces.
        items.extend(tagged(scene, view).map(|it| (it.0, format!("marked: {}", it.1))));
        let words = |it: Mark| match it {
            Mark::Allowed if shows_paths(view) => "path of the piece",
            it if is_taken(view, it) => "captured piece",
            it => it.words(),
        };
        let marks = view.explained.iter().filter(|it| **it != Mark::Attacked);
        items.extend(marks.map(|it| (it.sample().to_owned(), words(*it).to_owned())));
        items.extend(attackers(drawing, view));
        items.extend(lines_of_board(drawing, view));
        let mut signs = Vec::new();
        barrier_items(drawing, scene, view, &mut signs);
        items.extend(signs.into_iter().filter(|it| !view.known.contains(&it.1)));
        return items;
    }
    for seat in scene.variant.rulebook().seat_ids() {
        items.push(player(drawing, scene, seat));
    }
    items.extend(lettered_kinds(drawing, scene));
    items.extend(tagged(scene, view));
    barrier_items(drawing, scene, view, &mut items);
    let book = scene.variant.rulebook();
    for (shown, zone) in view.zones.iter().filter_map(|it| book.zones.get(*it)).enumerate() {
        let drawn = format!(
            "<path d=\"M-48-32H48V32H-48Z\" class=\"zone\" fill=\"url(#{})\" stroke-width=\"5\"/>",
            zones::pattern(shown)
        );
        items.push((drawn, zones::words(book, zone, view.outside)));
    }
    let mut marks = view.explained.clone();
    marks.extend(view.marks().into_iter().filter(|it| *it != Mark::Move));
    marks.extend(view.targets.iter().map(|it| if scene.captures(*it) { Mark::Capture } else { Mark::Move }));
    marks.extend((!scene.checks().is_empty()).then_some(Mark::Check));
    marks.compact_sort_by(Ord::cmp);
    marks.dedup();
    // The arrows of the first picture of a page have no single move.
    let is_way = |it: Mark| it == Mark::Allowed && view.allowed.is_empty();
    let words = |it: Mark| if is_way(it) { "longest first move of a pawn" } else { it.words() };
    marks.retain(|it| *it != Mark::Attacked);
    items.extend(marks.into_iter().map(|it| (it.sample().to_owned(), words(it).to_owned())));
    items.extend(attackers(drawing, view));
    items
}

/// Reports whether a mark is the ring of a piece that is captured en passant: the capturing piece goes elsewhere.
fn is_taken(view: &View, mark: Mark) -> bool {
    mark == Mark::Capture && !view.captures.is_empty() && !view.allowed.is_empty()
}

/// Reports whether the arrows of a view follow the squares on the way.
fn shows_paths(view: &View) -> bool {
    view.allowed.is_empty() && !view.paths.is_empty()
}

/// Returns the frames of attacked squares, each with the player who attacks them, and the double frame of squares that two
/// players attack.
fn attackers(drawing: &Drawing, view: &View) -> Vec<(String, String)> {
    let seats = view.attackers();
    let frame = |seat: SeatId, edges: [f64; 2]| {
        let path = |it: f64| format!("M-{it:.0}-{it:.0}H{it:.0}V{it:.0}H-{it:.0}Z");
        let class = palette::class(&drawing.colors, seat);
        let edges = edges.map(path).concat();
        format!("<path class=\"c-{class}\" fill-rule=\"evenodd\" stroke-width=\"2\" d=\"{edges}\"/>")
    };
    let one = |(place, seat): (usize, &SeatId)| {
        // Broader than on the board, so that the color shows in so small a sample.
        let [outer, inner] = marks::frame_scales(place);
        let drawn = frame(*seat, [outer * 48.0, (inner - 0.25).max(0.05) * 48.0]);
        (drawn, format!("attacked by {}", seat_title(drawing.variant.rulebook(), *seat)))
    };
    let mut all: Vec<(String, String)> = seats.iter().enumerate().map(one).collect();
    if let [outer, inner] = seats[..] {
        let has = |square: Square, seat: SeatId| view.attacked.contains(&(square, seat));
        if view.attacked.iter().any(|it| has(it.0, outer) && has(it.0, inner)) {
            all.push((frame(outer, [46.0, 31.0]) + &frame(inner, [26.0, 11.0]), "attacked by both".to_owned()));
        }
    }
    all
}

/// Returns the lines of the board that a view draws.
fn lines_of_board(drawing: &Drawing, view: &View) -> Vec<(String, String)> {
    let book = drawing.variant.rulebook();
    let shown = view.board_lines.iter().filter(|it| !drawing.board_line(**it).is_empty());
    let item = |it: &usize| (board_lines::sample(), book.lines[*it].label.clone());
    shown.map(item).collect()
}

fn player(drawing: &Drawing, scene: &Scene, seat: SeatId) -> (String, String) {
    let book = scene.variant.rulebook();
    let living = scene.is_living(seat);
    let (class, cross) =
        if living { (palette::class(&drawing.colors, seat), "") } else { ("out", pieces::CROSSED_OUT) };
    // The king of an eliminated player may not be on the board.
    let own = scene.pieces.iter().find(|it| !living && it.1.seat == seat).map(|it| &book.kinds[it.1.kind.index()]);
    let kind = own.or(book.kinds.iter().find(|it| it.role == Role::Royal)).or(book.kinds.first());
    let symbol = kind.map_or_else(String::new, |it| format!("<use href=\"#{}\"/>", escaped(&pieces::symbol(it))));
    let drawn = format!("<g class=\"c-{class}\" {}>{symbol}{}{cross}</g>", pieces::STROKES, pieces::mark(seat.index()));
    (drawn, scene.player(seat))
}

/// Returns the kinds on the board whose pieces show a letter.
fn lettered_kinds<'a>(drawing: &'a Drawing, scene: &'a Scene) -> impl Iterator<Item = (String, String)> + 'a {
    let class = palette::class(&drawing.colors, SeatId(0));
    let kinds = scene.variant.rulebook().kinds.iter().enumerate();
    let shown =
        kinds.filter(|(at, kind)| pieces::has_letter(kind) && scene.pieces.iter().any(|it| it.1.kind.index() == *at));
    shown.map(move |(_, kind)| {
        let symbol = escaped(&pieces::symbol(kind));
        (format!("<g class=\"c-{class}\" {}><use href=\"#{symbol}\"/></g>", pieces::STROKES), kind.label.clone())
    })
}

/// Returns the eliminated players with pieces on the board, which are faded: a picture without players explains them.
fn eliminated(drawing: &Drawing, scene: &Scene) -> Vec<(String, String)> {
    let seats = scene.variant.rulebook().seat_ids();
    let out = seats.filter(|seat| !scene.is_living(*seat) && scene.pieces.iter().any(|it| it.1.seat == *seat));
    out.map(|it| player(drawing, scene, it)).collect()
}

/// Returns the diamond and the labels of the tags on the board, for the legend. A close-up lists only the tags on its squares.
fn tagged(scene: &Scene, view: &View) -> Option<(String, String)> {
    let is_shown = |it: Square| view.near.is_empty() || view.near.contains(&it);
    let living = scene.pieces.iter().filter(|it| is_shown(it.0) && scene.is_living(it.1.seat));
    let tags = living.fold(0, |all, it| all | it.1.tags);
    let all = scene.variant.rulebook().tags.iter().enumerate();
    let labels: Vec<String> = all.filter(|it| tags >> it.0 & 1 != 0).map(|it| tag_in_words(scene, it.1)).collect();
    let drawn = format!("<g transform=\"translate(-58 -9)scale(1.5)\">{}</g>", pieces::DIAMOND);
    (!labels.is_empty()).then(|| (drawn, labels.join(" or ")))
}

/// Returns what a piece with a tag has done, or the label of the tag.
fn tag_in_words(scene: &Scene, tag: &Tag) -> String {
    let line = tag.set.crosses.and_then(|it| scene.variant.rulebook().lines.get(it));
    match line {
        Some(line) if tag.set.captures.is_some() => format!("has captured across the {}", line.label),
        Some(line) => format!("has crossed the {}", line.label),
        None => tag.label.clone(),
    }
}

/// Adds each barrier in every state that it has in the position, then seams and irregular points. A close-up explains only
/// what it shows.
fn barrier_items(drawing: &Drawing, scene: &Scene, view: &View, items: &mut Vec<(String, String)>) {
    let (book, board) = (scene.variant.rulebook(), scene.variant.board());
    let frame = drawing.close_up(view);
    let is_visible = |at: Point| frame.is_none_or(|it| is_inside(at, it));
    let squares = board.squares().filter(|it| is_visible(drawing.layout.shape(*it).middle));
    // Whether some part of a barrier is in the frame.
    let is_drawn = |it: &u16| {
        let part = |from: Point, to: Point, at: u8| {
            let at = f64::from(at) / f64::from(PARTS);
            (from.0 + (to.0 - from.0) * at, from.1 + (to.1 - from.1) * at)
        };
        let mut segments = drawing.barriers.segments[usize::from(*it)].iter();
        frame.is_none() || segments.any(|it| (0..=PARTS).any(|at| is_visible(part(it.0, it.1, at))))
    };
    let mut visible: Vec<u16> = Vec::new();
    for barrier in squares.flat_map(|it| board.links(it)).flat_map(|it| &it.1.barriers) {
        if !visible.contains(barrier) && is_drawn(barrier) {
            visible.push(*barrier);
        }
    }
    for (header, barrier) in book.barriers.iter().enumerate() {
        let of = |it: &u16| scene.open.get(usize::from(*it)).copied().unwrap_or(false);
        for open in [false, true] {
            if !barrier.instances.iter().any(|it| of(it) == open && visible.contains(it)) {
                continue;
            }
            let drawn = drawing.barriers.line(header).sample(open);
            items.push((drawn, format!("{}{}", barrier.label, if open { " (open)" } else { "" })));
        }
    }
    let edge = "<path class=\"seam\" d=\"M-46 0H46\" fill=\"none\" stroke-width=\"7\"/>";
    if drawing.seams.has_both_ways && frame.is_none() {
        let drawn = format!("{edge}<path class=\"fill-seam\" d=\"M18 0-14 18V-18z\"/>");
        items.push((drawn, "joined edges".to_owned()));
    }
    if drawing.seams.has_one_way && frame.is_none() {
        let drawn = format!("{edge}<path class=\"fill-seam\" d=\"M0-20-18 12H18z\"/>");
        items.push((drawn, "joined one way".to_owned()));
    }
    if drawing.block_sides().any(|it| is_visible(it.middle())) {
        let drawn = "<path class=\"label\" d=\"M-46 0H46\" fill=\"none\" stroke-width=\"9\"/>".to_owned();
        items.push((drawn, "edge of a block".to_owned()));
    }
    for crosses in [true, false] {
        if drawing.points.iter().any(|it| it.2 == crosses && is_visible(it.0)) {
            let drawn = match crosses {
                true => {
                    "<path class=\"barrier t0\" d=\"M-18 0a18 18 0 1 0 36 0 18 18 0 1 0-36 0z\" stroke-width=\"6\"/>"
                }
                false => "<path class=\"barrier fill-barrier\" d=\"M-24 0a24 24 0 1 0 48 0 24 24 0 1 0-48 0z\"/>",
            };
            // A diagonal line splits if it leads from one square to two others around the point.
            let splits = |squares: &[Square]| {
                squares.iter().any(|from| {
                    let links = book.board.links(*from).iter().filter(|it| squares.contains(&it.0));
                    links.filter(|it| !book.board.is_straight(it.1.heading)).count() > 1
                })
            };
            let words = match drawing.points.iter().any(|it| splits(&it.1)) {
                _ if !crosses => "diagonals end here",
                true => "diagonals split here",
                false => "diagonals go on from here",
            };
            items.push((drawn.to_owned(), words.to_owned()));
        }
    }
    if let Some(it) = drawing.edge_names(view).first() {
        let text = it.letters.text();
        let height = (SAMPLE.0 / width(text, 1.0)).min(SAMPLE.1);
        let drawn = lettering(&line(text, (0.0, 0.0), height, Align::Middle), height * 0.18);
        items.push((drawn, "name of the square beside it".to_owned()));
    }
}
