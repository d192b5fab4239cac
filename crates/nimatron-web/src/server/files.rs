//! The files of the page, as a browser gets them.

use std::sync::Arc;

use axum::extract::{Extension, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use super::Shared;
use super::connections::Connection;
use super::page::File;

/// What is shown if there is no page.
const NO_PAGE: &str = include_str!("no_page.html");

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
    answer(path, shared.settings.page.file(path), headers)
}

fn answer(path: &str, file: Option<&File>, headers: &HeaderMap) -> Response {
    match file {
        Some(file) => send(path, file, headers),
        None if path == "index.html" => {
            let head = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
            (StatusCode::SERVICE_UNAVAILABLE, head, NO_PAGE).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is nothing here").into_response(),
    }
}

fn send(path: &str, file: &File, headers: &HeaderMap) -> Response {
    let tag = file.tag.clone();
    // Files in `assets` have a digest in their names, so they never change.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if known {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag), (CACHE_CONTROL, keep.to_owned())]).into_response();
    }
    let kind = content_type(path).to_owned();
    let head = [(CONTENT_TYPE, kind), (ETAG, tag), (CACHE_CONTROL, keep.to_owned())];
    (head, file.data.clone()).into_response()
}

/// The content type of a file.
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
    use super::super::page::{Page, tests::Folder};
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
        // Other files do not exist.
        assert_eq!(answer("app.js", None, &HeaderMap::new()).status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn a_file_is_sent_once_and_then_known() {
        let folder = Folder::new("files");
        folder.write("dist/index.html", "<!doctype html>");
        folder.write("dist/assets/index-abc.js", "1");
        let page = Page::read(&folder.0.join("dist")).unwrap();
        for (path, kind, keep, text) in [
            ("index.html", "text/html; charset=utf-8", "no-cache", "<!doctype html>"),
            (
                "assets/index-abc.js",
                "text/javascript; charset=utf-8",
                "public, max-age=31536000, immutable",
                "1",
            ),
        ] {
            let response = answer(path, page.file(path), &HeaderMap::new());
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(response.headers()[CONTENT_TYPE], kind);
            assert_eq!(response.headers()[CACHE_CONTROL], keep);
            let mut again = HeaderMap::new();
            again.insert(IF_NONE_MATCH, response.headers()[ETAG].clone());
            let body = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
            assert_eq!(body, text);

            let response = answer(path, page.file(path), &again);
            assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
            assert_eq!(response.headers()[CACHE_CONTROL], keep);
        }
    }
}
