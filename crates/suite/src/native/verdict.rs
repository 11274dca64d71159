//! Judges how a native run ended against what was predicted.

use super::evidence::{Evidence, reports};
use super::sandbox::Ended;
use crate::{
    Aspect, Check, CutReason, Difference, NativeError, Outcome, StackFrame, TestCase, Verdict,
};
use ir::ErrorKind;

/// What is said of the end of a run; its decisions and output are compared elsewhere.
#[derive(Debug, PartialEq)]
pub(crate) enum End {
    /// As predicted, or nothing is predicted about it.
    AsPredicted,
    /// Another one, perhaps with an error that was not predicted.
    Differs(Difference, Option<NativeError>),
    /// The run neither confirms nor refutes what is predicted.
    Inconclusive(String),
    /// What kept the test from running.
    NotRun(String),
}

impl End {
    /// The end of a run with sanitizers beside that of one without, which takes the same inputs.
    pub(crate) fn seen_again(self, test: &TestCase, plain: End) -> End {
        let exits = test.outcome.ends_well();
        match (self, plain) {
            // What only the harness of the plain run lacked leaves its decisions unknown.
            (_, End::NotRun(problem)) => End::NotRun(problem),
            (End::Differs(_, Some(error)), End::AsPredicted)
                if error.kind == Some(ErrorKind::StackExhausted) =>
            {
                let reason = "the sanitizers' frames, larger than others, exhaust the stack";
                End::Inconclusive(reason.to_owned())
            }
            (End::AsPredicted, plain @ End::Differs(..)) if exits => plain,
            (end, _) => end,
        }
    }

    /// The end of a run that wrote something else than predicted.
    pub(crate) fn with_output(self, output: Option<Difference>) -> End {
        match (self, output) {
            (End::AsPredicted, Some(difference)) => End::Differs(difference, None),
            (end, _) => end,
        }
    }

    /// The verdict, with the first decision that differed. An end of which nothing is predicted
    /// neither confirms nor refutes a path that went another way, nor does an error there: that of a path that
    /// was `cut` off, of which it is told whether objects are among its inputs.
    pub(crate) fn with_decisions(self, decision: Option<Difference>, cut: Option<bool>) -> Verdict {
        match (self, decision) {
            (End::NotRun(reason), _) => Verdict::NotReplayed { reason },
            (End::Inconclusive(reason), _) => Verdict::inconclusive(reason),
            (End::AsPredicted, None) => Verdict::Confirmed,
            (End::AsPredicted, Some(difference)) if cut.is_some() => Verdict::left(difference),
            (End::AsPredicted, Some(difference)) => Verdict::ConfirmedByAnotherWay { difference },
            (End::Differs(_, Some(error)), None) if cut.is_some() => {
                Verdict::failed_behind(error, cut == Some(true))
            }
            (End::Differs(end, error), decision) => {
                Verdict::not_reproduced(decision.into_iter().chain([end]).collect(), error)
            }
        }
    }
}

/// What a run is judged by.
pub(crate) struct JudgedRun<'a> {
    pub(crate) ended: &'a Ended,
    /// Lines of the harness about the run.
    pub(crate) notes: &'a str,
    /// True if it was built with sanitizers.
    pub(crate) sanitized: bool,
    /// Checks asked for by `--check`.
    pub(crate) checks: &'a [Check],
}

/// The line by which the harness tells that it has begun.
const BEGUN: &str = "begun";
/// How a line begins that tells of an error that only the input functions know.
const ERROR: &str = "error: ";
/// The line that tells that the machine's prediction ends here: a function without body was called.
const MISSING: &str = "a function without body was called";
/// How a line begins that tells why the harness gave up.
const HARNESS: &str = "harness: ";

impl JudgedRun<'_> {
    /// Why the harness did not run the program; `None` if it did.
    pub(crate) fn failure(&self) -> Option<String> {
        let note = |start: &str| self.notes.lines().find_map(|line| line.strip_prefix(start));
        if let Some(problem) = note(HARNESS) {
            return Some(problem.to_owned());
        }
        if note(BEGUN).is_none() {
            let said = self.said();
            return Some(match said.is_empty() {
                true => format!("it did not start: {}", how_ended(self.ended)),
                false => format!("it did not start{said}"),
            });
        }
        if let Some(limit) = self.ended.exceeded {
            return Some(limit.describe().to_owned());
        }
        let limit = "hard rss limit exhausted";
        if self.ended.said().contains(limit) {
            return Some("it used up the memory that a test may have".to_owned());
        }
        None
    }

    /// What the run said on stderr, in one line.
    pub(crate) fn said(&self) -> String {
        let said = self.ended.said();
        let said = said.lines().map(str::trim);
        let said = said.filter(|line| !line.is_empty() && !line.starts_with("===="));
        let said: Vec<&str> = said.take(3).collect();
        match said.is_empty() {
            true => String::new(),
            false => format!(": {}", said.join(" / ")),
        }
    }

    /// The first error that the run made and that the machine looks for.
    pub(crate) fn first_error(&self) -> Option<NativeError> {
        self.error(&reports(&self.ended.said()))
    }

    /// The same, given what was reported.
    fn error(&self, reports: &[Evidence]) -> Option<NativeError> {
        if self.notes.lines().any(|line| line == MISSING) {
            return None;
        }
        let noted = self.notes.lines().find_map(|line| line.strip_prefix(ERROR));
        let noted = noted.and_then(ErrorKind::from_name);
        let found = reports
            .iter()
            .find(|report| report.is_looked_for(self.checks));
        let mut error = match found {
            Some(report) => {
                let mut error = report.error();
                // The abort behind a failed assertion has the stack.
                let behind = reports
                    .iter()
                    .find(|other| other.kind() == Some(ErrorKind::Abort));
                if error.stack.is_empty()
                    && let Some(behind) = behind
                {
                    error.stack = behind.error().stack;
                }
                error
            }
            None => NativeError {
                kind: None,
                report: "an error that the program reports itself".to_owned(),
                file: String::new(),
                line: 0,
                stack: Vec::new(),
                assumption: None,
            },
        };
        if let Some(kind) = noted {
            error.kind = Some(kind);
            error.report = kind.name().to_owned();
            return Some(error);
        }
        if found.is_some() {
            return Some(error);
        }
        let signal = self.ended.signal?;
        error.kind = Some(kind_of_signal(signal)?);
        error.report = format!("killed by {}", signal_name(signal));
        Some(error)
    }
}

/// The kind of error that a signal means; `None` if it means none.
fn kind_of_signal(signal: i32) -> Option<ErrorKind> {
    Some(match signal {
        libc::SIGSEGV | libc::SIGBUS => ErrorKind::InvalidPointer,
        libc::SIGFPE => ErrorKind::DivisionByZero,
        libc::SIGILL | libc::SIGTRAP => ErrorKind::Trap,
        libc::SIGABRT => ErrorKind::Abort,
        _ => return None,
    })
}

fn signal_name(signal: i32) -> String {
    let known = nix::sys::signal::Signal::try_from(signal);
    known.map_or_else(|_| format!("signal {signal}"), |known| known.to_string())
}

/// Compares the end of a run with the prediction.
pub(crate) fn judge(test: &TestCase, run: &JudgedRun<'_>) -> End {
    if let Some(problem) = run.failure() {
        return End::NotRun(problem);
    }
    let reports = reports(&run.ended.said());
    match &test.outcome {
        Outcome::Exit { status } => {
            let ended = (Some(*status), None);
            judge_end(format!("exit status {status}"), ended, run, &reports)
        }
        Outcome::Killed { signal } => {
            let ended = (None, Some(*signal));
            let predicted = format!("killed by {}", signal_name(*signal));
            judge_end(predicted, ended, run, &reports)
        }
        Outcome::Error {
            error,
            message,
            file,
            line,
            stack,
        } => {
            let in_library = stack.first().is_some_and(|frame| frame.file != *file);
            let predicted = Predicted {
                error: *error,
                message,
                file,
                line: *line,
                stack,
                in_library,
            };
            judge_error(&predicted, run, &reports)
        }
        // Nothing is predicted about the end.
        Outcome::Cut {
            reason: CutReason::AssumptionFailed,
        } => End::AsPredicted,
        Outcome::Cut { .. } => match run.error(&reports) {
            // Behind the predicted decisions inputs are whatever they are: that is an error all the same.
            Some(error) => {
                let difference = difference(
                    Aspect::Error,
                    error.place(),
                    "none up to where the path was cut off".to_owned(),
                    error.report.clone(),
                );
                End::Differs(difference, Some(error))
            }
            None => End::AsPredicted,
        },
    }
}

fn difference(what: Aspect, place: String, predicted: String, observed: String) -> Difference {
    Difference {
        what,
        place,
        predicted,
        observed,
    }
}

/// Judges a run that is predicted to end without an error, with that exit status or by that signal.
fn judge_end(
    predicted: String,
    (status, signal): (Option<i32>, Option<i32>),
    run: &JudgedRun<'_>,
    reports: &[Evidence],
) -> End {
    let ended = run.ended;
    if let Some(error) = run.error(reports) {
        let (place, observed) = (error.place(), error.report.clone());
        let difference = difference(Aspect::Error, place, predicted, observed);
        return End::Differs(difference, Some(error));
    }
    if !ended.timed_out && (ended.status, ended.signal) == (status, signal) {
        return End::AsPredicted;
    }
    End::Differs(other_end(ended, predicted), None)
}

/// An end without an error that is not the predicted one.
fn other_end(ended: &Ended, predicted: String) -> Difference {
    let what = match (ended.timed_out, ended.signal) {
        (true, _) => Aspect::Time,
        (false, Some(_)) => Aspect::Signal,
        (false, None) => Aspect::ExitStatus,
    };
    difference(what, String::new(), predicted, how_ended(ended))
}

/// A predicted error.
struct Predicted<'a> {
    error: ErrorKind,
    message: &'a str,
    file: &'a str,
    line: u32,
    /// The calls that lead there.
    stack: &'a [StackFrame],
    /// It happens in a function of the C library.
    in_library: bool,
}

fn judge_error(predicted: &Predicted<'_>, run: &JudgedRun<'_>, reports: &[Evidence]) -> End {
    let Predicted {
        error, file, line, ..
    } = *predicted;
    let ended = run.ended;
    let noted = format!("{ERROR}{}", error.name());
    let exhausted = error == ErrorKind::StackExhausted;
    // Native frames are of other sizes: their stack ends at another line of the recursion.
    let anywhere = line == 0 || exhausted;
    let of_kind = |report: &&Evidence| report.is_of_kind(error);
    // A jump to nowhere leaves no calls.
    let is_lost = |report: &&Evidence| error == ErrorKind::LibraryMisuse && report.is_lost();
    let there = |report: &&Evidence| anywhere || report.is_at(file, line) || is_lost(report);
    let is_noted = |text: &str| run.notes.lines().any(|note| note == text);
    // Another clause may be violated at the same place.
    let violation = error == ErrorKind::SpecificationViolation;
    let shown = match violation {
        true => is_noted(predicted.message),
        false => {
            let mut reports = reports.iter();
            reports.any(|report| of_kind(&report) && there(&report)) || is_noted(&noted)
        }
    };
    let aborts = [
        ErrorKind::Abort,
        ErrorKind::Assertion,
        ErrorKind::ReachError,
        ErrorKind::UncaughtException,
    ];
    let aborts = aborts.contains(&error);
    // Without a sanitizer, a signal is all there is to be seen.
    let died = ended.signal.is_some_and(|signal| match run.sanitized {
        // A handler of the program takes the place of the sanitizer's.
        true => exhausted || (aborts && kind_of_signal(signal) == Some(ErrorKind::Abort)),
        false => kind_of_signal(signal).is_some(),
    });
    if shown || died && !violation {
        return End::AsPredicted;
    }
    let observed = run.error(reports);
    if observed.is_none() && !ended.timed_out {
        if !run.sanitized && !SHOWS_WITHOUT_SANITIZERS.contains(&error) {
            let reason = "the program was built from bitcode, without sanitizers: such an error need \
                          not show";
            return End::Inconclusive(reason.to_owned());
        }
        if error == ErrorKind::OutOfBounds && predicted.message.contains(PASSED) {
            let reason = "a native run does not notice which arguments a call has not passed";
            return End::Inconclusive(reason.to_owned());
        }
        if UNSEEN.contains(&error) {
            let reason = "the sanitizers of the native build do not see every error of this kind";
            return End::Inconclusive(reason.to_owned());
        }
        if predicted.in_library && UNSEEN_IN_LIBRARY.contains(&error) {
            let reason = "it happens in the C library, which the native build takes as it is, without \
                          sanitizers";
            return End::Inconclusive(reason.to_owned());
        }
    }
    let first = reports
        .iter()
        .find(|report| report.is_looked_for(run.checks));
    let on_the_way = |report: &&Evidence| {
        let mut frames = predicted.stack.iter();
        frames.any(|frame| report.is_at(&frame.file, frame.line))
    };
    if first
        .filter(on_the_way)
        .is_some_and(Evidence::is_null_callee)
    {
        let reason = "the sanitizers look at a function that is called, here through a null pointer, before \
                      its arguments are computed";
        return End::Inconclusive(reason.to_owned());
    }
    let error = error.name();
    let expected = match (file, line) {
        ("", _) => error.to_owned(),
        (file, 0) => format!("{error} in {file}"),
        (file, line) => format!("{error} at {file}:{line}"),
    };
    match observed {
        Some(other) => {
            let (place, report) = (other.place(), other.report.clone());
            End::Differs(
                difference(Aspect::Error, place, expected, report),
                Some(other),
            )
        }
        None => {
            let place = match line {
                0 => String::new(),
                line => format!("{file}:{line}"),
            };
            let observed = how_ended(ended);
            let what = if ended.timed_out {
                Aspect::Time
            } else {
                Aspect::Error
            };
            End::Differs(difference(what, place, error.to_owned(), observed), None)
        }
    }
}

/// Errors that end every native run in which they happen.
const SHOWS_WITHOUT_SANITIZERS: &[ErrorKind] = &[
    ErrorKind::NullDereference,
    ErrorKind::Assertion,
    ErrorKind::Abort,
    ErrorKind::UncaughtException,
    ErrorKind::ReachError,
    ErrorKind::SpecificationViolation,
    ErrorKind::Trap,
    ErrorKind::StackExhausted,
];

/// How messages name the memory with arguments behind those that a function declares.
const PASSED: &str = "`the variadic arguments`";

/// Errors that a native run may make without anybody noticing: AddressSanitizer does not look at
/// what was never written, LeakSanitizer takes what stale stack memory points to for reachable. That
/// a run shows none is no evidence against them.
const UNSEEN: &[ErrorKind] = &[ErrorKind::UninitialisedRead, ErrorKind::MemoryLeak];

/// Errors that a native run may make unnoticed in functions of the C library: AddressSanitizer checks
/// the arguments of some of them only (of `strtol`, not of `sscanf`).
const UNSEEN_IN_LIBRARY: &[ErrorKind] = &[
    ErrorKind::OutOfBounds,
    ErrorKind::UseAfterFree,
    ErrorKind::InvalidPointer,
];

fn how_ended(ended: &Ended) -> String {
    if ended.timed_out {
        return "no end in time".to_owned();
    }
    match (ended.status, ended.signal) {
        (Some(status), _) => format!("exit status {status}"),
        (None, Some(signal)) => format!("killed by {}", signal_name(signal)),
        (None, None) => "unknown end".to_owned(),
    }
}
