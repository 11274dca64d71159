//! Arguments for which a host function on doubles has a value: where samples of the function lie on
//! both sides of the value, it is looked for between them by bisection.

use term::{Bits, OpaqueFunction};

/// Places where the function crosses the value that are narrowed down.
const CROSSINGS: usize = 3;
/// Samples on each side of the current argument, and their distance.
const NEAR: i32 = 32;
const STEP: f64 = 0.25;
/// Exponents of the samples that do not depend on the current argument.
const EXPONENTS: std::ops::RangeInclusive<i32> = -40..=64;

/// A function of one argument, the others being fixed.
struct Curve<'a> {
    function: &'a OpaqueFunction,
    operands: &'a [Bits],
    which: usize,
}

impl Curve<'_> {
    fn at(&self, x: f64) -> f64 {
        let mut operands = self.operands.to_vec();
        operands[self.which] = Bits::new(64, x.to_bits());
        f64::from_bits((self.function)(&operands).low_u64())
    }
}

/// Values of operand `which` under which a function of doubles has the value `wanted`, or a value
/// beside it, nearest to the operand's current value first. The other operands keep their values.
pub(super) fn preimages(
    function: &OpaqueFunction,
    operands: &[Bits],
    which: usize,
    wanted: &Bits,
) -> Vec<Bits> {
    if wanted.width() != 64 || operands.iter().any(|operand| operand.width() != 64) {
        return Vec::new();
    }
    let curve = Curve {
        function,
        operands,
        which,
    };
    let current = f64::from_bits(operands[which].low_u64());
    let wanted = f64::from_bits(wanted.low_u64());
    let samples = samples(current);
    let values: Vec<(f64, f64)> = samples.into_iter().map(|x| (x, curve.at(x))).collect();
    let distance = |x: f64| (x - current).abs();
    let mut found: Vec<f64> = Vec::new();
    if wanted.is_nan() {
        found.extend(values.iter().filter(|(_, y)| y.is_nan()).map(|(x, _)| *x));
        found.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        found.truncate(CROSSINGS);
    } else {
        let crosses = |pair: &&[(f64, f64)]| {
            let (low, high) = (pair[0].1 - wanted, pair[1].1 - wanted);
            low <= 0.0 && high >= 0.0 || low >= 0.0 && high <= 0.0
        };
        let mut crossings: Vec<&[(f64, f64)]> = values.windows(2).filter(crosses).collect();
        crossings.sort_by(|a, b| distance(a[0].0).total_cmp(&distance(b[0].0)));
        for pair in crossings.into_iter().take(CROSSINGS) {
            found.extend(narrowed(&curve, pair[0], pair[1], wanted));
        }
    }
    let mut bits: Vec<Bits> = Vec::new();
    for x in found {
        let x = Bits::new(64, x.to_bits());
        if !bits.contains(&x) {
            bits.push(x);
        }
    }
    bits
}

/// Arguments to look at, ascending.
fn samples(current: f64) -> Vec<f64> {
    let mut all = vec![0.0, f64::MIN, f64::MAX, f64::MIN_POSITIVE];
    for exponent in EXPONENTS {
        for part in [1.0, 1.25, 1.5, 1.75] {
            let x = part * f64::from(exponent).exp2();
            all.extend([x, -x]);
        }
    }
    if current.is_finite() {
        all.extend((-NEAR..=NEAR).map(|step| current + f64::from(step) * STEP));
    }
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// The argument between two others at which the value is reached; if there is none, the neighbours
/// on both sides of it, the one with the greater value first.
fn narrowed(curve: &Curve<'_>, low: (f64, f64), high: (f64, f64), wanted: f64) -> Vec<f64> {
    for (x, y) in [low, high] {
        if y == wanted {
            return vec![x];
        }
    }
    let below = low.1 < wanted;
    let (mut from, mut to) = (ordered(low.0), ordered(high.0));
    while to - from > 1 {
        let middle = from + (to - from) / 2;
        let y = curve.at(double(middle));
        if y == wanted {
            return vec![double(middle)];
        }
        if y.is_nan() || (y < wanted) != below {
            to = middle;
        } else {
            from = middle;
        }
    }
    match below {
        true => vec![double(to), double(from)],
        false => vec![double(from), double(to)],
    }
}

/// Numbers in the order of the doubles, neighbours for neighbours.
fn ordered(x: f64) -> i128 {
    let bits = i128::from(x.to_bits() & (u64::MAX >> 1));
    if x.is_sign_negative() { -bits } else { bits }
}

fn double(ordered: i128) -> f64 {
    let magnitude = f64::from_bits(ordered.unsigned_abs() as u64);
    if ordered < 0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubles(values: &[f64]) -> Vec<Bits> {
        let bits = values.iter().map(|x| Bits::new(64, x.to_bits()));
        bits.collect()
    }

    fn found(f: fn(&[Bits]) -> Bits, operands: &[f64], which: usize, wanted: f64) -> Vec<f64> {
        let wanted = Bits::new(64, wanted.to_bits());
        let found = preimages(
            &(std::sync::Arc::new(f) as OpaqueFunction),
            &doubles(operands),
            which,
            &wanted,
        );
        found.iter().map(|x| f64::from_bits(x.low_u64())).collect()
    }

    fn sine(operands: &[Bits]) -> Bits {
        let x = f64::from_bits(operands[0].low_u64());
        Bits::new(64, x.sin().to_bits())
    }

    fn power(operands: &[Bits]) -> Bits {
        let [x, y] = [0, 1].map(|i: usize| f64::from_bits(operands[i].low_u64()));
        Bits::new(64, x.powf(y).to_bits())
    }

    #[test]
    fn a_value_is_reached_near_the_current_argument() {
        for current in [0.0, 100.0, -1000.0] {
            let all = found(sine, &[current], 0, 0.5);
            assert!(!all.is_empty());
            assert!((all[0] - current).abs() < 7.0, "{} from {current}", all[0]);
            assert!(all.iter().all(|x| (x.sin() - 0.5).abs() < 1e-9), "{all:?}");
        }
        assert_eq!(found(sine, &[0.0], 0, 2.0), Vec::<f64>::new());
    }

    #[test]
    fn each_operand_can_be_solved_for() {
        assert_eq!(found(power, &[1.0, 3.0], 0, 1000.0), [10.0]);
        let exponent = found(power, &[10.0, 0.0], 1, 1000.0);
        assert!(
            exponent.iter().any(|x| (x - 3.0).abs() < 1e-12),
            "{exponent:?}"
        );
        assert!(
            found(power, &[-8.0, 2.0], 1, f64::NAN)
                .iter()
                .all(|y| y.fract() != 0.0)
        );
    }
}
