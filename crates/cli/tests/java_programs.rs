//! Whole commands on the programs of `tests/java/programs`: each file says in its comments what is
//! explored and what must come of it.
//!
//! Directives: `explore:` classes and methods; `options:` for the command line; `paths:`;
//! `exhaustive:`; `findings:` exceptions and lines, in any order, or `none`; `verdicts: confirmed` every
//! finding is; `tests: confirmed` every test is.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const DIRECTIVES: &[&str] = &[
    "explore",
    "options",
    "paths",
    "exhaustive",
    "findings",
    "verdicts",
    "tests",
];

struct Expectation {
    file: PathBuf,
    directives: Vec<(String, String)>,
}

impl Expectation {
    fn read(file: &Path) -> Expectation {
        let text = std::fs::read_to_string(file).expect("a test program is readable");
        let comments = text.lines().map_while(|line| line.strip_prefix("//"));
        let directives = comments.filter_map(|line| line.trim().split_once(": "));
        let known = directives.filter(|(name, _)| DIRECTIVES.contains(name));
        Expectation {
            file: file.to_owned(),
            directives: known
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        }
    }

    fn words(&self, name: &str) -> Vec<&str> {
        let found = self.directives.iter().find(|(known, _)| known == name);
        found.map_or_else(Vec::new, |(_, value)| value.split_whitespace().collect())
    }
}

fn explore(file: &Path, methods: &[&str], options: &[&str]) -> Value {
    let output = tempfile::tempdir().expect("a temporary directory");
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(file)
        .args(methods)
        .args(["--json", "--output"])
        .arg(output.path())
        .args(options)
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert!(
        matches!(result.status.code(), Some(0 | 1)),
        "{}: {stderr}",
        file.display()
    );
    serde_json::from_slice(&result.stdout).expect("stdout is one JSON object")
}

fn check(expectation: &Expectation, summary: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut differ = |what: &str, expected: &str, got: String| {
        if expected != got {
            wrong.push(format!("{what}: expected {expected}, got {got}"));
        }
    };
    let list = |key: &str| summary[key].as_array().cloned().unwrap_or_default();
    for (name, value) in &expectation.directives {
        match name.as_str() {
            "paths" | "exhaustive" => differ(name, value, summary[name].to_string()),
            "findings" => {
                let found = list("findings")
                    .iter()
                    .map(finding)
                    .collect::<BTreeSet<_>>();
                let expected = value.split(", ").map(str::to_owned).filter(|v| v != "none");
                let expected = expected.collect::<BTreeSet<_>>();
                differ(name, &format!("{expected:?}"), format!("{found:?}"));
            }
            "verdicts" => {
                for finding in list("findings") {
                    let verdict = finding["verdict"].as_str().unwrap_or_default();
                    differ(&format!("verdict on {finding}"), value, verdict.to_owned());
                }
            }
            "tests" => {
                let verdicts = list("verdicts");
                differ(
                    "tests replayed",
                    &summary["tests"].to_string(),
                    verdicts.len().to_string(),
                );
                for verdict in verdicts {
                    let word = verdict["verdict"]["verdict"].as_str().unwrap_or_default();
                    differ(&format!("verdict {verdict}"), value, word.to_owned());
                }
            }
            _ => {}
        }
    }
    wrong
}

/// Class of an exception and the line where it is thrown.
fn finding(finding: &Value) -> String {
    let message = finding["message"].as_str().unwrap_or_default();
    let class = message.split(':').next().unwrap_or_default();
    format!("{class} {}", finding["line"])
}

#[test]
fn java_programs_are_explored_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs");
    let only = std::env::var("ONLY").unwrap_or_default();
    let entries = std::fs::read_dir(&folder).expect("the folder of programs");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| path.to_string_lossy().contains(&only));
    files.sort();
    assert!(!files.is_empty());
    let mut failures = Vec::new();
    for file in files {
        let expectation = Expectation::read(&file);
        assert!(
            expectation.directives.len() > 2,
            "{} expects nothing",
            file.display()
        );
        let (methods, options) = (expectation.words("explore"), expectation.words("options"));
        let summary = explore(&expectation.file, &methods, &options);
        let wrong = check(&expectation, &summary);
        failures.extend(
            wrong
                .iter()
                .map(|line| format!("{}: {line}", file.display())),
        );
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Red-black trees of `nodes` nodes with black height `height` (leaves counted) below a node whose
/// colour allows a red one or not.
fn trees(nodes: u64, red_allowed: bool, height: u64) -> u64 {
    if nodes == 0 {
        return u64::from(height == 1);
    }
    let mut count = 0;
    for left in 0..nodes {
        let right = nodes - 1 - left;
        if height > 1 {
            count += trees(left, true, height - 1) * trees(right, true, height - 1);
        }
        if red_allowed {
            count += trees(left, false, height) * trees(right, false, height);
        }
    }
    count
}

/// Trees of up to so many nodes with a black root.
fn red_black_trees(most: u64) -> u64 {
    let rooted =
        (1..=most).map(|nodes| (2..=nodes + 1).map(|h| trees(nodes, false, h)).sum::<u64>());
    1 + rooted.sum::<u64>()
}

#[test]
fn preconditions_yield_exactly_the_red_black_trees() {
    assert_eq!(red_black_trees(1), 2);
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs/RedBlackTree.java");
    for nodes in [0, 1, 3, 5] {
        // The tree itself is an input object, too.
        let objects = (nodes + 1).to_string();
        let options = [
            "--precondition",
            "repOk",
            "--heap-depth",
            "5",
            "--no-replay",
            "--heap-objects",
            &objects,
        ];
        let summary = explore(&file, &["RedBlackTree.shape()"], &options);
        assert_eq!(summary["paths"], red_black_trees(nodes), "{nodes} nodes");
    }
}

fn fails(arguments: &[&str], code: i32, words: &[&str]) {
    let output = tempfile::tempdir().expect("a temporary directory");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/programs");
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .args(arguments)
        .arg("--output")
        .arg(output.path().join("out"))
        .current_dir(programs)
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert_eq!(result.status.code(), Some(code), "{arguments:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{arguments:?}: {stderr}");
    }
}

#[test]
fn what_cannot_be_explored_is_said() {
    let tree = "RedBlackTree.java";
    fails(
        &[tree, "RedBlackTree.nothing"],
        2,
        &["has no method nothing", "RedBlackTree.repOk()"],
    );
    fails(
        &[tree, "RedBlackTree.shape"],
        2,
        &["ambiguous", "RedBlackTree.shape(RedBlackTree$Node)"],
    );
    fails(
        &[tree, "Nowhere.shape"],
        3,
        &["class Nowhere.shape not found"],
    );
    fails(&["Absent.java"], 3, &["Absent.java: no such file"]);
    fails(&[tree, "--jdk", "/"], 3, &["no JDK in /"]);
    fails(&[tree, "--cflags", "-O1"], 2, &["--cflags: not for Java"]);
}
