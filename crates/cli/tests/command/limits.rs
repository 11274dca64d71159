//! Limits at their borders: a run that needs as much as it may is whole, one that needs one more is
//! not, and says why.

use crate::expectation;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A program in a directory of its own.
struct Program {
    directory: tempfile::TempDir,
}

impl Program {
    fn new(text: &str) -> Program {
        let directory = tempfile::tempdir().expect("a temporary directory");
        std::fs::write(directory.path().join("program.c"), text).expect("it can be written");
        Program { directory }
    }

    fn file(&self) -> PathBuf {
        self.directory.path().join("program.c")
    }

    fn explored(&self, options: &[&str]) -> Value {
        let more = ["--no-replay", "--no-store"];
        expectation::explore(&self.file(), &[options, &more].concat())
    }

    /// The least value of an option with which the run is whole; with one less it hits the limit.
    fn border(&self, option: &str, limit: &str, most: u64) -> u64 {
        let (mut low, mut high) = (1, most);
        while low < high {
            let middle = low + (high - low) / 2;
            let summary = self.explored(&[option, &middle.to_string(), "--jobs", "1"]);
            let hit = summary["limits"][limit].as_u64().unwrap_or(0);
            assert_eq!(
                summary["exhaustive"],
                hit == 0,
                "{option} {middle}: {summary}"
            );
            match hit {
                0 => high = middle,
                _ => low = middle + 1,
            }
        }
        assert!(1 < low && low < most, "{option}: {low}");
        low
    }
}

/// Three decisions, four paths.
const NESTED: &str = "int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  if (__VERIFIER_nondet_int()) n++;
  if (n && __VERIFIER_nondet_int()) n++;
  if (n > 1 && __VERIFIER_nondet_int()) n++;
  return n;
}";

#[test]
fn forks_and_paths_are_counted_to_the_last() {
    let program = Program::new(NESTED);
    assert_eq!(program.border("--max-depth", "max-depth", 10), 3);
    assert_eq!(program.border("--max-paths", "max-paths", 10), 4);
    program.border("--max-instructions", "max-instructions", 10_000);
}

#[test]
fn instructions_are_counted_to_the_last_whether_paths_fork_or_not() {
    // The longest path forks all the time, or never.
    for count in ["wf_range_int(\"n\", 0, 1) + 1", "0"] {
        let program = Program::new(&format!(
            "#include <wayfarer.h>
int main(void) {{
  int sum = 0;
  for (int i = 0; i < 5; i++) {{
    if ({count}) {{ int x = wf_int(\"x\"); wf_assume(x != 3); sum += x & 1; }}
    sum++;
  }}
  return sum > 100;
}}"
        ));
        let border = program.border("--path-instructions", "path-instructions", 5_000);
        let limit = (border - 1).to_string();
        let summary = program.explored(&["--path-instructions", &limit, "--jobs", "1"]);
        assert_eq!(summary["left"]["paths cut off by a limit"], 1, "{summary}");
    }
}

#[test]
fn a_path_that_forks_for_ever_is_ended() {
    let program = Program::new(
        "int __VERIFIER_nondet_int(void);
int main(void) { int n = 0; while (1) { if (__VERIFIER_nondet_int()) n++; } }",
    );
    let bounds = ["--path-instructions", "500", "--max-instructions", "100000"];
    for strategy in ["dfs", "bfs", "nearest-uncovered,new-data"] {
        let options = [&bounds[..], &["--jobs", "1", "--strategy", strategy]].concat();
        let summary = program.explored(&options);
        let ended = summary["limits"]["path-instructions"].as_u64();
        assert!(ended > Some(0), "{strategy}: {summary}");
    }
}

#[test]
fn a_run_ends_with_the_errors_that_were_asked_for() {
    let program = Program::new(
        "#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 1);
  assert(x != 2);
  assert(x != 3);
  return 0;
}",
    );
    let found = |most: &str| {
        let summary = program.explored(&["--jobs", "1", "--max-findings", most]);
        let findings = summary["findings"].as_array().map_or(0, Vec::len);
        (findings, summary["exhaustive"] == true)
    };
    assert_eq!(found("2"), (2, false));
    assert_eq!(found("4"), (3, true));
}

#[test]
fn a_run_that_the_clock_ends_is_not_interrupted() {
    let program = Program::new(
        "int __VERIFIER_nondet_int(void);
int main(void) { unsigned n = 1; while (1) { if (__VERIFIER_nondet_int() > (int)n) n *= 3; } }",
    );
    for jobs in ["1", "2"] {
        let summary = program.explored(&["--time", "0.5", "--jobs", jobs]);
        let limits = summary["limits"].as_object().expect("an object");
        assert_eq!(limits.keys().collect::<Vec<_>>(), ["time"], "{summary}");
    }
}

/// A quarter of a million tests are found far sooner than they are written.
#[test]
fn workers_that_find_tests_faster_than_they_are_written_end_in_time() {
    let program = Program::new(
        "int __VERIFIER_nondet_int(void);
int main(void) { int n = 0; for (int i = 0; i < 18; i++) if (__VERIFIER_nondet_int() > 0) n++; return n; }",
    );
    let options = ["--all-paths", "--time", "2", "--jobs", "2"];
    let summary = program.explored(&options);
    assert!(summary["limits"]["time"].as_u64() > Some(0), "{summary}");
}

/// Which paths there are does not depend on how often they wait for others.
#[test]
fn paths_that_wait_lose_nothing() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/bubble_sort.c");
    let explored = |options: &[&str]| {
        let summary = expectation::explore(&file, &[options, &["--no-replay"]].concat());
        assert_eq!(summary["exhaustive"], true, "{options:?}: {summary}");
        let findings = summary["findings"].as_array().map_or(0, Vec::len);
        (summary["paths"].clone(), findings)
    };
    let whole = explored(&["--slice", "0"]);
    for known in explore::strategy::unspecified() {
        let options = ["--slice", "1", "--strategy", known.name];
        assert_eq!(explored(&options), whole, "{}", known.name);
    }
    for more in [["--jobs", "2"], ["--memory", "1"]] {
        assert_eq!(
            explored(&[&["--slice", "2"][..], &more].concat()),
            whole,
            "{more:?}"
        );
    }
}
