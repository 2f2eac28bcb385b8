//! Who people are: an account with its secrets, and names that lead somewhere.

use tablier_browser_tests::browser::{Browser, Driver};
use tablier_browser_tests::{Failure, Outcome, ensure};

use super::{invite, sit_down, text, with_browsers};

/// Ana opens an account, and is told when its code or a link cannot be copied. Her name leads to her
/// profile; that of a guest leads nowhere.
pub(crate) async fn people(driver: &Driver) -> Outcome {
    with_browsers(driver, None, 2, async |_, browsers| {
        let [ana, ben] = &*browsers else {
            return Err("two browsers".into());
        };
        open_account(ana).await?;
        copies(ana, "copy-code").await?;
        ana.click("[data-tool='code-kept']").await?;
        ana.click("[data-tool='device-link']").await?;
        copies(ana, "copy-device-link").await?;
        let path = invite(ana, "d21").await?;
        copies(ana, "copy-link").await?;
        sit_down(ben, &path, "Ben").await?;
        for browser in [ana, ben] {
            browser.wait(".plate.acts").await?;
            browser.wait(".plate a.person").await?;
            leads(browser, ".plate .person").await?;
        }
        ben.go("/online").await?;
        ben.wait(".tables a.person").await?;
        leads(ben, ".tables .person").await?;
        ben.click(".tables a.person").await?;
        ben.wait(".player-page h2").await?;
        let name = text(ben, ".player-page h1").await?;
        ensure(name == "Ana", format!("whose profile? {name}"))
    })
    .await
}

async fn open_account(browser: &Browser) -> Outcome {
    browser.go("/account").await?;
    let form = "[data-form='open-account']";
    for (field, value) in [("name", "Ana"), ("password", "correct horse")] {
        let css = format!("{form} [data-field='{field}']");
        browser.write(&css, value).await?;
    }
    browser.click(&format!("{form} button")).await?;
    browser.wait("[data-field='recovery']").await?;
    Ok(())
}

/// A button that copies says so, whether it works or not.
async fn copies(browser: &Browser, tool: &str) -> Outcome {
    let button = format!("[data-tool='{tool}']");
    for (works, says) in [(false, "by hand"), (true, "Copied")] {
        browser.wait(&button).await?;
        browser
            .script(&format!(
                "navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
                 document.execCommand = () => {works};"
            ))
            .await?;
        browser.click(&button).await?;
        browser
            .until(&format!("{tool} to say {says:?}"), async || {
                let said = said(browser, &button).await?;
                Ok(said.contains(says).then_some(()))
            })
            .await?;
    }
    Ok(())
}

/// What stands beside a button that copies, seen or read aloud.
async fn said(browser: &Browser, button: &str) -> Result<String, Failure> {
    let code = format!("return document.querySelector({button:?}).nextElementSibling.textContent");
    let said = browser.script(&code).await?;
    Ok(said.as_str().unwrap_or_default().to_owned())
}

/// Ana's name is a link to her profile, Ben's is none.
async fn leads(browser: &Browser, css: &str) -> Outcome {
    let names = browser
        .script(&format!(
            "return [...document.querySelectorAll({css:?})].map(e => [e.textContent, e.getAttribute('href')]).sort()"
        ))
        .await?;
    let wanted = serde_json::json!([["Ana", "/player/Ana"], ["Ben", null]]);
    ensure(names == wanted, format!("names lead to {names}"))
}
