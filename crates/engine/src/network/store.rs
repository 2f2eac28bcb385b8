//! Which networks there are: built in, or given as files.

use std::sync::OnceLock;

use tablier_rules::{Spec, SpecError, with_game};

use super::{Forecast, Network};
use crate::Mind;

/// The networks that play better than the evaluation alone (docs/engine-matches.md).
pub(super) const KEPT: [&str; 5] = ["blocus", "cubulus", "empire", "monstrodechecs", "saute-4"];

/// Those that are built in.
pub(super) const BUILT_IN: &[(&str, &[u8])] = &[
    #[cfg(feature = "networks")]
    ("blocus", include_bytes!("../../networks/blocus.bin")),
    #[cfg(feature = "networks")]
    ("cubulus", include_bytes!("../../networks/cubulus.bin")),
    #[cfg(feature = "networks")]
    ("empire", include_bytes!("../../networks/empire.bin")),
    #[cfg(feature = "networks")]
    (
        "monstrodechecs",
        include_bytes!("../../networks/monstrodechecs.bin"),
    ),
    #[cfg(feature = "networks")]
    ("saute-4", include_bytes!("../../networks/saute-4.bin")),
];

/// What a file holds.
enum Stored {
    Correction(Box<Network>),
    Forecast(Box<Forecast>),
}

/// The network for these rules, if they have one and it is there.
pub(crate) fn of<M: Mind>(mind: &M) -> Option<&'static Network> {
    match stored(mind)? {
        Stored::Correction(network) => Some(network),
        Stored::Forecast(_) => None,
    }
}

/// The forecast for these rules, if they have one and it is there.
pub(crate) fn forecast<M: Mind>(mind: &M) -> Option<&'static Forecast> {
    match stored(mind)? {
        Stored::Forecast(forecast) => Some(forecast),
        Stored::Correction(_) => None,
    }
}

/// The name of the network that a game uses, if it uses one.
///
/// # Errors
/// If there is no such game.
pub fn name(spec: &Spec) -> Result<Option<&'static str>, SpecError> {
    with_game!(spec, |rules| name_of(&rules))
}

/// The same, if it is not there yet.
///
/// # Errors
/// If there is no such game.
pub fn missing(spec: &Spec) -> Result<Option<&'static str>, SpecError> {
    with_game!(spec, |rules| name_of(&rules)
        .filter(|_| stored(&rules).is_none()))
}

/// Takes a game's network from a file, where it is not built in. Returns whether it fits and none was there.
///
/// # Errors
/// If there is no such game.
pub fn provide(spec: &Spec, file: &[u8]) -> Result<bool, SpecError> {
    with_game!(spec, |rules| {
        let given = name_of(&rules).and_then(|name| Some((slot(name)?, read(&rules, file)?)));
        given.is_some_and(|(slot, stored)| slot.set(stored).is_ok())
    })
}

/// The name of the network that these rules use.
fn name_of<M: Mind>(mind: &M) -> Option<&'static str> {
    let correction = mind.layout_of_inputs().map(|layout| layout.name);
    let name = correction.or_else(|| mind.views().map(|views| views.name))?;
    KEPT.contains(&name).then_some(name)
}

fn stored<M: Mind>(mind: &M) -> Option<&'static Stored> {
    let name = name_of(mind)?;
    let slot = slot(name)?;
    if let Some(stored) = slot.get() {
        return Some(stored);
    }
    let (_, bytes) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
    let stored = read(mind, bytes)?;
    Some(slot.get_or_init(|| stored))
}

fn read<M: Mind>(mind: &M, file: &[u8]) -> Option<Stored> {
    Some(match mind.layout_of_inputs() {
        Some(layout) => Stored::Correction(Box::new(Network::read(layout, file)?)),
        None => Stored::Forecast(Box::new(Forecast::read(mind.views()?, file)?)),
    })
}

/// Where a network is kept once it has been read.
fn slot(name: &str) -> Option<&'static OnceLock<Stored>> {
    static SLOTS: [OnceLock<Stored>; KEPT.len()] = [const { OnceLock::new() }; KEPT.len()];
    let at = KEPT.iter().position(|known| *known == name)?;
    Some(&SLOTS[at])
}
