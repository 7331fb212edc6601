//! Rulebook requests: the list, one rulebook, its rules, its pictures and reasons.

use serde_json::{Value, json};

use super::Served;
use crate::support::{Folder, ask, load, root};
use threefold::catalog::games;

fn names(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list").iter();
    let mut names: Vec<String> = list.map(|it| it.as_str().expect("a name").to_owned()).collect();
    names.sort();
    names
}

#[test]
fn the_page_is_part_of_the_program() {
    let folder = Folder::new("serve-page", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let page = client.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.contains("<html"), "{}", page.body);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'self'") && !policy.contains("http"), "{policy}");
    // Comments and indentation are left out. The other lines have the numbers of the source.
    for name in ["page.css", "print.css", "page.js", "page/api.js", "page/board.js"] {
        let served = client.get(&format!("/{name}"));
        let source = root().join("src/serve/page").join(name);
        let source = std::fs::read_to_string(source).expect("a file of the page");
        assert_eq!((served.status, served.body.lines().count()), (200, source.lines().count()), "{name}");
        let changed = served.body.lines().zip(source.lines()).filter(|(served, source)| *served != source.trim());
        for (served, source) in changed {
            let is_comment = ["/", "*"].iter().any(|it| source.trim().starts_with(it)) || !source.contains('{');
            assert!(served.is_empty() && is_comment, "{name}: {source}");
        }
    }
    // A text that goes on in another line would lose its indentation.
    let scripts = std::fs::read_dir(root().join("src/serve/page/page")).expect("the scripts of the page");
    let scripts: Vec<_> =
        scripts.map(|it| it.expect("a file").path()).filter(|it| it.extension() == Some("js".as_ref())).collect();
    assert!(scripts.len() > 30, "{scripts:?}");
    for script in scripts {
        let text = std::fs::read_to_string(&script).expect("a script");
        let is_whole = |it: &str| it.replace("\"`\"", "").matches('`').count().is_multiple_of(2);
        assert!(text.lines().all(is_whole), "{}", script.display());
    }
    // The page loads nothing from other hosts.
    for word in ["https://", "http://"] {
        let outside = page.body.split(word).skip(1).filter(|it| !it.starts_with("www.w3.org/"));
        assert_eq!(outside.count(), 0, "{}", page.body);
    }
}

#[test]
fn a_person_gets_a_page_at_an_unknown_address() {
    let folder = Folder::new("serve-nothing", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let get = |path: &str| {
        let headers = [("Host", client.host()), ("Accept", "text/html,*/*;q=0.8".to_owned())];
        client.request(&format!("GET {path}"), &headers.each_ref().map(|(name, it)| (*name, it.as_str())), "")
    };
    let found = get("/nothing");
    assert_eq!((found.status, found.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(found.body.contains("<a href=\"/\">"), "{}", found.body);
    assert_eq!(get("/api/nothing").refusal(), "404 nothing-here");
    assert_eq!(client.get("/nothing").refusal(), "404 nothing-here");
}

#[test]
fn an_address_says_which_methods_it_has() {
    let folder = Folder::new("serve-methods", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let game = client.create_game(json!({ "variant": "chess" }));
    let id = game["id"].as_str().expect("an id");
    for path in ["explain", "records", "compare", "games/ID/act", "games/ID/undo", "games/ID/delete", "design/check"] {
        let found = client.get(&format!("/api/{}", path.replace("ID", id)));
        assert_eq!((found.refusal().as_str(), found.header("allow")), ("405 no-such-method", Some("POST")), "{path}");
    }
    for path in ["/", "/page.css", "/api/variants", "/api/rules", "/api/svg", "/api/games/ID", "/api/games/ID/pgn"] {
        let found = client.post_text(&path.replace("ID", id), "{}");
        let expected = ("405 no-such-method", Some("GET, HEAD"));
        assert_eq!((found.refusal().as_str(), found.header("allow")), expected, "{path}");
    }
    let found = client.request(&format!("PUT /api/games/{id}"), &[("Host", client.host().as_str())], "{}");
    assert_eq!((found.status, found.header("allow")), (405, Some("GET, HEAD, POST")));
}

/// `docs::http` describes every address that the server has.
#[test]
fn the_page_about_requests_names_every_address() {
    let routes = std::fs::read_to_string(root().join("src/serve/route.rs")).expect("a file");
    let page = std::fs::read_to_string(root().join("src/docs/http.md")).expect("a page");
    // The last pattern fits all other addresses.
    let lines = routes.lines().filter(|it| !it.contains("[\"api\", ..]"));
    let patterns = lines.filter_map(|it| it.split_once("[\"api\", ")?.1.split_once("]) =>")).map(|it| it.0);
    let mut count = 0;
    for pattern in patterns {
        let last = pattern.split(", ").filter_map(|it| it.strip_prefix('"')?.strip_suffix('"')).last();
        let last = last.unwrap_or_else(|| panic!("{pattern} has a word"));
        assert!([format!("/{last}"), format!("`{last}`")].iter().any(|it| page.contains(it)), "{pattern}");
        count += 1;
    }
    assert!(count >= 30, "{count} addresses");
    // The example has the header without which the server refuses it.
    assert!(page.contains("curl -s -H 'Origin: http://127.0.0.1:3303' -H 'Content-Type: application/json'"));
    let sources = ["message", "connection", "work", "access"];
    let sources = sources.map(|it| std::fs::read_to_string(root().join(format!("src/http/{it}.rs"))).expect("a file"));
    for status in sources.iter().flat_map(|it| it.split("HttpError::new(").skip(1)) {
        let status = status.trim_start().get(..3).unwrap_or_default();
        assert!(page.contains(&format!("\n| {status} | ")), "{status}");
    }
}

#[test]
fn every_game_is_in_the_list_once_with_its_readings_below() {
    let folder = Folder::new("serve-list", &[("mine.toml", "name = \"Mine\"\nextends = [\"chess\"]\n")]);
    let served = Served::with_variant(&folder, "mine.toml");
    let response = served.client().get("/api/variants").good();
    let mine = folder.path().join("mine.toml").display().to_string();
    assert_eq!(response["given"], json!(mine));
    let all = response["variants"].as_array().expect("a list");
    assert_eq!((&all[0]["sort"], &all[0]["title"]), (&json!("file"), &json!("Mine")));
    let mut response: Vec<&str> = all[1..].iter().map(|it| it["name"].as_str().expect("a name")).collect();
    let place = |name: &str| response.iter().position(|it| *it == name).expect("in the list");
    for it in all[1..].iter().filter(|it| it["sort"] == "reading") {
        let parent = it["parent"].as_str().expect("a parent");
        assert!(place(parent) < place(it["name"].as_str().expect("a name")), "{it}");
    }
    assert_eq!(all[1..].iter().filter(|it| it["sort"] == "mixture").count(), 4);
    response.sort_unstable();
    let mut shipped: Vec<&str> = games().map(|it| it.slug.as_str()).collect();
    shipped.sort_unstable();
    assert_eq!(response, shipped);
}

#[test]
fn a_variant_is_described_with_its_squares_and_links() {
    let folder = Folder::new("serve-variant", &[]);
    let served = Served::with_variant(&folder, "3-man-chess");
    let response = served.client().get("/api/variant?name=3-man-chess").good();
    let shown: Value = serde_json::from_str(&ask(&["show", "3-man-chess", "--format", "json"]).out).expect("a value");
    assert_eq!(response["hash"], shown["hash"]);
    assert_eq!((&response["setup"], &response["headings"]), (&json!(true), &json!(8)));
    let letters: Vec<&Value> = response["seats"].as_array().expect("seats").iter().map(|it| &it["letter"]).collect();
    assert_eq!(letters, ["w", "g", "b"]);
    assert_eq!(response["kinds"].as_array().map(Vec::len), Some(6));
    let squares = response["squares"].as_array().expect("squares");
    assert_eq!(squares.len(), 144);
    let links: usize = squares.iter().map(|it| it["links"].as_array().expect("links").len()).sum();
    assert_eq!(Some(links), shown["links"].as_array().map(Vec::len));
    let draw = response["claims"].as_array().and_then(|it| it.iter().find(|it| it["name"] == "draw")).expect("a draw");
    assert_eq!((&draw["consent"], &draw["names_winner"]), (&json!("all"), &json!(false)));
}

#[test]
fn the_rules_of_each_game_have_pictures() {
    let folder = Folder::new("serve-rules", &[]);
    let served = Served::new(&folder);
    for (name, headings) in [
        ("3-man-chess", &["The pieces", "Moats", "Creeks", "Castling", "Promotion", "En passant", "Check"][..]),
        ("osullivan", &["Wall", "Promotion"]),
        ("chess", &["Castling", "Promotion", "En passant"]),
        ("mechanisms/hexagon-of-six", &["The pieces"]),
    ] {
        // Beside other work, the pictures can take longer than a request may.
        let mut answers = (0..20).map(|_| served.client().get(&format!("/api/rules?name={name}")));
        let answer = answers.find(|it| it.status != 503).expect("an answer in time");
        let html = answer.good()["html"].as_str().expect("html").to_owned();
        for heading in headings {
            assert!(html.contains(&format!(">{heading}</h")), "{name}: {heading}");
        }
        let kinds = load(name).rulebook().kinds().len();
        let figures = html.matches("<figure").count();
        assert!(figures >= kinds, "{name}: {figures} pictures, {kinds} kinds of pieces");
        assert!(!html.contains("<script"), "{name}");
        let examples = html.split("<h").filter(|it| it.contains("<figure"));
        let under: Vec<&str> = examples.filter_map(|it| it.split(['>', '<']).nth(1)).collect();
        for heading in headings.iter().filter(|it| **it != "Check") {
            assert!(under.contains(heading), "{name}: no picture for {heading}, but under {under:?}");
        }
    }
}

#[test]
fn a_lone_piece_reaches_the_expected_squares() {
    let folder = Folder::new("serve-reach", &[]);
    let served = Served::new(&folder);
    let reach = |name: &str, seat: &str, kind: &str, square: &str| {
        let path = format!("/api/reach?name={name}&seat={seat}&kind={kind}&square={square}");
        let response = served.client().get(&path).good();
        assert!(response["svg"].as_str().is_some_and(|it| it.starts_with("<svg")), "{response}");
        (names(&response["squares"]), names(&response["captures"]))
    };
    let knight = ["c3", "c5", "d2", "d6", "f2", "f6", "g3", "g5"].map(str::to_owned).to_vec();
    assert_eq!(reach("chess", "w", "N", "e4"), (knight.clone(), knight));
    let pawn = |quiet: &[&str], takes: &[&str]| {
        let text = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        (text(quiet), text(takes))
    };
    assert_eq!(reach("chess", "w", "P", "e2"), pawn(&["e3", "e4"], &["d3", "f3"]));
    assert_eq!(reach("chess", "w", "P", "e4"), pawn(&["e5"], &["d5", "f5"]));
    assert_eq!(reach("chess", "b", "P", "e7"), pawn(&["e5", "e6"], &["d6", "f6"]));
    // A closed moat cannot be crossed: the rook stays on the first rank of its own section.
    let rook = reach("3-man-chess", "w", "R", "WHa1").0;
    assert!(rook.contains(&"WHh1".to_owned()) && !rook.contains(&"GRh1".to_owned()), "{rook:?}");
    // Lines continue through the center.
    assert!(rook.iter().any(|it| it.starts_with("BL") || it.starts_with("GR")), "{rook:?}");
    // A chess bishop alone in a corner reaches the other corner.
    assert!(reach("chess", "w", "B", "a1").0.contains(&"h8".to_owned()));
}

#[test]
fn pictures_are_drawn_of_any_position() {
    let folder = Folder::new("serve-svg", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let drawn = client.get("/api/svg?name=chess&position=w:Ke1,Pe2+b:Ke8+turn%3Dw&theme=dark&last=e7-e8&select=e2");
    assert_eq!((drawn.status, drawn.header("content-type")), (200, Some("image/svg+xml")));
    assert_eq!(drawn.body.matches("class=\"piece ").count(), 3);
    assert_eq!(drawn.body.matches("class=\"square ").count(), 64);
    let (white, black) = (client.get("/api/svg?name=chess&seat=w").body, client.get("/api/svg?name=chess&seat=b").body);
    assert_ne!(white, black, "the board is turned to the seat");
}

#[test]
fn explanations_match_those_of_the_command() {
    let folder = Folder::new("serve-explain", &[]);
    let served = Served::new(&folder);
    let ring = "w:KWHd1,RWHa1 g:KGRd1,NGRg1 b:KBLd1,PBLa2 turn=w";
    let run = ask(&["explain", "3-man-chess", "WHa1-GRh1", "--position", ring, "--format", "json"]);
    let command: Value = serde_json::from_str(&run.out).expect("a value");
    let body = json!({ "variant": "3-man-chess", "position": ring, "from": "WHa1", "to": "GRh1" });
    let response = served.client().post("/api/explain", &body).good();
    assert_eq!(response, command);
    assert_eq!(response["barrier"], "moat.1");
    let promotion =
        json!({ "variant": "chess", "position": "w:Ke1,Pa7 b:Ke8 turn=w", "from": "a7", "to": "a8", "promotion": "Q" });
    assert_eq!(served.client().post("/api/explain", &promotion).good()["legal"], true);
    let nowhere = json!({ "variant": "chess", "from": "e2", "to": "e9" });
    assert_eq!(served.client().post("/api/explain", &nowhere).good()["code"], "no-such-square");
}

#[test]
fn two_rulebooks_are_compared_as_boards() {
    let folder = Folder::new("serve-compare", &[]);
    let served = Served::new(&folder);
    let text = "name = \"Mine\"\nextends = [\"chess\"]\n[piece.knight]\nletter = \"N\"\nmovement = \"C\"\nvalue = 3\nrole = \"piece\"\n";
    let body = json!({ "text": text, "other": "chess", "seconds": 0.5 });
    let response = served.client().post("/api/compare", &body).good();
    let sentences = response["sentences"].as_array().expect("sentences");
    assert!(sentences.iter().any(|it| it.as_str().is_some_and(|it| it.contains("movement = \"C\""))), "{response}");
    let all = response["differences"].as_array().expect("differences");
    let text = |it: &Value, name: &str| it[name].as_str().expect("words").to_owned();
    for it in all {
        assert!(text(it, "svg_a").starts_with("<svg") && text(it, "svg_b").starts_with("<svg"), "{it}");
    }
    let is_legal = |it: &&Value| text(it, "sentence_a").contains(" is legal.");
    let legal = all.iter().find(is_legal).expect("moves that are legal under one only");
    let refused = text(legal, "sentence_b");
    assert!(refused.contains(" is illegal: ") && !refused.contains("no-such-movement"), "{legal}");
    assert!(!sentences.iter().any(|it| it.as_str().is_some_and(|it| it.contains("has -"))), "{response}");
    let same = json!({ "name": "chess", "other": "chess", "seconds": 0.1 });
    assert_eq!(served.client().post("/api/compare", &same).good()["differences"], json!([]));
}
