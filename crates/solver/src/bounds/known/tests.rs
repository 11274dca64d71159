//! Known bits hold for every value: exhaustively for three bits.

use super::super::range::{Range, full, of, operand_bits, tighten};
use super::super::tests::operations;
use super::{KnownBits, mask};
use crate::bitblast::Dice;
use term::{Bits, Evaluator, InputId, Model, Op, Pool, Sort, Term, Value};

const WIDTH: u32 = 3;

impl KnownBits {
    fn allow(self, value: u64) -> bool {
        value & self.zeros == 0 && value & self.ones == self.ones
    }
}

/// Every way to know some of `width` bits.
fn patterns(width: u32) -> Vec<KnownBits> {
    let all = (0..1 << width).flat_map(|zeros| (0..1 << width).map(move |ones| (zeros, ones)));
    all.map(|(zeros, ones)| KnownBits { zeros, ones })
        .filter(|bits| !bits.is_contradiction())
        .collect()
}

fn range_of(bits: KnownBits, width: u32) -> Range {
    let range = Range {
        bits,
        ..full(width)
    };
    tighten(range, width).expect("there are values with these bits")
}

/// Operations over two inputs of three bits, with the value for every pair of operands.
fn tables(pool: &mut Pool) -> Vec<(&'static str, Term, [[u64; 8]; 8])> {
    let x = pool.input("x", Sort::BitVec(WIDTH));
    let y = pool.input("y", Sort::BitVec(WIDTH));
    let mut terms: Vec<(&'static str, Term)> = Vec::new();
    for (name, build) in operations() {
        terms.push((name, build(pool, x, y)));
    }
    for k in 0..8 {
        let constant = pool.bv(WIDTH, k);
        terms.push(("mul by constant", pool.mul(x, constant)));
        terms.push(("add constant", pool.add(x, constant)));
        if k < 3 {
            terms.push(("shl by constant", pool.shl(x, constant)));
            terms.push(("lshr by constant", pool.lshr(x, constant)));
            terms.push(("ashr by constant", pool.ashr(x, constant)));
        }
    }
    let flag = pool.input("flag", Sort::Bool);
    terms.push(("ite", pool.ite(flag, x, y)));
    let mut evaluator = Evaluator::new();
    let mut tables = Vec::new();
    // An `ite` gives either operand: both truths of its condition are a table each.
    for (name, t) in terms {
        let truths = if pool.op(t) == Op::Ite { 2 } else { 1 };
        for truth in 0..truths {
            let mut table = [[0; 8]; 8];
            for (a, row) in table.iter_mut().enumerate() {
                for (b, cell) in row.iter_mut().enumerate() {
                    let mut model = Model::new();
                    for (input, value) in [a, b].into_iter().enumerate() {
                        let bits = Bits::new(WIDTH, value as u64);
                        model.set(InputId(input as u32), Value::Bits(bits));
                    }
                    model.set(InputId(2), Value::Bool(truth == 1));
                    evaluator.set_model(model);
                    *cell = evaluator.u64(pool, t);
                }
            }
            tables.push((name, t, table));
        }
    }
    tables
}

/// Which operands of a term are the inputs, and the ranges of all of them.
fn operands(pool: &Pool, t: Term, a: KnownBits, b: KnownBits) -> Vec<Option<Range>> {
    let range = |&operand: &Term| match pool.as_input(operand) {
        Some(InputId(0)) => Some(range_of(a, WIDTH)),
        Some(InputId(1)) => Some(range_of(b, WIDTH)),
        Some(_) => None,
        None => of(pool, operand, &[]),
    };
    pool.arguments(t).iter().map(range).collect()
}

fn is_over_inputs(pool: &Pool, t: Term) -> bool {
    let arguments = pool.arguments(t);
    let simple = |&t: &Term| pool.as_input(t).is_some() || pool.is_constant(t);
    !arguments.is_empty() && arguments.iter().all(simple)
}

#[test]
fn results_have_the_bits_that_are_known_of_them() {
    let mut pool = Pool::new();
    let mut exact = 0;
    for (name, t, table) in tables(&mut pool) {
        if !is_over_inputs(&pool, t) {
            continue;
        }
        for a in patterns(WIDTH) {
            for b in patterns(WIDTH) {
                let Some(range) = of(&pool, t, &operands(&pool, t, a, b)) else {
                    continue;
                };
                for x in (0..8).filter(|&x| a.allow(x)) {
                    for y in (0..8).filter(|&y| b.allow(y)) {
                        let value = table[x as usize][y as usize];
                        assert!(range.bits.allow(value), "{name} {x} {y} {a:?} {b:?}");
                    }
                }
                exact += u64::from(range.bits.known() != 0);
            }
        }
    }
    assert!(exact > 8_000, "{exact}");
}

#[test]
fn operands_have_the_bits_that_their_result_demands() {
    let mut pool = Pool::new();
    let mut said = 0;
    for (name, t, table) in tables(&mut pool) {
        if !is_over_inputs(&pool, t) {
            continue;
        }
        for result in patterns(pool.width(t)) {
            for a in patterns(WIDTH) {
                for b in patterns(WIDTH) {
                    let ranges = operands(&pool, t, a, b);
                    for (which, &operand) in pool.arguments(t).iter().enumerate() {
                        let Some(InputId(input @ 0..=1)) = pool.as_input(operand) else {
                            continue;
                        };
                        let bits = operand_bits(&pool, t, result, &ranges, which);
                        let Some(bits) = bits else { continue };
                        said += 1;
                        for x in (0..8).filter(|&x| a.allow(x)) {
                            for y in (0..8).filter(|&y| b.allow(y)) {
                                let own = if input == 0 { x } else { y };
                                assert!(
                                    !result.allow(table[x as usize][y as usize]) || bits.allow(own),
                                    "{name} {x} {y}: {result:?} {a:?} {b:?} {bits:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(said > 50_000, "{said}");
}

/// Every interval of three bits with every pattern: the ends move inwards to values that fit.
#[test]
fn intervals_end_at_values_with_the_bits() {
    for bits in patterns(WIDTH) {
        for low in 0..8 {
            for high in low..8 {
                let fitting: Vec<i128> = (low..=high)
                    .filter(|&value| bits.allow(value as u64))
                    .collect();
                let ends = fitting.first().copied().zip(fitting.last().copied());
                let narrowed = bits.narrow((low, high), WIDTH);
                assert_eq!(narrowed, ends, "{bits:?} {low}..={high}");
            }
        }
    }
}

/// Some bits of a value.
fn part_of(dice: &mut Dice, value: u64, width: u32) -> KnownBits {
    let known = match dice.below(4) {
        0 => 0,
        1 => mask(width),
        2 => mask(dice.below(width as usize + 1) as u32),
        _ => dice.next(),
    };
    KnownBits::constant(value, width).within(known)
}

/// Random values of wide words: what is known of them never excludes them, forwards or backwards.
#[test]
fn values_of_wide_words_agree_with_what_is_known() {
    let binary = [
        Pool::add,
        Pool::sub,
        Pool::mul,
        Pool::bv_and,
        Pool::bv_or,
        Pool::bv_xor,
        Pool::shl,
        Pool::lshr,
        Pool::ashr,
        Pool::udiv,
        Pool::urem,
    ];
    let mut dice = Dice::new(5);
    let mut said = [0; 2];
    for round in 0..6_000 {
        let width = [1, 8, 31, 33, 63, 64][dice.below(6)];
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(width)));
        let values = [dice.next() & mask(width), dice.next() & mask(width)];
        let second = match dice.below(3) {
            0 => y,
            1 => pool.bv(width, dice.next()),
            _ => pool.bv(width, dice.below(width as usize) as u64),
        };
        let low = dice.below(width as usize) as u32;
        let high = low + dice.below((width - low) as usize) as u32;
        let t = match dice.below(16) {
            11 => pool.neg(x),
            12 => pool.extract(x, high, low),
            13 => pool.zero_extend(x, 64),
            14 => pool.sign_extend(x, 64),
            15 if width < 32 => pool.concat(x, y),
            op => binary[op % binary.len()](&mut pool, x, second),
        };
        if !is_over_inputs(&pool, t) {
            continue;
        }
        let mut model = Model::new();
        for (i, &value) in values.iter().enumerate() {
            model.set(InputId(i as u32), Value::Bits(Bits::new(width, value)));
        }
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model);
        let result = evaluator.u64(&pool, t);
        let known = values.map(|value| part_of(&mut dice, value, width));
        let range = |&operand: &Term| match pool.as_input(operand) {
            Some(InputId(i)) => Some(range_of(known[i as usize], width)),
            None => of(&pool, operand, &[]),
        };
        let ranges: Vec<Option<Range>> = pool.arguments(t).iter().map(range).collect();
        let shown = || format!("round {round}: {} of {values:?}", pool.display(t, 100));
        if let Some(range) = of(&pool, t, &ranges) {
            assert!(range.bits.allow(result), "{}", shown());
            assert!(range.unsigned.0 <= i128::from(result), "{}", shown());
            assert!(range.unsigned.1 >= i128::from(result), "{}", shown());
            said[0] += u64::from(range.bits.known() != 0);
        }
        let part = part_of(&mut dice, result, pool.width(t));
        for (which, &operand) in pool.arguments(t).iter().enumerate() {
            let Some(InputId(i)) = pool.as_input(operand) else {
                continue;
            };
            if let Some(bits) = operand_bits(&pool, t, part, &ranges, which) {
                assert!(bits.allow(values[i as usize]), "{}", shown());
                said[1] += 1;
            }
        }
    }
    assert!(said[0] > 2_000 && said[1] > 1_000, "{said:?}");
}
