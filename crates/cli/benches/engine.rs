//! Whole-command benchmarks: `make bench` prints the table of `docs/benchmarks.md`.
//!
//! Everything compared is measured in the same run on the same machine.

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Millions of rounds of the loop; long enough for the native run to be measured.
const ROUNDS: &str = "100";

fn main() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/programs");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let work = tempfile::tempdir().expect("a temporary directory");
    concrete(&programs.join("table_loop.c"), work.path());
    println!();
    println!(
        "| program | paths | seconds | paths/s | queries | queries/s | bytes per pending node |"
    );
    println!("|---|---|---|---|---|---|---|");
    let dfs: &[&str] = &["--strategy", "dfs"];
    let bfs: &[&str] = &["--strategy", "bfs"];
    // Some of its queries have no answer in any time that one would wait for a benchmark.
    let hard: &[&str] = &["--strategy", "dfs", "--solver-time", "1"];
    let cases: [(PathBuf, &str, &[&str]); 8] = [
        (
            programs.join("compare_paths.c"),
            "2^16 one-compare paths, dfs",
            dfs,
        ),
        (
            programs.join("compare_paths.c"),
            "2^16 one-compare paths, bfs",
            bfs,
        ),
        (
            programs.join("bit_paths.c"),
            "2^16 paths over the bits of one input, dfs",
            dfs,
        ),
        (tests.join("bubble_sort.c"), "bubble sort of 6 ints", dfs),
        (
            programs.join("../solver/sort7.c"),
            "bubble sort of 7 ints",
            dfs,
        ),
        (tests.join("strcmp_pairs.c"), "LATEST figure 1", dfs),
        (
            programs.join("pattern.c"),
            "matcher, 6-byte free pattern",
            dfs,
        ),
        (
            tests.join("hash_table.c"),
            "multiplicative hash, 3 free keys",
            hard,
        ),
    ];
    let mut stages = Vec::new();
    for (program, name, options) in &cases {
        let summary = explore(program, options, work.path());
        row(name, &summary);
        stages.push((*name, summary));
    }
    println!();
    many_pending(&programs.join("many_pending.c"), work.path());
    println!();
    back_ends(&cases, work.path());
    println!();
    println!("Queries by stage of the solver:");
    for (name, summary) in stages {
        println!("- {name}: {}", stage_list(&summary));
    }
}

/// Instructions per second with nothing symbolic, against the same program natively.
fn concrete(program: &Path, work: &Path) {
    let native = work.join("native");
    let mut clang = Command::new("clang-19");
    clang
        .args(["-O1", "-w"])
        .arg(program)
        .arg("-o")
        .arg(&native);
    assert!(clang.status().expect("clang-19 runs").success());
    // The best of three: what else the machine does only ever adds.
    let native_seconds = (0..3)
        .map(|_| {
            let started = Instant::now();
            let output = Command::new(&native)
                .arg(ROUNDS)
                .output()
                .expect("the program runs");
            assert!(output.status.success());
            started.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min);
    println!("| concrete execution | seconds | million instructions/s | times native -O1 |");
    println!("|---|---|---|---|");
    println!("| native, clang -O1 | {native_seconds:.3} | | 1 |");
    for level in ["0", "1"] {
        let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .args(["run", "--statistics", "--optimise", level])
            .arg(program)
            .arg(ROUNDS)
            .output()
            .expect("wayfarer runs");
        let text = String::from_utf8_lossy(&output.stderr);
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |index: usize| {
            words
                .get(index)
                .and_then(|word| word.trim_start_matches('(').parse::<f64>().ok())
        };
        let (Some(instructions), Some(seconds)) = (number(0), number(3)) else {
            println!("| machine, bitcode of -O{level} | failed: {text} | | |");
            continue;
        };
        println!(
            "| machine, bitcode of -O{level} | {seconds:.3} | {:.1} | {:.1} |",
            instructions / seconds / 1e6,
            seconds / native_seconds
        );
    }
}

/// A million nodes that wait within the 2 GiB that `--memory` allows unless told otherwise.
fn many_pending(program: &Path, work: &Path) {
    let options = ["--strategy", "bfs", "--jobs", "1", "--max-paths", "600000"];
    let summary = explore(program, &options, work);
    let number = |name: &str| summary[name].as_u64().unwrap_or(0);
    // Of all commands so far: no other one takes nearly as much.
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("usage is known");
    println!(
        "| most nodes pending | paths | seconds | peak RSS, MiB | snapshots dropped | replays |"
    );
    println!("|---|---|---|---|---|---|");
    println!(
        "| {} | {} | {:.1} | {} | {} | {} |",
        number("peak_pending"),
        number("paths"),
        summary["seconds"].as_f64().unwrap_or(0.0),
        usage.max_rss() >> 10,
        number("snapshots_dropped"),
        number("replays"),
    );
}

fn explore(program: &Path, options: &[&str], work: &Path) -> Value {
    let output = work.join("out");
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(program)
        .args([
            "--json",
            "--no-replay",
            "--format",
            "none",
            "--force",
            "--output",
        ])
        .arg(&output)
        .args(options)
        .output()
        .expect("wayfarer runs");
    serde_json::from_slice(&result.stdout).unwrap_or_else(|error| {
        panic!(
            "{}: {error}: {}",
            program.display(),
            String::from_utf8_lossy(&result.stderr)
        )
    })
}

/// The same explorations on one core with each back end behind the solver's other stages. Queries
/// that a back end leaves open are counted, and a run that the time ends is marked: its figure is
/// a lower bound.
fn back_ends(cases: &[(PathBuf, &str, &[&str])], work: &Path) {
    println!("| program | back end native, seconds | Z3, seconds | queries to the back end |");
    println!("|---|---|---|---|");
    for (program, name, options) in cases {
        let [native, z3] = ["native", "z3"].map(|back_end| {
            let mut options = options.to_vec();
            options.extend(["--solver", back_end, "--time", "100", "--jobs", "1"]);
            explore(program, &options, work)
        });
        let asked = native["solver"]["backend_queries"].as_u64().unwrap_or(0);
        let figure = |summary: &Value| {
            let seconds = summary["seconds"].as_f64().unwrap_or(0.0);
            let open = summary["solver"]["unknown"].as_u64().unwrap_or(0);
            let open = match open {
                0 => String::new(),
                open => format!(" ({open} open)"),
            };
            let stopped = summary["limits"]["time"].as_u64().is_some();
            format!(
                "{seconds:.2}{open}{}",
                if stopped { ", stopped" } else { "" }
            )
        };
        let (native, z3) = (figure(&native), figure(&z3));
        println!("| {name} | {native} | {z3} | {asked} |");
    }
}

fn row(name: &str, summary: &Value) {
    let number = |name: &str| summary[name].as_f64().unwrap_or(0.0);
    let (seconds, paths, queries) = (number("seconds"), number("paths"), number("queries"));
    let per_node = number("peak_snapshot_bytes") / number("peak_pending").max(1.0);
    println!(
        "| {name} | {paths} | {seconds:.2} | {:.0} | {queries} | {:.0} | {per_node:.0} |",
        paths / seconds,
        queries / seconds
    );
}

fn stage_list(summary: &Value) -> String {
    let Some(stages) = summary["solver"].as_object() else {
        return "none".to_owned();
    };
    let counted = stages
        .iter()
        .filter(|(_, count)| count.as_u64().is_some_and(|count| count > 0));
    counted
        .map(|(stage, count)| format!("{stage} {count}"))
        .collect::<Vec<_>>()
        .join(", ")
}
