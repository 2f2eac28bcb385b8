//! Three servers and two workers on PostgreSQL and NATS, with the real program, while all of it
//! breaks. docs/online-load.md has a longer run.

use std::process::{Command, Stdio};

#[test]
fn nothing_is_lost_while_everything_breaks() {
    if !tablier_services::are_installed("three servers that break") {
        return;
    }
    let args = "chaos --seconds 20 --tables 12 --machines 2 --rate 60 --pause 700";
    let output = Command::new(env!("CARGO_BIN_EXE_tablier"))
        .args(args.split(' '))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}{why}");
    println!("{said}");
    for promise in [
        "lost 0, doubled 0, unequal boards 0",
        "with another result 0",
        "violations 0",
    ] {
        assert!(said.contains(promise), "{said}");
    }
    // Enough happened for that to mean something.
    let number = |after: &str| -> u32 {
        let rest = said.split_once(after).map_or("", |(_, rest)| rest);
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    };
    assert!(number("acknowledged ") > 100, "{said}");
    assert!(number("killed: servers ") > 0, "{said}");
}
