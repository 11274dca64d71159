//! No text makes the readers of tracefiles and of JaCoCo's reports panic.
#![no_main]
#![allow(dead_code)] // what `reach` does with them

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/cli/src/reach/elsewhere.rs"]
mod elsewhere;
#[path = "../../crates/cli/src/reach/uncovered.rs"]
mod uncovered;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    uncovered::lcov(&text, true);
    uncovered::lcov(&text, false);
    let _ = uncovered::jacoco(&text);
});
