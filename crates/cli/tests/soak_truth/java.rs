//! Java methods against what a JVM makes of every input.

use crate::java_programs::{CLASS, generate};
use crate::{root, succeed};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Methods that are explored, and run on every input, together.
pub const TOGETHER: u64 = 6;

/// An end: a value, or the class of an exception.
type End = String;

/// A path as its test has it: the method, its arguments and the end.
struct Predicted {
    method: String,
    arguments: Vec<i64>,
    end: End,
    verdict: Option<String>,
}

/// What methods came to.
#[derive(Default)]
pub struct Tally {
    pub methods: u64,
    pub exhaustive: u64,
    pub paths: usize,
    pub counted: Vec<String>,
    pub wrong: Vec<String>,
}

/// Explores the methods of a class, with a test for each path; gives what is left out of each.
fn explore(
    source: &Path,
    output: &Path,
    replay: bool,
    method: u64,
) -> (Vec<Predicted>, Option<String>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    command.arg("explore").arg(source);
    command.arg(format!("{CLASS}.p{method}")).args([
        "--json",
        "--all-paths",
        "--time",
        "60",
        "--jobs",
        "1",
    ]);
    command.args((!replay).then_some("--no-replay"));
    command.args(["--force", "--output"]).arg(output);
    let result = command.output().expect("the command starts");
    let stderr = String::from_utf8_lossy(&result.stderr);
    let code = result.status.code();
    assert!(matches!(code, Some(0 | 1)), "{code:?}: {stderr}");
    let summary: Value = serde_json::from_slice(&result.stdout).expect("stdout is one JSON object");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(output).expect("the output is listed") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("test") && name.ends_with(".json") {
            let text = std::fs::read(&path).expect("a test is readable");
            paths.push(predicted(&serde_json::from_slice(&text).expect("JSON")));
        }
    }
    let left = (summary["exhaustive"] != true).then(|| {
        let parts = ["left", "limits", "unsupported"].map(|part| summary[part].to_string());
        parts.join(" ")
    });
    (paths, left)
}

fn predicted(test: &Value) -> Predicted {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let arguments = test["arguments"].as_array().cloned().unwrap_or_default();
    let outcome = &test["outcome"];
    let end = match outcome["kind"].as_str() {
        Some("returned") => format!("returned {}", outcome["value"]["value"]),
        Some("threw") => format!("threw {}", text(&outcome["exception"])),
        other => format!("{other:?} {}", outcome["reason"]),
    };
    Predicted {
        method: text(&test["method"]["name"]),
        arguments: arguments
            .iter()
            .map(|argument| argument["value"].as_i64().expect("a byte"))
            .collect(),
        end,
        verdict: test["verdict"]["verdict"].as_str().map(str::to_owned),
    }
}

/// The ends of each method, with how many inputs lead to them and one of these.
type Ends = BTreeMap<(String, End), (u64, String)>;

/// What the JVM makes of the inputs of paths, in their order, and all ends.
fn natively(classes: &Path, paths: &[Predicted]) -> (Vec<End>, Ends) {
    let mut asked = String::new();
    for path in paths {
        let words: Vec<String> = path.arguments.iter().map(i64::to_string).collect();
        let _ = writeln!(asked, "{} {}", path.method, words.join(" "));
    }
    let file = classes.join("asked");
    std::fs::write(&file, asked).expect("written");
    let mut command = Command::new("java");
    command
        .args([
            "-ea",
            "-XX:TieredStopAtLevel=1",
            "-XX:-OmitStackTraceInFastThrow",
            "-cp",
        ])
        .arg(classes);
    let stdout = succeed(command.arg("EveryInput").arg(CLASS).arg(&file));
    let text = String::from_utf8(stdout).expect("text");
    let (mut answers, mut all) = (Vec::new(), BTreeMap::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        match words.as_slice() {
            ["is", end] => answers.push((*end).to_owned()),
            ["all", method, end, count, input] => {
                let count = count.parse().expect("a number");
                let key = ((*method).to_owned(), (*end).to_owned());
                all.insert(key, (count, (*input).to_owned()));
            }
            _ => panic!("unknown: {line}"),
        }
    }
    (answers, all)
}

/// What is said of a method and is not so, or is so and is not said.
fn differences(
    paths: &[Predicted],
    answers: &[End],
    all: &BTreeMap<(String, End), (u64, String)>,
    exhaustive: &BTreeSet<String>,
) -> BTreeMap<String, Vec<String>> {
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut said = BTreeSet::new();
    for (path, answer) in paths.iter().zip(answers) {
        let (method, given) = (&path.method, &path.arguments);
        let cut = path.end.starts_with("Some");
        if path.end != *answer && !cut {
            let line = format!("{given:?}: {} is predicted, natively {answer}", path.end);
            wrong.entry(method.clone()).or_default().push(line);
        }
        let verdict = path
            .verdict
            .as_deref()
            .filter(|verdict| *verdict != "confirmed");
        if let Some(verdict) = verdict.filter(|_| exhaustive.contains(method)) {
            let line = format!("{given:?}: {} is {verdict}", path.end);
            wrong.entry(method.clone()).or_default().push(line);
        }
        said.insert((method.clone(), path.end.clone()));
    }
    for (key, (count, input)) in all {
        if exhaustive.contains(&key.0) && !said.contains(key) {
            let line = format!("no path to {} ({count} inputs, one is {input})", key.1);
            wrong.entry(key.0.clone()).or_default().push(line);
        }
    }
    wrong
}

/// So many methods of a seed against all their inputs.
pub fn check(seed: u64, methods: u64, replay: bool, tally: &mut Tally) {
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    let source = directory.path().join(format!("{CLASS}.java"));
    let text = generate(seed, methods);
    std::fs::write(&source, &text).expect("the program is written");
    let driver = root().join("crates/cli/tests/soak_truth/native/EveryInput.java");
    let classes = directory.path().join("classes");
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-Xlint:none", "-d"]).arg(&classes);
    succeed(javac.arg(&source).arg(&driver));
    let (mut paths, mut exhaustive) = (Vec::new(), BTreeSet::new());
    for method in 0..methods {
        let output = directory.path().join("out");
        let (own, left) = explore(&source, &output, replay, method);
        paths.extend(own);
        match left {
            None => {
                exhaustive.insert(format!("p{method}"));
            }
            Some(left) => tally
                .counted
                .push(format!("seed {seed}, p{method}: {left}")),
        }
    }
    let (answers, all) = natively(&classes, &paths);
    assert_eq!(answers.len(), paths.len());
    tally.methods += methods;
    tally.exhaustive += exhaustive.len() as u64;
    tally.paths += paths.len();
    let wrong = differences(&paths, &answers, &all, &exhaustive);
    if wrong.is_empty() {
        return;
    }
    if let Some(keep) = std::env::var_os("SOAK_KEEP") {
        let kept = PathBuf::from(keep).join(format!("Soak-{seed}.java"));
        std::fs::write(kept, &text).expect("the program is kept");
    }
    for (method, lines) in wrong {
        let shown = lines.len().min(5);
        let wrong = format!("seed {seed}, {method}:\n  {}", lines[..shown].join("\n  "));
        eprintln!("{wrong}");
        tally.wrong.push(wrong);
    }
}
