//! Narrows finished tables to the width of an engine.
//!
//! Contains [`resized`]. The builder is long and runs once per variant, so it is compiled for one
//! width ([`WIDE`]); only this conversion is compiled for each.
//!
//! Input: tables with wide sets, and the slider tables, which are built at the right width. Output:
//! the [`Tables`] of the engine. Does not know what the sets mean.

use super::super::sliders::SliderTable;
use super::super::square_set::SquareSet;
use super::{
    CastlingTable, DropTable, GatingTable, KingZone, LeapClass, OddRoute, OddStop, PieceTable, PlacementTable, Shift,
    Shifts, Tables, VacatedZone, WIDE,
};

/// Returns the sets with `V` words.
pub fn sets<const U: usize, const V: usize>(all: &[SquareSet<U>]) -> Vec<SquareSet<V>> {
    all.iter().map(|it| it.resized()).collect()
}

/// Returns lists of sets with `V` words.
pub fn nested<const U: usize, const V: usize>(all: &[Vec<SquareSet<U>>]) -> Vec<Vec<SquareSet<V>>> {
    all.iter().map(|it| sets(it)).collect()
}

fn odd<const W: usize>(it: &OddRoute<WIDE>) -> OddRoute<W> {
    let stop = |it: &OddStop<WIDE>| OddStop { to: it.to, through: it.through.resized(), barriers: it.barriers.clone() };
    OddRoute {
        prefix: it.prefix.resized(),
        hop: it.hop,
        over: it.over.as_ref().map(|it| Box::new(it.resized())),
        quiet: it.quiet,
        capture: it.capture,
        en_passant: it.en_passant,
        stops: it.stops.iter().map(stop).collect(),
    }
}

fn shift<const W: usize>(it: &Shift<WIDE>) -> Shift<W> {
    Shift { from: it.from.resized(), by: it.by }
}

fn shifts<const W: usize>(it: &Shifts<WIDE>) -> Shifts<W> {
    Shifts {
        by_piece: it.by_piece,
        quiet: it.quiet.iter().map(shift).collect(),
        capture: it.capture.iter().map(shift).collect(),
        promotes_from: it.promotes_from.resized(),
        double: it.double.iter().map(|it| (shift(&it.0), it.1)).collect(),
    }
}

fn piece<const W: usize>(it: PieceTable<WIDE>) -> PieceTable<W> {
    PieceTable {
        pattern: it.pattern,
        quiet: it.quiet,
        capture: it.capture,
        en_passant: it.en_passant,
        rides: it.rides,
        slides: it.slides,
        other_rides: it.other_rides,
        odd: it.odd,
        odd_from: it.odd_from.resized(),
        double_from: it.double_from.resized(),
        steps_from: it.steps_from.resized(),
        steps_to: it.steps_to.resized(),
        promotes: it.promotes.resized(),
    }
}

fn vacated<const W: usize>(it: &VacatedZone<WIDE>) -> VacatedZone<W> {
    let VacatedZone { bit, for_good, seat, own_pieces, zone } = *it;
    VacatedZone { bit, for_good, seat, own_pieces, zone: zone.resized() }
}

fn castling<const W: usize>(it: &CastlingTable<WIDE>) -> CastlingTable<W> {
    CastlingTable {
        index: it.index,
        squares: it.squares,
        clear: it.clear.resized(),
        clear_apart: it.clear_apart.resized(),
        safe: it.safe.clone(),
        safe_start: it.safe_start,
        king: it.king.clone(),
        rook: it.rook.clone(),
    }
}

fn dropped<const W: usize>(it: DropTable<WIDE>) -> DropTable<W> {
    DropTable {
        kind: it.kind,
        held: it.held,
        forced: it.forced,
        rule: it.rule,
        squares: it.squares.resized(),
        types: it.types,
        same_kind: it.same_kind,
        files: sets(&it.files),
        most_on_file: it.most_on_file,
        colors: sets(&it.colors),
        most_on_color: it.most_on_color,
        beside: sets(&it.beside),
        must_convert: it.must_convert,
        is_tried: it.is_tried,
    }
}

fn gating<const W: usize>(it: GatingTable<WIDE>) -> GatingTable<W> {
    let openers = it.openers.iter().map(|(ty, from)| (*ty, from.resized())).collect();
    GatingTable { openers, enters: it.enters, lapses: it.lapses }
}

fn placement<const W: usize>(it: PlacementTable<WIDE>) -> PlacementTable<W> {
    PlacementTable { ty: it.ty, moves: it.moves, by_movement: it.by_movement, squares: sets(&it.squares) }
}

/// Narrows tables to sets of `W` words, and adds the slider tables.
pub fn resized<const W: usize>(wide: Tables<WIDE>, slides: SliderTable<W>) -> Tables<W> {
    let leaps = |it: &LeapClass<WIDE>| LeapClass { to: sets(&it.to), from: sets(&it.from) };
    Tables {
        types: wide.types,
        n_types: wide.n_types,
        n_seats: wide.n_seats,
        all_seats: wide.all_seats,
        cpu: wide.cpu,
        royal_types: wide.royal_types,
        pawn_types: wide.pawn_types,
        leaps: wide.leaps.iter().map(leaps).collect(),
        riders: wide.riders.into_iter().map(|it| it.resized()).collect(),
        reached_to: nested(&wide.reached_to),
        touched_from: sets(&wide.touched_from),
        around: wide.around.iter().map(|it| it.as_ref().map(KingZone::resized)).collect(),
        slides,
        shifts: wide.shifts.iter().map(shifts).collect(),
        slider_ranges: wide.slider_ranges,
        pieces: wide.pieces.into_iter().map(piece).collect(),
        rosters: wide.rosters,
        attack_patterns: wide.attack_patterns,
        odd: wide.odd.iter().map(|it| it.iter().map(|it| it.iter().map(odd).collect()).collect()).collect(),
        double_steps: wide.double_steps,
        double_ranges: wide.double_ranges,
        type_changes: wide.type_changes,
        promotion: wide.promotion,
        leaving: wide.leaving,
        drops: wide.drops.into_iter().map(|it| it.into_iter().map(dropped).collect()).collect(),
        gating: wide.gating.into_iter().map(gating).collect(),
        placement: placement(wide.placement),
        promoted: wide.promoted,
        castling_rights_kept: wide.castling_rights_kept,
        rights: wide.rights,
        castlings: wide.castlings.iter().map(|it| it.iter().map(castling).collect()).collect(),
        explosions: sets(&wide.explosions),
        conversions: sets(&wide.conversions),
        enclosures: wide.enclosures,
        zones: nested(&wide.zones),
        vacated: wide.vacated.iter().map(vacated).collect(),
        binds: wide.binds,
        color_complex: wide.color_complex.map(|it| it.resized()),
        odd_attack: wide.odd_attack,
        all_tried: wide.all_tried,
    }
}
