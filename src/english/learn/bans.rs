//! The bans as special rules: the prohibition, its exceptions, and an example with players.
//!
//! Contains: [`RulesWriter::ban_for_players`]. Input: a ban as written and as compiled. Output:
//! sentences. Does not know: the order of the special rules ([`super::special`]).

use super::super::RulesWriter;
use super::super::double_steps::double_steps;
use super::super::ending::{forbids, named};
use super::super::phrases::{capital, count_of_losses, each_exception, on_or_in};
use super::super::words::InWords;
use super::differences::LONGEST_RULE;
use crate::board::Square;
use crate::definition::{AttackTest, Ban, Named, PlaceTest, PlayerWord, Unless, WithUnless};
use crate::notation::name::{joined, seat_title};
use crate::policy::{MaterialCount, Role, Who, With};
use crate::rulebook::{Ban as CompiledBan, KindId, SeatId};

/// How a sentence on an exception begins.
pub(super) const EXCEPT: &str = "The ban does not apply ";

/// Phrases about the capturing player, each with its form for a reader who is that player. Longer ones come first.
const YOU: [(&str, &str); 8] = [
    ("the king of the capturing player", "your king"),
    ("the capturing player attacks", "you attack"),
    ("the capturing player leads", "you lead"),
    ("the capturing player has", "you have"),
    ("the capturing player is", "you are"),
    ("than the capturing player", "than you have"),
    ("of the capturing player", "of yours"),
    ("the capturing player", "you"),
];

/// The king of the only partner of the player who moves.
const PARTNERS_KING: &str = "the king of that player's partner";

/// A check of the player who moves, as a test of a position says it.
const ON_OWN_KING: &str = "any opponent attacks the king of the player";

impl RulesWriter<'_> {
    /// Reports whether a ban is about the next or the previous player.
    pub(super) fn bans_name_neighbors(&self) -> bool {
        let mut texts = self.def.bans.iter().map(|it| forbids(self.book, &it.1.table));
        texts.any(|it| it.contains("next player") || it.contains("previous player"))
    }

    /// Returns a ban in words of players: the prohibition, and further points.
    pub(super) fn ban_for_players(&self, made: &CompiledBan, it: &WithUnless<Ban>) -> (String, Vec<String>) {
        let (mover, victim) = Self::players_of_ban(&it.table);
        let mut text = self.with_drops(&it.table, &forbids(self.book, &it.table));
        let tests = [&it.table.before, &it.table.after];
        let compared = tests.iter().find_map(|it| it.as_ref()?.value.material.as_ref());
        if let Some(it) = compared.filter(|it| it.count.value != MaterialCount::OnBoard) {
            text = count_of_losses(&text, it.behind_by.value);
        }
        let text = text.replace("; this applies if, before the move, ", " if ").replace("if, before the move, ", "if ");
        let text = another(&named(&text, mover, victim)).replace(&format!("{ON_OWN_KING}."), "its owner is in check.");
        let text = text.replace("make a move after which the player attacks ", "make a move after which they attack ");
        let text = match self.book.teams.iter().all(|it| it.seats.count_ones() == 2) {
            true => text.replace("the king of any partner", PARTNERS_KING),
            false => text,
        };
        let text = match victim {
            "that player" => self.of_an_opponent(&text),
            _ => text,
        };
        let mut text =
            text.replace(" of the third player if the third player has", " of the third player if that player has");
        let mut points = Vec::new();
        if let Some(compared) = compared {
            let before = it.table.before.as_ref().is_some_and(|it| it.value.material.is_some());
            let what = if compared.count.value == MaterialCount::OnBoard { "Material is" } else { "Losses are" };
            let when = match (victim == "that player", before) {
                (true, true) => format!(" {what} compared before the capture."),
                (true, false) => format!(" {what} compared after the capture, so the captured piece counts, too."),
                (false, _) => String::new(),
            };
            if victim == "that player" {
                text = text
                    .replace(
                        "; this applies if, after the move, that player has lost ",
                        " if that player has then lost ",
                    )
                    .replace("; this applies if, after the move, ", " if, after the capture, ");
            }
            let lost = text.contains(" has lost ") || text.ends_with(" than you have.");
            points.push(format!("{}{when}", self.values(lost)));
        }
        points.extend(self.example(it));
        points.extend(self.allowed_attack(&it.table).map(|it| capital(&it)));
        if let Some(lead) = compared.filter(|_| text.ends_with(" than you have.")) {
            text = text.replace(" than you have.", " than you have lost.");
            let least = lead.behind_by.value;
            let title = |it: u8| seat_title(self.book, SeatId(it));
            let place = self.captured_where(&it.table).map(|it| format!(" on {it}")).unwrap_or_default();
            let unless = if it.unless.is_empty() { "" } else { ", unless the exception applies" };
            // The player who has lost more need not own the captured piece.
            let owner = if lead.of.role() == Some(Who::Third) { 2 } else { 1 };
            let elsewhere = match place.is_empty() {
                true => String::new(),
                false => format!(" This rule does not protect {}'s pieces elsewhere.", title(owner)),
            };
            points.push(match it.table.before.as_ref().is_some_and(|it| it.value.material.is_some()) {
                true => format!(
                    "For example, if {1} has lost {least} and {0} has lost 0, {0} may not capture {2}'s pieces{place}{unless}. \
                     If {1} has lost {least} and {0} has lost 1, {0} may.{elsewhere}",
                    title(0),
                    title(1),
                    title(owner)
                ),
                false => format!(
                    "For example, suppose that {0} has lost 0. {0} may not capture a piece of {2}{place} if {1} has then lost \
                     {least}{unless}. If {0} has lost 1, {0} may.",
                    title(0),
                    title(1),
                    title(owner)
                ),
            });
        }
        let exceptions = self.exceptions_for_players(made, &it.unless, (mover, victim));
        match exceptions.as_slice() {
            // A single exception belongs to the rule, before the points that explain both.
            [only] if only.starts_with(EXCEPT) && !points.is_empty() => text.push_str(&format!(" {only}")),
            _ => points.extend(exceptions),
        }
        if let Some(compared) = compared
            && (self.exchange().is_none() || compared.count.value == MaterialCount::OnBoard)
        {
            points.extend(self.brought_back(compared.count.value));
        }
        // The square of the captured piece counts, not the square that the capturing pawn enters.
        let place = it.table.r#move.as_ref().and_then(|it| it.captures.as_ref()?.at.as_ref());
        if self.book.en_passant.is_some() && place.is_some_and(|it| self.parts_double_steps(&it.value)) {
            points.push("This also holds for a capture en passant: the square of the captured pawn counts.".to_owned());
        } else if let Some(place) =
            place.filter(|it| self.book.en_passant.is_some() && self.keeps_double_steps(&it.value))
        {
            let label =
                place.value.zone.as_ref().and_then(|zone| self.book.zones.iter().find(|it| it.name == zone.value.0));
            points.extend(label.map(|it| {
                format!(
                    "A pawn that has made a double step is still in its owner's {}. So where this rule forbids its \
                     capture, it also forbids capturing it en passant.",
                    it.label
                )
            }));
        }
        let text = match self.rivals(made) {
            Some(rivals) => self.rule_of_rivals(&rivals, &it.unless),
            None => self.by_turn(&text),
        };
        // What holds for the other players is a point of its own.
        let Some((first, others)) = text.split_once(" Likewise, ") else { return (text, points) };
        points.insert(0, format!("Likewise, {others}"));
        (first.to_owned(), points)
    }

    /// The squares of the second player on which a ban protects their pieces: `ranks 9 to 12`.
    fn captured_where(&self, it: &Ban) -> Option<String> {
        let place = it.r#move.as_ref()?.captures.as_ref()?.at.as_ref()?;
        let name = place.value.zone.as_ref().filter(|_| place.value.links.is_none())?;
        let zone = self.book.zones.iter().find(|it| it.name == name.value.0 && it.by_seat)?;
        Some(self.place_text(zone.squares.get(1)?))
    }

    /// Reports whether a double step can pass a square on one side of a place and end on the other side.
    fn parts_double_steps(&self, place: &PlaceTest) -> bool {
        let book = self.book;
        let Some(zone) = place.zone.as_ref().filter(|_| place.links.is_none()) else { return true };
        let Some(zone) = book.zones.iter().find(|it| it.name == zone.value.0) else { return true };
        let mut steps = self.double_steps();
        steps.any(|(_, passed, end)| zone.squares.iter().any(|it| it.contains(&passed) != it.contains(&end)))
    }

    /// Reports whether each player's double steps end in that player's own zone.
    fn keeps_double_steps(&self, place: &PlaceTest) -> bool {
        let book = self.book;
        let Some(zone) = place.zone.as_ref().filter(|_| place.links.is_none()) else { return false };
        let Some(zone) = book.zones.iter().find(|it| it.name == zone.value.0).filter(|it| it.by_seat) else {
            return false;
        };
        let pawns = book.setup.iter().flatten().filter(|it| book.kinds[it.1.index()].role == Role::Pawn);
        let stays = |(seat, kind, from): &(SeatId, KindId, Square)| {
            let steps = self.variant.reach(*seat, *kind, *from).quiet;
            steps.iter().all(|to| zone.squares.get(seat.index()).is_some_and(|it| it.contains(to)))
        };
        // On the land of another player, no pawn has just made a double step.
        let is_own = place.of.as_ref().is_some_and(|it| it.value.role() == Some(Who::Victim));
        is_own && self.double_steps().next().is_some() && pawns.into_iter().all(stays)
    }

    /// Returns the player of each double step from the starting position, and the squares that it passes and enters.
    pub(super) fn double_steps(&self) -> impl Iterator<Item = (SeatId, Square, Square)> {
        let pawns = self.book.setup.iter().flatten().filter(|it| self.book.kinds[it.1.index()].role == Role::Pawn);
        pawns.flat_map(|(seat, kind, from)| {
            let steps = double_steps(self.variant, *seat, *kind, *from).into_iter();
            steps.map(|(passed, to)| (*seat, passed, to)).collect::<Vec<_>>()
        })
    }

    /// Addresses the capturing player, and names the owner of the captured piece.
    fn of_an_opponent(&self, text: &str) -> String {
        if !text.contains("the capturing player") {
            return text.to_owned();
        }
        let mut text = text.replacen("A piece may not", "You may not", 1);
        for zone in &self.book.zones {
            let label = &zone.label;
            let yours = format!("{} your {label}", on_or_in(label));
            text = text.replace(&format!("in the zone “{label}” of the capturing player"), &yours);
            text = text.replace(&format!("in the zone “{label}” of that player"), &format!("in its owner's {label}"));
        }
        for (player, you) in YOU {
            text = text.replace(player, you);
        }
        text
    }

    /// Names the two other players of three by when they move.
    fn by_turn(&self, text: &str) -> String {
        if self.book.seats.len() != 3 || self.possible.elimination {
            return text.to_owned();
        }
        let after = text.strip_prefix("A player may not make a move after which the next player attacks ");
        if let Some(rest) = after {
            let rest = rest.replace("the previous player", "the player after them");
            // The owner of the king moves only after the next player.
            let rule = format!("you may not make a move after which the next player attacks {rest}");
            return match rest == "the king of the player after them." {
                true => self.for_each_player(),
                false => capital(&rule),
            };
        }
        let text = text
            .replace("A player may not make a move after which they", "You may not make a move after which you")
            .replace("A player may not", "You may not")
            .replace("the king of the player if", "your king if")
            .replace("the king of the player.", "your king.")
            .replace(PARTNERS_KING, "your partner's king");
        match text.split_once("the next player") {
            Some((before, after)) => {
                format!("{before}the next player{}", after.replace("the previous player", "the player after that"))
            }
            None => text,
        }
    }

    /// Examples with the names of players, if the ban compares players in turn order.
    fn example(&self, it: &WithUnless<Ban>) -> Vec<String> {
        let Some(attack) = it.table.after.as_ref().and_then(|it| it.value.attack.as_ref()) else { return Vec::new() };
        // The example names no further conditions.
        if it.table.before.is_some() || it.table.r#move.is_some() {
            return Vec::new();
        }
        match (attack.by.role(), attack.on.role()) {
            // The rule itself names the players.
            (Some(Who::Next), Some(Who::Previous)) if self.book.seats.len() == 3 => Vec::new(),
            _ => self.one_example(attack).into_iter().collect(),
        }
    }

    /// What each of three players may not do if the next player may not attack the player after that.
    fn for_each_player(&self) -> String {
        let title = |it: usize| seat_title(self.book, SeatId((it % 3) as u8));
        let after = |it: usize, what: &str| {
            format!("{} may not make {what} after which {} attacks {}'s king", title(it), title(it + 1), title(it + 2))
        };
        let why = format!("{0} would move next, before {1} could answer this check", title(1), title(2));
        format!(
            "You may not make a move after which the next player attacks the previous player's king. For example, {}: {why}. So \
             {own} may not open a line from a piece of {next} to {third}'s king. Likewise, {}, and {}.",
            after(0, "a move"),
            after(1, "a move"),
            after(2, "one"),
            own = title(0),
            next = title(1),
            third = title(2)
        )
    }

    /// What a ban on attacks by the next player does not forbid: the attack whose victim moves next.
    pub(in super::super) fn allowed_attack(&self, it: &Ban) -> Option<String> {
        let attack = it.after.as_ref().and_then(|it| it.value.attack.as_ref())?;
        let roles = (attack.by.role(), attack.on.role());
        let title = |it: usize| seat_title(self.book, SeatId(it as u8));
        (roles == (Some(Who::Next), Some(Who::Previous)) && self.book.seats.len() == 3).then(|| {
            format!(
                "only attacks by the next player matter. You yourself may check either opponent. {0} may also open a line from a \
                 piece of {2} to {1}'s king: {1} moves next. This is allowed even if it checkmates {1}.",
                title(0),
                title(1),
                title(2)
            )
        })
    }

    /// An example with the names of players, if a ban compares players in turn order.
    fn one_example(&self, attack: &AttackTest) -> Option<String> {
        let book = self.book;
        let seat = |who: &PlayerWord| match who.role()? {
            Who::Mover => Some(SeatId(0)),
            Who::Next => Some(SeatId(1)),
            Who::Previous => Some(SeatId(book.seats.len() as u8 - 1)),
            _ => None,
        };
        let (by, on) = (seat(&attack.by)?, seat(&attack.on)?);
        let title = |it: SeatId| seat_title(book, it);
        Some(format!(
            "For example, after a move by {}, {} may not be attacking {}'s king.",
            title(SeatId(0)),
            title(by),
            title(on)
        ))
    }

    /// Reports whether the author wrote the exceptions as sentences: each label has several words.
    fn has_written_exceptions(&self, all: &Named<Unless>, made: &CompiledBan) -> bool {
        let has_tag =
            |it: &Unless| it.r#move.as_ref().and_then(|it| it.piece.as_ref()).is_some_and(|it| it.tag.is_some());
        let labels = &made.exception_labels;
        // Without a label, the name is the label, which is no clause.
        let is_clause = |(label, name): (&String, &str)| label.contains(' ') && *label != name.replace('-', " ");
        let mut labeled = labels.iter().zip(all.iter().map(|it| it.0.value.as_str()));
        let written = !labels.is_empty() && labels.len() == all.len() && labeled.all(is_clause);
        // An attack after the move is exact and short enough in the words of the generator.
        let is_attack = |it: &Unless| {
            it.after.as_ref().is_some_and(|it| it.attack.is_some()) && it.r#move.is_none() && it.before.is_none()
        };
        written && !all.iter().any(|it| has_tag(&it.1)) && !all.iter().all(|it| is_attack(&it.1))
    }

    /// The exceptions of a ban, in the author's words if there are any.
    fn exceptions_for_players(
        &self,
        made: &CompiledBan,
        all: &Named<Unless>,
        (mover, victim): (&str, &str),
    ) -> Vec<String> {
        if let Some(it) = self.rivals(made) {
            return self.exceptions_of_rivals(&it, all);
        }
        if self.has_written_exceptions(all, made) {
            let all: Vec<String> = made.exception_labels.iter().map(|it| format!("if {it}")).collect();
            let text = format!("{EXCEPT}{}.", joined(&all, "or"));
            return vec![text.replace("the captured piece's owner", victim)];
        }
        let with_any = |it: &Unless| {
            let attack = it.after.as_ref().and_then(|it| it.attack.as_ref());
            if attack.is_some_and(|it| it.with.value == With::AnyPiece && it.kind.is_none()) {
                " with any of your pieces"
            } else {
                ""
            }
        };
        let any: Vec<&str> = all.iter().map(|it| with_any(&it.1)).collect();
        let all = each_exception(self.book, all).into_iter().map(|it| named(&it, mover, victim));
        let all = all.zip(any).map(|(it, any)| {
            let with_captured = format!("before the move {ON_OWN_KING} {}", With::CapturedPiece.sentence());
            it.replace(&with_captured, "the move captures a piece that gives check")
                .replace("if after the move the capturing player attacks", "if, after the capture, you attack")
                .replace("the king of that player", &format!("that player's king{any}"))
        });
        let all: Vec<String> = all.collect();
        match (&self.forbidden_capture(made), all.len()) {
            (Some(kind), 2..) => {
                let one = |(at, it): (usize, &String)| {
                    let also = if at == 0 { "" } else { "also " };
                    let it = self.in_squares(it).replace("the moving piece", &format!("the capturing {kind}"));
                    format!(
                        "It is {also}allowed {}.",
                        it.replace("the captured piece", &format!("the captured {kind}"))
                    )
                };
                all.iter().enumerate().map(one).collect()
            }
            _ => all.iter().map(|it| format!("{EXCEPT}{it}.")).collect(),
        }
    }

    /// The kind of piece whose captures of its own kind are all that a ban forbids: `center pawn`.
    pub(super) fn forbidden_capture(&self, made: &CompiledBan) -> Option<String> {
        let (_, it) = self.def.bans.iter().find(|it| it.0.value == made.name)?;
        let text = another(&forbids(self.book, &it.table));
        let (_, captured) = text.split_once(" may not capture another ")?;
        captured.strip_suffix('.').map(str::to_owned)
    }
}

/// Returns the first sentence of a ban, and whether it is short. The players by name follow the next and the previous one.
pub(super) fn first_of_ban(text: &str) -> (String, bool) {
    let mut sentences = text.split_inclusive(". ");
    let rule = sentences.next().unwrap_or_default().trim();
    let by_name = sentences.next().and_then(|it| it.strip_prefix("For example, ")?.split_once(':'));
    let is_short = rule.split(' ').count() <= LONGEST_RULE;
    match by_name.filter(|_| rule.contains("previous player")) {
        Some((example, _)) => (format!("{} ({example}).", rule.trim_end_matches('.')), is_short),
        None => (rule.to_owned(), is_short),
    }
}

/// Names a captured piece of the moving piece's kind: `a pawn may not capture another pawn`.
fn another(text: &str) -> String {
    let Some((piece, rest)) = text.split_once(" may not capture ") else { return text.to_owned() };
    let kind = piece.trim_start_matches("A ").trim_start_matches("An ");
    let same = [format!("a {kind}"), format!("an {kind}")];
    match same.iter().find_map(|it| rest.strip_prefix(it.as_str())) {
        Some(more) if kind != "piece" => format!("{piece} may not capture another {kind}{more}"),
        _ => text.to_owned(),
    }
}
