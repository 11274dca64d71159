//! Scans of what builds and version control have: layouts of folders, changes of a repository, tests in the build's own
//! folders, and what `show` and `resume` make of a scan.

use crate::scan::{in_state, results, scan};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn run(directory: &Path, command: &str, words: &[&str]) -> Output {
    let done = Command::new(command)
        .args(words)
        .current_dir(directory)
        .output();
    done.expect("the command runs")
}

fn succeeds(directory: &Path, command: &str, words: &[&str]) -> String {
    let done = run(directory, command, words);
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command} {words:?}: {stderr}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn wayfarer(directory: &Path, words: &[&str]) -> Output {
    run(directory, env!("CARGO_BIN_EXE_wayfarer"), words)
}

fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
    std::fs::write(path, text).expect("a file is written");
}

/// Everything in a folder as a first revision.
fn commit(directory: &Path) {
    let git = |words: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@b"];
        succeeds(directory, "git", &[&who[..], words].concat());
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
}

#[test]
fn changes_since_a_revision_are_those_of_classes_too() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let class = |name: &str, least: u32| {
        format!(
            "package p;\n/** One. */\npublic class {name} {{\n  public static int f(int n) {{ return n > {least} ? 1 : 0; }}\n}}\n"
        )
    };
    write(path, "pom.xml", "<project/>");
    write(path, ".gitignore", "target\nout\n");
    for name in ["One", "Other"] {
        write(
            path,
            &format!("src/main/java/p/{name}.java"),
            &class(name, 3),
        );
    }
    commit(path);
    let compile = || {
        let words = [
            "-g",
            "-d",
            "target/classes",
            "src/main/java/p/One.java",
            "src/main/java/p/Other.java",
        ];
        succeeds(path, "javac", &words);
    };
    compile();
    let since = [".", "--time", "10", "--since", "HEAD"];
    scan(path, &since);
    assert_eq!(results(path)["units"].as_array().map(Vec::len), Some(0));
    write(path, "src/main/java/p/One.java", &class("One", 4));
    // What is said of a class changes none of its code.
    let other = class("Other", 3).replace("One. */", "Another one. */");
    write(path, "src/main/java/p/Other.java", &other);
    compile();
    scan(path, &since);
    let all = results(path);
    assert_eq!(in_state(&all, "visited"), "p.One", "{all:#}");
}

#[test]
fn a_header_and_a_new_file_are_changes() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    write(
        path,
        "a.c",
        "#include \"a.h\"\nint f(int n) { return n > LEAST ? 1 : 0; }\n",
    );
    write(path, "a.h", "#define LEAST 3\n");
    write(path, ".gitignore", "out\n");
    commit(path);
    write(path, "b.c", "int g(int n) { return n > 3 ? 1 : 0; }\n");
    write(path, "note.c", "int h(void);\n");
    let done = scan(path, &["a.c", "b.c", "--time", "20", "--since", "HEAD"]);
    assert_eq!(in_state(&results(path), "visited"), "g");
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert!(stderr.contains("note.c has changed"), "{stderr}");
    write(path, "a.h", "#define LEAST 4\n");
    let done = scan(path, &["a.c", "b.c", "--time", "20", "--since", "HEAD"]);
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert!(stderr.contains("a.h has changed outside"), "{stderr}");
    assert_eq!(in_state(&results(path), "visited"), "f");
}

#[test]
fn classes_are_found_where_builds_put_them() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    write(
        path,
        "a/src/main/java/p/One.java",
        "package p; public class One { public static int f(int n) { return n > 3 ? 1 : 0; } }\n",
    );
    write(path, "settings.gradle", "include 'a'\n");
    for folder in ["", "a/"] {
        write(path, &format!("{folder}build.gradle"), "");
    }
    let source = "a/src/main/java/p/One.java";
    let classes = "a/build/classes/java/main";
    succeeds(path, "javac", &["-g", "-d", classes, source]);
    std::fs::create_dir_all(path.join("lib")).expect("a folder");
    succeeds(path, "jar", &["-cf", "lib/one.jar", "-C", classes, "."]);
    for target in [".", "a", "a/build/classes", "lib", "lib/one.jar", source] {
        let words = [target, "--time", "5", "--test-suffix", "Generated"];
        let _ = std::fs::remove_dir_all(path.join("out"));
        let words = match target {
            "lib/one.jar" => [&words[..], &["--into", "tests", "--test-package", "made"]].concat(),
            _ => words.to_vec(),
        };
        let done = scan(path, &words);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(
            in_state(&results(path), "visited"),
            "p.One",
            "{target}: {stderr}"
        );
        let covered = &results(path)["coverage"]["lines"]["covered"];
        assert_ne!(covered.as_u64(), Some(0), "{target}");
    }
    let test = std::fs::read_to_string(path.join("tests/made/OneGenerated.java"));
    assert!(test.expect("a test").contains("class OneGenerated"));
    // Measurements have the path of the package, which may be that of a file here.
    std::fs::create_dir_all(path.join("p")).expect("a folder");
    std::fs::copy(path.join(source), path.join("p/One.java")).expect("a copy");
    std::fs::remove_dir_all(path.join("out")).expect("removed");
    scan(path, &["lib/one.jar", "--time", "5"]);
    let covered = &results(path)["coverage"]["lines"]["covered"];
    assert_ne!(covered.as_u64(), Some(0));
}

#[test]
fn what_is_not_for_a_scan_is_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    write(
        path,
        "a.c",
        "int f(int n) { if (n == 3) return n * n == 8; return 0; }\n",
    );
    let done = scan(path, &["a.c", "--time", "60", "--into", "tests"]);
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("--into: for Java"), "{stderr}");
    assert!(!path.join("out/units/f").exists());
    scan(path, &["a.c", "--time", "20"]);
    for (words, told) in [
        (
            &["show", "out", "--tests"][..],
            "show: --tests is not for a scan",
        ),
        (
            &["resume", "out", "--strategy", "dfs"],
            "resume: --strategy is not",
        ),
    ] {
        let done = wayfarer(path, words);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{words:?}: {stderr}");
        assert!(stderr.contains(told), "{words:?}: {stderr}");
    }
    let shown = wayfarer(path, &["show", "out", "--coverage"]);
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(
        text.starts_with("coverage (measured natively) of what is scanned: 100.0 %"),
        "{text}"
    );
    let resumed = wayfarer(path, &["resume", "out", "--time", "5", "--json"]);
    let text = String::from_utf8_lossy(&resumed.stdout);
    assert!(text.starts_with('{'), "{text}");
}

#[test]
fn branches_that_no_unit_has_covered_are_told_once() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let text = "static int half(int n) {\n  if (n % 2 == 1)\n    return 0;\n  return n / 2;\n}\n\
        int f(int n) { return half(n & ~1); }\nint g(int n) { return half((n | 1) + 1); }\n";
    write(path, "a.c", text);
    scan(path, &["a.c", "--time", "20"]);
    let shown = wayfarer(path, &["show", "out", "--coverage"]);
    let text = String::from_utf8_lossy(&shown.stdout);
    let told: Vec<&str> = text
        .lines()
        .filter(|it| it.starts_with("not taken"))
        .collect();
    assert_eq!(told.len(), 1, "{text}");
    assert!(
        told[0].contains("a.c:2") && told[0].contains("n % 2 == 1"),
        "{text}"
    );
    let shown = wayfarer(path, &["show", "out", "--coverage", "--json"]);
    let all: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    assert_eq!(all["measured"]["branches"]["covered"], 1, "{all:#}");
    let ways = all["branches"].as_array().expect("branches");
    let open: Vec<&Value> = ways
        .iter()
        .filter(|it| !it["uncovered_because"].is_null())
        .collect();
    assert_eq!((ways.len(), open.len()), (2, 1), "{all:#}");
    assert_eq!(
        (&open[0]["function"], &open[0]["line"]),
        (&"half".into(), &2.into()),
        "{all:#}"
    );
}

#[test]
fn what_is_not_supported_is_told() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let text = "package p; public abstract class Shape { abstract int sides(); \
        public int angle() { return 360 / sides(); } }\n";
    write(path, "src/p/Shape.java", text);
    let done = scan(path, &["src", "--time", "10"]);
    let stdout = String::from_utf8_lossy(&done.stdout);
    assert!(stdout.contains("unsupported, which ended"), "{stdout}");
    let all = results(path);
    let bounded = all["bounded"].to_string();
    assert!(
        bounded.contains("unsupported: ") && bounded.contains("p.Shape"),
        "{bounded}"
    );
}
