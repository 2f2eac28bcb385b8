use tablier_rules::blockade::blocus::Blocus;
use tablier_rules::cubulus::Cubulus;
use tablier_rules::hash::SplitMix64;
use tablier_rules::monstrodechecs::Monstrodechecs;
use tablier_rules::{Game, Match, Rules as _, Spec, Status, with_game};

use super::store::{BUILT_IN, KEPT};
use super::*;
use crate::Mind;

/// Every game with a layout.
const GAMES: [&str; 4] = ["blocus", "cubulus", "empire", "monstrodechecs"];

/// A network with arbitrary weights.
fn arbitrary(layout: Layout) -> Network {
    let weights = Weights {
        unit: 2_000,
        layers: Layers::arbitrary([5_000; HEADS], layout.features, 7),
    };
    Network::read(layout, &weights.write()).unwrap()
}

/// Positions of random games, without actions that lose at once, which would end those of Le Blocus too soon.
fn positions<G: Mind + Game>(rules: &G, mut see: impl FnMut(&G::Position, u8)) {
    for seed in 0..4 {
        let mut random = SplitMix64::new(seed);
        let mut game = Match::new(rules.clone());
        while let Status::Acts(acts) = game.status()
            && game.ply() < 80
        {
            see(game.position(), rules.side(acts));
            let mut legal = game.legal().to_vec();
            rules.prune(game.position(), acts, &mut legal);
            let action = legal[random.below(legal.len())];
            game.play_unchecked(action);
        }
    }
}

fn correction<G: Mind>(network: &Network, rules: &G, position: &G::Position, side: u8) -> i32 {
    Accumulator::new(network).correction(rules, position, side)
}

#[test]
fn following_a_game_comes_to_the_same_as_looking_afresh() {
    for game in GAMES {
        let spec = Spec::parse(game).unwrap();
        with_game!(&spec, |rules| {
            let network = arbitrary(rules.layout_of_inputs().unwrap());
            let mut following = Accumulator::new(&network);
            let mut different = std::collections::BTreeSet::new();
            positions(&rules, |position, side| {
                let followed = following.correction(&rules, position, side);
                assert_eq!(followed, correction(&network, &rules, position, side));
                different.insert(followed);
            });
            assert!(different.len() > 50, "{game}: {different:?}");
        })
        .unwrap();
    }
}

#[cfg(feature = "networks")]
#[test]
fn the_networks_in_use_follow_a_game_too() {
    for game in GAMES {
        let spec = Spec::parse(game).unwrap();
        with_game!(&spec, |rules| {
            let network = of(&rules).unwrap();
            let mut following = Accumulator::new(network);
            positions(&rules, |position, side| {
                let followed = following.correction(&rules, position, side);
                assert_eq!(followed, correction(network, &rules, position, side));
            });
        })
        .unwrap();
    }
}

/// Whoever turns the dice that an attack flipped, the other player moves next.
#[test]
fn the_view_of_the_player_who_moves_next_comes_first() {
    let spec = Spec::parse("monstrodechecs").unwrap();
    let monsters = Monstrodechecs::from_spec(&spec).unwrap();
    let mut turned = 0;
    positions(&monsters, |position, side| {
        let mover = monsters.mover(position, position.to_act());
        if position.pending().is_empty() {
            assert_eq!(mover, side);
        } else {
            assert_eq!(mover, monsters.side(position.turn()) ^ 1);
            turned += usize::from(mover != side);
        }
    });
    assert!(turned > 0);
}

#[test]
fn whatever_occurs_in_a_game_has_a_place_in_the_layout() {
    for game in GAMES {
        let spec = Spec::parse(game).unwrap();
        with_game!(&spec, |rules| {
            let layout = rules.layout_of_inputs().unwrap();
            let mut cells = vec![0; layout.cells];
            positions(&rules, |position, _| {
                rules.inputs(position, &mut cells);
                let used = cells.iter().filter(|&&code| code != 0).count();
                assert!((1..=layout.most).contains(&used), "{game}: {used}");
                for (cell, &code) in cells.iter().enumerate().filter(|(_, code)| **code != 0) {
                    assert!(usize::from(code) < layout.codes, "{game}: {code}");
                    for side in 0..2 {
                        let features = (layout.features_of)(side, cell, code);
                        assert!(features[0].is_some(), "{game}: {code} in {cell}");
                        let within = |feature: u16| usize::from(feature) < layout.features;
                        assert!(features.into_iter().flatten().all(within));
                    }
                }
            });
        })
        .unwrap();
    }
}

/// What one side sees, the other sees in the position turned round.
#[test]
fn both_sides_see_the_board_from_their_own_edge() {
    let game = |name| Spec::parse(name).unwrap();
    let cubulus = Cubulus::from_spec(&game("cubulus")).unwrap();
    let network = arbitrary(cubulus.layout_of_inputs().unwrap());
    positions(&cubulus, |position, side| {
        let turned = correction(&network, &cubulus, &position.turned(), side ^ 1);
        assert_eq!(turned, correction(&network, &cubulus, position, side));
    });
    let blocus = Blocus::from_spec(&game("blocus")).unwrap();
    let network = arbitrary(blocus.layout_of_inputs().unwrap());
    positions(&blocus, |position, side| {
        let turned = correction(&network, &blocus, &position.mirrored(), side ^ 1);
        assert_eq!(turned, correction(&network, &blocus, position, side));
    });
    let monsters = Monstrodechecs::from_spec(&game("monstrodechecs")).unwrap();
    let network = arbitrary(monsters.layout_of_inputs().unwrap());
    positions(&monsters, |position, side| {
        let turned = correction(&network, &monsters, &position.half_turned(), side ^ 1);
        assert_eq!(turned, correction(&network, &monsters, position, side));
    });
}

#[test]
fn only_whole_files_are_read() {
    let spec = Spec::parse("cubulus").unwrap();
    let layout = Cubulus::from_spec(&spec).unwrap().layout_of_inputs();
    let layout = layout.unwrap();
    let network = arbitrary(layout);
    let file = network.weights.write();
    assert_eq!(
        Network::read(layout, &file).unwrap().weights,
        network.weights
    );
    for cut in [0, 7, 12, 100, file.len() - 1] {
        assert!(Network::read(layout, &file[..cut]).is_none(), "{cut}");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(Network::read(layout, &longer).is_none());
    // A weight of the output that would overflow.
    let mut wild = file;
    wild[8 + 4 + 4 * HEADS] = 0xff;
    wild[8 + 4 + 4 * HEADS + 1] = 0x7f;
    assert!(Network::read(layout, &wild).is_none());
}

#[cfg(feature = "networks")]
#[test]
fn the_networks_in_use_are_built_in_and_small() {
    let built_in: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    assert_eq!(built_in, KEPT);
    for (name, bytes) in BUILT_IN {
        assert!(bytes.len() <= 150_000, "{name}");
        let game = name.replace("-4", ":players=4");
        let spec = Spec::parse(&game).unwrap();
        let several = game != **name;
        with_game!(&spec, |rules| {
            assert_eq!(
                (of(&rules).is_some(), forecast(&rules).is_some()),
                (!several, several)
            );
        })
        .unwrap();
        assert_eq!(
            (super::name(&spec), missing(&spec)),
            (Ok(Some(*name)), Ok(None))
        );
    }
    // The same game under another name.
    let spec = Spec::parse("die-check").unwrap();
    assert_eq!(super::name(&spec), Ok(Some("cubulus")));
}

/// Variants that it has never seen are played without it.
#[test]
fn a_network_is_for_the_game_it_learned() {
    for game in [
        "blocus:kings=left",
        "cubulus:level=2",
        "empire:players=3",
        "monstrodechecs:mode=diable",
        "monstrodechecs:rounds=3",
        "monstrodechecs:army=11111111",
        "saute",
    ] {
        let spec = Spec::parse(game).unwrap();
        assert!(
            with_game!(&spec, |rules| rules.layout_of_inputs().is_none()).unwrap(),
            "{game}"
        );
    }
}
