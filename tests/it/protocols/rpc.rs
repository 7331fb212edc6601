//! `threefold rpc`: calls, errors, batches, framing, and the published schema.
//!
//! Input: requests. Output: responses whose fields are those of the schema, and values worked out by hand.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{ask, load, root, with_input};

/// The published schema, for people who do not have the program.
const SCHEMA: &str = "src/docs/rpc.schema.json";

/// Returns the responses to some lines.
fn responses(lines: &[String]) -> Vec<Value> {
    let run = with_input(&["rpc"], lines.join("\n").as_bytes(), false);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    run.out.lines().map(|it| serde_json::from_str(it).expect("a line is JSON")).collect()
}

/// Returns the text of a request.
fn request(id: u64, method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// Calls some methods one after the other, and returns their results or errors.
fn calls(all: &[(&str, Value)]) -> Vec<Value> {
    let lines: Vec<String> = all.iter().zip(1..).map(|(it, id)| request(id, it.0, it.1.clone())).collect();
    let responses = responses(&lines);
    assert_eq!(responses.len(), all.len());
    let one = |(mut it, id): (Value, u64)| {
        assert_eq!((&it["jsonrpc"], &it["id"]), (&json!("2.0"), &json!(id)));
        if it["error"].is_null() { it["result"].take() } else { it["error"].take() }
    };
    responses.into_iter().zip(1..).map(one).collect()
}

/// Asserts that a value has a type of the schema.
fn check_type(schema: &Value, value: &Value, place: &str) {
    let types = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return assert!(schema["enum"].as_array().expect(place).contains(value), "{place}: {value}"),
    };
    let is = |name: &str| match name {
        "string" => value.is_string(),
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "array" => value.as_array().is_some_and(|all| {
            all.iter().for_each(|it| check_type(&schema["items"], it, place));
            true
        }),
        other => panic!("{place}: unknown type {other}"),
    };
    assert!(types.iter().any(|it| is(it)), "{place}: {value} is not {types:?}");
}

/// Asserts that a result has exactly the fields of the schema.
fn check_result(document: &Value, method: &str, result: &Value) {
    let methods = document["methods"].as_array().expect("methods");
    let schema = &methods.iter().find(|it| it["name"] == method).expect(method)["result"]["schema"];
    let fields = result.as_object().expect(method);
    for (name, value) in fields {
        let field = &schema["properties"][name];
        assert!(field.is_object(), "{method} returns `{name}`, which the schema lacks");
        check_type(field, value, &format!("{method}.{name}"));
    }
    for name in schema["required"].as_array().expect(method) {
        assert!(fields.contains_key(name.as_str().expect(method)), "{method} does not return {name}");
    }
}

/// One call of each method that succeeds.
fn examples() -> Vec<(&'static str, Value)> {
    vec![
        ("load", json!({ "variant": "3-man-chess" })),
        ("load", json!({ "text": "name = \"Mine\"\nextends = [\"chess\"]\n", "position": "w:Ke1 b:Ke8,Qd1 turn=w" })),
        ("load", json!(["chess"])),
        ("status", json!({ "game": 1 })),
        ("status", json!({})),
        ("moves", json!({ "from": "e2" })),
        ("apply", json!({ "move": "e2-e4" })),
        ("apply", json!({ "moves": ["e5", "Nf3"] })),
        ("undo", json!({ "count": 2 })),
        ("explain", json!({ "move": "e5" })),
        ("explain", json!({ "move": "e7-e4" })),
        ("explain", json!({ "move": "z9" })),
        ("perft", json!({ "depth": 2, "divide": true })),
        ("render", json!({})),
        ("render", json!({ "format": "text" })),
        ("analyze", json!({ "nodes": 200, "lines": 2 })),
        ("analyze", json!({ "game": 1, "depth": 1 })),
        ("unload", json!({ "game": 2 })),
        ("explain", json!({ "move": "w resigns" })),
        ("explain", json!({ "move": "w accepts" })),
        ("rpc.discover", json!({})),
    ]
}

#[test]
fn results_have_the_fields_of_the_schema() {
    let document: Value = serde_json::from_str(&ask(&["rpc", "--schema"]).out).expect("JSON");
    let all = examples();
    let results = calls(&all);
    for ((method, _), result) in all.iter().zip(&results) {
        assert!(result["code"].as_i64().is_none(), "{method}: {result}");
        check_result(&document, method, result);
    }
    let called: BTreeSet<&str> = all.iter().map(|it| it.0).collect();
    let methods = document["methods"].as_array().expect("methods");
    let known: BTreeSet<&str> = methods.iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(called, known, "each method has an example");
    // Hand-checked values, by the place of the call.
    assert_eq!((&results[0]["game"], &results[0]["turn"]), (&json!(1), &json!("w")));
    assert_eq!(results[2]["actions"], json!(1_972));
    assert_eq!(results[3]["seats"].as_array().expect("seats").len(), 3);
    let moves = results[5]["moves"].as_array().expect("moves");
    assert_eq!(moves.iter().map(|it| it["text"].as_str()).collect::<Vec<_>>(), [Some("e2-e3"), Some("e2-e4")]);
    assert_eq!(results[7]["played"], json!(["e2-e4", "e7-e5", "Ng1-f3"]));
    assert_eq!((&results[8]["played"], &results[8]["turn"]), (&json!(["e2-e4"]), &json!("b")));
    assert_eq!((&results[9]["legal"], &results[10]["legal"]), (&json!(true), &json!(false)));
    assert_eq!(results[12]["nodes"], json!(600));
    // A claim that `apply` takes is legal for `explain`, too.
    let of_claims = [18, 19].map(|at| (results[at]["legal"].clone(), results[at]["code"].clone()));
    assert_eq!(of_claims, [(json!(true), Value::Null), (json!(false), json!("bad-claim"))]);
    assert!(results[13]["picture"].as_str().expect("a picture").starts_with("<svg"));
}

#[test]
fn the_published_schema_is_current() {
    let now = ask(&["rpc", "--schema"]).out;
    let path = root().join(SCHEMA);
    if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
        std::fs::write(&path, &now).expect("a writable file");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "{SCHEMA} is old; THREEFOLD_RENEW=1 cargo test --test it protocols::rpc renews it");
}

#[test]
fn actions_are_stable_numbers_of_moves() {
    let all = [
        ("load", json!({ "variant": "chess" })),
        ("moves", json!({})),
        ("apply", json!({ "action": 0 })),
        ("apply", json!({ "action": 1_972 })),
    ];
    let results = calls(&all);
    let moves = results[1]["moves"].as_array().expect("moves");
    let number = |text: &str| moves.iter().find(|it| it["text"] == text).expect(text)["action"].clone();
    // Programs store these numbers, so they never change for the same rulebook.
    let texts = ["a2-a3", "e2-e4", "Nb1-c3", "Ng1-f3"];
    let numbers: Vec<Value> = texts.iter().map(|it| number(it)).collect();
    crate::support::show("rpc-actions", &format!("{texts:?}\n{}\n", json!(numbers)));
    assert_eq!(results[2]["code"], json!(-32_004), "the first number is a1-b1, which is blocked");
    assert_eq!(results[2]["data"]["legal"], json!(false));
    assert_eq!(results[3]["code"], json!(-32_003));
    let played = calls(&[("load", json!(["chess"])), ("apply", json!({ "action": numbers[1] }))]);
    assert_eq!(played[1]["played"], json!(["e2-e4"]));
}

/// Calls that fail after `load` of chess, with the code and a part of the message.
fn failures() -> Vec<(&'static str, Value, i64, &'static str)> {
    vec![
        ("nonsense", json!({}), -32_601, "there is no method `nonsense`"),
        ("moves", json!({ "form": "e2" }), -32_602, "`moves` has no parameter `form`"),
        ("moves", json!({ "from": "e9" }), -32_602, "there is no square `e9`"),
        ("moves", json!("e2"), -32_602, "`params` is not an object or an array"),
        ("moves", json!([1, "e2", 3]), -32_602, "`moves` has at most 2 parameters"),
        ("perft", json!({}), -32_602, "`depth` is missing"),
        ("perft", json!({ "depth": 65 }), -32_602, "`depth` is not an integer from 0 to 64"),
        ("perft", json!({ "depth": "2" }), -32_602, "`depth` is not an integer"),
        ("perft", json!({ "depth": 1, "divide": 1 }), -32_602, "`divide` is not `true` or `false`"),
        ("render", json!({ "format": "gif" }), -32_602, "`format` is not \"svg\" or \"text\""),
        ("apply", json!({}), -32_602, "give exactly one of `move`, `action` and `moves`"),
        ("apply", json!({ "move": "e4", "action": 1 }), -32_602, "give exactly one of"),
        ("apply", json!({ "move": "z9" }), -32_003, "z9"),
        ("apply", json!({ "move": "e2-e5" }), -32_004, ""),
        ("apply", json!({ "moves": ["e4", "e2-e5"] }), -32_004, ""),
        ("undo", json!({}), -32_006, "the number of moves and claims is 0, so 1"),
        ("status", json!({ "game": 7 }), -32_005, "there is no game 7"),
        ("unload", json!({ "game": 7 }), -32_005, "there is no game 7"),
        ("load", json!({ "variant": "ches" }), -32_001, "ches"),
        ("load", json!({ "text": "name = 3" }), -32_001, ""),
        ("load", json!({ "variant": "chess", "position": "w:Kx9" }), -32_002, ""),
        ("load", json!({}), -32_602, "give exactly one of `variant` and `text`"),
    ]
}

#[test]
fn errors_have_their_codes_and_change_nothing() {
    let mut all = vec![("load", json!({ "variant": "chess" }))];
    all.extend(failures().iter().map(|it| (it.0, it.1.clone())));
    all.push(("status", json!({})));
    let results = calls(&all);
    for ((method, params, code, part), error) in failures().iter().zip(&results[1..]) {
        assert_eq!(error["code"], json!(code), "{method} {params}: {error}");
        assert!(error["message"].as_str().expect("a message").contains(part), "{method} {params}: {error}");
    }
    let last = results.last().expect("a status");
    assert_eq!((&last["game"], &last["played"]), (&json!(1), &json!([])));
    let start = threefold::notation::position::print(&load("chess").start().expect("a start"));
    assert_eq!(last["position"], json!(start));
    assert_eq!(calls(&[("status", json!({}))])[0]["message"], json!("there is no game: call `load` first"));
}

#[test]
fn requests_that_are_none_are_refused_as_the_standard_says() {
    let code = |line: &str| {
        let all = responses(&[line.to_owned()]);
        assert_eq!(all.len(), 1, "{line}");
        assert_eq!(all[0]["id"], Value::Null, "{line}");
        all[0]["error"]["code"].as_i64().expect("a code")
    };
    for line in ["{", "nonsense", "[1,", "{\"jsonrpc\": \"2.0\", \"method\": \"foobar, \"params\": \"bar\", \"baz]"] {
        assert_eq!(code(line), -32_700, "{line}");
    }
    for line in ["[]", "1", "null", "{}", "{\"jsonrpc\":\"2.0\",\"method\":1}", "{\"jsonrpc\":\"2.0\",\"id\":{}}"] {
        assert_eq!(code(line), -32_600, "{line}");
    }
    assert_eq!(responses(&["[1,2,3]".to_owned()])[0].as_array().expect("a batch").len(), 3);
    let old = responses(&["{\"jsonrpc\":\"1.0\",\"id\":\"a\",\"method\":\"moves\"}".to_owned()]);
    assert_eq!((&old[0]["id"], &old[0]["error"]["code"]), (&json!("a"), &json!(-32_600)));
    let name = "x".repeat(1_000);
    let all = responses(&[json!({ "jsonrpc": "2.0", "id": 1, "method": name }).to_string()]);
    assert_eq!(all[0]["error"]["message"], json!(format!("there is no method `{}`", "x".repeat(40))));
    let deep = "[".repeat(100_000);
    assert_eq!(code(&deep), -32_700);
    let long = format!("\"{}\"", "x".repeat(5 << 20));
    assert_eq!(code(&long), -32_006);
    let batch = format!("[{}1]", "1,".repeat(1_000));
    assert_eq!(code(&batch), -32_006);
}

#[test]
fn notifications_have_no_response_and_take_effect() {
    let load = json!({ "jsonrpc": "2.0", "method": "load", "params": ["chess"] }).to_string();
    let batch = json!([
        { "jsonrpc": "2.0", "method": "apply", "params": { "move": "e4" } },
        { "jsonrpc": "2.0", "id": "s", "method": "status" },
        { "jsonrpc": "2.0", "method": "nonsense" },
    ]);
    let silent = json!([{ "jsonrpc": "2.0", "method": "undo" }]).to_string();
    let all = responses(&[load, batch.to_string(), silent, request(9, "status", json!({}))]);
    assert_eq!(all.len(), 2);
    assert_eq!((&all[0][0]["id"], &all[0][0]["result"]["played"]), (&json!("s"), &json!(["e2-e4"])));
    assert_eq!(all[0].as_array().expect("a batch").len(), 1);
    assert_eq!(all[1]["result"]["played"], json!([]));
}

#[test]
fn messages_with_a_length_are_framed_alike() {
    let message = request(1, "load", json!(["chess"]));
    let input = format!("Content-Length: {}\r\nContent-Type: x\r\n\r\n{message}", message.len());
    let run = with_input(&["rpc"], input.repeat(2).as_bytes(), false);
    let (header, rest) = run.out.split_once("\r\n\r\n").expect("a header");
    let length: usize = header.strip_prefix("Content-Length: ").expect("a length").parse().expect("a number");
    let first: Value = serde_json::from_str(&rest[..length]).expect("JSON");
    assert_eq!(first["result"]["game"], json!(1));
    assert!(rest[length..].starts_with("Content-Length: "));
    // A message that is cut off, and a length that is none, are errors.
    for (input, error) in [
        ("Content-Length: 10\r\n\r\n{}", "the input ends before the message does"),
        ("Content-Length: 10", "the input ends before the message does"),
        ("Content-Length: -5\r\n\r\n", "`Content-Length` is not a number of bytes"),
    ] {
        let run = with_input(&["rpc"], input.as_bytes(), false);
        let (_, answer) = run.out.split_once("\r\n\r\n").expect("a header");
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        assert_eq!((&answer["error"]["code"], &answer["error"]["message"]), (&json!(-32_700), &json!(error)));
    }
}

#[test]
fn games_and_sequences_have_a_maximum() {
    let mut all: Vec<(&str, Value)> = (0..65).map(|_| ("load", json!(["chess"]))).collect();
    // Pieces that move freely: more sequences than are counted.
    all.push(("unload", json!({})));
    all.push(("load", json!({ "variant": "chess", "position": "w:Ka1,Qd4,Qe5 b:Kh8,Qc6 turn=w" })));
    let results = calls(&all);
    assert_eq!(results[64]["code"], json!(-32_006), "{}", results[64]);
    assert_eq!((&results[65]["game"], &results[66]["game"]), (&json!(64), &json!(65)));
}

/// The short commands of the terminal mean the same here. `resign` alone is that of the player to move.
#[test]
fn claims_and_answers_may_be_short() {
    let apply = |text: &str| ("apply", json!({ "move": text }));
    for (variant, texts, played) in [
        ("chess", &["e4", "resign"][..], &["e2-e4", "b claims resign"][..]),
        ("chess", &["Draw", "accept"], &["w claims draw", "b accepts"]),
        (
            "chess",
            &["claim draw", "withdraw", "offer a draw", "decline"],
            &["w claims draw", "w withdraws", "w claims draw", "b refuses"],
        ),
        ("trichess", &["draw", "accept", "accept"], &["w claims draw", "r accepts", "b accepts"]),
        ("three-player-chess", &["resign for red"], &["w claims resign-for for r"]),
    ] {
        let load = ("load", json!({ "variant": variant }));
        let results = calls(&[vec![load], texts.iter().map(|it| apply(it)).collect()].concat());
        let last = results.last().expect("a result");
        assert_eq!(last["played"], json!(played), "{variant} {texts:?}: {last}");
    }
    let results = calls(&[
        ("load", json!({ "variant": "trichess" })),
        apply("resign"),
        ("explain", json!({ "move": "draw" })),
        ("explain", json!({ "move": "accept" })),
        apply("claim nothing"),
    ]);
    assert_eq!(results[1]["message"], json!("nobody can resign in this variant"));
    assert_eq!((&results[2]["legal"], &results[3]["legal"]), (&json!(true), &json!(false)));
    assert_eq!(results[4]["message"], json!("there is no claim `nothing`"));
}

/// A client need not know the rules of offers: the status says who has to answer, and what can be sent.
#[test]
fn an_offer_is_in_the_status() {
    let results = calls(&[
        ("load", json!({ "variant": "chess" })),
        ("status", json!({})),
        ("apply", json!({ "moves": ["e4", "w claims draw"] })),
        ("status", json!({})),
        ("apply", json!({ "moves": ["b accepts"] })),
        ("status", json!({})),
    ]);
    assert_eq!((&results[1]["pending"], &results[5]["pending"]), (&Value::Null, &Value::Null));
    assert_eq!(results[1]["claims"], json!(["w claims draw", "w claims resign", "b claims draw", "b claims resign"]));
    let offer = json!({ "by": "w", "name": "draw", "asks": ["b"], "sentence": "White offers a draw." });
    assert_eq!((&results[2]["pending"]["by"], &results[2]["pending"]["asks"]), (&offer["by"], &offer["asks"]));
    let claims = results[3]["claims"].as_array().expect("a list");
    assert_eq!(claims[..3], ["b accepts", "b refuses", "w withdraws"].map(Value::from));
    assert_eq!(results[5]["claims"], json!([]));
}
