//! Runs that are killed, interrupted or run out of room are gone on with, and end as if nothing
//! had happened.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// 2^12 paths, an error on a quarter of them, and code that few of them reach.
const PROGRAM: &str = r#"
#include <assert.h>
#include <wayfarer.h>
int main(void) {
    int ones = 0, last = 0;
    for (int i = 0; i < 12; i++) {
        last = wf_int("bit") > 7;
        if (last) ones++;
    }
    if (ones == 12) return 3;
    if (ones == 11) return last ? 4 : 5;
    assert(ones % 4 != 2);
    return 0;
}
"#;

/// Explores everything in the directory `out` beside the program.
const EXPLORE: &[&str] = &["--all-paths", "--no-replay", "--format", "none", "--json"];

/// A directory with the program in it.
struct Work {
    directory: tempfile::TempDir,
}

impl Work {
    fn new() -> Work {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let work = Work { directory };
        std::fs::write(work.path("program.c"), PROGRAM).expect("a program is written");
        work
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
        command.args(arguments).current_dir(self.directory.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn explore(&self, options: &[&str]) -> Command {
        let explore = ["explore", "program.c", "--output", "out"];
        self.command(&[&explore, EXPLORE, options].concat())
    }

    fn resume(&self, options: &[&str]) -> Command {
        self.command(&[&["resume", "out"], options].concat())
    }

    fn show(&self) -> Value {
        let output = self.command(&["show", "out", "--json", "--tree"]).output();
        let output = output.expect("show runs");
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a finished run amounts to.
#[derive(Debug, PartialEq)]
struct Outcome {
    paths: u64,
    exhaustive: bool,
    /// Hash of the path and outcome of each test; a path explored twice shows as an extra one.
    tests: Vec<(String, String)>,
    /// Kind, line and number of paths.
    findings: BTreeSet<(String, u64, u64)>,
    branches: Value,
}

impl Outcome {
    fn of(work: &Work, output: &Output) -> Outcome {
        let summary: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)));
        let mut tests = Vec::new();
        for entry in std::fs::read_dir(work.path("out")).expect("the output is listed") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            assert!(!name.starts_with(".tmp"), "{name} is left");
            if name.starts_with("test") {
                let test = read(&path);
                let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                let (outcome, path) = (&test["outcome"], word(&test["path"]));
                let end = format!(
                    "{} {} {}",
                    outcome["kind"], outcome["status"], outcome["line"]
                );
                tests.push((path, end));
            }
        }
        tests.sort();
        let findings = summary["findings"].as_array().expect("a list").iter();
        let findings = findings.map(|finding| {
            let number = |key: &str| finding[key].as_u64().unwrap_or(0);
            (finding["kind"].to_string(), number("line"), number("paths"))
        });
        Outcome {
            paths: summary["paths"].as_u64().unwrap_or(0),
            exhaustive: summary["exhaustive"] == true,
            tests,
            findings: findings.collect(),
            branches: summary["machine_branches"].clone(),
        }
    }
}

fn read(path: &Path) -> Value {
    let text = std::fs::read(path).expect("a test is readable");
    serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails unless both are the same, and says in what they differ.
#[track_caller]
fn assert_same(mut got: Outcome, expected: &Outcome) {
    let only = |a: &Outcome, b: &Outcome| {
        let b: BTreeSet<_> = b.tests.iter().collect();
        let only = a.tests.iter().filter(|test| !b.contains(test));
        only.cloned().collect::<Vec<_>>()
    };
    assert_eq!(only(&got, expected), [], "tests that should not be");
    assert_eq!(only(expected, &got), [], "tests that are missing");
    assert_eq!(
        got.tests.len(),
        expected.tests.len(),
        "tests that are twice"
    );
    got.tests.clone_from(&expected.tests);
    assert_eq!(got, *expected);
}

/// The run that nothing disturbs.
fn undisturbed() -> Outcome {
    let work = Work::new();
    let output = work.explore(&[]).output().expect("explore runs");
    let result = Outcome::of(&work, &output);
    assert!(result.exhaustive);
    assert_eq!(result.paths, 4096);
    assert_eq!(result.tests.len(), 4096);
    assert_eq!(result.findings.len(), 1);
    result
}

/// Waits until the run is in the store: before that there is nothing to go on with.
fn wait_for_store(work: &Work, child: &mut Child) {
    while !work.path("out/run.db").exists() {
        std::thread::sleep(Duration::from_millis(5));
        if child.try_wait().expect("the child is there").is_some() {
            return;
        }
    }
}

/// Kills a run so many times at moments that a generator of that seed chooses.
fn killed(kills: u32, seed: u64, options: &[&str]) {
    let expected = undisturbed();
    let work = Work::new();
    let mut state = seed;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state >> 33
    };
    let mut reported = BTreeSet::new();
    let mut command = work.explore(options);
    let mut left = kills;
    let output = loop {
        let mut child = command.spawn().expect("the command starts");
        if left == 0 {
            break child.wait_with_output().expect("the command ends");
        }
        wait_for_store(&work, &mut child);
        std::thread::sleep(Duration::from_millis(random() % 700));
        child.kill().expect("it is killed");
        child.wait().expect("it is dead");
        left -= 1;
        // What was reported stays.
        let tests = work.show()["tests"].as_array().expect("a list").clone();
        let hashes: BTreeSet<String> = tests.iter().map(|test| test["path"].to_string()).collect();
        assert!(reported.is_subset(&hashes), "tests are lost");
        assert_eq!(hashes.len(), tests.len(), "paths were explored twice");
        reported = hashes;
        command = work.resume(&["--json"]);
    };
    assert_same(Outcome::of(&work, &output), &expected);
    let shown = work.show();
    assert_eq!(shown["pending"], 0);
    assert_eq!(shown["closed"]["completed"], 4096);
    let leaves = shown["tree"]["nodes"].as_array().expect("a list").iter();
    assert_eq!(leaves.filter(|node| node["path"].is_object()).count(), 4096);
}

#[test]
fn a_killed_run_goes_on() {
    killed(4, 1, &[]);
    killed(2, 2, &["--strategy", "bfs"]);
}

#[test]
#[ignore = "takes minutes"]
fn runs_killed_fifty_times_go_on() {
    killed(50, 3, &[]);
    killed(50, 4, &["--strategy", "dfs"]);
    killed(50, 5, &["--strategy", "random-path", "--memory", "1"]);
}

#[test]
fn a_run_without_room_keeps_what_it_has_and_goes_on() {
    let expected = undisturbed();
    let work = Work::new();
    let first = work.explore(&["--max-paths", "500"]).output();
    assert_eq!(Outcome::of(&work, &first.expect("explore runs")).paths, 500);
    let all = ["--max-paths", "100000", "--json"];
    let full = work.resume(&all);
    let words: Vec<String> = std::iter::once(full.get_program())
        .chain(full.get_args())
        .map(|word| format!("'{}'", word.to_string_lossy()))
        .collect();
    // No file may be larger than so many blocks of 512 bytes.
    let limited = format!("ulimit -f 2000; exec {}", words.join(" "));
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &limited])
        .current_dir(work.directory.path());
    let output = shell.output().expect("sh runs");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(
        message.contains("run.db") && message.contains("wayfarer resume"),
        "{message}"
    );
    let kept = work.show()["tests"].as_array().map_or(0, Vec::len);
    assert!((500..4096).contains(&kept), "{kept} tests");
    let output = work.resume(&all).output().expect("resume runs");
    assert_same(Outcome::of(&work, &output), &expected);
}

#[test]
fn an_interrupted_run_goes_on_and_limits_count_over_all_sessions() {
    let expected = undisturbed();
    let work = Work::new();
    let output = work.explore(&["--max-paths", "1000"]).output();
    let output = output.expect("explore runs");
    assert_eq!(Outcome::of(&work, &output).paths, 1000);
    let output = work.resume(&[]).output().expect("resume runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--max-paths"));
    let output = work.resume(&["--max-paths", "500", "--json"]).output();
    assert_eq!(
        Outcome::of(&work, &output.expect("resume runs")).paths,
        1500
    );
    let output = work.resume(&["--max-paths", "100000", "--json"]).output();
    assert_same(Outcome::of(&work, &output.expect("resume runs")), &expected);
    // Nothing is left: the summary comes again.
    let output = work.resume(&["--json"]).output().expect("resume runs");
    assert_same(Outcome::of(&work, &output), &expected);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn files_that_are_gone_or_broken_are_written_again() {
    let expected = undisturbed();
    let work = Work::new();
    work.explore(&[]).output().expect("explore runs");
    std::fs::remove_file(work.path("out/test000007.json")).expect("a test is removed");
    std::fs::write(work.path("out/test000008.json"), "{\"id\": 8").expect("a test is broken");
    std::fs::write(work.path("out/test009999.json"), "{}").expect("a test is invented");
    std::fs::write(work.path("out/.tmpabc"), "{").expect("a file is left");
    let output = work.resume(&["--json"]).output().expect("resume runs");
    assert_same(Outcome::of(&work, &output), &expected);
}

#[test]
fn what_changed_is_refused() {
    let work = Work::new();
    let refused = |code: i32, word: &str, options: &[&str]| {
        let output = work.resume(options).output().expect("resume runs");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.contains(word), "{message}");
    };
    refused(2, "no run", &[]);
    work.explore(&["--max-paths", "9"])
        .output()
        .expect("explore runs");
    let changed = PROGRAM.replace("> 7", "> 8");
    std::fs::write(work.path("program.c"), changed).expect("the program is changed");
    refused(2, "has changed", &[]);
    let output = work.resume(&["--force", "--max-paths", "3"]).output();
    assert_eq!(output.expect("resume runs").status.code(), Some(1));
    let store = work.path("out/run.db");
    let mut bytes = std::fs::read(&store).expect("the store is read");
    for byte in &mut bytes[4096..] {
        *byte ^= 0x5a;
    }
    std::fs::write(&store, &bytes).expect("the store is damaged");
    refused(3, "damaged", &["--force"]);
    std::fs::write(
        &store,
        "no database at all, but long enough to be read as one",
    )
    .expect("written");
    refused(3, "damaged", &["--force"]);
}

#[test]
fn two_do_not_work_in_one_directory_and_one_can_look() {
    let work = Work::new();
    let endless = PROGRAM.replace("i < 12", "i < 40");
    std::fs::write(work.path("program.c"), endless).expect("the program is changed");
    let mut child = work
        .explore(&["--strategy", "bfs"])
        .spawn()
        .expect("explore starts");
    wait_for_store(&work, &mut child);
    let shown = work.show();
    let other = work.resume(&[]).output().expect("resume runs");
    let explore = work.explore(&[]).output().expect("explore runs");
    child.kill().expect("it is killed");
    child.wait().expect("it is dead");
    assert_eq!(shown["active"], true);
    for output in [other, explore] {
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{message}");
        assert!(message.contains("another wayfarer"), "{message}");
    }
}
