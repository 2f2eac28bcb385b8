//! Browser notifications, for those who switched them on.

use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use crate::dom;

/// Whether the browser supports notifications and has not forbidden them.
pub(crate) fn is_possible() -> bool {
    js_sys::Reflect::has(&dom::window(), &"Notification".into()).unwrap_or(false)
        && Notification::permission() != NotificationPermission::Denied
}

/// Asks the person for permission; true if notifications may be shown.
pub(crate) async fn ask() -> bool {
    if !is_possible() {
        return false;
    }
    if let Ok(question) = Notification::request_permission() {
        let _ = JsFuture::from(question).await;
    }
    Notification::permission() == NotificationPermission::Granted
}

/// Shows one, unless the page is visible.
pub(crate) fn show(title: &str, text: &str) {
    let allowed = is_possible() && Notification::permission() == NotificationPermission::Granted;
    if allowed && dom::document().hidden() {
        let options = NotificationOptions::new();
        options.set_body(text);
        options.set_tag("tablier-turn");
        let _ = Notification::new_with_options(title, &options);
    }
}
