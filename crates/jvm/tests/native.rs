//! The machine against the JVM: the programs of `tests/java/corpus` and random ones have the same
//! output, exit status and uncaught exception in both.
//!
//! `JDK=DIR` chooses the JDK.

mod generator;

use jvm::{ClassPath, ClassPathOptions, Jdk, Options, Program};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use vm::{End, Machine, NoEvents, Stop};

/// What a run shows.
#[derive(Debug, PartialEq)]
struct Shown {
    status: i32,
    output: String,
    errors: String,
}

fn jdk() -> Jdk {
    let given = std::env::var_os("JDK").map(PathBuf::from);
    Jdk::find(given.as_deref(), None).unwrap()
}

/// Stack traces inside of the JDK differ where models stand in for its methods.
fn without_jdk_frames(text: &[u8]) -> String {
    String::from_utf8_lossy(text)
        .lines()
        .filter(|line| !line.starts_with("\tat java.base/") && !line.starts_with("\t... "))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn on_the_jvm(jdk: &Jdk, classes: &Path, main: &str) -> Shown {
    let run = Command::new(jdk.home.join("bin/java"))
        .args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(classes)
        .arg(main)
        .output()
        .unwrap();
    Shown {
        status: run.status.code().unwrap_or(-1),
        output: String::from_utf8_lossy(&run.stdout).into_owned(),
        errors: without_jdk_frames(&run.stderr),
    }
}

fn in_the_machine(jdk: &Jdk, classes: &Path, main: &str) -> Result<Shown, String> {
    let class_path = ClassPath::open(&ClassPathOptions {
        entries: vec![classes.to_owned()],
        jdk: Some(jdk.home.clone()),
        ..ClassPathOptions::default()
    });
    let program = Program::new(class_path.unwrap(), Options::default());
    let entry = program.main_entry(main, &[]).unwrap();
    let mut machine = Machine::new(Arc::new(program), vm::Options::default());
    let mut state = machine.start_function(entry).unwrap();
    let end = loop {
        match machine.run(&mut state, u64::MAX, &mut NoEvents) {
            Stop::Budget => {}
            Stop::Fork(fork) => return Err(format!("a fork: {fork:?}")),
            Stop::End(end) => break end,
        }
    };
    match end {
        End::Exit(status) => Ok(Shown {
            status,
            output: String::from_utf8_lossy(&machine.output_bytes(&state, 1)).into_owned(),
            errors: without_jdk_frames(&machine.output_bytes(&state, 2)),
        }),
        other => Err(format!("{other:?}")),
    }
}

/// First seed of the random programs; a longer run contains the shorter ones.
const FIRST_SEED: u64 = 1000;

/// Sources that one run of the compiler is given.
const COMPILED_AT_ONCE: usize = 200;

#[test]
fn the_corpus_runs_as_on_the_jvm() {
    run_as_on_the_jvm(&jdk(), &corpus());
}

/// Runs where there are several JDKs: with the newest.
#[test]
fn the_corpus_runs_as_on_the_newest_jvm() {
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten();
    let found = installed.filter_map(|entry| Jdk::at(&entry.ok()?.path()).ok());
    let newest = found.max_by_key(|jdk| jdk.release);
    match newest.filter(|newest| newest.release > jdk().release) {
        Some(newest) => run_as_on_the_jvm(&newest, &corpus()),
        None => eprintln!("there is no second JDK"),
    }
}

fn corpus() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/corpus");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(corpus)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == "java"))
        .collect();
    sources.sort();
    assert!(!sources.is_empty());
    sources
}

#[test]
fn random_programs_run_as_on_the_jvm() {
    random_programs(8);
}

#[test]
#[ignore = "takes many minutes"]
fn a_thousand_random_programs_run_as_on_the_jvm() {
    random_programs(1000);
}

fn random_programs(count: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut sources = Vec::new();
    for seed in FIRST_SEED..FIRST_SEED + count {
        let source = folder.path().join(format!("P{seed}.java"));
        std::fs::write(&source, generator::program(seed)).unwrap();
        sources.push(source);
    }
    run_as_on_the_jvm(&jdk(), &sources);
}

/// Compiles programs and compares what each does in both.
fn run_as_on_the_jvm(jdk: &Jdk, sources: &[PathBuf]) {
    let classes = tempfile::tempdir().unwrap();
    for part in sources.chunks(COMPILED_AT_ONCE) {
        let compiled = Command::new(jdk.home.join("bin/javac"))
            .args(["-J-Xss64m", "-g", "-nowarn", "-encoding", "UTF-8", "-d"])
            .arg(classes.path())
            .args(part)
            .output()
            .unwrap();
        assert!(compiled.status.success(), "{compiled:?}");
    }
    let mut differences = String::new();
    for source in sources {
        let main = source.file_stem().unwrap().to_str().unwrap();
        let expected = on_the_jvm(jdk, classes.path(), main);
        match in_the_machine(jdk, classes.path(), main) {
            Ok(shown) if shown == expected => {}
            Ok(shown) => differences += &difference(main, &expected, &shown),
            Err(message) => differences += &format!("{main}: {message:.2000}\n"),
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}

fn difference(main: &str, expected: &Shown, shown: &Shown) -> String {
    let mut text = format!("{main}: status {}, not {}\n", shown.status, expected.status);
    let parts = [
        (&expected.output, &shown.output),
        (&expected.errors, &shown.errors),
    ];
    for (expected, shown) in parts {
        let mut lines = shown.lines();
        for line in expected.lines() {
            let other = lines.next();
            if other != Some(line) {
                text += &format!("  expected: {line}\n  shown:    {}\n", other.unwrap_or(""));
                break;
            }
        }
        if let Some(more) = lines.next()
            && shown.lines().count() > expected.lines().count()
        {
            text += &format!("  more is shown, such as: {more}\n");
        }
    }
    text
}
