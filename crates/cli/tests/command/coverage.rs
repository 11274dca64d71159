//! Coverage is counted once: `explore`, `replay`, `show` and their JSON say the same of what a run starts
//! at, of what that reaches, and of all.

use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const C: &str = "\
#include <wayfarer.h>
static int helper(int x) {
    if (x > 3)
        return 1;
    return 0;
}
static int called_back(int x) { return x; }
int unused(int x) {
    if (x)
        return 2;
    return 3;
}
int main(void) {
    int (*volatile function)(int) = called_back;
    int x = wf_int(\"x\");
    if (x == 5)
        return helper(x);
    return function(helper(x));
}
";

const JAVA: &str = "\
public class Part {
    interface Shape { int size(int x); }
    static class Round implements Shape {
        public int size(int x) {
            if (x > 7)
                return 1;
            return 2;
        }
        int unused(int x) {
            return x + 1;
        }
    }
    static int helper(Shape shape, int x) {
        return shape.size(x);
    }
    public static int measure(int x) {
        if (x == 3)
            return 0;
        return helper(new Round(), x);
    }
    public static int idle(int x) {
        if (x > 3)
            return 1;
        return 2;
    }
}
";

fn wayfarer(directory: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("the command runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).expect("the command prints text")
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The lines on coverage.
fn said(text: &str) -> Vec<&str> {
    let lines = text.lines();
    lines.filter(|line| line.contains("coverage (")).collect()
}

/// Part, branches covered, branches, lines.
fn branches(coverage: &Value) -> Vec<(String, u64, u64, u64)> {
    let parts = coverage["parts"].as_array().expect("a list of parts");
    let number = |value: &Value| value.as_u64().expect("a count");
    let row = |part: &Value| {
        let counts = &part["branches"];
        let (covered, total) = (number(&counts["covered"]), number(&counts["total"]));
        let name = part["part"].as_str().expect("a name").to_owned();
        (name, covered, total, number(&part["lines"]["total"]))
    };
    parts.iter().map(row).collect()
}

/// Explores, and compares what all commands say.
fn explored(name: &str, text: &str, arguments: &[&str]) -> Value {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    std::fs::write(directory.join(name), text).expect("a program is written");
    let explore = [&["explore"], arguments].concat();
    let text = wayfarer(directory, &explore);
    let shown = wayfarer(directory, &["show", "wayfarer-out"]);
    assert_eq!(said(&text), said(&shown), "{shown}");
    assert_eq!(said(&text).len(), 3, "{text}");
    let replayed = wayfarer(directory, &["replay", "wayfarer-out"]);
    assert_eq!(said(&text), said(&replayed), "{replayed}");
    let summary = std::fs::read_to_string(directory.join("wayfarer-out/summary.json"));
    let coverage = parsed(&summary.expect("there is a summary"))["coverage"].clone();
    let shown = parsed(&wayfarer(directory, &["show", "--json", "wayfarer-out"]));
    assert_eq!(shown["coverage"]["measured"], coverage);
    let replayed = parsed(&wayfarer(directory, &["replay", "--json", "wayfarer-out"]));
    assert_eq!(replayed["coverage"], coverage);
    let lcov = std::fs::read_to_string(directory.join("wayfarer-out/coverage.lcov"));
    let lcov = lcov.expect("there is a tracefile");
    let sum = |key: &str| -> u64 {
        let values = lcov.lines().filter_map(|line| line.strip_prefix(key));
        values
            .map(|value| value.parse::<u64>().expect("a count"))
            .sum()
    };
    let all = json!({ "covered": sum("BRH:"), "total": sum("BRF:") });
    assert_eq!(coverage["branches"], all);
    coverage
}

fn row(part: &str, covered: u64, total: u64, lines: u64) -> (String, u64, u64, u64) {
    (part.to_owned(), covered, total, lines)
}

#[test]
fn parts_of_a_c_program_are_told_apart() {
    let coverage = explored("parts.c", C, &["parts.c"]);
    let expected = [
        row("main", 2, 2, 7),
        row("what main reaches", 4, 4, 13),
        row("all", 4, 6, 18),
    ];
    assert_eq!(branches(&coverage), expected);
}

#[test]
fn parts_of_a_java_program_are_told_apart() {
    let coverage = explored("Part.java", JAVA, &["Part.java", "Part.measure"]);
    let parts = branches(&coverage);
    assert_eq!(parts[0], row("Part.measure", 2, 2, 3));
    let (name, covered, total, _) = &parts[1];
    assert_eq!(
        (name.as_str(), *covered, *total),
        ("what Part.measure reaches", 4, 4)
    );
    assert_eq!((parts[2].1, parts[2].2), (4, 6));
    assert!(parts[1].3 < parts[2].3, "{parts:?}");
}
