//! What several workers gain: `make bench` prints the tables of `docs/workers.md`.
//!
//! One worker and several explore the same programs whole, by turns. Where the machine does other
//! things meanwhile, wall-clock time says little: the processor time that all processes of a run
//! take together says what several workers waste; and two runs at one time, each with one worker, say
//! what the machine lets two processes gain.

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs of each; the best counts, as what else the machine does only ever adds.
const ROUNDS: usize = 7;

struct Case {
    name: &'static str,
    program: PathBuf,
    size: &'static str,
}

#[derive(Clone, Copy)]
struct Run {
    wall: f64,
    processor: f64,
}

fn main() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/programs");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let cases = [
        Case {
            name: "2^20 one-compare paths",
            program: programs.join("compare_paths.c"),
            size: "-DN=20",
        },
        Case {
            name: "2^20 paths over the bits of one input",
            program: programs.join("bit_paths.c"),
            size: "-DN=20",
        },
        Case {
            name: "bubble sort of 8 ints",
            program: tests.join("bubble_sort.c"),
            size: "-DN=8",
        },
    ];
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "{cores} cores; depth first; seconds of exploration, in brackets processor seconds of the \
         whole command"
    );
    println!();
    println!(
        "| program | 1 worker | 2 workers | 8 workers | 2 against 1 | two at a time | 8 against 2 |"
    );
    println!("|---|---|---|---|---|---|---|");
    for case in &cases {
        let ([one, two, eight], pair) = measure(case);
        let show = |run: Run| format!("{:.2} ({:.2})", run.wall, run.processor);
        println!(
            "| {} | {} | {} | {} | {:.2}× as fast ({:+.0} % processor time) | {:.2}× | {:+.0} % ({:+.0} %) |",
            case.name,
            show(one),
            show(two),
            show(eight),
            one.wall / two.wall,
            percent(two.processor, one.processor),
            2.0 * one.wall / pair,
            percent(eight.wall, two.wall),
            percent(eight.processor, two.processor),
        );
    }
}

fn percent(now: f64, before: f64) -> f64 {
    (now / before - 1.0) * 100.0
}

/// The best of several runs with one, two and eight workers, by turns; and the least time of two runs
/// with one worker each at one time, the longer one: what the machine itself lets two processes gain.
fn measure(case: &Case) -> ([Run; 3], f64) {
    let worst = Run {
        wall: f64::INFINITY,
        processor: f64::INFINITY,
    };
    let (mut best, mut pair) = ([worst; 3], f64::INFINITY);
    for _ in 0..ROUNDS {
        for (best, jobs) in best.iter_mut().zip(["1", "2", "8"]) {
            let before = processor_seconds();
            let wall = explore(case, jobs);
            best.wall = best.wall.min(wall);
            best.processor = best.processor.min(processor_seconds() - before);
        }
        let both = std::thread::scope(|scope| {
            let other = scope.spawn(|| explore(case, "1"));
            let one = explore(case, "1");
            one.max(other.join().expect("the other run ends"))
        });
        pair = pair.min(both);
    }
    (best, pair)
}

/// Seconds of an exploration with so many workers.
fn explore(case: &Case, jobs: &str) -> f64 {
    let work = tempfile::tempdir().expect("a temporary directory");
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(&case.program)
        .args(["--json", "--no-replay", "--format", "none"])
        .args(["--strategy", "dfs", "--jobs", jobs, "--cflags", case.size])
        .arg("--output")
        .arg(work.path().join("out"))
        .output()
        .expect("wayfarer runs");
    let errors = String::from_utf8_lossy(&result.stderr);
    let summary: Value = serde_json::from_slice(&result.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {errors}", case.name));
    assert_eq!(summary["exhaustive"], true, "{}", case.name);
    summary["seconds"].as_f64().expect("a number")
}

/// Processor time of all commands so far and of the processes they waited for.
fn processor_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("usage is known");
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}
