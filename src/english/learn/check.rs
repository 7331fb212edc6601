//! Check, pins, captures of kings and checkmate, for players.
//!
//! Contains: [`RulesWriter::check_chapter`]. Input: the rules of check, the teams and the endings. Output: a chapter, with
//! numbered rules if more than two players play. Does not know: the endings themselves ([`super::ends`]).

use super::super::RulesWriter;
use super::super::details::named;
use super::super::phrases::a;
use super::super::possible::{forbids_capturing, is_mate_without_check};
use super::super::words::{InWords, fill};
use super::special::SpecialRule;
use crate::notation::name::{joined, seat_title};
use crate::policy::{
    Attackers, Barred, CheckState, Judged, King, Kings, MatingPlayer, OwnKing, Pinned, Role, Royals, Who,
};
use crate::rulebook::{Outcome, OutcomeId, SeatId, Team};

/// How a pinned piece may move.
const PINNED: &str = "A piece is pinned if it alone blocks an opponent's attack on its king. It may move only along the line of this attack.";
/// What else the move of a pinned piece must do.
const ENDS_OTHER_CHECKS: &str = "If another opponent also gives check, the move must end that check, too.";

impl RulesWriter<'_> {
    /// Writes the chapter on check: a list for two players, otherwise numbered rules with their names.
    pub(super) fn check_chapter(&mut self) {
        self.out.anchored_heading(2, "rule-check", "Check");
        let mut rules = self.check_rules();
        match rules.len() {
            0 | 1 => {
                let rule = rules.pop();
                self.out.list(rule.map_or_else(Vec::new, |it| [vec![it.text], it.points].concat()));
            }
            _ => self.out.numbered(rules.into_iter().map(|it| it.entry(&[])).collect()),
        }
    }

    /// When a king is in check, what pins mean, whether kings are captured, and when checkmate counts.
    fn check_rules(&self) -> Vec<SpecialRule> {
        let rule = |id: &str, name: &str, text: Vec<String>| SpecialRule {
            id: id.to_owned(),
            name: name.to_owned(),
            text: text.join(" "),
            ..SpecialRule::default()
        };
        let mut rules = vec![SpecialRule {
            points: [self.several_checks(), self.further_checks()].concat(),
            ..rule("rule-check-in", "Kings in check", self.in_check())
        }];
        // A pin names the capture of a king, so the capture comes first.
        let (capture, examples) = self.king_captures();
        match self.possible.king_capture && self.book.seats.len() > 2 {
            true => {
                let capture = rule("rule-check-capture", "Capturing a king", capture);
                rules.push(SpecialRule { points: examples, ..capture });
            }
            false => {
                let all = [capture, examples].concat();
                rules[0].points.extend((!all.is_empty()).then(|| all.join(" ")));
            }
        }
        let pins = self.pins();
        if let Some((text, points)) = pins.split_first() {
            let pin = rule("rule-check-pin", "Pins", vec![text.clone()]);
            rules.push(SpecialRule { points: points.to_vec(), ..pin });
        }
        rules.extend(self.own_turn_mate().map(|it| SpecialRule {
            points:
                [self.what_counts_as_legal(), self.behind_a_king(), self.who_mates()].into_iter().flatten().collect(),
            ..rule("rule-check-mate", "Checkmate", it)
        }));
        rules.extend(
            self.exposure()
                .map(|(text, points)| SpecialRule { points, ..rule("rule-check-exposed", "Exposed kings", text) }),
        );
        rules
    }

    /// That the squares behind a king are attacked along the line of the check, if some pieces move along lines.
    fn behind_a_king(&self) -> Option<String> {
        let has_lines = [true, false].iter().any(|it| !self.sliders(*it).is_empty());
        has_lines.then(|| {
            "A king does not shield the squares behind it from an attack along a line: the attack goes through the king."
                .to_owned()
        })
    }

    /// When a king is in check, and that a player may not leave it so.
    fn in_check(&self) -> Vec<String> {
        let check = &self.book.check;
        let own = self.possible.check.then(|| check.own_king.sentence().to_owned());
        let of_all = check.attackers == Attackers::LivingOpponents && check.own_king == OwnKing::KeptSafe;
        let own = own.map(|it| match of_all && self.book.seats.len() > 2 {
            true => format!("{it} An attack by any opponent counts, no matter who moves next."),
            false => it,
        });
        let attackers = if self.possible.check { check.attackers } else { Attackers::Nobody };
        [attackers.sentence().to_owned()].into_iter().chain(own).collect()
    }

    /// Checks by several opponents, and by one whose turn does not come just before the answer.
    fn several_checks(&self) -> Vec<String> {
        let (check, possible) = (&self.book.check, self.possible);
        let mut text = Vec::new();
        let by_several = self.book.seats.len() > 2 && check.attackers == Attackers::LivingOpponents;
        if possible.check && by_several && check.own_king == OwnKing::KeptSafe {
            text.push(match self.book.seats.len() {
                3 => {
                    let by_both = self.mates_by_answers().into_iter().find(|it| it.0 == 0);
                    let by_both = by_both.map_or_else(String::new, |it| {
                        format!(" This is one way to {}: see “The end”.", a(&self.ending_name(&self.book.outcomes[usize::from(it.1.0)])))
                    });
                    format!(
                        "If two opponents check you, one move must end both checks. If no move does, you are checkmated, even if you could \
                         end either check alone.{by_both}"
                    )
                }
                _ => "If several opponents check you, one move must end all checks.".to_owned(),
            });
        }
        text.extend(self.moves_between());
        text
    }

    /// Which pieces the rules about kings concern, unless they are simply called kings.
    fn royal_kinds(&self) -> Option<String> {
        let royals = self.book.player_kinds().filter(|it| it.1.role == Role::Royal);
        let mut names: Vec<&str> = royals.map(|it| it.1.label.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        match &names[..] {
            [] | ["king"] => None,
            [one] => Some(format!("The royal piece is the {one}. What these rules say about kings is true of it.")),
            all => {
                let all: Vec<String> = all.iter().map(|it| format!("the {it}")).collect();
                Some(format!(
                    "The royal pieces are {}. What these rules say about kings is true of all of them.",
                    joined(&all, "and")
                ))
            }
        }
    }

    /// Special cases of check: several kings, players without a king, bans and teams.
    fn further_checks(&self) -> Vec<String> {
        let (check, possible) = (&self.book.check, self.possible);
        let mut text: Vec<String> = self.royal_kinds().into_iter().collect();
        text.extend(check.royals.map(|it| it.sentence().to_owned()));
        for (index, seat) in
            self.book.seats.iter().enumerate().filter(|it| self.book.demands_royal() && !it.1.needs_royal)
        {
            let written = self.def.seats.iter().find(|it| it.0.value == seat.name);
            let player = seat_title(self.book, SeatId(index as u8));
            text.extend(written.map(|it| fill(it.1.royal.sentence(), &[("player", &player)])));
        }
        if possible.check && possible.ban_on_kings {
            let royal =
                |set: u32| (0..).zip(&self.book.kinds).any(|it| set >> it.0 & 1 != 0 && it.1.role == Role::Royal);
            // Only a ban on captures keeps a piece from giving check.
            let all = self.def.check.as_ref().is_some_and(|it| it.banned.value == Barred::Attack);
            let concerned = || self.book.bans.iter().filter(|it| all || forbids_capturing(it, &royal));
            let described =
                self.def.check.as_ref().map(|it| fill(it.banned.sentence(), &[("bans", &named(concerned()))]));
            let has_exceptions = concerned().any(|it| !it.unless.is_empty());
            let exceptions = if has_exceptions { ", apart from its exceptions," } else { "" };
            text.extend(described.map(|it| it.replace(", apart from its exceptions,", exceptions)));
        }
        text.extend(self.royal_targets());
        let is_said = self.book.bans.len() == 1 || self.is_mated_on_own_turn();
        text.extend(self.what_counts_as_legal().filter(|_| !is_said));
        text.extend(self.lines_of_check());
        text.extend(self.opened_attacks());
        text.extend(self.teams());
        text.extend(self.alliance());
        text
    }

    /// States that a move may open an attack of one opponent on another, if nothing forbids it or follows from it.
    fn opened_attacks(&self) -> Option<String> {
        let (book, possible) = (self.book, self.possible);
        let bans = self.def.bans.iter().any(|it| it.1.table.after.as_ref().is_some_and(|it| it.value.attack.is_some()));
        let is_open = book.seats.len() > 2 && book.teams.is_empty() && possible.check && !possible.king_capture;
        let is_said = bans || self.exposes_kings() || book.check.attackers != Attackers::LivingOpponents;
        (is_open && !is_said && book.check.own_king == OwnKing::KeptSafe).then(|| {
            "Your move may open an attack by one opponent on another opponent's king. That king is then in check, although the attacking player did not move."
                .to_owned()
        })
    }

    /// Names the partners of each team, and says what they may not do to each other.
    fn teams(&self) -> Vec<String> {
        let one = |it: &Team| {
            let seats = self.book.seat_ids().filter(|seat| it.seats & seat.bit() != 0);
            let names: Vec<String> = seats.map(|it| seat_title(self.book, it)).collect();
            let loss = if self.possible.elimination { format!(" {}", it.loss.sentence()) } else { String::new() };
            let loss = if it.seats.count_ones() == 2 { of_two(&loss) } else { loss };
            let names = joined(&names, "and");
            format!("{names} are partners. {} {}{loss}", it.captures.sentence(), it.checks.sentence())
        };
        self.book.teams.iter().map(one).collect()
    }

    /// What a pinned piece may do, between several players.
    fn pins(&self) -> Vec<String> {
        let several = self.possible.check && self.book.seats.len() > 2;
        let Some(it) = self.def.check.as_ref().filter(|_| several) else { return Vec::new() };
        let mut text = vec![it.pinned.sentence().to_owned()];
        if self.book.check.attackers == Attackers::NextOnly {
            if self.book.check.own_king == OwnKing::KeptSafe {
                let pinned = "A piece is pinned if it alone blocks an attack on its king by the player who moves next. It \
                              may move only along the line of this attack, where it may capture the attacking piece.";
                text.insert(0, pinned.to_owned());
            }
            return text;
        }
        if self.possible.king_capture
            && it.pinned.value == Pinned::Attack
            && self.book.check.own_king == OwnKing::KeptSafe
        {
            let title = |it: usize| seat_title(self.book, SeatId(it as u8));
            let (own, other, pinning) = (title(0), title(1), title(self.book.seats.len() - 1));
            text[0].push_str(&format!(
                " For example, {pinning} pins a piece of {own} that attacks {other}'s king. {other} must answer the check, although \
                 the pinned piece may not capture {other}'s king."
            ));
        }
        if self.book.check.own_king == OwnKing::KeptSafe {
            // An army that still attacks without its king pins, too.
            let is_freed = self.possible.king_capture && self.book.check.judged == Judged::AfterEliminations;
            let mut exceptions = Vec::new();
            if is_freed {
                let king = self.decisive_king();
                let without = king.replace("last king", "king");
                exceptions.push(format!(
                    "it may capture the {king} of the player who pins it, because an army without {} gives no check",
                    if king == without { "its king".to_owned() } else { format!("a {without}") }
                ));
            }
            if self.book.explosion.is_some() {
                exceptions.push("it may make a capture whose explosion destroys the attacking piece".to_owned());
            }
            text.insert(0, format!("{PINNED} {ENDS_OTHER_CHECKS}"));
            if let Some(all) = Some(joined(&exceptions, "and")).filter(|it| !it.is_empty()) {
                let number = if exceptions.len() > 1 { "There are two exceptions" } else { "There is one exception" };
                text.insert(1, format!("{number} for a pinned piece: {all}."));
            }
        }
        text
    }

    /// `last king` if a player can lose all kings but one, and `king` otherwise.
    pub(super) fn decisive_king(&self) -> &'static str {
        let is_spare = self.book.check.royals.is_some_and(|it| it != Royals::Any);
        if is_spare { "last king" } else { "king" }
    }

    /// States that a player with several kings can lose all but one of them.
    pub(in super::super) fn spare_kings(&self) -> Option<String> {
        let check = &self.book.check;
        (check.kings == Kings::NeverCaptured && check.royals.is_some_and(|it| it != Royals::Any)).then(|| {
            "A player's last king is never captured. Before that, a king may be captured like any other piece."
                .to_owned()
        })
    }

    /// Whether kings can be captured; and examples, and how this answers a check.
    fn king_captures(&self) -> (Vec<String>, Vec<String>) {
        let (check, possible) = (&self.book.check, self.possible);
        let several = self.book.seats.len() > 2;
        let has_king = self.book.kinds.iter().any(|it| it.role == Role::Royal);
        if !has_king || !several && !possible.king_capture {
            return (Vec::new(), Vec::new());
        }
        // A king that leaves the board with its owner is never captured at all.
        let is_gone = self.book.king == King::Removed;
        let in_play = if is_gone { " while its owner is in play" } else { "" };
        let mut text = vec![self.spare_kings().unwrap_or_else(|| check.kings.sentence().replace(in_play, ""))];
        let mut points = Vec::new();
        if several && possible.king_capture && possible.check && check.own_king == OwnKing::KeptSafe {
            text.push(match self.book.seats.len() {
                3 => "This can happen if the previous player's move exposes a king to you.".to_owned(),
                _ => "This is possible when another player's move exposes a king just before your turn.".to_owned(),
            });
            let title = |it: usize| seat_title(self.book, SeatId(it as u8));
            let last = self.book.seats.len() - 1;
            // Nobody exposes the king of a partner.
            let are_partners = self.book.partners(SeatId(1)) >> last & 1 != 0;
            points.extend((!are_partners).then(|| {
                format!(
                    "For example, {2} exposes {1}'s king to a piece of {0}. {0} moves before {1} and may capture the king.",
                    title(0),
                    title(1),
                    title(last)
                )
            }));
        }
        if possible.king_capture && possible.elimination && possible.check {
            // The player who has just moved kept their king safe, so the example needs a third player.
            let is_left = check.judged == Judged::AfterEliminations && check.own_king == OwnKing::KeptSafe;
            let left = if is_left && several { " A check by another opponent must still be answered." } else { "" };
            let judged = check.judged.sentence().replace("'s king", &format!("'s {}", self.decisive_king()));
            points.push(format!("{judged}{left}"));
        }
        (text, points)
    }

    /// Reports whether several players play, and each is checkmated only at the start of their own turn.
    pub(super) fn is_mated_on_own_turn(&self) -> bool {
        let book = self.book;
        let own_turn = |it: &OutcomeId| {
            let outcome = &book.outcomes[usize::from(it.0)];
            let test = outcome.when.stuck.filter(|it| it.who == Who::Mover);
            test.is_some_and(|it| it.check == CheckState::In) || is_mate_without_check(outcome)
        };
        book.seats.len() > 2 && book.settle.turn_start.iter().any(own_turn)
    }

    /// Who gives a checkmate that is judged at the start of the checkmated player's turn, if the attacks decide.
    fn who_mates(&self) -> Option<String> {
        let rule = MatingPlayer::FirstToCapture;
        let is_said = self.book.outcomes.iter().any(|it| self.says_who_mates(it));
        is_said.then(|| format!("{}{}", rule.sentence(), self.two_attackers(rule)))
    }

    /// Reports whether the rule on checkmate says who gives it, so that the table of endings need not.
    pub(super) fn says_who_mates(&self, outcome: &Outcome) -> bool {
        let is_own_turn = outcome.when.stuck.is_some_and(|it| it.who == Who::Mover && it.check == CheckState::In);
        is_own_turn
            && outcome.mating_player == Some(MatingPlayer::FirstToCapture)
            && self.is_mated_on_own_turn()
            && self.book.settle.turn_start.iter().any(|it| self.book.outcomes[usize::from(it.0)].name == outcome.name)
    }

    /// An example of two opponents who attack the king of a checkmated player, after a space.
    pub(super) fn two_attackers(&self, who: MatingPlayer) -> String {
        let title = |it: u8| seat_title(self.book, SeatId(it));
        match who == MatingPlayer::FirstToCapture && self.book.seats.len() == 3 {
            true => {
                format!(" So if {1} and {2} both attack {0}'s king, {1} gives checkmate.", title(0), title(1), title(2))
            }
            false => String::new(),
        }
    }

    /// Who moves between a check and its answer, and what they may do, if a mate counts only on the own turn.
    fn moves_between(&self) -> Vec<String> {
        let (book, last) = (self.book, self.book.seats.len() - 1);
        if !self.is_mated_on_own_turn() {
            return Vec::new();
        }
        if book.check.attackers == Attackers::LivingOpponents && book.teams.is_empty() && !book.reverses() {
            let title = |it: usize| seat_title(book, SeatId(it as u8));
            let between: Vec<String> = (2..=last).map(title).collect();
            let moves = if between.len() == 1 { "moves" } else { "move" };
            let helper = if between.len() == 1 { between[0].clone() } else { "They".to_owned() };
            let must = if between.len() == 1 { "does" } else { "do" };
            return vec![format!(
                "If {1} checks {0}, {2} {moves} before {0} can answer. {helper} may end this check, for example by capturing the \
                 checking piece, but {must} not have to. If {3} checks {0}, {0} answers at once.",
                title(0),
                title(1),
                joined(&between, "and"),
                title(last)
            )];
        }
        let any = "Another player may move before the player in check can answer. This player may end the check, for example \
                   by capturing the checking piece, but does not have to.";
        vec![any.to_owned()]
    }

    /// When a player is checkmated, if a mate counts only on the own turn.
    fn own_turn_mate(&self) -> Option<Vec<String>> {
        let with_check =
            "A player is checkmated if, when their turn begins, their king is in check and they have no legal move.";
        let without = "A player is checkmated if, when their turn begins, they have no legal move, in check or not.";
        let mut all = self.book.settle.turn_start.iter().map(|it| &self.book.outcomes[usize::from(it.0)]);
        let text = if all.any(is_mate_without_check) { without } else { with_check };
        self.is_mated_on_own_turn().then(|| vec![text.to_owned()])
    }
}

/// Turns what becomes of several partners into what becomes of one.
fn of_two(loss: &str) -> String {
    loss.replace("so are the others", "so is the other").replace("the others play on", "the other plays on")
}
