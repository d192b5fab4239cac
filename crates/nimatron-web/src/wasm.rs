//! The door for the page itself: WebAssembly in a worker.

use js_sys::Function;
use nimatron_lab::{Catalog, Lab, Limits, Stopper, golden as known};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{Desk, Resources};

/// A worker has four gigabytes at most, and the browser other things to do.
const MEMORY: usize = 1 << 30;

/// Answers a question, both as JSON; what is found goes to `tell` as it is found. To stop a question is to end the worker.
#[wasm_bindgen]
pub fn handle(request: &str, tell: &Function) {
    let desk = Desk::new(catalog(), Resources { memory: MEMORY, ..Resources::default() });
    desk.handle_text(request, &Stopper::default(), &mut |response| {
        // Who doesn't listen misses it.
        let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(response));
    });
}

/// What this engine answers otherwise than a file of known answers, `goldens/FILE.md`, says: a line each. For tests.
#[wasm_bindgen]
pub fn golden(file: &str, text: &str) -> String {
    let lab = Lab::new(catalog(), Limits::default());
    let wrong: Vec<String> =
        known::of_file(lab.catalog(), file, text).iter().filter_map(|row| row.check(&lab).err()).collect();
    wrong.join("\n")
}

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}
