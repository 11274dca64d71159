//! Prints the `ir` of C sources and bitcode, and what the verifier has to say about it:
//! `cargo run -p wayfarer-llvm --example print -- [-O1] FILE…`.

use std::path::PathBuf;
use wayfarer_llvm::{BuildOptions, build};

fn main() {
    let mut options = BuildOptions::default();
    let mut inputs = Vec::new();
    let mut quiet = false;
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "-q" => quiet = true,
            "-O0" | "-O1" | "-O2" => options.optimisation = argument.as_bytes()[2] - b'0',
            _ if argument.starts_with("--cache=") => {
                options.cache = Some(PathBuf::from(&argument["--cache=".len()..]));
            }
            _ if argument.starts_with('-') => options.cflags.push(argument),
            _ => inputs.push(PathBuf::from(argument)),
        }
    }
    let work = tempfile::tempdir().expect("a temporary directory can be made");
    match build(&inputs, work.path(), &options) {
        Ok(built) => {
            if !quiet {
                println!("{}", built.module);
            }
            let unsupported = unsupported(&built.module);
            for warning in built.warnings {
                eprintln!("warning: {warning}");
            }
            for (function, what) in unsupported {
                eprintln!("unsupported in {function}: {what}");
            }
            for error in ir::verify(&built.module).err().unwrap_or_default() {
                eprintln!("invalid: {error}");
            }
            for function in &built.module.functions {
                let unassigned = ir::verify_definite_assignment(function).err();
                for error in unassigned.unwrap_or_default() {
                    eprintln!("not assigned: {error}");
                }
            }
        }
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

fn unsupported(module: &ir::Module) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for function in &module.functions {
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let ir::InstructionKind::Unsupported { what } = &instruction.kind {
                found.push((function.name.clone(), what.clone()));
            }
        }
    }
    found
}
