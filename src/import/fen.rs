//! The starting position of a `variants.ini`.
//!
//! Contains [`StartFen`]. Input: the value of `startFen`. Output: where pieces and holes are, and the other fields.
//! Does not know pieces.

/// A piece of a starting position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StartPiece {
    /// File, counted from 1.
    pub(super) file: u8,
    /// Rank, counted from 1.
    pub(super) rank: u8,
    /// Letter in the file, uppercase for White.
    pub(super) letter: char,
    /// Whether the file marks it as promoted, as in `+P`.
    pub(super) is_promoted: bool,
}

/// A starting position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StartFen {
    /// Pieces, from the last rank to the first.
    pub(super) pieces: Vec<StartPiece>,
    /// Squares that do not exist.
    pub(super) holes: Vec<(u8, u8)>,
    /// Letters of the pieces in hand; uppercase letters belong to the first player.
    pub(super) pockets: Option<String>,
    /// Letters of the castling rights.
    pub(super) castling: String,
    /// Number of checks that win, if the field is there.
    pub(super) checks: Option<u32>,
    /// Whether Black moves first.
    pub(super) black_first: bool,
}

impl StartFen {
    /// Reads a position on a board of this size. The error says what is wrong.
    pub(super) fn parse(text: &str, files: u8, ranks: u8) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let placement = words.next().unwrap_or_default();
        let (placement, pockets) = match placement.split_once('[') {
            Some((placement, rest)) => (placement, Some(rest.trim_end_matches(']').replace('-', ""))),
            None => (placement, None),
        };
        let mut fen = Self { pockets, ..Self::default() };
        let rows: Vec<&str> = placement.split('/').collect();
        if rows.len() != usize::from(ranks) {
            return Err(format!("the position has {} ranks, the board has {ranks}", rows.len()));
        }
        for (rank, row) in (1..=ranks).rev().zip(&rows) {
            fen.row(rank, row, files)?;
        }
        fen.black_first = words.next() == Some("b");
        for word in words {
            match word.split_once('+') {
                Some((number, _)) => fen.checks = number.parse().ok(),
                None if word.chars().all(|it| it.is_ascii_alphabetic()) && fen.castling.is_empty() => {
                    word.clone_into(&mut fen.castling);
                }
                None => {}
            }
        }
        Ok(fen)
    }

    fn row(&mut self, rank: u8, row: &str, files: u8) -> Result<(), String> {
        let (mut file, mut is_promoted, mut number) = (0u32, false, 0u32);
        for it in row.chars() {
            if let Some(digit) = it.to_digit(10) {
                number = (number * 10 + digit).min(1000);
                continue;
            }
            file += std::mem::take(&mut number);
            match it {
                '+' => is_promoted = true,
                '~' => {}
                _ => {
                    file += 1;
                    if file > u32::from(files) {
                        break;
                    }
                    match it {
                        '*' => self.holes.push((file as u8, rank)),
                        _ => {
                            let is_promoted = std::mem::take(&mut is_promoted);
                            self.pieces.push(StartPiece { file: file as u8, rank, letter: it, is_promoted });
                        }
                    }
                }
            }
        }
        file += number;
        if file == u32::from(files) { Ok(()) } else { Err(format!("rank {rank} does not have {files} squares")) }
    }

    /// Returns the placement with the letters of a rulebook: empty squares as numbers, holes included.
    pub(super) fn placement(&self, files: u8, ranks: u8, letter: impl Fn(char, bool) -> char) -> String {
        let rows = (1..=ranks).rev().map(|rank| {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 1..=files {
                match self.pieces.iter().find(|it| (it.file, it.rank) == (file, rank)) {
                    None => empty += 1,
                    Some(it) => {
                        if empty > 0 {
                            row.push_str(&std::mem::take(&mut empty).to_string());
                        }
                        row.push(letter(it.letter, it.is_promoted));
                    }
                }
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            row
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// Returns the number of pieces of a letter that a player has.
    pub(super) fn count(&self, letter: char, is_white: bool) -> usize {
        let wanted = if is_white { letter.to_ascii_uppercase() } else { letter };
        self.pieces.iter().filter(|it| it.letter == wanted).count()
    }
}
