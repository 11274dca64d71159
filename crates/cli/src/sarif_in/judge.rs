//! What a run says of the results that it searched for.

use super::verdict::{Judgement, ResultVerdict};
use crate::reach::located::{Line, LocatedResult};
use crate::reach::places::{Goal, Target};
use crate::reach::verdict::Verdict;
use crate::reported::{GivenLog, Reported, RuleError, reported};
use crate::sarif_out::Finding;
use ir::ErrorKind;
use std::path::PathBuf;
use suite::Check;

/// What is known at the end of a run.
pub struct Evidence<'a> {
    /// What it found, each with the directory of the run that has its test, from that of the results.
    pub findings: Vec<(Finding, PathBuf)>,
    /// All that may lead to the targets was explored.
    pub exhaustive: bool,
    /// The first thing that was in the way, if it was not.
    pub hindrance: String,
    /// Why nothing is refuted, whatever the exploration came to.
    pub unsettled: Option<&'a str>,
    /// Errors that are looked for beside those that always are.
    pub checks: &'a [Check],
    /// It is a program of Java.
    pub java: bool,
    /// Functions of the program's own.
    pub is_own: &'a dyn Fn(&str) -> bool,
    /// Where runs begin.
    pub from: Vec<String>,
    /// What a refutation takes for granted.
    pub under: &'a [String],
}

/// Only exceptions that nobody catches are errors.
const CAUGHT: &str = "an exception may have been thrown and caught";

/// The verdicts on all results of the logs. `targets` are those of the run, with what came of them.
pub fn judge(
    logs: &[GivenLog],
    targets: &[(&Target, &Verdict)],
    evidence: &Evidence<'_>,
) -> Vec<ResultVerdict> {
    let all = reported(logs).enumerate();
    let all = all.map(|(number, reported)| {
        let mut targets = targets.iter();
        let target = targets.find(|(target, _)| target.result == Some(number));
        let found = match (reported.condition.clone(), target) {
            (None, _) => open(without_condition(&reported)),
            (Some(condition), Some((target, verdict))) => {
                let sought = Sought {
                    condition,
                    target,
                    verdict,
                };
                sought.judge(evidence)
            }
            (Some(_), None) => open("it was not searched for".to_owned()),
        };
        found.of(&reported, evidence)
    });
    all.collect()
}

/// What is said of a result whose rule is about something else.
pub fn without_condition(reported: &Reported<'_>) -> String {
    format!(
        "rule {} names no error that is looked for",
        reported.result.rule
    )
}

/// What came of a result.
struct Conclusion {
    verdict: Judgement,
    why: Option<String>,
    shown: Option<(Finding, PathBuf)>,
}

fn open(why: String) -> Conclusion {
    Conclusion {
        verdict: Judgement::Open,
        why: Some(why),
        shown: None,
    }
}

impl Conclusion {
    fn of(self, reported: &Reported<'_>, evidence: &Evidence<'_>) -> ResultVerdict {
        let (shown, directory) = self.shown.unzip();
        ResultVerdict {
            under: match self.verdict {
                Judgement::Refuted => evidence.under.to_vec(),
                Judgement::Confirmed
                | Judgement::Unusual
                | Judgement::Documented
                | Judgement::Open => Vec::new(),
            },
            verdict: self.verdict,
            why: self.why,
            from: evidence.from.clone(),
            directory,
            shown,
            ..ResultVerdict::open(reported, String::new())
        }
    }
}

/// A result whose rule names an error that is looked for.
struct Sought<'a> {
    condition: RuleError,
    target: &'a Target,
    verdict: &'a Verdict,
}

impl Sought<'_> {
    fn judge(&self, evidence: &Evidence<'_>) -> Conclusion {
        let located = match (&self.target.goal, &self.target.located) {
            (Goal::Nowhere(why), _) => return open(format!("not in the program: {why}")),
            (Goal::Parts(_) | Goal::AnyError(_), Some(located)) => located,
            (Goal::Parts(_) | Goal::AnyError(_), None) => {
                return open("it was not searched for".to_owned());
            }
        };
        if let Some(found) = self.shown(located, evidence) {
            return found;
        }
        match self.refuted(located, evidence) {
            Ok(why) => Conclusion {
                verdict: Judgement::Refuted,
                why: Some(why),
                shown: None,
            },
            Err(why) => open(why),
        }
    }

    /// What shows it: a native run for usual inputs, for unusual ones, or the machine alone.
    fn shown(&self, located: &LocatedResult, evidence: &Evidence<'_>) -> Option<Conclusion> {
        let condition = &self.condition.condition;
        let mut showing: Vec<&(Finding, PathBuf)> = evidence
            .findings
            .iter()
            .filter(|(it, _)| condition.is_shown_by(&it.kind, it.exception.as_deref()))
            .filter(|(it, _)| is_at(it, located, evidence.is_own))
            .collect();
        showing.sort_by_key(|(it, _)| (!it.is_shown(), it.assumption.is_some()));
        let (finding, directory) = *showing.first()?;
        let (verdict, why) = match (finding.is_shown(), &finding.assumption) {
            (true, None) => (Judgement::Confirmed, None),
            (true, Some(assumption)) => (Judgement::Unusual, Some(assumption.clone())),
            (false, _) => {
                let why = format!(
                    "test {} predicts it, and is {}",
                    finding.test, finding.verdict
                );
                (Judgement::Open, Some(why))
            }
        };
        Some(Conclusion {
            verdict,
            why,
            shown: Some((finding.clone(), directory.clone())),
        })
    }

    /// How it is refuted, or why it is not.
    fn refuted(&self, located: &LocatedResult, evidence: &Evidence<'_>) -> Result<String, String> {
        let condition = &self.condition.condition;
        let unreachable = match self.verdict {
            Verdict::Unreachable(Some(_)) => Some("no input reaches the line: proved backward"),
            Verdict::Unreachable(None) => {
                Some("no input reaches the line: everything that may lead there was explored")
            }
            Verdict::Reached { .. } | Verdict::ReachedBefore | Verdict::Open(_) => None,
        };
        if let (Some(why), None) = (unreachable, self.in_the_way(located, evidence)) {
            return Ok(why.to_owned());
        }
        let is_reached = matches!(
            self.verdict,
            Verdict::Reached { .. } | Verdict::ReachedBefore
        );
        let reached = match is_reached {
            true => "the line is reached without it; ",
            false => "",
        };
        if unreachable.is_none() {
            let missing = condition.check().filter(|it| !evidence.checks.contains(it));
            if let Some(check) = missing.filter(|_| !evidence.java) {
                return Err(format!(
                    "{reached}such errors are looked for with --check {}",
                    check.name()
                ));
            }
            if !evidence.exhaustive {
                return Err(format!("{reached}{}", evidence.hindrance));
            }
            let caught = evidence.java.then_some(CAUGHT);
            if let Some(why) = caught.or_else(|| self.condition.unnoticed()) {
                return Err(format!("all was explored without it, but {why}"));
            }
        }
        match self.in_the_way(located, evidence) {
            Some(why) => Err(format!("{reached}{why}")),
            None => Ok("everything was explored without such an error".to_owned()),
        }
    }

    /// Why neither a proof nor an exhaustive exploration refutes it: something else may be so in other runs, or runs end before
    /// with errors that do not always end them natively, or with the same one.
    fn in_the_way(&self, located: &LocatedResult, evidence: &Evidence<'_>) -> Option<String> {
        if let Some(why) = evidence.unsettled {
            return Some(why.to_owned());
        }
        let condition = &self.condition.condition;
        let mut others = evidence.findings.iter().map(|(finding, _)| finding);
        let before = others.find(|it| {
            let same = condition.is_shown_by(&it.kind, it.exception.as_deref());
            (same || goes_on_natively(&it.kind)) && !is_at(it, located, evidence.is_own)
        })?;
        Some(format!(
            "runs that might come to it end before, with {} at {}:{}",
            before.text(),
            before.file,
            before.line
        ))
    }
}

/// True if a native run may go on behind such an error, unless it is watched.
pub fn goes_on_natively(kind: &str) -> bool {
    match ErrorKind::from_name(kind) {
        Some(
            ErrorKind::NullDereference
            | ErrorKind::DivisionByZero
            | ErrorKind::Assertion
            | ErrorKind::Abort
            | ErrorKind::ReachError
            | ErrorKind::Trap
            | ErrorKind::StackExhausted
            | ErrorKind::MemoryLeak
            | ErrorKind::UncaughtException
            | ErrorKind::SpecificationViolation
            | ErrorKind::WriteToConstant,
        ) => false,
        Some(
            ErrorKind::OutOfBounds
            | ErrorKind::UseAfterFree
            | ErrorKind::DoubleFree
            | ErrorKind::InvalidFree
            | ErrorKind::InvalidPointer
            | ErrorKind::BadShift
            | ErrorKind::SignedOverflow
            | ErrorKind::UnsignedOverflow
            | ErrorKind::PointerOverflow
            | ErrorKind::FloatCastOverflow
            | ErrorKind::VlaBound
            | ErrorKind::Unreachable
            | ErrorKind::UninitialisedRead
            | ErrorKind::BadCall
            | ErrorKind::LibraryMisuse,
        )
        | None => true,
    }
}

/// True if an error is where a result says: at one of its lines, as far as the program's own code goes; or at another line that it
/// names, in a call from one of them.
fn is_at(finding: &Finding, located: &LocatedResult, is_own: &dyn Fn(&str) -> bool) -> bool {
    let is_one_of =
        |lines: &[Line], file: &str, line: u32| lines.iter().any(|known| known.is(file, line));
    if is_one_of(&located.at, &finding.file, finding.line) {
        return true;
    }
    let own = |frame: &&crate::sarif_out::Frame| is_own(&frame.function);
    let mut frames = finding.stack.iter().filter(own);
    let Some(innermost) = frames.next() else {
        return false;
    };
    is_one_of(&located.at, &innermost.file, innermost.line)
        || located.at_the_end && is_one_of(&located.named, &finding.file, finding.line)
        || is_one_of(&located.named, &innermost.file, innermost.line)
            && frames.any(|frame| is_one_of(&located.at, &frame.file, frame.line))
}
