//! The page in a real browser. Skipped where there is none, unless `TABLIER_BROWSER=required`.
//!
//! A run plays the pages and a few whole games in about a minute; `TABLIER_BROWSER=all` plays every
//! game and variant to its end, against the machine and by keyboard on a phone. Words after `--`
//! choose tests by name.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use tablier_browser_tests::browser::{Browser, Driver, Served, is_installed};
use tablier_browser_tests::games::{clicks, short_game, variants};
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::scene::Pick;
use tablier_rules::{Status, catalog};

/// So many browsers at once.
const BROWSERS: usize = 2;

macro_rules! tests {
    ($($name:literal => $test:path),* $(,)?) => {
        vec![$(Test { name: $name.to_owned(), run: Box::new(|browser| Box::pin($test(browser))) }),*]
    };
}

fn all() -> Vec<Test> {
    let mut tests = tests![
        "the shelf shows every game and leads to a table" => shelf,
        "the language changes at once" => language,
        "what is refused is explained beside the square" => refusal,
        "everything has a name, and can be read" => accessible,
        "a game begins as it was set up" => set_up,
        "analysis keeps variations and its link carries them" => analysis,
        "resigning ends the game" => resigning,
    ];
    for spec in variants() {
        let name = format!("{spec} is played to its end by clicks");
        tests.push(Test {
            name,
            run: Box::new(move |browser| Box::pin(played_by_clicks(browser, spec.clone()))),
        });
    }
    for info in catalog::GAMES {
        tests.push(Test {
            name: format!("{} against the machine, undo, redo, reload", info.id),
            run: Box::new(|browser| Box::pin(against_the_machine(browser, info.id))),
        });
        tests.push(Test {
            name: format!("{} by keyboard alone on a phone", info.id),
            run: Box::new(|browser| Box::pin(by_keyboard_on_a_phone(browser, info.id))),
        });
    }
    tests
}

/// Whole games that a short run plays to their end.
const SHORT: [&str; 4] = [
    "alignement is",
    "blocus is",
    "empire:players=4 is",
    "monstrodechecs:mode=diable is",
];

/// Whether a short run includes a test: everything about the pages, and a few whole games.
fn is_short(name: &str) -> bool {
    let whole = ["by clicks", "against the machine", "by keyboard"];
    !whole.iter().any(|kind| name.contains(kind)) || SHORT.iter().any(|game| name.starts_with(game))
}

fn main() {
    let asked = std::env::var("TABLIER_BROWSER").unwrap_or_default();
    let required = ["required", "all"].contains(&asked.as_str());
    if !is_installed() || !tablier_server::has_client() {
        println!("no browser or no client here: the browser tests are skipped");
        assert!(
            !required,
            "TABLIER_BROWSER={asked}, but there is no browser or no client"
        );
        return;
    }
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let wanted = |name: &str| match words.is_empty() {
        true => asked == "all" || is_short(name),
        false => words.iter().any(|word| name.contains(word)),
    };
    let tests: Vec<Test> = all()
        .into_iter()
        .filter(|test| wanted(&test.name))
        .collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let local = tokio::task::LocalSet::new();
    let failures = local.block_on(&runtime, run(tests, words.is_empty()));
    if failures > 0 {
        eprintln!("{failures} browser tests failed");
        std::process::exit(1);
    }
}

async fn run(tests: Vec<Test>, all: bool) -> usize {
    let begun = Instant::now();
    let mut served = Served::start().await.expect("the server starts");
    let driver = Rc::new(Driver::start().await.expect("chromedriver starts"));
    let tests = Rc::new(tests);
    let next = Rc::new(Cell::new(0_usize));
    let failures = Rc::new(Cell::new(0_usize));
    let mut workers = Vec::new();
    for _ in 0..BROWSERS {
        let (tests, next, failures, driver) = (
            tests.clone(),
            next.clone(),
            failures.clone(),
            driver.clone(),
        );
        let url = served.url.clone();
        workers.push(tokio::task::spawn_local(async move {
            let browser = Browser::open(&driver, &url).await.expect("a browser opens");
            while let Some(test) = tests.get(next.replace(next.get() + 1)) {
                let begun = Instant::now();
                match one(&browser, test).await {
                    Ok(()) => println!("ok   {:5} ms  {}", begun.elapsed().as_millis(), test.name),
                    Err(why) => {
                        failures.set(failures.get() + 1);
                        println!(
                            "FAIL {:5} ms  {}\n     {why}",
                            begun.elapsed().as_millis(),
                            test.name
                        );
                    }
                }
            }
            browser
        }));
    }
    let mut browsers = Vec::new();
    for worker in workers {
        match worker.await {
            Ok(browser) => browsers.push(browser),
            Err(_) => {
                failures.set(failures.get() + 1);
            }
        }
    }
    if let Some(browser) = browsers.first().filter(|_| all) {
        match offline(browser, &mut served).await {
            Ok(()) => println!("ok    a reload works without the server"),
            Err(why) => {
                failures.set(failures.get() + 1);
                println!("FAIL  a reload works without the server\n     {why}");
            }
        }
    }
    for browser in browsers {
        let _ = browser.page.quit().await;
    }
    if let Ok(driver) = Rc::try_unwrap(driver) {
        driver.stop().await;
    }
    println!(
        "{} browser tests in {} s",
        tests.len(),
        begun.elapsed().as_secs()
    );
    failures.get()
}

async fn one(browser: &Browser, test: &Test) -> Outcome {
    browser.forget().await?;
    browser.size(1280, 720).await?;
    browser.prefer("en", "Light", "Flat").await?;
    (test.run)(browser).await?;
    browser.is_well().await
}

async fn shelf(browser: &Browser) -> Outcome {
    browser.go("/").await?;
    for info in catalog::GAMES {
        browser
            .wait(&format!("[data-game='{}'] svg", info.id))
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
    for path in ["/", "/games", "/analysis", "/game/cubulus"] {
        browser.go(path).await?;
        let keys = browser
            .script(r"return document.body.innerText.match(/\b(ui|shelf|rules|cli|engine)\.[a-z-]+/g) || []")
            .await?;
        ensure(
            keys.as_array().is_some_and(Vec::is_empty),
            format!("{path}: {keys}"),
        )?;
    }
    Ok(())
}

async fn refusal(browser: &Browser) -> Outcome {
    browser.seat_persons("cubulus", 2).await?;
    browser.click("[data-label='A1']").await?;
    browser.click("[data-label='I9']").await?;
    let remark = browser.wait(".remark").await?.text().await?;
    ensure(remark.contains("CU"), format!("no rule in: {remark}"))
}

async fn accessible(browser: &Browser) -> Outcome {
    for theme in ["Light", "Dark", "Contrast"] {
        browser.prefer("en", theme, "Flat").await?;
        for path in ["/", "/games", "/analysis", "/game/monstrodechecs"] {
            browser.go(path).await?;
            let wrong = browser.script(ACCESSIBLE).await?;
            ensure(
                wrong.as_array().is_some_and(Vec::is_empty),
                format!("{theme} {path}: {wrong}"),
            )?;
        }
    }
    Ok(())
}

/// What has no name, what is too small, what cannot be read.
const ACCESSIBLE: &str = r"
const wrong = [];
const shown = (e) => e.checkVisibility && e.checkVisibility() && e.getBoundingClientRect().width > 1;
for (const e of document.querySelectorAll('button, a[href], input, select, textarea')) {
  if (!shown(e)) continue;
  const label = e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.[0]?.textContent.trim();
  if (!label) wrong.push('no name: ' + e.outerHTML.slice(0, 120));
  const r = e.getBoundingClientRect();
  const inText = e.closest('p, h3, li.card, .moves, .sites, label, .thoughts');
  if (!inText && (r.height < 43.5 || r.width < 43.5)) wrong.push('too small: ' + e.outerHTML.slice(0, 120));
}
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

async fn set_up(browser: &Browser) -> Outcome {
    browser.go("/game/cubulus").await?;
    browser.click("[data-option='level=2']").await?;
    for seat in 0..2 {
        browser
            .script(&format!(
                "const s = document.querySelector('[data-seat=\"{seat}\"]'); s.value = '0'; s.dispatchEvent(new Event('change'))"
            ))
            .await?;
    }
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
    )
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
        address == "#game=d21&play=C3-C6.D8-D7",
        format!("the address is {address}"),
    )?;
    browser.click("[data-tool='engine']").await?;
    browser.wait(".engine-line").await?;
    browser.click("[data-tool='engine']").await?;
    // An impossible position is refused with a reason.
    browser.click("[data-tool='more']").await?;
    browser
        .script("const t = document.querySelector('.paste textarea'); t.value = 'nonsense'; t.dispatchEvent(new Event('input'))")
        .await?;
    browser.click("[data-tool='open']").await?;
    browser.wait(".paste .problem:not(:empty)").await?;
    Ok(())
}

async fn resigning(browser: &Browser) -> Outcome {
    browser.seat_persons("blocus", 2).await?;
    browser.click("[data-tool='more']").await?;
    browser.click("[data-tool='flag']").await?;
    let text = browser.wait(".ending").await?.text().await?;
    ensure(text.contains("Blue wins"), format!("the result is {text}"))
}

async fn played_by_clicks(browser: &Browser, spec: String) -> Outcome {
    let game = short_game(&spec, 120);
    let mut table = catalog::open(&spec).map_err(|error| error.to_string())?;
    browser
        .seat_persons(&spec, table.seating().sides.len())
        .await?;
    for action in &game {
        for (before, pick) in clicks(&*table, action) {
            browser
                .pick(&*table, &before, &pick)
                .await
                .map_err(|why| format!("{action} at {}: {pick:?}: {why}", table.ply()))?;
        }
        table
            .play(action)
            .map_err(|refusal| format!("{refusal:?}"))?;
        let ply = table.ply();
        let last = browser
            .until(&format!("{action} at {ply}"), async || {
                let moves = browser.moves().await?;
                Ok((moves.len() >= ply)
                    .then(|| moves.last().cloned())
                    .flatten())
            })
            .await?;
        ensure(
            last == *action,
            format!("{last} was played instead of {action}"),
        )?;
    }
    if matches!(table.status(), Status::Over(_)) {
        browser.wait(".ending").await?;
    }
    Ok(())
}

async fn against_the_machine(browser: &Browser, id: &'static str) -> Outcome {
    browser.go("/").await?;
    browser.click(&format!("[data-game='{id}']")).await?;
    browser.wait(".site").await?;
    let mut table = catalog::open(id).map_err(|error| error.to_string())?;
    let alone = table.seating().sides.len() == 1;
    let action = table.legal()[0].clone();
    for (before, pick) in clicks(&*table, &action) {
        browser.pick(&*table, &before, &pick).await?;
    }
    table
        .play(&action)
        .map_err(|refusal| format!("{refusal:?}"))?;
    let answered = if alone { 1 } else { 2 };
    let moves = browser
        .until("the machine's answer", async || {
            let moves = browser.moves().await?;
            Ok((moves.len() >= answered).then_some(moves))
        })
        .await?;
    for answer in &moves[1..] {
        table
            .play(answer)
            .map_err(|refusal| format!("{answer}: {refusal:?}"))?;
    }
    browser.click("[data-tool='undo']").await?;
    let count = browser.moves().await?.len();
    ensure(count < moves.len(), "nothing was taken back")?;
    browser.click("[data-tool='redo']").await?;
    let again = browser.moves().await?;
    ensure(
        again.starts_with(&moves[..1]),
        format!("{again:?} instead of {moves:?}"),
    )?;
    let before = browser.moves().await?;
    browser.page.refresh().await?;
    browser.wait(".site").await?;
    let after = browser.moves().await?;
    ensure(
        after.starts_with(&before),
        format!("{after:?} after a reload, {before:?} before"),
    )
}

async fn by_keyboard_on_a_phone(browser: &Browser, id: &'static str) -> Outcome {
    browser.size(360, 740).await?;
    let mut table = catalog::open(id).map_err(|error| error.to_string())?;
    browser
        .seat_persons(id, table.seating().sides.len())
        .await?;
    let fits = browser
        .script("const r = [...document.querySelectorAll('.site')].map(e => e.getBoundingClientRect()); return document.documentElement.scrollWidth <= innerWidth && r.every(r => r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight)")
        .await?;
    ensure(fits == true, "the board does not fit a phone")?;
    for _ in 0..2 {
        let legal = table.legal();
        let Some(action) = legal.get(legal.len() / 2) else {
            break;
        };
        for (before, pick) in clicks(&*table, action) {
            press(browser, &*table, &before, &pick).await?;
        }
        table
            .play(action)
            .map_err(|refusal| format!("{refusal:?}"))?;
        let ply = table.ply();
        browser
            .until(&format!("{action} by keyboard"), async || {
                Ok((browser.moves().await?.len() >= ply).then_some(()))
            })
            .await?;
    }
    Ok(())
}

/// Reaches a pick with the keyboard and presses Enter.
async fn press(
    browser: &Browser,
    table: &dyn tablier_rules::Table,
    before: &[Pick],
    pick: &Pick,
) -> Outcome {
    match pick {
        Pick::Site(site) => {
            browser.key("b").await?;
            let layout = table.layout();
            let here = browser
                .script("return Number(document.activeElement.dataset.site)")
                .await?;
            let here = here.as_u64().ok_or("no site has the focus")? as usize;
            for key in way(&layout, here, usize::from(site.0))? {
                browser.key(key).await?;
            }
        }
        _ => {
            let css = match pick {
                Pick::Slot(zone, slot) => format!("button[data-slot='{}:{slot}']", zone.0),
                Pick::Button(key) => format!("[data-button='{key}']"),
                _ => {
                    let choices = table.choices(before);
                    let pictures = choices
                        .next
                        .iter()
                        .filter(|c| matches!(c.pick, Pick::Picture(_)));
                    let at = pictures.take_while(|c| c.pick != *pick).count();
                    format!(".fan .outcome:nth-child({})", at + 1)
                }
            };
            // Tab reaches it: it is in the order of the page.
            let reachable = browser
                .script(&format!("const e = document.querySelector({css:?}); if (!e || e.tabIndex < 0) return false; e.focus(); return document.activeElement === e"))
                .await?;
            ensure(reachable == true, format!("{css} cannot have the focus"))?;
        }
    }
    browser.key("\u{e007}").await
}

/// The arrows from one site to another.
fn way(
    layout: &tablier_rules::scene::Layout,
    from: usize,
    to: usize,
) -> Result<Vec<&'static str>, Failure> {
    let arrows = ["\u{e013}", "\u{e014}", "\u{e015}", "\u{e012}"];
    let mut reached = vec![None; layout.sites.len()];
    reached[from] = Some((from, 0));
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for (side, next) in layout.sites[at].neighbours.iter().enumerate() {
            let Some(next) = next.map(|next| usize::from(next.0)) else {
                continue;
            };
            if reached[next].is_none() {
                reached[next] = Some((at, side));
                open.push_back(next);
            }
        }
    }
    let mut keys = Vec::new();
    let mut at = to;
    while at != from {
        let (before, side) = reached[at].ok_or("there is no way by arrows")?;
        keys.push(arrows[side]);
        at = before;
    }
    keys.reverse();
    Ok(keys)
}

/// After one visit everything works without the server.
async fn offline(browser: &Browser, served: &mut Served) -> Outcome {
    browser.go("/").await?;
    browser
        .until("the service worker", async || {
            let ready = browser
                .script("return !!(navigator.serviceWorker && navigator.serviceWorker.controller)")
                .await?;
            Ok((ready == true).then_some(()))
        })
        .await?;
    served.stop();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    browser.page.refresh().await?;
    browser.wait("[data-game] svg").await?;
    browser
        .click(&format!("[data-game='{}']", catalog::GAMES[0].id))
        .await?;
    browser.wait(".site").await?;
    Ok(())
}
