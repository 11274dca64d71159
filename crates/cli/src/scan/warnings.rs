//! What was found, told once for each cause, and what is to be thought of it.

use super::classify::Judged;
use super::record::ScanRecord;
use super::refuted;
use super::units::{Language, Unit, Units};
use crate::by_calls;
use crate::cpp_names::readable;
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

impl RawFinding {
    /// Its place as the run has it.
    fn place(&self) -> Frame {
        Frame {
            function: self.function.clone(),
            file: self.file.clone(),
            line: self.line as u32,
        }
    }
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
            for (run, finding) in findings(&summary, &run) {
                let finding =
                    RawFinding::deserialize(finding).with_context(|| path.display().to_string())?;
                all.judge((unit, &run), &summary, finding)?;
            }
            for (class, finding) in refuted::predicted(unit, &directory.join(&run), &summary)? {
                let why = Some(finding.verdict.clone());
                let place = all.own_place(&finding);
                let place = place.unwrap_or_else(|| finding.place());
                all.add((unit, &run), (class, why), (place, None), finding);
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

/// The findings in the summary of a run, each with the run that it is of: those with objects made by calls are beside the others.
fn findings<'s>(summary: &'s Value, run: &Path) -> impl Iterator<Item = (PathBuf, &'s Value)> {
    let lists = [
        ("findings", run.to_owned()),
        ("by_calls", run.join(by_calls::DIRECTORY)),
    ];
    lists.into_iter().flat_map(|(list, run)| {
        let found = summary[list].as_array().into_iter().flatten();
        found.map(move |finding| (run.clone(), finding))
    })
}

/// True if a unit has results in a directory that count for the exit code. Those that cannot be read may.
pub fn has_findings_that_count(
    directory: &Path,
    (units, unit): (&Units, &Unit),
    strict: bool,
) -> bool {
    let run = directory.join(UNITS).join(unit.directory());
    let Ok(summary) = read_json(&run.join("summary.json")) else {
        return false;
    };
    findings(&summary, &run).any(|(run, finding)| {
        let Ok(finding) = RawFinding::deserialize(finding) else {
            return true;
        };
        let judged = Judged {
            units,
            unit,
            run: &run,
            finding: &finding,
        };
        match judged.class(&summary) {
            Ok((Class::Confirmed, _)) | Err(_) => true,
            Ok((Class::Unusual, _)) => strict,
            Ok((Class::Open | Class::Documented | Class::Refuted, _)) => false,
        }
    })
}

pub fn read_json(path: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// What tells one cause from another.
#[derive(PartialEq, Eq, Hash)]
enum Cause {
    /// An error at a place.
    Error {
        kind: String,
        exception: Option<String>,
        file: String,
        line: u64,
        column: u64,
        function: String,
    },
    /// A class that the class path lacks, whatever needs it.
    MissingClass(String),
}

impl Cause {
    /// That of a warning at its place.
    fn at_place(warning: &Warning) -> Cause {
        Cause::Error {
            kind: warning.kind.clone(),
            exception: warning.exception.clone(),
            file: warning.file.clone(),
            line: warning.line,
            column: warning.column,
            function: warning.function.clone(),
        }
    }
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
        let missing = judged.missing_class().map(str::to_owned);
        let place = match self.own_place(&finding) {
            Some(place) => place,
            // The JDK has thrown it before the method under test began.
            None => {
                let method = judged.method()?;
                let method = method.and_then(|it| self.head(it));
                // A native run of C may lose its calls.
                let is_lost = finding.file.is_empty() && self.units.language == Language::C;
                let begins = method.or_else(|| self.head(unit.name.clone()).filter(|_| is_lost));
                begins.unwrap_or_else(|| finding.place())
            }
        };
        self.add((unit, run), class, (place, missing), finding);
        Ok(())
    }

    fn add(
        &mut self,
        (unit, run): (&Unit, &Path),
        (class, why): (Class, Option<String>),
        (place, missing): (Frame, Option<String>),
        finding: RawFinding,
    ) {
        let test = (finding.test > 0).then(|| TestPlace {
            run: run.to_owned(),
            number: finding.test,
        });
        let column = match place.function == finding.function {
            true => finding.column,
            false => 0,
        };
        let stack = finding.stack.into_iter();
        let stack = stack.map(|frame| self.own(&frame).unwrap_or(frame));
        let warning = Warning {
            kind: finding.kind,
            exception: finding.exception,
            message: finding.message,
            file: place.file,
            line: u64::from(place.line),
            column,
            function: place.function,
            class,
            why,
            count: 1,
            units: vec![unit.name.clone()],
            test,
            assumption: finding.assumption,
            stack: stack.collect(),
            fingerprint: String::new(),
            baseline: false,
            strict: self.strict,
        };
        let cause = match missing {
            Some(class) => Cause::MissingClass(class),
            None => Cause::at_place(&warning),
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
    fn own_place(&self, finding: &RawFinding) -> Option<Frame> {
        let mut callers = finding.stack.iter();
        let own = self.own(&finding.place());
        own.or_else(|| callers.find_map(|frame| self.own(frame)))
    }

    /// A call of the program's own code, called as that is: native runs tell neither the types of a method's parameters
    /// nor the folder of its file.
    fn own(&self, frame: &Frame) -> Option<Frame> {
        // Compilers make methods by which nested classes get at what is private.
        if frame.function.contains(".access$") {
            return None;
        }
        let functions = &self.units.code.functions;
        if self.units.language == Language::C {
            return self.own_of_c(frame);
        }
        if functions.contains_key(&frame.function) {
            return Some(frame.clone());
        }
        let head = format!("{}(", frame.function);
        let named = || {
            let named = functions.range(head.clone()..);
            named.take_while(|(name, _)| name.starts_with(&head))
        };
        let before = named().filter(|(_, code)| code.line <= frame.line);
        let (name, code) = before
            .max_by_key(|(_, code)| code.line)
            .or_else(|| named().next())?;
        Some(Frame {
            function: name.clone(),
            file: code.file.clone(),
            line: frame.line,
        })
    }

    /// The same in C and C++, of which native runs tell names as the source has them; what calls the function under test
    /// has no place.
    fn own_of_c(&self, frame: &Frame) -> Option<Frame> {
        let functions = &self.units.code.functions;
        if frame.file.is_empty() {
            return None;
        }
        if functions.contains_key(&frame.function) {
            return Some(frame.clone());
        }
        if !frame.function.contains('(') {
            return None;
        }
        let mut of_cpp = functions.keys().filter(|name| name.starts_with("_Z"));
        let function = of_cpp.find(|name| readable(name) == frame.function)?;
        Some(Frame {
            function: function.clone(),
            ..frame.clone()
        })
    }

    /// Where a function of the program begins.
    fn head(&self, function: String) -> Option<Frame> {
        let code = self.units.code.functions.get(&function)?;
        Some(Frame {
            function,
            file: code.file.clone(),
            line: code.line,
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::code::{FunctionCode, ProgramCode};
    use crate::scan::units::{Language, Needed};
    use serde_json::json;
    use std::collections::{BTreeMap, BTreeSet};

    const METHOD: &str = "p.Use.f(Ldep/Dep;)I";

    fn unit() -> Unit {
        Unit {
            name: "p.Use".to_owned(),
            file: "p/Use.java".to_owned(),
            line: 2,
            starts: vec![METHOD.to_owned()],
            public: BTreeSet::from([METHOD.to_owned()]),
            enumerations: Default::default(),
            null_comparisons: Default::default(),
            first_assertions: Default::default(),
            inputs: String::new(),
            needed: Needed::Anything,
            hidden: Vec::new(),
            unsettled: None,
            is_judging: false,
            reported: Vec::new(),
        }
    }

    /// A class with a method, which needs a class that is nowhere.
    fn units() -> Units {
        let code = FunctionCode {
            hash: String::new(),
            file: "p/Use.java".to_owned(),
            line: 3,
        };
        Units {
            language: Language::Java,
            list: vec![unit()],
            program: Vec::new(),
            targets: Vec::new(),
            shape: String::new(),
            code: ProgramCode {
                functions: BTreeMap::from([(METHOD.to_owned(), code)]),
                ..ProgramCode::default()
            },
            callers: BTreeMap::new(),
            documented: None,
            missing: BTreeSet::from(["dep.Dep".to_owned()]),
            left_out: BTreeMap::new(),
        }
    }

    /// An exception; `calls` are those of its stack.
    fn finding(exception: &str, said: &str, calls: &[(&str, &str, u32)]) -> RawFinding {
        let frames = calls.iter().map(
            |(function, file, line)| json!({ "function": function, "file": file, "line": line }),
        );
        let stack: Vec<Value> = frames.collect();
        let finding = json!({
            "kind": "uncaught-exception", "exception": exception, "message": format!("{exception}: {said}"),
            "file": stack[0]["file"], "line": stack[0]["line"], "column": 0, "function": stack[0]["function"],
            "stack": stack, "verdict": "observed", "test": 1,
        });
        RawFinding::deserialize(&finding).expect("a finding")
    }

    /// What comes of findings, each with the class and the place.
    fn told(findings: Vec<RawFinding>) -> Vec<(Class, String, u64, String, usize)> {
        let directory = tempfile::tempdir().expect("a directory");
        let test = json!({
            "method": { "class": "p.Use", "name": "f", "descriptor": "(Ldep/Dep;)I" },
        });
        let path = directory.path().join("test000001.json");
        std::fs::write(path, test.to_string()).expect("a test");
        let units = units();
        let mut all = Causes {
            directory: directory.path(),
            units: &units,
            strict: false,
            numbers: HashMap::new(),
            warnings: Vec::new(),
        };
        for finding in findings {
            all.judge((&unit(), Path::new("")), &Value::Null, finding)
                .expect("it is judged");
        }
        let place = |it: Warning| (it.class, it.file, it.line, it.function, it.count);
        all.warnings.into_iter().map(place).collect()
    }

    #[test]
    fn a_missing_class_is_one_warning_in_the_programs_own_code() {
        let in_jdk = [("sun.invoke.util.BytecodeDescriptor.parseMethod", "", 0)];
        let (missing, said) = (
            "java.lang.TypeNotPresentException",
            "Type dep.Dep not present",
        );
        let before = finding(missing, said, &in_jdk);
        let at = |line: u64| {
            let file = "p/Use.java".to_owned();
            (file, line, METHOD.to_owned())
        };
        let one = |(file, line, function): (String, u64, String), count| {
            vec![(Class::Open, file, line, function, count)]
        };
        assert_eq!(told(vec![before.clone()]), one(at(3), 1));
        let missing = "java.lang.NoClassDefFoundError";
        let here = finding(missing, "dep/Dep", &[(METHOD, "p/Use.java", 5)]);
        assert_eq!(told(vec![here, before]), one(at(5), 2));
    }

    #[test]
    fn calls_as_native_runs_tell_them_are_found_in_the_code() {
        let calls = [
            ("java.lang.Math.toIntExact", "Math.java", 1371),
            ("p.Use.f", "Use.java", 4),
        ];
        let exception = "java.lang.IllegalMonitorStateException";
        let all = told(vec![finding(exception, "", &calls)]);
        let (_, file, line, function, _) = &all[0];
        assert_eq!((file.as_str(), *line), ("p/Use.java", 4));
        assert_eq!(function, METHOD);
    }
}
