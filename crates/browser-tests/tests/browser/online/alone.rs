//! A game for one, which friends can watch.

use tablier_browser_tests::browser::Driver;
use tablier_browser_tests::{Outcome, ensure};
use tablier_rules::catalog;
use thirtyfour::By;

use super::{click_action, invite, is_to_act, sees_watchers, shows, with_browsers};

/// The game begins at once, the link is for those who watch, and an action is taken back without
/// asking anybody.
pub(crate) async fn alone(driver: &Driver) -> Outcome {
    with_browsers(driver, None, 2, async |_, browsers| {
        let [ana, zoe] = &*browsers else {
            return Err("two browsers".into());
        };
        let mut table = catalog::open("solitaire")?;
        let path = invite(ana, "solitaire").await?;
        ensure(is_to_act(ana).await?, "the game has not begun")?;
        zoe.go(&path).await?;
        zoe.wait(".plate.acts").await?;
        ensure(!is_to_act(zoe).await?, "a spectator may play")?;
        sees_watchers(ana, 1).await?;
        for _ in 0..2 {
            click_action(ana, &mut *table).await?;
            shows(zoe, &*table).await?;
        }
        let link = ana.page.find_all(By::Css("[data-field='link']")).await?;
        ensure(link.is_empty(), "the link is in the way of the game")?;
        ana.click("[data-tool='undo']").await?;
        table.undo();
        for browser in [ana, zoe] {
            shows(browser, &*table).await?;
        }
        Ok(())
    })
    .await
}
