//! A program natively on every input: what a machine that leaves nothing out must agree with.

#![allow(dead_code)] // each test uses its part

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Errors that end a native run. Those that the machine does not look for without being asked, or
/// that lie inside of an object, are not among them.
const SANITIZERS: &str = "-fsanitize=address,integer-divide-by-zero,shift-exponent";

/// What an input leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// A hash of the edges of the control flow graph in the order taken.
    pub way: String,
    /// What it wrote to standard output.
    pub output: Vec<u8>,
    /// `exit STATUS`, `error`, `signal NUMBER` or, if an assumption failed, `skip`.
    pub end: String,
}

/// Runs a program on all values of its input: one or two bytes with so many values each, taken in a
/// way that the driver knows. Gives what each input leads to, by its bytes.
pub fn every_input(
    source: &Path,
    way: &str,
    values: &[u32],
    directory: &Path,
) -> BTreeMap<[u8; 2], Run> {
    let binary = directory.join("every-input");
    build(source, directory, &binary);
    // Status 178 is the driver's `ERROR`.
    let options = "exitcode=178:symbolize=0";
    let asan = format!("detect_leaks=0:handle_abort=0:allocator_may_return_null=1:{options}");
    let mut command = Command::new(&binary);
    command
        .arg(way)
        .args(values.iter().map(ToString::to_string));
    let stdout = succeed(
        command
            .current_dir(directory)
            .env("ASAN_OPTIONS", asan)
            .env("UBSAN_OPTIONS", options),
    );
    let text = String::from_utf8(stdout).expect("the driver prints text");
    let runs: BTreeMap<[u8; 2], Run> = text.lines().map(run_of_line).collect();
    let all: u32 = values.iter().product();
    assert_eq!(runs.len(), all as usize, "{}: {text}", source.display());
    runs
}

fn build(source: &Path, directory: &Path, binary: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let object = directory.join("every-input.o");
    succeed(
        Command::new("clang-19")
            .args(["-w", "-g", "-O0", SANITIZERS, "-fno-sanitize-recover=all"])
            .args(["-fsanitize-coverage=trace-pc-guard,no-prune", "-I"])
            .arg(root.join("../llvm/library/include"))
            .args(["-Dmain=wf_program_main", "-c"])
            .arg(source)
            .arg("-o")
            .arg(&object),
    );
    let renamed = ["malloc", "calloc", "realloc"];
    let renamed = renamed.map(|name| format!("--redefine-sym={name}=wf_{name}"));
    succeed(Command::new("llvm-objcopy-19").args(renamed).arg(&object));
    succeed(
        Command::new("clang-19")
            .args(["-w", SANITIZERS])
            .arg(&object)
            .arg(root.join("tests/every_input/driver.c"))
            .args(["-lm", "-lstdc++", "-o"])
            .arg(binary),
    );
}

fn run_of_line(line: &str) -> ([u8; 2], Run) {
    let mut words = line.splitn(4, ' ');
    let mut word = || words.next().expect("four words").to_owned();
    let bytes = u16::from_str_radix(&word(), 16).expect("two bytes");
    let (way, output, end) = (word(), unhex(&word()), word());
    (bytes.to_be_bytes(), Run { way, output, end })
}

/// The bytes of hexadecimal digits.
pub fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    let byte = |pair: &[u32]| (pair[0] << 4 | pair[1]) as u8;
    digits.chunks_exact(2).map(byte).collect()
}

/// Runs a command that must succeed; gives what it prints.
pub fn succeed(command: &mut Command) -> Vec<u8> {
    let output = command.output().expect("the command starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {stderr}");
    output.stdout
}
