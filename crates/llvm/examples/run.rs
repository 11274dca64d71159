//! Builds a program and runs it in the machine:
//! `run [-O1] [--cache=DIR] [CFLAGS] FILE… [-- ARGUMENTS…]`.

use std::path::PathBuf;
use std::sync::Arc;
use wayfarer_llvm::{BuildOptions, build};

fn main() {
    let mut options = BuildOptions::default();
    let mut inputs = Vec::new();
    let mut arguments = std::env::args().skip(1);
    for argument in arguments.by_ref() {
        match argument.as_str() {
            "--" => break,
            "-O0" | "-O1" | "-O2" => options.optimisation = argument.as_bytes()[2] - b'0',
            _ if argument.starts_with("--cache=") => {
                options.cache = Some(PathBuf::from(&argument["--cache=".len()..]));
            }
            _ if argument.starts_with('-') => options.cflags.push(argument),
            _ => inputs.push(PathBuf::from(argument)),
        }
    }
    let work = tempfile::tempdir().expect("a temporary directory can be made");
    let built = match build(&inputs, work.path(), &options) {
        Ok(built) => built,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    };
    let host = vm::Options {
        host: true,
        ..vm::Options::default()
    };
    let arguments: Vec<Vec<u8>> = std::iter::once("program".to_owned())
        .chain(arguments)
        .map(String::into_bytes)
        .collect();
    let run = vm::run_concrete(Arc::new(built.module), host, &arguments);
    match run.map(|run| run.end) {
        Ok(vm::End::Exit(status)) => std::process::exit(status),
        Ok(end) => {
            eprintln!("{end:#?}");
            std::process::exit(100);
        }
        Err(error) => eprintln!("{error}"),
    }
}
