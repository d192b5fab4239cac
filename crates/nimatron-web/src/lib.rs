//! The workbench: it answers the questions of the page.

pub mod protocol;
