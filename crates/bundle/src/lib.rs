//! The client as a server hands it out. The build script compiles `crates/web` and `crates/worker`
//! for the browser and compresses them together with the pictures, styles and books.
//!
//! A crate of its own, so that neither the server nor the command line waits for it: they compile
//! while the client does, and a change to the page does not compile them again.

use tablier_server::{Asset, Client};

/// The client; [`Client::NONE`] if it was left out with `TABLIER_SKIP_CLIENT=1`.
pub const CLIENT: Client = Client {
    version: env!("TABLIER_VERSION"),
    files: FILES,
};

const FILES: &[Asset] = include!(concat!(env!("OUT_DIR"), "/files.rs"));
