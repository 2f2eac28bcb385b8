//! The real program as a server.
#![allow(dead_code, unreachable_pub)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};

/// A running server; it ends with the test.
pub struct Serving {
    pub child: Child,
    /// The last line it printed before it began to answer.
    pub said: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn tablier() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablier"));
    command
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "en_GB.UTF-8")
        .env_remove("BROWSER")
        .env(
            "TABLIER_DATA",
            std::env::temp_dir().join("tablier-serve-tests"),
        )
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .stdout(Stdio::piped());
    command
}

pub fn serve(mut command: Command) -> Serving {
    let mut child = command.spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut said)
        .unwrap();
    Serving { child, said }
}

impl Serving {
    pub fn port(&self) -> u16 {
        let (_, address) = self.said.trim_end().rsplit_once("http://").unwrap();
        let (host, port) = address.trim_end_matches('/').split_once(':').unwrap();
        assert_eq!(host, "127.0.0.1", "{}", self.said);
        port.parse().unwrap()
    }

    /// What it answers: status, headers and text.
    pub fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port())).unwrap();
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Whether it answers at its address.
    pub fn answers(&self) -> bool {
        self.get("/").starts_with("HTTP/1.")
    }
}
