//! The logs with verdicts.

use super::verdict::{Judgement, ResultVerdict};
use crate::reported::GivenLog;
use crate::sarif_out::{Finding, SourceLocations, code_flow};
use anyhow::Context;
use sarif::{Decision, Judged};
use std::path::Path;

/// Stem of their names.
const JUDGED: &str = "judged";

/// The names of the logs with verdicts, in the directory of the results.
pub fn names(logs: &[GivenLog]) -> Vec<String> {
    let name = |number: usize| match logs.len() {
        1 => format!("{JUDGED}.sarif"),
        _ => format!("{JUDGED}-{}.sarif", number + 1),
    };
    (0..logs.len()).map(name).collect()
}

/// Writes the logs with verdicts, which are those of all results in their order. `finding` gives what shows a result.
///
/// # Errors
/// If one cannot be written.
pub fn write(
    logs: &[GivenLog],
    directory: &Path,
    verdicts: &[ResultVerdict],
    sources: &mut SourceLocations,
) -> anyhow::Result<()> {
    let mut verdicts = verdicts.iter();
    for (log, name) in logs.iter().zip(names(logs)) {
        let of_log = verdicts.by_ref().take(log.analysis.results.len());
        let judged: Vec<Judged> = of_log.map(|it| judged(it, sources)).collect();
        let path = directory.join(name);
        let text = format!("{:#}\n", log.analysis.judged(&judged));
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn judged(verdict: &ResultVerdict, sources: &mut SourceLocations) -> Judged {
    let mut flow = |finding: Option<&Finding>| finding.and_then(|it| code_flow(it, sources));
    let decision = match verdict.verdict {
        Judgement::Confirmed | Judgement::Unusual | Judgement::Documented => {
            Decision::Confirmed(flow(verdict.shown.as_ref()))
        }
        Judgement::Refuted => Decision::Refuted(verdict.justification()),
        Judgement::Open => Decision::Open,
    };
    Judged {
        decision,
        properties: verdict.properties(),
    }
}
