//! What the summary of a run with `--lazy` says of the calls that it skipped.

use std::path::Path;
use std::process::Command;

/// Also where a limit keeps the run from being exhaustive.
#[test]
fn functions_that_are_taken_as_tested_are_named() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/lazy_strcmp.c");
    let directory = tempfile::tempdir().expect("a temporary directory");
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(file)
        .args(["--lazy-functions", "compare", "--max-paths", "1"])
        .args(["--no-replay", "--no-store", "--jobs", "1", "-o"])
        .arg(directory.path().join("out"))
        .output()
        .expect("wayfarer runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let named = "  taken as tested, errors inside of them are not asked for: compare\n";
    assert!(text.contains("not exhaustive"), "{text}");
    assert!(text.contains(named), "{text}");
}
