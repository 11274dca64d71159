//! Techniques that go along with an exploration: what they say does not depend on who explores.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A loop over a text, with a branch that cannot be taken after another.
const PROGRAM: &str = r#"#include <wayfarer.h>
int main(void) {
  char text[6];
  wf_symbolic(text, sizeof text, "text");
  int digits = 0;
  for (int i = 0; text[i] && i < 5; i++) {
    if (text[i] >= '0') digits++;
    else if (text[i] == 'x') return 9;
  }
  return digits;
}
"#;

fn wayfarer(directory: &Path, arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {message}"))
}

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("text.c"), PROGRAM).expect("it is written");
    directory
}

const EXPLORE: [&str; 6] = ["explore", "text.c", "-o", "out", "--json", "--no-replay"];

#[test]
fn reasons_for_infeasible_arms_are_the_same_whoever_looked() {
    let reasons = |options: &[&str], resumed: bool| -> Value {
        let directory = directory();
        let explain = [&EXPLORE[..], &["--explain-infeasible"], options].concat();
        wayfarer(directory.path(), &explain);
        if resumed {
            wayfarer(
                directory.path(),
                &["resume", "out", "--json", "--max-paths", "1000"],
            );
        }
        let shown = wayfarer(directory.path(), &["show", "--json", "out"]);
        let place = directory.path().to_string_lossy().into_owned();
        let reasons = shown["infeasible"].to_string().replace(&place, "");
        serde_json::from_str(&reasons).expect("JSON")
    };
    let alone = reasons(&["--jobs", "1"], false);
    let [only] = alone.as_array().expect("a list").as_slice() else {
        panic!("{alone}");
    };
    assert_eq!(
        (&only["arm"]["line"], &only["arm"]["choice"]),
        (&8.into(), &1.into())
    );
    assert_eq!(only["with"][0]["line"], 7);
    assert_eq!(only["with"].as_array().map(Vec::len), Some(1));
    assert_eq!(reasons(&["--jobs", "3"], false), alone);
    assert_eq!(reasons(&["--jobs", "1", "--max-paths", "20"], true), alone);
}

#[test]
fn a_bound_on_loops_cuts_off_the_same_paths_whoever_explores() {
    let explored = |options: &[&str], resumed: bool| {
        let directory = directory();
        let bounded = [&EXPLORE[..], &["--loop-bound", "2"], options].concat();
        let mut summary = wayfarer(directory.path(), &bounded);
        if resumed {
            let more = ["resume", "out", "--json", "--max-paths", "1000"];
            summary = wayfarer(directory.path(), &more);
        }
        assert_eq!(summary["exhaustive"], false, "{summary}");
        let cut_off = summary["limits"]["loop-bound"].clone();
        assert!(cut_off.as_u64() > Some(0), "{summary}");
        (summary["paths"].clone(), cut_off)
    };
    let alone = explored(&["--jobs", "1"], false);
    for strategy in ["dfs", "bfs", "random-path"] {
        let options = ["--jobs", "1", "--strategy", strategy];
        assert_eq!(explored(&options, false), alone, "{strategy}");
    }
    assert_eq!(explored(&["--jobs", "3"], false), alone);
    assert_eq!(explored(&["--jobs", "1", "--slice", "1"], false), alone);
    assert_eq!(explored(&["--jobs", "1", "--max-paths", "7"], true), alone);
}

/// Paths no two of which come to a place in the same state, with some code between decisions.
const ALL_DIFFERENT: &str = r#"#include <wayfarer.h>
#include <assert.h>
int main(void) {
  volatile unsigned hash = 1;
  for (unsigned bit = 0; bit < 12; bit++) {
    hash = hash * 2;
    if (wf_int("x") > 0) hash = hash + 1;
    for (int round = 0; round < 100; round++) hash ^= bit << (round & 3);
  }
  assert(hash != 7);
  return 0;
}
"#;

#[test]
fn where_nothing_can_be_pruned_little_is_run_again() {
    let directory = directory();
    std::fs::write(directory.path().join("text.c"), ALL_DIFFERENT).expect("it is written");
    let plain = wayfarer(directory.path(), &EXPLORE);
    let pruned = wayfarer(
        directory.path(),
        &[
            &EXPLORE[..],
            &["--prune", "coverage", "--force", "--jobs", "1"],
        ]
        .concat(),
    );
    assert_eq!(pruned["paths"], 4096, "{pruned}");
    assert_eq!(plain["paths"], pruned["paths"]);
    let own = plain["instructions"].as_u64().expect("a number");
    let again = pruned["prune"]["instructions"].as_u64().expect("a number");
    // The budget, and behind it a thirty-second at the most.
    assert!(
        (1..(1 << 19) + own / 16).contains(&again),
        "{again} of {own}"
    );
    assert!(own > 4 << 20, "{own}");
    let shown = wayfarer(directory.path(), &["show", "--json", "out"]);
    let facts = shown["pruned"].as_array().expect("a list");
    let spent = |fact: &&Value| fact["what"] == "milliseconds spent on it";
    assert!(facts.iter().any(|fact| spent(&fact)), "{shown}");
}
