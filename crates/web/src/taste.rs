//! How somebody likes a table: its looks, its pace, and what is asked before a move.

use serde::{Deserialize, Serialize};

use crate::dom;

/// How boards are drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum BoardStyle {
    /// Wood, slate, baize and glass.
    #[default]
    Natural,
    /// The same colours, plain and calm.
    Muted,
    /// Pale and dark squares with strong lines.
    Strong,
}

/// How pieces are drawn in the table view.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum PieceStyle {
    /// As pictures of solids.
    #[default]
    Rendered,
    /// As outlines filled with their colours.
    Plain,
}

/// How fast pieces move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Pace {
    /// Slowly, to follow every roll.
    Slow,
    /// As usual.
    #[default]
    Usual,
    /// Quickly.
    Quick,
}

impl Pace {
    /// What a usual duration is multiplied by.
    pub fn factor(self) -> f32 {
        match self {
            Pace::Slow => 1.8,
            Pace::Usual => 1.0,
            Pace::Quick => 0.5,
        }
    }
}

/// How somebody likes a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Taste {
    /// How boards are drawn.
    pub board: BoardStyle,
    /// How pieces are drawn.
    pub pieces: PieceStyle,
    /// Whether the coordinates are shown.
    pub coordinates: bool,
    /// How fast pieces move.
    pub pace: Pace,
    /// Whether a move is shown first, and played once it is confirmed.
    pub confirm: bool,
    /// Whether the board turns to the person whose turn it is, if several share the screen.
    pub passed_round: bool,
}

impl Default for Taste {
    fn default() -> Self {
        Self {
            board: BoardStyle::default(),
            pieces: PieceStyle::default(),
            coordinates: true,
            pace: Pace::default(),
            confirm: false,
            passed_round: false,
        }
    }
}

impl Taste {
    /// Tells the style sheets.
    pub fn show(self) {
        let board = match self.board {
            BoardStyle::Natural => "natural",
            BoardStyle::Muted => "muted",
            BoardStyle::Strong => "strong",
        };
        let pieces = match self.pieces {
            PieceStyle::Rendered => "rendered",
            PieceStyle::Plain => "plain",
        };
        let coordinates = if self.coordinates { "on" } else { "off" };
        dom::set_root_attribute("data-board", board);
        dom::set_root_attribute("data-pieces", pieces);
        dom::set_root_attribute("data-coordinates", coordinates);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_before_a_choice_existed_keeps_its_default() {
        let kept: Taste = serde_json::from_str(r#"{"confirm":true}"#).unwrap();
        assert_eq!(
            kept,
            Taste {
                confirm: true,
                ..Taste::default()
            }
        );
        assert!(kept.coordinates);
    }
}
