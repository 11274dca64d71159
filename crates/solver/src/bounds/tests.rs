//! Ranges hold for every value: exhaustively for three bits.

use super::interval::Interval;
use super::range::{Range, full, modulus, of, tighten};
use term::{Bits, Evaluator, InputId, Model, Pool, Sort, Term, Value};

const WIDTH: u32 = 3;

fn signed(value: u64, width: u32) -> i128 {
    let value = i128::from(value);
    if value >= modulus(width) / 2 {
        value - modulus(width)
    } else {
        value
    }
}

fn contains(interval: Interval, value: i128) -> bool {
    interval.0 <= value && value <= interval.1
}

type Build = fn(&mut Pool, Term, Term) -> Term;

/// Operations, among them shifts by constants, which have ranges of their own.
pub(super) fn operations() -> Vec<(&'static str, Build)> {
    vec![
        ("add", Pool::add),
        ("mul", Pool::mul),
        ("udiv", Pool::udiv),
        ("urem", Pool::urem),
        ("sdiv", Pool::sdiv),
        ("srem", Pool::srem),
        ("and", Pool::bv_and),
        ("or", Pool::bv_or),
        ("xor", Pool::bv_xor),
        ("shl", Pool::shl),
        ("lshr", Pool::lshr),
        ("ashr", Pool::ashr),
        ("concat", Pool::concat),
        ("neg", |pool, a, _| pool.neg(a)),
        ("not", |pool, a, _| pool.bv_not(a)),
        ("zero_extend", |pool, a, _| pool.zero_extend(a, 5)),
        ("sign_extend", |pool, a, _| pool.sign_extend(a, 5)),
        ("extract low", |pool, a, _| pool.extract(a, 1, 0)),
        ("extract high", |pool, a, _| pool.extract(a, 2, 1)),
        ("extract middle", |pool, a, _| pool.extract(a, 1, 1)),
    ]
}

/// Every range of one operand (unsigned and signed intervals) against some of the other.
#[test]
fn results_lie_in_the_range_of_the_operation() {
    let mut pool = Pool::new();
    let x = pool.input("x", Sort::BitVec(WIDTH));
    let y = pool.input("y", Sort::BitVec(WIDTH));
    let mut ranges: Vec<(Range, Vec<u64>)> = Vec::new();
    for low in 0..8 {
        for high in low..8 {
            let all = full(WIDTH);
            let by_unsigned = Range {
                unsigned: (low, high),
                ..all
            };
            let by_signed = Range {
                signed: (low - 4, high - 4),
                ..all
            };
            for range in [by_unsigned, by_signed] {
                let values: Vec<u64> = (0..8)
                    .filter(|&v| contains(range.unsigned, i128::from(v)))
                    .filter(|&v| contains(range.signed, signed(v, WIDTH)))
                    .collect();
                let tight = tighten(range, WIDTH).expect("not empty");
                assert!(
                    values
                        .iter()
                        .all(|&v| contains(tight.unsigned, i128::from(v)))
                );
                ranges.push((tight, values));
            }
        }
    }
    let mut evaluator = Evaluator::new();
    for (name, build) in operations() {
        let t = build(&mut pool, x, y);
        let Sort::BitVec(width) = pool.sort(t) else {
            panic!("{name} is a bit-vector")
        };
        let mut table = [[0; 8]; 8];
        for (a, row) in table.iter_mut().enumerate() {
            for (b, cell) in row.iter_mut().enumerate() {
                let mut model = Model::new();
                for (input, value) in [a, b].into_iter().enumerate() {
                    let bits = Bits::new(WIDTH, value as u64);
                    model.set(InputId(input as u32), Value::Bits(bits));
                }
                evaluator.set_model(model);
                *cell = evaluator.u64(&pool, t);
            }
        }
        // Rewriting may have ordered or dropped operands.
        let arguments = pool.arguments(t).to_vec();
        for (ra, va) in &ranges {
            for (rb, vb) in &ranges {
                let of_operand = |a: &Term| {
                    if *a == x {
                        Some(*ra)
                    } else {
                        (*a == y).then_some(*rb)
                    }
                };
                let operands: Vec<Option<Range>> = arguments.iter().map(of_operand).collect();
                if operands.contains(&None) {
                    continue;
                }
                let Some(range) = of(&pool, t, &operands) else {
                    continue;
                };
                for &a in va {
                    for &b in vb {
                        let value = table[a as usize][b as usize];
                        let inside = contains(range.unsigned, i128::from(value))
                            && contains(range.signed, signed(value, width));
                        assert!(inside, "{name} {a} {b} = {value}, {range:?}");
                    }
                }
            }
        }
    }
}

/// Bits that the constraints fix are enough to refute, and the core names whose they are.
#[test]
fn known_bits_refute() {
    let mut pool = Pool::new();
    let [x, y, z, other] = ["x", "y", "z", "other"].map(|n| pool.input(n, Sort::BitVec(16)));
    let (mask, pattern) = (pool.bv(16, 0x0ff7), pool.bv(16, 0x0a52));
    let masked = pool.bv_and(x, mask);
    let fixes = pool.eq(masked, pattern);
    let (eight, sixteen) = (pool.bv(16, 8), pool.bv(16, 16));
    let innocent = pool.ult(other, eight);
    let scaled = pool.mul(y, sixteen);
    let sum = pool.add(x, scaled);
    let same = pool.eq(sum, z);
    let seven = pool.bv(16, 7);
    let low = pool.bv_and(z, seven);
    let wrong = pool.eq(low, seven);
    let mut constraints = pool.conjuncts(fixes);
    let parts = constraints.clone();
    constraints.extend([innocent, same, wrong]);
    match super::derive(&pool, &constraints) {
        Err(core) => {
            assert!(core.contains(&same) && core.contains(&wrong), "{core:?}");
            assert!(!core.contains(&innocent), "{core:?}");
            assert!(parts.iter().any(|part| core.contains(part)), "{core:?}");
        }
        Ok(_) => panic!("z ends in 010"),
    }
    constraints.pop();
    assert!(super::derive(&pool, &constraints).is_ok());
}
