//! The permanent page of a table: the client's page, with tags for link previews.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tablier_rooms::{Occupant, Room, RoomId};
use tablier_words::Language;

use super::guard;
use super::tables::room;
use crate::error::Error;
use crate::server::Server;

/// `/t/{id}`.
pub(super) async fn table(
    State(server): State<Server>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Error> {
    let found = match room(path) {
        Ok(id) => {
            let language = language(&headers);
            let preview = |room: &Room| Preview::from_room(room, language);
            match server.hub().with_room(&id, preview).await {
                Ok(preview) => Some((id, preview)),
                Err(Error::NotFound(_)) => None,
                Err(error) => return Err(error),
            }
        }
        Err(_) => None,
    };
    let status = if found.is_some() {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    };
    let host = guard::host(&server, &headers).unwrap_or_default();
    let base = server.inner.config.base(&host);
    let tags = found.map_or_else(String::new, |(id, preview)| preview.tags(&base, &id));
    let fixed = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        // Private tables stay private.
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ];
    let page = server.inner.config.client.page(&tags);
    Ok((status, fixed, page).into_response())
}

/// French for readers who prefer it to English.
fn language(headers: &HeaderMap) -> Language {
    let accepted = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let first = accepted
        .split(',')
        .map(str::trim)
        .find(|tag| tag.starts_with("fr") || tag.starts_with("en"));
    match first {
        Some(tag) if tag.starts_with("fr") => Language::French,
        _ => Language::English,
    }
}

/// The texts of a preview.
struct Preview {
    title: String,
    description: String,
}

impl Preview {
    fn from_room(room: &Room, language: Language) -> Self {
        let game = room.table().info().title;
        let name = |occupant: &Option<Occupant>| match occupant {
            None => "…".to_owned(),
            Some(Occupant::Person { name, .. }) => name.clone(),
            Some(Occupant::Machine { level }) => format!("★{level}"),
        };
        let names: Vec<String> = if room.occupants().is_empty() {
            room.chairs().iter().map(name).collect()
        } else {
            let seats = room.occupants().iter().cloned().map(Some);
            seats.map(|seat| name(&seat)).collect()
        };
        let info = room.table().info();
        let description = language.word(&format!("shelf.{}", info.id)).to_owned();
        let result = match room.outcome() {
            Some(outcome) => format!(" ({outcome})"),
            None => String::new(),
        };
        Self {
            title: format!("{game}: {}{result}", names.join(" – ")),
            description,
        }
    }

    fn tags(&self, base: &str, id: &RoomId) -> String {
        let title = escape(&self.title);
        let description = escape(&self.description);
        let base = escape(base);
        format!(
            r#"<meta property="og:type" content="website">
<meta property="og:site_name" content="Tablier">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
<meta property="og:url" content="{base}/t/{id}">
<meta property="og:image" content="{base}/t/{id}/picture.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
"#
        )
    }
}

/// Escapes text for an attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}
