//! Lists the moves of one position that only one of two readings allows, with the other's
//! reason. Run it with
//! `cargo run --release --example where_readings_differ [ONE OTHER POSITION]`.

use threefold::notation::moves::legal_texts;
use threefold::notation::parse_position;
use threefold::notation::sentence::{explain, status_sentence};
use threefold::rules::Position;

const ONE: &str = "3-man-chess";
const OTHER: &str = "3-man-chess-video";
const POSITION: &str = "w:KWHd1,RWHa1 g:KGRd2,NGRg1 b:KBLe2,PBLa2 turn=w";

fn position(name: &str, text: &str) -> Result<Position, Box<dyn std::error::Error>> {
    let variant = threefold::load(name)?.variant;
    Ok(parse_position(&variant, text)?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (one, other, text) = match given.as_slice() {
        [one, other, text] => (one.as_str(), other.as_str(), text.as_str()),
        _ => (ONE, OTHER, POSITION),
    };
    let (first, second) = (position(one, text)?, position(other, text)?);
    println!("{text}");
    for (here, name, there, against) in [(&first, one, &second, other), (&second, other, &first, one)] {
        println!("\n{name}: {}", status_sentence(here));
        for (mv, text) in legal_texts(here) {
            let other = explain(there, mv);
            if !other.is_legal {
                println!("  only here {text}; {against}: {}", other.sentence);
            }
        }
    }
    Ok(())
}
