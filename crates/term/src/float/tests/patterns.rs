//! Patterns worth testing: corner values of a format, and random ones that are near to each other
//! often enough for cancellation, ties and the borders of ranges to happen.

use crate::FloatFormat;

/// A seeded generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn u128(&mut self) -> u128 {
        u128::from(self.u64()) << 64 | u128::from(self.u64())
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.u64() % bound
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}

/// The pattern of ±2^exponent × (1 + fraction), for normal numbers.
fn normal(format: FloatFormat, sign: bool, exponent: i32, fraction: u128) -> u128 {
    let field = (exponent + format.max_exponent()) as u128;
    format.pattern(sign, field << format.fraction_bits() | fraction)
}

/// Corner values of a format, of both signs.
pub fn corners(format: FloatFormat) -> Vec<u128> {
    let fraction_bits = format.fraction_bits();
    let ones = (1u128 << fraction_bits) - 1;
    let half = 1u128 << (fraction_bits - 1);
    let mut corners = Vec::new();
    for sign in [false, true] {
        let implicit = [
            0,
            1,
            2,
            3,
            half,
            ones - 1,
            ones,
            ones + 1,
            ones + 2,
            ones + 1 + half,
        ];
        corners.extend(implicit.map(|magnitude| format.pattern(sign, magnitude)));
        let precision = format.precision() as i32;
        let exponents = [
            -precision - 1,
            -precision,
            1 - precision,
            -2,
            -1,
            0,
            1,
            2,
            7,
            8,
            15,
            31,
            32,
            63,
            64,
            precision - 2,
            precision - 1,
            precision,
            format.max_exponent(),
        ];
        for exponent in exponents {
            if (format.min_exponent()..=format.max_exponent()).contains(&exponent) {
                let fractions = [0, 1, half - 1, half, half + 1, ones - 1, ones];
                corners.extend(fractions.map(|f| normal(format, sign, exponent, f)));
            }
        }
        let infinity = format.infinity(sign);
        let nans = [1, half - 1, half, half + 5, ones].map(|payload| infinity | payload);
        corners.push(infinity);
        corners.extend(nans);
        if format.has_integer_bit() {
            let integer = 1u128 << fraction_bits;
            let sign = u128::from(sign) << 79;
            // Pseudo-denormals are numbers; unnormals, pseudo-infinities and pseudo-NaNs are not.
            corners.extend([integer, integer | 1, integer | ones].map(|p| sign | p));
            for field in [1u128, 0x3fff, 0x7ffe, 0x7fff] {
                corners.extend([0, 1, half].map(|f| sign | field << 64 | f));
            }
        }
    }
    corners
}

/// A random pattern, of one of several kinds.
pub fn random(format: FloatFormat, random: &mut Random) -> u128 {
    let mask = u128::MAX >> (128 - format.width());
    let fraction_mask = (1u128 << format.fraction_bits()) - 1;
    let sign = random.u64() & 1 == 1;
    let fraction = match random.below(4) {
        0 => random.u128(),
        // Few bits set, or few cleared: ties and carries.
        1 => 1 << random.below(128) | 1 << random.below(128),
        2 => !(1 << random.below(128) | 1 << random.below(128)),
        _ => random.u128() << random.below(128),
    } & fraction_mask;
    match random.below(8) {
        0 => random.u128() & mask,
        1 => format.pattern(sign, fraction),
        2 => format.pattern(
            sign,
            fraction >> random.below(u64::from(format.fraction_bits())),
        ),
        3 => {
            let near_end = random.below(4) as i32;
            let top = random.u64() & 1 == 1;
            let (low, high) = (format.min_exponent(), format.max_exponent());
            let exponent = if top { high - near_end } else { low + near_end };
            normal(format, sign, exponent, fraction)
        }
        4 => *random.pick(&corners(format)),
        5 => {
            let middle = format.max_exponent() / 2;
            let exponent = random.below(middle as u64 * 2) as i32 - middle;
            normal(format, sign, exponent, fraction)
        }
        _ => {
            let range = (u64::from(format.precision()) * 2).min(format.max_exponent() as u64);
            let exponent = random.below(2 * range) as i32 - range as i32;
            normal(format, sign, exponent.max(format.min_exponent()), fraction)
        }
    }
}

/// A pattern near `to`: a few units or one power of two away, maybe of the other sign.
pub fn near(format: FloatFormat, to: u128, random: &mut Random) -> u128 {
    let mask = u128::MAX >> (128 - format.width());
    let moved = match random.below(4) {
        0 => to,
        1 => to.wrapping_add(random.below(4).into()).wrapping_sub(2),
        2 => to ^ 1 << random.below(format.width().into()),
        _ => to.wrapping_add(1 << (format.width() - 1 - format.exponent_bits())),
    };
    (moved ^ u128::from(random.u64() & 1) << (format.width() - 1)) & mask
}

/// Operands for a test: independent ones mostly, else ones that are near to each other.
pub fn operands(format: FloatFormat, count: usize, source: &mut Random) -> Vec<u128> {
    let mut operands = vec![random(format, source)];
    while operands.len() < count {
        let next = match source.below(4) {
            0 => near(format, operands[0], source),
            _ => random(format, source),
        };
        operands.push(next);
    }
    if count == 3 && source.below(3) == 0 {
        // Near the product's negation, where the sum cancels.
        let product = crate::float::evaluate_u128(
            crate::FloatOp::Mul,
            format,
            crate::RoundingMode::NearestEven,
            &operands[..2],
            format.width(),
            format.width(),
        );
        operands[2] = near(format, product, source);
    }
    operands
}

/// A random integer pattern of a width, often with few bits set or few cleared.
pub fn integer(width: u32, random: &mut Random) -> u128 {
    let value = match random.below(5) {
        0 => random.u128(),
        1 => random.u128() >> random.below(128),
        2 => 1 << random.below(128) | 1 << random.below(128),
        3 => !(1 << random.below(128) | 1 << random.below(128)),
        _ => u128::from(random.below(5)).wrapping_sub(2),
    };
    value & u128::MAX >> (128 - width)
}
