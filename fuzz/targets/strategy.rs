//! No text makes the reader of strategies panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = explore::strategy::parse(text);
});
