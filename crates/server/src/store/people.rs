use std::fmt;

use async_trait::async_trait;
use tablier_rooms::PlayerId;

use super::{Credentials, Key, KeyKind, Player, PlayerKind, Stored};

/// Who people are: guests, accounts, the secrets that stand for them, forbidden names.
#[async_trait]
pub trait People: Send + Sync + fmt::Debug + 'static {
    /// Adds a player, with the key by which a guest is recognised.
    async fn add_player(&self, player: Player, key: Option<Key>) -> Stored<()>;

    /// A player by id.
    async fn player(&self, id: &PlayerId) -> Stored<Option<Player>>;

    /// An account by the key of its name ([`crate::identity::names::key`]).
    async fn account(&self, name_key: &str) -> Stored<Option<(Player, Credentials)>>;

    /// Gives a guest another name.
    async fn rename(&self, id: &PlayerId, name: &str) -> Stored<()>;

    /// Records that a player was here.
    async fn seen(&self, id: &PlayerId, at: u64) -> Stored<()>;

    /// Turns a guest into an account: [`Exists`](super::StoreError::Exists) if the name is taken,
    /// [`Conflict`](super::StoreError::Conflict) if it is not a guest.
    async fn open_account(&self, id: &PlayerId, name: &str, credentials: Credentials)
    -> Stored<()>;

    /// Replaces the secrets of an account; all its sessions and links end.
    async fn set_credentials(&self, id: &PlayerId, credentials: Credentials) -> Stored<()>;

    /// Turns an account into a program's, or a person's again.
    async fn set_kind(&self, id: &PlayerId, kind: PlayerKind) -> Stored<()>;

    /// Forgets a player: name, account, keys and ratings. Games stay, without a name in the index.
    async fn forget_player(&self, id: &PlayerId) -> Stored<()>;

    /// Adds a key.
    async fn add_key(&self, key: Key) -> Stored<()>;

    /// The key with this hash.
    async fn key(&self, hash: &[u8; 32]) -> Stored<Option<Key>>;

    /// Removes a key and returns it, to one caller only.
    async fn take_key(&self, hash: &[u8; 32]) -> Stored<Option<Key>>;

    /// Removes all keys of a kind that a player has.
    async fn drop_keys(&self, player: &PlayerId, kind: KeyKind) -> Stored<()>;

    /// Forbids a name, given by its key, or allows it again.
    async fn block_name(&self, name_key: &str, blocked: bool) -> Stored<()>;

    /// Whether a name is forbidden.
    async fn is_blocked(&self, name_key: &str) -> Stored<bool>;

    /// Removes keys that expired before `now`, and guests not seen since `seen_before` who sit at
    /// no table. Returns how many guests were removed.
    async fn sweep_guests(&self, now: u64, seen_before: u64) -> Stored<u64>;
}
