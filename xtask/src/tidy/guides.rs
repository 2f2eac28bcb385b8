//! What the guides quote and draw.

use tablier_rules::catalog;
use tablier_rules::scene::drawing::{self, Style};
use tablier_words::Language;

use super::Repository;

/// The walk-through of CONTRIBUTING.md quotes at least this many snippets.
const LEAST_SNIPPETS: usize = 12;

/// Snippets of CONTRIBUTING.md that are not in the file named before them.
pub(super) fn untrue_snippets(repository: &Repository) -> Vec<String> {
    let mut findings = Vec::new();
    let mut file = None;
    let mut snippet: Option<String> = None;
    let mut compared = 0;
    for line in repository.file("CONTRIBUTING.md").lines() {
        if let Some(text) = &mut snippet {
            if line != "```" {
                text.push_str(line);
                text.push('\n');
                continue;
            }
            match file {
                None => findings.push(format!("no file is named before\n{text}")),
                Some(path) if !repository.file(path).contains(text.as_str()) => {
                    findings.push(format!("not in {path}:\n{text}"));
                }
                Some(_) => compared += 1,
            }
            snippet = None;
        } else if line.starts_with("```") {
            snippet = Some(String::new());
        } else {
            file = named(line).filter(|path| repository.has(path)).or(file);
        }
    }
    if snippet.is_some() {
        findings.push("the last snippet is not closed".to_owned());
    }
    if compared < LEAST_SNIPPETS {
        findings.push(format!("only {compared} snippets are true"));
    }
    findings
}

/// The last path in backticks on a line.
fn named(line: &str) -> Option<&str> {
    line.split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains('/'))
        .last()
}

/// Functions on the way of a click in ARCHITECTURE.md that are not in the file named with them.
pub(super) fn lost_on_the_way(repository: &Repository) -> Vec<String> {
    let mut findings = Vec::new();
    let mut steps = 0;
    let text = repository.file("ARCHITECTURE.md");
    let (_, way) = text.split_once("\n## From a click").unwrap_or_default();
    let rows = way.lines().take_while(|line| !line.starts_with("## "));
    for row in rows.filter(|row| row.starts_with("| ")) {
        // `| 2 | `stage.rs`, `Stage::pick` | what happens |`: the second cell alone names places.
        let places = row.split('|').nth(2).unwrap_or_default();
        let names = places.split('`').skip(1).step_by(2);
        let (files, functions): (Vec<_>, Vec<_>) = names.partition(|name| name.ends_with(".rs"));
        let mut sources = Vec::new();
        for file in &files {
            let paths = ["web", "rules"].map(|part| format!("crates/{part}/src/{file}"));
            match paths.iter().find(|path| repository.has(path)) {
                Some(path) => sources.push(repository.file(path)),
                None => findings.push(format!("{file} is not there")),
            }
        }
        steps += usize::from(!sources.is_empty());
        for function in functions {
            let name = function.rsplit("::").next().unwrap_or_default();
            let defined = format!("fn {name}(");
            if !sources.iter().any(|source| source.contains(&defined)) {
                findings.push(format!("{function} is not in {}", files.join(", ")));
            }
        }
    }
    if steps == 0 {
        findings.push("ARCHITECTURE.md does not tell the way of a click".to_owned());
    }
    findings
}

/// Crates that depend on one below them in the list of ARCHITECTURE.md, tests included, or are not in
/// that list.
pub(super) fn depending_downwards(repository: &Repository) -> Vec<String> {
    let text = repository.file("ARCHITECTURE.md");
    let (list, _) = text.split_once("\n## ").unwrap_or((text, ""));
    let rows = list.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    let place = |folder: &str| listed.iter().position(|name| *name == folder);
    let mut findings = Vec::new();
    let mut compared = 0;
    for (path, manifest) in repository.ending("/Cargo.toml") {
        let folder = path.trim_end_matches("/Cargo.toml");
        // Packages within a package, with a workspace of their own.
        if manifest.contains("[workspace]") {
            continue;
        }
        let Some(own) = place(folder) else {
            findings.push(format!("ARCHITECTURE.md does not list {folder}"));
            continue;
        };
        for line in manifest.lines() {
            let Some(rest) = line.strip_prefix("tablier-") else {
                continue;
            };
            let name = rest.split(['.', ' ', '=']).next().unwrap_or_default();
            compared += 1;
            if place(&format!("crates/{name}")).is_none_or(|other| other >= own) {
                findings.push(format!("{folder} depends on {name}, which is not above it"));
            }
        }
    }
    if compared == 0 {
        findings.push("no crate depends on another".to_owned());
    }
    findings
}

/// READMEs that do not draw the board as `tablier show` does.
pub(super) fn untrue_drawings(repository: &Repository) -> Vec<String> {
    let mut findings = Vec::new();
    for (name, lang) in [
        ("README.md", Language::English),
        ("README.fr.md", Language::French),
    ] {
        match drawing(lang) {
            Ok(board) if repository.file(name).contains(&board) => {}
            Ok(board) => findings.push(format!("{name} does not draw\n{board}")),
            Err(why) => findings.push(why),
        }
    }
    findings
}

/// The board that the READMEs show.
fn drawing(lang: Language) -> Result<String, String> {
    let mut table = catalog::open("cubulus").map_err(|error| error.to_string())?;
    let played = table.play("23B1-54B3");
    played.map_err(|refusal| format!("the move of the READMEs is refused ({})", refusal.rule))?;
    let style = Style {
        say: &|message| lang.say(message),
        colour: false,
    };
    Ok(drawing::draw(&table.layout(), &table.scene(), &style))
}
