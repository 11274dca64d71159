//! Bit-vector arithmetic against big integers, at every width.

use num_bigint::{BigInt, BigUint, Sign};
use proptest::prelude::*;
use wayfarer_term::Bits;

/// A width of 1..=130 and values of it, mixed from random limbs and border cases.
fn operands() -> impl Strategy<Value = (u32, Vec<Bits>)> {
    (1u32..=130).prop_flat_map(|width| {
        let limbs = prop::collection::vec(any::<u64>(), 3);
        let random = limbs.prop_map(move |limbs| Bits::from_limbs(width, &limbs));
        let power = (0..width).prop_map(move |k| Bits::power_of_two(width, k));
        let border = prop_oneof![
            Just(Bits::zero(width)),
            Just(Bits::new(width, 1)),
            Just(Bits::ones(width)),
            Just(Bits::signed_min(width)),
            Just(Bits::signed_max(width)),
            (0u64..300).prop_map(move |value| Bits::new(width, value)),
        ];
        let one = prop_oneof![3 => random, 1 => power.clone(), 1 => power.prop_map(|p| p.neg()), 2 => border];
        (Just(width), prop::collection::vec(one, 2))
    })
}

fn unsigned(bits: &Bits) -> BigInt {
    BigInt::from_bytes_le(Sign::Plus, &bits.to_le_bytes())
}

fn signed(bits: &Bits) -> BigInt {
    let value = unsigned(bits);
    if bits.sign() {
        value - power(bits.width())
    } else {
        value
    }
}

fn power(exponent: u32) -> BigInt {
    BigInt::from(1) << exponent
}

/// The bit-vector of a number modulo 2^width.
fn cut(width: u32, value: &BigInt) -> Bits {
    let modulus = power(width);
    let reduced = ((value % &modulus) + &modulus) % &modulus;
    Bits::from_le_bytes(width, &reduced.to_bytes_le().1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8000))]

    #[test]
    fn arithmetic((width, v) in operands()) {
        let (a, b) = (&v[0], &v[1]);
        let (x, y) = (unsigned(a), unsigned(b));
        let (s, t) = (signed(a), signed(b));
        let zero = BigInt::from(0);
        prop_assert_eq!(a.add(b), cut(width, &(&x + &y)));
        prop_assert_eq!(a.sub(b), cut(width, &(&x - &y)));
        prop_assert_eq!(a.mul(b), cut(width, &(&x * &y)));
        prop_assert_eq!(a.neg(), cut(width, &-&x));
        let udiv = if y == zero { cut(width, &BigInt::from(-1)) } else { cut(width, &(&x / &y)) };
        prop_assert_eq!(a.udiv(b), udiv);
        prop_assert_eq!(a.urem(b), if y == zero { a.clone() } else { cut(width, &(&x % &y)) });
        // BigInt divides towards zero, as SMT-LIB does.
        let by_zero = if s < zero { BigInt::from(1) } else { BigInt::from(-1) };
        let sdiv = if t == zero { by_zero } else { &s / &t };
        prop_assert_eq!(a.sdiv(b), cut(width, &sdiv));
        let srem = if t == zero { s.clone() } else { &s % &t };
        prop_assert_eq!(a.srem(b), cut(width, &srem));
        let smod = if t == zero { s.clone() } else { ((&s % &t) + &t) % &t };
        prop_assert_eq!(a.smod(b), cut(width, &smod));
        match a.inverse_of_odd() {
            Some(inverse) => prop_assert!(a.mul(&inverse).is_one()),
            None => prop_assert!(!a.bit(0)),
        }
    }

    #[test]
    fn bitwise((width, v) in operands()) {
        let (a, b) = (&v[0], &v[1]);
        let (x, y) = (unsigned(a), unsigned(b));
        prop_assert_eq!(a.and(b), cut(width, &(&x & &y)));
        prop_assert_eq!(a.or(b), cut(width, &(&x | &y)));
        prop_assert_eq!(a.xor(b), cut(width, &(&x ^ &y)));
        prop_assert_eq!(a.not(), cut(width, &!&x));
        let bits: Vec<bool> = (0..width).map(|i| x.bit(u64::from(i))).collect();
        for (i, &bit) in bits.iter().enumerate() {
            prop_assert_eq!(a.bit(i as u32), bit);
        }
        let ones = bits.iter().filter(|&&bit| bit).count() as u32;
        prop_assert_eq!(a.count_ones(), ones);
        let leading = bits.iter().rev().take_while(|&&bit| !bit).count() as u32;
        prop_assert_eq!(a.leading_zeros(), leading);
        let trailing = bits.iter().take_while(|&&bit| !bit).count() as u32;
        prop_assert_eq!(a.trailing_zeros(), trailing);
        prop_assert_eq!(a.trailing_ones(), bits.iter().take_while(|&&bit| bit).count() as u32);
        prop_assert_eq!(a.is_zero(), ones == 0);
        prop_assert_eq!(a.is_ones(), ones == width);
        prop_assert_eq!(a.is_one(), ones == 1 && trailing == 0);
        prop_assert_eq!(a.exponent(), (ones == 1).then_some(trailing));
    }

    #[test]
    fn shifts((width, v) in operands(), distance in 0u32..200) {
        let (a, b) = (&v[0], &v[1]);
        for by in [b.clone(), cut(width, &BigInt::from(distance))] {
            let distance: u32 = unsigned(&by).try_into().unwrap_or(u32::MAX).min(width);
            prop_assert_eq!(a.shl(&by), cut(width, &(unsigned(a) << distance)));
            prop_assert_eq!(a.lshr(&by), cut(width, &(unsigned(a) >> distance)));
            // BigInt shifts negative numbers to the right rounding down.
            prop_assert_eq!(a.ashr(&by), cut(width, &(signed(a) >> distance)));
        }
    }

    #[test]
    fn comparisons((_, v) in operands()) {
        let (a, b) = (&v[0], &v[1]);
        prop_assert_eq!(a.ult(b), unsigned(a) < unsigned(b));
        prop_assert_eq!(a.ule(b), unsigned(a) <= unsigned(b));
        prop_assert_eq!(a.slt(b), signed(a) < signed(b));
        prop_assert_eq!(a.sle(b), signed(a) <= signed(b));
        prop_assert_eq!(a.cmp(b), unsigned(a).cmp(&unsigned(b)));
        prop_assert_eq!(a == b, unsigned(a) == unsigned(b));
    }

    #[test]
    fn shapes((width, v) in operands(), (other, w) in operands(), i in 0u32..130, j in 0u32..130) {
        let (a, b) = (&v[0], &w[0]);
        let both = (unsigned(a) << other) + unsigned(b);
        prop_assert_eq!(a.concat(b), cut(width + other, &both));
        let (i, j) = (i % width, j % width);
        let (low, high) = (i.min(j), i.max(j));
        prop_assert_eq!(a.extract(high, low), cut(high - low + 1, &(unsigned(a) >> low)));
        prop_assert_eq!(a.zero_extend(width + other), cut(width + other, &unsigned(a)));
        prop_assert_eq!(a.sign_extend(width + other), cut(width + other, &signed(a)));
    }

    #[test]
    fn conversions((width, v) in operands()) {
        let a = &v[0];
        let x = unsigned(a);
        prop_assert_eq!(a.to_decimal(), x.to_string());
        prop_assert_eq!(a.to_signed_decimal(), signed(a).to_string());
        prop_assert_eq!(Bits::parse_decimal(width, &x.to_string()), Some(a.clone()));
        prop_assert_eq!(Bits::parse_decimal(width, &signed(a).to_string()), Some(a.clone()));
        let too_large: BigInt = &x + power(width) * 12345;
        prop_assert_eq!(Bits::parse_decimal(width, &too_large.to_string()), Some(a.clone()));
        prop_assert_eq!(Bits::from_limbs(width, a.limbs()), a.clone());
        prop_assert_eq!(Bits::from_le_bytes(width, &a.to_le_bytes()), a.clone());
        prop_assert_eq!(a.to_le_bytes().len() as u32, width.div_ceil(8));
        prop_assert_eq!(a.limbs().len() as u32, width.div_ceil(64));
        prop_assert_eq!(a.to_u64(), (width <= 64).then(|| u64::try_from(&x).expect("fits")));
        prop_assert_eq!(a.to_u128(), (width <= 128).then(|| u128::try_from(&x).expect("fits")));
        prop_assert_eq!(a.to_small(), u32::try_from(&x).ok());
        prop_assert_eq!(a.to_i64(), (width <= 64).then(|| i64::try_from(signed(a)).expect("fits")));
        if let Some(value) = a.to_i64() {
            prop_assert_eq!(&Bits::from_i64(width, value), a);
        }
        prop_assert_eq!(Bits::from_i64(width, -5), cut(width, &BigInt::from(-5)));
        let digits = format!("{a:?}");
        let radix = if width % 4 == 0 { 16 } else { 2 };
        let parsed = BigUint::parse_bytes(&digits.as_bytes()[2..], radix).expect("digits");
        prop_assert_eq!(BigInt::from(parsed), x);
    }
}

#[test]
fn texts_that_are_no_numbers() {
    for text in ["", "-", "+1", "0x10", "1 ", " 1", "1-", "--1", "١"] {
        assert_eq!(Bits::parse_decimal(32, text), None, "{text:?}");
    }
}

#[test]
fn division_at_unusual_widths() {
    // Above 128 bits, where the division works bit by bit.
    let a =
        Bits::parse_decimal(200, "1267650600228229401496703205376000000000000000123").expect("ok");
    let b = Bits::parse_decimal(200, "1267650600228229401496703205376").expect("ok");
    assert_eq!(a.udiv(&b).to_decimal(), "1000000000000000000");
    assert_eq!(a.urem(&b).to_decimal(), "123");
    let ones = Bits::ones(257);
    assert!(ones.udiv(&ones).is_one());
    assert!(ones.urem(&Bits::signed_min(257)) == Bits::signed_max(257));
}
