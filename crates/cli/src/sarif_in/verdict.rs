//! What became of a result.

use crate::reported::Reported;
use crate::sarif_out::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;

/// What became of a result, best known first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// A native run shows the error that it names, for inputs that callers can make.
    Confirmed,
    /// A native run shows it, for inputs that callers hardly make.
    Unusual,
    /// A native run shows it, and callers are told.
    Documented,
    /// It is impossible, as far as the assumptions go.
    Refuted,
    /// Nobody knows.
    Open,
}

impl Judgement {
    /// All of them.
    pub const ALL: [Judgement; 5] = [
        Judgement::Confirmed,
        Judgement::Unusual,
        Judgement::Documented,
        Judgement::Refuted,
        Judgement::Open,
    ];

    /// As it stands in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Confirmed => "confirmed",
            Judgement::Unusual => "unusual",
            Judgement::Documented => "documented",
            Judgement::Refuted => "refuted",
            Judgement::Open => "open",
        }
    }

    /// True if a native run shows the error.
    pub fn is_shown(self) -> bool {
        match self {
            Judgement::Confirmed | Judgement::Unusual | Judgement::Documented => true,
            Judgement::Refuted | Judgement::Open => false,
        }
    }

    /// Behind a number of results.
    pub fn counted(self) -> &'static str {
        match self {
            Judgement::Unusual => "for unusual inputs",
            other => other.name(),
        }
    }
}

/// The verdict on a result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResultVerdict {
    /// The log that it is in, and where: as SARIF counts, from 0.
    pub log: PathBuf,
    pub run: usize,
    pub result: usize,
    pub tool: String,
    pub rule: String,
    pub message: String,
    /// The place that it names, as the log has it; empty and 0 if it names none.
    pub file: PathBuf,
    pub line: u32,
    pub verdict: Judgement,
    /// The reason: what excludes unusual inputs, how it was refuted, what was in the way.
    pub why: Option<String>,
    /// What a refutation takes for granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub under: Vec<String>,
    /// Functions from which it was searched for.
    #[serde(default)]
    pub from: Vec<String>,
    /// The run whose test shows it, from the directory of the results.
    pub directory: Option<PathBuf>,
    /// The error that shows it.
    pub shown: Option<Finding>,
}

impl ResultVerdict {
    /// That of a result of which nobody knows, for this reason.
    pub fn open(reported: &Reported<'_>, why: String) -> ResultVerdict {
        let result = reported.result;
        let place = result.places.first();
        ResultVerdict {
            log: reported.log.path.clone(),
            run: result.run,
            result: result.number,
            tool: result.tool.clone(),
            rule: result.rule.clone(),
            message: result.message.clone(),
            file: place.map_or_else(PathBuf::new, |place| place.path.clone()),
            line: place.map_or(0, |place| place.line),
            verdict: Judgement::Open,
            why: Some(why),
            under: Vec::new(),
            from: Vec::new(),
            directory: None,
            shown: None,
        }
    }

    /// The number of the test that shows it.
    pub fn test(&self) -> Option<u64> {
        let shown = self.shown.as_ref()?;
        Some(shown.test).filter(|&test| test > 0)
    }

    /// Why it is suppressed: how it was refuted, and what that takes for granted.
    pub fn justification(&self) -> String {
        let why = self.why.as_deref().unwrap_or_default();
        match self.under.is_empty() {
            true => why.to_owned(),
            false => format!("{why}; {}", self.under.join("; ")),
        }
    }

    /// What stands in the property bag of the result.
    pub fn properties(&self) -> Value {
        let mut all = json!({ "verdict": self.verdict.name(), "from": self.from });
        if let Some(why) = &self.why {
            all["why"] = json!(why);
        }
        if !self.under.is_empty() {
            all["under"] = json!(self.under);
        }
        if let Some(shown) = &self.shown {
            all["error"] = json!(shown.text());
            all["native"] = json!(shown.verdict);
        }
        if let Some(test) = self.test() {
            let directory = self.directory.iter().map(|it| it.display().to_string());
            all["test"] = json!({ "directory": directory.collect::<String>(), "number": test });
        }
        all
    }
}
