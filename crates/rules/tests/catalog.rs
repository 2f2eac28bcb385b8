//! The contract of the whole catalog, seen from outside: what every table promises to the command
//! line, server and client, for every game with every combination of its options.

use std::collections::{BTreeMap, BTreeSet};

use tablier_rules::hash::SplitMix64;
use tablier_rules::scene::drawing::{self, Style};
use tablier_rules::scene::{Pick, Place, SiteId, ZoneId};
use tablier_rules::{GameInfo, Seat, Status, Table, Values, catalog};
use tablier_words::Language;

/// Every compatible combination of the options that have fixed values.
fn variants(game: &GameInfo) -> Vec<String> {
    let mut lists = vec![String::new()];
    for option in game.options {
        if let Values::OneOf(values) = option.values {
            lists = lists
                .iter()
                .flat_map(|list| {
                    values.iter().map(move |value| {
                        let sign = if list.is_empty() { ':' } else { ',' };
                        format!("{list}{sign}{}={value}", option.name)
                    })
                })
                .collect();
        }
    }
    let specs: Vec<_> = lists
        .into_iter()
        .map(|list| format!("{}{list}", game.id))
        .filter(|spec| catalog::open(spec).is_ok())
        .collect();
    assert!(!specs.is_empty());
    specs
}

/// Calls `look` at the start, and now and then on the way through a random game of each variant.
fn everywhere(look: impl Fn(&mut dyn Table, &mut SplitMix64)) {
    for game in catalog::GAMES {
        let all = variants(game);
        // A sample of the variants: a game with nine rounds is not nine times as different.
        let step = all.len().div_ceil(12);
        for (i, spec) in all.iter().step_by(step).enumerate() {
            let mut random = SplitMix64::new(i as u64);
            let mut table = catalog::open(spec).unwrap();
            let mut next = 0;
            for ply in 0..120 {
                if ply == next {
                    look(&mut *table, &mut random);
                    next += 2 + random.below(24);
                }
                let legal = table.legal();
                if legal.is_empty() {
                    break;
                }
                table.play(&legal[random.below(legal.len())]).unwrap();
            }
            look(&mut *table, &mut random);
        }
    }
}

#[test]
fn c2_seat_one_starts() {
    for game in catalog::GAMES {
        for spec in variants(game) {
            let table = catalog::open(&spec).unwrap();
            assert_eq!(table.status(), Status::Acts(Seat::new(0)), "{spec}");
        }
    }
}

#[test]
fn c5_perft_counts_sequences_of_actions() {
    everywhere(|table, random| {
        let legal = table.legal();
        assert_eq!(table.perft(0), 1);
        assert_eq!(table.perft(1), legal.len() as u64);
        if legal.len() > 150 || random.below(4) > 0 {
            return;
        }
        let mut sum = 0;
        for action in &legal {
            table.play(action).unwrap();
            sum += table.legal().len() as u64;
            assert!(table.undo());
        }
        assert_eq!(table.perft(2), sum, "{:?}", table.history());
    });
}

#[test]
fn c6_no_action_is_listed_twice() {
    everywhere(|table, _| {
        let legal = table.legal();
        let distinct: BTreeSet<_> = legal.iter().collect();
        assert_eq!(distinct.len(), legal.len());
    });
}

#[test]
fn c9_actions_are_read_in_any_case_with_any_marks() {
    everywhere(|table, random| {
        let legal = table.legal();
        for action in legal.iter().skip(random.below(7)).step_by(7) {
            assert!(!action.contains(char::is_whitespace), "{action:?}");
            for text in [
                action.to_lowercase(),
                action.to_uppercase(),
                format!("{action}+#!?"),
            ] {
                assert_eq!(table.explain(&text).as_ref(), Ok(action));
            }
            for text in [
                format!(" {action}"),
                format!("{action} "),
                format!("{action}é"),
            ] {
                assert!(table.explain(&text).is_err(), "{text:?}");
            }
        }
        for text in ["", "?", "-", "+", "é", "\0", "A1-", "99999999999999999999"] {
            let refusal = table.explain(text).unwrap_err();
            let known = tablier_rules::paragraphs::find(table.info(), refusal.rule);
            assert!(known.is_some(), "{refusal:?}");
        }
    });
}

#[test]
fn c10_nobody_acts_without_an_action() {
    everywhere(|table, _| {
        let over = matches!(table.status(), Status::Over(_));
        assert_eq!(over, table.legal().is_empty());
        assert_eq!(over, table.ending().is_some());
    });
}

#[test]
fn every_action_is_reached_by_picks_and_only_once() {
    everywhere(|table, _| {
        let legal: BTreeSet<String> = table.legal().into_iter().collect();
        let mut reached = BTreeSet::new();
        let mut paths = vec![Vec::new()];
        while let Some(path) = paths.pop() {
            if reached.len() > 60 {
                // Enough: with this many, the rest is left to chance below.
                paths.push(path);
                break;
            }
            let choices = table.choices(&path);
            assert!(path.is_empty() || !choices.next.is_empty(), "{path:?}");
            for choice in choices.next {
                let mut longer = path.clone();
                longer.push(choice.pick);
                match choice.action {
                    Some(id) => {
                        let action = table.action_text(id).unwrap();
                        assert!(legal.contains(&action), "{action}");
                        assert_eq!(table.find(&action), Ok(id));
                        assert_eq!(table.choices(&longer).action, Some(id));
                        assert_eq!(table.picks(id).as_ref(), Some(&longer));
                        assert!(reached.insert(action.clone()), "{action} twice");
                    }
                    None => paths.push(longer),
                }
            }
        }
        if paths.is_empty() {
            assert_eq!(reached, legal, "{}", table.position());
        }
        for action in legal.iter().step_by(29) {
            let id = table.find(action).unwrap();
            let path = table.picks(id).unwrap();
            for length in 0..path.len() {
                let choices = table.choices(&path[..length]);
                let next = choices.next.iter().find(|c| c.pick == path[length]);
                let done = (length + 1 == path.len()).then_some(id);
                assert_eq!(next.unwrap().action, done);
            }
        }
    });
}

#[test]
fn any_other_pick_is_refused_with_a_rule_that_exists() {
    everywhere(|table, random| {
        let layout = table.layout();
        let scene = table.scene();
        let mut picks: Vec<Pick> = (0..layout.sites.len() as u16 + 2)
            .map(|site| Pick::Site(SiteId(site)))
            .collect();
        for zone in 0..layout.zones.len() as u8 + 1 {
            picks.extend([0, 3, 255].map(|slot| Pick::Slot(ZoneId(zone), slot)));
        }
        picks.push(Pick::Button("rules.over".into()));
        picks.extend(scene.pieces.iter().take(3).map(|p| Pick::Picture(p.glyph)));
        let mut prefixes = vec![Vec::new()];
        let first = table.choices(&[]).next;
        if !first.is_empty() {
            let path = vec![first[random.below(first.len())].pick.clone()];
            let second = table.choices(&path).next;
            prefixes.push(path.clone());
            if !second.is_empty() {
                let mut longer = path;
                longer.push(second[random.below(second.len())].pick.clone());
                prefixes.push(longer);
            }
        }
        for prefix in prefixes {
            let possible = table.choices(&prefix).next;
            for pick in &picks {
                if possible.iter().any(|choice| choice.pick == *pick) {
                    continue;
                }
                let mut path = prefix.clone();
                path.push(pick.clone());
                let refusal = table.refused_pick(&path);
                let known = tablier_rules::paragraphs::find(table.info(), refusal.rule);
                assert!(known.is_some(), "{refusal:?}");
                let key = &refusal.why.key;
                assert!(Language::French.text(key).is_some(), "no text for {key}");
            }
        }
        let _ = table.refused_pick(&[]);
    });
}

#[test]
fn what_people_read_is_complete_in_both_languages() {
    everywhere(|table, random| {
        let layout = table.layout();
        let scene = table.scene();
        for lang in Language::ALL {
            let say = |message: &tablier_rules::scene::Message| {
                assert!(lang.text(&message.key).is_some(), "{}", message.key);
                let text = lang.say(message);
                assert!(
                    !text.contains('{') || text.contains("{ }"),
                    "gap left: {text}"
                );
                text
            };
            let style = Style {
                say: &say,
                colour: random.below(2) == 1,
            };
            let text = drawing::draw(&layout, &scene, &style);
            say(&scene.prompt);
            let least = layout
                .sites
                .iter()
                .map(|s| s.y as i32)
                .collect::<BTreeSet<_>>();
            assert!(text.lines().count() > 2 * least.len(), "{text}");
        }
    });
}

#[test]
fn a_position_that_was_written_is_read_and_plays_the_same() {
    everywhere(|table, random| {
        let text = table.position();
        assert!(!text.contains(['\n', '\r']), "{text}");
        let mut other = catalog::open(&table.spec().to_string()).unwrap();
        for form in [text.clone(), text.to_lowercase(), text.to_uppercase()] {
            other
                .set_position(&form)
                .unwrap_or_else(|e| panic!("{form}: {e:?}"));
            assert_eq!(other.position(), text);
        }
        if table
            .ending()
            .is_none_or(|e| e == tablier_rules::Ending::Rules)
        {
            assert_eq!(other.legal(), table.legal(), "{text}");
            assert_eq!(other.status(), table.status(), "{text}");
        }
        if let Some(action) = table.legal().get(random.below(5)) {
            let id = table.find(action).unwrap();
            let ours = table.preview(id).unwrap();
            assert_eq!(other.preview(id), Some(ours));
        }
    });
}

#[test]
fn transitions_name_pieces_that_are_there() {
    use tablier_rules::scene::Change;
    everywhere(|table, random| {
        let places = |table: &dyn Table| -> BTreeMap<String, usize> {
            let mut places = BTreeMap::new();
            for piece in table.scene().pieces {
                if let Place::Sites(sites) = piece.at {
                    for site in sites {
                        *places.entry(format!("{site:?}")).or_default() += 1;
                    }
                }
            }
            places
        };
        let before = places(table);
        let legal = table.legal();
        for action in legal.iter().skip(random.below(11)).step_by(11) {
            let preview = table.preview(table.find(action).unwrap()).unwrap();
            for change in preview.transition.steps.iter().flatten() {
                if let Change::Roll { from, path } | Change::Slide { from, path } = change {
                    assert!(before.contains_key(&format!("{from:?}")), "{action}");
                    assert!(!path.is_empty(), "{action}");
                }
            }
        }
    });
}

#[test]
fn an_action_is_played_in_its_own_position_only() {
    everywhere(|table, random| {
        let legal = table.legal();
        if legal.is_empty() {
            return;
        }
        let action = &legal[random.below(legal.len())];
        let id = table.find(action).unwrap();
        let (position, mut by_text) = (table.position(), table.fork());
        assert_eq!(table.play_action(id).as_ref(), Ok(action));
        by_text.play(action).unwrap();
        assert_eq!(table.position(), by_text.position());
        assert_eq!(table.last_transition(), by_text.last_transition());
        if table.position() != position {
            let refusal = table.play_action(id).unwrap_err();
            assert_eq!(refusal.why.key, "rules.other-position");
            assert_eq!(table.position(), by_text.position());
            assert_eq!(table.preview(id), None);
            assert_eq!(table.picks(id), None);
        }
        assert!(table.undo());
        assert_eq!(table.action_text(id).as_ref(), Ok(action));
    });
}

#[test]
fn a_copy_is_a_table_of_its_own() {
    everywhere(|table, _| {
        let mut copy = table.fork();
        let position = table.position();
        if let Some(action) = table.legal().first() {
            copy.play(action).unwrap();
            assert_eq!(table.position(), position);
            assert_eq!(copy.ply(), table.ply() + 1);
            assert!(copy.undo());
        }
        assert_eq!(copy.position(), position);
        assert_eq!(copy.history(), table.history());
    });
}
