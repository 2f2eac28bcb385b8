//! Rate limits per address and per identity, and limits on connections.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tablier_rooms::PlayerId;

use crate::config::Limits;
use crate::error::Error;
use crate::identity::names;

/// A short burst may use this many seconds' worth at once.
const BURST: u32 = 8;
/// Guesses at secrets per minute.
const GUESSES: NonZeroU32 = NonZeroU32::new(10).expect("not zero");
/// Guesses at the secrets of one account per minute, from wherever.
const GUESSES_AT: NonZeroU32 = NonZeroU32::new(30).expect("not zero");
/// Guests and accounts: this many at once, then one every few seconds.
const ARRIVALS: NonZeroU32 = NonZeroU32::new(60).expect("not zero");
const ARRIVAL: Duration = Duration::from_secs(10);

type Limiter<K = IpAddr> = DefaultKeyedRateLimiter<K>;

/// Counts requests and connections, and admits or refuses them.
pub(crate) struct Gate {
    limits: Limits,
    /// None if there are no limits.
    rates: Option<Rates>,
    connections: Arc<Mutex<Connections>>,
}

struct Rates {
    requests: Limiter,
    guesses: Limiter,
    arrivals: Limiter,
    /// By the key of the account's name.
    guesses_at: Limiter<String>,
    players: Limiter<PlayerId>,
}

#[derive(Default)]
struct Connections {
    all: usize,
    of: HashMap<IpAddr, usize>,
}

impl Gate {
    pub(crate) fn new(limits: Limits) -> Self {
        let rates = NonZeroU32::new(limits.requests_per_second).map(|per_second| {
            let burst = per_second.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
            let requests = Quota::per_second(per_second).allow_burst(burst);
            let slow = Quota::with_period(ARRIVAL).unwrap_or(Quota::per_minute(GUESSES));
            Rates {
                requests: RateLimiter::keyed(requests),
                guesses: RateLimiter::keyed(Quota::per_minute(GUESSES)),
                arrivals: RateLimiter::keyed(slow.allow_burst(ARRIVALS)),
                guesses_at: RateLimiter::keyed(Quota::per_minute(GUESSES_AT)),
                players: RateLimiter::keyed(requests),
            }
        });
        Self {
            limits,
            rates,
            connections: Arc::default(),
        }
    }

    /// Counts a request from an address.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), Error> {
        self.check(&network(address), |rates| &rates.requests)
    }

    /// Counts a request of a player, wherever it comes from.
    pub(crate) fn request_of(&self, player: &PlayerId) -> Result<(), Error> {
        self.check(player, |rates| &rates.players)
    }

    /// Counts a guess at a password, a code or a link.
    pub(crate) fn guess(&self, address: IpAddr) -> Result<(), Error> {
        self.check(&network(address), |rates| &rates.guesses)
    }

    /// Counts a guess at the password or code of an account.
    pub(crate) fn guess_at(&self, address: IpAddr, name: &str) -> Result<(), Error> {
        self.guess(address)?;
        self.check(&names::key(name), |rates| &rates.guesses_at)
    }

    /// Counts a new guest or account.
    pub(crate) fn arrival(&self, address: IpAddr) -> Result<(), Error> {
        self.check(&network(address), |rates| &rates.arrivals)
    }

    fn check<K: Clone + Hash + Eq>(
        &self,
        key: &K,
        limiter: impl FnOnce(&Rates) -> &Limiter<K>,
    ) -> Result<(), Error> {
        let Some(rates) = &self.rates else {
            return Ok(());
        };
        limiter(rates).check_key(key).map_err(|not| {
            metrics::counter!("tablier_rate_limited_total").increment(1);
            let wait = not.wait_time_from(DefaultClock::default().now());
            Error::TooMany(wait.as_secs() + 1)
        })
    }

    /// Counts a connection until the returned place is dropped.
    pub(crate) fn connect(&self, address: IpAddr) -> Result<Place, Error> {
        let address = network(address);
        let mut connections = lock(&self.connections);
        let beyond = |count: usize, most: usize| most > 0 && count >= most;
        if beyond(connections.all, self.limits.connections) {
            return Err(Error::Overloaded);
        }
        let mine = connections.of.get(&address).copied().unwrap_or(0);
        if beyond(mine, self.limits.connections_per_address) {
            return Err(Error::TooMany(30));
        }
        connections.all += 1;
        connections.of.insert(address, mine + 1);
        metrics::gauge!("tablier_sockets").set(connections.all as f64);
        Ok(Place {
            connections: self.connections.clone(),
            address,
        })
    }

    /// How many messages a connection may send per second; none without limits.
    pub(crate) fn messages_per_second(&self) -> Option<u32> {
        let most = self.limits.requests_per_second;
        (most > 0).then_some(most)
    }

    /// Forgets those who have not been active for a while.
    pub(crate) fn tidy(&self) {
        if let Some(rates) = &self.rates {
            for limiter in [&rates.requests, &rates.guesses, &rates.arrivals] {
                limiter.retain_recent();
            }
            rates.guesses_at.retain_recent();
            rates.players.retain_recent();
        }
    }
}

/// The place of a connection.
pub(crate) struct Place {
    connections: Arc<Mutex<Connections>>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut connections = lock(&self.connections);
        connections.all = connections.all.saturating_sub(1);
        if let Some(mine) = connections.of.get_mut(&self.address) {
            *mine -= 1;
            if *mine == 0 {
                connections.of.remove(&self.address);
            }
        }
        metrics::gauge!("tablier_sockets").set(connections.all as f64);
    }
}

fn lock(connections: &Mutex<Connections>) -> std::sync::MutexGuard<'_, Connections> {
    connections.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What counts as one address: for IPv6 the network, since one person has many addresses in it.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => {
                let bits = u128::from(six) >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from(bits))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused_and_others_are_not_concerned() {
        let gate = Gate::new(Limits {
            requests_per_second: 1,
            connections: 3,
            connections_per_address: 2,
            ..Limits::default()
        });
        let one: IpAddr = "192.0.2.1".parse().unwrap();
        let other: IpAddr = "192.0.2.2".parse().unwrap();
        for _ in 0..BURST {
            gate.request(one).unwrap();
        }
        assert!(matches!(gate.request(one), Err(Error::TooMany(1..))));
        gate.request(other).unwrap();
        for _ in 0..10 {
            gate.guess(one).unwrap();
        }
        assert!(gate.guess(one).is_err());
        // Many addresses guess at one account; a name that looks the same is the same.
        let address = |n: u32| IpAddr::from((0xc000_0300 + n).to_be_bytes());
        for n in 0..30 {
            gate.guess_at(address(n), "Ana").unwrap();
        }
        assert!(gate.guess_at(address(30), "ANA").is_err());
        gate.guess_at(address(31), "Ben").unwrap();
        let player = PlayerId::new("p1").unwrap();
        for _ in 0..BURST {
            gate.request_of(&player).unwrap();
        }
        assert!(gate.request_of(&player).is_err());
        let places = [gate.connect(one).unwrap(), gate.connect(one).unwrap()];
        assert!(matches!(gate.connect(one), Err(Error::TooMany(_))));
        let third = gate.connect(other).unwrap();
        assert!(matches!(gate.connect(other), Err(Error::Overloaded)));
        drop((places, third));
        gate.connect(one).unwrap();
    }

    #[test]
    fn a_network_of_version_6_is_one() {
        let same = |a: &str, b: &str| network(a.parse().unwrap()) == network(b.parse().unwrap());
        assert!(same("2001:db8::1", "2001:db8::2"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
    }
}
