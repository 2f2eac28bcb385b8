use std::collections::VecDeque;

use crate::{CommandId, Entry, PlayerId};

/// How many commands are remembered by id.
const REMEMBERED: usize = 32;

/// The last commands carried out, to recognise one that is sent again.
///
/// A command's first entry comes after the entry that the command expects. So one that expects
/// nothing older than what was forgotten cannot be among the forgotten ones, and any other is too
/// old to be judged: either way, no command is ever carried out twice, however late it is repeated.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentCommands {
    known: VecDeque<Known>,
    forgotten: u64,
}

#[derive(Clone, Debug)]
struct Known {
    by: Option<PlayerId>,
    id: CommandId,
    seq: u64,
}

impl RecentCommands {
    /// Remembers the command of an entry, unless it is that of the previous entry.
    pub(crate) fn add(&mut self, entry: &Entry) {
        let Some(id) = &entry.id else { return };
        if self.find(entry.by.as_ref(), id).is_some() {
            return;
        }
        if self.known.len() == REMEMBERED
            && let Some(oldest) = self.known.pop_front()
        {
            self.forgotten = oldest.seq;
        }
        self.known.push_back(Known {
            by: entry.by.clone(),
            id: id.clone(),
            seq: entry.seq,
        });
    }

    /// The first entry of a command that was already carried out.
    pub(crate) fn find(&self, by: Option<&PlayerId>, id: &CommandId) -> Option<u64> {
        // A repeated command is usually one of the last.
        self.known
            .iter()
            .rev()
            .find(|known| known.id == *id && known.by.as_ref() == by)
            .map(|known| known.seq)
    }

    /// Whether a command that expects this entry may have been carried out and forgotten.
    pub(crate) fn may_have_forgotten(&self, expects: u64) -> bool {
        expects < self.forgotten
    }
}
