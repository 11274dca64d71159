//! Results of other analysers: each file of `tests/sarif_in` says in its comments how it is explored, and what becomes of
//! which result at which line, as `//= RULE: VERDICT (the beginning of the reason, or part of it)`. `@N` behind the rule
//! is another line that the result names.

use crate::sarif::is_as_checked;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Programs whose logs with verdicts are kept among those that are checked against the schema.
const CHECKED: [(&str, &str); 3] = [
    ("GivenNull.java", "judged-java"),
    ("NeverReached.java", "judged-refuted"),
    ("scanned.c", "judged-c"),
];

/// A result with what must become of it.
struct Expected {
    rule: String,
    line: usize,
    verdict: String,
    why: Option<String>,
    named: Option<usize>,
}

impl Expected {
    fn of(line: usize, text: &str) -> Option<Expected> {
        let (_, said) = text.split_once("//= ")?;
        let (result, verdict) = said.split_once(": ")?;
        let (rule, named) = match result.split_once(" @") {
            Some((rule, named)) => (rule, Some(named.parse().expect("a line"))),
            None => (result, None),
        };
        let (verdict, why) = match verdict.split_once(" (") {
            Some((verdict, why)) => (verdict, Some(why.trim_end_matches(')').to_owned())),
            None => (verdict, None),
        };
        Some(Expected {
            rule: rule.to_owned(),
            line,
            verdict: verdict.to_owned(),
            why,
            named,
        })
    }

    /// The result as an analyser has it.
    fn result(&self, file: &str) -> Value {
        let place = |line: usize| {
            json!({ "physicalLocation": {
                "artifactLocation": { "uri": file }, "region": { "startLine": line },
            } })
        };
        json!({
            "ruleId": self.rule, "message": { "text": "said" }, "locations": [place(self.line)],
            "relatedLocations": self.named.map(place).into_iter().collect::<Vec<_>>(),
        })
    }
}

fn log(results: &[Value]) -> Value {
    json!({ "version": "2.1.0", "runs": [{
        "tool": { "driver": { "name": "tool" } }, "results": results, "properties": { "kept": 1 },
    }] })
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sarif_in");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    if let Ok(only) = std::env::var("ONLY") {
        files.retain(|file| file.to_string_lossy().contains(&only));
    }
    files.sort();
    files
}

fn wayfarer(directory: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(words)
        .current_dir(directory)
        .output()
        .expect("wayfarer runs")
}

#[test]
fn results_become_what_the_programs_say() {
    let files = files();
    assert!(!files.is_empty());
    files.par_iter().for_each(|file| check(file));
}

fn check(file: &Path) {
    let text = std::fs::read_to_string(file).expect("the file is readable");
    let name = file.file_name().expect("a name").to_string_lossy();
    let lines = text.lines().enumerate();
    let expected: Vec<Expected> = lines
        .filter_map(|(number, line)| Expected::of(number + 1, line))
        .collect();
    assert!(!expected.is_empty(), "{name}");
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::copy(file, directory.path().join(&*name)).expect("the program is copied");
    let results: Vec<Value> = expected.iter().map(|it| it.result(&name)).collect();
    let given = log(&results);
    std::fs::write(directory.path().join("in.sarif"), given.to_string()).expect("the log");
    let run = |command: &'static str| {
        let head = format!("// {command}:");
        let mut lines = text.lines();
        let options = lines.find_map(|line| line.strip_prefix(&head))?;
        Some((command, options.to_owned()))
    };
    let (command, options) = run("reach").or_else(|| run("scan")).expect("a command");
    let mut words = vec![
        command,
        &*name,
        "--sarif-in",
        "in.sarif",
        "--output",
        "out",
        "--json",
    ];
    words.extend(["--time", "60"]);
    words.extend(options.split_whitespace());
    let output = wayfarer(directory.path(), &words);
    let errors = String::from_utf8_lossy(&output.stderr);
    let summary: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{name}: {error}: {errors}"));
    let judged = std::fs::read(directory.path().join("out/judged.sarif")).expect("a log");
    let judged: Value = serde_json::from_slice(&judged).expect("JSON");
    assert_eq!(
        judged["runs"][0]["properties"], given["runs"][0]["properties"],
        "{name}"
    );
    if let Some((_, checked)) = CHECKED.iter().find(|(program, _)| *program == name) {
        is_as_checked(&judged, checked);
    }
    for (number, expected) in expected.iter().enumerate() {
        let found = &summary["results"]["results"][number];
        let (rule, line) = (&expected.rule, expected.line);
        assert_eq!(
            found["verdict"], *expected.verdict,
            "{name}:{line}: {rule}: {found:#}"
        );
        let why = found["why"].as_str().unwrap_or_default();
        if let Some(expected) = &expected.why {
            assert!(why.contains(expected), "{name}:{line}: {rule}: {found:#}");
        }
        is_written(
            &judged["runs"][0]["results"][number],
            (found, &results[number]),
            &name,
        );
    }
}

/// Fails unless a result of the log has its verdict, and all that it had before.
fn is_written(written: &Value, (found, given): (&Value, &Value), name: &str) {
    let context = || format!("{name}: {written:#}");
    assert_eq!(
        written["properties"]["wayfarer"]["verdict"],
        found["verdict"],
        "{}",
        context()
    );
    for key in ["ruleId", "message", "locations", "relatedLocations"] {
        assert_eq!(written[key], given[key], "{}", context());
    }
    let suppressed = written["suppressions"].as_array().map_or(0, Vec::len);
    let flows = written["codeFlows"].as_array().map_or(0, Vec::len);
    let (is_refuted, is_shown) = match found["verdict"].as_str() {
        Some("refuted") => (true, false),
        Some("confirmed" | "unusual" | "documented") => (false, true),
        _ => (false, false),
    };
    assert_eq!(
        (suppressed, flows),
        (usize::from(is_refuted), usize::from(is_shown)),
        "{}",
        context()
    );
    if is_refuted {
        let why = written["suppressions"][0]["justification"]
            .as_str()
            .unwrap_or_default();
        assert!(
            why.contains("a run ends with the first error"),
            "{}",
            context()
        );
    }
}

#[test]
fn what_is_no_log_is_refused_with_its_place() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(directory.path().join("a.c"), "int f(int a) { return a; }\n")
        .expect("a program");
    let refused = |text: Option<&str>, why: &str| {
        if let Some(text) = text {
            std::fs::write(directory.path().join("in.sarif"), text).expect("the log");
        }
        for command in ["reach", "scan"] {
            let output = wayfarer(
                directory.path(),
                &[command, "a.c", "--sarif-in", "in.sarif"],
            );
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command}: {errors}");
            let expected = format!("wayfarer: --sarif-in in.sarif: {why}\n");
            assert_eq!(errors, expected, "{command}");
        }
    };
    refused(None, "No such file or directory (os error 2)");
    refused(
        Some("{]"),
        "line 1, column 2: key must be a string at line 1 column 2",
    );
    refused(
        Some(r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {}}, "results": 3}]}"#),
        "/runs/0/results: a list was expected",
    );
}

#[test]
fn results_elsewhere_are_told_and_others_go_on() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let text = "int f(int a, int b) {\n    return a / b;\n}\n";
    std::fs::write(directory.path().join("a.c"), text).expect("a program");
    std::fs::write(directory.path().join("b.c"), text).expect("another program");
    let result = |file: &str, line: usize| {
        let expected = Expected {
            rule: "zerodiv".to_owned(),
            line,
            verdict: String::new(),
            why: None,
            named: None,
        };
        expected.result(file)
    };
    let given = log(&[
        result("b.c", 2),
        result("/build/elsewhere/a.c", 2),
        result("a.c", 70),
    ]);
    std::fs::write(directory.path().join("in.sarif"), given.to_string()).expect("the log");
    let words = [
        "reach",
        "a.c",
        "--function",
        "f",
        "--sarif-in",
        "in.sarif",
        "-o",
        "out",
    ];
    let output = wayfarer(directory.path(), &words);
    let errors = String::from_utf8_lossy(&output.stderr);
    for told in [
        "wayfarer: --sarif-in in.sarif: /runs/0/results/0 (zerodiv): no code of the program is in b.c",
        "wayfarer: --sarif-in in.sarif: /runs/0/results/2 (zerodiv): there is no code in that line; \
         the nearest are 2",
    ] {
        assert!(errors.contains(told), "{errors}");
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        printed.contains("tool: 3 results: 1 confirmed, 2 open\n"),
        "{printed}"
    );
    assert_eq!(output.status.code(), Some(1), "{printed}");
}

#[test]
fn a_refutation_holds_for_the_code_that_it_was_of() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let text = |call: &str| {
        format!(
            "public class A {{\n    private static int part(int n) {{\n        return 10 / n;\n    }}\n    \
             public static int f(int n) {{\n        return {call};\n    }}\n}}\n"
        )
    };
    let result = Expected {
        rule: "DIVIDE_BY_ZERO".to_owned(),
        line: 3,
        verdict: String::new(),
        why: None,
        named: None,
    };
    let given = log(&[result.result("A.java")]);
    std::fs::write(path.join("in.sarif"), given.to_string()).expect("the log");
    for (call, verdict) in [("n + 1", "refuted"), ("part(n)", "confirmed")] {
        std::fs::write(path.join("A.java"), text(call)).expect("a program");
        let words = [
            "scan",
            "A.java",
            "--sarif-in",
            "in.sarif",
            "-o",
            "out",
            "--json",
        ];
        let output = wayfarer(path, &[&words[..], &["--time", "30"]].concat());
        let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let found = &summary["results"]["results"][0];
        assert_eq!(found["verdict"], verdict, "{call}: {found:#}");
    }
}
