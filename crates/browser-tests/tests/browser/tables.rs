//! The table and the analysis table: everything besides plain play.

use serde_json::json;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Outcome, Test, ensure};

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "what is refused is explained beside the square" => refusal,
        "a piece can be dragged" => dragging,
        "a choice is shown before it is made" => preview,
        "keys change the view, turn the board, show the keys" => keys,
        "thinking leaves the page alive and can be stopped" => thinking,
        "a hint says why" => hint,
        "resigning ends the game, and the next one changes seats" => resigning,
        "a draw is agreed" => draw,
        "a clock runs out" => clock,
        "one steps through a game" => stepping,
        "analysis keeps variations and its link carries them" => analysis,
        "analysis takes positions, actions, records and links" => pasting,
    ]
}

async fn refusal(browser: &Browser) -> Outcome {
    browser.seat_persons("cubulus", 2).await?;
    browser.click("[data-label='A1']").await?;
    browser.click("[data-label='I9']").await?;
    let remark = browser.wait(".remark").await?.text().await?;
    ensure(remark.contains("CU"), format!("no rule in: {remark}"))?;
    let link = browser.wait(".remark a").await?.attr("href").await?;
    ensure(
        link.is_some_and(|link| link.contains("/rules/cubulus#CU")),
        "no way to the rule",
    )?;
    browser.think_endlessly(true).await?;
    let came = not_ones_turn(browser).await;
    browser.think_endlessly(false).await?;
    came
}

/// A pick out of turn is explained too.
async fn not_ones_turn(browser: &Browser) -> Outcome {
    let machines = json!([{ "Machine": 10 }, "Person"]);
    browser.seat("cubulus", &machines, &[]).await?;
    browser.click("[data-label='A9']").await?;
    let remark = browser.wait(".remark").await?.text().await?;
    ensure(
        remark.contains("white"),
        format!("why not is not said: {remark}"),
    )
}

async fn dragging(browser: &Browser) -> Outcome {
    browser.seat_persons("d21", 2).await?;
    browser
        .drag("[data-label='C3']", "[data-label='C6']")
        .await?;
    let moves = browser.moves().await?;
    ensure(moves == ["C3-C6"], format!("{moves:?}"))?;
    // A drag to nowhere leaves the piece picked up, not moved.
    browser
        .drag("[data-label='C8']", "[data-label='A1']")
        .await?;
    let moves = browser.moves().await?;
    ensure(moves.len() == 1, format!("{moves:?}"))
}

async fn preview(browser: &Browser) -> Outcome {
    browser.seat_persons("cubulus", 2).await?;
    browser.click("[data-label='B1']").await?;
    browser.hover(".site.can[data-label='B3']").await?;
    browser.wait(".piece.ghost").await?;
    // By keyboard too.
    browser.hover("[data-label='A5']").await?;
    browser
        .script("document.querySelector('[data-label=B3]').focus()")
        .await?;
    browser.wait(".piece.ghost").await?;
    Ok(())
}

async fn keys(browser: &Browser) -> Outcome {
    browser.seat_persons("cubulus", 2).await?;
    browser.wait(".view-flat .numerals text").await?;
    browser.key("v").await?;
    browser.wait(".view-table").await?;
    let place = "return document.querySelector('[data-label=A1]').getBoundingClientRect().top";
    let before = browser.script(place).await?;
    browser.key("f").await?;
    let after = browser.script(place).await?;
    ensure(before != after, "the board does not turn")?;
    browser.key("?").await?;
    browser.wait(".keys").await?;
    browser.key("\u{e00c}").await?;
    browser
        .until("no more keys", async || {
            let open = browser
                .script("return !!document.querySelector('.keys')")
                .await?;
            Ok((open == false).then_some(()))
        })
        .await
}

async fn thinking(browser: &Browser) -> Outcome {
    browser.think_endlessly(true).await?;
    let came = stopped(browser).await;
    browser.think_endlessly(false).await?;
    came
}

async fn stopped(browser: &Browser) -> Outcome {
    let machines = json!(["Person", { "Machine": 10 }]);
    browser
        .seat("cubulus", &machines, &["23B1-54B3".to_owned()])
        .await?;
    browser.wait("[data-tool='stop']").await?;
    browser
        .script("window.__beats = 0; const beat = () => { window.__beats++; requestAnimationFrame(beat); }; beat();")
        .await?;
    browser
        .until("a live page", async || {
            let beats = browser.script("return window.__beats").await?;
            Ok(beats.as_u64().filter(|&beats| beats > 10))
        })
        .await?;
    browser.click("[data-tool='stop']").await?;
    let moves = browser
        .until("the machine's move", async || {
            let moves = browser.moves().await?;
            Ok((moves.len() == 2).then_some(moves))
        })
        .await?;
    ensure(moves[0] == "23B1-54B3", format!("{moves:?}"))
}

async fn hint(browser: &Browser) -> Outcome {
    browser.seat_persons("alignement", 2).await?;
    browser.click("[data-tool='hint']").await?;
    browser.wait(".advice strong").await?;
    browser.wait(".mark.hint").await?;
    let text = browser.wait(".advice").await?.text().await?;
    ensure(
        text.split_whitespace().count() > 3,
        format!("no reason in: {text}"),
    )
}

async fn resigning(browser: &Browser) -> Outcome {
    browser
        .seat("blocus", &json!(["Person", { "Machine": 2 }]), &[])
        .await?;
    browser.click("[data-tool='more']").await?;
    browser.click("[data-tool='flag']").await?;
    let text = browser.wait(".ending").await?.text().await?;
    let told = text.contains("You lose: you resigned.");
    ensure(told, format!("the result is {text}"))?;
    browser.click("[data-tool='rematch']").await?;
    let seats = browser
        .until("another game", async || {
            let seats = browser
                .script("return location.pathname === '/play/test' ? null : [...document.querySelectorAll('.plate')].map(e => e.textContent)")
                .await?;
            Ok(seats.as_array().map(|seats| seats.len()).filter(|&n| n == 2).map(|_| seats))
        })
        .await?;
    // The computer adapts to the result: only that it begins now is certain.
    ensure(
        seats[0].as_str().is_some_and(|seat| seat.contains("level")),
        format!("the seats are {seats}"),
    )
}

async fn draw(browser: &Browser) -> Outcome {
    browser.seat_persons("blocus", 2).await?;
    browser.click("[data-tool='more']").await?;
    browser.click("[data-tool='draw']").await?;
    let text = browser.wait(".ending").await?.text().await?;
    ensure(text.contains("drawn"), format!("the result is {text}"))
}

async fn clock(browser: &Browser) -> Outcome {
    browser
        .seat_persons_after("d21", 2, &["C3-C6".to_owned()])
        .await?;
    browser
        .script("const g = JSON.parse(localStorage.getItem('tablier.game.test')); g.clock = { left: [60000, 900], whole: 60000, increment: 0 }; localStorage.setItem('tablier.game.test', JSON.stringify(g))")
        .await?;
    browser.go("/play/test").await?;
    browser.wait(".clock").await?;
    let text = browser.wait(".ending").await?.text().await?;
    ensure(
        text.contains("Red wins") && text.contains("time"),
        format!("the result is {text}"),
    )
}

async fn stepping(browser: &Browser) -> Outcome {
    let actions = ["C3-C6", "C8-C7"].map(str::to_owned);
    browser.seat_persons_after("d21", 2, &actions).await?;
    browser.click("[data-tool='first']").await?;
    browser.wait(".away").await?;
    // Nobody can play while looking back.
    browser.click("[data-label='D3']").await?;
    browser.wait(".remark").await?;
    browser.click("[data-tool='forward']").await?;
    let current = browser.wait(".moves [aria-current]").await?.text().await?;
    ensure(current == "C3-C6", format!("{current} is shown"))?;
    browser.click("[data-tool='last']").await?;
    browser.key("u").await?;
    let moves = browser.moves().await?;
    ensure(moves == ["C3-C6"], format!("{moves:?}"))?;
    browser.key("r").await?;
    let moves = browser.moves().await?;
    ensure(moves == actions, format!("{moves:?}"))
}

async fn analysis(browser: &Browser) -> Outcome {
    browser.go("/analysis#game=d21&play=C3-C6.C8-C7").await?;
    browser.wait(".site").await?;
    let moves = browser.moves().await?;
    ensure(moves == ["C3-C6", "C8-C7"], format!("{moves:?}"))?;
    // Another second action is a variation.
    browser.click("[data-tool='back']").await?;
    browser.click("[data-label='D8']").await?;
    browser.click("[data-label='D7']").await?;
    browser.wait(".moves .branch").await?;
    let address = browser.script("return location.hash").await?;
    ensure(
        address == "#game=d21&rules=2&play=C3-C6.C8-C7.(D8-D7)&at=3",
        format!("the address is {address}"),
    )?;
    // The address alone restores everything.
    browser.page.refresh().await?;
    browser.wait(".moves .branch [aria-current]").await?;
    browser.click("[data-tool='engine']").await?;
    browser.wait(".engine-line").await?;
    let bar = browser
        .script("return document.querySelectorAll('.chances span').length")
        .await?;
    ensure(bar == 2, format!("{bar} seats have chances"))?;
    browser.click("[data-tool='engine']").await?;
    Ok(())
}

/// Opens the panel of the analysis table.
async fn open_panel(browser: &Browser) -> Outcome {
    let open = browser
        .script("return !!document.querySelector('.paste')")
        .await?;
    if open == false {
        browser.click("[data-tool='more']").await?;
    }
    browser.wait(".paste").await?;
    Ok(())
}

/// Pastes a text into the analysis table and opens it.
async fn paste(browser: &Browser, text: &str) -> Outcome {
    open_panel(browser).await?;
    browser.write(".paste textarea", text).await?;
    browser.click("[data-tool='open']").await
}

async fn pasting(browser: &Browser) -> Outcome {
    browser.go("/analysis#game=d21").await?;
    browser.wait(".site").await?;
    // An impossible position is refused with a reason.
    paste(browser, "nonsense").await?;
    browser.wait(".paste .problem:not(:empty)").await?;
    paste(browser, "1. C3-C6 2. C8-C7").await?;
    let played = async |wanted: &[&str]| {
        browser
            .until(&format!("{wanted:?}"), async || {
                Ok((browser.moves().await? == wanted).then_some(()))
            })
            .await
    };
    played(&["C3-C6", "C8-C7"]).await?;
    open_panel(browser).await?;
    let record = browser.saved("[data-tool='record']").await?;
    let picture = browser.saved("[data-tool='picture']").await?;
    ensure(
        picture.starts_with("<svg") && picture.contains("</svg>"),
        "not a picture",
    )?;
    paste(browser, "/analysis#game=saute:players=3").await?;
    played(&[]).await?;
    let seats = browser
        .script("return document.querySelectorAll('.plate').length")
        .await?;
    ensure(seats == 3, format!("{seats} seats"))?;
    paste(browser, &record).await?;
    played(&["C3-C6", "C8-C7"]).await?;
    // Another variant is a choice.
    browser
        .script("const s = document.querySelector('[data-tool=game]'); s.value = 'cubulus'; s.dispatchEvent(new Event('change'))")
        .await?;
    played(&[]).await?;
    open_panel(browser).await?;
    browser.click("[data-option='level=2']").await?;
    browser
        .until("the other level", async || {
            let address = browser.script("return location.hash").await?;
            Ok((address == "#game=cubulus:level%3D2").then_some(()))
        })
        .await
}
