//! Sentence templates with gaps for players and numbers.
//!
//! Input: a text such as `{victim} is checkmated[ by {mating-player}]`. Output: a [`Template`], and its
//! text once the gaps are filled. Does not know how a player's name is found.

/// A gap of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Gap {
    /// The player who has just moved, or is to move.
    Mover,
    /// The player against whom the outcome is decided.
    Victim,
    /// The player who gives checkmate.
    MatingPlayer,
    /// All players who are still in the game.
    Living,
    /// How many times the position has occurred, in words.
    Times,
    /// How many rounds have passed.
    Rounds,
    /// The events that restart the count of rounds: `a capture or a pawn move`.
    Resets,
}

impl Gap {
    /// All gaps, in order of declaration.
    pub const ALL: [Gap; 7] =
        [Gap::Mover, Gap::Victim, Gap::MatingPlayer, Gap::Living, Gap::Times, Gap::Rounds, Gap::Resets];

    /// Returns the word between the braces.
    pub fn word(self) -> &'static str {
        match self {
            Gap::Mover => "mover",
            Gap::Victim => "victim",
            Gap::MatingPlayer => "mating-player",
            Gap::Living => "living",
            Gap::Times => "times",
            Gap::Rounds => "rounds",
            Gap::Resets => "resets",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Text(String),
    Gap(Gap),
    Optional(Vec<TemplatePart>),
}

/// A sentence with gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Template(Vec<TemplatePart>);

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong.
    #[doc(hidden)]
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut outer, mut inner): (Vec<TemplatePart>, Option<Vec<TemplatePart>>) = (Vec::new(), None);
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let is_inner = inner.is_some();
            match sign {
                '{' => {
                    let (word, after) = rest[1..].split_once('}').ok_or("a `{` is not closed by `}`")?;
                    let gap = Gap::ALL.into_iter().find(|it| it.word() == word);
                    inner
                        .as_mut()
                        .unwrap_or(&mut outer)
                        .push(TemplatePart::Gap(gap.ok_or_else(|| format!("nothing is called `{{{word}}}` here"))?));
                    rest = after;
                    continue;
                }
                '[' if !is_inner => inner = Some(Vec::new()),
                ']' if is_inner => outer.extend(inner.take().map(TemplatePart::Optional)),
                '[' | ']' | '}' => return Err(format!("a `{sign}` has no counterpart")),
                _ => {
                    let end = rest.find(['{', '}', '[', ']']).unwrap_or(rest.len());
                    inner.as_mut().unwrap_or(&mut outer).push(TemplatePart::Text(rest[..end].to_owned()));
                    rest = &rest[end..];
                    continue;
                }
            }
            rest = &rest[1..];
        }
        if inner.is_some() { Err("a `[` is not closed by `]`".to_owned()) } else { Ok(Self(outer)) }
    }

    /// Returns all gaps in order, including those in brackets.
    pub fn gaps(&self) -> Vec<Gap> {
        fn collect(parts: &[TemplatePart], gaps: &mut Vec<Gap>) {
            for part in parts {
                match part {
                    TemplatePart::Text(_) => {}
                    TemplatePart::Gap(gap) => gaps.push(*gap),
                    TemplatePart::Optional(parts) => collect(parts, gaps),
                }
            }
        }
        let mut gaps = Vec::new();
        collect(&self.0, &mut gaps);
        gaps
    }

    /// Returns the text with its gaps filled; `None` if a gap outside brackets has no filling.
    pub fn fill(&self, filling: &dyn Fn(Gap) -> Option<String>) -> Option<String> {
        fn text(parts: &[TemplatePart], filling: &dyn Fn(Gap) -> Option<String>) -> Option<String> {
            let part = |it: &TemplatePart| match it {
                TemplatePart::Text(it) => Some(it.clone()),
                TemplatePart::Gap(gap) => filling(*gap),
                TemplatePart::Optional(parts) => Some(text(parts, filling).unwrap_or_default()),
            };
            parts.iter().map(part).collect()
        }
        text(&self.0, filling)
    }
}
