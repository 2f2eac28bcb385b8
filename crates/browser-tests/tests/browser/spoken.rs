//! Whole games by keyboard and by ear: every site says what is there and whether it can be picked, and
//! every pick, move and result is told.

use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::{clicks, recorded};
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::scene::Pick;
use tablier_rules::{Status, catalog};

use crate::games::press;

pub(crate) fn tests() -> Vec<Test> {
    ["cubulus", "eupdonne"]
        .into_iter()
        .map(|id| Test {
            name: format!("{id}: a whole game by keyboard and by ear"),
            run: Box::new(move |browser| Box::pin(by_ear(browser, id))),
        })
        .collect()
}

async fn told(browser: &Browser) -> Result<String, Failure> {
    let news = browser
        .script("return document.querySelector('[aria-live]').textContent")
        .await?;
    Ok(news.as_str().unwrap_or_default().to_owned())
}

async fn by_ear(browser: &Browser, id: &'static str) -> Outcome {
    let game = recorded(id).ok_or("no game is recorded")?;
    let mut table = catalog::open(id).map_err(|error| error.to_string())?;
    browser
        .seat_persons(id, table.seating().sides.len())
        .await?;
    for action in &game {
        let picks = clicks(&*table, action);
        for (at, (before, pick)) in picks.iter().enumerate() {
            if let Pick::Site(site) = pick {
                let name = browser
                    .script(&format!(
                        "return document.getElementById('site-{}').getAttribute('aria-label')",
                        site.0
                    ))
                    .await?;
                let name = name.as_str().unwrap_or_default();
                let label = &table.layout().sites[usize::from(site.0)].label;
                ensure(
                    name.starts_with(label.as_str()) && name.contains("can be picked"),
                    format!("{action}: {label} is called {name}"),
                )?;
            }
            let was = told(browser).await?;
            press(browser, &*table, before, pick).await?;
            browser
                .until(&format!("words after {pick:?} of {action}"), async || {
                    let now = told(browser).await?;
                    let last = at + 1 == picks.len();
                    Ok((now != was && (!last || now.contains(action.as_str()))).then_some(()))
                })
                .await?;
        }
        table
            .play(action)
            .map_err(|refusal| format!("{refusal:?}"))?;
    }
    ensure(
        matches!(table.status(), Status::Over(_)),
        "the recorded game does not end",
    )?;
    let news = told(browser).await?;
    ensure(
        news.to_lowercase().contains("win"),
        format!("the result is not told: {news}"),
    )
}
