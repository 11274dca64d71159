//! What a run of `reach` says of results, from its summary.

use super::judge::{Evidence, judge};
use super::logs;
use super::summary;
use super::verdict::{Judgement, ResultVerdict};
use crate::by_calls;
use crate::plan::{Plan, ProgramPlan};
use crate::reach::Targets;
use crate::reach::verdict::{Verdict, why_open};
use crate::sarif_out::{self, Finding};
use crate::summary::Replayed;
use explore::Report;
use serde_json::Value;
use std::path::PathBuf;

/// What a run came to.
pub struct EndedRun<'a> {
    pub plan: &'a Plan,
    pub report: &'a Report,
    pub replayed: &'a Replayed,
    pub targets: &'a Targets,
    /// By the numbers of the targets.
    pub verdicts: &'a [Verdict],
    /// What its summary says of findings.
    pub summary: &'a Value,
}

/// The results of the logs of a run, with what became of them.
pub struct JudgedResults {
    verdicts: Vec<ResultVerdict>,
    names: Vec<String>,
}

impl JudgedResults {
    /// Judges the results, and writes their logs with verdicts; `None` if there are no logs.
    ///
    /// # Errors
    /// If the logs cannot be written, or the summary is none.
    pub fn of(ended: &EndedRun<'_>) -> anyhow::Result<Option<JudgedResults>> {
        let plan = ended.plan;
        if plan.reported.is_empty() {
            return Ok(None);
        }
        let targets: Vec<_> = ended.targets.list.iter().zip(ended.verdicts).collect();
        let own = &ended.targets.own;
        let evidence = Evidence {
            findings: findings(ended.summary)?,
            exhaustive: ended.replayed.exhaustive_for_targets(ended.report),
            hindrance: why_open(ended.report, ended.replayed),
            unsettled: ended.targets.unsettled.as_deref(),
            checks: match &plan.program {
                ProgramPlan::C(c) => &c.sources.check,
                ProgramPlan::Java(_) => &[],
            },
            java: matches!(plan.program, ProgramPlan::Java(_)),
            is_own: &|function| own.has(function),
            from: from(plan),
            under: &ended.targets.assumptions,
        };
        let verdicts = judge(&plan.reported, &targets, &evidence);
        let mut sources = sarif_out::sources_of(plan)?;
        logs::write(&plan.reported, &plan.output, &verdicts, &mut sources)?;
        Ok(Some(JudgedResults {
            verdicts,
            names: logs::names(&plan.reported),
        }))
    }

    /// True if one is open.
    pub fn any_open(&self) -> bool {
        self.verdicts.iter().any(|it| it.verdict == Judgement::Open)
    }

    /// For other programs.
    pub fn json(&self) -> Value {
        summary::json(&self.verdicts, &self.names)
    }

    /// For people.
    pub fn text(&self, plan: &Plan) -> String {
        let names = self.names.iter().map(|name| plan.output.join(name));
        let names: Vec<String> = names.map(|path| path.display().to_string()).collect();
        summary::text(&self.verdicts, &names)
    }
}

/// What a run found, and what it found with objects made by calls.
fn findings(summary: &Value) -> anyhow::Result<Vec<(Finding, PathBuf)>> {
    let mut all = Vec::new();
    for (list, directory) in [("findings", ""), ("by_calls", by_calls::DIRECTORY)] {
        let found = sarif_out::of_list(&summary[list])?;
        all.extend(found.into_iter().map(|it| (it, PathBuf::from(directory))));
    }
    Ok(all)
}

/// Where the runs begin that are explored.
fn from(plan: &Plan) -> Vec<String> {
    match &plan.program {
        ProgramPlan::C(c) => vec![c.function.clone().unwrap_or_else(|| "main".to_owned())],
        ProgramPlan::Java(java) => java.names.clone(),
    }
}
