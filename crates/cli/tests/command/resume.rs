//! Runs that are killed, interrupted or run out of room are gone on with, and end as if nothing
//! had happened.

use crate::compiled::{self, path_key};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// A program that is explored whole.
struct Subject {
    file: &'static str,
    text: &'static str,
    /// True if what is explored are the classes that it was compiled to once for all runs.
    compiled: bool,
    /// Behind the file on the command line.
    arguments: &'static [&'static str],
    paths: u64,
    findings: usize,
}

/// 2^10 paths, an error on a quarter of them, and code that few of them reach.
const C: Subject = Subject {
    file: "program.c",
    text: r#"
#include <assert.h>
#include <wayfarer.h>
int main(void) {
    int ones = 0, last = 0;
    for (int i = 0; i < 10; i++) {
        last = wf_int("bit") > 7;
        if (last) ones++;
    }
    if (ones == 10) return 3;
    if (ones == 9) return last ? 4 : 5;
    assert(ones % 4 != 2);
    return 0;
}
"#,
    compiled: false,
    arguments: &[],
    paths: 1024,
    findings: 1,
};

/// Three methods of 2^9, 2^8 and 2^8 paths; two of them share code with an error, one reads standard
/// input.
const JAVA: Subject = Subject {
    file: "Program.java",
    text: r#"
import wayfarer.Wayfarer;
public class Program {
    static int ones(int bits) {
        int ones = 0;
        for (int i = 0; i < bits; i++) {
            if (Wayfarer.anyInt("bit") > 7) ones++;
        }
        return ones;
    }
    static int check(int ones) {
        if (ones % 4 == 2) throw new IllegalStateException("two");
        return ones;
    }
    static int first() {
        int ones = ones(9);
        if (ones == 9) return -1;
        return check(ones);
    }
    static int second() {
        int ones = ones(8);
        if (ones == 8) return 10 / (ones - 8);
        return check(ones);
    }
    static int third() throws java.io.IOException {
        int ones = 0;
        for (int i = 0; i < 8; i++) {
            if (System.in.read() > 7) ones++;
        }
        return ones;
    }
}
"#,
    compiled: true,
    arguments: &[
        "Program.first",
        "Program.second",
        "Program.third",
        "--stdin",
        "8",
    ],
    paths: 1024,
    findings: 2,
};

/// The same, compiled by each session anew.
const JAVA_SOURCE: Subject = Subject {
    compiled: false,
    ..JAVA
};

/// Explores everything in the directory `out` beside the program.
const EXPLORE: &[&str] = &["--all-paths", "--no-replay", "--format", "none", "--json"];

/// A directory with the program in it.
struct Work {
    directory: tempfile::TempDir,
    subject: &'static Subject,
}

impl Work {
    fn new() -> Work {
        Work::on(&C)
    }

    fn on(subject: &'static Subject) -> Work {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let work = Work { directory, subject };
        std::fs::write(work.path(subject.file), subject.text).expect("a program is written");
        work
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
        command.args(arguments).current_dir(self.directory.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn explore(&self, options: &[&str]) -> Command {
        let program = match self.subject.compiled {
            // As Java spells it: `resume` must understand it, too.
            true => &["-cp", classes()][..],
            false => &[self.subject.file],
        };
        let explore = ["explore", "--force", "--output", "out"];
        let words = [&explore, program, EXPLORE, options, self.subject.arguments];
        self.command(&words.concat())
    }

    fn resume(&self, options: &[&str]) -> Command {
        self.command(&[&["resume", "out"], options].concat())
    }

    fn show(&self) -> Value {
        let output = self.command(&["show", "out", "--json", "--tree"]).output();
        let output = output.expect("show runs");
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)))
    }
}

/// Where the classes of [`JAVA`] are.
fn classes() -> &'static str {
    static COMPILED: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    let (_, classes) = COMPILED.get_or_init(|| {
        let source = tempfile::tempdir().expect("a temporary directory");
        let file = source.path().join(JAVA.file);
        std::fs::write(&file, JAVA.text).expect("a program is written");
        let compiled = compiled::compile(&file);
        let classes = compiled.path().join(compiled::CLASSES);
        let classes = classes.display().to_string();
        (compiled, classes)
    });
    classes
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a finished run amounts to.
#[derive(Debug, PartialEq)]
struct Outcome {
    paths: u64,
    exhaustive: bool,
    /// Hash of the path and outcome of each test; a path explored twice shows as an extra one.
    tests: Vec<(String, String)>,
    /// Kind, line and number of paths.
    findings: BTreeSet<(String, u64, u64)>,
    branches: Value,
}

impl Outcome {
    fn of(work: &Work, output: &Output) -> Outcome {
        let summary: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)));
        let (code, message) = (output.status.code(), text(&output.stderr));
        assert!(matches!(code, Some(0 | 1)), "{code:?}: {message} {summary}");
        let (mut tests, mut junit) = (Vec::new(), Vec::new());
        for entry in std::fs::read_dir(work.path("out")).expect("the output is listed") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            assert!(!name.starts_with(".tmp"), "{name} is left");
            if name.starts_with("test") {
                let test = read(&path);
                let outcome = &test["outcome"];
                let end = format!(
                    "{} {} {}",
                    outcome["kind"], outcome["status"], outcome["line"]
                );
                tests.push((path_key(&test), end));
                junit.push(test["junit"].as_str().unwrap_or_default().to_owned());
            }
        }
        tests.sort();
        if work.subject.file == JAVA.file {
            assert_written(work, &junit);
        }
        let findings = summary["findings"].as_array().expect("a list").iter();
        let findings = findings.map(|finding| {
            let number = |key: &str| finding[key].as_u64().unwrap_or(0);
            (finding["kind"].to_string(), number("line"), number("paths"))
        });
        Outcome {
            paths: summary["paths"].as_u64().unwrap_or(0),
            exhaustive: summary["exhaustive"] == true,
            tests,
            findings: findings.collect(),
            branches: summary["machine_branches"].clone(),
        }
    }
}

/// Fails unless each test has a method of its own in a JUnit class.
fn assert_written(work: &Work, names: &[String]) {
    let written = std::fs::read_dir(work.path("out/junit")).expect("there are JUnit classes");
    let mut methods = 0;
    for entry in written {
        let class = std::fs::read_to_string(entry.expect("an entry").path());
        methods += class.expect("a class is readable").matches("@Test").count();
    }
    let names: BTreeSet<&String> = names.iter().collect();
    assert_eq!(methods, names.len(), "JUnit methods");
}

fn read(path: &Path) -> Value {
    let text = std::fs::read(path).expect("a test is readable");
    serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails unless both are the same, and says in what they differ.
#[track_caller]
fn assert_same(mut got: Outcome, expected: &Outcome) {
    let only = |a: &Outcome, b: &Outcome| {
        let b: BTreeSet<_> = b.tests.iter().collect();
        let only = a.tests.iter().filter(|test| !b.contains(test));
        only.cloned().collect::<Vec<_>>()
    };
    assert_eq!(only(&got, expected), [], "tests that should not be");
    assert_eq!(only(expected, &got), [], "tests that are missing");
    assert_eq!(
        got.tests.len(),
        expected.tests.len(),
        "tests that are twice"
    );
    got.tests.clone_from(&expected.tests);
    assert_eq!(got, *expected);
}

/// The run that nothing disturbs, the same for all tests.
fn undisturbed(subject: &'static Subject) -> &'static Outcome {
    static C_OUTCOME: OnceLock<Outcome> = OnceLock::new();
    static JAVA_OUTCOME: OnceLock<Outcome> = OnceLock::new();
    match subject.file == C.file {
        true => C_OUTCOME.get_or_init(|| explore_undisturbed(&C)),
        false => JAVA_OUTCOME.get_or_init(|| explore_undisturbed(&JAVA)),
    }
}

fn explore_undisturbed(subject: &'static Subject) -> Outcome {
    let work = Work::on(subject);
    let output = work.explore(&[]).output().expect("explore runs");
    let result = Outcome::of(&work, &output);
    assert!(result.exhaustive);
    assert_eq!(result.paths, subject.paths);
    assert_eq!(result.tests.len() as u64, subject.paths);
    assert_eq!(result.findings.len(), subject.findings);
    result
}

/// Waits until the run is in the store: before that there is nothing to go on with.
fn wait_for_store(work: &Work, child: &mut Child) {
    wait_until(child, || work.path("out/run.db").exists());
}

/// Times that a process has begun to work on the run; each compiles the program first.
fn sessions(work: &Work) -> usize {
    let read = |reader: store::Reader| Ok(reader.sessions()?.len());
    let directory = work.path("out");
    let sessions =
        store::exists(&directory).then(|| store::Reader::open(&directory).and_then(read));
    sessions.map_or(0, |sessions| {
        sessions.unwrap_or_else(|error| panic!("{error}"))
    })
}

/// Nodes that wait in the store.
fn pending(work: &Work) -> u64 {
    let reader = store::Reader::open(&work.path("out"));
    let pending = reader.and_then(|reader| reader.pending());
    pending.unwrap_or_else(|error| panic!("{error}"))
}

/// Waits until something holds, or the process has ended.
fn wait_until(child: &mut Child, holds: impl Fn() -> bool) {
    while !holds() {
        std::thread::sleep(Duration::from_millis(5));
        if child.try_wait().expect("the child is there").is_some() {
            return;
        }
    }
}

/// Random moments, the same for the same seed.
struct Moments {
    state: u64,
}

impl Moments {
    /// Within so many milliseconds.
    fn next(&mut self, milliseconds: u64) -> Duration {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005) + 1;
        Duration::from_millis((self.state >> 33) % milliseconds)
    }
}

/// Kills runs so many times in all, at moments that a generator of that seed chooses: each goes on
/// until it is over, then the next begins.
fn killed(subject: &'static Subject, kills: u32, seed: u64, options: &[&str]) {
    let expected = undisturbed(subject);
    let mut moments = Moments { state: seed };
    let mut left = kills;
    while left > 0 {
        left -= kill_until_over(subject, left, &mut moments, options, expected);
    }
}

/// Begins a run and kills it at most so often; gives how often.
fn kill_until_over(
    subject: &'static Subject,
    most: u32,
    moments: &mut Moments,
    options: &[&str],
    expected: &Outcome,
) -> u32 {
    let work = Work::on(subject);
    let mut reported = BTreeSet::new();
    let mut command = work.explore(options);
    let mut kills = 0;
    let output = loop {
        let before = sessions(&work);
        let over = before > 0 && pending(&work) == 0;
        let mut child = command.spawn().expect("the command starts");
        if kills == most || over {
            break child.wait_with_output().expect("the command ends");
        }
        wait_until(&mut child, || sessions(&work) > before);
        std::thread::sleep(moments.next(500));
        child.kill().expect("it is killed");
        child.wait().expect("it is dead");
        kills += 1;
        // What was reported stays.
        let tests = work.show()["tests"].as_array().expect("a list").clone();
        let hashes: BTreeSet<String> = tests.iter().map(|test| path_key(&test["test"])).collect();
        assert!(reported.is_subset(&hashes), "tests are lost");
        assert_eq!(hashes.len(), tests.len(), "paths were explored twice");
        reported = hashes;
        command = work.resume(&["--json"]);
    };
    let shown = work.show();
    let (summary, message) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(
        shown["pending"], 0,
        "{summary} {message} {}",
        shown["sessions"]
    );
    assert_same(Outcome::of(&work, &output), expected);
    assert_eq!(shown["closed"]["completed"], subject.paths);
    let leaves = shown["tree"]["nodes"].as_array().expect("a list").iter();
    let leaves = leaves.filter(|node| node["path"].is_object());
    assert_eq!(leaves.count() as u64, subject.paths);
    kills
}

#[test]
fn a_killed_run_goes_on() {
    killed(&C, 3, 1, &[]);
    killed(&C, 2, 2, &["--strategy", "bfs"]);
    killed(&JAVA_SOURCE, 3, 6, &["--jobs", "1"]);
    killed(&JAVA, 2, 7, &["--jobs", "3", "--strategy", "random-path"]);
}

#[test]
#[ignore = "takes minutes"]
fn c_runs_killed_fifty_times_go_on() {
    killed(&C, 50, 3, &[]);
    killed(&C, 50, 4, &["--strategy", "dfs", "--jobs", "1"]);
}

#[test]
#[ignore = "takes minutes"]
fn runs_short_of_memory_and_killed_fifty_times_go_on() {
    killed(&C, 50, 5, &["--strategy", "random-path", "--memory", "1"]);
}

#[test]
#[ignore = "takes minutes"]
fn java_runs_killed_fifty_times_go_on() {
    killed(&JAVA, 50, 8, &[]);
    killed(&JAVA, 50, 9, &["--strategy", "bfs", "--jobs", "1"]);
}

#[test]
fn a_run_without_room_keeps_what_it_has_and_goes_on() {
    without_room(&C, 1000);
    without_room(&JAVA, 1000);
}

/// Goes on with a run where no file may be larger than so many blocks of 512 bytes, and then with
/// enough room.
fn without_room(subject: &'static Subject, blocks: u32) {
    let expected = undisturbed(subject);
    let work = Work::on(subject);
    let first = work.explore(&["--max-paths", "300"]).output();
    assert_eq!(Outcome::of(&work, &first.expect("explore runs")).paths, 300);
    let all = ["--max-paths", "100000", "--json"];
    let full = work.resume(&all);
    let words: Vec<String> = std::iter::once(full.get_program())
        .chain(full.get_args())
        .map(|word| format!("'{}'", word.to_string_lossy()))
        .collect();
    let limited = format!("ulimit -f {blocks}; exec {}", words.join(" "));
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &limited])
        .current_dir(work.directory.path());
    let output = shell.output().expect("sh runs");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(
        message.contains("run.db") && message.contains("wayfarer resume"),
        "{message}"
    );
    let kept = work.show()["tests"].as_array().map_or(0, Vec::len) as u64;
    assert!((300..subject.paths).contains(&kept), "{kept} tests");
    let output = work.resume(&all).output().expect("resume runs");
    assert_same(Outcome::of(&work, &output), expected);
}

/// Explores on a disk of its own with that little room, tries to go on there, and does so when the
/// disk is larger. What is in `out` is then in `kept`, as the disk is gone with the shell.
const ON_A_SMALL_DISK: &str = r#"
mkdir out && mount -t tmpfs -o size=$SIZE none out || exit 77
eval "$EXPLORE" > full.json 2> full.txt; echo $? > full.code
eval "$RESUME" > still.json 2> still.txt; echo $? > still.code
mount -o remount,size=1g out
eval "$RESUME" > resumed.json 2> resumed.txt
code=$?
cp -a out kept && exit $code
"#;

#[test]
fn a_run_whose_disk_is_full_goes_on_when_there_is_room() {
    for (subject, size, jobs) in [(&C, "2m", "2"), (&C, "3m", "1"), (&JAVA, "3m", "2")] {
        let expected = undisturbed(subject);
        let work = Work::on(subject);
        let words = |command: &Command| {
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            let words = words.map(|word| format!("'{}'", word.to_string_lossy()));
            words.collect::<Vec<_>>().join(" ")
        };
        let mut shell = Command::new("unshare");
        shell
            .args(["--map-root-user", "--mount", "sh", "-c", ON_A_SMALL_DISK])
            .env("SIZE", size)
            .env("EXPLORE", words(&work.explore(&["--jobs", jobs])))
            .env("RESUME", words(&work.resume(&["--json"])))
            .current_dir(work.directory.path());
        let output = shell.output();
        let mounted = |output: &Output| work.path("full.code").exists() || output.status.success();
        let Some(output) = output.ok().filter(mounted) else {
            eprintln!("not tested: disks cannot be mounted here");
            return;
        };
        for session in ["full", "still"] {
            let read =
                |what: &str| std::fs::read_to_string(work.path(&format!("{session}.{what}")));
            let (code, message) = (read("code"), read("txt"));
            let (code, message) = (code.expect("a code"), message.expect("messages"));
            assert_eq!(
                code, "3\n",
                "{session} {} on {size}: {message}",
                subject.file
            );
        }
        let message = std::fs::read_to_string(work.path("full.txt")).expect("messages");
        assert!(message.contains("wayfarer resume"), "{message}");
        let stdout = std::fs::read(work.path("resumed.json")).expect("a summary");
        let resumed = Output {
            status: output.status,
            stdout,
            stderr: std::fs::read(work.path("resumed.txt")).expect("messages"),
        };
        std::fs::remove_dir(work.path("out")).expect("nothing is left where the disk was");
        std::fs::rename(work.path("kept"), work.path("out")).expect("the output is kept");
        assert_same(Outcome::of(&work, &resumed), expected);
    }
}

/// The hash of a path in the middle of the run.
fn some_path(expected: &Outcome) -> &str {
    let (path, _) = &expected.tests[expected.tests.len() / 2];
    &path[path.len() - 16..]
}

#[test]
fn workers_that_abort_while_the_run_is_stored_lose_nothing() {
    for subject in [&C, &JAVA] {
        let expected = undisturbed(subject);
        let crash = ["--crash-once", "--crash-on-path", some_path(expected)];
        let crash = [&["--jobs", "2", "--strategy", "random-path"], &crash[..]].concat();
        let work = Work::on(subject);
        let output = work.explore(&crash).output().expect("explore runs");
        let message = text(&output.stderr);
        assert!(message.contains("a worker died"), "{message}");
        assert_same(Outcome::of(&work, &output), expected);
        assert_eq!(work.show()["closed"]["completed"], subject.paths);
        // The same, with all of it killed in between.
        let work = Work::on(subject);
        let mut child = work.explore(&crash).spawn().expect("explore starts");
        wait_for_store(&work, &mut child);
        std::thread::sleep(Duration::from_millis(300));
        child.kill().expect("it is killed");
        child.wait().expect("it is dead");
        let output = work.resume(&["--json"]).output().expect("resume runs");
        assert_same(Outcome::of(&work, &output), expected);
    }
}

#[test]
fn a_run_that_aborts_for_want_of_workers_goes_on_with_some() {
    for subject in [&C, &JAVA] {
        let expected = undisturbed(subject);
        let crash = ["--crash-once", "--crash-on-path", some_path(expected)];
        let work = Work::on(subject);
        let alone = work
            .explore(&[&["--jobs", "1"], &crash[..]].concat())
            .output();
        let alone = alone.expect("explore runs");
        assert_eq!(alone.status.code(), None, "{}", text(&alone.stderr));
        let output = work.resume(&["--json", "--jobs", "2"]).output();
        assert_same(Outcome::of(&work, &output.expect("resume runs")), expected);
    }
}

/// Its first path covers something and never ends.
const ENDLESS: Subject = Subject {
    file: "program.c",
    text: r#"
#include <wayfarer.h>
static int early(int n) {
    if (n > 2) return 1;
    return 0;
}
int main(void) {
    unsigned n = early(3);
    if (wf_int("a") > 7) return early(1);
    for (unsigned i = 0;; i++) n += i & 1;
}
"#,
    compiled: false,
    arguments: &["--path-instructions", "1000000000000"],
    paths: 1,
    findings: 0,
};

#[test]
fn what_a_killed_path_had_covered_is_not_lost() {
    for jobs in ["1", "2"] {
        let work = Work::on(&ENDLESS);
        let mut child = work.explore(&["--strategy", "dfs", "--jobs", jobs]).spawn();
        let child = child.as_mut().expect("explore starts");
        // The first path is behind the fork: both arms wait, or another worker has explored one.
        let forked = |reader: store::Reader| Ok(reader.pending()? == 2 || reader.paths()? > 0);
        wait_until(child, || {
            let directory = work.path("out");
            store::exists(&directory)
                && store::Reader::open(&directory)
                    .and_then(forked)
                    .expect("a store")
        });
        child.kill().expect("it is killed");
        child.wait().expect("it is dead");
        let output = work
            .resume(&["--json", "--max-instructions", "20000000"])
            .output();
        let output = output.expect("resume runs");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{message}");
        let shown = work.show();
        let branches = shown["coverage"]["branches"]
            .as_array()
            .expect("a list")
            .iter();
        let early = branches.filter(|branch| branch["function"] == "early");
        let covered = early.filter(|branch| branch["covered_milliseconds"].is_u64());
        let lines: Vec<&Value> = covered.map(|branch| &branch["choice"]).collect();
        assert!(lines.contains(&&Value::from(1)), "{shown}");
    }
}

#[test]
fn a_run_that_ctrl_c_ended_goes_on() {
    for (subject, jobs) in [(&C, "1"), (&JAVA, "3")] {
        let expected = undisturbed(subject);
        let work = Work::on(subject);
        let mut child = work.explore(&["--jobs", jobs]).spawn();
        let child = child.as_mut().expect("explore starts");
        wait_for_store(&work, child);
        std::thread::sleep(Duration::from_millis(100));
        // The shell's own `kill`: a minimal system has no program of that name.
        let kill = format!("kill -INT {}", child.id());
        let killed = Command::new("sh").args(["-c", &kill]).status();
        assert!(killed.expect("sh runs").success());
        let code = child.wait().expect("it ends").code();
        assert!(matches!(code, Some(0 | 1)), "{code:?}");
        let output = work.resume(&["--json"]).output().expect("resume runs");
        let mut outcome = Outcome::of(&work, &output);
        // The path under way was kept as a test of its own, if it covered something new.
        outcome.tests.retain(|(_, end)| !end.contains("cut"));
        assert_same(outcome, expected);
    }
}

#[test]
fn an_interrupted_run_goes_on_and_limits_count_over_all_sessions() {
    let expected = undisturbed(&C);
    let work = Work::new();
    let output = work.explore(&["--max-paths", "500"]).output();
    let output = output.expect("explore runs");
    assert_eq!(Outcome::of(&work, &output).paths, 500);
    let output = work.resume(&[]).output().expect("resume runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--max-paths"));
    let output = work.resume(&["--max-paths", "250", "--json"]).output();
    assert_eq!(Outcome::of(&work, &output.expect("resume runs")).paths, 750);
    let output = work.resume(&["--max-paths", "100000", "--json"]).output();
    assert_same(Outcome::of(&work, &output.expect("resume runs")), expected);
    // Nothing is left: the summary comes again.
    let output = work.resume(&["--json"]).output().expect("resume runs");
    assert_same(Outcome::of(&work, &output), expected);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn files_that_are_gone_or_broken_are_written_again() {
    let expected = undisturbed(&C);
    let work = Work::new();
    work.explore(&[]).output().expect("explore runs");
    std::fs::remove_file(work.path("out/test000007.json")).expect("a test is removed");
    std::fs::write(work.path("out/test000008.json"), "{\"id\": 8").expect("a test is broken");
    std::fs::write(work.path("out/test009999.json"), "{}").expect("a test is invented");
    std::fs::write(work.path("out/.tmpabc"), "{").expect("a file is left");
    let output = work.resume(&["--json"]).output().expect("resume runs");
    assert_same(Outcome::of(&work, &output), expected);
}

#[test]
fn what_changed_is_refused() {
    let work = Work::new();
    let refused = |code: i32, word: &str, options: &[&str]| {
        let output = work.resume(options).output().expect("resume runs");
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.contains(word), "{message}");
    };
    refused(2, "no run", &[]);
    work.explore(&["--max-paths", "9"])
        .output()
        .expect("explore runs");
    let changed = C.text.replace("> 7", "> 8");
    std::fs::write(work.path("program.c"), changed).expect("the program is changed");
    refused(2, "has changed", &[]);
    let output = work.resume(&["--force", "--max-paths", "3"]).output();
    assert_eq!(output.expect("resume runs").status.code(), Some(1));
    let store = work.path("out/run.db");
    let mut bytes = std::fs::read(&store).expect("the store is read");
    for byte in &mut bytes[4096..] {
        *byte ^= 0x5a;
    }
    std::fs::write(&store, &bytes).expect("the store is damaged");
    refused(3, "damaged", &["--force"]);
    std::fs::write(
        &store,
        "no database at all, but long enough to be read as one",
    )
    .expect("written");
    refused(3, "damaged", &["--force"]);
}

#[test]
fn two_do_not_work_in_one_directory_and_one_can_look() {
    let work = Work::new();
    let endless = C.text.replace("i < 10", "i < 40");
    std::fs::write(work.path("program.c"), endless).expect("the program is changed");
    let mut child = work
        .explore(&["--strategy", "bfs"])
        .spawn()
        .expect("explore starts");
    wait_for_store(&work, &mut child);
    let shown = work.show();
    let other = work.resume(&[]).output().expect("resume runs");
    let explore = work.explore(&[]).output().expect("explore runs");
    child.kill().expect("it is killed");
    child.wait().expect("it is dead");
    assert_eq!(shown["active"], true);
    for output in [other, explore] {
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{message}");
        assert!(message.contains("another wayfarer"), "{message}");
    }
}
