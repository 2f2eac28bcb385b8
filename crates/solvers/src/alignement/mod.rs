//! Alignement, solved: the value of every position and the number of actions to the end.
//!
//! Seen by the player to act, a position is *own pieces, other pieces, shape to be played*: the
//! cycle of AL2 runs square, triangle, cylinder, square, … while the players alternate, so the
//! shape alone determines the place in the cycle. Three tables hold the positions with all ten
//! pieces on the board, one per shape; nine smaller ones those of the placing phase.
//!
//! - [`board`]: positions as masks, and the symmetries of the board; [`index`]: positions as numbers.
//! - [`turns`]: the game itself on these numbers' masks.
//! - [`solve`]: retrograde analysis of the moving phase, then minimax of the placing phase.
//! - [`store`]: the values in memory; [`mod@file`]: the same in a file, compressed.
//! - [`strategy`]: a winning strategy, small enough to embed; [`exact`]: values by search.
//! - [`puzzles`]: the deepest wins, and wins with one winning action.
//! - [`verify`]: checks every value against those of its successors.

pub mod board;
pub mod exact;
#[cfg(not(target_arch = "wasm32"))]
pub mod file;
pub mod index;
mod moving;
#[cfg(not(target_arch = "wasm32"))]
pub mod puzzles;
pub mod solve;
pub mod store;
pub mod strategy;
pub mod turns;
mod value;
pub mod verify;

pub use value::Value;
