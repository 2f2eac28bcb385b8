//! Showing what happens at an online table: new actions are animated, missed ones shown briefly.

use leptos::prelude::*;

use super::{Moment, Play};
use crate::online::table::OnlineTable;
use crate::tree::NodeId;
use crate::words::{colour_name, say_on};
use crate::{dom, time};

/// How many missed actions are shown one by one; those before them are shown at once.
const SHOWN: usize = 6;
/// How long a missed action is shown before the next, in milliseconds.
const BREATH: f64 = 120.0;

impl Play {
    /// Shows the table as it is now.
    pub fn follow(self, table: OnlineTable) {
        let before = self.moment.get_untracked();
        let watched = before.is_live() || self.catching_up.get_untracked();
        let mut on_line = false;
        self.session
            .update_value(|session| on_line = table.with(|mirror| mirror.lead(session)));
        let after = self.with(Moment::new);
        if after == before {
            return;
        }
        // Somebody who has picked a piece keeps it, unless the board changes.
        let same_board = Moment {
            unstored: before.unstored,
            ..after.clone()
        } == before;
        if same_board {
            let picked = self.picked_ahead();
            self.moment.set(after);
            return self.look_ahead(picked);
        }
        if after.head == before.head {
            return self.show(None);
        }
        let taken_back = after.tree.depth(after.head) < before.tree.depth(before.head);
        if on_line && watched && !taken_back {
            self.catch_up_to(after.head);
        } else if on_line && !taken_back {
            // The player is looking back: only the newest action is shown.
            let before_last = after.tree.parent(after.head).unwrap_or(after.head);
            self.show_at(before_last);
            self.catch_up_to(after.head);
        } else {
            self.show_at(after.head);
        }
    }

    /// Shows everything between the node shown and the current one, the last actions one by one.
    pub fn catch_up_to(self, head: NodeId) {
        // The session is ahead of what is shown.
        let (line, shown) = self.with(|session| (session.tree().path(head), session.shown()));
        let at = line.iter().position(|&node| node == shown);
        let next = at.map_or(0, |at| at + 1);
        let first = next.max(line.len().saturating_sub(SHOWN));
        let Some(&node) = line.get(first) else {
            return self.show_at(head);
        };
        if first > next {
            self.show_at(line[first - 1]);
        }
        self.catch_up(node);
    }

    /// Shows a node without movement.
    fn show_at(self, node: NodeId) {
        self.session.update_value(|session| {
            session.go(node);
        });
        self.show(None);
    }

    /// Shows the action that leads to a node, then the next, up to the current one.
    fn catch_up(self, node: NodeId) {
        self.catching_up.set(true);
        let seat = self.moment.read_untracked().to_act();
        self.show_node(node);
        let moment = self.moment.get_untracked();
        let surface = self.stage.surface();
        if moment.is_live() {
            self.catching_up.set(false);
            let who = seat
                .map(|seat| colour_name(surface, seat))
                .unwrap_or_default();
            let what = self.result().unwrap_or_else(|| {
                say_on(surface, &self.stage.shown.read_untracked().scene.prompt)
            });
            self.news
                .set(format!("{who}: {}. {what}", moment.tree.action(node)));
            return;
        }
        let rest = (self.rest.get_untracked() - time::now()).max(0.0);
        dom::after((rest + BREATH) as i32, move || {
            // The page may be gone, or the player looks elsewhere.
            let Some(now) = self.moment.try_get_untracked() else {
                return;
            };
            if now.at != node || !self.catching_up.get_untracked() {
                return;
            }
            let line = now.tree.path(now.head);
            let next = line
                .iter()
                .position(|&known| known == node)
                .and_then(|at| line.get(at + 1));
            match next {
                Some(&next) => self.catch_up(next),
                None => self.catching_up.set(false),
            }
        });
    }
}
