//! Judges a run on the JVM against what was predicted.

use super::run::{Failure, Ran, Step, TestEnd, Trace};
use crate::java::{JavaOutcome, JavaTest};
use crate::native::output;
use crate::native::sandbox::Output;
use crate::{Aspect, Difference, NativeError, Verdict};

/// The number of a function in traces: FNV-1a, 32 bits, over its name
/// (`com.acme.Foo.bar(I)V`). Classes are loaded in an order of their own, names stay.
pub fn decision_function(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// How the monitors' error begins (`runtime/interface/wayfarer/Specification.java`).
const VIOLATED: &str = "specification violated: ";

/// Compares outcome, decisions and output; `other_output` is what another run of the test wrote.
pub fn judge(test: &JavaTest, ran: &Ran, other_output: Option<&Output>) -> Verdict {
    if let TestEnd::Refused(failure) | TestEnd::Failed(failure) = &ran.ended
        && let Some(class) = &failure.missing
        && !predicts_missing_class(test)
    {
        let reason = format!("the class {class} is not on the class path");
        return Verdict::NotReplayed { reason };
    }
    if let TestEnd::Limited(limit) = ran.ended {
        let reason = limit.describe().to_owned();
        return Verdict::NotReplayed { reason };
    }
    if let TestEnd::Refused(failure) = &ran.ended
        && !is_predicted_violation(test, failure)
    {
        // It says nothing about what the call would have done.
        let what = &failure.what;
        let reason = format!("the test fails before it calls the method: {what}");
        return Verdict::NotReplayed { reason };
    }
    let mut wrong = wrong_end(test, &ran.ended);
    if let Some((_, Some(error))) = &wrong
        && error.report.starts_with("java.lang.OutOfMemoryError")
    {
        return Verdict::inconclusive("the JVM ran out of the memory that a test may have");
    }
    let decision = different_decision(test, &ran.trace);
    if wrong.is_none()
        && let (Some(predicted), Some(output)) = (&test.stdout, &ran.output)
    {
        let runs: Vec<&Output> = std::iter::once(output).chain(other_output).collect();
        wrong = output::compare(predicted, &runs).map(|difference| (difference, None));
    }
    if let Some(needs) = test.needs()
        && (wrong.is_some() || decision.is_some())
    {
        let reason = format!("the path needs what no test can set: {needs}");
        return Verdict::inconclusive(reason);
    }
    let is_cut = matches!(test.outcome, JavaOutcome::Cut { .. });
    match (wrong, decision) {
        (None, None) => Verdict::Confirmed,
        (None, Some(difference)) if is_cut => Verdict::left(difference),
        (None, Some(difference)) => Verdict::ConfirmedByAnotherWay { difference },
        (wrong, decision) => {
            let (end, error) = wrong.map_or((None, None), |(end, error)| (Some(end), error));
            Verdict::not_reproduced(decision.into_iter().chain(end).collect(), error)
        }
    }
}

/// True if the program itself is predicted to miss a class.
fn predicts_missing_class(test: &JavaTest) -> bool {
    let missing = [
        "java.lang.NoClassDefFoundError",
        "java.lang.ClassNotFoundException",
    ];
    matches!(&test.outcome, JavaOutcome::Threw { exception, .. } if missing.contains(&&**exception))
}

/// True for a test that fails by the clause that it is predicted to violate, perhaps with the call of the method
/// under test.
fn is_predicted_violation(test: &JavaTest, failure: &Failure) -> bool {
    let JavaOutcome::Violated { clause, .. } = &test.outcome else {
        return false;
    };
    let thrown = failure.thrown.as_ref();
    let said = thrown.and_then(|error| error.report.strip_prefix(VIOLATED));
    said == Some(clause)
}

/// What of the end is not as predicted, and the exception that was not.
fn wrong_end(test: &JavaTest, ended: &TestEnd) -> Option<(Difference, Option<NativeError>)> {
    let predicted = match &test.outcome {
        JavaOutcome::Returned { .. } | JavaOutcome::Threw { .. } if *ended == TestEnd::Passed => {
            return None;
        }
        JavaOutcome::Returned { .. } => "the call returns".to_owned(),
        JavaOutcome::Violated { clause, .. } => match ended {
            TestEnd::Failed(failure) | TestEnd::Refused(failure)
                if is_predicted_violation(test, failure) =>
            {
                return None;
            }
            _ => format!("{VIOLATED}{clause}"),
        },
        JavaOutcome::Threw { exception, .. } => exception.clone(),
        JavaOutcome::Exit { status } if *ended == TestEnd::Jvm(Some(status & 0xff)) => return None,
        JavaOutcome::Exit { status } => format!("exit status {}", status & 0xff),
        // Nothing is predicted about the end.
        JavaOutcome::Cut { .. } => return None,
    };
    let (what, place, observed, error) = match ended {
        TestEnd::Passed => (
            Aspect::ExitStatus,
            String::new(),
            "the call returned".to_owned(),
            None,
        ),
        TestEnd::Failed(failure) | TestEnd::Refused(failure) => match &failure.thrown {
            Some(error) => {
                let (place, report) = (error.place(), error.report.clone());
                (Aspect::Error, place, report, Some(error.clone()))
            }
            None => (Aspect::Result, String::new(), failure.what.clone(), None),
        },
        TestEnd::TimedOut => (
            Aspect::Time,
            String::new(),
            "no end in time".to_owned(),
            None,
        ),
        TestEnd::Limited(limit) => (
            Aspect::Signal,
            String::new(),
            limit.describe().to_owned(),
            None,
        ),
        TestEnd::Jvm(Some(status)) => {
            let observed = format!("the JVM ended with exit status {status}");
            (Aspect::ExitStatus, String::new(), observed, None)
        }
        TestEnd::Jvm(None) => (
            Aspect::Signal,
            String::new(),
            "the JVM was killed".to_owned(),
            None,
        ),
    };
    let difference = Difference {
        what,
        place,
        predicted,
        observed,
    };
    Some((difference, error))
}

/// Where a run first went another way.
fn different_decision(test: &JavaTest, trace: &Trace) -> Option<Difference> {
    let predicted = &test.decisions;
    let (logged, expected) = (trace.count, predicted.count);
    // How deep a stack is depends on the size of frames, how much fits a heap on the JVM.
    let exhausted = matches!(
        &test.outcome,
        JavaOutcome::Threw { exception, .. }
            if exception == "java.lang.StackOverflowError" || exception == "java.lang.OutOfMemoryError"
    );
    // The path ends with a violation; a program that catches all that is thrown goes on.
    let cut = predicted.cut
        || matches!(
            test.outcome,
            JavaOutcome::Cut { .. } | JavaOutcome::Violated { .. }
        );
    for (index, (step, expected)) in trace.first.iter().zip(&predicted.first).enumerate() {
        let got = (decision_function(&step.function), step.decision, step.way);
        if got != *expected {
            return Some(describe(index, step, *expected, trace));
        }
    }
    let differs = |observed: String| {
        Some(Difference {
            what: Aspect::Decision,
            place: String::new(),
            predicted: format!("{expected} decisions"),
            observed,
        })
    };
    if logged >= expected && trace.hash != predicted.hash {
        let kept = predicted.first.len();
        return differs(format!("others, somewhere after the first {kept}"));
    }
    if logged < expected && !exhausted {
        return differs(format!("the end after {logged}"));
    }
    if logged > expected && !exhausted && !cut {
        return differs(format!("{logged}"));
    }
    None
}

/// A decision that went another way than `expected`, or was another one.
fn describe(index: usize, step: &Step, expected: (u32, u32, u64), trace: &Trace) -> Difference {
    let number = index + 1;
    let Step {
        function,
        decision,
        way,
        place,
    } = step;
    let here = format!("{decision} of {function} at {place}");
    if (decision_function(function), *decision) == (expected.0, expected.1) {
        return Difference {
            what: Aspect::Decision,
            place: here,
            predicted: format!("way {}", expected.2),
            observed: format!("way {way}, as number {number} of the run"),
        };
    }
    let met = trace.first.iter();
    let mut met = met.filter(|step| decision_function(&step.function) == expected.0);
    let function = met
        .next()
        .map_or("a method not called", |step| &step.function);
    Difference {
        what: Aspect::Decision,
        place: here,
        predicted: format!(
            "way {} of decision {} of {function}",
            expected.2, expected.1
        ),
        observed: format!("this one, as number {number} of the run"),
    }
}
