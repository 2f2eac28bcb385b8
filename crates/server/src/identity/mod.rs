//! Who people are: guests by a cookie, accounts by name and password, programs by a token.
//!
//! A person is a [`Player`] with an id that never changes: a guest who opens an account keeps every
//! game. Secrets are random, shown once and stored as hashes.

mod accounts;
pub mod names;
pub mod passwords;
pub mod secrets;

use std::fmt;
use std::sync::Arc;

use tablier_rooms::PlayerId;

use crate::clock::Clock;
use crate::error::Error;
use crate::store::{Key, KeyKind, Player, PlayerKind, SharedStore, StoreError};
use passwords::Passwords;
use secrets::Secret;

const DAY: u64 = 24 * 60 * 60 * 1000;
/// How long a browser is remembered; browsers keep no cookie longer.
pub const SESSION_DAYS: u64 = 400;
/// A session older than this is replaced when its owner returns.
const RENEW: u64 = 30 * DAY;
/// How long a link for another device is valid.
const LINK: u64 = 15 * 60 * 1000;
/// Tokens of programs last until they are revoked.
const FOR_EVER: u64 = i64::MAX as u64;

/// A known player, and how they proved it.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The player.
    pub player: Player,
    /// The hash of the session or token.
    pub key: [u8; 32],
    /// When that was issued.
    pub since: u64,
}

/// Identifies people and manages their accounts.
#[derive(Clone)]
pub struct Identities {
    store: SharedStore,
    clock: Arc<Clock>,
    passwords: Passwords,
}

impl fmt::Debug for Identities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identities").finish_non_exhaustive()
    }
}

impl Identities {
    /// Identities kept in a store.
    pub fn new(store: SharedStore, clock: Arc<Clock>) -> Self {
        Self {
            store,
            clock,
            passwords: Passwords::new(),
        }
    }

    /// The player that a cookie or token stands for; none if it is unknown or has expired.
    pub async fn recognise(&self, secret: &str, kind: KeyKind) -> Result<Option<Visitor>, Error> {
        let hash = secrets::hash(secret);
        let Some(key) = self.store.key(&hash).await? else {
            return Ok(None);
        };
        let good = secrets::same(&key.hash, &hash) & (key.kind == kind);
        if !good || key.expires < self.clock.now() {
            return Ok(None);
        }
        let player = self.store.player(&key.player).await?;
        Ok(player
            .filter(|player| player.kind != PlayerKind::Gone)
            .map(|player| Visitor {
                player,
                key: key.hash,
                since: key.created,
            }))
    }

    /// Whether a session or token still holds: it was neither revoked nor has it expired.
    pub async fn holds(&self, hash: &[u8; 32]) -> Result<bool, Error> {
        let key = self.store.key(hash).await?;
        Ok(key.is_some_and(|key| key.expires >= self.clock.now()))
    }

    /// A new guest with a proposed name, and the secret for the cookie.
    pub async fn welcome_guest(&self) -> Result<(Player, Secret), Error> {
        let now = self.clock.now();
        let player = Player {
            id: secrets::player_id(),
            name: names::proposed(secrets::lot()),
            kind: PlayerKind::Guest,
            created: now,
            seen: now,
        };
        let secret = Secret::fresh();
        let key = self.session_key(&player.id, &secret);
        self.store.add_player(player.clone(), Some(key)).await?;
        metrics::counter!("tablier_guests_total").increment(1);
        Ok((player, secret))
    }

    /// Records that somebody was here; returns a new secret if the old one is getting old.
    pub async fn greet(&self, visitor: &Visitor) -> Result<Option<Secret>, Error> {
        let now = self.clock.now();
        if visitor.player.seen + DAY < now {
            self.store.seen(&visitor.player.id, now).await?;
        }
        if visitor.since + RENEW > now {
            return Ok(None);
        }
        Ok(Some(self.open_session(&visitor.player.id).await?))
    }

    /// The name under which somebody may sit down: an account's own, or what a guest asks for. A
    /// guest who asks for none keeps the previous name.
    pub async fn name_at_table(
        &self,
        player: &Player,
        wanted: Option<&str>,
    ) -> Result<String, Error> {
        let guest = player.kind == PlayerKind::Guest;
        let name = match wanted {
            Some(wanted) if guest && wanted != player.name => self.free_name(wanted).await?,
            _ if !self.store.is_blocked(&names::key(&player.name)).await? => {
                return Ok(player.name.clone());
            }
            // Blocked while somebody had it: a guest gets another one.
            _ if guest => names::proposed(secrets::lot()),
            _ => return Err(BLOCKED),
        };
        self.store.rename(&player.id, &name).await?;
        Ok(name)
    }

    /// The name, if no account has it and it is not forbidden.
    async fn free_name(&self, wanted: &str) -> Result<String, Error> {
        let name = names::clean(wanted).map_err(|error| Error::bad("bad-name", error))?;
        let key = names::key(&name);
        if self.store.is_blocked(&key).await? {
            return Err(Error::bad("bad-name", names::BadName::Reserved));
        }
        if self.store.account(&key).await?.is_some() {
            return Err(NAME_TAKEN);
        }
        Ok(name)
    }

    async fn open_session(&self, player: &PlayerId) -> Result<Secret, Error> {
        let secret = Secret::fresh();
        let key = self.session_key(player, &secret);
        self.store.add_key(key).await?;
        Ok(secret)
    }

    fn session_key(&self, player: &PlayerId, secret: &Secret) -> Key {
        self.key(player, secret, KeyKind::Session, SESSION_DAYS * DAY)
    }

    fn key(&self, player: &PlayerId, secret: &Secret, kind: KeyKind, lasts: u64) -> Key {
        let created = self.clock.now();
        Key {
            hash: secret.hash(),
            kind,
            player: player.clone(),
            created,
            expires: created.saturating_add(lasts).min(FOR_EVER),
        }
    }
}

/// An account whose name the host of the server has blocked.
const BLOCKED: Error = Error::Forbidden {
    code: "name-blocked",
    message: "the host of this server has blocked this name; open an account with another one",
};

const NAME_TAKEN: Error = Error::Conflict {
    code: "name-taken",
    message: "somebody has this name or one that looks like it; choose another one",
};

/// Maps a name taken by somebody faster.
fn or_name_taken(error: StoreError) -> Error {
    match error {
        StoreError::Exists => NAME_TAKEN,
        other => other.into(),
    }
}
