//! Rules in English: every word of the language and every policy of a shipped rulebook has a
//! sentence.
//!
//! Input: the registry of headers, `variants/`. The snapshots show whole rulebooks; each was
//! compared with its sources by hand.

use std::collections::{BTreeMap, BTreeSet};

use threefold::definition::header::{HEADERS, HeaderDoc, HeaderNode};
use threefold::definition::reference::inline;
use threefold::definition::value::{TableDoc, TypeDoc, Value};
use threefold::english::{html, illustrated, rulebook, sentences};
use threefold::policy::WordDoc;
use threefold::{catalog, load_text};

use super::support::{checked, loaded};

/// Returns the closed lists that a value may come from.
fn lists(ty: &TypeDoc) -> Vec<&'static [WordDoc]> {
    match ty {
        TypeDoc::Words(_, _, words) => vec![*words],
        TypeDoc::List(inner) => lists(inner),
        TypeDoc::Either(one, other) => [lists(one), lists(other)].concat(),
        _ => Vec::new(),
    }
}

fn tables() -> Vec<&'static TableDoc> {
    let mut tables: Vec<_> = HEADERS.iter().filter_map(HeaderDoc::table).chain(inline()).collect();
    let mut seen = Vec::new();
    tables.retain(|it| !seen.contains(&it.name) && (seen.push(it.name), true).1);
    tables
}

#[test]
fn every_word_has_exactly_one_sentence() {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for it in sentences() {
        assert!(!it.text.trim().is_empty(), "{it:?}");
        *counts.entry((it.key.to_owned(), it.word.to_owned())).or_default() += 1;
    }
    let mut known = BTreeSet::new();
    for table in tables() {
        for key in &table.keys {
            for word in lists(&key.ty).into_iter().flatten() {
                let at = (format!("{}.{}", table.name, key.key), word.word.to_owned());
                assert_eq!(counts.get(&at), Some(&1), "{at:?}");
                known.insert(at);
            }
        }
    }
    assert!(known.len() > 150, "{}", known.len());
    assert_eq!(known.len(), counts.len(), "a sentence for a word that the language does not have");
}

#[test]
fn no_two_words_of_a_key_share_a_sentence() {
    let mut words = BTreeMap::new();
    for it in sentences() {
        assert_eq!(words.insert((it.key, it.text), it.word), None, "{it:?}");
    }
}

/// Returns every word of a closed list in a value, with its table and key.
fn words_of(key: &str, ty: &TypeDoc, value: &Value, found: &mut Vec<(String, String)>) {
    match (ty, value) {
        (TypeDoc::Words(_, _, words), Value::Text(text)) if words.iter().any(|it| it.word == text) => {
            found.push((key.to_owned(), text.clone()));
        }
        (TypeDoc::List(inner), Value::List(items)) => {
            items.iter().for_each(|it| words_of(key, inner, &it.value, found));
        }
        (TypeDoc::Either(one, other), value) => {
            words_of(key, one, value, found);
            words_of(key, other, value, found);
        }
        (TypeDoc::Table(_, doc), Value::Table(entries)) => {
            let doc = doc();
            for (name, value) in entries {
                let key = doc.keys.iter().find(|it| it.key == name.value).expect("a known key");
                words_of(&format!("{}.{}", doc.name, key.key), &key.ty, &value.value, found);
            }
        }
        _ => {}
    }
}

/// Reports whether a text contains the parts of a sentence in order.
fn contains_sentence(text: &str, sentence: &str) -> bool {
    let mut rest = text;
    sentence.split('{').enumerate().all(|(at, part)| {
        let part = if at == 0 { part } else { part.split_once('}').map_or("", |it| it.1) };
        rest.find(part).map(|it| rest = &rest[it + part.len()..]).is_some()
    })
}

/// Keys whose sentences depend on what can happen in the game, or that have other words.
const WHERE_IT_APPLIES: &[&str] = &[
    "BarrierOpens.event",
    "BarrierState.allows",
    "Barrier.starts",
    "Barrier.stays-open",
    "Barrier.check-by",
    "CastlingRules.clear",
    "CastlingRules.safe",
    "CastlingRules.unmoved",
    "Check.banned",
    "Check.judged",
    "Check.own-king",
    "Check.pinned",
    "Counter.resets",
    "Elimination.army",
    "Elimination.king",
    "EnPassant.against-eliminated",
    "EnPassant.window",
    "Line.ends",
    "Line.steps",
    "MateTable.alone",
    "MateTable.escapes",
    "Outcome.allies",
    "Outcome.for",
    "Outcome.mating-player",
    "Outcome.then",
    "PlaceTest.links",
    "PlaceTest.of",
    "PointTravel.diagonal",
    "Pool.holds",
    "Promotion.choice",
    "Promotion.forced",
    "Promotion.if-none",
    "CountTest.of",
    "PieceTest.owner",
    "AttackTest.by",
    "AttackTest.on",
    "StuckTest.who",
    "CountTest.of",
    "CountTest.how-many",
    "CountTest.counted",
    "CounterTest.of",
    "CounterTest.how-many",
    "PerpetualCheckTest.by",
    "PerpetualCheckTest.how-many",
    "PerpetualChaseTest.by",
    "PerpetualChaseTest.how-many",
    "PerpetualChaseTest.protected",
    "PerpetualChaseTest.attack",
    "PerpetualChaseTest.captures",
    "MoveCounter.starts",
    "PointsTest.of",
    "PointsTest.ahead-of",
    "PointsTest.how-many",
    "MaterialTest.count",
    "MaterialTest.of",
    "MaterialTest.than",
    "PositionTest.king-captured",
    "AttackTest.how-many",
    "AttackTest.captures",
    "AttackTest.with",
    "Barrier.binds",
    "Barrier.check-by",
    "Barrier.leaps",
    "BoardTable.cells",
    "BoardTable.seats",
    "Team.loss",
    "Alliance.loss",
    "Patch.shape",
    "Check.attackers",
    "Check.kings",
    "Claim.consent",
    "Claim.names",
    "Claim.then",
    "Outcome.settled",
    "Piece.role",
    "Seam.forks",
    "StuckTest.how-many",
    "Tag.on",
    "Top.part",
    "SideRef.edge",
    "StuckTest.check",
    "Line.of",
    "Zone.of",
    "Turns.skipped",
];

#[test]
fn every_policy_of_a_shipped_game_has_a_sentence() {
    let sentences = sentences();
    for game in catalog::games() {
        let checked = checked(&game.slug);
        let loaded = loaded(&game.slug);
        // As text, the lines of a table's columns alternate; in Markdown, each cell is a line.
        let rules = rulebook(&loaded.definition, &loaded.variant);
        let text = format!("{} {}", rules.text(), rules.markdown());
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("- ", "");
        let resolved = checked.resolved.as_ref().expect("it was read");
        let mut found = Vec::new();
        for header in &resolved.headers {
            let node = header.path.iter().try_fold(HeaderNode::root(), |node, part| node.child(&part.value));
            let Some(doc) = node.and_then(|it| it.header()).and_then(HeaderDoc::table) else { continue };
            for (name, value) in &header.entries.entries {
                let key = doc.keys.iter().find(|it| it.key == name.value).expect("a known key");
                words_of(&format!("{}.{}", doc.name, key.key), &key.ty, &value.value, &mut found);
            }
        }
        assert!(!found.is_empty());
        // Sentences that appear only in rulebooks to which they apply (`sentences.rs` tests them
        // per game).
        found.retain(|it| !WHERE_IT_APPLIES.contains(&it.0.as_str()));
        for (key, word) in found {
            let sentence = sentences.iter().find(|it| it.key == key && it.word == word).expect("a sentence");
            let lower = text.to_lowercase();
            // In a game without check, nobody has to leave it.
            let full = sentence.text.to_lowercase();
            let short = full.replace(", unless they are in check", "");
            assert!(
                contains_sentence(&lower, &full) || contains_sentence(&lower, &short),
                "{}: {key} = {word} is not told",
                game.slug
            );
        }
    }
}

#[track_caller]
fn show(name: &str, text: &str) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn whole_rulebooks() {
    for slug in ["chess", "3-man-chess", "trichess", "osullivan", "three-player-chess"] {
        let loaded = loaded(slug);
        show(&format!("rules-{slug}"), &rulebook(&loaded.definition, &loaded.variant).text());
    }
}

#[test]
fn rulebooks_of_odd_boards_and_rules() {
    let mut text = String::new();
    for slug in ["portals", "river", "torus", "hexagon", "promotion-by-square", "palace", "cross-of-four", "triangles"]
    {
        let loaded = loaded(&format!("mechanisms/{slug}"));
        let whole = rulebook(&loaded.definition, &loaded.variant).markdown();
        let part = |from: &str, to: &str| {
            let from = whole.find(from).unwrap_or_else(|| panic!("{slug} has no {from}"));
            whole[from..].find(to).map_or(&whole[from..], |to| &whole[from..from + to]).to_owned()
        };
        // A part without a starting position has no picture of the board.
        let start = if whole.contains("```text") { "```text" } else { "## The board" };
        let (learned, details) = (part(start, "## Check"), part("## Details", "### Moves"));
        text.push_str(&format!("=== {slug} ===\n{learned}{details}\n"));
    }
    show("rules-odd", &text);
}

/// Terms of the language that a player must not need.
const TERMS_OF_THE_LANGUAGE: &[&str] =
    &["zone", "seam", "tag", "link", "heading", "the mover", "the victim", "mating player", "patch"];

#[test]
fn the_rules_contain_no_term_of_the_language() {
    for game in catalog::games() {
        let loaded = loaded(&game.slug);
        let whole = rulebook(&loaded.definition, &loaded.variant).markdown();
        let from = whole.find("## The board").expect("the learning part");
        let to = whole.find("## Terms").unwrap_or(whole.len());
        assert!(whole.contains("## Details"), "{}", game.slug);
        let sentences: Vec<&str> = whole[from..to].lines().filter(|it| !it.starts_with(['|', '#'])).collect();
        for term in TERMS_OF_THE_LANGUAGE {
            let found = sentences.iter().find(|it| {
                let words: Vec<String> =
                    it.to_lowercase().split(|it: char| !it.is_alphabetic()).map(str::to_owned).collect();
                format!(" {} ", words.join(" ")).contains(&format!(" {term} "))
            });
            assert_eq!(found, None, "{}: `{term}`", game.slug);
        }
    }
}

/// Movements in Betza notation, each with its sentence.
#[test]
fn movements_in_words() {
    let movements = "K Q R3 B N nN NN C (4,1) WA KAD fR fbR sW fmWfcF fmWfceFifmnD mRcB fN ffN fsN sN frN feF frF nD DD A2 iK \
         pR gQ fgmD pH gN pW3";
    let mut text = String::new();
    for movement in movements.split(' ') {
        let book = format!(
            "name = \"x\"\nextends = [\"chess\"]\n[piece.queen]\nletter = \"Q\"\nmovement = \"{movement}\"\nrole = \"piece\"\n"
        );
        match load_text("x.toml", &book) {
            Ok(loaded) => {
                let markdown = rulebook(&loaded.definition, &loaded.variant).markdown();
                let line = markdown.lines().find(|it| it.starts_with("- Queen (Q): it ")).expect("the queen");
                let line = line.trim_start_matches("- Queen (Q): it ");
                text.push_str(&format!("{movement:14} {line}\n"));
            }
            Err(error) => panic!("{movement}\n{error}"),
        }
    }
    show("rules-movements", &text);
}

/// The text of a name never changes the markup.
#[test]
fn names_are_escaped() {
    let text = "name = \"A <b>*game*</b> & `more`\"\nabout = \"[x](y) <script>alert(1)</script> \\u0007\"\n\
                extends = [\"chess\"]\n[[source]]\nid = \"fide\"\ntitle = \"# <i>\"\n";
    let loaded = load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
    let document = rulebook(&loaded.definition, &loaded.variant);
    let page = html(&document, |_| "<svg></svg>".to_owned());
    assert!(!page.contains("<script") && !page.contains("<i>") && !page.contains("<b>"), "{page}");
    assert!(page.contains("<title>A &lt;b&gt;*game*&lt;/b&gt; &amp; `more`</title>"), "{page}");
    let markdown = document.markdown();
    assert!(markdown.starts_with("# A &lt;b>\\*game\\*&lt;/b> &amp; \\`more\\`\n"), "{markdown}");
    assert!(markdown.contains("\\[x\\](y)"), "{markdown}");
    assert!(!document.text().contains('\u{7}'));
}

#[test]
fn the_page_is_self_contained() {
    let loaded = loaded("3-man-chess");
    let page = html(&rulebook(&loaded.definition, &loaded.variant), |_| "<svg></svg>".to_owned());
    assert!(page.contains("<svg></svg>") && !page.contains("<pre>"));
    for part in ["http-equiv", "<script", "<link", "src=", "@import", "url("] {
        assert!(!page.contains(part), "{part}");
    }
    assert!(page.contains("prefers-color-scheme") || page.contains("color-scheme: light dark"));
    // Every tag that opens also closes.
    for tag in ["html", "head", "body", "style", "title", "ul", "li", "p", "h1", "h2", "h3", "svg"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

/// Captions of illustrations that each game must have.
const CAPTIONS: &[(&str, &[&str])] = &[
    (
        "3-man-chess",
        &[
            "Moves of White&#39;s rook on WHd6.",
            "Moves of White&#39;s pawn on WHd6.</figcaption>",
            "White&#39;s pawn on BLh6, after it has crossed from WHd6.",
            "White&#39;s knight may not move from WHh1 to BLb2",
            "A check that was there before: Black&#39;s ",
            "Both diagonals of White&#39;s bishop on WHc1 form one loop. The arrows follow them until they meet. Each goes on \
             along the other: one from 1 to 10, the other from 10 to 1.",
            " checks Gray&#39;s king on GRc1. White&#39;s rook may not move across the open moat from WHh1 to BLa1: it would leave this check.",
            "White&#39;s knight may move from WHh2 to BLb3: it neither starts nor ends on rank 1, so it crosses no moat.",
            "Black&#39;s bishop has just moved from ",
            "<span style=\"white-space:nowrap\">O-O</span>): the king goes from WHd1 to WHb1, and the rook from WHa1 to WHc1.",
            "may not capture Gray&#39;s queen on BLa3",
            "The creek between White and Black stops this capture, because the pawn has not crossed the center.",
            "Counterclockwise: White&#39;s bishop on ",
            "White&#39;s knight on WHd6: two steps, then one to the side. The arrows lead across the center to BLg5 and GRa5.",
            "White&#39;s knight on WHd6: two steps around the ring, then one to the side. The arrows lead across the center to BLf6 and GRb6.",
            "From WHd6, a rook would come out on BLh6 (R). The bishop comes out two files farther, on BLf6.",
            "<figcaption>Closed: White&#39;s rook may not move from",
            "<figcaption>Open: Black&#39;s king has moved from BLd1 to BLd2. Black has no other piece on rank 1 of their section, so both moats beside Black (at BLh1 and BLa1) open. Now White",
            "may not give check, and",
            ": it starts on rank 1 and changes section, so it crosses the closed moat.",
            " pins White&#39;s ",
            "The exception. Gray&#39;s ",
            "First Gray gave check with the ",
            " and exposed Gray&#39;s king. Now White moves before Gray.",
            "Clockwise: White&#39;s bishop on WHf4 can move to WHe5, WHd6, then across the center to BLf6, BLe5, BLd4, BLc3, BLb2, BLa1. The numbers follow this line.",
            "has crossed the center and now moves toward the rim.",
            "White is in check from Gray&#39;s ",
            " and has no way out: the marked squares are attacked by this rook or by the rook on WHf2. Square WHc1 is attacked through the king. But Black moves before White: ",
        ],
    ),
    (
        "trichess",
        &[
            "<figcaption>The names of all squares.</figcaption>",
            "Black attacks all marked squares. Square f1 is attacked through the king.",
            "Moves of White&#39;s bishop on e4.",
            "Red&#39;s king on i12 is then in check from Black&#39;s queen on h12. Red moves next and must answer it.",
            "White&#39;s bishop on a1 can move to b2, c3, d4. Its line runs straight into the center and ends there.",
            "This line passes beside the center: from b1 to c2, d3, e4, f9, g10, h11.",
            "White&#39;s knight on e4: one step, then two to the side. The arrows lead across the edge of its block to d6 and j9.",
            "<figcaption>Double checkmate: each opponent&#39;s attacks alone are enough. Red and Black each attack all marked squares.<br>Red&#39;s attacks alone: still checkmate, so enough.<br>Black&#39;s attacks alone: still",
            "<figcaption>Checkmate: the attacks of only one opponent are enough. Red attacks d2. Black attacks all marked squares. ",
            "<figcaption>Allied mate: only the attacks of both opponents together are enough. ",
            " has lost ",
            "The same capture is allowed if White attacks Black&#39;s king after it. Here White&#39;s pawn has moved from b4 to a5 and captured a pawn there. Now it attacks Black&#39;s king on b6.",
            ", and attacks Red&#39;s king on ",
            " pins White&#39;s ",
            "White to move. ",
            " with a pinned piece: ",
            " is no longer pinned and could capture on ",
            " and has no way out: the marked squares are attacked by this queen or by the rook on g2. Square f1 is attacked through the king. But Black moves before White: ",
        ],
    ),
    (
        "three-player-chess",
        &["Its line runs straight into the center and splits: e9, f10, g11, h12; or i5, j6, k7, l8."],
    ),
];

#[test]
fn illustrations_show_crossings_leaps_and_mates() {
    for (slug, captions) in CAPTIONS {
        let loaded = loaded(slug);
        let page = html(&illustrated(&loaded.definition, &loaded.variant), |_| String::new());
        // In a square such as l8, the letter is in italics: it must differ from a one.
        assert!(!page.contains("<i>e"), "{page}");
        let page = page.replace("<i>l</i>8", "l8");
        for it in *captions {
            assert!(page.contains(it), "{slug} lacks: {it}\n{page}");
        }
    }
}

#[test]
fn the_castling_illustration_shows_no_check() {
    for slug in ["3-man-chess", "trichess", "chess"] {
        let loaded = loaded(slug);
        html(&illustrated(&loaded.definition, &loaded.variant), |it| {
            let is_castling = it.caption.plain().contains(" castles (");
            let mut seats = it.position.variant().rulebook().seat_ids();
            assert!(!is_castling || seats.all(|seat| !it.position.is_check(seat)), "{slug}");
            String::new()
        });
    }
}
