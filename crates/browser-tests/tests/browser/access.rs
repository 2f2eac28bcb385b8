//! Names, sizes, contrast: on every page, in every theme, on a desk and on a phone.

use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::catalog;

use crate::{online, tests};

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "everything has a name and can be read, in every theme" => accessible,
        "a phone shows every page without scrolling sideways" => on_a_phone,
        "the board speaks: grid, names, what happened" => spoken,
    ]
}

/// One page of each kind.
const PAGES: [&str; 10] = [
    "/",
    "/games",
    "/analysis",
    "/game/monstrodechecs",
    "/rules/cubulus",
    "/learn/d21",
    "/puzzles",
    "/puzzles/blocus",
    "/print/cubulus",
    "/about",
];

async fn is_accessible(browser: &Browser, what: &str) -> Outcome {
    let wrong = browser.script(ACCESSIBLE).await?;
    ensure(
        wrong.as_array().is_some_and(Vec::is_empty),
        format!("{what}: {wrong}"),
    )
}

/// Opens a page and waits until what it fetches has arrived.
async fn open(browser: &Browser, path: &str, shows: &str) -> Outcome {
    browser.go(path).await?;
    browser.wait("main h1").await?;
    browser.wait(shows).await?;
    Ok(())
}

/// One page of each kind, with those of online play: paths, and what is there in the end.
async fn every_page(browser: &Browser) -> Result<Vec<(String, &'static str)>, Failure> {
    let mut pages = PAGES.map(|path| (path.to_owned(), "main h1")).to_vec();
    pages.extend(online::pages(browser).await?);
    Ok(pages)
}

async fn accessible(browser: &Browser) -> Outcome {
    let pages = every_page(browser).await?;
    for theme in ["Light", "Dark", "Contrast"] {
        browser.prefer("en", theme, "Flat").await?;
        for (path, shows) in &pages {
            open(browser, path, shows).await?;
            is_accessible(browser, &format!("{theme} {path}")).await?;
        }
        browser.seat_persons("cubulus", 2).await?;
        browser.click("[data-tool='more']").await?;
        is_accessible(browser, &format!("{theme} table")).await?;
    }
    Ok(())
}

async fn on_a_phone(browser: &Browser) -> Outcome {
    let pages = every_page(browser).await?;
    browser.size(360, 740).await?;
    for language in ["en", "fr"] {
        browser.prefer(language, "Light", "Flat").await?;
        for (path, shows) in &pages {
            open(browser, path, shows).await?;
            fits_sideways(browser, &format!("{language} {path}")).await?;
            is_accessible(browser, &format!("{language} {path} on a phone")).await?;
        }
    }
    for info in catalog::GAMES {
        let table = catalog::open(info.id).map_err(|error| error.to_string())?;
        browser
            .seat_persons(info.id, table.seating().sides.len())
            .await?;
        fits_sideways(browser, info.id).await?;
        is_accessible(browser, info.id).await?;
    }
    Ok(())
}

/// Nothing is wider than the screen, and nothing shown is off the screen.
async fn fits_sideways(browser: &Browser, what: &str) -> Outcome {
    let wide = browser
        .script(
            "const out = [];
             if (document.documentElement.scrollWidth > innerWidth) out.push('page ' + document.documentElement.scrollWidth);
             for (const e of document.querySelectorAll('header *, .tools *, .prompt *, .plate')) {
               const r = e.getBoundingClientRect();
               if (r.width > 1 && (r.right > innerWidth + 0.5 || r.left < -0.5)) out.push(e.outerHTML.slice(0, 80));
             }
             const header = document.querySelector('header nav');
             if (header.scrollWidth > header.clientWidth) out.push('header ' + header.scrollWidth);
             return out;",
        )
        .await?;
    ensure(
        wide.as_array().is_some_and(Vec::is_empty),
        format!("{what}: {wide}"),
    )
}

async fn spoken(browser: &Browser) -> Outcome {
    browser.seat_persons("cubulus", 2).await?;
    let roles = browser
        .script(
            "const grid = document.querySelector('[role=grid]');
             const rows = [...grid.querySelectorAll('[role=row]')];
             return [grid.getAttribute('aria-label'), rows.length, rows.every(r => r.querySelectorAll('[role=gridcell]').length === 9),
               document.querySelector('[data-label=B1]').getAttribute('aria-label'),
               document.querySelectorAll('[aria-live]').length,
               document.querySelectorAll('.site[tabindex=\"0\"]').length]",
        )
        .await?;
    ensure(
        roles[0].as_str().is_some_and(|name| !name.is_empty()),
        "the board has no name",
    )?;
    ensure(
        roles[1] == 9 && roles[2] == true,
        format!("not a grid of nine by nine: {roles}"),
    )?;
    let name = roles[3].as_str().unwrap_or_default();
    ensure(
        name.starts_with("B1") && name.contains("die") && name.contains("can be picked"),
        format!("B1 is called {name}"),
    )?;
    ensure(
        roles[4] == 1 && roles[5] == 1,
        format!("live region or focus: {roles}"),
    )?;
    browser.click("[data-label='B1']").await?;
    browser.click(".site.can:not([data-label='B1'])").await?;
    let news = browser
        .script("return document.querySelector('[aria-live]').textContent")
        .await?;
    ensure(
        news.as_str().is_some_and(|news| news.contains("B1")),
        format!("what happened is not told: {news}"),
    )
}

/// What has no name, what is too small, what cannot be read.
const ACCESSIBLE: &str = r"
const wrong = [];
const shown = (e) => e.checkVisibility && e.checkVisibility() && e.getBoundingClientRect().width > 1;
for (const e of document.querySelectorAll('button, a[href], input, select, textarea')) {
  if (!shown(e)) continue;
  const label = e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.[0]?.textContent.trim() || e.querySelector('img[alt]')?.alt;
  if (!label) wrong.push('no name: ' + e.outerHTML.slice(0, 120));
  const r = (e.type === 'radio' || e.type === 'checkbox' ? e.closest('label') : e).getBoundingClientRect();
  const inText = e.closest('p, h3, li.card, .moves, .sites, .stage, .thoughts, article, .contents');
  if (!inText && (r.height < 43.5 || r.width < 43.5)) wrong.push('too small (' + r.width + ' x ' + r.height + '): ' + e.outerHTML.slice(0, 120));
}
for (const e of document.querySelectorAll('img:not([alt]), [role=img]:not([aria-label]), svg:not([aria-hidden]):not([role])')) {
  if (shown(e) && !e.closest('[aria-label], .drawing, [aria-hidden]')) wrong.push('a picture without a name: ' + e.outerHTML.slice(0, 120));
}
const roles = new Set(['grid', 'row', 'gridcell', 'status', 'alert', 'search', 'group', 'img', 'toolbar', 'presentation', 'list']);
for (const e of document.querySelectorAll('[role]')) if (!roles.has(e.getAttribute('role'))) wrong.push('role ' + e.getAttribute('role'));
const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
if (new Set(ids).size !== ids.length) wrong.push('an id twice: ' + ids.filter((id, i) => ids.indexOf(id) !== i).slice(0, 3));
if (!document.documentElement.lang) wrong.push('no language');
if (!document.title) wrong.push('no title');
if (document.querySelectorAll('main').length !== 1) wrong.push('not one main');
if (document.querySelectorAll('h1').length !== 1) wrong.push('not one h1');
const rgb = (c) => { const m = c.match(/[\d.]+/g).map(Number); return { c: m.slice(0, 3), a: m[3] ?? 1 }; };
const light = (c) => { const f = c.map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2]; };
for (const e of document.querySelectorAll('body *')) {
  if (e.closest('.stage, svg, .drawing, :disabled, .unseen, .skip') || !shown(e)) continue;
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
  const style = getComputedStyle(e);
  if (!style.color.startsWith('rgb')) continue;
  let ground = [255, 255, 255];
  for (let p = e; p; p = p.parentElement) {
    const g = getComputedStyle(p).backgroundColor;
    if (g.startsWith('rgb') && rgb(g).a === 1) { ground = rgb(g).c; break; }
  }
  const [a, b] = [light(rgb(style.color).c), light(ground)].sort((x, y) => y - x);
  const large = parseFloat(style.fontSize) >= 24;
  if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) wrong.push('contrast ' + ((a + 0.05) / (b + 0.05)).toFixed(2) + ': ' + e.outerHTML.slice(0, 120));
}
return wrong;
";
