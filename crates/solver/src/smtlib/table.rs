//! Constant arrays as tables, which are read without evaluating the writes that they are made of.

use term::{Bits, Op, Pool, Sort, Term};

/// Entries of a table at the most.
const MOST_ENTRIES: u64 = 1 << 16;

/// The table with the elements of writes of constants, at constant indices, to a constant array or
/// another table; `None` if the term is something else or the indices are too large.
pub(super) fn of_writes(pool: &mut Pool, array: Term) -> Option<Term> {
    let Sort::Array { index, element } = pool.sort(array) else {
        return None;
    };
    let mut writes: Vec<(u64, Bits)> = Vec::new();
    let mut below = array;
    while pool.op(below) == Op::Store {
        let [next, at, value] = *pool.arguments(below) else {
            return None;
        };
        let at = pool.bits(at)?.to_u64().filter(|&at| at < MOST_ENTRIES)?;
        writes.push((at, pool.bits(value)?));
        below = next;
    }
    let length = writes.iter().map(|(at, _)| at + 1).max()?;
    let mut entries = match pool.op(below) {
        Op::Table(table) => pool.table(table).to_vec(),
        Op::ConstArray => {
            let default = pool.bits(pool.arguments(below)[0])?;
            let all = match default.is_zero() {
                true => 0,
                // Behind its end a table is zero: it has to have no end.
                false => 1u64.checked_shl(index).filter(|&all| all <= MOST_ENTRIES)?,
            };
            vec![default; all as usize]
        }
        _ => return None,
    };
    let length = entries.len().max(length as usize);
    entries.resize(length, Bits::zero(element));
    // The first in the list is the last write.
    for (at, value) in writes.into_iter().rev() {
        entries[at as usize] = value;
    }
    Some(pool.table_array(index, element, entries.into()))
}
