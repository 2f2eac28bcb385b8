//! Everything that can be picked is within reach: every legal end of every game takes the click on
//! its middle, whatever is in front of it, and the keyboard never hides what it points at.

use serde_json::{Value, json};
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Outcome, Test, ensure};
use tablier_rules::scene::Pick;
use tablier_rules::{Table, catalog};

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    let mut all = tests![
        "from above the piece under the keyboard is seen" => under_the_keyboard,
    ];
    for info in catalog::GAMES {
        all.push(Test {
            name: format!("{}: every legal end takes its click", info.id),
            run: Box::new(|browser| Box::pin(ends_are_reached(browser, info.id))),
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
            let script = format!("(async () => {{ {COVERED} }})()");
            let script = script.replace("arguments;", "[...globalThis.__args];");
            let script = format!("globalThis.__args = arguments; {script}");
            let args = vec![ways.clone()];
            let found = browser.page.execute_async(script, args).await?;
            let found = found.json();
            let what = format!("{view} {width} × {height}: {found}");
            ensure(found[0].as_u64() > Some(0), format!("nothing seen: {what}"))?;
            ensure(found[1] == 0, format!("covered: {what}"))?;
        }
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
