//! What the form of a pointer term tells of the objects that it may point into.

use super::address::OFFSET_BITS;
use super::{Memory, ObjectId, ObjectSlot, split};
use term::{Op, Pool, Term};

/// Terms looked at for constants that may be the object a pointer term points into.
const TERMS_SEARCHED: usize = 512;

/// Objects that a pointer may point into.
pub(crate) struct Candidates {
    pub objects: Vec<ObjectId>,
    /// True if the pointer surely points into one of them, or the program made an error.
    pub exact: bool,
}

/// Objects that a pointer term may point into as far as its form tells, ascending.
pub(crate) fn candidates(pool: &Pool, memory: &Memory, at: Term) -> Candidates {
    if pool.op(at) == Op::Add {
        // The usual case: an object's address plus an offset.
        for &argument in pool.arguments(at) {
            if let Some(base) = pool.constant_u64(argument) {
                let (id, offset) = split(base);
                let near = (offset as i64).unsigned_abs() < 1 << 32;
                if near && !matches!(memory.slot(id), ObjectSlot::Empty) {
                    return Candidates {
                        objects: vec![id],
                        exact: true,
                    };
                }
            }
        }
    }
    let mut objects: Vec<ObjectId> = Vec::new();
    let exact = leaves(pool, at, &mut |word| {
        let (id, _) = split(word);
        if memory.object(id).is_some() && !objects.contains(&id) {
            objects.push(id);
        }
    });
    objects.sort_unstable();
    Candidates { objects, exact }
}

/// The only object a pointer term may point into, as far as its form tells.
pub(crate) fn single_object(pool: &Pool, memory: &Memory, at: Term) -> Option<ObjectId> {
    let candidates = candidates(pool, memory, at);
    match candidates.objects[..] {
        [id] if candidates.exact => Some(id),
        _ => None,
    }
}

/// The object that a pointer term surely points into, whatever it is: no alternative of it is null or in another one.
pub(crate) fn only_object(pool: &Pool, memory: &Memory, at: Term) -> Option<ObjectId> {
    if pool.op(at) == Op::Add {
        return single_object(pool, memory, at);
    }
    let mut found = None;
    let mut only = true;
    let exact = leaves(pool, at, &mut |word| {
        let (id, _) = split(word);
        only &= found.is_none_or(|found| found == id);
        found = Some(id);
    });
    found.filter(|id| exact && only && id.0 != 0)
}

/// Visits the constants from which a pointer term takes its object: through sums, choices and
/// tables. False if there are other terms that may contribute one.
pub(crate) fn leaves(pool: &Pool, term: Term, visit: &mut dyn FnMut(u64)) -> bool {
    let mut todo = vec![term];
    let mut seen = rustc_hash::FxHashSet::default();
    let mut exact = true;
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > TERMS_SEARCHED {
            return false;
        }
        if let Some(word) = pool.constant_u64(term) {
            visit(word);
            continue;
        }
        let arguments = pool.arguments(term);
        match pool.op(term) {
            Op::Add => todo.extend(arguments),
            Op::Ite => todo.extend(&arguments[1..]),
            Op::Select => todo.push(arguments[0]),
            Op::Store => todo.extend([arguments[0], arguments[2]]),
            Op::ConstArray => todo.push(arguments[0]),
            Op::Table(table) => {
                for entry in pool.table(table).iter() {
                    visit(entry.low_u64());
                }
            }
            // Offsets: a product, a shifted or extended value is not an object's address.
            Op::Mul | Op::Shl | Op::ZeroExtend | Op::SignExtend | Op::Neg => {}
            Op::Concat => match pool.constant_u64(arguments[0]) {
                // A sum that only changes the lower bits of an offset.
                Some(high) if pool.width(arguments[1]) <= OFFSET_BITS => {
                    visit(high << pool.width(arguments[1]));
                }
                _ => exact &= pool.constant_u64(arguments[1]) == Some(0),
            },
            _ => exact = false,
        }
    }
    exact
}
