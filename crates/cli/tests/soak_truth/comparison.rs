//! What a run says, and how that differs from what is.

use crate::c_programs::{Input, Way};
use crate::native::Run;
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
    /// The verdict of its own native run.
    pub verdict: String,
}

/// What a run says.
pub struct Explored {
    pub paths: Vec<Predicted>,
    /// What it says that it left out; nothing if it is exhaustive.
    pub left: Option<String>,
}

impl Explored {
    /// Explores a program, with a test for each path.
    pub fn of(source: &Path, input: &Input, output: &Path) -> Explored {
        let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .arg("explore")
            .arg(source)
            .args(input.options())
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
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(output).expect("the output is listed") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with("test") && name.ends_with(".json") {
                let text = std::fs::read(&path).expect("a test is readable");
                paths.push(predicted(
                    &serde_json::from_slice(&text).expect("JSON"),
                    input,
                ));
            }
        }
        let left = (summary["exhaustive"] != true).then(|| {
            let parts = ["left", "limits", "unsupported", "disagreements"];
            parts.map(|part| summary[part].to_string()).join(" ")
        });
        Explored { paths, left }
    }
}

fn predicted(test: &Value, input: &Input) -> Predicted {
    let hex = |value: &Value| unhex(value.as_str().unwrap_or_default());
    let given = match input.way {
        Way::Nondet => {
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
        verdict: test["verdict"]["verdict"].to_string(),
    }
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    let byte = |pair: &[u32]| (pair[0] << 4 | pair[1]) as u8;
    digits.chunks_exact(2).map(byte).collect()
}

/// An end without what belongs to one input: an exit, or something else.
fn class(end: &str) -> &str {
    match end.split_once(' ') {
        Some(("exit", _)) => "exit",
        _ => "error",
    }
}

/// What is said and is not so, or is so and is not said.
pub fn differences(native: &BTreeMap<[u8; 2], Run>, explored: &Explored) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut reached = BTreeSet::new();
    for path in &explored.paths {
        let bytes = path.bytes;
        let Some(run) = native.get(&bytes) else {
            wrong.push(format!("{bytes:02x?} is no input"));
            continue;
        };
        let same = match class(&path.end) {
            "exit" => path.end == run.end,
            _ => class(&run.end) == "error" || path.end.starts_with("cut"),
        };
        // A run that is not exhaustive because its native runs ended otherwise has said so.
        let said = explored.left.is_some() && path.verdict != "\"confirmed\"";
        if !same && !said {
            wrong.push(format!(
                "{bytes:02x?}: {} is predicted, natively {}",
                path.end, run.end
            ));
        }
        if explored.left.is_none() && path.verdict != "\"confirmed\"" {
            wrong.push(format!("{bytes:02x?}: {} is {}", path.end, path.verdict));
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
