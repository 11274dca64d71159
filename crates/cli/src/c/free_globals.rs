//! Variables of the program that are inputs of the function under test (`--free-globals`): which it may look at, which
//! of them can be free, and what the program stores to them.

use super::made_arguments::PREFIX;
use super::named_variables::{of_code, with_what_they_lead_to};
use super::unit::TypeNumbers;
use crate::{Usage, name_pattern};
use ir::analysis::{CallGraph, functions_of};
use ir::{
    Constant, FileId, Function, FunctionId, GlobalId, Initialiser, InstructionKind, Module,
    Operand, Program, SourceType, SourceTypeId,
};
use llvm::{Build, Variable};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::FreeVariable;
use vm::FreeGlobal;

/// Types whose values only the C library makes.
const OF_LIBRARY: [&str; 9] = [
    "FILE",
    "DIR",
    "sem_t",
    "mtx_t",
    "cnd_t",
    "once_flag",
    "jmp_buf",
    "sigjmp_buf",
    "va_list",
];

/// Variables that are inputs.
#[derive(Default)]
pub struct FreeGlobals {
    /// For the machine.
    pub free: Vec<FreeGlobal>,
    /// For tests, but for types; with their own.
    variables: Vec<(FreeVariable, SourceTypeId)>,
    /// Those that are as they are initialised, and why.
    kept: Vec<(String, &'static str)>,
}

impl FreeGlobals {
    /// The variables as tests need them, whose types have these numbers.
    pub fn described(&self, types: &TypeNumbers) -> Vec<FreeVariable> {
        let described = self.variables.iter().map(|(variable, ty)| FreeVariable {
            ty: types.of(ty.0).map(SourceTypeId),
            ..variable.clone()
        });
        described.collect()
    }

    /// Their types.
    pub fn types(&self) -> Vec<SourceTypeId> {
        self.variables.iter().map(|(_, ty)| *ty).collect()
    }

    /// Their names and types.
    pub fn named_types(&self) -> Vec<(String, SourceTypeId)> {
        let all = self.variables.iter();
        all.map(|(it, ty)| (it.name.clone(), *ty)).collect()
    }

    /// What the summary says of them, a line each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let names: Vec<&str> = self.variables.iter().map(|(it, _)| &*it.name).collect();
        notes.push(match names.is_empty() {
            true => "no variables of the program are inputs".to_owned(),
            false => format!(
                "variables of the program that are inputs: {}",
                names.join(", ")
            ),
        });
        let kept = self
            .kept
            .iter()
            .map(|(name, why)| format!("{name} ({why})"));
        let kept = kept.collect::<Vec<_>>().join(", ");
        if !kept.is_empty() {
            notes.push(format!("variables as they are initialised: {kept}"));
        }
        notes
    }
}

/// The variables that names of the option mean, in which `*` stands for any characters: among those that the function may look at.
pub fn find(
    patterns: &[String],
    build: &Build,
    module: &Module,
    entry: &str,
) -> anyhow::Result<FreeGlobals> {
    let mut found = FreeGlobals::default();
    let Some(entry) = module.find_function(entry).filter(|_| !patterns.is_empty()) else {
        return Ok(found);
    };
    let functions = functions_of(module);
    let calls = CallGraph::new(module, &functions);
    let looked_at =
        with_what_they_lead_to(module, referred_to(&functions, &calls.reachable(&[entry])));
    let set_up = match module.find_function(vm::INITIALISE) {
        Some(initialise) => referred_to(&functions, &calls.reachable(&[initialise])),
        None => BTreeSet::new(),
    };
    let linked = &build.variables;
    let own = unit_files(&functions, &calls, entry);
    let named_there = named_in(&functions, &own);
    let stores = super::stored_values::of(module, &functions);
    for pattern in patterns {
        let is_meant = |id: &&GlobalId| {
            let global = &module.globals[id.0 as usize];
            global.user && name_pattern::matches(pattern, &global.name)
        };
        if !pattern.contains('*') && !looked_at.iter().any(|id| is_meant(&id)) {
            let message = format!(
                "--free-globals {pattern}: the function under test looks at no such variable"
            );
            return Err(Usage(message).into());
        }
    }
    for &id in &looked_at {
        let global = &module.globals[id.0 as usize];
        let mut patterns = patterns.iter();
        let is_meant = patterns.any(|pattern| name_pattern::matches(pattern, &global.name));
        if !global.user || global.constant || global.size == 0 || !is_meant {
            continue;
        }
        let stored = stores.get(&id).cloned();
        let stored = stored.unwrap_or(vm::StoredValues::Only(Vec::new()));
        let is_stored = stored != vm::StoredValues::Only(Vec::new());
        let variable = linked.get(&global.name);
        let addresses = global.initialisers.iter();
        let has_addresses = addresses.into_iter().any(|(_, it)| match it {
            Initialiser::Global(..) | Initialiser::Function(_) => true,
            Initialiser::Bytes(_) => false,
        });
        let why = match (global.source_type, variable) {
            _ if global.external => "it is defined nowhere",
            _ if set_up.contains(&id) => "constructors set it up",
            (None, _) => "its type is not known",
            (Some(ty), _) if is_of_library(module, ty) => "only the C library makes its values",
            (_, None) => "it is none of the sources",
            (
                _,
                Some(Variable {
                    per_thread: true, ..
                }),
            ) => "each thread has its own",
            _ if is_renamed(&global.name, linked) => "several sources have one of that name",
            (_, Some(Variable { internal: true, .. })) if !is_stored => {
                "it is static, and nothing stores to it"
            }
            _ if has_addresses && !is_stored => "it has addresses, and nothing stores to it",
            (Some(ty), Some(variable)) => {
                let is_array = matches!(
                    module.source_type(module.resolved_type(ty)),
                    SourceType::Array { .. }
                );
                let described = FreeVariable {
                    name: global.name.clone(),
                    ty: None,
                    in_source: named_there.contains(&id) && !global.name.contains('.'),
                    internal: variable.internal,
                    array: is_array,
                };
                found.variables.push((described, ty));
                found.free.push(FreeGlobal { global: id, stored });
                continue;
            }
        };
        found.kept.push((global.name.clone(), why));
    }
    Ok(found)
}

/// Names of the variables that a function may look at and that code of the program may set: where they are no inputs, a call
/// is one that finds them as they are initialised.
pub fn set_by_program(module: &Module, entry: &str) -> Vec<String> {
    let Some(entry) = module.find_function(entry) else {
        return Vec::new();
    };
    let functions = functions_of(module);
    let calls = CallGraph::new(module, &functions);
    let reachable = calls.reachable(&[entry]);
    let looked_at = with_what_they_lead_to(module, referred_to(&functions, &reachable));
    let user = functions.iter().filter(|function| function.user);
    let set: BTreeSet<GlobalId> = user.flat_map(|function| not_only_read(function)).collect();
    let names = looked_at.intersection(&set).filter_map(|id| {
        let global = &module.globals[id.0 as usize];
        let counts = global.user && !global.constant && global.size > 0;
        counts.then(|| global.name.clone())
    });
    names.collect()
}

/// The variables that a function does more with than to read them: they are stored to, or their address is.
fn not_only_read(function: &Function) -> Vec<GlobalId> {
    let mut all = Vec::new();
    let mut add = |operand: &Operand| {
        if let Operand::Constant(Constant::Global(id, _)) = operand {
            all.push(*id);
        }
    };
    for block in &function.blocks {
        let kinds = block.instructions.iter().map(|it| &it.kind);
        for kind in kinds.filter(|kind| !matches!(kind, InstructionKind::Load { .. })) {
            kind.operands().into_iter().for_each(&mut add);
        }
        let moves = block.terminator.kind.edges().into_iter();
        moves
            .flat_map(|edge| &edge.moves)
            .for_each(|(_, operand)| add(operand));
        block
            .terminator
            .kind
            .operands()
            .into_iter()
            .for_each(&mut add);
    }
    all
}

/// True for a variable whose symbol in an object file is another one, or that of several.
fn is_renamed(name: &str, linked: &BTreeMap<String, Variable>) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let numbered = name.rsplit_once('.').is_some_and(|(_, it)| is_number(it));
    let mut others = linked.keys();
    numbered
        || others.any(|other| {
            let rest = other.strip_prefix(name).and_then(|it| it.strip_prefix('.'));
            rest.is_some_and(is_number)
        })
}

/// True for types whose values only the C library makes, and arrays of and pointers to these.
fn is_of_library(module: &Module, mut ty: SourceTypeId) -> bool {
    // Types are nested no deeper.
    for _ in 0..64 {
        ty = match module.source_type(ty) {
            SourceType::Typedef { name, target } => {
                if OF_LIBRARY.contains(&name.as_str()) || name.starts_with("pthread_") {
                    return true;
                }
                *target
            }
            SourceType::Qualified { target, .. } | SourceType::Pointer { target } => *target,
            SourceType::Array { element, .. } => *element,
            _ => return false,
        };
    }
    false
}

/// The files of the source that the entry function belongs to, in which it may be called by one that was made for it.
fn unit_files(
    functions: &[Arc<Function>],
    calls: &CallGraph,
    entry: FunctionId,
) -> BTreeSet<FileId> {
    let function = &functions[entry.0 as usize];
    let mut files: BTreeSet<FileId> = function.location.file.into_iter().collect();
    if function.name.starts_with(PREFIX) || function.name == vm::ASSUMED_CALL {
        let called = calls.callees(entry).map(|id| &functions[id.0 as usize]);
        files.extend(called.filter_map(|it| it.location.file.filter(|_| it.user)));
    }
    files
}

/// The variables that functions in these files name.
fn named_in(functions: &[Arc<Function>], files: &BTreeSet<FileId>) -> BTreeSet<GlobalId> {
    let is_there = |it: &&Arc<Function>| it.location.file.is_some_and(|it| files.contains(&it));
    let there = functions.iter().filter(is_there);
    there.flat_map(|it| of_code(it)).collect()
}

/// The variables that some functions name.
fn referred_to(functions: &[Arc<Function>], among: &[FunctionId]) -> BTreeSet<GlobalId> {
    let among = among.iter().map(|id| &functions[id.0 as usize]);
    among.flat_map(|it| of_code(it)).collect()
}
