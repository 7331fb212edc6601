//! The board: builds one graph from patches, seams and points, with its symmetry, zones, lines and
//! barriers.
//!
//! Input: a definition. Output: [`Ground`], which looks up and maps squares, and the finished [`Board`]
//! with what is placed on its links. Order of work: patches, seams, points, added links, zones, lines,
//! cuts, lines again, symmetry, barriers. Does not know pieces or rules.

use super::atlas::Atlas;
use super::barriers;
use super::conditions::Conditions;
use super::lines;
use super::links::{Links, StepMap, opposite};
use super::places;
use super::points;
use super::scope::{Scope, is_unread};
use super::seams;
use super::symmetry::Turning;
use super::zones;
use crate::board::patch_layout::PatchLayout;
use crate::board::{Board, Heading, PatchInfo, Square, SquareInfo, heading_names};
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{Back, PieceColor, Seats};
use crate::rulebook::{Barrier, BarrierInstance, Line, Seat, SquareList, Zone};

/// Lookup of squares, and their images for each seat.
pub(super) struct Ground {
    /// The cells and their names.
    pub atlas: Atlas,
    /// Whether seats are alike.
    pub seats: Seats,
    /// The symmetry of the board, if seats are alike.
    pub turning: Option<Turning>,
    /// How many times the symmetry is applied for each seat, in order of play.
    turns: Vec<usize>,
}

impl Ground {
    /// Returns squares that are looked up, but not mapped to any seat.
    pub fn unmapped(atlas: Atlas) -> Self {
        Self { atlas, seats: Seats::Alike, turning: None, turns: Vec::new() }
    }

    /// Maps a set of squares of the first seat to each seat, ascending. The set is unchanged if seats differ.
    pub fn turned_for_seats(&self, squares: &[Square]) -> Vec<SquareList> {
        let turned = |turns: &usize| {
            let mut all: SquareList = squares.iter().filter_map(|it| self.turned(*it, *turns)).collect();
            all.sort_unstable();
            all
        };
        self.turns.iter().map(turned).collect()
    }

    /// Maps a square of the first seat to `seat`.
    pub fn for_seat(&self, square: Square, seat: usize) -> Option<Square> {
        self.turned(square, *self.turns.get(seat)?)
    }

    fn turned(&self, square: Square, turns: usize) -> Option<Square> {
        match &self.turning {
            None => Some(square),
            Some(turning) => self.atlas.square(turning.cell_times(&self.atlas, self.atlas.cell(square), turns)),
        }
    }

    /// Returns the seats sorted by how many times the symmetry is applied: (count, seat).
    pub fn seats_by_turns(&self) -> Vec<(usize, usize)> {
        let mut all: Vec<(usize, usize)> = self.turns.iter().copied().enumerate().map(|it| (it.1, it.0)).collect();
        all.sort_unstable();
        all
    }

    /// Returns the seat for which squares are written.
    pub fn first_seat(&self) -> Option<usize> {
        self.turns.iter().position(|it| *it == 0)
    }

    /// Maps links by applying the symmetry `turns` times. Returns `None` if a link has no image.
    pub fn turned_links(&self, links: &Links, of: &[usize], turns: usize) -> Option<Vec<usize>> {
        let Some(turning) = &self.turning else { return Some(of.to_vec()) };
        let n = self.atlas.headings;
        of.iter()
            .map(|it| {
                let link = &links.all[*it];
                let heading = turning.heading_times(n, link.heading, turns);
                let onward = turning.heading_times(n, link.onward, turns);
                links.find(self.turned(link.from, turns)?, heading, self.turned(link.to, turns)?, onward)
            })
            .collect()
    }
}

/// The finished board and everything that belongs to it.
pub(super) struct CompiledBoard {
    /// Lookup of squares.
    pub ground: Ground,
    /// The graph of squares and links.
    pub board: Board,
    /// Seats in order of play.
    pub seats: Vec<Seat>,
    /// Zones in file order.
    pub zones: Vec<Zone>,
    /// Lines in file order.
    pub lines: Vec<Line>,
    /// Barriers in file order.
    pub barriers: Vec<Barrier>,
    /// Instances of barriers on the board.
    pub instances: Vec<BarrierInstance>,
}

/// Builds the board. If something that it depends on is missing or wrong, returns only the cells and their names, or
/// `None` if these are unknown, too.
pub(super) fn make(scope: &Scope, sink: &mut Diagnostics) -> Result<CompiledBoard, Option<Box<Atlas>>> {
    let definition = scope.definition;
    check_letters(scope, sink);
    check_colors(scope, sink);
    let table = definition.board.as_ref().ok_or(None)?;
    let atlas = Atlas::new(scope, sink);
    let alike = table.value.seats.value == Seats::Alike;
    if let Some(turn) = definition.turn.as_ref().filter(|_| !alike) {
        sink.error(Code::NoEffect, turn.span, "with `seats = \"differ\"`, a symmetry has no effect")
            .also(table.value.seats.span, "said here")
            .help("remove [board.symmetry], or write `seats = \"alike\"`");
    }
    if alike && definition.turn.is_none() && scope.strict {
        sink.error(Code::MissingHeader, table.value.seats.span, "seats that are alike need [board.symmetry]")
            .help("state the symmetry that takes one seat to the next, or write `seats = \"differ\"`");
        return Err(atlas.map(Box::new));
    }
    let Some(atlas) = atlas else { return Err(None) };
    let turning = if alike { Turning::new(scope, &atlas, sink) } else { None };
    if alike && turning.is_none() {
        return Err(Some(Box::new(atlas)));
    }
    let Some((seats, turns)) = seats(scope, &atlas, turning.as_ref(), sink) else { return Err(Some(Box::new(atlas))) };

    let mut web = StepMap::new(&atlas);
    let before = sink.items.len();
    seams::sew(scope, &atlas, turning.as_ref(), &mut web, sink);
    // After errors in seams, points and the symmetry would only report follow-up errors.
    let seams_are_valid = sink.items.len() == before && !is_unread(definition, "board");
    if seams_are_valid {
        points::travel(scope, &atlas, turning.as_ref(), &mut web, sink);
    }
    points::add_links(scope, &atlas, turning.as_ref(), &mut web, sink);
    let mut links = Links::new(&web);
    let over_holes = web.over_holes();

    let ground = Ground { atlas, seats: table.value.seats.value, turning, turns };
    let zones = zones::zones(scope, &ground, sink);
    let mut instances = lines::instances(scope, &ground, &links, &zones, sink);
    if !definition.cuts.is_empty() {
        lines::cut(scope, &instances, &mut links, sink);
        // Recompute the lines without the removed links. A line may have been removed completely.
        instances = lines::instances(scope, &ground, &links, &zones, &mut Diagnostics::default());
    }
    let turning = ground.turning.as_ref().filter(|_| seams_are_valid);
    let symmetry = turning.and_then(|it| it.check(scope, &ground.atlas, &links, sink));
    find_one_way(scope, &ground.atlas, &links, sink);
    let lines = number_lines(scope, &instances, &mut links, sink);
    let conditions = Conditions { scope };
    let (barriers, barrier_instances) = barriers::barriers(scope, &conditions, &instances, &mut links, &zones, sink);

    let (layouts, places) = places::places(scope, &ground.atlas, &links, sink);
    let info = |(index, cell): (usize, &super::atlas::Cell)| SquareInfo {
        name: ground.atlas.name(*cell).to_owned(),
        patch: cell.patch,
        file: ground.atlas.column(*cell),
        rank: cell.rank,
        x: places[index].0 as f32,
        y: places[index].1 as f32,
    };
    let squares: Vec<SquareInfo> = ground.atlas.cells.iter().enumerate().map(info).collect();
    let patch = |(it, layout): (&super::atlas::Patch, PatchLayout)| PatchInfo {
        name: it.name.clone(),
        files: it.files as u16,
        ranks: it.ranks as u16,
        shape: it.shape,
        layout,
    };
    let patches = ground.atlas.patches.iter().zip(layouts).map(patch).collect();
    let board = Board::new(links.graph(squares), ground.atlas.shape, patches, symmetry).with_holes(over_holes);
    Ok(CompiledBoard { ground, board, seats, zones, lines, barriers, instances: barrier_instances })
}

/// Checks the letters of the seats in order of play.
fn check_letters(scope: &Scope, sink: &mut Diagnostics) {
    let mut others: Vec<(&str, &str)> = Vec::new();
    for name in &scope.seats {
        let Some((_, table)) = scope.definition.seats.iter().find(|it| it.0.value == *name) else { continue };
        let letter = &table.letter;
        if !super::pieces::is_letter(letter) {
            sink.error(Code::BadLetter, letter.span, format!("`{}` is not one letter", letter.value)).help(format!(
                "write one letter, a to z, for example `letter = \"{}\"`",
                super::pieces::free_letter(name, &[])
            ));
        }
        if let Some((other, _)) = others.iter().find(|it| it.1.eq_ignore_ascii_case(letter)) {
            let message = format!("`{other}` and `{name}` share the letter `{}`", letter.value);
            let table =
                |seat: &str| scope.definition.seats.iter().find(|it| it.0.value == seat).map(|it| it.1.letter.span);
            let first = table(other).unwrap_or(letter.span);
            // The letter in the author's own file is the one that they can change.
            let (own, seat, inherited) = match first.file == 0 && letter.span.file != 0 {
                true => (first, *other, letter.span),
                false => (letter.span, name.as_str(), first),
            };
            let taken: Vec<&str> = scope.definition.seats.iter().map(|it| it.1.letter.0.as_str()).collect();
            sink.error(Code::BadLetter, own, message).also(inherited, "the other one").help(format!(
                "give each player a letter of their own, for example `letter = \"{}\"`",
                super::pieces::free_letter(seat, &taken)
            ));
        }
        others.push((name, &letter.0));
    }
}

/// Reports two seats with pieces of the same color.
fn check_colors(scope: &Scope, sink: &mut Diagnostics) {
    let mut others: Vec<(&str, &Spanned<PieceColor>)> = Vec::new();
    for (name, table) in &scope.definition.seats {
        let Some(color) = &table.color else { continue };
        if let Some((other, first)) = others.iter().find(|it| it.1.value == color.value) {
            let free = PieceColor::ALL.iter().find(|it| {
                scope.definition.seats.iter().all(|seat| seat.1.color.as_ref().is_none_or(|own| own.value != **it))
            });
            let message = format!("the pieces of `{other}` and `{}` have the same color", name.value);
            let advice = free.map_or_else(
                || "leave `color` out under one of them".to_owned(),
                |it| format!("give each player a color of their own, for example `color = \"{}\"`", it.word()),
            );
            sink.error(Code::NamedTwice, color.span, message).also(first.span, "the other one").help(advice);
        }
        let mut seats = scope.definition.seats.iter();
        let called = seats.find(|it| it.1.color.is_none() && it.0.value.eq_ignore_ascii_case(color.value.word()));
        if let Some((other, _)) = called {
            let message = format!("the pieces of `{}` would have the color of `{}`", name.value, other.value);
            let advice = format!("give `{}` a `color`, too, or choose another one here", other.value);
            sink.error(Code::NamedTwice, color.span, message).also(other.span, "the other player").help(advice);
        }
        others.push((&name.value, color));
    }
}

/// Returns the seats in order of play, and how many times the symmetry is applied for each.
fn seats(
    scope: &Scope,
    atlas: &Atlas,
    turning: Option<&Turning>,
    sink: &mut Diagnostics,
) -> Option<(Vec<Seat>, Vec<usize>)> {
    let definition = scope.definition;
    let mut is_valid = true;
    let mut seats: Vec<Seat> = Vec::new();
    for name in &scope.seats {
        let (span, table) = definition.seats.iter().find(|it| it.0.value == *name).map(|it| (it.0.span, &it.1))?;
        let faces = atlas.heading(&table.faces, sink);
        let order = turning.map_or(1, |it| it.order.min(256));
        let turns = table.symmetry.value;
        if !(0..order as i64).contains(&turns) {
            let finding = sink.error(
                Code::BadNumber,
                table.symmetry.span,
                match turning {
                    Some(_) => format!("`{name}` has symmetry {turns}, but {order} applications return to the start"),
                    None => {
                        format!("`{name}` has symmetry {turns}, but with `seats = \"differ\"` a symmetry has no effect")
                    }
                },
            );
            finding.help(match order {
                1 => "leave `symmetry` out".to_owned(),
                _ if scope.seats.len() > order => too_few_places(order, scope.seats.len(), name),
                _ => format!("write 0 to {}, for example `symmetry = {}`", order - 1, seats.len().min(order - 1)),
            });
            is_valid = false;
            continue;
        }
        let same = seats.iter().find(|it| turning.is_some() && it.symmetry as i64 == turns);
        if let Some(other) = same {
            sink.error(
                Code::SeatsNotAlike,
                span,
                format!("`{}` and `{name}` have the same place at the board", other.name),
            )
            .help(match scope.seats.len() > order {
                true => too_few_places(order, scope.seats.len(), name),
                false => "give each seat its own `symmetry`".to_owned(),
            });
            is_valid = false;
        }
        let faces = faces.unwrap_or(Heading(0));
        let faces = turning.map_or(faces, |it| it.heading_times(atlas.headings, faces, turns as usize));
        let needs_royal = table.royal.value == crate::policy::RoyalPiece::Required;
        let letter = table.letter.0.clone();
        let color = table.color.as_ref().map(|it| it.value);
        seats.push(Seat { name: name.clone(), letter, symmetry: turns as u8, faces, needs_royal, color });
    }
    // A seat that only the order of play names may be the one without a symmetry.
    let order = definition.turns.iter().flat_map(|it| &it.value.order.value);
    let is_known = order.into_iter().all(|it| definition.seats.iter().any(|seat| *seat.0.value == *it.0));
    let is_complete = is_valid && !seats.is_empty() && is_known && !is_unread(definition, "seat");
    if is_complete && turning.is_some() && !seats.iter().any(|it| it.symmetry == 0) {
        let span = definition.turns.as_ref().map(|it| it.span);
        sink.error(Code::SeatsNotAlike, span, "no seat has `symmetry = 0`").help(format!(
            "rules for all seats are written for the player with `symmetry = 0`: write it under `[seat.{}]`",
            seats[0].name
        ));
        is_valid = false;
    }
    let turns = seats.iter().map(|it| it.symmetry as usize).collect();
    is_valid.then_some((seats, turns))
}

/// Numbers the instances of lines and marks them on the links.
fn number_lines(
    scope: &Scope,
    instances: &[Vec<lines::Instance>],
    links: &mut Links,
    sink: &mut Diagnostics,
) -> Vec<Line> {
    let mut next = 0;
    let mut all = Vec::new();
    for ((name, table), instances) in scope.definition.lines.iter().zip(instances) {
        let label = super::wording::noun(&name.value, table.label.as_ref(), sink);
        let mut line = Line { name: name.value.clone(), label, instances: Vec::new() };
        for instance in instances {
            for link in &instance.links {
                links.all[*link].lines.push(next);
            }
            line.instances.push(next);
            next += 1;
        }
        all.push(line);
    }
    all
}

/// Says what to do about a symmetry for fewer players than there are.
fn too_few_places(order: usize, players: usize, seat: &str) -> String {
    format!(
        "`[board.symmetry]` has {order} places for {players} players: leave `[seat.{seat}]` out, or write \
         `seats = \"differ\"` in `[board]` and the squares of each player"
    )
}

/// Warns about links without a reverse link, except those declared one-way.
fn find_one_way(scope: &Scope, atlas: &Atlas, links: &Links, sink: &mut Diagnostics) {
    let n = atlas.headings;
    for link in &links.all {
        let one_way =
            |it: &super::links::LinkOrigin| scope.definition.links[it.header as usize].1.back.value == Back::No;
        let (back, onward) = (opposite(link.onward, n), opposite(link.heading, n));
        if links.find(link.to, back, link.from, onward).is_some() || link.extras.iter().any(one_way) {
            continue;
        }
        let name = |it: Square| atlas.name(atlas.cell(it));
        let cut = links.cut_at(link.to, back, link.from, onward).map(|it| scope.definition.cuts[it].0.span);
        let span = cut.or(scope.definition.board.as_ref().map(|it| it.span));
        sink.warning(
            Code::OneWayLink,
            span,
            format!(
                "the link {} from `{}` to `{}` has no way back",
                heading_names(n)[link.heading.0 as usize],
                name(link.from),
                name(link.to)
            ),
        )
        .help("cut it both ways, with `ends = \"either\"` or `\"both\"`");
        return;
    }
}
