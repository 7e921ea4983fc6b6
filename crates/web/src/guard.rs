//! Who is answered: browsers that show the page of this server, and programs on this machine.
//!
//! A page of another site must not reach the server through a visitor's browser. So the name the
//! browser calls the server by must be one of its own (against DNS that changes its answer), the
//! page that asks must come from that name, and bodies must be declared as JSON or as bytes (which no
//! form is).

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use ludex_http::Caller;

use crate::api::refusal;
use crate::jobs::EVENTS;
use crate::server::App;

/// The page may load nothing from elsewhere and be shown in no other page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data: blob:; connect-src 'self'; form-action 'none'; \
                      base-uri 'none'; frame-ancestors 'none'";

/// The types of bodies: no page of another site can send them without asking first.
const KINDS: [&str; 2] = ["application/json", "application/octet-stream"];

/// Refuses requests from elsewhere, and adds the headers that every answer has.
pub(crate) async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match refused(request.method(), request.headers(), &app.options.hosts) {
        Some(why) => refusal(StatusCode::FORBIDDEN, why).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Reads the body of a request within limits, and holds the connection until it is answered.
pub(crate) async fn read_body(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let read = match app.bodies.read(body).await {
        Ok(read) => read,
        Err(status) => {
            return refusal(status, "the body is too long, too slow, or one of too many")
                .into_response();
        }
    };
    let (bytes, counted) = read.into_parts();
    let answering = parts.extensions.get::<Caller>().map(Caller::answering);
    let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
    match response.headers().get(header::CONTENT_TYPE) {
        // Events go on after this; so long the connection is in use, and so is what was sent.
        Some(kind) if kind == EVENTS => response.map(|body| {
            let held = body.into_data_stream().inspect(move |_| _ = (&answering, &counted));
            Body::from_stream(held)
        }),
        _ => response,
    }
}

/// Returns why a request is refused, or `None` if it may pass.
fn refused(method: &Method, headers: &HeaderMap, hosts: &[String]) -> Option<&'static str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).filter(|host| is_own(host, hosts));
    let Some(host) = host else { return Some("the request calls this server by a foreign name") };
    let foreign = |origin: &HeaderValue| {
        origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")) != Some(host)
    };
    if headers.get(header::ORIGIN).is_some_and(foreign) {
        return Some("the request comes from the page of another site");
    }
    let known = text(header::CONTENT_TYPE)
        .and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| KINDS.contains(&kind.trim()));
    (method == Method::POST && !known)
        .then_some("bodies have the type application/json or application/octet-stream")
}

/// Returns whether a value of the header `Host` names this machine.
fn is_own(host: &str, hosts: &[String]) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    ["localhost", "127.0.0.1", "::1"].contains(&name)
        || hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused_with(pairs: &[(header::HeaderName, &'static str)]) -> bool {
        let pairs =
            pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        refused(&Method::POST, &pairs.collect(), &["games.example".to_string()]).is_some()
    }

    #[test]
    fn only_pages_of_this_server_are_answered() {
        let json = (header::CONTENT_TYPE, "application/json");
        let host = |name| (header::HOST, name);
        assert!(!refused_with(&[host("localhost:8080"), json.clone()]));
        assert!(!refused_with(&[host("[::1]:8080"), json.clone()]));
        assert!(!refused_with(&[host("Games.Example"), json.clone()]));
        assert!(refused_with(&[host("evil.example"), json.clone()]));
        assert!(refused_with(&[host("localhost.evil.example:80"), json.clone()]));
        assert!(refused_with(std::slice::from_ref(&json)));
        let origin = |text| (header::ORIGIN, text);
        assert!(!refused_with(&[
            host("localhost:80"),
            origin("http://localhost:80"),
            json.clone()
        ]));
        assert!(refused_with(&[host("localhost:80"), origin("http://evil.example"), json.clone()]));
        assert!(refused_with(&[host("localhost:80"), origin("null"), json]));
        assert!(refused_with(&[host("localhost:80"), (header::CONTENT_TYPE, "text/plain")]));
    }
}
