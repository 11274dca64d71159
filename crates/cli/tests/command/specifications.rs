//! Programs and specifications of `tests/specifications` (see `expectation`), and their tests outside of Wayfarer.

use crate::expectation;
use serde_json::Value;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FOLDER: &str = "../../tests/specifications";
const SIGABRT: i32 = 6;

#[test]
fn specifications_are_watched_over() {
    expectation::check_all(FOLDER, "c");
    expectation::check_all(&format!("{FOLDER}/java"), "java");
}

/// The number of paths of programs that are explored whole, and what is found, do not depend on the order.
#[test]
fn the_order_by_specifications_loses_nothing() {
    for (program, specification) in [
        ("lock.c", "lock.spec"),
        ("two_clauses.c", "two_clauses.spec"),
    ] {
        let explored = |strategy: &str, jobs: &str| {
            let output = tempfile::tempdir().expect("a temporary directory");
            let include = format!("-I{}", file("").display());
            let result = wayfarer(&[
                "explore",
                &file(program).display().to_string(),
                "--spec",
                &file(specification).display().to_string(),
                "--cflags",
                &include,
                "--strategy",
                strategy,
                "--jobs",
                jobs,
                "--json",
                "--output",
                &output.path().join("out").display().to_string(),
            ]);
            let summary: Value = serde_json::from_slice(&result.stdout).expect("a summary");
            let findings = summary["findings"].as_array().map_or(0, Vec::len);
            assert_eq!(summary["exhaustive"], true, "{program} {strategy}");
            (summary["paths"].clone(), findings)
        };
        let expected = explored("dfs", "1");
        for (strategy, jobs) in [
            ("specification", "1"),
            ("specification:3,random-path", "1"),
            ("specification", "2"),
        ] {
            assert_eq!(
                explored(strategy, jobs),
                expected,
                "{program} {strategy} {jobs}"
            );
        }
    }
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(FOLDER)
        .join(name)
}

fn wayfarer(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    command.args(arguments).output().expect("the command runs")
}

/// Builds and runs a test with the command in its first comment.
fn run_test(directory: &Path, test: &str) -> Output {
    let text = std::fs::read_to_string(directory.join(test)).expect("the test");
    let command = text.lines().find(|line| line.contains("&& ./test"));
    let command = command.expect("the command of the test").trim();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(directory);
    shell.output().expect("a shell")
}

/// Each test of a program fails outside of Wayfarer, by its monitor, if it is one of a violation.
fn check_outside(program: &str, specification: &str) {
    let output = tempfile::tempdir().expect("a temporary directory");
    let folder = format!(
        "-I{}",
        file("").canonicalize().expect("the folder").display()
    );
    let spec = match specification {
        "libc" => specification.to_owned(),
        name => file(name).display().to_string(),
    };
    let arguments = [
        "--spec",
        &spec,
        "--cflags",
        &folder,
        "--format",
        "c",
        "--no-replay",
        "--file",
        "a.txt=2",
    ];
    expectation::explore_into(output.path(), &file(program), &arguments);
    let mut violations = 0;
    for number in 1.. {
        let described = output.path().join(format!("test{number:06}.json"));
        let Ok(text) = std::fs::read_to_string(described) else {
            assert!(
                number > 2 && violations > 0,
                "{program}: {number}, {violations}"
            );
            return;
        };
        let test: Value = serde_json::from_str(&text).expect("a test");
        let is_violation = text.contains("specification-violation");
        violations += usize::from(is_violation);
        let ended = run_test(output.path(), &format!("test{number:06}.c"));
        let said = String::from_utf8_lossy(&ended.stderr);
        let violated = said.contains("specification violated: ") && said.contains(specification);
        let aborted = ended.status.signal() == Some(SIGABRT) || ended.status.code() == Some(134);
        let place = format!("{program}, test {number}: {said}\n{test}");
        assert_eq!((violated, aborted), (is_violation, is_violation), "{place}");
    }
}

#[test]
fn tests_fail_outside_by_their_monitors() {
    check_outside("lock.c", "lock.spec");
    check_outside("streams.c", "streams.spec");
    check_outside("blocks.c", "blocks.spec");
    check_outside("recursion.c", "recursion.spec");
    for program in ["libc.c", "argument_lists.c", "families.c"] {
        check_outside(program, "libc");
    }
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let program = folder.path().join("a.c");
    std::fs::write(
        &program,
        "static int own(int n) { return n; }\nint open_it(long n) { return own(1) + (int)n; }\n\
         int main(void) { return open_it(2); }\n",
    )
    .expect("writable");
    let check = |text: &str, status: i32, expected: &str| {
        let specification = folder.path().join("a.spec");
        std::fs::write(&specification, text).expect("writable");
        let output = folder.path().join("out").display().to_string();
        let (program, specification) = (program.display(), specification.display());
        let ended = wayfarer(&[
            "explore",
            &program.to_string(),
            "--spec",
            &specification.to_string(),
            "--no-replay",
            "--output",
            &output,
            "--force",
        ]);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(said.contains(expected), "{said}");
        assert_eq!(ended.status.code(), Some(status), "{said}");
    };
    let of = |declared: &str, call: &str| {
        format!(
            "function {declared};\nspecification s {{\n  event a = {call};\n  caller: always !a;\n}}\n"
        )
    };
    check(
        &of("int own(int n)", "call own(_)"),
        3,
        "own cannot be watched: it is static",
    );
    check(
        &of("int open_it(int n)", "call open_it(_)"),
        3,
        "another type than the program",
    );
    check(
        &of("int absent(int n)", "call absent(_)"),
        0,
        "the program does not call absent",
    );
    check(
        &of("int open_it(long n)", "throw open_it(_)"),
        2,
        "a.spec:3: functions in C do not throw",
    );
    check(
        &of("int open_it(long n)", "call open_it(n) when (m > 0)"),
        3,
        "a.spec:3:",
    );
    check(
        &of("int open_it(long n)", "call open_it(n) when (old(n) > 0)"),
        2,
        "old(…) is for",
    );
    check(
        &of("int printf(const char *format, ...)", "call printf(..)"),
        2,
        "a.spec:1: printf takes a variable number of arguments",
    );
    check(
        "specification s {\n  event a = call f();\n}\n",
        2,
        "a.spec:2:18: `f` is not declared",
    );
    let program = program.display().to_string();
    let ended = wayfarer(&["explore", &program, "--spec", "libc", "--cflags", "-g -O2"]);
    assert_eq!(ended.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(
        said.contains("not together with --optimise or -O"),
        "{said}"
    );
}

#[test]
fn summaries_name_what_is_watched_over() {
    let spec = file("java/logfile.spec").display().to_string();
    let program = file("java/LogFileClean.java");
    let summary = expectation::explore(&program, &["LogFileClean.use", "--spec", &spec]);
    let watched = &summary["specifications"][0];
    assert_eq!(watched["name"], "log");
    assert_eq!(watched["clauses"][2]["text"], "always !(shrunk or wrote)");
    assert_eq!(watched["clauses"][2]["line"], 18);
}

/// What `show --json` says of a run.
fn shown(output: &Path) -> Value {
    let ended = wayfarer(&["show", &output.display().to_string(), "--json"]);
    serde_json::from_slice(&ended.stdout).expect("a JSON object")
}

/// Steps to a violation: events, and lines.
type ExpectedSteps<'a> = &'a [(&'a str, u64)];

/// The steps to a violation.
fn steps(finding: &Value) -> Vec<(String, u64)> {
    let steps = finding["history"]["steps"].as_array().expect("steps");
    let steps = steps.iter().map(|step| {
        let events = step["events"].as_array().expect("events").iter();
        let events: Vec<&str> = events.filter_map(Value::as_str).collect();
        (events.join(" "), step["line"].as_u64().expect("a line"))
    });
    steps.collect()
}

#[test]
fn what_led_to_a_violation_is_told() {
    let folder = format!("-I{}", file("").display());
    let (c, java) = (
        file("lock.spec").display().to_string(),
        file("java/logfile.spec").display().to_string(),
    );
    let in_c = ["--spec", &c, "--cflags", &folder, "--jobs", "2"];
    let in_java = ["LogFile.use", "--spec", &java];
    // The object that was taken in between is another one, as is what could not be taken no event.
    let of_lock: &[_] = &[("taken", 23), ("", 25), ("released", 26), ("released", 29)];
    let of_log: &[_] = &[
        ("opened", 43),
        ("written", 44),
        ("", 44),
        ("closed", 46),
        ("written", 48),
    ];
    let of_end: &[_] = &[("opened", 43), ("written", 44), ("", 44), ("finish", 0)];
    let cases: [(&str, &[&str], &[ExpectedSteps<'_>]); 2] = [
        ("lock.c", &in_c, &[of_lock]),
        ("java/LogFile.java", &in_java, &[of_log, of_end]),
    ];
    for (program, arguments, expected) in cases {
        let output = tempfile::tempdir().expect("a temporary directory");
        let summary = expectation::explore_into(output.path(), &file(program), arguments);
        let told = |all: &Value| -> Vec<Vec<(String, u64)>> {
            let findings = all["findings"].as_array().expect("findings");
            findings.iter().map(steps).collect()
        };
        let told_by_show = told(&shown(output.path()));
        assert_eq!(told(&summary), told_by_show);
        let named = |steps: &ExpectedSteps<'_>| -> Vec<(String, u64)> {
            let named = steps.iter().map(|&(name, line)| (name.to_owned(), line));
            named.collect()
        };
        let expected: Vec<_> = expected.iter().map(named).collect();
        assert_eq!(told_by_show, expected);
        let ended = wayfarer(&["show", &output.path().display().to_string(), "--findings"]);
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(said.contains("saw of object 1"), "{said}");
    }
}

#[test]
fn what_is_exercised_is_that_of_all_tests() {
    let folder = format!("-I{}", file("").display());
    let spec = file("lock.spec").display().to_string();
    let of_run = ["--spec", &spec, "--cflags", &folder, "--no-replay"];
    let whole = expectation::explore(&file("lock.c"), &of_run);
    let clauses = &whole["specifications"][0]["clauses"];
    assert_eq!(
        clauses[0]["states"],
        serde_json::json!({"covered": 2, "total": 2})
    );
    assert_eq!(
        clauses[0]["transitions"],
        serde_json::json!({"covered": 4, "total": 6})
    );
    let missing = serde_json::json!({"at": "return of take", "from": 0, "to": 0});
    assert_eq!(clauses[0]["missing"][1], missing);
    assert_eq!(
        (&clauses[0]["tested"], &clauses[1]["tested"]),
        (&true.into(), &true.into())
    );
    let output = tempfile::tempdir().expect("a temporary directory");
    let first = [&of_run[..], &["--max-paths", "1"]].concat();
    let first = expectation::explore_into(output.path(), &file("lock.c"), &first);
    assert_ne!(first["specifications"], whole["specifications"]);
    let directory = output.path().display().to_string();
    let ended = wayfarer(&[
        "resume",
        &directory,
        "--max-paths",
        "100",
        "--no-replay",
        "--json",
    ]);
    let resumed: Value = serde_json::from_slice(&ended.stdout).expect("a summary");
    assert_eq!(resumed["specifications"], whole["specifications"]);
    assert_eq!(
        shown(output.path())["specifications"],
        whole["specifications"]
    );
}

#[test]
fn clauses_that_are_never_put_to_the_test_are_named() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let program = folder.path().join("a.c");
    let text = "#include \"lock.h\"\nint take(struct lock *m) { return m->held ? -1 : 0; }\n\
                void release(struct lock *m) { m->held = 0; }\n\
                int main(void) { struct lock a = {1}; if (!take(&a)) release(&a); return 0; }\n";
    std::fs::write(&program, text).expect("writable");
    let ended = wayfarer(&[
        "explore",
        &program.display().to_string(),
        "--spec",
        &file("lock.spec").display().to_string(),
        "--spec",
        "libc",
        "--cflags",
        &format!("-I{}", file("").display()),
        "--no-replay",
        "--output",
        &folder.path().join("out").display().to_string(),
    ]);
    let said = String::from_utf8_lossy(&ended.stdout);
    let lines = [
        "never put to the test: lock (lock.spec:10): always (released -> ",
        "never put to the test: lock (lock.spec:11): always (finish -> ",
        "never put to the test, as nothing happened: streams, directories, ",
    ];
    for line in lines {
        assert!(said.contains(line), "{said}");
    }
}

#[test]
fn each_clause_is_a_finding() {
    let spec = file("two_clauses.spec").display().to_string();
    let summary = expectation::explore(&file("two_clauses.c"), &["--spec", &spec]);
    let findings = summary["findings"].as_array().expect("findings");
    let mut messages: Vec<&str> = findings
        .iter()
        .map(|finding| finding["message"].as_str().expect("a message"))
        .collect();
    messages.sort_unstable();
    assert_eq!(
        messages,
        [
            "the caller of put violates numbers (two_clauses.spec:6): always !large",
            "the caller of put violates numbers (two_clauses.spec:7): always !odd",
        ]
    );
}

#[test]
fn a_native_run_that_violates_another_clause_confirms_nothing() {
    let output = tempfile::tempdir().expect("a temporary directory");
    let spec = file("two_clauses.spec").display().to_string();
    let arguments = ["--spec", &spec, "--no-replay"];
    expectation::explore_into(output.path(), &file("two_clauses.c"), &arguments);
    let said = |number: u32| output.path().join(format!("test{number:06}.json"));
    let mut swapped = 0;
    for number in (1..).take_while(|&number| said(number).exists()) {
        let text = std::fs::read_to_string(said(number)).expect("the test");
        let other = text.replace(
            "(two_clauses.spec:7): always !odd",
            "(two_clauses.spec:6): always !large",
        );
        swapped += usize::from(other != text);
        std::fs::write(said(number), other).expect("writable");
    }
    assert_eq!(swapped, 1);
    let ended = wayfarer(&["replay", &output.path().display().to_string(), "--json"]);
    let replayed: Value = serde_json::from_slice(&ended.stdout).expect("a summary");
    let tests = replayed["tests"].as_array().expect("tests").iter();
    let refuted = tests.filter(|it| it["verdict"]["verdict"] != "confirmed");
    assert_eq!(refuted.count(), 1, "{replayed}");
}

#[test]
fn calls_that_make_inputs_are_refused_as_they_are_not_watched() {
    let output = tempfile::tempdir().expect("a temporary directory");
    let java = |name: &str| file("java").join(name).display().to_string();
    let into = output.path().join("out").display().to_string();
    let options = [
        "--spec",
        &java("logfile.spec"),
        "--objects",
        "calls",
        "-o",
        &into,
    ];
    let arguments = [&["explore", &java("LogFile.java"), "LogFile"], &options[..]];
    let ended = wayfarer(&arguments.concat());
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(
        said.contains("--spec: only with --objects any-state"),
        "{said}"
    );
    assert_eq!(ended.status.code(), Some(2), "{said}");
}

#[test]
fn run_watches_too() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let program = folder.path().join("a.c");
    let text = "int sum;\nvoid put(int n) { sum += n; }\nint main(int argc, char **argv) { put(argc * 2); return 0; }\n";
    std::fs::write(&program, text).expect("writable");
    let (program, spec) = (
        program.display().to_string(),
        file("two_clauses.spec").display().to_string(),
    );
    let run = |arguments: &[&str]| {
        let ended = wayfarer(&[&["run", "--spec", &spec, &program][..], arguments].concat());
        (
            ended.status.code(),
            String::from_utf8_lossy(&ended.stderr).into_owned(),
        )
    };
    assert_eq!(run(&[]), (Some(0), String::new()));
    let many = ["x"; 60];
    let (status, said) = run(&many);
    assert_eq!(status, Some(1), "{said}");
    assert!(
        said.contains("the caller of put violates numbers"),
        "{said}"
    );
}

/// Where Debian has JUnit 4.
const JUNIT_4: &str =
    "/usr/share/java/junit4.jar:/usr/share/java/hamcrest.jar:/usr/share/java/hamcrest-core.jar";

#[test]
fn tests_of_java_fail_outside_by_their_monitors() {
    let output = tempfile::tempdir().expect("a temporary directory");
    let spec = file("java/logfile.spec").display().to_string();
    let options = ["--spec", &spec, "--junit", "4", "--no-replay"];
    let arguments = [&["LogFile.use"][..], &options].concat();
    expectation::explore_into(output.path(), &file("java/LogFile.java"), &arguments);
    let place = |name: &str| output.path().join(name).display().to_string();
    let class_path = [
        place("wayfarer.jar"),
        place("build/watched"),
        place("build/classes"),
        place("compiled"),
        JUNIT_4.to_owned(),
    ]
    .join(":");
    let javac = Command::new("javac")
        .args(["-nowarn", "-d", &place("compiled"), "-cp", &class_path])
        .arg(place("junit/LogFileWayfarerTest.java"))
        .output();
    let javac = javac.expect("a compiler");
    assert!(javac.status.success(), "{javac:?}");
    let java = Command::new("java")
        .args([
            "-cp",
            &class_path,
            "org.junit.runner.JUnitCore",
            "LogFileWayfarerTest",
        ])
        .output();
    let said = String::from_utf8_lossy(&java.expect("a JVM").stdout).into_owned();
    assert!(said.contains("Tests run: 4,  Failures: 2"), "{said}");
    let violated = said
        .lines()
        .filter(|it| it.starts_with("specification violated: "));
    assert_eq!(violated.count(), 2, "{said}");
}

#[test]
fn what_cannot_be_watched_in_java_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let program = folder.path().join("A.java");
    let text = "class A {\n  int own(int n) { return n; }\n  static int f(int n) { return new A().own(n); }\n}\n";
    std::fs::write(&program, text).expect("writable");
    let check = |declared: &str, event: &str, status: i32, expected: &str| {
        let specification = folder.path().join("a.spec");
        let text = format!(
            "function {declared};\nspecification s {{\n  event a = {event};\n  caller: always !a;\n}}\n"
        );
        std::fs::write(&specification, &text).expect("writable");
        let output = folder.path().join("out").display().to_string();
        let (program, specification) = (program.display(), specification.display());
        let ended = wayfarer(&[
            "explore",
            &program.to_string(),
            "A.f",
            "--spec",
            &specification.to_string(),
            "--no-replay",
            "--output",
            &output,
            "--force",
        ]);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(said.contains(expected), "{said}");
        assert_eq!(ended.status.code(), Some(status), "{said}");
    };
    let own = "int A.own(int n)";
    check(
        own,
        "call A.own(_, n) when (n > m)",
        2,
        "a.spec:3: cannot find symbol: variable m",
    );
    check(
        "int A.other(int n)",
        "call A.other(..)",
        2,
        "a.spec:1: cannot find symbol: method other(int)",
    );
    check(
        "int A.own(byte n)",
        "call A.own(..)",
        2,
        "there is no A.own[byte]",
    );
    check(
        "long A.own(int n)",
        "call A.own(..)",
        2,
        "has the result int",
    );
    check("static int A.own(int n)", "call A.own(..)", 2, "a.spec:1: ");
    check(
        "int own(int n)",
        "call own(_)",
        2,
        "declared with their class",
    );
    check(
        own,
        "call A.own(_)",
        2,
        "`A.own` has 2 parameters, with the object",
    );
    check(
        own,
        "call A.own(_, n) when (old(n) > 0)",
        2,
        "old(…) is for",
    );
    check(
        "int String.length()",
        "call String.length(_)",
        0,
        "does not call java.lang.String.length",
    );
    check(own, "call A.own(_, n) when (n == 5)", 1, "");
}

/// Merely run, a program ends with the first clause that it violates.
#[test]
fn java_programs_that_are_run_are_watched_over() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let program = folder.path().join("Main.java");
    let text = "import java.util.*;\nclass Main {\n  public static void main(String[] words) {\n    \
        List<String> list = new ArrayList<>(List.of(words));\n    for (String word : list) {\n      \
        System.out.println(word);\n      if (word.equals(\"b\")) list.add(\"d\");\n    }\n  }\n}\n";
    std::fs::write(&program, text).expect("writable");
    let program = program.display().to_string();
    let run = |words: &[&str]| wayfarer(&[&["run", "--spec", "jdk", &program], words].concat());
    let fine = run(&["a", "c"]);
    let said = String::from_utf8_lossy(&fine.stderr);
    assert_eq!(fine.status.code(), Some(0), "{said}");
    assert_eq!(fine.stdout, b"a\nc\n");
    let violated = run(&["a", "b", "c"]);
    let said = String::from_utf8_lossy(&violated.stderr);
    assert_eq!(violated.status.code(), Some(1), "{said}");
    let expected = "specification-violation: the caller of Iterator.next violates iterated";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("Main.java:5"), "{said}");
}

/// What is said of a program whose annotations are refused.
fn refused_annotations(program: &Path, method: &str) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let done = wayfarer(&[
        "explore",
        &program.display().to_string(),
        method,
        "--spec",
        "annotations",
        "--output",
        &directory.path().join("out").display().to_string(),
    ]);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{said}");
    said
}

#[test]
fn annotations_that_nobody_has_written_are_asked_for_in_vain() {
    let said = refused_annotations(&file("java/LogFile.java"), "LogFile.use");
    let none =
        "--spec annotations: no class on the class path has the annotation wayfarer.Specified";
    assert!(said.contains(none), "{said}");
}

#[test]
fn errors_in_annotations_have_a_place() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("Wrong.java");
    let text = "@wayfarer.Specified(\"specification s for Wrong w { event e = call Wrong.none(w); caller: always !e; }\")\n\
                class Wrong { static int use(int n) { return n; } }\n";
    std::fs::write(&source, text).expect("a source");
    let said = refused_annotations(&source, "Wrong.use");
    let place = "annotations.spec:4:46: `Wrong.none` is not declared";
    assert!(said.contains(place), "{said}");
}
