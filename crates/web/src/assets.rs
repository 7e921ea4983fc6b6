//! The files of the page, embedded in the program.

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::api::refusal;

macro_rules! files {
    ($($name:literal, $kind:literal;)*) => {
        /// Names, types and contents.
        static FILES: &[(&str, &str, &str)] =
            &[$((concat!("/", $name), $kind, include_str!(concat!("../page/", $name)))),*];
    };
}

files! {
    "index.html", "text/html; charset=utf-8";
    "style.css", "text/css; charset=utf-8";
    "app.js", "text/javascript; charset=utf-8";
    "alert.js", "text/javascript; charset=utf-8";
    "answers.js", "text/javascript; charset=utf-8";
    "api.js", "text/javascript; charset=utf-8";
    "ask.js", "text/javascript; charset=utf-8";
    "board.js", "text/javascript; charset=utf-8";
    "gallery.js", "text/javascript; charset=utf-8";
    "game.js", "text/javascript; charset=utf-8";
    "heat.js", "text/javascript; charset=utf-8";
    "latest.js", "text/javascript; charset=utf-8";
    "moves.js", "text/javascript; charset=utf-8";
    "panels.js", "text/javascript; charset=utf-8";
    "place.js", "text/javascript; charset=utf-8";
    "position.js", "text/javascript; charset=utf-8";
    "dom.js", "text/javascript; charset=utf-8";
    "exported.js", "text/javascript; charset=utf-8";
    "proof.js", "text/javascript; charset=utf-8";
    "play.js", "text/javascript; charset=utf-8";
    "rules.js", "text/javascript; charset=utf-8";
    "running.js", "text/javascript; charset=utf-8";
    "settings.js", "text/javascript; charset=utf-8";
    "share.js", "text/javascript; charset=utf-8";
    "strategies.js", "text/javascript; charset=utf-8";
    "theatre.js", "text/javascript; charset=utf-8";
    "tournament.js", "text/javascript; charset=utf-8";
    "variations.js", "text/javascript; charset=utf-8";
    "walk.js", "text/javascript; charset=utf-8";
    "editor.js", "text/javascript; charset=utf-8";
    "workshops.js", "text/javascript; charset=utf-8";
    "workshop-combat.js", "text/javascript; charset=utf-8";
    "workshop-editor.js", "text/javascript; charset=utf-8";
    "workshop-lab.js", "text/javascript; charset=utf-8";
    "workshop-runs.js", "text/javascript; charset=utf-8";
    "workshop-matrix.js", "text/javascript; charset=utf-8";
    "workshop-problem.js", "text/javascript; charset=utf-8";
    "workshop-strategy.js", "text/javascript; charset=utf-8";
    "workshop-tree.js", "text/javascript; charset=utf-8";
}

/// Returns a file of the page.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    let file = FILES.iter().find(|file| file.0.strip_prefix('/') == Some(name));
    file.map(|file| file.2)
}

/// Sends the file of a path; the page itself for `/`.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = if uri.path() == "/" { "/index.html" } else { uri.path() };
    match FILES.iter().find(|file| file.0 == path) {
        Some((_, kind, content)) => {
            let mut response = content.into_response();
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
            response
        }
        None => refusal(StatusCode::NOT_FOUND, "there is nothing at this address").into_response(),
    }
}
