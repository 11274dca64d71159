//! Several workers: what is found does not depend on how many there are, nor on their deaths.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn program(name: &str) -> PathBuf {
    let folder = match name.ends_with(".java") {
        true => "../../tests/java/programs",
        false => "../../tests/programs",
    };
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join(name)
}

/// What tells a path from others: its hash, behind the method whose path it is.
fn path_key(test: &Value) -> String {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let method = &test["method"];
    word(&method["name"]) + &word(&method["descriptor"]) + &word(&test["path"])
}

fn explore(program: &Path, output: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(program)
        .args(["--json", "--all-paths", "--no-replay", "--format", "none"])
        .arg("--output")
        .arg(output)
        .args(options)
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

fn found(name: &str, options: &[&str]) -> Found {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let output = explore(&program(name), directory.path(), options);
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
    ("JitterBug.java", &["JitterBug.foo", "JitterBug$Node"]),
    ("LctFigures.java", &["LctFigures"]),
    ("NodePair.java", &["NodePair.example"]),
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
];

#[test]
fn any_number_of_workers_finds_the_same() {
    for (name, options) in PROGRAMS {
        let alone = found(name, &[options, &["--jobs", "1"][..]].concat());
        assert!(!alone.hashes.is_empty(), "{name}");
        for jobs in ["2", "4"] {
            for strategy in ["dfs", "random-path"] {
                let options = [options, &["--jobs", jobs, "--strategy", strategy][..]].concat();
                let many = found(name, &options);
                let what = format!("{name} {jobs} {strategy}: {}", many.stderr);
                assert_eq!(many.hashes, alone.hashes, "{what}");
                assert_eq!(findings(&many.summary), findings(&alone.summary), "{what}");
                for key in ["exhaustive", "paths", "infeasible", "tests", "left"] {
                    assert_eq!(many.summary[key], alone.summary[key], "{what}: {key}");
                }
                assert_eq!(
                    many.summary["machine_branches"], alone.summary["machine_branches"],
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn a_worker_that_dies_once_costs_nothing() {
    let (name, options) = ("bubble_sort.c", &["--strategy", "dfs"][..]);
    let alone = found(name, &[options, &["--jobs", "1"][..]].concat());
    for hash in alone.hashes.iter().step_by(200) {
        let crash = ["--jobs", "2", "--crash-once", "--crash-on-path", hash];
        let many = found(name, &[options, &crash[..]].concat());
        assert!(many.stderr.contains("a worker died"), "{}", many.stderr);
        assert_eq!(many.summary["exhaustive"], true, "{}", many.summary);
        assert_eq!(many.hashes, alone.hashes);
    }
}

#[test]
fn a_path_on_which_workers_die_is_given_up_and_counted() {
    let (name, options) = ("binary_tree.c", &["--strategy", "bfs"][..]);
    let alone = found(name, &[options, &["--jobs", "1"][..]].concat());
    let hash = alone.hashes.iter().nth(alone.hashes.len() / 2);
    let hash = hash.expect("there are paths");
    for jobs in ["2", "3"] {
        let crash = ["--jobs", jobs, "--crash-on-path", hash];
        let many = found(name, &[options, &crash[..]].concat());
        assert_eq!(many.summary["exhaustive"], false, "{}", many.summary);
        let given_up = &many.summary["left"]["paths on which workers died"];
        assert_eq!(*given_up, 1, "{}", many.summary);
        assert!(!many.hashes.contains(hash));
        // What lies behind forks that only the lost path passed is lost with it.
        assert!(many.hashes.is_subset(&alone.hashes));
    }
}

#[test]
fn limits_and_interruption_end_all_workers() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("endless.c");
    let text = "#include <wayfarer.h>\nint main(void) { unsigned n = 0;\n\
                for (;;) if (wf_int(\"x\") > 5) n++; else n += 2;\nreturn n; }\n";
    std::fs::write(&source, text).expect("a program is written");
    let out = directory.path().join("limited");
    for (limit, value) in [("time", "1"), ("max-instructions", "1000000")] {
        let option = format!("--{limit}");
        let output = explore(&source, &out, &["--jobs", "2", &option, value]);
        let summary = summary(&output);
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
    for _ in 0..1200 {
        if directory.path().join("out/suite.json").exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(1500));
    let kill = format!("kill -INT {}", child.id());
    let killed = Command::new("sh").args(["-c", &kill]).status();
    assert!(killed.expect("sh runs").success());
    let output = child.wait_with_output().expect("the command ends");
    let summary = summary(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(summary["limits"]["interrupted"].is_u64(), "{summary}");
    assert!(summary["tests"].as_u64() > Some(0), "{summary}");
}
