//! The function under test: how it is called, and its arguments on a path.

use super::unit::{TypeNumbers, unit};
use crate::Usage;
use ir::{Program, SourceTypeId};
use std::path::{Path, PathBuf};
use suite::{
    After, Entry, EntryPoint, FunctionParameter, InputValue, Left, LeftState, Pointer, Region, Unit,
};
use vm::{AfterKind, EntryAfter, EntryImage, EntryPointer, EntryRegion, ObjectAfter};

/// How tests of a function have its arguments.
#[derive(Default)]
pub struct Arguments {
    /// How many parameters of the intermediate representation each parameter is.
    pub parts: Vec<usize>,
    /// The types that the suite knows.
    pub types: TypeNumbers,
}

/// The function of that name as an entry point, as its source has it, and how tests have its arguments, for
/// which they need more types than its own.
pub fn function_entry(
    name: &str,
    build: &llvm::Build,
    sources: &[PathBuf],
    optimise: u8,
    more_types: &[SourceTypeId],
) -> anyhow::Result<(EntryPoint, Option<Unit>, Arguments)> {
    let Some(signature) = build.signatures.get(name) else {
        let message = format!("--function {name}: the program has no such function");
        return Err(Usage(message).into());
    };
    if signature.internal && optimise > 0 {
        let message = format!(
            "--function {name}: it is static, and --optimise may change how such a function is \
             called; leave out --optimise"
        );
        return Err(Usage(message).into());
    }
    let parts = signature.parameters.iter().map(|p| p.parts).collect();
    let id = build.module.find_function(name);
    let function = id.and_then(|id| build.module.function(id).ok());
    let file = function
        .as_ref()
        .and_then(|function| function.location.file);
    let file = file.map(|file| Path::new(build.module.file(file)));
    let mut names = function_names(build, name);
    let parameters = signature.parameters.iter().map(|parameter| {
        let (by_value_size, by_value_align) = parameter.by_value.unzip();
        let mut own = names.by_ref().take(parameter.parts);
        let name = own.next().unwrap_or_default();
        own.for_each(drop);
        FunctionParameter {
            // The parts of a vector are numbered.
            name: match parameter.parts {
                1 => name,
                _ => name.trim_end_matches(".0").to_owned(),
            },
            kind: parameter.kind.clone(),
            signed: parameter.signed,
            by_value_size,
            by_value_align,
        }
    });
    let parameters: Vec<FunctionParameter> = parameters.collect();
    let declared =
        function.and_then(|function| unit(&build.module, &function, &parameters, more_types));
    let (unit, types) = declared.unzip();
    let entry = EntryPoint::Function {
        name: name.to_owned(),
        readable: suite::cpp_names::demangled(name),
        parameters,
        variadic: signature.variadic,
        internal: signature.internal,
        source: defining_source(sources, file),
    };
    let types = types.unwrap_or_default();
    Ok((entry, unit, Arguments { parts, types }))
}

fn function_names(build: &llvm::Build, name: &str) -> std::vec::IntoIter<String> {
    let id = build.module.find_function(name);
    let function = id.and_then(|id| build.module.function(id).ok());
    let names: Vec<String> = function.map_or_else(Vec::new, |function| {
        let parameters = function.parameters.iter();
        parameters.map(|p| p.name.clone()).collect()
    });
    names.into_iter()
}

/// The source on the command line that defines the function. One in a header belongs to any.
fn defining_source(sources: &[PathBuf], file: Option<&Path>) -> Option<PathBuf> {
    let same = |source: &&PathBuf| {
        file.and_then(|file| file.canonicalize().ok())
            .is_some_and(|file| file == **source)
    };
    let only = || match sources {
        [source] => Some(source),
        _ => None,
    };
    sources.iter().find(same).or_else(only).cloned()
}

/// The arguments of a path. `inputs` are the free values in them.
pub fn entry(image: &EntryImage, arguments: &Arguments, inputs: Vec<InputValue>) -> Entry {
    let mut rest = image.parameters.as_slice();
    let mut parameters = Vec::new();
    for &count in &arguments.parts {
        let (own, others) = rest.split_at(count.min(rest.len()));
        rest = others;
        parameters.push(match own {
            [one] => region(one),
            parts => vector(parts),
        });
    }
    Entry {
        inputs,
        parameters,
        objects: image
            .objects
            .iter()
            .map(|it| object(it, arguments))
            .collect(),
        after: image
            .after
            .as_ref()
            .map(|after| self::after(after, &image.objects)),
    }
}

fn object(image: &EntryRegion, arguments: &Arguments) -> Region {
    let element = image
        .element
        .and_then(|element| arguments.types.of(element));
    Region {
        element,
        ..region(image)
    }
}

/// What the function left; `before` are the objects of the arguments.
fn after(after: &EntryAfter, before: &[EntryRegion]) -> After {
    let objects = after.objects.iter().enumerate();
    let objects = objects.map(|(number, object)| left(object, before.get(number)));
    After {
        result: after.result.as_ref().map(|result| left(result, None)),
        objects: objects.collect(),
    }
}

fn left(object: &ObjectAfter, before: Option<&EntryRegion>) -> Left {
    let same = |before: &EntryRegion| {
        let made = Region::new(
            String::new(),
            object.bytes.clone(),
            pointers(&object.pointers),
        );
        let before = region(before);
        object.unknown.is_empty()
            && (made.size, &made.bytes, &made.pointers)
                == (before.size, &before.bytes, &before.pointers)
    };
    let state = match (object.kind, before) {
        (AfterKind::Freed, _) => LeftState::Freed,
        (AfterKind::Global, _) => LeftState::Global,
        (AfterKind::Live, None) => LeftState::New,
        (AfterKind::Live, Some(before)) if same(before) => LeftState::Unchanged,
        (AfterKind::Live, Some(_)) => LeftState::Changed,
    };
    let told = !matches!(state, LeftState::Unchanged | LeftState::Freed);
    let bytes = if told {
        object.bytes.clone()
    } else {
        Vec::new()
    };
    let to = if told {
        pointers(&object.pointers)
    } else {
        Vec::new()
    };
    let region = Region::new(String::new(), bytes, to);
    Left {
        state,
        size: region.size,
        bytes: region.bytes,
        pointers: region.pointers,
        unknown: object.unknown.clone(),
    }
}

/// A vector, which the machine has in parts.
fn vector(parts: &[EntryRegion]) -> Region {
    let name = parts.first().map_or("", |part| &part.name);
    let bytes = parts.iter().flat_map(|part| part.bytes.iter().copied());
    let values = parts
        .iter()
        .map(|part| suite::format_value(&part.ty, &part.bytes));
    let value = values.collect::<Vec<_>>().join(", ");
    Region {
        value: Some(format!("{{{value}}}")),
        ..Region::new(
            name.trim_end_matches(".0").to_owned(),
            bytes.collect(),
            Vec::new(),
        )
    }
}

fn region(region: &EntryRegion) -> Region {
    let value = match (region.ty.as_str(), region.pointers.is_empty()) {
        ("bytes" | "function" | "variable", _) | ("pointer", false) => None,
        ("pointer", true) => Some("null".to_owned()),
        (ty, _) => Some(suite::format_value(ty, &region.bytes)),
    };
    let made = Region::new(
        region.name.clone(),
        region.bytes.clone(),
        pointers(&region.pointers),
    );
    Region {
        value,
        function: (region.ty == "function").then(|| region.name.clone()),
        variable: (region.ty == "variable").then(|| region.name.clone()),
        ..made
    }
}

fn pointers(pointers: &[EntryPointer]) -> Vec<Pointer> {
    let pointers = pointers.iter().map(|pointer| Pointer {
        offset: pointer.offset,
        object: pointer.object,
        target: pointer.target,
    });
    pointers.collect()
}
