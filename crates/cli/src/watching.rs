//! What monitors of specifications saw of the tests of a run, for people and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use suite::monitors::{
    ClauseCoverage, MonitorHistory, SpecificationCoverage, ViolationHistory, WatchedSpecification,
};
use suite::{StackFrame, SuiteError};

/// What is watched over, and what monitors saw of the tests of a run.
#[derive(Default)]
pub struct Watching {
    specifications: Vec<WatchedSpecification>,
    coverage: Vec<SpecificationCoverage>,
    histories: BTreeMap<u32, MonitorHistory>,
}

impl Watching {
    /// Of the suite in a directory.
    pub fn of_suite(directory: &Path) -> Result<Watching, SuiteError> {
        let specifications = WatchedSpecification::of_suite(directory)?;
        if specifications.is_empty() {
            return Ok(Watching::default());
        }
        let histories = MonitorHistory::of_suite(directory)?;
        let all: Vec<&MonitorHistory> = histories.values().collect();
        let coverage = specifications.iter().map(|it| it.covered(&all));
        Ok(Watching {
            coverage: coverage.collect(),
            specifications,
            histories,
        })
    }

    /// How the path of a test came to violate a clause.
    fn violation(&self, test: u32) -> Option<&ViolationHistory> {
        self.histories.get(&test)?.violation.as_ref()
    }

    /// The steps that led to the violation that a test shows: those that changed the state of the clause.
    pub fn write_steps(&self, test: u32, out: &mut String) {
        if self.histories.get(&test).is_some_and(|history| history.cut) {
            let _ = writeln!(out, "    after more events than are told");
            return;
        }
        let Some(violation) = self.violation(test) else {
            return;
        };
        let changing = violation.steps.iter().filter(|step| step.from != step.to);
        let steps: Vec<_> = changing.collect();
        let object = violation
            .object
            .map(|object| format!(" of object {object}"));
        let without = match violation.steps.len() - steps.len() {
            0 => String::new(),
            1 => ", but for 1 step that changes nothing".to_owned(),
            steps => format!(", but for {steps} steps that change nothing"),
        };
        let (name, object) = (&violation.specification, object.unwrap_or_default());
        let _ = writeln!(out, "    what {name} saw{object}{without}:");
        let shown = steps.len().min(SHOWN_STEPS);
        let earlier = violation.earlier + steps.len() - shown;
        if earlier > 0 {
            let _ = writeln!(out, "      … {earlier} before");
        }
        for step in &steps[steps.len() - shown..] {
            let events = match step.events.is_empty() {
                true => "no event".to_owned(),
                false => step.events.join(", "),
            };
            let _ = writeln!(out, "      {events}: {}{}", step.at, at(&step.place));
        }
    }

    /// The same with all that is kept, as JSON; null if there is none.
    pub fn steps_json(&self, test: u32) -> serde_json::Value {
        self.violation(test)
            .map_or(serde_json::Value::Null, |it| serde_json::json!(it))
    }

    /// What is watched over, and which clauses were never put to the test, in lines.
    pub fn write_coverage(&self, out: &mut String) {
        if self.specifications.is_empty() {
            return;
        }
        let each = self.specifications.iter().zip(&self.coverage);
        let each = each.map(|(it, covered)| {
            let clauses = match it.clauses.len() {
                1 => "1 clause".to_owned(),
                clauses => format!("{clauses} clauses"),
            };
            let sum = |part: fn(&ClauseCoverage) -> (usize, usize)| {
                let parts = covered.clauses.iter().map(part);
                let (some, all) = parts.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
                format!("{some}/{all}")
            };
            let (states, transitions) = (sum(|it| it.states), sum(|it| it.transitions));
            format!(
                "{} ({clauses}, {states} states, {transitions} transitions)",
                it.name
            )
        });
        let each: Vec<String> = each.collect();
        let _ = writeln!(out, "  watched over: {}", each.join(", "));
        let each = self.specifications.iter().zip(&self.coverage);
        let (idle, met): (Vec<_>, Vec<_>) = each.partition(|(_, covered)| {
            let mut clauses = covered.clauses.iter();
            clauses.all(|clause| clause.states.0 == 0)
        });
        for (specification, covered) in met {
            let clauses = specification.clauses.iter().zip(&covered.clauses);
            for (clause, _) in clauses.filter(|(_, covered)| !covered.is_tested) {
                let file = Path::new(&specification.file)
                    .file_name()
                    .unwrap_or_default();
                let place = format!("{}:{}", file.to_string_lossy(), clause.line);
                let (name, text) = (&specification.name, &clause.text);
                let _ = writeln!(out, "    never put to the test: {name} ({place}): {text}");
            }
        }
        let idle: Vec<&str> = idle.iter().map(|(it, _)| it.name.as_str()).collect();
        if !idle.is_empty() {
            let _ = writeln!(
                out,
                "    never put to the test, as nothing happened: {}",
                idle.join(", ")
            );
        }
        if self.histories.values().any(|history| history.cut) {
            let _ = writeln!(out, "    of some tests more happened than was looked at");
        }
    }

    /// The specifications with all clauses and what was exercised of them; null if there are none.
    pub fn json(&self) -> serde_json::Value {
        if self.specifications.is_empty() {
            return serde_json::Value::Null;
        }
        let each = self.specifications.iter().zip(&self.coverage);
        let each = each.map(|(it, covered)| {
            let clauses = it.clauses.iter().zip(&covered.clauses);
            let clauses = clauses.map(|(clause, covered)| {
                let count = |(covered, total): (usize, usize)| {
                    serde_json::json!({"covered": covered, "total": total})
                };
                serde_json::json!({
                    "line": clause.line,
                    "blame": clause.blame,
                    "text": clause.text,
                    "tested": covered.is_tested,
                    "states": count(covered.states),
                    "transitions": count(covered.transitions),
                    "missing": covered.missing,
                })
            });
            serde_json::json!({
                "name": it.name,
                "file": it.file,
                "clauses": clauses.collect::<Vec<_>>(),
            })
        });
        each.collect()
    }
}

/// Steps to a violation that are shown.
const SHOWN_STEPS: usize = 12;

fn at(place: &StackFrame) -> String {
    let StackFrame {
        function,
        file,
        line,
    } = place;
    match (file.as_str(), *line) {
        ("", _) => String::new(),
        (_, 0) => format!(" in {function}"),
        (file, line) => format!(" at {file}:{line} in {function}"),
    }
}
