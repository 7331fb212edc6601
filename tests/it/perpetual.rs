//! Perpetual check: a game with a history, a game played in place, and the reference judge it alike, and the search
//! knows who loses by it.
//!
//! Input: rulebooks of a few lines, and random rulebooks. Output: games whose players like to give check and to return.

use crate::properties::{Pair, beginning, differences};
use crate::support::{Dice, is_slow, seeds};
use threefold::notation::position::{parse_position, print};
use threefold::rulebook::SeatId;
use threefold::rules::{Move, Position, Variant};
use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions, search};
use threefold::{Game, Rollout};
use threefold_oracle::settle::Repeated;

const VERDICT: &str = "[outcome.perpetual-check]\nwhen = { repeated = 3, perpetual-check = { by = \"living\" } }\n\
                       then = \"end\"\npoints = { victim = 0, others = 1 }\nsettled = \"turn-start\"\n";

/// A game with other headers.
#[track_caller]
fn game(parent: &str, more: &str) -> Variant {
    let text = format!("name = \"Perpetual\"\nextends = [\"{parent}\"]\n{more}");
    threefold::load_text("perpetual", &text).unwrap_or_else(|it| panic!("{it}")).variant
}

/// The positions of a game for the reference: the key of each, and who moved to it without or with check.
#[derive(Default)]
struct Past(Vec<(u64, Option<(SeatId, bool)>)>);

impl Past {
    /// Counts the occurrences of a key after a move, and the players who only gave check since the first one.
    fn repeated(&self, key: u64, last: (SeatId, bool)) -> Repeated {
        let times = 1 + self.0.iter().filter(|it| it.0 == key).count() as u16;
        let Some(first) = self.0.iter().position(|it| it.0 == key) else { return Repeated::default() };
        let moves: Vec<(SeatId, bool)> =
            self.0[first + 1..].iter().filter_map(|it| it.1).chain(std::iter::once(last)).collect();
        let mut checking: Vec<SeatId> = moves.iter().map(|it| it.0).collect();
        checking.retain(|seat| moves.iter().filter(|it| it.0 == *seat).all(|it| it.1));
        Repeated { times, checking }
    }
}

/// Chooses a move: often one that gives check, often one that takes the player's last move back.
fn choose(dice: &mut Dice, position: &Position, played: &[Move]) -> Option<Move> {
    let moves = position.legal_moves();
    let checks = |it: &Move| {
        let next = position.play(*it).expect("a legal move");
        next.ending().is_none() && next.is_check(next.turn())
    };
    let back = |it: &Move| {
        played.iter().rev().take(3).any(|old| old.origin() == it.destination() && it.origin() == old.destination())
    };
    let checking: Vec<Move> = moves.iter().copied().filter(checks).collect();
    let returning: Vec<Move> = moves.iter().copied().filter(back).collect();
    let both: Vec<Move> = checking.iter().copied().filter(back).collect();
    let wanted = [both, checking, returning].into_iter().find(|it| !it.is_empty() && !dice.one_in(10));
    dice.pick(&wanted.unwrap_or(moves))
}

/// Plays one game in three ways. Returns whether a player lost or was eliminated by perpetual check, or the first difference.
fn judged(pair: &Pair, dice: &mut Dice, start: Position) -> Result<bool, String> {
    let mut state = pair.state(&start.setup());
    let mut past = Past::default();
    past.0.push((start.repetition_key(), None));
    let mut game = Game::from_position(start.clone());
    let mut rollout = Rollout::new(&start);
    let (mut played, mut is_found) = (Vec::new(), false);
    for _ in 0..50 {
        let Some(mv) = choose(dice, game.position(), &played) else { break };
        let before = print(game.position());
        let mover = game.turn();
        state = state.play_unsettled(mv);
        // A key of the reference would be as long as the position. The engine's own is tested elsewhere.
        let key = game.position().play_unsettled(mv).expect("a legal move").as_position().repetition_key();
        let last = (mover, state.gives_check(mover));
        let repeated = past.repeated(key, last);
        is_found |= repeated.times > 1 && !repeated.checking.is_empty();
        state.settle_repeated(&repeated);
        let index =
            rollout.moves().position(|it| it == mv).ok_or_else(|| format!("{before}: no such move in place"))?;
        rollout.play(index);
        game.play(mv).map_err(|it| format!("{before}: {it}"))?;
        past.0.push((game.position().repetition_key(), Some(last)));
        played.push(mv);
        let apart = differences(game.position(), &state);
        if !apart.is_empty() {
            return Err(format!("after {mv:?} from {before}\n  {}", apart.join("\n  ")));
        }
        if rollout.position() != game.position() {
            return Err(format!("after {mv:?} from {before}\n  in place: {}", print(rollout.position())));
        }
    }
    Ok(is_found)
}

#[test]
fn games_and_the_reference_judge_perpetual_check_alike() {
    let every = "[outcome.mutual]\nwhen = { repeated = 2, perpetual-check = { by = \"living\", how-many = \"every\" } }\n\
                 then = \"end\"\npoints = { all = 0.5 }\nsettled = \"turn-start\"\n";
    let several = "[outcome.several]\nwhen = { repeated = 2, perpetual-check = { by = \"opponents\" } }\n\
                   then = \"eliminate\"\nsettled = \"turn-start\"\n";
    let cases = [
        ("chess", VERDICT.to_owned(), "w:Ka1,Qe5,Ph2 b:Kg8,Rc2,Pg7 turn=w"),
        ("chess", every.to_owned() + VERDICT, "w:Ka1,Qe5,Ph2 b:Kg8,Qc2,Pg7 turn=w"),
        ("gallery/shogi", String::new(), "s:Ki1,Rd1 g:Ke9,Ra5 turn=s"),
        ("three-player-chess", VERDICT.to_owned(), "w:Ke1,Rk9 r:Kj12 b:Kd8 turn=w"),
        (
            "mechanisms/perpetual-check-on-the-ring",
            String::new(),
            "w:KWHd1,RGRc3 g:KGRd1,QGRh2 b:KBLd1 turn=w open=moat.0,moat.1,moat.2",
        ),
        (
            "3-man-chess",
            several.to_owned(),
            "w:KWHd1,RGRc3 g:KGRd1,QGRh2 b:KBLd1,RBLg4 turn=w open=moat.0,moat.1,moat.2",
        ),
    ];
    for (parent, more, text) in cases {
        let variant = game(parent, &more);
        let pair = Pair::new(&variant);
        let start = parse_position(&variant, text).unwrap_or_else(|it| panic!("{text}: {it:?}"));
        let games = if is_slow() { 36 } else { 12 };
        let mut found = 0;
        for seed in 0..games {
            match judged(&pair, &mut Dice(seed), start.clone()) {
                Ok(is_found) => found += u64::from(is_found),
                Err(error) => panic!("{parent}, seed {seed}: {error}"),
            }
        }
        assert!(found * 10 > games, "{parent}: {found} of {games} games with perpetual check");
    }
}

#[test]
fn random_rulebooks_judge_perpetual_check_alike() {
    let mut found = 0;
    for seed in seeds(80, 1_000) {
        let Ok(loaded) = threefold::load_text(&format!("random-{seed}"), &crate::random_variants::text(seed)) else {
            continue;
        };
        if !loaded.variant.rulebook().judges_perpetual_check() {
            continue;
        }
        let (pair, mut dice) = (Pair::new(&loaded.variant), Dice(seed));
        for _ in 0..4 {
            let Some(first) = (0..20).find_map(|_| beginning(&mut dice, &pair)) else { break };
            let start = first.settle();
            match judged(&pair, &mut dice, start) {
                Ok(is_found) => found += usize::from(is_found),
                Err(error) => panic!("seed {seed}: {error}\n\n{}", crate::random_variants::text(seed)),
            }
        }
    }
    eprintln!("{found} games with perpetual check");
    assert!(found > 0 || std::env::var("THREEFOLD_SEED").is_ok(), "no game has perpetual check");
}

/// Returns the value of a position for White, in points.
fn value(variant: &Variant, text: &str, algorithm: Algorithm) -> f64 {
    let position = parse_position(variant, text).unwrap_or_else(|it| panic!("{text}: {it:?}"));
    let options = SearchOptions::new(algorithm, Limits::nodes(60_000));
    search(&position, &Evaluator::new(variant), &options).lines[0].points[0]
}

#[test]
fn the_search_knows_that_perpetual_check_loses() {
    // White is far behind, but can give check on e8 and h5 forever.
    let text = "w:Kg1,Qh5,Pg2,Ph2 b:Kg8,Qb2,Rc2,Ra2,Pg7 turn=w";
    let draws = value(&game("chess", ""), text, Algorithm::default());
    let loses = value(&game("chess", VERDICT), text, Algorithm::default());
    assert!((draws - 0.5).abs() < 0.05, "{draws} in chess");
    assert!(loses < 0.3, "{loses} if perpetual check loses");
}
