//! Logs of SARIF: those that runs write, and those of analysers that runs judge. They are kept in the tests of the
//! crate `sarif`, which checks them against the schema.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Fails unless a log is the one of this name in the folder of those that are checked against the schema of SARIF.
/// With `UPDATE=1` it is written there.
pub fn is_as_checked(log: &Value, name: &str) {
    let mut log = log.clone();
    let run = &mut log["runs"][0];
    for changing in [
        "/originalUriBaseIds/%SRCROOT%/uri",
        "/tool/driver/semanticVersion",
    ] {
        if let Some(value) = run.pointer_mut(changing) {
            *value = if changing.ends_with("uri") {
                "file:///root/"
            } else {
                "0.1.0"
            }
            .into();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sarif/tests/logs");
    let path = path.join(name).with_extension("sarif");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, format!("{log:#}\n")).expect("the log is written");
    }
    assert_eq!(log, read(path), "{name}");
}

fn read(path: PathBuf) -> Value {
    let text = std::fs::read_to_string(&path).expect("the file");
    serde_json::from_str(&text).expect("JSON")
}

/// Runs the command in a directory; gives its exit code and what it says of errors.
fn wayfarer(directory: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(words)
        .current_dir(directory)
        .output()
        .expect("wayfarer runs");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

/// A directory with a file in it.
fn directory_with(name: &str, text: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    std::fs::write(path, text).expect("the file");
    directory
}

/// A result of a log, by its rule.
fn of_rule<'l>(log: &'l Value, rule: &str) -> &'l Value {
    let results = log["runs"][0]["results"].as_array().expect("results");
    let found = results.iter().find(|it| it["ruleId"] == rule);
    found.unwrap_or_else(|| panic!("no {rule} in {log:#}"))
}

const PROGRAM: &str = "int g(const int *p) { return *p; }\n\
    int f(const int *p, int n) {\n\
    \x20   if (n == 3)\n\
    \x20       return 7 / (n - 3);\n\
    \x20   return g(p);\n\
    }\n";

#[test]
fn findings_of_c_are_results_with_stacks_tests_and_fingerprints() {
    let explored = |text: &str| {
        let directory = directory_with("src/a b.c", text);
        let words = [
            "explore",
            "src/a b.c",
            "--function",
            "f",
            "--input",
            "p: nonnull",
            "-o",
            "out",
        ];
        let (code, errors) = wayfarer(directory.path(), &words);
        assert_eq!(code, Some(1), "{errors}");
        let log = read(directory.path().join("out/results.sarif"));
        (directory, log)
    };
    let (directory, log) = explored(PROGRAM);
    is_as_checked(&log, "c");
    let result = of_rule(&log, "division-by-zero");
    assert_eq!(
        (&result["level"], &result["kind"]),
        (&"error".into(), &"fail".into())
    );
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/a%20b.c");
    assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
    assert_eq!(place["region"]["startLine"], 4);
    let test = &result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    let test = directory.path().join(test.as_str().expect("a path"));
    assert!(test.is_file() && test.extension().is_some_and(|it| it == "c"));
    let rule = &log["runs"][0]["tool"]["driver"]["rules"]
        [result["ruleIndex"].as_u64().expect("a number") as usize];
    assert_eq!(rule["properties"]["tags"][0], "external/cwe/cwe-369");
    // Lines above change nothing that it is known by.
    let (_other, moved) = explored(&format!("/* one\n more */\n{PROGRAM}"));
    let moved = of_rule(&moved, "division-by-zero");
    assert_eq!(
        moved["locations"][0]["physicalLocation"]["region"]["startLine"],
        6
    );
    assert_eq!(moved["partialFingerprints"], result["partialFingerprints"]);
    assert_eq!(
        result["partialFingerprints"].as_object().map(|it| it.len()),
        Some(2)
    );
}

#[test]
fn errors_of_unusual_inputs_are_notes_and_have_their_call_chain() {
    let directory = directory_with("a.c", PROGRAM);
    wayfarer(
        directory.path(),
        &["explore", "a.c", "--function", "f", "-o", "out"],
    );
    let log = read(directory.path().join("out/results.sarif"));
    is_as_checked(&log, "unusual");
    let result = of_rule(&log, "null-dereference");
    assert_eq!(result["level"], "note");
    assert_eq!(result["properties"]["assumption"], "--input 'p: nonnull'");
    let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    let names = flow.as_array().expect("locations").iter();
    let names: Vec<&Value> = names
        .map(|it| &it["location"]["logicalLocations"][0]["fullyQualifiedName"])
        .collect();
    assert_eq!(names, ["f", "g"]);
}

#[test]
fn exceptions_are_rules_of_their_own_and_their_tests_are_junit_classes() {
    let text = "package acme;\nclass Foo {\n    static int f(int n) {\n        return 7 / (n - 3);\n    }\n}\n";
    let directory = directory_with("src/main/java/acme/Foo.java", text);
    let words = [
        "explore",
        "-cp",
        "src/main/java/acme/Foo.java",
        "acme.Foo.f",
        "-o",
        "out",
    ];
    let (code, errors) = wayfarer(directory.path(), &words);
    assert_eq!(code, Some(1), "{errors}");
    let log = read(directory.path().join("out/results.sarif"));
    is_as_checked(&log, "java");
    let result = of_rule(&log, "uncaught-exception/java.lang.ArithmeticException");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        place["artifactLocation"]["uri"],
        "src/main/java/acme/Foo.java"
    );
    let test = &result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(test, "out/junit/acme/FooWayfarerTest.java");
}

#[test]
fn warnings_of_scans_are_results_and_baselines_are_told_apart() {
    let directory = directory_with("a.c", PROGRAM);
    let words = [
        "scan",
        "a.c",
        "-o",
        "out",
        "--time",
        "10",
        "--write-baseline",
        "known.json",
    ];
    wayfarer(directory.path(), &words);
    let log = read(directory.path().join("out/results.sarif"));
    let result = of_rule(&log, "division-by-zero");
    assert_eq!(
        (&result["level"], &result["properties"]["verdict"]),
        (&"error".into(), &"confirmed".into())
    );
    assert!(result.get("baselineState").is_none());
    assert_eq!(of_rule(&log, "null-dereference")["level"], "note");
    wayfarer(
        directory.path(),
        &[
            "scan",
            "a.c",
            "-o",
            "out",
            "--time",
            "10",
            "--baseline",
            "known.json",
        ],
    );
    let log = read(directory.path().join("out/results.sarif"));
    is_as_checked(&log, "scan");
    assert_eq!(
        of_rule(&log, "division-by-zero")["baselineState"],
        "unchanged"
    );
}
