//! Arguments of a function under test that are made by calls of the program's own functions (`--input
//! 'p: FUNCTION'`): a function that makes them and calls it is compiled behind the source, and is explored
//! in its place.

use super::entry::function_entry;
use crate::Usage;
use crate::arguments::ProgramOptions;
use crate::plan::CPlan;
use anyhow::Context;
use ir::{Function, Program, SourceType, SourceTypeId};
use llvm::Build;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use suite::unit::{MadeArgument, Making};
use suite::{EntryPoint, Unit};

/// What the functions are called that make arguments: this, and the name of the function under test.
const PREFIX: &str = "made_";
/// Where the source with such a function is, in the directory of what is built.
const SOURCE: &str = "made.c";

/// A function that makes an argument.
struct Maker {
    number: usize,
    name: String,
    unit: Unit,
    making: Making,
}

/// The plan in which arguments are made by calls; `None` if no option says so. The program is `build`.
pub fn plan(c: &CPlan, build: &Build, work: &Path) -> anyhow::Result<Option<CPlan>> {
    let Some(function) = c.function.as_ref().filter(|_| !c.functions.is_empty()) else {
        return Ok(None);
    };
    let sources = c.sources.files.iter();
    let sources: Vec<PathBuf> = sources
        .map(|path| {
            path.canonicalize()
                .with_context(|| path.display().to_string())
        })
        .collect::<anyhow::Result<_>>()?;
    let declared = declared(build, function)?;
    let (mut made, mut others) = (Vec::new(), Vec::new());
    for (pointer, by) in &c.functions {
        let number = declared.iter().position(|(name, _)| name == pointer);
        let Some((number, ty)) = number.map(|number| (number, declared[number].1)) else {
            others.push((pointer.clone(), by.clone()));
            continue;
        };
        if points_to_function(&build.module, ty) {
            others.push((pointer.clone(), by.clone()));
            continue;
        }
        made.push(maker(build, &sources, (pointer, by), (number, ty))?);
    }
    if made.is_empty() {
        return Ok(None);
    }
    let (entry, unit, _) = function_entry(function, build, &sources, c.sources.optimise, &[])?;
    let EntryPoint::Function {
        source: Some(source),
        variadic: false,
        ..
    } = entry
    else {
        let message = "--input: arguments are made only for functions that have a C source, and a fixed \
                       number of parameters";
        return Err(Usage(message.to_owned()).into());
    };
    let name = format!("{PREFIX}{function}");
    let text = unit.and_then(|unit| {
        let arguments: Vec<MadeArgument<'_>> = made
            .iter()
            .map(|made| MadeArgument {
                number: made.number,
                by: (&made.unit, &made.name),
                making: made.making,
            })
            .collect();
        suite::unit::making(&source, (&unit, function), &name, &arguments)
    });
    let Some(text) = text else {
        let message = format!(
            "--input: C has no words for a type of {function}, such as a structure without name"
        );
        return Err(Usage(message).into());
    };
    let file = work.join(SOURCE);
    std::fs::write(&file, text).with_context(|| file.display().to_string())?;
    let files = c.sources.files.iter().zip(&sources);
    let files = files.map(|(given, known)| match *known == source {
        true => file.clone(),
        false => given.clone(),
    });
    Ok(Some(CPlan {
        sources: ProgramOptions {
            files: files.collect(),
            ..c.sources.clone()
        },
        function: Some(name),
        functions: others,
        ..c.clone()
    }))
}

/// Names and types of the parameters of a function, as its source has them.
fn declared(build: &Build, function: &str) -> anyhow::Result<Vec<(String, SourceTypeId)>> {
    let function = found(build, function).ok_or_else(|| {
        Usage(format!(
            "--function {function}: the program has no such function"
        ))
    })?;
    Ok(match function.source_parameters.as_slice() {
        [] => function
            .parameters
            .iter()
            .filter_map(|it| Some((it.name.clone(), it.source_type?)))
            .collect(),
        declared => declared.iter().map(|it| (it.name.clone(), it.ty)).collect(),
    })
}

fn found(build: &Build, name: &str) -> Option<Arc<Function>> {
    let id = build.module.find_function(name)?;
    build.module.function(id).ok()
}

fn points_to_function(module: &ir::Module, ty: SourceTypeId) -> bool {
    match module.source_type(module.resolved_type(ty)) {
        SourceType::Pointer { target } => {
            let target = module.source_type(module.resolved_type(*target));
            matches!(target, SourceType::Function { .. })
        }
        _ => false,
    }
}

/// The function of that name, which makes an argument of that number and type.
fn maker(
    build: &Build,
    sources: &[PathBuf],
    (pointer, name): (&str, &str),
    (number, ty): (usize, SourceTypeId),
) -> anyhow::Result<Maker> {
    let refused = |why: &str| Usage(format!("--input {pointer}: {name}: {why}"));
    let function = found(build, name).ok_or_else(|| refused("the program has no such function"))?;
    let module = &build.module;
    let first = declared(build, name)?.first().map(|(_, ty)| *ty);
    let returns = function
        .source_result
        .is_some_and(|own| module.same_type(own, ty));
    let making = match first {
        _ if returns => Making::Returned,
        Some(first) if module.same_type(first, ty) => Making::Filled,
        _ => {
            let why =
                "it neither returns what the pointer leads to, nor is it given its address first";
            return Err(refused(why).into());
        }
    };
    let (entry, unit, _) = function_entry(name, build, sources, 0, &[])?;
    let fixed = matches!(
        entry,
        EntryPoint::Function {
            variadic: false,
            ..
        }
    );
    let unit = unit.filter(|_| fixed);
    Ok(Maker {
        number,
        name: name.to_owned(),
        unit: unit.ok_or_else(|| refused("C has no words for its type"))?,
        making,
    })
}
