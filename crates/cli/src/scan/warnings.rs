//! What was found, told once for each cause, and what is to be thought of it.

use super::classify::Judged;
use super::record::ScanRecord;
use super::refuted;
use super::units::{Unit, Units};
use crate::by_calls;
use crate::fingerprint::FindingFingerprints;
use crate::output::UNITS;
use crate::sarif_out::Frame;
use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What is to be thought of a warning, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A native run shows it, for inputs that users of the program can make.
    Confirmed,
    /// It is not known whether it can happen.
    Open,
    /// A native run shows it, for arguments or states that its users hardly make.
    Unusual,
    /// A native run shows it, and users are told of it.
    Documented,
    /// It was predicted, and is proved impossible.
    Refuted,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 5] = [
        Class::Confirmed,
        Class::Open,
        Class::Unusual,
        Class::Documented,
        Class::Refuted,
    ];

    /// As it stands in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Class::Confirmed => "confirmed",
            Class::Open => "open",
            Class::Unusual => "unusual",
            Class::Documented => "documented",
            Class::Refuted => "refuted",
        }
    }
}

/// A warning: what is found once or several times, of one cause.
pub struct Warning {
    pub kind: String,
    pub exception: Option<String>,
    pub message: String,
    pub file: String,
    pub line: u64,
    pub column: u64,
    pub function: String,
    pub class: Class,
    /// Why it is in that class, if that needs words.
    pub why: Option<String>,
    /// Findings of this cause.
    pub count: usize,
    /// Units that it was found from.
    pub units: Vec<String>,
    /// The test that shows it.
    pub test: Option<TestPlace>,
    pub assumption: Option<String>,
    pub stack: Vec<Frame>,
    /// What tells it from others in other versions of the program, too.
    pub fingerprint: String,
    /// It is known.
    pub baseline: bool,
    /// Warnings for unusual inputs count, too.
    strict: bool,
}

/// A test.
#[derive(Clone, Debug)]
pub struct TestPlace {
    /// The run that it is of, from the directory of the scan.
    pub run: PathBuf,
    pub number: u64,
}

impl Warning {
    /// True if it counts for the exit code.
    pub fn counts(&self) -> bool {
        let counts = match self.class {
            Class::Confirmed => true,
            Class::Unusual => self.strict,
            Class::Open | Class::Documented | Class::Refuted => false,
        };
        counts && !self.baseline
    }
}

/// A finding of a run, as its summary has it.
#[derive(Clone, Debug, Deserialize)]
pub struct RawFinding {
    pub kind: String,
    #[serde(default)]
    pub exception: Option<String>,
    pub message: String,
    pub file: String,
    pub line: u64,
    pub column: u64,
    pub function: String,
    #[serde(default)]
    pub stack: Vec<Frame>,
    pub verdict: String,
    pub test: u64,
    #[serde(default)]
    pub assumption: Option<String>,
}

/// What a scan has found.
pub struct ScanFindings {
    pub warnings: Vec<Warning>,
    /// Summaries of units, in their order; null where there is none.
    pub summaries: Vec<Value>,
    /// Files that were copied into a build, and those that were left alone.
    pub copied: Option<super::into::Copied>,
}

/// Reads what the units' runs have found.
///
/// # Errors
/// If results cannot be read.
pub fn collect(
    directory: &Path,
    units: &Units,
    record: &ScanRecord,
    strict: bool,
) -> anyhow::Result<ScanFindings> {
    let mut all = Causes {
        directory,
        units,
        strict,
        numbers: HashMap::new(),
        warnings: Vec::new(),
    };
    let mut summaries = Vec::new();
    for (unit, standing) in units.list.iter().zip(&record.standing) {
        let run = Path::new(UNITS).join(unit.directory());
        let mut summary = Value::Null;
        if standing.has_results() {
            let path = directory.join(&run).join("summary.json");
            summary = read_json(&path)?;
            // Those of a run with objects made by calls are beside the others.
            for (list, run) in [
                ("findings", &run),
                ("by_calls", &run.join(by_calls::DIRECTORY)),
            ] {
                for finding in summary[list].as_array().into_iter().flatten() {
                    let finding = RawFinding::deserialize(finding)
                        .with_context(|| path.display().to_string())?;
                    all.judge((unit, run), &summary, finding)?;
                }
            }
            for (class, finding) in refuted::predicted(unit, &directory.join(&run), &summary)? {
                let why = Some(finding.verdict.clone());
                all.add((unit, &run), (class, why), finding);
            }
        }
        summaries.push(summary);
    }
    let mut warnings = all.warnings;
    refuted::by_callers(units, &summaries, &mut warnings);
    mark_fingerprints(&mut warnings);
    warnings.sort_by(|a, b| {
        let key = |it: &Warning| {
            (
                it.class,
                it.file.clone(),
                it.line,
                it.column,
                it.kind.clone(),
            )
        };
        key(a).cmp(&key(b))
    });
    Ok(ScanFindings {
        warnings,
        summaries,
        copied: None,
    })
}

pub fn read_json(path: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// What tells one cause from another.
#[derive(PartialEq, Eq, Hash)]
struct Cause {
    kind: String,
    exception: Option<String>,
    file: String,
    line: u64,
    column: u64,
    function: String,
}

/// Causes so far.
struct Causes<'u> {
    directory: &'u Path,
    units: &'u Units,
    strict: bool,
    numbers: HashMap<Cause, usize>,
    warnings: Vec<Warning>,
}

impl Causes<'_> {
    fn judge(
        &mut self,
        (unit, run): (&Unit, &Path),
        summary: &Value,
        finding: RawFinding,
    ) -> anyhow::Result<()> {
        let judged = Judged {
            units: self.units,
            unit,
            run: &self.directory.join(run),
            finding: &finding,
        };
        let class = judged.class(summary)?;
        self.add((unit, run), class, finding);
        Ok(())
    }

    fn add(
        &mut self,
        (unit, run): (&Unit, &Path),
        (class, why): (Class, Option<String>),
        finding: RawFinding,
    ) {
        let place = self.place(&finding);
        let test = (finding.test > 0).then(|| TestPlace {
            run: run.to_owned(),
            number: finding.test,
        });
        let cause = Cause {
            kind: finding.kind.clone(),
            exception: finding.exception.clone(),
            file: place.file.clone(),
            line: u64::from(place.line),
            column: if place.function == finding.function {
                finding.column
            } else {
                0
            },
            function: place.function.clone(),
        };
        let warning = Warning {
            kind: finding.kind,
            exception: finding.exception,
            message: finding.message,
            file: cause.file.clone(),
            line: cause.line,
            column: cause.column,
            function: cause.function.clone(),
            class,
            why,
            count: 1,
            units: vec![unit.name.clone()],
            test,
            assumption: finding.assumption,
            stack: finding.stack,
            fingerprint: String::new(),
            baseline: false,
            strict: self.strict,
        };
        let Some(&number) = self.numbers.get(&cause) else {
            self.numbers.insert(cause, self.warnings.len());
            self.warnings.push(warning);
            return;
        };
        let known = &mut self.warnings[number];
        let count = known.count + 1;
        let mut units = std::mem::take(&mut known.units);
        if units.last() != Some(&unit.name) {
            units.push(unit.name.clone());
        }
        // The worst stands for all.
        if warning.class < known.class {
            *known = warning;
        }
        (known.count, known.units) = (count, units);
    }

    /// The place in the program's own code: an exception that the JDK throws is caused by who called it.
    fn place(&self, finding: &RawFinding) -> Frame {
        let own = Frame {
            function: finding.function.clone(),
            file: finding.file.clone(),
            line: finding.line as u32,
        };
        let functions = &self.units.code.functions;
        // Compilers make methods by which nested classes get at what is private.
        let is_own = |frame: &Frame| {
            functions.contains_key(&frame.function) && !frame.function.contains(".access$")
        };
        if is_own(&own) {
            return own;
        }
        let caller = finding.stack.iter().find(|frame| is_own(frame));
        caller.cloned().unwrap_or(own)
    }
}

/// Gives warnings what tells them apart in other versions of the program.
fn mark_fingerprints(warnings: &mut [Warning]) {
    let mut sources: HashMap<String, Vec<String>> = HashMap::new();
    let mut fingerprints = FindingFingerprints::default();
    warnings.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
    for warning in warnings {
        let source = sources.entry(warning.file.clone()).or_insert_with(|| {
            let text = std::fs::read(&warning.file).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            text.lines().map(|line| line.trim().to_owned()).collect()
        });
        let index = (warning.line as usize).wrapping_sub(1);
        let line = source.get(index).map_or("", String::as_str);
        let exception = warning.exception.as_deref().unwrap_or_default();
        warning.fingerprint =
            fingerprints.next((&warning.kind, exception), &warning.function, line);
    }
}
