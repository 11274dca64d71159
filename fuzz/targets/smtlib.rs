//! No script makes the reader of SMT-LIB or the solver panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use solver::{Options, run_script};
use std::time::Duration;

fuzz_target!(|bytes: &[u8]| {
    let options = Options {
        time: Duration::from_millis(20),
        ..Options::default()
    };
    let _ = run_script(&mut &*bytes, &options, &mut std::io::sink());
});
