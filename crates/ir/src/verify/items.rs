//! Rules of source types, globals and names.

use super::{Errors, Place, Problem};
use crate::{Global, Initialiser, Program, SourceType, SourceTypeId};
use rustc_hash::FxHashSet;

pub(super) fn check(errors: &mut Errors) {
    for (index, ty) in errors.module.source_types.iter().enumerate() {
        let id = SourceTypeId(index as u32);
        for part in parts(ty) {
            errors.check_source_type(|| Place::SourceType(id), Some(part));
        }
    }
    check_infinite_types(errors);
    for global in &errors.module.globals {
        check_global(errors, global);
    }
    let mut visible = FxHashSet::default();
    for function in errors
        .module
        .functions
        .iter()
        .filter(|function| !function.internal)
    {
        if !visible.insert(&function.name) {
            errors.report(
                Place::Function(function.name.clone()),
                Problem::DuplicateFunction,
            );
        }
    }
}

/// Types that a type mentions.
fn parts(ty: &SourceType) -> Vec<SourceTypeId> {
    match ty {
        SourceType::Void
        | SourceType::Int { .. }
        | SourceType::Float { .. }
        | SourceType::Enum { .. } => Vec::new(),
        SourceType::Pointer { target }
        | SourceType::Typedef { target, .. }
        | SourceType::Qualified { target, .. } => vec![*target],
        SourceType::Array { element, .. } => vec![*element],
        SourceType::Record { members, .. } => members.iter().map(|member| member.ty).collect(),
        SourceType::Function {
            result, parameters, ..
        } => std::iter::once(*result)
            .chain(parameters.iter().copied())
            .collect(),
    }
}

/// Types that a type holds in itself; following them must end.
fn contents(ty: &SourceType) -> Vec<SourceTypeId> {
    match ty {
        SourceType::Pointer { .. } | SourceType::Function { .. } => Vec::new(),
        SourceType::Void
        | SourceType::Int { .. }
        | SourceType::Float { .. }
        | SourceType::Enum { .. }
        | SourceType::Typedef { .. }
        | SourceType::Qualified { .. }
        | SourceType::Array { .. }
        | SourceType::Record { .. } => parts(ty),
    }
}

/// Depth-first search with an explicit stack; a type on the stack met again contains itself.
fn check_infinite_types(errors: &mut Errors) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let types = &errors.module.source_types;
    let mut states = vec![State::New; types.len()];
    let mut infinite = Vec::new();
    for root in 0..types.len() {
        if states[root] != State::New {
            continue;
        }
        states[root] = State::Open;
        let mut stack = vec![(root, contents(&types[root]))];
        while let Some((at, rest)) = stack.last_mut() {
            let Some(next) = rest.pop() else {
                states[*at] = State::Done;
                stack.pop();
                continue;
            };
            let next = next.0 as usize;
            match states.get(next) {
                None | Some(State::Done) => {}
                Some(State::Open) => infinite.push(next),
                Some(State::New) => {
                    states[next] = State::Open;
                    stack.push((next, contents(&types[next])));
                }
            }
        }
    }
    infinite.sort_unstable();
    infinite.dedup();
    for index in infinite {
        errors.report(
            Place::SourceType(SourceTypeId(index as u32)),
            Problem::InfiniteType,
        );
    }
}

fn check_global(errors: &mut Errors, global: &Global) {
    let place = || Place::Global(global.name.clone());
    errors.check_source_type(place, global.source_type);
    if !global.align.is_power_of_two() {
        errors.report(place(), Problem::Alignment(global.align));
    }
    if global.external && !global.initialisers.is_empty() {
        errors.report(place(), Problem::ExternalContents);
    }
    let mut end = 0_u64;
    for (offset, initialiser) in &global.initialisers {
        let size = match initialiser {
            Initialiser::Bytes(bytes) => bytes.len() as u64,
            Initialiser::Global(id, _) => {
                if id.0 as usize >= errors.module.globals.len() {
                    errors.report(place(), Problem::NoSuchGlobal(*id));
                }
                errors.module.pointer_size()
            }
            Initialiser::Function(id) => {
                if id.0 as usize >= errors.module.functions.len() {
                    errors.report(place(), Problem::NoSuchFunction(*id));
                }
                errors.module.pointer_size()
            }
        };
        match offset.checked_add(size) {
            Some(next) if *offset >= end && next <= global.size => end = next,
            _ => errors.report(place(), Problem::Contents(*offset)),
        }
    }
}
