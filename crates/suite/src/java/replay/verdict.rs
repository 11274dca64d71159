//! Judges a run on the JVM against what was predicted.

use super::run::{Ended, Ran, Trace};
use crate::Verdict;
use crate::java::{JavaOutcome, JavaTest};

/// The number of a function in traces: FNV-1a, 32 bits, over its name
/// (`com.acme.Foo.bar(I)V`). Classes are loaded in an order of their own, names stay.
pub fn decision_function(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// Compares outcome and decisions.
pub fn judge(test: &JavaTest, ran: &Ran) -> Verdict {
    if let Ended::Refused(what) = &ran.ended {
        // It says nothing about what the call would have done.
        let place = format!("the test fails before it calls the method: {what}");
        return Verdict::Diverged { place };
    }
    let wrong = wrong_end(test, &ran.ended);
    let divergence = divergence(test, &ran.trace);
    if let Some(needs) = test.needs()
        && (wrong.is_some() || divergence.is_some())
    {
        let place = format!("the path needs what no test can set: {needs}");
        return Verdict::Diverged { place };
    }
    if let Some(observed) = wrong {
        return Verdict::NotReproduced { observed };
    }
    match divergence {
        Some(place) => Verdict::Diverged { place },
        None => Verdict::Confirmed,
    }
}

fn wrong_end(test: &JavaTest, ended: &Ended) -> Option<String> {
    let observed = match ended {
        Ended::Passed => "the call returned".to_owned(),
        Ended::Failed(what) | Ended::Refused(what) => what.clone(),
        Ended::TimedOut => "the run did not end in time".to_owned(),
        Ended::Jvm(Some(status)) => format!("the JVM ended with exit status {status}"),
        Ended::Jvm(None) => "the JVM was killed".to_owned(),
    };
    let right = match &test.outcome {
        JavaOutcome::Returned { .. } | JavaOutcome::Threw { .. } => *ended == Ended::Passed,
        JavaOutcome::Exit { status } => *ended == Ended::Jvm(Some(status & 0xff)),
        JavaOutcome::Cut { .. } => true,
    };
    (!right).then_some(observed)
}

/// Where a run first went another way.
fn divergence(test: &JavaTest, trace: &Trace) -> Option<String> {
    let predicted = &test.decisions;
    let (logged, expected) = (trace.count, predicted.count);
    // How deep a stack is depends on the size of frames, how much fits a heap on the JVM.
    let exhausted = matches!(
        &test.outcome,
        JavaOutcome::Threw { exception, .. }
            if exception == "java.lang.StackOverflowError" || exception == "java.lang.OutOfMemoryError"
    );
    let cut = matches!(test.outcome, JavaOutcome::Cut { .. });
    for (index, (step, expected)) in trace.first.iter().zip(&predicted.first).enumerate() {
        let (name, decision, way) = step;
        if (decision_function(name), *decision, *way) != *expected {
            return Some(describe(index, step, *expected, trace));
        }
    }
    if logged < expected && !exhausted {
        return Some(format!(
            "the run ended after {logged} decisions instead of {expected}"
        ));
    }
    if logged > expected && !exhausted && !cut {
        return Some(format!(
            "the run went on after the predicted {expected} decisions"
        ));
    }
    if logged >= expected && trace.hash != predicted.hash {
        let kept = predicted.first.len();
        return Some(format!("somewhere after the first {kept} decisions"));
    }
    None
}

fn describe(
    index: usize,
    (name, decision, way): &(String, u32, u64),
    expected: (u32, u32, u64),
    trace: &Trace,
) -> String {
    let known = trace
        .first
        .iter()
        .find(|step| decision_function(&step.0) == expected.0);
    let function = known.map_or("another method", |step| &step.0);
    format!(
        "at decision number {}: decision {decision} of {name} took way {way}, predicted: decision {} of \
         {function} took way {}",
        index + 1,
        expected.1,
        expected.2
    )
}
