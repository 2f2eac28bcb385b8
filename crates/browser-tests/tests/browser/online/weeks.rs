//! A game over weeks: days per move, and the keyboard alone.

use tablier_browser_tests::browser::{Browser, Driver};
use tablier_browser_tests::{Outcome, ensure};
use tablier_rules::{Table, catalog};
use thirtyfour::prelude::*;

use super::{click_action, invite_for, is_to_act, shows, text, with_browsers};
use crate::games::press;

/// Days per move: both come back every other day, one of them with a phone and the keyboard alone, until
/// somebody stays away.
pub(crate) async fn weeks(driver: &Driver) -> Outcome {
    with_browsers(driver, None, 2, async |served, browsers| {
        let [ana, ben] = &*browsers else {
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
            for browser in [ana, ben] {
                shows(browser, &*table).await?;
            }
            served.pass_days(2);
        }
        for browser in [ana, ben] {
            let ended = browser.page.find(By::Css(".ending")).await;
            ensure(ended.is_err(), "a game is over that was played in time")?;
        }
        // Nobody moves for more than three days.
        served.pass_days(2);
        for browser in [ana, ben] {
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
    let picks = table.picks_for(&action).ok_or("an action has its picks")?;
    for (at, pick) in picks.iter().enumerate() {
        press(mover, table, &picks[..at], pick).await?;
    }
    table.play(&action).map_err(|_| "a legal action")?;
    Ok(())
}
