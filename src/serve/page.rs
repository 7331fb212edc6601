//! The embedded files of the web page.
//!
//! Input: a path. Output: a file from the folder `page/`, with its content type. Never reads the
//! disk. Does not know the content of the files.

use std::sync::LazyLock;

use crate::archive::archive;
use crate::english::PRINT;
use crate::http::HttpResponse;

/// The paths and texts of the files. The build script packs them.
static FILES: LazyLock<Vec<(&str, &str)>> = archive!("page");

/// The page for an address without a file.
const MISSING: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing here – threefold</title>
<link rel="stylesheet" href="/page.css">
<main><h1>There is nothing at this address.</h1><p><a href="/">All games</a></p></main>
"#;

/// Returns the page for an address without a file, with status 404.
pub fn missing() -> HttpResponse {
    HttpResponse::of("text/html; charset=utf-8", MISSING.as_bytes()).with(404)
}

/// Returns the file at a path: `/` is the page, with `/page.css` and `/page/NAME.js` beside it.
pub fn file(path: &[&str]) -> Option<HttpResponse> {
    let name = match path {
        // Rules look alike, whether the command or the page prints them.
        ["print-rules.css"] => return Some(HttpResponse::of("text/css; charset=utf-8", PRINT.as_bytes())),
        [] => "index.html".to_owned(),
        ["page", rest @ ..] if !rest.is_empty() => rest.join("/"),
        [name] => (*name).to_owned(),
        _ => return None,
    };
    let in_folder = |name: &str| FILES.iter().find(|it| it.0 == name);
    // A module may be in the folder itself or in the subfolder of that name.
    let file = in_folder(&name).or_else(|| in_folder(&path.join("/")))?;
    let kind = match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    };
    Some(HttpResponse::of(kind, file.1.as_bytes()))
}
