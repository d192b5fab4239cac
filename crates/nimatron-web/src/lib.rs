//! The workbench: it answers the questions of the page, whichever way they come.
//!
//! A [`Desk`] takes a [`Request`](protocol::Request) and says what it finds as [`Response`](protocol::Response)s; of sockets and
//! browsers it knows nothing. Two doors lead to it: the server behind `nimatron serve` (the feature `server`), and WebAssembly in
//! the page itself.
//!
//! ```
//! use nimatron_web::{Desk, Resources, Stop};
//!
//! let desk = Desk::new(Resources::default());
//! let question = r#"{"id": 1, "ask": "eval", "text": "{0|*} + ^*"}"#;
//! let mut said = Vec::new();
//! desk.handle_text(question, &Stop::default(), &mut |response| said.push(response.to_string()));
//! assert!(said[0].contains(r#""kind":"answer""#) && said[0].contains(r#""canonical":"⇑*""#), "{said:?}");
//! ```

mod desk;
mod edit;
mod explore;
mod export;
mod hint;
mod judge;
mod lessons;
mod played;
pub mod protocol;
mod scene;
#[cfg(feature = "server")]
pub mod server;
mod squares;
mod stop;
mod surveys;
#[cfg(target_arch = "wasm32")]
mod wasm;
#[cfg(feature = "server")]
mod worker;

pub use desk::{Desk, Resources};
pub use stop::Stop;
#[cfg(feature = "server")]
pub use worker::answer_one;
