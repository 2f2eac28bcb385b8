//! Rulebooks and puzzles in the browser.

use serde_json::{Value, json};
use tablier_books::Puzzle;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::clicks;
use tablier_browser_tests::{Failure, Outcome, Test, ensure};
use tablier_rules::{Table, catalog};

use crate::tests;

/// The tests, and whether a short run includes them.
pub(crate) fn tests() -> Vec<(Test, bool)> {
    let pages = tests![
        "a refused click leads to the paragraph of its rule" => refusal,
        "diagrams are played forward and back, by mouse and by keyboard" => diagrams,
        "puzzles are judged, explained and remembered" => puzzles,
        "puzzles are chosen by theme and difficulty" => filtered,
        "the puzzle of the day is everybody's, and its streak is kept" => daily,
    ];
    pages.into_iter().map(|test| (test, true)).collect()
}

/// From a refused click to the paragraph that explains its rule.
async fn refusal(browser: &Browser) -> Outcome {
    browser.seat_persons("cubulus", 2).await?;
    browser.click("[data-label='A1']").await?;
    browser.click("[data-label='I9']").await?;
    browser.wait(".remark a").await?;
    let rule = browser
        .script("const a = document.querySelector('.remark a'); a.focus(); return a.hash.slice(1)")
        .await?;
    browser.key("\u{e007}").await?;
    is_aimed_at(browser, rule.as_str().unwrap_or_default()).await?;
    // Refusals common to all tables have their paragraph in every book.
    for language in ["en", "fr"] {
        browser.prefer(language, "Light", "Flat").await?;
        for info in catalog::GAMES {
            browser.go(&format!("/rules/{}#C5", info.id)).await?;
            is_aimed_at(browser, "C5")
                .await
                .map_err(|why| format!("{} {language}: {why}", info.id))?;
        }
    }
    Ok(())
}

/// Checks that the paragraph about a rule is marked, and on the screen.
async fn is_aimed_at(browser: &Browser, rule: &str) -> Outcome {
    browser.wait(".aimed").await?;
    let look = format!(
        "const e = document.querySelector('.aimed [id={rule:?}]'); if (!e) return false;
         const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight"
    );
    browser
        .until(&format!("{rule} on the screen"), async || {
            let seen = browser.script(&look).await?;
            Ok((seen == true).then_some(()))
        })
        .await
}

/// What a diagram shows: whether it is live, the text beside its buttons, and where its pieces are.
async fn shown(browser: &Browser, figure: &str) -> Result<Value, Failure> {
    browser
        .script(&format!(
            "const f = document.querySelector({figure:?});
             return [f.classList.contains('alive'), f.querySelector('output').textContent,
               [...f.querySelectorAll('.stage .site')].map(e => e.getAttribute('aria-label'))]"
        ))
        .await
}

async fn diagrams(browser: &Browser) -> Outcome {
    browser.go("/rules/cubulus").await?;
    browser.wait(".diagram .controls").await?;
    // Special cases are folded at first; a keyboard or a finger opens them.
    let folded = browser
        .script(
            "const all = [...document.querySelectorAll('.book .case')];
             const folded = all.filter(d => !d.open).length;
             all.forEach(d => d.querySelector('summary').click());
             return folded === all.length && all.length > 0 && all.every(d => d.open)",
        )
        .await?;
    ensure(folded == true, "special cases do not fold or unfold")?;
    // Names and sizes of its buttons.
    let wrong = browser
        .script(
            "return [...document.querySelectorAll('.diagram .controls')].filter(c => {
               const r = [...c.querySelectorAll('button')];
               return !c.getAttribute('aria-label') || c.getAttribute('role') !== 'toolbar' || r.length !== 3
                 || r.some(b => !b.getAttribute('aria-label') || b.getBoundingClientRect().width < 43.5 || b.getBoundingClientRect().height < 43.5);
             }).length + document.querySelectorAll('.still:not([role=img][aria-label])').length",
        )
        .await?;
    ensure(wrong == 0, format!("{wrong} diagrams lack names or size"))?;
    let figures = browser
        .script(
            "const all = [...document.querySelectorAll('.diagram')].filter(f => f.querySelector('.controls'));
             all.forEach((f, i) => f.id = 'diagram-' + i); return all.length",
        )
        .await?;
    let figures = figures.as_u64().unwrap_or_default();
    ensure(figures >= 4, format!("only {figures} diagrams move"))?;
    let mut moved = 0;
    for figure in 0..figures {
        let figure = format!("#diagram-{figure}");
        let forward = format!("{figure} [data-step='forward']");
        browser
            .script(&format!("document.querySelector({figure:?}).scrollIntoView({{ block: 'center' }}); document.querySelector({forward:?}).focus()"))
            .await?;
        // To the end by keyboard: every step is announced, and the pieces move.
        let told = browser
            .script(&format!(
                "return Number(document.querySelector({figure:?}).dataset.steps)"
            ))
            .await?;
        let steps = told.as_u64().unwrap_or_default();
        ensure(steps > 0, format!("{figure} has {told} steps"))?;
        let mut boards = Vec::new();
        for step in 1..=steps {
            browser.key("\u{e014}").await?;
            let told = format!("{step} / {steps}");
            boards.push(until_told(browser, &figure, &told).await?);
        }
        let board = boards.last().cloned().unwrap_or_default();
        ensure(!board[2].as_array().is_none_or(Vec::is_empty), "no board")?;
        // Back to the beginning with the arrow, and forward by mouse.
        for _ in 0..steps {
            browser.key("\u{e012}").await?;
        }
        let beginning = until_told(browser, &figure, "").await?;
        moved += usize::from(beginning[2] != board[2]);
        browser.click(&forward).await?;
        let again = until_told(browser, &figure, &format!("1 / {steps}")).await?;
        ensure(
            again[2] == boards[0][2],
            format!("{figure}: another board than before: {again} {}", boards[0]),
        )?;
        let alive = browser
            .script("return document.querySelectorAll('.diagram.alive, .diagram .stage').length")
            .await?;
        ensure(alive == 2, format!("{alive} boards and figures are alive"))?;
    }
    ensure(
        moved as u64 == figures,
        format!("{moved} of {figures} diagrams move something"),
    )
}

/// Waits until a diagram announces this step (nothing: that it is at its start) and its board is at
/// rest.
async fn until_told(browser: &Browser, figure: &str, step: &str) -> Result<Value, Failure> {
    let now = browser
        .until(&format!("{figure} at {step}"), async || {
            let now = shown(browser, figure).await?;
            let told = now[1].as_str().unwrap_or_default();
            let there = match step {
                "" => !told.contains(" / "),
                step => told.starts_with(step),
            };
            Ok((there && now[0] == true).then_some(()))
        })
        .await;
    now?;
    // The board follows a moment later.
    tokio::time::sleep(std::time::Duration::from_millis(80)).await;
    shown(browser, figure).await
}

/// A puzzle answered wrongly, then solved; the next one; remembered after a reload.
async fn puzzles(browser: &Browser) -> Outcome {
    for game in ["alignement", "solitaire"] {
        let puzzle = &tablier_books::puzzles(game)[0];
        browser.go(&format!("/puzzles/{game}")).await?;
        browser.wait(".site").await?;
        let board = browser.script(BOARD).await?;
        let table = set_up(puzzle)?;
        let legal = table.legal();
        let wrong = legal.iter().find(|action| **action != puzzle.key());
        play(browser, &*table, wrong.ok_or("nothing else is legal")?).await?;
        let verdict = verdict(browser).await?;
        ensure(verdict.ends_with("Look again."), verdict)?;
        let solved = browser
            .script("return document.querySelectorAll('.verdict.right, .numbers-row .done').length")
            .await?;
        ensure(solved == 0, "a wrong answer counts")?;
        // It is shown for a moment, then taken back.
        browser
            .until("the board as it was", async || {
                Ok((browser.script(BOARD).await? == board).then_some(()))
            })
            .await?;
        play(browser, &*table, puzzle.key()).await?;
        let verdict = browser.wait(".verdict.right").await?.text().await?;
        ensure(verdict.contains(puzzle.key()), verdict)?;
        explained(browser, puzzle).await?;
        browser.click("[data-tool='next']").await?;
        browser
            .wait(".numbers-row li:nth-child(2) [aria-current]")
            .await?;
        browser.page.refresh().await?;
        browser
            .wait(".numbers-row li:nth-child(1) .done[aria-label*='done']")
            .await?;
        browser
            .wait(".numbers-row li:nth-child(2) [aria-current]:not(.done)")
            .await?;
    }
    Ok(())
}

/// After solving: the reason in words, the near misses on the board, and a rating.
async fn explained(browser: &Browser, puzzle: &Puzzle) -> Outcome {
    let why = browser.wait(".why p").await?.text().await?;
    ensure(why.contains(puzzle.key()), why)?;
    browser.wait("[data-rating]").await?;
    let near = puzzle.near_misses().next().ok_or("no near miss")?;
    let index = puzzle.also().count() + 1;
    browser
        .click(&format!(".why [data-tool='line']:nth-child({index})"))
        .await?;
    browser
        .until("the near miss on the board", async || {
            let played = browser
                .script("return document.querySelector('.board-area').dataset.played")
                .await?;
            Ok((played == near.join(" ")).then_some(()))
        })
        .await
}

/// A theme and a difficulty leave only the puzzles that have them.
async fn filtered(browser: &Browser) -> Outcome {
    let game = "empire";
    browser.go(&format!("/puzzles/{game}")).await?;
    browser.wait(".puzzle-filter select").await?;
    for (theme, level, grades) in [("defence", "", 1..=5), ("fork", "hard", 4..=5)] {
        for (filter, value) in [("theme", theme), ("level", level)] {
            browser
                .script(&format!(
                    "const s = document.querySelector(\"[data-filter='{filter}']\"); s.value = '{value}'; s.dispatchEvent(new Event('change', {{ bubbles: true }}))"
                ))
                .await?;
        }
        let wanted: Vec<usize> = tablier_books::puzzles(game)
            .iter()
            .enumerate()
            .filter(|(_, puzzle)| {
                puzzle.themes.iter().any(|own| own == theme) && grades.contains(&puzzle.grade)
            })
            .map(|(index, _)| index + 1)
            .collect();
        browser
            .until("the puzzles of a theme", async || {
                let shown = browser
                    .script("return [...document.querySelectorAll('.numbers-row button')].map(b => Number(b.dataset.number))")
                    .await?;
                Ok((shown == json!(wanted)).then_some(()))
            })
            .await?;
        let shown = format!(".numbers-row [data-number='{}'][aria-current]", wanted[0]);
        browser.wait(&shown).await?;
    }
    Ok(())
}

/// Everything that a board says.
const BOARD: &str =
    "return [...document.querySelectorAll('.site')].map(e => e.getAttribute('aria-label'))";

async fn daily(browser: &Browser) -> Outcome {
    let today = browser
        .script("return Math.floor(Date.now() / 86400000)")
        .await?;
    let today = today.as_u64().ok_or("no day")?;
    let all = tablier_books::daily_puzzles();
    let puzzle = tablier_books::puzzle::of_the_day(&all, today).ok_or("no puzzle today")?;
    // It is the same everywhere, whatever the player has solved.
    let mut boards = Vec::new();
    for zone in ["Pacific/Auckland", "Pacific/Honolulu"] {
        let zone = json!({ "timezoneId": zone });
        let cdp = browser.page.cdp();
        cdp.send_raw("Emulation.setTimezoneOverride", zone).await?;
        browser
            .script(&format!(
                "localStorage.setItem('tablier.progress', JSON.stringify({{ days: [{}, {}] }}))",
                today - 2,
                today - 1
            ))
            .await?;
        browser.go("/puzzles").await?;
        browser.wait(".site.can").await?;
        boards.push(browser.script(BOARD).await?);
    }
    let anywhere = json!({ "timezoneId": "" });
    let cdp = browser.page.cdp();
    cdp.send_raw("Emulation.setTimezoneOverride", anywhere)
        .await?;
    ensure(boards[0] == boards[1], "two puzzles on one day")?;
    says(browser, "2 days in a row").await?;
    play(browser, &*set_up(puzzle)?, puzzle.key()).await?;
    browser.wait(".verdict.right").await?;
    says(browser, "3 days in a row").await?;
    browser.page.refresh().await?;
    browser.wait(".site").await?;
    says(browser, "3 days in a row").await
}

/// Checks that the column beside the board contains a text.
async fn says(browser: &Browser, part: &str) -> Outcome {
    let text = browser.wait(".coach").await?.text().await?;
    ensure(text.contains(part), format!("no “{part}” in: {text}"))
}

fn set_up(puzzle: &Puzzle) -> Result<Box<dyn Table>, String> {
    let mut table = catalog::open(&puzzle.spec).map_err(|error| error.to_string())?;
    let set = table.set_position(&puzzle.start);
    set.map_err(|refusal| format!("{refusal:?}"))?;
    Ok(table)
}

async fn play(browser: &Browser, table: &dyn Table, action: &str) -> Outcome {
    for (before, pick) in clicks(table, action) {
        browser.pick(table, &before, &pick).await?;
    }
    Ok(())
}

/// The verdict on the answer.
async fn verdict(browser: &Browser) -> Result<String, Failure> {
    browser
        .until("a verdict", async || {
            let text = browser.wait(".verdict").await?.text().await?;
            Ok((!text.is_empty()).then_some(text))
        })
        .await
}
