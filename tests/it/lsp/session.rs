//! Sessions: their start and end, bad input, and many changes in a row.

use serde_json::{Value, json};

use super::Editor;
use super::editor::line_of;
use crate::support::Dice;

const URI: &str = "file:///nowhere/game.toml";

#[test]
fn a_session_starts_and_ends_as_the_protocol_says() {
    let mut editor = Editor::unopened();
    assert_eq!(editor.ask("textDocument/hover", json!({}))["code"], -32002);
    let answer = editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(answer["serverInfo"]["name"], "threefold");
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["code"], -32600);
    assert_eq!(editor.exit(), 0);
    // An editor that does not shut the server down.
    assert_eq!(Editor::new(&[]).exit(), 1);
}

#[test]
fn bad_input_gets_an_error_and_never_ends_the_session() {
    let mut editor = Editor::new(&[]);
    let bodies: [&[u8]; 4] = [b"{", b"[]", b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":3}", b"\xff\xfe"];
    for body in bodies {
        editor.send_raw(format!("content-length: {}\r\nContent-Type: x\r\n\r\n", body.len()).as_bytes());
        editor.send_raw(body);
        assert_eq!(editor.next()["error"]["code"], -32700);
    }
    // Lines that belong to no message are skipped.
    editor.send_raw(b"hello\r\n\r\n");
    assert_eq!(editor.ask("no/such-method", json!([]))["code"], -32601);
    for method in ["textDocument/hover", "textDocument/completion", "textDocument/rename", "textDocument/definition"] {
        for params in [json!(null), json!([1]), json!({ "textDocument": { "uri": "x:y" } })] {
            editor.ask(method, params);
        }
        editor.tell(method, json!(7));
    }
    for params in [json!(null), json!({ "textDocument": { "uri": 3 } }), json!({ "textDocument": { "uri": URI } })] {
        editor.tell("textDocument/didChange", params.clone());
        editor.tell("textDocument/didSave", params.clone());
        editor.tell("textDocument/didClose", params);
    }
    editor.open(URI, "name = 3");
    // A place far outside of the text is its end.
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    editor.change(URI, 2, json!([{ "range": { "start": far, "end": far }, "text": "\n" }]));
    assert_eq!(editor.findings(URI, 2).len(), 1);
    assert_eq!(editor.finish(), 0);
}

#[test]
fn a_document_that_is_too_large_is_not_checked() {
    let mut editor = Editor::new(&[]);
    editor.open(URI, &"#".repeat((1 << 20) + 1));
    let found = editor.findings(URI, 1);
    assert!(line_of(&found[0]).ends_with("so it is not checked"), "{found:?}");
    editor.change(URI, 2, json!([{ "text": "name = 3" }]));
    assert_eq!(editor.findings(URI, 2).len(), 1);
    assert_eq!(editor.finish(), 0);
}

#[test]
fn a_newer_change_cancels_an_older_check() {
    let mut editor = Editor::new(&[]);
    let text = "name = \"Mine\"\nextends = [\"3-man-chess\"]\n";
    editor.open(URI, text);
    for version in 2..200 {
        editor.change(URI, version, json!([{ "text": format!("{text}# {version}\n") }]));
    }
    editor.change(URI, 200, json!([{ "text": "name = 3" }]));
    let mut published = 0;
    loop {
        let params = editor.next()["params"].take();
        published += 1;
        if params["version"] == 200 {
            break;
        }
    }
    assert!(published < 100, "{published} of 200 checks were finished");
    assert_eq!(editor.finish(), 0);
}

/// Whatever an author types, the server answers, and changes of parts amount to the whole text.
#[test]
fn any_text_can_be_typed() {
    let whole = std::fs::read_to_string("variants/chess.toml").expect("a file");
    let signs: Vec<&str> =
        vec!["[", "]", "{", "}", "\"", "\"\"\"", "'", "=", ",", ".", "\n", "\r", "#", "é", "𝄞", "x = ", "[piece."];
    let mut editor = Editor::new(&[]);
    let mut dice = Dice(7);
    let mut text = whole[..2_000].to_owned();
    editor.open(URI, &text);
    for version in 2..120 {
        let mut at = dice.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let sign = dice.pick(&signs).expect("a sign");
        // A carriage return alone ends a line in the protocol.
        let before = text[..at].replace("\r\n", "\n").replace('\r', "\n");
        let is_inside = text[..at].ends_with('\r') && text[at..].starts_with('\n');
        if is_inside {
            continue;
        }
        let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        let position = json!({ "line": before.matches('\n').count(), "character": column });
        editor.change(URI, version, json!([{ "range": { "start": position, "end": position }, "text": sign }]));
        text.insert_str(at, sign);
        let params = json!({ "textDocument": { "uri": URI }, "position": position, "newName": "x",
            "range": { "start": { "line": 0, "character": 0 }, "end": position } });
        for method in ["hover", "completion", "definition", "inlayHint", "rename", "prepareRename"] {
            let answer = editor.ask(&format!("textDocument/{method}"), params.clone());
            assert_ne!(answer["code"], -32603, "{method}: {text}");
        }
    }
    // The same text, sent as a whole, has the same findings.
    editor.change(URI, 1_000, json!([]));
    let found = editor.findings(URI, 1_000);
    editor.change(URI, 1_001, json!([{ "text": text }]));
    assert_eq!(found, editor.findings(URI, 1_001));
    assert_eq!(editor.finish(), 0);
}
