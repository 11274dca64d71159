//! Search orders, dropped snapshots and interruption: what is found does not depend on them.

use crate::compiled::path_key;
use crate::subject::Subject;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Explores, keeping every path; gives the summary and the hashes of the paths.
fn paths(subject: &Subject, options: &[&str]) -> (Value, BTreeSet<String>) {
    let output = tempfile::tempdir().expect("a temporary directory");
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .args(subject.with(options))
        .args([
            "--json",
            "--all-paths",
            "--no-replay",
            "--format",
            "none",
            "--output",
        ])
        .arg(output.path())
        .output()
        .expect("the command runs");
    let summary: Value = serde_json::from_slice(&result.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&result.stderr)));
    let mut hashes = BTreeSet::new();
    for entry in std::fs::read_dir(output.path()).expect("the output is listed") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with("test") && name.ends_with(".json") {
            let text = std::fs::read(&path).expect("a test is readable");
            let test: Value = serde_json::from_slice(&text).expect("a test is JSON");
            if test["outcome"]["kind"] != "cut" {
                hashes.insert(path_key(&test));
            }
        }
    }
    (summary, hashes)
}

/// Programs with their options that every search order explores whole, so that it must find the
/// same paths. `hash_table.c` is none: some of its queries are not answered in time.
const PROGRAMS: &[(&str, &[&str])] = &[
    (
        "all_inputs.c",
        &[
            "--arg",
            "run",
            "--args",
            "1x2",
            "--stdin",
            "3",
            "--file",
            "data=2",
            "--env",
            "MODE=sym:2",
        ],
    ),
    ("binary_tree.c", &[]),
    ("bubble_sort.c", &[]),
    ("deep_recursion.c", &[]),
    ("failing_malloc.c", &["--failing-malloc"]),
    ("function_by_value.c", &["--function", "sum"]),
    ("function_packets.c", &["--function", "parse"]),
    (
        "function_reader.c",
        &[
            "--function",
            "scan",
            "--stdin",
            "2",
            "--file",
            "data=2",
            "--env",
            "MODE=sym:1",
        ],
    ),
    ("klee_interface.c", &["--cflags", "-DKLEE"]),
    ("linked_list.c", &[]),
    ("options.c", &["--args", "2x3"]),
    ("quadratic.c", &[]),
    ("regular_expression.c", &[]),
    ("state_machine.c", &["--stdin", "7"]),
    ("strcmp_pairs.c", &[]),
    ("triangle.c", &[]),
    ("vla_bound.c", &["--check", "vla-bound"]),
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
];

/// True if nothing was left to explore: what was bounded by design may be.
fn explored_whole(summary: &Value) -> bool {
    [
        "paths not explored",
        "paths cut off by a limit",
        "queries not answered",
    ]
    .iter()
    .all(|what| summary["left"][what].is_null())
        && summary["limits"]
            .as_object()
            .is_some_and(|limits| limits.is_empty())
}

#[test]
fn strategies_explore_the_same_paths_in_c() {
    strategies_explore_the_same_paths(".c", 3);
}

#[test]
fn strategies_explore_the_same_paths_in_java() {
    strategies_explore_the_same_paths(".java", 2);
}

#[test]
#[ignore = "long: `make test-long`"]
fn every_strategy_explores_the_same_paths() {
    strategies_explore_the_same_paths(".c", 1);
    strategies_explore_the_same_paths(".java", 1);
}

/// Explores each program with one of so many strategies, other ones than those of its neighbours.
fn strategies_explore_the_same_paths(suffix: &str, one_of: usize) {
    let single = explore::strategy::unspecified().map(|known| known.name);
    let together = [
        "dfs,random-path",
        "nearest-uncovered:3,generational,subpath:2",
    ];
    let strategies: Vec<&str> = single.chain(together).collect();
    let programs = PROGRAMS.iter().filter(|(name, _)| name.ends_with(suffix));
    for (number, (name, options)) in programs.enumerate() {
        let subject = Subject::new(name, options);
        let (first, expected) = paths(&subject, &["--strategy", "dfs"]);
        assert!(explored_whole(&first), "{name}: {first}");
        assert_eq!(
            expected.len() as u64,
            first["paths"].as_u64().unwrap_or(0),
            "{name}"
        );
        for strategy in strategies.iter().skip(number % one_of).step_by(one_of) {
            // What several workers find together is tested elsewhere.
            let options = ["--strategy", strategy, "--seed", "7", "--jobs", "1"];
            let (summary, got) = paths(&subject, &options);
            assert_eq!(
                summary["exhaustive"], first["exhaustive"],
                "{name} {strategy}"
            );
            assert_eq!(summary["left"], first["left"], "{name} {strategy}");
            assert_eq!(got, expected, "{name} {strategy}");
        }
    }
}

#[test]
fn a_wrong_strategy_is_wrong_usage() {
    for (strategy, said) in [
        ("deepest", "coverage-new"),
        ("dfs:0", "1 to 1000"),
        ("dfs,", "dfs"),
        ("dfs,specification:2", "--spec"),
    ] {
        let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .arg("explore")
            .args(Subject::new("triangle.c", &["--strategy", strategy]).with(&[]))
            .output()
            .expect("the command runs");
        assert_eq!(result.status.code(), Some(2), "{strategy}");
        let message = String::from_utf8_lossy(&result.stderr);
        assert!(message.contains(said), "{strategy}: {message}");
    }
}

#[test]
fn dropped_snapshots_lose_no_path() {
    let deep = [
        "binary_tree.c",
        "regular_expression.c",
        "options.c",
        "linked_list.c",
    ];
    let programs = PROGRAMS.iter().filter(|(name, _)| deep.contains(name));
    for (name, options) in programs {
        let subject = Subject::new(name, options);
        for strategy in ["bfs", "random-path"] {
            let (_, expected) = paths(&subject, &["--strategy", strategy]);
            let (summary, got) = paths(&subject, &["--strategy", strategy, "--memory", "0"]);
            assert!(summary["replays"].as_u64() > Some(0), "{name} {strategy}");
            // Dropping snapshots cannot bring the process down to nothing.
            let depth_first = &summary["chosen_depth_first"];
            assert!(depth_first.as_u64() > Some(0), "{name} {strategy}");
            assert_eq!(summary["exhaustive"], true, "{name} {strategy}");
            assert_eq!(got, expected, "{name} {strategy}");
        }
    }
}

#[test]
fn the_explored_share_of_the_tree_is_estimated() {
    let share = |options: &[&str]| {
        let (summary, _) = paths(&Subject::new("binary_tree.c", options), &[]);
        summary["explored_share"].as_f64().unwrap_or(-1.0)
    };
    let part = share(&["--max-paths", "5"]);
    assert!(part > 0.0 && part < 1.0, "{part}");
    let whole = share(&[]);
    assert!((whole - 1.0).abs() < 1e-3, "{whole}");
}

#[test]
fn strategies_are_explained() {
    let explain = |names: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
        command.arg("explain-strategy").args(names);
        command.output().expect("the command runs")
    };
    let all = String::from_utf8_lossy(&explain(&[]).stdout).into_owned();
    for known in explore::strategy::STRATEGIES {
        assert!(all.contains(known.name), "{}", known.name);
        let one = String::from_utf8_lossy(&explain(&[known.name]).stdout).into_owned();
        assert!(all.contains(one.trim_end()), "{one}");
    }
    let wrong = explain(&["deepest"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("coverage-new"));
}

#[test]
fn limits_are_said() {
    let limited = |options: &[&str]| paths(&Subject::new("binary_tree.c", options), &[]).0;
    let summary = limited(&["--max-paths", "5"]);
    assert_eq!(summary["paths"], 5);
    assert_eq!(summary["exhaustive"], false);
    assert!(
        summary["limits"]["max-paths"].as_u64() > Some(0),
        "{summary}"
    );
    let summary = limited(&["--max-depth", "2"]);
    assert!(
        summary["limits"]["max-depth"].as_u64() > Some(0),
        "{summary}"
    );
    assert_eq!(summary["exhaustive"], false);
    let summary = limited(&["--jobs", "1", "--max-instructions", "1"]);
    assert!(
        summary["limits"]["max-instructions"].as_u64() > Some(0),
        "{summary}"
    );
    let summary = limited(&["--time", "0"]);
    assert!(summary["limits"]["time"].is_u64(), "{summary}");
    assert_eq!(summary["exhaustive"], false);
}

#[test]
fn the_same_seed_gives_the_same_tests() {
    let run = || {
        let output = tempfile::tempdir().expect("a temporary directory");
        let status = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .arg("explore")
            .args(Subject::new("options.c", &["--args", "2x3"]).with(&[]))
            .args([
                "--seed",
                "3",
                "--jobs",
                "1",
                "--no-replay",
                "--format",
                "none",
                "--output",
            ])
            .arg(output.path())
            .stdout(Stdio::null())
            .status()
            .expect("the command runs");
        assert_eq!(status.code(), Some(1));
        (1..=4)
            .map(|id| std::fs::read(output.path().join(format!("test{id:06}.json"))))
            .map(|test| test.expect("a test is readable"))
            .collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn an_interrupted_run_keeps_what_it_found() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("endless.c");
    let text = "#include <wayfarer.h>\nint main(void) { unsigned n = 0;\n\
                for (;;) if (wf_int(\"x\") > 5) n++; else n += 2;\nreturn n; }\n";
    std::fs::write(&source, text).expect("a program is written");
    let child = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["explore", "--json", "--no-replay", "--output", "out"])
        .arg(&source)
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    let started = directory.path().join("out/suite.json");
    for _ in 0..600 {
        if started.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(500));
    // The shell's own `kill`: a minimal system has no program of that name.
    let kill = format!("kill -INT {}", child.id());
    let killed = Command::new("sh").args(["-c", &kill]).status();
    assert!(killed.expect("sh runs").success());
    let output = child.wait_with_output().expect("the command ends");
    let summary: Value = serde_json::from_slice(&output.stdout).expect("a summary is printed");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(summary["exhaustive"], false);
    assert!(summary["limits"]["interrupted"].is_u64(), "{summary}");
    let tests = summary["tests"].as_u64().unwrap_or(0);
    assert!(tests > 0);
    assert!(
        directory
            .path()
            .join(format!("out/test{tests:06}.json"))
            .is_file()
    );
}

/// Each of six bytes is compared alone: at the fork of the i-th, of which there are 2^i, the i before it
/// keep their values, as do the constraints on them.
#[test]
fn inputs_that_keep_their_values_are_counted_and_shown() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("bytes.c");
    let text = "#include <wayfarer.h>\nint main(void) { unsigned char x[6]; int n = 0;\n\
                wf_symbolic(x, sizeof x, \"x\");\n\
                for (int i = 0; i < 6; i++) if (x[i] > 100) n++;\nreturn n; }\n";
    std::fs::write(&source, text).expect("a program is written");
    let wayfarer = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .args(arguments)
            .current_dir(directory.path())
            .output();
        let output = output.expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let explore = [
        "explore",
        "--force",
        "--no-replay",
        "--format",
        "none",
        "bytes.c",
    ];
    let expected = (0..6).map(|i| i << i).sum::<u64>();
    for jobs in ["1", "2"] {
        let explore = [&explore[..], &["--jobs", jobs]].concat();
        let line = format!(
            "  {expected} constraints left out of queries as independent, {expected} inputs kept \
             from the parents' models\n"
        );
        let summary = wayfarer(&explore);
        assert!(summary.contains(&line), "{summary}");
        let shown = wayfarer(&["show", "wayfarer-out"]);
        assert!(shown.contains(&line), "{shown}");
        let shown: Value = serde_json::from_str(&wayfarer(&["show", "--json", "wayfarer-out"]))
            .expect("what is shown is JSON");
        assert_eq!(shown["solver"]["kept_inputs"], expected);
        assert_eq!(shown["solver"]["queries"], 63);
    }
}
