//! A table on a phone: seen from above where squares are small, played by taps with one zoom at most,
//! and nothing ever covers the board.

use std::time::Duration;

use serde_json::{Value, json};
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::{clicks, recorded};
use tablier_browser_tests::input::element_of;
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::scene::Pick;
use tablier_rules::{Status, catalog};

use crate::tests;

/// A usual phone and a small one.
const PHONES: [(u32, u32); 2] = [(390, 844), (320, 640)];

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "small squares are seen from above until another view is chosen" => from_above,
        "four play L’Empire by taps, with one zoom for a move" => empire_by_taps,
        "a finger picks the nearest piece, and never plays by mistake" => nearest,
        "a move waits to be confirmed where that is wanted" => confirmed,
        "what opens on a phone leaves the board free" => below_the_board,
        "names, levels and counters fit on the plates" => plates,
    ]
}

/// Stores preferences without a chosen view.
async fn prefer(browser: &Browser, language: &str, taste: &Value) -> Outcome {
    let prefs = json!({
        "language": language, "theme": "Light", "view": null,
        "sound": false, "motion": false, "level": 1, "taste": taste
    });
    let text = prefs.to_string();
    browser
        .script(&format!("localStorage.setItem('tablier.prefs', {text:?})"))
        .await?;
    Ok(())
}

async fn has(browser: &Browser, css: &str) -> Result<bool, Failure> {
    let found = browser
        .script(&format!("return !!document.querySelector({css:?})"))
        .await?;
    Ok(found == true)
}

async fn from_above(browser: &Browser) -> Outcome {
    prefer(browser, "en", &json!({})).await?;
    for (width, height, id, flat) in [
        (390, 844, "empire", true),
        (390, 844, "cubulus", true),
        (390, 844, "alignement", false),
        (320, 640, "eupdonne", true),
        (1366, 768, "empire", false),
        (1366, 768, "cubulus", false),
    ] {
        browser.size(width, height).await?;
        browser.seat_persons(id, 2).await?;
        browser.wait(".frame").await?;
        let view = if flat { ".view-flat" } else { ".view-table" };
        browser
            .wait(view)
            .await
            .map_err(|_| format!("{id} at {width} is not {view}"))?;
    }
    // Whoever chooses a view has it everywhere.
    browser.size(390, 844).await?;
    browser.seat_persons("empire", 2).await?;
    browser.wait(".view-flat").await?;
    browser.tap("[data-tool='view']").await?;
    browser.wait(".view-table").await?;
    browser.seat_persons("cubulus", 2).await?;
    browser.wait(".view-table").await?;
    Ok(())
}

/// How wide a square is on the screen.
async fn square(browser: &Browser) -> Result<f64, Failure> {
    let wide = browser
        .script("return document.querySelector('.site').getBoundingClientRect().width")
        .await?;
    Ok(wide.as_f64().unwrap_or_default())
}

/// Whether the sentence above the board is on the screen, and the board whole and uncovered.
const IN_SIGHT: &str = "
    const wrong = [], inside = (r) => r.top >= -0.5 && r.left >= -0.5 && r.right <= innerWidth + 0.5 && r.bottom <= innerHeight + 0.5;
    if (!inside(document.querySelector('.prompt').getBoundingClientRect())) wrong.push('the prompt');
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');
    const frame = document.querySelector('.frame').getBoundingClientRect();
    if (!inside(frame)) wrong.push('the board ' + JSON.stringify(frame));
    for (const [x, y] of [[0.02, 0.02], [0.98, 0.02], [0.5, 0.5], [0.02, 0.98], [0.98, 0.98]]) {
      const at = document.elementFromPoint(frame.left + x * frame.width, frame.top + y * frame.height);
      if (!at?.closest('.stage')) wrong.push('covered by ' + at?.className);
    }
    return wrong";

async fn in_sight(browser: &Browser, what: &str) -> Outcome {
    let mut wrong = Value::Null;
    // What opens or grows moves the board in one of the next frames.
    for _ in 0..40 {
        wrong = browser.script(IN_SIGHT).await?;
        if wrong.as_array().is_some_and(Vec::is_empty) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(format!("{what}: {wrong}").into())
}

async fn empire_by_taps(browser: &Browser) -> Outcome {
    let spec = "empire:players=4";
    let game = recorded(spec).ok_or("no game is recorded")?;
    for (width, height) in PHONES {
        prefer(browser, "fr", &json!({})).await?;
        browser.size(width, height).await?;
        let mut table = catalog::open(spec).map_err(|error| error.to_string())?;
        browser.seat_persons(spec, 4).await?;
        browser.wait(".view-flat").await?;
        let small = square(browser).await?;
        let least = if width >= 390 { 28.0 } else { 22.0 };
        ensure(
            small >= least,
            format!("{width}: a square is {small} pixels wide"),
        )?;
        in_sight(browser, &format!("{width} at the start")).await?;
        for action in &game {
            let mut zooms = 0;
            for (before, pick) in clicks(&*table, action) {
                let css = element_of(&*table, &before, &pick);
                browser.tap(&css).await?;
                if square(browser).await? > 1.5 * small {
                    zooms += 1;
                    let wide = square(browser).await?;
                    ensure(wide >= 44.0, format!("enlarged to {wide} pixels"))?;
                    browser.tap(&css).await?;
                }
            }
            ensure(zooms <= 1, format!("{action}: {zooms} zooms"))?;
            table
                .play(action)
                .map_err(|refusal| format!("{refusal:?}"))?;
            let ply = table.ply();
            browser
                .until(&format!("{action} at {width}"), async || {
                    Ok((browser.moves().await?.len() >= ply).then_some(()))
                })
                .await?;
            // What was taken may need a tray below the board.
            let now = square(browser).await?;
            ensure(
                matches!(table.status(), Status::Over(_))
                    || now > 0.85 * small && now < 1.15 * small,
                format!("{action}: a square is {now} pixels wide, {small} before"),
            )?;
            if !matches!(table.status(), Status::Over(_)) {
                in_sight(browser, &format!("{width} after {action}")).await?;
            }
        }
        browser.wait(".ending").await?;
    }
    Ok(())
}

/// Taps at a point of the screen.
async fn tap_at(browser: &Browser, x: f64, y: f64) -> Outcome {
    let cdp = browser.page.cdp();
    for (kind, points) in [
        ("touchStart", json!([{ "x": x, "y": y }])),
        ("touchEnd", json!([])),
    ] {
        let event = json!({ "type": kind, "touchPoints": points });
        cdp.send_raw("Input.dispatchTouchEvent", event).await?;
    }
    Ok(())
}

/// A little beside a piece is meant for it; a little beside an end asks again.
async fn nearest(browser: &Browser) -> Outcome {
    browser.size(390, 844).await?;
    prefer(browser, "en", &json!({})).await?;
    browser.seat_persons("empire", 2).await?;
    browser.wait(".view-flat").await?;
    let middle = async |label: &str| -> Result<(f64, f64, f64), Failure> {
        let at = browser
            .script(&format!("const r = document.querySelector(\"[data-label='{label}']\").getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2, r.width]"))
            .await?;
        let number = |n: usize| at[n].as_f64().unwrap_or_default();
        Ok((number(0), number(1), number(2)))
    };
    // D2 stands at the edge of red's camp: what is right of it is empty.
    let (x, y, wide) = middle("D2").await?;
    tap_at(browser, x + 0.7 * wide, y).await?;
    browser.wait(".mark.picked").await?;
    let moves = browser.moves().await?.len();
    let (x, y, wide) = middle("H2").await?;
    tap_at(browser, x + 0.4 * wide, y).await?;
    browser
        .until("the board enlarged", async || {
            Ok((square(browser).await? > 1.5 * wide).then_some(()))
        })
        .await?;
    ensure(
        browser.moves().await?.len() == moves,
        "a tap beside an end has played",
    )
}

async fn confirmed(browser: &Browser) -> Outcome {
    let taste = json!({ "confirm": true });
    for (width, height) in PHONES {
        browser.size(width, height).await?;
        prefer(browser, "en", &taste).await?;
        let spec = "empire:players=4";
        let table = catalog::open(spec).map_err(|error| error.to_string())?;
        browser.seat_persons(spec, 4).await?;
        let game = recorded(spec).ok_or("no game is recorded")?;
        let picks = clicks(&*table, &game[0]);
        let tap = async |at: usize| -> Outcome {
            let (before, pick) = &picks[at];
            browser.tap(&element_of(&*table, before, pick)).await
        };
        tap(0).await?;
        tap(1).await?;
        browser.wait("[data-tool='confirm']").await?;
        browser.wait(".piece.ghost").await?;
        in_sight(browser, &format!("{width} before it is confirmed")).await?;
        ensure(browser.moves().await?.is_empty(), "it is already played")?;
        browser.tap("[data-tool='cancel']").await?;
        browser
            .until("no ghost", async || {
                Ok((!has(browser, ".piece.ghost").await?).then_some(()))
            })
            .await?;
        ensure(
            has(browser, ".mark.picked").await?,
            "the piece was put back too",
        )?;
        // Another end takes the place of the first.
        let choices = table.choices(&picks[1].0);
        let other = choices
            .next
            .iter()
            .filter(|choice| choice.pick != picks[1].1)
            .find_map(|choice| match choice.pick {
                Pick::Site(site) => Some(format!("#site-{}", site.0)),
                _ => None,
            });
        browser.tap(&other.ok_or("there is only one end")?).await?;
        browser.wait("[data-tool='confirm']").await?;
        tap(1).await?;
        browser.tap("[data-tool='confirm']").await?;
        let played = browser
            .until("the move", async || {
                Ok(browser.moves().await?.first().cloned())
            })
            .await?;
        ensure(
            played == game[0],
            format!("{played} instead of {}", game[0]),
        )?;
        ensure(
            !has(browser, "[data-tool='confirm']").await?,
            "it asks again",
        )?;
    }
    // Without the wish nothing is asked.
    browser.size(1280, 720).await?;
    prefer(browser, "en", &json!({})).await?;
    browser.seat_persons("alignement", 2).await?;
    browser.click(".site.can").await?;
    browser
        .until("the move", async || {
            Ok((browser.moves().await?.len() == 1).then_some(()))
        })
        .await
}

async fn below_the_board(browser: &Browser) -> Outcome {
    for (width, height) in PHONES {
        browser.size(width, height).await?;
        prefer(browser, "fr", &json!({})).await?;
        for (spec, seats) in [("cubulus", 2), ("empire:players=4", 4), ("eupdonne", 2)] {
            let what = format!("{spec} at {width}");
            browser.seat_persons(spec, seats).await?;
            let before = square(browser).await?;
            browser.tap("[data-tool='more']").await?;
            browser.wait(".more").await?;
            in_sight(browser, &format!("{what}, more")).await?;
            let after = square(browser).await?;
            ensure(
                (after - before).abs() < 1.0,
                format!("{what}: the board changes from {before} to {after}"),
            )?;
            browser.tap("[data-tool='more']").await?;
            browser.tap("[data-tool='hint']").await?;
            browser.wait(".advice strong").await?;
            in_sight(browser, &format!("{what}, hint")).await?;
        }
    }
    // A usual phone has room for the preferences too.
    browser.size(390, 844).await?;
    browser.seat_persons("cubulus", 2).await?;
    browser.tap("[data-tool='settings']").await?;
    browser.wait(".settings").await?;
    in_sight(browser, "preferences").await
}

/// Parts of plates that are cut off or lie over one another.
const PLATES: &str = "
    const wrong = [], plates = [...document.querySelectorAll('.plate')];
    const area = (e) => e.getBoundingClientRect();
    const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
    const shown = (e) => area(e).width > 1;
    for (const plate of plates) {
      const outer = area(plate);
      for (const e of plate.querySelectorAll('.name, .who, .level, .clock, .facts li')) {
        if (!shown(e)) continue;
        const r = area(e);
        if (r.right > outer.right + 0.5 || r.bottom > outer.bottom + 0.5) wrong.push('beyond its plate: ' + e.textContent);
        if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline' && !e.querySelector('.person')) wrong.push('cut off: ' + e.textContent);
      }
      const parts = [...plate.querySelectorAll('.emblem, .name, .who, .clock, .facts')].filter(shown);
      parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => { if (meet(area(a), area(b))) wrong.push(a.className + ' over ' + b.className + ' in ' + plate.textContent); }));
    }
    plates.forEach((a, i) => plates.slice(i + 1).forEach((b) => { if (meet(area(a), area(b))) wrong.push('plates overlap'); }));
    return wrong";

async fn plates(browser: &Browser) -> Outcome {
    for (width, height) in PHONES {
        browser.size(width, height).await?;
        for language in ["en", "fr"] {
            prefer(browser, language, &json!({})).await?;
            for spec in [
                "cubulus",
                "d21",
                "eupdonne",
                "monstrodechecs:players=4",
                "empire:players=4",
                "porte:players=3",
                "saute:players=4",
            ] {
                let table = catalog::open(spec).map_err(|error| error.to_string())?;
                let seats = table.seating().sides.len();
                let mut players = vec![json!({ "Machine": 10 }); seats];
                players[0] = json!("Person");
                players[1] = json!("Person");
                let clock = json!({ "left": vec![3_599_000.0; seats], "whole": 3_600_000.0, "increment": 2_000.0 });
                for clock in [Value::Null, clock] {
                    let game = json!({
                        "id": "test", "spec": spec, "start": null, "tree": [], "head": 0,
                        "players": players, "names": ["Maximilienne-Alexandra", "Bo"],
                        "touched": 1.0, "over": false, "clock": clock
                    });
                    let text = game.to_string();
                    browser
                        .script(&format!(
                            "localStorage.setItem('tablier.game.test', {text:?})"
                        ))
                        .await?;
                    browser.go("/play/test").await?;
                    browser.wait(".site").await?;
                    let wrong = browser.script(PLATES).await?;
                    ensure(
                        wrong.as_array().is_some_and(Vec::is_empty),
                        format!("{language} {spec} at {width}: {wrong}"),
                    )?;
                    in_sight(browser, &format!("{language} {spec} at {width}")).await?;
                }
            }
        }
    }
    Ok(())
}
