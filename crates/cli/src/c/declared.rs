//! What the declaration of the function under test says of its pointers: `int v[static 4]` and
//! `__attribute__((nonnull))`, which clang hands on; and that options speak of parameters that there are.

use super::free_globals::FreeGlobals;
use crate::Usage;
use crate::input_options;
use crate::plan::CPlan;
use ir::{Function, Parameter, Program, SourceType};
use llvm::Build;
use vm::{Count, PointerReading, Reading};

/// Arrays are objects, which have no more than so many bytes.
fn refuse_large_array(
    build: &Build,
    parameter: &Parameter,
    told: &[PointerReading],
) -> anyhow::Result<()> {
    let module = &build.module;
    let ty = parameter
        .source_type
        .map(|ty| module.source_type(module.resolved_type(ty)));
    let Some(SourceType::Pointer { target }) = ty else {
        return Ok(());
    };
    let each = module.size_of_type(*target).unwrap_or(1);
    for told in told.iter().filter(|it| it.pointer == parameter.name) {
        if let Reading::Array(Count::Number(count)) = told.reading {
            let option = format!("--input {}: array({count})", told.pointer);
            input_options::size(&option, count.saturating_mul(each))?;
        }
    }
    Ok(())
}

/// What the declaration says of pointers of which the options in `told` say nothing; `lengths` are numbers of parameters and
/// of those that it says to count their elements.
pub fn readings(
    c: &CPlan,
    build: &Build,
    (told, lengths): (&[PointerReading], &[(usize, usize)]),
    free: &FreeGlobals,
) -> anyhow::Result<Vec<PointerReading>> {
    let Some(name) = &c.function else {
        return Ok(Vec::new());
    };
    let id = build.module.find_function(name);
    let function = id.and_then(|id| build.module.function(id).ok());
    let signature = build.signatures.get(name);
    let (Some(function), Some(signature)) = (function, signature) else {
        return Ok(Vec::new());
    };
    refuse_other_names(name, &function, (told, free))?;
    let mut declared = Vec::new();
    let mut number = 0;
    for passed in &signature.parameters {
        let parameter = function.parameters.get(number);
        number += passed.parts;
        let Some(parameter) =
            parameter.filter(|it| passed.by_value.is_none() && !it.name.is_empty())
        else {
            continue;
        };
        let mut say = |reading| {
            declared.push(PointerReading {
                pointer: parameter.name.clone(),
                reading,
            });
        };
        let ty = parameter
            .source_type
            .map(|ty| build.module.resolved_type(ty));
        let ty = ty.map(|ty| build.module.source_type(ty));
        // The caller passes the address of an object of C++, where that is passed by value.
        let object = matches!(ty, Some(SourceType::Record { .. })) && passed.kind == "ptr";
        if passed.not_null || object {
            say(Reading::NonNull);
        }
        refuse_large_array(build, parameter, told)?;
        let known = told.iter().filter(|it| it.pointer == parameter.name);
        let mut known = known.filter(|it| it.reading != Reading::NonNull);
        if known.next().is_some() {
            continue;
        }
        if object {
            say(Reading::Array(Count::Number(1)));
        }
        let element = ty.and_then(|ty| match ty {
            SourceType::Pointer { target } => build.module.size_of_type(*target),
            _ => None,
        });
        let elements = passed.bytes_there / element.unwrap_or(1).max(1);
        let count = counted_by(&function, &parameter.name, lengths);
        let untyped = element.is_none();
        if let Some(count) = count {
            let count = Count::Input(count.into());
            say(match untyped {
                true => Reading::Bytes(count),
                false => Reading::Array(count),
            });
        // One may be the first of more.
        } else if elements > 1 {
            say(Reading::Array(Count::Number(elements)));
        }
    }
    Ok(declared)
}

/// The name of the parameter that says how many elements one has.
fn counted_by<'a>(
    function: &'a Function,
    pointer: &str,
    lengths: &[(usize, usize)],
) -> Option<&'a str> {
    let name = |number: usize| match function.source_parameters.as_slice() {
        [] => function.parameters.get(number).map(|it| it.name.as_str()),
        declared => declared.get(number).map(|it| it.name.as_str()),
    };
    let mut lengths = lengths.iter();
    let (_, count) = lengths.find(|(of, _)| name(*of) == Some(pointer))?;
    name(*count).filter(|name| !name.is_empty())
}

/// Finds options about pointers, and lengths of pointers, that are no parameters of the function.
fn refuse_other_names(
    name: &str,
    function: &Function,
    (told, free): (&[PointerReading], &FreeGlobals),
) -> anyhow::Result<()> {
    let parameters = function.parameters.iter().map(|it| it.name.as_str());
    let declared = function.source_parameters.iter().map(|it| it.name.as_str());
    let free = free.named_types();
    let variables = free.iter().map(|(name, _)| name.as_str());
    let known: Vec<&str> = parameters.chain(declared).chain(variables).collect();
    if known.iter().any(|name| name.is_empty()) {
        return Ok(());
    }
    for PointerReading { pointer, reading } in told {
        let number = match reading {
            Reading::Array(Count::Input(number)) | Reading::Bytes(Count::Input(number)) => {
                Some(&**number)
            }
            Reading::NonNull
            | Reading::Apart
            | Reading::Text
            | Reading::Array(Count::Number(_))
            | Reading::Bytes(Count::Number(_))
            | Reading::Function(_) => None,
        };
        for said in [Some(pointer.as_str()), number].into_iter().flatten() {
            let first = said.trim_start_matches(['(', '*']);
            let end = first.find(|c: char| !c.is_alphanumeric() && c != '_');
            let first = &first[..end.unwrap_or(first.len())];
            if !known.contains(&first) {
                let message = format!("--input {pointer}: {name} has no parameter {first}");
                return Err(Usage(message).into());
            }
        }
    }
    Ok(())
}
