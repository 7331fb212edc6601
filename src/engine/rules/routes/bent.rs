//! Routes along bent paths: zigzags, and legs that stop on their way.
//!
//! Input: a rulebook, an atom, a start and a square. Output: the [`Stop`]s of each route. Does not know bent leaps, which
//! stop only at their end: they are in [`leaps`](super::leaps).

use std::rc::Rc;

use super::{Crossings, Stop, links, merge};
use crate::board::{MAX_PATHS, Square};
use crate::rulebook::{Atom, AtomStart, BentPath, Joint, Rulebook, bent_paths};

/// Returns the stops of each bent route of an atom. There are no more once `spend` returns `false`.
pub(super) fn bent_stops(
    book: &Rulebook,
    atom: &Atom,
    start: AtomStart,
    from: Square,
    spend: &dyn Fn(usize) -> bool,
) -> Vec<Rc<[Stop]>> {
    let paths = bent_paths(&book.board, atom, start, from, MAX_PATHS).all;
    paths.iter().take_while(|it| spend(it.joints.len())).map(|it| stops_along(book, from, it)).collect()
}

fn stops_along(book: &Rulebook, from: Square, bent: &BentPath) -> Rc<[Stop]> {
    let turns = bent.turns(&book.board, from);
    let mut stops = Vec::with_capacity(bent.joints.len());
    // What was crossed since the last stop; lines are kept from the start of the route.
    let mut met = Crossings::default();
    let way = links(&book.board, from, &bent.path).zip(&bent.joints).zip(turns);
    for (((link, at, to), joint), turn) in way {
        merge(&mut met.lines, &link.lines);
        met.barriers.extend(link.barriers.iter().map(|it| (*it, at, to)));
        match joint {
            Joint::Over => {}
            Joint::Empty => met.through.push(to),
            Joint::Stop => {
                let next = Crossings { lines: met.lines.clone(), ..Crossings::default() };
                stops.push(Stop::new(to, turn, std::mem::replace(&mut met, next)));
            }
        }
    }
    stops.into()
}
