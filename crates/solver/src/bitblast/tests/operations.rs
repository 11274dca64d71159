//! Every operation and width: the circuit computes what evaluation does.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use term::{Bits, Evaluator, InputId, Model, Op, Pool, Sort, Term, Value};

use super::generate::{BINARY, PREDICATES};
use super::{Dice, random_bits};
use crate::bitblast::blast::{Blaster, Budget};
use crate::bitblast::graph::{Edge, Gate};
use crate::bitblast::{NativeBackend, NativeOptions};
use crate::{Answer, Backend, Limits};

pub(super) fn limits() -> Limits {
    Limits {
        // The long runs share the machine with others.
        time: Duration::from_secs(600),
        interrupt: Arc::new(AtomicBool::new(false)),
    }
}

/// Computes every node of a circuit, given the variables in the order of their nodes.
fn simulate(blaster: &Blaster, values: &rustc_hash::FxHashMap<usize, bool>) -> Vec<bool> {
    let graph = blaster.graph();
    let mut out: Vec<bool> = Vec::with_capacity(graph.len());
    for node in 0..graph.len() {
        let at = |e: Edge| out[e.node()] != e.is_inverted();
        let value = match graph.gate(node) {
            Gate::False => false,
            Gate::Variable(_) => values.get(&node).copied().unwrap_or(false),
            Gate::And(a, b) => at(a) && at(b),
            Gate::Xor(a, b) => at(a) != at(b),
            Gate::Mux(c, t, e) => {
                if at(c) {
                    at(t)
                } else {
                    at(e)
                }
            }
            Gate::Majority(a, b, c) => at(a) as u8 + at(b) as u8 + at(c) as u8 >= 2,
        };
        out.push(value);
    }
    out
}

fn input_id(pool: &Pool, t: Term) -> InputId {
    match pool.op(t) {
        Op::Input(input) => input,
        _ => unreachable!("inputs only"),
    }
}

/// The circuit of `t` against evaluation, for `samples` random values of its inputs.
pub(super) fn check_circuit(
    pool: &mut Pool,
    inputs: &[Term],
    t: Term,
    dice: &mut Dice,
    samples: usize,
) {
    let limits = limits();
    let budget = Budget {
        deadline: Instant::now() + limits.time,
        limits: &limits,
        memory: 1 << 30,
    };
    let mut blaster = Blaster::default();
    blaster
        .word_of(pool, t, &budget)
        .expect("the operation has a circuit");
    let mut evaluator = Evaluator::new();
    for _ in 0..samples {
        let mut model = Model::new();
        let mut values = rustc_hash::FxHashMap::default();
        for &x in inputs {
            let bits = random_bits(dice, pool.width(x));
            if let Some(word) = blaster.known_word(pool, x) {
                for (i, e) in word.iter().enumerate() {
                    values.insert(e.node(), bits.bit(i as u32));
                }
            }
            model.set(input_id(pool, x), Value::Bits(bits));
        }
        let nodes = simulate(&blaster, &values);
        let at = |e: &Edge| nodes[e.node()] != e.is_inverted();
        evaluator.set_model(model.clone());
        let word: Vec<bool> = blaster
            .known_word(pool, t)
            .expect("encoded")
            .iter()
            .map(at)
            .collect();
        match evaluator.value(pool, t) {
            Value::Bool(expected) => assert_eq!(word, [expected], "{model:?}"),
            Value::Bits(expected) => {
                let expected: Vec<bool> = (0..expected.width()).map(|i| expected.bit(i)).collect();
                assert_eq!(word, expected, "{} {model:?}", pool.display(t, 200));
            }
            Value::Array(_) => unreachable!("arrays have no circuit"),
        }
    }
}

/// The whole back end: inputs fixed to constants, the result is what evaluation says and nothing
/// else.
fn check_fixed(pool: &mut Pool, inputs: &[Term], t: Term, dice: &mut Dice) {
    let mut constraints = Vec::new();
    let mut model = Model::new();
    for &x in inputs {
        let bits = random_bits(dice, pool.width(x));
        let constant = pool.constant(&bits);
        constraints.push(pool.eq(x, constant));
        model.set(input_id(pool, x), Value::Bits(bits));
    }
    let mut evaluator = Evaluator::new();
    evaluator.set_model(model.clone());
    let result = match evaluator.value(pool, t) {
        Value::Bool(b) => pool.bool(b),
        Value::Bits(bits) => pool.constant(&bits),
        Value::Array(_) => unreachable!("no arrays here"),
    };
    let equal = pool.eq(t, result);
    let different = pool.not(equal);
    let mut backend = NativeBackend::new(NativeOptions::default());
    for (goal, expected) in [(equal, true), (different, false)] {
        constraints.push(goal);
        match backend.check(pool, &constraints, &Model::new(), &limits()) {
            Answer::Sat(found) => {
                assert!(expected, "{} under {model:?}", pool.display(t, 200));
                for &x in inputs {
                    if pool.inputs_of(equal).contains(&input_id(pool, x)) {
                        let id = input_id(pool, x);
                        assert_eq!(found.get(pool, id), model.get(pool, id));
                    }
                }
            }
            Answer::Unsat(core) => {
                assert!(!expected, "{} under {model:?}", pool.display(t, 200));
                assert!(core.iter().all(|c| constraints.contains(c)));
            }
            Answer::Unknown(why) => panic!("{why:?} on {}", pool.display(t, 200)),
        }
        constraints.pop();
    }
}

fn widths() -> impl Iterator<Item = u32> {
    (1..=64).chain([65, 80, 96, 127, 128, 130])
}

#[test]
fn binary_operations_of_every_width() {
    binary_operations(widths());
}

#[test]
#[ignore = "minutes; run by make test-long"]
fn wide_binary_operations_of_every_width() {
    binary_operations(65..=128);
}

fn binary_operations(widths: impl Iterator<Item = u32>) {
    let mut dice = Dice::new(1);
    for width in widths {
        let mut pool = Pool::new();
        let inputs = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(width)));
        let samples = if width <= 32 { 24 } else { 8 };
        for (_, operation) in BINARY.iter().chain(&PREDICATES) {
            let t = operation(&mut pool, inputs[0], inputs[1]);
            check_circuit(&mut pool, &inputs, t, &mut dice, samples);
            if width <= 12 || width == 33 {
                check_fixed(&mut pool, &inputs, t, &mut dice);
            }
        }
    }
}

#[test]
fn operations_with_a_constant_of_every_width() {
    let mut dice = Dice::new(2);
    for width in widths() {
        let mut pool = Pool::new();
        let inputs = [pool.input("x", Sort::BitVec(width))];
        for (_, operation) in BINARY.iter().chain(&PREDICATES) {
            let constant = pool.constant(&random_bits(&mut dice, width));
            for (a, b) in [
                (inputs[0], constant),
                (constant, inputs[0]),
                (inputs[0], inputs[0]),
            ] {
                let t = operation(&mut pool, a, b);
                check_circuit(&mut pool, &inputs, t, &mut dice, 8);
            }
        }
    }
}

/// Divisors with high bits that are known to be zero have a circuit of their own.
#[test]
fn division_by_extended_divisors() {
    let mut dice = Dice::new(5);
    for (narrow, width) in [(1, 2), (1, 9), (3, 8), (8, 16), (8, 33), (16, 64), (31, 32)] {
        let mut pool = Pool::new();
        let inputs = [("x", width), ("y", narrow)].map(|(n, w)| pool.input(n, Sort::BitVec(w)));
        let divisor = pool.zero_extend(inputs[1], width);
        for operation in [Pool::udiv, Pool::urem, Pool::sdiv, Pool::srem, Pool::smod] {
            let t = operation(&mut pool, inputs[0], divisor);
            check_circuit(&mut pool, &inputs, t, &mut dice, 60);
        }
    }
}

#[test]
fn unary_operations_of_every_width() {
    let mut dice = Dice::new(3);
    let operations: [fn(&mut Pool, Term) -> Term; 5] = [
        Pool::bv_not,
        Pool::neg,
        Pool::count_ones,
        Pool::leading_zeros,
        Pool::trailing_zeros,
    ];
    for width in widths() {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(width));
        for operation in operations {
            let t = operation(&mut pool, x);
            check_circuit(&mut pool, &[x], t, &mut dice, 12);
        }
        let more = width + dice.below(70) as u32;
        let (low, span) = (
            dice.below(width as usize) as u32,
            dice.below(width as usize) as u32,
        );
        let high = (low + span).min(width - 1);
        let terms = [
            pool.zero_extend(x, more),
            pool.sign_extend(x, more),
            pool.extract(x, high, low),
        ];
        for t in terms {
            check_circuit(&mut pool, &[x], t, &mut dice, 12);
        }
    }
}

#[test]
fn tables_at_every_index() {
    let mut dice = Dice::new(4);
    for (index, length) in [(1, 2), (3, 5), (6, 64), (8, 200), (12, 4096), (32, 1000)] {
        let mut pool = Pool::new();
        let entries: Vec<Bits> = (0..length).map(|_| random_bits(&mut dice, 8)).collect();
        let table = pool.table_array(index, 8, entries.into());
        let x = pool.input("x", Sort::BitVec(16));
        let i = if index > 16 {
            pool.sign_extend(x, index)
        } else {
            pool.extract(x, index - 1, 0)
        };
        let two = pool.bv(index, 1);
        let even = pool.shl(i, two);
        for at in [i, even] {
            let t = pool.select(table, at);
            check_circuit(&mut pool, &[x], t, &mut dice, 200);
        }
    }
}
