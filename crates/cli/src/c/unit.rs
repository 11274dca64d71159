//! The function under test as its source declares it, for tests that are written in C.

use ir::{Function, Program, SourceMember, SourceParameter, SourceType, SourceTypeId};
use std::collections::HashMap;
use suite::unit;
use suite::{FunctionParameter, Unit, UnitParameter};

/// Name that the front end gives to the hidden parameter that says where a result goes.
const RESULT_NAME: &str = "agg.result";

/// Numbers of the program's types among those of a suite.
#[derive(Default)]
pub struct TypeNumbers(HashMap<SourceTypeId, SourceTypeId>);

impl TypeNumbers {
    /// The number of a type of the program, if the suite has it.
    pub fn of(&self, program: u32) -> Option<u32> {
        self.0.get(&SourceTypeId(program)).map(|id| id.0)
    }
}

/// What tests of a function are written by, without commands; `None` where debug information does not
/// say enough. `more` are types that they need beside its own.
pub fn unit(
    program: &dyn Program,
    function: &Function,
    passed: &[FunctionParameter],
    more: &[SourceTypeId],
) -> Option<(Unit, TypeNumbers)> {
    let hidden = passed
        .first()
        .is_some_and(|first| first.name == RESULT_NAME);
    let passed = &passed[usize::from(hidden)..];
    let declared = declared(program, function, usize::from(hidden))?;
    let mut table = Table::default();
    let mut rest = passed.iter().peekable();
    let mut parameters = Vec::new();
    for (number, SourceParameter { name, ty }) in declared.into_iter().enumerate() {
        let mut parts = 0;
        while rest.next_if(|part| is_part(&part.name, &name)).is_some() {
            parts += 1;
        }
        let name = match name.is_empty() {
            true => format!("arg{number}"),
            false => name,
        };
        let ty = table.add(program, ty);
        parameters.push(UnitParameter { name, ty, parts });
    }
    let returns = hidden || !function.results.is_empty();
    if rest.next().is_some() || (returns && function.source_result.is_none()) {
        return None;
    }
    let result = match function.source_result {
        Some(ty) => table.add(program, ty),
        None => table.void(),
    };
    let by_use = function
        .parameters
        .iter()
        .filter_map(|parameter| parameter.pointee);
    for ty in by_use.chain(more.iter().copied()) {
        table.add(program, ty);
    }
    table.close(program);
    if !unit::can_be_written(&parameters, result, &table.types) {
        return None;
    }
    let unit = Unit {
        file: unit::file_name(&function.name),
        command: String::new(),
        command_with_sanitizers: String::new(),
        result,
        result_in_memory: hidden,
        parameters,
        types: table.types,
    };
    Some((unit, TypeNumbers(table.numbers)))
}

/// The parameters as the source declares them.
fn declared(
    program: &dyn Program,
    function: &Function,
    hidden: usize,
) -> Option<Vec<SourceParameter>> {
    if !function.source_parameters.is_empty() {
        return Some(function.source_parameters.clone());
    }
    let parameters = function.parameters.iter().skip(hidden).map(|parameter| {
        let mut ty = parameter.source_type?;
        if parameter.by_value_size.is_some()
            && let SourceType::Pointer { target } = program.source_type(program.resolved_type(ty))
        {
            // Debug information may describe the hidden pointer.
            ty = *target;
        }
        Some(SourceParameter {
            name: parameter.name.clone(),
            ty,
        })
    });
    parameters.collect()
}

/// True if a parameter of the calling convention is one of the source, or a part of it.
fn is_part(part: &str, whole: &str) -> bool {
    let rest = part.strip_prefix(whole);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Types with all that they are made of.
#[derive(Default)]
struct Table {
    types: Vec<SourceType>,
    numbers: HashMap<SourceTypeId, SourceTypeId>,
    /// Types of the program in the order of their numbers, as far as they are to be looked at.
    waiting: Vec<SourceTypeId>,
}

impl Table {
    fn add(&mut self, program: &dyn Program, ty: SourceTypeId) -> SourceTypeId {
        if let Some(&number) = self.numbers.get(&ty) {
            return number;
        }
        let number = SourceTypeId(self.types.len() as u32);
        self.types.push(program.source_type(ty).clone());
        self.numbers.insert(ty, number);
        self.waiting.push(ty);
        number
    }

    fn void(&mut self) -> SourceTypeId {
        self.types.push(SourceType::Void);
        SourceTypeId(self.types.len() as u32 - 1)
    }

    /// Adds what types are made of, and has them refer to that.
    fn close(&mut self, program: &dyn Program) {
        while let Some(ty) = self.waiting.pop() {
            let mut made = program.source_type(ty).clone();
            for part in parts(&mut made) {
                *part = self.add(program, *part);
            }
            let number = self.numbers[&ty];
            self.types[number.0 as usize] = made;
        }
    }
}

/// The types that a type is made of.
fn parts(ty: &mut SourceType) -> Vec<&mut SourceTypeId> {
    match ty {
        SourceType::Void
        | SourceType::Int { .. }
        | SourceType::Float { .. }
        | SourceType::Enum { .. } => Vec::new(),
        SourceType::Pointer { target }
        | SourceType::Typedef { target, .. }
        | SourceType::Qualified { target, .. } => vec![target],
        SourceType::Array { element, .. } => vec![element],
        SourceType::Record { members, .. } => members
            .iter_mut()
            .map(|member: &mut SourceMember| &mut member.ty)
            .collect(),
        SourceType::Function {
            result, parameters, ..
        } => parameters.iter_mut().chain([result]).collect(),
    }
}
