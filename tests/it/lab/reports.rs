//! The reports in `examples/lab/reports`: the figures in the page that explains them.
//!
//! Input: the JSON of each report. Output: the tables in `examples/lab/README.md`, which
//! `THREEFOLD_RENEW=1` writes again. Plays no games.

use serde_json::Value;

use crate::support::root;

const GAMES: &[&str] = &["chess", "3-man-chess", "3-man-chess-video", "three-player-chess", "osullivan", "trichess"];
const START: &str = "<!-- figures: THREEFOLD_RENEW=1 cargo test --test it lab::reports -->\n";
const END: &str = "<!-- end of figures -->\n";

fn report(name: &str) -> Value {
    let path = root().join(format!("examples/lab/reports/{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|it| panic!("{}: {it}", path.display()));
    serde_json::from_str(&text).expect("a report")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn percent(share: &Value) -> String {
    format!("{:.0} %", number(&share["share"]) * 100.0)
}

fn capital(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

/// Returns the seats with their mean points, best first, and whether their difference is proven.
fn seats(report: &Value) -> String {
    let mut seats = list(&report["seats"]).to_vec();
    seats.sort_by(|a, b| number(&b["points"]["mean"]).total_cmp(&number(&a["points"]["mean"])));
    let one = |it: &Value| {
        let points = &it["points"];
        format!("{} {:.2} ± {:.2}", capital(text(&it["seat"])), number(&points["mean"]), number(&points["margin"]))
    };
    let all: Vec<String> = seats.iter().map(one).collect();
    let p = number(&report["fairness"]["p_value"]);
    let is_proven = report["fairness"]["unfair"].as_bool().expect("a verdict");
    format!("{} | {} (p = {p:.2})", all.join(", "), if is_proven { "yes" } else { "no" })
}

/// Returns the endings of at least one game in a hundred.
fn endings(report: &Value) -> String {
    let often = list(&report["endings"]).iter().filter(|it| number(&it["games"]["share"]) >= 0.01);
    let one = |it: &Value| format!("{} {}", text(&it["label"]), percent(&it["games"]));
    often.map(one).collect::<Vec<_>>().join(", ")
}

fn tables() -> String {
    let reports: Vec<(&str, Value)> = GAMES.iter().map(|it| (*it, report(it))).collect();
    let mut page = String::from(
        "| game | points of each seat in a game | is a seat favored? | how games end |\n|---|---|---|---|\n",
    );
    for (name, it) in &reports {
        page += &format!("| [{name}](reports/{name}.html) | {} | {} |\n", seats(it), endings(it));
    }
    page += "\n| game | median length | legal moves of a turn | lead changes | winner leads for good in the first half | winner is behind at the end | kingmaking |\n|---|---|---|---|---|---|---|\n";
    for (name, it) in &reports {
        let lead = &it["lead"];
        let kingmaking = &it["kingmaking"]["games"];
        page += &format!(
            "| {name} | {} moves | {:.0} | {:.1} | {} | {} | {} |\n",
            it["length"]["median"],
            number(&it["branching"]["mean"]),
            number(&lead["changes"]["mean"]),
            percent(&lead["first_half"]),
            percent(&lead["from_behind"]),
            if kingmaking.is_null() { "–".to_owned() } else { percent(kingmaking) },
        );
    }
    page
}

#[test]
fn the_page_has_the_figures_of_the_reports() {
    let path = root().join("examples/lab/README.md");
    let page = std::fs::read_to_string(&path).expect("a page");
    let (before, rest) = page.split_once(START).expect("the start of the figures");
    let (_, after) = rest.split_once(END).expect("the end of the figures");
    let now = format!("{before}{START}\n{}\n{END}{after}", tables());
    if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
        std::fs::write(&path, &now).expect("a writable file");
        return;
    }
    assert_eq!(now, page, "THREEFOLD_RENEW=1 cargo test --test it lab::reports renews the figures");
}

#[test]
fn reports_are_those_of_the_command() {
    for name in GAMES {
        let plan = &report(name)["plan"];
        assert_eq!(plan["variant"], *name);
        assert!(list(&plan["bots"]).iter().all(|it| it == "brs:300"), "{plan}");
        assert_eq!((&report(name)["games"], &plan["seed"]), (&400.into(), &1.into()), "{name}");
        assert!(root().join(format!("examples/lab/reports/{name}.html")).exists(), "{name}");
    }
}
