//! `wayfarer run` does what the program itself does.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run");
    let entries = std::fs::read_dir(folder).expect("it is listed");
    entries.map(|entry| entry.expect("a file").path()).collect()
}

/// What comes of a command whose standard input is a file of which a part was read, and what it leaves of that.
fn output(command: &mut Command) -> (Output, u64) {
    let place = tempfile::tempdir().expect("a temporary directory");
    let path = place.path().join("input");
    std::fs::write(&path, "read before\nfirst\nsecond\n").expect("it is written");
    let mut input = File::open(&path).expect("it is opened");
    input.seek(SeekFrom::Start(12)).expect("it is long enough");
    let shared = input.try_clone().expect("a descriptor");
    let output = command.current_dir(&place).stdin(shared).output();
    let left = input.stream_position().expect("a file has a position");
    (output.expect("it runs"), left)
}

/// Words that are options of `run` before the program.
const ARGUMENTS: [&str; 5] = ["--help", "-h", "-cp", "x", "--statistics"];

fn same(program: &Path) {
    let place = tempfile::tempdir().expect("a temporary directory");
    let native = place.path().join("native");
    let built = Command::new("clang-19")
        .arg("-o")
        .arg(&native)
        .arg(program)
        .status();
    assert!(built.expect("clang-19 runs").success());
    let program = program.canonicalize().expect("the program");
    // Both are called by the same name.
    let mut native = Command::new(&native);
    let expected = output(native.arg0(&program).args(ARGUMENTS));
    let mut wayfarer = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    let found = output(wayfarer.arg("run").arg(&program).args(ARGUMENTS));
    assert_eq!(found, expected, "{}", program.display());
}

#[test]
fn programs_do_the_same_on_real_surroundings() {
    programs().iter().for_each(|program| same(program));
}
