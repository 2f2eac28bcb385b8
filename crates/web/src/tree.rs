//! A game with its variations: a tree of actions. Undo is going to the parent, redo to a child.

use serde::{Deserialize, Serialize};

use crate::note::Note;

/// A node of a [`Tree`]; the root is the starting position.
pub type NodeId = usize;

/// The root of every tree.
pub const ROOT: NodeId = 0;

/// Everything that has been played or tried, as a tree. What is said and drawn about its positions
/// goes along in links and records; a game saved in the browser has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<(NodeId, String)>", into = "Vec<(NodeId, String)>")]
pub struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    parent: NodeId,
    action: String,
    children: Vec<NodeId>,
    note: Note,
}

impl Default for Tree {
    fn default() -> Self {
        let root = Node {
            parent: ROOT,
            action: String::new(),
            children: Vec::new(),
            note: Note::default(),
        };
        Self { nodes: vec![root] }
    }
}

/// Impossible entries (a parent that does not come before its child) are dropped.
impl From<Vec<(NodeId, String)>> for Tree {
    fn from(entries: Vec<(NodeId, String)>) -> Self {
        let mut tree = Self::default();
        for (parent, action) in entries {
            if parent < tree.nodes.len() {
                tree.nodes.push(Node {
                    parent,
                    action,
                    children: Vec::new(),
                    note: Note::default(),
                });
                let id = tree.nodes.len() - 1;
                tree.nodes[parent].children.push(id);
            }
        }
        tree
    }
}

impl From<Tree> for Vec<(NodeId, String)> {
    fn from(tree: Tree) -> Self {
        let after_root = tree.nodes.into_iter().skip(1);
        after_root.map(|node| (node.parent, node.action)).collect()
    }
}

impl Tree {
    /// A tree that is one line.
    pub fn line(actions: impl IntoIterator<Item = String>) -> Self {
        let mut tree = Self::default();
        let mut at = ROOT;
        for action in actions {
            at = tree.add(at, &action);
        }
        tree
    }

    /// The node after an action: the existing one, or a new one.
    pub fn add(&mut self, at: NodeId, action: &str) -> NodeId {
        if let Some(known) = self.child(at, action) {
            return known;
        }
        self.nodes.push(Node {
            parent: at,
            action: action.to_owned(),
            children: Vec::new(),
            note: Note::default(),
        });
        let id = self.nodes.len() - 1;
        self.nodes[at].children.push(id);
        id
    }

    /// The child reached by an action.
    pub fn child(&self, at: NodeId, action: &str) -> Option<NodeId> {
        let mut children = self.nodes[at].children.iter().copied();
        children.find(|&child| self.nodes[child].action == action)
    }

    /// The node before; none at the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != ROOT).then(|| self.nodes[node].parent)
    }

    /// The action that leads to a node.
    pub fn action(&self, node: NodeId) -> &str {
        &self.nodes[node].action
    }

    /// The nodes after a node, the main one first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node].children
    }

    /// How many nodes there are, with the root.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a node exists.
    pub fn contains(&self, node: NodeId) -> bool {
        node < self.nodes.len()
    }

    /// How many actions lead to a node.
    pub fn depth(&self, node: NodeId) -> usize {
        self.path(node).len()
    }

    /// The nodes from the one after the root to this one.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut at = node;
        while at != ROOT {
            path.push(at);
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }

    /// The actions from the root to a node.
    pub fn actions(&self, node: NodeId) -> Vec<String> {
        let path = self.path(node).into_iter();
        path.map(|node| self.nodes[node].action.clone()).collect()
    }

    /// The last node of the main line from here.
    pub fn end(&self, node: NodeId) -> NodeId {
        let mut at = node;
        while let Some(&next) = self.nodes[at].children.first() {
            at = next;
        }
        at
    }

    /// The main line through a node: its ancestors, itself, and first children.
    pub fn line_through(&self, node: NodeId) -> Vec<NodeId> {
        self.path(self.end(node))
    }

    /// What is said and drawn about the position of a node.
    pub fn note(&self, node: NodeId) -> &Note {
        &self.nodes[node].note
    }

    /// Says and draws something else about it.
    pub fn set_note(&mut self, node: NodeId, note: Note) {
        self.nodes[node].note = note;
    }

    /// Makes a node the main one of its parent.
    pub fn promote(&mut self, node: NodeId) {
        if let Some(parent) = self.parent(node) {
            let children = &mut self.nodes[parent].children;
            children.retain(|&child| child != node);
            children.insert(0, node);
        }
    }

    /// The tree without a node and everything after it, and the new number of another node (the
    /// parent of what was removed, if that node is gone too).
    pub fn without(&self, node: NodeId, keep: NodeId) -> (Self, NodeId) {
        let mut tree = Self::default();
        let mut numbers = vec![None; self.nodes.len()];
        numbers[ROOT] = Some(ROOT);
        let mut open = vec![ROOT];
        while let Some(at) = open.pop() {
            let Some(number) = numbers[at] else { continue };
            tree.set_note(number, self.note(at).clone());
            for &child in &self.nodes[at].children {
                if child != node {
                    numbers[child] = Some(tree.add(number, &self.nodes[child].action));
                    open.push(child);
                }
            }
        }
        let fallback = self.parent(node).and_then(|parent| numbers[parent]);
        let kept = numbers[keep].or(fallback).unwrap_or(ROOT);
        (tree, kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_survives_being_stored() {
        let mut tree = Tree::line(["a", "b", "c"].map(String::from));
        let other = tree.add(1, "d");
        tree.add(other, "e");
        let text = serde_json::to_string(&tree).unwrap();
        assert_eq!(serde_json::from_str::<Tree>(&text).unwrap(), tree);
        assert_eq!(tree.actions(other), ["a", "d"]);
        assert_eq!(tree.add(1, "d"), other);
    }

    #[test]
    fn what_cannot_be_is_left_out() {
        let tree: Tree = serde_json::from_str(r#"[[0,"a"],[7,"b"],[1,"c"]]"#).unwrap();
        assert_eq!(tree.actions(2), ["a", "c"]);
    }

    #[test]
    fn a_branch_is_removed_with_all_that_follows() {
        let mut tree = Tree::line(["a", "b", "c"].map(String::from));
        let other = tree.add(1, "d");
        let (rest, kept) = tree.without(2, 3);
        assert_eq!(rest.actions(kept), ["a"]);
        assert_eq!(rest.actions(rest.end(ROOT)), ["a", "d"]);
        tree.set_note(other, Note::read("what is said stays"));
        let (rest, kept) = tree.without(2, other);
        assert_eq!(rest.actions(kept), ["a", "d"]);
        assert_eq!(rest.note(kept).comment(), "what is said stays");
    }

    #[test]
    fn the_promoted_branch_is_the_main_line() {
        let mut tree = Tree::line(["a", "b"].map(String::from));
        let other = tree.add(1, "d");
        tree.promote(other);
        assert_eq!(tree.end(ROOT), other);
    }
}
