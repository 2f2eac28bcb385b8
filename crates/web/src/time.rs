//! The current time.

/// The time now in milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Days since 1970, the same everywhere.
pub fn today() -> u64 {
    (now() / 86_400_000.0) as u64
}
