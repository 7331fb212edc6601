//! Refusals: the code and the sentence for each reason why a move is not legal.
//!
//! Input: a [`Position`] and a [`Move`], or a [`Refusal`]. Output: an [`Explanation`] with a sentence, squares,
//! names and numbers. Does not decide whether a move is legal.

use super::barrier::barrier_refusal;
use super::moved::{after, example};
use super::protection::{is_spared, partners_text, possible_exceptions, uncapturable};
use super::{Explanation, cited, parts, piece_text, pieces_text, promotion};
use crate::board::{Heading, Link, Square};
use crate::notation::moves::{captured, print_move};
use crate::notation::name::{UNKNOWN, a, capital, count_text, kind_letter, kind_name};
use crate::notation::position::usual_letters;
use crate::notation::{joined, seat_title};
use crate::policy::{MaterialCount, Role, Who};
use crate::rulebook::{Ban, KindId, PlaceTest, Player, Rulebook, SeatId, TagId};
use crate::rules::{Move, Permission, Position, Refusal};

/// Returns the stable code of a refusal; `ban.?` for a ban of another variant.
///
/// [`notation`](crate::notation) has an example.
pub fn code(book: &Rulebook, refusal: &Refusal) -> String {
    let word = match refusal {
        Refusal::GameOver => "game-over",
        Refusal::NoPiece { .. } => "no-piece",
        Refusal::PlayerEliminated { .. } => "player-eliminated",
        Refusal::NotYourTurn { .. } => "not-your-turn",
        Refusal::NoSuchMovement => "no-such-movement",
        Refusal::NothingToCapture { .. } => "nothing-to-capture",
        Refusal::MustPromote { .. } => "must-promote",
        Refusal::NoSuchPromotion { .. } => "no-such-promotion",
        Refusal::PromotionLimit { .. } => "promotion-limit",
        Refusal::PromotionAttacks { .. } => "promotion-attacks",
        Refusal::NoCastlingRight { .. } => "no-castling-right",
        Refusal::Blocked { .. } => "blocked",
        Refusal::NoHurdle => "no-hurdle",
        Refusal::WrongHurdle { .. } => "wrong-hurdle",
        Refusal::Immune { .. } => "immune",
        Refusal::Ally { .. } => "ally",
        Refusal::KingNotCapturable { .. } => "king-not-capturable",
        Refusal::Barrier { permission: Permission::Quiet, .. } => "barrier-move",
        Refusal::Barrier { permission: Permission::Capture, .. } => "barrier-capture",
        Refusal::Barrier { permission: Permission::CaptureKing, .. } => "barrier-king",
        Refusal::Ban { ban, .. } => return format!("ban.{}", book.bans.get(*ban).map_or(UNKNOWN, |it| &it.name)),
        Refusal::OwnKing { .. } => "own-king",
        Refusal::OwnKingDestroyed { .. } => "own-king-destroyed",
        Refusal::CastlingAttacked { .. } => "castling-attacked",
        Refusal::CheckAcross { .. } => "barrier-check",
        Refusal::MustCapture { .. } => "must-capture",
        Refusal::MustTakeMost { .. } => "must-take-most",
        Refusal::NotInPool { .. } => "not-in-pool",
        Refusal::NoDropThere { .. } => "no-drop-there",
        Refusal::GateClosed { .. } => "gate-closed",
        Refusal::NotPlaced { .. } => "not-placed",
        Refusal::NowhereToPlace { .. } => "nowhere-to-place",
        Refusal::Placement { obstacle, .. } => parts::obstacle_code(*obstacle),
        Refusal::FileFull { .. } => "file-full",
        Refusal::ColorFull { .. } => "color-full",
        Refusal::SquareNeeded { .. } => "square-needed",
        Refusal::DropNotBeside { .. } => "drop-not-beside",
        Refusal::DropConvertsNothing { .. } => "drop-converts-nothing",
        Refusal::DropMate { .. } => "drop-mate",
        Refusal::NoPassing => "no-passing",
        Refusal::NotStuck => "not-stuck",
        Refusal::MustDrop => "must-drop",
        _ => UNKNOWN,
    };
    word.to_owned()
}

/// Explains whether a move is legal and, if not, the reason.
///
/// [`notation`](crate::notation) has an example.
pub fn explain(position: &Position, mv: Move) -> Explanation {
    let book = position.variant().rulebook();
    let Err(refusal) = position.explain(mv) else {
        return legal(position, mv);
    };
    let name = |square: Square| book.board.name(square);
    let mut explanation = Explanation {
        is_legal: false,
        code: code(book, &refusal),
        sentence: String::new(),
        at: Vec::new(),
        barrier: None,
        by: Vec::new(),
        source: None,
    };
    let mover = position.piece_at(mv.from).map_or_else(|| "piece".to_owned(), |it| kind(book, it.kind).to_owned());
    let way = format!("from {} to {}", name(mv.from), name(mv.to));
    explanation.sentence = match &refusal {
        Refusal::GameOver => match position.ending() {
            Some(ending) => format!("The game is over. {}", super::ending_sentence(position, ending)),
            None => "The game is over.".to_owned(),
        },
        Refusal::NoPiece { square } => {
            explanation.at.push(*square);
            format!("There is no piece on {}.", name(*square))
        }
        Refusal::PlayerEliminated { seat } => {
            format!("{} has been eliminated: their pieces cannot move.", seat_title(book, *seat))
        }
        Refusal::NotYourTurn { owner } => {
            let turn = seat_title(book, position.turn());
            let owner = seat_title(book, *owner);
            format!("It is {turn}'s turn, but the {mover} on {} belongs to {owner}.", name(mv.from))
        }
        Refusal::NoSuchMovement if mv.from.index().max(mv.to.index()) >= book.board.len() => {
            "The move names a square that the board does not have.".to_owned()
        }
        Refusal::NoSuchMovement if mv.drop.is_some() => {
            let kind = mv.drop.map_or("piece", |it| kind(book, it));
            format!("In this game, no {kind} can be dropped.")
        }
        Refusal::NoPassing => "In this game, players may not pass.".to_owned(),
        Refusal::NotStuck => {
            let player = seat_title(book, position.turn());
            format!("{player} has a legal move. Players pass only if they have no other move.")
        }
        Refusal::MustDrop => format!("{} must drop a piece before any other move.", seat_title(book, position.turn())),
        Refusal::NotInPool { kind: id } => {
            let what = if mv.gate.is_some() { "that could enter" } else { "to drop" };
            format!("{} has no {} {what}.", seat_title(book, position.turn()), kind(book, *id))
        }
        Refusal::GateClosed { kind: id, square } => {
            explanation.at.push(*square);
            explanation.source = cited(book, book.gating.as_ref().and_then(|it| it.source.as_ref()));
            parts::gate_closed(book, *id, name(*square), &mover)
        }
        Refusal::NotPlaced { .. } | Refusal::NowhereToPlace { .. } | Refusal::Placement { .. } => {
            explanation.source = cited(book, book.blocker.as_ref().and_then(|it| it.source.as_ref()));
            if let Refusal::Placement { square, .. } = &refusal {
                explanation.at.push(*square);
            }
            parts::placement(position, mv, &refusal)
        }
        Refusal::NoDropThere { kind: id, square } => {
            explanation.at.push(*square);
            explanation.source = drop_source(book, *id);
            let occupied = position.piece_at(*square).map_or("", |_| ", which is occupied");
            format!("The {} may not be dropped on {}{occupied}.", kind(book, *id), name(*square))
        }
        Refusal::FileFull { kind: id, square } => {
            explanation.at.push(*square);
            explanation.source = drop_source(book, *id);
            let who = seat_title(book, position.turn());
            format!("{who} may not drop another {} on the file of {}.", kind(book, *id), name(*square))
        }
        Refusal::ColorFull { kind: id, square } => {
            explanation.at.push(*square);
            explanation.source = drop_source(book, *id);
            let (who, kind) = (seat_title(book, position.turn()), kind(book, *id));
            format!("{who} may not drop another {kind} on a square of the same color as {}.", name(*square))
        }
        Refusal::SquareNeeded { kind: id, square } => {
            explanation.at.push(*square);
            explanation.source = drop_source(book, *id);
            let (who, kind) = (seat_title(book, position.turn()), kind(book, *id));
            format!("{who} needs {} for a {kind} that they must still drop.", name(*square))
        }
        Refusal::DropNotBeside { kind: id, square } => {
            explanation.at.push(*square);
            explanation.source = drop_source(book, *id);
            let (kind, square) = (kind(book, *id), name(*square));
            format!("The {kind} may not be dropped on {square}: no piece next to that square allows it.")
        }
        Refusal::DropConvertsNothing { kind: id, square } => {
            explanation.at.push(*square);
            explanation.source = drop_source(book, *id);
            let (kind, square) = (kind(book, *id), name(*square));
            format!("The {kind} may not be dropped on {square}: it must convert a piece, and there is none to convert.")
        }
        Refusal::DropMate { king } => {
            explanation.at.push(*king);
            explanation.source = mv.drop.and_then(|it| drop_source(book, it));
            let what = mv.drop.map_or("piece", |it| kind(book, it));
            format!("A dropped {what} may not give checkmate.")
        }
        Refusal::OwnKingDestroyed { king } => {
            explanation.at.push(*king);
            explanation.source = cited(book, book.explosion.as_ref().and_then(|it| it.source.as_ref()));
            format!("The capture on {} would destroy {}'s own king.", name(mv.to), seat_title(book, position.turn()))
        }
        Refusal::NoSuchMovement if mv.castling.is_some() => format!("There is no castling {way}."),
        Refusal::NoSuchMovement => no_such_movement(position, mv, &mover),
        Refusal::NothingToCapture { square } => {
            explanation.at.push(*square);
            nothing_to_capture(position, mv, &mover, *square)
        }
        Refusal::MustPromote { into } => {
            let letters = usual_letters(book);
            let choices = into.iter().map(|it| {
                let letter = letters.get(it.index()).copied().unwrap_or_else(|| kind_letter(book, *it));
                format!("`{}-{}={letter}` ({})", name(mv.from), name(mv.to), kind(book, *it))
            });
            let choices: Vec<String> = choices.collect();
            match choices.is_empty() {
                true => format!("On {} the {mover} must promote, and there is nothing to promote to.", name(mv.to)),
                false => format!("On {} the {mover} must promote: write {}.", name(mv.to), joined(&choices, "or")),
            }
        }
        Refusal::NoSuchPromotion { into } => promotion::no_such_promotion(position, mv, &mover, into),
        Refusal::PromotionLimit { kind } => {
            explanation.source = promotion::source(book, position.piece_at(mv.from));
            promotion::at_limit(position, *kind)
        }
        Refusal::PromotionAttacks { kind, at } => {
            explanation.at.push(*at);
            explanation.source = promotion::source(book, position.piece_at(mv.from));
            promotion::attacks(position, *kind, *at)
        }
        Refusal::NoCastlingRight { castling } => {
            let castling = &book.castlings[usize::from(*castling)];
            let partner = book.castling_partner(castling).map_or("rook", |it| kind_name(book, it));
            explanation.at.extend([castling.king.0, castling.rook.0]);
            let who = seat_title(book, castling.seat);
            let (king, rook) = (castling.king.0, castling.rook.0);
            let other = |at: Square| position.piece_at(at).filter(|it| it.seat == castling.seat).map(|it| it.kind);
            let royal = |it: KindId| book.kinds[it.index()].role == Role::Royal;
            match other(king).filter(|it| book.kinds.iter().any(|it| it.role == Role::Royal) && !royal(*it)) {
                Some(kind) => format!("The {} on {} does not castle.", kind_name(book, kind), name(king)),
                None => format!(
                    "{who} does not have the right to castle with the king on {} and the {partner} on {}.",
                    name(king),
                    name(rook)
                ),
            }
        }
        Refusal::Blocked { at } => {
            explanation.at.push(*at);
            format!("Blocked by {}.", piece_text(position, *at))
        }
        Refusal::MustCapture { from, to } => {
            explanation.at.extend([*from, *to]);
            let who = seat_title(book, position.turn());
            format!("{who} can capture, so {who} must capture: for example {}.", example(position, *from, *to))
        }
        Refusal::MustTakeMost { from, to, taken, most } => {
            explanation.at.extend([*from, *to]);
            let who = seat_title(book, position.turn());
            let number = |it: u32| count_text(u64::from(it));
            let pieces = if *taken == 1 { "piece" } else { "pieces" };
            format!(
                "{who} must take the most pieces. This capture takes {} {pieces}, but {} takes {}.",
                number(*taken),
                example(position, *from, *to),
                number(*most)
            )
        }
        Refusal::NoHurdle => {
            let to = name(mv.to);
            format!("To reach {to}, the {mover} must jump over exactly one piece, which must be in the right place.")
        }
        Refusal::WrongHurdle { at } => {
            explanation.at.push(*at);
            format!("The {mover} may not jump over {}.", piece_text(position, *at))
        }
        Refusal::Immune { at } | Refusal::Ally { at } | Refusal::KingNotCapturable { at } => {
            explanation.at.push(*at);
            uncapturable(position, &refusal, &piece_text(position, *at))
        }
        Refusal::Barrier { barrier, link, permission } => {
            explanation.at.extend([link.0, link.1]);
            explanation.barrier = Some(book.barrier_instances[*barrier].name.clone());
            explanation.source = cited(book, book.barriers[book.barrier_instances[*barrier].barrier].source.as_ref());
            barrier_refusal(position, position.piece_at(mv.from), *barrier, *link, *permission)
        }
        Refusal::Ban { ban, figures, attacks, .. } => {
            let rule = &book.bans[*ban];
            explanation.source = cited(book, rule.source.as_ref());
            if rule.forbids.mv.as_ref().is_some_and(|it| it.captures.is_some()) {
                explanation.at.extend(crate::notation::moves::captured(position, mv));
            }
            for (king, by) in attacks {
                explanation.at.push(*king);
                let new = by.iter().filter(|it| !explanation.by.contains(it)).copied();
                let new: Vec<Square> = new.collect();
                explanation.by.extend(new);
            }
            ban_sentence(position, mv, rule, *figures, attacks)
        }
        Refusal::OwnKing { king, by } => {
            explanation.at.push(*king);
            explanation.by.clone_from(by);
            explanation.source = cited(book, book.check.source.as_ref());
            let own = seat_title(book, position.turn());
            let piece = position.piece_at(if *king == mv.to { mv.from } else { *king });
            let royal = piece.map_or("king", |it| kind(book, it.kind));
            format!("{own}'s {royal} on {} would be in check from {}.", name(*king), after(position, mv, by))
        }
        Refusal::CastlingAttacked { square, by } => {
            explanation.at.push(*square);
            explanation.by.clone_from(by);
            let who = pieces_text(position, by);
            format!("The king may not castle while {} is attacked by {who}.", name(*square))
        }
        Refusal::CheckAcross { barrier, king, by } => {
            explanation.at.push(*king);
            explanation.by.clone_from(by);
            explanation.barrier = Some(book.barrier_instances[*barrier].name.clone());
            explanation.source = cited(book, book.barriers[book.barrier_instances[*barrier].barrier].source.as_ref());
            let across = &book.barrier_instances[*barrier].label;
            let check = format!("{} would be in check from {}", piece_text(position, *king), after(position, mv, by));
            format!("A move across {across} may not give check, and {check}.")
        }
        // A refusal without a sentence of its own. A test looks for such refusals.
        other => format!("{}.", capital(&other.to_string())),
    };
    explanation
}

fn legal(position: &Position, mv: Move) -> Explanation {
    let book = position.variant().rulebook();
    let captured = captured(position, mv);
    let sentence = match captured {
        Some(at) => format!("{} is legal and captures {}.", print_move(position, mv), piece_text(position, at)),
        None => format!("{} is legal.", print_move(position, mv)),
    };
    let source = book.en_passant.as_ref().filter(|_| captured.is_some_and(|it| it != mv.to));
    let source = cited(book, source.and_then(|it| it.source.as_ref()));
    let at = captured.into_iter().collect();
    Explanation { is_legal: true, code: String::new(), sentence, at, barrier: None, by: Vec::new(), source }
}

/// Explains why a piece has no such move. A separate rule covers a slide around the whole board to its own square.
fn no_such_movement(position: &Position, mv: Move, mover: &str) -> String {
    let book = position.variant().rulebook();
    let name = |square: Square| book.board.name(square);
    let kind = position.piece_at(mv.from).map(|it| &book.kinds[it.kind.index()]);
    if mv.from == mv.to {
        let slides = kind.is_some_and(|it| it.movement.atoms.iter().any(|it| it.range == 0));
        let circles = (0..book.board.headings).any(|it| book.board.circle(mv.from, Heading(it)).is_some());
        let rule = match slides && circles && !book.full_circle {
            true => "A move may not go all the way around the board and end where it started",
            false => "A move must end on another square",
        };
        return format!("{rule}: the {mover} is already on {}.", name(mv.to));
    }
    let is_royal = kind.is_some_and(|it| it.role == Role::Royal);
    let start = if is_royal { format!("The {mover} cannot move") } else { format!("No {mover} moves") };
    let why = no_double_step(position, mv, mover).map_or_else(String::new, |it| format!(" {it}"));
    format!("{start} from {} to {}.{why}", name(mv.from), name(mv.to))
}

/// Explains why a piece that makes double steps elsewhere does not move two squares ahead.
fn no_double_step(position: &Position, mv: Move, mover: &str) -> Option<String> {
    let book = position.variant().rulebook();
    let (piece, rule) = (position.piece_at(mv.from)?, book.double_step.as_ref()?);
    let leads = |it: &(Square, Link)| book.board.steps(it.0, it.1.onward).any(|it| it.0 == mv.to);
    if rule.pieces >> piece.kind.0 & 1 == 0 || !book.board.links(mv.from).iter().any(leads) {
        return None;
    }
    if let PlaceTest::Zone { zone, of: None | Some(Player::Role(Who::Owner)) } = &rule.from
        && let zone = &book.zones[*zone]
        && zone.squares.get(piece.seat.index()).is_some_and(|it| !it.contains(&mv.from))
    {
        return Some(format!("{} makes a double step only from its owner's {}.", capital(&a(mover)), zone.label));
    }
    let is_carried = |it: &&TagId| piece.tags >> it.0 & 1 != 0;
    let tag = rule.unless.iter().filter_map(|it| it.tag.as_ref()).find(is_carried)?;
    let label = &book.tags[usize::from(tag.0)].label;
    Some(format!("{} with the mark “{label}” makes no double step.", capital(&a(mover))))
}

/// Explains why a capturing move captures nothing, including en passant rights that do not apply.
fn nothing_to_capture(position: &Position, mv: Move, mover: &str, square: Square) -> String {
    let book = position.variant().rulebook();
    let name = |square: Square| book.board.name(square);
    let start = format!("The {mover} can move from {} to {} only by capturing", name(mv.from), name(mv.to));
    match position.setup().en_passant.iter().find(|it| it.target == mv.to) {
        Some(right) => {
            let piece = piece_text(position, right.victim);
            let kind = position.piece_at(mv.from).map(|it| it.kind);
            let may = book.en_passant.as_ref().zip(kind).is_some_and(|(rule, it)| rule.pieces >> it.0 & 1 != 0);
            let why = if right.owner == position.turn() {
                "it is the player's own".to_owned()
            } else if is_spared(position, right.owner) {
                partners_text(position, right.owner)
            } else if !may {
                format!("no {mover} captures en passant")
            } else if !position.is_living(right.owner) {
                "its owner has been eliminated, so the right has lapsed".to_owned()
            } else {
                "the right to do so has lapsed".to_owned()
            };
            format!("{start}, and {piece} cannot be captured en passant: {why}.")
        }
        None => format!("{start}, and there is nothing to capture on {}.", name(square)),
    }
}

fn ban_sentence(
    position: &Position,
    mv: Move,
    ban: &Ban,
    figures: Option<(SeatId, i32, SeatId, i32)>,
    attacks: &[(Square, Vec<Square>)],
) -> String {
    let book = position.variant().rulebook();
    let mut reasons = Vec::new();
    if let Some((behind, low, ahead, high)) = figures {
        let tests = [&ban.forbids.before, &ban.forbids.after];
        let count = tests.into_iter().flatten().find_map(|it| it.material).map(|it| (it.count, it.behind_by));
        let (one, other) = (seat_title(book, behind), seat_title(book, ahead));
        let by = count.map_or(0, |it| it.1);
        reasons.push(match count.map(|it| it.0) {
            Some(MaterialCount::OnBoard) => {
                format!("{one} has material worth {low} on the board, at least {by} less than {other}'s {high}")
            }
            _ => format!("{one} has lost material worth {low}, at least {by} more than {other}'s {high}"),
        });
    }
    for (king, by) in attacks {
        let king = piece_text(position, *king);
        reasons.push(format!("{king} would be in check from {}", after(position, mv, by)));
    }
    let why = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", and ")) };
    // A label of one word is the name in the file, which is no sentence.
    let case = |it: &str| if it.contains(' ') { it.to_owned() } else { format!("the exception “{it}” applies") };
    let exceptions = match &possible_exceptions(book, ban)[..] {
        [] => String::new(),
        [(_, only)] => format!(" Its exception “{only}” does not apply."),
        several => {
            let cases: Vec<String> = several.iter().map(|it| case(it.1)).collect();
            format!(" It would be allowed only in one of these cases: {}.", cases.join("; "))
        }
    };
    format!("The rule “{}” forbids this move{why}.{exceptions}", ban.label)
}

pub(super) fn kind(book: &Rulebook, kind: KindId) -> &str {
    kind_name(book, kind)
}

pub(super) fn kinds(book: &Rulebook, kinds: &[KindId]) -> String {
    let names: Vec<&str> = kinds.iter().map(|it| kind(book, *it)).collect();
    joined(&names, "or")
}

/// Returns the source of the rule by which pieces of a kind are dropped.
fn drop_source(book: &Rulebook, kind: KindId) -> Option<String> {
    cited(book, book.drop_of(kind)?.source.as_ref())
}
