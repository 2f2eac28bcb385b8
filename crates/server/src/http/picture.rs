//! The picture that a preview of a link to a table shows: the current board.

use std::sync::{Arc, LazyLock};

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use epaint_default_fonts::UBUNTU_LIGHT;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use tablier_rooms::Room;
use tokio::sync::Semaphore;

use super::tables::room;
use crate::error::Error;
use crate::server::Server;

/// The size that sites with previews ask for.
pub(super) const SIZE: (u32, u32) = (1200, 630);
/// The room around the board.
const MARGIN: f32 = 24.0;
const GROUND: &str = "#efe9df";

/// Drawing takes a whole core for a moment: only this many at once, so that games go on.
static PLACES: Semaphore = Semaphore::const_new(1);

/// The only font of the pictures; what the system has installed does not matter.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    Arc::new(fonts)
});

/// `/t/{id}/picture.png`.
pub(super) async fn table(
    State(server): State<Server>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Error> {
    let id = room(path)?;
    let (seq, svg) = server
        .hub()
        .with_room(&id, |room| (room.seq(), drawing(room)))
        .await?;
    let tag = format!("\"{seq}\"");
    let fixed = [
        (header::CACHE_CONTROL, "no-cache"),
        // Private tables stay private.
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ];
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, fixed, [(header::ETAG, tag)]).into_response());
    }
    let png = {
        let _place = PLACES.acquire().await.map_err(|_| Error::Overloaded)?;
        tokio::task::spawn_blocking(move || png(&svg))
            .await
            .map_err(|_| Error::Overloaded)?
    };
    let png = png.map_err(|why| {
        tracing::error!(%why, "a picture could not be drawn");
        Error::Overloaded
    })?;
    let kind = [
        (header::CONTENT_TYPE, "image/png".to_owned()),
        (header::ETAG, tag),
    ];
    Ok((fixed, kind, png).into_response())
}

/// The board of a table in the middle of the picture.
fn drawing(room: &Room) -> String {
    let table = room.table();
    let (layout, scene) = (table.layout(), table.scene());
    let board = tablier_picture::board(&layout, &scene, false, 0);
    let (width, height) = (SIZE.0 as f32, SIZE.1 as f32);
    let within = (width - 2.0 * MARGIN, height - 2.0 * MARGIN);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><rect width="{width}" height="{height}" fill="{GROUND}"/>{}</svg>"#,
        board.replacen(
            "<svg ",
            &format!(
                r#"<svg x="{MARGIN}" y="{MARGIN}" width="{}" height="{}" "#,
                within.0, within.1
            ),
            1
        )
    )
}

/// An SVG as PNG.
fn png(svg: &str) -> Result<Vec<u8>, String> {
    let options = Options {
        fontdb: FONTS.clone(),
        font_family: "Ubuntu".to_owned(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let mut pixels = Pixmap::new(SIZE.0, SIZE.1).ok_or("no room for the picture")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablier_rules::catalog;

    /// Every game can be drawn, and the font has its letters.
    #[test]
    fn every_board_becomes_a_picture() {
        for info in catalog::GAMES {
            let table = catalog::open(info.id).unwrap();
            let svg = tablier_picture::board(&table.layout(), &table.scene(), false, 0);
            let with = png(&svg).unwrap();
            let bare = {
                let mut bare = svg.clone();
                while let (Some(from), Some(to)) = (bare.find("<text"), bare.find("</text>")) {
                    bare.replace_range(from..to + "</text>".len(), "");
                }
                png(&bare).unwrap()
            };
            assert!(with.starts_with(b"\x89PNG"), "{}", info.id);
            assert_eq!(with == bare, !svg.contains("<text"), "{}", info.id);
        }
    }
}
