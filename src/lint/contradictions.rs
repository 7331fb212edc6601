//! Warnings about rules that contradict each other: kings that are kept safe although nobody attacks them, kings
//! that a partner can capture although no rule says what follows, forced captures that a ban forbids, passes that stalemate
//! prevents, and two numbers of points for one player.
//!
//! Input: the tables `[check]`, `[capture]`, `[castling-rules]`, `[drop]`, `[team]`, `[alliance]` and `[score]`, and the tests of bans and
//! outcomes. Output: warnings. Does not know where pieces can go, or how the game ends.

use super::fire::{fits_all, royals};
use crate::definition::{Definition, PlayerWord};
use crate::diagnostic::{Code, Diagnostics, Span};
use crate::policy::{Attackers, DropMate, ForcedCapture, Kings, MatingPlayer, OwnKing, PartnerCaptures, Role, Who};
use crate::rulebook::{Ban, MoveTest, Outcome, PieceTest, Player, PositionTest, Rulebook};

/// Warns about rules that keep kings safe, or that forbid mate, although nobody gives check.
pub(super) fn safety_from_nobody(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let Some(check) = def.check.as_ref().filter(|_| book.check.attackers == Attackers::Nobody) else { return };
    let attackers = check.value.attackers.span;
    let mut warn = |span: Span, message: &str, help: &str| {
        sink.warning(Code::NoEffect, span, message)
            .also(attackers, "nobody gives check")
            .help(format!("write {help}, or `attackers = \"living-opponents\"` in `[check]`"));
    };
    // An explosion may still not destroy the player's own king.
    if book.check.own_king == OwnKing::KeptSafe && book.explosion.is_none() {
        let message = "kings are kept safe from nobody: `attackers = \"nobody\"` means that there is no check";
        warn(check.value.own_king.span, message, "`own-king = \"may-be-left\"`");
    }
    if let Some(rules) = def.castling_rules.as_ref().filter(|_| book.castlings.iter().any(|it| !it.safe.is_empty())) {
        let message = "castling needs safe squares, but every square is safe: `attackers = \"nobody\"` means no check";
        warn(rules.value.safe.span, message, "`safe = []`");
    }
    if let Some((_, drop)) = def.drops.iter().find(|it| it.1.mate.value == DropMate::Forbidden) {
        let message = "no drop ever gives checkmate: `attackers = \"nobody\"` means that there is no check";
        warn(drop.mate.span, message, "`mate = \"allowed\"`");
    }
}

/// Warns if a player can capture the king of a partner, and no test concerns that.
pub(super) fn kings_captured_by_partners(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let royals = royals(book);
    let is_partner = |it: Player| !matches!(it, Player::Role(Who::Opponents | Who::Mover | Who::Eliminated));
    let of_kings = |it: &PieceTest| it.kind.is_none_or(|it| it & royals != 0) && it.owner.is_none_or(is_partner);
    let concerns = |it: &PositionTest| {
        it.king_captured.is_some_and(is_partner)
            || it.captured.as_ref().is_some_and(of_kings)
            || it.count.as_ref().is_some_and(|it| it.kinds & royals != 0 && is_partner(it.of))
    };
    let forbids = |it: &crate::rulebook::BanTests| {
        it.mv.as_ref().is_some_and(|it| it.captures.as_ref().is_some_and(of_kings))
            || it.after.as_ref().is_some_and(concerns)
    };
    if royals == 0
        || book.outcomes.iter().any(|it| concerns(&it.when))
        || book.bans.iter().any(|it| forbids(&it.forbids))
    {
        return;
    }
    let teams = def.teams.iter().map(|it| (&it.1.captures, format!("a partner in the team `{}`", it.0.value)));
    let alliance = def.alliance.as_ref().map(|it| (&it.value.captures, "an ally".to_owned()));
    let captures = |it: &PartnerCaptures| *it == PartnerCaptures::Allowed && book.check.kings == Kings::MayBeCaptured;
    let captured = teams.clone().chain(alliance.clone()).find(|it| captures(&it.0.value));
    let captured = captured.map(|(it, partner)| (it.span, "capture", partner, "`captures = \"forbidden\"` here"));
    let explosion =
        def.explosion.as_ref().filter(|_| book.explosion.as_ref().is_some_and(|it| royals & !it.immune != 0));
    let destroyed = explosion.zip(teams.chain(alliance).next());
    let destroyed = destroyed.map(|(it, (_, partner))| (it.span, "destroy", partner, "the king into `immune`"));
    let Some((span, verb, partner, other)) = captured.or(destroyed) else { return };
    let outcome = book.outcomes.iter().find(|it| it.when.king_captured == Some(Player::Role(Who::Opponents)));
    let outcome = match outcome {
        Some(it) => format!("write `king-captured = \"others\"` in `when` of `[outcome.{}]`", it.name),
        None => {
            "add `[outcome.king-captured]` with the lines `when = { king-captured = \"others\" }`, `then = \"end\"` \
                 and `settled = \"after-move\"`"
                .to_owned()
        }
    };
    let message = format!("a player can {verb} the king of {partner}, but no outcome says what happens then");
    sink.warning(Code::Needs, span, message).help(format!("{outcome}, or write {other}"));
}

/// Warns if outcomes say what follows the capture of some players' kings, but not of all that can be captured.
pub(super) fn kings_of_some_players(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    if book.check.kings != Kings::MayBeCaptured {
        return;
    }
    let named = |it: &PositionTest| it.king_captured.or(it.captured.as_ref().and_then(|it| it.owner));
    let tests: Vec<Player> = book.outcomes.iter().filter_map(|it| named(&it.when)).collect();
    let seats: Vec<_> =
        tests.iter().filter_map(|it| if let Player::Seat(seat) = it { Some(*seat) } else { None }).collect();
    if seats.is_empty() || seats.len() < tests.len() {
        return;
    }
    let royal = |it: &crate::rulebook::SeatId| {
        let own = book.setup.iter().flatten().filter(|piece| piece.0 == *it);
        own.clone().next().is_none() || own.into_iter().any(|it| book.kinds[it.1.index()].role == Role::Royal)
    };
    let Some(missing) = book.seat_ids().find(|it| !seats.contains(it) && royal(it)) else { return };
    let Some(check) = &def.check else { return };
    let name = missing.name(book);
    sink.warning(
        Code::Needs,
        check.value.kings.span,
        format!("the king of {name} can be captured, but no outcome says what happens then"),
    )
    .help(format!(
        "write `king-captured = \"opponents\"` in the outcome, add an outcome with `king-captured = \"{name}\"`, or write \
         `kings = \"never-captured\"`"
    ));
}

/// Warns if a player must capture when they can, but a ban forbids every capture.
pub(super) fn forced_captures_forbidden(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let Some(capture) = def.capture.as_ref().filter(|_| book.forced_capture != ForcedCapture::No) else { return };
    let is_any_capture = |it: &MoveTest| {
        let is_all = it.captures.as_ref().is_some_and(|it| fits_all(book, it));
        is_all && MoveTest { captures: None, ..it.clone() } == MoveTest::default()
    };
    let is_total = |it: &&Ban| {
        let tests = &it.forbids;
        let is_plain = tests.piece.is_none() && tests.before.is_none() && tests.after.is_none();
        is_plain && it.unless.is_empty() && tests.mv.as_ref().is_some_and(is_any_capture)
    };
    let Some(ban) = book.bans.iter().find(is_total) else { return };
    let message = format!("no capture is ever forced: the ban `{}` forbids every capture", ban.name);
    let found = sink.warning(Code::NoEffect, capture.value.forced.span, message);
    if let Some((name, _)) = def.bans.iter().find(|it| it.0.value == ban.name) {
        found.also(name.span, "every capture is forbidden here");
    }
    found.help(format!("write `forced = \"no\"`, or add an exception `[ban.{}.unless.exception]`", ban.name));
}

/// Warns if players without a legal move pass, but an outcome for them comes first.
pub(super) fn passes_after_stalemate(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let (Some(turns), Some(outcome)) = (&def.turns, book.outcome_before_passing()) else { return };
    let message = format!("no player without a legal move ever passes: the outcome `{}` comes first", outcome.name);
    let own = def.outcomes.iter().any(|it| it.0.value == outcome.name && it.0.span.file == 0);
    let out = match own {
        true => format!("remove `[outcome.{}]`", outcome.name),
        false => format!("drop the outcome at the top of the file: `without = [\"outcome.{}\"]`", outcome.name),
    };
    sink.warning(Code::NoEffect, turns.value.passing.span, message)
        .help(format!("write `passing = \"never\"`, or {out}"));
}

/// Warns about an outcome that gives points to the mover and to the victim, if its test finds the mover: they are one.
pub(super) fn points_of_one_player_twice(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    for outcome in book.outcomes.iter().filter(|it| finds_mover(&it.when)) {
        let is_stuck = outcome.when.stuck.is_some();
        let points = |who: Who| outcome.score.iter().find(|it| it.0 == Player::Role(who)).map(|it| it.1);
        let lines = def.score.iter().flat_map(|it| &it.value).filter(|it| it.0.value == outcome.name);
        let written = lines.flat_map(|it| &it.1.value).find(|it| it.0.value == PlayerWord::Role(Who::Mover));
        let is_twice = points(Who::Victim).is_some_and(|it| Some(it) != points(Who::Mover));
        let Some((written, _)) = written.filter(|_| is_twice) else { continue };
        let message =
            format!("`mover` and `victim` are the same player here: the one whom the test of `{}` finds", outcome.name);
        sink.warning(Code::NoEffect, written.span, message).help(match (is_stuck, outcome.mating_player) {
            (true, Some(_)) => "write `mating-player` in place of `mover`".to_owned(),
            (true, None) => format!(
                "write `mating-player` in place of `mover`, and add `mating-player = \"last-mover\"` to `[outcome.{}]`; or write \
                 `previous`",
                outcome.name
            ),
            (false, _) => "leave one of them out: `others` are all other players".to_owned(),
        });
    }
}

/// Reports whether the player whom a test finds is the mover.
fn finds_mover(when: &PositionTest) -> bool {
    let mover = Player::Role(Who::Mover);
    let has_other = when.king_captured.is_some() || when.captured.is_some() || when.attack.is_some();
    let is_stuck = when.stuck.is_some_and(|it| it.who == Who::Mover);
    let found = [when.counter.map(|it| it.of), when.points.map(|it| it.of), when.count.as_ref().map(|it| it.of)];
    let mut found = found.into_iter().flatten().chain(is_stuck.then_some(mover));
    let is_perpetual = when.perpetual_check.is_some() || when.perpetual_chase.is_some();
    !has_other && !is_perpetual && found.next() == Some(mover)
}

/// Warns about an outcome whose mating player is the player whom its test finds.
pub(super) fn mated_by_themselves(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let is_own = |it: &&Outcome| it.mating_player == Some(MatingPlayer::Mover) && finds_mover(&it.when);
    for outcome in book.outcomes.iter().filter(is_own) {
        let name = &outcome.name;
        let written = def.outcomes.iter().find(|it| it.0.value == *name);
        let Some(span) = written.and_then(|it| it.1.table.mating_player.as_ref()).map(|it| it.span) else { continue };
        let message = format!("the mating player of `{name}` is its victim: `mover` is the player whom the test finds");
        sink.warning(Code::NoEffect, span, message)
            .help("write `mating-player = \"last-mover\"`, or leave `mating-player` out");
    }
}
