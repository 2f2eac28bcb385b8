//! What a person does with a page: mouse, finger and keys.

use serde_json::json;
use tablier_rules::Table;
use tablier_rules::scene::Pick;
use thirtyfour::prelude::*;

use crate::Outcome;
use crate::browser::Browser;

impl Browser {
    /// On a game's page *Play* stays at the lower edge: what lies under it or below is scrolled up
    /// first, as a person would do.
    async fn uncover(&self, css: &str) -> Outcome {
        self.script(&format!(
            "const e = document.querySelector({css:?}), play = document.querySelector('.begin');
             if (play && !play.contains(e) && e.getBoundingClientRect().bottom > play.getBoundingClientRect().top)
               e.scrollIntoView({{ block: 'center', behavior: 'instant' }})"
        ))
        .await?;
        Ok(())
    }

    /// Clicks with the mouse on the middle of an element.
    pub async fn click(&self, css: &str) -> Outcome {
        let element = self.wait(css).await?;
        self.uncover(css).await?;
        self.page
            .action_chain()
            .move_to_element_center(&element)
            .click()
            .perform()
            .await?;
        Ok(())
    }

    /// Moves the mouse to the middle of an element.
    pub async fn hover(&self, css: &str) -> Outcome {
        let element = self.wait(css).await?;
        let chain = self.page.action_chain();
        chain.move_to_element_center(&element).perform().await?;
        Ok(())
    }

    /// Drags with the mouse from one element to another.
    pub async fn drag(&self, from: &str, to: &str) -> Outcome {
        let from = self.wait(from).await?;
        let to = self.wait(to).await?;
        self.page
            .action_chain()
            .move_to_element_center(&from)
            .click_and_hold()
            .move_by_offset(6, -8)
            .move_to_element_center(&to)
            .release()
            .perform()
            .await?;
        Ok(())
    }

    /// Taps with a finger on the middle of an element.
    pub async fn tap(&self, css: &str) -> Outcome {
        self.wait(css).await?;
        self.uncover(css).await?;
        let at = self
            .script(&format!("const r = document.querySelector({css:?}).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]"))
            .await?;
        let cdp = self.page.cdp();
        let point = json!([{ "x": at[0], "y": at[1] }]);
        for (kind, points) in [("touchStart", point), ("touchEnd", json!([]))] {
            let event = json!({ "type": kind, "touchPoints": points });
            cdp.send_raw("Input.dispatchTouchEvent", event).await?;
        }
        Ok(())
    }

    /// Types a text into a field.
    pub async fn write(&self, css: &str, text: &str) -> Outcome {
        self.wait(css).await?;
        self.script(&format!(
            "const t = document.querySelector({css:?}); t.value = {}; t.dispatchEvent(new Event('input'))",
            json!(text)
        ))
        .await?;
        Ok(())
    }

    /// Presses a key.
    pub async fn key(&self, key: impl Into<TypingData> + Send) -> Outcome {
        self.page.action_chain().send_keys(key).perform().await?;
        Ok(())
    }

    /// Presses a key with Shift.
    pub async fn shift_key(&self, key: Key) -> Outcome {
        let chain = self.page.action_chain().key_down(Key::Shift);
        chain.send_keys(key).key_up(Key::Shift).perform().await?;
        Ok(())
    }

    /// Clicks on a pick.
    pub async fn pick(&self, table: &dyn Table, before: &[Pick], pick: &Pick) -> Outcome {
        self.click(&element_of(table, before, pick)).await
    }
}

/// The element of a pick, as a selector.
pub fn element_of(table: &dyn Table, before: &[Pick], pick: &Pick) -> String {
    match pick {
        Pick::Site(site) => format!("#site-{}", site.0),
        Pick::Slot(zone, slot) => format!("button[data-slot='{}:{slot}']", zone.0),
        Pick::Button(key) => format!("[data-button='{key}']"),
        Pick::Picture(_) => {
            let choices = table.choices(before);
            let pictures = choices
                .next
                .iter()
                .filter(|choice| matches!(choice.pick, Pick::Picture(_)));
            let at = pictures.take_while(|choice| choice.pick != *pick).count();
            format!(".fan .outcome:nth-child({})", at + 1)
        }
    }
}
