//! Monte-Carlo tree search for any number of seats: leaves are evaluated instead of played out,
//! every seat maximises its own chance (partners share theirs), and proven wins and losses are
//! passed up the tree.
//!
//! Where a forecast was learned ([`Foresight`](crate::Foresight)), every new position is opened at once with what is
//! foreseen after each of its actions, and only the seat that searches chooses what is best for itself: what the others
//! choose follows their habits.
//!
//! It has one thread. Two that share the tree behind a lock were tried and did not play better
//! (docs/engine-matches.md).

mod findings;
mod node;
mod tree;
mod worker;

use tree::Tree;
use worker::Worker;

use crate::network::{self, Foreseer};
use crate::{Control, Mind, SearchOptions, SearchResult, Task};

/// Searches until a limit is reached.
pub(crate) fn search<M: Mind>(
    task: &Task<M>,
    options: &SearchOptions,
    control: &Control,
    inform: &mut dyn FnMut(&SearchResult<M::Action>),
) -> SearchResult<M::Action> {
    let forecast = match options.without_network {
        true => None,
        false => network::forecast(task.mind),
    };
    let foreseer = forecast.map(|forecast| Foreseer::new(task.mind, forecast, task.acts));
    let mut tree = Tree::new(foreseer.as_ref().map(Foreseer::searcher));
    let mut worker = Worker::new(task, foreseer, options.seed);
    let mut report = 1024;
    loop {
        let leaf = tree.descend(&mut worker.path);
        let visit = worker.visit(leaf);
        tree.back(&mut worker.path, visit, &worker.children);
        let count = tree.count;
        // At least one visit beyond the root is needed before anything can be said.
        if count >= 2
            && (tree.is_settled()
                || control.is_over_lazily(count)
                || (count & 255 == 0 && control.is_late())
                || tree.deepest as u32 > control.depth()
                || (task.legal.len() == 1 && count > 64 && control.is_bounded()))
        {
            return tree.found(task, options.lines);
        }
        if count == report {
            report *= 2;
            inform(&tree.found(task, options.lines));
        }
    }
}
