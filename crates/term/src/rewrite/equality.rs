//! Equality.

use crate::node::{Kind, Node, PackedSort};
use crate::{Bits, Pool, Sort, TableId, Term};

/// Tables of up to so many entries are searched for a value.
const ENTRIES_COMPARED: usize = 4096;

impl Pool {
    /// Equality of any sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b), "equality within one sort");
        if a == b {
            return self.bool(true);
        }
        if self.is_constant(a) && self.is_constant(b) {
            return self.bool(false); // equal constants are one term
        }
        let (a, b) = self.ordered(a, b);
        let rules = match self.sort(a) {
            Sort::Bool => Pool::eq_bool_rules,
            Sort::BitVec(_) => Pool::eq_bv_rules,
            Sort::Array { .. } => Pool::eq_array_rules,
        };
        let node = Node::new(Kind::Eq, PackedSort::BOOL, 0, &[a, b]);
        self.rewritten(node, |pool| rules(pool, a, b))
    }

    fn eq_bool_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(value) = self.constant_bool(b) {
            return Some(if value { a } else { self.not(a) });
        }
        if self.are_opposite(a, b) {
            return Some(self.bool(false));
        }
        // Negations move outwards.
        match (self.single(a, Kind::Not), self.single(b, Kind::Not)) {
            (Some(x), Some(y)) => Some(self.eq(x, y)),
            (Some(x), None) => {
                let equal = self.eq(x, b);
                Some(self.not(equal))
            }
            (None, Some(y)) => {
                let equal = self.eq(a, y);
                Some(self.not(equal))
            }
            (None, None) => None,
        }
    }

    fn eq_array_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (
            self.single(a, Kind::ConstArray)?,
            self.single(b, Kind::ConstArray)?,
        );
        Some(self.eq(x, y))
    }

    fn eq_bv_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.are_distinct(a, b) {
            return Some(self.bool(false));
        }
        if let Some(value) = self.bits(b) {
            return self.eq_literal_rules(a, b, &value);
        }
        self.eq_addends(a, b)
            .or_else(|| self.eq_choice(a, b))
            .or_else(|| self.eq_choice(b, a))
            .or_else(|| self.eq_cancelled(a, b))
            .or_else(|| self.eq_cancelled(b, a))
            .or_else(|| self.eq_pieces(a, b))
            .or_else(|| self.eq_pieces(b, a))
    }

    // ---- with a constant ----

    /// `a = k`: the operator of `a` is undone, or what of `k` cannot be makes it false.
    fn eq_literal_rules(&mut self, a: Term, k: Term, value: &Bits) -> Option<Term> {
        let width = self.width(a);
        if width == 1 && value.is_zero() {
            let one = self.bv(1, 1);
            let equal = self.eq(a, one);
            return Some(self.not(equal));
        }
        if value.leading_zeros() < self.leading_known(a)
            || value.trailing_zeros() < self.trailing_known(a)
        {
            return Some(self.bool(false));
        }
        let [x, y, z] = self.node(a).operands;
        match self.kind(a) {
            Kind::Ite if self.is_literal(y) || self.is_literal(z) => {
                let (then, otherwise) = (self.eq(y, k), self.eq(z, k));
                Some(self.ite(x, then, otherwise))
            }
            Kind::BvNot => Some(self.eq_constant(x, &value.not())),
            Kind::Neg => Some(self.eq_constant(x, &value.neg())),
            Kind::Add => self.eq_sum(x, y, value),
            Kind::BvXor if value.is_zero() => Some(self.eq(x, y)),
            Kind::BvXor => {
                let mask = self.bits(y)?;
                Some(self.eq_constant(x, &value.xor(&mask)))
            }
            Kind::Mul => {
                // An odd factor has an inverse.
                let inverse = self.bits(y)?.inverse_of_odd()?;
                Some(self.eq_constant(x, &value.mul(&inverse)))
            }
            Kind::BvAnd | Kind::BvOr => self.eq_masked(a, value),
            Kind::Udiv | Kind::Sdiv => self.quotient_eq(a, value),
            Kind::ZeroExtend | Kind::SignExtend => {
                let narrow = value.extract(self.width(x) - 1, 0);
                let back = match self.kind(a) {
                    Kind::ZeroExtend => narrow.zero_extend(width),
                    _ => narrow.sign_extend(width),
                };
                if back != *value {
                    return Some(self.bool(false));
                }
                Some(self.eq_constant(x, &narrow))
            }
            Kind::Concat => {
                let boundary = self.width(y);
                let high = self.eq_constant(x, &value.extract(width - 1, boundary));
                let low = self.eq_constant(y, &value.extract(boundary - 1, 0));
                Some(self.and(high, low))
            }
            Kind::Select if self.kind(x) == Kind::Table => self.eq_entry(x, y, value),
            _ => None,
        }
    }

    /// `table[index] = value` where at most one entry has that value.
    fn eq_entry(&mut self, table: Term, index: Term, value: &Bits) -> Option<Term> {
        let width = self.width(index);
        let entries = self.table(TableId(self.node(table).payload));
        // Entries behind the end are zero.
        let whole = width < 64 && entries.len() as u64 == 1 << width;
        if value.is_zero() && !whole || entries.len() > ENTRIES_COMPARED {
            return None;
        }
        let mut equal = (0..entries.len()).filter(|&i| entries[i] == *value);
        let (first, more) = (equal.next(), equal.next().is_some());
        match (first, more) {
            (None, _) => Some(self.bool(false)),
            (Some(place), false) => Some(self.eq_constant(index, &Bits::new(width, place as u64))),
            (Some(_), true) => None,
        }
    }

    fn eq_constant(&mut self, a: Term, value: &Bits) -> Term {
        let k = self.constant(value);
        self.eq(a, k)
    }

    /// `x + y = k`.
    fn eq_sum(&mut self, x: Term, y: Term, value: &Bits) -> Option<Term> {
        if let Some(offset) = self.bits(y) {
            return Some(self.eq_constant(x, &value.sub(&offset)));
        }
        if !value.is_zero() {
            return None;
        }
        // x - y = 0
        if let Some(negated) = self.single(y, Kind::Neg) {
            return Some(self.eq(x, negated));
        }
        let negated = self.single(x, Kind::Neg)?;
        Some(self.eq(negated, y))
    }

    /// `x & y = k` and `x | y = k`.
    fn eq_masked(&mut self, a: Term, value: &Bits) -> Option<Term> {
        let [x, y, _] = self.node(a).operands;
        let conjunction = self.kind(a) == Kind::BvAnd;
        if let Some(mask) = self.bits(y) {
            // The mask decides bits; `k` must have them.
            let decided = if conjunction {
                mask.not()
            } else {
                mask.clone()
            };
            let forced = if conjunction {
                Bits::zero(mask.width())
            } else {
                mask
            };
            return (value.and(&decided) != forced).then(|| self.bool(false));
        }
        let both = if conjunction {
            value.is_ones()
        } else {
            value.is_zero()
        };
        if !both {
            return None;
        }
        let (first, second) = (self.eq_constant(x, value), self.eq_constant(y, value));
        Some(self.and(first, second))
    }

    // ---- of two terms that are no constants ----

    /// Sums: `x + c = y + d`, `x + y = x + z`, `x + y = x`.
    fn eq_addends(&mut self, a: Term, b: Term) -> Option<Term> {
        if let ((x, Some(c)), (y, Some(d))) = (self.base_and_offset(a), self.base_and_offset(b)) {
            let difference = self.sub(d, c);
            let shifted = self.add(y, difference);
            return Some(self.eq(x, shifted));
        }
        let addends = |pool: &Pool, t: Term| pool.pair(t, Kind::Add);
        match (addends(self, a), addends(self, b)) {
            (Some((p, q)), Some((r, s))) => {
                let (x, y) = match () {
                    () if p == r => (q, s),
                    () if p == s => (q, r),
                    () if q == r => (p, s),
                    () if q == s => (p, r),
                    () => return None,
                };
                Some(self.eq(x, y))
            }
            (Some(pair), None) => self.eq_part(pair, b),
            (None, Some(pair)) => self.eq_part(pair, a),
            (None, None) => None,
        }
    }

    /// `p + q = p` (and likewise for `^`): the other part is zero.
    fn eq_part(&mut self, (p, q): (Term, Term), whole: Term) -> Option<Term> {
        let other = match whole {
            whole if whole == p => q,
            whole if whole == q => p,
            _ => return None,
        };
        let zero = self.bv(self.width(whole), 0);
        Some(self.eq(other, zero))
    }

    /// `ite(c, t, e) = t`, and choices between the same two constants.
    fn eq_choice(&mut self, a: Term, b: Term) -> Option<Term> {
        let (condition, then, otherwise) = self.choice(a)?;
        if then == b {
            let equal = self.eq(otherwise, b);
            return Some(self.or(condition, equal));
        }
        if otherwise == b {
            let (opposite, equal) = (self.not(condition), self.eq(then, b));
            return Some(self.or(opposite, equal));
        }
        let (other, x, y) = self.choice(b)?;
        if other == condition && (then == x || otherwise == y) {
            let (first, second) = (self.eq(then, x), self.eq(otherwise, y));
            return Some(self.ite(condition, first, second));
        }
        if !self.is_literal(then) || !self.is_literal(otherwise) {
            return None;
        }
        if (then, otherwise) == (x, y) {
            return Some(self.eq(condition, other));
        }
        ((then, otherwise) == (y, x)).then(|| self.ne(condition, other))
    }

    /// The same invertible operator on both sides, and `x ^ y = x`.
    fn eq_cancelled(&mut self, a: Term, b: Term) -> Option<Term> {
        for kind in [Kind::BvNot, Kind::Neg] {
            if let (Some(x), Some(y)) = (self.single(a, kind), self.single(b, kind)) {
                return Some(self.eq(x, y));
            }
        }
        let (p, q) = self.pair(a, Kind::BvXor)?;
        if let Some(equal) = self.eq_part((p, q), b) {
            return Some(equal);
        }
        let (r, s) = self.pair(b, Kind::BvXor)?;
        let (x, y) = match () {
            () if p == r => (q, s),
            () if p == s => (q, r),
            () if q == r => (p, s),
            () if q == s => (p, r),
            () => return None,
        };
        Some(self.eq(x, y))
    }

    /// Extensions of one kind, and concatenations that part at one place.
    fn eq_pieces(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some((x, y)) = self.same_extension(a, b) {
            return Some(self.eq(x, y));
        }
        let (high, low) = self.pair(a, Kind::Concat)?;
        let (width, boundary) = (self.width(a), self.width(low));
        let alike = match self.kind(b) {
            Kind::Concat => self.width(self.operand(b, 1)) == boundary,
            Kind::ZeroExtend => true,
            _ => false,
        };
        if !alike {
            return None;
        }
        let (b_high, b_low) = (
            self.extract(b, width - 1, boundary),
            self.extract(b, boundary - 1, 0),
        );
        let (first, second) = (self.eq(high, b_high), self.eq(low, b_low));
        Some(self.and(first, second))
    }
}
