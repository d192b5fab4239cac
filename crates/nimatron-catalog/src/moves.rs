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
    /// Who wins the position it leads to: `N`, `P`, `L` or `R`.
    pub outcome: String,
    /// The value of the position it leads to; `None` in misère play and if finding it would take long.
    pub value: Option<String>,
}
