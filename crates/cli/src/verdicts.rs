//! What the native runs of all tests say together: where they and the machine disagree, and the errors
//! that only they show.

use explore::SearchByCalls;
use std::collections::BTreeMap;
use std::fmt::Write;
use suite::{Aspect, Difference, NativeError, NativeErrorSite, Verdict, VerdictKind};

/// The verdict on each test that was replayed, by its number.
#[derive(Clone, Debug, Default)]
pub struct Verdicts(pub BTreeMap<u32, Verdict>);

/// Tests whose native runs first differ from the prediction in the same way at the same place.
pub struct Disagreement<'a> {
    /// What differs on the first of them.
    pub difference: &'a Difference,
    /// The tests, in ascending order; never empty.
    pub tests: Vec<u32>,
}

/// An error that the machine predicts.
pub struct PredictedError<'f> {
    pub site: NativeErrorSite,
    /// The test that shows it.
    pub test: u32,
    /// What excludes the inputs that make it; empty if usual ones do.
    pub assumption: &'f str,
}

/// An error that native runs show and that the machine did not predict, at one site.
pub struct ObservedError<'a> {
    /// As the first of these tests shows it.
    pub error: &'a NativeError,
    /// The tests that show it, in ascending order; never empty.
    pub tests: Vec<u32>,
    /// What may exclude it, where no test shows it for inputs that are settled.
    pub assumption: Option<String>,
}

/// What may exclude an error behind the end of a path that was cut off.
const SETTLED: &str = "inputs that callers give: the path was cut off before it had settled which";

/// Tests of which nothing can be said, for one reason.
pub struct Unjudged<'a> {
    pub kind: VerdictKind,
    pub reason: &'a str,
    pub tests: Vec<u32>,
}

impl Verdicts {
    /// The verdict on what a test shows.
    pub fn kind(&self, test: u32) -> VerdictKind {
        let verdict = self.0.get(&test);
        verdict.map_or(VerdictKind::NotReplayed, Verdict::kind)
    }

    /// True if each of so many tests did what was predicted, by the decisions that were predicted.
    pub fn all_confirmed(&self, tests: u32) -> bool {
        let mut verdicts = self.0.values();
        self.0.len() >= tests as usize && verdicts.all(|verdict| *verdict == Verdict::Confirmed)
    }

    /// Number of tests with each verdict; those of so many that have none were not replayed.
    pub fn counts(&self, tests: usize) -> BTreeMap<VerdictKind, usize> {
        let mut counts: BTreeMap<VerdictKind, usize> = BTreeMap::new();
        for verdict in self.0.values() {
            *counts.entry(verdict.kind()).or_default() += 1;
        }
        let unjudged = tests.saturating_sub(self.0.len());
        if unjudged > 0 {
            *counts.entry(VerdictKind::NotReplayed).or_default() += unjudged;
        }
        counts
    }

    /// What a search for calls came to: where native runs go otherwise than the machine says, it did not see
    /// everything.
    pub fn search_by_calls(&self, search: Option<SearchByCalls>) -> Option<SearchByCalls> {
        match self.disagreements().is_empty() {
            true => search,
            false => search.map(|_| SearchByCalls::NotExhaustive),
        }
    }

    /// Where the machine and the native runs disagree; most tests first.
    pub fn disagreements(&self) -> Vec<Disagreement<'_>> {
        let mut all: BTreeMap<(Aspect, &str), Disagreement<'_>> = BTreeMap::new();
        for (&test, verdict) in &self.0 {
            if let Some(difference) = verdict.differences().first() {
                let key = (difference.what, &*difference.place);
                let tests = Vec::new();
                let new = Disagreement { difference, tests };
                all.entry(key).or_insert(new).tests.push(test);
            }
        }
        let mut all: Vec<_> = all.into_values().collect();
        all.sort_by_key(|one| (std::cmp::Reverse(one.tests.len()), one.tests[0]));
        all
    }

    /// The errors that only native runs show, in the order of the tests: those that were not predicted, or were and are
    /// refuted. What a run does behind an error that only unusual inputs make comes of these inputs, and so does what its test
    /// says that such inputs may have made.
    pub fn observed_errors(&self, predicted: &[PredictedError<'_>]) -> Vec<ObservedError<'_>> {
        let stands = |it: &PredictedError<'_>| self.kind(it.test).counts_as_found();
        let excluded = |test: u32| {
            let mut unusual = predicted.iter().filter(|it| !it.assumption.is_empty());
            unusual.find(|it| it.test == test).map(|it| it.assumption)
        };
        let mut all: Vec<ObservedError<'_>> = Vec::new();
        for (&test, verdict) in &self.0 {
            let Some(error) = verdict.observed_error() else {
                continue;
            };
            let site = error.site();
            if predicted.iter().any(|it| it.site == site && stands(it)) {
                continue;
            }
            let unsettled = verdict.is_of_unsettled_inputs().then_some(SETTLED);
            let assumption = excluded(test).or(unsettled).or(error.assumption.as_deref());
            let assumption = assumption.map(str::to_owned);
            match all.iter_mut().find(|one| one.error.site() == site) {
                Some(one) => {
                    one.tests.push(test);
                    one.assumption = one.assumption.take().filter(|_| assumption.is_some());
                }
                None => all.push(ObservedError {
                    error,
                    tests: vec![test],
                    assumption,
                }),
            }
        }
        all
    }

    /// Why nothing can be said of tests, by reason; most tests first.
    pub fn unjudged(&self) -> Vec<Unjudged<'_>> {
        let mut all: BTreeMap<(VerdictKind, &str), Vec<u32>> = BTreeMap::new();
        for (&test, verdict) in &self.0 {
            if let Some(reason) = verdict.reason() {
                all.entry((verdict.kind(), reason)).or_default().push(test);
            }
        }
        let all = all.into_iter().map(|((kind, reason), tests)| Unjudged {
            kind,
            reason,
            tests,
        });
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|one| (std::cmp::Reverse(one.tests.len()), one.tests[0]));
        all
    }

    /// The lines on disagreements and on tests of which nothing can be said.
    pub fn explain(&self, tests: usize, out: &mut String) {
        let disagreements = self.disagreements();
        let count: usize = disagreements.iter().map(|one| one.tests.len()).sum();
        if count > 0 {
            let _ = writeln!(
                out,
                "the machine and the native run disagree on {count} of {}; what differs first:",
                counted(tests)
            );
        }
        for one in disagreements.iter().take(SHOWN) {
            let (tests, first) = (counted(one.tests.len()), one.tests[0]);
            let _ = match one.tests.len() {
                1 => writeln!(out, "  {} (test {first})", one.difference),
                _ => writeln!(out, "  {tests}: {} (test {first} first)", one.difference),
            };
        }
        more(disagreements.len(), "places", out);
        let unjudged = self.unjudged();
        for one in unjudged.iter().take(SHOWN) {
            let (kind, tests) = (one.kind.name(), counted(one.tests.len()));
            let first = if one.tests.len() == 1 { "" } else { " first" };
            let (reason, test) = (one.reason, one.tests[0]);
            let _ = writeln!(out, "{kind}, {tests}: {reason} (test {test}{first})");
        }
        more(unjudged.len(), "reasons", out);
    }
}

/// Places and reasons that a summary shows; `show --tests` has all.
const SHOWN: usize = 10;

fn more(count: usize, of_what: &str, out: &mut String) {
    if count > SHOWN {
        let _ = writeln!(
            out,
            "  … {} more {of_what}: see `show --tests`",
            count - SHOWN
        );
    }
}

fn counted(tests: usize) -> String {
    match tests {
        1 => "1 test".to_owned(),
        tests => format!("{tests} tests"),
    }
}

/// What a test predicts, and what came of it.
pub fn verdict_text(what: &str, verdict: &Verdict) -> String {
    let name = verdict.name();
    let what = match verdict.reason() {
        Some(reason) => format!("{what}: {reason}"),
        None => what.to_owned(),
    };
    let differences = verdict.differences().iter().map(ToString::to_string);
    let differences = differences.collect::<Vec<_>>().join("; then ");
    match differences.is_empty() {
        true => format!("{name}: {what}"),
        false => format!("{name}: {what}; {differences}"),
    }
}

/// An error that only native runs show, as text: what, where, which tests, and the calls.
pub fn write_observed(observed: &ObservedError<'_>, out: &mut String) {
    let error = observed.error;
    let what = match error.kind {
        // The report names the class of the exception.
        Some(ir::ErrorKind::UncaughtException) => error.report.clone(),
        Some(kind) if kind.name() == error.report => error.report.clone(),
        _ => format!("{}: {}", error.kind_name(), error.report),
    };
    let at = match error.place().as_str() {
        "" => "unknown place".to_owned(),
        place => place.to_owned(),
    };
    let function = match error.function() {
        "" => String::new(),
        function => format!(" in {function}"),
    };
    let tests = match observed.tests.len() {
        1 => String::new(),
        count => format!(", {count} tests"),
    };
    let _ = writeln!(
        out,
        "{what} at {at}{function} [{}: the native run shows it, the machine did not predict it{tests}], \
         test {}",
        VerdictKind::Observed.name(),
        observed.tests[0]
    );
    for frame in error.stack.iter().filter(|frame| frame.line > 0).take(12) {
        let _ = writeln!(
            out,
            "    in {} at {}:{}",
            frame.function, frame.file, frame.line
        );
    }
    if let Some(assumption) = &observed.assumption {
        let _ = writeln!(out, "    only for unusual inputs, if not for {assumption}");
    }
}

/// Such an error as it stands in JSON, beside the findings.
pub fn observed_json(observed: &ObservedError<'_>) -> serde_json::Value {
    let error = observed.error;
    serde_json::json!({
        "kind": error.kind_name(),
        "exception": error.exception(),
        "message": error.report,
        "file": error.file,
        "line": error.line,
        "column": 0,
        "function": error.function(),
        "stack": error.stack,
        "paths": observed.tests.len(),
        "verdict": VerdictKind::Observed.name(),
        "test": observed.tests[0],
        "assumption": observed.assumption,
    })
}

/// Disagreements as they stand in JSON.
pub fn disagreements_json(verdicts: &Verdicts) -> serde_json::Value {
    let all = verdicts.disagreements();
    let all = all
        .iter()
        .map(|one| serde_json::json!({ "first": one.difference, "tests": one.tests }));
    all.collect()
}
