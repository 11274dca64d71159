//! Crossing what fills or copies ranges of memory.

use crate::address::AddressSpace;
use crate::condition::{Cell, Condition, Variables};
use ir::{CIntrinsic, Operand, Type};
use rustc_hash::FxHashMap;
use term::{Pool, Term};

/// What a cell holds behind the crossed instruction.
enum Behind {
    /// What it held before.
    Same,
    Value(Term),
    /// The cell at that address did before.
    CopyOf(Term),
    /// An input, which is whatever is wanted.
    Input,
    Anything,
}

/// The range that is written.
struct Range {
    start: Term,
    /// In bytes, if that is known.
    size: Option<u64>,
    filled: Filled,
}

enum Filled {
    Byte(Term),
    From(Term),
    Inputs,
    Anything,
}

/// Crosses `memset`, `memcpy`, `memmove` or what fills memory with inputs.
pub(crate) fn cross_range(
    pool: &mut Pool,
    variables: &mut Variables,
    condition: &mut Condition,
    intrinsic: CIntrinsic,
    arguments: &[Operand],
) {
    if !condition.reads_memory() {
        return;
    }
    let Some(start) = arguments.first() else {
        return;
    };
    let start = condition.operand(pool, variables, start, Type::Ptr);
    let filled = match (intrinsic, arguments.get(1)) {
        (CIntrinsic::Memset, Some(byte)) => {
            let byte = condition.operand(pool, variables, byte, Type::Int(32));
            Filled::Byte(pool.extract(byte, 7, 0))
        }
        (CIntrinsic::Memcpy | CIntrinsic::Memmove, Some(from)) => {
            Filled::From(condition.operand(pool, variables, from, Type::Ptr))
        }
        (CIntrinsic::Input, _) => Filled::Inputs,
        _ => Filled::Anything,
    };
    let size = match filled {
        Filled::Inputs => arguments.get(1),
        _ => arguments.get(2),
    };
    let size = match (&filled, size) {
        (Filled::Anything, _) | (_, None) => None,
        (_, Some(size)) => {
            let size = condition.operand(pool, variables, size, Type::Int(64));
            pool.constant_u64(size)
        }
    };
    let range = Range {
        start,
        size,
        filled,
    };
    let mut values = FxHashMap::default();
    let mut sources = Vec::new();
    for cell in condition.cells.clone() {
        let value = match range.behind(pool, &variables.addresses, &cell) {
            Behind::Same => continue,
            Behind::Value(value) => value,
            Behind::CopyOf(address) => {
                sources.push((address, cell.width));
                condition.cell(pool, variables, address, cell.width)
            }
            Behind::Input => condition.anything(pool, variables, cell.width),
            Behind::Anything => condition.unknown(pool, variables, cell.width),
        };
        values.insert(cell.variable, value);
    }
    condition.assign(pool, variables, values);
    // Those that are written as well are not read any more otherwise.
    for (address, width) in sources {
        condition.cell(pool, variables, address, width);
    }
}

impl Range {
    fn behind(&self, pool: &mut Pool, addresses: &AddressSpace, cell: &Cell) -> Behind {
        let read = addresses.base(pool, cell.address);
        let written = addresses.base(pool, self.start);
        match (read, written) {
            (Some((read, _)), Some((written, _))) if read != written => return Behind::Same,
            (Some((read, _)), None) if addresses.is_private(read) => return Behind::Same,
            (Some(_), Some(_)) => {}
            _ => return Behind::Anything,
        }
        let offset = pool.sub(cell.address, self.start);
        let (Some(offset), Some(size)) = (pool.constant_u64(offset), self.size) else {
            return Behind::Anything;
        };
        let bytes = u64::from(cell.width / 8);
        let inside = offset.checked_add(bytes).is_some_and(|end| end <= size);
        // Distances wrap around: the cell may begin before the range.
        let outside = offset >= size && offset.wrapping_neg() >= bytes;
        match self.filled {
            _ if outside || size == 0 => Behind::Same,
            Filled::Inputs if inside => Behind::Input,
            Filled::Byte(byte) if inside => {
                let more = 1..bytes;
                Behind::Value(more.fold(byte, |value, _| pool.concat(byte, value)))
            }
            Filled::From(from) if inside => {
                let offset = pool.bv(64, offset);
                Behind::CopyOf(pool.add(from, offset))
            }
            _ => Behind::Anything,
        }
    }
}
