//! Test programs that say in their first comments what is explored and what must come of it.
//!
//! Directives, each `// name: value`:
//!
//! | name | value |
//! |---|---|
//! | `explore` | what of a Java program is explored: classes and methods |
//! | `options` | of the command line |
//! | `paths` | completed paths; `5 (JDK 25: 6)` where the code of a newer library has others |
//! | `exhaustive` | `true` or `false` |
//! | `exhaustive_for_coverage`, `exhaustive_for_errors` | `true` or `false` |
//! | `findings` | kinds of errors (or classes of exceptions) and lines, in any order, or `none` |
//! | `unusual` | those that only unusual inputs make, likewise; they are not among `findings` |
//! | `by_calls` | those that a run with objects made by calls shows beside them, likewise |
//! | `made` | `by calls`: tests of findings that usual inputs make have no object whose fields are set |
//! | `verdicts` | `confirmed`: every finding is |
//! | `tests` | `confirmed`: every test is |
//! | `disagreements` | what differs first and on how many tests, for each place, in any order, or `none` |
//! | `branches` | covered by the tests when they are replayed: `all`, `most N` per cent at least, or exactly `N of M` |
//! | `limits` | names of limits hit, or `none` |
//! | `unsupported` | what is not supported and lines, in any order |
//! | `iterations` | runs and steps of searches that `--lazy` may take at the most for the arms that are realised |
//! | `left` | everything that was left out, or `none` |
//! | `notes` | what is told of the run beforehand, cut at commas, in any order |
//! | `written` | a line, without the spaces around it, of a file in the output directory; may be given several times |

use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const DIRECTIVES: &[&str] = &[
    "explore",
    "options",
    "paths",
    "exhaustive",
    "exhaustive_for_coverage",
    "exhaustive_for_errors",
    "findings",
    "unusual",
    "by_calls",
    "made",
    "verdicts",
    "tests",
    "disagreements",
    "branches",
    "limits",
    "iterations",
    "left",
    "notes",
    "unsupported",
    "written",
];

/// A program and what it expects.
pub struct Expectation {
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

    /// Findings that usual inputs make, but whose tests set fields of objects.
    fn not_made_by_calls(&self, output: &Path, summary: &Value) -> Vec<String> {
        if self.words("made").is_empty() {
            return Vec::new();
        }
        let findings = summary["findings"].as_array().expect("an array").iter();
        let usual = findings.filter(|finding| finding["assumption"].is_null());
        let set_fields = |finding: &&Value| {
            let test = format!(
                "test{:06}.json",
                finding["test"].as_u64().expect("a number")
            );
            let test = std::fs::read(output.join(test)).expect("the test is there");
            let test: Value = serde_json::from_slice(&test).expect("a test is an object");
            let mut objects = test["objects"].as_array().into_iter().flatten();
            objects.any(|object| object.get("fields").is_some())
        };
        usual.filter(set_fields).map(Value::to_string).collect()
    }

    /// Lines that no file has.
    fn not_written(&self, output: &Path) -> Vec<String> {
        let mut lines: BTreeSet<&str> = BTreeSet::new();
        let expected = self.directives.iter().filter(|(name, _)| name == "written");
        lines.extend(expected.map(|(_, line)| line.trim()));
        let mut folders = vec![output.to_owned()];
        while let Some(folder) = folders.pop().filter(|_| !lines.is_empty()) {
            for entry in std::fs::read_dir(folder).expect("the output is listed") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if let Ok(text) = std::fs::read_to_string(&path) {
                    text.lines().for_each(|line| {
                        lines.remove(line.trim());
                    });
                }
            }
        }
        let missing = lines.into_iter();
        missing
            .map(|line| format!("{}: written: nowhere: {line}", self.file.display()))
            .collect()
    }

    /// What came otherwise than expected.
    fn check(&self, summary: &Value, release: Option<u32>) -> Vec<String> {
        let not_replayed = summary["not_replayed"].as_str();
        let wrong = self.directives.iter().flat_map(|(name, value)| {
            let differences = differences(name, of_release(value, release), summary);
            differences
                .into_iter()
                .map(move |line| format!("{name}: {line}"))
        });
        let said_why = |wrong: String| match not_replayed {
            Some(why) => format!("{wrong} (not replayed: {why})"),
            None => wrong,
        };
        wrong
            .map(said_why)
            .map(|line| format!("{}: {line}", self.file.display()))
            .collect()
    }
}

/// Explores `file`; `arguments` are what follows it on the command line. Gives the summary.
pub fn explore(file: &Path, arguments: &[&str]) -> Value {
    let output = tempfile::tempdir().expect("a temporary directory");
    explore_into(output.path(), file, arguments)
}

/// As [`explore`], with the output directory.
pub fn explore_into(output: &Path, file: &Path, arguments: &[&str]) -> Value {
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(file)
        .args(arguments)
        .args(["--json", "--output"])
        .arg(output)
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert!(
        matches!(result.status.code(), Some(0 | 1)),
        "{}: {:?}: {stderr}",
        file.display(),
        result.status
    );
    serde_json::from_slice(&result.stdout).expect("stdout is one JSON object")
}

/// Explores every program in a folder of the repository (with `ONLY` set, those whose path has that
/// in it), and fails if one came out otherwise than it says.
pub fn check_all(folder: &str, extension: &str) {
    let only = std::env::var("ONLY").unwrap_or_default();
    check_some(folder, extension, &|path| path.contains(&only), None, &[]);
}

/// Explores the programs that are wanted, those of Java with the JDK of that directory and release, and objects in any state
/// unless they say otherwise; `more` are options where the program gives no other value of them.
pub fn check_some(
    folder: &str,
    extension: &str,
    wanted: &dyn Fn(&str) -> bool,
    jdk: Option<(&Path, u32)>,
    more: &[[&str; 2]],
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder of programs");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .filter(|path| wanted(&path.to_string_lossy()))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let failures = files.par_iter().flat_map(|file| {
        let expectation = Expectation::read(file);
        let named = |name: &&(String, String)| name.0 != "explore" && name.0 != "options";
        let expected = expectation.directives.iter().filter(named).count();
        assert!(expected > 0, "{} expects nothing", file.display());
        let mut arguments = expectation.words("explore");
        arguments.extend(expectation.words("options"));
        let home = jdk.map(|(home, _)| home.display().to_string());
        if let Some(home) = &home {
            arguments.extend(["--jdk", home]);
        }
        let in_any_state = ["--objects", "any-state"];
        let usual = (extension == "java").then_some(&in_any_state);
        for [name, value] in usual.into_iter().chain(more) {
            if !arguments.contains(name) {
                arguments.extend([name, value]);
            }
        }
        let output = tempfile::tempdir().expect("a temporary directory");
        let summary = explore_into(output.path(), file, &arguments);
        eprintln!("{}: {} s", file.display(), summary["seconds"]);
        let mut wrong = expectation.check(&summary, jdk.map(|(_, release)| release));
        wrong.extend(expectation.not_written(output.path()));
        wrong.extend(expectation.not_made_by_calls(output.path(), &summary));
        wrong
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What is expected with a release of the JDK.
fn of_release(value: &str, release: Option<u32>) -> &str {
    let Some((usual, other)) = value.split_once(" (JDK ") else {
        return value;
    };
    let other = other
        .strip_suffix(')')
        .and_then(|other| other.split_once(": "));
    let (of, other) = other.expect("(JDK release: value)");
    match release.is_some_and(|release| release.to_string() == of) {
        true => other,
        false => usual,
    }
}

fn differences(name: &str, expected: &str, summary: &Value) -> Vec<String> {
    let list = |key: &str| summary[key].as_array().cloned().unwrap_or_default();
    let differ = |expected: &str, got: String| match expected == got {
        true => Vec::new(),
        false => vec![format!("expected {expected}, got {got}")],
    };
    match name {
        "paths" | "exhaustive" | "exhaustive_for_coverage" | "exhaustive_for_errors" => {
            differ(expected, summary[name].to_string())
        }
        "iterations" => {
            let most: u64 = expected.parse().expect("a number");
            let iterations = summary["lazy"]["iterations"].as_u64();
            let few = iterations.is_some_and(|iterations| iterations <= most);
            let found = (!few).then(|| format!("iterations: {iterations:?}"));
            found.into_iter().collect()
        }
        "findings" | "unusual" => {
            let mut found = list("findings");
            found.retain(|finding| finding["assumption"].is_string() == (name == "unusual"));
            differ(&in_order(expected), findings(&found))
        }
        "by_calls" => differ(&in_order(expected), findings(&list(name))),
        "limits" | "left" => {
            let counted = summary[name].as_object().expect("an object");
            let got = counted.keys().cloned().collect::<Vec<_>>().join(", ");
            differ(&in_order(expected), in_order(&none_if_empty(got)))
        }
        "notes" => {
            let notes = list(name);
            let notes: Vec<&str> = notes.iter().filter_map(Value::as_str).collect();
            differ(&in_order(expected), in_order(&notes.join(", ")))
        }
        "unsupported" => {
            let text = |item: &Value| {
                let what = item["what"].as_str().unwrap_or_default();
                format!("{what} {}", item["line"])
            };
            let found: Vec<String> = list(name).iter().map(text).collect();
            differ(
                &in_order(expected),
                in_order(&none_if_empty(found.join(", "))),
            )
        }
        "verdicts" => {
            let findings = list("findings");
            let others = findings
                .iter()
                .filter(|finding| finding["verdict"] != expected);
            others.map(Value::to_string).collect()
        }
        "disagreements" => {
            let text = |one: &Value| {
                let what = one["first"]["what"].as_str().unwrap_or_default();
                format!("{what} {}", one["tests"].as_array().map_or(0, Vec::len))
            };
            let found: Vec<String> = list(name).iter().map(text).collect();
            differ(
                &in_order(expected),
                in_order(&none_if_empty(found.join(", "))),
            )
        }
        "tests" => {
            let verdicts = list("verdicts");
            let mut wrong = differ(&summary["tests"].to_string(), verdicts.len().to_string());
            let others = verdicts
                .iter()
                .filter(|test| test["verdict"]["verdict"] != expected);
            wrong.extend(others.map(Value::to_string));
            wrong
        }
        "branches" => {
            let branches = &summary["coverage"]["branches"];
            let count = |name: &str| branches[name].as_u64().unwrap_or(0);
            let (covered, total) = (count("covered"), count("total"));
            let least = match expected.strip_prefix("most ") {
                Some(percent) => percent.parse().expect("a number of per cent"),
                None => 100,
            };
            let good = match expected.contains(" of ") {
                true => expected == format!("{covered} of {total}"),
                false => total > 0 && covered * 100 >= total * least,
            };
            differ(
                expected,
                match good {
                    true => expected.to_owned(),
                    false => format!("{covered} of {total}"),
                },
            )
        }
        _ => Vec::new(),
    }
}

/// Kind and line of every finding, or `none`; the kind of an uncaught exception of Java is its class.
fn findings(list: &[Value]) -> String {
    let found = list.iter().map(|finding| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        let (kind, message) = (text("kind"), text("message"));
        let kind = match kind.as_str() {
            // Of Java; of C++ the message says what it is.
            "uncaught-exception" if !message.starts_with("nothing catches ") => {
                message.split(':').next().unwrap_or_default()
            }
            _ => &kind,
        };
        format!("{kind} {}", finding["line"])
    });
    in_order(&none_if_empty(found.collect::<Vec<_>>().join(", ")))
}

fn none_if_empty(list: String) -> String {
    match list.is_empty() {
        true => "none".to_owned(),
        false => list,
    }
}

fn in_order(list: &str) -> String {
    let items: BTreeSet<&str> = list.split(", ").collect();
    items.into_iter().collect::<Vec<_>>().join(", ")
}
