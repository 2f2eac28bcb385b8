//! The picture of every table, by its structure and not by its pixels: in every view, theme and size
//! the board is large, nothing is clipped, nothing lies over anything else, no empty tray is seen.

use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::recorded;
use tablier_browser_tests::{Outcome, Test, ensure};
use tablier_rules::catalog;

/// A desktop, two phones, and a tablet held upright.
const SIZES: [(u32, u32); 4] = [(1366, 768), (390, 844), (320, 640), (768, 1024)];

pub(crate) fn tests() -> Vec<Test> {
    let games = catalog::GAMES.iter().map(|info| info.id.to_owned());
    let more = ["empire:players=4", "monstrodechecs:players=4"].map(str::to_owned);
    games
        .chain(more)
        .map(|spec| Test {
            name: format!("{spec}: the picture in every view, theme and size"),
            run: Box::new(move |browser| Box::pin(picture(browser, spec.clone()))),
        })
        .collect()
}

/// What is wrong with the picture of a table.
const PICTURE: &str = "
    const wrong = [], area = (e) => e.getBoundingClientRect();
    const seen = (e) => { const r = area(e); return r.width > 1 && r.height > 1 && e.checkVisibility({ opacityProperty: true }); };
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const one = (css) => document.querySelector(css);
    const stage = area(one('.stage')), frame = area(one('.frame'));
    const upright = matchMedia('(max-width: 559px), (max-aspect-ratio: 1/1)').matches;

    // The board's share of the room it could have: on a desk the room beside the column, on a screen held
    // upright its width, or what the other parts leave of its height.
    const others = ['.top', '.seats', '.prompt', '.tools'].map((css) => area(one(css)).height).reduce((a, b) => a + b, 0);
    const least = innerHeight <= 720 && innerWidth < 560 ? 46 : 92;
    const free = upright
      ? { width: innerWidth, height: innerHeight - others - least - 34 }
      : { width: area(one('.board-area')).width, height: innerHeight - area(one('.top')).height - area(one('.prompt')).height - 16 };
    // What lies beside the board is part of the table and needs its place.
    const aside = [...document.querySelectorAll('.in-tray .lid, .view-flat .in-tray svg')].filter(seen).map(area);
    const all = aside.concat([frame]).reduce((a, r) => ({ left: Math.min(a.left, r.left), top: Math.min(a.top, r.top), right: Math.max(a.right, r.right), bottom: Math.max(a.bottom, r.bottom) }), frame);
    const share = Math.max((all.right - all.left) / free.width, (all.bottom - all.top) / free.height);
    if (share < 0.85) wrong.push('the board fills ' + share.toFixed(2) + ' of its room');

    // Nothing is clipped.
    for (const e of document.querySelectorAll('.frame, .label, .site, .piece .lid')) {
      const r = area(e);
      if (r.left < stage.left - 12 || r.right > stage.right + 12 || r.top < stage.top - 12 || r.bottom > stage.bottom + 12) { wrong.push('clipped: ' + (e.className.baseVal ?? e.className)); break; }
    }
    for (const e of document.querySelectorAll('.prompt p, .plate, .tools, .tool')) {
      const r = area(e);
      if (seen(e) && (r.left < -0.5 || r.right > innerWidth + 0.5 || r.top < -0.5 || r.bottom > innerHeight + 0.5)) wrong.push('off the screen: ' + e.className + ' ' + e.textContent.slice(0, 20));
      if (e.scrollWidth > e.clientWidth + 1) wrong.push('cut off: ' + e.className);
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page is too wide');

    // Nothing lies over anything else.
    const parts = ['.top', '.seats', '.prompt', '.stage', '.moves', '.tools', '.aim'].map((css) => [css, one(css)]).filter(([, e]) => e && seen(e));
    parts.forEach(([a, x], i) => parts.slice(i + 1).forEach(([b, y]) => { if (meet(area(x), area(y))) wrong.push(a + ' over ' + b); }));
    for (const e of document.querySelectorAll('.in-tray .lid')) if (seen(e) && meet(area(e), frame)) { wrong.push('a piece in hand over the board'); break; }
    return wrong";

async fn picture(browser: &Browser, spec: String) -> Outcome {
    let table = catalog::open(&spec).map_err(|error| error.to_string())?;
    let seats = table.seating().sides.len();
    let game = recorded(&spec).unwrap_or_default();
    // At the start, and in the middle, where trays hold something.
    for actions in [&game[..0], &game[..game.len() / 2]] {
        for (width, height) in SIZES {
            browser.size(width, height).await?;
            for view in ["Table", "Flat"] {
                browser.prefer("fr", "Light", view).await?;
                browser.seat_persons_after(&spec, seats, actions).await?;
                for theme in ["light", "dark", "contrast"] {
                    let wrong = browser
                        .script(&format!(
                            "document.documentElement.dataset.theme = '{theme}'; {PICTURE}"
                        ))
                        .await?;
                    ensure(
                        wrong.as_array().is_some_and(Vec::is_empty),
                        format!(
                            "{view} {theme} at {width} × {height} after {}: {wrong}",
                            actions.len()
                        ),
                    )?;
                }
            }
        }
    }
    Ok(())
}
