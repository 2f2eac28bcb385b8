//! Makes the pictures of the shelf: `cargo xtask shelf [GAME]` draws the telling position of every game,
//! or of one, in Chromium as the table view shows it, in two sizes and on nothing, into
//! `crates/web/assets/shelf`.

use std::path::Path;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;
use tablier_browser_tests::browser::{Browser, Driver, Served, is_installed};
use tablier_browser_tests::{Failure, Outcome};
use tablier_rules::catalog;

/// The width and height of a picture.
const SIZE: (u32, u32) = (360, 300);
/// How many pixels a pixel of the page has, how the files call that, and the quality.
const SCALES: [(u32, &str, u32); 2] = [(1, "", 78), (2, "-large", 70)];

fn main() -> Result<(), Failure> {
    if !is_installed() || !tablier_bundle::CLIENT.is_there() {
        return Err("this wants Debian's chromium and chromium-driver, and the client".into());
    }
    let only = std::env::args().nth(1);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/assets/shelf");
    std::fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let served = Served::start().await?;
        let driver = Driver::start().await?;
        let browser = Browser::open(&driver, &served.url).await?;
        let mut drawn = Ok(());
        for info in catalog::GAMES {
            if only.as_ref().is_none_or(|only| only == info.id) && drawn.is_ok() {
                drawn = draw(&browser, info.id, &folder).await;
            }
        }
        browser.close().await;
        driver.stop().await;
        drawn
    })
}

async fn draw(browser: &Browser, id: &str, folder: &Path) -> Outcome {
    let cdp = browser.page.cdp();
    for (scale, name, quality) in SCALES {
        let size =
            json!({ "width": 1000, "height": 900, "deviceScaleFactor": scale, "mobile": false });
        cdp.send_raw("Emulation.setDeviceMetricsOverride", size)
            .await?;
        browser.go("/").await?;
        browser.prefer("en", "Light", "Table").await?;
        browser.go(&format!("/game/{id}")).await?;
        browser.wait(".portrait .piece").await?;
        let nothing = json!({ "color": { "r": 0, "g": 0, "b": 0, "a": 0 } });
        cdp.send_raw("Emulation.setDefaultBackgroundColorOverride", nothing)
            .await?;
        let (width, height) = SIZE;
        let at = browser
            .script(&format!(
                "const table = document.querySelector('.portrait .drawing');
                 for (const e of [document.documentElement, document.body, table]) e.style.background = 'transparent';
                 table.style.width = '{width}px';
                 table.style.height = '{height}px';
                 const r = table.getBoundingClientRect();
                 return [r.left, r.top]"
            ))
            .await?;
        // The board takes its new size, and its pictures come.
        tokio::time::sleep(Duration::from_millis(1200)).await;
        let picture = json!({
            "format": "webp", "quality": quality,
            "clip": { "x": at[0], "y": at[1], "width": width, "height": height, "scale": 1 },
        });
        let answer = cdp.send_raw("Page.captureScreenshot", picture).await?;
        let text = answer["data"].as_str().ok_or("no picture")?;
        let file = folder.join(format!("{id}{name}.webp"));
        let bytes = BASE64_STANDARD.decode(text)?;
        println!("{:>7} {}", bytes.len(), file.display());
        std::fs::write(file, bytes)?;
    }
    Ok(())
}
