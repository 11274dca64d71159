//! Many traversals of a loop at once, where it goes on regularly.
//!
//! Guessed from four samples, and then shown by induction: if the numbers at the beginning of a traversal are
//! given by forms, one symbolic traversal over forms gives those at its end, which must be the forms one
//! traversal later; the bound up to which no decision on the way changes is how many traversals may be passed.
//! A loop that does something every m-th time is looked at m traversals at a time.

use super::evaluate::{Running, Traversed};
use super::form::{BinomialSum, TERMS, keep_sign};
use super::{Argument, BlockEnd, Compute, LoopFunction, LoopStep, To, Way};
use ir::{BinaryOp, CompareOp, UnaryOp};
use semantics::integers::signed;

/// Traversals that are one period at the most.
const LONGEST_PERIOD: u64 = 1 << 12;
/// Periods that are worth being passed at once.
const WORTH: u64 = 4;

/// Why a traversal is not regular.
enum Irregular {
    /// It may be if so many traversals are taken for one.
    Together(u64),
    /// It does what is no form.
    Other,
}

type Regular<T> = Result<T, Irregular>;

impl LoopFunction {
    /// Passes as many traversals as go on regularly from here; gives the length of their period.
    pub(super) fn pass(&self, running: &mut Running) -> Option<u64> {
        let mut period = 1;
        loop {
            let forms = self.guess(running, period)?;
            match self.induction(&forms, period) {
                Ok(bound) if bound >= WORTH => {
                    for &local in &self.inputs {
                        running.values[local as usize] = forms[local as usize].at(bound);
                    }
                    return Some(period);
                }
                Ok(_) | Err(Irregular::Other) => return None,
                Err(Irregular::Together(factor)) => {
                    period = period.checked_mul(factor)?;
                    if factor < 2 || period > LONGEST_PERIOD {
                        return None;
                    }
                }
            }
        }
    }

    /// Forms through the values at the beginnings of the next periods; what is no input is written before
    /// it is read.
    fn guess(&self, running: &mut Running, period: u64) -> Option<Vec<BinomialSum>> {
        let mut sample = running.clone();
        let mut samples: [Vec<u64>; TERMS] = Default::default();
        for (number, values) in samples.iter_mut().enumerate() {
            values.clone_from(&sample.values);
            if number + 1 == TERMS {
                break;
            }
            for _ in 0..period {
                if self.traverse(&mut sample) != Traversed::Again {
                    return None;
                }
            }
        }
        running.steps = sample.steps;
        let mut forms: Vec<BinomialSum> = self
            .locals
            .iter()
            .map(|local| BinomialSum::constant(0, local.width))
            .collect();
        for &local in &self.inputs {
            let form = &mut forms[local as usize];
            let values = [0, 1, 2, 3].map(|number: usize| samples[number][local as usize]);
            *form = BinomialSum::through(values, form.width);
        }
        Some(forms)
    }

    /// For how many periods the forms hold.
    fn induction(&self, forms: &[BinomialSum], period: u64) -> Regular<u64> {
        let mut walk = FormWalk {
            forms: forms.to_vec(),
            bound: u64::MAX,
        };
        for _ in 0..period {
            self.walk(&mut walk)?;
        }
        let holds = |&local: &u32| {
            let local = local as usize;
            walk.forms[local] == forms[local].next()
        };
        match self.inputs.iter().all(holds) {
            true => Ok(walk.bound),
            false => Err(Irregular::Other),
        }
    }

    /// One traversal over forms.
    fn walk(&self, walk: &mut FormWalk) -> Regular<()> {
        let (mut block, mut first) = self.start;
        loop {
            let code = &self.blocks[block as usize];
            for step in &code.steps[first..] {
                walk.step(step)?;
            }
            let way = match &code.end {
                BlockEnd::Jump(way) => way,
                BlockEnd::Branch {
                    condition,
                    then,
                    otherwise,
                } => match walk.decided(*condition)? {
                    0 => otherwise,
                    _ => then,
                },
                BlockEnd::Switch {
                    value,
                    width,
                    cases,
                    default,
                } => {
                    let value = walk.form(*value, *width);
                    let mut taken = default;
                    for (case, way) in cases {
                        if walk.equal(&value, &BinomialSum::constant(*case, *width))? {
                            taken = way;
                        }
                    }
                    taken
                }
            };
            walk.go(way, &self.locals);
            match way.to {
                To::Exit(_) => return Err(Irregular::Other),
                To::Block(to) => block = to,
            }
            first = 0;
            if block == self.start.0 {
                for step in &self.blocks[block as usize].steps[..self.start.1] {
                    walk.step(step)?;
                }
                return Ok(());
            }
        }
    }
}

/// A traversal over forms.
struct FormWalk {
    forms: Vec<BinomialSum>,
    /// The traversals below it are all like the first.
    bound: u64,
}

impl FormWalk {
    fn form(&self, argument: Argument, width: u32) -> BinomialSum {
        match argument {
            Argument::Local(local) => self.forms[local as usize],
            Argument::Constant(value) => BinomialSum::constant(value, width),
        }
    }

    /// A value that is the same in all traversals.
    fn decided(&self, argument: Argument) -> Regular<u64> {
        let form = self.form(argument, 1);
        match form.is_constant() {
            true => Ok(form.c[0]),
            false => Err(Irregular::Other),
        }
    }

    fn go(&mut self, way: &Way, locals: &[super::Local]) {
        let width = |to: u32| locals[to as usize].width;
        let values: Vec<BinomialSum> = way
            .moves
            .iter()
            .map(|&(to, from)| self.form(from, width(to)))
            .collect();
        for (&(to, _), form) in way.moves.iter().zip(values) {
            self.forms[to as usize] = form;
        }
    }

    fn step(&mut self, step: &LoopStep) -> Regular<()> {
        let form = self.result(step)?;
        self.forms[step.to as usize] = form;
        Ok(())
    }

    fn result(&mut self, step: &LoopStep) -> Regular<BinomialSum> {
        let width = step.width;
        let of = match step.compute {
            Compute::Select => [1, width, width],
            _ => [step.from; 3],
        };
        let [a, b, c] = [0, 1, 2].map(|at: usize| self.form(step.operands[at], of[at]));
        match step.compute {
            Compute::Copy => Ok(a),
            Compute::Truncate => Ok(a.truncated(width)),
            Compute::Select => {
                let condition = self.decided(step.operands[0])?;
                Ok(if condition == 0 { c } else { b })
            }
            Compute::Compare(op) => {
                let holds = self.compare(op, &a, &b)?;
                Ok(BinomialSum::constant(u64::from(holds), width))
            }
            Compute::Unary(UnaryOp::Negate) => Ok(BinomialSum::constant(0, width).sub(&a)),
            Compute::Unary(UnaryOp::Not) => Ok(BinomialSum::constant(u64::MAX, width).sub(&a)),
            _ if [a, b, c].iter().all(BinomialSum::is_constant) => {
                let value = step.compute(|operand| self.form(operand, 64).c[0]);
                let value = value.ok_or(Irregular::Other)?;
                Ok(BinomialSum::constant(value, width))
            }
            Compute::ZeroExtend => self.extended(&a, false, width),
            Compute::SignExtend => self.extended(&a, true, width),
            Compute::Binary(op) => self.binary(op, &a, &b),
            Compute::Unary(_)
            | Compute::FloatBinary { .. }
            | Compute::FloatCompare { .. }
            | Compute::SignedToDouble => Err(Irregular::Other),
        }
    }

    /// First value and difference of what goes on in equal steps, as long as it does not wrap around.
    fn linear(&mut self, form: &BinomialSum, is_signed: bool) -> Regular<(i128, i128)> {
        form.linear(is_signed, &mut self.bound)
            .ok_or(Irregular::Other)
    }

    fn extended(&mut self, a: &BinomialSum, is_signed: bool, width: u32) -> Regular<BinomialSum> {
        let (first, step) = self.linear(a, is_signed)?;
        Ok(linear_form(first, step, width))
    }

    fn binary(&mut self, op: BinaryOp, a: &BinomialSum, b: &BinomialSum) -> Regular<BinomialSum> {
        let width = a.width;
        let constant = b.is_constant().then_some(b.c[0]);
        match (op, constant) {
            (BinaryOp::Add, _) => Ok(a.add(b)),
            (BinaryOp::Sub, _) => Ok(a.sub(b)),
            (BinaryOp::Mul, _) => a.mul(b).ok_or(Irregular::Other),
            (BinaryOp::Shl, Some(by)) if by < u64::from(width) => {
                let factor = BinomialSum::constant(1 << by, width);
                a.mul(&factor).ok_or(Irregular::Other)
            }
            (BinaryOp::And, Some(mask)) if mask & mask.wrapping_add(1) == 0 => {
                self.divided(a, i128::from(mask) + 1, Part::Rest)
            }
            (BinaryOp::Lshr, Some(by)) if by < u64::from(width) => {
                self.divided(a, 1 << by, Part::Quotient)
            }
            (BinaryOp::Udiv, Some(by)) if by != 0 => {
                self.divided(a, i128::from(by), Part::Quotient)
            }
            (BinaryOp::Urem, Some(by)) if by != 0 => self.divided(a, i128::from(by), Part::Rest),
            (BinaryOp::Sdiv | BinaryOp::Srem, Some(by)) if by != 0 => {
                let by = i128::from(signed(by, 64 - width as u8));
                let part = match op {
                    BinaryOp::Sdiv => Part::SignedQuotient,
                    _ => Part::SignedRest,
                };
                self.divided(a, by, part)
            }
            _ => Err(Irregular::Other),
        }
    }

    /// A part of what a division by a constant gives, which is regular if a step is a multiple of it.
    fn divided(&mut self, a: &BinomialSum, by: i128, part: Part) -> Regular<BinomialSum> {
        let is_signed = matches!(part, Part::SignedQuotient | Part::SignedRest);
        let (first, step) = self.linear(a, is_signed)?;
        if is_signed {
            // Towards zero: on either side of it, but not across.
            keep_sign(first + 1, step, &mut self.bound);
        }
        if step % by != 0 {
            let factor = by.unsigned_abs() / gcd(by.unsigned_abs(), step.unsigned_abs());
            return Err(Irregular::Together(
                u64::try_from(factor).unwrap_or(u64::MAX),
            ));
        }
        Ok(match part {
            Part::Quotient | Part::SignedQuotient => linear_form(first / by, step / by, a.width),
            Part::Rest | Part::SignedRest => linear_form(first % by, 0, a.width),
        })
    }

    fn equal(&mut self, a: &BinomialSum, b: &BinomialSum) -> Regular<bool> {
        let apart = a.sub(b);
        if apart.is_constant() {
            return Ok(apart.c[0] == 0);
        }
        if apart.degree() > 1 {
            return Err(Irregular::Other);
        }
        let [first, step, ..] = apart.c;
        if first == 0 {
            self.bound = self.bound.min(1);
            return Ok(true);
        }
        // Neither zero nor what wraps around to it is come to.
        let step = i128::from(signed(step, 64 - apart.width as u8));
        let first = i128::from(first);
        keep_sign(first, step, &mut self.bound);
        keep_sign((1i128 << apart.width) - first, -step, &mut self.bound);
        Ok(false)
    }

    fn compare(&mut self, op: CompareOp, a: &BinomialSum, b: &BinomialSum) -> Regular<bool> {
        use CompareOp as C;
        match op {
            C::Eq => self.equal(a, b),
            C::Ne => self.equal(a, b).map(|equal| !equal),
            C::Ult => self.less(a, b, (false, 0)),
            C::Ule => self.less(a, b, (false, 1)),
            C::Ugt => self.less(b, a, (false, 0)),
            C::Uge => self.less(b, a, (false, 1)),
            C::Slt => self.less(a, b, (true, 0)),
            C::Sle => self.less(a, b, (true, 1)),
            C::Sgt => self.less(b, a, (true, 0)),
            C::Sge => self.less(b, a, (true, 1)),
            C::UsubOverflows => self.less(a, b, (false, 0)),
            C::UaddOverflows | C::UmulOverflows => self.overflows(op, a, b, false),
            C::SaddOverflows | C::SsubOverflows | C::SmulOverflows => {
                self.overflows(op, a, b, true)
            }
        }
    }

    /// Whether `a` is less than `b` and what is allowed beyond.
    fn less(
        &mut self,
        a: &BinomialSum,
        b: &BinomialSum,
        (is_signed, beyond): (bool, i128),
    ) -> Regular<bool> {
        let (a, a_step) = self.linear(a, is_signed)?;
        let (b, b_step) = self.linear(b, is_signed)?;
        Ok(keep_sign(b - a + beyond, b_step - a_step, &mut self.bound))
    }

    fn overflows(
        &mut self,
        op: CompareOp,
        a: &BinomialSum,
        b: &BinomialSum,
        is_signed: bool,
    ) -> Regular<bool> {
        let width = a.width;
        let (a, a_step) = self.linear(a, is_signed)?;
        let (b, b_step) = self.linear(b, is_signed)?;
        let (first, step) = match op {
            CompareOp::UaddOverflows | CompareOp::SaddOverflows => (a + b, a_step + b_step),
            CompareOp::SsubOverflows => (a - b, a_step - b_step),
            _ if width > 32 || (a_step != 0 && b_step != 0) => return Err(Irregular::Other),
            _ => (a * b, a_step * b + b_step * a),
        };
        let (least, most) = match is_signed {
            true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            false => (0, (1i128 << width) - 1),
        };
        let below = !keep_sign(first - least + 1, step, &mut self.bound);
        let above = !keep_sign(most - first + 1, -step, &mut self.bound);
        Ok(below || above)
    }
}

#[derive(Clone, Copy)]
enum Part {
    Quotient,
    Rest,
    SignedQuotient,
    SignedRest,
}

fn linear_form(first: i128, step: i128, width: u32) -> BinomialSum {
    let form = BinomialSum {
        c: [first as u64, step as u64, 0, 0],
        width,
    };
    form.truncated(width)
}

fn gcd(a: u128, b: u128) -> u128 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}
