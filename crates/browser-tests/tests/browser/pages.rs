//! The shelf, a game's page, the player's games, preferences, the books.

use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Outcome, Test, ensure};
use tablier_rules::catalog;

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "the shelf shows every game and leads to a table" => shelf,
        "the shelf is filtered, and unfinished games come first" => filters,
        "the language changes at once" => language,
        "a game begins as it was set up" => set_up,
        "a game's page tells its origin, what is known, and one's results" => about,
        "what is kept can be looked at, exported and deleted" => kept,
        "rulebook, lesson and puzzles come when they are wanted" => books,
    ]
}

/// How many games the shelf shows.
async fn shown(browser: &Browser) -> Result<u64, tablier_browser_tests::Failure> {
    let count = browser
        .script("return document.querySelectorAll('.card').length")
        .await?;
    Ok(count.as_u64().unwrap_or_default())
}

async fn shelf(browser: &Browser) -> Outcome {
    browser.go("/").await?;
    for info in catalog::GAMES {
        browser
            .wait(&format!("[data-game='{}'] img", info.id))
            .await?;
    }
    browser
        .click(&format!("[data-game='{}']", catalog::GAMES[0].id))
        .await?;
    browser.wait(".site").await?;
    // The whole board is on the screen, and the page does not scroll.
    let fits = browser
        .script(
            "const root = document.scrollingElement;
             const sites = [...document.querySelectorAll('.site')].map(e => e.getBoundingClientRect());
             return root.scrollHeight <= innerHeight + 1 && sites.every(r => r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth)",
        )
        .await?;
    ensure(fits == true, "the board does not fit")
}

async fn filters(browser: &Browser) -> Outcome {
    browser.go("/").await?;
    let all = shown(browser).await?;
    ensure(
        all == catalog::GAMES.len() as u64,
        format!("{all} games on the shelf"),
    )?;
    browser.click(".segments button:nth-child(2)").await?;
    let alone = shown(browser).await?;
    ensure((1..all).contains(&alone), format!("{alone} games for one"))?;
    browser.click(".segments button:nth-child(1)").await?;
    browser.click(".filters .toggle").await?;
    ensure(shown(browser).await? < all, "all games are quick")?;
    browser.click(".filters .toggle").await?;
    browser
        .script("const s = document.querySelector('.filters select'); s.selectedIndex = 1; s.dispatchEvent(new Event('change'))")
        .await?;
    ensure((1..all).contains(&shown(browser).await?), "no kind")?;
    browser
        .script("const s = document.querySelector('.filters select'); s.selectedIndex = 0; s.dispatchEvent(new Event('change'))")
        .await?;
    browser.click(".filters input").await?;
    browser.key("eupd").await?;
    ensure(shown(browser).await? == 1, "searching finds nothing")?;
    // A game in progress is the first thing on the shelf, and its card comes first.
    let table = catalog::open("saute").map_err(|error| error.to_string())?;
    let first = table.legal()[..1].to_vec();
    browser.seat_persons_after("saute", 2, &first).await?;
    browser.go("/").await?;
    let first = browser
        .script("return [document.querySelector('.resume a').getAttribute('href'), document.querySelector('.card [data-game]').dataset.game]")
        .await?;
    ensure(
        first[0] == "/play/test" && first[1] == "saute",
        format!("{first} comes first"),
    )
}

async fn language(browser: &Browser) -> Outcome {
    browser.go("/").await?;
    browser.click(".language").await?;
    let heading = browser
        .script("return [document.documentElement.lang, document.querySelector('h1').textContent]")
        .await?;
    ensure(heading[0] == "fr", format!("not French: {heading}"))?;
    browser.go("/").await?;
    let kept = browser
        .script("return document.documentElement.lang")
        .await?;
    ensure(kept == "fr", "the language is not kept")?;
    // Nothing shows a key instead of a text.
    let games = catalog::GAMES
        .iter()
        .map(|info| format!("/game/{}", info.id));
    let pages = ["/", "/games", "/analysis", "/puzzles"].map(str::to_owned);
    for path in pages.into_iter().chain(games) {
        browser.go(&path).await?;
        let keys = browser
            .script(r"return document.body.innerText.match(/\b(ui|shelf|rules|cli|engine|about|book-page|review|study)\.[a-z0-9-]+/g) || []")
            .await?;
        ensure(
            keys.as_array().is_some_and(Vec::is_empty),
            format!("{path}: {keys}"),
        )?;
    }
    // At a table nothing remains of the other language.
    browser.seat_persons("cubulus", 2).await?;
    let before = browser.script("return document.body.innerText").await?;
    browser.click(".language").await?;
    let after = browser.script("return document.body.innerText").await?;
    ensure(before != after, "the table did not change its language")?;
    browser.wait(".site").await?;
    Ok(())
}

async fn set_up(browser: &Browser) -> Outcome {
    browser.go("/game/cubulus").await?;
    browser.click("[data-option='level=2']").await?;
    browser.click("[data-tool='lot']").await?;
    let lot = browser.wait(".who [role='status']").await?.text().await?;
    ensure(lot.contains("White starts"), format!("the lot says {lot}"))?;
    for seat in 0..2 {
        browser
            .script(&format!(
                "const s = document.querySelector('[data-seat=\"{seat}\"]'); s.value = '0'; s.dispatchEvent(new Event('change'))"
            ))
            .await?;
    }
    // A position by hand: an impossible one is refused with a reason.
    browser.click(".set-up summary").await?;
    browser.write(".set-up textarea", "E1 E2 1").await?;
    let problem = browser.wait(".problem:not(:empty)").await?.text().await?;
    ensure(problem.contains('('), format!("no rule in: {problem}"))?;
    let mut table = catalog::open("cubulus:level=2").map_err(|error| error.to_string())?;
    let first = table.legal()[0].clone();
    table.play(&first).map_err(|why| format!("{why:?}"))?;
    let start = table.position();
    browser.write(".set-up textarea", &start).await?;
    browser.wait(".problem:empty").await?;
    browser.click("[data-tool='begin']").await?;
    browser.wait(".site").await?;
    let kept = browser
        .script("const k = Object.keys(localStorage).find(k => k.startsWith('tablier.game.')); return JSON.parse(localStorage.getItem(k))")
        .await?;
    ensure(
        kept["spec"] == "cubulus:level=2",
        format!("another game: {kept}"),
    )?;
    ensure(
        kept["players"][1] == "Person",
        format!("another player: {kept}"),
    )?;
    ensure(
        kept["start"] == start.as_str(),
        format!("another start: {kept}"),
    )
}

async fn about(browser: &Browser) -> Outcome {
    // A lost game against the computer is counted.
    browser
        .seat(
            "alignement",
            &serde_json::json!(["Person", { "Machine": 1 }]),
            &[],
        )
        .await?;
    browser.click("[data-tool='more']").await?;
    browser.click("[data-tool='flag']").await?;
    browser.wait(".ending").await?;
    browser.go("/game/alignement").await?;
    let text = browser.wait(".about").await?.text().await?;
    for part in ["Blockade", "second player wins", "16 moves", "1 lost"] {
        ensure(text.contains(part), format!("no “{part}” in: {text}"))?;
    }
    browser.click(".book-links a").await?;
    browser.wait("article h1").await?;
    Ok(())
}

async fn kept(browser: &Browser) -> Outcome {
    browser
        .seat_persons_after("d21", 2, &["C3-C6".to_owned()])
        .await?;
    browser.click("[data-tool='more']").await?;
    browser.click("[data-tool='flag']").await?;
    browser.wait(".ending").await?;
    browser.go("/games").await?;
    let text = browser.wait(".records li").await?.text().await?;
    ensure(text.contains("wins"), format!("no result in: {text}"))?;
    browser.click("[data-tool='settings']").await?;
    // The panel scrolls, and its last button stays in sight.
    browser
        .script("document.querySelector(\"[data-tool='delete-all']\").scrollIntoView({ block: 'center' })")
        .await?;
    let file = browser.saved("[data-tool='export']").await?;
    ensure(file.contains("C3-C6"), format!("exported: {file}"))?;
    browser.click("[data-tool='delete-all']").await?;
    browser.click("[data-tool='delete-all']").await?;
    browser
        .until("nothing kept", async || {
            let left = browser
                .script("return Object.keys(localStorage).filter(k => k.startsWith('tablier.game')).length")
                .await?;
            Ok((left == 0).then_some(()))
        })
        .await?;
    browser.wait(".cards").await?;
    Ok(())
}

async fn books(browser: &Browser) -> Outcome {
    browser.go("/rules/d21#D3").await?;
    browser.wait("article h1").await?;
    browser
        .wait("article figure svg, article figure .stage")
        .await?;
    browser.wait("[id='D3']").await?;
    browser.click(".language").await?;
    let title = browser
        .script("return document.querySelector('article h2').textContent")
        .await?;
    browser.click(".language").await?;
    let english = browser
        .script("return document.querySelector('article h2').textContent")
        .await?;
    ensure(title != english, "the rulebook stays in one language")?;
    for path in ["/learn/d21", "/puzzles", "/puzzles/d21", "/rules/nothing"] {
        browser.go(path).await?;
        browser.wait("main h1").await?;
    }
    Ok(())
}
