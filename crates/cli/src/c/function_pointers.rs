//! To what pointers to functions in the arguments of a function under test may lead: the functions of the
//! program that have the type and whose address it takes somewhere, and one that stands for any other.

use super::unit::TypeNumbers;
use crate::Usage;
use ir::analysis::{functions_of, user_refers_to};
use ir::{
    FileId, Function, FunctionId, Global, Initialiser, Module, Parameter, Program, Reg, SourceType,
    SourceTypeId, Type,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::GivenFunction;
use vm::{PointerReading, Reading, STAND_IN, STAND_IN_WITHOUT_RESULT};

/// The variable that has the addresses of what stands for functions: so every analysis knows that they may
/// be called.
const TABLE: &str = "wf_stand_ins";

/// Functions that arguments may lead to.
#[derive(Default)]
pub struct FunctionPointers {
    /// By their types, which are resolved.
    pub candidates: BTreeMap<SourceTypeId, Vec<FunctionId>>,
    /// Those that stand for any other, with their types.
    pub stand_ins: Vec<(FunctionId, SourceTypeId)>,
    /// What was said of pointers.
    pub readings: Vec<PointerReading>,
    /// The file of the function under test.
    file: Option<FileId>,
}

impl FunctionPointers {
    /// The functions as tests need them, whose types have these numbers.
    pub fn described(&self, module: &Module, types: &TypeNumbers) -> Vec<GivenFunction> {
        let mut described: Vec<GivenFunction> = Vec::new();
        for (ty, functions) in &self.candidates {
            for &id in functions {
                let function = &module.functions[id.0 as usize];
                if described.iter().any(|known| known.name == function.name) {
                    continue;
                }
                let stands_in = self.stand_ins.iter().any(|(known, _)| *known == id);
                let result = function.results.first();
                let result = result.map_or("void", |&ty| vm::type_name(ty));
                described.push(GivenFunction {
                    name: function.name.clone(),
                    ty: types.of(ty.0).map(SourceTypeId),
                    stands_in: stands_in.then(|| result.to_owned()),
                    in_source: function.user && function.location.file == self.file,
                    internal: function.internal,
                });
            }
        }
        described
    }
}

/// A type of functions that a pointer among the arguments is declared with.
struct Pointed {
    ty: SourceTypeId,
    /// What it, or the pointer, is called.
    name: String,
}

/// Finds them for a function of a program, which is given those that stand for others, and variables that are inputs
/// beside its arguments; of some pointers it was said to which function they lead.
pub fn find(
    module: &mut Module,
    (function, variables): (&str, &[(String, SourceTypeId)]),
    told: &[(String, String)],
) -> anyhow::Result<FunctionPointers> {
    let mut found = FunctionPointers::default();
    let entry = module.find_function(function);
    let Some(entry) = entry.and_then(|id| module.function(id).ok()) else {
        return Ok(found);
    };
    let pointed = pointed_functions(module, &entry, variables);
    found.file = entry.location.file;
    let functions = functions_of(module);
    let taken = user_refers_to(module, &functions);
    let own: Vec<FunctionId> = (0..functions.len() as u32)
        .map(FunctionId)
        .filter(|id| taken[id.0 as usize])
        .filter(|id| can_be_named(&functions[id.0 as usize], entry.location.file))
        .collect();
    let mut names = BTreeSet::new();
    for Pointed { ty, name } in &pointed {
        let ty = *ty;
        let mut all: Vec<FunctionId> = Vec::new();
        let alike = found
            .stand_ins
            .iter()
            .find(|(_, known)| is_compatible(module, *known, ty));
        match alike {
            Some(&(stand_in, _)) => all.push(stand_in),
            None => {
                if let Some(function) = stand_in(module, ty, name, &mut names) {
                    let id = FunctionId(module.functions.len() as u32);
                    module.functions.push(Arc::new(function));
                    found.stand_ins.push((id, ty));
                    all.push(id);
                }
            }
        }
        let fitting = own.iter().filter(|id| {
            let function = &functions[id.0 as usize];
            has_type(module, function, ty) && takes_anything(module, function)
        });
        all.extend(fitting);
        found.candidates.insert(ty, all);
    }
    for (pointer, name) in told {
        let id = module.find_function(name);
        let function = id.and_then(|id| module.function(id).ok());
        let (Some(id), Some(function)) = (id, function) else {
            let message = format!("--input {pointer}: {name}: the program has no such function");
            return Err(Usage(message).into());
        };
        let types = pointed.iter().map(|pointed| pointed.ty);
        let fitting: Vec<SourceTypeId> = types
            .filter(|&ty| has_type(module, &function, ty))
            .collect();
        if fitting.is_empty() {
            let message = format!(
                "--input {pointer}: {name}: the arguments have no pointer to functions of its type"
            );
            return Err(Usage(message).into());
        }
        for ty in fitting {
            let all = found.candidates.entry(ty).or_default();
            if !all.contains(&id) {
                all.push(id);
            }
        }
        found.readings.push(PointerReading {
            pointer: pointer.clone(),
            reading: Reading::Function(id),
        });
    }
    if !found.stand_ins.is_empty() {
        module.globals.push(table(&found.stand_ins));
    }
    Ok(found)
}

/// False for functions of the program that are given memory of unknown type: what they take it for is known
/// to who registers them, so that any memory only makes them fail.
fn takes_anything(module: &Module, function: &Function) -> bool {
    let pointer_to_void = |ty: SourceTypeId| match module.source_type(module.resolved_type(ty)) {
        SourceType::Pointer { target } => {
            let target = module.source_type(module.resolved_type(*target));
            matches!(target, SourceType::Void)
        }
        _ => false,
    };
    let mut declared = function.parameters.iter().filter_map(|it| it.source_type);
    match function.user {
        true => !declared.any(pointer_to_void),
        // Of the library: streams and the like are memory of unknown type, too.
        false => ["malloc", "calloc", "realloc", "free"].contains(&function.name.as_str()),
    }
}

/// True for a function that tests of one in that file can name: linking has not renamed it.
fn can_be_named(function: &Function, file: Option<FileId>) -> bool {
    let seen = !function.internal || function.user && function.location.file == file;
    seen && !function.name.contains('.')
}

/// The types of functions that pointers in the arguments of a function, and in variables that are inputs, are declared
/// with.
fn pointed_functions(
    module: &Module,
    entry: &Function,
    variables: &[(String, SourceTypeId)],
) -> Vec<Pointed> {
    let parameters = entry.parameters.iter();
    let mut todo: Vec<(SourceTypeId, String)> = parameters
        .filter_map(|parameter| Some((parameter.source_type?, parameter.name.clone())))
        .collect();
    // The parts of structures passed in registers have types of their own.
    let declared = entry.source_parameters.iter();
    todo.extend(declared.map(|parameter| (parameter.ty, parameter.name.clone())));
    todo.extend(variables.iter().map(|(name, ty)| (*ty, name.clone())));
    todo.reverse();
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    while let Some((ty, name)) = todo.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match module.source_type(ty) {
            SourceType::Function { .. } => found.push(Pointed { ty, name }),
            SourceType::Typedef {
                name: typedef,
                target,
            } => {
                let name = match leads_to_function(module, ty) {
                    true => typedef.clone(),
                    false => name,
                };
                todo.push((*target, name));
            }
            SourceType::Pointer { target } | SourceType::Qualified { target, .. } => {
                todo.push((*target, name));
            }
            SourceType::Array { element, .. } => todo.push((*element, name)),
            SourceType::Record { members, .. } => {
                let members = members.iter().rev();
                todo.extend(members.map(|member| (member.ty, member.name.clone())));
            }
            SourceType::Void
            | SourceType::Int { .. }
            | SourceType::Float { .. }
            | SourceType::Enum { .. } => {}
        }
    }
    found
}

/// True for functions and pointers to them.
fn leads_to_function(module: &Module, ty: SourceTypeId) -> bool {
    let resolved = |ty| module.source_type(module.resolved_type(ty));
    match resolved(ty) {
        SourceType::Function { .. } => true,
        SourceType::Pointer { target } => matches!(resolved(*target), SourceType::Function { .. }),
        _ => false,
    }
}

/// A function without body that stands for any of a type: it returns any number, or null. `None` for one
/// that returns structures, or is given some.
fn stand_in(
    module: &Module,
    ty: SourceTypeId,
    name: &str,
    names: &mut BTreeSet<String>,
) -> Option<Function> {
    let SourceType::Function {
        result,
        parameters,
        variadic,
    } = module.source_type(ty)
    else {
        return None;
    };
    let results = match module.source_type(module.resolved_type(*result)) {
        SourceType::Void => Vec::new(),
        _ => vec![scalar(module, *result)?],
    };
    let prefix = match results[..] {
        [] | [Type::Ptr] => STAND_IN_WITHOUT_RESULT,
        _ => STAND_IN,
    };
    let (mut lowered, mut registers) = (Vec::new(), Vec::new());
    for &parameter in parameters {
        registers.push(scalar(module, parameter)?);
        lowered.push(Parameter {
            register: Reg(registers.len() as u32 - 1),
            name: String::new(),
            source_type: Some(parameter),
            pointee: None,
            by_value_size: None,
        });
    }
    let mut chosen = format!("{prefix}{name}");
    let mut number = 2;
    while !names.insert(chosen.clone()) {
        chosen = format!("{prefix}{name}_{number}");
        number += 1;
    }
    Some(Function {
        name: chosen,
        parameters: lowered,
        variadic: *variadic,
        results,
        source_result: Some(*result),
        registers,
        ..Function::default()
    })
}

/// How a value of a type is passed, if in one register.
fn scalar(module: &Module, ty: SourceTypeId) -> Option<Type> {
    match module.source_type(module.resolved_type(ty)) {
        SourceType::Int { name, .. } if matches!(&**name, "_Bool" | "bool") => Some(Type::Int(1)),
        SourceType::Int { width, .. } | SourceType::Enum { width, .. } => Some(Type::Int(*width)),
        SourceType::Float { format, .. } => Some(Type::Float(*format)),
        SourceType::Pointer { .. } => Some(Type::Ptr),
        _ => None,
    }
}

/// True if a function is of that type: as its source declares it, or, where debug information does not
/// tell, by what is passed.
fn has_type(module: &Module, function: &Function, ty: SourceTypeId) -> bool {
    let SourceType::Function {
        result,
        parameters,
        variadic,
    } = module.source_type(ty)
    else {
        return false;
    };
    if *variadic != function.variadic || function.throws {
        return false;
    }
    let declared: Option<Vec<SourceTypeId>> = match function.source_parameters.as_slice() {
        [] => function
            .parameters
            .iter()
            .map(|it| it.source_type)
            .collect(),
        declared => Some(declared.iter().map(|it| it.ty).collect()),
    };
    let returns = match (function.source_result, function.results.is_empty()) {
        (Some(own), _) => is_compatible(module, own, *result),
        (None, true) => matches!(
            module.source_type(module.resolved_type(*result)),
            SourceType::Void
        ),
        (None, false) => scalar(module, *result).is_some_and(|ty| function.results == [ty]),
    };
    let takes = match declared {
        Some(declared) => {
            let pairs = declared.iter().zip(parameters);
            declared.len() == parameters.len()
                && pairs
                    .into_iter()
                    .all(|(a, b)| is_compatible(module, *a, *b))
        }
        None => {
            let register = |it: &Parameter| function.registers.get(it.register.0 as usize);
            let passed = function.parameters.iter().map(|it| register(it).copied());
            let passed: Option<Vec<Type>> = passed.collect();
            let wanted: Option<Vec<Type>> =
                parameters.iter().map(|it| scalar(module, *it)).collect();
            wanted.is_some() && wanted == passed
        }
    };
    returns && takes
}

/// True if two types are one, what pointers lead to with its qualifiers: a `void (*)(char *)` takes no `void (const char *)`.
fn is_compatible(module: &Module, one: SourceTypeId, other: SourceTypeId) -> bool {
    if !module.same_type(one, other) {
        return false;
    }
    let mut todo = vec![(one, other)];
    // Types that are the same have an end.
    while let Some((one, other)) = todo.pop() {
        let (one, other) = (module.resolved_type(one), module.resolved_type(other));
        if one == other {
            continue;
        }
        match (module.source_type(one), module.source_type(other)) {
            (SourceType::Pointer { target: a }, SourceType::Pointer { target: b }) => {
                if qualifiers(module, *a) != qualifiers(module, *b) {
                    return false;
                }
                todo.push((*a, *b));
            }
            (
                SourceType::Function {
                    result: a,
                    parameters: of_a,
                    ..
                },
                SourceType::Function {
                    result: b,
                    parameters: of_b,
                    ..
                },
            ) => {
                todo.push((*a, *b));
                todo.extend(of_a.iter().copied().zip(of_b.iter().copied()));
            }
            _ => {}
        }
    }
    true
}

/// What may not be done with a value of a type, as its declaration or its `typedef`s say.
fn qualifiers(module: &Module, mut ty: SourceTypeId) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    // Types of damaged bitcode may be circles.
    for _ in 0..64 {
        ty = match module.source_type(ty) {
            SourceType::Typedef { target, .. } => *target,
            SourceType::Qualified { qualifier, target } => {
                found.insert(&**qualifier);
                *target
            }
            _ => break,
        };
    }
    found
}

/// A variable with the addresses of functions.
fn table(functions: &[(FunctionId, SourceTypeId)]) -> Global {
    let entries = functions.iter().enumerate();
    Global {
        name: TABLE.to_owned(),
        size: 8 * functions.len() as u64,
        align: 8,
        constant: true,
        external: false,
        initialisers: entries
            .map(|(number, (id, _))| (8 * number as u64, Initialiser::Function(*id)))
            .collect(),
        source_type: None,
        user: false,
    }
}
