//! Warnings about headers that nothing uses: an elimination of nobody, a way to judge mates without a test of mates,
//! passes that a ban forbids, kings that may be left in a check without consequences, and lists without items.
//!
//! Input: the tables as written, with the compiled rulebook. Output: warnings that name the missing rule. Does not know
//! where pieces can go.

use super::fire::royals;
use super::unused::positions;
use crate::definition::Definition;
use crate::diagnostic::{Code, Diagnostics, Span};
use crate::policy::{Attackers, Barred, ClaimThen, Kings, OwnKing, Then, TurnPassing};
use crate::rulebook::{Ban, BanTests, MoveTest, Rulebook};

/// Warns about every header that nothing uses.
pub(super) fn idle(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    // A file without parents may be printed from one that has them.
    let is_alone = def.top.as_ref().is_none_or(|it| it.extends.is_empty());
    if !is_alone {
        eliminations(def, book, sink);
        mates(def, book, sink);
        kings_left_in_check(def, book, sink);
        bans_of_no_attack(def, book, sink);
    }
    banned_passes(def, book, sink);
    empty_lists(def, sink);
}

/// Reports whether a header is in the author's own file.
fn is_own(span: Span) -> bool {
    span.file == 0
}

/// Warns about an elimination of nobody. A position of three players can be set up with an eliminated one.
fn eliminations(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let is_duel = book.seats.len() == 2;
    let Some(table) = def.elimination.as_ref().filter(|it| is_own(it.span) && is_duel) else { return };
    let by_outcome = def.outcomes.iter().any(|it| matches!(it.1.table.then.value, Then::Eliminate | Then::Freeze));
    let by_claim = def.claims.iter().any(|it| it.1.then.value == ClaimThen::Eliminate);
    if !by_outcome && !by_claim {
        sink.warning(Code::NoEffect, table.span, "no outcome and no claim eliminates a player")
            .help("write `then = \"eliminate\"` in an outcome or a claim, or leave `[elimination]` out");
    }
}

fn mates(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let Some(table) = def.mate.as_ref().filter(|it| is_own(it.span)) else { return };
    if !positions(book).iter().any(|it| it.mates_alone.is_some()) {
        sink.warning(Code::NoEffect, table.span, "no test has `mates-alone`, which `[mate]` describes")
            .help("add `mates-alone = 1` to `when` of an outcome, or leave `[mate]` out");
    }
}

/// Warns if a player may leave their king in check, although no king is ever captured, and nothing else tests for check.
fn kings_left_in_check(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let check = &book.check;
    let Some(table) = def.check.as_ref().filter(|it| is_own(it.value.own_king.span)) else { return };
    let is_left = check.own_king == OwnKing::MayBeLeft && check.kings == Kings::NeverCaptured;
    let tests = positions(book).iter().any(|it| it.attack.is_some() || it.perpetual_check.is_some());
    if is_left && check.attackers != Attackers::Nobody && royals(book) != 0 && book.explosion.is_none() && !tests {
        sink.warning(
            Code::NoEffect,
            table.value.own_king.span,
            "a king that is left in check is never captured: `kings = \"never-captured\"`",
        )
        .also(table.value.kings.span, "no king is captured")
        .help("write `kings = \"may-be-captured\"` in `[check]`, or `own-king = \"kept-safe\"`");
    }
}

/// Warns if bans are to stop attacks on kings, but none of them is about captures.
fn bans_of_no_attack(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let Some(banned) = def.check.as_ref().map(|it| &it.value.banned).filter(|it| is_own(it.span)) else { return };
    let counts = |it: &Ban| it.forbids.mv.as_ref().is_some_and(|it| it.captures.is_some());
    if book.check.barred == Barred::DoNotAttack && !book.bans.iter().any(counts) {
        sink.warning(
            Code::NoEffect,
            banned.span,
            "no ban says which captures it forbids, so each attack on a king counts",
        )
        .help("add `captures = {}` to `move` of a ban that is to stop attacks, or leave `banned` out");
    }
}

fn banned_passes(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let Some(turns) = def.turns.as_ref().filter(|_| book.passing != TurnPassing::Never) else { return };
    let every_pass = Some(MoveTest { passes: Some(true), ..MoveTest::default() });
    let is_plain = |it: &BanTests| it.piece.is_none() && it.before.is_none() && it.after.is_none();
    let is_total = |it: &&Ban| it.forbids.mv == every_pass && is_plain(&it.forbids) && it.unless.is_empty();
    let Some(ban) = book.bans.iter().find(is_total) else { return };
    let Some(span) = def.bans.iter().find(|it| it.0.value == ban.name).map(|it| it.0.span) else { return };
    let passing = &turns.value.passing;
    sink.warning(Code::NoEffect, span, format!("the ban `{}` forbids every pass", ban.name))
        .also(passing.span, "passes are allowed here")
        .help(format!("write `passing = \"never\"` in `[turns]`, and leave `[ban.{}]` out", ban.name));
}

/// Warns about lists of pieces and of titles without any item.
fn empty_lists(def: &Definition, sink: &mut Diagnostics) {
    let title = |header: &str, name: &str| match name {
        "" => format!("[{header}]"),
        name => format!("[{header}.{name}]"),
    };
    let drops = def.drops.iter().map(|it| (title("drop", &it.0.value), &it.1.pieces));
    let promotions = def.promotions.iter().map(|it| (title("promotion", &it.0.value), &it.1.pieces));
    let moves = def.promotion_moves.iter().map(|it| (title("promotion-move", &it.0.value), &it.1.pieces));
    let tags = def.tags.iter().map(|it| (title("tag", &it.0.value), &it.1.pieces));
    let gating = def.gating.iter().map(|it| (title("gating", ""), &it.value.pieces));
    let double_step = def.double_step.iter().map(|it| (title("double-step", ""), &it.value.table.pieces));
    let en_passant = def.en_passant.iter().map(|it| (title("en-passant", ""), &it.value.pieces));
    let all = drops.chain(promotions).chain(moves).chain(tags).chain(gating).chain(double_step).chain(en_passant);
    for (title, list) in all.filter(|it| it.1.value.is_empty()) {
        sink.warning(Code::NoEffect, list.span, format!("the list names no piece, so `{title}` has no effect"))
            .help(format!("add a kind, for example `pieces = [\"pawn\"]`, or leave `{title}` out"));
    }
    if let Some(titles) = def.score_titles.as_ref().map(|it| &it.value.titles).filter(|it| it.value.is_empty()) {
        sink.warning(Code::NoEffect, titles.span, "the list names no title, so `[score-titles]` has no effect")
            .help("add titles, for example `titles = [\"Last\", \"First\"]`, or leave `[score-titles]` out");
    }
}
