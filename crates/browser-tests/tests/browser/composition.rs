//! What one sees before, while and after playing: the shelf, the card at a first visit, the pieces that
//! can move, the list of moves, the end, and the board in its room.

use std::time::Duration;

use serde_json::json;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::{clicks, recorded};
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::catalog;

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "the shelf shows every game in the middle of play" => pictures,
        "the shelf fetches a picture when somebody comes near it" => near,
        "the shelf leads with what is beautiful, then with what one played" => order,
        "a search without a result says so" => nothing_found,
        "pointing at a game plays it, unless things should not move" => pointing,
        "a game's page shows it as it stands on the table" => portrait,
        "a first visit is told the aim and the moves, once" => introduction,
        "pieces that can move are recognised at once" => movable,
        "the last move is seen on a piece that covers its squares" => last_move,
        "moves stand in columns, and commands are told in words" => columns,
        "the end is told to people, with its rule" => ending,
        "the board stands in the middle and fills its room" => centred,
    ]
}

/// What an element shows; WebDriver gives no-break spaces as plain ones.
async fn text(browser: &Browser, css: &str) -> Result<String, Failure> {
    Ok(browser.wait(css).await?.text().await?)
}

async fn pictures(browser: &Browser) -> Outcome {
    browser.go("/").await?;
    for info in catalog::GAMES {
        let picture = format!("[data-game='{}'] img", info.id);
        browser.wait(&picture).await?;
        browser
            .script(&format!(
                "document.querySelector({picture:?}).scrollIntoView()"
            ))
            .await?;
        let there = format!("return document.querySelector({picture:?}).naturalWidth > 100");
        browser
            .until(&format!("the picture of {}", info.id), async || {
                Ok((browser.script(&there).await? == true).then_some(()))
            })
            .await?;
    }
    Ok(())
}

async fn near(browser: &Browser) -> Outcome {
    browser.size(390, 844).await?;
    browser.go("/").await?;
    let fetched =
        "return [...document.querySelectorAll('[data-game] img')].map((e) => e.naturalWidth > 100)";
    browser
        .until("the first picture", async || {
            Ok((browser.script(fetched).await?[0] == true).then_some(()))
        })
        .await?;
    let far = browser.script(fetched).await?;
    let last = catalog::GAMES.len() - 1;
    ensure(
        far[last] == false && far[last / 2] == false,
        format!("pictures far below are fetched: {far}"),
    )?;
    browser
        .script("scrollTo(0, document.documentElement.scrollHeight)")
        .await?;
    browser
        .until("the last picture", async || {
            Ok((browser.script(fetched).await?[last] == true).then_some(()))
        })
        .await
}

/// The games of the shelf in order.
async fn shelf(browser: &Browser) -> Result<Vec<String>, Failure> {
    browser.go("/").await?;
    browser.wait("[data-game]").await?;
    let ids = browser
        .script("return [...document.querySelectorAll('[data-game]')].map(e => e.dataset.game)")
        .await?;
    Ok(serde_json::from_value(ids)?)
}

async fn order(browser: &Browser) -> Outcome {
    let fresh = shelf(browser).await?;
    let catalog: Vec<&str> = catalog::GAMES.iter().map(|info| info.id).collect();
    ensure(
        fresh != catalog,
        "the shelf is in the order of the alphabet",
    )?;
    let last = fresh.last().cloned().unwrap_or_default();
    let table = catalog::open(&last).map_err(|error| error.to_string())?;
    let first = table.legal()[..1].to_vec();
    browser.seat_persons_after(&last, 2, &first).await?;
    let played = shelf(browser).await?;
    let mut wanted = fresh.clone();
    wanted.rotate_right(1);
    ensure(played == wanted, format!("{played:?} after playing {last}"))
}

async fn nothing_found(browser: &Browser) -> Outcome {
    let all = shelf(browser).await?;
    browser.click(".filters input").await?;
    browser.key("xyzzy").await?;
    let said = text(browser, ".no-game").await?;
    ensure(said.contains("No game"), format!("it says {said:?}"))?;
    browser.click("[data-tool='all-games']").await?;
    let shown = browser
        .script("return [document.querySelectorAll('.card').length, document.querySelector('.filters input').value]")
        .await?;
    ensure(
        shown == json!([all.len(), ""]),
        format!("{shown} after asking for all"),
    )
}

async fn pointing(browser: &Browser) -> Outcome {
    browser.go("/").await?;
    // With less motion nothing happens.
    browser.hover("[data-game='empire']").await?;
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let still = browser
        .script("return !document.querySelector('.acting')")
        .await?;
    ensure(still == true, "it moves though nothing should")?;
    browser
        .script("const p = JSON.parse(localStorage.getItem('tablier.prefs')); p.motion = true; localStorage.setItem('tablier.prefs', JSON.stringify(p))")
        .await?;
    browser.go("/").await?;
    browser.hover("[data-game='empire']").await?;
    browser.wait(".acting.alive .piece").await?;
    let places = "return [...document.querySelectorAll('.acting .piece')].map(e => e.dataset.site).sort().join()";
    let before = browser.script(places).await?;
    browser
        .until("an action", async || {
            Ok((browser.script(places).await? != before).then_some(()))
        })
        .await?;
    // The board covers its picture, and nobody can reach it.
    let laid = browser
        .script(
            "const board = document.querySelector('.acting .frame').getBoundingClientRect();
             const picture = document.querySelector('[data-game=\"empire\"] img').getBoundingClientRect();
             return [board.left >= picture.left, board.right <= picture.right, board.width > 0.85 * picture.width, !!document.querySelector('.on-display[inert]')]",
        )
        .await?;
    ensure(
        laid == json!([true, true, true, true]),
        format!("it lies {laid}"),
    )?;
    browser.hover("h1").await?;
    browser
        .until("the end of it", async || {
            let gone = browser
                .script("return !document.querySelector('.acting')")
                .await?;
            Ok((gone == true).then_some(()))
        })
        .await
}

async fn portrait(browser: &Browser) -> Outcome {
    for (path, pieces) in [("/game/empire", 20), ("/game/cubulus", 18)] {
        browser.go(path).await?;
        browser.wait(".portrait .view-table .piece").await?;
        let count = browser
            .script("return document.querySelectorAll('.portrait .piece').length")
            .await?;
        ensure(
            count.as_u64() >= Some(pieces),
            format!("{path}: {count} pieces"),
        )?;
    }
    browser.go("/game/empire").await?;
    browser.click("[data-option='players=4']").await?;
    browser
        .until("the start of four", async || {
            let count = browser
                .script("return document.querySelectorAll('.portrait .piece').length")
                .await?;
            Ok((count == 44).then_some(()))
        })
        .await
}

async fn introduction(browser: &Browser) -> Outcome {
    for (width, height) in [(1366, 768), (390, 844)] {
        browser.size(width, height).await?;
        for info in catalog::GAMES {
            browser.never_played().await?;
            let table = catalog::open(info.id).map_err(|error| error.to_string())?;
            browser
                .seat_persons(info.id, table.seating().sides.len())
                .await?;
            browser.wait(".introduction .deed svg").await?;
            let found = browser
                .script(
                    "const card = document.querySelector('.introduction').getBoundingClientRect();
                     const board = document.querySelector('.frame').getBoundingClientRect();
                     const over = card.left < board.right && card.right > board.left && card.top < board.bottom && card.bottom > board.top;
                     return [over, document.querySelectorAll('.introduction li').length, document.activeElement.closest('.introduction') === null, board.width]",
                )
                .await?;
            ensure(
                found[0] == false && found[1].as_u64() >= Some(2) && found[2] == true,
                format!("{} at {width}: {found}", info.id),
            )?;
            ensure(
                found[3].as_f64() >= Some(290.0),
                format!("{} at {width}: a board of {}", info.id, found[3]),
            )?;
        }
    }
    browser.size(1366, 768).await?;
    let card = "return !!document.querySelector('.introduction')";
    // Whoever plays needs no card, and does not see it again.
    browser.never_played().await?;
    browser.seat_persons("saute", 2).await?;
    browser.wait(".introduction").await?;
    browser.click("#site-38").await?;
    browser.click("#site-39").await?;
    browser
        .until("the card to go", async || {
            Ok((browser.script(card).await? == false).then_some(()))
        })
        .await?;
    browser.seat_persons("saute", 2).await?;
    browser.wait(".side .moves").await?;
    ensure(browser.script(card).await? == false, "the card comes back")?;
    // It can be asked for.
    browser.click("[data-tool='introduction']").await?;
    browser.wait(".introduction").await?;
    browser.click("[data-tool='let-me-play']").await?;
    let focus = browser
        .script("return document.activeElement.className.includes('site')")
        .await?;
    ensure(focus == true, "the keyboard is not at the board")?;
    // The lesson is one click away, and has no card.
    browser.never_played().await?;
    browser.seat_persons("d21", 2).await?;
    browser.click("[data-tool='show-me']").await?;
    browser.wait(".exercise, .board-area").await?;
    let path = browser.script("return location.pathname").await?;
    ensure(path == "/learn/d21", format!("it leads to {path}"))?;
    ensure(browser.script(card).await? == false, "a card in the lesson")?;
    browser
        .script("sessionStorage.removeItem('newcomer')")
        .await?;
    Ok(())
}

async fn movable(browser: &Browser) -> Outcome {
    let glow = "return [...document.querySelectorAll('.piece.movable')].filter(e => getComputedStyle(e, '::before').content !== 'none').length";
    browser.seat_persons("cubulus", 2).await?;
    browser.wait(".piece.movable").await?;
    let lit = browser.script(glow).await?;
    ensure(lit.as_u64() > Some(0), "nothing glows")?;
    let all = browser
        .script("return document.querySelectorAll('.piece').length")
        .await?;
    ensure(lit.as_u64() < all.as_u64(), "everything glows")?;
    browser.click("[data-tool='settings']").await?;
    browser.click("[data-field='movable']").await?;
    ensure(
        browser.script(glow).await? == 0,
        "it cannot be switched off",
    )?;
    browser.go("/play/test").await?;
    browser.wait(".piece.movable").await?;
    ensure(browser.script(glow).await? == 0, "the choice is not kept")
}

/// Brackets on the squares would lie under it: it has an outline of its own.
async fn last_move(browser: &Browser) -> Outcome {
    let game = recorded("eupdonne").ok_or("no game is recorded")?;
    for view in ["Table", "Flat"] {
        browser.prefer("en", "Light", view).await?;
        // A bar enters, and in the end one is moved: only where it was there are brackets.
        for (plies, left) in [(1, 0), (4, 3)] {
            browser
                .seat_persons_after("eupdonne", 2, &game[..plies])
                .await?;
            browser.wait(".piece.moved").await?;
            let found = browser
                .script(
                    "const moved = [...document.querySelectorAll('.piece.moved')];
                     return [moved.length, getComputedStyle(moved[0].querySelector('.mover')).filter.includes('drop-shadow'), document.querySelectorAll('.mark.last').length]",
                )
                .await?;
            ensure(
                found == json!([1, true, left]),
                format!("{view} after {plies}: {found}"),
            )?;
        }
    }
    Ok(())
}

async fn columns(browser: &Browser) -> Outcome {
    browser.prefer("fr", "Light", "Flat").await?;
    let game = ["devil=B1", "devil=H8", "A1-A2/21", "H8-G8/45"].map(str::to_owned);
    browser
        .seat_persons_after("monstrodechecs:mode=diable", 2, &game)
        .await?;
    browser.wait(".moves .action").await?;
    let shown = browser
        .script(
            "const actions = [...document.querySelectorAll('.moves .action')];
             const at = actions.map(e => e.getBoundingClientRect());
             return [actions.map(e => e.textContent), document.querySelectorAll('.heads .emblem').length,
               at[0].left === at[2].left, at[1].left === at[3].left, at[1].left > at[0].right - 1, at[0].top === at[1].top, at[2].top > at[1].bottom - 1,
               actions[0].getAttribute('aria-label')]",
        )
        .await?;
    ensure(
        shown[0] == json!(["diable en B1", "diable en H8", "A1-A2/21", "H8-G8/45"]),
        format!("{}", shown[0]),
    )?;
    ensure(shown[1] == 2, format!("{} emblems", shown[1]))?;
    for at in 2..7 {
        ensure(
            shown[at] == true,
            format!("the columns are crooked: {shown}"),
        )?;
    }
    ensure(shown[7] == "rouge: diable en B1", format!("{}", shown[7]))?;
    ensure(browser.moves().await? == game, "the notation is lost")?;
    // However long a move is, it stays in its column.
    let game = recorded("porte").ok_or("no game is recorded")?;
    browser.seat_persons_after("porte", 2, &game[..9]).await?;
    browser.wait(".moves .in-words").await?;
    let over = browser
        .script("return [...document.querySelectorAll('.moves .action')].filter(e => e.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1 || e.scrollWidth > e.clientWidth).map(e => e.textContent)")
        .await?;
    ensure(over == json!([]), format!("beyond their columns: {over}"))
}

async fn ending(browser: &Browser) -> Outcome {
    let almost = ["@A2", "@L11"].map(str::to_owned);
    let machine = json!(["Person", { "Machine": 1 }]);
    let people = json!(["Person", "Person"]);
    let mut table = catalog::open("blocus").map_err(|error| error.to_string())?;
    for action in &almost {
        table.play(action).map_err(|refusal| refusal.to_string())?;
    }
    for (language, players, wanted) in [
        (
            "en",
            &machine,
            "You win: your king has run off the far edge. BL5",
        ),
        (
            "fr",
            &machine,
            "Vous gagnez : votre roi est sorti par le bord opposé. BL5",
        ),
        (
            "en",
            &people,
            "Red wins: the red king has run off the far edge. BL5",
        ),
        (
            "fr",
            &people,
            "Rouge gagne : le roi rouge est sorti par le bord opposé. BL5",
        ),
    ] {
        browser.prefer(language, "Light", "Flat").await?;
        browser.seat("blocus", players, &almost).await?;
        for (before, pick) in clicks(&*table, "exit") {
            browser.pick(&*table, &before, &pick).await?;
        }
        let said = text(browser, ".ending p").await?;
        ensure(said == wanted, format!("it says {said:?}"))?;
        // The way is drawn, and the rule is one click away.
        browser.wait(".lines .won").await?;
    }
    browser.click(".ending a.rule").await?;
    browser.wait("article h1").await?;
    let at = browser
        .script("return location.pathname + location.hash")
        .await?;
    ensure(at == "/rules/blocus#BL5", format!("the rule leads to {at}"))?;
    // One who loses, and partners who win.
    browser.prefer("en", "Light", "Flat").await?;
    let lost = json!([{ "Machine": 1 }, "Person"]);
    let way = ["@A2", "@L11", "exit"].map(str::to_owned);
    browser.seat("blocus", &lost, &way).await?;
    let said = text(browser, ".ending p").await?;
    ensure(
        said == "You lose: the red king has run off the far edge. BL5",
        format!("it says {said:?}"),
    )
}

async fn centred(browser: &Browser) -> Outcome {
    for (width, height) in [(1280, 720), (1366, 768), (1920, 1080)] {
        browser.size(width, height).await?;
        for view in ["Table", "Flat"] {
            browser.prefer("en", "Light", view).await?;
            for info in catalog::GAMES {
                let table = catalog::open(info.id).map_err(|error| error.to_string())?;
                browser
                    .seat_persons(info.id, table.seating().sides.len())
                    .await?;
                browser.wait(".frame").await?;
                let at = browser
                    .script(
                        "const board = document.querySelector('.frame').getBoundingClientRect();
                         const room = document.querySelector('.stage').getBoundingClientRect();
                         return [(board.left + board.right) / 2 - (room.left + room.right) / 2, Math.max(board.width / room.width, board.height / room.height)]",
                    )
                    .await?;
                let (off, part) = (
                    at[0].as_f64().unwrap_or(99.0),
                    at[1].as_f64().unwrap_or(0.0),
                );
                ensure(
                    off.abs() < 2.0 && part > 0.8,
                    format!(
                        "{view} {} at {width}: {off} aside, {part} of the room",
                        info.id
                    ),
                )?;
            }
        }
    }
    Ok(())
}
