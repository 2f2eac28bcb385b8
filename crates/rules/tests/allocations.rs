//! The hot half of every game allocates nothing once the caller's buffer has grown.
#![allow(
    unsafe_code,
    reason = "only an allocator can count allocations, and its trait is unsafe to implement"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Rules, Spec, Status, Values, catalog, with_game};

/// The system's allocator with a counter per thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending counts nothing more.
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
}

// SAFETY: every call is passed unchanged to the system's allocator; counting touches only a
// thread-local number that needs neither memory nor a destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// Plays random games, the same ones every time, and hashes every position.
fn play<G: Rules>(rules: &G, start: &G::Position, buffer: &mut Vec<G::Action>) -> u64 {
    let mut sum = 0;
    for seed in 0..4 {
        let mut random = SplitMix64::new(seed);
        let mut position = start.clone();
        for _ in 0..300 {
            sum ^= rules.key(&position);
            let Status::Acts(_) = rules.actions(&position, buffer) else {
                break;
            };
            let action = buffer[random.below(buffer.len())];
            rules.apply(&mut position, action);
        }
    }
    sum
}

/// Every combination of the options with named values that makes sense.
fn variants() -> Vec<Spec> {
    let mut all = Vec::new();
    for game in catalog::GAMES {
        let mut lists = vec![Vec::<String>::new()];
        for option in game.options {
            if let Values::OneOf(values) = option.values {
                lists = lists
                    .iter()
                    .flat_map(|list| {
                        values.iter().map(move |value| {
                            let mut longer = list.clone();
                            longer.push(format!("{}={value}", option.name));
                            longer
                        })
                    })
                    .collect();
            }
        }
        for list in lists {
            let text = match list.is_empty() {
                true => game.id.to_owned(),
                false => format!("{}:{}", game.id, list.join(",")),
            };
            all.push(Spec::parse(&text).unwrap());
        }
    }
    all
}

#[test]
fn playing_asks_for_no_memory() {
    let mut played = 0;
    for spec in variants() {
        let result = with_game!(&spec, |rules| {
            let start = rules.start();
            let mut buffer = Vec::new();
            // The first run grows the buffer to what these games need.
            let known = play(&rules, &start, &mut buffer);
            let before = allocations();
            assert_eq!(play(&rules, &start, &mut buffer), known);
            assert_eq!(allocations() - before, 0, "{spec}");
        });
        // Some options exclude each other.
        played += u32::from(result.is_ok());
    }
    assert!(played as usize >= catalog::GAMES.len());
}

#[test]
fn the_counter_counts() {
    let before = allocations();
    drop(std::hint::black_box(vec![1u8; 100]));
    assert_eq!(allocations() - before, 1);
}
