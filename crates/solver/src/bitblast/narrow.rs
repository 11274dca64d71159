//! Constraints rewritten by the ranges that the constraints before them give to terms.
//!
//! A circuit is as wide as the type in the program: a year counted in 32 bits is divided in 32
//! steps. Where the path says that a term fits in fewer bits, the others become constants, and
//! most of the circuit above folds away. Only facts from earlier constraints are used, so every
//! constraint stays equivalent under those before it, the whole means the same, and questions
//! that share a prefix share what is made of it.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Bits, Op, Pool, Sort, Term};

use crate::bounds::interval::Interval;
use crate::bounds::known::KnownBits;
use crate::bounds::range::{self, Range, WIDTH_LIMIT, modulus};
use crate::bounds::reason::{Reason, Reasons};

/// Terms visited for one question; constraints behind that stay as they are.
const MOST_VISITS: usize = 100_000;

/// Constants and parts between them that a term is cut into.
const MOST_PIECES: usize = 8;

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
        stale: false,
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
            if std::mem::take(&mut narrowing.stale) {
                narrowing.images.clear();
            }
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
    /// There are facts that the images do not have yet.
    stale: bool,
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
            let met = range::both(known.0, fact);
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
        let Some((range, why)) = image.range else {
            return;
        };
        if pool.is_constant(image.term) {
            return;
        }
        let Range {
            unsigned, signed, ..
        } = range;
        let free = bits_for(unsigned.0 ^ unsigned.1);
        // One bit for the sign.
        let needed = bits_for(signed.1.max(-1 - signed.0)) + 1;
        let (t, kept) = (image.term, free.min(needed).min(width));
        let term = if free == 0 {
            pool.constant(&Bits::from_u128(width, unsigned.0 as u128))
        } else {
            // Without constraints the circuit has these constants by itself.
            let low = if why == Reason::AXIOM {
                pool.extract(t, kept - 1, 0)
            } else {
                with_known_bits(pool, t, range.bits, kept)
            };
            if free == kept && free < width {
                let top = Bits::from_u128(width, unsigned.0 as u128);
                let prefix = pool.constant(&top.extract(width - 1, free));
                pool.concat(prefix, low)
            } else {
                pool.sign_extend(low, width)
            }
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

    /// A term lies in a range; so do terms below it of which that says something.
    fn note(&mut self, pool: &Pool, t: Term, range: Range, why: Reason) {
        let mut pending = vec![(t, range, why)];
        while let Some((t, range, why)) = pending.pop() {
            if pool.is_constant(t) {
                continue;
            }
            let width = pool.width(t);
            let (known, because) = self.known(t).unwrap_or((range::full(width), Reason::AXIOM));
            let met = range::both(known, range);
            if met == known {
                continue;
            }
            let Some(met) = range::tighten(met, width) else {
                self.contradiction = true;
                return;
            };
            let why = self.reasons.both(why, because);
            self.facts.insert(t, (met, why));
            if let Some(image) = self.images.get_mut(&t) {
                image.range = Some((met, why));
            }
            self.stale = true;
            let arguments = pool.arguments(t);
            match pool.op(t) {
                Op::ZeroExtend => {
                    let below = narrower(met.unsigned, pool, arguments[0]);
                    pending.push((arguments[0], below, why));
                }
                Op::SignExtend => {
                    let full = range::full(pool.width(arguments[0]));
                    let signed = range::meet(met.signed, full.signed);
                    pending.push((arguments[0], Range { signed, ..full }, why));
                }
                Op::Concat => {
                    let shift = pool.width(arguments[1]);
                    let above = (met.unsigned.0 >> shift, met.unsigned.1 >> shift);
                    let above = narrower(above, pool, arguments[0]);
                    pending.push((arguments[0], above, why));
                }
                Op::Add => {
                    let below = summand(pool, arguments, met, width);
                    pending.extend(below.map(|(t, range)| (t, range, why)));
                }
                _ => {}
            }
            self.bits_of_operands(pool, t, met, why, &mut pending);
        }
    }

    /// What the bits of a term say of those of its operands.
    fn bits_of_operands(
        &mut self,
        pool: &Pool,
        t: Term,
        known: Range,
        why: Reason,
        pending: &mut Vec<(Term, Range, Reason)>,
    ) {
        let arguments = pool.arguments(t);
        if known.bits.known() == 0 || arguments.is_empty() {
            return;
        }
        let operands: Vec<Option<(Range, Reason)>> =
            arguments.iter().map(|&a| self.known(a)).collect();
        let plain: Vec<Option<Range>> = operands
            .iter()
            .map(|operand| operand.map(|(range, _)| range))
            .collect();
        for (which, &operand) in arguments.iter().enumerate() {
            let Some(bits) = range::operand_bits(pool, t, known.bits, &plain, which) else {
                continue;
            };
            let mut why = why;
            let others = operands.iter().enumerate().filter(|(i, _)| *i != which);
            for (_, because) in others.filter_map(|(_, other)| *other) {
                why = self.reasons.both(why, because);
            }
            let full = range::full(pool.width(operand));
            pending.push((operand, Range { bits, ..full }, why));
        }
    }

    /// What has been found out of a term of at most [`WIDTH_LIMIT`] bits, by its constraints or
    /// its operands.
    fn known(&self, t: Term) -> Option<(Range, Reason)> {
        let image = self.images.get(&t).and_then(|image| image.range);
        image.or_else(|| self.facts.get(&t).copied())
    }
}

/// The `width` lowest bits of a term, those that are known as constants, unless these are in too
/// many places.
fn with_known_bits(pool: &mut Pool, t: Term, bits: KnownBits, width: u32) -> Term {
    let known = bits.known();
    let is_known = |i: u32| known >> i & 1 == 1;
    let mut pieces = Vec::new();
    let mut low = 0;
    for i in 1..=width {
        if i == width || is_known(i) != is_known(low) {
            pieces.push((low, i - 1));
            low = i;
        }
    }
    if pieces.len() > MOST_PIECES {
        return pool.extract(t, width - 1, 0);
    }
    let mut word: Option<Term> = None;
    for (low, high) in pieces {
        let piece = if is_known(low) {
            let value = Bits::new(64, bits.ones).extract(high, low);
            pool.constant(&value)
        } else {
            pool.extract(t, high, low)
        };
        word = Some(match word {
            Some(below) => pool.concat(piece, below),
            None => piece,
        });
    }
    word.unwrap_or(t)
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
        ..a
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
    let range = Range {
        unsigned,
        signed,
        ..full
    };
    Some((x, range))
}

/// Bits needed to count to a value that is not negative.
fn bits_for(value: i128) -> u32 {
    128 - value.leading_zeros()
}

#[cfg(test)]
mod tests;
