//! The page in a real browser. Skipped if there is none, unless `TABLIER_BROWSER=required`.
//!
//! A run covers the pages and a few whole games; `TABLIER_BROWSER=all` plays every game and variant
//! to its end, against the computer and by keyboard on a phone. Words after `--` choose tests by
//! name.

mod access;
mod arranging;
mod books;
mod composition;
mod fits;
mod games;
mod keeping;
mod lessons;
mod online;
mod pages;
mod paper;
mod phone;
mod picture;
mod reach;
mod spoken;
mod study;
mod tables;
mod taste;
mod update;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use tablier_browser_tests::browser::{Browser, Driver, Served, is_installed};
use tablier_browser_tests::{Outcome, Test, ensure};
use tablier_rules::catalog;

/// How many browsers run at once.
const BROWSERS: usize = 2;

/// Tests by their names.
#[macro_export]
macro_rules! tests {
    ($($name:literal => $test:path),* $(,)?) => {
        vec![$(tablier_browser_tests::Test {
            name: $name.to_owned(),
            run: Box::new(|browser| Box::pin($test(browser))),
        }),*]
    };
}

/// All tests, and whether a short run includes them.
fn all() -> Vec<(Test, bool)> {
    let pages = [
        pages::tests(),
        tables::tests(),
        arranging::tests(),
        access::tests(),
        paper::tests(),
        reach::tests(),
        fits::tests(),
        keeping::tests(),
        study::tests(),
        phone::tests(),
        picture::tests(),
        spoken::tests(),
        taste::tests(),
        composition::tests(),
    ];
    let short = pages.into_iter().flatten().map(|test| (test, true));
    // Whole games take longest: they come first, so that both browsers finish at about the same
    // time.
    let long = games::tests()
        .into_iter()
        .chain(lessons::tests())
        .chain(books::tests());
    long.chain(short).collect()
}

fn main() {
    let asked = std::env::var("TABLIER_BROWSER").unwrap_or_default();
    let required = ["required", "all"].contains(&asked.as_str());
    if !is_installed() || !tablier_bundle::CLIENT.is_there() {
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
    let wanted = |name: &str, short: bool| match words.is_empty() {
        true => asked == "all" || short,
        false => words.iter().any(|word| name.contains(word)),
    };
    let tests: Vec<Test> = all()
        .into_iter()
        .filter(|(test, short)| wanted(&test.name, *short))
        .map(|(test, _)| test)
        .collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let local = tokio::task::LocalSet::new();
    let with_offline = words.is_empty() || words.iter().any(|word| word == "offline");
    let with_update = words.is_empty() || words.iter().any(|word| word == "update");
    let last = Last {
        offline: with_offline,
        update: with_update,
        meetings: online::MEETINGS
            .into_iter()
            .filter(|meeting| {
                words.is_empty() || words.iter().any(|word| meeting.name.contains(word))
            })
            .collect(),
    };
    let failures = local.block_on(&runtime, run(tests, last));
    if failures > 0 {
        eprintln!("{failures} browser tests failed");
        std::process::exit(1);
    }
}

/// Tests that run after all others, with their own browsers or servers.
struct Last {
    offline: bool,
    update: bool,
    meetings: Vec<online::Meeting>,
}

async fn run(tests: Vec<Test>, last: Last) -> usize {
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
                let came = run_test(&browser, test).await;
                report(&test.name, begun, came, &failures);
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
    // Last, since it stops the server.
    if let Some(browser) = browsers.first().filter(|_| last.offline) {
        let begun = Instant::now();
        let came = offline(browser, &mut served).await;
        report("a reload works without the server", begun, came, &failures);
    }
    for browser in browsers {
        browser.close().await;
    }
    if last.update {
        let begun = Instant::now();
        let came = update::never_mixes(&driver).await;
        report("an update never mixes versions", begun, came, &failures);
    }
    for meeting in &last.meetings {
        let begun = Instant::now();
        let came = (meeting.run)(&driver).await;
        report(meeting.name, begun, came, &failures);
    }
    if let Ok(driver) = Rc::try_unwrap(driver) {
        driver.stop().await;
    }
    println!(
        "{} browser tests in {} s",
        tests.len() + usize::from(last.offline) + usize::from(last.update) + last.meetings.len(),
        begun.elapsed().as_secs()
    );
    failures.get()
}

fn report(name: &str, begun: Instant, came: Outcome, failures: &Cell<usize>) {
    let time = begun.elapsed().as_millis();
    match came {
        Ok(()) => println!("ok   {time:5} ms  {name}"),
        Err(why) => {
            failures.set(failures.get() + 1);
            println!("FAIL {time:5} ms  {name}\n     {why}");
        }
    }
}

async fn run_test(browser: &Browser, test: &Test) -> Outcome {
    browser.forget().await?;
    browser.size(1280, 720).await?;
    browser.prefer("en", "Light", "Flat").await?;
    (test.run)(browser).await?;
    browser.is_well().await
}

/// After one visit everything works without the server: the page, a game against the computer, the
/// books.
async fn offline(browser: &Browser, served: &mut Served) -> Outcome {
    browser.forget().await?;
    browser.size(1280, 720).await?;
    browser.go("/").await?;
    browser.is_kept_for_offline().await?;
    served.stop();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    browser.page.refresh().await?;
    let first = catalog::GAMES[0].id;
    browser.wait("[data-game] img").await?;
    browser.go(&format!("/rules/{first}")).await?;
    let title = browser.wait("article h1").await?.text().await?;
    ensure(!title.is_empty(), "the rulebook is empty")?;
    browser.go("/").await?;
    browser.click(&format!("[data-game='{first}']")).await?;
    browser.wait(".site").await?;
    browser.click("[data-tool='hint']").await?;
    browser.wait(".advice strong").await?;
    browser.is_well().await
}
