//! Building circuits of terms: the pool behind shared references, so that expressions nest, and the
//! shifters and counters that every operation needs.

use crate::{Bits, FloatFormat, Pool, Sort, Term};
use std::cell::RefCell;

/// Builds terms in a pool.
pub(super) struct Circuit<'p> {
    pool: RefCell<&'p mut Pool>,
}

macro_rules! forward {
    ($($name:ident($($argument:ident),*);)*) => {
        $(pub fn $name(&self, $($argument: Term),*) -> Term {
            self.pool.borrow_mut().$name($($argument),*)
        })*
    };
}

impl<'p> Circuit<'p> {
    pub fn new(pool: &'p mut Pool) -> Circuit<'p> {
        Circuit {
            pool: RefCell::new(pool),
        }
    }

    forward! {
        not(a);
        and(a, b);
        or(a, b);
        xor(a, b);
        ite(condition, then, otherwise);
        eq(a, b);
        bv_not(a);
        bv_and(a, b);
        bv_or(a, b);
        bv_xor(a, b);
        neg(a);
        add(a, b);
        sub(a, b);
        mul(a, b);
        concat(high, low);
        ult(a, b);
        slt(a, b);
    }

    pub fn width(&self, a: Term) -> u32 {
        match self.pool.borrow().sort(a) {
            Sort::BitVec(width) => width,
            other => unreachable!("operands of float operations are bit-vectors, not {other:?}"),
        }
    }

    pub fn is_nan(&self, format: FloatFormat, a: Term) -> Term {
        crate::float::is_nan(&mut self.pool.borrow_mut(), format, a)
    }

    // ---- truth values ----

    pub fn bool(&self, value: bool) -> Term {
        self.pool.borrow_mut().bool(value)
    }

    /// Bit `i` as a truth value.
    pub fn bit(&self, a: Term, i: u32) -> Term {
        let bit = self.extract(a, i, i);
        self.pool.borrow_mut().bv_to_bool(bit)
    }

    /// True iff any bit is set.
    pub fn any(&self, a: Term) -> Term {
        self.not(self.none(a))
    }

    /// True iff no bit is set.
    pub fn none(&self, a: Term) -> Term {
        self.eq(a, self.zeros(self.width(a)))
    }

    /// True iff any of the lowest `count` bits is set; `count` may be 0.
    pub fn any_of_lowest(&self, a: Term, count: u32) -> Term {
        match count {
            0 => self.bool(false),
            _ => self.any(self.extract(a, count - 1, 0)),
        }
    }

    pub fn all_of(&self, conditions: &[Term]) -> Term {
        conditions
            .iter()
            .fold(self.bool(true), |all, &next| self.and(all, next))
    }

    // ---- bit-vectors ----

    pub fn constant(&self, width: u32, value: u128) -> Term {
        self.pool
            .borrow_mut()
            .constant(&Bits::from_u128(width, value))
    }

    pub fn zeros(&self, width: u32) -> Term {
        self.pool.borrow_mut().constant(&Bits::zero(width))
    }

    pub fn ones(&self, width: u32) -> Term {
        self.pool.borrow_mut().constant(&Bits::ones(width))
    }

    /// A signed constant.
    pub fn signed(&self, width: u32, value: i64) -> Term {
        self.constant(width, i128::from(value) as u128)
    }

    /// The smallest signed number.
    pub fn signed_minimum(&self, width: u32) -> Term {
        self.pool.borrow_mut().constant(&Bits::signed_min(width))
    }

    /// A truth value as one bit.
    pub fn flag(&self, a: Term) -> Term {
        self.pool.borrow_mut().bool_to_bv(a)
    }

    pub fn extract(&self, a: Term, high: u32, low: u32) -> Term {
        self.pool.borrow_mut().extract(a, high, low)
    }

    /// The topmost `count` bits.
    pub fn top(&self, a: Term, count: u32) -> Term {
        let width = self.width(a);
        self.extract(a, width - 1, width - count)
    }

    pub fn zero_extend(&self, a: Term, width: u32) -> Term {
        self.pool.borrow_mut().zero_extend(a, width)
    }

    pub fn sign_extend(&self, a: Term, width: u32) -> Term {
        self.pool.borrow_mut().sign_extend(a, width)
    }

    /// `count` zeros below; `count` may be 0.
    pub fn pad_low(&self, a: Term, count: u32) -> Term {
        match count {
            0 => a,
            _ => self.concat(a, self.zeros(count)),
        }
    }

    /// `a` if the condition holds, else zeros.
    pub fn masked(&self, condition: Term, a: Term) -> Term {
        self.ite(condition, a, self.zeros(self.width(a)))
    }

    /// `a` plus a bit.
    pub fn increment_if(&self, condition: Term, a: Term) -> Term {
        self.add(a, self.zero_extend(self.flag(condition), self.width(a)))
    }

    /// `a + b`, or `a − b` if `minus` holds, with one adder.
    pub fn add_or_subtract(&self, minus: Term, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let flipped = self.bv_xor(b, self.sign_extend(self.flag(minus), width));
        // The carry comes in from a place below: 1 + minus carries iff `minus` holds.
        let a = self.concat(a, self.ones(1));
        let b = self.concat(flipped, self.flag(minus));
        self.top(self.add(a, b), width)
    }

    // ---- shifts ----

    /// Shifts right by a term of any width; also tells whether a set bit was lost.
    pub fn shift_right_sticky(&self, a: Term, by: Term) -> (Term, Term) {
        let (width, by_width) = (self.width(a), self.width(by));
        let stages = stages(width);
        let (mut shifted, mut sticky) = (a, self.bool(false));
        for stage in 0..stages.min(by_width) {
            let (distance, bit) = (1 << stage, self.bit(by, stage));
            let lost = self.any_of_lowest(shifted, distance);
            sticky = self.or(sticky, self.and(bit, lost));
            let moved = self.zero_extend(self.extract(shifted, width - 1, distance), width);
            shifted = self.ite(bit, moved, shifted);
        }
        if by_width > stages {
            let all = self.any(self.extract(by, by_width - 1, stages));
            sticky = self.or(sticky, self.and(all, self.any(shifted)));
            shifted = self.ite(all, self.zeros(width), shifted);
        }
        (shifted, sticky)
    }

    /// Shifts left by a term of any width.
    pub fn shift_left(&self, a: Term, by: Term) -> Term {
        let (width, by_width) = (self.width(a), self.width(by));
        let stages = stages(width);
        let mut shifted = a;
        for stage in 0..stages.min(by_width) {
            let moved = self.moved_left(shifted, 1 << stage);
            shifted = self.ite(self.bit(by, stage), moved, shifted);
        }
        if by_width > stages {
            let all = self.any(self.extract(by, by_width - 1, stages));
            shifted = self.ite(all, self.zeros(width), shifted);
        }
        shifted
    }

    /// Shifts left until the topmost bit is set; also tells by how much, in [`stages`] bits. Zero
    /// stays zero, with the largest count.
    pub fn normalise(&self, a: Term) -> (Term, Term) {
        let width = self.width(a);
        let mut shifted = a;
        let mut count: Option<Term> = None;
        for stage in (0..stages(width)).rev() {
            let distance = 1 << stage;
            let free = self.none(self.top(shifted, distance));
            shifted = self.ite(free, self.moved_left(shifted, distance), shifted);
            let bit = self.flag(free);
            count = Some(count.map_or(bit, |higher| self.concat(higher, bit)));
        }
        (shifted, count.unwrap_or_else(|| self.zeros(1)))
    }

    /// Number of zeros above the topmost set bit, in [`stages`] bits (at least one); anything from
    /// the width on for zero, or the largest count if that is less.
    pub fn leading_zeros(&self, a: Term) -> Term {
        let width = self.width(a);
        let padded = self.pad_low(a, width.next_power_of_two().max(2) - width);
        // A tree over blocks of 1, 2, 4, … bits: whether a block is zero, and its count.
        let mut blocks: Vec<(Term, Option<Term>)> = (0..self.width(padded))
            .rev()
            .map(|i| (self.not(self.bit(padded, i)), None))
            .collect();
        while blocks.len() > 1 {
            let merged = blocks.chunks_exact(2).map(|pair| {
                let ((high_zero, high), (low_zero, low)) = (pair[0], pair[1]);
                let flag = self.flag(high_zero);
                let count = match (high, low) {
                    (Some(high), Some(low)) => self.concat(flag, self.ite(high_zero, low, high)),
                    _ => flag,
                };
                (self.and(high_zero, low_zero), Some(count))
            });
            blocks = merged.collect();
        }
        blocks[0]
            .1
            .expect("at least two bits make at least one merge")
    }

    fn moved_left(&self, a: Term, distance: u32) -> Term {
        let kept = self.extract(a, self.width(a) - 1 - distance, 0);
        self.pad_low(kept, distance)
    }
}

/// Number of stages of a shifter: bits that write every distance below the width.
pub(super) fn stages(width: u32) -> u32 {
    width.next_power_of_two().trailing_zeros()
}
