//! Who can sit on a seat, as the options of a list: a person, or the computer at one of its levels, which
//! have names.

use leptos::prelude::*;

use crate::words::{t, word};

/// The options; 0 stands for a person, whom `person` names.
pub(super) fn options(
    person: &'static str,
    value: impl Fn() -> u8 + Copy + Send + 'static,
) -> impl IntoView {
    (0..=10_u8)
        .map(|level| {
            view! {
                <option value=level.to_string() selected=move || value() == level>
                    {move || {
                        if level == 0 {
                            t(person)
                        } else {
                            machine(level)
                        }
                    }}
                </option>
            }
        })
        .collect_view()
}

/// The computer at a level, with its name.
pub(super) fn machine(level: u8) -> String {
    let name = word(&format!("engine.level-{level}"));
    format!("{} {level} · {name}", t("ui.machine-level"))
}

/// What the chosen level is like; nothing for a person.
pub(super) fn sentence(value: impl Fn() -> u8 + Copy + Send + 'static) -> impl IntoView {
    move || {
        let level = Some(value()).filter(|&level| level > 0)?;
        let text = word(&format!("engine.level-{level}-is"));
        Some(view! { <p class="level-is">{text}</p> })
    }
}
