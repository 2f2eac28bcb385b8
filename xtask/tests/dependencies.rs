//! What the build may be made of: licences and duplicate crates, as listed in deny.toml. (That
//! everything comes from the usual registry is one of the checks of `cargo xtask tidy`.)
//!
//! The same lists serve `cargo deny check licenses bans sources`. Installing that compiles well
//! over a hundred more crates in every fresh clone; this test needs nothing but `cargo metadata`,
//! and covers all platforms.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
}

#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: BTreeSet<String>,
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn deny() -> Deny {
    toml::from_str(&std::fs::read_to_string(root().join("deny.toml")).unwrap()).unwrap()
}

fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Metadata = serde_json::from_slice(&output.stdout).unwrap();
    metadata.packages
}

/// Whether a licence expression (SPDX, or `A/B` as in older crates) can be satisfied by allowed
/// licences. AND binds tighter than OR.
fn can_be_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ");
    let spaced = spaced.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let met = either(&mut rest, allowed);
    assert!(rest.is_empty(), "{expression} is no licence expression");
    met
}

fn either(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut met = both(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        met |= both(words, allowed);
    }
    met
}

fn both(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut met = license(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        met &= license(words, allowed);
    }
    met
}

fn license(words: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let met = either(words, allowed);
            assert_eq!(words.first(), Some(&")"));
            *words = &words[1..];
            met
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed.contains(&format!("{name} WITH {exception}"))
        }
        [name, rest @ ..] => {
            *words = rest;
            allowed.contains(*name)
        }
        [] => false,
    }
}

#[test]
fn licence_expressions_are_understood() {
    let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"];
    let allowed: BTreeSet<String> = allowed.map(str::to_owned).into();
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("GPL-3.0-only OR MIT", true),
        ("GPL-3.0-only/MIT", true),
        ("MIT AND ISC", true),
        ("MIT AND GPL-3.0-only", false),
        ("MIT OR ISC AND GPL-3.0-only", true),
        ("(MIT OR ISC) AND GPL-3.0-only", false),
        ("(MIT OR GPL-3.0-only) AND ISC", true),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("Apache-2.0", false),
    ] {
        assert_eq!(can_be_met(expression, &allowed), met, "{expression}");
    }
}

#[test]
fn every_crate_has_a_licence_that_is_allowed() {
    let allowed = deny().licenses.allow;
    for package in packages() {
        let Package { name, version, .. } = &package;
        let licence = package.license.as_deref().unwrap_or("none");
        assert!(
            can_be_met(licence, &allowed),
            "{name} {version}: {licence} is not allowed by deny.toml"
        );
    }
}

/// Two versions of a crate are two to compile, to ship and to keep secure.
#[test]
fn no_crate_is_there_twice_that_need_not_be() {
    let skipped = deny().bans.skip;
    let is_skipped = |name: &str, version: &str| {
        skipped.iter().any(|skip| {
            let (skip, series) = skip.split_once('@').unwrap();
            skip == name && version.starts_with(&format!("{series}."))
        })
    };
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let found = versions.entry(package.name).or_default();
        found.insert(package.version);
    }
    let doubled = versions.iter().filter(|(_, found)| found.len() > 1);
    for (name, found) in doubled.clone() {
        let left = found.iter().filter(|version| !is_skipped(name, version));
        assert!(
            left.count() <= 1,
            "{name} is there as {found:?}; use one, or say in deny.toml why not"
        );
    }
    for skip in &skipped {
        let (name, series) = skip.split_once('@').unwrap();
        let series = format!("{series}.");
        let needed = doubled.clone().any(|(other, found)| {
            other == name && found.iter().any(|version| version.starts_with(&series))
        });
        assert!(needed, "{skip} in deny.toml is not needed any more");
    }
}
