//! Monte-Carlo tree search for any number of seats: leaves are evaluated instead of played out,
//! every seat maximises its own chance (partners share theirs), and proven wins and losses are
//! passed up the tree.
//!
//! Several threads share one tree. A thread holds it while it goes down and back up, which is short,
//! and looks at the position it arrived at on its own.

mod node;
mod tree;
mod worker;

use std::sync::{Mutex, MutexGuard, PoisonError};

use tree::Tree;
use worker::Worker;

use crate::{Control, Mind, SearchOptions, SearchResult, Task};

/// Searches until a limit is reached.
pub(crate) fn search<M: Mind>(
    task: &Task<M>,
    options: &SearchOptions,
    control: &Control,
    inform: &mut dyn FnMut(&SearchResult<M::Action>),
) -> SearchResult<M::Action> {
    let search = Search {
        task,
        control,
        tree: Mutex::new(Tree::new()),
    };
    let mut report = 1024;
    let mut tell = |tree: &Tree<M::Action>| {
        if tree.count >= report {
            report *= 2;
            inform(&tree.found(task, options.lines));
        }
    };
    let mut first = Worker::new(task, options.seed);
    // Others join when the root is open, so that there is something to choose from.
    drop(search.iterate(search.tree(), &mut first));
    #[cfg(not(target_arch = "wasm32"))]
    std::thread::scope(|scope| {
        for thread in 1..options.threads {
            let search = &search;
            let seed = tablier_rules::hash::mix(options.seed ^ thread as u64);
            scope.spawn(move || search.run(&mut Worker::new(task, seed), 0, &mut |_| {}));
        }
        search.run(&mut first, 1, &mut tell);
    });
    #[cfg(target_arch = "wasm32")]
    search.run(&mut first, 1, &mut tell);
    search.tree().found(task, options.lines)
}

/// What the threads share.
struct Search<'a, M: Mind> {
    task: &'a Task<'a, M>,
    control: &'a Control<'a>,
    tree: Mutex<Tree<M::Action>>,
}

type Guard<'a, A> = MutexGuard<'a, Tree<A>>;

impl<M: Mind> Search<'_, M> {
    fn tree(&self) -> Guard<'_, M::Action> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Visits the tree until a limit is reached, and then stops the other threads; `done` visits of
    /// this thread are over already.
    fn run(&self, worker: &mut Worker<M>, mut done: u64, tell: &mut dyn FnMut(&Tree<M::Action>)) {
        let mut tree = self.tree();
        while !tree.is_proven() {
            tree = self.iterate(tree, worker);
            done += 1;
            if self.is_over(&tree, done) {
                break;
            }
            tell(&tree);
        }
        self.control.finish();
    }

    /// Goes down to an unvisited node, and back up with what was found there.
    fn iterate<'a>(
        &'a self,
        mut tree: Guard<'a, M::Action>,
        worker: &mut Worker<M>,
    ) -> Guard<'a, M::Action> {
        let leaf = tree.descend(&mut worker.path);
        drop(tree);
        let visit = worker.visit(leaf);
        let mut tree = self.tree();
        tree.back(&worker.path, visit, &worker.children);
        tree
    }

    fn is_over(&self, tree: &Tree<M::Action>, done: u64) -> bool {
        let control = self.control;
        tree.is_proven()
            || tree.count >= control.nodes()
            || control.is_over_lazily(done)
            || (done & 255 == 0 && control.is_late())
            || tree.deepest as u32 > control.depth()
            || (self.task.legal.len() == 1 && tree.count > 64 && control.is_bounded())
    }
}
