//! Scans: what is told of each cause, what a second scan visits, and what goes on after a scan was killed.
//!
//! Each file of `tests/scan` is scanned, and says in its first comments what comes of it: the `functions` (or classes)
//! that are visited, and the warnings by their class. What stands behind `with OPTIONS` comes of a scan with these; `deeper`
//! are units with the depth of calls that was needed, `skipped` the calls that were.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

#[test]
fn warnings_are_told_as_the_programs_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scan");
    let entries = std::fs::read_dir(&folder).expect("the folder of programs");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file is readable");
        let lines = text.lines().take_while(|line| line.starts_with("//"));
        let mut scans = vec![("", Vec::new())];
        for line in lines {
            match line.strip_prefix("// with ") {
                Some(options) => scans.push((options, Vec::new())),
                None => scans.last_mut().expect("a scan").1.push(line),
            }
        }
        scans.retain(|(_, lines)| lines.iter().any(|line| line.starts_with("// functions: ")));
        assert!(!scans.is_empty(), "{}", file.display());
        for (options, lines) in scans {
            check_scan(&file, options, &lines);
        }
    }
}

/// Scans a program; `lines` say what comes of it.
fn check_scan(file: &Path, options: &str, lines: &[&str]) {
    let expected = |name: &str| -> BTreeSet<String> {
        let head = format!("// {name}: ");
        let lines = lines.iter().filter_map(|line| line.strip_prefix(&head));
        lines.map(str::to_owned).collect()
    };
    let what = format!("{} {options}", file.display());
    let directory = tempfile::tempdir().expect("a temporary directory");
    let name = file.file_name().expect("a name");
    std::fs::copy(file, directory.path().join(name)).expect("the program is copied");
    let name = name.to_string_lossy();
    let words: Vec<&str> = options.split_whitespace().collect();
    let words = [&[&name, "--time", "120"], &words[..]].concat();
    let done = scan(directory.path(), &words);
    let all = results(directory.path());
    let units: Vec<&str> = texts(&all["units"], "name");
    assert_eq!(
        expected("functions"),
        BTreeSet::from([units.join(", ")]),
        "{what}"
    );
    for class in ["confirmed", "open", "unusual", "documented", "refuted"] {
        let found: BTreeSet<String> = of_class(&all, class);
        assert_eq!(found, expected(class), "{what}: {class}: {all:#}");
    }
    let mut given = words.iter().skip_while(|word| **word != "--call-depth");
    let given = given.nth(1).and_then(|word| word.parse().ok());
    let deeper: BTreeSet<String> = deeper(&all, given.unwrap_or(0));
    assert_eq!(deeper, expected("deeper"), "{what}: {all:#}");
    let code = i32::from(!expected("confirmed").is_empty());
    assert_eq!(done.status.code(), Some(code), "{what}");
    let text = String::from_utf8_lossy(&done.stdout);
    let skipped = text.lines().filter_map(|line| {
        let (calls, _) = line.strip_prefix("  ")?.split_once(": ")?;
        calls.starts_with("calls deeper than ").then_some(calls)
    });
    let skipped: BTreeSet<String> = skipped.map(str::to_owned).collect();
    assert_eq!(skipped, expected("skipped"), "{what}: {text}");
}

/// Units that needed deeper calls than those of the depth that was given.
fn deeper(all: &Value, given: u64) -> BTreeSet<String> {
    let units = all["units"].as_array().into_iter().flatten();
    let deeper = units.filter_map(|unit| {
        let depth = unit["call_depth"].as_u64().filter(|depth| *depth > given)?;
        Some(format!("{} {depth}", unit["name"].as_str()?))
    });
    deeper.collect()
}

/// Runs a scan in a directory, into `out`.
pub fn scan(directory: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["scan", "--output", "out"])
        .args(words)
        .current_dir(directory)
        .output()
        .expect("the command runs")
}

pub fn results(directory: &Path) -> Value {
    let text = std::fs::read_to_string(directory.join("out/scan.json")).expect("results of a scan");
    serde_json::from_str(&text).expect("JSON")
}

fn texts<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    let all = list.as_array().into_iter().flatten();
    all.filter_map(|it| it[name].as_str()).collect()
}

/// The warnings of a class, as the files say them.
fn of_class(all: &Value, class: &str) -> BTreeSet<String> {
    let warnings = all["warnings"].as_array().into_iter().flatten();
    let of_class = warnings.filter(|it| it["class"] == class);
    let line = |it: &Value| {
        let what = it["exception"]
            .as_str()
            .or(it["kind"].as_str())
            .unwrap_or_default();
        let function = it["function"].as_str().unwrap_or_default();
        let function = function.split('(').next().unwrap_or_default();
        match it["count"].as_u64() {
            Some(1) => format!("{what} in {function}, 1 time"),
            count => format!("{what} in {function}, {} times", count.unwrap_or(0)),
        }
    };
    of_class.map(line).collect()
}

/// Units by their state.
pub fn in_state(all: &Value, state: &str) -> String {
    let units = all["units"].as_array().into_iter().flatten();
    let of_state = units.filter(|it| it["state"] == state);
    let names: Vec<&str> = of_state.filter_map(|it| it["name"].as_str()).collect();
    names.join(", ")
}

#[test]
fn it_is_told_which_tests_are_in_no_file() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let source = "int sign(int n) { return n < 0; }\n\n\
                  #pragma GCC poison fprintf\n";
    std::fs::write(path.join("poisoned.c"), source).expect("a source");
    let done = scan(path, &["poisoned.c", "--time", "120"]);
    let text = String::from_utf8_lossy(&done.stdout);
    let line = "  tests do not run in all formats: 1 (see units/sign.log first, or scan.json)\n";
    assert!(text.contains(line), "{text}");
    let why = &results(path)["units"][0]["not_in_all_formats"];
    let why = why.as_str().unwrap_or_default();
    assert!(why.contains("poisoned"), "{why}");
}

const LIBRARY: &str = "static const char *name(int n) { return n ? \"one\" : \"none\"; }\n\
    int changed(int n) { return n > 3 ? 1 : 0; }\n\
    int initial(int n) { return name(n)[0]; }\n\
    int caller(int n) { return changed(n) + 1; }\n\
    int quotient(int n) { return 7 / n; }\n";

#[test]
fn a_second_scan_visits_what_has_changed_and_what_depends_on_it() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let source = path.join("a.c");
    std::fs::write(&source, LIBRARY).expect("a source");
    scan(path, &["a.c", "--time", "120"]);
    assert_eq!(
        in_state(&results(path), "visited"),
        "changed, initial, caller, quotient"
    );
    let of_line = |all: &Value| all["warnings"][0]["line"].as_u64();
    assert_eq!(of_line(&results(path)), Some(5));

    // Lines and strings in front of the others are no change of theirs.
    let edited = LIBRARY.replace("1 : 0; }", "2\n : \"many\"[0]; }");
    std::fs::write(&source, &edited).expect("the source is edited");
    // However slow the machine is, there is time for what leads to the edit.
    scan(path, &["a.c", "--time", "120", "--revisit-share", "1"]);
    let all = results(path);
    assert_eq!(in_state(&all, "visited"), "changed, caller");
    assert_eq!(in_state(&all, "kept"), "initial, quotient");
    assert_eq!(of_line(&all), Some(6));
    let covered = std::fs::read_to_string(path.join("out/units/quotient/coverage.lcov"));
    assert!(covered.expect("a tracefile").contains("DA:6,2"));

    // Other options are another exploration.
    scan(path, &["a.c", "--time", "120", "--check", "overflow"]);
    assert_eq!(in_state(&results(path), "kept"), "");
}

#[test]
fn results_depend_on_what_assumes_and_watches_as_well() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let least = |least: u32| format!("{LIBRARY}int assumed(int n) {{ return n >= {least}; }}\n");
    std::fs::write(path.join("a.c"), least(1)).expect("a source");
    let at_most = |most: u32| {
        format!(
            "function int quotient(int n);\nspecification small {{\n  \
             event large = call quotient(n) when (n > {most});\n  caller: always !large;\n}}\n"
        )
    };
    let specification = path.join("small.spec");
    std::fs::write(&specification, at_most(900)).expect("a specification");
    let only = ["a.c", "--time", "120", "--only", "quotient"];
    let watched = [&only[..], &["--spec", "small.spec"]].concat();
    let assumed = [&only[..], &["--precondition", "assumed"]].concat();

    // What does not depend on them is kept.
    scan(path, &only);
    std::fs::write(path.join("a.c"), least(2)).expect("the source is edited");
    scan(path, &only);
    assert_eq!(in_state(&results(path), "kept"), "quotient");

    for (number, words) in (3..).zip([&watched, &assumed]) {
        scan(path, words);
        scan(path, words);
        assert_eq!(in_state(&results(path), "kept"), "quotient", "{words:?}");
        std::fs::write(&specification, at_most(900 + number)).expect("the specification is edited");
        std::fs::write(path.join("a.c"), least(number)).expect("the source is edited");
        scan(path, words);
        assert_eq!(in_state(&results(path), "visited"), "quotient", "{words:?}");
    }
}

#[test]
fn only_what_a_diff_changes_is_visited() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    std::fs::write(path.join("a.c"), LIBRARY).expect("a source");
    let patch = "--- a/a.c\n+++ b/a.c\n@@ -2 +2 @@\n-int changed(int n) { return 0; }\n\
        +int changed(int n) { return n > 3 ? 1 : 0; }\n";
    std::fs::write(path.join("a.patch"), patch).expect("a patch");
    scan(path, &["a.c", "--time", "120", "--diff", "a.patch"]);
    assert_eq!(in_state(&results(path), "visited"), "changed, caller");
}

#[test]
fn a_baseline_takes_known_warnings_out_of_the_exit_code() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    std::fs::write(path.join("a.c"), LIBRARY).expect("a source");
    let first = scan(
        path,
        &["a.c", "--time", "120", "--write-baseline", "known.json"],
    );
    assert_eq!(first.status.code(), Some(1));
    // It is known by its line's text, not by its number.
    std::fs::write(path.join("a.c"), format!("\n{LIBRARY}")).expect("the source is edited");
    let known = scan(path, &["a.c", "--time", "120", "--baseline", "known.json"]);
    assert_eq!(
        known.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&known.stdout)
    );
    std::fs::write(path.join("known.json"), "{").expect("a broken baseline");
    let broken = scan(path, &["a.c", "--time", "120", "--baseline", "known.json"]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("known.json:1:1"));
}

#[test]
fn a_scan_that_was_killed_goes_on() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let function = |number| format!("int f{number}(int n) {{ return n > {number} ? 1 : 0; }}\n");
    let functions: String = (0..5).map(function).collect();
    std::fs::write(path.join("a.c"), functions).expect("a source");
    let words = ["a.c", "--time", "600", "--jobs", "1"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["scan", "--output", "out"])
        .args(words)
        .current_dir(path)
        .spawn()
        .expect("the command runs");
    let begun = Instant::now();
    // The second one is on its way when the first one is done.
    while !path.join("out/units/f1.json").exists() {
        assert!(
            begun.elapsed() < Duration::from_secs(300),
            "no unit was visited"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it has ended");
    scan(path, &words);
    let all = results(path);
    let kept = in_state(&all, "kept");
    assert!(kept.starts_with("f0"), "{all:#}");
    let visited = in_state(&all, "visited");
    assert!(visited.ends_with("f3, f4"), "{all:#}");
    let again = |words: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .args(words)
            .current_dir(path)
            .output();
        let done = done.expect("the command runs");
        assert_eq!(
            done.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        done.stdout
    };
    let resumed = again(&["resume", "out", "--time", "60"]);
    assert_eq!(in_state(&results(path), "kept"), "f0, f1, f2, f3, f4");
    assert_eq!(again(&["show", "out"]), resumed);
}

#[test]
fn junit_classes_go_into_a_build_and_edited_ones_stay() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let source = "package shop;\npublic class Price { public static int half(int n) { return n > 9 ? n / 2 : 1; } }\n";
    let sources = path.join("src/main/java/shop");
    std::fs::create_dir_all(&sources).expect("a folder");
    std::fs::write(sources.join("Price.java"), source).expect("a source");
    let words = ["src/main/java", "--time", "10", "--into", "src/test/java"];
    scan(path, &words);
    let test = path.join("src/test/java/shop/PriceWayfarerTest.java");
    let text = std::fs::read_to_string(&test).expect("the test is there");
    std::fs::write(
        &test,
        text.replace(
            "class PriceWayfarerTest",
            "class PriceWayfarerTest /* mine */",
        ),
    )
    .expect("edited");
    let again = scan(path, &words);
    assert!(String::from_utf8_lossy(&again.stdout).contains("left alone"));
    let all = results(path);
    assert_eq!(in_state(&all, "kept"), "shop.Price", "{all:#}");
    // What is measured of the methods under test is not nothing.
    assert_eq!(
        all["units"][0]["coverage"]["branches"]["covered"], 2,
        "{all:#}"
    );
}

#[test]
fn what_cannot_be_scanned_is_told() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    std::fs::create_dir_all(path.join("empty")).expect("a folder");
    std::fs::create_dir_all(path.join("maven")).expect("a folder");
    std::fs::write(path.join("maven/pom.xml"), "<project/>").expect("a file");
    std::fs::write(path.join("a.c"), "static int f(void) { return 1; }\n").expect("a source");
    for (words, told) in [
        (&["empty"][..], "there is nothing to scan"),
        (&["maven"], "build it first"),
        (&["none.c"], "there is no such file"),
        (&["java.util.ArrayList"], "--class-path DIRECTORIES"),
        (&["a.c"], "--all-functions"),
        (&["a.c", "--function", "f"], "not together with --function"),
        (
            &["a.c", "--all-functions", "--only", "g*"],
            "there is no such function",
        ),
    ] {
        let done = scan(path, words);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{words:?}: {stderr}");
        assert!(stderr.contains(told), "{words:?}: {stderr}");
    }
}

#[test]
fn what_the_class_path_lacks_is_no_warning_of_the_program() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    for (name, text) in [
        (
            "Dep.java",
            "package dep; public class Dep { public int half() { return 1; } }\n",
        ),
        (
            "Use.java",
            "package p; public class Use { public int f(dep.Dep d) { return 10 / d.half(); } }\n",
        ),
    ] {
        std::fs::write(path.join(name), text).expect("a source");
    }
    let compiled = Command::new("javac")
        .args(["-d", "classes", "Dep.java", "Use.java"])
        .current_dir(path)
        .status();
    assert!(compiled.expect("javac runs").success());
    std::fs::remove_dir_all(path.join("classes/dep")).expect("a class is removed");
    let done = scan(path, &["classes", "--time", "30"]);
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert!(stderr.contains("dep.Dep, which p.Use needs"), "{stderr}");
    let all = results(path);
    assert!(of_class(&all, "confirmed").is_empty(), "{all:#}");
    let whys = texts(&all["warnings"], "why").join(", ");
    assert!(whys.contains("dep.Dep is not on the class path"), "{whys}");
    let misspelt = scan(path, &["classes", "--only", "p.Usee"]);
    let stderr = String::from_utf8_lossy(&misspelt.stderr);
    assert!(stderr.contains("did you mean p.Use?"), "{stderr}");
}
