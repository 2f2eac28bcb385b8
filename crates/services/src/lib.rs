//! PostgreSQL and NATS of one's own: started on a free port of this machine in a temporary folder,
//! stopped when dropped, killed and started again where a test wants that.
//!
//! Where they are not installed, [`postgres`] and [`nats`] say what is left out and why; with
//! `TABLIER_REQUIRE_SERVICES=1` or `CI=true` that is a failure.

mod certificate;
mod nats;
mod postgres;
mod process;

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpListener};

pub use nats::Nats;
pub use postgres::Postgres;

/// Why a service is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// It is not installed; the text says how to change that.
    NotInstalled(&'static str),
    /// It is installed and does not start.
    Failed(String),
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Missing::NotInstalled(how) => write!(f, "it is not installed ({how})"),
            Missing::Failed(why) => f.write_str(why),
        }
    }
}

/// A PostgreSQL for a test, or none: then the reason has been printed.
///
/// # Panics
/// If it does not start though it is installed, or if it must be there and is not.
pub fn postgres(test: &str) -> Option<Postgres> {
    found(test, "PostgreSQL", Postgres::start())
}

/// A NATS server for a test, or none: then the reason has been printed.
///
/// # Panics
/// If it does not start though it is installed, or if it must be there and is not.
pub fn nats(test: &str) -> Option<Nats> {
    found(test, "NATS", Nats::start())
}

/// Whether both are installed; if not, the reason has been printed.
///
/// # Panics
/// If they must be there and are not.
pub fn are_installed(test: &str) -> bool {
    let missing = Missing::NotInstalled;
    let postgres = Postgres::programs().map_err(missing);
    let nats = Nats::program().map_err(missing);
    found(test, "PostgreSQL", postgres).is_some() && found(test, "NATS", nats).is_some()
}

fn found<T>(test: &str, name: &str, started: Result<T, Missing>) -> Option<T> {
    match started {
        Ok(service) => Some(service),
        Err(missing @ Missing::NotInstalled(_)) if !is_required() => {
            // Past the test's own capture of what is printed.
            let _ = writeln!(
                io::stderr(),
                "left out: {test}, for want of {name}: {missing}"
            );
            None
        }
        Err(missing) => panic!("{test} needs {name}: {missing}"),
    }
}

fn is_required() -> bool {
    let set = |name| std::env::var(name).is_ok_and(|value| value == "1" || value == "true");
    set("TABLIER_REQUIRE_SERVICES") || set("CI")
}

/// A port that is free at the moment.
pub fn free_port() -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}
