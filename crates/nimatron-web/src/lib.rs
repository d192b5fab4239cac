//! The workbench: it answers the questions of the page, over any transport.
//!
//! A [`Desk`] takes a message and returns [`Response`](protocol::Response)s; it is independent of sockets and
//! browsers. A message asks a question of the lab's list, or one of the page, [`Ask`](protocol::Ask). It is used
//! by the server behind `nimatron serve` (the feature `server`), and as WebAssembly in the page.
//!
//! ```
//! use nimatron_web::{Catalog, Desk, Resources, Stopper};
//!
//! let catalog = Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines());
//! let desk = Desk::new(catalog, Resources::default());
//! let question = r#"{"id": 1, "ask": "eval", "expression": "{0|*} + ^*"}"#;
//! let mut said = Vec::new();
//! desk.handle_text(question, &Stopper::default(), &mut |response| said.push(response.to_string()));
//! assert!(said[0].contains(r#""kind":"answer""#) && said[0].contains(r#""canonical":"⇑*""#), "{said:?}");
//! ```

mod changes;
mod desk;
mod edit;
mod explore;
mod hello;
mod hint;
mod judge;
mod lessons;
mod played;
pub mod protocol;
mod scene;
#[cfg(feature = "server")]
pub mod server;

#[cfg(target_arch = "wasm32")]
mod wasm;
#[cfg(feature = "server")]
mod worker;

pub use desk::{Desk, Resources};
pub use nimatron_lab::{Catalog, Stopper};
#[cfg(feature = "server")]
pub use worker::answer_one;

/// The games that come with nimatron, for tests.
#[cfg(test)]
pub(crate) fn test_catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}
