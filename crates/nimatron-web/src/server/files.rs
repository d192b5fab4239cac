//! The files of the page, which are part of the program.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::Shared;
use super::connections::Connection;

/// What `npm run build` made, if it was run before this program was built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// What is shown if it was not.
const NO_PAGE: &str = include_str!("no_page.html");

/// Whether the page is part of this program.
#[must_use]
pub fn has_page() -> bool {
    Page::get("index.html").is_some()
}

pub(super) async fn index(
    State(shared): State<Shared>,
    Extension(connection): Extension<Arc<Connection>>,
    headers: HeaderMap,
) -> Response {
    serve(&shared, &connection, "index.html", &headers)
}

pub(super) async fn file(
    State(shared): State<Shared>,
    Extension(connection): Extension<Arc<Connection>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response {
    serve(&shared, &connection, &path, &headers)
}

pub(super) async fn missing() -> Response {
    (StatusCode::NOT_FOUND, "there is nothing here").into_response()
}

fn serve(shared: &Shared, connection: &Connection, path: &str, headers: &HeaderMap) -> Response {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    if !host.is_some_and(|host| shared.is_own_name(host, connection)) {
        let why =
            "this server does not know itself by that name: use its address, or start it with --name NAME";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    // Names of files are names, and no ways through folders.
    let is_name =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', '\0', ':']);
    if !path.split('/').all(is_name) {
        return (StatusCode::NOT_FOUND, "there is nothing here").into_response();
    }
    answer(path, Page::get(path), headers)
}

fn answer(path: &str, file: Option<EmbeddedFile>, headers: &HeaderMap) -> Response {
    match file {
        Some(file) => send(path, &file, headers),
        None if path == "index.html" => {
            let head = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
            (StatusCode::SERVICE_UNAVAILABLE, head, NO_PAGE).into_response()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_program_without_the_page_says_so_in_the_browser() {
        let response = super::super::with_headers(answer("index.html", None, &HeaderMap::new())).await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "text/html; charset=utf-8");
        assert!(header("content-security-policy").starts_with("default-src 'none'"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        for part in ["<!doctype html>", "<title>nimatron</title>", "built without its page", "cargo x start"]
        {
            assert!(text.contains(part), "no {part} in {text}");
        }
        // Other files are just not there.
        assert_eq!(answer("app.js", None, &HeaderMap::new()).status(), StatusCode::NOT_FOUND);
    }
}
