//! An open table where one place is kept for a friend; who left is seen, and games come along.

use tablier_browser_tests::browser::{Browser, Driver};
use tablier_browser_tests::{Outcome, ensure};

use super::{sit_down, text, with_browsers};

/// Ana keeps a place for a friend at a table that everybody sees. A stranger takes the open place and
/// no other; the friend comes by the link, under the same name as the stranger. One of them gives up
/// and is seen to have left. Ana opens an account, and is told that the game came along.
pub(crate) async fn kept(driver: &Driver) -> Outcome {
    with_browsers(driver, None, 4, async |_, browsers| {
        let [ana, ben, cleo, dan] = &*browsers else {
            return Err("four browsers".into());
        };
        open_table(ana).await?;
        let link = ana
            .script("return document.querySelector('[data-field=link]').value")
            .await?;
        let link = link.as_str().unwrap_or_default().to_owned();
        let (_, key) = link.split_once("#key=").ok_or("the link has no key")?;
        ensure(key.len() > 20, format!("a key that can be guessed: {key}"))?;
        let path = link.replace(&ana.url, "");
        let (open, _) = path.split_once('#').ok_or("no key")?;
        sit_down(ben, open, "Cleo").await?;
        // The open place is taken: nobody else can sit down without the key.
        dan.go(open).await?;
        dan.wait(".chairs").await?;
        let free = dan
            .script("return [!!document.querySelector('[data-tool=sit]'), document.querySelector('.chairs').textContent]")
            .await?;
        ensure(
            free[0] == false && free[1].as_str().is_some_and(|chairs| chairs.contains("kept")),
            format!("a stranger sees {free}"),
        )?;
        dan.go("/online").await?;
        dan.wait(".tables").await?;
        let list = text(dan, ".tables").await?;
        ensure(list.contains("kept for a friend"), format!("the list: {list}"))?;
        sit_down(cleo, &path, "Cleo").await?;
        for browser in [ana, ben, cleo] {
            browser.wait(".plate.acts").await?;
        }
        let names = ana
            .script("return [...document.querySelectorAll('.plate .person')].map(e => e.textContent).sort()")
            .await?;
        ensure(
            names[0] != names[1] && names[1] != names[2],
            format!("who is who? {names}"),
        )?;
        // Whoever gives up is seen to have left, by those who play on and by those who come.
        ben.click("[data-tool='more']").await?;
        ben.click("[data-tool='flag']").await?;
        ben.click("[data-tool='flag']").await?;
        dan.go(open).await?;
        for browser in [ana, cleo, dan] {
            browser
                .until("somebody who left", async || {
                    let left = browser
                        .script("return [...document.querySelectorAll('.plate.out .facts')].map(e => e.textContent)")
                        .await?;
                    let left = left.as_array().cloned().unwrap_or_default();
                    let told = left.len() == 1 && left[0].as_str().is_some_and(|text| text.contains("left the game"));
                    Ok(told.then_some(()))
                })
                .await?;
        }
        register(ana).await
    })
    .await
}

/// A table for three that everybody sees, with one place for a friend.
async fn open_table(host: &Browser) -> Outcome {
    host.go("/game/empire").await?;
    host.click("[data-option='players=3']").await?;
    host.click("[data-company='friend']").await?;
    host.wait("[data-field='listed']").await?;
    host.script("document.querySelector('details.details').open = true")
        .await?;
    host.click("[data-field='listed']").await?;
    host.wait("[data-place='2'] option[value='11']").await?;
    host.script("const s = document.querySelector(\"[data-place='2']\"); s.value = '11'; s.dispatchEvent(new Event('change', { bubbles: true }))")
        .await?;
    host.click("[data-tool='open-table']").await?;
    host.wait("[data-field='link']").await?;
    Ok(())
}

/// A guest opens an account: the page says that their game came along.
async fn register(browser: &Browser) -> Outcome {
    browser.go("/account").await?;
    let form = "[data-form='open-account']";
    for (field, value) in [("name", "Ana"), ("password", "correct horse")] {
        browser
            .write(&format!("{form} [data-field='{field}']"), value)
            .await?;
    }
    browser.click(&format!("{form} button")).await?;
    browser.wait("[data-field='recovery']").await?;
    let said = text(browser, ".account-page > .notice").await?;
    ensure(
        said.contains("1 game came along"),
        format!("it says {said}"),
    )
}
