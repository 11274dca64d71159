//! What became of results, for people and as JSON.

use super::verdict::{Judgement, ResultVerdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Results that are printed of a verdict; the JSON and the logs have all.
const SHOWN: usize = 40;

/// How many results of an analyser came to which verdict.
pub type Tally = BTreeMap<Judgement, usize>;

/// The same by the names of the analysers, in the order of their names.
pub fn counts(verdicts: &[ResultVerdict]) -> BTreeMap<&str, Tally> {
    let mut all: BTreeMap<&str, Tally> = BTreeMap::new();
    for verdict in verdicts {
        let of_tool = all.entry(&verdict.tool).or_default();
        *of_tool.entry(verdict.verdict).or_default() += 1;
    }
    all
}

/// `cppcheck: 12 results: 3 confirmed, 1 for unusual inputs, 2 refuted, 6 open`, a line for each analyser, and below
/// each what became of its results, one by one.
pub fn text(verdicts: &[ResultVerdict], logs: &[String]) -> String {
    let mut out = String::new();
    for (tool, counts) in counts(verdicts) {
        let all: usize = counts.values().sum();
        let parts: Vec<String> = Judgement::ALL
            .iter()
            .filter_map(|decided| {
                let count = counts.get(decided)?;
                Some(format!("{count} {}", decided.counted()))
            })
            .collect();
        let results = if all == 1 { "result" } else { "results" };
        let _ = writeln!(out, "{tool}: {all} {results}: {}", parts.join(", "));
        for decided in Judgement::ALL {
            let of_kind = || {
                verdicts
                    .iter()
                    .filter(|it| it.tool == tool && it.verdict == decided)
            };
            for verdict in of_kind().take(SHOWN) {
                write_one(&mut out, verdict);
            }
            let more = of_kind().count().saturating_sub(SHOWN);
            if more > 0 {
                let _ = writeln!(out, "  … {more} more {}", decided.counted());
            }
        }
    }
    if !logs.is_empty() {
        let _ = writeln!(out, "with verdicts: {}", logs.join(", "));
    }
    out
}

fn write_one(out: &mut String, verdict: &ResultVerdict) {
    let (decided, rule) = (verdict.verdict.name(), &verdict.rule);
    let place = match verdict.line {
        0 => "no place".to_owned(),
        line => format!("{}:{line}", verdict.file.display()),
    };
    let _ = writeln!(out, "  {decided}: {rule} at {place}");
    if let Some(why) = &verdict.why {
        let _ = writeln!(out, "      {why}");
    }
    for assumption in &verdict.under {
        let _ = writeln!(out, "      {assumption}");
    }
    if let Some(test) = verdict.test() {
        let shown = verdict.shown.as_ref().map(|it| it.text());
        let shown = shown.unwrap_or_default();
        let directory = match &verdict.directory {
            Some(directory) if !directory.as_os_str().is_empty() => {
                format!(" in {}", directory.display())
            }
            Some(_) | None => String::new(),
        };
        let _ = writeln!(out, "      {shown}: test {test}{directory}");
    }
}

/// The same for other programs: `by_tool`, and each result.
pub fn json(verdicts: &[ResultVerdict], logs: &[String]) -> Value {
    let by_tool: BTreeMap<&str, BTreeMap<&str, usize>> = counts(verdicts)
        .into_iter()
        .map(|(tool, counts)| {
            let counts = counts.into_iter();
            (
                tool,
                counts
                    .map(|(decided, count)| (decided.name(), count))
                    .collect(),
            )
        })
        .collect();
    json!({ "by_tool": by_tool, "results": verdicts, "logs": logs })
}
