//! The current time, and days as people write them.

use wasm_bindgen::JsValue;

use crate::words::language;

/// The time now in milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Days since 1970, the same everywhere.
pub fn today() -> u64 {
    (now() / 86_400_000.0) as u64
}

/// The day of a time in milliseconds since 1970, as the page's language writes it.
pub fn day(ms: f64) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(ms));
    date.to_locale_date_string(language().code(), &JsValue::UNDEFINED)
        .into()
}
