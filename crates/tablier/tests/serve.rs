//! `tablier serve`, as anyone runs it: which address it takes, and what it says.

mod serving;

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener};

use serving::{Serving, serve, tablier};

#[test]
fn a_taken_port_is_said_clearly() {
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    let output = tablier().args(["serve", "--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).unwrap();
    for part in ["tablier: ", &port, "in use", "--port"] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
}

#[test]
fn without_a_port_the_next_free_one_is_taken_and_printed() {
    // Ours, or somebody else's: the port is taken in any case.
    let _first = TcpListener::bind((Ipv4Addr::LOCALHOST, 8080));
    let mut command = tablier();
    command.arg("serve");
    let one = serve(command);
    assert!((8081..=8120).contains(&one.port()), "{}", one.said);
    assert!(one.answers());
    // Bare `tablier` is the same, and takes yet another port.
    let two = serve(tablier());
    assert!(two.port() > one.port(), "{} {}", one.said, two.said);
    assert!(two.answers());
}

#[test]
fn the_address_for_everybody_is_said() {
    let mut command = tablier();
    command.args([
        "serve",
        "--port",
        "0",
        "--public-url",
        "https://games.example/",
    ]);
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let said: Vec<String> = lines.by_ref().take(2).map(Result::unwrap).collect();
    let serving = Serving {
        child,
        said: said[0].clone(),
    };
    assert!(serving.answers());
    assert_eq!(said[1], "For everybody: https://games.example/");
}

#[test]
fn a_port_that_is_asked_for_is_used() {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let mut command = tablier();
    command.args(["serve", "--port", &port.to_string()]);
    let serving = serve(command);
    assert_eq!(serving.port(), port);
    assert!(serving.answers());
}

#[cfg(target_os = "linux")]
#[test]
fn open_hands_the_printed_address_to_the_browser() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = std::env::temp_dir().join(format!("tablier-open-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (program, note) = (folder.join("browser"), folder.join("opened"));
    let script = format!(
        "#!/bin/sh\necho \"$1\" > '{0}.new' && mv '{0}.new' '{0}'\n",
        note.display()
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = tablier();
    command
        .args(["serve", "--port", "0", "--open"])
        .env("BROWSER", &program);
    let serving = serve(command);
    let opened = (0..100).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::read_to_string(&note).ok()
    });
    let _ = std::fs::remove_dir_all(&folder);
    let opened = opened.expect("nothing was opened");
    assert!(
        serving.said.trim_end().ends_with(opened.trim_end()),
        "{opened} {}",
        serving.said
    );
    assert!(opened.starts_with("http://127.0.0.1:"));
}

/// On a machine without a screen nothing opens, and the page is served all the same.
#[cfg(target_os = "linux")]
#[test]
fn without_a_browser_open_only_prints_the_address() {
    let mut command = tablier();
    command
        .args(["serve", "--port", "0", "--open"])
        .env_remove("BROWSER")
        .env("PATH", "");
    assert!(serve(command).answers());
}
