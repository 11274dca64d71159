//! A finding as summaries have it.

use super::verdict::FindingVerdict;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An error that was found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// Name of the kind of error.
    pub kind: String,
    /// Class of the exception, if it is one.
    #[serde(default)]
    pub exception: Option<String>,
    pub message: String,
    pub file: String,
    pub line: u32,
    /// 0 if it is not known.
    pub column: u32,
    pub function: String,
    /// Calls that led there, the innermost first.
    #[serde(default)]
    pub stack: Vec<Frame>,
    /// The verdict of the native run; of warnings of scans their class.
    pub verdict: FindingVerdict,
    /// Number of the test that shows it.
    pub test: u64,
    /// Paths, or tests, that show it.
    pub paths: u64,
    /// What excludes all inputs that make it, if they are unusual.
    #[serde(default)]
    pub assumption: Option<String>,
    /// Why a warning of a scan is in its class, where an assumption does not say it.
    #[serde(skip)]
    pub why: Option<String>,
    /// Whether a baseline has it, if there is one.
    #[serde(skip)]
    pub is_known: Option<bool>,
}

/// A call.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub file: String,
    pub line: u32,
}

impl Finding {
    /// What a reader is told: the kind and the message, which of exceptions names their class.
    pub fn text(&self) -> String {
        match (&self.exception, self.message.as_str()) {
            (Some(_), message) if !message.is_empty() => message.to_owned(),
            (_, "") => self.kind.clone(),
            (_, message) => format!("{}: {message}", self.kind),
        }
    }

    /// True if a native run shows it.
    pub fn is_shown(&self) -> bool {
        self.verdict.is_shown()
    }
}

/// The findings of a list in a summary.
///
/// # Errors
/// If it has something else there.
pub fn of_list(list: &Value) -> anyhow::Result<Vec<Finding>> {
    let findings = list.as_array().into_iter().flatten();
    let findings = findings
        .map(|finding| Finding::deserialize(finding).context("the findings of the summary"));
    findings.collect()
}
