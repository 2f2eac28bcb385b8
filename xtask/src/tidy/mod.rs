//! What a reader of the repository may rely on, beyond what the compiler and each crate's own tests
//! promise. `cargo test --workspace` and `cargo xtask tidy` run the same checks.

mod games;
mod guides;
mod paragraphs;
mod repository;
mod sources;

pub(crate) use repository::Repository;

/// One promise about the repository.
pub(crate) struct Check {
    /// What is promised.
    pub(crate) promise: &'static str,
    /// What breaks it, one line each.
    pub(crate) find: fn(&Repository) -> Vec<String>,
}

/// All of them.
pub(crate) const CHECKS: &[Check] = &[
    Check {
        promise: "every numbered paragraph is there once and has a test named after it",
        find: paragraphs::without_test,
    },
    Check {
        promise: "every cited number of a paragraph exists",
        find: paragraphs::cited_in_vain,
    },
    Check {
        promise: "every game of the catalog is in the words and in both READMEs",
        find: games::not_listed,
    },
    Check {
        promise: "every game of the catalog has its perft table, playthrough, rules and sentences",
        find: games::incomplete,
    },
    Check {
        promise: "every sentence has its text",
        find: sources::without_text,
    },
    Check {
        promise: "the rules leave their sentences to the words",
        find: sources::speaking_english,
    },
    Check {
        promise: "no source file is too long",
        find: sources::too_long,
    },
    Check {
        promise: "no file names the host of a registry",
        find: sources::naming_a_registry,
    },
    Check {
        promise: "the snippets of CONTRIBUTING.md are in the files it names",
        find: guides::untrue_snippets,
    },
    Check {
        promise: "the functions on the way of a click in ARCHITECTURE.md are where it says",
        find: guides::lost_on_the_way,
    },
    Check {
        promise: "every crate is in ARCHITECTURE.md and depends only on crates above it",
        find: guides::depending_downwards,
    },
    Check {
        promise: "the drawings of the READMEs are true",
        find: guides::untrue_drawings,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promise_is_kept() {
        let repository = Repository::read(crate::root()).unwrap();
        let mut broken = Vec::new();
        for check in CHECKS {
            let found = (check.find)(&repository);
            if !found.is_empty() {
                broken.push(format!("{}:\n  {}", check.promise, found.join("\n  ")));
            }
        }
        assert!(broken.is_empty(), "\n{}", broken.join("\n"));
    }

    /// Each check notices what it is there for.
    #[test]
    fn a_broken_promise_is_noticed() {
        let rules = "- **ZZ1 One.** First.\n- **ZZ2 Two.** Second.\n";
        let source = "// ZZ9: why\nfn zz1_one() { Message::new(\"rules.nothing-like-it\"); }\n";
        let long = "\n".repeat(sources::MOST_LINES + 1);
        let host = format!("https://{}.example", concat!("arti", "factory"));
        let guide = "In `a/b.rs`:\n```rust\nno such line\n```\n";
        let repository = Repository::from([
            ("x/RULES.md", rules),
            ("a/b.rs", source),
            ("a/long.rs", &long),
            ("crates/rules/src/game.rs", "Err(\"that is refused\")"),
            ("a/build.toml", &host),
            ("crates/words/text/en/rules.txt", "rules.over = Over.\n"),
            ("CONTRIBUTING.md", guide),
            ("README.md", ""),
            ("README.fr.md", ""),
        ]);
        for check in CHECKS {
            let found = (check.find)(&repository);
            assert!(!found.is_empty(), "nothing breaks: {}", check.promise);
        }
        let missing = paragraphs::without_test(&repository);
        assert_eq!(missing, ["no test is named after ZZ2"]);
        let wrong = paragraphs::cited_in_vain(&repository);
        assert_eq!(wrong, ["a/b.rs cites ZZ9, which does not exist"]);
    }

    #[test]
    fn a_crate_that_depends_on_one_below_it_is_noticed() {
        let list = "# A map\n\n| `crates/a` | first |\n| `crates/b` | second |\n\n## More\n| `crates/c` | |\n";
        let on_b = "[dependencies]\ntablier-b.workspace = true\n";
        let on_a = "[dev-dependencies]\ntablier-a = { workspace = true }\n";
        let found = |a, b, c| {
            guides::depending_downwards(&Repository::from([
                ("ARCHITECTURE.md", list),
                ("crates/a/Cargo.toml", a),
                ("crates/b/Cargo.toml", b),
                ("crates/c/Cargo.toml", c),
            ]))
        };
        let apart = "[workspace]\n";
        assert!(found("", on_a, apart).is_empty());
        let wrong = ["crates/a depends on b, which is not above it"];
        assert_eq!(found(on_b, on_a, apart), wrong);
        let missing = ["ARCHITECTURE.md does not list crates/c"];
        assert_eq!(found("", on_a, ""), missing);
    }

    #[test]
    fn a_sentence_in_the_rules_is_noticed() {
        let said = |path, source| sources::speaking_english(&Repository::from([(path, source)]));
        let source = "let why = \"the square is taken\";";
        let found = said("crates/rules/src/d21/refusal.rs", source);
        let told = "crates/rules/src/d21/refusal.rs says \"the square is taken\"";
        assert_eq!(found, [told]);
        for (path, source) in [
            ("crates/rules/src/d21/tests.rs", source),
            ("crates/rules/src/refusal.rs", source),
            ("crates/engine/src/engine.rs", source),
            (
                "crates/rules/src/a.rs",
                "let one = list.expect(\"there is one\");",
            ),
            (
                "crates/rules/src/a.rs",
                "Message::new(\"d21.taken\") // \"as is told\"",
            ),
        ] {
            assert!(said(path, source).is_empty(), "{path}: {source}");
        }
    }

    #[test]
    fn a_number_is_noticed_wherever_it_is_cited() {
        for (source, cited) in [
            ("/// ZZ1, ZZ8: what", "ZZ8"),
            ("let x = 1; // as ZZ1 and ZZ8 say", "ZZ8"),
            ("/// The third occurrence (ZZ8).", "ZZ8"),
            ("Refusal::new(\n    \"ZZ8\", why)", "ZZ8"),
            ("Reason::about(\"ZZ8\", key, seat)", "ZZ8"),
            ("check(Expect::Refused(\"ZZ8\"))", "ZZ8"),
            ("// `ZZ8` is code, AB8 is no prefix, ZZ8b no number", ""),
        ] {
            let rules = "- **ZZ1 One.** First.\n";
            let repository = Repository::from([("x/RULES.md", rules), ("a/b.rs", source)]);
            let found = paragraphs::cited_in_vain(&repository);
            let told = format!("a/b.rs cites {cited}, which does not exist");
            let expected: &[String] = if cited.is_empty() { &[] } else { &[told] };
            assert_eq!(found, expected, "{source}");
        }
    }
}
