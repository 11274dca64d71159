//! `--lazy`: which functions may be skipped.

use crate::Usage;
use crate::name_pattern::matches;
use explore::{LazyStatistics, Report};
use ir::analysis::{CallGraph, Effects, FunctionEffects, World, functions_of};
use ir::{Function, FunctionId, Program};
use std::fmt::Write;
use std::sync::Arc;
use vm::{SkippedFunction, SkippedFunctions, WrittenArgument};

/// What the command line says of it.
pub struct LazyPlan {
    /// Names of functions that are skipped, with `*` for any characters; if there are none, those of other
    /// files than that of the entry.
    pub functions: Vec<String>,
    /// Names of functions that are not.
    pub expand: Vec<String>,
}

/// The functions of a program whose calls may be skipped: what they may change can be told. Prints a warning for
/// each function that was asked for and is none of them.
///
/// # Errors
/// If a name is that of no function.
pub fn skipped_functions(
    plan: &LazyPlan,
    program: &dyn Program,
    entry: &str,
) -> anyhow::Result<SkippedFunctions> {
    let functions = functions_of(program);
    for pattern in plan.functions.iter().chain(&plan.expand) {
        if !functions
            .iter()
            .any(|function| matches(pattern, &function.name))
        {
            let message = format!("--lazy: the program has no function `{pattern}`");
            return Err(Usage(message).into());
        }
    }
    let calls = CallGraph::new(program, &functions);
    let effects = Effects::new(&functions, &calls, World::Closed);
    let entry = functions.iter().find(|function| function.name == entry);
    let file = entry.and_then(|function| function.location.file);
    let named = |patterns: &[String], function: &Function| {
        let mut patterns = patterns.iter();
        patterns.any(|pattern| matches(pattern, &function.name))
    };
    let mut skipped = SkippedFunctions::default();
    for (id, function) in (0..).map(FunctionId).zip(&functions) {
        let is_entry = entry.is_some_and(|entry| entry.name == function.name);
        let wanted = match plan.functions.is_empty() {
            true => !function.user || function.location.file != file,
            false => named(&plan.functions, function),
        };
        if !wanted || is_entry || function.is_declaration() || named(&plan.expand, function) {
            continue;
        }
        let effects = effects.of(id);
        match changes(function, &effects) {
            Some(changes) => drop(skipped.insert(id, Arc::new(changes))),
            None if !plan.functions.is_empty() => eprintln!(
                "wayfarer: warning: --lazy-functions: {} is expanded: what it changes cannot be told ({})",
                function.name,
                effects.in_words(program, function),
            ),
            None => {}
        }
    }
    Ok(skipped)
}

/// What a call of a function changes, if it can be replaced by fresh values of that.
fn changes(function: &Function, effects: &FunctionEffects) -> Option<SkippedFunction> {
    let FunctionEffects {
        reads,
        writes,
        allocates,
        inputs,
        host,
        fails,
        leaves,
        loops,
    } = effects;
    let of_java = !writes.statics.is_empty() || !writes.fields.is_empty() || writes.elements;
    let beyond = writes.any || of_java || *allocates || *inputs || *host || *leaves;
    let by_type = function.variadic || function.results.contains(&ir::Type::Ptr);
    let written = |&number: &u32| WrittenArgument {
        number,
        parts: writes
            .parts
            .get(&number)
            .into_iter()
            .flatten()
            .copied()
            .collect(),
    };
    (!beyond && !by_type).then(|| SkippedFunction {
        globals: writes.globals.iter().copied().collect(),
        arguments: writes.parameters.iter().map(written).collect(),
        stays: !reads.any,
        accessed: reads
            .parameters
            .union(&writes.parameters)
            .copied()
            .collect(),
        may_not_return: *fails || *loops,
    })
}

/// What a proof takes for granted, behind the word `exhaustive`.
pub fn scope(report: &Report) -> String {
    match report.statistics.lazy.taken_as_tested.len() {
        0 => String::new(),
        1 => " (callees are taken as tested: 1 function)".to_owned(),
        more => format!(" (callees are taken as tested: {more} functions)"),
    }
}

/// What lazy expansion did, for people.
pub fn write_counts(out: &mut String, report: &Report) {
    let lazy = &report.statistics.lazy;
    if *lazy == LazyStatistics::default() {
        return;
    }
    let _ = writeln!(
        out,
        "  lazy: {} abstract arms, {} realised ({} iterations), {} refuted, {} open; {} runs, {} steps of \
         searches",
        lazy.abstract_arms,
        lazy.realised,
        lazy.iterations,
        lazy.refuted,
        lazy.open,
        lazy.runs,
        lazy.steps
    );
    if !lazy.taken_as_tested.is_empty() {
        let names: Vec<&str> = lazy.taken_as_tested.iter().map(String::as_str).collect();
        let _ = writeln!(
            out,
            "  taken as tested, errors inside of them are not asked for: {}",
            names.join(", ")
        );
    }
    if !lazy.expansions.is_empty() {
        let counts = lazy.expansions.iter();
        let counts: Vec<String> = counts
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        let _ = writeln!(out, "  expansions: {}", counts.join(", "));
    }
    if lazy.summaries > 0 {
        let _ = writeln!(
            out,
            "  summaries: {} of calls, {} paths",
            lazy.summaries, lazy.summary_paths
        );
    }
    let skipped = report.statistics.machine.expanded_calls;
    if skipped > 0 {
        let _ = writeln!(
            out,
            "  {skipped} calls entered because what they change cannot be told"
        );
    }
}

/// The same for other programs.
pub fn json(report: &Report) -> serde_json::Value {
    let lazy = &report.statistics.lazy;
    serde_json::json!({
        "abstract_arms": lazy.abstract_arms,
        "realised": lazy.realised,
        "refuted": lazy.refuted,
        "open": lazy.open,
        "runs": lazy.runs,
        "steps": lazy.steps,
        "iterations": lazy.iterations,
        "expansions": lazy.expansions,
        "summaries": lazy.summaries,
        "summary_paths": lazy.summary_paths,
        "taken_as_tested": lazy.taken_as_tested,
        "entered_calls": report.statistics.machine.expanded_calls,
    })
}
