//! Positions set up by hand on the board.

use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::catalog;
use tablier_rules::scene::draft;
use tablier_rules::scene::{Glyph, Piece, Place, Side};
use thirtyfour::Key;

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    let mut all = tests![
        "a position is set up with the mouse, checked and played" => by_mouse,
        "a position is set up with the keyboard alone" => by_keyboard,
        "analysis takes a position from the board and keeps it when one gives up" => analysed,
        "a position is set up on a phone" => phone,
    ];
    all.extend(catalog::GAMES.iter().map(|info| Test {
        name: format!("every piece of {} comes out of the box", info.id),
        run: Box::new(|browser| Box::pin(every_model(browser, info.id))),
    }));
    all
}

/// The position as the editor writes it.
async fn text(browser: &Browser) -> Result<String, Failure> {
    let text = browser
        .script("return document.querySelector('.arranging textarea').value")
        .await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

async fn becomes(browser: &Browser, wanted: &str) -> Outcome {
    let came = browser
        .until("the position", async || {
            Ok((text(browser).await? == wanted).then_some(()))
        })
        .await;
    match came {
        Ok(()) => Ok(()),
        Err(_) => Err(format!("{} instead of {wanted}", text(browser).await?).into()),
    }
}

async fn open(browser: &Browser, game: &str) -> Outcome {
    browser.go(&format!("/game/{game}")).await?;
    browser.click(".set-up summary").await?;
    browser.click("[data-tool='arrange']").await?;
    browser.wait(".arranging .site").await?;
    Ok(())
}

async fn by_mouse(browser: &Browser) -> Outcome {
    open(browser, "blocus").await?;
    browser.wait(".verdict.possible").await?;
    browser.click("[data-model='0']").await?;
    browser.click("[data-label='C4']").await?;
    // One guard of South's, and South to act: it should be the opponent's turn.
    let why = browser
        .wait(".verdict:not(.possible)")
        .await?
        .text()
        .await?;
    ensure(why.contains("BL6"), format!("no rule in: {why}"))?;
    let shut = browser
        .script("return document.querySelector('[data-tool=use]').disabled")
        .await?;
    ensure(shut == true, "an impossible position can be used")?;
    browser
        .script("const s = document.querySelector('[data-setting=acts]'); s.value = '2'; s.dispatchEvent(new Event('change'))")
        .await?;
    browser.wait(".verdict.possible").await?;
    becomes(browser, "C4 () 2").await?;
    // Dragged out of the box and onto the board.
    browser
        .drag("[data-model='1']", "[data-label='J6']")
        .await?;
    browser.wait(".verdict:not(.possible)").await?;
    browser.click("[data-tool='hand']").await?;
    browser
        .drag("[data-label='J6']", "[data-label='J7']")
        .await?;
    browser
        .script("const s = document.querySelector('[data-setting=acts]'); s.value = '1'; s.dispatchEvent(new Event('change'))")
        .await?;
    becomes(browser, "C4 (J7) 1").await?;
    // Undo and redo.
    browser.key("u").await?;
    browser.key("u").await?;
    becomes(browser, "C4 (J6) 2").await?;
    browser.key("r").await?;
    browser.key("r").await?;
    becomes(browser, "C4 (J7) 1").await?;
    browser.click("[data-tool='use']").await?;
    browser.click("[data-tool='begin']").await?;
    browser.wait(".tools [data-tool='undo']").await?;
    let stands = browser
        .script("return ['C4', 'J7'].map(at => document.querySelector(`[data-label=${at}]`).getAttribute('aria-label'))")
        .await?;
    ensure(
        stands[0].as_str().is_some_and(|s| s.contains("red"))
            && stands[1].as_str().is_some_and(|s| s.contains("blue")),
        format!("{stands}"),
    )
}

async fn by_keyboard(browser: &Browser) -> Outcome {
    open(browser, "cubulus").await?;
    // The first die of White, tipped and turned in place.
    browser.key("b").await?;
    let mut table = catalog::open("cubulus").map_err(|error| error.to_string())?;
    let mut wanted = table.draft();
    let (layout, models) = (table.layout(), table.models());
    let a1 = layout.site("A1").ok_or("no A1")?;
    browser.key("T").await?;
    wanted.handle(&layout, &models, a1, draft::Handling::Turn);
    browser.shift_key(Key::Up).await?;
    wanted.handle(&layout, &models, a1, draft::Handling::Tip(Side::North));
    let text = table.compose(&wanted);
    table
        .set_position(&text)
        .map_err(|refusal| format!("{refusal:?}"))?;
    becomes(browser, &table.position()).await?;
    // Enter picks it up, arrows move on, Enter puts it down.
    for key in ["\u{e007}", "\u{e013}", "\u{e013}", "\u{e013}", "\u{e007}"] {
        browser.key(key).await?;
    }
    let piece = wanted.remove(a1).ok_or("no piece")?;
    let model = models
        .iter()
        .find(|model| model.fits(&piece))
        .ok_or("no model")?;
    let a4 = layout.site("A4").ok_or("no A4")?;
    wanted.put(&layout, model, draft::form(&piece), a4);
    table
        .set_position(&table.compose(&wanted))
        .map_err(|refusal| format!("{refusal:?}"))?;
    becomes(browser, &table.position()).await?;
    browser.key("\u{e017}").await?;
    wanted.remove(a4);
    table
        .set_position(&table.compose(&wanted))
        .map_err(|refusal| format!("{refusal:?}"))?;
    becomes(browser, &table.position()).await
}

async fn analysed(browser: &Browser) -> Outcome {
    browser.go("/analysis#game=d21&play=C3-C6.C8-C7").await?;
    browser.wait(".site").await?;
    browser.click("[data-tool='more']").await?;
    browser.click("[data-tool='arrange']").await?;
    browser.wait(".arranging .site").await?;
    browser.click("[data-tool='cancel']").await?;
    browser.wait(".moves").await?;
    let moves = browser.moves().await?;
    ensure(moves == ["C3-C6", "C8-C7"], format!("{moves:?}"))?;
    browser.click("[data-tool='more']").await?;
    browser.click("[data-tool='arrange']").await?;
    browser.wait(".arranging .site").await?;
    // A die shows the next number.
    browser.click("[data-label='C6']").await?;
    browser.click("[data-handling='more']").await?;
    browser.wait(".verdict.possible").await?;
    let wanted = text(browser).await?;
    ensure(wanted.contains("2C6"), wanted.clone())?;
    browser.click("[data-tool='use']").await?;
    browser.wait(".moves").await?;
    browser
        .until("the link", async || {
            let address = browser
                .script("return decodeURIComponent(location.hash)")
                .await?;
            let address = address.as_str().unwrap_or_default().replace('+', " ");
            Ok(address.contains("2C6").then_some(()))
        })
        .await
}

async fn phone(browser: &Browser) -> Outcome {
    browser.size(360, 740).await?;
    open(browser, "solitaire").await?;
    browser.click("[data-tool='empty']").await?;
    browser.wait(".verdict:not(.possible)").await?;
    browser.click("[data-model='2']").await?;
    browser.tap("[data-label='4D']").await?;
    // Small squares are tapped twice.
    let put = browser
        .script("return !!document.querySelector('.verdict.possible')")
        .await?;
    if put == false {
        browser.tap("[data-label='4D']").await?;
    }
    browser.wait(".verdict.possible").await?;
    let wide = browser
        .script("return document.documentElement.scrollWidth")
        .await?;
    ensure(wide == 360, format!("the page is {wide} wide"))
}

/// Every kind of piece is put on an empty board by clicks, in every form that its buttons reach.
async fn every_model(browser: &Browser, game: &str) -> Outcome {
    let table = catalog::open(game).map_err(|error| error.to_string())?;
    let (layout, models) = (table.layout(), table.models());
    open(browser, game).await?;
    browser.click("[data-tool='empty']").await?;
    let mut wanted = table.draft();
    wanted.pieces.clear();
    // Places for all of them, apart from each other and from the fixed pieces.
    let fixed: Vec<Piece> = table.scene().pieces;
    let occupied = |site| {
        fixed.iter().any(|piece| {
            matches!(&piece.at, Place::Sites(sites) if sites.contains(&site))
                && !models.iter().any(|model| model.fits(piece))
        })
    };
    for (number, model) in models.iter().enumerate() {
        let free = (0..layout.sites.len() as u16)
            .map(tablier_rules::scene::SiteId)
            .find(|&site| {
                let mut trial = wanted.clone();
                let count = trial.pieces.len();
                trial.put(&layout, model, model.fresh(), site)
                    && trial.pieces.len() == count + 1
                    && !occupied(site)
            })
            .ok_or("no room")?;
        browser.click(&format!("[data-model='{number}']")).await?;
        let mut form = model.fresh();
        if let Some(&what) = model.handlings().first() {
            // The first button: turn, or one more.
            browser.click(".subject [data-handling]").await?;
            form = model.handled(form, what);
        }
        if matches!(form.glyph, Glyph::Bar { .. }) || model.length > 1 {
            // Back again, so that it has room where it will be looked for.
            let turns = if matches!(form.glyph, Glyph::Bar { .. }) {
                3
            } else {
                1
            };
            for _ in 0..turns {
                browser.click(".subject [data-handling='turn']").await?;
                form = model.handled(form, draft::Handling::Turn);
            }
        }
        wanted.put(&layout, model, form, free);
        let label = &layout.sites[usize::from(free.0)].label;
        browser.click(&format!("[data-label='{label}']")).await?;
    }
    let composed = table.compose(&wanted);
    let mut trial = table.fork();
    let expected = match trial.set_position(&composed) {
        Ok(()) => trial.position(),
        Err(_) => composed,
    };
    becomes(browser, &expected).await
}
