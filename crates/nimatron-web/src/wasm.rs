//! The entry points for WebAssembly in a worker of the page.

use js_sys::Function;
use nimatron_lab::{Catalog, Lab, Limits, Stopper, golden as known};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{Desk, Resources};

/// A quarter of the four gigabytes that a worker can have; the browser needs memory, too.
const MEMORY: usize = 1 << 30;

/// Answers a question, both as JSON, and passes results to `tell`. End the worker to stop the question.
#[wasm_bindgen]
pub fn handle(request: &str, tell: &Function) {
    let desk = Desk::new(catalog(), Resources { memory: MEMORY, ..Resources::default() });
    desk.handle_text(request, &Stopper::default(), &mut |response| {
        // An error in the callback is ignored.
        let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(response));
    });
}

/// The differences from the known answers in `goldens/FILE.md`, one a line. For tests.
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
