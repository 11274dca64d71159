//! The decisions a native run logged, compared with those predicted.

use crate::{DecisionTrace, Outcome, Plan, SuiteError, TestCase};
use std::io::Read;
use std::path::Path;

/// Decisions a native run may log; more are counted only.
const CAPACITY: u64 = 1 << 22;
const HEADER: u64 = 16;
const STEP: u64 = 16;

/// Makes the file that the run maps. It is sparse: what is not logged takes no room.
pub(crate) fn prepare(path: &Path) -> Result<(), SuiteError> {
    let file = std::fs::File::create(path).map_err(SuiteError::io(path))?;
    file.set_len(HEADER + CAPACITY * STEP)
        .map_err(SuiteError::io(path))
}

/// Compares the log at `path` with the prediction; `Some` says where they part.
pub(crate) fn compare(
    path: &Path,
    test: &TestCase,
    plan: &Plan,
) -> Result<Option<String>, SuiteError> {
    let mut file = std::fs::File::open(path).map_err(SuiteError::io(path))?;
    let mut header = [0; HEADER as usize];
    file.read_exact(&mut header).map_err(SuiteError::io(path))?;
    let (count, _) = header.split_at(8);
    let logged = u64::from_le_bytes(count.try_into().expect("eight bytes"));
    let predicted = test.decisions.count;
    if logged < predicted && !ends_at_the_stack(&test.outcome) {
        let place = format!("the run ended after {logged} decisions instead of {predicted}");
        return Ok(Some(place));
    }
    // An error or a cut ends the prediction, not necessarily the native run; nor does a prediction
    // that has no room for more.
    let whole = predicted < CAPACITY && matches!(test.outcome, Outcome::Exit { .. });
    if logged > predicted && whole {
        let place = format!("the run went on after the predicted {predicted} decisions");
        return Ok(Some(place));
    }
    let wanted = predicted.min(logged).min(CAPACITY);
    let mut bytes = vec![0; usize::try_from(wanted * STEP).unwrap_or(0)];
    file.read_exact(&mut bytes).map_err(SuiteError::io(path))?;
    let mut hash = DecisionTrace::START;
    for (index, step) in bytes.chunks_exact(STEP as usize).enumerate() {
        let word = |at: usize| u32::from_le_bytes(step[at..at + 4].try_into().expect("four bytes"));
        let value = u64::from_le_bytes(step[8..16].try_into().expect("eight bytes"));
        let (function, decision) = (word(0), word(4));
        hash = DecisionTrace::step(hash, function, decision, value);
        if let Some(&expected) = test.decisions.first.get(index)
            && expected != (function, decision, value)
        {
            return Ok(Some(describe(
                plan,
                index,
                (function, decision, value),
                expected,
            )));
        }
    }
    if logged >= predicted && format!("{hash:016x}") != test.decisions.hash {
        let kept = test.decisions.first.len();
        return Ok(Some(format!("somewhere after the first {kept} decisions")));
    }
    Ok(None)
}

/// True if the stack is predicted to be exhausted. How deep that is depends on the size of native
/// frames: a native run that followed the path and ended earlier is as predicted.
fn ends_at_the_stack(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Error { error, .. } if error == "stack-exhausted")
}

fn describe(plan: &Plan, index: usize, got: (u32, u32, u64), expected: (u32, u32, u64)) -> String {
    let name = |step: (u32, u32, u64)| {
        let function = plan.decision_functions.get(step.0 as usize);
        let function = function.map_or("an unknown function", String::as_str);
        format!("decision {} of {function} took way {}", step.1, step.2)
    };
    format!(
        "at decision number {}: {}, predicted: {}",
        index + 1,
        name(got),
        name(expected)
    )
}
