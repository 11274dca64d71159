//! Variadic arguments, laid out as the System V ABI for x86-64 has it (section 3.5.7), since clang
//! reads them from memory itself.

use super::variadic_i386::LIST_BYTES;
use crate::Cell;
use crate::fault::Outcome;
use crate::memory::{ObjectId, ObjectInfo, ObjectKind, address};
use crate::run::{Access, PointerTarget, Run};
use crate::state::VariadicArgument;
use ir::{FloatFormat, Location, Type};
use std::sync::Arc;

const GENERAL_REGISTERS: u64 = 6;
const VECTOR_REGISTERS: u64 = 8;
const GENERAL_BYTES: u64 = GENERAL_REGISTERS * 8;
const SAVE_AREA_BYTES: u64 = GENERAL_BYTES + VECTOR_REGISTERS * 16;
/// `struct __va_list_tag`.
const VA_LIST_BYTES: u64 = 24;

/// Where the ABI passes a value.
enum Class {
    /// In so many general registers, if they are free.
    General(u64),
    Vector,
    Memory {
        align: u64,
    },
}

fn class(ty: Type) -> Class {
    match ty {
        Type::Int(width) if width > 128 => Class::Memory { align: 8 },
        Type::Int(width) if width > 64 => Class::General(2),
        Type::Int(_) | Type::Ptr => Class::General(1),
        Type::Float(FloatFormat::X87) => Class::Memory { align: 16 },
        Type::Float(_) => Class::Vector,
    }
}

/// A value with its place: in the save area or in the overflow area.
struct Placed {
    overflow: bool,
    offset: u64,
    argument: VariadicArgument,
}

impl Run<'_> {
    pub(super) fn va_start(&mut self, list: Cell) -> Outcome<()> {
        let (list, at) = self.resolve_fixed(list, VA_LIST_BYTES, Access::Write)?;
        let at = at as usize;
        let (mut general, mut vector) = (0, 0);
        for (number, ty) in self.frame.code.parameter_types.iter().enumerate() {
            if self.frame.code.by_value.contains(&(number as u32)) {
                continue;
            }
            match class(*ty) {
                Class::General(count) if general + count <= GENERAL_REGISTERS => general += count,
                Class::Vector if vector < VECTOR_REGISTERS => vector += 1,
                Class::General(_) | Class::Vector | Class::Memory { .. } => {}
            }
        }
        let (first_general, first_vector) = (general, vector);
        let mut overflow = 0u64;
        let mut placed = Vec::new();
        for &argument in self.frame.variadic() {
            let (in_memory, align, size) = match (argument.by_value, class(argument.ty)) {
                (Some(size), _) => (true, 8, size),
                (None, Class::General(count)) => {
                    let align = if count > 1 { 16 } else { 8 };
                    (general + count > GENERAL_REGISTERS, align, count * 8)
                }
                (None, Class::Vector) => {
                    let size = argument.ty.store_size().next_multiple_of(8);
                    (vector >= VECTOR_REGISTERS, size, size)
                }
                (None, Class::Memory { align }) => (
                    true,
                    align,
                    argument.ty.store_size().next_multiple_of(align),
                ),
            };
            let offset = if in_memory {
                overflow = overflow.next_multiple_of(align);
                let offset = overflow;
                overflow += size.next_multiple_of(8);
                offset
            } else if matches!(argument.ty, Type::Float(_)) {
                vector += 1;
                GENERAL_BYTES + (vector - 1) * 16
            } else {
                general += size / 8;
                general * 8 - size
            };
            placed.push(Placed {
                overflow: in_memory,
                offset,
                argument,
            });
        }
        for placed in &placed {
            self.check_by_value(&placed.argument)?;
        }
        let save_area = self.argument_area("the registers of a variadic call", SAVE_AREA_BYTES)?;
        let overflow_area = self.argument_area("the variadic arguments", overflow)?;
        for placed in placed {
            let area = if placed.overflow {
                overflow_area
            } else {
                save_area
            };
            self.place_argument(area, placed.offset as usize, placed.argument);
        }
        let (object, pool) = self.object_and_pool(list);
        object.write(pool, at, Cell::concrete(first_general * 8), 32);
        object.write(
            pool,
            at + 4,
            Cell::concrete(GENERAL_BYTES + first_vector * 16),
            32,
        );
        object.write(pool, at + 8, Cell::concrete(address(overflow_area, 0)), 64);
        object.write(pool, at + 16, Cell::concrete(address(save_area, 0)), 64);
        Ok(())
    }

    /// Checks that an aggregate passed by value can be read, before anything is written.
    pub(super) fn check_by_value(&mut self, argument: &VariadicArgument) -> Outcome<()> {
        if let Some(size) = argument.by_value
            && size > 0
        {
            self.resolve_fixed(argument.value, size, Access::Read)?;
        }
        Ok(())
    }

    /// Memory for arguments, which lives as long as the call.
    pub(super) fn argument_area(&mut self, name: &str, size: u64) -> Outcome<ObjectId> {
        let info = ObjectInfo {
            kind: ObjectKind::Stack,
            name: name.to_owned(),
            size,
            function: Some(self.frame.code.function),
            location: Location::default(),
        };
        let id = self.allocate(Arc::new(info), 0)?;
        self.frame.more().areas.push(id);
        Ok(id)
    }

    pub(super) fn place_argument(
        &mut self,
        area: ObjectId,
        offset: usize,
        argument: VariadicArgument,
    ) {
        if let Some(size) = argument.by_value {
            if size == 0 {
                return;
            }
            let resolved = self.resolve_fixed(argument.value, size, Access::Read);
            let (source, from) = resolved.expect("checked before");
            let (object, pool) = self.object_and_pool(source);
            object.flatten(pool);
            let contents = object.copy_out(from as usize, size as usize);
            let (object, _) = self.object_and_pool(area);
            object.paste(offset, &contents);
            return;
        }
        let (object, pool) = self.object_and_pool(area);
        object.write(pool, offset, argument.value, argument.ty.width());
    }

    pub(super) fn va_copy(&mut self, to: Cell, from: Cell) -> Outcome<()> {
        let size = match self.machine.program.has_narrow_pointers() {
            true => LIST_BYTES,
            false => VA_LIST_BYTES,
        };
        let source = self.resolve(from, size, Access::Read)?;
        let target = self.resolve(to, size, Access::Write)?;
        let (PointerTarget::At(..), PointerTarget::At(..)) = (source, target) else {
            return crate::fault::unsupported("va_copy at a symbolic offset");
        };
        self.copy_bytes(to, from, Cell::concrete(size), false)
    }
}
