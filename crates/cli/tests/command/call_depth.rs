//! `explore --call-depth`: what each depth finds, refutes and leaves open.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The summary of a function of a file in `tests/scan`, and what is printed.
fn explore(file: &str, function: &[&str], options: &[&str]) -> (Value, String) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/scan")
        .join(file);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(file)
        .args(function)
        .args(["--jobs", "1", "--no-store", "-o"])
        .arg(directory.path().join("out"))
        .args(options)
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let summary = std::fs::read(directory.path().join("out/summary.json"));
    let summary = serde_json::from_slice(&summary.expect(&message)).expect("JSON");
    (
        summary,
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

/// Kinds and verdicts of findings, and the errors that skipped calls alone would make: how many arms before them no
/// input takes, and of how many that is open.
fn outcome(summary: &Value) -> String {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let findings = list(&summary["findings"]);
    let findings = findings
        .iter()
        .map(|it| format!("{} {}", text(&it["kind"]), text(&it["verdict"])));
    let errors = list(&summary["lazy"]["unrealised_errors"]);
    let errors = errors.iter().map(|it| {
        let (kind, line) = (text(&it["kind"]), &it["line"]);
        let (refuted, open) = (&it["refuted"], &it["open"]);
        format!("{kind} in line {line}: {refuted} refuted, {open} open")
    });
    let skipped = match summary["lazy"]["skipped_calls"].as_u64() {
        Some(0) | None => "nothing skipped",
        Some(_) => "skipped",
    };
    let all: Vec<String> = findings.chain(errors).chain([skipped.to_owned()]).collect();
    all.join("; ")
}

/// The line of `depth.c` in which a function divides.
fn division_in(function: &str) -> usize {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scan/depth.c");
    let text = std::fs::read_to_string(file).expect("the program is readable");
    let mut lines = text.lines().zip(1..);
    let begin = format!("int {function}(");
    lines.find(|(line, _)| line.starts_with(&begin));
    let found = lines.find(|(line, _)| line.contains(" / "));
    found.expect("a division").1
}

#[test]
fn each_depth_finds_refutes_or_leaves_open() {
    let found = "division-by-zero confirmed";
    let of = |function: &str| format!("division-by-zero in line {}", division_in(function));
    let refuted = format!("{}: 1 refuted, 0 open", of("harmless"));
    let open = |function: &str| format!("{}: 0 refuted, 1 open", of(function));
    let (skips, whole) = ("skipped", "nothing skipped");
    let expected = [
        ("accessor", "0", "10000", [found, skips].join("; ")),
        ("accessor", "1", "10000", [found, whole].join("; ")),
        ("accessor", "2", "10000", [found, whole].join("; ")),
        (
            "accessor_of_accessor",
            "0",
            "10000",
            [found, skips].join("; "),
        ),
        (
            "accessor_of_accessor",
            "1",
            "10000",
            [found, skips].join("; "),
        ),
        (
            "accessor_of_accessor",
            "2",
            "10000",
            [found, whole].join("; "),
        ),
        ("harmless", "0", "10000", [&refuted, skips].join("; ")),
        ("harmless", "1", "10000", whole.to_owned()),
        ("harmless", "2", "10000", whole.to_owned()),
        // Searches that may not enter calls decide nothing that depends on them.
        ("accessor", "0", "0", [&open("accessor"), skips].join("; ")),
        ("accessor", "1", "0", [found, whole].join("; ")),
        (
            "accessor_of_accessor",
            "1",
            "0",
            [&open("accessor_of_accessor"), skips].join("; "),
        ),
        ("harmless", "0", "0", [&open("harmless"), skips].join("; ")),
    ];
    for (function, depth, steps, expected) in expected {
        let options = ["--call-depth", depth, "--lazy-steps", steps];
        let (summary, text) = explore("depth.c", &["--function", function], &options);
        assert_eq!(
            outcome(&summary),
            expected,
            "{function} {options:?}: {text}"
        );
        let is_open = expected.contains("1 open");
        assert_eq!(
            summary["exhaustive"], !is_open,
            "{function} {options:?}: {text}"
        );
        let line = format!("  calls deeper than {depth}: ");
        assert_eq!(text.contains(&line), !expected.ends_with(whole), "{text}");
    }
}

/// What is said of a run that goes on is true of all of it.
#[test]
fn a_run_that_goes_on_knows_which_calls_were_skipped() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scan/depth.c");
    let directory = tempfile::tempdir().expect("a temporary directory");
    let out = directory.path().join("out");
    let run = |words: &[&std::ffi::OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
        let output = command.args(words).output().expect("wayfarer runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for (function, steps, line) in [
        (
            "harmless",
            "10000",
            "exhaustive (callees are taken as tested: 1 function)",
        ),
        ("harmless", "0", "  open: division-by-zero at "),
    ] {
        let options = ["--function", function, "--call-depth", "0", "--force"];
        let mut words = vec!["explore".as_ref(), file.as_os_str()];
        words.extend(options.iter().map(std::ffi::OsStr::new));
        let more = ["--lazy-steps", steps, "--jobs", "1", "-o"];
        words.extend(more.iter().map(std::ffi::OsStr::new));
        words.push(out.as_os_str());
        let first = run(&words);
        let again = run(&["resume".as_ref(), out.as_os_str()]);
        for text in [first, again] {
            assert!(text.contains(line), "{function} {steps}: {text}");
            assert!(
                !text.contains("every assertion holds"),
                "{function} {steps}: {text}"
            );
        }
    }
}

/// In Java, where an error is an exception that is thrown or not, behind branches as all others.
#[test]
fn each_depth_finds_or_refutes_in_java() {
    let expected = [
        // Method, depth, paths, arms that are refuted, whether calls are skipped.
        ("accessor", "0", 2, 0, true),
        ("accessor", "1", 2, 0, false),
        ("accessorOfAccessor", "0", 2, 0, true),
        ("accessorOfAccessor", "1", 3, 0, true),
        ("accessorOfAccessor", "2", 3, 0, false),
        ("harmless", "0", 1, 1, true),
        ("harmless", "1", 2, 0, false),
    ];
    for (method, depth, paths, refuted, skips) in expected {
        let name = format!("Depth.{method}");
        let (summary, text) = explore("Depth.java", &[&name], &["--call-depth", depth]);
        let findings = summary["findings"].as_array().expect("findings");
        let found = findings.iter().map(|it| (&it["exception"], &it["verdict"]));
        let found: Vec<_> = found.collect();
        let fails = (&"java.lang.ArithmeticException".into(), &"confirmed".into());
        let expected = if method == "harmless" {
            vec![]
        } else {
            vec![fails]
        };
        assert_eq!(found, expected, "{name} {depth}: {text}");
        assert_eq!(summary["exhaustive"], true, "{name} {depth}: {text}");
        assert_eq!(summary["paths"], paths, "{name} {depth}: {text}");
        assert_eq!(
            summary["lazy"]["refuted"], refuted,
            "{name} {depth}: {text}"
        );
        let skipped = summary["lazy"]["skipped_calls"].as_u64() > Some(0);
        assert_eq!(skipped, skips, "{name} {depth}: {text}");
    }
}

/// The call depth is counted on the stack, and a function that calls itself is a callee as any other.
#[test]
fn calls_of_the_function_itself_are_bounded_too() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("digits.c");
    let text = "int digits(unsigned n) { if (n < 10) return 1; return 1 + digits(n / 10); }\n";
    std::fs::write(&source, text).expect("a source");
    for (depth, paths) in [("0", 2), ("1", 3), ("2", 4), ("20", 10)] {
        let options = ["--function", "digits", "--call-depth", depth];
        let source = source.to_string_lossy();
        let (summary, text) = explore(&source, &[], &options);
        assert_eq!(summary["paths"], paths, "{depth}: {text}");
        assert_eq!(summary["exhaustive"], true, "{depth}: {text}");
    }
}
