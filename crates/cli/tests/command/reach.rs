//! One file of `tests/reach` is one test: a program with runs of `wayfarer reach` in its comments and, below
//! each, the verdict on every target, or what the command says instead. A target that is reached must be
//! confirmed by the native run of its test. An `@` in options is the folder.

use rayon::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A run with what it must come to, a line each.
struct Run {
    options: Vec<String>,
    expected: Vec<String>,
}

fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for line in text.lines().map_while(|line| line.strip_prefix("//")) {
        if let Some(options) = line.strip_prefix(" reach: ") {
            runs.push(Run {
                options: options.split_whitespace().map(str::to_owned).collect(),
                expected: Vec::new(),
            });
        } else if let (Some(run), Some(line)) = (runs.last_mut(), line.strip_prefix("   ")) {
            run.expected.push(line.to_owned());
        }
    }
    runs
}

/// What a run says of its targets.
fn verdicts(program: &Path, options: &[String]) -> Vec<String> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let folder = program.parent().expect("a folder").display().to_string();
    let mut options: Vec<String> = options.iter().map(|it| it.replace('@', &folder)).collect();
    if !options.iter().any(|option| option == "--time") {
        options.extend(["--time", "60"].map(str::to_owned));
    }
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("reach")
        .arg(program)
        .args(options)
        .args(["--json", "-o", "out"])
        .current_dir(directory.path())
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let Ok(summary) = serde_json::from_slice::<Value>(&output.stdout) else {
        assert_eq!(output.status.code(), Some(2), "{message}");
        let message = message.trim_end().strip_prefix("wayfarer: ");
        let message = message.unwrap_or_default();
        return vec![message.replace(&format!("{folder}/"), "")];
    };
    let targets = summary["targets"].as_array().expect("a list");
    let lcov = std::fs::read_to_string(directory.path().join("out/coverage.lcov"));
    let lcov = lcov.unwrap_or_default();
    let line = |target: &Value| {
        let text = |key: &str| target[key].as_str().unwrap_or_default();
        let verdict = match (text("verdict"), text("native")) {
            ("reached", "confirmed") if natively_missed(&lcov, text("target")) => {
                "reached, but not natively".to_owned()
            }
            ("reached", "confirmed") => "reached".to_owned(),
            ("reached", native) => format!("reached [{native}]"),
            ("open", _) => format!("open ({})", text("why")),
            (verdict, _) => verdict.to_owned(),
        };
        let line = format!("{}: {verdict}", text("target"));
        line.replace(&format!("{folder}/"), "")
    };
    let open = targets.iter().any(|target| target["verdict"] == "open");
    let code = output.status.code();
    assert!(open == (code == Some(4)) || code == Some(1), "{code:?}");
    targets.iter().map(line).collect()
}

/// Whether a target is a line that the native runs have not executed.
fn natively_missed(lcov: &str, target: &str) -> bool {
    let Some((file, line)) = target.rsplit_once(':') else {
        return false;
    };
    let records = lcov.split("end_of_record");
    let of_file = records.filter(|record| {
        let source = record.lines().find_map(|it| it.strip_prefix("SF:"));
        source.is_some_and(|source| source.ends_with(file))
    });
    let mut lines = of_file.flat_map(str::lines);
    line.parse::<u32>().is_ok() && lines.any(|it| it == format!("DA:{line},0"))
}

fn check(program: &Path) {
    let text = std::fs::read_to_string(program).expect("the test file");
    for run in runs(&text) {
        let found = verdicts(program, &run.options);
        let (file, options) = (program.display(), run.options.join(" "));
        assert_eq!(found, run.expected, "{file}: {options}");
    }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reach");
    let folder = folder.canonicalize().expect("the folder");
    let entries = std::fs::read_dir(folder).expect("it is listed");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    programs.retain(|path| path.is_file());
    programs.sort();
    programs
}

#[test]
fn targets_are_reached_or_proved_unreachable_or_open() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let programs = programs().into_par_iter();
    let wanted = programs.filter(|path| path.to_string_lossy().contains(&only));
    let failed = wanted.filter(|program| {
        let result = std::panic::catch_unwind(|| check(program));
        result.is_err()
    });
    let failed: Vec<PathBuf> = failed.collect();
    assert!(failed.is_empty(), "{failed:?}");
}

/// What an earlier session has reached stays reached.
#[test]
fn a_run_that_goes_on_knows_what_was_reached() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let text = "int f(unsigned char a, unsigned char b) {\n    if (a == 3)\n        return 1;\n    \
                if (b == 200)\n        return 2;\n    return 0;\n}\n";
    std::fs::write(directory.path().join("f.c"), text).expect("the program is written");
    let run = |arguments: &[&str]| -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .args(arguments)
            .args(["--json"])
            .current_dir(directory.path())
            .output()
            .expect("wayfarer runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{message}"))
    };
    let verdicts = |summary: &Value| -> Vec<String> {
        let targets = summary["targets"].as_array().expect("a list").iter();
        let verdicts = targets.map(|it| it["verdict"].as_str().unwrap_or_default().to_owned());
        verdicts.collect()
    };
    let begun = run(&[
        "reach",
        "f.c",
        "--function",
        "f",
        "--target",
        "f.c:6",
        "--target",
        "f.c:3",
        "--target",
        "f.c:5",
        "--max-paths",
        "1",
        "-o",
        "out",
    ]);
    assert_eq!(verdicts(&begun), ["reached", "open", "open"]);
    let ended = run(&["resume", "out", "--max-paths", "1000"]);
    assert_eq!(verdicts(&ended), ["reached", "reached", "reached"]);
}

/// With its last target reached a run ends, also where the graph does not show where execution may go (behind
/// `abort`); what it left out is not called explored.
#[test]
fn a_run_that_has_reached_everything_ends_and_is_not_called_exhaustive() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let text = "#include <stdlib.h>\nint f(int x, int y) {\n    int n = 0;\n    while (x-- > 0)\n        n++;\n    \
                if (n == 20)\n        abort();\n    if (n == 40 && y == 7)\n        abort();\n    return n;\n}\n";
    std::fs::write(directory.path().join("f.c"), text).expect("the program is written");
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["reach", "f.c", "--function", "f", "--target", "f.c:7"])
        .args(["--loop-traversals", "0", "--json", "--time", "60"])
        .args(["-o", "out"])
        .current_dir(directory.path())
        .output()
        .expect("wayfarer runs");
    let summary: Value = serde_json::from_slice(&output.stdout).expect("a summary");
    assert_eq!(summary["targets"][0]["verdict"], "reached");
    assert_eq!(summary["limits"], serde_json::json!({}));
    assert_eq!(summary["exhaustive_for_targets"], true);
    assert_eq!(summary["exhaustive"], false);
    assert_eq!(summary["exhaustive_for_errors"], false);
}
