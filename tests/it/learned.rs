//! Sentences and captions of the rules page that only some rulebooks need: teams, cells, promotions that meet, tags.
//!
//! In: rulebooks that change a shipped game. Out: sentences that are missing or wrong. The sentences are written by hand.

use threefold::english::{html, illustrated, rulebook};
use threefold::{load, load_text};

use super::books::child;

/// Returns the rules as one line.
fn rules(text: &str) -> String {
    let loaded = load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
    let rules = rulebook(&loaded.definition, &loaded.variant).text();
    rules.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the page with captions, without pictures.
fn page(text: &str) -> String {
    let loaded = load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
    html(&illustrated(&loaded.definition, &loaded.variant), |_| String::new())
}

const MATE: &str = "without = [\"outcome.last-team\", \"outcome.king-captured\"]\n[check]\nextends = \"check\"\n\
    kings = \"never-captured\"\n[settle]\nturn-start = [\"checkmate\", \"stalemate\"]\n[outcome.checkmate]\n\
    when = { stuck = { who = \"mover\", check = \"in\" } }\nthen = \"end\"\n\
    points = { victim = 0, partners = 0, opponents = 1 }\n[score]\nstalemate = { all = 0.5 }\n";

#[test]
fn the_introduction_says_how_a_team_wins() {
    let text = rules(&child("four-player-teams", MATE));
    let goal = "Checkmate a king of the other team to win with your partner. The first checkmate ends the game";
    assert!(text.contains(goal), "{text}");
    let alone = "[team.red-and-yellow]\nseats = [\"red\", \"yellow\"]\nloss = \"alone\"\n[team.blue-and-green]\n\
        seats = [\"blue\", \"green\"]\nloss = \"alone\"\n[outcome.last-team]\nextends = \"last-team\"\nwhen = { living = 1 }\n";
    let text = rules(&child("four-player-teams", alone));
    assert!(text.contains("Checkmate or capture the kings of the other team: the last player in play wins"), "{text}");
    // A draw for all decides nothing.
    let drawn = MATE.replace("victim = 0, partners = 0, opponents = 1", "all = 0.5");
    assert!(!rules(&child("four-player-teams", &drawn)).contains("to win with your partner"));
}

#[test]
fn cells_of_other_shapes_are_called_squares_once() {
    let sentence = "These rules call each cell a square.";
    for (slug, count) in [("chess", 0), ("3-man-chess", 0), ("glinski", 1), ("triangles", 1)] {
        let loaded = load(slug).unwrap_or_else(|it| panic!("{it}"));
        let text = rulebook(&loaded.definition, &loaded.variant).text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.matches(sentence).count(), count, "{slug}\n{text}");
    }
}

#[test]
fn the_first_of_two_promotions_applies() {
    let sentence = "If several promotion rules fit a move, only the first of them applies.";
    let knight = |zone: &str| {
        child(
            "chess",
            &format!(
                "[zone.seventh]\nof = \"seat\"\nranks = \"7\"\n[promotion.knight]\npieces = [\"pawn\"]\n\
                 on = {{ zone = \"{zone}\", of = \"owner\" }}\nchoice = \"listed\"\ninto = [\"knight\"]\nforced = \"no\"\n"
            ),
        )
    };
    let text = rules(&knight("last-rank"));
    let (first, second) = (text.find("A pawn that reaches"), text.find("may promote"));
    assert!(first.is_some() && first < second, "{text}");
    assert_eq!(text.matches(sentence).count(), 1, "{text}");
    // Rules for other squares never meet.
    assert!(!rules(&knight("seventh")).contains(sentence));
    let position = threefold::parse_position(
        &load_text("x.toml", &knight("last-rank")).unwrap_or_else(|it| panic!("{it}")).variant,
        "w:Ke1,Pd7 b:Ka8 turn=w",
    );
    let position = position.unwrap_or_else(|it| panic!("{it}"));
    let typed = threefold::parse_move(&position, "d7-d8=Q").unwrap_or_else(|it| panic!("{it}"));
    assert!(position.is_legal(typed), "the rule of chess comes first");
}

#[test]
fn a_caption_explains_a_tag_only_if_the_piece_can_get_it() {
    let pawns = page(&child("3-man-chess", ""));
    assert!(pawns.contains("because the pawn has not crossed the center."), "{pawns}");
    // Only pawns get the tag, but the creek now stops rooks, too.
    let rooks = page(&child("3-man-chess", "[barrier.creek]\nextends = \"creek\"\npieces = [\"rook\"]\n"));
    assert!(!rooks.contains("has not crossed the center"), "{rooks}");
    let kind = page(&child("3-man-chess", "[tag.crossed]\nextends = \"crossed\"\non = \"same-kind\"\n"));
    assert!(!kind.contains("because the pawn has not crossed the center."), "{kind}");
    assert!(kind.contains("because no pawn has crossed the center."), "{kind}");
}
