//! No text makes the reader of descriptors panic, and what is read is written as it was.
#![no_main]

use jvm::descriptor::{JavaType, Signature};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(signature) = Signature::parse(text) {
        signature.source();
    }
    if let Some(ty) = JavaType::of_field(text) {
        assert_eq!(ty.descriptor(), text);
    }
});
