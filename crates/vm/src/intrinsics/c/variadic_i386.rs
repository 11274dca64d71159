//! Variadic arguments, laid out as the System V ABI for i386 has it: behind each other, a list of them is a pointer to
//! the next.

use crate::Cell;
use crate::fault::Outcome;
use crate::memory::address;
use crate::run::{Access, Run};
use crate::state::VariadicArgument;
use ir::{FloatFormat, Type};

/// What an argument begins at a multiple of, and takes one of, in bytes.
const SLOT: u64 = 4;

/// Bytes behind the arguments that functions of the library may look at: natively they are the caller's, and a model asks
/// for one more before it knows whether it is there.
const BEHIND: u64 = 16;

/// Bytes of a `va_list`.
pub(super) const LIST_BYTES: u64 = 4;

/// Size and alignment of an argument in bytes.
fn room(argument: &VariadicArgument) -> (u64, u64) {
    let (size, align) = match (argument.by_value, argument.ty) {
        (Some(size), _) => (size, SLOT),
        (None, Type::Ptr) => (SLOT, SLOT),
        // Vectors of as many bits.
        (None, Type::Float(FloatFormat::Quad)) => (16, 16),
        (None, ty) => (ty.store_size(), SLOT),
    };
    (size.next_multiple_of(SLOT), align)
}

impl Run<'_> {
    pub(super) fn va_start_i386(&mut self, list: Cell) -> Outcome<()> {
        let (list, at) = self.resolve_fixed(list, LIST_BYTES, Access::Write)?;
        let mut size = 0;
        let mut placed = Vec::new();
        for mut argument in self.frame.variadic().to_vec() {
            if argument.by_value.is_none() && argument.ty == Type::Ptr {
                argument.value = self.flat_pointer(argument.value)?;
                argument.ty = Type::Int(32);
            }
            let (bytes, align) = room(&argument);
            size = u64::next_multiple_of(size, align);
            placed.push((size, argument));
            size += bytes;
        }
        for (_, argument) in &placed {
            self.check_by_value(argument)?;
        }
        let behind = if self.frame.code.user { 0 } else { BEHIND };
        let area = self.argument_area("the variadic arguments", size + behind)?;
        for (offset, argument) in placed {
            self.place_argument(area, offset as usize, argument);
        }
        let first = self.flat_pointer(Cell::concrete(address(area, 0)))?;
        let (object, pool) = self.object_and_pool(list);
        object.write(pool, at as usize, first, 32);
        Ok(())
    }
}
