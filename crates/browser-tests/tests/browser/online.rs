//! Playing together: several real browsers at one table.

use std::path::Path;
use std::time::Duration;

use tablier_browser_tests::browser::{Browser, Driver, Served};
use tablier_browser_tests::{Failure, Outcome, ensure};
use tablier_rules::{Table, catalog};
use thirtyfour::prelude::*;

/// A table for friends is opened, the link is followed, and the game is played; one player reloads,
/// the server goes away and comes back, a third person watches, and in the end there is a rematch.
pub(crate) async fn friends(driver: &Driver) -> Outcome {
    let folder = std::env::temp_dir().join(format!("tablier-online-{}", std::process::id()));
    let came = with_browsers(driver, Some(&folder), 3, async |served, browsers| {
        let [ana, ben, zoe] = browsers else {
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
        ana.wait(".watchers").await?;
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
    mover.wait(".moves .action.unstored").await?;
    *served = Served::keeping(Some(folder), port).await?;
    mover
        .until("the move saved", async || {
            let gone = "return !document.querySelector('.moves .action.unstored')";
            Ok((mover.script(gone).await? == true).then_some(()))
        })
        .await?;
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

/// Four people, two against two, each at their own screen.
pub(crate) async fn teams(driver: &Driver) -> Outcome {
    with_browsers(driver, None, 4, async |_, browsers| {
        let spec = "empire:players=4,teams=true";
        let mut table = catalog::open(spec)?;
        let path = invite(&browsers[0], spec).await?;
        for (browser, name) in browsers[1..].iter().zip(["Ben", "Cleo", "Dan"]) {
            sit_down(browser, &path, name).await?;
        }
        for browser in browsers {
            browser.wait(".plate.acts").await?;
        }
        for _ in 0..4 {
            let mut mover = None;
            for browser in browsers {
                if is_to_act(browser).await? {
                    ensure(mover.is_none(), "two may act at once")?;
                    mover = Some(browser);
                }
            }
            let mover = mover.ok_or("nobody may act")?;
            click_action(mover, &mut *table).await?;
            for browser in browsers {
                shows(browser, &*table).await?;
            }
        }
        Ok(())
    })
    .await
}

/// Days per move: both come back every other day, one of them with a phone and the keyboard alone, until
/// somebody stays away.
pub(crate) async fn weeks(driver: &Driver) -> Outcome {
    with_browsers(driver, None, 2, async |served, browsers| {
        let [ana, ben] = browsers else {
            return Err("two browsers".into());
        };
        let mut table = catalog::open("d21")?;
        let path = invite_for(ana, "d21", Some("3 days per move")).await?;
        ben.size(390, 844).await?;
        sit_down_by_keyboard(ben, &path).await?;
        let ben_begins = is_to_act(ben).await?;
        for _ in 0..5 {
            let bens_turn = (table.ply() % 2 == 0) == ben_begins;
            let mover = if bens_turn { ben } else { ana };
            // One's own games come first among the tables, with those that wait at the top.
            mover.go("/online").await?;
            mover.wait(".tables .waits").await?;
            mover.go(&path).await?;
            shows(mover, &*table).await?;
            if bens_turn {
                press_action(ben, &mut *table).await?;
            } else {
                click_action(ana, &mut *table).await?;
            }
            for browser in browsers {
                shows(browser, &*table).await?;
            }
            served.pass_days(2);
        }
        for browser in browsers {
            let ended = browser.page.find(By::Css(".ending")).await;
            ensure(ended.is_err(), "a game is over that was played in time")?;
        }
        // Nobody moves for more than three days.
        served.pass_days(2);
        for browser in browsers {
            let end = text(browser, ".ending p").await?;
            ensure(end.contains("time"), format!("how did it end? {end}"))?;
        }
        Ok(())
    })
    .await
}

/// Follows a link and sits down with the name that is proposed, by Tab and Enter.
async fn sit_down_by_keyboard(guest: &Browser, path: &str) -> Outcome {
    guest.go(path).await?;
    guest.wait("[data-tool='sit']").await?;
    for _ in 0..40 {
        let there = "return document.activeElement.dataset.tool === 'sit'";
        if guest.script(there).await? == true {
            return guest.key(Key::Enter).await;
        }
        guest.key(Key::Tab).await?;
    }
    Err("Tab does not lead to the button".into())
}

/// The seat to act plays its first legal action with the keyboard alone.
async fn press_action(mover: &Browser, table: &mut dyn Table) -> Outcome {
    // The arrows go by what is seen: the board is turned to its usual side.
    let turned = "const y = (id) => document.getElementById(id).getBoundingClientRect().top;
        return y('site-0') < y('site-' + (document.querySelectorAll('.site').length - 1))";
    if mover.script(turned).await? == true {
        mover.key("f").await?;
    }
    let action = table.legal().first().cloned().ok_or("nothing to play")?;
    let picks = table.picks(&action).ok_or("an action has its picks")?;
    for (at, pick) in picks.iter().enumerate() {
        super::games::press(mover, table, &picks[..at], pick).await?;
    }
    table.play(&action).map_err(|_| "a legal action")?;
    Ok(())
}

/// Opens a server and some browsers, and closes them whatever happens.
async fn with_browsers(
    driver: &Driver,
    folder: Option<&Path>,
    count: usize,
    test: impl AsyncFn(&mut Served, &[Browser]) -> Outcome,
) -> Outcome {
    let mut served = Served::keeping(folder, 0).await?;
    let mut browsers = Vec::new();
    for _ in 0..count {
        browsers.push(Browser::open(driver, &served.url).await?);
    }
    let came = async {
        for browser in &browsers {
            browser.go("/").await?;
            browser.prefer("en", "Light", "Flat").await?;
        }
        test(&mut served, &browsers).await?;
        Ok(())
    }
    .await;
    for browser in browsers {
        browser.close().await;
    }
    served.stop();
    came
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
    let picks = table.picks(&action).ok_or("an action has its picks")?;
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
