//! `wayfarer run`.

mod concrete;
mod java;

use crate::arguments::{ProgramOptions, Run, Uninit};
use crate::{built, c};
use concrete::{finish, machine_options};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;
use vm::{Machine, Options, Text};

/// Executes a program concretely; its exit status is ours.
pub fn run(options: &Run) -> anyhow::Result<u8> {
    if java::is_java(options) {
        return java::run(options);
    }
    let work = scratch::ScratchDirectory::new()?;
    let mut files = vec![options.file().to_owned()];
    files.extend(options.with.iter().cloned());
    let mut program_options = ProgramOptions {
        files,
        cflags: options.cflags.clone(),
        machine: options.machine.clone(),
        optimise: options.optimise,
        check: Vec::new(),
        uninit: Uninit::Filled,
        error_label: None,
        spec: options.spec.clone(),
        own_flags: BTreeMap::new(),
        spares: Vec::new(),
        linked: Vec::new(),
        has_stubs: false,
    };
    built::expand(&mut program_options)?;
    let build = c::build(&program_options, false, work.path())?;
    for warning in &build.warnings {
        eprintln!("wayfarer: warning: {warning}");
    }
    let machine_options = Options {
        program_name: options.file().display().to_string(),
        ..machine_options()
    };
    let program: Arc<dyn ir::Program> = Arc::new(build.module);
    let mut machine = Machine::new(program, machine_options);
    let words = [options.file().as_os_str()].into_iter();
    let words = words.chain(options.arguments().iter().map(OsString::as_os_str));
    let arguments: Vec<Text> = words
        .map(|word| Text::Fixed(word.as_encoded_bytes().to_vec()))
        .collect();
    let state = machine.start_main(&arguments)?;
    finish(&mut machine, state, options.statistics)
}
