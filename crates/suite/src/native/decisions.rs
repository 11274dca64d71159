//! The decisions a native run logged, compared with those predicted.

use crate::{Aspect, DecisionTrace, Difference, Outcome, Plan, SuiteError, TestCase};
use ir::ErrorKind;
use std::io::Read;
use std::path::Path;

/// Decisions a native run may log; more are counted only.
const CAPACITY: u64 = 1 << 22;
const HEADER: u64 = 16;
const STEP: u64 = 16;

/// Makes an empty file one that the run maps. It is sparse: what is not logged takes no room.
pub(crate) fn prepare(path: &Path) -> Result<(), SuiteError> {
    let file = std::fs::File::options().append(true).open(path);
    let file = file.map_err(SuiteError::io(path))?;
    file.set_len(HEADER + CAPACITY * STEP)
        .map_err(SuiteError::io(path))
}

/// Where a log parts first from what is predicted.
#[derive(Debug)]
pub(crate) struct Parting {
    pub(crate) difference: Difference,
    /// True if the log is as predicted and ends too early: so does that of a run that is cut short.
    pub(crate) is_end: bool,
}

/// Compares the log at `path` with the prediction; `Some` says where they part first.
pub(crate) fn compare(
    path: &Path,
    test: &TestCase,
    plan: &Plan,
) -> Result<Option<Parting>, SuiteError> {
    let file = std::fs::File::open(path).map_err(SuiteError::io(path))?;
    compare_log(file, test, plan).map_err(SuiteError::io(path))
}

fn compare_log(
    mut log: impl Read,
    test: &TestCase,
    plan: &Plan,
) -> std::io::Result<Option<Parting>> {
    let mut header = [0; HEADER as usize];
    log.read_exact(&mut header)?;
    let (count, _) = header.split_at(8);
    let logged = u64::from_le_bytes(count.try_into().expect("eight bytes"));
    let predicted = test.decisions.count;
    let wanted = predicted.min(logged).min(CAPACITY);
    let mut bytes = vec![0; usize::try_from(wanted * STEP).unwrap_or(0)];
    log.read_exact(&mut bytes)?;
    let mut hash = DecisionTrace::START;
    for (index, step) in bytes.chunks_exact(STEP as usize).enumerate() {
        let word = |at: usize| u32::from_le_bytes(step[at..at + 4].try_into().expect("four bytes"));
        let value = u64::from_le_bytes(step[8..16].try_into().expect("eight bytes"));
        let (function, decision) = (word(0), word(4));
        hash = DecisionTrace::step(hash, function, decision, value);
        if let Some(&expected) = test.decisions.first.get(index)
            && expected != (function, decision, value)
        {
            let got = (function, decision, value);
            return Ok(Some(Parting {
                difference: describe(plan, index, got, expected),
                is_end: false,
            }));
        }
    }
    let differs = |predicted: String, observed: String| {
        let difference = Difference {
            what: Aspect::Decision,
            place: String::new(),
            predicted,
            observed,
        };
        Ok(Some(Parting {
            difference,
            is_end: logged < test.decisions.count,
        }))
    };
    if logged >= predicted && format!("{hash:016x}") != test.decisions.hash {
        let kept = test.decisions.first.len();
        let observed = format!("others, somewhere after the first {kept}");
        return differs(format!("{predicted} decisions"), observed);
    }
    if logged < predicted && !ends_at_the_stack(&test.outcome) {
        let observed = format!("the end after {logged}");
        return differs(format!("{predicted} decisions"), observed);
    }
    // An error or a cut ends the prediction, not necessarily the native run.
    let whole = !test.decisions.cut && test.outcome.ends_well();
    if logged > predicted && whole {
        let observed = format!("{logged}");
        return differs(format!("{predicted} decisions"), observed);
    }
    Ok(None)
}

/// True if the stack is predicted to be exhausted. How deep that is depends on the size of native
/// frames: a native run that followed the path and ended earlier is as predicted.
fn ends_at_the_stack(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Error { error, .. } if *error == ErrorKind::StackExhausted)
}

/// A decision that went another way than `expected`, or was another one.
fn describe(
    plan: &Plan,
    index: usize,
    got: (u32, u32, u64),
    expected: (u32, u32, u64),
) -> Difference {
    let name = |step: (u32, u32, u64)| {
        let function = plan.decision_functions.get(step.0 as usize);
        let function = function.map_or("an unknown function", String::as_str);
        let at = plan.decision_places.place(step.0, step.1);
        let at = at.map(|(file, line)| format!(" at {file}:{line}"));
        format!("{} of {function}{}", step.1, at.unwrap_or_default())
    };
    let number = index + 1;
    let (predicted, observed) = match (got.0, got.1) == (expected.0, expected.1) {
        true => (format!("way {}", expected.2), format!("way {}", got.2)),
        false => (
            format!("way {} of it", expected.2),
            format!("way {} of decision {}", got.2, name(got)),
        ),
    };
    Difference {
        what: Aspect::Decision,
        place: name(expected),
        predicted,
        observed: format!("{observed}, as number {number} of the run"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_log_is_compared() {
        let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites/function");
        let suite = crate::Suite::<Plan>::open(&suite).expect("a suite");
        let tests = suite.tests().expect("its tests");
        let log = |test: &TestCase| {
            let mut bytes = [test.decisions.count, 0].map(u64::to_le_bytes).concat();
            for (function, decision, way) in &test.decisions.first {
                bytes.extend([function, decision].map(|it| it.to_le_bytes()).concat());
                bytes.extend(way.to_le_bytes());
            }
            bytes
        };
        for test in &tests {
            assert!(matches!(
                compare_log(&log(test)[..], test, &suite.plan),
                Ok(None)
            ));
        }
        let logs: Vec<Vec<u8>> = tests.iter().map(log).collect();
        mutants::check(&logs, 2_000, |bytes| {
            for test in &tests {
                let _ = compare_log(bytes, test, &suite.plan);
            }
        });
    }
}
