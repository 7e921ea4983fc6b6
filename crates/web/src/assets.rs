//! The files of the page, carried by the program.

use std::ops::Range;
use std::sync::OnceLock;

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::api::refusal;

/// All files one after the other, packed by `build.rs`.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/page.zst"));

/// The names of the files, and where they stand when they are unpacked.
static FILES: &[(&str, Range<usize>)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Returns a file of the page.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    static PAGE: OnceLock<String> = OnceLock::new();
    let page = PAGE.get_or_init(|| {
        let size = FILES.iter().map(|(_, place)| place.end).max().unwrap_or_default();
        let bytes = zstd::bulk::decompress(PACKED, size).expect("build.rs packed these bytes");
        String::from_utf8(bytes).expect("build.rs packed texts")
    });
    let (_, place) = FILES.iter().find(|file| file.0 == name)?;
    page.get(place.clone())
}

/// Returns the type of a file by the ending of its name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        _ => "text/javascript; charset=utf-8",
    }
}

/// Sends the file of a path; the page itself for `/`.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path().strip_prefix('/').unwrap_or_default();
    let name = if path.is_empty() { "index.html" } else { path };
    let Some(content) = text(name) else {
        return refusal(StatusCode::NOT_FOUND, "there is nothing at this address").into_response();
    };
    let mut response = content.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
