//! What people choose for themselves: names, times, looks, a board that turns, and their results.

use serde_json::json;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Outcome, Test, ensure};

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "people on one screen have names, and take them into the rematch" => names,
        "each player can have a time of their own" => times,
        "the board turns to whoever plays" => turning,
        "boards and pieces have other looks, and keep them" => looks,
        "the preferences are in order, and whole on a desk’s screen" => in_order,
        "results are counted by game and level" => results,
    ]
}

/// Chooses a value in a list.
async fn choose(browser: &Browser, css: &str, value: &str) -> Outcome {
    browser.wait(css).await?;
    browser
        .script(&format!(
            "const e = document.querySelector({css:?}); e.value = {value:?}; e.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ))
        .await?;
    Ok(())
}

async fn names(browser: &Browser) -> Outcome {
    browser.go("/game/cubulus").await?;
    browser.click("[data-company='here']").await?;
    browser.write("[data-name='0']", "Ana").await?;
    browser.write("[data-name='1']", " Ben ").await?;
    browser.click("[data-tool='begin']").await?;
    browser.wait(".site").await?;
    let plates = "return [...document.querySelectorAll('.plate .person')].map(e => e.textContent)";
    let shown = browser.script(plates).await?;
    ensure(
        shown == json!(["Ana", "Ben"]),
        format!("on the plates: {shown}"),
    )?;
    let prompt = browser.wait(".prompt p").await?.text().await?;
    ensure(
        prompt.starts_with("Ana:"),
        format!("the prompt says {prompt}"),
    )?;
    browser.page.refresh().await?;
    browser.wait(".site").await?;
    let shown = browser.script(plates).await?;
    ensure(
        shown == json!(["Ana", "Ben"]),
        format!("after a reload: {shown}"),
    )?;
    browser.click("[data-tool='more']").await?;
    let address = browser.page.current_url().await?;
    browser.click(".more [data-tool='again']").await?;
    browser
        .until("the rematch", async || {
            Ok((browser.page.current_url().await? != address).then_some(()))
        })
        .await?;
    browser.wait(".site").await?;
    let shown = browser.script(plates).await?;
    ensure(
        shown == json!(["Ben", "Ana"]),
        format!("in the rematch: {shown}"),
    )?;
    // They are known the next time, and the list of games tells who played.
    browser.go("/game/d21").await?;
    browser.click("[data-company='here']").await?;
    browser.wait("[data-name='0']").await?;
    let known = browser
        .script("return document.querySelector(\"[data-name='0']\").value")
        .await?;
    ensure(known == "Ana", format!("{known} is proposed"))?;
    browser.go("/games").await?;
    let list = browser.wait(".records").await?.text().await?;
    ensure(list.contains("Ana, Ben"), format!("the list: {list}"))
}

async fn times(browser: &Browser) -> Outcome {
    browser.go("/game/cubulus").await?;
    browser.click("[data-company='here']").await?;
    choose(browser, "[data-field='clock']", "own").await?;
    browser.click("[data-field='clock-differ']").await?;
    choose(browser, "[data-field='clock-minutes-0']", "3").await?;
    choose(browser, "[data-field='clock-seconds-0']", "0").await?;
    choose(browser, "[data-field='clock-minutes-1']", "12.5").await?;
    choose(browser, "[data-field='clock-seconds-1']", "30").await?;
    browser.click("[data-tool='begin']").await?;
    browser.wait(".clock").await?;
    let clocks = "return [...document.querySelectorAll('.clock')].map(e => e.textContent)";
    let shown = browser.script(clocks).await?;
    ensure(
        shown == json!(["3:00", "12:30"]),
        format!("the clocks: {shown}"),
    )?;
    browser.click("[data-label='B1']").await?;
    browser.click(".site.can:not([data-label='B1'])").await?;
    browser.wait(".moves .action").await?;
    let kept = browser
        .script("const key = Object.keys(localStorage).find(k => k.startsWith('tablier.game.')); return JSON.parse(localStorage[key]).clock")
        .await?;
    ensure(
        kept["shares"][1]["increment"] == 30_000.0,
        format!("kept: {kept}"),
    )
}

async fn turning(browser: &Browser) -> Outcome {
    browser.go("/game/cubulus").await?;
    browser.click("[data-company='here']").await?;
    browser.click(".who [data-taste='passed-round']").await?;
    browser.click("[data-tool='begin']").await?;
    browser.wait(".site").await?;
    let lies = async |what: &str, below: bool| -> Outcome {
        browser
            .until(what, async || {
                let found = browser
                    .script("const y = (l) => document.querySelector(`[data-label=${l}]`).getBoundingClientRect().top; return y('A1') > y('A9')")
                    .await?;
                Ok((found == below).then_some(()))
            })
            .await
    };
    lies("white’s side below", true).await?;
    browser.click("[data-label='B1']").await?;
    browser.click(".site.can:not([data-label='B1'])").await?;
    lies("black’s side below", false).await?;
    // Switched off, the board lies as at the beginning.
    browser.click("[data-tool='settings']").await?;
    browser
        .click(".settings [data-taste='passed-round']")
        .await?;
    lies("white’s side below again", true).await
}

async fn looks(browser: &Browser) -> Outcome {
    browser.prefer("en", "Light", "Table").await?;
    browser.seat_persons("cubulus", 2).await?;
    let look = "const s = (css) => getComputedStyle(document.querySelector(css));
        return [s('.site.dark').backgroundImage, s('.site.dark').backgroundColor, s('.piece .blank').display, s('.label').display]";
    let natural = browser.script(look).await?;
    ensure(
        natural[0]
            .as_str()
            .is_some_and(|image| image.contains("walnut"))
            && natural[2] != "none",
        format!("natural: {natural}"),
    )?;
    browser.click("[data-tool='settings']").await?;
    choose(browser, "[data-taste='board']", "1").await?;
    choose(browser, "[data-taste='pieces']", "1").await?;
    choose(browser, "[data-taste='pace']", "2").await?;
    browser.click("[data-taste='coordinates']").await?;
    let muted = browser.script(look).await?;
    ensure(
        muted[0] == "none" && muted[2] == "none" && muted[3] == "none",
        format!("muted: {muted}"),
    )?;
    choose(browser, "[data-taste='board']", "2").await?;
    let strong = browser.script(look).await?;
    ensure(
        strong[0] == "none" && strong[1] != muted[1],
        format!("strong: {strong}, muted: {muted}"),
    )?;
    browser.page.refresh().await?;
    browser.wait(".piece").await?;
    let kept = browser.script(look).await?;
    ensure(kept == strong, format!("after a reload: {kept}"))?;
    let prefs = browser
        .script("return JSON.parse(localStorage['tablier.prefs']).taste.pace")
        .await?;
    ensure(prefs == "Quick", format!("the speed kept is {prefs}"))
}

async fn in_order(browser: &Browser) -> Outcome {
    for (width, height) in [(320, 640), (390, 844), (1366, 768)] {
        browser.size(width, height).await?;
        for language in ["en", "fr"] {
            browser.prefer(language, "Light", "Flat").await?;
            browser.go("/").await?;
            browser.click("[data-tool='settings']").await?;
            browser.wait(".settings").await?;
            let wrong = browser
                .script(
                    "const panel = document.querySelector('.settings'), outer = panel.getBoundingClientRect(), wrong = [];
                     if (outer.left < 0 || outer.right > innerWidth || outer.top < 0 || outer.bottom > innerHeight) wrong.push('off the screen');
                     if (panel.scrollWidth > panel.clientWidth) wrong.push('too wide');
                     if (innerWidth > 1000 && panel.scrollHeight > panel.clientHeight) wrong.push('it scrolls');
                     const rows = [...panel.querySelectorAll('.line, .choice')].map(e => [e, e.getBoundingClientRect()]);
                     for (const [e, r] of rows) if (r.height < 43.5 || r.right > outer.right + 0.5 || e.scrollWidth > e.clientWidth + 1) wrong.push(e.textContent.slice(0, 30) + ' ' + r.height);
                     rows.forEach(([, a], i) => rows.slice(i + 1).forEach(([, b]) => { if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) wrong.push('rows overlap'); }));
                     return wrong",
                )
                .await?;
            ensure(
                wrong.as_array().is_some_and(Vec::is_empty),
                format!("{language} at {width}: {wrong}"),
            )?;
        }
    }
    Ok(())
}

async fn results(browser: &Browser) -> Outcome {
    let save = async |id: &str, players: serde_json::Value, loser: u8| -> Outcome {
        let game = json!({
            "id": id, "spec": "d21", "start": null, "tree": [], "head": 0, "players": players,
            "touched": 1.0, "over": true, "leavings": [[0, { "Resigned": loser }]]
        });
        let text = game.to_string();
        browser
            .script(&format!(
                "localStorage.setItem('tablier.game.{id}', {text:?})"
            ))
            .await?;
        Ok(())
    };
    save("a", json!(["Person", { "Machine": 4 }]), 1).await?;
    save("b", json!([{ "Machine": 4 }, "Person"]), 1).await?;
    save("c", json!(["Person", { "Machine": 6 }]), 1).await?;
    save("d", json!(["Person", "Person"]), 1).await?;
    for (width, height) in [(320, 640), (1280, 720)] {
        browser.size(width, height).await?;
        browser.go("/games").await?;
        browser.wait(".statistics").await?;
        let rows = browser
            .script("return [...document.querySelectorAll('.statistics tbody tr')].map(r => [...r.cells].map(c => c.textContent))")
            .await?;
        ensure(
            rows == json!([
                ["D.21", "level 4", "2", "1", "0", "1"],
                ["D.21", "level 6", "1", "1", "0", "0"],
                ["D.21", "people here", "1", "", "", ""]
            ]),
            format!("the results: {rows}"),
        )?;
        let wide = browser
            .script("return document.documentElement.scrollWidth > innerWidth || document.querySelector('.statistics').scrollWidth > document.querySelector('.statistics').clientWidth")
            .await?;
        ensure(wide == false, format!("too wide at {width}"))?;
    }
    Ok(())
}
