//! Parts of the rule of a barrier: checks across it, the place that must be empty, and examples of moves that it stops.
//!
//! Contains: methods and functions for [`RulesWriter::barrier_rules`]. Input: a barrier as written and as compiled. Output:
//! sentences and parts of sentences. Does not know: the other parts of the rule ([`super::barriers`]).

use super::super::RulesWriter;
use super::super::phrases::{a, all_of, capital, on_or_in};
use super::barriers::first_permissions;
use crate::board::{Link, Square};
use crate::definition::BarrierDef;
use crate::definition::value::Either;
use crate::notation::name::joined;
use crate::rulebook::Barrier;

impl RulesWriter<'_> {
    /// The name of a barrier as it is at first: `a closed moat`.
    pub(super) fn first_name(made: &Barrier, it: &BarrierDef) -> String {
        let closed = if it.opens.is_empty() { a(&made.label) } else { format!("a closed {}", made.label) };
        let article = closed.find(' ').unwrap_or_default();
        if made.instances.len() == 1 { format!("the{}", &closed[article..]) } else { closed }
    }

    /// Whether the pieces that may cross a barrier at first also give check across it. `None` if that is as one expects, or if
    /// the prohibition itself says so.
    pub(super) fn checks_of_crossing_pieces(&self, made: &Barrier, it: &BarrierDef) -> Option<String> {
        let first = first_permissions(made);
        let pieces = it.table.pieces.as_ref().map(|it| capital(&all_of(self.book, it)));
        match (first.quiet || first.capture, first.attack) {
            (true, false) => Some(match pieces {
                None if matches!(it.table.binds.value, Either::Other(_)) => {
                    "They do not give check across it.".to_owned()
                }
                None => "No piece gives check across it.".to_owned(),
                Some(pieces) => format!("{pieces} do not give check across it."),
            }),
            (true, true) if !first.capture => {
                Some(format!("{} can still give check across it.", pieces.as_deref().unwrap_or("Pieces")))
            }
            _ => None,
        }
    }

    /// An example of a diagonal step that crosses a barrier from beside its end, or of one that passes beside the barrier.
    pub(super) fn diagonals_across(&self, made: &Barrier) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let is_it = |it: &Link| it.barriers.iter().any(|it| made.instances.contains(it));
        let all = || board.squares().flat_map(|from| board.links(from).iter().map(move |it| (from, it)));
        let of =
            |straight: bool| all().filter(move |it| board.is_straight(it.1.1.heading) == straight && is_it(&it.1.1));
        let ends: Vec<Square> = of(true).map(|it| it.0).collect();
        let name = |it: Square| book.board.name(it);
        if let Some((from, to)) = of(false).find(|it| ends.contains(&it.0) && !ends.contains(&it.1.0)) {
            return (!ends.is_empty())
                .then(|| format!("Diagonal steps such as {} to {} cross it, too.", name(from), name(to.0)));
        }
        // Beside the square on the other side.
        let beside = |it: Square, other: Square| {
            board.links(it).iter().any(|it| it.0 == other && board.is_straight(it.1.heading))
        };
        let passes = |(from, to): &(Square, &(Square, Link))| {
            let across = of(true).filter(|it| it.0 == *from).map(|it| it.1.0);
            !board.is_straight(to.1.heading) && !beside(*from, to.0) && across.into_iter().any(|it| beside(it, to.0))
        };
        let (from, to) = all().find(passes).filter(|_| of(false).next().is_none())?;
        let across = of(true).find(|it| it.0 == from)?.1.0;
        Some(format!(
            "A straight step from {} to {} would cross it. Diagonal steps such as {0} to {} do not.",
            name(from),
            name(across),
            name(to.0)
        ))
    }

    /// Examples of captures that a barrier stops: one from each rank beside it.
    pub(super) fn stopped_captures(&self, made: &Barrier) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let first = made.instances.first().filter(|_| made.instances.len() > 1 && self.stops_only_captures(made))?;
        let label = &book.barrier_instances[usize::from(*first)].label;
        let beside = |faces: u8| [faces + 1, faces + board.headings - 1].map(|it| it % board.headings);
        let is_forward = |link: &Link| book.seats.iter().any(|it| beside(it.faces.0).contains(&link.heading.0));
        let all = board.squares().flat_map(|from| board.links(from).iter().map(move |it| (from, it)));
        let stopped: Vec<(Square, Square)> = all
            .filter(|(_, it)| it.1.barriers.contains(first) && is_forward(&it.1))
            .map(|(from, it)| (from, it.0))
            .collect();
        // The examples of one file show how far the barrier goes.
        let file = board.info(stopped.first()?.0).file;
        let own = stopped.iter().filter(|it| board.info(it.0).file == file);
        let step = |from: Square, to: Square| format!("from {} to {}", board.name(from), board.name(to));
        let own: Vec<(Square, Square)> = own.copied().collect();
        // The same step from the next rank shows where it ends.
        let beyond = own.last().and_then(|(last, to)| {
            let heading = board.links(*last).iter().find(|it| it.0 == *to)?.1.heading;
            let (info, rank) = (board.info(*last), board.info(*last).rank + 1);
            let is_next = |it: &Square| {
                let it = board.info(*it);
                (it.patch, it.file, it.rank) == (info.patch, info.file, rank)
            };
            let next = board.squares().find(is_next)?;
            let free = board.links(next).iter().find(|it| it.1.heading == heading && it.1.barriers.is_empty())?;
            Some(format!(", but not {}", step(next, free.0)))
        });
        let all: Vec<String> = own.iter().map(|it| step(it.0, it.1)).collect();
        Some(format!("For example, {label} stops captures {}{}.", joined(&all, "and"), beyond.unwrap_or_default()))
    }
}

/// Where no piece may be left, so that a barrier opens: `on their first rank`, or `on its owner's first rank` if the pieces of
/// all players count.
pub(super) fn emptied_place(zone: &str, by_seat: bool, own: bool, owner: &str, in_pairs: bool) -> String {
    let on = on_or_in(zone);
    match (by_seat, own) {
        (false, _) => format!("{on} the {zone}"),
        (true, true) => format!("{on} their {zone}"),
        (true, false) if in_pairs => format!("{on} that player's {zone}"),
        (true, false) if owner == "its owner" => format!("{on} its owner's {zone}"),
        (true, false) => format!("{on} the {zone} of {owner}"),
    }
}

/// The verb after the label of one barrier, which may be a plural: `the pawns lie`.
pub(super) fn lies(label: &str) -> &'static str {
    let words = label.split_whitespace().take_while(|it| !["of", "between", "beside", "in"].contains(it));
    let noun = words.last().unwrap_or_default();
    if noun.ends_with('s') && !["ss", "us", "is"].iter().any(|it| noun.ends_with(it)) { "lie" } else { "lies" }
}
