//! The pictures of online play: the page where people meet, an invitation, a game with clocks.

use std::path::Path;

use serde_json::json;
use tablier_browser_tests::browser::{Browser, Driver};
use tablier_browser_tests::games::recorded;
use tablier_browser_tests::{Failure, Outcome, tables};
use tablier_rules::{Status, catalog};

use super::{DEVICES, THEMES, shoot};

/// Three people are online: one looks, the two others give her something to look at.
pub(super) async fn draw(driver: &Driver, url: &str, folder: &Path) -> Outcome {
    let mut people = Vec::new();
    for _ in 0..3 {
        people.push(Browser::open(driver, url).await?);
    }
    let drawn = with_people(&people, folder).await;
    for browser in people {
        browser.close().await;
    }
    drawn
}

async fn with_people(people: &[Browser], folder: &Path) -> Outcome {
    let [ana, ben, cleo] = people else {
        return Err("three people".into());
    };
    for browser in people {
        browser.go("/").await?;
        browser.prefer("en", "Light", "Table").await?;
    }
    let clock = json!({ "clock": { "base_ms": 600_000, "increment_ms": 5_000 } });
    for wanted in [
        json!({ "game": "empire:players=4,teams=true", "chair": 0, "listed": true, "name": "Cleo", "time": clock }),
        json!({ "game": "monstrodechecs", "chair": 0, "listed": true, "name": "Cleo", "time": { "days": 3 } }),
    ] {
        tables::open(cleo, &wanted).await?;
    }
    let invitation = json!({ "game": "empire", "chair": 0, "name": "Ana", "time": clock });
    let invitation = tables::open(ana, &invitation).await?;
    let weeks = json!({ "game": "blocus", "chair": 0, "first": "chosen", "name": "Ana", "time": { "days": 7 } });
    let weeks = tables::open(ana, &weeks).await?;
    tables::sit(cleo, &weeks, "Cleo").await?;
    let watched =
        json!({ "game": "saute", "chair": 0, "first": "chosen", "name": "Ben", "listed": true });
    let watched = tables::open(ben, &watched).await?;
    tables::sit(cleo, &watched, "Cleo").await?;
    play(&[ben, cleo], &watched, "saute", 8).await?;
    let game = json!({
        "game": "d21", "chair": 0, "first": "chosen", "name": "Ben", "listed": true, "time": clock,
    });
    let game = tables::open(ben, &game).await?;
    tables::sit(ana, &game, "Ana").await?;
    play(&[ben, ana], &game, "d21", 9).await?;
    // Open tables are listed while those who opened them are there; the game is watched.
    cleo.go(&game).await?;
    ben.go(&game).await?;
    for (theme, night) in &THEMES[..2] {
        ana.prefer("en", theme, "Table").await?;
        for (width, height, device) in DEVICES {
            ana.size(width, height).await?;
            for (path, there, name) in [
                ("/online", ".tables li", "online"),
                (invitation.as_str(), ".qr svg", "invitation"),
                (game.as_str(), ".watchers", "online-game"),
            ] {
                ana.go(path).await?;
                ana.wait(there).await?;
                ana.wait(".top .count").await?;
                let file = format!("{name}-{device}-{night}.webp");
                shoot(ana, &folder.join(file)).await?;
            }
        }
    }
    Ok(())
}

/// Plays the beginning of the recorded game at a table of two.
async fn play(pair: &[&Browser; 2], path: &str, spec: &str, plies: usize) -> Result<(), Failure> {
    let mut table = catalog::open(spec).map_err(|error| error.to_string())?;
    for action in recorded(spec).unwrap_or_default().iter().take(plies) {
        if let Status::Acts(seat) = table.status() {
            tables::act(pair[seat.index()], path, action).await?;
        }
        table
            .play(action)
            .map_err(|refusal| format!("{refusal:?}"))?;
    }
    Ok(())
}
