//! What a native run says of a test: its verdict, what came otherwise than predicted, and the errors
//! that it showed.

use crate::StackFrame;
use ir::ErrorKind;
use serde::{Deserialize, Serialize};

/// What a native run said of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// It ended as predicted, by the decisions that were predicted.
    Confirmed,
    /// It ended as predicted in kind, place, status, signal and output, but by other decisions.
    ConfirmedByAnotherWay {
        /// The first decision that differed.
        difference: Difference,
    },
    /// It did something else than predicted.
    NotReproduced {
        /// What differed, what came first in front; never empty.
        differences: Vec<Difference>,
        /// The error that it made and that was not predicted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<NativeError>,
    },
    /// It ran, but can neither confirm nor refute what is predicted: nothing on this machine shows
    /// such an error, the prediction depends on what no test can set, or it was cut off, and the run
    /// had left its way before or made an error.
    Inconclusive {
        /// Why.
        reason: String,
        /// The first decision that differed, of a path that was cut off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        difference: Option<Difference>,
        /// The error that it made, of a path that was cut off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<NativeError>,
    },
    /// It did not run: something kept the test or the harness from it.
    NotReplayed {
        /// What.
        reason: String,
    },
}

/// Verdicts without what comes with them, in the order in which they are told.
/// Read from what tells verdicts apart in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// [`Verdict::Confirmed`].
    Confirmed,
    /// [`Verdict::ConfirmedByAnotherWay`].
    ConfirmedByAnotherWay,
    /// [`Verdict::NotReproduced`].
    NotReproduced,
    /// [`Verdict::Inconclusive`].
    Inconclusive,
    /// [`Verdict::NotReplayed`], or no verdict at all.
    NotReplayed,
    /// Of findings only: a native run shows the error, and the machine did not predict it.
    Observed,
}

impl VerdictKind {
    /// All of them.
    pub const ALL: [VerdictKind; 6] = [
        VerdictKind::Confirmed,
        VerdictKind::ConfirmedByAnotherWay,
        VerdictKind::NotReproduced,
        VerdictKind::Inconclusive,
        VerdictKind::NotReplayed,
        VerdictKind::Observed,
    ];

    /// The one with these words in summaries.
    pub fn named(name: &str) -> Option<VerdictKind> {
        VerdictKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// The words in summaries.
    pub fn name(self) -> &'static str {
        match self {
            VerdictKind::Confirmed => "confirmed",
            VerdictKind::ConfirmedByAnotherWay => "confirmed by another way",
            VerdictKind::NotReproduced => "not reproduced",
            VerdictKind::Inconclusive => "inconclusive",
            VerdictKind::NotReplayed => "not replayed",
            VerdictKind::Observed => "observed",
        }
    }

    /// True if a native run did what was predicted.
    pub fn is_confirmed(self) -> bool {
        match self {
            VerdictKind::Confirmed | VerdictKind::ConfirmedByAnotherWay => true,
            VerdictKind::NotReproduced
            | VerdictKind::Inconclusive
            | VerdictKind::NotReplayed
            | VerdictKind::Observed => false,
        }
    }

    /// True if a native run shows the error, predicted or not.
    pub fn is_shown(self) -> bool {
        self.is_confirmed() || self == VerdictKind::Observed
    }

    /// True if an error with this verdict counts as found: all but one that its own native run
    /// refutes.
    pub fn counts_as_found(self) -> bool {
        self != VerdictKind::NotReproduced
    }
}

/// Why an error that a native run makes is not told as one for usual inputs.
const UNSETTLED: &str =
    "the path was cut off before it had settled its inputs, and the native run makes an error";

impl Verdict {
    /// Which verdict it is.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Verdict::Confirmed => VerdictKind::Confirmed,
            Verdict::ConfirmedByAnotherWay { .. } => VerdictKind::ConfirmedByAnotherWay,
            Verdict::NotReproduced { .. } => VerdictKind::NotReproduced,
            Verdict::Inconclusive { .. } => VerdictKind::Inconclusive,
            Verdict::NotReplayed { .. } => VerdictKind::NotReplayed,
        }
    }

    /// The words in summaries.
    pub fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// A verdict on a run from which nothing follows.
    pub(crate) fn inconclusive(reason: impl Into<String>) -> Verdict {
        Verdict::Inconclusive {
            reason: reason.into(),
            difference: None,
            error: None,
        }
    }

    /// A verdict on a run that left the way of a path whose end is not known.
    pub(crate) fn left(difference: Difference) -> Verdict {
        let reason = "the path was cut off before its end, and the native run goes another way";
        Verdict::Inconclusive {
            reason: reason.to_owned(),
            difference: Some(difference),
            error: None,
        }
    }

    /// A verdict on a run that went the way of a path whose end is not known, and made an error. Whether it
    /// came as far as the path before, its decisions need not tell.
    pub(crate) fn failed_behind(error: NativeError, has_objects: bool) -> Verdict {
        let reason = match has_objects {
            true => UNSETTLED,
            false => "the path was cut off before its end, and the native run makes an error",
        };
        Verdict::Inconclusive {
            reason: reason.to_owned(),
            difference: None,
            error: Some(error),
        }
    }

    /// Without an error that came behind the end of a path that was cut off.
    pub(crate) fn without_error_behind(self) -> Verdict {
        match self {
            Verdict::Inconclusive {
                difference,
                error: Some(_),
                ..
            } => Verdict::Inconclusive {
                reason: "the path was cut off at something that the native program lacks, too"
                    .to_owned(),
                difference,
                error: None,
            },
            other => other,
        }
    }

    /// True for an error behind the end of a path that was cut off, whose inputs are objects: the path may not have found out
    /// yet which of them callers give, such as those that are as long as a number beside them says.
    pub fn is_of_unsettled_inputs(&self) -> bool {
        self.reason() == Some(UNSETTLED)
    }

    /// A verdict on a run in which something differed, and that perhaps made an error.
    pub(crate) fn not_reproduced(
        differences: Vec<Difference>,
        error: Option<NativeError>,
    ) -> Verdict {
        debug_assert!(!differences.is_empty());
        Verdict::NotReproduced { differences, error }
    }

    /// What differed, what came first in front; empty unless the machine and the native run
    /// disagree.
    pub fn differences(&self) -> &[Difference] {
        match self {
            Verdict::ConfirmedByAnotherWay { difference } => std::slice::from_ref(difference),
            Verdict::NotReproduced { differences, .. } => differences,
            Verdict::Inconclusive { difference, .. } => difference.as_slice(),
            Verdict::Confirmed | Verdict::NotReplayed { .. } => &[],
        }
    }

    /// The verdict with what may exclude the error that the native run made and that was not predicted.
    pub(crate) fn under(mut self, assumption: Option<&String>) -> Verdict {
        if let Verdict::NotReproduced { error, .. } | Verdict::Inconclusive { error, .. } =
            &mut self
            && let Some(error) = error
        {
            error.assumption = assumption.cloned();
        }
        self
    }

    /// The error that the native run made and that was not predicted.
    pub fn observed_error(&self) -> Option<&NativeError> {
        match self {
            Verdict::NotReproduced { error, .. } | Verdict::Inconclusive { error, .. } => {
                error.as_ref()
            }
            Verdict::Confirmed
            | Verdict::ConfirmedByAnotherWay { .. }
            | Verdict::NotReplayed { .. } => None,
        }
    }

    /// Why nothing can be said of the test.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Verdict::Inconclusive { reason, .. } | Verdict::NotReplayed { reason } => Some(reason),
            Verdict::Confirmed
            | Verdict::ConfirmedByAnotherWay { .. }
            | Verdict::NotReproduced { .. } => None,
        }
    }
}

/// What a native run can do otherwise than predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// A branch or switch of the program, or how many there are.
    Decision,
    /// What it wrote to standard output.
    Output,
    /// What it wrote to standard error.
    ErrorOutput,
    /// An error that was predicted, or happened.
    Error,
    /// The exit status.
    ExitStatus,
    /// The signal that killed it.
    Signal,
    /// What a test asserts of the result of a call.
    Result,
    /// It did not end in time.
    Time,
}

impl Aspect {
    /// The words in summaries.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Decision => "decision",
            Aspect::Output => "output",
            Aspect::ErrorOutput => "error output",
            Aspect::Error => "error",
            Aspect::ExitStatus => "exit status",
            Aspect::Signal => "signal",
            Aspect::Result => "result",
            Aspect::Time => "time",
        }
    }
}

/// Something that came otherwise than predicted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What.
    pub what: Aspect,
    /// Where in the program, as far as that is known: the same for all tests that differ there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// What was predicted.
    pub predicted: String,
    /// What the native run did.
    pub observed: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference {
            what,
            place,
            predicted,
            observed,
        } = self;
        f.write_str(what.name())?;
        if !place.is_empty() {
            write!(f, " {place}")?;
        }
        write!(f, ": predicted {predicted}, observed {observed}")
    }
}

/// An error that a native run shows, as far as a sanitizer, the C library or the JVM tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeError {
    /// Its kind; `None` if the report fits none of ours.
    #[serde(
        default,
        with = "crate::kind_by_name::optional",
        skip_serializing_if = "Option::is_none"
    )]
    pub kind: Option<ErrorKind>,
    /// What happened, as the tool names it.
    pub report: String,
    /// File of the program; empty if unknown.
    pub file: String,
    /// Line, 0 if unknown.
    pub line: u32,
    /// The calls, innermost first, as far as they are reported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<StackFrame>,
    /// What may exclude it, as the test says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumption: Option<String>,
}

/// What tells native errors apart: each is told once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NativeErrorSite {
    kind: Option<ErrorKind>,
    /// The class of an exception, or the report where there is no kind.
    name: String,
    /// Without directories: compilers and sanitizers spell these differently.
    file: String,
    line: u32,
}

impl NativeErrorSite {
    /// The site of an error of this kind; `report` is what happened.
    pub fn new(kind: Option<ErrorKind>, report: &str, file: &str, line: u32) -> NativeErrorSite {
        let name = match kind {
            None => report,
            Some(_) => exception_of(kind, report).unwrap_or_default(),
        };
        NativeErrorSite {
            kind,
            name: name.to_owned(),
            file: file.rsplit('/').next().unwrap_or_default().to_owned(),
            line,
        }
    }
}

/// The class of the exception that a report begins with.
fn exception_of(kind: Option<ErrorKind>, report: &str) -> Option<&str> {
    let is_exception = kind == Some(ErrorKind::UncaughtException);
    report.split(':').next().filter(|_| is_exception)
}

impl NativeError {
    /// The class of the exception that it is, as `Class.getName` gives it.
    pub fn exception(&self) -> Option<&str> {
        exception_of(self.kind, &self.report)
    }

    /// What tells it from others.
    pub fn site(&self) -> NativeErrorSite {
        NativeErrorSite::new(self.kind, &self.report, &self.file, self.line)
    }

    /// Name of its kind; `native-error` if it fits none.
    pub fn kind_name(&self) -> &'static str {
        self.kind.map_or("native-error", ErrorKind::name)
    }

    /// The function it happened in; empty if unknown.
    pub fn function(&self) -> &str {
        let here = |frame: &&StackFrame| frame.line == self.line && frame.file == self.file;
        let found = self.stack.iter().find(here).or(self.stack.first());
        found.map_or("", |frame| &frame.function)
    }

    /// `file:line`; empty if unknown.
    pub fn place(&self) -> String {
        match (self.file.as_str(), self.line) {
            ("", _) => String::new(),
            (file, 0) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        }
    }

    /// What happened and where.
    pub fn describe(&self) -> String {
        match self.place().as_str() {
            "" => self.report.clone(),
            place => format!("{} at {place}", self.report),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_back_as_they_were_written() {
        let difference = Difference {
            what: Aspect::ExitStatus,
            place: String::new(),
            predicted: "0".to_owned(),
            observed: "1".to_owned(),
        };
        let error = NativeError {
            kind: Some(ErrorKind::OutOfBounds),
            report: "heap-buffer-overflow".to_owned(),
            file: "a.c".to_owned(),
            line: 3,
            stack: Vec::new(),
            assumption: None,
        };
        let verdict = Verdict::not_reproduced(vec![difference], Some(error));
        let verdict = verdict.under(Some(&"usual inputs".to_owned()));
        let assumption = verdict
            .observed_error()
            .and_then(|it| it.assumption.as_deref());
        assert_eq!(assumption, Some("usual inputs"));
        let text = serde_json::to_string(&verdict).expect("it is written");
        assert!(text.contains("\"out-of-bounds\"") && text.contains("\"exit-status\""));
        assert_eq!(
            serde_json::from_str::<Verdict>(&text).expect("it is read"),
            verdict
        );
    }
}
