//! Why a path ends before the program does.

use serde::{Deserialize, Serialize};

/// Why nothing is known of the end of a run.
///
/// In files it is a phrase, which people read, and a mark on failed assumptions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenReason", into = "WrittenReason")]
pub enum CutReason {
    /// An assumption failed: how the program then ends is nobody's business.
    AssumptionFailed,
    /// The machine cannot do something for the program: what, and perhaps where.
    Unsupported(String),
    /// A limit of the machine was reached: which, and where.
    Limit(String),
    /// The run stopped it, and may have gone on with it later.
    Stopped,
    /// Something else.
    Other(String),
}

impl CutReason {
    /// True if a limit cut the path off: the program may have no end.
    pub fn may_not_end(&self) -> bool {
        match self {
            CutReason::Limit(_) | CutReason::Stopped => true,
            CutReason::AssumptionFailed | CutReason::Unsupported(_) | CutReason::Other(_) => false,
        }
    }
}

const ASSUMPTION_FAILED: &str = "an assumption failed";
const UNSUPPORTED: &str = "unsupported: ";
const LIMIT: &str = "limit ";
const STOPPED: &str = "a limit of the run";

impl std::fmt::Display for CutReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CutReason::AssumptionFailed => f.write_str(ASSUMPTION_FAILED),
            CutReason::Unsupported(what) => write!(f, "{UNSUPPORTED}{what}"),
            CutReason::Limit(what) => write!(f, "{LIMIT}{what}"),
            CutReason::Stopped => f.write_str(STOPPED),
            CutReason::Other(what) => f.write_str(what),
        }
    }
}

/// How a reason stands in a file.
#[derive(Serialize, Deserialize)]
struct WrittenReason {
    reason: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    assumption_failed: bool,
}

impl From<CutReason> for WrittenReason {
    fn from(reason: CutReason) -> WrittenReason {
        WrittenReason {
            reason: reason.to_string(),
            assumption_failed: reason == CutReason::AssumptionFailed,
        }
    }
}

impl From<WrittenReason> for CutReason {
    fn from(written: WrittenReason) -> CutReason {
        let reason = written.reason;
        if written.assumption_failed || reason == ASSUMPTION_FAILED {
            return CutReason::AssumptionFailed;
        }
        // Suites of Java had it with a word before.
        if reason.strip_prefix("limit: ").unwrap_or(&reason) == STOPPED {
            return CutReason::Stopped;
        }
        let after = |start: &str| reason.strip_prefix(start).map(str::to_owned);
        let known = after(UNSUPPORTED)
            .map(CutReason::Unsupported)
            .or_else(|| after(LIMIT).map(CutReason::Limit));
        known.unwrap_or(CutReason::Other(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    #[test]
    fn reasons_are_read_back_as_they_were_written() {
        for reason in [
            CutReason::AssumptionFailed,
            CutReason::Unsupported("inline assembly at a.c:3".to_owned()),
            CutReason::Limit("symbolic-size at a.c:3".to_owned()),
            CutReason::Stopped,
            CutReason::Other("something else".to_owned()),
        ] {
            let outcome = Outcome::Cut { reason };
            let text = serde_json::to_string(&outcome).expect("it is written");
            let read: Outcome = serde_json::from_str(&text).expect("it is read");
            assert_eq!(read, outcome);
        }
    }

    #[test]
    fn the_words_in_files_stay() {
        let written = |reason: CutReason| {
            let outcome = Outcome::Cut { reason };
            serde_json::to_string(&outcome).expect("it is written")
        };
        assert_eq!(
            written(CutReason::AssumptionFailed),
            r#"{"kind":"cut","reason":"an assumption failed","assumption_failed":true}"#
        );
        assert_eq!(
            written(CutReason::Stopped),
            r#"{"kind":"cut","reason":"a limit of the run"}"#
        );
        let old = r#"{"kind":"cut","reason":"limit: a limit of the run"}"#;
        let outcome: Outcome = serde_json::from_str(old).expect("it is read");
        let reason = CutReason::Stopped;
        assert_eq!(outcome, Outcome::Cut { reason });
    }
}
