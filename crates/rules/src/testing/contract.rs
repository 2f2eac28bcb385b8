use std::collections::HashSet;

use crate::hash::SplitMix64;
use crate::scene::Pick;
use crate::{Game, Match, Spec, Status, text};

use super::table;

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
    let drawn = |position| rules.draft_of(&rules.setup_of(position));
    let wanted = drawn(position);
    let line = rules.write_position(position);
    let same = |draft: &draft::Draft| {
        let text = rules.write_setup(&rules.setup_from(draft));
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
    let mut draft = drawn(&rules.start());
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
                let mut other = table.fork();
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
