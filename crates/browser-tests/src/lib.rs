//! A real browser on a real server: the basis of the browser tests.

pub mod browser;
pub mod games;
pub mod input;
pub mod renamed;
pub mod tables;
pub mod wire;

use std::future::Future;
use std::pin::Pin;

/// Why a test failed.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The outcome of a test.
pub type Outcome = Result<(), Failure>;

/// A test under way.
pub type Running<'a> = Pin<Box<dyn Future<Output = Outcome> + 'a>>;

/// What a test does in a browser.
pub type Run = Box<dyn for<'a> Fn(&'a browser::Browser) -> Running<'a>>;

/// A test: its name and what it does in its own browser.
pub struct Test {
    /// Its name.
    pub name: String,
    /// What it does.
    pub run: Run,
}

/// Fails with a sentence unless something holds.
pub fn ensure(holds: bool, what: impl Into<String>) -> Outcome {
    if holds {
        Ok(())
    } else {
        Err(what.into().into())
    }
}
