//! A new version of the client at the same address.

use serde_json::Value;
use tablier_browser_tests::browser::{Browser, Driver, Served};
use tablier_browser_tests::{Failure, Outcome, ensure};

const OLD: &str = "0a0a0a0a0a0a";
const NEW: &str = "0b0b0b0b0b0b";

/// While a page of the old version is open it stays entirely old, even where it fetches something
/// late; when the person agrees it becomes entirely new, and nothing old is kept.
pub(crate) async fn never_mixes(driver: &Driver) -> Outcome {
    let mut old = Served::renamed(OLD, 0).await?;
    let port = old.url.rsplit(':').next().unwrap_or_default().parse()?;
    let browser = Browser::open(driver, &old.url).await?;
    let came = update(&browser, &mut old, port).await;
    browser.close().await;
    came
}

async fn update(browser: &Browser, old: &mut Served, port: u16) -> Outcome {
    browser.go("/").await?;
    browser.prefer("en", "Light", "Flat").await?;
    browser
        .until("the service worker", async || {
            let ready = browser
                .script("return !!navigator.serviceWorker.controller")
                .await?;
            Ok((ready == true).then_some(()))
        })
        .await?;
    old.stop();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let _new = Served::renamed(NEW, port).await?;
    browser.page.refresh().await?;
    browser.wait("[data-game] img").await?;
    browser.wait(".update button").await?;
    is_wholly(browser, OLD).await?;
    // Other pages, and the books, which are fetched only now.
    browser.go("/game/cubulus").await?;
    browser.wait("[data-tool='begin']").await?;
    is_wholly(browser, OLD).await?;
    browser.go("/rules/cubulus").await?;
    browser.wait("#CU1").await?;
    is_wholly(browser, OLD).await?;
    browser.wait(".update button").await?;
    browser.click(".update button").await?;
    browser
        .until("the new version", async || {
            let names = versions(browser).await;
            Ok(names.ok().filter(|names| names == &[NEW]))
        })
        .await?;
    browser.wait("#CU1").await?;
    is_wholly(browser, NEW).await?;
    browser
        .until("only the new version kept", async || {
            let kept = browser
                .page
                .execute_async("caches.keys().then(arguments[0])", Vec::new())
                .await?;
            Ok((kept.json() == &serde_json::json!([format!("tablier-{NEW}")])).then_some(()))
        })
        .await?;
    browser.is_well().await
}

/// The versions of all files that a page has used.
async fn versions(browser: &Browser) -> Result<Vec<String>, Failure> {
    let names = browser
        .script(
            "const files = performance.getEntriesByType('resource').map(e => e.name)
               .concat([...document.querySelectorAll('script[src], link[href]')].map(e => e.src || e.href));
             return [...new Set(files.map(f => (f.match(/\\/v\\/([^/]+)\\//) || [])[1]).filter(Boolean))]",
        )
        .await?;
    let names = names.as_array().cloned().unwrap_or_default();
    Ok(names
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect())
}

async fn is_wholly(browser: &Browser, version: &str) -> Outcome {
    let names = versions(browser).await?;
    ensure(
        names == [version],
        format!("{names:?} instead of {version}"),
    )
}
