//! The main differences from chess, in one line each.
//!
//! Contains: [`RulesWriter::differences`]. Input: the definition and the rulebook. Output: short
//! sentences. Does not know: the rules themselves, which the following chapters explain.

use super::super::RulesWriter;
use super::super::crossing::crossing_square;
use super::super::phrases::{capital, one_of, some};
use super::super::words::{InWords, fill};
use super::bans::{EXCEPT, first_of_ban};
use super::endings::is_draw;
use super::special::{SpecialRule, rank_of_section, rule_of_ban, rule_of_barrier};
use crate::board::Square;
use crate::definition::value::Either;
use crate::definition::value::Name;
use crate::definition::{Ban as WrittenBan, BarrierDef, BarrierOpens, WithUnless};
use crate::notation::name::{joined, seat_title};
use crate::policy::{
    Army, CheckBy, CheckState, Choice, IfNone, King, NameForm, OpenEvent, PoolHolds, Role, Then, Travel, Who,
};
use crate::rulebook::{Ban, Barrier, SeatId, Team, Zone};

/// Maximum number of words of a special rule in the list of differences.
pub(super) const LONGEST_RULE: usize = 28;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The rule in one or a few sentences, for the summary.
    pub text: String,
    /// Id of the numbered rule that it is about, if it says most of it.
    pub rule: Option<String>,
}

impl Difference {
    /// Returns the line for the list: of a special rule, the first sentence with the name of the rule.
    pub fn line(&self, special: &[SpecialRule]) -> String {
        let rule = special.iter().find(|it| self.rule.as_ref() == Some(&it.id));
        match (rule, self.text.split_once(". ")) {
            (Some(rule), Some((first, rest))) => {
                let exception = if rest.starts_with(EXCEPT) { " for the exception" } else { "" };
                format!("{first}. See the special rule “{}”{exception}.", rule.name)
            }
            _ => self.text.clone(),
        }
    }
}

impl From<String> for Difference {
    fn from(text: String) -> Self {
        Self { text, rule: None }
    }
}

impl RulesWriter<'_> {
    /// Returns the main differences from chess, if more than two players play.
    pub(super) fn differences(&self) -> Vec<Difference> {
        let (book, def) = (self.book, self.def);
        let mut items: Vec<Difference> = Vec::new();
        if book.seats.len() == 2 {
            return items;
        }
        let team = |it: &Team| {
            let seats = book.seat_ids().filter(|seat| it.seats & seat.bit() != 0);
            joined(&seats.map(|it| seat_title(book, it)).collect::<Vec<_>>(), "and")
        };
        let teams: Vec<String> = book.teams.iter().map(team).collect();
        let with_teams = (!teams.is_empty()).then(|| format!("The players form teams: {}.", teams.join(" against ")));
        items.extend(with_teams.map(Difference::from));
        let crosses = crossing_square(book, true).is_some();
        match (self.is_ring(), def.patches.len() > 1) {
            (true, _) if crosses => {
                items.push("Lines run around the ring, and across the center to the other side.".to_owned().into());
            }
            (true, _) => items.push("Lines run around the ring.".to_owned().into()),
            (false, true) if crosses => {
                let blocks = some(def.patches.len() as i64, "block", "blocks");
                items
                    .push(format!("The board consists of {blocks}. Lines continue from one block to the next.").into());
            }
            _ => {}
        }
        for (name, it) in &def.points {
            let name = name.value.replace('-', " ");
            items.push(match it.travel.as_ref().map(|it| it.diagonal.value) {
                None | Some(Travel::None) => format!("A diagonal line that runs into the {name} ends there.").into(),
                Some(Travel::BothWays) if self.splits_no_line() => {
                    format!("At the {name}, a diagonal line goes on to the other side.").into()
                }
                Some(Travel::BothWays) => format!("At the {name}, a diagonal line splits in two.").into(),
                Some(_) => continue,
            });
        }
        if book.seat_ids().all(|it| self.has_swapped_king(it)) {
            items.push("The king starts on the d-file and the queen on the e-file.".to_owned().into());
        }
        items.extend(self.piece_differences().into_iter().map(Difference::from));
        let never = self.never_castle();
        let only = self.only_castling().map(|it| format!(" {it}")).unwrap_or_default();
        let never = (!never.is_empty()).then(|| format!("{} may not castle.{only}", joined(&never, "and")));
        items.extend(never.into_iter().chain(self.few_double_steps()).map(Difference::from));
        let barriers: Vec<String> = book.barriers.iter().map(super::plural_of).collect();
        if book.barriers.iter().any(|it| it.instances.len() > 1) {
            let all = capital(&joined(&barriers, "and"));
            let text = format!("{all} are borders between the players' sections. The picture shows them as lines.");
            items.push(text.into());
        }
        let may_ever = |it: &Barrier| {
            it.closed.capture || it.open.capture || it.closed.attack || it.open.attack || !it.unless.is_empty()
        };
        let never = |it: &Barrier| {
            let barrier = super::super::phrases::a(&it.label);
            match may_ever(it) || self.free_leapers(it).is_some() {
                true if self.free_leapers(it).is_none()
                    && !it.closed.attack
                    && !it.open.attack
                    && it.unless.is_empty() =>
                {
                    format!(" Nothing ever gives check across {barrier}.")
                }
                true => String::new(),
                false => format!(" Nothing ever captures or gives check across {barrier}."),
            }
        };
        items.extend(book.barriers.iter().filter_map(|made| {
            let (_, it) = def.barriers.iter().find(|it| it.0.value == made.name)?;
            // A reader does not know yet that such a border can be closed.
            let rule = self.crossing_rule(made, it, "");
            // Some closed barriers allow more than open ones.
            let is_ban = rule.contains(" not ") || rule.starts_with("No ") || rule.starts_with("Only ");
            let without_check =
                |it: &str| format!(" {it} is allowed only if none of your pieces gives check afterwards.");
            let text = match rule.contains(" closed ") && is_ban {
                true if made.closed == made.open => {
                    let check = if made.closed.quiet && !made.closed.give_check {
                        without_check("Such a move")
                    } else {
                        String::new()
                    };
                    rule.replace(" closed ", " ") + &check + &never(made)
                }
                true => {
                    let when = self.opens_in_short(made, it);
                    let never = never(made);
                    let not_to_capture = made.open.quiet && !made.open.capture;
                    let no_check = not_to_capture && !made.open.give_check && self.possible.check;
                    let open = match no_check && !rule.starts_with("Only ") {
                        true => String::new(),
                        false => self.while_open(made, it, not_to_capture || !may_ever(made)),
                    };
                    rule.replace(" closed ", " ").trim_end_matches('.').to_owned()
                        + " until it opens"
                        + match not_to_capture {
                            true if rule.starts_with("Only ") => ". Even then, other pieces may not capture across it.",
                            true if no_check && made.check_by == CheckBy::AnyPiece => {
                                "; even then, it may not capture across it, and after the move none of your pieces may check an opponent."
                            }
                            true if no_check => ", and even then not to capture or to give check.",
                            true => ", and even then not to capture.",
                            false => ".",
                        }
                        + &when
                        + &if made.closed.quiet && !made.closed.give_check {
                            without_check("Before, a move across it")
                        } else {
                            String::new()
                        }
                        + &open
                        + &never
                }
                false => match self.freed_by(made).filter(|_| rule.starts_with("A ")) {
                    Some(until) => {
                        let free = self.free_pieces(made, &it.table).map_or_else(String::new, |it| format!(" {it}"));
                        format!("{}{until}.{free}", rule.trim_end_matches('.'))
                    }
                    None => self.with_place(made, &rule),
                },
            };
            let text = match &it.table.binds.value {
                Either::Other(seats) => {
                    let seats: Vec<String> = seats.iter().map(|it| capital(&it.value)).collect();
                    text.replacen(" may ", &format!(" of {} may ", joined(&seats, "or")), 1)
                }
                _ => text,
            };
            Some(Difference { text, rule: Some(rule_of_barrier(made)) })
        }));
        // A kind that differs from a pawn only by a ban comes with its ban.
        let is_said = items.iter().any(|it| it.text.contains(", which moves like a pawn. "));
        let bans = def.bans.iter().zip(&book.bans).filter(|it| !is_said || self.rivals(it.1).is_none());
        items.extend(
            bans.map(|((_, it), made)| Difference { text: self.short_ban(made, it), rule: Some(rule_of_ban(made)) }),
        );
        items.extend(self.new_rules());
        items.extend(self.unusual_promotion());
        if self.possible.elimination && !self.ends_with_a_team() {
            items.extend(self.eliminations().map(Difference::from));
        }
        if !self.possible.elimination
            && book.teams.is_empty()
            && !book.outcomes.iter().any(|it| it.then == Then::Freeze)
        {
            // The goal may say so.
            let none = "No player is eliminated during the game. The game ends for all players at once.";
            let is_said = self.written().contains("ends the game for all");
            items.extend((!is_said).then(|| none.to_owned().into()));
        }
        if self.is_mated_on_own_turn() && book.teams.is_empty() {
            let rule = match book.seats.len() {
                3 if !book.reverses() && !book.has_extra_turns() => {
                    let title = |it: u8| seat_title(book, SeatId(it));
                    let (checked, checking, first) = (title(0), title(1), title(2));
                    format!(
                        "A checked player does not always move next: if {checking} checks {checked}, {first} moves before \
                         {checked} can answer. So checkmate is decided only when {checked}'s turn begins."
                    )
                }
                _ => "If you check a player whose turn is not next, others move before the checked player can answer."
                    .to_owned(),
            };
            items.push(rule.into());
        }
        if self.exposes_kings() {
            items.push(self.exposure_in_short().into());
        }
        items.extend(self.extra_turns().map(Difference::from));
        items
    }

    /// A rule on the only barrier of its kind, with its place: `A piece may not cross the wall between d1 and e1.`
    fn with_place(&self, made: &Barrier, rule: &str) -> String {
        let place = self.place_of(made).filter(|_| made.instances.len() == 1);
        let between = place.as_deref().and_then(|it| it.split_once(" lies between "));
        between.map_or_else(|| rule.to_owned(), |(_, it)| format!("{} between {it}", rule.trim_end_matches('.')))
    }

    /// The first sentence of a ban with its name, or only the name if the sentence is long.
    fn short_ban(&self, made: &Ban, it: &WithUnless<WrittenBan>) -> String {
        let name = capital(&made.label);
        if let Some(rivals) = self.rivals(made) {
            return format!("{name}: {}", self.rivals_in_short(&rivals, &it.unless));
        }
        let (text, points) = self.ban_for_players(made, it);
        let (rule, is_short) = first_of_ban(&text);
        let short = match is_short {
            true if it.unless.is_empty() => format!("{name}: {}", lower(&rule)),
            true => match text
                .split_inclusive(". ")
                .chain(points.iter().map(String::as_str))
                .find(|it| it.starts_with(EXCEPT))
            {
                Some(except) if it.unless.len() == 1 => format!("{name}: {} {except}", lower(&rule)),
                _ => format!("{name}: {} There are exceptions.", lower(&rule)),
            },
            false => format!("The special rule “{name}” forbids some moves."),
        };
        self.with_blocks(short)
    }

    /// Returns the zones that are the players' blocks of the board.
    pub(super) fn block_zones(&self) -> impl Iterator<Item = &Zone> {
        let board = &self.book.board;
        let patch = |it: Square| board.info(it).patch;
        let is_block = move |it: &&Zone| {
            let own = move |(squares, seat): (&Vec<Square>, SeatId)| {
                let start = self.book.setup.iter().flatten().find(|it| it.0 == seat);
                start.is_some_and(|start| {
                    board.squares().all(|it| squares.contains(&it) == (patch(it) == patch(start.2)))
                })
            };
            it.by_seat && self.def.patches.len() > 1 && it.squares.iter().zip(self.book.seat_ids()).all(own)
        };
        self.book.zones.iter().filter(is_block)
    }

    /// Explains a zone that is a player's block of the board.
    fn with_blocks(&self, text: String) -> String {
        self.block_zones().fold(text, |text, it| {
            let owners = format!("in its owner's {}", it.label);
            text.replacen(&owners, &format!("{owners} (the owner's block of the board)"), 1)
        })
    }

    /// When two barriers beside a player open, in one sentence after a space.
    fn opens_in_short(&self, made: &Barrier, it: &BarrierDef) -> String {
        let event = |it: &BarrierOpens| match it.event.value {
            OpenEvent::OwnerEliminated => Some("that player is eliminated".to_owned()),
            OpenEvent::ZoneVacated => {
                let zone =
                    self.book.zones.iter().find(|zone| it.zone.as_ref().is_some_and(|it| it.value.0 == zone.name))?;
                let rank = rank_of_section(self.book, zone)?;
                let of = fill(it.of.as_ref()?.sentence(), &[("owner", "that player")]);
                Some(format!("{of} on rank {rank} of their section"))
            }
        };
        let events: Option<Vec<String>> = it.opens.iter().map(|it| event(&it.1)).collect();
        let events = events.filter(|it| !it.is_empty() && self.open_in_pairs(made));
        events.map_or_else(String::new, |it| {
            let all = joined(&it, "or");
            // The second of two statements on the player needs no subject of its own.
            let all = if it[0].starts_with("that player ") { all.replace(" or that player ", " or ") } else { all };
            format!(" Both {} beside a player open as soon as {all}.", super::plural_of(made))
        })
    }

    /// Where pawns promote and to what, if a player of chess does not expect it.
    fn unusual_promotion(&self) -> Option<Difference> {
        let (book, def) = (self.book, self.def);
        let is_pawn = |it: &Name| book.kinds.iter().any(|kind| kind.name == it.0 && kind.role == Role::Pawn);
        let (name, found) = def.promotions.iter().find(|it| it.1.pieces.iter().any(|it| is_pawn(&it.value)))?;
        let piece = capital(&one_of(book, &found.pieces));
        let exchanged = found.choice.value == Choice::FromPool;
        let place = self.promotes_where(found);
        let other = format!(", if there is one that is not {}", piece[..1].to_lowercase() + &piece[1..]);
        let if_any = if found.if_none.value == IfNone::Stays { other.as_str() } else { "" };
        let taken = self.pool_of(found).is_some_and(|it| it.holds.value == PoolHolds::OthersPiecesCaptured);
        let one =
            if taken { "one of the pieces that its owner has captured" } else { "one of its owner's captured pieces" };
        let is_known = place.contains("owner's zone “last rank”") || place.contains("last rank");
        let text = match (exchanged, is_known) {
            (true, true) => Some(format!("{piece} that promotes is exchanged for {one}{if_any}.")),
            (true, false) => Some(format!("{piece} {place}: it is exchanged for {one}{if_any}.")),
            (false, false) => {
                let path = self.pawn_path().unwrap_or_default();
                let ahead = path.split_inclusive(". ").next().unwrap_or_default();
                Some(format!("{ahead}{piece} {place}."))
            }
            (false, true) => None,
        };
        // The path of the pawn belongs to its moves.
        let rule = exchanged.then(|| format!("rule-promotion-{}", name.value));
        text.map(|text| Difference { text, rule })
    }

    /// How a player can be eliminated while the others play on.
    fn eliminations(&self) -> Option<String> {
        let settle = &self.book.settle;
        let mut ways: Vec<String> = Vec::new();
        let mut more = "";
        for id in settle.after_move.iter().chain(&settle.turn_start) {
            let outcome = &self.book.outcomes[usize::from(id.0)];
            let while_playing = self.while_playing(outcome.when.living);
            let how = match outcome.when.stuck.filter(|it| it.who == Who::Mover).map(|it| it.check) {
                _ if outcome.then != Then::Eliminate => continue,
                Some(CheckState::In) => "if they are checkmated".to_owned(),
                Some(CheckState::Out) => format!("if they are stalemated{while_playing}"),
                Some(CheckState::Either) => format!("if they have no legal move on their turn{while_playing}"),
                None if outcome.when.king_captured.is_some() => {
                    format!("if their {} is captured", self.decisive_king())
                }
                _ => {
                    more = " The chapter “The end” says when else a player is eliminated.";
                    continue;
                }
            };
            if !ways.contains(&how) {
                ways.push(how);
            }
        }
        // With a rule for each number of players, stalemate always eliminates.
        let is_stalemate = |it: &String| it.contains("stalemated while");
        if ways.iter().filter(|it| is_stalemate(it)).count() + 1 == self.book.seats.len() {
            ways.retain(|it| !is_stalemate(it));
            ways.push("if they are stalemated".to_owned());
        }
        // A player who can only be frozen has a line of their own.
        if ways.is_empty() && self.book.freezes() {
            return None;
        }
        if ways.is_empty() {
            return Some("A player can be eliminated while the others play on.".to_owned());
        }
        let (number, goal) = (ways.len(), self.written());
        let is_said = |how: &str| goal.contains("A player is eliminated if") && goal.contains(how);
        ways.retain(|it| match it.as_str() {
            "if they are checkmated" => !is_said("they are checkmated"),
            it if it.ends_with(" is captured") => !is_said(" is captured"),
            it => !is_said(&format!("{it}.")) && !is_said(&format!("{it},")),
        });
        let how = match ways.len() {
            0 => "If a player is eliminated, the others play on.".to_owned(),
            it if it == number => format!("A player is eliminated {}. The others play on.", joined(&ways, "or")),
            _ => format!("A player is also eliminated {}. The others play on.", joined(&ways, "or")),
        };
        let stay = match (self.book.army, self.book.king) {
            (Army::Inert, King::Removed) => {
                " An eliminated player's king is removed, and their other pieces stay on the board as obstacles."
            }
            (Army::Inert, _) => " An eliminated player's pieces stay on the board as obstacles.",
            _ => "",
        };
        Some(how + stay + self.stalemate_for_everyone() + more)
    }

    /// The text of the page so far, in one line.
    fn written(&self) -> String {
        self.out.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// States that stalemate ends the game for all players, no matter how many are in play, after a space.
    fn stalemate_for_everyone(&self) -> &'static str {
        let all = self.book.settle.turn_start.iter().map(|it| &self.book.outcomes[usize::from(it.0)]);
        let mut stalemates =
            all.filter(|it| it.when.stuck.is_some_and(|it| it.who == Who::Mover && it.check == CheckState::Out));
        match (stalemates.next(), stalemates.next()) {
            (Some(it), None) if it.then == Then::End && it.when.living.is_none() => match is_draw(self.book, it) {
                true => " But stalemate ends the whole game in a draw.",
                false => " But stalemate ends the whole game.",
            },
            _ => "",
        }
    }

    /// Reports whether a player's king starts on a d-file and their queen on an e-file.
    fn has_swapped_king(&self, seat: SeatId) -> bool {
        let form = self.def.names.as_ref().and_then(|it| it.form.as_ref()).map(|it| it.value);
        if !matches!(form, Some(NameForm::FileRank | NameForm::SectionFileRank)) {
            return false;
        }
        let starts_on = |label: &str, file: char| {
            let book = self.book;
            let mut own = book.setup.iter().flatten().filter(|it| it.0 == seat);
            own.any(|it| {
                let name = book.board.name(it.2).trim_end_matches(|it: char| it.is_ascii_digit());
                book.kinds[it.1.index()].label == label && name.ends_with(file)
            })
        };
        starts_on("king", 'd') && starts_on("queen", 'e')
    }
}

/// Returns a sentence with a small first letter, except for the name of a player.
fn lower(sentence: &str) -> String {
    match ["A ", "An ", "You ", "Your ", "No ", "The ", "Pieces ", "After "]
        .into_iter()
        .find(|it| sentence.starts_with(it))
    {
        Some(it) => sentence.replacen(it, &it.to_lowercase(), 1),
        None => sentence.to_owned(),
    }
}
