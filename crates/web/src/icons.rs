//! Our own icons, drawn with one stroke width.

use leptos::prelude::*;

/// An icon by its name.
pub fn icon(name: &'static str) -> impl IntoView {
    let path = match name {
        "undo" => "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
        "redo" => "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6",
        "hint" => {
            "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3Z"
        }
        "wipe" => "M4 20h16M8 20l-4-5L14 5l6 6-8.500 9M9.500 9.500l6 6",
        "review" => "M4 4v16h16M8 15l3.500-4 3 2.500L20 6",
        "analyse" => "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21",
        "more" => {
            "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0"
        }
        "view" => "m12 3 8 4.5v9L12 21l-8-4.5v-9ZM4 7.5l8 4.5 8-4.5M12 12v9",
        "turn" => "M20 12a8 8 0 1 1-2.5-5.8M20 3v4h-4",
        "back" | "previous-mistake" => "M15 5 8 12l7 7",
        "forward" | "next-mistake" => "m9 5 7 7-7 7",
        "first" => "M18 5l-7 7 7 7M7 5v14",
        "last" => "m6 5 7 7-7 7M17 5v14",
        "close" => "M6 6l12 12M18 6 6 18",
        "settings" => "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
        "flag" => "M6 21V4M6 5h11l-2 4 2 4H6",
        "draw" => "M5 9h14M5 15h14",
        "new" => "M12 5v14M5 12h14",
        "again" => "M4 12a8 8 0 0 1 14-5M20 4v4h-4M20 12a8 8 0 0 1-14 5M4 20v-4h4",
        "share" => {
            "M7 12a2.5 2.5 0 1 0 0 .01M17 6a2.5 2.5 0 1 0 0 .01M17 18a2.5 2.5 0 1 0 0 .01M7.2 11 14.8 7M7.2 13l7.6 4"
        }
        "download" => "M12 4v11M7 11l5 5 5-5M5 20h14",
        "stop" => "M7 7h10v10H7Z",
        "sound" => "M5 10v4h3l4 4V6L8 10ZM16 9a4 4 0 0 1 0 6",
        "search" => "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21",
        "delete" => "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
        "rules" => "M5 4h9a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4ZM9 9h5M9 13h5",
        "shelf" => "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z",
        "games" => "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4l3 2",
        "puzzle" => {
            "M4 8h4a2.2 2.2 0 1 1 4 0h4v4a2.2 2.2 0 1 1 0 4v4h-4a2.2 2.2 0 1 0-4 0H4v-4a2.2 2.2 0 1 0 0-4Z"
        }
        "online" => {
            "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19a6 6 0 0 1 12 0M16 5.500a3 3 0 0 1 0 5M18 13.500a6 6 0 0 1 3 5.500"
        }
        "eye" => {
            "M2.5 12S6 6 12 6s9.500 6 9.500 6S18 18 12 18 2.500 12 2.500 12ZM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z"
        }
        "say" => "M5 5h14v10h-8l-4 4v-4H5Z",
        "copy" => "M9 9h10v11H9ZM15 9V4H5v11h4",
        "key" => "M8 10a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 11.500 19 4M16 7l3 3",
        "up" => "M12 19V5M6 11l6-6 6 6",
        "right" => "M5 12h14M13 6l6 6-6 6",
        "down" => "M12 5v14M6 13l6 6 6-6",
        "left" => "M19 12H5M11 6l-6 6 6 6",
        "less" => "M5 12h14",
        "open" => "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.01",
        "chain" => {
            "M10 14a4 4 0 0 0 6 .4l2.5-2.5a4 4 0 0 0-5.6-5.6L11.5 7.7M14 10a4 4 0 0 0-6-.4l-2.5 2.5a4 4 0 0 0 5.6 5.6l1.4-1.4"
        }
        "hand" => "M5 4l5.5 15 2.3-6.2L19 10.500Z",
        "empty" => "M5 5h14v14H5ZM5 5l14 14",
        "play" => "M8 5l11 7-11 7Z",
        "person" => "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM5 20a7 7 0 0 1 14 0",
        "machine" => "M6 8h12v10H6ZM12 4v4M9 12h.01M15 12h.01M10 15.5h4M3 12v3M21 12v3",
        _ => "",
    };
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d=path />
        </svg>
    }
}

/// The emblem of a seat: disc, triangle, square or diamond.
pub fn emblem(seat: usize) -> impl IntoView {
    let path = match seat {
        0 => "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z",
        1 => "M12 4 21 20H3Z",
        2 => "M5 5H19V19H5Z",
        _ => "M12 2 22 12 12 22 2 12Z",
    };
    view! {
        <svg class=format!("emblem s{seat}") viewBox="0 0 24 24" aria-hidden="true">
            <path d=path />
        </svg>
    }
}
