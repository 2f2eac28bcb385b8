//! Small windows and other colours: the board stays large enough, nothing is off the screen, and
//! what tells the sides apart is visible.

use serde_json::json;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Failure, Outcome, Test, ensure, tables};
use tablier_rules::catalog;

use crate::{online, tests};

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "the analysis table has a board on a phone" => analysis_on_a_phone,
        "a window at 200 % leaves a board to play on" => at_200_percent,
        "nothing lies beside a screen of 320 or 390 pixels" => nothing_beside,
        "nothing of online play lies beside a screen" => nothing_online_beside,
        "one button stands out where people meet" => one_leads,
        "the button that begins a game is in sight on its page" => begin_in_sight,
        "nothing scrolls while a card introduces a game" => introduced_whole,
        "the game’s name and aim are in sight, on a phone too" => aim_in_sight,
        "the seats’ emblems are seen in every theme" => emblems,
        "coordinates can be read in high contrast" => coordinates,
    ]
}

/// The width and height of the board with its frame.
async fn board(browser: &Browser) -> Result<(f64, f64), Failure> {
    browser.wait(".frame").await?;
    let size = browser
        .script("const r = document.querySelector('.frame').getBoundingClientRect(); return [r.width, r.height]")
        .await?;
    Ok((
        size[0].as_f64().unwrap_or_default(),
        size[1].as_f64().unwrap_or_default(),
    ))
}

async fn analysis_on_a_phone(browser: &Browser) -> Outcome {
    browser.size(390, 844).await?;
    for view in ["Table", "Flat"] {
        browser.prefer("en", "Light", view).await?;
        for info in catalog::GAMES {
            browser.go(&format!("/analysis#game={}", info.id)).await?;
            let (width, height) = board(browser).await?;
            ensure(
                width >= 290.0 && height >= 240.0,
                format!("{view} {}: a board of {width} × {height}", info.id),
            )?;
        }
        // The computer's lines come below the board: it stays as large and as free as before.
        for id in ["cubulus", "empire"] {
            browser.go(&format!("/analysis#game={id}")).await?;
            let before = board(browser).await?;
            browser.tap("[data-tool='engine']").await?;
            browser.wait(".engine-line").await?;
            let after = board(browser).await?;
            let found = browser
                .script(
                    "const area = (css) => document.querySelector(css).getBoundingClientRect(), sheet = area('.side');
                     return [document.scrollingElement.scrollHeight <= innerHeight, sheet.top >= area('.stage').bottom - 1, sheet.bottom <= innerHeight, area('.tools').bottom <= innerHeight, area('.engine-line').bottom < area('.tools').top]",
                )
                .await?;
            ensure(
                after == before && after.0 >= 370.0,
                format!("{view} {id}: {before:?} before, {after:?} with lines"),
            )?;
            ensure(
                found == json!([true, true, true, true, true]),
                format!("{view} {id}: {found}"),
            )?;
        }
    }
    Ok(())
}

/// Windows of 1366 × 768 and 1280 × 720 at 200 %.
async fn at_200_percent(browser: &Browser) -> Outcome {
    for (wide, high) in [(683, 384), (640, 360)] {
        browser.size(wide, high).await?;
        for info in catalog::GAMES {
            let table = catalog::open(info.id).map_err(|error| error.to_string())?;
            browser
                .seat_persons(info.id, table.seating().sides.len())
                .await?;
            let (width, height) = board(browser).await?;
            ensure(
                height >= 0.55 * f64::from(high),
                format!("{} at {wide} × {high}: {width} × {height}", info.id),
            )?;
            beside(browser, wide, info.id).await?;
        }
    }
    Ok(())
}

/// What is off the screen, except in rows that scroll.
async fn beside(browser: &Browser, width: u32, what: &str) -> Outcome {
    let out = browser
        .script(&format!(
            "const out = [], wide = {width};
             if (document.documentElement.scrollWidth > wide) out.push('page ' + document.documentElement.scrollWidth);
             for (const e of document.querySelectorAll('header *, main *')) {{
               if (e.closest('.stage, .moves > ol, .resume, .numbers-row, .unseen, svg, figure')) continue;
               const r = e.getBoundingClientRect();
               if (r.width > 1 && (r.right > wide + 0.5 || r.left < -0.5)) out.push(e.outerHTML.slice(0, 80));
             }}
             return out.slice(0, 4)"
        ))
        .await?;
    ensure(
        out.as_array().is_some_and(Vec::is_empty),
        format!("{what} at {width}: {out}"),
    )
}

async fn nothing_beside(browser: &Browser) -> Outcome {
    for (width, height) in [(390, 844), (320, 568)] {
        browser.size(width, height).await?;
        for language in ["en", "fr"] {
            browser.prefer(language, "Light", "Flat").await?;
            for path in ["/", "/games", "/analysis", "/puzzles", "/rules/eupdonne"] {
                browser.go(path).await?;
                browser.wait("main h1").await?;
                beside(browser, width, &format!("{language} {path}")).await?;
            }
            for info in catalog::GAMES {
                browser.go(&format!("/game/{}", info.id)).await?;
                browser
                    .script("for (const e of document.querySelectorAll('[data-option]')) e.click()")
                    .await?;
                beside(browser, width, &format!("{language} game {}", info.id)).await?;
                let table = catalog::open(info.id).map_err(|error| error.to_string())?;
                browser
                    .seat_persons(info.id, table.seating().sides.len())
                    .await?;
                beside(browser, width, &format!("{language} {}", info.id)).await?;
            }
            browser.seat_persons("empire:players=4", 4).await?;
            beside(browser, width, &format!("{language} four players")).await?;
        }
    }
    Ok(())
}

/// The lists, the account and the tables of online play, in both languages.
async fn nothing_online_beside(browser: &Browser) -> Outcome {
    let pages = online::pages(browser).await?;
    for (width, height) in [(320, 568), (390, 844), (1366, 768)] {
        browser.size(width, height).await?;
        for language in ["en", "fr"] {
            browser.prefer(language, "Light", "Flat").await?;
            for (path, shows) in &pages {
                browser.go(path).await?;
                browser.wait(shows).await?;
                beside(browser, width, &format!("{language} {path}")).await?;
            }
        }
    }
    Ok(())
}

/// To a game that waits if there is one, and otherwise to another way to play.
async fn one_leads(browser: &Browser) -> Outcome {
    let leads = async |wanted: &str| -> Outcome {
        browser.go("/online").await?;
        browser.wait(".online-page .primary").await?;
        let found = browser
            .script(&format!("const all = [...document.querySelectorAll('.online-page .primary')]; return [all.length, all[0].matches({wanted:?})]"))
            .await?;
        ensure(found == json!([1, true]), format!("{wanted}: {found}"))
    };
    browser.become_a_stranger().await?;
    let others = "[data-tool='choose-game'], [data-tool='join']";
    leads(others).await?;
    // A table of one's own that waits for somebody is in two lists, and leads nowhere.
    let wanted = json!({ "game": "saute", "chair": 0, "seats": ["open", "open"], "listed": true });
    tables::open(browser, &wanted).await?;
    leads(others).await?;
    for game in ["cubulus", "d21"] {
        let wanted = json!({ "game": game, "chair": 0, "first": "chosen", "seats": ["open", { "machine": 1 }] });
        tables::open(browser, &wanted).await?;
    }
    leads(".waits .primary").await
}

/// Whatever company one chooses, nobody scrolls to begin.
async fn begin_in_sight(browser: &Browser) -> Outcome {
    for (width, height) in [(1366, 768), (390, 844)] {
        browser.size(width, height).await?;
        for language in ["en", "fr"] {
            browser.prefer(language, "Light", "Table").await?;
            for info in catalog::GAMES {
                browser.go(&format!("/game/{}", info.id)).await?;
                browser.wait(".begin .primary").await?;
                let hidden = browser
                    .script(
                        "return (async () => {
                         const hidden = [];
                         for (const company of document.querySelectorAll('[data-company]')) {
                           company.click();
                           await new Promise(requestAnimationFrame);
                           scrollTo(0, 0);
                           const button = document.querySelector('.begin .primary'), r = button.getBoundingClientRect();
                           const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
                           if (r.bottom > innerHeight || at?.closest('.primary') !== button) hidden.push(company.dataset.company + ' ' + r.top);
                         }
                         return hidden;
                         })()",
                    )
                    .await?;
                ensure(
                    hidden.as_array().is_some_and(Vec::is_empty),
                    format!("{language} {} at {width}: {hidden}", info.id),
                )?;
            }
        }
    }
    Ok(())
}

/// The card, the board and the tools share the screen of a phone.
async fn introduced_whole(browser: &Browser) -> Outcome {
    let usual: &[(&str, &str)] = &[("en", "Flat"), ("fr", "Table"), ("fr", "Flat")];
    // The words are longest in French, the board highest from above.
    let longest = &usual[2..];
    for (width, height, shown) in [
        (390, 844, usual),
        (1366, 768, usual),
        (390, 664, longest),
        (320, 640, longest),
    ] {
        browser.size(width, height).await?;
        for &(language, view) in shown {
            browser.prefer(language, "Light", view).await?;
            for info in catalog::GAMES {
                browser.never_played().await?;
                let table = catalog::open(info.id).map_err(|error| error.to_string())?;
                browser
                    .seat_persons(info.id, table.seating().sides.len())
                    .await?;
                browser.wait(".introduction .deed svg").await?;
                let wrong = browser
                    .script(
                        "const wrong = [], page = document.scrollingElement, card = document.querySelector('.introduction');
                         if (page.scrollHeight > innerHeight) wrong.push('the page scrolls ' + (page.scrollHeight - innerHeight));
                         for (const e of [document.body, document.querySelector('.side'), card, ...card.querySelectorAll('ul, li')])
                           if (e.clientHeight && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)) wrong.push(e.tagName + '.' + e.className + ' scrolls ' + (e.scrollHeight - e.clientHeight) + ' ' + (e.scrollWidth - e.clientWidth));
                         if (card.getBoundingClientRect().bottom > innerHeight) wrong.push('the card ends below the screen');
                         const area = (e) => e.getBoundingClientRect(), room = area(document.querySelector('.stage')).width, board = area(document.querySelector('.frame'));
                         const low = Math.max(board.bottom, ...[...document.querySelectorAll('.in-tray svg')].map((e) => area(e).bottom));
                         const share = Math.max(board.width, low - board.top) / room;
                         if (innerWidth < 560 && share < 0.85) wrong.push('the board is ' + share.toFixed(2) + ' of its room');
                         return wrong",
                    )
                    .await?;
                ensure(
                    wrong.as_array().is_some_and(Vec::is_empty),
                    format!("{language} {view} {} at {width}: {wrong}", info.id),
                )?;
            }
        }
    }
    browser
        .script("sessionStorage.removeItem('newcomer')")
        .await?;
    Ok(())
}

async fn aim_in_sight(browser: &Browser) -> Outcome {
    for (width, height) in [(390, 844), (390, 664), (320, 640), (768, 1024), (1366, 768)] {
        browser.size(width, height).await?;
        browser.prefer("fr", "Light", "Flat").await?;
        for info in catalog::GAMES {
            let table = catalog::open(info.id).map_err(|error| error.to_string())?;
            browser
                .seat_persons(info.id, table.seating().sides.len())
                .await?;
            browser.wait(".aim").await?;
            let seen = browser
                .script(
                    "const aim = document.querySelector('.aim'), r = aim.getBoundingClientRect();
                     return [r.height > 10 && r.top >= 0 && r.bottom <= innerHeight, document.scrollingElement.scrollHeight <= innerHeight, aim.querySelector('h2').textContent, [...document.querySelectorAll('.table-page a[href^=\"/rules/\"]')].some((e) => e.checkVisibility())]",
                )
                .await?;
            ensure(
                seen == json!([true, true, info.title, true]),
                format!("{} at {width}: {seen}", info.id),
            )?;
        }
    }
    Ok(())
}

/// The contrast of two colours, as WCAG defines it.
const CONTRAST: &str = r"
const rgb = (c) => c.match(/[\d.]+/g).map(Number).slice(0, 3);
const light = (c) => { const f = rgb(c).map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2]; };
const contrast = (a, b) => { const [x, y] = [light(a), light(b)]; return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
";

/// The face or outline of every emblem stands out from its plate.
async fn emblems(browser: &Browser) -> Outcome {
    for theme in ["Light", "Dark", "Contrast"] {
        browser.prefer("en", theme, "Flat").await?;
        for spec in [
            "cubulus",
            "d21",
            "monstrodechecs",
            "empire:players=4",
            "eupdonne",
        ] {
            let table = catalog::open(spec).map_err(|error| error.to_string())?;
            browser
                .seat_persons(spec, table.seating().sides.len())
                .await?;
            let least = browser
                .script(&format!(
                    "{CONTRAST} return Math.min(...[...document.querySelectorAll('.plate .emblem path')].map(e => {{
                       const plate = getComputedStyle(e.closest('.plate')).backgroundColor, style = getComputedStyle(e);
                       return Math.max(contrast(style.fill, plate), contrast(style.stroke, plate));
                     }}))"
                ))
                .await?;
            ensure(
                least.as_f64() >= Some(3.0),
                format!("{theme} {spec}: an emblem has a contrast of {least}"),
            )?;
        }
    }
    Ok(())
}

async fn coordinates(browser: &Browser) -> Outcome {
    browser.prefer("en", "Contrast", "Flat").await?;
    for info in catalog::GAMES {
        let table = catalog::open(info.id).map_err(|error| error.to_string())?;
        browser
            .seat_persons(info.id, table.seating().sides.len())
            .await?;
        let found = browser
            .script(&format!(
                "{CONTRAST} const frame = getComputedStyle(document.querySelector('.frame'));
                 return [frame.backgroundImage, contrast(getComputedStyle(document.querySelector('.label')).color, frame.backgroundColor)]"
            ))
            .await?;
        ensure(
            found[0] == "none" && found[1].as_f64() >= Some(7.0),
            format!("{}: {found}", info.id),
        )?;
    }
    Ok(())
}
