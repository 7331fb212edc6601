//! Read-only requests about rulebooks: the list, details, rules, reach and pictures.
//!
//! Input: a [`Request`] and the [`App`]. Output: JSON and pictures. Does not know games in
//! progress.

use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};

use super::app::App;
use super::lesson;
use super::route::{position, seat, square};
use super::rulebooks::{StartedWith, shorten};
use crate::catalog::{Shipped, game_of, games, readings};
use crate::definition::reference;
use crate::draw::{Drawing, Theme, View};
use crate::http::{HttpError, HttpResponse, Reply, Request};
use crate::json as parts;
use crate::notation::position::{KEYS, print};
use crate::notation::{joined, seat_title};
use crate::rulebook::{Claim, KindId};
use crate::rules::Variant;

/// Handles `GET /api/variants`.
pub fn variants(app: &App) -> Result<Reply, HttpError> {
    let mut all = Vec::new();
    if let StartedWith::File(path) = &app.rulebooks.started_with {
        let title = app.rulebooks.book(path).map_or_else(|_| path.clone(), |it| it.variant().rulebook().name.clone());
        all.push(json!({ "name": path, "title": title, "parent": null, "sort": "file", "about": "" }));
    }
    all.extend_from_slice(shipped());
    Ok(HttpResponse::json(&json!({ "given": app.rulebooks.started_with.name(), "variants": all })).into())
}

/// Returns the list entries of the shipped rulebooks. They never change, so the list is built once.
fn shipped() -> &'static [Value] {
    static SHIPPED: OnceLock<Vec<Value>> = OnceLock::new();
    SHIPPED.get_or_init(list_shipped)
}

fn list_shipped() -> Vec<Value> {
    let mut all = Vec::new();
    let entry = |it: &Shipped, sort: &str, parent: Option<&str>| json!({ "name": it.slug, "title": it.name, "parent": parent, "sort": sort, "about": it.about });
    let (of_itself, in_folders): (Vec<_>, Vec<_>) = games().partition(|it| !it.slug.contains('/'));
    for game in of_itself.into_iter().filter(|it| game_of(&it.slug) == it.slug) {
        let family = readings(&game.slug);
        all.extend(family.iter().map(|it| match it.slug == game.slug {
            true => entry(it, "game", None),
            false => entry(it, "reading", Some(&game.slug)),
        }));
    }
    let others = in_folders.into_iter().filter(|it| game_of(&it.slug) == it.slug);
    // The folder names the sort: `mixtures/` contains mixtures.
    all.extend(others.map(|it| {
        let folder = it.slug.split('/').next().unwrap_or("");
        entry(it, folder.strip_suffix('s').unwrap_or(folder), None)
    }));
    all
}

/// Handles `GET /api/reference`: the reference of the rulebook language.
pub fn reference() -> Reply {
    HttpResponse::of("text/plain; charset=utf-8", reference::reference(KEYS).into_bytes()).into()
}

/// Handles `GET /api/variant`.
pub fn variant(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let book = app.rulebooks.book(request.target.required("name")?)?;
    let variant = book.variant();
    let mut value = json!({ "name": book.name });
    if let (Value::Object(all), Value::Object(more)) = (&mut value, describe(variant)) {
        all.extend(more);
    }
    Ok(HttpResponse::json(&value).into())
}

/// Describes a variant for clients that draw boards and lists.
pub fn describe(variant: &Variant) -> Value {
    let book = variant.rulebook();
    let board = variant.board();
    let squares = board.squares().map(|at| {
        let info = board.info(at);
        let links = board
            .links(at)
            .iter()
            .map(|(to, link)| json!({ "heading": board.heading_name(link.heading), "to": board.name(*to) }));
        json!({ "name": info.name, "x": info.x, "y": info.y, "links": links.collect::<Value>() })
    });
    let seats = book.seat_ids().map(|it| {
        let seat = &book.seats[it.index()];
        json!({ "letter": seat.letter, "name": seat.name, "title": seat_title(book, it) })
    });
    json!({
        "title": book.name,
        "about": book.about,
        "hash": variant.hash(),
        "setup": variant.start().is_some(),
        "start": variant.start().map(|it| print(&it)),
        "headings": board.headings,
        "blocker": book.blocker.as_ref().map(|it| &book.kinds[it.kind.index()].label),
        "hatched": Drawing::hatched(book),
        "seats": seats.collect::<Value>(),
        "kinds": book.kinds.iter().map(|it| json!({ "letter": it.letter, "name": it.name, "label": it.label })).collect::<Value>(),
        "squares": squares.collect::<Value>(),
        "claims": book.claims.iter().map(claim).collect::<Value>(),
    })
}

fn claim(claim: &Claim) -> Value {
    use crate::policy::Consent;
    let (consent, text) = match claim.consent {
        Consent::Nobody => ("nobody", "needs no consent"),
        Consent::Third => ("third", "needs the consent of the remaining player"),
        Consent::AllOthers => ("all", "needs the consent of all other players"),
        Consent::Named => ("named", "needs the consent of the named player"),
        Consent::Majority => ("majority", "needs the consent of more than half of the other players"),
    };
    let text = format!("{}: {text}", claim.name.replace('-', " "));
    json!({ "name": claim.name, "consent": consent, "names_winner": claim.names_winner(), "names": claim.names.map(|it| it.word()), "text": text })
}

/// Handles `GET /api/rules`.
pub fn rules(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let book = app.rulebooks.book(request.target.required("name")?)?;
    if book.rules_html.get().is_none() {
        let cached = Arc::clone(&book);
        let tell = move || {
            cached.rules_html.get_or_init(|| lesson::html(&cached.loaded.definition, cached.variant()));
        };
        app.rulebooks.run_in_background(&book.name, tell)?;
    }
    Ok(HttpResponse::json(&json!({ "html": book.rules_html.get() })).into())
}

/// Handles `GET /api/reach`.
pub fn reach(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let target = &request.target;
    let variant = app.rulebooks.variant(target.required("name")?)?;
    let named = (target.required("seat")?, target.required("kind")?, target.required("square")?);
    let who = seat(&variant, Some(named.0))?;
    Ok(HttpResponse::json(&reached(&variant, &app.drawings.of(&variant, Some(who)), named)?).into())
}

/// Returns the squares that a piece can reach on an empty board, with a picture from its player's
/// seat.
pub fn reached(variant: &Variant, drawing: &Drawing, (who, kind, at): (&str, &str, &str)) -> Result<Value, HttpError> {
    let book = variant.rulebook();
    let who = seat(variant, Some(who))?;
    let at = square(variant, at)?;
    let kind = kind_of(variant, kind)?;
    let reach = variant.reach(who, kind, at);
    let names = |it: &[crate::board::Square]| parts::squares(book, it);
    Ok(json!({
        "squares": names(&reach.quiet),
        "captures": names(&reach.captures),
        "svg": lesson::reach_picture(drawing, (who, kind, at), &reach),
    }))
}

fn kind_of(variant: &Variant, name: &str) -> Result<KindId, HttpError> {
    // In some rulebooks letters differ only in case, so an exact match comes first.
    let book = variant.rulebook();
    let exact = book.kinds.iter().position(|it| it.letter == name).map(|it| KindId(it as u8));
    let kind = exact.or_else(|| book.kind(name));
    kind.ok_or_else(|| {
        let letters: Vec<&str> = book.kinds.iter().map(|it| it.letter.as_str()).collect();
        HttpError::new(422, "no-such-kind", format!("there is no piece `{}`", shorten(name)))
            .help(format!("the letters of the pieces are {}", joined(&letters, "and")))
    })
}

/// Handles `GET /api/svg`.
pub fn picture(app: &App, request: &Request) -> Result<Reply, HttpError> {
    let target = &request.target;
    let variant = app.rulebooks.variant(target.required("name")?)?;
    let theme = match target.parameter("theme") {
        None | Some("auto") => Theme::Auto,
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some("print") => Theme::Print,
        Some(_) => {
            let error = HttpError::new(422, "no-such-theme", "this theme does not exist");
            return Err(error.help("the themes are `auto`, `light`, `dark` and `print`"));
        }
    };
    let last = match target.parameter("last") {
        None => None,
        // Only the squares of the last move are shown.
        Some(text) => {
            let (from, to) = text.split_once('-').unwrap_or((text, text));
            let (from, to) = (square(&variant, from)?, square(&variant, to)?);
            Some(crate::rules::Move::new(from, to))
        }
    };
    let selected = target.parameter("select").map(|it| square(&variant, it)).transpose()?;
    let seat = seat(&variant, target.parameter("seat"))?;
    let drawing = app.drawings.of(&variant, Some(seat));
    let view = View { seat: Some(seat), theme, last, selected, named: true, ..View::default() };
    // A rulebook without a starting position still has a board.
    if target.parameter("position").is_none() && variant.start().is_none() {
        return Ok(HttpResponse::of("image/svg+xml", drawing.show(&[], &view)).into());
    }
    let position = position(&variant, target.parameter("position"))?;
    let mut targets = position.legal_moves();
    targets.retain(|it| selected.is_some() && selected == it.origin());
    let view = View { targets, ..view };
    Ok(HttpResponse::of("image/svg+xml", drawing.svg(&position, &view)).into())
}
