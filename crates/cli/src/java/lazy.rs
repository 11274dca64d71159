//! `--lazy` and `--call-depth` for Java: which methods may be skipped.

use super::program::{Classes, function_name};
use crate::Usage;
use crate::lazy::{LazyPlan, returned_pointers};
use crate::name_pattern::matches;
use crate::subject::StartPoint;
use explore::Start;
use ir::analysis::{
    CallGraph, LeftPointers, PlainEffects, PlainWorld, PointerSource, PointerSources, functions_of,
    left_pointers, plain_effects,
};
use ir::{Function, FunctionId, InstructionKind, Program as _, SelectorId, Type};
use jvm::{Program, function_name as names};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use vm::{ChangedObjects, SkippedFunction, SkippedFunctions};

/// Calls from one method of the JDK to another that are followed to find out what a method changes.
const CALLS_IN_JDK: u32 = 8;
/// Functions that are looked at for that.
const MOST_FUNCTIONS: usize = 20_000;
/// Depth of the frame of the method under test: what makes its inputs calls it.
const DEPTH_OF_METHOD: u32 = 1;

/// The methods whose calls may be skipped: what they may change on their plain ways can be told, and which references
/// they return.
///
/// # Errors
/// If a name is that of no method or class.
pub fn skipped_methods(
    plan: &LazyPlan,
    classes: &Classes,
    starts: &[StartPoint],
) -> anyhow::Result<SkippedFunctions> {
    let program = &*classes.program;
    let entries: Vec<FunctionId> = starts
        .iter()
        .filter_map(|start| match start.start {
            Start::Function(entry) => Some(entry),
            Start::Main(_) => None,
        })
        .collect();
    let closed = closed_selectors(classes, &entries);
    load(program, &entries, &closed);
    let functions = functions_of(program);
    check_names(plan, &functions)?;
    let calls = CallGraph::new(program, &functions);
    let world = PlainWorld {
        initialises: &|id| program.initialises_class(id),
        is_closed: &|selector| closed.contains(&selector),
    };
    let effects = plain_effects(&functions, &calls, &world);
    let pointers = left_pointers(&functions, &calls, world.is_closed);
    let under_test: HashSet<&str> = classes
        .methods
        .iter()
        .map(|method| method.class_name.as_str())
        .collect();
    let mut skipped = SkippedFunctions::default();
    for ((id, function), effects) in (0..).map(FunctionId).zip(&functions).zip(&effects) {
        let Some(from_depth) = from_depth(plan, function, &under_test) else {
            continue;
        };
        match changes(function, effects, &pointers[id.0 as usize]) {
            Some(changes) => {
                let changes = SkippedFunction {
                    from_depth: DEPTH_OF_METHOD.saturating_add(from_depth),
                    ..changes
                };
                skipped.insert(id, Arc::new(changes));
            }
            None if effects.decides && is_named(&plan.functions, &function.name) => eprintln!(
                "wayfarer: warning: --lazy-functions: {} is expanded: what it changes, or which reference it \
                 returns, cannot be told",
                function.name
            ),
            None => {}
        }
    }
    Ok(skipped)
}

/// Virtual methods whose implementations are all known.
fn closed_selectors(classes: &Classes, entries: &[FunctionId]) -> BTreeSet<SelectorId> {
    let mut names: Vec<String> = classes.methods.iter().map(function_name).collect();
    names.dedup();
    match classes.program.closed_world(&names, entries) {
        Ok(world) => world.closed,
        Err(why) => {
            eprintln!("wayfarer: warning: methods that make virtual calls are expanded: {why}");
            BTreeSet::new()
        }
    }
}

/// Loads what the starts call.
fn load(program: &Program, entries: &[FunctionId], closed: &BTreeSet<SelectorId>) {
    let mut seen: HashSet<FunctionId> = entries.iter().copied().collect();
    let mut todo: Vec<(FunctionId, u32)> = entries.iter().map(|&entry| (entry, 0)).collect();
    while let Some((id, in_jdk)) = todo.pop() {
        let Ok(function) = program.function(id) else {
            continue;
        };
        let in_jdk = match program.is_of_user(id) {
            true => 0,
            false => in_jdk + 1,
        };
        if in_jdk > CALLS_IN_JDK || seen.len() >= MOST_FUNCTIONS {
            continue;
        }
        for callee in callees(program, &function, closed) {
            if seen.insert(callee) {
                todo.push((callee, in_jdk));
            }
        }
    }
}

fn callees(
    program: &Program,
    function: &Function,
    closed: &BTreeSet<SelectorId>,
) -> Vec<FunctionId> {
    let mut callees = Vec::new();
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        match &instruction.kind {
            InstructionKind::Call { function, .. } => callees.push(*function),
            InstructionKind::CallVirtual { selector, .. } if closed.contains(selector) => {
                let objects = program.objects();
                callees.extend(
                    objects
                        .into_iter()
                        .flat_map(|it| it.implementations(*selector)),
                );
            }
            _ => {}
        }
    }
    callees
}

/// A method as patterns may mean it: with and without its descriptor, or its class.
fn is_named(patterns: &[String], name: &str) -> bool {
    let method = names::path(name);
    let class = class_of(name);
    patterns
        .iter()
        .any(|pattern| [name, method, class].iter().any(|it| matches(pattern, it)))
}

/// The class in the name of a function.
fn class_of(name: &str) -> &str {
    names::class(name).unwrap_or(names::path(name))
}

fn check_names(plan: &LazyPlan, functions: &[Arc<Function>]) -> anyhow::Result<()> {
    for pattern in plan.functions.iter().chain(&plan.expand) {
        let one = std::slice::from_ref(pattern);
        if !functions.iter().any(|it| is_named(one, &it.name)) {
            let message = format!("--lazy: what is explored calls no method or class `{pattern}`");
            return Err(Usage(message).into());
        }
    }
    Ok(())
}

/// The depth from which on calls of a method are to be skipped, if any are; calls that the method under test makes are
/// at 0.
fn from_depth(plan: &LazyPlan, function: &Function, under_test: &HashSet<&str>) -> Option<u32> {
    if function.is_declaration() || is_named(&plan.expand, &function.name) {
        return None;
    }
    let wanted = match plan.functions.is_empty() {
        true => !under_test.contains(class_of(&function.name)),
        false => is_named(&plan.functions, &function.name),
    };
    match plan.lazily && wanted {
        true => Some(0),
        false => plan.call_depth,
    }
}

/// What a call of a method changes, if it can be replaced by fresh values of that.
fn changes(
    function: &Function,
    effects: &PlainEffects,
    pointers: &LeftPointers,
) -> Option<SkippedFunction> {
    let values = match function.throws {
        true => function.results.split_last()?.1,
        false => &function.results[..],
    };
    // Who enters what has but one plain way has no more ways than who skips it.
    let returns_reference = values.contains(&Type::Ptr);
    let returned = &pointers.returned;
    let unknown = returns_reference && (returned.is_unknown() || !are_references(returned));
    if !effects.can_be_told() || !effects.decides || unknown {
        return None;
    }
    Some(SkippedFunction {
        may_not_return: effects.loops,
        pointers: returns_reference.then(|| returned_pointers(pointers)),
        objects: Some(ChangedObjects {
            fields: effects.fields.iter().copied().collect(),
            elements: effects.elements.iter().copied().collect(),
            statics: effects.statics.iter().copied().collect(),
            other_ways: effects.other_ways,
            throws: function.throws,
        }),
        ..SkippedFunction::default()
    })
}

/// True if references come from arguments, fields of these, and static fields.
fn are_references(sources: &PointerSources) -> bool {
    sources.from.keys().all(|source| match source {
        PointerSource::Argument(_) | PointerSource::StaticField(..) | PointerSource::Field(..) => {
            true
        }
        PointerSource::Global(_) | PointerSource::Loaded | PointerSource::Statics(_) => false,
    })
}
