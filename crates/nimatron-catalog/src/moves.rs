//! Moves by their names, as plain data.

use serde::Serialize;

/// A move and the position it leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Move {
    /// The name of the move.
    #[serde(rename = "move")]
    pub name: String,
    /// The position it leads to.
    pub position: String,
}

/// A move and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BestMove {
    /// The name of the move.
    #[serde(rename = "move")]
    pub name: String,
    /// Who wins what it leads to: `N`, `P`, `L` or `R`.
    pub outcome: String,
    /// What it leads to is worth; nothing in misère play and where that would take long.
    pub value: Option<String>,
}
