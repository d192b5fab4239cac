//! The files of the page, which are part of the program.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::Shared;

/// What `npm run build` made, if it was run before this program was built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// What is shown if it was not.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>nimatron</title>\
                       <h1>nimatron</h1><p>This program was built without its page. <code>cargo x start</code> builds both.</p>";

/// Whether the page is part of this program.
#[must_use]
pub fn has_page() -> bool {
    Page::get("index.html").is_some()
}

pub(super) async fn index(State(shared): State<Shared>, headers: HeaderMap) -> Response {
    serve(&shared, "index.html", &headers)
}

pub(super) async fn file(
    State(shared): State<Shared>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response {
    serve(&shared, &path, &headers)
}

pub(super) async fn missing() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing here").into_response()
}

fn serve(shared: &Shared, path: &str, headers: &HeaderMap) -> Response {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    if !host.is_some_and(|host| shared.is_own_name(host)) {
        return (StatusCode::FORBIDDEN, "this server has another name").into_response();
    }
    // Names of files are names, and no ways through folders.
    let is_name =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0', ':']);
    if !path.split('/').all(is_name) {
        return (StatusCode::NOT_FOUND, "there is nothing here").into_response();
    }
    match Page::get(path) {
        Some(file) => send(path, &file, headers),
        None if path == "index.html" => {
            ([(CONTENT_TYPE, "text/html; charset=utf-8")], NO_PAGE).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is nothing here").into_response(),
    }
}

fn send(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String =
        file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    // Files in `assets` have a digest in their names, so they never change.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if known {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, keep.to_owned())]).into_response();
    }
    let kind = content_type(path).to_owned();
    let head = [(CONTENT_TYPE, kind), (ETAG, tag), (CACHE_CONTROL, keep.to_owned())];
    (head, file.data.to_vec()).into_response()
}

/// What browsers have to be told of a file.
fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
