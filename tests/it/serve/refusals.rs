//! Every refusal by its code: forbidden requests, missing items, invalid requests.

use serde_json::json;

use super::{Served, options_with};
use crate::support::{Folder, ask, show};

#[test]
fn cross_origin_requests_are_refused() {
    let folder = Folder::new("serve-guard", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let port = served.port;
    let get = |host: Option<&str>| {
        let headers: Vec<(&str, &str)> = host.into_iter().map(|it| ("Host", it)).collect();
        client.request("GET /api/games", &headers, "")
    };
    let own = format!("127.0.0.1:{port}");
    let local = format!("localhost:{port}");
    assert_eq!(get(Some(&own)).status, 200);
    assert_eq!(get(Some(&local)).status, 200);
    assert_eq!(get(Some(&local.to_uppercase())).status, 200);
    let next = format!("127.0.0.1:{}", port ^ 1);
    for host in [None, Some("evil.example"), Some("127.0.0.1"), Some(next.as_str()), Some(""), Some("127.0.0.1:99999")]
    {
        assert_eq!(get(host).refusal(), "403 wrong-host", "{host:?}");
    }
    let twice = client.request("GET /api/games", &[("Host", &own), ("Host", "evil.example")], "");
    assert_eq!(twice.refusal(), "403 wrong-host");
    // Another site may link to this page, but may not use its data.
    let from = |headers: &[(&str, &str)]| {
        let headers: Vec<(&str, &str)> = [("Host", own.as_str())].iter().chain(headers).copied().collect();
        client.request("GET /api/games", &headers, "")
    };
    assert_eq!(from(&[("Origin", "http://evil.example")]).refusal(), "403 wrong-origin");
    assert_eq!(from(&[("Origin", &format!("http://{own}"))]).status, 200);
    for (site, mode, status) in [
        ("cross-site", "no-cors", 403),
        ("same-site", "cors", 403),
        ("cross-site", "navigate", 200),
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
    ] {
        let response = from(&[("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)]);
        assert_eq!(response.status, status, "{site} {mode}");
    }
    // Another site can send a request, but not with this origin.
    let body = json!({ "variant": "chess" }).to_string();
    let post = |origin: Option<&str>, kind: Option<&str>| {
        let mut headers = vec![("Host", own.as_str())];
        headers.extend(origin.map(|it| ("Origin", it)));
        headers.extend(kind.map(|it| ("Content-Type", it)));
        client.request("POST /api/games", &headers, &body)
    };
    let from_here = format!("http://{own}");
    let json = Some("application/json");
    assert!(post(None, json).body.contains(&format!("`Origin: http://{own}`")), "the help names the header");
    for origin in [None, Some("null"), Some("http://evil.example"), Some("https://127.0.0.1"), Some(own.as_str())] {
        assert_eq!(post(origin, json).refusal(), "403 wrong-origin", "{origin:?}");
    }
    for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("")] {
        assert_eq!(post(Some(&from_here), kind).refusal(), "415 not-json", "{kind:?}");
    }
    assert_eq!(post(Some(&from_here), Some("application/json; charset=utf-8")).status, 201);
    assert_eq!(post(Some(&format!("http://{local}")), json).status, 201);
    // Nothing from elsewhere acts in a game either.
    let game = client.create_game(json!({ "variant": "chess" }));
    let id = game["id"].as_str().expect("an id");
    let body = json!({ "version": 1, "text": "e2-e4" }).to_string();
    let headers = [("Host", own.as_str()), ("Origin", "http://evil.example"), ("Content-Type", "application/json")];
    assert_eq!(client.request(&format!("POST /api/games/{id}/act"), &headers, &body).refusal(), "403 wrong-origin");
    assert_eq!(client.state(id)["version"], 1);
}

#[test]
fn path_traversal_is_refused() {
    let folder = Folder::new("serve-paths", &[("secret.toml", "name = \"secret\"\n"), ("secret.txt", "secret")]);
    let served = Served::new(&folder);
    let client = served.client();
    let inside = folder.path().join("secret.toml").display().to_string();
    for path in [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/page/../../secret.txt",
        "/page/..%5csecret.txt",
        "//etc/passwd",
        "/etc/passwd",
        "/page//etc/passwd",
        "/%00",
        "/page/%c0%ae%c0%ae/secret.txt",
        "/%",
        "/%zz",
        "/src/serve.rs",
        "/index.html/",
        "/api/games/..%2f..%2fsecret",
        "/api/games/../secret",
        "/api/games/other%00",
        "/api/games/SECRET",
        "/api/games/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ] {
        let response = client.get(path);
        assert!(matches!(response.status, 400 | 404), "{path}: {}", response.status);
        assert!(!response.body.contains("root:") && !response.body.contains("mod connection"), "{path}");
    }
    // A name denotes a catalog entry, never a path on this machine.
    for name in
        [inside.as_str(), "./secret.toml", "/etc/passwd", "../secret.toml", "secret.toml", "-", "readings/../chess"]
    {
        let path = format!("/api/variant?name={}", name.replace('/', "%2F"));
        assert_eq!(client.get(&path).refusal(), "404 no-such-variant", "{name}");
        assert_eq!(client.post("/api/games", &json!({ "variant": name })).refusal(), "404 no-such-variant", "{name}");
        let compared = client.post("/api/compare", &json!({ "name": name, "other": "chess" }));
        assert_eq!(compared.refusal(), "404 no-such-variant", "{name}");
        let record = format!("# variant {name}\n# hash 00\n");
        assert_eq!(client.post("/api/games", &json!({ "record": record })).refusal(), "404 no-such-variant", "{name}");
    }
    // A text that is being edited cannot read files either.
    for parent in [inside.as_str(), "./secret.toml", "../secret.toml", "/etc/passwd"] {
        let text = format!("name = \"x\"\nextends = [\"{}\"]\n", parent.replace('\\', "/"));
        let response = client.post("/api/design/check", &json!({ "text": text })).good();
        assert_eq!(
            (response["ok"].clone(), response["findings"][0]["code"].clone()),
            (json!(false), json!("unknown-parent")),
            "{parent}"
        );
        assert!(!response.to_string().contains("root:"), "{response}");
    }
}

#[test]
fn every_refusal_has_a_code() {
    let folder = Folder::new("serve-refusals", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = client.create_game(json!({ "variant": "chess" }))["id"].as_str().expect("an id").to_owned();
    let mut text = String::new();
    for path in [
        "/nothing",
        "/api",
        "/api/nothing",
        "/api/variant",
        "/api/variant?name=",
        "/api/variant?name=nosuch",
        "/api/variant?name=3-man",
        "/api/rules",
        "/api/rules?name=parts%2Fgeneral",
        "/api/reach?name=chess",
        "/api/reach?name=chess&seat=x&kind=N&square=e4",
        "/api/reach?name=chess&seat=w&kind=X&square=e4",
        "/api/reach?name=chess&seat=w&kind=N&square=e9",
        "/api/svg?name=chess&position=nonsense",
        "/api/svg?name=chess&theme=neon",
        "/api/svg?name=chess&last=e2-e99",
        "/api/svg?name=chess&seat=q",
        "/api/games/nosuch",
        "/api/games/ID?seat=q",
        "/api/games/ID/nothing",
        "/api/games/ID/svg?select=z9",
        "/api/design?name=nosuch",
        "/api/games/ID/act",
    ] {
        let response = client.get(&path.replace("ID", &id));
        text.push_str(&format!("GET {path}\n  {}: {}\n", response.refusal(), message_of(&response)));
    }
    for (path, body) in [
        ("/", "{}"),
        ("/api/variants", "{}"),
        ("/api/games", ""),
        ("/api/games", "nonsense"),
        ("/api/games", "{}"),
        ("/api/games", "[]"),
        ("/api/games", "7"),
        ("/api/games", "{\"variant\":7}"),
        ("/api/games", "{\"variant\":\"nosuch\"}"),
        ("/api/games", "{\"variant\":\"chess\",\"players\":{\"x\":\"human\"}}"),
        ("/api/games", "{\"variant\":\"chess\",\"players\":{\"w\":\"stockfish\"}}"),
        ("/api/games", "{\"variant\":\"chess\",\"players\":{\"w\":1}}"),
        ("/api/games", "{\"variant\":\"chess\",\"players\":{\"w\":\"clbu\"}}"),
        ("/api/games", "{\"variant\":\"chess\",\"players\":{\"w\":\"brs:20s\"}}"),
        ("/api/games", "{\"variant\":\"chess\",\"players\":{\"w\":\"uci:stockfish\"}}"),
        ("/api/games", "{\"variant\":\"chess\",\"position\":\"turn=w\"}"),
        ("/api/games", "{\"variant\":\"chess\",\"position\":\"turn=w\",\"record\":\"1. e4 *\"}"),
        ("/api/games/ID/act", "{\"text\":\"e2-e4\"}"),
        ("/api/games/ID/act", "{\"version\":-1,\"text\":\"e2-e4\"}"),
        ("/api/games/ID/act", "{\"version\":2,\"text\":\"e2-e4\"}"),
        ("/api/games/ID/act", "{\"version\":1}"),
        ("/api/games/ID/act", "{\"version\":1,\"act\":\"e2-e4\"}"),
        ("/api/games/ID/act", "{\"version\":1,\"text\":\"Zz9\"}"),
        ("/api/games/ID/act", "{\"version\":1,\"text\":\"a9\"}"),
        ("/api/games/ID/act", "{\"version\":1,\"text\":\"e2-e5\"}"),
        ("/api/games/ID/act", "{\"version\":1,\"text\":\"e2-e4\",\"as\":\"x\"}"),
        ("/api/games/ID/act", "{\"version\":1,\"text\":\"e2-e4\",\"as\":\"b\"}"),
        ("/api/games/ID/act", "{\"version\":1,\"text\":\"b accepts\"}"),
        ("/api/games/ID/act", "{\"version\":1,\"text\":\"w dances\"}"),
        ("/api/games/ID/undo", "{\"version\":1}"),
        ("/api/games/ID/redo", "{\"version\":1}"),
        ("/api/games/ID/players", "{\"players\":{\"q\":\"human\"}}"),
        ("/api/games/ID/players", "{}"),
        ("/api/games/nosuch/act", "{\"version\":1,\"text\":\"e2-e4\"}"),
        ("/api/explain", "{\"variant\":\"nosuch\",\"from\":\"e2\",\"to\":\"e4\"}"),
        ("/api/explain", "{\"variant\":\"chess\"}"),
        ("/api/design/check", "{}"),
        ("/api/design/reach", "{\"text\":\"nonsense\",\"seat\":\"w\",\"kind\":\"N\",\"square\":\"e4\"}"),
        ("/api/design/save", "{\"text\":\"x\",\"stamp\":\"y\"}"),
        ("/api/compare", "{\"other\":\"chess\"}"),
        ("/api/compare", "{\"text\":\"nonsense\",\"other\":\"chess\"}"),
        ("/api/compare", "{\"name\":\"chess\",\"other\":\"nosuch\"}"),
    ] {
        let response = client.post_text(&path.replace("ID", &id), body);
        text.push_str(&format!("POST {path} {body}\n  {}: {}\n", response.refusal(), message_of(&response)));
    }
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "get"] {
        let response = client.request(&format!("{method} /"), &[("Host", &client.host())], "");
        assert_eq!(response.refusal(), "405 no-such-method", "{method}");
    }
    assert_eq!(client.state(&id)["version"], 1, "nothing has changed");
    show("serve-refusals", &text.replace(&id, "ID"));
}

#[test]
fn wrong_bodies_name_the_key_in_plain_words() {
    let folder = Folder::new("serve-bodies", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = client.create_game(json!({ "variant": "chess" }))["id"].as_str().expect("an id").to_owned();
    for (path, body, expected) in [
        (
            "/api/design/lab",
            r#"{"text":"x","games":"many"}"#,
            "`games`: expected a whole number from 0, found the text `many`.",
        ),
        (
            "/api/design/lab",
            r#"{"text":"x","games":-1}"#,
            "`games`: expected a whole number from 0, found the number -1.",
        ),
        (
            "/api/design/lab",
            r#"{"text":"x","games":1.5}"#,
            "`games`: expected a whole number from 0, found the number 1.5.",
        ),
        (
            "/api/design/lab",
            r#"{"text":"x","impact":"yes"}"#,
            "`impact`: expected `true` or `false`, found the text `yes`.",
        ),
        ("/api/design/lab", r#"{"text":[],"bot":{}}"#, "`text`: expected a text, found a list."),
        ("/api/design/lab", r#"{"text":null}"#, "`text`: expected a text, found `null`."),
        (
            "/api/design/lab",
            r#"{"games":3}"#,
            r#"The request needs `text`. (Add the key `text` with its value; an example is `{"text": "name = 'Mine'\nextends = ['chess']"}`.)"#,
        ),
        (
            "/api/design/lab",
            r#"{"text":"x","gmaes":3}"#,
            "There is no key `gmaes`. (Did you mean `games`? the keys are `text`, `name`, `games`, `bot`, `seed`, `impact`, `compare`.)",
        ),
        (
            "/api/design/lab",
            r#"{"text":"x","compare":"parents"}"#,
            "`compare`: there is no choice `parents`. (Did you mean `parent`? the choices are `parent`, `saved`.)",
        ),
        (
            "/api/games",
            r#"{"variant":"chess","player":{"w":"random"}}"#,
            "There is no key `player`. (Did you mean `players`? the keys are `variant`, `position`, `record`, `game`, `text`, `players`.)",
        ),
        ("/api/games", r#"{"variant":"chess","players":["random"]}"#, "`players`: expected an object, found a list."),
        (
            "/api/games/ID/act",
            r#"{"version":1,"txt":"e2-e4"}"#,
            "There is no key `txt`. (Did you mean `text`? the keys are `version`, `text`, `as`, `keys`.)",
        ),
        ("/api/games/ID/undo", r#"{"version":true}"#, "`version`: expected a whole number from 0, found `true`."),
        (
            "/api/games/ID/players",
            r#"{"players":{},"zzz":1}"#,
            "There is no key `zzz`. (The keys are `players`, `version`, `keys`.)",
        ),
        ("/api/explain", r#"{"variant":"chess","from":5,"to":"e4"}"#, "`from`: expected a text, found the number 5."),
        ("/api/design/check", r#"{"text":"x","cases":[{"file":1}]}"#, "`cases`: expected a text, found the number 1."),
        (
            "/api/design/check",
            r#"{"text":"x","cases":[{"file":"a","txet":"b"}]}"#,
            "`cases`: there is no key `txet`. (Did you mean `text`? the keys are `file`, `text`.)",
        ),
        ("/api/design/game", r#"{"text":"x","seed":1}"#, "There is no key `seed`. (The keys are `text`, `name`.)"),
        ("/api/design/save", r#"{"text":"x","stamp":7}"#, "`stamp`: expected a text, found the number 7."),
        (
            "/api/compare",
            r#"{"name":"chess","other":"chess","seconds":"4"}"#,
            "`seconds`: expected a number, found the text `4`.",
        ),
        (
            "/api/records",
            r#"{"record":"1. e4","game":"2"}"#,
            "`game`: expected a whole number from 0, found the text `2`.",
        ),
        (
            "/api/records",
            "{\"record\":",
            "The JSON text ends too early. (Send an object, such as `{\"record\": \"1. e4 e5 *\", \"variant\": \"chess\"}`.)",
        ),
    ] {
        let response = client.post_text(&path.replace("ID", &id), body);
        assert_eq!(response.refusal(), "400 bad-json", "{path} {body}");
        assert_eq!(message_of(&response), expected, "{path} {body}");
    }
}

/// Returns the first line of the message, and its help.
fn message_of(response: &super::client::Response) -> String {
    let error = response.json()["error"].clone();
    let text = |name: &str| error[name].as_str().unwrap_or("").lines().next().unwrap_or("").to_owned();
    let help = text("help");
    if help.is_empty() { text("message") } else { format!("{} ({help})", text("message")) }
}

#[test]
fn a_server_that_cannot_start_gives_the_reason() {
    use threefold::serve::{BindError, Server};
    let folder = Folder::new("serve-cannot", &[("file", "a file"), ("raw.toml", "x")]);
    let served = Served::new(&folder);
    let captured = Server::bind(&options_with(&folder, |it| it.port = served.port));
    assert!(matches!(captured, Err(BindError::Port(_))), "{captured:?}");
    let not_a_folder = Server::bind(&options_with(&folder, |it| it.games = folder.path().join("file")));
    assert!(not_a_folder.is_err_and(|it| it.to_string().contains("the folder of games")));
    let near = Server::bind(&options_with(&folder, |it| it.variant = Some("ches".to_owned())));
    assert!(near.is_err_and(|it| it.to_string().contains("did you mean `chess`?")));
    let missing = folder.path().join("nothing.toml").display().to_string();
    let missing = Server::bind(&options_with(&folder, |it| it.variant = Some(missing)));
    assert!(missing.is_err_and(|it| it.to_string().contains("cannot be read")));
    std::fs::write(folder.path().join("raw.toml"), b"\xff\xff").expect("a file");
    let raw = folder.path().join("raw.toml").display().to_string();
    let raw = Server::bind(&options_with(&folder, |it| it.variant = Some(raw)));
    assert!(raw.is_err_and(|it| it.to_string().contains("not UTF-8")));
}

#[test]
fn the_command_reports_errors_before_serving() {
    let folder = Folder::new("serve-command", &[("file", "a file")]);
    let served = Served::new(&folder);
    let (port, games) = (served.port.to_string(), folder.path().join("games").display().to_string());
    let file = folder.path().join("file").display().to_string();
    for (args, message) in [
        (&["serve", "-"][..], "give a file name"),
        (&["serve", "ches", "--games", &games], "did you mean `chess`?"),
        (&["serve", "./nothing.toml", "--games", &games], "`./nothing.toml` cannot be read: there is no such file"),
        (&["serve", "--port", &port, "--games", &games], "cannot be used: another program uses it"),
        (&["serve", "--port", "0", "--games", &file], "cannot be used: a file of this name exists"),
        (&["serve", "--port", "70000"], "70000"),
        (&["serve", "--host", "home"], "home"),
        (&["serve", "--host", "192.0.2.1", "--games", &games], "--host 0.0.0.0"),
        (&["serve", "--allow-host", "https://play.example.org/"], "--allow-host play.example.org"),
    ] {
        let run = ask(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with("error") && run.err.contains(message), "{args:?}: {}", run.err);
    }
}
