//! Playing with people elsewhere.
//!
//! - [`mirror`] is the page's copy of a table: the same fold as the server's
//!   ([`tablier_protocol::Follower`]), with the player's own action on top while it is on its way.
//!   [`seats`] is what the page shows of it beside the board.
//! - [`clock`] counts down the server's clocks.
//! - [`link`] is the page's only connection ([`socket`], [`backoff`]); [`table`] is a table at its
//!   other end. [`api`] asks over HTTP, [`profiles`] asks which names have a profile.
//!
//! All but the last five are plain code that is tested without a browser.

pub mod api;
pub mod backoff;
pub mod clock;
pub mod link;
pub mod mirror;
pub mod profiles;
pub mod qr;
pub mod seats;
pub mod socket;
pub mod table;
#[cfg(test)]
pub(crate) mod testing;

use api::Fault;

use crate::words::{t, word};

/// Why something did not work, in a sentence.
pub fn fault_text(fault: &Fault) -> String {
    match fault {
        Fault::Offline => t("online.offline"),
        Fault::Refused { code, .. } => {
            let key = format!("online.fault-{code}");
            let text = word(&key);
            // A missing text is its own key.
            if text == key { t("online.fault") } else { text }
        }
    }
}
