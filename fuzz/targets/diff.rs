//! No text makes the reader of unified diffs panic.
#![no_main]
#![allow(dead_code)] // what `reach` does with them

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/cli/src/reach/elsewhere.rs"]
mod elsewhere;
#[path = "../../crates/cli/src/reach/patch.rs"]
mod patch;

fuzz_target!(|bytes: &[u8]| {
    let _ = patch::parse(&String::from_utf8_lossy(bytes));
});
