//! Playing together: several real browsers at one table.

mod alone;
mod friends;
mod kept;
mod network;
mod pages;
mod people;
mod store;
mod teams;
mod weeks;

use std::path::Path;
use std::time::Duration;

use tablier_browser_tests::browser::{Browser, Driver, Served};
use tablier_browser_tests::wire::Wire;
use tablier_browser_tests::{Failure, Outcome, Running, ensure};
use tablier_rules::Table;

pub(crate) use pages::pages;

/// A test with browsers and a server of its own.
pub(crate) struct Meeting {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it does.
    pub(crate) run: for<'a> fn(&'a Driver) -> Running<'a>,
}

/// All of them.
pub(crate) const MEETINGS: [Meeting; 8] = [
    Meeting {
        name: "friends play online by a link",
        run: |driver| Box::pin(friends::friends(driver)),
    },
    Meeting {
        name: "a player's own network is cut online, and comes back",
        run: |driver| Box::pin(network::network(driver)),
    },
    Meeting {
        name: "the store goes away online, and comes back",
        run: |driver| Box::pin(store::store(driver)),
    },
    Meeting {
        name: "four play online in teams",
        run: |driver| Box::pin(teams::teams(driver)),
    },
    Meeting {
        name: "an open table online keeps a place for a friend",
        run: |driver| Box::pin(kept::kept(driver)),
    },
    Meeting {
        name: "friends watch a game for one online",
        run: |driver| Box::pin(alone::alone(driver)),
    },
    Meeting {
        name: "accounts online have a profile, guests have none",
        run: |driver| Box::pin(people::people(driver)),
    },
    Meeting {
        name: "a game online over weeks, by keyboard on a phone",
        run: |driver| Box::pin(weeks::weeks(driver)),
    },
];

/// Opens a server and some browsers, and closes them whatever happens.
async fn with_browsers(
    driver: &Driver,
    folder: Option<&Path>,
    count: usize,
    test: impl AsyncFn(&mut Served, &mut [Browser]) -> Outcome,
) -> Outcome {
    let served = Served::keeping(folder, 0).await?;
    with_browsers_at(driver, served, count, test).await
}

/// The same with a server that is there.
async fn with_browsers_at(
    driver: &Driver,
    mut served: Served,
    count: usize,
    test: impl AsyncFn(&mut Served, &mut [Browser]) -> Outcome,
) -> Outcome {
    let mut browsers = Vec::new();
    for _ in 0..count {
        browsers.push(Browser::open(driver, &served.url).await?);
    }
    let came = async {
        for browser in &browsers {
            browser.go("/").await?;
            browser.prefer("en", "Light", "Flat").await?;
        }
        test(&mut served, &mut browsers).await?;
        Ok(())
    }
    .await;
    for browser in browsers {
        browser.close().await;
    }
    served.stop();
    came
}

/// Lets a browser reach the server through a wire.
async fn through(browser: &mut Browser, wire: &Wire) -> Outcome {
    browser.url = wire.url.clone();
    browser.go("/").await?;
    browser.prefer("en", "Light", "Flat").await
}

/// Opens a table for friends on a game's page; returns the path of its link.
async fn invite(host: &Browser, spec: &str) -> Result<String, Failure> {
    invite_for(host, spec, None).await
}

/// The same with a clock, called as the page calls it.
async fn invite_for(host: &Browser, spec: &str, time: Option<&str>) -> Result<String, Failure> {
    let (game, options) = spec.split_once(':').unwrap_or((spec, ""));
    host.go(&format!("/game/{game}")).await?;
    for option in options.split(',').filter(|option| !option.is_empty()) {
        host.click(&format!("[data-option='{option}']")).await?;
    }
    host.click("[data-company='friend']").await?;
    if let Some(time) = time {
        host.wait("[data-field='time']").await?;
        let chosen = host
            .script(&format!(
                "const s = document.querySelector('[data-field=time]');
                 const o = [...s.options].find(o => o.textContent === {time:?});
                 if (!o) return false;
                 s.value = o.value; s.dispatchEvent(new Event('change')); return true"
            ))
            .await?;
        ensure(chosen == true, format!("no clock of {time}"))?;
    }
    host.click("[data-tool='open-table']").await?;
    host.wait("[data-field='link']").await?;
    let link = host
        .script("return document.querySelector('[data-field=link]').value")
        .await?;
    let link = link.as_str().unwrap_or_default();
    host.wait(".qr svg").await?;
    Ok(link.strip_prefix(&host.url).unwrap_or(link).to_owned())
}

/// Follows a link, sees the board, types a name and sits down.
async fn sit_down(guest: &Browser, path: &str, name: &str) -> Outcome {
    guest.go(path).await?;
    guest.wait(".site").await?;
    guest.wait("[data-tool='sit']").await?;
    guest.write("[data-field='name']", name).await?;
    guest.click("[data-tool='sit']").await?;
    guest
        .until("a place", async || {
            let sits = "return !document.querySelector('[data-tool=sit]')";
            Ok((guest.script(sits).await? == true).then_some(()))
        })
        .await
}

async fn text(browser: &Browser, css: &str) -> Result<String, Failure> {
    browser
        .until(&format!("words in {css}"), async || {
            let text = browser.wait(css).await?.text().await?;
            Ok((!text.is_empty()).then_some(text))
        })
        .await
}

/// Whether the player may act now; waits until the game has begun and nothing is on its way.
async fn is_to_act(browser: &Browser) -> Result<bool, Failure> {
    browser.wait(".plate.acts").await?;
    tokio::time::sleep(Duration::from_millis(250)).await;
    Ok(browser
        .script("return document.title.startsWith('●')")
        .await?
        == true)
}

/// The seat to act plays its first legal action, and everybody sees it.
async fn act(pair: &[&Browser; 2], table: &mut dyn Table) -> Outcome {
    click_action(pair[table.ply() % 2], table).await?;
    for browser in pair {
        shows(browser, table).await?;
    }
    Ok(())
}

async fn click_action(mover: &Browser, table: &mut dyn Table) -> Outcome {
    let action = table.legal().first().cloned().ok_or("nothing to play")?;
    let picks = table.picks_for(&action).ok_or("an action has its picks")?;
    for (at, pick) in picks.iter().enumerate() {
        mover.pick(table, &picks[..at], pick).await?;
    }
    table.play(&action).map_err(|_| "a legal action")?;
    Ok(())
}

/// Waits until a browser shows what was played.
async fn shows(browser: &Browser, table: &dyn Table) -> Outcome {
    let wanted = table.history();
    browser
        .until(&format!("the moves {wanted:?}"), async || {
            Ok((browser.moves().await? == wanted).then_some(()))
        })
        .await
}

/// Waits until an action is marked as not saved yet.
async fn is_unstored(browser: &Browser) -> Outcome {
    browser.wait(".moves .action.unstored").await?;
    Ok(())
}

/// Waits until no action is marked as not saved.
async fn is_stored(browser: &Browser) -> Outcome {
    browser
        .until("the move saved", async || {
            let gone = "return !document.querySelector('.moves .action.unstored')";
            Ok((browser.script(gone).await? == true).then_some(()))
        })
        .await
}

/// Waits until a browser says how many people watch.
async fn sees_watchers(browser: &Browser, count: u32) -> Outcome {
    browser
        .until(&format!("{count} who watch"), async || {
            let said = text(browser, ".watchers").await?;
            Ok(said.starts_with(&format!("{count} ")).then_some(()))
        })
        .await
}
