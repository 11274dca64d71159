//! No text makes the parser or the verifier panic, and what parses survives printing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(module) = ir::parse("fuzz", text) else { return };
    let printed = module.to_string();
    let again = ir::parse("printed", &printed).expect("printed modules can be parsed");
    assert_eq!(again, module);
    if ir::verify(&module).is_ok() {
        for function in &module.functions {
            let _ = ir::verify_definite_assignment(function);
        }
    }
});
