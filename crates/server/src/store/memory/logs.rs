use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use async_trait::async_trait;
use tablier_protocol::{SeatView, TableState};
use tablier_rooms::{PlayerId, RoomId, TimeControl};
use tablier_rules::Verdict;

use super::Memory;
use crate::store::{
    Append, Card, Changes, HeadToHead, Listing, LogLine, Logs, Query, Rating, Standing, StoreError,
    Stored, Turn,
};

/// A table.
pub(super) struct Kept {
    pub(super) lines: Vec<LogLine>,
    pub(super) card: Card,
    pub(super) turn: Turn,
    opened: u64,
    host_seen: u64,
}

impl Kept {
    fn listing(&self) -> Listing {
        let mut line = self.card.line.clone();
        line.ply = self.turn.ply;
        line.touched = self.turn.at;
        line.waits_for_me = false;
        Listing {
            line,
            host: self.card.host.clone(),
            seq: self.lines.len() as u64,
            acts: self.turn.acts.clone(),
            listed: self.card.listed,
        }
    }

    fn state(&self) -> TableState {
        self.card.line.state
    }

    fn is_current(&self) -> bool {
        matches!(self.state(), TableState::Open | TableState::Playing)
    }

    fn is_here(&self, since: u64) -> bool {
        self.host_seen >= since || matches!(self.card.line.time, TimeControl::Days(_))
    }

    fn seat(&self, wanted: &PlayerId) -> Option<usize> {
        let sits =
            |seat: &SeatView| matches!(seat, SeatView::Person { player, .. } if player == wanted);
        self.card.line.seats.iter().position(sits)
    }

    fn verdict(&self, player: &PlayerId) -> Option<Verdict> {
        self.card.verdicts.get(self.seat(player)?).copied()
    }

    fn fits(&self, query: &Query) -> bool {
        let open = self.state() == TableState::Open;
        match query {
            Query::Open { seen_since, .. } => open && self.card.listed && self.is_here(*seen_since),
            Query::Playing { .. } => self.state() == TableState::Playing && self.card.listed,
            Query::Current { player, .. } => self.is_current() && self.seat(player).is_some(),
            Query::Finished { player, before, .. } => {
                self.state() == TableState::Over
                    && self.seat(player).is_some()
                    && self.turn.at < *before
            }
            Query::Waiting { player } => {
                self.state() == TableState::Playing && self.turn.acts.as_ref() == Some(player)
            }
            Query::Pairs {
                game,
                time,
                rated,
                seen_since,
            } => {
                let line = &self.card.line;
                open && self.card.pairs
                    && line.game == *game
                    && line.time == *time
                    && line.rated == *rated
                    && self.is_here(*seen_since)
            }
            Query::Hosted { host } => open && self.card.host == *host,
            Query::Stale { before, .. } => self.is_current() && self.turn.at < *before,
            Query::Aborted { before, .. } => {
                self.state() == TableState::Aborted && self.turn.at < *before
            }
        }
    }

    fn order(&self, query: &Query) -> (bool, u64) {
        let newest = u64::MAX - self.turn.at;
        match query {
            Query::Pairs { .. } => (false, self.opened),
            Query::Stale { .. } | Query::Aborted { .. } => (false, self.turn.at),
            Query::Current { player, .. } => (self.turn.acts.as_ref() != Some(player), newest),
            _ => (false, newest),
        }
    }
}

#[async_trait]
impl Logs for Memory {
    async fn append(&self, writes: Vec<Append>) -> Stored<()> {
        let mut state = self.write();
        for write in &writes {
            let head = state.rooms.get(&write.room).map_or(0, |r| r.lines.len());
            if head as u64 != write.after {
                return Err(StoreError::Conflict);
            }
            if head == 0 && write.card.is_none() {
                return Err(StoreError::Unavailable("a new table has a card".into()));
            }
        }
        for write in writes {
            match (state.rooms.get_mut(&write.room), write.card) {
                (Some(kept), card) => {
                    kept.lines.extend(write.lines);
                    kept.card = card.unwrap_or_else(|| kept.card.clone());
                    kept.turn = write.turn;
                }
                (None, Some(card)) => {
                    let kept = Kept {
                        lines: write.lines,
                        card,
                        opened: write.turn.at,
                        host_seen: write.turn.at,
                        turn: write.turn,
                    };
                    state.rooms.insert(write.room, kept);
                }
                (None, None) => return Err(StoreError::Conflict),
            }
        }
        Ok(())
    }

    async fn read(&self, room: &RoomId, since: u64) -> Stored<Vec<LogLine>> {
        let state = self.state();
        let lines = state.rooms.get(room).map_or(&[][..], |room| &room.lines);
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        Ok(lines[since.min(lines.len())..].to_vec())
    }

    async fn heads(&self, rooms: &[RoomId]) -> Stored<Vec<(RoomId, u64)>> {
        let state = self.state();
        let head = |id: &RoomId| Some((id.clone(), state.rooms.get(id)?.lines.len() as u64));
        Ok(rooms.iter().filter_map(head).collect())
    }

    async fn changes(&self, since: Option<u64>) -> Stored<Changes> {
        let mark = self.writes.load(Ordering::Relaxed);
        let none = since.is_none_or(|since| since == mark);
        Ok(Changes {
            mark,
            rooms: none.then(Vec::new),
        })
    }

    async fn generation(&self) -> Stored<String> {
        Ok(String::new())
    }

    async fn behind(&self) -> Stored<Vec<RoomId>> {
        Ok(Vec::new())
    }

    async fn reindex(&self, room: &RoomId, seq: u64, card: Card, turn: Turn) -> Stored<()> {
        if let Some(kept) = self.write().rooms.get_mut(room)
            && kept.lines.len() as u64 == seq
        {
            kept.card = card;
            kept.turn = turn;
        }
        Ok(())
    }

    async fn rewrite(&self, room: &RoomId, lines: Vec<LogLine>) -> Stored<()> {
        let mut state = self.write();
        let Some(kept) = state.rooms.get_mut(room) else {
            return Ok(());
        };
        for line in lines {
            if let Some(old) = kept.lines.iter_mut().find(|old| old.seq == line.seq) {
                *old = line;
            }
        }
        Ok(())
    }

    async fn naming(&self, player: &PlayerId) -> Stored<Vec<RoomId>> {
        let quoted = format!("\"{player}\"");
        let state = self.state();
        let rooms = state.rooms.iter();
        let naming = rooms.filter(|(_, room)| room.lines.iter().any(|l| l.body.contains(&quoted)));
        Ok(naming.map(|(id, _)| id.clone()).collect())
    }

    async fn remove(&self, room: &RoomId) -> Stored<()> {
        let mut state = self.write();
        state.rooms.remove(room);
        state.counted.remove(room);
        Ok(())
    }

    async fn listing(&self, room: &RoomId) -> Stored<Option<Listing>> {
        Ok(self.state().rooms.get(room).map(Kept::listing))
    }

    async fn list(&self, query: Query) -> Stored<Vec<Listing>> {
        let state = self.state();
        let rooms = state.rooms.iter();
        let mut found: Vec<_> = rooms.filter(|(_, room)| room.fits(&query)).collect();
        if let Query::Stale {
            after: Some((at, after)),
            ..
        } = &query
        {
            found.retain(|(id, room)| (room.turn.at, *id) > (*at, after));
        }
        found.sort_by_key(|(id, room)| (room.order(&query), *id));
        found.truncate(query.limit() as usize);
        Ok(found.into_iter().map(|(_, room)| room.listing()).collect())
    }

    async fn count(&self, query: Query) -> Stored<u64> {
        let state = self.state();
        let fits = state.rooms.values().filter(|room| room.fits(&query));
        Ok(fits.count() as u64)
    }

    async fn due(&self, before: u64) -> Stored<Vec<(RoomId, u64)>> {
        let state = self.state();
        let due = state
            .rooms
            .iter()
            .filter_map(|(id, room)| Some((id.clone(), room.turn.due?)))
            .filter(|&(_, due)| due < before);
        Ok(due.collect())
    }

    async fn house(&self, before: u64) -> Stored<Vec<RoomId>> {
        let state = self.state();
        let rooms = state.rooms.iter();
        let waits = rooms.filter(|(_, room)| room.turn.house && room.turn.at < before);
        Ok(waits.map(|(id, _)| id.clone()).collect())
    }

    async fn host_seen(&self, rooms: &[RoomId], at: u64) -> Stored<()> {
        let mut state = self.write();
        for id in rooms {
            if let Some(room) = state.rooms.get_mut(id) {
                room.host_seen = room.host_seen.max(at);
            }
        }
        Ok(())
    }

    async fn head_to_head(&self, one: &PlayerId, other: &PlayerId) -> Stored<HeadToHead> {
        let mut sum = HeadToHead::default();
        for room in self.state().rooms.values() {
            match (room.verdict(one), room.verdict(other)) {
                (Some(Verdict::Drew), Some(Verdict::Drew)) => sum.drawn += 1,
                (Some(mine), Some(theirs)) if mine > theirs => sum.won += 1,
                (Some(mine), Some(theirs)) if mine < theirs => sum.lost += 1,
                _ => {}
            }
        }
        Ok(sum)
    }

    async fn standings(&self, player: &PlayerId) -> Stored<Vec<Standing>> {
        let mut games = BTreeMap::<String, Standing>::new();
        for room in self.state().rooms.values() {
            let Some(verdict) = room.verdict(player) else {
                continue;
            };
            let game = room.card.line.game.clone();
            let standing = games.entry(game.clone()).or_insert(Standing {
                game,
                won: 0,
                drawn: 0,
                lost: 0,
            });
            match verdict {
                Verdict::Won => standing.won += 1,
                Verdict::Drew => standing.drawn += 1,
                Verdict::Lost => standing.lost += 1,
            }
        }
        Ok(games.into_values().collect())
    }

    async fn ratings(&self, player: &PlayerId) -> Stored<Vec<Rating>> {
        let state = self.state();
        let theirs = state.ratings.values().filter(|r| r.player == *player);
        Ok(theirs.cloned().collect())
    }

    async fn rate(&self, room: &RoomId, ratings: Vec<Rating>) -> Stored<()> {
        let mut state = self.write();
        if state.counted.contains(room) {
            return Err(StoreError::Exists);
        }
        for rating in &ratings {
            let key = (rating.player.clone(), rating.game.clone());
            let games = state.ratings.get(&key).map_or(0, |old| old.games);
            if games + 1 != rating.games {
                return Err(StoreError::Conflict);
            }
        }
        for rating in ratings {
            let key = (rating.player.clone(), rating.game.clone());
            state.ratings.insert(key, rating);
        }
        state.counted.insert(room.clone());
        Ok(())
    }

    async fn unrated(&self) -> Stored<Vec<RoomId>> {
        let state = self.state();
        let mut rooms: Vec<_> = state
            .rooms
            .iter()
            .filter(|(id, room)| {
                let over = room.state() == TableState::Over;
                over && room.card.line.rated && !state.counted.contains(*id)
            })
            .map(|(id, room)| (room.turn.at, id.clone()))
            .collect();
        rooms.sort();
        Ok(rooms.into_iter().map(|(_, id)| id).collect())
    }

    async fn check(&self) -> Stored<()> {
        Ok(())
    }
}
