//! Where tests cannot be isolated, that is said, or nothing runs.

use serde_json::Value;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "#include <assert.h>\n#include <wayfarer.h>\n\
                       int main(void) { assert(wf_int(\"x\") != 7); return 0; }\n";

/// The programs that a native build needs.
const TOOLS: &[&str] = &[
    "clang-19",
    "llvm-objcopy-19",
    "llvm-profdata-19",
    "llvm-cov-19",
    "ld",
];

/// Explores the program with these programs on the path.
fn explore(directory: &Path, path: &Path, mode: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args([
            "explore",
            "program.c",
            "--json",
            "--jobs",
            "1",
            "--sandbox",
            mode,
        ])
        .args(["--output", mode])
        .current_dir(directory)
        .env("PATH", path)
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    serde_json::from_slice(&output.stdout).expect("stdout is one JSON object")
}

#[test]
fn without_bubblewrap_tests_run_and_it_is_said_unless_it_is_required() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("program.c"), PROGRAM).expect("a program is written");
    let path = directory.path().join("path");
    std::fs::create_dir(&path).expect("a directory is made");
    for tool in TOOLS {
        symlink(Path::new("/usr/bin").join(tool), path.join(tool)).expect("a link is made");
    }
    for mode in ["auto", "off"] {
        let summary = explore(directory.path(), &path, mode);
        assert_eq!(summary["findings"][0]["verdict"], "confirmed", "{summary}");
        let missing = summary["not_isolated"].as_str().unwrap_or_default();
        assert_eq!(
            missing.contains("bwrap is not installed"),
            mode == "auto",
            "{summary}"
        );
    }
    let summary = explore(directory.path(), &path, "require");
    let why = summary["not_replayed"].as_str().unwrap_or_default();
    assert!(why.contains("--sandbox require: "), "{summary}");
    assert_eq!(
        summary["findings"][0]["verdict"], "not replayed",
        "{summary}"
    );
}
