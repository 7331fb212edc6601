//! The page itself: files that are part of the program.
//!
//! In: a path. Out: a file of the folder `page/`, with its kind. No other file is ever
//! sent, and none is read from a disk.

use crate::http::HttpResponse;
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/serve/page");

/// The file at a path: `/` is the page, `/page.css` and `/page/NAME.js` lie beside it.
pub fn file(path: &[&str]) -> Option<HttpResponse> {
    let name = match path {
        [] => "index.html".to_owned(),
        ["page", rest @ ..] if !rest.is_empty() => rest.join("/"),
        [name] => (*name).to_owned(),
        _ => return None,
    };
    let in_folder = |name: &str| FOLDER.get_file(name);
    // Modules may lie in the folder itself or in one of that name.
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
    Some(HttpResponse::of(kind, file.contents()))
}
