//! The snippets that CONTRIBUTING.md quotes are in the files it names.

use std::path::Path;

#[test]
fn snippets_of_the_walk_through_stand_in_their_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let mut file = None;
    let mut snippet: Option<String> = None;
    let mut compared = 0;
    for line in guide.lines() {
        if let Some(text) = &mut snippet {
            if line != "```" {
                text.push_str(line);
                text.push('\n');
                continue;
            }
            let (path, content): &(String, String) = file.as_ref().expect("a file is named first");
            assert!(content.contains(text.as_str()), "not in {path}:\n{text}");
            compared += 1;
            snippet = None;
        } else if line.starts_with("```") {
            snippet = Some(String::new());
        } else if let Some(path) = named(line).filter(|path| root.join(path).is_file()) {
            let content = std::fs::read_to_string(root.join(path)).unwrap();
            file = Some((path.to_owned(), content));
        }
    }
    assert!(snippet.is_none(), "a snippet is not closed");
    assert!(compared >= 12, "only {compared} snippets");
}

/// The last path in backticks on a line.
fn named(line: &str) -> Option<&str> {
    line.split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains('/'))
        .last()
}

#[test]
fn the_drawings_of_the_readmes_are_true() {
    use tablier_rules::catalog;
    use tablier_rules::scene::drawing::{self, Style};
    use tablier_words::Language;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (name, lang) in [
        ("README.md", Language::English),
        ("README.fr.md", Language::French),
    ] {
        let text = std::fs::read_to_string(root.join(name)).unwrap();
        let mut table = catalog::open("cubulus").unwrap();
        table.play("23B1-54B3").unwrap();
        let style = Style {
            say: &|message| lang.say(message),
            colour: false,
        };
        let board = drawing::draw(&table.layout(), &table.scene(), &style);
        assert!(text.contains(&board), "{name} does not draw\n{board}");
    }
}
