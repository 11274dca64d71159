//! What is known of a term without solving: zero bits at its ends, distinctness, negation.

use crate::node::{Kind, Node};
use crate::{Bits, Pool, Term};

impl Pool {
    /// Bits known to be zero at the top.
    pub(super) fn leading_known(&self, t: Term) -> u32 {
        u32::from(self.node(t).leading)
    }

    /// Bits known to be zero at the bottom.
    pub(super) fn trailing_known(&self, t: Term) -> u32 {
        u32::from(self.node(t).trailing)
    }

    /// Fills in the known zeros of a node about to be stored.
    pub(crate) fn with_known_zeros(&self, mut node: Node) -> Node {
        let Some(width) = node.sort.width() else {
            return node;
        };
        let (leading, trailing) = self.known_zeros(&node, width);
        node.leading = leading.min(width).min(255) as u8;
        node.trailing = trailing.min(width).min(255) as u8;
        node
    }

    /// Known zeros at the top and at the bottom, from those of the operands.
    fn known_zeros(&self, node: &Node, width: u32) -> (u32, u32) {
        let [a, b, c] = node.operands;
        let leading = |t: Term| self.leading_known(t);
        let trailing = |t: Term| self.trailing_known(t);
        match node.kind {
            Kind::WordConst => {
                let value = node.word_value();
                (width - (64 - value.leading_zeros()), value.trailing_zeros())
            }
            Kind::WideConst => {
                let value = self.wide_value(node);
                (value.leading_zeros(), value.trailing_zeros())
            }
            Kind::BvAnd => (leading(a).max(leading(b)), trailing(a).max(trailing(b))),
            Kind::BvOr | Kind::BvXor => (leading(a).min(leading(b)), trailing(a).min(trailing(b))),
            Kind::Ite => (leading(b).min(leading(c)), trailing(b).min(trailing(c))),
            Kind::Add => {
                let top = leading(a).min(leading(b));
                (top.saturating_sub(1), trailing(a).min(trailing(b)))
            }
            Kind::Neg => (0, trailing(a)),
            Kind::Mul => {
                // a < 2^(w-la) and b < 2^(w-lb), so the product is below 2^(2w-la-lb).
                let top = (leading(a) + leading(b)).saturating_sub(width);
                (top, trailing(a) + trailing(b))
            }
            Kind::Concat => {
                let (high, low) = (self.width(a), self.width(b));
                let top = if leading(a) == high {
                    high + leading(b)
                } else {
                    leading(a)
                };
                let bottom = if trailing(b) == low {
                    low + trailing(a)
                } else {
                    trailing(b)
                };
                (top, bottom)
            }
            Kind::ZeroExtend => (width - self.width(a) + leading(a), trailing(a)),
            Kind::SignExtend if leading(a) > 0 => (width - self.width(a) + leading(a), trailing(a)),
            Kind::SignExtend => (0, trailing(a)),
            Kind::Extract => {
                let above = self.width(a) - (node.payload + width);
                (
                    leading(a).saturating_sub(above),
                    trailing(a).saturating_sub(node.payload),
                )
            }
            Kind::Lshr => (leading(a), 0),
            Kind::Shl => (0, trailing(a)),
            Kind::Urem => (leading(a), 0),
            _ => (0, 0),
        }
    }

    /// True if the two bit-vectors have no one bit in common, by zeros at their ends.
    pub(super) fn ends_disjoint(&self, a: Term, b: Term) -> bool {
        let width = self.width(a);
        self.trailing_known(a) + self.leading_known(b) >= width
            || self.trailing_known(b) + self.leading_known(a) >= width
    }

    /// True if the Bool terms are each other's negation by form.
    pub(super) fn are_opposite(&self, a: Term, b: Term) -> bool {
        let opposite = |x: Term, y: Term| {
            let (p, q) = (self.node(x), self.node(y));
            match p.kind {
                Kind::Not => p.operands[0] == y,
                Kind::Ult | Kind::Slt => {
                    let weak = if p.kind == Kind::Ult {
                        Kind::Ule
                    } else {
                        Kind::Sle
                    };
                    let [left, right, _] = p.operands;
                    q.kind == weak && q.operands[0] == right && q.operands[1] == left
                        || q.kind == p.kind && self.are_around(p, q)
                }
                _ => false,
            }
        };
        opposite(a, b) || opposite(b, a)
    }

    /// True for `x < c` and `c - 1 < x`, which is how the negation of the former is written. The
    /// least `c`, below which nothing is, does not count.
    fn are_around(&self, below: &Node, above: &Node) -> bool {
        let ([x, upper, _], [lower, y, _]) = (below.operands, above.operands);
        if x != y {
            return false;
        }
        let (Some(l), Some(u)) = (self.bits(lower), self.bits(upper)) else {
            return false;
        };
        let least = match below.kind {
            Kind::Ult => Bits::zero(u.width()),
            _ => Bits::signed_min(u.width()),
        };
        u != least && l.add(&Bits::new(l.width(), 1)) == u
    }

    /// A term as another one plus a constant: `(x, Some(c))` for `x + c`, `(x, None)` for `x`.
    pub(super) fn base_and_offset(&self, t: Term) -> (Term, Option<Term>) {
        match self.pair(t, Kind::Add) {
            Some((base, offset)) if self.is_literal(offset) && !self.is_zero(offset) => {
                (base, Some(offset))
            }
            _ => (t, None),
        }
    }

    /// True if the two bit-vectors differ under every model, by form.
    pub(super) fn are_distinct(&self, a: Term, b: Term) -> bool {
        if a == b {
            return false;
        }
        if self.is_literal(a) && self.is_literal(b) {
            return true;
        }
        let ((x, c), (y, d)) = (self.base_and_offset(a), self.base_and_offset(b));
        // Offsets are not zero, and equal constants are one term.
        x == y && c != d
    }
}
