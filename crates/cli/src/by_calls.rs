//! Findings for objects that are raw memory, checked against objects that functions of the program make: another run of the
//! same command, in a directory of its own below that of the run, in which arguments are made by calls.
//!
//! The other run is a process: a machine, its workers and signal handlers are there once in each.

use crate::exit;
use anyhow::Context;
use explore::{Finding, Findings, SearchByCalls};
use serde_json::Value;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use store::FindingRow;
use suite::VerdictKind;

/// Where the other run is, in the directory of the run.
pub const DIRECTORY: &str = "by-calls";

/// The share of the time of a run that the other one may take.
const SHARE: u32 = 3;
/// The time of the other run where the run itself has no limit: as long as that took, within these bounds.
const LEAST: Duration = Duration::from_secs(5);
const MOST: Duration = Duration::from_secs(60);

/// How findings for raw memory are checked.
#[derive(Clone, Debug)]
pub struct CallsCheck {
    /// The words of the command line behind the program's name, but for `--seed-run`.
    pub words: Vec<OsString>,
    /// The run whose tests give inputs that are run first.
    pub seed_run: Option<PathBuf>,
    /// The readings under which calls make objects: `p: calls(2)`.
    pub readings: Vec<String>,
    /// The time of the other run; `None` if the run itself has no limit.
    pub time: Option<Duration>,
}

impl CallsCheck {
    /// The check of a run of these words, which has less time by it. With `seed_run`, the run begins with tests of that one, and so
    /// does the other, with those of its check.
    pub fn of(
        (words, seed_run): (Vec<OsString>, Option<&Path>),
        readings: Vec<String>,
        time: &mut Option<Duration>,
    ) -> Self {
        let own = time.map(|time| time / SHARE);
        *time = time.map(|time| time - time / SHARE);
        let seed_run = seed_run.map(|of| of.join(DIRECTORY));
        CallsCheck {
            words: without_seed_run(words),
            seed_run: seed_run.filter(|of| store::exists(of)),
            readings,
            time: own,
        }
    }

    /// Runs the command again with objects made by calls, if findings need raw memory.
    ///
    /// # Errors
    /// If that run cannot be started or tells nothing.
    pub fn run(&self, findings: &Findings, output: &Path, took: Duration) -> anyhow::Result<()> {
        let needed = findings.list().iter().any(is_for_raw_memory);
        if !needed {
            return Ok(());
        }
        let directory = output.join(DIRECTORY);
        let time = self.time.unwrap_or(took.clamp(LEAST, MOST));
        let program = std::env::current_exe().context("the program itself")?;
        let mut command = Command::new(program);
        // What is behind two dashes is no option.
        let end = self.words.iter().position(|word| word == "--");
        let (options, rest) = self.words.split_at(end.unwrap_or(self.words.len()));
        command.args(options);
        if let Some(seed_run) = &self.seed_run {
            command.arg("--seed-run").arg(seed_run);
        }
        for reading in &self.readings {
            command.args(["--input", reading]);
        }
        command
            .args(["--force", "--json", "--output"])
            .arg(&directory)
            .arg("--time")
            .arg(time.as_secs_f64().to_string())
            .args(rest)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let status = command
            .status()
            .context("the run with objects made by calls")?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        match code {
            Some(exit::NOTHING_FOUND | exit::BUGS_FOUND | exit::OPEN) => Ok(()),
            _ => {
                let _ = std::fs::remove_file(directory.join("summary.json"));
                anyhow::bail!("the run with objects made by calls failed ({status})")
            }
        }
    }
}

/// Words of a command line without that option.
fn without_seed_run(words: Vec<OsString>) -> Vec<OsString> {
    let mut words = words.into_iter();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word.as_encoded_bytes() {
            b"--" => {
                kept.push(word);
                kept.extend(words);
                break;
            }
            b"--seed-run" => {
                words.next();
            }
            bytes if bytes.starts_with(b"--seed-run=") => {}
            _ => kept.push(word),
        }
    }
    kept
}

/// True for a finding that needs raw memory where the program makes objects by calls.
fn is_for_raw_memory(finding: &Finding) -> bool {
    is_by_calls(&finding.assumption)
}

/// True for an assumption that excludes all but objects made by calls.
pub fn is_by_calls(assumption: &str) -> bool {
    assumption.starts_with("--input '") && assumption.ends_with(": calls(2)'")
}

/// What the run with objects made by calls found.
pub struct FoundByCalls {
    findings: Vec<Value>,
}

impl FoundByCalls {
    /// Reads it; `None` if there was no such run.
    pub fn of(output: &Path) -> Option<FoundByCalls> {
        let path = output.join(DIRECTORY).join("summary.json");
        FoundByCalls::in_summary(&std::fs::read(path).ok()?)
    }

    fn in_summary(text: &[u8]) -> Option<FoundByCalls> {
        let summary: Value = serde_json::from_slice(text).ok()?;
        let findings = summary["findings"].as_array()?.clone();
        let usual = findings.into_iter().filter(counts).collect();
        Some(FoundByCalls { findings: usual })
    }

    /// True if the error of that kind, at that place, is among them; what is read and what is written there are two.
    pub fn has(&self, kind: &str, message: &str, (file, line): (&str, u32)) -> bool {
        self.findings.iter().any(|found| {
            let other = found["message"].as_str().unwrap_or_default();
            is_at(found, kind, file, line) && verb(other) == verb(message)
        })
    }

    /// Those of them that the run itself has not.
    pub fn more(&self, findings: &Findings) -> Vec<Value> {
        let known = |found: &&Value| {
            findings.list().iter().any(|finding| {
                let place = &finding.place;
                let usual = finding.assumption.is_empty();
                usual && is_at(found, finding.kind.name(), &place.file, place.line)
            })
        };
        let more = self.findings.iter().filter(|found| !known(found));
        more.cloned().collect()
    }
}

/// True for a finding that usual inputs make, and that its native run does not refute. What only native runs show may come
/// of paths that were cut off before it was known whether their inputs are usual.
fn counts(found: &Value) -> bool {
    let verdict = found["verdict"].as_str().unwrap_or_default();
    let others = [VerdictKind::NotReproduced, VerdictKind::Observed];
    found["assumption"].is_null() && others.iter().all(|other| verdict != other.name())
}

fn is_at(found: &Value, kind: &str, file: &str, line: u32) -> bool {
    let other = found["file"].as_str().unwrap_or_default();
    found["kind"] == kind
        && found["line"].as_u64() == Some(u64::from(line))
        && is_same_file(other, file)
}

/// What an access does, as messages say it; empty for other errors.
fn verb(message: &str) -> &str {
    let word = message.split(' ').next().unwrap_or_default();
    match word {
        "read" | "write" => word,
        _ => "",
    }
}

/// The source of the other run includes that of the run by its whole path.
fn is_same_file(one: &str, other: &str) -> bool {
    let whole = |path: &str| Path::new(path).canonicalize().ok();
    one == other || whole(one).is_some_and(|one| Some(one) == whole(other))
}

/// What is to be said of a finding: what excludes it, and what the search for calls that make it came to.
fn settle_one(
    found: Option<&FoundByCalls>,
    (kind, message, place): (&str, &str, (&str, u32)),
    (assumption, search): (&mut String, &mut Option<SearchByCalls>),
) {
    if !is_by_calls(assumption) {
        return;
    }
    match found {
        Some(found) if !found.has(kind, message, place) => {
            *search = Some(SearchByCalls::NotExhaustive)
        }
        Some(_) | None => assumption.clear(),
    }
}

/// Leaves below the line, of the findings for raw memory, those that the run with objects made by calls did not
/// find: all others count, and so do all of them where there was no such run.
pub fn settle(findings: &mut Findings, found: Option<&FoundByCalls>) {
    findings.reconsider(|finding| {
        let place = finding.place.clone();
        settle_one(
            found,
            (
                finding.kind.name(),
                &finding.message.clone(),
                (&place.file, place.line),
            ),
            (&mut finding.assumption, &mut finding.search_by_calls),
        );
    });
}

/// As [`settle`], of the findings in a store.
pub fn settle_rows(findings: &mut [FindingRow], directory: &Path) {
    let found = FoundByCalls::of(directory);
    for finding in findings {
        settle_one(
            found.as_ref(),
            (
                &finding.kind,
                &finding.message,
                (&finding.file, finding.line),
            ),
            (&mut finding.assumption, &mut finding.search_by_calls),
        );
    }
}

/// Findings of the run with objects made by calls, in words.
pub fn text(findings: &[Value], output: &Path) -> String {
    let mut out = String::new();
    for (number, found) in findings.iter().enumerate() {
        if number == 0 {
            let directory = output.join(DIRECTORY);
            let _ = writeln!(
                out,
                "with objects made by calls, in {}:",
                directory.display()
            );
        }
        let word = |key: &str| found[key].as_str().unwrap_or_default().to_owned();
        let message = match word("message") {
            message if message.is_empty() => message,
            message => format!(": {message}"),
        };
        let (file, line) = (word("file"), found["line"].as_u64().unwrap_or(0));
        let (kind, function, verdict) = (word("kind"), word("function"), word("verdict"));
        let test = &found["test"];
        let _ = writeln!(
            out,
            "{kind}{message} at {file}:{line} in {function} [{verdict}], test {test}"
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_summary_is_read() {
        let summary = r#"{"findings": [
            {"kind": "out-of-bounds", "message": "m", "file": "a.c", "line": 7, "function": "f",
             "verdict": "confirmed", "test": 1, "assumption": null},
            {"kind": "double-free", "file": "b.c", "line": 9, "verdict": "not reproduced"}]}"#;
        let read = |text: &[u8]| FoundByCalls::in_summary(text);
        let found = read(summary.as_bytes()).expect("a summary");
        assert!(found.has("out-of-bounds", "m", ("a.c", 7)));
        assert!(!found.has("out-of-bounds", "write of 1 bytes", ("a.c", 7)));
        mutants::check(&mutants::texts(&[summary]), 3_000, |bytes| {
            if let Some(found) = read(bytes) {
                found.has("out-of-bounds", "m", ("a.c", 7));
                super::text(&found.findings, Path::new("out"));
            }
        });
    }
}
