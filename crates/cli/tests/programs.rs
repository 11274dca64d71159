//! Whole commands on the programs of `tests/programs`: each file says in its comments with which
//! options it is explored and what must come of it.
//!
//! Directives: `options:` for the command line; `paths:` completed paths; `exhaustive:`;
//! `findings:` kinds and lines, in any order, or `none`; `verdicts: confirmed` every finding is;
//! `tests: confirmed` every test is; `branches: all` or `most N` per cent, measured natively;
//! `limits:` names of limits hit.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Expectation {
    file: PathBuf,
    directives: Vec<(String, String)>,
}

impl Expectation {
    fn read(file: &Path) -> Expectation {
        let text = std::fs::read_to_string(file).expect("a test program is readable");
        let comments = text.lines().map_while(|line| line.strip_prefix("//"));
        let directives = comments.filter_map(|line| line.trim().split_once(": "));
        let known = [
            "options",
            "paths",
            "exhaustive",
            "findings",
            "verdicts",
            "tests",
            "branches",
            "limits",
        ];
        let directives = directives.filter(|(name, _)| known.contains(name));
        let directives = directives.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Expectation {
            file: file.to_owned(),
            directives: directives.collect(),
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.directives
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }
}

fn explore(expectation: &Expectation, output: &Path) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    command
        .arg("explore")
        .arg(&expectation.file)
        .arg("--json")
        .arg("--output")
        .arg(output);
    command.args(
        expectation
            .get("options")
            .unwrap_or_default()
            .split_whitespace(),
    );
    let result = command.output().expect("the command runs");
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert!(
        matches!(result.status.code(), Some(0 | 1)),
        "{:?}: {stderr}",
        result.status
    );
    serde_json::from_slice(&result.stdout).expect("stdout is one JSON object")
}

fn check(expectation: &Expectation, summary: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut differ = |what: &str, expected: String, got: String| {
        if expected != got {
            wrong.push(format!("{what}: expected {expected}, got {got}"));
        }
    };
    for (name, value) in &expectation.directives {
        match name.as_str() {
            "paths" | "exhaustive" => differ(name, value.clone(), summary[name].to_string()),
            "findings" => differ(name, normal(value), findings(summary)),
            "limits" => {
                let hit = summary["limits"]
                    .as_object()
                    .expect("an object")
                    .keys()
                    .cloned();
                differ(name, normal(value), hit.collect::<Vec<_>>().join(", "));
            }
            "verdicts" => {
                for finding in summary["findings"].as_array().expect("an array") {
                    let verdict = finding["verdict"].as_str().unwrap_or_default();
                    differ(
                        &format!("verdict on {finding}"),
                        value.clone(),
                        verdict.to_owned(),
                    );
                }
            }
            "tests" => {
                let verdicts = summary["verdicts"].as_array().expect("an array");
                differ(
                    "tests replayed",
                    summary["tests"].to_string(),
                    verdicts.len().to_string(),
                );
                for verdict in verdicts {
                    let word = verdict["verdict"]["verdict"].as_str().unwrap_or_default();
                    differ(
                        &format!("verdict {verdict}"),
                        value.clone(),
                        word.to_owned(),
                    );
                }
            }
            "branches" => {
                let branches = &summary["coverage"]["branches"];
                let count = |name: &str| branches[name].as_u64().unwrap_or(0);
                let least = match value.strip_prefix("most ") {
                    Some(percent) => percent.parse().expect("a number of per cent"),
                    None => 100,
                };
                let (covered, total) = (count("covered"), count("total"));
                let enough = total > 0 && covered * 100 >= total * least;
                differ(
                    "branches",
                    format!("{least} %"),
                    match enough {
                        true => format!("{least} %"),
                        false => format!("{covered} of {total}"),
                    },
                );
            }
            _ => {}
        }
    }
    wrong
}

/// `kind line` of every finding, sorted, or `none`.
fn findings(summary: &Value) -> String {
    let mut found: Vec<String> = Vec::new();
    for finding in summary["findings"].as_array().expect("an array") {
        found.push(format!(
            "{} {}",
            finding["kind"].as_str().unwrap_or("?"),
            finding["line"]
        ));
    }
    if found.is_empty() {
        "none".to_owned()
    } else {
        normal(&found.join(", "))
    }
}

fn normal(list: &str) -> String {
    let items: BTreeSet<&str> = list.split(", ").collect();
    items.into_iter().collect::<Vec<_>>().join(", ")
}

#[test]
fn programs_are_explored_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let only = std::env::var("ONLY").ok();
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| {
            only.as_ref()
                .is_none_or(|only| path.to_string_lossy().contains(only))
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut failures = Vec::new();
    for file in files {
        let expectation = Expectation::read(&file);
        assert!(
            expectation.directives.len() > 1,
            "{} expects nothing",
            file.display()
        );
        let output = tempfile::tempdir().expect("a temporary directory");
        let summary = explore(&expectation, output.path());
        let wrong = check(&expectation, &summary);
        let seconds = &summary["seconds"];
        eprintln!(
            "{}: {seconds} s",
            file.file_name().unwrap_or_default().display()
        );
        for line in wrong {
            failures.push(format!("{}: {line}", file.display()));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
