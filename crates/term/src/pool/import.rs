//! Terms of another pool.

use super::{Pool, Sort, Term};
use crate::Op;
use rustc_hash::FxHashMap;

impl Pool {
    /// A term of another pool, built here without recursion. `input` says what stands for an input of that
    /// pool; `known` has what was built before. `None` if `input` gives nothing, or the term applies an
    /// opaque function, which is known to one pool only.
    pub fn import(
        &mut self,
        other: &Pool,
        term: Term,
        known: &mut FxHashMap<Term, Term>,
        input: &mut dyn FnMut(&mut Pool, Term) -> Option<Term>,
    ) -> Option<Term> {
        let (mut order, mut seen) = (Vec::new(), known.keys().copied().collect());
        other.visit_new(&[term], &mut seen, &mut |_| true, &mut |t| order.push(t));
        let mut operands = Vec::new();
        for theirs in order {
            operands.clear();
            operands.extend(other.arguments(theirs).iter().map(|operand| known[operand]));
            let (op, sort) = (other.op(theirs), other.sort(theirs));
            let ours = match (op, sort) {
                (Op::Opaque(_), _) => return None,
                (Op::Input(_), _) => input(self, theirs)?,
                (Op::BitsConst, _) => self.constant(&other.bits(theirs)?),
                (Op::Table(table), Sort::Array { index, element }) => {
                    self.table_array(index, element, other.table(table).clone())
                }
                _ => self.build(op, &operands, sort),
            };
            debug_assert_eq!(
                self.sort(ours),
                sort,
                "what stands for an input has its sort"
            );
            known.insert(theirs, ours);
        }
        known.get(&term).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bits;

    #[test]
    fn inputs_are_replaced_and_constants_stay() {
        let mut theirs = Pool::new();
        let x = theirs.input("x", Sort::BitVec(8));
        let table = theirs.table_array(8, 8, [Bits::new(8, 4), Bits::new(8, 9)].into());
        let looked_up = theirs.select(table, x);
        let seven = theirs.bv(8, 7);
        let sum = theirs.add(looked_up, seven);
        let mut ours = Pool::new();
        ours.input("other", Sort::Bool);
        let mut known = FxHashMap::default();
        let one = |pool: &mut Pool, _: Term| Some(pool.bv(8, 1));
        let imported = ours.import(&theirs, sum, &mut known, &mut { one });
        assert_eq!(imported.and_then(|it| ours.constant_u64(it)), Some(16));
        let none = |_: &mut Pool, _: Term| None;
        let mut known = FxHashMap::default();
        assert_eq!(ours.import(&theirs, sum, &mut known, &mut { none }), None);
    }
}
