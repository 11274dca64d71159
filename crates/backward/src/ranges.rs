//! Crossing what fills or copies ranges of memory.

use crate::address::AddressSpace;
use crate::condition::{Cell, Condition, Variables};
use ir::{CIntrinsic, Operand, Type};
use rustc_hash::FxHashMap;
use semantics::memory;
use std::ops;
use term::{Pool, Term};

/// What a cell holds behind the crossed instruction.
enum Behind {
    /// What it held before.
    Same,
    /// These of its bytes are written.
    Written(Written, ops::Range<u32>),
    Anything,
}

/// What is written.
enum Written {
    /// This byte over and over.
    Bytes(Term),
    /// What lay at that address before.
    CopyOf(Term),
    /// Inputs, which are whatever is wanted.
    Inputs,
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
            Filled::Byte(memory::bytes(pool, byte, 0, 1))
        }
        (CIntrinsic::Memcpy | CIntrinsic::Memmove | CIntrinsic::MoveObject, Some(from)) => {
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
            Behind::Anything => condition.unknown(pool, variables, cell.width),
            Behind::Written(written, met) => {
                let whole = met.len() == cell.width as usize / 8;
                if !whole && condition.is_addressed_by_cells(pool, &cell) {
                    condition.unknown(pool, variables, cell.width)
                } else {
                    let part = written.part(pool, variables, condition, met.len(), &mut sources);
                    if !whole {
                        sources.push((cell.address, cell.width));
                    }
                    memory::with_part(pool, cell.variable, met.start, part)
                }
            }
        };
        values.insert(cell.variable, value);
    }
    condition.assign(pool, variables, values);
    // Those that are written as well are not read any more otherwise.
    for (address, width) in sources {
        condition.cell(pool, variables, address, width);
    }
}

impl Written {
    /// So many bytes of it; the cells that they lie in before are added to `sources`.
    fn part(
        self,
        pool: &mut Pool,
        variables: &mut Variables,
        condition: &mut Condition,
        bytes: usize,
        sources: &mut Vec<(Term, u32)>,
    ) -> Term {
        let width = bytes as u32 * 8;
        match self {
            Written::Bytes(byte) => {
                memory::joined(pool, std::iter::repeat_n(byte, bytes)).unwrap_or(byte)
            }
            Written::CopyOf(address) => {
                sources.push((address, width));
                condition.cell(pool, variables, address, width)
            }
            Written::Inputs => condition.anything(pool, variables, width),
        }
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
        let met = memory::met((offset, cell.width / 8), size);
        if met.is_empty() {
            return Behind::Same;
        }
        let written = match self.filled {
            Filled::Byte(byte) => Written::Bytes(byte),
            Filled::From(from) => {
                let offset = offset.wrapping_add(u64::from(met.start));
                let offset = pool.bv(64, offset);
                Written::CopyOf(pool.add(from, offset))
            }
            Filled::Inputs => Written::Inputs,
            Filled::Anything => return Behind::Anything,
        };
        Behind::Written(written, met)
    }
}
