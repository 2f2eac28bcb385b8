//! Lessons in the browser.

use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::games::clicks;
use tablier_browser_tests::{Outcome, Test, ensure};
use tablier_rules::{GameInfo, Status, Table, catalog};

use crate::games::press;

/// Its lesson is part of a short run too.
const SHORT: &str = "d21";

/// The tests, and whether a short run includes them.
pub(crate) fn tests() -> Vec<(Test, bool)> {
    let test = |info: &'static GameInfo| {
        let test = Test {
            name: format!("the lesson of {} on a phone, by keyboard alone", info.id),
            run: Box::new(|browser| Box::pin(lesson(browser, info.id))),
        };
        (test, info.id == SHORT)
    };
    // A game in development has none.
    let has_lesson = |info: &&GameInfo| {
        !cfg!(feature = "development") || tablier_books::lesson(info.id).is_some()
    };
    let games = catalog::GAMES.iter().copied().filter(has_lesson);
    games.map(test).collect()
}

/// A whole lesson by keyboard alone, on a phone: hint, praise, the next task; kept after a reload.
async fn lesson(browser: &Browser, game: &str) -> Outcome {
    browser.size(360, 740).await?;
    let lesson = tablier_books::lesson(game).ok_or("no lesson")?;
    browser.go(&format!("/learn/{game}")).await?;
    for (index, task) in lesson.iter().enumerate() {
        let name = &task.board.name;
        browser
            .wait(&format!(
                ".numbers-row [data-number='{}'][aria-current]",
                index + 1
            ))
            .await?;
        browser.wait(".site").await?;
        browser.key("h").await?;
        let hint = browser.wait(".hint").await?.text().await?;
        ensure(hint == task.hint(tablier_words::Language::English), hint)?;
        let mut table = task.board.open()?;
        if task.guided > 0 {
            guided(browser, &*table, task.guided)
                .await
                .map_err(|why| format!("{name}: {why}"))?;
        }
        for step in &task.steps {
            let legal = table.legal();
            let right = legal.iter().find(|action| step.judges(&*table, action));
            let right = right.ok_or("nothing is right")?;
            browser.wait(".can, .slot, .fan .outcome").await?;
            for (before, pick) in clicks(&*table, right) {
                press(browser, &*table, &before, &pick)
                    .await
                    .map_err(|why| format!("{name}: {right}: {pick:?}: {why}"))?;
            }
            for action in [right].into_iter().chain(&step.replies) {
                let played = table.play(action);
                played.map_err(|refusal| format!("{name}: {action}: {refusal:?}"))?;
            }
        }
        let praise = browser
            .wait(".verdict.right[role='status']")
            .await
            .map_err(|why| format!("{name}: {why}"))?
            .text()
            .await?;
        let wanted = task.praise(tablier_words::Language::English);
        ensure(praise == wanted, format!("{name} is praised by {praise}"))?;
        let fits = browser
            .script("return document.documentElement.scrollWidth <= innerWidth")
            .await?;
        ensure(fits == true, format!("{name} is wider than a phone"))?;
        if index + 1 < lesson.len() {
            tab_to(browser, "[data-tool='next']").await?;
            browser.key("\u{e007}").await?;
        }
    }
    // What comes after the last task.
    let way = format!(".coach a.primary[href='/game/{game}']");
    browser.wait(&way).await?;
    tab_to(browser, &way).await?;
    browser.page.refresh().await?;
    browser.wait(".numbers-row .done").await?;
    let done = browser
        .script("return document.querySelectorAll('.numbers-row .done').length")
        .await?;
    ensure(
        done == lesson.len(),
        format!("{done} of {} tasks are kept", lesson.len()),
    )
}

/// A guided game by keyboard: any moves, answered by the computer, until it is enough.
async fn guided(browser: &Browser, start: &dyn Table, moves: usize) -> Outcome {
    let mut known: Option<String> = None;
    for _ in 0..3 * moves {
        // The learner's turn, or the end.
        let (table, played) = browser
            .until("the learner's turn", async || {
                let played = browser
                    .script("return document.querySelector('.board-area').dataset.played")
                    .await?;
                let played = played.as_str().unwrap_or_default().to_owned();
                let mut table = start.fork();
                for action in played.split_whitespace() {
                    let answer = table.play(action);
                    answer.map_err(|refusal| format!("{action}: {refusal:?}"))?;
                }
                let is_mine = match table.status() {
                    Status::Acts(seat) => seat.index() == 0 && known.as_ref() != Some(&played),
                    Status::Over(_) => true,
                };
                Ok(is_mine.then_some((table, played)))
            })
            .await?;
        let done = browser
            .script("return document.querySelector('.verdict.right') !== null")
            .await?;
        if done == true || matches!(table.status(), Status::Over(_)) {
            return Ok(());
        }
        browser.wait(".can, .slot, .fan .outcome").await?;
        let legal = table.legal();
        for (before, pick) in clicks(&*table, &legal[legal.len() / 2]) {
            press(browser, &*table, &before, &pick).await?;
        }
        known = Some(played);
    }
    Err("the guided game goes on for ever".into())
}

/// Presses Tab until something has the focus.
async fn tab_to(browser: &Browser, css: &str) -> Outcome {
    for _ in 0..60 {
        let there = browser
            .script(&format!("return document.activeElement.matches({css:?})"))
            .await?;
        if there == true {
            return Ok(());
        }
        browser.key("\u{e004}").await?;
    }
    Err(format!("Tab never reaches {css}").into())
}
