//! The chores of the repository: `cargo xtask` lists them, `cargo xtask CHORE` does one.

mod chores;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.split_first() {
        None => {
            print!("{}", usage());
            Ok(())
        }
        Some((word, [])) if word == "tidy" => tidy(),
        Some((word, given)) => match chores::CHORES.iter().find(|chore| chore.name == word) {
            Some(chore) => chore.run(given),
            None => Err(format!("there is no chore '{word}'\n{}", usage())),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{}", why.trim_end());
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    let mut text = "usage: cargo xtask CHORE\n\n".to_owned();
    let tidy = ("tidy", "check what a reader of the repository may rely on");
    let others = chores::CHORES.iter().map(|chore| (chore.usage, chore.what));
    for (usage, what) in std::iter::once(tidy).chain(others) {
        text += &format!("  {usage:<24} {what}\n");
    }
    text
}

fn tidy() -> Result<(), String> {
    let repository = tidy::Repository::read(root()).map_err(|error| error.to_string())?;
    let mut findings = Vec::new();
    for check in tidy::CHECKS {
        let found = (check.find)(&repository);
        let verdict = if found.is_empty() { "ok" } else { "no" };
        println!("{verdict}  {}", check.promise);
        findings.extend(found);
    }
    if findings.is_empty() {
        Ok(())
    } else {
        Err(findings.join("\n"))
    }
}
