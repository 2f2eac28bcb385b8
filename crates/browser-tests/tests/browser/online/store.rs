//! The server stays, and cannot store anything for a while.

use std::cell::RefCell;

use tablier_browser_tests::browser::{Browser, Driver, Served};
use tablier_browser_tests::{Outcome, ensure};
use tablier_rules::catalog;
use tablier_services::Postgres;

use super::{
    act, click_action, invite, is_stored, is_to_act, is_unstored, shows, sit_down, with_browsers_at,
};

const AWAY: &str = "Nothing can be saved right now.";

/// The database goes away twice: while nobody does anything, and while somebody moves. Both players
/// are told, and both see that it is over; the move is marked as not saved, reaches nobody
/// meanwhile, and arrives once.
pub(crate) async fn store(driver: &Driver) -> Outcome {
    let Some(postgres) = tablier_services::postgres("a store that goes away, in the browser")
    else {
        return Ok(());
    };
    let served = Served::on_database(postgres.url()).await?;
    let postgres = RefCell::new(postgres);
    let stop = || postgres.borrow_mut().kill();
    let start = || Postgres::start_again(&mut postgres.borrow_mut());
    with_browsers_at(driver, served, 2, async |_, browsers| {
        let [ana, ben] = &*browsers else {
            return Err("two browsers".into());
        };
        let mut table = catalog::open("d21")?;
        let path = invite(ana, "d21").await?;
        sit_down(ben, &path, "Ben").await?;
        let pair = if is_to_act(ben).await? {
            [ben, ana]
        } else {
            [ana, ben]
        };
        act(&pair, &mut *table).await?;
        act(&pair, &mut *table).await?;

        stop();
        is_told(&pair).await?;
        start()?;
        is_over(&pair).await?;
        act(&pair, &mut *table).await?;
        act(&pair, &mut *table).await?;

        stop();
        is_told(&pair).await?;
        let before = table.history();
        let [mover, other] = pair;
        click_action(mover, &mut *table).await?;
        is_unstored(mover).await?;
        let seen = other.moves().await?;
        ensure(seen == before, format!("came without a store: {seen:?}"))?;
        start()?;
        is_stored(mover).await?;
        shows(other, &*table).await?;
        is_over(&pair).await?;
        act(&pair, &mut *table).await
    })
    .await
}

/// Waits until both pages say that nothing can be saved.
async fn is_told(pair: &[&Browser; 2]) -> Outcome {
    for browser in pair {
        browser
            .until("word that the store is away", async || {
                Ok(says(browser).await?.starts_with(AWAY).then_some(()))
            })
            .await?;
    }
    Ok(())
}

/// Waits until both pages have nothing more to say about it.
async fn is_over(pair: &[&Browser; 2]) -> Outcome {
    for browser in pair {
        browser
            .until("the end of that word", async || {
                Ok(says(browser).await?.is_empty().then_some(()))
            })
            .await?;
    }
    Ok(())
}

async fn says(browser: &Browser) -> Result<String, tablier_browser_tests::Failure> {
    let said = "return document.querySelector('.connection').textContent";
    let said = browser.script(said).await?;
    Ok(said.as_str().unwrap_or_default().trim().to_owned())
}
