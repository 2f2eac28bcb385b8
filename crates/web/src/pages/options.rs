//! The options of a game as plain choices.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tablier_rules::{GameInfo, OptionInfo, Values, catalog};

use crate::words::{language, word};

/// The options that differ from their defaults.
pub type Chosen = BTreeMap<&'static str, String>;

/// The game with the chosen options as text (C7).
pub fn spec(info: &GameInfo, chosen: &Chosen) -> String {
    let options: Vec<String> = info
        .options
        .iter()
        .filter_map(|option| Some(format!("{}={}", option.name, chosen.get(option.name)?)))
        .collect();
    if options.is_empty() {
        info.id.to_owned()
    } else {
        format!("{}:{}", info.id, options.join(","))
    }
}

/// Chooses a value; at most one other option that does not fit is changed.
fn choose(info: &GameInfo, chosen: &Chosen, option: &'static str, value: String) -> Chosen {
    let mut next = chosen.clone();
    next.insert(option, value);
    if catalog::open(&spec(info, &next)).is_ok() {
        return next;
    }
    for other in info.options.iter().filter(|other| other.name != option) {
        let mut without = next.clone();
        without.remove(other.name);
        if catalog::open(&spec(info, &without)).is_ok() {
            return without;
        }
        if let Values::OneOf(values) = other.values {
            for value in values {
                let mut changed = next.clone();
                changed.insert(other.name, (*value).to_owned());
                if catalog::open(&spec(info, &changed)).is_ok() {
                    return changed;
                }
            }
        }
    }
    next
}

/// The options that a text names (C7).
pub fn chosen(info: &GameInfo, spec: &str) -> Chosen {
    let options = spec.split_once(':').map_or("", |(_, options)| options);
    let named = options.split(',').filter_map(|option| {
        let (name, value) = option.split_once('=')?;
        let known = info.options.iter().find(|known| known.name == name)?;
        Some((known.name, value.to_owned()))
    });
    named.collect()
}

/// An option as a plain choice.
pub fn choice(
    info: &'static GameInfo,
    option: &'static OptionInfo,
    chosen: RwSignal<Chosen>,
) -> AnyView {
    let name = option.name;
    let legend = move || word(&format!("ui.option-{name}"));
    match option.values {
        Values::OneOf(values) => {
            let buttons = values
                .iter()
                .map(|&value| {
                    let is = move || chosen.read().get(name).map_or(values[0], String::as_str) == value;
                    view! {
                        <button
                            type="button"
                            aria-pressed=move || is().to_string()
                            data-option=format!("{name}={value}")
                            on:click=move |_| {
                                let next = choose(info, &chosen.read_untracked(), name, value.to_owned());
                                chosen.set(next);
                            }
                        >
                            {move || value_text(name, value)}
                        </button>
                    }
                })
                .collect_view();
            view! {
                <fieldset>
                    <legend>{legend}</legend>
                    <div class="segments">{buttons}</div>
                    {move || {
                        let value = chosen.read().get(name).cloned();
                        note(name, value.as_deref().unwrap_or(values[0]))
                            .map(|note| view! { <p class="note">{note}</p> })
                    }}
                </fieldset>
            }
            .into_any()
        }
        Values::Number | Values::Digits => view! {
            <label class="line">
                {legend}
                <input
                    inputmode="numeric"
                    on:change=move |event| {
                        let value = event_target_value(&event);
                        chosen
                            .update(|chosen| {
                                if value.is_empty() {
                                    chosen.remove(name);
                                } else {
                                    chosen.insert(name, value);
                                }
                            });
                    }
                />
            </label>
        }
        .into_any(),
    }
}

/// The options that a text names (C7), as the page calls them.
pub fn in_words(spec: &str) -> Vec<String> {
    let id = spec.split(':').next().unwrap_or(spec);
    let named = catalog::info(id).map(|info| chosen(info, spec));
    let named = named.unwrap_or_default().into_iter();
    named
        .map(|(name, value)| {
            let text = value_text(name, &value);
            if text == value {
                format!("{} {value}", word(&format!("ui.option-{name}")))
            } else {
                text
            }
        })
        .collect()
}

/// What to know before choosing a value, if anything.
fn note(name: &str, value: &str) -> Option<&'static str> {
    language().text(&format!("ui.note-{name}-{value}"))
}

/// The name of an option's value; numbers are themselves.
fn value_text(name: &str, value: &str) -> String {
    let key = format!("ui.value-{name}-{value}");
    language()
        .text(&key)
        .map_or_else(|| value.to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_a_name_in_both_languages() {
        for language in tablier_words::Language::ALL {
            for option in catalog::GAMES.iter().flat_map(|game| game.options) {
                let legend = format!("ui.option-{}", option.name);
                assert!(language.text(&legend).is_some(), "{legend}");
                let Values::OneOf(values) = option.values else {
                    continue;
                };
                for value in values.iter().filter(|value| value.parse::<u8>().is_err()) {
                    let key = format!("ui.value-{}-{value}", option.name);
                    assert!(language.text(&key).is_some(), "{key}");
                }
            }
        }
    }

    #[test]
    fn what_is_chosen_is_written_and_read() {
        let info = catalog::info("empire").unwrap();
        let four = choose(info, &Chosen::new(), "teams", "true".to_owned());
        let text = spec(info, &four);
        assert_eq!(text, "empire:players=4,teams=true");
        assert_eq!(chosen(info, &text), four);
        assert_eq!(chosen(info, "empire"), Chosen::new());
    }
}
