//! Measures the page in Chromium: `cargo xtask page`; `page player` has its engine play matches.
//! `bench/page/README.md` says what the figures mean and what they should be.

mod lines;
mod player;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablier_browser_tests::browser::{Browser, Driver, Served, is_installed};
use tablier_browser_tests::games::{clicks, recorded};
use tablier_browser_tests::{Failure, Outcome};
use tablier_engine::{Engine, Limits, Request, network};
use tablier_rules::scene::Pick;
use tablier_rules::{Spec, Table, catalog};
use tokio::signal::unix::{SignalKind, signal};

/// What can be measured.
const MEASURES: [&str; 4] = ["load", "click", "roll", "engine"];
/// How many times the page is loaded.
const LOADS: usize = 7;
/// How long the engine thinks to measure its speed.
const THOUGHT: Duration = Duration::from_secs(2);
/// The board with the most dice.
const CARNAGE: &str = "monstrodechecs:mode=carnage";

fn main() -> Result<(), Failure> {
    if !is_installed() || !tablier_bundle::CLIENT.is_there() {
        return Err("this wants Debian's chromium and chromium-driver, and the client".into());
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let plain = match words[..] {
        ["player"] => Some(false),
        ["player", "--plain"] => Some(true),
        _ => None,
    };
    if plain.is_none() && !words.iter().all(|word| MEASURES.contains(word)) {
        let measures = MEASURES.join(", ");
        return Err(format!("write page [{measures}] or page player [--plain]").into());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        // From here on nobody ends it without its browser.
        let mut terminated = signal(SignalKind::terminate())?;
        let mut interrupted = signal(SignalKind::interrupt())?;
        let served = Served::start().await?;
        let driver = Driver::start().await?;
        let browser = Browser::open(&driver, &served.url).await?;
        let work = async {
            match plain {
                Some(plain) => player::play(&browser, plain).await,
                None => measure(&browser, &words).await,
            }
        };
        let done = tokio::select! {
            done = work => done,
            _ = terminated.recv() => Err("terminated".into()),
            _ = interrupted.recv() => Err("interrupted".into()),
        };
        browser.close().await;
        driver.stop().await;
        done
    })
}

/// Measures what is wanted, or everything.
async fn measure(browser: &Browser, words: &[&str]) -> Outcome {
    let wants = |what: &str| words.is_empty() || words.contains(&what);
    if wants("load") {
        load(browser).await?;
    }
    if wants("click") {
        answers(browser).await?;
    }
    if wants("roll") {
        rolling(browser).await?;
    }
    if wants("engine") {
        engine(browser).await?;
    }
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_f64).collect()
}

/// The bytes of a first load, and when the shelf is drawn and responds.
async fn load(browser: &Browser) -> Outcome {
    // Notes when all games are drawn and the page is idle.
    let watch = format!(
        "new MutationObserver((_, observer) => {{
           if (document.querySelectorAll('[data-game] img').length < {}) return;
           observer.disconnect();
           requestAnimationFrame(() => {{
             const channel = new MessageChannel();
             channel.port1.onmessage = () => {{ window.__interactive = performance.now(); }};
             channel.port2.postMessage(0);
           }});
         }}).observe(document, {{ childList: true, subtree: true }});",
        catalog::GAMES.len()
    );
    let cdp = browser.page.cdp();
    cdp.send_raw(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": watch }),
    )
    .await?;
    let mut times = Vec::new();
    let mut bytes = 0.0;
    for _ in 0..LOADS {
        for (command, what) in [
            (
                "Storage.clearDataForOrigin",
                json!({ "origin": browser.url, "storageTypes": "all" }),
            ),
            ("Network.clearBrowserCache", json!({})),
        ] {
            cdp.send_raw(command, what).await?;
        }
        browser.page.goto(format!("{}/", browser.url)).await?;
        let time = browser
            .until("the shelf", async || {
                Ok(browser
                    .script("return window.__interactive")
                    .await?
                    .as_f64())
            })
            .await?;
        times.push(time);
        let sizes = browser
            .script("return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(e => e.transferSize)")
            .await?;
        bytes = numbers(&sizes).iter().sum::<f64>();
        // The service worker stores the files; it must finish before they are cleared again.
        tokio::time::sleep(Duration::from_millis(1500)).await;
    }
    println!("first load         {bytes:>8.0} bytes with headers   (budget 950,000)");
    println!(
        "interactive        {:>8.0} ms, median of {LOADS}    (budget 1,000)",
        median(times)
    );
    Ok(())
}

/// From a click to the frame that shows its answer, in every game.
async fn answers(browser: &Browser) -> Outcome {
    browser.go("/").await?;
    browser.prefer("en", "Light", "Flat").await?;
    let mut all = Vec::new();
    let mut slowest = (0.0, "");
    for info in catalog::GAMES {
        let mut table = catalog::open(info.id).map_err(|error| error.to_string())?;
        browser
            .seat_persons(info.id, table.seating().sides.len())
            .await?;
        tokio::time::sleep(Duration::from_millis(400)).await;
        browser
            .script(
                "window.__answers = [];
                 addEventListener('click', (event) => {
                   const begun = event.timeStamp;
                   requestAnimationFrame(() => {
                     const channel = new MessageChannel();
                     channel.port1.onmessage = () => window.__answers.push(performance.now() - begun);
                     channel.port2.postMessage(0);
                   });
                 }, true);",
            )
            .await?;
        for action in recorded(info.id).into_iter().flatten().take(6) {
            for (before, pick) in clicks(&*table, &action) {
                browser.pick(&*table, &before, &pick).await?;
                tokio::time::sleep(Duration::from_millis(120)).await;
            }
            table
                .play(&action)
                .map_err(|refusal| format!("{refusal:?}"))?;
        }
        let times = numbers(&browser.script("return window.__answers").await?);
        let time = median(times.clone());
        if time > slowest.0 {
            slowest = (time, info.id);
        }
        all.extend(times);
    }
    let worst = all.iter().copied().fold(0.0, f64::max);
    println!(
        "click to answer    {:>8.1} ms, median of {}; slowest game {} {:.1}; worst {worst:.1}   (budget 50)",
        median(all.clone()),
        all.len(),
        slowest.1,
        slowest.0
    );
    Ok(())
}

/// Frames per second while one die rolls among Carnage's sixty.
async fn rolling(browser: &Browser) -> Outcome {
    browser.go("/").await?;
    browser.prefer("en", "Light", "Table").await?;
    browser
        .script("const p = JSON.parse(localStorage.getItem('tablier.prefs')); p.motion = true; localStorage.setItem('tablier.prefs', JSON.stringify(p))")
        .await?;
    let mut table = catalog::open(CARNAGE).map_err(|error| error.to_string())?;
    browser
        .seat_persons(CARNAGE, table.seating().sides.len())
        .await?;
    tokio::time::sleep(Duration::from_millis(800)).await;
    let mut rates = Vec::new();
    for action in recorded(CARNAGE).into_iter().flatten().take(30) {
        let path = clicks(&*table, &action);
        if let Some((last, before)) = path.split_last() {
            for (sofar, pick) in before {
                choose(browser, &*table, sofar, pick).await?;
                tokio::time::sleep(Duration::from_millis(250)).await;
            }
            // Counts frames from the first with something moving to the last.
            browser
                .script(
                    "window.__frames = [];
                     const count = (now) => {
                       const moving = document.getAnimations().filter(a => a.playState === 'running' && a.effect.target?.closest('.piece')).length;
                       if (moving) window.__frames.push(now);
                       if (moving || !window.__frames.length) requestAnimationFrame(count);
                     };
                     requestAnimationFrame(count);",
                )
                .await?;
            choose(browser, &*table, &last.0, &last.1).await?;
            tokio::time::sleep(Duration::from_millis(1600)).await;
            let frames = numbers(&browser.script("return window.__frames").await?);
            if let [first, .., end] = frames[..]
                && end - first > 150.0
            {
                rates.push((frames.len() - 1) as f64 * 1000.0 / (end - first));
            }
        }
        table
            .play(&action)
            .map_err(|refusal| format!("{refusal:?}"))?;
    }
    if rates.is_empty() {
        return Err("nothing has rolled".into());
    }
    let slowest = rates.iter().copied().fold(f64::MAX, f64::min);
    println!(
        "rolling in Carnage {:>8.1} frames a second, median of {} rolls; slowest {slowest:.1}   (budget 30)",
        median(rates.clone()),
        rates.len()
    );
    Ok(())
}

/// Picks something; in perspective a die may cover the middle of a square, so a square is chosen by
/// its element.
async fn choose(browser: &Browser, table: &dyn Table, before: &[Pick], pick: &Pick) -> Outcome {
    match pick {
        Pick::Site(site) => {
            let code = format!("document.getElementById('site-{}').click()", site.0);
            browser.script(&code).await?;
            Ok(())
        }
        _ => browser.pick(table, before, pick).await,
    }
}

/// Nodes per second in a worker of the page and in this program, one thread each.
async fn engine(browser: &Browser) -> Outcome {
    println!("engine, one thread, nodes a second: in the page, here, page / here (budget 0.5)");
    browser.go("/").await?;
    // Those with a network once more without it.
    let games = catalog::GAMES.iter().map(|info| (info.id, false));
    let plain = catalog::GAMES.iter().filter_map(|info| {
        let uses = network::name(&Spec::parse(info.id).ok()?).ok()?;
        uses.map(|_| (info.id, true))
    });
    for (game, plain) in games.chain(plain) {
        let request = Request {
            game: game.to_owned(),
            limits: Limits::time(THOUGHT),
            plain,
            ..Request::default()
        };
        let text = serde_json::to_string(&request)?;
        browser
            .script(&format!(
                "window.__answer = null;
                 const source = document.querySelector(\"script[src$='/boot.js']\").src.replace('boot.js', 'worker.js');
                 const worker = new Worker(source, {{ type: 'module' }});
                 let warm = false;
                 worker.onmessage = (event) => {{
                   const reply = JSON.parse(event.data);
                   if (!reply.Answer) return;
                   if (warm) {{ window.__answer = reply.Answer.report; worker.terminate(); }}
                   else {{ warm = true; worker.postMessage({text:?}); }}
                 }};
                 worker.postMessage({text:?});"
            ))
            .await?;
        let page = browser
            .until("an answer", async || {
                let report = browser.script("return window.__answer").await?;
                Ok(report.is_object().then_some(report))
            })
            .await?;
        let seconds = |time: &Value| {
            let part = |name: &str| time[name].as_f64().unwrap_or_default();
            part("secs") + part("nanos") / 1e9
        };
        let in_page = page["nodes"].as_f64().unwrap_or_default() / seconds(&page["time"]).max(1e-9);
        let never = AtomicBool::new(false);
        let engine = Engine::new(Engine::PAGE_MEMORY);
        let think = || {
            let answer = engine.answer(&request, &never, &mut |_| {});
            answer.map_err(|trouble| trouble.to_string())
        };
        think()?;
        let begun = Instant::now();
        let answer = think()?;
        let here = answer.report.nodes as f64 / begun.elapsed().as_secs_f64();
        println!(
            "  {game:<16} {in_page:>10.0} {here:>10.0}  {:.2}{}",
            in_page / here.max(1.0),
            if plain { "  (plain)" } else { "" }
        );
    }
    Ok(())
}
