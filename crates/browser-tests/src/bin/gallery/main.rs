//! Makes the gallery: `cargo xtask gallery [FOLDER]` draws every game and the pages of online play in
//! Chromium, at desktop and phone size, light and dark, and the games in high contrast too, into
//! `docs/gallery`. `games` or `online`
//! after the folder draws only those.

mod online;

use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;
use tablier_browser_tests::browser::{Browser, Driver, Served, is_installed};
use tablier_browser_tests::games::recorded;
use tablier_browser_tests::{Failure, Outcome};
use tablier_rules::catalog;

/// The themes, and how the files call them.
const THEMES: [(&str, &str); 3] = [
    ("Light", "light"),
    ("Dark", "dark"),
    ("Contrast", "contrast"),
];
/// Width and height of a screen, and how the files call it.
const DEVICES: [(u32, u32, &str); 2] = [(1280, 720, "desktop"), (360, 740, "phone")];

fn main() -> Result<(), Failure> {
    if !is_installed() || !tablier_bundle::CLIENT.is_there() {
        return Err(
            "the gallery wants Debian's chromium and chromium-driver, and the client".into(),
        );
    }
    let folder = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from("docs/gallery"), PathBuf::from);
    let only = std::env::args().nth(2);
    let wants = |what: &str| only.as_deref().is_none_or(|only| only == what);
    std::fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let served = Served::start().await?;
        let driver = Driver::start().await?;
        let mut drawn = Ok(());
        if wants("games") {
            let browser = Browser::open(&driver, &served.url).await?;
            drawn = draw(&browser, &folder).await;
            browser.close().await;
        }
        if wants("online") && drawn.is_ok() {
            drawn = online::draw(&driver, &served.url, &folder).await;
        }
        driver.stop().await;
        drawn
    })
}

async fn draw(browser: &Browser, folder: &Path) -> Outcome {
    for (theme, name) in THEMES {
        browser.size(1280, 720).await?;
        // The shelf of somebody who has not played yet.
        browser.forget().await?;
        browser.prefer("en", theme, "Table").await?;
        browser.go("/").await?;
        browser.wait("[data-game] img[src]").await?;
        shoot(browser, &folder.join(format!("shelf-{name}.webp"))).await?;
        for info in catalog::GAMES {
            let table = catalog::open(info.id).map_err(|error| error.to_string())?;
            let seats = table.seating().sides.len();
            // In the middle of a game, not at its end.
            let mut actions = recorded(info.id).unwrap_or_default();
            actions.truncate(actions.len().saturating_sub(2).min(9));
            for (width, height, device) in DEVICES {
                browser.size(width, height).await?;
                browser.seat_persons_after(info.id, seats, &actions).await?;
                let file = format!("{}-{device}-{name}.webp", info.id);
                shoot(browser, &folder.join(file)).await?;
            }
        }
    }
    Ok(())
}

/// Takes a picture as WebP: a tenth of the bytes of PNG.
async fn shoot(browser: &Browser, file: &Path) -> Outcome {
    tokio::time::sleep(Duration::from_millis(700)).await;
    let what = json!({ "format": "webp", "quality": 80 });
    let answer = browser
        .page
        .cdp()
        .send_raw("Page.captureScreenshot", what)
        .await?;
    let text = answer["data"].as_str().ok_or("no picture")?;
    std::fs::write(file, BASE64_STANDARD.decode(text)?)?;
    println!("{}", file.display());
    Ok(())
}
