//! Four people, two against two, each at their own screen, and a fifth who watches.

use tablier_browser_tests::browser::{Browser, Driver};
use tablier_browser_tests::wire::Wire;
use tablier_browser_tests::{Failure, Outcome, ensure};
use tablier_rules::catalog;

use super::{
    click_action, invite, is_stored, is_to_act, is_unstored, sees_watchers, shows, sit_down,
    through, with_browsers,
};

/// A round is played; then one player reloads, somebody comes to watch, and in the second round the
/// network of one player is cut during their turn.
pub(crate) async fn teams(driver: &Driver) -> Outcome {
    with_browsers(driver, None, 5, async |served, browsers| {
        let wire = Wire::lay(served.port()?).await?;
        through(&mut browsers[1], &wire).await?;
        let Some((watcher, players)) = browsers.split_last() else {
            return Err("five browsers".into());
        };
        let spec = "empire:players=4,teams=true";
        let mut table = catalog::open(spec)?;
        let path = invite(&players[0], spec).await?;
        for (browser, name) in players[1..].iter().zip(["Ben", "Cleo", "Dan"]) {
            sit_down(browser, &path, name).await?;
        }
        for browser in players {
            browser.wait(".plate.acts").await?;
        }
        for _ in 0..4 {
            let mover = &players[who_acts(players).await?];
            click_action(mover, &mut *table).await?;
            for browser in players {
                shows(browser, &*table).await?;
            }
        }
        players[2].page.refresh().await?;
        shows(&players[2], &*table).await?;
        watcher.go(&path).await?;
        shows(watcher, &*table).await?;
        ensure(!is_to_act(watcher).await?, "a spectator may play")?;
        for browser in browsers.iter() {
            sees_watchers(browser, 1).await?;
        }
        for _ in 0..4 {
            let acts = who_acts(players).await?;
            let cut_off = acts == 1;
            if cut_off {
                wire.cut();
                players[1].wait(".connection p").await?;
            }
            click_action(&players[acts], &mut *table).await?;
            if cut_off {
                is_unstored(&players[1]).await?;
                wire.mend();
                is_stored(&players[1]).await?;
            }
            for browser in browsers.iter() {
                shows(browser, &*table).await?;
            }
        }
        Ok(())
    })
    .await
}

/// Which of the players may act: exactly one.
async fn who_acts(players: &[Browser]) -> Result<usize, Failure> {
    let mut found = None;
    for (at, browser) in players.iter().enumerate() {
        if is_to_act(browser).await? {
            ensure(found.is_none(), "two may act at once")?;
            found = Some(at);
        }
    }
    found.ok_or_else(|| "nobody may act".into())
}
