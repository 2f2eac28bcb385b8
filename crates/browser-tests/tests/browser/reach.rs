//! Everything that can be picked is within reach: every legal end of every game takes the click on
//! its middle, whatever is in front of it, and the keyboard never hides what it points at.

use serde_json::{Value, json};
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::{recorded, variants};
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::scene::{Pick, Place};
use tablier_rules::{Table, catalog};
use thirtyfour::By;

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    let mut all = tests![
        "from above the piece under the keyboard is seen" => under_the_keyboard,
        "outcomes open beside their square, after a reload too" => beside_its_square,
    ];
    for info in catalog::GAMES {
        all.push(Test {
            name: format!("{}: every legal end takes its click", info.id),
            run: Box::new(|browser| Box::pin(ends_are_reached(browser, info.id))),
        });
        all.push(Test {
            name: format!("{}: every legal end takes its click in mid-game", info.id),
            run: Box::new(|browser| Box::pin(reached_in_mid_game(browser, info.id))),
        });
    }
    all
}

/// A desktop and a phone.
const SIZES: [(u32, u32); 2] = [(1366, 768), (390, 844)];

/// A pick as the script clicks it: an element, and for pictures its number.
fn element(before: &Value, pick: &Pick) -> Value {
    match pick {
        Pick::Site(site) => json!(format!("#site-{}", site.0)),
        Pick::Slot(zone, slot) => json!(format!("button[data-slot='{}:{slot}']", zone.0)),
        Pick::Button(key) => json!(format!("[data-button='{key}']")),
        Pick::Picture(_) => json!(format!(".fan .outcome:nth-child({})", before)),
    }
}

/// Every way to start an action: what is clicked, and the sites and slots that can be picked after
/// it. A pick without an alternative is made automatically.
fn ways(table: &dyn Table) -> Vec<(Vec<Value>, Vec<Value>)> {
    let mut ways = Vec::new();
    let mut open = vec![(Vec::new(), Vec::new())];
    while let Some((mut path, clicks)) = open.pop() {
        let mut choices = table.choices(&path);
        while let [only] = &choices.next[..]
            && only.action.is_none()
        {
            path.push(only.pick.clone());
            choices = table.choices(&path);
        }
        let mut ends = Vec::new();
        let mut pictures = 0;
        for choice in &choices.next {
            pictures += usize::from(matches!(choice.pick, Pick::Picture(_)));
            let element = element(&json!(pictures), &choice.pick);
            // The first pick is a piece, which is where it is seen.
            let is_end = !clicks.is_empty() || choice.action.is_some();
            if is_end && matches!(choice.pick, Pick::Site(_) | Pick::Slot(..)) {
                ends.push(element.clone());
            }
            if choice.action.is_none() {
                let mut path = path.clone();
                path.push(choice.pick.clone());
                let mut clicks: Vec<Value> = clicks.clone();
                clicks.push(element);
                open.push((path, clicks));
            }
        }
        if !ends.is_empty() {
            ways.push((clicks, ends));
        }
    }
    ways
}

/// Clicks its way to every end and reports those that something else covers.
const COVERED: &str = r"
const [ways, done] = arguments;
const pause = () => new Promise((then) => setTimeout(then, 0));
const name = (e) => e?.closest('[data-site],[data-slot]');
const covered = [];
let seen = 0;
for (const [clicks, ends] of ways) {
  for (let i = 0; i < 5; i++) { dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })); }
  await pause();
  let lost = false;
  for (const click of clicks) {
    const element = document.querySelector(click);
    if (!element) { covered.push(clicks.join(' ') + ': no ' + click); lost = true; break; }
    element.click();
    await pause();
  }
  if (lost) continue;
  for (const end of ends) {
    const element = document.querySelector(end);
    if (!element) { covered.push(clicks.join(' ') + ': no end ' + end); continue; }
    seen++;
    const area = element.getBoundingClientRect();
    const hit = name(document.elementFromPoint(area.left + area.width / 2, area.top + area.height / 2));
    const sites = hit?.dataset.sites?.split(' ') ?? [hit?.dataset.site];
    const same = element.dataset.slot ? hit?.dataset.slot === element.dataset.slot : sites.includes(element.dataset.site);
    if (!same) covered.push(clicks.join(' ') + ' -> ' + (element.dataset.label ?? end) + ' under ' + (hit?.id || hit?.className));
  }
}
done([seen, covered.length, covered.slice(0, 6)]);
";

async fn ends_are_reached(browser: &Browser, id: &'static str) -> Outcome {
    let table = catalog::open(id).map_err(|error| error.to_string())?;
    let ways = json!(ways(&*table));
    for view in ["Table", "Flat"] {
        for (width, height) in SIZES {
            browser.size(width, height).await?;
            browser.prefer("en", "Light", view).await?;
            browser
                .seat_persons(id, table.seating().sides.len())
                .await?;
            let what = format!("{view} {width} × {height}");
            look_at_ends(browser, &ways, &what).await?;
        }
    }
    Ok(())
}

/// Clicks its way to every end at the table that is shown.
async fn look_at_ends(browser: &Browser, ways: &Value, what: &str) -> Outcome {
    let script = format!("(async () => {{ {COVERED} }})()");
    let script = script.replace("arguments;", "[...globalThis.__args];");
    let script = format!("globalThis.__args = arguments; {script}");
    let found = browser
        .page
        .execute_async(script, vec![ways.clone()])
        .await?;
    let found = found.json();
    let what = format!("{what}: {found}");
    ensure(found[0].as_u64() > Some(0), format!("nothing seen: {what}"))?;
    ensure(found[1] == 0, format!("covered: {what}"))
}

/// A telling position of each game, as the shelf shows it.
static SAMPLES: &str = include_str!("../../../web/src/pages/shelf/samples.txt");

/// How many puzzles of a game are looked at: the most crowded ones.
const PUZZLES: usize = 1;

/// A game with its options, and a position in the middle of it.
type Middle = (String, String);

/// Positions where pieces stand before and behind one another: the one of the shelf, the most crowded
/// puzzles, and the game and each variant with more players or other pieces two thirds through.
fn in_the_middle(id: &str) -> Result<Vec<Middle>, Failure> {
    let mut found: Vec<Middle> = Vec::new();
    let sample = SAMPLES.lines().find_map(|line| {
        let (game, rest) = line.split_once(' ')?;
        let (position, _) = rest.split_once(" => ")?;
        (game == id).then(|| (id.to_owned(), position.to_owned()))
    });
    match sample {
        Some(sample) => found.push(sample),
        // A game in development is on the shelf without one.
        None if cfg!(feature = "development") => {}
        None => return Err("the shelf has no position".into()),
    }
    let mut puzzles: Vec<(usize, Middle)> = tablier_books::puzzles(id)
        .into_iter()
        .filter_map(|puzzle| {
            let table = at(&puzzle.spec, &puzzle.start)?;
            let pieces = table.scene().pieces;
            let count = pieces
                .iter()
                .filter(|piece| matches!(piece.at, Place::Sites(_)))
                .count();
            Some((count, (puzzle.spec, puzzle.start)))
        })
        .collect();
    puzzles.sort_by_key(|(pieces, _)| std::cmp::Reverse(*pieces));
    found.extend(puzzles.into_iter().take(PUZZLES).map(|(_, middle)| middle));
    let tells = |spec: &str| {
        spec == id
            || ["players=4", "level=2", "mode=carnage"]
                .iter()
                .any(|option| spec == format!("{id}:{option}"))
    };
    for spec in variants().into_iter().filter(|spec| tells(spec)) {
        let game = recorded(&spec).ok_or("no game is recorded")?;
        let mut table = catalog::open(&spec).map_err(|error| error.to_string())?;
        for action in &game[..game.len() * 2 / 3] {
            table
                .play(action)
                .map_err(|refusal| format!("{refusal:?}"))?;
        }
        found.push((spec, table.position()));
    }
    Ok(found)
}

/// A table in a position.
fn at(spec: &str, position: &str) -> Option<Box<dyn Table>> {
    let mut table = catalog::open(spec).ok()?;
    table.set_position(position).ok()?;
    Some(table)
}

async fn reached_in_mid_game(browser: &Browser, id: &'static str) -> Outcome {
    for (spec, position) in in_the_middle(id)? {
        let table = at(&spec, &position).ok_or_else(|| format!("{spec} {position}"))?;
        let ways = json!(ways(&*table));
        let players = json!(vec!["Person"; table.seating().sides.len()]);
        browser.prefer("en", "Light", "Table").await?;
        browser
            .seat_from(&spec, Some(&position), &players, &[])
            .await?;
        for view in ["table", "flat"] {
            let shown = format!(".view-{view}");
            if browser.page.find_all(By::Css(&shown)).await?.is_empty() {
                browser.key("v").await?;
                browser.wait(&shown).await?;
            }
            for (width, height) in SIZES {
                browser.size(width, height).await?;
                // The board takes its new size in the frame after the next.
                browser
                    .script("return new Promise((then) => { let left = 4; const next = () => --left ? requestAnimationFrame(next) : then(); next(); })")
                    .await?;
                let what = format!("{spec} {position}, {view} {width} × {height}");
                look_at_ends(browser, &ways, &what).await?;
            }
        }
    }
    Ok(())
}

/// The pictures of outcomes stay with their square when the page begins with them and when the window
/// changes its size.
async fn beside_its_square(browser: &Browser) -> Outcome {
    let (spec, position) = in_the_middle("monstrodechecs")?.swap_remove(0);
    let actions = ["B2-C4/5M".to_owned()];
    let players = json!(["Person", "Person"]);
    browser
        .seat_from(&spec, Some(&position), &players, &actions)
        .await?;
    browser.wait(".fan .outcome").await?;
    for (width, height) in [(1366, 768), (390, 844), (320, 640), (1366, 768)] {
        browser.size(width, height).await?;
        browser
            .until(&format!("the outcomes beside F1 at {width}"), async || {
                let found = browser
                    .script(
                        "const area = (css) => document.querySelector(css).getBoundingClientRect();
                         const fan = area('.fan'), square = area('[data-label=F1]'), room = area('.stage');
                         return fan.left >= room.left - 1 && fan.right <= room.right + 1 && fan.top >= room.top - 1 && fan.left < square.right && fan.right > square.left
                           && Math.abs((fan.top + fan.bottom) / 2 - (square.top + square.bottom) / 2) < 100",
                    )
                    .await?;
                Ok((found == true).then_some(()))
            })
            .await?;
    }
    Ok(())
}

/// Neither the keyboard's ring nor a change of view hides a piece.
async fn under_the_keyboard(browser: &Browser) -> Outcome {
    let piece = "const r = document.activeElement.getBoundingClientRect();
        return [document.activeElement.dataset.label, !!document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)?.closest('.piece')]";
    browser.seat_persons("cubulus", 2).await?;
    browser.key("b").await?;
    let seen = browser.script(piece).await?;
    ensure(seen[1] == true, format!("by keyboard: {seen}"))?;
    browser.wait(".mark.reached").await?;
    browser.prefer("en", "Light", "Table").await?;
    browser.seat_persons("cubulus", 2).await?;
    browser.click("[data-label='B1']").await?;
    browser.key("v").await?;
    browser.wait(".view-flat").await?;
    let seen = browser
        .script(&piece.replace(
            "document.activeElement",
            "document.querySelector('[data-label=B1]')",
        ))
        .await?;
    ensure(
        seen == json!(["B1", true]),
        format!("after a click and V: {seen}"),
    )
}
