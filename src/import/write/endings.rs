//! Forced captures, check, and how a game ends.
//!
//! Input: a [`Writer`] with its keys. Output: headers in its text. Does not know how pieces move.

use super::super::squares::SquareList;
use super::{HELP, VALUES, Writer};

/// Names of outcomes, with their points.
type Outcomes = Vec<(String, &'static str)>;

/// The points if the victim loses.
const LOST: &str = "{ victim = 0, others = 1 }";
/// The points of a draw.
const SHARED: &str = "{ all = 0.5 }";

impl Writer<'_> {
    pub(super) fn captures_and_checks(&mut self) {
        if self.config.flag("mustCapture", false) {
            self.line("\n[capture]\nforced = \"yes\"");
        }
        let explodes = self.explosion();
        self.conversion();
        if !self.has_check() {
            self.line(
                "\n[check]\n\
             attackers = \"nobody\"\nown-king  = \"may-be-left\"\nkings     = \"never-captured\"",
            );
            return;
        }
        let most = self.royal_count(true).max(self.royal_count(false));
        if most > 1 || explodes {
            let kings = if explodes { "may-be-captured" } else { "never-captured" };
            self.line(format!(
                "\n[check]\nattackers = \"living-opponents\"\nown-king  = \"kept-safe\"\nkings     = \"{kings}\""
            ));
        }
        if most > 1 {
            // Without a king, several such pieces count together: all but the last may be lost.
            let royals = if self.is_pseudo_royal() && self.kings().is_none() { "last" } else { "any" };
            self.line(format!("royals    = \"{royals}\""));
        }
        if explodes {
            self.line(
                "\n[outcome.king-destroyed]\nsentence = \"{victim}'s king has exploded\"\n\
                 when     = { king-captured = \"opponents\" }\nthen     = \"end\"",
            );
            self.after_move.push(("king-destroyed".to_owned(), LOST));
        }
        if !self.config.flag("checking", true) {
            self.line(
                "\n[ban.check]\nlabel = \"no checks\"\nafter = { attack = { by = \"mover\", on = \"opponents\" } }",
            );
        }
        if !self.config.flag("dropChecks", true) {
            self.note("dropChecks", "`dropChecks = false` has no counterpart and is left out".to_owned(), HELP);
        }
    }

    /// Writes which pieces a capture destroys. Returns whether captures destroy any.
    fn explosion(&mut self) -> bool {
        self.config.understand(&["blastImmuneTypes"]);
        if !self.config.flag("blastOnCapture", false) {
            return false;
        }
        let unharmed = self.letters("blastImmuneTypes", "");
        // Predefined pawns are safe beside an explosion, but not in its middle.
        let mut immune = self.known(&self.by_keys(&["pawn"]));
        immune.extend(unharmed.iter().filter(|it| !immune.contains(it)).copied().collect::<Vec<_>>());
        let (immune, unharmed) = (self.names(&immune), self.names(&unharmed));
        self.line(format!("\n[explosion]\nimmune   = {immune}\nunharmed = {unharmed}"));
        true
    }

    pub(super) fn endings(&mut self) {
        self.extinction();
        self.flags();
        self.check_count();
        let points = |value: &str| match value {
            "win" => "{ victim = 1, others = 0 }",
            "loss" => LOST,
            _ => SHARED,
        };
        let mut turn_start = Outcomes::new();
        if self.has_check() {
            turn_start.push(("checkmate".to_owned(), points(self.config.word("checkmateValue", "loss", &VALUES))));
        } else {
            self.config.understand(&["checkmateValue"]);
            self.without.push("outcome.checkmate".to_owned());
        }
        if !self.has_check() && !self.passes() {
            self.line(
                "\n[outcome.stalemate]\nwhen = { stuck = { who = \"mover\", check = \"either\" } }\nthen = \"end\"",
            );
        }
        turn_start.extend(self.piece_counts());
        let passes = self.passes();
        if passes {
            let check = if self.has_check() { "out" } else { "either" };
            self.line(format!(
                "\n[outcome.stalemate]\nwhen = {{ stuck = {{ who = \"mover\", check = \"{check}\" }} }}\nthen = \"pass\""
            ));
        }
        turn_start.push(("stalemate".to_owned(), points(self.config.word("stalemateValue", "draw", &VALUES))));
        let mut claims = Outcomes::new();
        self.repetition(&mut turn_start, &mut claims);
        self.quiet_moves(&mut turn_start, &mut claims);
        let list = |all: &[(String, &str)]| all.iter().map(|it| format!("\"{}\"", it.0)).collect::<Vec<_>>().join(", ");
        let after = std::mem::take(&mut self.after_move);
        self.line("\n[settle]");
        if !after.is_empty() {
            self.line(format!("after-move = [{}]", list(&after)));
        }
        self.line(format!("turn-start = [{}]", list(&turn_start)));
        if !claims.is_empty() {
            self.line(format!("on-claim   = [{}]", list(&claims)));
        }
        self.line("\n[score]");
        let scored = turn_start.iter().filter(|it| !(passes && it.0 == "stalemate"));
        for (name, points) in after.iter().chain(scored).chain(&claims) {
            self.line(format!("{name} = {points}"));
        }
        self.line("draw = { all = 0.5 }\nresign = { victim = 0, others = 1 }");
    }

    /// Writes what happens when a position is repeated.
    fn repetition(&mut self, turn_start: &mut Outcomes, claims: &mut Outcomes) {
        let fold = self.config.number("nFoldRule", 3);
        let fold_value = self.config.word("nFoldValue", "draw", &VALUES).to_owned();
        // Without repetition or check, the key stays unread and becomes a finding.
        if fold > 1 && self.has_check() && self.config.flag("perpetualCheckIllegal", false) {
            self.perpetual(fold, "check", "", turn_start);
        }
        if fold > 1 && self.config.word("chasingRule", "none", &["axf", "none"]) == "axf" {
            self.chases(fold, turn_start);
        }
        if fold == 3 && fold_value == "draw" {
            claims.push(("threefold".to_owned(), SHARED));
            turn_start.push(("fivefold".to_owned(), SHARED));
        } else {
            self.without.extend(["outcome.threefold", "outcome.fivefold"].map(str::to_owned));
            if fold > 1 {
                self.line(format!("\n[outcome.repetition]\nwhen = {{ repeated = {fold} }}\nthen = \"end\""));
                if fold_value != "draw" {
                    self.note("nFoldValue", format!("repetition is a draw in the rulebook, not a {fold_value}"), HELP);
                }
                turn_start.push(("repetition".to_owned(), SHARED));
            }
        }
    }

    /// Writes that a perpetual check or chase loses, and that it is a draw if both players are to blame. `keys` follow `by`.
    fn perpetual(&mut self, fold: u32, what: &str, keys: &str, turn_start: &mut Outcomes) {
        for (name, how_many, points) in [("mutual", ", how-many = \"every\"", SHARED), ("perpetual", "", LOST)] {
            self.line(format!(
                "\n[outcome.{name}-{what}]\n\
                 when = {{ repeated = {fold}, perpetual-{what} = {{ by = \"living\"{how_many}{keys} }} }}\nthen = \"end\""
            ));
            turn_start.push((format!("{name}-{what}"), points));
        }
    }

    /// Writes that perpetual chase loses: in its simple form, without exceptions by kind.
    fn chases(&mut self, fold: u32, turn_start: &mut Outcomes) {
        let (royals, soldiers) = (self.royals(), self.by_keys(&["soldier"]));
        let kinds = self.kinds.iter().filter(|it| !royals.contains(&it.source) && !soldiers.contains(it.source));
        let kinds: Vec<String> = kinds.map(|it| format!("\"{}\"", it.name)).collect();
        if kinds.is_empty() {
            return;
        }
        let kinds = format!("kind = [{}]", kinds.join(", "));
        let chase = format!(", {kinds}, chased = {{ {kinds} }}, attack = \"new\", captures = \"by-legal-move\"");
        self.perpetual(fold, "chase", &chase, turn_start);
        let text = "perpetual chase is judged without exceptions: soldiers neither chase nor are chased, and protected pieces never are";
        self.note("chasingRule", text.to_owned(), HELP);
    }

    /// Writes what happens when no piece is captured and no pawn moves.
    fn quiet_moves(&mut self, turn_start: &mut Outcomes, claims: &mut Outcomes) {
        let quiet = self.config.number("nMoveRule", 50);
        let resets = self.letters("nMoveRuleTypes", &self.pawns());
        if quiet == 50 && !resets.is_empty() {
            claims.push(("fifty-moves".to_owned(), SHARED));
            turn_start.push(("seventy-five-moves".to_owned(), SHARED));
        } else {
            self.without.extend(["outcome.fifty-moves", "outcome.seventy-five-moves"].map(str::to_owned));
            match quiet {
                0 => self.without.push("counter.halfmoves".to_owned()),
                _ => {
                    let limit = quiet;
                    self.line(format!(
                        "\n[outcome.quiet-moves]\n\
                     label = \"the {limit}-move rule\"\nwhen  = {{ halfmove-rounds = {limit} }}\n\
                     then  = \"end\""
                    ));
                    turn_start.push(("quiet-moves".to_owned(), SHARED));
                }
            }
        }
    }

    /// Writes an outcome for a player who has too few pieces of a kind.
    fn extinction(&mut self) {
        self.config.understand(&["extinctionPieceCount", "extinctionPseudoRoyal"]);
        let value = self.config.word("extinctionValue", "none", &VALUES).to_owned();
        let types = self.config.text("extinctionPieceTypes", "").to_owned();
        let most = self.config.number("extinctionPieceCount", 0);
        if value == "none" || types.is_empty() {
            return;
        }
        if self.is_pseudo_royal() {
            self.config.understand(&["extinctionClaim"]);
            return;
        }
        let kind = match types.contains('*') {
            true => String::new(),
            false => {
                let kinds = self.known(&types);
                let counted = if kinds.len() > 1 { "counted = \"separately\", " } else { "" };
                format!("kind = {}, {counted}", self.names(&kinds))
            }
        };
        self.line(format!(
            "\n[outcome.extinction]\n\
             sentence = \"{{victim}} has too few pieces left\"\n\
             when     = {{ count = {{ of = \"living\", {kind}at-most = {most} }} }}\n\
             then     = \"end\""
        ));
        self.after_move
            .push(("extinction".to_owned(), if value == "win" { "{ victim = 1, others = 0 }" } else { LOST }));
    }

    /// Writes an outcome for a piece that reaches a region.
    fn flags(&mut self) {
        self.config.understand(&["flagPiece", "flagPieceCount", "flagMove"]);
        let none = SquareList::default();
        let both = self.region("flagRegion", &none);
        let white = self.region("flagRegionWhite", &both);
        let black = self.region("flagRegionBlack", &both);
        let pieces = self.letters("flagPiece", "*");
        if white.0.is_empty() && black.0.is_empty() {
            return;
        }
        let count = self.config.number("flagPieceCount", 1).max(1);
        self.zone("flag", &white, &black);
        let kind = if self.config.text("flagPiece", "*") == "*" {
            String::new()
        } else {
            format!("kind = {}, ", self.names(&pieces))
        };
        self.line(format!(
            "\n[outcome.flag]\n\
             sentence = \"{{mover}} has reached the goal\"\n\
             when     = {{ count = {{ of = \"mover\", {kind}at = {{ zone = \"flag\", of = \"owner\" }}, \
             at-least = {count} }} }}\n\
             then     = \"end\""
        ));
        self.after_move.push(("flag".to_owned(), "{ mover = 1, others = 0 }"));
        if self.config.flag("flagMove", false) {
            self.note(
                "flagMove",
                "`flagMove = true` has no counterpart: the first player to arrive wins at once".to_owned(),
                HELP,
            );
        }
    }

    /// Writes an outcome for a number of checks.
    fn check_count(&mut self) {
        if !self.config.flag("checkCounting", false) {
            return;
        }
        let limit = self.fen.checks.unwrap_or(3);
        self.line(
            "\n[counter.checks]\n\
             label = \"checks given\"\nwhen  = { attack = { by = \"mover\", on = \"opponents\" } }",
        );
        self.line(format!(
            "\n[outcome.checks]\n\
             sentence = \"{{mover}} has given the last check\"\n\
             when     = {{ counter = {{ name = \"checks\", of = \"mover\", at-least = {limit} }} }}\n\
             then     = \"end\""
        ));
        self.after_move.push(("checks".to_owned(), "{ mover = 1, others = 0 }"));
    }
}
