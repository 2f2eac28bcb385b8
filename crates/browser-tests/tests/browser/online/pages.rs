//! The pages of online play, for the tests that look at every page.

use serde_json::json;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Failure, tables};

/// The lists, the account, a table that waits for somebody, and a game with clocks against the
/// computer: their paths, and what is there once everything has arrived.
pub(crate) async fn pages(browser: &Browser) -> Result<Vec<(String, &'static str)>, Failure> {
    let clock = json!({ "clock": { "base_ms": 300_000, "increment_ms": 3_000 } });
    let waiting = json!({ "game": "empire:players=4,teams=true", "chair": 0, "listed": true });
    let playing = json!({
        "game": "cubulus", "chair": 0, "listed": true, "time": clock,
        "seats": ["open", { "machine": 1 }],
    });
    Ok(vec![
        ("/online".to_owned(), ".tables li"),
        ("/account".to_owned(), "[data-tool='device-link']"),
        (tables::open(browser, &waiting).await?, ".qr svg"),
        (tables::open(browser, &playing).await?, ".plate.acts"),
    ])
}
