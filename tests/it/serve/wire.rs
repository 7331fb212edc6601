//! The wire: partial, endless and malformed requests, none of which delays other clients.

use std::io::{Read, Write};
use std::time::Duration;

use serde_json::json;

use super::{Served, alone, options_with};
use crate::support::Folder;
use threefold::serve::Limits;

/// Starts a server with very short timeouts.
fn impatient(folder: &Folder) -> Served {
    let short = Duration::from_millis(300);
    let mut limits = Limits::default();
    (limits.head, limits.body, limits.idle, limits.answer) = (short, short, short, short);
    Served::with(&options_with(folder, |it| it.limits = limits))
}

#[test]
fn malformed_requests_are_refused_with_a_code() {
    let folder = Folder::new("serve-broken", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let host = format!("Host: {}\r\n", client.host());
    let post = format!(
        "POST /api/games HTTP/1.1\r\n{host}Origin: http://{}\r\nContent-Type: application/json\r\n",
        client.host()
    );
    let many = "X-Y: z\r\n".repeat(200);
    let long = "x".repeat(20_000);
    let huge = "x".repeat(2 << 20);
    let cases: Vec<(String, &str)> = vec![
        ("nonsense\r\n\r\n".into(), "400 bad-request"),
        ("GET /\r\n\r\n".into(), "400 bad-request"),
        ("GET / HTTP/1.1 more\r\n\r\n".into(), "400 bad-request"),
        ("GET  / HTTP/1.1\r\n\r\n".into(), "400 bad-request"),
        (format!("GET / HTTP/2.0\r\n{host}\r\n"), "505 version"),
        (format!("GET http://evil/ HTTP/1.1\r\n{host}\r\n"), "400 bad-path"),
        (format!("GET * HTTP/1.1\r\n{host}\r\n"), "400 bad-path"),
        (format!("GET /?%ff HTTP/1.1\r\n{host}\r\n"), "400 bad-query"),
        (format!("GET / HTTP/1.1\r\n{host}no colon\r\n\r\n"), "400 bad-request"),
        (format!("GET / HTTP/1.1\r\n{host}a b: c\r\n\r\n"), "400 bad-request"),
        (format!("GET / HTTP/1.1\r\n{host} folded: c\r\n\r\n"), "400 bad-request"),
        (format!("GET / HTTP/1.1\r\n{host}{many}\r\n"), "431 head-too-long"),
        (format!("GET /{long} HTTP/1.1\r\n{host}\r\n"), "431 head-too-long"),
        (format!("GET / HTTP/1.1\r\n{host}X: {long}\r\n\r\n"), "431 head-too-long"),
        (format!("{post}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"), "501 no-chunks"),
        (format!("{post}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{{}}"), "501 no-chunks"),
        (format!("{post}Content-Length: -1\r\n\r\n{{}}"), "400 bad-length"),
        (format!("{post}Content-Length: two\r\n\r\n{{}}"), "400 bad-length"),
        (format!("{post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}"), "400 bad-length"),
        (format!("{post}Content-Length: 1048577\r\n\r\n"), "413 too-large"),
        (format!("{post}Content-Length: 2097152\r\n\r\n{huge}"), "413 too-large"),
        (format!("{post}Content-Length: 99999999999999999999999999\r\n\r\n{{}}"), "413 too-large"),
        (format!("{post}\r\n"), "400 bad-json"),
        (format!("{post}Content-Length: 2\r\nConnection: close\r\n\r\n{{"), "400 half-a-request"),
    ];
    for (bytes, refusal) in cases {
        // Truncated requests must be ended so that the server notices.
        let mut stream = client.open();
        let _ = stream.write_all(bytes.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        let start: String = bytes.chars().take(90).collect();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer to {start}: {answer}"));
        let code = serde_json::from_str::<serde_json::Value>(body).expect("a value")["error"]["code"].clone();
        let status = head.split(' ').nth(1).expect("a status");
        assert_eq!(format!("{status} {}", code.as_str().expect("a code")), refusal, "{start}");
    }
    for bytes in [&b"\xff\xfe\xfd\r\n\r\n"[..], b"GET /\xff HTTP/1.1\r\n\r\n", b"\0\0\0\0\r\n\r\n"] {
        assert_eq!(client.exchange(bytes).status, 400);
    }
    let mut raw = format!("{post}Content-Length: 4\r\nConnection: close\r\n\r\n").into_bytes();
    raw.extend(b"\xff\xfe\xfd\xfc");
    assert_eq!(client.exchange(&raw).refusal(), "400 bad-json");
    assert_eq!(client.get("/api/games").good()["games"], json!([]));
}

#[test]
fn deep_json_and_odd_texts_are_handled() {
    let folder = Folder::new("serve-odd", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = client.create_game(json!({ "variant": "3-man-chess" }))["id"].as_str().expect("an id").to_owned();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(client.post_text("/api/games", &deep).refusal(), "400 bad-json");
    for text in
        ["", " ", "\u{0}", "w", "w:", ":", "w claims", "\u{1F600}-\u{1F600}", "e2-e4=\u{202e}", &"x".repeat(100_000)]
    {
        let response = client.post(&format!("/api/games/{id}/act"), &json!({ "version": 1, "text": text }));
        let status = if text.trim().is_empty() { "400" } else { "422" };
        assert!(response.refusal().starts_with(status), "{text:.20}: {}", response.body);
        assert!(response.body.len() < 10_000, "the response does not repeat a long text");
        let response = client.post("/api/games", &json!({ "variant": "chess", "position": text }));
        assert!(matches!(response.status, 201 | 422), "{text:.20}: {}", response.body);
    }
}

#[test]
fn slow_clients_are_disconnected_and_delay_no_other_client() {
    let _alone = alone();
    let folder = Folder::new("serve-slow", &[]);
    let served = impatient(&folder);
    let client = served.client();
    let host = client.host();
    let slow = [
        "G".to_owned(),
        "GET / HTTP/1.1\r\n".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: "),
        format!("POST /api/games HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 100\r\n\r\n{{"),
    ];
    let created = |text: &String| {
        let mut stream = client.open();
        stream.write_all(text.as_bytes()).expect("a beginning");
        stream
    };
    let waiting: Vec<_> = slow.iter().cycle().take(80).map(created).collect();
    let silent: Vec<_> = (0..40).map(|_| client.open()).collect();
    for mut stream in waiting {
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    }
    for mut stream in silent {
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert_eq!(answer, "", "an empty request gets no response");
    }
    // Empty lines before a request gain no time.
    let mut stream = client.open();
    let is_open = |stream: &mut std::net::TcpStream| {
        std::thread::sleep(Duration::from_millis(50));
        stream.write_all(b"\r\n").is_ok()
    };
    let lines = (0..400).take_while(|_| is_open(&mut stream)).count();
    assert!(lines < 400, "still open after {lines} empty lines");
    // Endless headers reach a limit.
    let mut stream = client.open();
    let mut sent = stream.write_all(b"GET / HTTP/1.1\r\n");
    for _ in 0..1_000_000 {
        if sent.is_err() {
            break;
        }
        sent = stream.write_all(b"X-Header: and so on and on and on\r\n");
    }
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(sent.is_err() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}

#[test]
fn connections_are_reused() {
    let folder = Folder::new("serve-again", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let get = format!("GET /api/games HTTP/1.1\r\nHost: {}\r\n\r\n", client.host());
    let last = format!("\r\n\r\nGET /api/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", client.host());
    let head = format!("HEAD /page.css HTTP/1.1\nHost: {}\n\n", client.host());
    // Several requests at once, answered in order.
    let answer = String::from_utf8(client.send(format!("{get}{get}{head}{last}").as_bytes())).expect("UTF-8");
    assert_eq!(answer.matches("HTTP/1.1 200 OK").count(), 4, "{answer}");
    assert_eq!(answer.matches("{\"games\":[],").count(), 3, "{answer}");
    let old = client.exchange(format!("GET /api/games HTTP/1.0\r\nHost: {}\r\n\r\n", client.host()).as_bytes());
    assert_eq!((old.status, old.header("connection")), (200, Some("close")));
    let expects = format!(
        "POST /api/games HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\nExpect: \
         100-continue\r\nConnection: close\r\nContent-Length: 19\r\n\r\n{{\"variant\":\"chess\"}}",
        client.host()
    );
    let answer = String::from_utf8(client.send(expects.as_bytes())).expect("UTF-8");
    assert!(answer.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201"), "{answer}");
}

/// Browsers accept compressed texts; other clients get them as they are.
#[test]
fn long_texts_are_compressed_for_clients_that_accept_it() {
    let folder = Folder::new("serve-deflate", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let plain = client.get("/page.css");
    assert!(!plain.head.contains("Content-Encoding"), "{}", plain.head);
    let packed = |path: &str| {
        let mut stream = std::net::TcpStream::connect(client.host()).expect("a connection");
        let head = format!("Host: {}\r\nAccept-Encoding: gzip, deflate;q=0.5\r\nConnection: close\r\n", client.host());
        stream.write_all(format!("GET {path} HTTP/1.1\r\n{head}\r\n").as_bytes()).expect("a request");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("a response");
        let at = bytes.windows(4).position(|it| it == b"\r\n\r\n").expect("an end of the head") + 4;
        let body = bytes.split_off(at);
        (String::from_utf8(bytes).expect("a head of text"), body)
    };
    let (head, body) = packed("/page.css");
    assert!(head.contains(&format!("Content-Encoding: deflate\r\nContent-Length: {}\r\n", body.len())), "{head}");
    assert!(2 * body.len() < plain.body.len(), "{} of {} bytes", body.len(), plain.body.len());
    let whole = miniz_oxide::inflate::decompress_to_vec_zlib(&body).expect("zlib data");
    assert_eq!(String::from_utf8(whole).as_deref(), Ok(plain.body.as_str()));
    let (head, _) = packed("/page/icon.svg");
    assert!(!head.contains("Content-Encoding"), "a short text: {head}");
}
