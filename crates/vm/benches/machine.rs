//! Speed of the machine: concrete execution beside native code in the same run, and what forks and
//! snapshots cost when every branch goes both ways (without a solver: models are made up).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use term::{Bits, Model, Op, Value};
use wayfarer_vm::{End, Machine, NoEvents, Options, State, Stop, Text};

const ROUNDS: &str = "4000";

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("benches")
        .join(name)
}

fn build(name: &str, level: u8, work: &Path) -> Arc<ir::Module> {
    let mut options = llvm::BuildOptions {
        optimisation: level,
        ..Default::default()
    };
    options.cache = Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library"));
    let built = llvm::build(&[source(name)], work, &options).expect("the benchmark compiles");
    Arc::new(built.module)
}

fn native(name: &str, work: &Path) -> Duration {
    let binary = work.join("native");
    let compiled = Command::new("clang-19")
        .args(["-O1", "-w", "-DNATIVE", "-o"])
        .arg(&binary)
        .arg(source(name))
        .status()
        .expect("clang-19 runs");
    assert!(compiled.success());
    // The program tells its own processor time: other work on the computer must not count.
    let time = |_| {
        let ran = Command::new(&binary).arg(ROUNDS).output().expect("it runs");
        let text = String::from_utf8_lossy(&ran.stderr).into_owned();
        Duration::from_micros(text.trim().parse().expect("microseconds on standard error"))
    };
    (0..3).map(time).min().expect("three runs")
}

/// Processor time of this process so far.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux");
    let nanoseconds = text
        .split_whitespace()
        .next()
        .and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the first field is a number"))
}

fn concrete(name: &str, level: u8, work: &Path, native: Duration) {
    let module = build(name, level, work);
    let mut best: Option<(Duration, u64)> = None;
    for _ in 0..2 {
        let mut machine = Machine::new(module.clone(), Options::default());
        let arguments = [Text::Fixed(b"loop".to_vec()), Text::Fixed(ROUNDS.into())];
        let mut state = machine.start_main(&arguments).expect("main is there");
        let start = processor_time();
        let stop = machine.run(&mut state, u64::MAX, &mut NoEvents);
        let time = processor_time() - start;
        assert_eq!(stop, Stop::End(End::Exit(0)));
        if best.is_none_or(|(other, _)| time < other) {
            best = Some((time, state.instructions()));
        }
    }
    let (time, instructions) = best.expect("two runs");
    let rate = instructions as f64 / time.as_secs_f64() / 1e6;
    let factor = time.as_secs_f64() / native.as_secs_f64();
    println!(
        "| {name}, bitcode of -O{level} | {instructions} instructions | {:.3} s | {rate:.0} M/s | \
         {factor:.1} x native -O1 ({:.3} s) |",
        time.as_secs_f64(),
        native.as_secs_f64()
    );
}

/// Walks all paths depth first with models that put each byte on the side wanted.
fn paths(level: u8, work: &Path) {
    let module = build("paths.c", level, work);
    let mut machine = Machine::new(module, Options::default());
    let start = processor_time();
    let state = machine
        .start_main(&[Text::Fixed(b"paths".to_vec())])
        .expect("main is there");
    let inputs: Vec<_> = (0..16)
        .map(|ordinal| {
            let term = machine.input(ordinal, "bytes", 8);
            match machine.pool.op(term) {
                Op::Input(input) => input,
                _ => unreachable!("an input"),
            }
        })
        .collect();
    let mut todo: Vec<State> = vec![state];
    let (mut ended, mut most, mut bytes) = (0u32, 0usize, 0usize);
    while let Some(mut state) = todo.pop() {
        loop {
            match machine.run(&mut state, u64::MAX, &mut NoEvents) {
                Stop::Fork(fork) => {
                    let other = 1 - fork.taken;
                    let mut pending = state.clone();
                    machine.take(&mut state, &fork, fork.taken);
                    let depth = pending.depth() as usize;
                    machine.take(&mut pending, &fork, other);
                    let mut model: Model = pending.model().clone();
                    let value = if fork.arms[other].choice == 1 { 200 } else { 0 };
                    model.set(inputs[depth], Value::Bits(Bits::new(8, value)));
                    pending.set_model(model);
                    todo.push(pending);
                    if todo.len() > most {
                        most = todo.len();
                        bytes = todo.iter().map(State::approximate_bytes).sum();
                    }
                }
                Stop::End(_) => break,
                Stop::Budget => unreachable!("the budget is not limited"),
            }
        }
        ended += 1;
    }
    let time = processor_time() - start;
    println!(
        "| {ended} paths, bitcode of -O{level} | {:.3} s | {:.0} paths/s | {} bytes a pending state \
         ({most}) |",
        time.as_secs_f64(),
        f64::from(ended) / time.as_secs_f64(),
        bytes / most.max(1)
    );
}

fn main() {
    let work = tempfile::tempdir().expect("a temporary directory");
    println!("| program | work | time | rate | cost |\n|---|---|---|---|---|");
    for name in ["loop.c", "calls.c"] {
        let native = native(name, work.path());
        for level in [0, 1, 2] {
            concrete(name, level, work.path(), native);
        }
    }
    for level in [0, 2] {
        paths(level, work.path());
    }
}
