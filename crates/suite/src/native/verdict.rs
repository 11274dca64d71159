//! Judges a native run against what was predicted.

use super::evidence::{Evidence, reports};
use super::sandbox::Ended;
use crate::{Outcome, TestCase, Verdict};

/// Compares the outcome; decisions are compared elsewhere. `notes` are the lines of the input
/// functions about how the run ended; `None` means the outcome is as predicted.
pub(crate) fn judge(
    test: &TestCase,
    ended: &Ended,
    notes: &str,
    sanitized: bool,
) -> Option<Verdict> {
    let reports = reports(&ended.stderr);
    let wrong = |observed: String| Some(Verdict::NotReproduced { observed });
    let fatal = reports.iter().find(|report| is_fatal(report));
    match &test.outcome {
        Outcome::Exit { status } => {
            if ended.timed_out {
                return wrong("the run did not end in time".to_owned());
            }
            if let Some(report) = fatal {
                return wrong(report.describe());
            }
            if ended.status != Some(*status) {
                return wrong(how_ended(ended));
            }
            None
        }
        Outcome::Error {
            error,
            file,
            line,
            stack,
            ..
        } => {
            let noted = notes.lines().any(|note| note == format!("error: {error}"));
            let of_kind = |report: &&Evidence| report.is_of_kind(error);
            // Native frames are of other sizes: their stack ends at another line of the recursion.
            let anywhere = *line == 0 || error == "stack-exhausted";
            let there = |report: &&Evidence| anywhere || report.is_at(file, *line);
            if noted
                || reports
                    .iter()
                    .any(|report| of_kind(&report) && there(&report))
            {
                return None;
            }
            if !sanitized && ended.signal.is_some() {
                return None;
            }
            if error == "stack-exhausted" && ended.signal.is_some() {
                return None;
            }
            if !sanitized && !SHOWS_WITHOUT_SANITIZERS.contains(&error.as_str()) {
                let place = "the program was built from bitcode, without sanitizers: such an error \
                             need not show";
                return Some(Verdict::Diverged {
                    place: place.to_owned(),
                });
            }
            if fatal.is_none() && UNSEEN.contains(&error.as_str()) {
                let place =
                    "the sanitizers of the native build do not see every error of this kind";
                return Some(Verdict::Diverged {
                    place: place.to_owned(),
                });
            }
            let in_library = stack.first().is_some_and(|frame| frame.file != *file);
            if fatal.is_none() && in_library && UNSEEN_IN_LIBRARY.contains(&error.as_str()) {
                let place = "it happens in the C library, which the native build takes as it is, \
                             without sanitizers";
                return Some(Verdict::Diverged {
                    place: place.to_owned(),
                });
            }
            match reports.iter().find(of_kind).or(reports.first()) {
                Some(report) => wrong(report.describe()),
                None => wrong(how_ended(ended)),
            }
        }
        // Nothing is predicted about the end.
        Outcome::Cut { .. } => None,
    }
}

/// Errors that end every native run in which they happen.
const SHOWS_WITHOUT_SANITIZERS: &[&str] = &[
    "null-dereference",
    "assertion",
    "abort",
    "reach-error",
    "trap",
    "stack-exhausted",
];

/// Errors that a native run may make without anybody noticing: AddressSanitizer does not look at
/// what was never written, LeakSanitizer takes what stale stack memory points to for reachable. That
/// a run shows none is no evidence against them.
const UNSEEN: &[&str] = &["uninitialised-read", "memory-leak"];

/// Errors that a native run may make unnoticed in functions of the C library: AddressSanitizer checks
/// the arguments of some of them only (of `strtol`, not of `sscanf`).
const UNSEEN_IN_LIBRARY: &[&str] = &["out-of-bounds", "use-after-free", "invalid-pointer"];

/// Reports that end a run; undefined behaviour that was not asked about only prints a line.
fn is_fatal(report: &Evidence) -> bool {
    let undefined_behaviour = [
        "overflow",
        "shift",
        "null pointer",
        "misaligned",
        "out of bounds",
    ];
    let ends = [
        "buffer-overflow",
        "buffer-underflow",
        "use-after",
        "double-free",
        "SEGV",
        "FPE",
        "ABRT",
        "attempting free",
        "stack-overflow",
    ];
    ends.iter().any(|phrase| report.what.contains(phrase))
        && !(undefined_behaviour
            .iter()
            .any(|phrase| report.what.starts_with(phrase)))
}

fn how_ended(ended: &Ended) -> String {
    if ended.timed_out {
        return "the run did not end in time".to_owned();
    }
    match (ended.status, ended.signal) {
        (Some(status), _) => format!("exit status {status}"),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => "unknown end".to_owned(),
    }
}
