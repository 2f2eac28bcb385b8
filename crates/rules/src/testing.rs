//! What the tests of all games share: one `check` for paragraphs, a second generator to compare
//! with, the contract of every game, and golden files that a person can read.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use crate::hash::SplitMix64;
use crate::scene::Pick;
use crate::{Game, Match, Rules, Spec, Status, Table, table::Seated, text};

/// What an action should do in a position.
#[derive(Debug)]
pub(crate) enum Expect<'a> {
    /// It is listed.
    Legal,
    /// It is not listed, and the refusal names this rule.
    Refused(&'a str),
    /// It is listed and leads to this position.
    Then(&'a str),
    /// It is listed and ends the game with this outcome (`1 0`).
    Over(&'a str),
}

/// A table from the usual start after some actions, or from a position set up by hand: `start` is
/// a position text, or empty for the usual start; `actions` are separated by white space.
pub(crate) fn table<G: Game>(spec: &str, start: &str, actions: &str) -> Seated<G> {
    let id = spec.split(':').next().unwrap();
    let spec = Spec::parse_for(G::info(id), spec).unwrap();
    let game = G::from_spec(&spec).unwrap();
    let mut table = Seated::new(spec, Match::new(game));
    if !start.is_empty() {
        table
            .set_position(start)
            .unwrap_or_else(|e| panic!("position {start}: {e:?}"));
    }
    for action in actions.split_whitespace() {
        table
            .play(action)
            .unwrap_or_else(|e| panic!("{action}: {e:?}; legal are {:?}", table.legal()));
    }
    table
}

/// The one way for paragraph tests to touch a game.
pub(crate) fn check<G: Game>(spec: &str, start: &str, actions: &str, action: &str, expect: Expect) {
    let mut table = table::<G>(spec, start, actions);
    let answer = table.play(action);
    match expect {
        Expect::Legal => assert!(
            answer.is_ok(),
            "{action}: {answer:?}, legal {:?}",
            table.legal()
        ),
        Expect::Refused(rule) => match answer {
            Ok(_) => panic!("{action} is legal"),
            Err(refusal) => assert_eq!(refusal.rule, rule, "{action}: {refusal:?}"),
        },
        Expect::Then(position) => {
            answer.unwrap_or_else(|e| panic!("{action}: {e:?}"));
            assert_eq!(table.position(), position);
        }
        Expect::Over(outcome) => {
            answer.unwrap_or_else(|e| panic!("{action}: {e:?}"));
            match table.status() {
                Status::Over(o) => assert_eq!(o.to_string(), outcome),
                Status::Acts(seat) => panic!("seat {seat} acts: {}", table.position()),
            }
        }
    }
}

/// The legal actions, sorted.
pub(crate) fn legal<G: Game>(spec: &str, start: &str, actions: &str) -> Vec<String> {
    let mut legal = table::<G>(spec, start, actions).legal();
    legal.sort();
    legal
}

/// Checks that a position text is refused by this rule.
pub(crate) fn impossible<G: Game>(spec: &str, position: &str, rule: &str) {
    let mut table = table::<G>(spec, "", "");
    match table.set_position(position) {
        Ok(()) => panic!("{position} is possible"),
        Err(refusal) => assert_eq!(refusal.rule, rule, "{position}: {refusal:?}"),
    }
}

/// A second generator, slow and simple, with another representation: it only speaks text.
pub(crate) trait Naive {
    /// The game with these options at its start.
    fn start(spec: &str) -> Self;
    /// The texts of the legal actions in any order, each once; empty when the game is over.
    fn legal(&self) -> Vec<String>;
    /// The seat to act, from 1.
    fn seat(&self) -> u8;
    /// Plays a legal action.
    fn play(&mut self, action: &str);
    /// The result by the game's own rules, as `trace` writes it (`1 0`), if it is over.
    fn over(&self) -> Option<String>;
}

/// Checks that both generators agree in every position of random games.
pub(crate) fn agree<G: Game, N: Naive>(spec: &str, games: u64, most_actions: usize) {
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut fast = table::<G>(spec, "", "");
        let mut naive = N::start(spec);
        for ply in 0..most_actions {
            let mut ours = fast.legal();
            let mut theirs = naive.legal();
            ours.sort();
            theirs.sort();
            let cut = fast.ending().is_some_and(|e| e != crate::Ending::Rules);
            if cut {
                break;
            }
            assert_eq!(
                ours,
                theirs,
                "{spec} game {seed} ply {ply}: {:?}",
                fast.history()
            );
            match fast.status() {
                Status::Over(outcome) => {
                    assert_eq!(
                        Some(outcome.to_string()),
                        naive.over(),
                        "{:?}",
                        fast.history()
                    );
                    break;
                }
                Status::Acts(seat) => {
                    assert_eq!(seat.number(), naive.seat(), "{:?}", fast.history());
                    assert_eq!(naive.over(), None, "{:?}", fast.history());
                }
            }
            let action = ours.swap_remove(random.below(ours.len()));
            fast.play(&action).unwrap();
            naive.play(&action);
        }
    }
}

/// Counts sequences with the second generator alone.
pub(crate) fn naive_perft<N: Naive + Clone>(from: &N, depth: u32) -> u64 {
    let legal = from.legal();
    if depth <= 1 {
        return legal.len() as u64;
    }
    legal
        .iter()
        .map(|action| {
            let mut next = from.clone();
            next.play(action);
            naive_perft(&next, depth - 1)
        })
        .sum()
}

/// The perft table of a game: lines `GAME depth nodes` beside its tests. Both generators must give
/// these numbers (the second one up to `naive_most` nodes).
pub(crate) fn perft_table<G: Game, N: Naive + Clone>(table_text: &str, naive_most: u64) {
    let mut lines = 0;
    for line in table_text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let mut words = line.split(' ');
        let (spec, depth, nodes) = (
            words.next().unwrap(),
            words.next().unwrap(),
            words.next().unwrap(),
        );
        let (depth, nodes) = (depth.parse().unwrap(), nodes.parse::<u64>().unwrap());
        assert_eq!(table::<G>(spec, "", "").perft(depth), nodes, "{line}");
        if nodes <= naive_most {
            assert_eq!(
                naive_perft(&N::start(spec), depth),
                nodes,
                "{line} (second generator)"
            );
        }
        lines += 1;
    }
    assert!(lines > 0, "an empty table proves nothing");
}

/// Checks the contract of every game by seeded random play.
pub(crate) fn contract<G: Game>(spec: &str, games: u64) {
    let id = spec.split(':').next().unwrap();
    let parsed = Spec::parse_for(G::info(id), spec).unwrap();
    let rules = G::from_spec(&parsed).unwrap();
    let layout = rules.layout();
    for seed in 0..games {
        let mut random = SplitMix64::new(seed ^ 0x5eed);
        let mut game = Match::new(rules.clone());
        let mut buffer = Vec::new();
        loop {
            let position = game.position();
            let status = rules.actions(position, &mut buffer);
            let mut again = buffer.clone();
            assert_eq!(
                rules.actions(position, &mut again),
                status,
                "the order is the same"
            );
            assert_eq!(again, buffer, "the order is the same");
            let over = matches!(status, Status::Over(_));
            assert_eq!(buffer.is_empty(), over, "no actions exactly when over");
            let mut dice = random.clone();
            let chosen = rules.choose(position, &mut dice.clone(), &mut again).ok();
            let listed = (!over).then(|| buffer[dice.below(buffer.len())]);
            assert_eq!(chosen, listed, "choosing is drawing from the list");

            // Positions survive being written and read.
            let line = rules.write_position(position);
            assert!(!line.contains('\n'));
            let back = rules
                .read_position(&line)
                .unwrap_or_else(|e| panic!("{spec}: own position {line} is refused: {e:?}"));
            assert_eq!(back, *position, "{line}");
            assert_eq!(
                rules.key(&back),
                rules.key(position),
                "fresh key and kept key: {line}"
            );
            assert_eq!(
                rules.read_position(&line.to_lowercase()).as_ref(),
                Ok(position),
                "{line}"
            );

            scene_is_sound(&rules, position, &layout);
            if game.is_over() || game.ply() % 5 == 0 {
                set_up_by_hand(&rules, position, &layout);
            }
            if game.is_over() {
                break;
            }

            let mut texts = HashSet::new();
            let mut paths: Vec<Vec<Pick>> = Vec::new();
            let sampled = buffer.len() > 200;
            for (i, &action) in buffer.iter().enumerate() {
                let mut written = String::new();
                rules.write_action(position, action, &mut written);
                assert!(!written.contains(char::is_whitespace) && !written.is_empty());
                assert!(texts.insert(written.clone()), "{written} twice (C6)");
                if sampled && i % 37 != (seed as usize + game.ply()) % 37 {
                    continue;
                }
                let read = rules.read_action(position, &text::normalise(&written));
                assert_eq!(read, Ok(action), "{written}");
                let lower = text::normalise(&format!("{}+!?#", written.to_lowercase()));
                assert_eq!(rules.read_action(position, &lower), Ok(action), "{written}");
                let mut path = Vec::new();
                rules.picks(position, action, &mut path);
                assert!(!path.is_empty(), "{written} has no clicks");
                paths.push(path);
                rules.preview(position, action);
                rules.transition(position, action);
            }
            assert_eq!(texts.len(), buffer.len());
            for (i, a) in paths.iter().enumerate() {
                for b in &paths[i + 1..] {
                    assert!(
                        !a.starts_with(b) && !b.starts_with(a),
                        "paths {a:?} and {b:?}"
                    );
                }
            }
            let action = buffer[random.below(buffer.len())];
            game.play(action).unwrap();
        }
        // Undoing is exact.
        let (end, start) = (game.position().clone(), rules.start());
        let actions: Vec<_> = game.actions().collect();
        while game.undo() {}
        assert_eq!(*game.position(), start);
        actions
            .iter()
            .for_each(|&action| game.play(action).unwrap());
        assert_eq!(*game.position(), end);
    }
}

fn scene_is_sound<G: Game>(rules: &G, position: &G::Position, layout: &crate::scene::Layout) {
    use crate::scene::Place;
    let scene = rules.scene(position);
    let mut places = HashSet::new();
    for piece in &scene.pieces {
        match &piece.at {
            Place::Sites(sites) => {
                assert!(!sites.is_empty());
                for site in sites {
                    assert!(usize::from(site.0) < layout.sites.len());
                    assert!(places.insert(Place::site(*site)), "two pieces on {site:?}");
                }
            }
            at @ Place::Zone(zone, _) => {
                assert!(usize::from(zone.0) < layout.zones.len());
                assert!(places.insert(at.clone()), "two pieces at {at:?}");
            }
        }
    }
    for mark in &scene.marks {
        assert!(
            mark.sites
                .iter()
                .all(|site| usize::from(site.0) < layout.sites.len())
        );
    }
    assert_eq!(scene.seats.len(), usize::from(rules.seats()));
}

/// Checks that every position can be put together piece by piece out of the box, from the usual
/// start.
fn set_up_by_hand<G: Game>(rules: &G, position: &G::Position, layout: &crate::scene::Layout) {
    use crate::scene::Place;
    use crate::scene::draft;
    let wanted = rules.draft(position);
    let line = rules.write_position(position);
    let same = |draft: &draft::Draft| {
        let text = rules.compose(draft);
        let read = rules
            .read_position(&text)
            .unwrap_or_else(|e| panic!("{line}: {text} is refused: {e:?}"));
        assert_eq!(rules.write_position(&read), line);
        assert_eq!(read, *position);
    };
    same(&wanted);
    for setting in rules.settings(&wanted) {
        let kept = wanted.values.get(&setting.name);
        assert_eq!(kept, Some(&setting.value(&wanted)), "{}", setting.name);
    }
    let models = rules.models();
    let mut draft = rules.draft(&rules.start());
    while let Some(Place::Sites(sites)) = draft.pieces.first().map(|piece| piece.at.clone()) {
        draft.remove(sites[0]).expect("it was there");
    }
    for piece in &wanted.pieces {
        let model = models.iter().find(|model| model.fits(piece));
        let model = model.expect("every piece of a draft is of some kind");
        let Place::Sites(sites) = &piece.at else {
            panic!("{piece:?} is not on the board");
        };
        // Turn it until it is as it should be.
        let wanted = draft::form(piece);
        let mut ways = vec![(model.fresh(), Vec::new())];
        let mut seen = HashSet::from([model.fresh()]);
        let mut next = 0;
        while ways[next].0 != wanted {
            let (form, way) = ways[next].clone();
            for handling in model.handlings() {
                let form = model.handled(form, handling);
                if seen.insert(form) {
                    let mut way = way.clone();
                    way.push(handling);
                    ways.push((form, way));
                }
            }
            next += 1;
            assert!(next < ways.len(), "{piece:?} is not reached");
        }
        let middle = sites[(sites.len() - 1) / 2];
        assert!(draft.put(layout, model, ways[next].0, middle));
        assert_eq!(draft.pieces.last(), Some(piece));
    }
    draft.values = wanted.values;
    same(&draft);
}

/// Compares a text with a file beside the game's tests; `TABLIER_BLESS=1` writes the file instead.
pub(crate) fn golden(path: &str, text: &str) {
    let full = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(path);
    if std::env::var_os("TABLIER_BLESS").is_some() {
        std::fs::write(&full, text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(&full)
        .unwrap_or_else(|e| panic!("{}: {e}; TABLIER_BLESS=1 writes it", full.display()));
    assert_eq!(
        known,
        text,
        "{} differs; TABLIER_BLESS=1 writes it anew",
        full.display()
    );
}

/// A seeded game as a person reads it: each action with the position after it.
pub(crate) fn playthrough<G: Game>(spec: &str, seed: u64, most_actions: usize) -> String {
    let mut random = SplitMix64::new(seed);
    let mut table = table::<G>(spec, "", "");
    let mut text = format!("{spec}\n0: {}\n", table.position());
    for _ in 0..most_actions {
        let Status::Acts(seat) = table.status() else {
            break;
        };
        let legal = table.legal();
        let action = table.play(&legal[random.below(legal.len())]).unwrap();
        let _ = writeln!(
            text,
            "{}. seat {seat}, {} possible: {action}\n   {}",
            table.ply(),
            legal.len(),
            table.position()
        );
    }
    match table.status() {
        Status::Over(outcome) => {
            let _ = writeln!(text, "over {outcome} ({:?})", table.ending().unwrap());
        }
        Status::Acts(seat) => {
            let _ = writeln!(text, "ongoing, seat {seat} acts");
        }
    }
    text
}

/// Checks the sizes that the module's documentation states.
pub(crate) fn sizes<R: Rules>(position: usize, action: usize) {
    assert_eq!(size_of::<R::Position>(), position, "bytes of a position");
    assert_eq!(size_of::<R::Action>(), action, "bytes of an action");
    assert!(position <= 256 && action <= 8);
}

/// Checks that actions and positions of random games with small mistakes are refused or read, and
/// never break anything. Whatever reads as a position can be played on.
pub(crate) fn spoilt_texts<G: Game>(spec: &str, games: u64, most_actions: usize) {
    let letters: Vec<char> = "ABHJ019 ()*+->xhv.é".chars().collect();
    for seed in 0..games {
        let mut random = SplitMix64::new(seed ^ 0xf0221);
        let mut table = table::<G>(spec, "", "");
        for _ in 0..most_actions {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            let mut spoil = |text: &str| {
                let mut spoilt: Vec<char> = text.chars().collect();
                for _ in 0..=random.below(3) {
                    let at = random.below(spoilt.len().max(1));
                    let letter = letters[random.below(letters.len())];
                    match random.below(4) {
                        0 if at < spoilt.len() => drop(spoilt.remove(at)),
                        1 => spoilt.insert(at, letter),
                        2 if at < spoilt.len() => {
                            let other = random.below(spoilt.len());
                            spoilt.swap(at, other);
                        }
                        _ if at < spoilt.len() => spoilt[at] = letter,
                        _ => {}
                    }
                }
                spoilt.into_iter().collect::<String>()
            };
            let line = table.position();
            for _ in 0..20 {
                let mut other = table.clone();
                if other.set_position(&spoil(&line)).is_ok() {
                    let again = other.position();
                    other.scene();
                    let next = other.legal();
                    if let Some(action) = next.get(next.len() / 2) {
                        other.play(action).unwrap();
                    }
                    other.set_position(&again).unwrap();
                }
                let action = &legal[legal.len() / 3];
                let _ = table.explain(&spoil(action));
            }
            let action = &legal[random.below(legal.len())];
            table.play(action).unwrap();
        }
    }
}
