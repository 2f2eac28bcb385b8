use std::collections::BTreeSet;

use async_trait::async_trait;
use tablier_protocol::SeatView;
use tablier_rooms::PlayerId;

use super::{Memory, State};
use crate::store::{Credentials, Key, KeyKind, People, Player, PlayerKind, StoreError, Stored};

#[async_trait]
impl People for Memory {
    async fn add_player(&self, player: Player, key: Option<Key>) -> Stored<()> {
        let mut state = self.write();
        if state.players.contains_key(&player.id) {
            return Err(StoreError::Exists);
        }
        state.players.insert(player.id.clone(), player);
        if let Some(key) = key {
            state.keys.insert(key.hash, key);
        }
        Ok(())
    }

    async fn player(&self, id: &PlayerId) -> Stored<Option<Player>> {
        Ok(self.state().players.get(id).cloned())
    }

    async fn account(&self, name_key: &str) -> Stored<Option<(Player, Credentials)>> {
        let state = self.state();
        let Some((id, credentials)) = state.accounts.get(name_key) else {
            return Ok(None);
        };
        let player = state.players.get(id).cloned();
        Ok(player.map(|player| (player, credentials.clone())))
    }

    async fn rename(&self, id: &PlayerId, name: &str) -> Stored<()> {
        if let Some(player) = self.write().players.get_mut(id) {
            player.name = name.to_owned();
        }
        Ok(())
    }

    async fn seen(&self, id: &PlayerId, at: u64) -> Stored<()> {
        if let Some(player) = self.write().players.get_mut(id) {
            player.seen = player.seen.max(at);
        }
        Ok(())
    }

    async fn open_account(
        &self,
        id: &PlayerId,
        name: &str,
        credentials: Credentials,
    ) -> Stored<()> {
        let mut state = self.write();
        if state.accounts.contains_key(&credentials.name_key) {
            return Err(StoreError::Exists);
        }
        match state.players.get_mut(id) {
            Some(player) if player.kind == PlayerKind::Guest => {
                player.kind = PlayerKind::Account;
                player.name = name.to_owned();
            }
            _ => return Err(StoreError::Conflict),
        }
        let key = credentials.name_key.clone();
        state.accounts.insert(key, (id.clone(), credentials));
        Ok(())
    }

    async fn set_credentials(&self, id: &PlayerId, credentials: Credentials) -> Stored<()> {
        let mut state = self.write();
        match state.accounts.get_mut(&credentials.name_key) {
            Some((owner, old)) if owner == id => *old = credentials,
            _ => return Err(StoreError::Conflict),
        }
        let stays = |key: &Key| key.player != *id || key.kind == KeyKind::Token;
        state.keys.retain(|_, key| stays(key));
        Ok(())
    }

    async fn set_kind(&self, id: &PlayerId, kind: PlayerKind) -> Stored<()> {
        if let Some(player) = self.write().players.get_mut(id) {
            player.kind = kind;
        }
        Ok(())
    }

    async fn forget_player(&self, id: &PlayerId) -> Stored<()> {
        let mut state = self.write();
        if let Some(player) = state.players.get_mut(id) {
            player.kind = PlayerKind::Gone;
            player.name.clear();
        }
        state.accounts.retain(|_, (owner, _)| owner != id);
        state.keys.retain(|_, key| key.player != *id);
        state.ratings.retain(|(player, _), _| player != id);
        for room in state.rooms.values_mut() {
            for seat in &mut room.card.line.seats {
                if let SeatView::Person { player, name } = seat
                    && player == id
                {
                    name.clear();
                }
            }
        }
        Ok(())
    }

    async fn add_key(&self, key: Key) -> Stored<()> {
        let mut state = self.write();
        if state.keys.contains_key(&key.hash) {
            return Err(StoreError::Exists);
        }
        state.keys.insert(key.hash, key);
        Ok(())
    }

    async fn key(&self, hash: &[u8; 32]) -> Stored<Option<Key>> {
        Ok(self.state().keys.get(hash).cloned())
    }

    async fn take_key(&self, hash: &[u8; 32]) -> Stored<Option<Key>> {
        Ok(self.write().keys.remove(hash))
    }

    async fn drop_keys(&self, player: &PlayerId, kind: KeyKind) -> Stored<()> {
        let stays = |key: &Key| key.player != *player || key.kind != kind;
        self.write().keys.retain(|_, key| stays(key));
        Ok(())
    }

    async fn block_name(&self, name_key: &str, blocked: bool) -> Stored<()> {
        let mut state = self.write();
        if blocked {
            state.blocked.insert(name_key.to_owned());
        } else {
            state.blocked.remove(name_key);
        }
        Ok(())
    }

    async fn is_blocked(&self, name_key: &str) -> Stored<bool> {
        Ok(self.state().blocked.contains(name_key))
    }

    async fn sweep_guests(&self, now: u64, seen_before: u64) -> Stored<u64> {
        let mut state = self.write();
        let mut sits = BTreeSet::new();
        for room in state.rooms.values() {
            sits.insert(room.card.host.clone());
            for seat in &room.card.line.seats {
                if let SeatView::Person { player, .. } = seat {
                    sits.insert(player.clone());
                }
            }
        }
        let before = state.players.len();
        state.players.retain(|id, player| {
            player.kind != PlayerKind::Guest || player.seen >= seen_before || sits.contains(id)
        });
        let State { players, keys, .. } = &mut *state;
        keys.retain(|_, key| key.expires >= now && players.contains_key(&key.player));
        Ok((before - players.len()) as u64)
    }
}
