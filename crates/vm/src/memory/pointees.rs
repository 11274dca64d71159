//! What the form of a pointer term tells of the objects that it may point into.

use super::address::OFFSET_BITS;
use super::{Memory, ObjectId, ObjectSlot, split};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use term::{Op, Pool, Term};

/// Terms looked at for constants that may be the object a pointer term points into.
const TERMS_SEARCHED: usize = 512;
/// Objects that a sum may lead to, where several of its summands have alternatives.
const MOST_SUMS: usize = 256;

/// Objects that a pointer may point into.
pub(crate) struct Candidates {
    pub objects: Vec<ObjectId>,
    /// True if the pointer surely points into one of them, or the program made an error.
    pub exact: bool,
}

/// Objects that a pointer term may point into as far as its form tells, ascending.
pub(crate) fn candidates(pool: &Pool, memory: &Memory, at: Term) -> Candidates {
    let mut sums = Sums::of_terms(pool);
    if pool.op(at) == Op::Add
        && let Some(id) = base(pool, memory, at, &mut sums)
    {
        return Candidates {
            objects: vec![id],
            exact: true,
        };
    }
    let words = sums.of(at);
    // What is far from all objects, and not null, may be led back by an offset.
    let exact = sums.exact && words.iter().all(|&it| it == 0 || object_at(it).is_some());
    let objects = words.iter().filter_map(|&halves| object_at(halves));
    let mut objects: Vec<ObjectId> = objects.filter(|&id| memory.object(id).is_some()).collect();
    objects.sort_unstable();
    Candidates { objects, exact }
}

/// The usual case: an object's address plus an offset, which is no difference of addresses.
fn base(pool: &Pool, memory: &Memory, sum: Term, sums: &mut Sums) -> Option<ObjectId> {
    let arguments = pool.arguments(sum);
    arguments
        .iter()
        .enumerate()
        .find_map(|(number, &argument)| {
            let (id, offset) = split(pool.constant_u64(argument)?);
            let near = (offset as i64).unsigned_abs() < 1 << 32;
            if !near || matches!(memory.slot(id), ObjectSlot::Empty) {
                return None;
            }
            let others = arguments.iter().enumerate().filter(|(it, _)| *it != number);
            let offsets = others.map(|(_, &other)| sums.of(other));
            let is_offset = |words: Words| words[..] == [0];
            offsets.into_iter().all(is_offset).then_some(id)
        })
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
    let mut sums = Sums::of_terms(pool);
    match sums.of(at)[..] {
        [word] if sums.exact => object_at(word),
        _ => None,
    }
}

/// Words to the nearest half of an object's window: what is beside an offset. The middle of the window of object `n`,
/// where its addresses are, is 2n + 1, numbers are 0; differences of addresses are even.
type Words = SmallVec<[u32; 4]>;

/// Bits of such a word.
const HALVES: u32 = (1 << (64 - OFFSET_BITS + 1)) - 1;

fn halves(word: u64) -> u32 {
    (word.wrapping_add(1 << (OFFSET_BITS - 2)) >> (OFFSET_BITS - 1)) as u32
}

fn object_at(halves: u32) -> Option<ObjectId> {
    (halves % 2 == 1).then_some(ObjectId(halves / 2))
}

/// What the constants in terms add up to, by all alternatives.
struct Sums<'a> {
    pool: &'a Pool,
    known: FxHashMap<Term, Words>,
    /// False once there are other terms that may contribute an object.
    exact: bool,
}

impl<'a> Sums<'a> {
    fn of_terms(pool: &'a Pool) -> Sums<'a> {
        Sums {
            pool,
            known: FxHashMap::default(),
            exact: true,
        }
    }

    fn of(&mut self, term: Term) -> Words {
        let pool = self.pool;
        if let Some(word) = pool.constant_u64(term) {
            return smallvec![halves(word)];
        }
        let arguments = pool.arguments(term);
        let found = match pool.op(term) {
            // Offsets: a product, a shifted or extended value is not an object's address.
            Op::Mul | Op::Shl | Op::ZeroExtend | Op::SignExtend => return smallvec![0],
            Op::Concat => return self.of_parts(arguments),
            Op::Add
            | Op::Neg
            | Op::Ite
            | Op::Select
            | Op::Store
            | Op::ConstArray
            | Op::Table(_) => {
                if let Some(known) = self.known.get(&term) {
                    return known.clone();
                }
                if self.known.len() >= TERMS_SEARCHED {
                    self.exact = false;
                    return smallvec![0];
                }
                // What is looked at counts from here on.
                self.known.insert(term, smallvec![0]);
                match pool.op(term) {
                    Op::Add => self.of_sum(arguments),
                    Op::Neg => self
                        .of(arguments[0])
                        .iter()
                        .map(|it| it.wrapping_neg() & HALVES)
                        .collect(),
                    Op::Ite => self.of_either(&arguments[1..]),
                    Op::Store => self.of_either(&[arguments[0], arguments[2]]),
                    Op::Table(table) => {
                        let mut words: Words = pool
                            .table(table)
                            .iter()
                            .map(|it| halves(it.low_u64()))
                            .collect();
                        distinct(&mut words);
                        words
                    }
                    _ => self.of(arguments[0]),
                }
            }
            _ => {
                self.exact = false;
                return smallvec![0];
            }
        };
        self.known.insert(term, found.clone());
        found
    }

    /// Of two parts side by side: a sum that only changes the lower bits of an offset is an address.
    fn of_parts(&mut self, parts: &[Term]) -> Words {
        let width = self.pool.width(parts[1]);
        match self.pool.constant_u64(parts[0]) {
            Some(high) if width <= OFFSET_BITS => smallvec![halves(high << width)],
            _ => {
                self.exact &= self.pool.constant_u64(parts[1]) == Some(0);
                smallvec![0]
            }
        }
    }

    fn of_either(&mut self, alternatives: &[Term]) -> Words {
        let mut words: Words = alternatives.iter().flat_map(|&it| self.of(it)).collect();
        distinct(&mut words);
        words
    }

    fn of_sum(&mut self, summands: &[Term]) -> Words {
        let mut sums: Words = smallvec![0];
        for &summand in summands {
            let words = self.of(summand);
            if sums.len() * words.len() > MOST_SUMS {
                self.exact = false;
                sums.extend(words);
            } else {
                let each = |&sum: &u32| words.iter().map(move |word| (sum + word) & HALVES);
                sums = sums.iter().flat_map(each).collect();
            }
            distinct(&mut sums);
        }
        sums
    }
}

fn distinct(words: &mut Words) {
    words.sort_unstable();
    words.dedup();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::address;
    use term::Sort;

    #[test]
    fn a_difference_of_addresses_leads_from_one_object_to_another() {
        let mut pool = Pool::new();
        let at = |pool: &mut Pool, object, offset| pool.bv(64, address(ObjectId(object), offset));
        let (copy, text) = (at(&mut pool, 7, 0), at(&mut pool, 12, 3));
        let (one, other) = (at(&mut pool, 7, 1), at(&mut pool, 7, 2));
        let condition = pool.input("c", Sort::Bool);
        let end = pool.ite(condition, one, other);
        let used = pool.sub(end, copy);
        let moved = pool.add(text, used);
        let mut sums = Sums::of_terms(&pool);
        assert_eq!(sums.of(used)[..], [0]);
        let objects: Vec<_> = sums.of(moved).iter().map(|&it| object_at(it)).collect();
        assert_eq!(objects, [Some(ObjectId(12))]);
        assert!(sums.exact);
    }

    #[test]
    fn what_is_not_known_stays_so_however_often_it_is_asked() {
        let mut pool = Pool::new();
        let one = pool.bv(64, address(ObjectId(7), 1));
        let (condition, any) = (
            pool.input("c", Sort::Bool),
            pool.input("p", Sort::BitVec(64)),
        );
        let either = pool.ite(condition, one, any);
        let mut sums = Sums::of_terms(&pool);
        let first = sums.of(either);
        assert_eq!(sums.of(either), first);
        assert!(!sums.exact);
    }
}
