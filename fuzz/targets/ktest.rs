//! No bytes make the reader of `.ktest` files panic, and what is read is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use suite::writer::KTest;

fuzz_target!(|bytes: &[u8]| {
    if let Some(read) = KTest::from_bytes(bytes) {
        assert_eq!(KTest::from_bytes(&read.to_bytes()), Some(read));
    }
});
