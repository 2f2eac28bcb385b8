//! Every game and variant, played.

use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::{clicks, recorded, variants};
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::scene::Pick;
use tablier_rules::{Status, catalog};

/// Whole games that a short run plays.
const SHORT: [&str; 4] = [
    "alignement is",
    "blocus is",
    "empire:players=4 is",
    "monstrodechecs:mode=diable is",
];

/// The tests, and whether a short run includes them.
pub(crate) fn tests() -> Vec<(Test, bool)> {
    let mut tests = Vec::new();
    for spec in variants() {
        let name = format!("{spec} is played to its end by clicks");
        let run: tablier_browser_tests::Run =
            Box::new(move |browser| Box::pin(played_by_clicks(browser, spec.clone())));
        let short = SHORT.iter().any(|game| name.starts_with(game));
        tests.push((Test { name, run }, short));
    }
    for info in catalog::GAMES {
        let machine = Test {
            name: format!("{} against the machine, undo, redo, reload", info.id),
            run: Box::new(|browser| Box::pin(against_the_machine(browser, info.id))),
        };
        let keyboard = Test {
            name: format!("{} by keyboard alone on a phone", info.id),
            run: Box::new(|browser| Box::pin(by_keyboard_on_a_phone(browser, info.id))),
        };
        let short = info.id == catalog::GAMES[0].id;
        tests.extend([(machine, short), (keyboard, short)]);
    }
    tests
}

/// A recorded game, played to its end by clicks alone.
async fn played_by_clicks(browser: &Browser, spec: String) -> Outcome {
    let game = recorded(&spec).ok_or("no game is recorded")?;
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
    ensure(
        matches!(table.status(), Status::Over(_)),
        "the recorded game does not end",
    )?;
    browser.wait(".ending").await?;
    Ok(())
}

/// One click starts a game; the computer answers; undo, redo, a reload, the way back from the
/// shelf.
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
    )?;
    browser.go("/").await?;
    browser.click(".resume a").await?;
    browser.wait(".site").await?;
    let resumed = browser.moves().await?;
    ensure(
        resumed.starts_with(&before),
        format!("{resumed:?} from the shelf, {before:?} before"),
    )
}

/// The board fits a phone, and the keyboard alone can play.
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
pub(crate) async fn press(
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
