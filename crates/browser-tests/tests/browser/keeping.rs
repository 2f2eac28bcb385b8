//! What a game keeps: one tab at a time, the last move in sight, the focus on the board, and an
//! engine that fails says so.

use std::sync::atomic::AtomicBool;

use serde_json::json;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::recorded;
use tablier_browser_tests::{Outcome, Test, ensure};
use tablier_engine::{Engine, Limits, Request};
use tablier_rules::catalog;

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "two tabs never overwrite each other" => two_tabs,
        "after the end the list still shows the last move" => last_move,
        "a game that begins has the focus on its board" => focus,
        "what was picked is told" => told,
        "a machine that fails says so, and can be asked again" => failing,
        "the computer in the page has learned what the one outside has" => learned,
        "a problem with the options is told in French" => french_problem,
    ]
}

async fn two_tabs(browser: &Browser) -> Outcome {
    browser
        .seat_persons_after("d21", 2, &["C3-C6".to_owned()])
        .await?;
    let page = &browser.page;
    let first = page.window().await?;
    let second = page.new_tab().await?;
    let came = async {
        page.switch_to_window(second.clone()).await?;
        browser.go("/play/test").await?;
        browser.wait(".site").await?;
        browser.click("[data-label='C8']").await?;
        browser.click("[data-label='C7']").await?;
        ensure(browser.moves().await?.len() == 2, "nothing was played")?;
        // The first tab says so and no longer saves.
        page.switch_to_window(first.clone()).await?;
        browser.wait(".elsewhere").await?;
        browser.click("[data-tool='take-over']").await?;
        browser.wait(".site").await?;
        let moves = browser.moves().await?;
        ensure(
            moves == ["C3-C6", "C8-C7"],
            format!("taken over: {moves:?}"),
        )?;
        browser.click("[data-label='D3']").await?;
        browser.click("[data-label='D6']").await?;
        ensure(browser.moves().await?.len() == 3, "nothing can be played")?;
        page.switch_to_window(second.clone()).await?;
        browser.wait(".elsewhere").await?;
        let kept = browser
            .script("return JSON.parse(localStorage.getItem('tablier.game.test')).tree.length")
            .await?;
        ensure(kept == 3, format!("{kept} actions are kept"))
    }
    .await;
    page.switch_to_window(second).await?;
    page.close_window().await?;
    page.switch_to_window(first).await?;
    came
}

/// A long game ends: its last move is in sight beside the panel with the result.
async fn last_move(browser: &Browser) -> Outcome {
    let spec = "monstrodechecs:mode=carnage";
    let game = recorded(spec).ok_or("no game is recorded")?;
    let seats = catalog::open(spec).map_or(2, |table| table.seating().sides.len());
    for (width, height) in [(1366, 620), (390, 844)] {
        browser.size(width, height).await?;
        browser.seat_persons_after(spec, seats, &game).await?;
        browser.wait(".ending").await?;
        browser
            .until("the last move in sight", async || {
                let seen = browser
                    .script(
                        "const list = document.querySelector('.moves > ol').getBoundingClientRect();
                         const last = document.querySelector('.moves > ol > li:last-child').getBoundingClientRect();
                         return list.height > 30 && last.top >= list.top - 1 && last.bottom <= list.bottom + 1 && last.right <= list.right + 1",
                    )
                    .await?;
                Ok((seen == true).then_some(()))
            })
            .await?;
    }
    Ok(())
}

async fn focus(browser: &Browser) -> Outcome {
    browser.go("/game/cubulus").await?;
    browser.click("[data-tool='begin']").await?;
    browser.wait(".table-page .site").await?;
    let on_board = "return document.activeElement.matches('.site.can')";
    browser
        .until("the focus on the board", async || {
            Ok((browser.script(on_board).await? == true).then_some(()))
        })
        .await?;
    // A click starts without a ring; the first key shows the focus.
    let ring = "return !!document.querySelector('.mark.reached')";
    ensure(browser.script(ring).await? == false, "a ring after a click")?;
    browser.key("\u{e014}").await?;
    browser.wait(".mark.reached").await?;
    // On a loaded page the board is the first stop.
    browser.page.refresh().await?;
    browser.wait(".site").await?;
    browser.key("\u{e004}").await?;
    browser.key("\u{e007}").await?;
    ensure(
        browser.script(on_board).await? == true,
        "the first link does not lead to the board",
    )
}

async fn told(browser: &Browser) -> Outcome {
    browser.seat_persons("cubulus", 2).await?;
    let news = async || -> Result<String, tablier_browser_tests::Failure> {
        let news = browser
            .script("return document.querySelector('[aria-live]').textContent")
            .await?;
        Ok(news.as_str().unwrap_or_default().to_owned())
    };
    browser.click("[data-label='B1']").await?;
    let picked = news().await?;
    ensure(
        picked.contains("B1") && picked.contains("B3"),
        format!("after a pick: {picked}"),
    )?;
    browser.key("\u{e00c}").await?;
    let back = news().await?;
    ensure(
        back != picked && !back.is_empty(),
        format!("after Escape: {back}"),
    )?;
    Ok(())
}

/// The worker breaks: its file is missing, its request cannot be read, or what it calls throws.
async fn failing(browser: &Browser) -> Outcome {
    let breaks = [
        "const real = Worker; window.__mend = () => { window.Worker = real; };
         window.Worker = function (url, options) { return new real('/nowhere.js', options); };",
        "const real = Worker.prototype.postMessage; window.__mend = () => { Worker.prototype.postMessage = real; };
         Worker.prototype.postMessage = function () { real.call(this, '{'); };",
        "const real = Worker.prototype.postMessage; window.__mend = () => { Worker.prototype.postMessage = real; };
         Worker.prototype.postMessage = function () { real.call(this, { end: true }); };",
    ];
    for code in breaks {
        let players = json!(["Person", { "Machine": 1 }]);
        browser.seat("d21", &players, &[]).await?;
        browser.script(code).await?;
        browser.click("[data-label='C3']").await?;
        browser.click("[data-label='C6']").await?;
        browser.wait(".prompt [data-tool='retry']").await?;
        let text = browser.wait(".prompt [role='alert']").await?.text().await?;
        ensure(text.contains("computer"), format!("it says {text}"))?;
        browser.script("window.__mend()").await?;
        browser.click("[data-tool='retry']").await?;
        browser
            .until("the machine's move", async || {
                Ok((browser.moves().await?.len() == 2).then_some(()))
            })
            .await?;
    }
    Ok(())
}

/// With the same number of nodes both say the same, and not what they would say without the network.
async fn learned(browser: &Browser) -> Outcome {
    let request = Request {
        game: "empire".to_owned(),
        limits: Limits::nodes(3_000),
        ..Request::default()
    };
    let plain = Request {
        plain: true,
        ..request.clone()
    };
    let score = |request: &Request| {
        let never = AtomicBool::new(false);
        let answer = Engine::new(Engine::PAGE_MEMORY).answer(request, &never, &mut |_| {});
        answer
            .map(|answer| json!(answer.report.lines[0].score))
            .map_err(|trouble| trouble.to_string())
    };
    ensure(score(&request)? != score(&plain)?, "there is no network")?;
    browser.go("/").await?;
    for request in [&request, &plain] {
        let text = serde_json::to_string(request)?;
        browser
            .script(&format!(
                "window.__score = null;
                 const source = document.querySelector(\"script[src$='/boot.js']\").src.replace('boot.js', 'worker.js');
                 const worker = new Worker(source, {{ type: 'module' }});
                 worker.onmessage = (event) => {{
                   const answer = JSON.parse(event.data).Answer;
                   if (answer) {{ window.__score = answer.report.lines[0].score; worker.terminate(); }}
                 }};
                 worker.postMessage({text:?});"
            ))
            .await?;
        let in_page = browser
            .until("an answer", async || {
                let score = browser.script("return window.__score").await?;
                Ok((!score.is_null()).then_some(score))
            })
            .await?;
        let here = score(request)?;
        ensure(
            in_page == here,
            format!(
                "plain {}: {in_page} in the page, {here} here",
                request.plain
            ),
        )?;
    }
    Ok(())
}

async fn french_problem(browser: &Browser) -> Outcome {
    browser.prefer("fr", "Light", "Flat").await?;
    browser.go("/game/monstrodechecs").await?;
    for (army, part) in [("66", "huit dés"), ("789", "chiffres de 1 à 6")] {
        browser
            .script(&format!(
                "const e = document.querySelector('.settings-column input'); e.value = {army:?}; e.dispatchEvent(new Event('change'))"
            ))
            .await?;
        browser
            .until(part, async || {
                let text = browser
                    .script("return document.querySelector('.problem').textContent")
                    .await?;
                Ok(text.as_str().filter(|text| text.contains(part)).map(|_| ()))
            })
            .await?;
    }
    Ok(())
}
