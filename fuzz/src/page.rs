//! What the page reads: links, and the games that the browser keeps.

use serde_json::json;
use tablier_rules::hash::SplitMix64;
use tablier_web::session::{Player, Saved, Session};
use tablier_web::share;
use tablier_web::tree::{NodeId, ROOT, Tree};
use tablier_words::Language;

use crate::mutate::mutate;
use crate::online::changed;
use crate::source::game;

/// A link that was read leads to a game, or to a reason in both languages; the link to that game
/// leads to the same one.
pub(crate) fn link(text: &str) {
    let Some(shared) = share::read_link(text) else {
        return;
    };
    let players = vec![Player::Person];
    let session = Session::new(&shared.game, shared.start.as_deref(), players.clone());
    let Some(mut session) = explained(session) else {
        return;
    };
    follow(&mut session, shared.tree, shared.at);
    let written = share::link_all(&session);
    let again = share::read_link(&written).unwrap_or_else(|| panic!("{written} is not read"));
    let mut same = Session::new(&again.game, again.start.as_deref(), players)
        .unwrap_or_else(|why| panic!("{written}: {why:?}"));
    follow(&mut same, again.tree, again.at);
    assert_eq!(same.table().position(), session.table().position());
}

/// Goes where a link leads: without a place it is the end of the main line.
fn follow(session: &mut Session, tree: Tree, at: Option<NodeId>) {
    let node = at.unwrap_or_else(|| tree.end(ROOT));
    session.replace_tree(tree);
    session.go(node);
}

/// A kept game that is read becomes a game, or a reason in both languages; kept again it is the
/// same game.
pub(crate) fn saved(text: &str) {
    let Ok(saved) = serde_json::from_str::<Saved>(text) else {
        return;
    };
    let Some(session) = explained(Session::load(&saved)) else {
        return;
    };
    let seats = session.players.len();
    assert_eq!(seats, session.table().seating().sides.len());
    assert!(
        session
            .clock
            .as_ref()
            .is_none_or(|clock| clock.left.len() == seats)
    );
    let kept = session.save(&saved.id, saved.touched);
    let again = Session::load(&kept).expect("what was kept is loaded");
    assert_eq!(again.table().position(), session.table().position());
    assert_eq!(again.save(&kept.id, kept.touched), kept);
}

fn explained<T>(result: Result<T, tablier_rules::scene::Message>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(why) => {
            for lang in Language::ALL {
                assert!(lang.text(&why.key).is_some(), "no text for {}", why.key);
            }
            None
        }
    }
}

/// A session with everything that was played, and a variation.
fn session(random: &mut SplitMix64) -> Session {
    let (spec, _, table) = game(random);
    let players = vec![Player::Person, Player::Machine(3)];
    let mut session = Session::new(&spec, None, players).expect("a game of the catalog");
    for action in table.history() {
        session.play(&action).expect("it was played");
    }
    if random.below(2) == 0 && session.undo() {
        let legal = session.table().legal();
        let _ = session.play(&legal[random.below(legal.len())]);
    }
    session
}

/// A link, usually a damaged one.
pub(crate) fn some_link(random: &mut SplitMix64) -> String {
    mutate(&share::link_all(&session(random)), "&play=(((&at=1", random)
}

/// A kept game, usually a damaged one.
pub(crate) fn some_saved(random: &mut SplitMix64) -> String {
    let mut value = json!(session(random).save("a", 5.0));
    if random.below(2) == 0 {
        value["clock"] = json!({"left": [5.0, 6.0], "whole": 9.0, "increment": 1.0});
        value["leavings"] = json!([[random.below(3), {"Resigned": random.below(5)}]]);
    }
    changed(value, random)
}
