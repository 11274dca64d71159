//! What a run says, and how that differs from what is.

use crate::c_programs::{Input, Way};
use crate::every_input::{Run, unhex};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// A path of the run.
pub struct Predicted {
    /// Input of its test.
    pub bytes: [u8; 2],
    /// `exit STATUS`, or the kind and line of an error.
    pub end: String,
    /// What it writes, if it exits.
    pub output: Option<Vec<u8>>,
    /// The verdict of its own native run, if it was made.
    pub verdict: Option<String>,
}

/// What a run says.
pub struct Explored {
    pub paths: Vec<Predicted>,
    /// What it says that it left out, beside native runs that went otherwise; nothing if it is
    /// exhaustive but for those.
    pub left: Option<String>,
}

/// How a summary counts native runs that went otherwise than predicted.
const OTHERWISE: &str = "tests that ran otherwise than predicted";

impl Explored {
    /// Explores a program, with a test for each path, and runs the tests if told to.
    pub fn of(source: &Path, input: &Input, replay: bool, output: &Path) -> Explored {
        let options: &[&str] = if replay { &[] } else { &["--no-replay"] };
        Explored::with(source, input, options, output)
    }

    /// Explores it with a path for each input that leads to an exit.
    pub fn apart(source: &Path, input: &Input, output: &Path) -> Explored {
        let options = ["--cflags=-DTELL_APART", "--no-replay", "--no-store"];
        Explored::with(source, input, &options, output)
    }

    fn with(source: &Path, input: &Input, options: &[&str], output: &Path) -> Explored {
        let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .arg("explore")
            .arg(source)
            .args(input.options())
            .args(options)
            .args(["--json", "--all-paths", "--format", "none", "--time", "120"])
            .args(["--jobs", "1", "--output"])
            .arg(output)
            .output()
            .expect("the command starts");
        let stderr = String::from_utf8_lossy(&result.stderr);
        let code = result.status.code();
        assert!(matches!(code, Some(0 | 1)), "{code:?}: {stderr}");
        let summary: Value =
            serde_json::from_slice(&result.stdout).expect("stdout is one JSON object");
        let tests = tests_in(output);
        let paths = tests.iter().map(|test| predicted(test, input)).collect();
        Explored {
            paths,
            left: left_out(&summary),
        }
    }
}

/// What a run says that it left out, beside native runs that went otherwise.
pub fn left_out(summary: &Value) -> Option<String> {
    let parts = ["left", "limits", "unsupported", "disagreements"].map(|part| &summary[part]);
    let [left, limits, unsupported, disagreements] = parts;
    let none = |part: &Value| part.as_object().is_some_and(serde_json::Map::is_empty);
    let mut counted = left.as_object().expect("a table").keys();
    let only_otherwise = counted.len() == 1 && counted.all(|what| what == OTHERWISE);
    let whole = only_otherwise && none(limits) && unsupported == &Value::Array(Vec::new());
    if summary["exhaustive"] == true || whole {
        return None;
    }
    Some(format!("{left} {limits} {unsupported} {disagreements}"))
}

/// The tests of a suite, in their order.
pub fn tests_in(suite: &Path) -> Vec<Value> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(suite).expect("the output is listed") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("test") && name.ends_with(".json") {
            files.push(path);
        }
    }
    files.sort();
    let read = |path| std::fs::read(path).expect("a test is readable");
    let parse = |text: Vec<u8>| serde_json::from_slice(&text).expect("JSON");
    files.iter().map(read).map(parse).collect()
}

/// What a test says that the program writes; these programs write little.
pub fn output_of(test: &Value) -> Option<Vec<u8>> {
    let first = unhex(test["stdout"]["first"].as_str()?);
    assert_eq!(test["stdout"]["written"], first.len());
    Some(first)
}

fn predicted(test: &Value, input: &Input) -> Predicted {
    let hex = |value: &Value| unhex(value.as_str().unwrap_or_default());
    let given = match input.way {
        Way::Nondet | Way::Random => {
            let inputs = test["inputs"].as_array().cloned().unwrap_or_default();
            inputs
                .iter()
                .flat_map(|input| hex(&input["bytes"]))
                .collect()
        }
        Way::Stdin => hex(&test["stdin"]),
        Way::Argument => hex(&test["arguments"][0]["hex"]),
        Way::Environment => {
            let variable = hex(&test["environment"][0]["hex"]);
            let value = variable.strip_prefix(b"X=").unwrap_or_default();
            value.to_vec()
        }
    };
    // What a program does not look at may be anything.
    let mut bytes = [0; 2];
    for (to, from) in bytes.iter_mut().zip(given) {
        *to = from;
    }
    // All larger second bytes lead to the same: the native runs try the first of them.
    let most = input.values.get(1).map_or(0, |values| values - 1);
    bytes[1] = bytes[1].min(most as u8);
    let outcome = &test["outcome"];
    let end = match outcome["kind"].as_str() {
        Some("exit") => format!("exit {}", outcome["status"]),
        Some("error") => format!("{} at line {}", outcome["error"], outcome["line"]),
        _ => format!("cut: {}", outcome["reason"]),
    };
    Predicted {
        bytes,
        end,
        output: output_of(test),
        verdict: test["verdict"]["verdict"].as_str().map(str::to_owned),
    }
}

/// An end without what belongs to one input: an exit, or something else.
fn class(end: &str) -> &str {
    match end.split_once(' ') {
        Some(("exit", _)) => "exit",
        _ => "error",
    }
}

/// How a path and the native run of its input differ.
fn difference(path: &Predicted, run: &Run) -> Option<String> {
    let (bytes, predicted) = (path.bytes, &path.end);
    let same = match class(predicted) {
        "exit" => *predicted == run.end,
        _ => class(&run.end) == "error" || predicted.starts_with("cut"),
    };
    if !same {
        let natively = &run.end;
        return Some(format!(
            "{bytes:02x?}: {predicted} is predicted, natively {natively}"
        ));
    }
    let output = path.output.as_ref().filter(|output| **output != run.output);
    output.map(|output| {
        let (predicted, natively) = (output.escape_ascii(), run.output.escape_ascii());
        format!("{bytes:02x?}: it is predicted to write \"{predicted}\", natively \"{natively}\"")
    })
}

/// How many predictions of a run are wrong, which it may be if it says that something is approximate.
pub fn wrong_predictions(native: &BTreeMap<[u8; 2], Run>, explored: &Explored) -> usize {
    let run = |path: &&Predicted| native.get(&path.bytes).map(|run| difference(path, run));
    let paths = explored.paths.iter();
    paths.filter(|path| run(path).flatten().is_some()).count()
}

/// What an exhaustive run says and is not so, or is so and is not said.
pub fn differences(native: &BTreeMap<[u8; 2], Run>, explored: &Explored) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut reached = BTreeSet::new();
    for path in &explored.paths {
        let bytes = path.bytes;
        let Some(run) = native.get(&bytes) else {
            wrong.push(format!("{bytes:02x?} is no input"));
            continue;
        };
        if explored.left.is_none() {
            wrong.extend(difference(path, run));
            let refuted = path.verdict.as_ref();
            let refuted = refuted.filter(|verdict| *verdict != "confirmed");
            wrong.extend(refuted.map(|verdict| format!("{bytes:02x?}: {} is {verdict}", path.end)));
        }
        reached.insert((run.way.as_str(), class(&run.end)));
    }
    if explored.left.is_some() {
        return wrong;
    }
    let mut missed: BTreeMap<(&str, &str), Vec<_>> = BTreeMap::new();
    for (bytes, run) in native {
        let end = (run.way.as_str(), class(&run.end));
        if !reached.contains(&end) {
            missed.entry(end).or_default().push((bytes, &run.end));
        }
    }
    for inputs in missed.values() {
        let (bytes, end) = inputs[0];
        let count = inputs.len();
        wrong.push(format!(
            "no path for {bytes:02x?} ({end}; {count} such inputs)"
        ));
    }
    wrong
}

/// The same of a run that tells apart the inputs that lead to an exit: there is one path for each of
/// them, and none for any other. A run that is not exhaustive may lack some.
pub fn differences_apart(native: &BTreeMap<[u8; 2], Run>, explored: &Explored) -> Vec<String> {
    if explored.left.is_some() {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    let mut exits = BTreeSet::new();
    for path in &explored.paths {
        let bytes = path.bytes;
        match native.get(&bytes) {
            None => wrong.push(format!("{bytes:02x?} is no input")),
            Some(run) => wrong.extend(difference(path, run)),
        }
        if class(&path.end) == "exit" && !exits.insert(bytes) {
            wrong.push(format!("two paths for {bytes:02x?}"));
        }
    }
    let missed: Vec<_> = native
        .iter()
        .filter(|(bytes, run)| class(&run.end) == "exit" && !exits.contains(*bytes))
        .collect();
    if let Some((bytes, run)) = missed.first() {
        let (end, count) = (&run.end, missed.len());
        wrong.push(format!(
            "{bytes:02x?} leads to no exit ({end} natively; {count} such inputs)"
        ));
    }
    wrong
}
