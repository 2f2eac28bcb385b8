//! A game with a friend, through all that can happen to it.

use std::path::Path;

use tablier_browser_tests::browser::{Browser, Driver, Served};
use tablier_browser_tests::{Outcome, ensure};
use tablier_rules::{Table, catalog};

use super::{
    act, click_action, invite, is_stored, is_to_act, is_unstored, sees_watchers, shows, sit_down,
    text, with_browsers,
};

/// A table for friends is opened, the link is followed, and the game is played; one player reloads,
/// the server goes away and comes back, a third person watches, and in the end there is a rematch.
pub(crate) async fn friends(driver: &Driver) -> Outcome {
    let folder = std::env::temp_dir().join(format!("tablier-online-{}", std::process::id()));
    let came = with_browsers(driver, Some(&folder), 3, async |served, browsers| {
        let [ana, ben, zoe] = &*browsers else {
            return Err("three browsers".into());
        };
        let mut table = catalog::open("d21")?;
        let path = invite(ana, "d21").await?;
        ben.size(390, 844).await?;
        sit_down(ben, &path, "Ben").await?;
        let lot = text(ana, ".notice").await?;
        ensure(lot.contains("Lots were drawn"), format!("no lot: {lot}"))?;
        let pair = if is_to_act(ana).await? {
            [ana, ben]
        } else {
            [ben, ana]
        };
        for _ in 0..3 {
            act(&pair, &mut *table).await?;
        }
        // A reload finds the table as it was.
        ben.page.refresh().await?;
        shows(ben, &*table).await?;
        act(&pair, &mut *table).await?;
        // Somebody watches, and cannot play.
        zoe.go(&path).await?;
        shows(zoe, &*table).await?;
        ensure(!is_to_act(zoe).await?, "a spectator may play")?;
        sees_watchers(ana, 1).await?;
        away_and_back(served, &folder, &pair, zoe, &mut *table).await?;
        resign_and_again(ana, ben).await
    })
    .await;
    let _ = std::fs::remove_dir_all(&folder);
    came
}

/// An action made without a server is shown as not yet saved, kept, and sent when the server is
/// back.
async fn away_and_back(
    served: &mut Served,
    folder: &Path,
    pair: &[&Browser; 2],
    zoe: &Browser,
    table: &mut dyn Table,
) -> Outcome {
    let port = served.port()?;
    served.stop();
    let mover = pair[table.ply() % 2];
    mover.wait(".connection p").await?;
    click_action(mover, table).await?;
    is_unstored(mover).await?;
    *served = Served::keeping(Some(folder), port).await?;
    is_stored(mover).await?;
    for browser in [pair[0], pair[1], zoe] {
        shows(browser, table).await?;
    }
    Ok(())
}

async fn resign_and_again(ana: &Browser, ben: &Browser) -> Outcome {
    ana.click("[data-tool='more']").await?;
    ana.click("[data-tool='flag']").await?;
    ana.click("[data-tool='flag']").await?;
    for browser in [ana, ben] {
        browser.wait(".ending").await?;
        browser.wait(".ending [data-tool='review']").await?;
    }
    let before = ana.script("return location.pathname").await?;
    ana.click("[data-tool='rematch']").await?;
    ben.wait("[data-answer='yes']").await?;
    ben.script("document.querySelector('[data-answer=yes]').click()")
        .await?;
    for browser in [ana, ben] {
        browser
            .until("the rematch", async || {
                let at = browser.script("return location.pathname").await?;
                Ok((at != before).then_some(()))
            })
            .await?;
        browser.wait(".plate.acts").await?;
    }
    Ok(())
}
