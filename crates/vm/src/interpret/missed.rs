//! By how much decisions on numbers missed being others: the branch distance of search-based
//! testing (Korel, *Automated software test data generation*, 1990).

use crate::code::{CaseValue, Code, SwitchTable};
use crate::digest::is_input;
use crate::run::Run;
use crate::{Cell, Events};
use ir::CompareOp;
use semantics::integers::{cut, signed};

/// A comparison of two numbers of `64 - shift` bits.
pub(super) struct Compared {
    pub op: CompareOp,
    pub shift: u8,
    pub a: u64,
    pub b: u64,
    pub holds: bool,
}

impl Run<'_> {
    /// A comparison as it came out under the model; `None` if an input decided it, which can be
    /// anything anyway.
    #[cold]
    #[inline(never)]
    pub(super) fn compared(
        &mut self,
        op: CompareOp,
        shift: u8,
        a: Cell,
        b: Cell,
        holds: bool,
    ) -> Option<Compared> {
        let pool = &self.machine.pool;
        let mut terms = [a, b].into_iter().filter_map(Cell::as_term);
        if terms.any(|term| is_input(pool, term)) {
            return None;
        }
        Some(Compared {
            op,
            shift,
            a: self.under_model(a),
            b: self.under_model(b),
            holds,
        })
    }
}

impl Compared {
    /// By how much one of the numbers would have to differ for the opposite to hold.
    fn distance(&self) -> u64 {
        let &Compared { shift, a, b, .. } = self;
        let ordered =
            |apart: u64, strict: bool| apart.saturating_add(u64::from(strict != self.holds));
        match self.op {
            CompareOp::Slt | CompareOp::Sle => {
                let apart = signed(a, shift).abs_diff(signed(b, shift));
                ordered(apart, self.op == CompareOp::Slt)
            }
            CompareOp::Ult | CompareOp::Ule => ordered(a.abs_diff(b), self.op == CompareOp::Ult),
            // Nobody knows whether these are signed. Equal numbers are one apart from others.
            _ => {
                let apart = cut(a.wrapping_sub(b), shift).min(cut(b.wrapping_sub(a), shift));
                apart.max(u64::from(self.holds))
            }
        }
    }

    /// Tells of the arm of a branch that was not taken, whose value is `other`.
    #[cold]
    #[inline(never)]
    pub(super) fn tell<E: Events>(&self, code: &Code, pc: usize, other: bool, events: &mut E) {
        let (decision, other) = (code.places[pc].decision, u32::from(other));
        if decision != u32::MAX {
            events.missed(code.function, decision, other, || self.distance());
        }
    }
}

/// Tells of the cases that a switch on a known number did not take.
#[cold]
#[inline(never)]
pub(super) fn tell_cases<E: Events>(
    code: &Code,
    pc: usize,
    table: &SwitchTable,
    value: u64,
    events: &mut E,
) {
    let decision = code.places[pc].decision;
    if decision == u32::MAX {
        return;
    }
    for (number, (case, _)) in table.cases.iter().enumerate() {
        if let &CaseValue::Small(case) = case
            && case != value
        {
            let compared = Compared {
                op: CompareOp::Eq,
                shift: 64u32.saturating_sub(table.width) as u8,
                a: value,
                b: case,
                holds: false,
            };
            let distance = || compared.distance();
            events.missed(code.function, decision, number as u32, distance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::integers::compare;

    #[test]
    fn the_distance_is_the_least_by_which_a_number_must_differ() {
        const SHIFT: u8 = 60;
        let ops = [
            CompareOp::Eq,
            CompareOp::Ult,
            CompareOp::Ule,
            CompareOp::Slt,
            CompareOp::Sle,
        ];
        for (op, a, b) in ops
            .into_iter()
            .flat_map(|op| (0..256u64).map(move |ab| (op, ab >> 4, ab & 15)))
        {
            let holds = compare(op, SHIFT, a, b);
            let compared = Compared {
                op,
                shift: SHIFT,
                a,
                b,
                holds,
            };
            // Without wrapping around, which distances do only where nothing has a sign.
            let apart = |x: u64, y: u64| match op {
                CompareOp::Slt | CompareOp::Sle => signed(x, SHIFT).abs_diff(signed(y, SHIFT)),
                CompareOp::Eq => cut(x.wrapping_sub(y), SHIFT).min(cut(y.wrapping_sub(x), SHIFT)),
                _ => x.abs_diff(y),
            };
            let numbers = (0..16).filter(|&x| compare(op, SHIFT, x, b) != holds);
            let of_a = numbers.map(|x| apart(x, a)).min();
            let numbers = (0..16).filter(|&y| compare(op, SHIFT, a, y) != holds);
            let of_b = numbers.map(|y| apart(y, b)).min();
            let least = [of_a, of_b].into_iter().flatten().min();
            // Of the least and the greatest number, one alone cannot change how they compare.
            if let Some(least) = least {
                assert_eq!(compared.distance(), least, "{op:?} {a} {b}");
            }
        }
    }
}
