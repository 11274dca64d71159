//! `--lazy` and `--call-depth`: which calls may be skipped, and what became of them.

use crate::Usage;
use crate::name_pattern::matches;
use crate::progress::thousands;
use explore::tree::Closed;
use explore::{ErrorSite, Finding, LazyStatistics, Report};
use ir::analysis::{
    CallGraph, Effects, FunctionEffects, LeftPointers, World, functions_of, left_pointers,
};
use ir::{Function, FunctionId, Program};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use vm::{ReturnedPointers, SkippedFunction, SkippedFunctions, WrittenArgument};

/// What the command line says of it.
pub struct LazyPlan {
    /// Calls are skipped at any depth.
    pub lazily: bool,
    /// Calls that are deeper are skipped: 0 for all that the function under test makes.
    pub call_depth: Option<u32>,
    /// Names of functions that are skipped, with `*` for any characters; if there are none, those of other
    /// files than that of the entry.
    pub functions: Vec<String>,
    /// Names of functions that are not.
    pub expand: Vec<String>,
}

/// The functions of a program whose calls may be skipped: what they may change can be told. `depth` is that of the
/// frame of the function under test, `entry`. Prints a warning for each function that was asked for and is none of them.
///
/// # Errors
/// If a name is that of no function.
pub fn skipped_functions(
    plan: &LazyPlan,
    program: &dyn Program,
    (entry, depth): (&str, u32),
) -> anyhow::Result<SkippedFunctions> {
    let functions = functions_of(program);
    check_names(plan, &functions)?;
    let calls = CallGraph::new(program, &functions);
    let effects = Effects::new(&functions, &calls, World::Closed);
    let pointers = left_pointers(&functions, &calls, &|_| false);
    let entry = functions.iter().find(|function| function.name == entry);
    let mut skipped = SkippedFunctions::default();
    for (id, function) in (0..).map(FunctionId).zip(&functions) {
        let Some(from_depth) = plan.depth_from_which(function, entry.map(|it| &**it)) else {
            continue;
        };
        let effects = effects.of(id);
        match changes(function, &effects, &pointers[id.0 as usize]) {
            Some(changes) => {
                let changes = SkippedFunction {
                    from_depth: depth.saturating_add(from_depth),
                    ..changes
                };
                skipped.insert(id, Arc::new(changes));
            }
            None if named(&plan.functions, function) => eprintln!(
                "wayfarer: warning: --lazy-functions: {} is expanded: what it changes cannot be told ({})",
                function.name,
                effects.in_words(program, function),
            ),
            None => {}
        }
    }
    Ok(skipped)
}

fn check_names(plan: &LazyPlan, functions: &[Arc<Function>]) -> anyhow::Result<()> {
    for pattern in plan.functions.iter().chain(&plan.expand) {
        let mut functions = functions.iter();
        if !functions.any(|function| matches(pattern, &function.name)) {
            let message = format!("--lazy: the program has no function `{pattern}`");
            return Err(Usage(message).into());
        }
    }
    Ok(())
}

fn named(patterns: &[String], function: &Function) -> bool {
    let mut patterns = patterns.iter();
    patterns.any(|pattern| matches(pattern, &function.name))
}

impl LazyPlan {
    /// The depth from which on calls of a function are to be skipped, if any are; calls that `entry` makes are at 0.
    fn depth_from_which(&self, function: &Function, entry: Option<&Function>) -> Option<u32> {
        if function.is_declaration() || named(&self.expand, function) {
            return None;
        }
        let is_entry = entry.is_some_and(|entry| entry.name == function.name);
        let file = entry.and_then(|function| function.location.file);
        let wanted = match self.functions.is_empty() {
            true => !function.user || function.location.file != file,
            false => named(&self.functions, function),
        };
        match self.lazily && wanted && !is_entry {
            true => Some(0),
            false => self.call_depth,
        }
    }
}

/// What a call of a function changes, if it can be replaced by fresh values of that.
fn changes(
    function: &Function,
    effects: &FunctionEffects,
    pointers: &LeftPointers,
) -> Option<SkippedFunction> {
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
    let returns_pointer = function.results.contains(&ir::Type::Ptr);
    let by_type = function.variadic || returns_pointer && pointers.returned.is_unknown();
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
        from_depth: 0,
        objects: None,
        pointers: returns_pointer.then(|| returned_pointers(pointers)),
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

/// What pointers may be that are returned, of a function of which that is known.
pub fn returned_pointers(pointers: &LeftPointers) -> ReturnedPointers {
    let from = pointers.returned.from.iter();
    ReturnedPointers {
        null: pointers.returned.null,
        from: from
            .map(|(&source, offsets)| (source, offsets.iter().copied().collect()))
            .collect(),
        globals: pointers.addresses.iter().copied().collect(),
        stores: pointers.stores,
    }
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
        return write_errors(out, report);
    }
    let skipped = report.statistics.machine.skipped_calls;
    if let Some(depth) = lazy.call_depth.filter(|_| skipped > 0) {
        let skipped = thousands(skipped);
        let _ = writeln!(out, "  calls deeper than {depth}: {skipped} skipped");
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
    let entered = report.statistics.machine.expanded_calls;
    if entered > 0 {
        let _ = writeln!(
            out,
            "  {entered} calls entered because what they change cannot be told"
        );
    }
    write_errors(out, report);
}

/// Errors that skipped calls may lead to if they do what they like: how many no input makes, and those of which it is
/// open whether one does.
fn write_errors(out: &mut String, report: &Report) {
    let errors = errors(report);
    let refuted = errors.iter().filter(|error| error.open == 0).count();
    if refuted > 0 {
        let _ = writeln!(
            out,
            "  errors that only skipped calls would make and that no input makes: {refuted}"
        );
    }
    for error in errors.iter().filter(|error| error.open > 0) {
        let ErrorSite {
            kind,
            function,
            place,
            ..
        } = error.site;
        let kind = kind.name();
        let _ = writeln!(
            out,
            "  open: {kind} at {place} in {function}, if skipped calls do what they may"
        );
    }
}

/// An error that skipped calls may lead to, and that no input was found for.
struct UnrealisedError<'a> {
    site: &'a ErrorSite,
    /// Arms before it that no input takes.
    refuted: u64,
    /// Arms before it of which that is not known.
    open: u64,
}

/// Those that were not found to happen on another path.
fn errors(report: &Report) -> Vec<UnrealisedError<'_>> {
    let mut all: BTreeMap<&ErrorSite, UnrealisedError<'_>> = BTreeMap::new();
    for ((site, how), count) in &report.unrealised_errors {
        let findings = report.findings.list();
        let same = |found: &Finding| {
            (found.kind, &found.function, &found.place) == (site.kind, &site.function, &site.place)
        };
        if findings.iter().any(same) {
            continue;
        }
        let error = all.entry(site).or_insert(UnrealisedError {
            site,
            refuted: 0,
            open: 0,
        });
        match how {
            Closed::Infeasible => error.refuted += count,
            Closed::CutOff
            | Closed::Completed
            | Closed::AssumeFailed
            | Closed::Diverged
            | Closed::Unsupported
            | Closed::Unknown
            | Closed::Failed
            | Closed::BesideTargets
            | Closed::Subsumed
            | Closed::SubsumedForErrors => error.open += count,
        }
    }
    all.into_values().collect()
}

/// The same for other programs.
pub fn json(report: &Report) -> serde_json::Value {
    let lazy = &report.statistics.lazy;
    let errors = errors(report).into_iter().map(|error| {
        let (site, place) = (error.site, &error.site.place);
        serde_json::json!({
            "kind": site.kind.name(), "function": site.function,
            "file": place.file, "line": place.line, "column": place.column,
            "refuted": error.refuted, "open": error.open,
        })
    });
    serde_json::json!({
        "call_depth": lazy.call_depth,
        "skipped_calls": report.statistics.machine.skipped_calls,
        "unrealised_errors": errors.collect::<Vec<_>>(),
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
