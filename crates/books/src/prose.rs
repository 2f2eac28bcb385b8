//! How the rulebooks are written: the same headings everywhere, a box first, a core that takes
//! three minutes to read, rulings shown as such, and the typography and words of each language.

use tablier_rules::{catalog, paragraphs};
use tablier_words::{Language, style};

use crate::book::{Block, Book, CORE, OPTIONAL, SECTIONS, Section};
use crate::{GAMES, Span, book};

/// The English and French headings of [`SECTIONS`].
const HEADINGS: [[&str; 2]; SECTIONS.len()] = [
    ["In short", "En bref"],
    ["Aim", "But du jeu"],
    ["What you need", "Matériel"],
    ["Setting up", "Mise en place"],
    ["Your turn", "À votre tour"],
    ["Special cases", "Cas particuliers"],
    ["End of the game", "Fin de la partie"],
    ["First advice", "Premiers conseils"],
    ["Variants", "Variantes"],
    ["Writing moves", "Noter les coups"],
    ["What is proved", "Ce qui est prouvé"],
    ["Where it comes from", "D’où vient le jeu"],
    ["Rulings", "Décisions"],
    ["In figures", "En chiffres"],
    ["At every table", "À toutes les tables"],
];

/// Words per minute of an unhurried reader.
const WORDS_A_MINUTE: usize = 200;

fn each(mut check: impl FnMut(&str, Language, &Book)) {
    for game in GAMES {
        for language in Language::ALL {
            check(game, language, &book(game, language).unwrap());
        }
    }
}

fn section<'a>(book: &'a Book, id: &str) -> &'a Section {
    book.sections.iter().find(|s| s.id == id).unwrap()
}

#[test]
fn every_book_has_the_same_headings_in_the_same_order() {
    each(|game, language, book| {
        let wanted: Vec<(&str, &str)> = SECTIONS
            .iter()
            .zip(HEADINGS)
            .map(|(id, titles)| (*id, titles[language as usize]))
            .filter(|(id, _)| {
                !OPTIONAL.contains(id) || book.sections.iter().any(|own| own.id == *id)
            })
            .collect();
        let headings = book
            .sections
            .iter()
            .map(|s| (s.id.as_str(), s.title.as_str()));
        assert_eq!(headings.collect::<Vec<_>>(), wanted, "{game} {language:?}");
    });
}

#[test]
fn every_book_opens_with_a_box_of_60_to_80_words_that_names_the_minutes_and_shows_a_picture() {
    each(|game, language, book| {
        let mut short = section(book, "short").clone();
        let pictures = short.blocks.len();
        short
            .blocks
            .retain(|block| !matches!(block, Block::Diagram { .. }));
        assert_eq!(pictures - short.blocks.len(), 1, "{game} {language:?}");
        let words = short.count_words();
        assert!((60..=80).contains(&words), "{game} {language:?}: {words}");
        let facts = Span::plain_text(&short.blocks[0].text());
        let (from, to) = catalog::info(game).unwrap().minutes;
        let minutes = match language {
            Language::English => format!("{from} to {to} minutes"),
            Language::French => format!("{from} à {to} minutes"),
        };
        assert!(facts.ends_with(&minutes), "{game}: {facts}");
        assert_eq!(
            facts.split(" · ").count(),
            3,
            "players, age, minutes: {facts}"
        );
    });
}

#[test]
fn the_core_of_every_game_is_read_in_three_minutes() {
    each(|game, language, book| {
        let words: usize = CORE.iter().map(|id| section(book, id).count_words()).sum();
        let most = 3 * WORDS_A_MINUTE;
        let all: usize = book.sections.iter().map(Section::count_words).sum();
        let [core, all] = [words, all].map(|words| words as f32 / WORDS_A_MINUTE as f32);
        println!("{game} {}: {core:.1} minutes of {all:.1}", language.code());
        assert!(words <= most, "{game} {language:?}: {words} words");
    });
}

#[test]
fn every_ruling_of_the_rules_is_shown_as_one_with_its_reason() {
    each(|game, language, book| {
        let rulings: Vec<&Block> = book
            .sections
            .iter()
            .flat_map(|section| &section.blocks)
            .filter(|block| matches!(block, Block::Ruling { .. }))
            .collect();
        for ruling in &rulings {
            assert!(
                !ruling.rules().is_empty(),
                "{game} {language:?}: {ruling:?}"
            );
            let words = Span::plain_text(&ruling.text());
            assert!(words.len() > 60, "{game} {language:?}: no reason: {words}");
        }
        for rule in crate::tests::rules_of(game) {
            let text = paragraphs::find(catalog::info(game).unwrap(), rule).unwrap();
            if text.to_lowercase().contains("*ruling") {
                let shown = rulings.iter().any(|r| r.rules().iter().any(|n| n == rule));
                assert!(shown, "{game} {language:?}: {rule} is a ruling");
            }
        }
    });
}

#[test]
fn books_keep_the_typography_and_the_glossary() {
    each(|game, language, book| {
        for section in &book.sections {
            for block in &section.blocks {
                let text: String = block.text().iter().map(prose).collect();
                let faults = style::faults(language, &text);
                assert!(
                    faults.is_empty(),
                    "{game} {language:?}: {faults:?} in {text}"
                );
            }
        }
    });
}

/// The words of a span; code is not prose.
fn prose(span: &Span) -> String {
    match span {
        Span::Code(_) => "`…`".to_owned(),
        other => other.words().to_owned(),
    }
}

#[test]
fn titles_keep_the_typography() {
    for info in catalog::GAMES {
        for language in Language::ALL {
            let faults = style::faults(language, info.title);
            assert!(faults.is_empty(), "{}: {faults:?}", info.title);
            let book = book(info.id, language).unwrap();
            assert_eq!(book.title, info.title, "{language:?}");
        }
    }
}

#[test]
fn lessons_keep_to_the_typography_and_the_glossary() {
    for game in GAMES {
        for task in crate::lesson(game).unwrap() {
            for language in Language::ALL {
                let texts = [
                    task.task(language),
                    task.hint(language),
                    task.praise(language),
                ];
                let tips = task.tips(language).iter().map(String::as_str);
                for text in texts.into_iter().chain(tips) {
                    let faults = style::faults(language, text);
                    assert!(
                        faults.is_empty(),
                        "{game} {}: {faults:?}: {text}",
                        task.board.name
                    );
                }
            }
        }
    }
}
