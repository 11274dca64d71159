//! Native runs on every input.

use crate::c_programs::Input;
use crate::{root, succeed};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Errors that end a native run: those that the machine looks for without being asked.
const SANITIZERS: &str = "-fsanitize=address,integer-divide-by-zero,shift-exponent";

/// What an input leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// A hash of the edges of the control flow graph in the order taken.
    pub way: String,
    /// `exit STATUS`, `error` or `signal NUMBER`.
    pub end: String,
}

/// What each input leads to, by its bytes.
pub fn every_input(source: &Path, input: &Input, directory: &Path) -> BTreeMap<[u8; 2], Run> {
    let driver = root().join("crates/cli/tests/soak_truth/native/every_input.c");
    let (object, binary) = (directory.join("program.o"), directory.join("program"));
    succeed(
        Command::new("clang-19")
            .args(["-w", "-g", "-O0", SANITIZERS, "-fno-sanitize-recover=all"])
            .args(["-fsanitize-coverage=trace-pc-guard,no-prune"])
            .args(["-Dmain=wf_program_main", "-c"])
            .arg(source)
            .arg("-o")
            .arg(&object),
    );
    succeed(
        Command::new("clang-19")
            .args(["-w", SANITIZERS])
            .arg(&object)
            .arg(driver)
            .args(["-lm", "-o"])
            .arg(&binary),
    );
    // Status 178 is the driver's `ERROR`.
    let options = "exitcode=178:symbolize=0";
    let asan = format!("detect_leaks=0:handle_abort=0:allocator_may_return_null=1:{options}");
    let mut command = Command::new(&binary);
    command.arg(input.way.name());
    command.args(input.values.iter().map(ToString::to_string));
    let stdout = succeed(
        command
            .current_dir(directory)
            .env("ASAN_OPTIONS", asan)
            .env("UBSAN_OPTIONS", options),
    );
    let text = String::from_utf8(stdout).expect("the driver prints text");
    let runs: BTreeMap<[u8; 2], Run> = text.lines().map(run_of_line).collect();
    let all: u32 = input.values.iter().product();
    assert_eq!(runs.len(), all as usize, "{text}");
    runs
}

fn run_of_line(line: &str) -> ([u8; 2], Run) {
    let mut words = line.splitn(3, ' ');
    let mut word = || words.next().expect("three words").to_owned();
    let bytes = u16::from_str_radix(&word(), 16).expect("two bytes");
    let (way, end) = (word(), word());
    (bytes.to_be_bytes(), Run { way, end })
}
