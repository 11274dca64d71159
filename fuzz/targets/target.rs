//! No text makes the reader of targets panic.
#![no_main]
#![allow(dead_code)] // what `reach` does with them

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/cli/src/reach/elsewhere.rs"]
mod elsewhere;
#[path = "../../crates/cli/src/reach/spec.rs"]
mod spec;

fuzz_target!(|text: &str| {
    let _ = text.parse::<spec::Spec>();
});
