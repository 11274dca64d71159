//! Java methods against what a JVM makes of every input.

use crate::comparison::{left_out, output_of, tests_in};
use crate::every_input::{succeed, unhex};
use crate::java_programs::{CLASS, Method, generate, told_apart};
use crate::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Methods that are explored, and run on every input, together.
pub const TOGETHER: u64 = 6;

/// An end: a value, an exit status, or the class of an exception with the program's lines in its stack.
type End = String;

/// What a path, or a native run, comes to.
#[derive(PartialEq, Eq)]
struct Outcome {
    end: End,
    /// Of an exception.
    message: String,
    output: Vec<u8>,
}

/// A path as its test has it: the method, its arguments and the end.
struct Predicted {
    method: String,
    arguments: Vec<i64>,
    result: Outcome,
    verdict: Option<String>,
}

/// What methods came to.
#[derive(Default)]
pub struct Totals {
    pub methods: u64,
    pub exhaustive: u64,
    pub paths: usize,
    pub counted: Vec<String>,
    pub wrong: Vec<String>,
}

impl crate::seeds::Totals for Totals {
    fn add(&mut self, others: Totals) {
        self.methods += others.methods;
        self.exhaustive += others.exhaustive;
        self.paths += others.paths;
        self.counted.extend(others.counted);
        self.wrong.extend(others.wrong);
    }
}

/// Explores a method, with a test for each path; gives what is left out of it.
fn explore(
    classes: &Path,
    output: &Path,
    replay: bool,
    method: &str,
) -> (Vec<Predicted>, Option<String>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    command
        .args(["explore", "-cp"])
        .arg(classes)
        .arg(format!("{CLASS}.{method}"));
    command.args(["--json", "--all-paths", "--time", "300", "--jobs", "1"]);
    command.arg("--no-store");
    command.args((!replay).then_some("--no-replay"));
    command.args(["--force", "--output"]).arg(output);
    let result = command.output().expect("the command starts");
    let stderr = String::from_utf8_lossy(&result.stderr);
    let code = result.status.code();
    assert!(matches!(code, Some(0 | 1)), "{code:?}: {stderr}");
    let summary: Value = serde_json::from_slice(&result.stdout).expect("stdout is one JSON object");
    let paths = tests_in(output).iter().map(predicted).collect();
    (paths, left_out(&summary))
}

fn predicted(test: &Value) -> Predicted {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let arguments = test["arguments"].as_array().cloned().unwrap_or_default();
    let predicted = &test["outcome"];
    let (mut end, mut message) = (String::new(), String::new());
    let _ = match predicted["kind"].as_str() {
        Some("returned") => write!(end, "returned {}", predicted["value"]["value"]),
        Some("exit") => write!(end, "exit {}", predicted["status"]),
        Some("threw") => {
            message = predicted["message"].as_str().unwrap_or("null").to_owned();
            write!(
                end,
                "threw {} at{}",
                text(&predicted["exception"]),
                lines(&predicted["stack"])
            )
        }
        other => write!(end, "{other:?} {}", predicted["reason"]),
    };
    Predicted {
        method: text(&test["method"]["name"]),
        arguments: arguments
            .iter()
            .map(|argument| argument["value"].as_i64().expect("a byte"))
            .collect(),
        result: Outcome {
            end,
            message,
            output: output_of(test).unwrap_or_default(),
        },
        verdict: test["verdict"]["verdict"].as_str().map(str::to_owned),
    }
}

/// The program's lines in a stack.
fn lines(stack: &Value) -> String {
    let frames = stack.as_array().cloned().unwrap_or_default();
    let own = |frame: &&Value| {
        let file = frame["file"].as_str().unwrap_or_default();
        file.ends_with(&format!("{CLASS}.java"))
    };
    let line = |frame: &Value| format!(" {}", frame["line"]);
    frames.iter().filter(own).map(line).collect()
}

/// The ends of each method, with how many inputs lead to them and one of these.
type Ends = BTreeMap<(String, End), (u64, String)>;

/// What the JVM makes of the inputs of paths, in their order, and if wanted all ends.
fn natively(classes: &Path, paths: &[Predicted], all_ends: bool) -> (Vec<Outcome>, Ends) {
    let mut asked = String::new();
    for path in paths {
        let words: Vec<String> = path.arguments.iter().map(i64::to_string).collect();
        let _ = writeln!(asked, "{} {}", path.method, words.join(" "));
    }
    let file = classes.join("asked");
    std::fs::write(&file, asked).expect("written");
    let mut command = Command::new("java");
    command
        .args([
            "-ea",
            "-Djava.security.manager=allow",
            "-XX:TieredStopAtLevel=1",
            "-XX:-OmitStackTraceInFastThrow",
            "-cp",
        ])
        .arg(classes);
    let stdout = succeed(
        command
            .arg("EveryInput")
            .arg(CLASS)
            .arg(&file)
            .args(all_ends.then_some("all")),
    );
    let text = String::from_utf8(stdout).expect("text");
    let (mut answers, mut all) = (Vec::new(), BTreeMap::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        match words.as_slice() {
            ["is", end, message, output] => answers.push(Outcome {
                end: (*end).to_owned(),
                message: String::from_utf8_lossy(&unhex(message)).into_owned(),
                output: unhex(output),
            }),
            ["all", method, end, count, input] => {
                let count = count.parse().expect("a number");
                let key = ((*method).to_owned(), (*end).to_owned());
                all.insert(key, (count, (*input).to_owned()));
            }
            _ => panic!("unknown: {line}"),
        }
    }
    (answers, all)
}

/// What differs, by method.
type Differences = BTreeMap<String, Vec<String>>;

/// What is said of paths' own inputs and is not so.
fn differences(
    paths: &[Predicted],
    answers: &[Outcome],
    exhaustive: &BTreeSet<String>,
) -> Differences {
    let mut wrong = Differences::new();
    for (path, answer) in paths.iter().zip(answers) {
        let (method, given, said) = (&path.method, &path.arguments, &path.result);
        let mut tell = |line| wrong.entry(method.clone()).or_default().push(line);
        if said != answer && !said.end.starts_with("Some") {
            tell(format!(
                "{given:?}: {} is predicted, natively {}",
                shown(said),
                shown(answer)
            ));
        }
        let verdict = path.verdict.as_deref();
        let verdict = verdict.filter(|verdict| *verdict != "confirmed");
        if let Some(verdict) = verdict.filter(|_| exhaustive.contains(method)) {
            tell(format!("{given:?}: {} is {verdict}", said.end));
        }
    }
    wrong
}

fn shown(result: &Outcome) -> String {
    let output = result.output.escape_ascii();
    format!("{} ({}, writes \"{output}\")", result.end, result.message)
}

/// Ends that no path of an exhaustive run has.
fn missed(paths: &[Predicted], all: &Ends, exhaustive: &BTreeSet<String>, wrong: &mut Differences) {
    let said: BTreeSet<_> = paths
        .iter()
        .map(|path| (path.method.clone(), path.result.end.clone()))
        .collect();
    for (key, (count, input)) in all {
        if exhaustive.contains(&key.0) && !said.contains(key) {
            let line = format!("no path to {} ({count} inputs, one is {input})", key.1);
            wrong.entry(key.0.clone()).or_default().push(line);
        }
    }
}

/// Inputs that the runs that tell them apart have no path for, or two.
fn apart(paths: &[Predicted], methods: &[Method], wrong: &mut Differences) {
    for method in methods {
        let own = paths.iter().filter(|path| path.method == method.name());
        let mut inputs: Vec<_> = own.map(|path| &path.arguments).collect();
        inputs.sort();
        let all = inputs.len();
        inputs.dedup();
        if inputs.len() < all || method.paths_apart() != Some(all) {
            let (expected, distinct) = (method.paths_apart(), inputs.len());
            let line = format!("{all} paths for {distinct} inputs, not {expected:?}, told apart");
            wrong.entry(method.name()).or_default().push(line);
        }
    }
}

/// Compiles the program, and what runs it natively.
fn compile(source: &Path, classes: &Path) {
    let driver = root().join("crates/cli/tests/soak_truth/native/EveryInput.java");
    let mut javac = Command::new("javac");
    javac
        .args(["-nowarn", "-Xlint:none", "-g", "-d"])
        .arg(classes);
    succeed(javac.arg(source).arg(&driver));
}

/// So many methods of a seed against all their inputs.
pub fn check(seed: u64, methods: u64, replay: bool, totals: &mut Totals) {
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    let source = directory.path().join(format!("{CLASS}.java"));
    let (text, methods) = generate(seed, methods);
    std::fs::write(&source, &text).expect("the program is written");
    let classes = directory.path().join("classes");
    compile(&source, &classes);
    let (mut paths, mut exhaustive) = (Vec::new(), BTreeSet::new());
    let output = directory.path().join("out");
    for method in &methods {
        let (own, left) = explore(&classes, &output, replay, &method.name());
        paths.extend(own);
        match left {
            None => {
                exhaustive.insert(method.name());
            }
            Some(left) => totals
                .counted
                .push(format!("seed {seed}, {}: {left}", method.name())),
        }
    }
    let (answers, all) = natively(&classes, &paths, true);
    assert_eq!(answers.len(), paths.len());
    let mut wrong = differences(&paths, &answers, &exhaustive);
    missed(&paths, &all, &exhaustive, &mut wrong);
    totals.methods += methods.len() as u64;
    totals.exhaustive += exhaustive.len() as u64;
    totals.paths += paths.len();
    let apart_classes = directory.path().join("apart");
    std::fs::write(&source, told_apart(&text)).expect("the program is written");
    compile(&source, &apart_classes);
    let told: Vec<Method> = methods
        .into_iter()
        .filter(|method| exhaustive.contains(&method.name()) && method.paths_apart().is_some())
        .collect();
    let mut paths = Vec::new();
    for method in &told {
        let (own, left) = explore(&apart_classes, &output, false, &method.name());
        paths.extend(own);
        if let Some(left) = left {
            let line = format!("with inputs told apart: {left}");
            wrong.entry(method.name()).or_default().push(line);
        }
    }
    let (answers, _) = natively(&classes, &paths, false);
    for (method, lines) in differences(&paths, &answers, &BTreeSet::new()) {
        wrong.entry(method).or_default().extend(lines);
    }
    apart(&paths, &told, &mut wrong);
    keep(seed, &text, wrong, totals);
}

fn keep(seed: u64, text: &str, wrong: Differences, totals: &mut Totals) {
    if wrong.is_empty() {
        return;
    }
    if let Some(keep) = std::env::var_os("SOAK_KEEP") {
        let kept = PathBuf::from(keep).join(format!("Soak-{seed}.java"));
        std::fs::write(kept, text).expect("the program is kept");
    }
    for (method, lines) in wrong {
        let shown = lines.len().min(5);
        let wrong = format!("seed {seed}, {method}:\n  {}", lines[..shown].join("\n  "));
        eprintln!("{wrong}");
        totals.wrong.push(wrong);
    }
}
