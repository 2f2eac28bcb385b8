//! A game as a link, and as a record. A link with something to replay names the revision of the
//! rules it was made by, except for revision 1.

mod record;

use tablier_rules::Spec;

use crate::note::Note;
use crate::percent::{decode, encode_fragment};
use crate::session::Session;
use crate::tree::{NodeId, ROOT, Tree};

pub use record::{record, tree};

/// The part of a link after `#`: the game, its start and the actions up to a node.
pub fn link(session: &Session, node: NodeId) -> String {
    let actions = session.tree().actions(node);
    let actions: Vec<String> = actions
        .iter()
        .map(|action| encode_fragment(action))
        .collect();
    link_with(session, &actions.join("."))
}

fn link_with(session: &Session, play: &str) -> String {
    let table = session.table();
    let mut link = format!("game={}", encode_fragment(&table.spec().to_string()));
    let start = table.unusual_start();
    let revision = table.info().revision;
    if revision > FIRST_REVISION && (start.is_some() || !play.is_empty()) {
        link += &format!("&rules={revision}");
    }
    if let Some(start) = start {
        link += &format!("&start={}", encode_fragment(&start));
    }
    if !play.is_empty() {
        link += &format!("&play={play}");
    }
    link
}

/// The revision of a link or a saved game that does not name one.
pub const FIRST_REVISION: u32 = 1;

/// The current name of the game that a text named at a revision of the rules; none if there is no
/// such game, or the revision is unknown here.
pub fn game_as_of(game: &str, revision: u32) -> Option<String> {
    let spec = Spec::parse(game).ok()?;
    let known = (1..=spec.info().revision).contains(&revision);
    known.then(|| spec.as_of(revision).to_string())
}

/// The part after `#` of a link that carries everything: the whole tree, what is said and drawn
/// about it, and the node shown. An action in parentheses, with everything that follows in them,
/// replaces the one before the parentheses. What is nested too deeply to be read is in another
/// `play=`, from the start. Nodes are numbered as they are written, from 0 for the start.
pub fn link_all(session: &Session) -> String {
    let tree = session.tree();
    let mut order = vec![ROOT];
    let mut deep = Vec::new();
    let play = write_line(tree, ROOT, &mut order, 0, &mut deep);
    let mut link = link_with(session, &play);
    let mut next = 0;
    while let Some(&node) = deep.get(next) {
        next += 1;
        let before = tree.path(node).into_iter();
        let mut parts: Vec<String> = before
            .map(|node| encode_fragment(tree.action(node)))
            .collect();
        order.push(node);
        let rest = write_line(tree, node, &mut order, 0, &mut deep);
        parts.extend((!rest.is_empty()).then_some(rest));
        link += &format!("&play={}", parts.join("."));
    }
    for (at, &node) in order.iter().enumerate() {
        let note = tree.note(node);
        if !note.is_empty() {
            link += &format!("&say={at}:{}", encode_fragment(&note.text()));
        }
    }
    if session.shown() != tree.end(ROOT)
        && let Some(at) = order.iter().position(|&node| node == session.shown())
    {
        link += &format!("&at={at}");
    }
    link
}

/// The main line after a node with its branches; `order` receives the nodes as they are written,
/// `deep` those that would be nested too deeply and are left out with everything after them.
fn write_line(
    tree: &Tree,
    from: NodeId,
    order: &mut Vec<NodeId>,
    depth: usize,
    deep: &mut Vec<NodeId>,
) -> String {
    let mut parts = Vec::new();
    let mut at = from;
    while let Some((&main, others)) = tree.children(at).split_first() {
        order.push(main);
        parts.push(encode_fragment(tree.action(main)));
        if depth == DEEPEST {
            deep.extend(others);
        } else {
            for &other in others {
                order.push(other);
                let rest = write_line(tree, other, order, depth + 1, deep);
                let dot = if rest.is_empty() { "" } else { "." };
                parts.push(format!(
                    "({}{dot}{rest})",
                    encode_fragment(tree.action(other))
                ));
            }
        }
        at = main;
    }
    parts.join(".")
}

/// Parentheses within parentheses deeper than this are not read.
const DEEPEST: usize = 40;

/// Reads what [`link_all`] and [`link`] write into a tree; new nodes are in the order of the text.
fn read_line(tree: &mut Tree, text: &str) -> Option<()> {
    let mut at = ROOT;
    let mut open = Vec::new();
    for part in text.split('.') {
        let action = part.trim_start_matches('(');
        for _ in 0..part.len() - action.len() {
            open.push(at);
            at = tree.parent(at)?;
        }
        let end = action.trim_end_matches(')');
        at = tree.add(at, &decode(end)?);
        for _ in 0..action.len() - end.len() {
            at = open.pop()?;
        }
        if open.len() > DEEPEST {
            return None;
        }
    }
    open.is_empty().then_some(())
}

/// A game given by a link: the game, its start and its actions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shared {
    /// The game with its options.
    pub game: String,
    /// The position at the beginning, if it is not the usual one.
    pub start: Option<String>,
    /// The actions and everything tried.
    pub tree: Tree,
    /// The node to show, if it is not the end of the main line.
    pub at: Option<NodeId>,
}

/// Reads the part after `#`.
pub fn read_link(fragment: &str) -> Option<Shared> {
    let mut shared = Shared::default();
    let mut revision = FIRST_REVISION;
    let mut notes = Vec::new();
    for part in fragment.split('&') {
        match part.split_once('=')? {
            ("game", value) => shared.game = decode(value)?,
            ("rules", value) => revision = value.parse().ok()?,
            ("start", value) => shared.start = Some(decode(value)?),
            ("play", value) => read_line(&mut shared.tree, value)?,
            ("say", value) => {
                let (at, text) = value.split_once(':')?;
                notes.push((at.parse::<NodeId>().ok()?, Note::read(&decode(text)?)));
            }
            ("at", value) => shared.at = Some(value.parse().ok()?),
            _ => {}
        }
    }
    for (node, note) in notes {
        if shared.tree.contains(node) {
            shared.tree.set_note(node, note);
        }
    }
    shared.at = shared.at.filter(|&node| shared.tree.contains(node));
    // If nothing is replayed, today's rules are meant.
    if shared.start.is_some() || !shared.tree.children(ROOT).is_empty() {
        shared.game = game_as_of(&shared.game, revision)?;
    }
    (!shared.game.is_empty()).then_some(shared)
}

#[cfg(test)]
mod tests {
    use tablier_rules::record::Record;

    use super::*;

    #[test]
    fn a_link_carries_the_whole_game() {
        let shared = read_link("game=d21&play=C3-C6.C8-C7").unwrap();
        assert_eq!(shared.game, "d21");
        assert_eq!(
            shared.tree,
            Tree::line(["C3-C6", "C8-C7"].map(String::from))
        );
        assert_eq!(read_link("nothing"), None);
        assert_eq!(read_link("game=%F"), None);
    }

    #[test]
    fn a_link_carries_what_was_tried_and_where_one_looks() {
        let mut game = Session::new("d21", None, vec![]).unwrap();
        game.play("C3-C6").unwrap();
        game.play("C8-C7").unwrap();
        game.play("D3-D6").unwrap();
        game.undo();
        game.undo();
        game.play("D8-D7").unwrap();
        game.play("D3-D6").unwrap();
        let link = link_all(&game);
        assert_eq!(
            link,
            "game=d21&rules=2&play=C3-C6.C8-C7.(D8-D7.D3-D6).D3-D6&at=4"
        );
        let read = read_link(&link).unwrap();
        let again = read.at.map(|node| read.tree.actions(node));
        assert_eq!(again.unwrap(), ["C3-C6", "D8-D7", "D3-D6"]);
        assert_eq!(
            read.tree.actions(read.tree.end(ROOT)),
            ["C3-C6", "C8-C7", "D3-D6"]
        );
        for broken in ["play=(A", "play=A)", "play=(A)", "play=A.(B"] {
            assert_eq!(read_link(&format!("game=d21&{broken}")), None, "{broken}");
        }
        let deep = format!("game=d21&play={}", "A.(".repeat(5000));
        assert_eq!(read_link(&deep), None);
        assert_eq!(read_link("game=d21&play=A&at=7").unwrap().at, None);
    }

    #[test]
    fn what_is_nested_deep_is_written_so_that_it_is_read() {
        let lines = |tree: &Tree| {
            let mut ends = Vec::new();
            let mut open = vec![ROOT];
            while let Some(node) = open.pop() {
                open.extend(tree.children(node));
                if tree.children(node).is_empty() {
                    ends.push(tree.actions(node));
                }
            }
            ends.sort();
            ends
        };
        let mut game = Session::new("alignement", None, vec![]).unwrap();
        let mut tree = Tree::default();
        let mut at = ROOT;
        for depth in 0..200 {
            tree.add(at, &format!("a{depth}"));
            at = tree.add(at, &format!("b{depth}"));
        }
        game.replace_tree(tree.clone());
        let read = read_link(&link_all(&game)).unwrap();
        assert_eq!(lines(&read.tree), lines(&tree));
        assert_eq!(
            read.tree.actions(read.tree.end(ROOT)),
            tree.actions(tree.end(ROOT))
        );
        // A record holds the same.
        let text = record(&game);
        let again = self::tree(&Record::parse(&text).unwrap());
        assert_eq!(lines(&again), lines(&tree));
        assert_eq!(again.actions(again.end(ROOT)), tree.actions(tree.end(ROOT)));
    }

    #[test]
    fn what_is_said_and_drawn_goes_along_in_links_and_records() {
        let mut game = Session::new("d21", None, vec![]).unwrap();
        game.annotate(|note| note.set_comment("Before the first move & all = 100 %: {a \\ brace}"));
        game.play("C3-C6").unwrap();
        game.play("C8-C7").unwrap();
        game.annotate(|note| note.draw("C7-C6!".to_owned()));
        game.undo();
        game.play("D8-D7").unwrap();
        game.annotate(|note| {
            note.set_comment("Plus près du coin.");
            note.draw("D7".to_owned());
        });
        let said = |tree: &Tree| {
            let mut said = Vec::new();
            let mut open = vec![ROOT];
            while let Some(node) = open.pop() {
                said.push((tree.actions(node), tree.note(node).text()));
                open.extend(tree.children(node));
            }
            said.sort();
            said
        };
        let all = said(game.tree());
        assert_eq!(all.iter().filter(|(_, text)| !text.is_empty()).count(), 3);
        let link = link_all(&game);
        assert_eq!(said(&read_link(&link).unwrap().tree), all, "{link}");
        let text = record(&game);
        let parsed = Record::parse(&text).unwrap();
        assert_eq!(said(&self::tree(&parsed)), all, "{text}");
        assert_eq!(parsed.to_string(), text);
        // A link with a note for nowhere is read without it; a broken one is not read.
        assert!(read_link("game=d21&say=7:x").is_some());
        assert_eq!(read_link("game=d21&say=x"), None);
        assert_eq!(read_link("game=d21&say=0:%F"), None);
    }

    #[test]
    fn a_link_is_replayed_by_the_rules_of_its_time() {
        let played = "play=%2B321A4h.%2B123D4h.%2B321F5v.%2B132H1v.-321A4h";
        let game = |link: &str| read_link(link).map(|shared| shared.game);
        let captors = "eupdonne:release=captors";
        assert_eq!(
            game(&format!("game=eupdonne&{played}")).as_deref(),
            Some(captors)
        );
        assert_eq!(
            game(&format!("game=eupdonne&rules=2&{played}")).as_deref(),
            Some("eupdonne")
        );
        assert_eq!(game("game=eupdonne").as_deref(), Some("eupdonne"));
        assert_eq!(game("game=eupdonne&say=0:x").as_deref(), Some("eupdonne"));
        assert_eq!(
            game("game=eupdonne&start=123D4h%20()%201").as_deref(),
            Some(captors)
        );
        for unknown in ["0", "3", "x", ""] {
            assert_eq!(
                game(&format!("game=eupdonne&rules={unknown}&{played}")),
                None
            );
        }
        // Made today, of either kind, it comes back the same.
        for spec in ["eupdonne", captors] {
            let mut session = Session::new(spec, None, vec![]).unwrap();
            assert_eq!(game(&link(&session, ROOT)).as_deref(), Some(spec));
            session.play("+321A4h").unwrap();
            let made = link(&session, session.head());
            assert!(made.contains("&rules=2&play="), "{made}");
            assert_eq!(game(&made).as_deref(), Some(spec));
            assert_eq!(game(&link_all(&session)).as_deref(), Some(spec));
        }
    }
}
