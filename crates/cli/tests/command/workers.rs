//! Several workers: what is found does not depend on how many there are, nor on their deaths.

use crate::compiled::path_key;
use crate::subject::Subject;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn explore(arguments: &[String], output: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .args(arguments)
        .args(["--json", "--no-replay", "--format", "none", "--force"])
        .arg("--output")
        .arg(output)
        .output()
        .expect("the command runs")
}

fn summary(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Hashes of the paths that became tests.
fn hashes(output: &Path) -> BTreeSet<String> {
    let mut hashes = BTreeSet::new();
    for entry in std::fs::read_dir(output).expect("the output is listed") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with("test") || !name.ends_with(".json") {
            continue;
        }
        let text = std::fs::read(&path).expect("a test is readable");
        let test: Value = serde_json::from_slice(&text).expect("a test is JSON");
        if test["outcome"]["kind"] != "cut" {
            let new = hashes.insert(path_key(&test));
            assert!(new, "a path is explored twice: {}", test["path"]);
        }
    }
    hashes
}

/// Kinds, places and numbers of paths of the findings, in no order.
fn findings(summary: &Value) -> BTreeSet<String> {
    let findings = summary["findings"].as_array().expect("an array");
    let finding = |f: &Value| {
        format!(
            "{} {}:{} {} paths",
            f["kind"], f["file"], f["line"], f["paths"]
        )
    };
    findings.iter().map(finding).collect()
}

struct Found {
    summary: Value,
    hashes: BTreeSet<String>,
    stderr: String,
}

fn found(subject: &Subject, options: &[&str]) -> Found {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let options = [&["--all-paths"], options].concat();
    let output = explore(&subject.with(&options), directory.path());
    Found {
        summary: summary(&output),
        hashes: hashes(directory.path()),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

const PROGRAMS: &[(&str, &[&str])] = &[
    ("binary_tree.c", &[]),
    ("bubble_sort.c", &[]),
    ("calculator.c", &[]),
    ("linked_list.c", &[]),
    ("options.c", &["--args", "2x3"]),
    ("regular_expression.c", &[]),
    ("state_machine.c", &["--stdin", "7"]),
    ("strcmp_pairs.c", &[]),
    ("AskedValues.java", &["AskedValues.run"]),
    (
        "JitterBug.java",
        &["JitterBug.foo", "JitterBug$Node", "--objects", "any-state"],
    ),
    ("LctFigures.java", &["LctFigures", "--objects", "any-state"]),
    (
        "NodePair.java",
        &["NodePair.example", "--objects", "any-state"],
    ),
    (
        "OrderRules.java",
        &[
            "OrderRules.price",
            "OrderRules.share",
            "OrderRules.count",
            "--array-length",
            "3",
        ],
    ),
    (
        "RedBlackTree.java",
        &[
            "RedBlackTree.shape()",
            "--precondition",
            "repOk",
            "--heap-objects",
            "4",
            "--heap-depth",
            "3",
        ],
    ),
    (
        "Starts.java",
        &[
            "Starts.main",
            "Starts.cost",
            "--stdin",
            "2",
            "--array-length",
            "2",
            "--string-length",
            "2",
        ],
    ),
];

#[test]
fn any_number_of_workers_finds_the_same_in_c() {
    any_number_of_workers_finds_the_same(".c");
}

#[test]
fn any_number_of_workers_finds_the_same_in_java() {
    any_number_of_workers_finds_the_same(".java");
}

fn any_number_of_workers_finds_the_same(suffix: &str) {
    let programs = PROGRAMS.iter().filter(|(name, _)| name.ends_with(suffix));
    for (number, (name, options)) in programs.enumerate() {
        let subject = Subject::new(name, options);
        let alone = found(&subject, &["--jobs", "1"]);
        assert!(!alone.hashes.is_empty(), "{name}");
        // Each number in one order with one program and in the other with the next.
        let orders = [["2", "4"], ["4", "2"]][number % 2];
        for (jobs, strategy) in orders.into_iter().zip(["dfs", "random-path"]) {
            let many = found(&subject, &["--jobs", jobs, "--strategy", strategy]);
            let what = format!("{name} {jobs} {strategy}: {}", many.stderr);
            assert_eq!(many.hashes, alone.hashes, "{what}");
            assert_eq!(findings(&many.summary), findings(&alone.summary), "{what}");
            for key in ["exhaustive", "paths", "infeasible", "tests", "left"] {
                assert_eq!(many.summary[key], alone.summary[key], "{what}: {key}");
            }
            if alone.summary["explored_share"] == 1.0 {
                assert_eq!(many.summary["explored_share"], 1.0, "{what}");
            }
            assert_eq!(
                many.summary["machine_branches"], alone.summary["machine_branches"],
                "{what}"
            );
        }
    }
}

#[test]
fn a_worker_that_dies_once_costs_nothing() {
    let subject = Subject::new("bubble_sort.c", &["--strategy", "dfs"]);
    let alone = found(&subject, &["--jobs", "1"]);
    for hash in alone.hashes.iter().step_by(200) {
        let crash = ["--jobs", "2", "--crash-once", "--crash-on-path", hash];
        let many = found(&subject, &crash);
        assert!(many.stderr.contains("a worker died"), "{}", many.stderr);
        assert_eq!(many.summary["exhaustive"], true, "{}", many.summary);
        assert_eq!(many.hashes, alone.hashes);
    }
}

#[test]
fn a_path_on_which_workers_die_is_given_up_and_counted() {
    let subject = Subject::new("binary_tree.c", &["--strategy", "bfs"]);
    let alone = found(&subject, &["--jobs", "1"]);
    let hash = alone.hashes.iter().nth(alone.hashes.len() / 2);
    let hash = hash.expect("there are paths");
    for jobs in ["2", "3"] {
        let crash = ["--jobs", jobs, "--crash-on-path", hash];
        let many = found(&subject, &crash);
        assert_eq!(many.summary["exhaustive"], false, "{}", many.summary);
        let given_up = &many.summary["left"]["paths on which workers died"];
        assert_eq!(*given_up, 1, "{}", many.summary);
        assert!(!many.hashes.contains(hash));
        // What lies behind forks that only the lost path passed is lost with it.
        assert!(many.hashes.is_subset(&alone.hashes));
    }
}

#[test]
fn workers_short_of_memory_lose_no_path() {
    let subject = Subject::new("bubble_sort.c", &["--strategy", "random-path"]);
    let alone = found(&subject, &["--jobs", "1"]);
    for jobs in ["2", "4"] {
        let many = found(&subject, &["--jobs", jobs, "--memory", "0"]);
        assert!(
            many.summary["replays"].as_u64() > Some(0),
            "{}",
            many.summary
        );
        assert_eq!(many.summary["exhaustive"], true, "{}", many.summary);
        assert_eq!(many.hashes, alone.hashes);
    }
}

#[test]
fn workers_execute_as_many_instructions_as_they_may() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("many.c");
    let text = ENDLESS.replace("for (;;)", "for (int i = 0; i < 40; i++)");
    std::fs::write(&source, text).expect("a program is written");
    let source = source.display().to_string();
    for (jobs, allowed) in [("1", 3_000_000), ("2", 3_000_000), ("5", 3_000_000)] {
        let instructions = allowed.to_string();
        let arguments = [&source, "--jobs", jobs, "--max-instructions", &instructions];
        let output = explore(
            &arguments.map(ToOwned::to_owned),
            &directory.path().join("out"),
        );
        let summary = summary(&output);
        assert_eq!(summary["exhaustive"], false, "{summary}");
        assert!(summary["limits"]["max-instructions"].is_u64(), "{summary}");
        // A replay that is under way is not ended, and paths that are kept are run once more; what a
        // worker has left of its last portion may stay unused.
        let executed = summary["instructions"].as_u64().expect("a number");
        assert!(executed >= allowed - allowed / 100, "{jobs}: {executed}");
        assert!(executed < allowed + allowed / 100, "{jobs}: {executed}");
    }
}

const ENDLESS: &str = "#include <wayfarer.h>\nint main(void) { unsigned n = 0;\n\
     for (;;) if (wf_int(\"x\") > 5) n++; else n += 2;\nreturn n; }\n";

#[test]
fn limits_and_interruption_end_all_workers() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("endless.c");
    std::fs::write(&source, ENDLESS).expect("a program is written");
    let out = directory.path().join("limited");
    let endless = source.display().to_string();
    for (limit, value) in [("time", "1"), ("max-instructions", "1000000")] {
        let option = format!("--{limit}");
        let arguments = [&endless, "--jobs", "2", &option, value].map(ToOwned::to_owned);
        let summary = summary(&explore(&arguments, &out));
        assert_eq!(summary["exhaustive"], false);
        assert!(
            summary["limits"][limit].as_u64() > Some(0),
            "{limit}: {summary}"
        );
    }
    let child = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["explore", "--json", "--no-replay", "--jobs", "2"])
        .args(["--output", "out"])
        .arg(&source)
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    // On a busy machine it takes a while until there is something to interrupt.
    let out = directory.path().join("out");
    let has_forked = || {
        let pending = || store::Reader::open(&out)?.pending();
        store::exists(&out) && pending().is_ok_and(|pending| pending > 1)
    };
    let start = Instant::now();
    while !has_forked() && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(500));
    let kill = format!("kill -INT {}", child.id());
    let killed = Command::new("sh").args(["-c", &kill]).status();
    assert!(killed.expect("sh runs").success());
    let output = child.wait_with_output().expect("the command ends");
    let summary = summary(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(summary["limits"]["interrupted"].is_u64(), "{summary}");
    assert!(summary["tests"].as_u64() > Some(0), "{summary}");
}
