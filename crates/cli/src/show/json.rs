//! Everything a store tells, as one JSON object.

use super::overview;
use crate::cpp_names;
use crate::summary::{coverage_json, optional};
use crate::verdicts::{disagreements_json, observed_json};
use crate::watching::Watching;
use explore::SearchByCalls;
use serde_json::{Value, json};
use std::path::Path;
use store::{Counts, Reader, StoreError};

/// The run; with its tree if that is wanted.
pub fn all(reader: &Reader, directory: &Path, with_tree: bool) -> Result<Value, StoreError> {
    let description = reader.description()?;
    let words = description
        .arguments
        .iter()
        .map(|word| word.to_string_lossy());
    let inputs = description.inputs.iter();
    let inputs =
        inputs.map(|input| json!({ "path": input.path.to_string_lossy(), "sha256": input.sha256 }));
    let watching = overview::watching(directory);
    let mut all = json!({
        "version": description.version,
        "directory": description.directory.to_string_lossy(),
        "arguments": words.collect::<Vec<_>>(),
        "inputs": inputs.collect::<Vec<_>>(),
        "program": description.program,
        "active": reader.is_active(),
        "pending": reader.pending()?,
        "paths": reader.paths()?,
        "closed": counts(reader.closed()?),
        "limits": counts(reader.limits()?),
        "left_out": counts(reader.bounds()?),
        "unsupported": unsupported(reader)?,
        "solver": counts(reader.solver()?),
        "sessions": sessions(reader)?,
        "tests": tests(reader)?,
        "findings": findings(reader, directory, &watching)?,
        "specifications": watching.json(),
        "disagreements": disagreements_json(&overview::verdicts(reader)?),
        "infeasible": super::infeasible::json(reader)?,
        "pruned": super::pruned::json(reader)?,
        "statistics": statistics(reader)?,
        "coverage": coverage(reader, directory)?,
    });
    if with_tree {
        all["tree"] = super::tree::json(&reader.tree()?);
    }
    Ok(all)
}

fn counts(counts: Counts) -> Value {
    let counts = counts.into_iter().map(|(name, count)| (name, count.into()));
    Value::Object(counts.collect())
}

fn unsupported(reader: &Reader) -> Result<Value, StoreError> {
    let all = reader.unsupported()?.into_iter();
    let all = all.map(|(what, file, line, paths)| {
        json!({ "what": what, "file": file, "line": line, "paths": paths })
    });
    Ok(all.collect())
}

fn sessions(reader: &Reader) -> Result<Value, StoreError> {
    let sessions = reader.sessions()?.into_iter().map(|session| {
        json!({
            "version": session.version, "started": session.started, "ended": session.ended,
            "ended_by": session.ended_by, "milliseconds": session.milliseconds,
            "queries": session.queries, "instructions": session.instructions,
        })
    });
    Ok(sessions.collect())
}

fn tests(reader: &Reader) -> Result<Value, StoreError> {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or(Value::Null);
    let tests = reader.tests()?.into_iter().map(|test| {
        json!({
            "id": test.id, "milliseconds": test.milliseconds, "path": test.path,
            "test": parsed(&test.content),
            "verdict": test.verdict.as_deref().map(parsed),
        })
    });
    Ok(tests.collect())
}

fn findings(reader: &Reader, directory: &Path, watching: &Watching) -> Result<Value, StoreError> {
    let verdicts = overview::verdicts(reader)?;
    let rows = overview::settled_findings(reader, directory)?;
    let predicted = rows.iter().map(|finding| {
        let stack: Value = serde_json::from_str(&finding.stack).unwrap_or(Value::Null);
        let search = verdicts.search_by_calls(finding.search_by_calls);
        json!({
            "kind": finding.kind, "message": cpp_names::readable(&finding.message), "file": finding.file,
            "line": finding.line, "column": finding.column, "function": finding.function,
            "stack": stack, "paths": finding.count, "test": finding.test,
            "milliseconds": finding.milliseconds, "assumption": optional(&finding.assumption),
            "search_by_calls": search.map(SearchByCalls::name),
            "verdict": verdicts.kind(finding.test).name(),
            "history": watching.steps_json(finding.test),
        })
    });
    let observed = verdicts.observed_errors(&overview::predicted_errors(&rows));
    let observed = observed.iter().map(observed_json);
    Ok(predicted.chain(observed).collect())
}

fn statistics(reader: &Reader) -> Result<Value, StoreError> {
    let samples = reader.samples()?.into_iter().map(|sample| {
        json!({
            "milliseconds": sample.milliseconds, "paths": sample.paths, "tests": sample.tests,
            "pending": sample.pending, "findings": sample.findings, "branches": sample.arms,
            "queries": sample.queries, "instructions": sample.instructions,
        })
    });
    Ok(samples.collect())
}

fn coverage(reader: &Reader, directory: &Path) -> Result<Value, StoreError> {
    let pair = |(covered, total): (u64, u64)| json!({ "covered": covered, "total": total });
    let functions = reader.functions()?.into_iter().map(|function| {
        json!({
            "name": function.name, "file": function.file, "line": function.line,
            "blocks": pair(function.blocks), "branches": pair(function.arms),
            "native_calls": function.native_calls,
        })
    });
    let lines = reader.lines()?.into_iter().map(|line| {
        json!({
            "file": line.file, "line": line.line, "machine": line.machine, "native": line.native,
        })
    });
    let arms = reader.arms()?.into_iter().map(|arm| {
        let (covered, why) = match &arm.covered {
            Ok(at) => (Some(*at), None),
            Err(why) => (None, Some(why.to_string())),
        };
        json!({
            "function": arm.function, "decision": arm.decision, "choice": arm.choice,
            "file": arm.file, "line": arm.line, "column": arm.column,
            "covered_milliseconds": covered, "uncovered_because": why,
        })
    });
    Ok(json!({
        "measured": coverage_json(super::coverage::measured(directory).as_ref()),
        "functions": functions.collect::<Vec<_>>(),
        "lines": lines.collect::<Vec<_>>(),
        "branches": arms.collect::<Vec<_>>(),
    }))
}
