//! A host's commands: backups and administration.

use std::path::Path;
use std::process::{Command, Output};

fn tablier(data: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tablier"))
        .args(args)
        .env("TABLIER_DATA", data)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder that is removed with the test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tablier-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn without_a_store_the_host_is_told_so() {
    let folder = Folder::new("no-store");
    for args in [&["backup", "copy.db"][..], &["admin", "block", "Rude"]] {
        let output = tablier(&folder.0, args);
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(
            text(&output.stderr).contains("no store"),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn a_bot_gets_its_token_and_a_copy_is_put_back() {
    let folder = Folder::new("host");
    tablier_server::store::Sqlite::open(&folder.0).unwrap();
    let output = tablier(&folder.0, &["admin", "bot", "Deep Tablier"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).trim().len(), 43);
    let output = tablier(&folder.0, &["admin", "close", "nowhere"]);
    assert!(text(&output.stderr).contains("no such table"));

    let copy = folder.0.join("copy.db");
    let copy = copy.to_str().unwrap();
    assert!(tablier(&folder.0, &["backup", copy]).status.success());
    let again = tablier(&folder.0, &["backup", copy]);
    assert!(
        text(&again.stderr).contains("already"),
        "nothing is overwritten"
    );
    let careless = tablier(&folder.0, &["restore", copy]);
    assert!(text(&careless.stderr).contains("--overwrite"));
    let output = tablier(&folder.0, &["restore", copy, "--overwrite"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// The data folder stands in the file of `tablier serve`, and nowhere else.
#[test]
fn the_hosts_commands_read_the_file_of_the_server() {
    let folder = Folder::new("config");
    let (data, file) = (folder.0.join("games"), folder.0.join("tablier.toml"));
    std::fs::create_dir(&data).unwrap();
    tablier_server::store::Sqlite::open(&data).unwrap();
    let lines = format!("port = 8099\ndata = {:?}\n", data.to_str().unwrap());
    std::fs::write(&file, lines).unwrap();
    let (file, copy) = (file.to_str().unwrap(), folder.0.join("copy.db"));
    let copy = copy.to_str().unwrap();
    let run = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_tablier"))
            .args(args)
            .env_remove("TABLIER_DATA")
            .env("XDG_DATA_HOME", folder.0.join("empty"))
            .output()
            .unwrap()
    };
    for args in [
        &["admin", "--config", file, "bot", "Deep Tablier"][..],
        &["backup", "--config", file, copy],
        &["restore", "--config", file, copy, "--overwrite"],
    ] {
        let output = run(args);
        assert!(
            output.status.success(),
            "{args:?}: {}",
            text(&output.stderr)
        );
    }
    // The flag overrides the file, and without either the usual folder is meant.
    let empty = folder.0.join("empty");
    let elsewhere = run(&[
        "backup",
        "--config",
        file,
        "--data",
        empty.to_str().unwrap(),
        "x",
    ]);
    assert!(text(&elsewhere.stderr).contains("no store"));
    assert!(text(&run(&["backup", "x"]).stderr).contains("no store"));
    // A mistake in the file is told, with what is allowed there.
    std::fs::write(file, "folder = 1\n").unwrap();
    let wrong = run(&["backup", "--config", file, "x"]);
    let said = text(&wrong.stderr);
    assert!(
        !wrong.status.success() && said.contains("tablier.toml") && said.contains("`data`"),
        "{said}"
    );
}
