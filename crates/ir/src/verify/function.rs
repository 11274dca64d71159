//! Rules of a function: signature, registers, operands.

use super::problem::Expected;
use super::{Errors, Place, Problem, edges, instruction, instruction_place};
use crate::{Constant, Function, Location, Operand, Reg, Type};
use std::sync::Arc;

/// Checks one function.
pub(super) fn check(errors: &mut Errors, index: usize) {
    let function = Arc::clone(&errors.module.functions[index]);
    check_signature(errors, &function);
    for (block, contents) in function.blocks.iter().enumerate() {
        for (index, instruction) in contents.instructions.iter().enumerate() {
            let mut code = Code {
                errors,
                function: &function,
                block,
                instruction: Some(index),
                location: instruction.location,
            };
            code.location();
            instruction::check(&mut code, &instruction.kind);
        }
        let mut code = Code {
            errors,
            function: &function,
            block,
            instruction: None,
            location: contents.terminator.location,
        };
        code.location();
        edges::check(&mut code, &contents.terminator.kind);
    }
    edges::check_decisions(errors, &function);
}

fn check_signature(errors: &mut Errors, function: &Function) {
    let place = || Place::Function(function.name.clone());
    errors.check_source_type(place, function.source_result);
    for parameter in &function.source_parameters {
        errors.check_source_type(place, Some(parameter.ty));
    }
    check_file(errors, place, function.location);
    for ty in function.registers.iter().chain(&function.results) {
        if !is_type(*ty) {
            errors.report(place(), Problem::BadType(*ty));
        }
    }
    if function.throws && function.results.last() != Some(&Type::Ptr) {
        errors.report(place(), Problem::Throws);
    }
    let mut seen = vec![false; function.registers.len()];
    for parameter in &function.parameters {
        errors.check_source_type(place, parameter.source_type);
        errors.check_source_type(place, parameter.pointee);
        let register = parameter.register;
        let Some(seen) = seen.get_mut(register.0 as usize) else {
            errors.report(place(), Problem::NoSuchRegister(register));
            continue;
        };
        if std::mem::replace(seen, true) {
            errors.report(place(), Problem::SharedParameter(register));
        }
        let ty = function.registers[register.0 as usize];
        if parameter.by_value_size.is_some() && ty != Type::Ptr {
            errors.report(place(), Problem::ByValueParameter(register));
        }
    }
}

fn is_type(ty: Type) -> bool {
    (1..=Type::MAX_INT_WIDTH).contains(&ty.width())
}

fn check_file(errors: &mut Errors, place: impl Fn() -> Place, location: Location) {
    if let Some(file) = location.file
        && file.0 as usize >= errors.module.files.len()
    {
        errors.report(place(), Problem::NoSuchFile(file));
    }
}

/// An instruction or terminator being checked.
pub(super) struct Code<'a, 'm> {
    pub(super) errors: &'a mut Errors<'m>,
    pub(super) function: &'a Function,
    block: usize,
    instruction: Option<usize>,
    location: Location,
}

impl Code<'_, '_> {
    /// Reports a problem here.
    pub(super) fn report(&mut self, problem: Problem) {
        let place = instruction_place(
            self.errors.module,
            self.function,
            self.block,
            self.instruction,
            self.location,
        );
        self.errors.report(place, problem);
    }

    fn location(&mut self) {
        if let Some(file) = self.location.file
            && file.0 as usize >= self.errors.module.files.len()
        {
            self.report(Problem::NoSuchFile(file));
        }
    }

    /// Type of a register, reported if there is none.
    pub(super) fn register(&mut self, register: Reg) -> Option<Type> {
        let ty = self.function.registers.get(register.0 as usize).copied();
        if ty.is_none() {
            self.report(Problem::NoSuchRegister(register));
        }
        ty
    }

    /// Checks a destination and gives its type.
    pub(super) fn destination(&mut self, register: Reg, expected: Expected) -> Option<Type> {
        let found = self.register(register)?;
        if !expected.accepts(found) {
            self.report(Problem::Destination {
                register,
                expected,
                found,
            });
        }
        Some(found)
    }

    /// Checks an operand in a place of type `ty`.
    pub(super) fn operand(&mut self, index: usize, operand: &Operand, ty: Type) {
        self.operand_as(index, operand, ty, Expected::Type(ty));
    }

    /// Checks an operand in a place of type `ty` where registers of other types are welcome.
    pub(super) fn operand_as(
        &mut self,
        index: usize,
        operand: &Operand,
        ty: Type,
        expected: Expected,
    ) {
        match operand {
            Operand::Register(register) => {
                if let Some(found) = self.register(*register)
                    && !expected.accepts(found)
                {
                    self.report(Problem::Operand {
                        index,
                        expected,
                        found,
                    });
                }
            }
            Operand::Constant(constant) => self.constant(constant, ty),
        }
    }

    /// Checks a constant in a place of type `ty`.
    pub(super) fn constant(&mut self, constant: &Constant, ty: Type) {
        let width = ty.width();
        match constant {
            Constant::Bits(value) => {
                if width > 64 || (width < 64 && value >> width != 0) {
                    self.report(Problem::ConstantWidth(ty));
                }
            }
            Constant::Wide(limbs) => {
                let excess = !width.is_multiple_of(64)
                    && limbs.last().is_some_and(|last| last >> (width % 64) != 0);
                if width <= 64 || limbs.len() != width.div_ceil(64) as usize || excess {
                    self.report(Problem::ConstantWidth(ty));
                }
            }
            Constant::Global(id, _) => {
                if id.0 as usize >= self.errors.module.globals.len() {
                    self.report(Problem::NoSuchGlobal(*id));
                }
                self.address_place(ty);
            }
            Constant::Function(id) => {
                if id.0 as usize >= self.errors.module.functions.len() {
                    self.report(Problem::NoSuchFunction(*id));
                }
                self.address_place(ty);
            }
        }
    }

    fn address_place(&mut self, ty: Type) {
        if !Expected::Type(Type::Ptr).accepts(ty) {
            self.report(Problem::AddressType(ty));
        }
    }

    /// Checks a type that an operation is defined on.
    pub(super) fn domain(&mut self, expected: Expected, found: Type) {
        if !is_type(found) {
            self.report(Problem::BadType(found));
        }
        if !expected.accepts(found) {
            self.report(Problem::Domain { expected, found });
        }
    }
}
