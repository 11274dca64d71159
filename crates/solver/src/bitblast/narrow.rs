//! Constraints rewritten by the ranges that the constraints before them give to terms.
//!
//! A circuit is as wide as the type in the program: a year counted in 32 bits is divided in 32
//! steps. Where the path says that a term fits in fewer bits, the others become constants, and
//! most of the circuit above folds away. Only facts from earlier constraints are used, so every
//! constraint stays equivalent under those before it, the whole means the same, and questions
//! that share a prefix share what is made of it.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Bits, Op, Pool, Sort, Term};

use crate::bounds::range::{self, Interval, Range, WIDTH_LIMIT, modulus};
use crate::bounds::reason::{Reason, Reasons};

/// Terms visited for one question; constraints behind that stay as they are.
const MOST_VISITS: usize = 100_000;

/// A constraint after rewriting, with the constraints it follows from.
pub(super) struct Narrowed {
    pub(super) constraint: Term,
    pub(super) from: Vec<usize>,
}

/// Rewrites constraints by ranges; `None` if that changes nothing.
pub(super) fn rewrite(pool: &mut Pool, constraints: &[Term]) -> Option<Vec<Narrowed>> {
    let mut narrowing = Narrowing {
        facts: FxHashMap::default(),
        images: FxHashMap::default(),
        reasons: Reasons::new(),
        visits: 0,
        contradiction: false,
    };
    let mut changed = false;
    let mut all = Vec::with_capacity(constraints.len());
    for (i, &constraint) in constraints.iter().enumerate() {
        let mut narrowed = Narrowed {
            constraint,
            from: vec![i],
        };
        if narrowing.visits < MOST_VISITS && !narrowing.contradiction {
            let image = narrowing.image(pool, constraint);
            if image.term != constraint {
                changed = true;
                narrowed.constraint = image.term;
                narrowed.from.extend(narrowing.reasons.explain(image.why));
                narrowed.from.sort_unstable();
                narrowed.from.dedup();
            }
            narrowing.learn(pool, i, constraint);
        }
        all.push(narrowed);
    }
    changed.then_some(all)
}

/// What is known of a term under the constraints so far.
#[derive(Clone, Copy)]
struct Image {
    /// An equal term.
    term: Term,
    /// Why it is equal.
    why: Reason,
    /// Where its values lie, for bit-vectors that are not too wide, and why.
    range: Option<(Range, Reason)>,
}

struct Narrowing {
    /// Ranges that constraints give, by term.
    facts: FxHashMap<Term, (Range, Reason)>,
    /// Images under the present facts.
    images: FxHashMap<Term, Image>,
    reasons: Reasons,
    visits: usize,
    /// The constraints so far contradict each other: nothing more is made of them.
    contradiction: bool,
}

impl Narrowing {
    fn image(&mut self, pool: &mut Pool, root: Term) -> Image {
        let mut order = Vec::new();
        let mut entered: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![(root, false)];
        while let Some((t, operands_done)) = stack.pop() {
            if operands_done {
                order.push(t);
            } else if !self.images.contains_key(&t) && entered.insert(t) {
                stack.push((t, true));
                stack.extend(pool.arguments(t).iter().map(|&a| (a, false)));
            }
        }
        for t in order {
            if !self.images.contains_key(&t) {
                self.visits += 1;
                let image = self.image_of(pool, t);
                self.images.insert(t, image);
            }
        }
        self.images[&root]
    }

    /// The image of a term whose operands have theirs.
    fn image_of(&mut self, pool: &mut Pool, t: Term) -> Image {
        let arguments = pool.arguments(t).to_vec();
        let operands: Vec<Image> = arguments.iter().map(|a| self.images[a]).collect();
        let mut image = Image {
            term: t,
            why: Reason::AXIOM,
            range: None,
        };
        let changed = |(old, new): (&Term, &Image)| *old != new.term;
        if arguments.iter().zip(&operands).any(changed) {
            let terms: Vec<Term> = operands.iter().map(|operand| operand.term).collect();
            image.term = pool.build(pool.op(t), &terms, pool.sort(t));
            for operand in &operands {
                image.why = self.reasons.both(image.why, operand.why);
            }
        }
        match pool.sort(t) {
            Sort::BitVec(width) if width <= WIDTH_LIMIT => {
                self.bound(pool, t, &operands, width, &mut image);
                self.cut(pool, width, &mut image);
            }
            Sort::Bool => self.decide(pool, t, &operands, &mut image),
            Sort::BitVec(_) | Sort::Array { .. } => {}
        }
        image
    }

    /// The range of a term from those of its operands and from the constraints.
    fn bound(&mut self, pool: &Pool, t: Term, operands: &[Image], width: u32, image: &mut Image) {
        let plain: Vec<Option<Range>> = operands
            .iter()
            .map(|operand| operand.range.map(|(range, _)| range))
            .collect();
        let full = range::full(width);
        let mut known = (full, Reason::AXIOM);
        if let Some(range) = range::of(pool, t, &plain)
            && range != full
        {
            for (_, why) in operands.iter().filter_map(|operand| operand.range) {
                known.1 = self.reasons.both(known.1, why);
            }
            known.0 = range;
        }
        if let Some(&(fact, why)) = self.facts.get(&t) {
            let met = meet(known.0, fact);
            if met != known.0 {
                let why = self.reasons.both(known.1, why);
                match range::tighten(met, width) {
                    Some(met) => known = (met, why),
                    None => self.contradiction = true,
                }
            }
        }
        image.range = Some(known);
    }

    /// Makes constants of the bits that the range knows.
    fn cut(&mut self, pool: &mut Pool, width: u32, image: &mut Image) {
        let Some((Range { unsigned, signed }, why)) = image.range else {
            return;
        };
        if pool.is_constant(image.term) {
            return;
        }
        let free = bits_for(unsigned.0 ^ unsigned.1);
        let term = if free < width {
            let top = Bits::from_u128(width, unsigned.0 as u128);
            if free == 0 {
                pool.constant(&top)
            } else {
                let prefix = pool.constant(&top.extract(width - 1, free));
                let low = pool.extract(image.term, free - 1, 0);
                pool.concat(prefix, low)
            }
        } else {
            // One bit for the sign.
            let most = signed.1.max(-1 - signed.0);
            let needed = bits_for(most) + 1;
            if needed >= width {
                return;
            }
            let low = pool.extract(image.term, needed - 1, 0);
            pool.sign_extend(low, width)
        };
        if term != image.term {
            image.term = term;
            image.why = self.reasons.both(image.why, why);
        }
    }

    /// Decides a comparison by the ranges of its sides.
    fn decide(&mut self, pool: &mut Pool, t: Term, operands: &[Image], image: &mut Image) {
        let [Some((a, why_a)), Some((b, why_b))] = [0, 1].map(|i| operands.get(i)?.range) else {
            return;
        };
        let below = |a: Interval, b: Interval| a.1 < b.0;
        let not_above = |a: Interval, b: Interval| a.1 <= b.0;
        let truth = match pool.op(t) {
            Op::Ult if below(a.unsigned, b.unsigned) => true,
            Op::Ult if not_above(b.unsigned, a.unsigned) => false,
            Op::Ule if not_above(a.unsigned, b.unsigned) => true,
            Op::Ule if below(b.unsigned, a.unsigned) => false,
            Op::Slt if below(a.signed, b.signed) => true,
            Op::Slt if not_above(b.signed, a.signed) => false,
            Op::Sle if not_above(a.signed, b.signed) => true,
            Op::Sle if below(b.signed, a.signed) => false,
            Op::Eq
                if below(a.unsigned, b.unsigned)
                    || below(b.unsigned, a.unsigned)
                    || below(a.signed, b.signed)
                    || below(b.signed, a.signed) =>
            {
                false
            }
            _ => return,
        };
        image.term = pool.bool(truth);
        image.why = self.reasons.both(why_a, why_b);
    }

    /// Takes what a constraint says of the sides of its comparison.
    fn learn(&mut self, pool: &Pool, i: usize, constraint: Term) {
        let (mut t, mut truth) = (constraint, true);
        while pool.op(t) == Op::Not {
            t = pool.arguments(t)[0];
            truth = !truth;
        }
        let op = pool.op(t);
        if !matches!(op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) {
            return;
        }
        let (a, b) = (pool.arguments(t)[0], pool.arguments(t)[1]);
        let known = |t: Term| self.images.get(&t).and_then(|image| image.range);
        let (Some((x, why_x)), Some((y, why_y))) = (known(a), known(b)) else {
            return;
        };
        let width = pool.width(a);
        let own = self.reasons.constraint(i);
        let (to_a, to_b) = (self.reasons.both(own, why_y), self.reasons.both(own, why_x));
        if op == Op::Eq {
            if truth {
                self.note(pool, a, y, to_a);
                self.note(pool, b, x, to_b);
            } else {
                let why = self.reasons.both(to_a, to_b);
                self.note(pool, a, without(x, y), why);
                self.note(pool, b, without(y, x), why);
            }
            return;
        }
        let strict = matches!(op, Op::Ult | Op::Slt) == truth;
        let step = i128::from(strict);
        let signed = matches!(op, Op::Slt | Op::Sle);
        let reading = |range: Range| if signed { range.signed } else { range.unsigned };
        let full = range::full(width);
        let (x, y, all) = (reading(x), reading(y), reading(full));
        // a <= b - step, or b <= a - step. Each side gets only what the other says of it.
        let (x, y) = if truth {
            ((all.0, y.1 - step), (x.0 + step, all.1))
        } else {
            ((y.0 + step, all.1), (all.0, x.1 - step))
        };
        let as_range = |interval: Interval| {
            if signed {
                Range {
                    signed: interval,
                    ..full
                }
            } else {
                Range {
                    unsigned: interval,
                    ..full
                }
            }
        };
        self.note(pool, a, as_range(x), to_a);
        self.note(pool, b, as_range(y), to_b);
    }

    /// A term lies in a range; so do terms below it from which it is made one to one.
    fn note(&mut self, pool: &Pool, t: Term, range: Range, why: Reason) {
        let (mut t, mut range) = (t, range);
        loop {
            if pool.is_constant(t) {
                return;
            }
            let width = pool.width(t);
            let image = self.images.get(&t).and_then(|image| image.range);
            let fact = self.facts.get(&t).copied();
            let (known, because) = image
                .or(fact)
                .unwrap_or((range::full(width), Reason::AXIOM));
            let met = meet(known, range);
            if met == known {
                return;
            }
            let Some(met) = range::tighten(met, width) else {
                self.contradiction = true;
                return;
            };
            let why = self.reasons.both(why, because);
            self.facts.insert(t, (met, why));
            self.images.clear();
            let arguments = pool.arguments(t);
            (t, range) = match pool.op(t) {
                Op::ZeroExtend => (arguments[0], narrower(met.unsigned, pool, arguments[0])),
                Op::SignExtend => {
                    let full = range::full(pool.width(arguments[0]));
                    let signed = range::meet(met.signed, full.signed);
                    (arguments[0], Range { signed, ..full })
                }
                Op::Concat => {
                    let shift = pool.width(arguments[1]);
                    let above = (met.unsigned.0 >> shift, met.unsigned.1 >> shift);
                    (arguments[0], narrower(above, pool, arguments[0]))
                }
                Op::Add => match summand(pool, arguments, met, width) {
                    Some(next) => next,
                    None => return,
                },
                _ => return,
            };
        }
    }
}

fn meet(a: Range, b: Range) -> Range {
    Range {
        unsigned: range::meet(a.unsigned, b.unsigned),
        signed: range::meet(a.signed, b.signed),
    }
}

/// `a` without the one value that `b` may have, where that is at an end.
fn without(a: Range, b: Range) -> Range {
    let shrink = |(low, high): Interval, value: Interval| {
        if value.0 != value.1 {
            return (low, high);
        }
        let low = low + i128::from(low == value.0);
        (low, high - i128::from(high == value.0))
    };
    Range {
        unsigned: shrink(a.unsigned, b.unsigned),
        signed: shrink(a.signed, b.signed),
    }
}

fn narrower(unsigned: Interval, pool: &Pool, t: Term) -> Range {
    let full = range::full(pool.width(t));
    Range {
        unsigned: range::meet(unsigned, full.unsigned),
        ..full
    }
}

/// Of `x + k` in a range: `x`, and the range shifted, where it does not wrap around.
fn summand(pool: &Pool, arguments: &[Term], sum: Range, width: u32) -> Option<(Term, Range)> {
    let (x, k) = match (
        pool.constant_u64(arguments[0]),
        pool.constant_u64(arguments[1]),
    ) {
        (Some(k), None) => (arguments[1], k),
        (None, Some(k)) => (arguments[0], k),
        _ => return None,
    };
    let (size, full) = (modulus(width), range::full(width));
    let shift = |(low, high): Interval, within: Interval| {
        let (low, high) = (low - i128::from(k), high - i128::from(k));
        let fits = |by: i128| low + by >= within.0 && high + by <= within.1;
        match [0, size, -size].into_iter().find(|&by| fits(by)) {
            Some(by) => (low + by, high + by),
            None => within,
        }
    };
    // Whichever reading of the sum is bounded bounds both readings of the summand, modulo 2^width.
    let unsigned = range::meet(
        shift(sum.unsigned, full.unsigned),
        shift(sum.signed, full.unsigned),
    );
    let signed = range::meet(
        shift(sum.unsigned, full.signed),
        shift(sum.signed, full.signed),
    );
    Some((x, Range { unsigned, signed }))
}

/// Bits needed to count to a value that is not negative.
fn bits_for(value: i128) -> u32 {
    128 - value.leading_zeros()
}

#[cfg(test)]
mod tests;
