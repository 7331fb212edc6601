//! The compiler: turns a [`Definition`] into a [`Rulebook`] that the rules can rely on.
//!
//! Input: a [`Definition`] with its parents merged in. Output: a [`Rulebook`], or diagnostics; every
//! pass reports all errors that it finds, and no pass stops at the first. Names become ids, squares are
//! generated from patches and seams, and whatever is written for the first seat is mapped to the
//! others. Does not know files, or how a rule is played.

mod alliances;
mod atlas;
mod barriers;
pub mod betza;
mod blocker;
mod board;
mod captures;
mod castlings;
mod conditions;
mod conversion;
mod counters;
mod ending;
mod explosion;
mod extents;
mod fen;
mod gating;
mod labels;
mod lines;
mod links;
mod missing;
mod moments;
mod moves;
mod numbers;
mod passes;
mod pieces;
mod places;
mod players;
mod points;
mod pools;
mod proposed;
mod ranges;
mod reach;
mod rest;
mod scope;
mod score;
mod seams;
mod setup;
mod stakes;
mod stress;
mod symmetry;
mod tags;
mod triangles;
mod turns;
mod wording;
mod work;
mod zones;

use crate::definition::{self as def, Definition};
use crate::diagnostic::{Code, Diagnostics, Severity};
use crate::policy;
use crate::policy::Part;
use crate::rulebook::Rulebook;
use conditions::Conditions;
use scope::Scope;
pub(crate) use work::refuse as refuse_work;
/// Compiles a complete game. Returns `None` if there is any error.
/// If `sink` already contains errors, tables may be missing from the definition. Missing headers are then not reported,
/// and unresolved names only if the errors are in values: a misspelled header hides the names that it declares.
pub fn compile(definition: &Definition, sink: &mut Diagnostics) -> Option<Rulebook> {
    let whole = !sink.has_errors();
    if whole {
        missing::find_missing(definition, sink);
    }
    let rulebook = resolve(definition, whole, all_names_are_known(sink), sink);
    if rulebook.as_ref().is_some_and(Rulebook::counts_gross_losses) {
        check_values(definition, sink);
    }
    rulebook.filter(|_| !sink.has_errors())
}

/// Maximum value of a piece if a rule counts gross losses.
const MAX_PIECE_VALUE: i64 = 1000;

/// Checks piece values. Totals of captured pieces are part of every position, in few bits.
fn check_values(definition: &Definition, sink: &mut Diagnostics) {
    for value in definition.pieces.iter().filter_map(|it| it.1.value.as_ref()) {
        if !(0..=MAX_PIECE_VALUE).contains(&value.value) {
            sink.error(
                Code::BadNumber,
                value.span,
                format!("{} points of material, where a rule counts gross losses", value.value),
            )
            .help(format!("write a number from 0 to {MAX_PIECE_VALUE}, for example `value = 3`"));
        }
    }
}

/// Checks a file of any part. Games are compiled; in other parts, only the form and the names that exist are
/// checked.
pub fn check_part(definition: &Definition, sink: &mut Diagnostics) {
    let part = definition.top.as_ref().map_or(Part::Game, |it| it.part.value);
    if part == Part::Game {
        compile(definition, sink);
    } else {
        resolve(definition, false, false, sink);
    }
}

/// Checks a file of which parts are missing, because it is not valid TOML or a parent is missing. Only errors in what
/// is there are reported.
pub fn check_rest(definition: &Definition, sink: &mut Diagnostics) {
    let mut found = Diagnostics::default();
    resolve(definition, false, false, &mut found);
    found.items.retain(|it| is_sure(it.code));
    sink.items.append(&mut found.items);
}

/// Reports whether an error is one even if keys and headers are missing from the file.
fn is_sure(code: Code) -> bool {
    matches!(
        code,
        Code::UnknownName
            | Code::UnknownSquare
            | Code::UnknownHeading
            | Code::BadNumber
            | Code::BadRange
            | Code::BadLetter
            | Code::BadLabel
            | Code::BadBetza
            | Code::NamedTwice
            | Code::TooMany
            | Code::WrongMoment
    )
}

/// Reports whether the errors found so far leave every name known: they are in the keys of headers that exist.
fn all_names_are_known(found: &Diagnostics) -> bool {
    let mut errors = found.items.iter().filter(|it| it.severity == Severity::Error);
    errors.all(|it| {
        matches!(
            it.code,
            Code::WrongType
                | Code::UnknownWord
                | Code::UnknownKey
                | Code::MissingKey
                | Code::MissingHeader
                | Code::BadLabel
                | Code::BadPoints
                | Code::BadNumber
                | Code::BadKeys
                | Code::NamedTwice
                | Code::DuplicateSource
                | Code::UnknownWithout
                // A file is only compiled if its other errors of form are duplicates.
                | Code::BadToml
        )
    })
}

/// Resolves everything in the definition. Returns `None` if a required table is missing.
fn resolve(definition: &Definition, strict: bool, is_closed: bool, sink: &mut Diagnostics) -> Option<Rulebook> {
    let scope = Scope::new(definition, strict, is_closed, sink);
    let mut kinds = pieces::kinds(&scope, sink);
    let conditions = Conditions { scope: &scope };
    let made = match board::make(&scope, sink) {
        Ok(made) => Some(made),
        Err(atlas) => {
            rest::check(&conditions, atlas, &kinds, sink);
            None
        }
    };
    let ground = made.as_ref().map(|it| &it.ground);
    pieces::hurdles(&conditions, &mut kinds, sink);
    pieces::disturbers(&scope, &mut kinds, sink);

    let double_step = moves::double_step(&conditions, &kinds, sink);
    let en_passant = moves::en_passant(&conditions, &kinds, sink);
    let promotions = moves::promotions(&conditions, ground, &kinds, sink);
    let promotion_moves = moves::promotion_moves(&conditions, &kinds, sink);
    let pool_kinds = pools::pool_kinds(&conditions, &kinds, sink);
    let drops = pools::drops(&conditions, &kinds, sink);
    let gating = gating::gating(&conditions, sink);
    let has_pool = !definition.pools.is_empty();
    let bans = ending::bans(&conditions, sink);
    let check = ending::check(&conditions, sink);
    let outcomes = ending::outcomes(&conditions, sink);
    let claims = ending::claims(&conditions, sink);
    let teams = ending::teams(&scope, sink);
    let settle = ending::settle(&conditions, sink);
    ending::check_elimination(&scope, sink);
    score::check(&conditions, sink);
    moments::check(&scope, sink);
    let dead_position = ending::dead_position(&conditions, sink);
    let tags = tags::tags(&conditions, &kinds, sink);
    let explosion = explosion::explosion(&conditions, &kinds, sink);
    let conversion = conversion::conversion(&conditions, &kinds, sink);
    let made = made?;
    labels::check_letters(&scope, &made.board, &kinds, sink);
    zones::check_facing(&scope, &made.board, &made.seats, sink);
    pools::one_color(&scope, &made.board, sink);
    let blocker = blocker::blocker(&conditions, &made.ground, &kinds, sink);
    let before = sink.items.len();
    let setup = setup::setup(&scope, &made.ground, &kinds, sink);
    let start_pools = pools::start_pools(&scope, &kinds, sink);
    let by_move = promotion_moves.iter().flat_map(|it| &it.becomes).fold(0, |set, it| set | 1 << it.0);
    let owned = (&promotions[..], pool_kinds.held | by_move);
    blocker::check_owners(&scope, blocker.as_ref(), setup.as_deref().unwrap_or_default(), &kinds, owned, sink);
    gating::note_first_moves(gating.as_ref(), setup.as_deref().unwrap_or_default(), &mut kinds);
    // Check castling moves only against a starting position without errors.
    let is_written = definition.setup.is_some() || !definition.setup_by_seat.is_empty();
    let sound = setup.as_deref().filter(|_| is_written && sink.items.len() == before);
    let castlings = castlings::castlings(&scope, &made.ground, &made.board, &kinds, sound, sink);
    let is_sound = strict && !sink.has_errors();
    let mut steps = None;
    if is_sound {
        steps = work::measure_work(&scope, &made.board, &kinds, &made.seats, sink);
    }
    if steps.is_some() {
        reach::find_idle(&scope, &made.board, &kinds, &made.seats, sink);
        let (board, seats, zones) = (&made.board, &made.seats[..], &made.zones[..]);
        let ways = reach::PromotionReach { board, kinds: &kinds, seats, zones, promotions: &promotions };
        ways.find_stranded(&scope, setup.as_deref().unwrap_or_default(), sink);
    }
    let top = definition.top.as_ref()?;
    let text = |it: &Option<crate::diagnostic::Spanned<def::value::Text>>| it.as_ref().map(|it| it.0.clone());
    Some(Rulebook {
        name: top.name.0.clone(),
        about: top.about.0.clone(),
        family: Vec::new(),
        sources: definition.sources.iter().map(|it| (it.id.0.clone(), it.title.0.clone(), text(&it.at))).collect(),
        passing: definition.turns.as_ref().map_or(policy::TurnPassing::Never, |it| it.passing.value),
        name_form: made.ground.atlas.form,
        move_notation: made.ground.atlas.moves,
        sections: made.ground.atlas.sections.clone(),
        board: made.board,
        seats: made.seats,
        kinds,
        zones: made.zones,
        lines: made.lines,
        barriers: made.barriers,
        barrier_instances: made.instances,
        tags,
        double_step,
        en_passant,
        promotions,
        promotion_moves,
        has_pool,
        pool_pieces: pool_kinds.held,
        owner_keeps: pool_kinds.owner,
        capturer_keeps: pool_kinds.capturer,
        drops,
        gating,
        blocker,
        start_pools,
        full_circle: definition
            .full_circle
            .as_ref()
            .is_some_and(|it| it.value.counts_as.value == policy::CountsAs::AMove),
        castlings,
        castling_dropped: definition
            .castling_rules
            .as_ref()
            .map_or(0, |it| castlings::dropped(&scope, &it.value, &mut Diagnostics::default())),
        bans,
        forced_capture: captures::forced_capture(&conditions, sink),
        capture_without_moving: captures::without_moving(&conditions, sink),
        explosion,
        conversion,
        check: check?,
        alone: definition.mate.as_ref().map_or(policy::Alone::PiecesRemain, |it| it.value.alone.value),
        escapes: definition.mate.as_ref().map_or(policy::Escapes::BansHold, |it| it.value.escapes.value),
        teams,
        alliance: alliances::alliance(&scope, sink),
        eliminated_turn: alliances::eliminated_turn(&scope, sink),
        army: definition.elimination.as_ref().map_or(policy::Army::Inert, |it| it.value.army.value),
        king: definition.elimination.as_ref().map_or(policy::King::Stays, |it| it.value.king.value),
        settle,
        outcomes,
        resets: definition
            .counter
            .as_ref()
            .map_or(Vec::new(), |it| it.value.resets.iter().map(|it| it.value).collect()),
        counters: counters::counters(&conditions, sink),
        claims,
        score_titles: definition
            .score_titles
            .as_ref()
            .map_or(Vec::new(), |it| it.value.titles.iter().map(|it| it.0.clone()).collect()),
        dead_position,
        setup,
        steps: steps.unwrap_or(0),
    })
}
