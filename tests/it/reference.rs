//! Generated pages: the committed language reference and JSON schema are current, the examples
//! are valid, and the schema agrees with the parser.
//!
//! Input: `variants/REFERENCE.md` and `variants/threefold.schema.json`. With `THREEFOLD_RENEW=1`
//! the test rewrites both instead.

use serde_json::Value;
use threefold::definition::header::{HEADERS, Holds};
use threefold::definition::reference::anchor;
use threefold::definition::schema;
use threefold::diagnostic::render;
use threefold::{Checked, Input, catalog, check, reference};

use super::support::root;

const RENEW: &str = "THREEFOLD_RENEW=1 cargo test --test it reference";

#[track_caller]
fn current(path: &str, text: &str) {
    let path = root().join(path);
    if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
        std::fs::write(&path, text).expect("a writable file");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{} is not current; renew it with\n  {RENEW}", path.display());
}

fn findings(checked: &Checked) -> String {
    checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn the_reference_is_current() {
    current("variants/REFERENCE.md", &reference());
}

#[test]
fn the_schema_is_current() {
    let text = serde_json::to_string_pretty(&schema()).expect("JSON");
    current("variants/threefold.schema.json", &format!("{text}\n"));
}

#[test]
fn every_example_reads_without_findings() {
    let page = reference();
    let examples: Vec<_> = page.split("```toml\n").skip(1).map(|it| it.split("```").next().unwrap_or("")).collect();
    assert!(examples.len() > HEADERS.len());
    for example in examples {
        // An example without a title is a part of a rulebook.
        let text = match example.starts_with("name") {
            true => example.to_owned(),
            false => format!("name = \"example\"\npart = \"rules\"\n{example}"),
        };
        let checked = check(Input::Text("example.toml", text.as_bytes()));
        assert_eq!(findings(&checked), "", "{text}");
    }
}

#[test]
fn every_header_has_an_example_that_uses_it() {
    for header in HEADERS.iter().filter(|it| !it.pattern.is_empty()) {
        let text = format!("name = \"example\"\npart = \"rules\"\n{}", header.example);
        let resolved = check(Input::Text("example.toml", text.as_bytes())).resolved.expect("it reads");
        let is_used = resolved.headers.iter().any(|it| it.doc.pattern == header.pattern);
        assert!(is_used || (header.pattern == "source" && !resolved.sources.is_empty()), "{}", header.pattern);
    }
}

#[test]
fn links_have_exactly_one_target() {
    let page = reference();
    let mut anchors: Vec<_> =
        page.lines().filter(|it| it.starts_with("##")).map(|it| anchor(it.trim_start_matches(['#', ' ']))).collect();
    anchors.sort();
    let all = anchors.len();
    anchors.dedup();
    assert_eq!(all, anchors.len(), "two headings share an anchor");
    for link in page.split("](#").skip(1).map(|it| it.split(')').next().unwrap_or("")) {
        assert!(anchors.iter().any(|it| it == link), "#{link}");
    }
}

#[test]
fn everything_is_explained() {
    for header in HEADERS {
        let Holds::Keys(doc) = header.holds else { continue };
        let doc = doc();
        assert!(doc.doc.trim().ends_with('.'), "{}: {}", doc.name, doc.doc);
        for key in &doc.keys {
            assert!(key.doc.trim().ends_with('.'), "{}.{}: {}", doc.name, key.key, key.doc);
        }
    }
}

/// Reports whether a value matches a schema; supports the parts of draft 7 that ours uses.
fn fits(schema: &Value, value: &Value, root: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        return fits(root.pointer(name.trim_start_matches('#')).expect("a definition"), value, root);
    }
    for inner in schema["allOf"].as_array().into_iter().flatten() {
        fits(inner, value, root)?;
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let errors: Vec<_> = any.iter().map(|it| fits(it, value, root)).filter_map(Result::err).collect();
        if errors.len() == any.len() {
            return Err(errors.join(" and "));
        }
    }
    let has_type = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    if !has_type {
        return Err(format!("{value} is no {}", schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|it| !it.contains(value)) {
        return Err(format!("{value} is none of {}", schema["enum"]));
    }
    if let (Some(step), Some(number)) = (schema["multipleOf"].as_f64(), value.as_f64())
        && (number / step).fract() != 0.0
    {
        return Err(format!("{number} is no multiple of {step}"));
    }
    // The only pattern of our schema is that of points as fractions.
    if schema["pattern"].is_string() && value.as_str().is_some_and(|it| it.parse::<threefold::Points>().is_err()) {
        return Err(format!("{value} does not match {}", schema["pattern"]));
    }
    for item in value.as_array().into_iter().flatten() {
        fits(&schema["items"], item, root)?;
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    let needs = schema["required"].as_array().into_iter().flatten();
    let more = object.keys().filter_map(|it| schema["dependencies"][it].as_array()).flatten();
    if let Some(missing) = needs.chain(more).find(|it| !object.contains_key(it.as_str().unwrap_or(""))) {
        return Err(format!("{missing} is missing"));
    }
    for (key, value) in object {
        let inner = match (&schema["properties"][key], &schema["additionalProperties"]) {
            (Value::Null, Value::Bool(false)) => return Err(format!("{key} is not allowed")),
            (Value::Null, other) => other,
            (inner, _) => inner,
        };
        fits(inner, value, root).map_err(|it| format!("{key}: {it}"))?;
    }
    Ok(())
}

#[track_caller]
fn fit(text: &str) -> Result<(), String> {
    let value: toml::Value = toml::from_str(text).expect("TOML");
    let schema = schema();
    fits(&schema, &serde_json::to_value(value).expect("JSON"), &schema)
}

#[test]
fn the_schema_accepts_shipped_rulebooks_and_examples() {
    for it in catalog::shipped() {
        assert_eq!(fit(it.text), Ok(()), "{}", it.slug);
    }
    for header in HEADERS.iter().filter(|it| !it.pattern.is_empty()) {
        assert_eq!(fit(&format!("name = \"x\"\n{}", header.example)), Ok(()), "{}", header.pattern);
    }
}

/// Editors match the pattern itself, so each kind of fraction must be in it.
#[test]
fn the_schema_accepts_every_number_of_points() {
    let points = |value: &str| fit(&format!("name = \"x\"\n[outcome.mate]\npoints = {{ others = {value} }}"));
    for accepted in ["1", "-1", "0.5", "0.25", "1.75", "\"1/3\"", "\"3/4\"", "\"5/6\"", "\"1/12\"", "\"1 1/2\""] {
        assert_eq!(points(accepted), Ok(()), "{accepted}");
    }
    for refused in ["0.3", "0.125", "\"1/5\"", "\"x\""] {
        assert!(points(refused).is_err(), "{refused}");
    }
    assert!(schema().to_string().contains("/(2|3|4|6|12)$"), "the pattern has all denominators");
}

#[test]
fn the_schema_rejects_what_the_parser_rejects() {
    for text in [
        "about = \"no name\"",
        "name = \"x\"\ntitle = \"y\"",
        "name = \"x\"\n[sea.white]\nletter = \"w\"\nfaces = \"north\"",
        "name = \"x\"\n[check]\nattackers = \"next-only\"",
        "name = \"x\"\n[board]\ncells = \"octagon\"\nseats = \"alike\"",
        "name = \"x\"\n[barrier.q]\nline = 3\nleaps = \"exempt\"",
        "name = \"x\"\n[setup]\nking = \"e1\"",
        "name = \"x\"\n[score]\nmate = { victim = \"none\" }",
        "name = \"x\"\n[outcome.a]\nwhen = { stuk = 3 }\nthen = \"end\"",
    ] {
        assert!(fit(text).is_err(), "{text}");
        assert!(check(Input::Text("x.toml", text.as_bytes())).diagnostics.has_errors(), "{text}");
    }
}
