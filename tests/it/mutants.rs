//! Mutated rulebooks: shipped files with a few words, numbers or lines changed at random. Each
//! is checked, and played for a few moves if it compiles. Input: `variants/`. Output: no panic, no
//! long run, and a reason for each file that does not compile.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::support::{Dice, checked, is_slow};
use threefold::{catalog, load_text};

/// Returns the interchangeable parts of a text: strings, numbers, headers.
fn pieces(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'"' => {
                at += 1 + text[at + 1..].find('"').unwrap_or(0);
                found.push((start, at + 1));
            }
            b'#' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            it if it.is_ascii_digit() => {
                at += text[at..].find(|it: char| !it.is_ascii_digit()).unwrap_or(1) - 1;
                found.push((start, at + 1));
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Makes one change: replaces a part by another of its kind, possibly from another file, or
/// deletes a line.
fn mutated(text: &str, pool: &[String], dice: &mut Dice) -> String {
    let mut pick = |count: usize| (dice.roll() % count.max(1) as u64) as usize;
    let pieces = pieces(text);
    let (start, end) = pieces[pick(pieces.len())];
    let numbers = ["0", "1", "2", "3", "7", "12", "13", "500", "-1", "100000", "9223372036854775807"];
    let is_number = !text[start..end].starts_with('"');
    let new = match pick(6) {
        0 | 1 if is_number => numbers[pick(numbers.len())].to_owned(),
        0..3 => {
            let (start, end) = pieces[pick(pieces.len())];
            text[start..end].to_owned()
        }
        3 | 4 => pool[pick(pool.len())].clone(),
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.remove(pick(lines.len()));
            return lines.join("\n");
        }
    };
    format!("{}{new}{}", &text[..start], &text[end..])
}

#[test]
fn rulebooks_changed_at_random_do_no_harm() {
    let rounds = if is_slow() { 9 } else { 6 };
    let games: Vec<(String, String)> = catalog::shipped()
        .iter()
        .map(|it| (it.slug.clone(), checked(&it.slug).effective()))
        .filter(|it| !pieces(&it.1).is_empty())
        .collect();
    let pool: Vec<String> =
        games.iter().flat_map(|(_, text)| pieces(text).into_iter().map(|(a, b)| text[a..b].to_owned())).collect();
    let (mut compiled, mut refused, mut errors) = (0, 0, Vec::new());
    for (index, (slug, text)) in games.iter().enumerate() {
        for round in 0..rounds {
            let mut dice = Dice((index * 100_000 + round) as u64);
            let mut changed = text.clone();
            for _ in 0..1 + dice.roll() % 3 {
                changed = mutated(&changed, &pool, &mut dice);
            }
            let began = Instant::now();
            let tried = catch_unwind(AssertUnwindSafe(|| match load_text("mutant.toml", &changed) {
                Ok(loaded) => {
                    let moves = loaded.variant.start().map_or(0, |it| it.legal_moves().len());
                    (true, moves < 100_000)
                }
                Err(error) => (false, !error.to_string().is_empty()),
            }));
            match tried {
                Ok((true, true)) => compiled += 1,
                Ok((false, true)) => refused += 1,
                Ok((_, false)) => errors.push(format!("{slug} {round}: refused without a word")),
                Err(_) => errors.push(format!("{slug} {round}: panicked\n{changed}")),
            }
            if is_slow() && began.elapsed().as_secs() > 5 {
                errors.push(format!("{slug} {round}: took {:?}\n{changed}", began.elapsed()));
            }
        }
    }
    eprintln!("{compiled} compiled, {refused} refused");
    assert!(compiled > 0 && refused > 0);
    assert!(errors.is_empty(), "{} errors; the first is {}", errors.len(), errors[0]);
}
