//! A player loses their own network, while the server and everybody else go on.

use tablier_browser_tests::browser::{Browser, Driver};
use tablier_browser_tests::wire::Wire;
use tablier_browser_tests::{Outcome, ensure};
use tablier_rules::{Table, catalog};

use super::{
    act, click_action, invite, is_stored, is_to_act, is_unstored, sees_watchers, shows, sit_down,
    through, with_browsers,
};

/// Ben's network is cut three times: while he moves, while Ana moves, and while he moves, reloads the
/// page, closes the tab and opens another page in a new one. What he did without the network is marked as not saved, reaches nobody, is sent
/// when the network is back and arrives once.
pub(crate) async fn network(driver: &Driver) -> Outcome {
    with_browsers(driver, None, 3, async |served, browsers| {
        let wire = Wire::lay(served.port()?).await?;
        through(&mut browsers[1], &wire).await?;
        let [ana, ben, zoe] = &*browsers else {
            return Err("three browsers".into());
        };
        let mut table = catalog::open("d21")?;
        let path = invite(ana, "d21").await?;
        sit_down(ben, &path, "Ben").await?;
        let ben_begins = is_to_act(ben).await?;
        let pair = if ben_begins { [ben, ana] } else { [ana, ben] };
        act(&pair, &mut *table).await?;
        act(&pair, &mut *table).await?;
        ben.page.refresh().await?;
        zoe.go(&path).await?;
        for browser in [ana, ben, zoe] {
            shows(browser, &*table).await?;
            sees_watchers(browser, 1).await?;
        }
        if !ben_begins {
            act(&pair, &mut *table).await?;
        }

        cut(&wire, ben).await?;
        ana.wait(".presence.gone").await?;
        let before = table.history();
        click_action(ben, &mut *table).await?;
        is_unstored(ben).await?;
        for browser in [ana, zoe] {
            let seen = browser.moves().await?;
            ensure(seen == before, format!("came without a network: {seen:?}"))?;
        }
        wire.mend();
        is_stored(ben).await?;
        all_show(&[ana, ben, zoe], &*table).await?;
        ana.until("Ben to be back", async || {
            let back = "return !document.querySelector('.presence.gone')";
            Ok((ana.script(back).await? == true).then_some(()))
        })
        .await?;

        cut(&wire, ben).await?;
        click_action(ana, &mut *table).await?;
        for browser in [ana, zoe] {
            shows(browser, &*table).await?;
        }
        wire.mend();
        shows(ben, &*table).await?;

        ben.is_kept_for_offline().await?;
        cut(&wire, ben).await?;
        click_action(ben, &mut *table).await?;
        is_unstored(ben).await?;
        ben.page.refresh().await?;
        ben.wait(".connection p").await?;
        let tab = ben.page.new_tab().await?;
        ben.page.close_window().await?;
        ben.page.switch_to_window(tab).await?;
        ben.go("/online").await?;
        wire.mend();
        all_show(&[ana, zoe], &*table).await?;
        ben.go(&path).await?;
        shows(ben, &*table).await?;
        is_stored(ben).await?;
        act(&pair, &mut *table).await
    })
    .await
}

/// Cuts the network of a browser, and waits until its page says so.
async fn cut(wire: &Wire, browser: &Browser) -> Outcome {
    wire.cut();
    browser.wait(".connection p").await?;
    Ok(())
}

async fn all_show(browsers: &[&Browser], table: &dyn Table) -> Outcome {
    for browser in browsers {
        shows(browser, table).await?;
    }
    Ok(())
}
