//! Perpetual check and perpetual chase: a game with a history, a game played in place, and the reference judge them
//! alike, and the search knows who loses by them.
//!
//! Input: rulebooks of a few lines, and random rulebooks. Output: games whose players like to give check, to chase and to
//! return.

use crate::properties::{Pair, beginning, differences};
use crate::support::{Dice, is_slow, seeds};
use std::collections::{BTreeMap, BTreeSet};
use threefold::board::Square;
use threefold::notation::position::{parse_position, print};
use threefold::policy::ChaseAttack;
use threefold::rulebook::{Chase, Rulebook, SeatId, chases_of};
use threefold::rules::{Move, Position, Variant};
use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions, search};
use threefold::{Game, Rollout};
use threefold_oracle::State;
use threefold_oracle::settle::Repeated;

const VERDICT: &str = "[outcome.perpetual-check]\nwhen = { repeated = 3, perpetual-check = { by = \"living\" } }\n\
                       then = \"end\"\npoints = { victim = 0, others = 1 }\nsettled = \"turn-start\"\n";

/// A game with other headers.
#[track_caller]
fn game(parent: &str, more: &str) -> Variant {
    let text = format!("name = \"Perpetual\"\nextends = [\"{parent}\"]\n{more}");
    threefold::load_text("perpetual", &text).unwrap_or_else(|it| panic!("{it}")).variant
}

/// A move for the reference: who made it, whether it gave check, and which pieces it left chased, by their numbers and
/// for each meaning of the word.
#[derive(Clone)]
struct Done {
    seat: SeatId,
    gives_check: bool,
    chased: Vec<BTreeSet<usize>>,
}

/// The positions of a game for the reference: the key of each, and what led to it.
struct Past {
    positions: Vec<(u64, Option<Done>)>,
    /// The number of the piece on each square. A piece keeps its number for the whole game.
    numbers: BTreeMap<Square, usize>,
    pieces: usize,
    chases: Vec<Chase>,
}

impl Past {
    fn new(book: &Rulebook, start: &State) -> Self {
        let chases = chases_of(book.outcomes()).into_iter().cloned().collect();
        let mut past = Self { positions: Vec::new(), numbers: BTreeMap::new(), pieces: 0, chases };
        past.numbers = start.all_pieces().into_iter().map(|it| (it.0, past.new_number())).collect();
        past
    }

    fn new_number(&mut self) -> usize {
        self.pieces += 1;
        self.pieces
    }

    /// Follows the pieces of a move, and returns what it did.
    fn follow(&mut self, mv: Move, before: &State, after: &State) -> Done {
        let book = after.book.clone();
        let mut arrived: BTreeMap<Square, Option<Square>> = BTreeMap::new();
        if let Some(castling) = mv.castling() {
            let castling = &book.castlings()[usize::from(castling)];
            arrived.extend([castling.king(), castling.rook()].map(|(from, to)| (to, Some(from))));
        } else if let Some(to) = mv.destination() {
            arrived.insert(to, mv.origin());
        }
        arrived.extend(mv.gate_square(&book).map(|it| (it, None)));
        let numbers = std::mem::take(&mut self.numbers);
        for (square, _) in after.all_pieces() {
            let origin = arrived.get(&square).copied().unwrap_or(Some(square));
            let number = origin.and_then(|it| numbers.get(&it).copied()).unwrap_or_else(|| self.new_number());
            self.numbers.insert(square, number);
        }
        let seat = before.turn;
        let chased = self.chases.iter().map(|it| {
            let pairs = |all: Vec<(Square, Square)>, numbers: &BTreeMap<Square, usize>| -> BTreeSet<(usize, usize)> {
                all.into_iter().map(|(from, to)| (numbers[&from], numbers[&to])).collect()
            };
            let mut all = pairs(after.chased(seat, it), &self.numbers);
            if it.attack() == ChaseAttack::New {
                let earlier = pairs(before.chased(seat, it), &numbers);
                all.retain(|it| !earlier.contains(it));
            }
            all.into_iter().map(|it| it.1).collect()
        });
        Done { seat, gives_check: after.gives_check(seat), chased: chased.collect() }
    }

    /// Counts the occurrences of a key after a move, and the players who only gave check or chased one piece since the
    /// first one.
    fn repeated(&self, key: u64, last: &Done) -> Repeated {
        let times = 1 + self.positions.iter().filter(|it| it.0 == key).count() as u16;
        let Some(first) = self.positions.iter().position(|it| it.0 == key) else { return Repeated::default() };
        let moves: Vec<&Done> =
            self.positions[first + 1..].iter().filter_map(|it| it.1.as_ref()).chain([last]).collect();
        let of = |seat: SeatId| moves.iter().filter(move |it| it.seat == seat);
        let seats: BTreeSet<SeatId> = moves.iter().map(|it| it.seat).collect();
        let checking = seats.iter().copied().filter(|seat| of(*seat).all(|it| it.gives_check)).collect();
        let mut chasing = Vec::new();
        for (index, chase) in self.chases.iter().enumerate() {
            let always =
                |seat: SeatId| (1..=self.pieces).any(|piece| of(seat).all(|it| it.chased[index].contains(&piece)));
            chasing.extend(seats.iter().filter(|it| always(**it)).map(|it| (chase.clone(), *it)));
        }
        Repeated { times, checking, chasing }
    }
}

/// Chooses a move: often one that gives check or chases, often one that takes the player's last move back.
fn choose(dice: &mut Dice, position: &Position, played: &[Move]) -> Option<Move> {
    let moves = position.legal_moves();
    let checks = |it: &Move| {
        let next = position.play(*it).expect("a legal move");
        let chases = || position.chase_trace(*it, &next).is_some_and(|it| !it.chased.is_empty());
        next.ending().is_none() && (next.is_check(next.turn()) || chases())
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

/// Plays one game in three ways. Returns whether a position was repeated by perpetual check and by perpetual chase, or the
/// first difference.
fn judged(pair: &Pair, dice: &mut Dice, start: Position) -> Result<[bool; 2], String> {
    let mut state = pair.state(&start.setup());
    let mut past = Past::new(start.variant().rulebook(), &state);
    past.positions.push((start.repetition_key(), None));
    let mut game = Game::from_position(start.clone());
    let mut rollout = Rollout::new(&start);
    let (mut played, mut is_found) = (Vec::new(), [false; 2]);
    for _ in 0..50 {
        let Some(mv) = choose(dice, game.position(), &played) else { break };
        let before = print(game.position());
        let earlier = state;
        state = earlier.play_unsettled(mv);
        // A key of the reference would be as long as the position. The engine's own is tested elsewhere.
        let key = game.position().play_unsettled(mv).expect("a legal move").as_position().repetition_key();
        let last = past.follow(mv, &earlier, &state);
        let repeated = past.repeated(key, &last);
        is_found[0] |= repeated.times > 1 && !repeated.checking.is_empty();
        is_found[1] |= repeated.times > 1 && !repeated.chasing.is_empty();
        state.settle_repeated(&repeated);
        let index =
            rollout.moves().position(|it| it == mv).ok_or_else(|| format!("{before}: no such move in place"))?;
        rollout.play(index);
        game.play(mv).map_err(|it| format!("{before}: {it}"))?;
        past.positions.push((game.position().repetition_key(), Some(last)));
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
                Ok([checks, _]) => found += u64::from(checks),
                Err(error) => panic!("{parent}, seed {seed}: {error}"),
            }
        }
        assert!(found * 10 > games, "{parent}: {found} of {games} games with perpetual check");
    }
}

#[test]
fn games_and_the_reference_judge_perpetual_chase_alike() {
    let outcome = |name: &str, chase: &str| {
        format!(
            "[outcome.{name}]\nwhen = {{ repeated = 2, perpetual-chase = {{ by = \"living\", {chase} }} }}\nthen = \"end\"\n\
             points = {{ all = 0.5 }}\nsettled = \"turn-start\"\n"
        )
    };
    let every = outcome("mutual", "how-many = \"every\", kind = [\"rook\", \"knight\"]");
    let fresh = outcome("new", "kind = [\"rook\", \"knight\", \"bishop\"], attack = \"new\"");
    let legal = outcome("legal", "captures = \"by-legal-move\", chased = { kind = [\"queen\", \"bishop\"] }");
    let protected = outcome("protected", "protected = \"chased\"");
    let drops = outcome("of-generals", "kind = [\"gold\", \"silver\", \"rook\"]");
    let cases = [
        ("chess", every.clone() + &legal, "w:Ka1,Re5,Ng1,Ph2 b:Kg8,Rc2,Ne4,Pg7 turn=w"),
        ("chess", fresh + &legal, "w:Ka1,Re1,Bd4,Ph2 b:Kg8,Qe7,Rc2,Ne4,Pg7 turn=w"),
        ("chess", protected.clone() + &every, "w:Ka1,Re5,Ph2 b:Kg8,Bc2,Pb3,Pg7 turn=w"),
        ("gallery/xiangqi", String::new(), "w:Ke1,Ra5,Cc3 b:Kd10,Nb7,Cg9,Ai9 turn=w"),
        ("gallery/xiangqi", protected.clone(), "w:Ke1,Ra5,Bc5,Pe6 b:Kd10,Nb7,Bg10,Rg9 turn=w"),
        ("gallery/shogi", drops, "s:Ki1,Rd1,Gc3 g:Ke9,Sd5,Ra5 turn=s"),
        ("mechanisms/perpetual-chase-on-96-squares", String::new(), "w:Ke1,Rk9,Nb4 r:Kj12,Bh9 b:Kd8,Ra6 turn=w"),
        (
            "mechanisms/perpetual-chase-on-the-ring",
            String::new(),
            "w:KWHd1,RGRc3 g:KGRd1,BGRg2 b:KBLd1,NBLg3 turn=w open=moat.0,moat.1,moat.2",
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
                Ok([_, chases]) => found += u64::from(chases),
                Err(error) => panic!("{parent}, {text}, seed {seed}: {error}"),
            }
        }
        eprintln!("{parent}: {found} of {games} games with perpetual chase");
        assert!(found * 10 > games, "{parent}, {text}: {found} of {games} games with perpetual chase");
    }
}

#[test]
fn random_rulebooks_judge_perpetual_check_and_chase_alike() {
    let mut found = [0; 2];
    for seed in seeds(80, 1_000) {
        let Ok(loaded) = threefold::load_text(&format!("random-{seed}"), &crate::random_variants::text(seed)) else {
            continue;
        };
        let book = loaded.variant.rulebook();
        if !book.judges_perpetual_check() && !book.judges_perpetual_chase() {
            continue;
        }
        let (pair, mut dice) = (Pair::new(&loaded.variant), Dice(seed));
        for _ in 0..4 {
            let Some(first) = (0..20).find_map(|_| beginning(&mut dice, &pair)) else { break };
            let start = first.settle();
            match judged(&pair, &mut dice, start) {
                Ok(it) => (0..2).for_each(|at| found[at] += usize::from(it[at])),
                Err(error) => panic!("seed {seed}: {error}\n\n{}", crate::random_variants::text(seed)),
            }
        }
    }
    let [checks, chases] = found;
    eprintln!("{checks} games with perpetual check, {chases} with perpetual chase");
    assert!(checks > 0 && chases > 0 || std::env::var("THREEFOLD_SEED").is_ok(), "{checks} and {chases} games");
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

#[test]
fn the_search_knows_that_perpetual_chase_loses() {
    // White is far behind, and can repeat the position by attacking the knight once more.
    let chase = VERDICT
        .replace("perpetual-check = {", "perpetual-chase = {")
        .replace("outcome.perpetual-check", "outcome.chase");
    let value = |more: &str| {
        let variant = game("chess", more);
        let text = "w:Kg1,Rc5,Pf2,Pg2,Ph2 b:Kg8,Nc8,Qb2,Pf7,Pg7,Ph6 turn=b";
        let start = parse_position(&variant, text).unwrap_or_else(|it| panic!("{text}: {it:?}"));
        let mut game = Game::from_position(start);
        for text in ["c8-d6", "c5-d5", "d6-c8", "d5-c5", "c8-d6", "c5-d5", "d6-c8"] {
            game.perform(text).unwrap_or_else(|it| panic!("{text}: {it}"));
        }
        let mut options = SearchOptions::new(Algorithm::default(), Limits::nodes(20_000));
        options.history = game.earlier_positions();
        search(game.position(), &Evaluator::new(&variant), &options).lines[0].points[0]
    };
    let (draws, loses) = (value(""), value(&chase));
    assert!((draws - 0.5).abs() < 0.05, "{draws} in chess");
    assert!(loses < 0.35, "{loses} if perpetual chase loses");
}
