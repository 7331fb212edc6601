//! Bans, check, outcomes and claims: resolves the tables that forbid moves and end the game.
//!
//! Input: the tables as written. Output: the same with ids. Does not know how a test is evaluated.

use super::conditions::{Conditions, Parts, Seen, check_chases, is_set};
use super::scope::Scope;
use super::{alliances, proposed, score, turns, wording};
use crate::definition as def;
use crate::definition::value::Name;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy;
use crate::policy::{MatingPlayer, Who};
use crate::rulebook::{Ban, BanTests, Check, Claim, DeadPosition, Gap, Outcome, OutcomeId, PositionTest, Settle, Team};

/// Resolves bans in file order.
pub(super) fn bans(conditions: &Conditions, sink: &mut Diagnostics) -> Vec<Ban> {
    let mut all = Vec::new();
    for (name, written) in &conditions.scope.definition.bans {
        let table = &written.table;
        let parts = Parts {
            piece: None,
            mv: table.r#move.as_ref(),
            before: table.before.as_ref(),
            after: table.after.as_ref(),
        };
        if parts.spans().iter().all(Option::is_none) {
            sink.error(Code::ForbidsNothing, name.span, format!("the ban `{}` describes no move", name.value))
                .help("say which moves it forbids with `move`, `before` or `after`");
        }
        let takes = parts.mv.is_some_and(|it| it.value.captures.is_some());
        let seen = if takes { Seen::Capture } else { Seen::Move };
        let forbids = conditions.all(&parts, seen, sink);
        let title = format!("ban.{}", name.value);
        let unless = exceptions(conditions, &title, &written.unless, seen, sink);
        let source = conditions.scope.source(table.source.as_ref(), sink);
        let label = wording::label(&name.value, table.label.as_ref(), sink);
        let mut exception_label = |why: &str| {
            let written = written.unless.iter().find(|it| it.0.value == why);
            wording::label(why, written.and_then(|it| it.1.label.as_ref()), sink)
        };
        let exception_labels = unless.iter().map(|it| exception_label(&it.0)).collect();
        if let Some(forbids) = forbids {
            all.push(Ban { name: name.value.clone(), label, exception_labels, forbids, unless, source });
        }
    }
    all
}

/// Resolves the exceptions to a ban or an outcome.
fn exceptions(
    conditions: &Conditions,
    title: &str,
    written: &def::Named<def::Unless>,
    seen: Seen,
    sink: &mut Diagnostics,
) -> Vec<(String, BanTests)> {
    let mut all = Vec::new();
    for (why, unless) in written {
        let parts = Parts::of(unless);
        let spans = parts.spans();
        if spans.iter().all(Option::is_none) {
            let key = &why.value;
            let help = match title.starts_with("outcome") {
                true => {
                    "say when the outcome does not occur, for example `after = { attack = { by = \"next\", on = \"mover\" } }`"
                        .to_owned()
                }
                false => "say which moves the ban allows, for example `move = { captures = {} }`".to_owned(),
            };
            sink.error(Code::ForbidsNothing, why.span, format!("[{title}.unless.{key}] has no test")).help(help);
            continue;
        }
        all.extend(conditions.all(&parts, seen, sink).map(|it| (why.value.clone(), it)));
    }
    all
}

/// Suggested fix for kings that leave the board without an outcome.
pub(super) const KING_CAPTURED: &str = "add `[outcome.king-captured]` with `when = { king-captured = \"opponents\" }`, \
     `settled = \"after-move\"`, `then = \"end\"` and `points = { mover = 1, others = 0 }`, or with \
     `then = \"eliminate\"`";

/// Resolves the header `[check]`.
pub(super) fn check(conditions: &Conditions, sink: &mut Diagnostics) -> Option<Check> {
    let scope = conditions.scope;
    let table = &scope.definition.check.as_ref()?.value;
    let follows = |it: &(Spanned<String>, def::WithUnless<def::Outcome>)| it.1.table.when.value.king_captured.is_some();
    let kings = &table.kings;
    let has_kings =
        scope.definition.pieces.iter().any(|it| it.1.role.as_ref().is_some_and(|it| it.value == policy::Role::Royal));
    let may_be_captured = kings.value == policy::Kings::MayBeCaptured && has_kings;
    if may_be_captured && scope.strict && !scope.definition.outcomes.iter().any(follows) {
        sink.error(Code::Needs, kings.span, "kings can be captured, but no outcome says what happens then")
            .help(KING_CAPTURED);
    }
    Some(Check {
        attackers: table.attackers.value,
        own_king: table.own_king.value,
        kings: table.kings.value,
        pinned: table.pinned.value,
        barred: table.banned.value,
        royals: table.royals.as_ref().map(|it| it.value),
        judged: table.judged.value,
        source: scope.source(table.source.as_ref(), sink),
    })
}

/// Resolves outcomes in file order.
pub(super) fn outcomes(conditions: &Conditions, sink: &mut Diagnostics) -> Vec<Outcome> {
    let scope = conditions.scope;
    let mut all = Vec::new();
    for (name, written) in &scope.definition.outcomes {
        let table = &written.table;
        let when = conditions.position(&table.when, Seen::Outcome, sink);
        if when.as_ref().is_some_and(|it| *it == PositionTest::default()) {
            sink.error(Code::ForbidsNothing, table.when.span, format!("the outcome `{}` has no test", name.value))
                .help("say when it happens, for example `when = { living = 1 }`");
        }
        let victim = when.as_ref().is_some_and(binds_victim);
        if matches!(table.then.value, policy::Then::Eliminate | policy::Then::Freeze) {
            if !victim && when.is_some() {
                sink.error(
                    Code::NoVictim,
                    table.then.span,
                    format!("the outcome `{}` does not say which player is eliminated", name.value),
                )
                .help(
                    "use a test that determines a victim: `stuck`, `captured` or `king-captured`, or a test of one player or of `some` \
                     of a set: `attack`, `count`, `counter`, `perpetual-check`, `perpetual-chase` or `points`",
                );
            }
            needs_elimination(conditions, table.then.span, sink);
        }
        turns::check_frozen(conditions, name, table, sink);
        mating_player(conditions, name, table, sink);
        let seen = if victim { Seen::Judged } else { Seen::Outcome };
        let unless = exceptions(conditions, &format!("outcome.{}", name.value), &written.unless, seen, sink);
        let known = |gap: Gap| match gap {
            Gap::Mover | Gap::Living => true,
            Gap::Victim => victim,
            Gap::MatingPlayer => table.mating_player.is_some(),
            Gap::Times => table.when.value.repeated.is_some(),
            Gap::Rounds | Gap::Resets => table.when.value.halfmove_rounds.is_some(),
        };
        all.push(Outcome {
            name: name.value.clone(),
            label: wording::label(&name.value, table.label.as_ref(), sink),
            sentence: wording::sentence(table.sentence.as_ref(), known, sink),
            unless,
            mating_player: table.mating_player.as_ref().map(|it| it.value),
            then: table.then.value,
            extra_turn_for: turns::extra_turn_for(conditions, table, &roles(table, victim), sink),
            allies: alliances::allies(conditions, name, table, &roles(table, victim), sink),
            source: scope.source(table.source.as_ref(), sink),
            score: score::of(conditions, &name.value, &roles(table, victim || when.is_none()), sink),
            when: when.unwrap_or_default(),
        });
    }
    check_chases(scope.definition, &all, sink);
    all
}

/// The roles that every score may use.
const ROLES: [Who; 9] = [
    Who::Mover,
    Who::Next,
    Who::Previous,
    Who::Others,
    Who::Opponents,
    Who::Partners,
    Who::Living,
    Who::Eliminated,
    Who::All,
];

/// Returns the roles that the score of an outcome may use.
fn roles(table: &def::Outcome, victim: bool) -> Vec<Who> {
    let mut roles = ROLES.to_vec();
    if victim {
        roles.extend([Who::Victim, Who::Third]);
    }
    if table.mating_player.is_some() {
        roles.push(Who::MatingPlayer);
    }
    roles
}

/// Reports whether the tests of an outcome find a victim.
fn binds_victim(when: &PositionTest) -> bool {
    let some = crate::rulebook::Quantity::Some;
    when.stuck.is_some_and(|it| !is_set(it.who) || it.how_many == some)
        || when.attack.is_some_and(|it| !is_set(it.on) || it.how_many == some)
        || when.count.as_ref().is_some_and(|it| !is_set(it.of) || it.how_many == some)
        || when.counter.is_some_and(|it| !is_set(it.of) || it.how_many == some)
        || when.perpetual_check.is_some_and(|it| !is_set(it.by) || it.how_many == some)
        || when.perpetual_chase.as_ref().is_some_and(|it| !is_set(it.by) || it.how_many == some)
        || when.points.is_some_and(|it| !is_set(it.of) || it.how_many == some)
        || when.king_captured.is_some()
        || when.captured.is_some()
}

fn mating_player(conditions: &Conditions, name: &Spanned<String>, table: &def::Outcome, sink: &mut Diagnostics) {
    let Some(mating_player) = &table.mating_player else { return };
    let when = &table.when.value;
    let needs = match mating_player.value {
        MatingPlayer::SoleSufficient if when.mates_alone.as_ref().is_none_or(|it| it.value != 1) => "`mates-alone = 1`",
        MatingPlayer::FirstToCapture if when.stuck.is_none() && when.attack.is_none() => "a `stuck` or `attack` test",
        _ => return,
    };
    if conditions.scope.strict {
        sink.error(
            Code::Needs,
            mating_player.span,
            format!("`{}` determines no player without {needs} in `when` of `{}`", mating_player.value, name.value),
        )
        .help(format!("add {needs} to `when`, or leave `mating-player` out"));
    }
}

/// Reports a missing `[elimination]` if something eliminates a player.
fn needs_elimination(conditions: &Conditions, span: crate::diagnostic::Span, sink: &mut Diagnostics) {
    if conditions.scope.definition.elimination.is_none() && conditions.scope.strict {
        const MISSING: &str = "the rulebook does not say what happens to the pieces of an eliminated player";
        // One header is missing, however many endings need it.
        if !sink.items.iter().any(|it| it.message == MISSING) {
            sink.error(Code::Needs, span, MISSING)
                .help("add a header `[elimination]` with the lines `army = \"inert\"` and `king = \"stays\"`");
        }
    }
}

/// Returns advice on a team in a game for two players.
fn without_teams(name: &Spanned<String>) -> String {
    format!("a game for two has no teams: leave `[team.{}]` out", name.value)
}

/// Resolves teams in file order. A player belongs to one team at most.
pub(super) fn teams(scope: &Scope, sink: &mut Diagnostics) -> Vec<Team> {
    let mut all: Vec<Team> = Vec::new();
    for (name, table) in &scope.definition.teams {
        let seats = scope.seat_set(&table.seats, sink);
        if seats.count_ones() < 2 && scope.strict && !sink.has_errors() {
            sink.error(
                Code::BadNumber,
                table.seats.span,
                format!("the team `{}` has fewer than two players", name.value),
            )
            .help(match scope.seats.len() {
                2 => without_teams(name),
                _ => "name the seats of all partners, like `seats = [\"red\", \"yellow\"]`".to_owned(),
            });
        }
        if seats.count_ones() as usize == scope.seats.len() && seats.count_ones() > 1 {
            let text = format!("the team `{}` has all players, so nobody is left to play against", name.value);
            sink.error(Code::BadNumber, table.seats.span, text).help(match scope.seats.len() {
                2 => without_teams(name),
                _ => "leave the players of the other side out".to_owned(),
            });
        }
        if let Some(other) = all.iter().find(|it| it.seats & seats != 0) {
            let shared = |it: &&Spanned<Name>| {
                scope.seat(it, &mut Diagnostics::default()).is_some_and(|it| other.seats & it.bit() != 0)
            };
            let seat = table.seats.iter().find(shared);
            let player = seat.map_or("", |it| it.value.0.as_str());
            let text = format!("`{player}` belongs to the teams `{}` and `{}`", other.name, name.value);
            let first = scope.definition.teams.iter().find(|it| it.0.value == other.name).map(|it| it.1.seats.span);
            sink.error(Code::NamedTwice, seat.map_or(table.seats.span, |it| it.span), text)
                .also(first.unwrap_or(table.seats.span), "the first team")
                .help(format!("remove `\"{player}\"` from one of the two lists: each player belongs to one team"));
        }
        all.push(Team {
            name: name.value.clone(),
            seats,
            captures: table.captures.value,
            checks: table.checks.value,
            loss: table.loss.value,
            source: scope.source(table.source.as_ref(), sink),
        });
    }
    all
}

/// Checks the source of `[elimination]`, and warns if armies are taken over, but no elimination determines who takes one
/// over.
pub(super) fn check_elimination(scope: &Scope, sink: &mut Diagnostics) {
    let Some(table) = &scope.definition.elimination else { return };
    scope.source(table.value.source.as_ref(), sink);
    let outcomes = || scope.definition.outcomes.iter().map(|it| &it.1.table);
    let eliminates = outcomes().any(|it| it.then.value == policy::Then::Eliminate);
    let finds = outcomes().any(|it| it.then.value == policy::Then::Eliminate && it.mating_player.is_some());
    let names = scope
        .definition
        .claims
        .iter()
        .any(|it| it.1.names.is_some() && it.1.then.value == policy::ClaimThen::Eliminate);
    if table.value.army.value == policy::Army::TakenOver && scope.strict && !finds && !names {
        sink.warning(
            Code::NoEffect,
            table.value.army.span,
            "no elimination determines a mating player, so no army is taken over",
        )
        .help(match eliminates {
            true => "add a line such as `mating-player = \"last-mover\"` to the outcome that eliminates a player",
            false => {
                "no outcome eliminates a player: write `then = \"eliminate\"` and `mating-player = \"last-mover\"` in one, \
                 or another word for `army`"
            }
        });
    }
}

/// Resolves the lists of `[settle]`.
pub(super) fn settle(conditions: &Conditions, sink: &mut Diagnostics) -> Settle {
    let scope = conditions.scope;
    let Some(table) = &scope.definition.settle else {
        return Settle::default();
    };
    let mut misspelt = false;
    let mut read = |list: &Spanned<Vec<Spanned<Name>>>| -> Vec<OutcomeId> {
        super::scope::once(list, sink);
        let found: Vec<OutcomeId> = list.iter().filter_map(|it| scope.outcome(it, sink)).collect();
        misspelt |= found.len() < list.len();
        found
    };
    let settle = Settle {
        after_move: read(&table.value.after_move),
        turn_start: read(&table.value.turn_start),
        on_claim: read(&table.value.on_claim),
    };
    if scope.strict && !misspelt {
        never_settled(conditions, table, &settle, sink);
    }
    settle
}

/// Warns about outcomes that no list names. Inherited outcomes that the file's own `[settle]` omits are reported
/// together, at that `[settle]`, with the line that drops them.
fn never_settled(conditions: &Conditions, table: &Spanned<def::Settle>, settle: &Settle, sink: &mut Diagnostics) {
    let definition = conditions.scope.definition;
    let is_settled = |index: usize| {
        let id = OutcomeId(index.min(255) as u8);
        [&settle.after_move, &settle.turn_start, &settle.on_claim].iter().any(|it| it.contains(&id))
    };
    let unsettled = definition.outcomes.iter().enumerate().filter(|it| !is_settled(it.0)).map(|it| it.1);
    // A file is read before the files that it extends.
    let (inherited, own): (Vec<_>, Vec<_>) = unsettled.partition(|it| it.0.span.file > table.span.file);
    for (name, it) in own {
        let moment = proposed::settled(&it.table);
        sink.warning(Code::NeverSettled, name.span, format!("the outcome `{}` is never tested", name.value))
            .also(table.span, "the lists of [settle]")
            .help(format!("add `settled = {moment}` to `[outcome.{0}]`, or delete `[outcome.{0}]`", name.value));
    }
    let Some(first) = inherited.first() else { return };
    let mut names: Vec<String> = inherited.iter().map(|it| format!("`{}`", it.0.value)).collect();
    let last = names.pop().unwrap_or_default();
    let names = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
    let mut drops: Vec<String> = inherited.iter().map(|it| format!("\"outcome.{}\"", it.0.value)).collect();
    let asks = |it: &&(Spanned<String>, def::WithUnless<def::Outcome>)| it.1.table.when.value.mate.is_some();
    let all_asking = definition.outcomes.iter().filter(asks).count();
    // `[dead-position]` is dropped together with the last outcome that uses it.
    if definition.dead_position.is_some()
        && all_asking > 0
        && inherited.iter().filter(|it| asks(it)).count() == all_asking
    {
        drops.push("\"dead-position\"".to_owned());
    }
    let (outcomes, they) = match inherited.len() {
        1 => ("outcome", "it"),
        _ => ("outcomes", "them"),
    };
    sink.warning(
        Code::NeverSettled,
        table.span,
        format!(
            "this [settle] replaces an inherited one, but none of its lists contains the inherited {outcomes} {names}"
        ),
    )
    .also(first.0.span, "inherited from here")
    .help(format!(
        "name {they} in a list of `[settle]`, or leave {they} out with a line at the top of the file: `without = [{}]`",
        drops.join(", ")
    ));
}

/// Resolves claims in file order.
pub(super) fn claims(conditions: &Conditions, sink: &mut Diagnostics) -> Vec<Claim> {
    let scope = conditions.scope;
    let mut all = Vec::new();
    for (name, table) in &scope.definition.claims {
        if let Some(other) = scope.definition.outcomes.iter().find(|it| it.0.value == name.value) {
            // The header in the author's own file is the one that they can rename.
            let is_outcome = name.span.file != 0 && other.0.span.file == 0;
            let (own, family, first) = if is_outcome { (&other.0, "outcome", name) } else { (name, "claim", &other.0) };
            let taken = if is_outcome { "a claim" } else { "an outcome" };
            sink.error(Code::NamedTwice, own.span, format!("{taken} is called `{}`, too", name.value))
                .also(first.span, format!("the {}", taken.rsplit(' ').next().unwrap_or(taken)))
                .help(format!(
                    "`[score]` names both in the same way: rename this one, for example to `[{family}.{}-{family}]`",
                    name.value
                ));
        }
        if table.then.value == policy::ClaimThen::Eliminate {
            needs_elimination(conditions, table.then.span, sink);
        }
        if table.consent.value == policy::Consent::Third && table.names.is_none() && scope.strict {
            sink.error(
                Code::Needs,
                table.consent.span,
                "the claim has no third player, because it names no other player",
            )
            .help("write `names = \"winner\"`, or another `consent`");
        }
        alliances::check_claim(conditions, table, sink);
        let mut roles = [&ROLES[..], &[Who::Victim, Who::Third]].concat();
        if table.names.as_ref().is_some_and(|it| it.value == policy::ClaimNames::Winner) {
            roles.push(Who::Winner);
        }
        all.push(Claim {
            name: name.value.clone(),
            label: wording::label(&name.value, table.label.as_ref(), sink),
            names: table.names.as_ref().map(|it| it.value),
            consent: table.consent.value,
            timing: table.timing.value,
            then: table.then.value,
            score: score::of(conditions, &name.value, &roles, sink),
            source: scope.source(table.source.as_ref(), sink),
        });
    }
    all
}

/// Resolves the endings in which checkmate is impossible.
pub(super) fn dead_position(conditions: &Conditions, sink: &mut Diagnostics) -> DeadPosition {
    let Some(table) = &conditions.scope.definition.dead_position else {
        return DeadPosition::default();
    };
    let has_mate_outcome = conditions.scope.definition.outcomes.iter().any(|it| it.1.table.when.value.mate.is_some());
    if !has_mate_outcome && conditions.scope.strict {
        sink.warning(Code::NoEffect, table.span, "no outcome tests `mate = \"impossible\"`")
            .help("add `[outcome.no-mate]` with `when = { mate = \"impossible\" }` and `then = \"end\"`, or leave `[dead-position]` out");
    }
    DeadPosition {
        minor: conditions.scope.kind_set(&table.value.minor, sink),
        colored: conditions.scope.kind_set(&table.value.colored, sink),
    }
}
