//! Known bits hold for every value: exhaustively for three bits.

use super::super::range::{Range, full, of, operand_bits, tighten};
use super::super::tests::operations;
use super::KnownBits;
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
