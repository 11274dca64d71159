//! `wayfarer replay`.

use crate::summary::{coverage_json, coverage_lines};
use crate::verdicts::verdict_text;
use crate::{arguments::Replay as Options, exit, terminal};
use std::collections::BTreeMap;
use std::path::Path;
use suite::java::JavaReplay;
use suite::native::{CoverageReport, Replay, Sandbox, TestRunner};
use suite::{Language, Suite, SuitePlan, Test, Verdict, VerdictKind};

/// Runs the tests of a suite again.
pub fn run(options: &Options) -> anyhow::Result<u8> {
    match suite::language(&options.directory)? {
        Language::C => replay::<Replay>(options),
        Language::Java => replay::<JavaReplay>(options),
    }
}

fn replay<R: TestRunner>(options: &Options) -> anyhow::Result<u8> {
    let mut suite = Suite::<R::Plan>::open(&options.directory)?;
    let mut tests = suite.tests()?;
    tests.retain(|test| options.test.is_empty() || options.test.contains(&test.id()));
    if let Some(mode) = options.sandbox {
        suite.plan.sandbox_mut().mode = mode;
    }
    let mut runner = R::build(&suite, suite.plan.limits(options.test_time))?;
    warn_of(runner.sandbox());
    let changed = changed_files(&options.directory);
    for file in &changed {
        eprintln!(
            "wayfarer: warning: {file} has changed since the tests were made: the decisions of a test are compared \
             with those of the program as it was"
        );
    }
    let mut counts = VerdictCounts::default();
    let (mut rows, mut bugs) = (Vec::new(), false);
    for together in tests.chunks_mut(R::TOGETHER) {
        let verdicts = runner.run(together)?;
        for (test, verdict) in together.iter_mut().zip(verdicts) {
            bugs |= shows_bug(test.predicts_error(), &verdict);
            counts.add(&verdict);
            if !options.json {
                let text = verdict_text(&test.prediction(), &verdict);
                say!("test {:6}  {}", test.id(), terminal::printable(&text));
            }
            rows.push(serde_json::json!({ "test": test.id(), "verdict": verdict }));
            test.set_verdict(Some(verdict));
            suite.write(test)?;
        }
    }
    let coverage = runner.coverage()?;
    if options.json {
        say!("{}", counts.json(&rows, coverage.as_ref(), &changed));
    } else {
        say!("{counts}");
        say!("{}", coverage_lines(coverage.as_ref()));
    }
    Ok(if bugs {
        exit::BUGS_FOUND
    } else {
        exit::NOTHING_FOUND
    })
}

/// True if a test with that verdict shows an error: one that is predicted and not refuted, or one that
/// only the native run made.
fn shows_bug(error_is_predicted: bool, verdict: &Verdict) -> bool {
    let stands = verdict.kind().counts_as_found();
    (error_is_predicted && stands) || verdict.observed_error().is_some()
}

/// The files of the program that are not what they were when the tests of a directory were made, if that is known.
fn changed_files(directory: &Path) -> Vec<String> {
    let description = store::Reader::open(directory).and_then(|reader| reader.description());
    let inputs = description.map_or(Vec::new(), |description| description.inputs);
    let changed = inputs
        .into_iter()
        .filter(|input| store::file_hash(&input.path).is_ok_and(|hash| hash != input.sha256));
    changed
        .map(|input| input.path.display().to_string())
        .collect()
}

/// Says what of its isolation a sandbox lacks.
fn warn_of(sandbox: &Sandbox) {
    if let Some(missing) = sandbox.isolation().missing() {
        eprintln!("wayfarer: {missing}");
    }
}

/// How many tests had which verdict.
#[derive(Default)]
struct VerdictCounts(BTreeMap<VerdictKind, u64>);

impl VerdictCounts {
    /// Counts a test.
    fn add(&mut self, verdict: &Verdict) {
        *self.0.entry(verdict.kind()).or_default() += 1;
    }

    fn count(&self, kind: VerdictKind) -> u64 {
        self.0.get(&kind).copied().unwrap_or(0)
    }

    /// What `replay --json` prints: the tests with their verdicts, and these counts.
    fn json(
        &self,
        tests: &[serde_json::Value],
        coverage: Option<&CoverageReport>,
        changed: &[String],
    ) -> serde_json::Value {
        serde_json::json!({
            "tests": tests,
            "confirmed": self.count(VerdictKind::Confirmed),
            "confirmed_by_another_way": self.count(VerdictKind::ConfirmedByAnotherWay),
            "not_reproduced": self.count(VerdictKind::NotReproduced),
            "inconclusive": self.count(VerdictKind::Inconclusive),
            "not_replayed": self.count(VerdictKind::NotReplayed),
            "coverage": coverage_json(coverage),
            "changed": changed,
        })
    }
}

impl std::fmt::Display for VerdictCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // These two always, the others where there are some.
        for kind in [VerdictKind::Confirmed, VerdictKind::NotReproduced] {
            let comma = if kind == VerdictKind::Confirmed {
                ""
            } else {
                ", "
            };
            write!(f, "{comma}{} {}", self.count(kind), kind.name())?;
        }
        let others = [
            VerdictKind::ConfirmedByAnotherWay,
            VerdictKind::Inconclusive,
            VerdictKind::NotReplayed,
        ];
        for kind in others.into_iter().filter(|&kind| self.count(kind) > 0) {
            write!(f, ", {} {}", self.count(kind), kind.name())?;
        }
        Ok(())
    }
}
