//! Looking at a game again: the review, drawings, comments, the computer's lines, pictures and films.

use std::time::Duration;

use serde_json::{Value, json};
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::recorded;
use tablier_browser_tests::{Failure, Outcome, Test, ensure};

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "a review shows the chances, the mistakes and what was better" => review,
        "a review is stopped, continued and kept with its game" => kept_review,
        "a review of three players has a curve for each" => three_players,
        "alone, a review counts the pieces in reach" => alone,
        "arrows and marks are drawn with mouse, finger and keys" => drawing,
        "comments go along in the link and in the record" => comments,
        "the computer's lines have bars and can be more or fewer" => lines,
        "a position is saved as a picture, a game as a film" => exports,
        "alone, a hint says what can still be reached" => hint_alone,
    ]
}

/// A blunder that lets the first player win at once.
const BLUNDER: [&str; 3] = ["@A2", "@L11", "exit"];

/// Waits longer than usual: the computer has a whole game to look at.
async fn patiently(browser: &Browser, css: &str) -> Outcome {
    for _ in 0..6 {
        if browser.wait(css).await.is_ok() {
            return Ok(());
        }
    }
    Err(format!("waited long and in vain for {css}").into())
}

async fn text(browser: &Browser, css: &str) -> Result<String, Failure> {
    Ok(browser.wait(css).await?.text().await?)
}

async fn count(browser: &Browser, css: &str) -> Result<u64, Failure> {
    let count = browser
        .script(&format!("return document.querySelectorAll({css:?}).length"))
        .await?;
    Ok(count.as_u64().unwrap_or_default())
}

async fn review(browser: &Browser) -> Outcome {
    let game = BLUNDER.map(str::to_owned);
    browser.seat_persons_after("blocus", 2, &game).await?;
    browser.click(".ending [data-tool='review']").await?;
    patiently(browser, ".graph svg .blunder").await?;
    // The next mistake is shown where it was made, with both moves drawn.
    browser.click("[data-whose='2']").await?;
    browser.click("[data-tool='next-mistake']").await?;
    let card = text(browser, ".mistake-card[data-fault='blunder']").await?;
    for part in ["@L11", "exit", "blunder", "blue"] {
        ensure(card.contains(part), format!("no {part} in: {card}"))?;
    }
    ensure(
        !card.contains("to win"),
        format!("a figure is no reason: {card}"),
    )?;
    browser.wait(".drawn .bad").await?;
    browser.wait(".drawn .good").await?;
    // A click in the graph leads to a position.
    browser
        .script("const r = document.querySelector('.graph div').getBoundingClientRect(); document.querySelector('.graph svg').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: r.left + 2, clientY: r.top + 9 }))")
        .await?;
    let caption = text(browser, ".graph figcaption").await?;
    ensure(caption.starts_with("After 0 moves"), caption)?;
    // Another try from there: the person has the seat that went wrong.
    browser.click("[data-tool='next-mistake']").await?;
    browser.click("[data-tool='try-again']").await?;
    browser.wait(".table-page:not(.review) .site").await?;
    let moves = browser.moves().await?;
    ensure(moves == ["@A2"], format!("it begins after {moves:?}"))?;
    let kept = browser
        .script("const id = location.pathname.split('/').pop(); return JSON.parse(localStorage.getItem('tablier.game.' + id)).players")
        .await?;
    ensure(
        kept[1] == "Person" && kept[0]["Machine"].is_u64(),
        format!("{kept}"),
    )
}

async fn kept_review(browser: &Browser) -> Outcome {
    let game = recorded("cubulus").ok_or("no game is recorded")?;
    browser.seat_persons_after("cubulus", 2, &game).await?;
    browser.go("/games").await?;
    browser.click(".records [data-tool='review']").await?;
    browser.wait(".reviewing progress").await?;
    browser.click("[data-tool='stop']").await?;
    browser.wait("[data-tool='go-on']").await?;
    let said = text(browser, ".reviewing [role='status']").await?;
    ensure(said.contains("stopped"), said)?;
    browser.click("[data-tool='go-on']").await?;
    patiently(browser, ".graph svg").await?;
    let reviews =
        "return Object.keys(localStorage).filter(k => k.startsWith('tablier.review.')).length";
    ensure(browser.script(reviews).await? == 1, "it is not kept")?;
    // From now on it is there at once, without asking the computer.
    browser.page.refresh().await?;
    browser.wait(".graph svg").await?;
    ensure(
        count(browser, ".reviewing").await? == 0,
        "it is made once more",
    )?;
    // It goes with its game.
    browser.go("/games").await?;
    browser.click(".records li > button").await?;
    ensure(browser.script(reviews).await? == 0, "it outlives its game")
}

async fn three_players(browser: &Browser) -> Outcome {
    let spec = "empire:players=3";
    let game = recorded(spec).ok_or("no game is recorded")?;
    browser.seat_persons_after(spec, 3, &game).await?;
    browser.click(".ending [data-tool='review']").await?;
    patiently(browser, ".graph svg .curve.s2").await?;
    ensure(
        count(browser, ".graph .curve").await? == 3,
        "not three curves",
    )?;
    ensure(count(browser, ".whose li").await? == 4, "not three players")
}

async fn alone(browser: &Browser) -> Outcome {
    let mut table = tablier_rules::catalog::open("solitaire").map_err(|e| e.to_string())?;
    let mut game = Vec::new();
    while let Some(last) = table.legal().last().cloned() {
        game.push(last.clone());
        table.play(&last).map_err(|refusal| refusal.rule)?;
    }
    browser.seat_persons_after("solitaire", 1, &game).await?;
    browser.click(".ending [data-tool='review']").await?;
    patiently(browser, ".graph svg .pieces").await?;
    browser.click("[data-tool='next-mistake']").await?;
    let card = text(browser, ".mistake-card").await?;
    ensure(card.contains("could be left"), card)?;
    ensure(count(browser, ".whose").await? == 0, "a list of players")
}

/// Presses, moves and releases a mouse button between two squares.
async fn stroke(browser: &Browser, from: &str, to: &str, button: &str) -> Outcome {
    let cdp = browser.page.cdp();
    let (a, b) = (middle(browser, from).await?, middle(browser, to).await?);
    for (kind, at) in [
        ("mousePressed", &a),
        ("mouseMoved", &b),
        ("mouseReleased", &b),
    ] {
        let buttons = if kind == "mouseReleased" { 0 } else { 2 };
        let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": button, "buttons": buttons, "clickCount": 1 });
        cdp.send_raw("Input.dispatchMouseEvent", event).await?;
    }
    Ok(())
}

async fn middle(browser: &Browser, label: &str) -> Result<Value, Failure> {
    let css = format!("[data-label='{label}']");
    browser.wait(&css).await?;
    browser
        .script(&format!("const r = document.querySelector({css:?}).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]"))
        .await
}

async fn drawn(browser: &Browser, wanted: u64) -> Outcome {
    browser
        .until(&format!("{wanted} drawings"), async || {
            Ok((count(browser, ".drawn .drawing").await? == wanted).then_some(()))
        })
        .await
}

async fn drawing(browser: &Browser) -> Outcome {
    browser.go("/analysis#game=d21&rules=2&play=C3-C6").await?;
    for view in ["Flat", "Table"] {
        browser.wait(".site").await?;
        stroke(browser, "D3", "D6", "right").await?;
        drawn(browser, 1).await?;
        stroke(browser, "E5", "E5", "right").await?;
        drawn(browser, 2).await?;
        ensure(browser.moves().await? == ["C3-C6"], "it was played")?;
        // The same again wipes it out.
        stroke(browser, "D3", "D6", "right").await?;
        drawn(browser, 1).await?;
        // Kept with its position.
        browser.key("\u{e012}").await?;
        drawn(browser, 0).await?;
        browser.key("\u{e014}").await?;
        drawn(browser, 1).await?;
        browser.key("x").await?;
        drawn(browser, 0).await?;
        if view == "Flat" {
            browser.key("v").await?;
            browser.wait(".view-table").await?;
        }
    }
    // Keys: a mark, and an arrow in the second colour.
    browser
        .script("document.querySelector('[data-label=D3]').focus()")
        .await?;
    browser.key("m").await?;
    browser.key("A").await?;
    browser.key("\u{e013}").await?;
    browser.key("A").await?;
    drawn(browser, 2).await?;
    browser.wait(".drawn .bad").await?;
    let hash = browser
        .script("return decodeURIComponent(location.hash)")
        .await?;
    ensure(
        hash.as_str()
            .is_some_and(|hash| hash.contains("[draw D3 D3-D4!]")),
        format!("{hash}"),
    )?;
    browser.click("[data-tool='wipe']").await?;
    drawn(browser, 0).await?;
    // A finger that rests draws; one that does not, picks.
    browser.size(390, 844).await?;
    let (a, b) = (middle(browser, "D3").await?, middle(browser, "D6").await?);
    let cdp = browser.page.cdp();
    for (kind, at) in [
        ("touchStart", Some(&a)),
        ("touchMove", Some(&b)),
        ("touchEnd", None),
    ] {
        let points = at.map(|at| json!({ "x": at[0], "y": at[1] }));
        let points: Vec<Value> = points.into_iter().collect();
        let event = json!({ "type": kind, "touchPoints": points });
        cdp.send_raw("Input.dispatchTouchEvent", event).await?;
        tokio::time::sleep(Duration::from_millis(900)).await;
    }
    drawn(browser, 1).await?;
    ensure(browser.moves().await? == ["C3-C6"], "a long press played")
}

async fn comments(browser: &Browser) -> Outcome {
    browser
        .go("/analysis#game=d21&rules=2&play=C3-C6.C8-C7")
        .await?;
    browser.wait("#comment").await?;
    let said = "Nearer the centre & well {meant}";
    browser
        .script(&format!(
            "const t = document.querySelector('#comment'); t.value = {said:?}; t.dispatchEvent(new Event('change'))"
        ))
        .await?;
    let shown = text(browser, ".moves .said").await?;
    ensure(shown == said, shown)?;
    browser.page.refresh().await?;
    browser.wait(".moves .said").await?;
    let again = browser
        .script("return document.querySelector('#comment').value")
        .await?;
    ensure(again == said, format!("{again} after a reload"))?;
    browser.click("[data-tool='more']").await?;
    let record = browser.saved("[data-tool='record']").await?;
    ensure(record.contains("{Nearer the centre"), record.clone())?;
    // The record brings it back.
    browser.go("/analysis#game=d21").await?;
    browser.click("[data-tool='more']").await?;
    browser.write(".paste textarea", &record).await?;
    browser.click("[data-tool='open']").await?;
    let shown = text(browser, ".moves .said").await?;
    ensure(shown == said, format!("{shown} from the record"))
}

async fn lines(browser: &Browser) -> Outcome {
    browser.go("/analysis#game=d21").await?;
    browser.click("[data-tool='engine']").await?;
    let shown = async |wanted: u64| {
        browser
            .until(&format!("{wanted} lines"), async || {
                let bars = "return [...document.querySelectorAll('.engine-line .worth > span')].filter(e => e.getBoundingClientRect().width > 0).length";
                Ok((browser.script(bars).await? == wanted).then_some(()))
            })
            .await
    };
    shown(3).await?;
    for wanted in ["5", "1"] {
        browser
            .script(&format!("const s = document.querySelector('[data-tool=lines]'); s.value = {wanted:?}; s.dispatchEvent(new Event('change'))"))
            .await?;
        shown(wanted.parse()?).await?;
    }
    // A comment does not disturb the computer.
    let first = text(browser, ".engine-line .first").await?;
    browser.click(".engine-line").await?;
    let moves = browser.moves().await?;
    ensure(moves.len() == 1, format!("{first}: {moves:?}"))
}

/// What was offered for download: its name, its kind, its size in pixels and how it begins.
async fn offered(browser: &Browser, css: &str) -> Result<Value, Failure> {
    browser
        .script(
            "window.__file = null;
             window.__make ??= URL.createObjectURL;
             URL.createObjectURL = (blob) => {
                 if (blob.type === 'image/png' || blob.type === 'image/gif') {
                     blob.arrayBuffer().then(async (bytes) => {
                         const image = await createImageBitmap(blob);
                         window.__file = { kind: blob.type, size: bytes.byteLength, width: image.width, height: image.height, head: String.fromCharCode(...new Uint8Array(bytes.slice(0, 6))) };
                     });
                 }
                 return window.__make.call(URL, blob);
             };
             HTMLAnchorElement.prototype.click = function () { window.__name = this.download; };",
        )
        .await?;
    browser.click(css).await?;
    browser
        .until("a file", async || {
            let file = browser
                .script("return window.__file && { ...window.__file, name: window.__name }")
                .await?;
            Ok((!file.is_null()).then_some(file))
        })
        .await
}

async fn exports(browser: &Browser) -> Outcome {
    browser
        .go("/analysis#game=d21&rules=2&play=C3-C6.C8-C7&at=1&say=1:%5Bdraw%20D3-D6%5D")
        .await?;
    browser.wait(".site").await?;
    browser.click("[data-tool='more']").await?;
    let picture = offered(browser, "[data-tool='png']").await?;
    ensure(
        picture["kind"] == "image/png"
            && picture["name"] == "d21-1.png"
            && picture["width"].as_u64().max(picture["height"].as_u64()) == Some(1400)
            && picture["size"].as_u64() > Some(20_000),
        format!("{picture}"),
    )?;
    let film = offered(browser, "[data-tool='gif']").await?;
    ensure(
        film["kind"] == "image/gif"
            && film["name"] == "d21-2.gif"
            && film["head"] == "GIF89a"
            && film["width"].as_u64().max(film["height"].as_u64()) == Some(480),
        format!("{film}"),
    )?;
    let said = text(browser, ".exporting [role='status']").await?;
    ensure(said.contains("d21-2.gif"), said)?;
    // Where no worker can be had, that is told.
    browser
        .script("const real = Worker; window.Worker = function (url, options) { return new real('/nowhere.js', options); };")
        .await?;
    browser.click("[data-tool='gif']").await?;
    browser
        .until("what went wrong", async || {
            let said = text(browser, ".exporting [role='status']").await?;
            Ok(said.contains("could not").then_some(()))
        })
        .await
}

async fn hint_alone(browser: &Browser) -> Outcome {
    browser.seat_persons("solitaire", 1).await?;
    browser.click("[data-tool='hint']").await?;
    browser.wait(".advice strong").await?;
    let said = text(browser, ".advice").await?;
    ensure(
        said.contains("You can still finish with one piece"),
        format!("it says {said}"),
    )
}
