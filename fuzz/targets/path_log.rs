//! No bytes make the reader of stored paths panic.
#![no_main]

use explore::PathBlock;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = PathBlock::decode(7, bytes);
});
