//! The instrumented native build logs the very decisions that the machine takes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use wayfarer_llvm::{Build, BuildOptions, Changes, build, instrument};

/// Function, number of the decision in it, and which way.
type Decision = (u32, u32, u64);

const LOGGER: &str = r#"
#include <stdint.h>
#include <stdio.h>
static FILE *log_file;
void __wf_decision(uint32_t function, uint32_t decision, uint64_t value) {
    if (!log_file)
        log_file = fopen("decisions.log", "w");
    fprintf(log_file, "%u %u %llu\n", function, decision, (unsigned long long)value);
}
"#;

fn native_decisions(built: &Build, directory: &Path) -> Vec<Decision> {
    let instrumented = directory.join("instrumented.bc");
    let changes = Changes {
        log_decisions: true,
        fill_variables: false,
        fail_assumptions: false,
        error_label: None,
    };
    instrument(&built.user_bitcode, &changes, &instrumented).expect("it is instrumented");
    let logger = directory.join("logger.c");
    std::fs::write(&logger, LOGGER).expect("the logger is written");
    let program = directory.join("program");
    let status = Command::new("clang-19")
        .args(["-w", "-O0"])
        .args([
            &instrumented,
            &logger,
            &PathBuf::from("-o"),
            &program,
            &PathBuf::from("-lm"),
        ])
        .status()
        .expect("clang-19 runs");
    assert!(status.success());
    Command::new(program)
        .current_dir(directory)
        .output()
        .expect("the program runs");
    let log = std::fs::read_to_string(directory.join("decisions.log")).expect("there is a log");
    log.lines()
        .map(|line| {
            let numbers: Vec<u64> = line
                .split(' ')
                .map(|number| number.parse().expect("a number"))
                .collect();
            (numbers[0] as u32, numbers[1] as u32, numbers[2])
        })
        .collect()
}

#[derive(Default)]
struct Log {
    user_functions: u32,
    decisions: Vec<Decision>,
}

impl vm::Events for Log {
    fn branch(&mut self, function: ir::FunctionId, decision: u32, value: u32) {
        if function.0 < self.user_functions {
            self.decisions.push((function.0, decision, value.into()));
        }
    }
}

fn machine_decisions(built: Build) -> Vec<Decision> {
    let user_functions = built.decision_functions.len() as u32;
    let mut machine = vm::Machine::new(Arc::new(built.module), vm::Options::default());
    let mut state = machine
        .start_main(&[vm::Text::Fixed(b"program".to_vec())])
        .expect("there is a main");
    let mut log = Log {
        user_functions,
        decisions: Vec::new(),
    };
    let end = loop {
        match machine.run(&mut state, u64::MAX, &mut log) {
            vm::Stop::Fork(fork) => machine.take(&mut state, &fork, fork.taken),
            vm::Stop::End(end) => break end,
            vm::Stop::Budget => {}
        }
    };
    assert!(matches!(end, vm::End::Exit(_)), "{end:?}");
    log.decisions
}

fn check(name: &str, level: u8) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(name);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let options = BuildOptions {
        cflags: vec!["-w".to_owned()],
        optimisation: level,
        cache: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library")),
        ..BuildOptions::default()
    };
    let built = build(&[source], &directory.path().join("work"), &options).expect("it builds");
    for (index, name) in built.decision_functions.iter().enumerate() {
        assert_eq!(built.module.functions[index].name, *name);
    }
    let native = native_decisions(&built, directory.path());
    let machine = machine_decisions(built);
    assert!(!native.is_empty());
    if let Some(at) =
        (0..native.len().max(machine.len())).find(|&i| native.get(i) != machine.get(i))
    {
        panic!(
            "{name} at -O{level}: decision {at} is {:?} natively and {:?} in the machine",
            native.get(at),
            machine.get(at)
        );
    }
}

#[test]
fn control_flow_agrees() {
    check("control.c", 0);
    check("control.c", 2);
}

#[test]
fn library_calls_and_callbacks_agree() {
    check("memory.c", 0);
    check("variadic.c", 1);
}

#[test]
fn constructors_agree() {
    check("globals.c", 0);
}
