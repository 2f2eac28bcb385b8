//! Rulebooks on paper.

use std::ops::RangeInclusive;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Outcome, Test, ensure};
use tablier_rules::catalog;

use crate::tests;

pub(crate) fn tests() -> Vec<Test> {
    tests![
        "rulebooks print with all their diagrams, in English" => english,
        "rulebooks print with all their diagrams, in French" => french,
        "every game prints to be played, in English" => play_english,
        "every game prints to be played, in French" => play_french,
    ]
}

async fn english(browser: &Browser) -> Outcome {
    printed(browser, "en").await
}

async fn french(browser: &Browser) -> Outcome {
    printed(browser, "fr").await
}

/// Every rulebook printed: all diagrams are pictures on paper, nothing is cut off, no buttons.
async fn printed(browser: &Browser, language: &str) -> Outcome {
    let sheets = Sheets {
        address: "/rules",
        there: ".diagram svg",
        check: ON_PAPER,
        pages: 4..=14,
        file: "",
    };
    sheets.print(browser, language).await
}

async fn play_english(browser: &Browser) -> Outcome {
    cut_out(browser, "en").await
}

async fn play_french(browser: &Browser) -> Outcome {
    cut_out(browser, "fr").await
}

/// Every game printed to be played: board and pieces at their size, whole, and without buttons.
async fn cut_out(browser: &Browser, language: &str) -> Outcome {
    let sheets = Sheets {
        address: "/print",
        there: ".sheet svg",
        check: CUT_OUT,
        pages: 2..=4,
        file: "print-",
    };
    sheets.print(browser, language).await
}

/// Pages to print, one for each game.
struct Sheets {
    /// Where they are, before the game's id.
    address: &'static str,
    /// What is there once a page is shown.
    there: &'static str,
    /// A script that lists what is wrong on paper.
    check: &'static str,
    /// How many pages of paper it takes.
    pages: RangeInclusive<usize>,
    /// How the name of a kept file begins.
    file: &'static str,
}

impl Sheets {
    /// Prints them all. `TABLIER_PDF=FOLDER` keeps the files for inspection.
    async fn print(&self, browser: &Browser, language: &str) -> Outcome {
        // A page of A4 between its margins.
        browser.size(703, 1032).await?;
        browser.prefer(language, "Dark", "Flat").await?;
        for info in catalog::GAMES {
            browser.go(&format!("{}/{}", self.address, info.id)).await?;
            browser.wait(self.there).await?;
            let cdp = browser.page.cdp();
            let paper = json!({ "media": "print" });
            cdp.send_raw("Emulation.setEmulatedMedia", paper).await?;
            let wrong = browser.script(self.check).await?;
            let screen = json!({ "media": "" });
            cdp.send_raw("Emulation.setEmulatedMedia", screen).await?;
            ensure(wrong == json!([]), format!("{}: {wrong}", info.id))?;
            let a4 = json!({ "paperWidth": 8.27, "paperHeight": 11.69 });
            let answer = cdp.send_raw("Page.printToPDF", a4).await?;
            let file = BASE64_STANDARD.decode(answer["data"].as_str().unwrap_or_default())?;
            ensure(file.starts_with(b"%PDF-"), "no PDF came out")?;
            let text = String::from_utf8_lossy(&file);
            let pages = text.matches("/Type /Page\n").count();
            ensure(
                self.pages.contains(&pages),
                format!("{} in {language}: {pages} pages", info.id),
            )?;
            if let Ok(folder) = std::env::var("TABLIER_PDF") {
                let name = format!("{}{}-{language}.pdf", self.file, info.id);
                std::fs::write(format!("{folder}/{name}"), &file)?;
            }
        }
        Ok(())
    }
}

/// What would be wrong with a game cut out of paper.
const CUT_OUT: &str = r"
const wrong = [];
const shown = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 1;
for (const e of document.querySelectorAll('button, nav, header, .book-links')) {
  if (shown(e)) wrong.push('printed: ' + e.outerHTML.slice(0, 100));
}
for (const e of document.querySelectorAll('.print-play p')) {
  if (e.textContent.includes('print.')) wrong.push('no words: ' + e.textContent);
  if (getComputedStyle(e).color !== 'rgb(0, 0, 0)') wrong.push('not black: ' + e.textContent.slice(0, 60));
}
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > width) wrong.push('too wide');
const board = document.querySelector('.sheet .still svg').getBoundingClientRect();
if (Math.abs(board.width - 180 / 25.4 * 96) > 2) wrong.push('the board is ' + board.width + ' wide');
if (board.height > 1000) wrong.push('the board is higher than a page');
for (const e of document.querySelectorAll('.cut-out li')) {
  const r = e.getBoundingClientRect();
  if (r.width < 20 || r.height < 20 || r.right > width + 1) wrong.push('cut off: ' + r.width + ' × ' + r.height);
}
return wrong;
";

/// What would look wrong on paper.
const ON_PAPER: &str = r"
const wrong = [];
const shown = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 1;
for (const e of document.querySelectorAll('button, nav, header, .stage, .book-links')) {
  if (shown(e)) wrong.push('printed: ' + e.outerHTML.slice(0, 100));
}
for (const e of document.querySelectorAll('h1, h2, article p, article li')) {
  if (shown(e) && getComputedStyle(e).color !== 'rgb(0, 0, 0)') wrong.push('not black: ' + e.textContent.slice(0, 60));
}
const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > width) wrong.push('too wide');
const grey = (e) => { const [r, g, b] = getComputedStyle(e).fill.match(/[\d.]+/g).map(Number); return 0.3 * r + 0.59 * g + 0.11 * b; };
// The faces of four seats, as the pictures name them.
const seats = ['#c2402c', '#2b64a8', '#2f8256', '#dda01d'].map(c => document.querySelector(`.still [fill='${c}']`)).filter(Boolean).map(grey).sort((a, b) => a - b);
for (let i = 1; i < seats.length; i++) if (seats[i] - seats[i - 1] < 25) wrong.push('two sides are equally grey: ' + seats);
for (const e of document.querySelectorAll('.still svg > rect')) if (getComputedStyle(e).fill !== 'none' && !e.hasAttribute('fill-opacity') && !e.matches(`[rx='6.0']`) && grey(e) < 200) wrong.push('a dark square: ' + e.outerHTML);
const figures = [...document.querySelectorAll('.diagram')];
if (figures.length < 4) wrong.push('only ' + figures.length + ' diagrams');
for (const figure of figures) {
  const wanted = Number(figure.dataset.steps) > 0 ? 2 : 1;
  const name = figure.querySelector('figcaption').textContent.slice(0, 60);
  const pictures = [...figure.querySelectorAll('.still svg')].filter(shown);
  if (pictures.length !== wanted) wrong.push(pictures.length + ' pictures: ' + name);
  for (const e of pictures) {
    const r = e.getBoundingClientRect();
    if (r.height < 80 || r.width < 80 || r.left < 0 || r.right > width + 1) wrong.push('cut off: ' + name);
  }
  if (figure.getBoundingClientRect().height > 900) wrong.push('higher than a page: ' + name);
  if (getComputedStyle(figure).breakInside !== 'avoid') wrong.push('may be torn: ' + name);
}
return wrong;
";
