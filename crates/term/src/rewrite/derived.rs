//! Operators that are written with others.

use crate::{Pool, Term};

impl Pool {
    /// Boolean exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.ne(a, b)
    }

    /// Boolean implication.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Disequality of any sort.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Bool to BitVec(1).
    pub fn bool_to_bv(&mut self, a: Term) -> Term {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(a, one, zero)
    }

    /// BitVec(1) to Bool.
    pub fn bv_to_bool(&mut self, a: Term) -> Term {
        debug_assert_eq!(self.width(a), 1);
        let one = self.bv(1, 1);
        self.eq(a, one)
    }

    /// Subtraction.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let negated = self.neg(b);
        self.add(a, negated)
    }

    /// Signed modulo (sign of divisor).
    pub fn smod(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let remainder = self.srem(a, b);
        let (sign_a, sign_b) = (self.sign_bit(a), self.sign_bit(b));
        let zero = self.bv(width, 0);
        let exact = self.eq(remainder, zero);
        let same_sign = self.eq(sign_a, sign_b);
        let keep = self.or(exact, same_sign);
        let shifted = self.add(remainder, b);
        self.ite(keep, remainder, shifted)
    }

    /// The topmost bit.
    fn sign_bit(&mut self, a: Term) -> Term {
        let top = self.width(a) - 1;
        self.extract(a, top, top)
    }

    /// Rotation to the left by a term (modulo the width).
    pub fn rotate_left(&mut self, a: Term, by: Term) -> Term {
        let width = self.width(a);
        let distance = self.reduced(by, width);
        let back = self.distance_back(distance, width);
        let (high, low) = (self.shl(a, distance), self.lshr(a, back));
        self.bv_or(high, low)
    }

    /// Rotation to the right by a term (modulo the width).
    pub fn rotate_right(&mut self, a: Term, by: Term) -> Term {
        let width = self.width(a);
        let distance = self.reduced(by, width);
        let back = self.distance_back(distance, width);
        let (low, high) = (self.lshr(a, distance), self.shl(a, back));
        self.bv_or(high, low)
    }

    /// A distance modulo the width (which, as every number, is a value of as many bits).
    fn reduced(&mut self, by: Term, width: u32) -> Term {
        let modulus = self.bv(width, u64::from(width));
        self.urem(by, modulus)
    }

    /// `width - distance`: for distance 0, the shift by it moves everything out.
    fn distance_back(&mut self, distance: Term, width: u32) -> Term {
        let modulus = self.bv(width, u64::from(width));
        self.sub(modulus, distance)
    }

    /// Number of one bits, in a term of the same width.
    pub fn count_ones(&mut self, a: Term) -> Term {
        let width = self.width(a);
        // Sums of neighbours, of neighbouring pairs, …; each field is wide enough for its sum.
        let mut fields: Vec<Term> = (0..width).map(|i| self.extract(a, i, i)).collect();
        while fields.len() > 1 {
            let field_width = (self.width(fields[0]) + 1).min(width);
            let pairs: Vec<Vec<Term>> = fields.chunks(2).map(<[Term]>::to_vec).collect();
            fields.clear();
            for pair in pairs {
                let extended = pair
                    .iter()
                    .map(|&field| self.zero_extend(field, field_width));
                let extended: Vec<Term> = extended.collect();
                fields.push(match extended[..] {
                    [low, high] => self.add(low, high),
                    _ => extended[0],
                });
            }
        }
        self.zero_extend(fields[0], width)
    }

    /// Number of leading zeros, in a term of the same width (the width itself for 0).
    pub fn leading_zeros(&mut self, a: Term) -> Term {
        // Ones from the topmost one downwards: what is left are the leading zeros.
        let width = self.width(a);
        let mut smeared = a;
        let mut distance = 1;
        while distance < width {
            let by = self.bv(width, u64::from(distance));
            let shifted = self.lshr(smeared, by);
            smeared = self.bv_or(smeared, shifted);
            distance *= 2;
        }
        let zeros = self.bv_not(smeared);
        self.count_ones(zeros)
    }

    /// Number of trailing zeros, in a term of the same width (the width itself for 0).
    pub fn trailing_zeros(&mut self, a: Term) -> Term {
        // `!a & (a - 1)` has ones exactly in the trailing zeros.
        let ones = self.bv(self.width(a), 1);
        let below = self.sub(a, ones);
        let complement = self.bv_not(a);
        let zeros = self.bv_and(complement, below);
        self.count_ones(zeros)
    }
}
