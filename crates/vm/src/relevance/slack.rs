//! By how much a number may be another one without execution going another way.
//!
//! A concrete comparison asks of its operands only that they stay on their sides of a bound, so each may be any number of
//! an interval around the one it is. Back through sums, products and conversions an interval stays one. This is the
//! weakest precondition of a path over intervals, where bounds are the interpolants.

use crate::code::{Op, Slot};
use crate::memory::address::OFFSET_BITS;
use ir::CompareOp;

/// An interval of numbers of a width in bits, around one of them, modulo 2^width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slack {
    /// By how much a number may be less.
    pub below: u64,
    /// By how much it may be more; with the above, less than 2^width.
    pub above: u64,
    /// [`Slack::ANY_WIDTH`] where only the lower bits matter, so that any width that has them does.
    pub width: u8,
}

impl Slack {
    /// It must be the same number.
    pub(super) const NONE: Slack = Slack {
        below: 0,
        above: 0,
        width: 64,
    };

    /// Stands for the width of the register, where only its lower bits matter.
    const ANY_WIDTH: u8 = 0;

    /// Around an address, all of its object's window: nothing that is so near is an address in another object.
    pub(super) fn window(address: u64) -> Slack {
        let most = (1 << OFFSET_BITS) - 1;
        let below = address & most;
        Slack {
            below,
            above: most - below,
            width: 64,
        }
    }

    pub(super) fn is_none(self) -> bool {
        self.below == 0 && self.above == 0
    }

    fn mask(self) -> u64 {
        match self.width {
            Slack::ANY_WIDTH => u64::MAX,
            width => u64::MAX >> (64 - width),
        }
    }

    /// True if numbers are of that width, as far as is known.
    pub(super) fn is_of_width(self, width: u8) -> bool {
        self.width == width || self.width == Slack::ANY_WIDTH
    }

    /// True if it may be any number.
    fn is_any(self) -> bool {
        u128::from(self.below) + u128::from(self.above) >= u128::from(self.mask())
    }

    /// What both allow.
    pub(super) fn and(self, other: Slack) -> Slack {
        let both = Slack {
            below: self.below.min(other.below),
            above: self.above.min(other.above),
            width: self.width.max(other.width),
        };
        let same = self.is_of_width(other.width) || other.is_of_width(self.width);
        match same && !both.is_none() {
            true => both,
            false => Slack::NONE,
        }
    }

    /// True if it allows nothing that the other does not.
    pub(super) fn is_within(self, other: Slack) -> bool {
        let narrower = self.below <= other.below && self.above <= other.above;
        let same = self.is_of_width(other.width) || other.is_of_width(self.width);
        self.is_none() || narrower && same
    }

    /// True if it allows a number in the place of the one it is around.
    pub(super) fn allows(self, known: u64, here: u64) -> bool {
        let (up, down) = self.distances(known, here);
        up <= self.above || down <= self.below
    }

    /// The same interval, around another of its numbers.
    pub(super) fn around(self, known: u64, here: u64) -> Slack {
        let (up, down) = self.distances(known, here);
        let (below, above) = match up <= self.above {
            true => (self.below + up, self.above - up),
            false => (self.below.saturating_sub(down), self.above + down),
        };
        Slack {
            below,
            above,
            ..self
        }
    }

    fn distances(self, known: u64, here: u64) -> (u64, u64) {
        let mask = self.mask();
        (
            here.wrapping_sub(known) & mask,
            known.wrapping_sub(here) & mask,
        )
    }

    /// Of a number that is subtracted.
    pub(super) fn reversed(self) -> Slack {
        Slack {
            below: self.above,
            above: self.below,
            ..self
        }
    }

    /// Of a number of which that many come to one.
    pub(super) fn divided(self, by: u64) -> Slack {
        Slack {
            below: self.below / by,
            above: self.above / by,
            ..self
        }
    }

    pub(super) fn of_width(self, width: u8) -> Slack {
        Slack { width, ..self }
    }
}

/// How much of the operands of an op matters if that much of its result does: `None` for an operand of which nothing
/// does. `None` of all if no more is known than that they matter.
///
/// The operands are numbers, and no addresses; those in slots behind the registers are part of the code.
pub(super) fn of_operands(
    op: Op,
    registers: Slot,
    [x, y]: [u64; 2],
    of_result: Slack,
) -> Option<[Option<Slack>; 2]> {
    let is_constant = |slot: Slot| slot >= registers;
    let fixed = |a: Slot, b: Slot| [is_constant(a), is_constant(b)];
    let slacks = match op {
        Op::Ult { shift, a, b, .. } | Op::BranchUlt { shift, a, b, .. } => {
            ordered(Order::of(shift, false, true), [x, y], fixed(a, b))
        }
        Op::Ule { shift, a, b, .. } | Op::BranchUle { shift, a, b, .. } => {
            ordered(Order::of(shift, false, false), [x, y], fixed(a, b))
        }
        Op::Slt { shift, a, b, .. } | Op::BranchSlt { shift, a, b, .. } => {
            ordered(Order::of(shift, true, true), [x, y], fixed(a, b))
        }
        Op::Sle { shift, a, b, .. } | Op::BranchSle { shift, a, b, .. } => {
            ordered(Order::of(shift, true, false), [x, y], fixed(a, b))
        }
        Op::Eq { shift, a, b, .. }
        | Op::Ne { shift, a, b, .. }
        | Op::BranchEq { shift, a, b, .. }
            if x != y =>
        {
            // Whichever is the lesser, they must stay apart.
            let order = Order::of(shift & !Op::NEGATED, false, x < y);
            ordered(order, [x, y], fixed(a, b))
        }
        Op::Overflows {
            op, shift, a, b, ..
        } => without_overflow(op, 64 - shift, [x, y], fixed(a, b))?,
        _ => arithmetic(op, [x, y], of_result, &is_constant)?,
    };
    Some(slacks.map(|slack| (!slack.is_any()).then_some(slack)))
}

/// Of what an interval of the result allows an interval of an operand.
fn arithmetic(
    op: Op,
    [x, _]: [u64; 2],
    of_result: Slack,
    is_constant: &dyn Fn(Slot) -> bool,
) -> Option<[Slack; 2]> {
    if of_result.is_none() {
        return None;
    }
    let is_of = |width: u8| of_result.is_of_width(width);
    let of_first = |slack: Slack| [slack, Slack::NONE];
    Some(match op {
        Op::Add { shift, a, .. } if is_of(64 - shift) => match is_constant(a) {
            true => [Slack::NONE, of_result.of_width(64 - shift)],
            false => of_first(of_result.of_width(64 - shift)),
        },
        Op::Sub { shift, a, .. } if is_of(64 - shift) => match is_constant(a) {
            true => [Slack::NONE, of_result.reversed().of_width(64 - shift)],
            false => of_first(of_result.of_width(64 - shift)),
        },
        Op::ZeroExtend {
            from, width: into, ..
        } if is_of(into) => of_first(without_wrap(x, from, of_result)),
        Op::SignExtend {
            from, width: into, ..
        } if is_of(into) => {
            let biased = x ^ (1 << (from - 1));
            of_first(without_wrap(biased, from, of_result))
        }
        // The bits above do not matter; of those below, as much as of the result.
        Op::Truncate { shift, .. } if is_of(64 - shift) => {
            of_first(of_result.of_width(Slack::ANY_WIDTH))
        }
        _ => return None,
    })
}

/// An interval around a number of fewer bits that stays in their range.
fn without_wrap(x: u64, width: u8, of_result: Slack) -> Slack {
    let most = u64::MAX >> (64 - width);
    if x > most {
        return Slack::NONE;
    }
    Slack {
        below: of_result.below.min(x),
        above: of_result.above.min(most - x),
        width,
    }
}

/// How numbers are compared.
#[derive(Clone, Copy)]
struct Order {
    width: u8,
    is_signed: bool,
    is_strict: bool,
}

impl Order {
    fn of(shift: u8, is_signed: bool, is_strict: bool) -> Order {
        Order {
            width: 64 - shift,
            is_signed,
            is_strict,
        }
    }
}

/// The lesser of two numbers must stay below a bound, and the greater above.
fn ordered(order: Order, [x, y]: [u64; 2], [x_is_fixed, _]: [bool; 2]) -> [Slack; 2] {
    let Order { width, .. } = order;
    let bias = match order.is_signed {
        true => 1 << (width - 1),
        false => 0,
    };
    let most = u64::MAX >> (64 - width);
    if x > most || y > most {
        return [Slack::NONE; 2];
    }
    let (x, y) = (x ^ bias, y ^ bias);
    let holds = match order.is_strict {
        true => x < y,
        false => x <= y,
    };
    // Where it does not hold, the second is the lesser, and may be the same where the comparison is strict.
    let (low, high, gap) = match holds {
        true => (x, y, u64::from(order.is_strict)),
        false => (y, x, u64::from(!order.is_strict)),
    };
    // One of them may not come nearer to the other: the second, which mostly is the bound, or the first if it is in the code.
    let low_is_bound = match x_is_fixed {
        true => holds,
        false => !holds,
    };
    let bound = match low_is_bound {
        true => low,
        false => high - gap,
    };
    let of_low = Slack {
        below: low,
        above: bound - low,
        width,
    };
    let of_high = Slack {
        below: high - (bound + gap),
        above: most - high,
        width,
    };
    match holds {
        true => [of_low, of_high],
        false => [of_high, of_low],
    }
}

/// An operation that does not overflow: the first operand may be what does not overflow with the second, which stays
/// the same, or the other way round if the first is in the code.
fn without_overflow(
    op: CompareOp,
    width: u8,
    [x, y]: [u64; 2],
    [x_is_fixed, _]: [bool; 2],
) -> Option<[Slack; 2]> {
    use CompareOp as C;
    let is_signed = matches!(op, C::SaddOverflows | C::SsubOverflows | C::SmulOverflows);
    let unused = 64 - u32::from(width);
    let number = |x: u64| match is_signed {
        true => i128::from(((x << unused) as i64) >> unused),
        false => i128::from(x),
    };
    let (x, y) = (number(x), number(y));
    let (least, most) = match is_signed {
        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        false => (0, (1i128 << width) - 1),
    };
    let (free, fixed) = match x_is_fixed {
        true => (y, x),
        false => (x, y),
    };
    let (from, to) = match op {
        C::UaddOverflows | C::SaddOverflows => (least - fixed, most - fixed),
        C::UsubOverflows | C::SsubOverflows if x_is_fixed => (fixed - most, fixed - least),
        C::UsubOverflows | C::SsubOverflows => (least + fixed, most + fixed),
        _ => return None,
    };
    let (from, to) = (from.max(least), to.min(most));
    if free < from || free > to {
        // It does overflow.
        return None;
    }
    let slack = Slack {
        below: (free - from) as u64,
        above: (to - free) as u64,
        width,
    };
    Some(match x_is_fixed {
        true => [Slack::NONE, slack],
        false => [slack, Slack::NONE],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u8 = 4;
    const SHIFT: u8 = 64 - WIDTH;
    const ALL: std::ops::Range<u64> = 0..1 << WIDTH;

    /// What an op makes of two numbers.
    type Meaning = fn(i64, i64) -> u64;

    fn signed(x: u64) -> i64 {
        ((x << SHIFT) as i64) >> SHIFT
    }

    fn overflows(number: i64) -> u64 {
        u64::from(!(-8..8).contains(&number))
    }

    /// Operations on registers 0 and 1, with signed operands.
    fn of_signed() -> Vec<(Op, Meaning)> {
        use CompareOp as C;
        let (shift, to, a, b) = (SHIFT, 2, 0, 1);
        let overflow = |op| Op::Overflows {
            op,
            shift,
            to,
            a,
            b,
        };
        vec![
            (Op::Slt { shift, to, a, b }, |x, y| u64::from(x < y)),
            (Op::Sle { shift, to, a, b }, |x, y| u64::from(x <= y)),
            (Op::Eq { shift, to, a, b }, |x, y| u64::from(x == y)),
            (Op::Ne { shift, to, a, b }, |x, y| u64::from(x != y)),
            (Op::Ult { shift, to, a, b }, |x, y| {
                u64::from((x & 15) < (y & 15))
            }),
            (Op::Ule { shift, to, a, b }, |x, y| {
                u64::from((x & 15) <= (y & 15))
            }),
            (overflow(C::SaddOverflows), |x, y| overflows(x + y)),
            (overflow(C::SsubOverflows), |x, y| overflows(x - y)),
            (overflow(C::UaddOverflows), |x, y| {
                u64::from((x & 15) + (y & 15) > 15)
            }),
            (overflow(C::UsubOverflows), |x, y| {
                u64::from((x & 15) < (y & 15))
            }),
        ]
    }

    fn sums() -> Vec<(Op, Meaning)> {
        let (shift, to, a, b) = (SHIFT, 2, 0, 1);
        let (from, width) = (3, WIDTH);
        vec![
            (Op::Add { shift, to, a, b }, |x, y| (x + y) as u64 & 15),
            (Op::Sub { shift, to, a, b }, |x, y| (x - y) as u64 & 15),
            (Op::ZeroExtend { from, width, to, a }, |x, _| x as u64 & 7),
            (Op::SignExtend { from, width, to, a }, |x, _| {
                (((x << 61) >> 61) as u64) & 15
            }),
            (Op::Truncate { shift: 60, to, a }, |x, _| x as u64 & 15),
        ]
    }

    /// Asserts that numbers which the operands' intervals allow have results that the result's allows.
    fn check((op, meaning): (Op, Meaning), [x, y]: [u64; 2], of_result: Slack) {
        let result = meaning(signed(x), signed(y));
        for registers in [2, 1, 0] {
            let Some([of_x, of_y]) = of_operands(op, registers, [x, y], of_result) else {
                continue;
            };
            let allows = |of: Option<Slack>, number, other| {
                of.is_none_or(|slack| {
                    let fits = slack.width > 61 || other < 1 << slack.width;
                    fits && slack.allows(number, other)
                })
            };
            for other_x in ALL.filter(|&other| allows(of_x, x, other)) {
                for other_y in ALL.filter(|&other| allows(of_y, y, other)) {
                    if registers < 2 && other_y != y || registers == 0 && other_x != x {
                        continue;
                    }
                    let other = meaning(signed(other_x), signed(other_y));
                    let so =
                        other == result || !of_result.is_none() && of_result.allows(result, other);
                    assert!(
                        so,
                        "{op:?} of {x}, {y} and {other_x}, {other_y}: {of_result:?}, {of_x:?}, {of_y:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn intervals_of_operands_keep_results() {
        for x in ALL {
            for y in ALL {
                for op in of_signed() {
                    check(op, [x, y], Slack::NONE);
                }
                for (op, meaning) in sums() {
                    let extends = matches!(op, Op::ZeroExtend { .. } | Op::SignExtend { .. });
                    let x = if extends { x & 7 } else { x };
                    for below in [0, 1, 4, 9] {
                        for above in [0, 1, 3, 6] {
                            let slack = Slack {
                                below,
                                above,
                                width: WIDTH,
                            };
                            check((op, meaning), [x, y], slack);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn an_interval_is_the_same_around_its_other_numbers() {
        let slack = Slack {
            below: 3,
            above: 5,
            width: WIDTH,
        };
        for here in ALL.filter(|&here| slack.allows(14, here)) {
            let moved = slack.around(14, here);
            for number in ALL {
                assert_eq!(moved.allows(here, number), slack.allows(14, number));
            }
        }
    }
}
