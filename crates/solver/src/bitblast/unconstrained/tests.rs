//! Elimination against evaluation: satisfiable where the original is, subset by subset, and models
//! are completed.

use super::eliminate;
use crate::bitblast::tests::{Dice, Generator};
use crate::{Answer, Backend, Limits, Z3Backend};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use term::{Bits, Evaluator, InputId, Model, Pool, Sort, Term, Value};

/// All assignments of inputs of a few bits in all.
fn models(pool: &Pool) -> Vec<Model> {
    let mut all = vec![Model::new()];
    for input in (0..pool.input_count() as u32).map(InputId) {
        let values: Vec<Value> = match pool.sort(pool.input_term(input)) {
            Sort::Bool => [false, true].map(Value::Bool).into(),
            Sort::BitVec(width) => (0..1u64 << width)
                .map(|value| Value::Bits(Bits::new(width, value)))
                .collect(),
            Sort::Array { .. } => unreachable!("no arrays here"),
        };
        let with = |(model, value): (&Model, &Value)| {
            let mut model = model.clone();
            model.set(input, value.clone());
            model
        };
        all = all
            .iter()
            .flat_map(|model| values.iter().map(move |value| (model, value)))
            .map(with)
            .collect();
    }
    all
}

/// One operation over two words, of all that have a rule and some that have none.
fn operation(pool: &mut Pool, dice: &mut Dice, a: Term, b: Term, p: Term) -> Term {
    let width = pool.width(a);
    match dice.below(16) {
        0 => pool.add(a, b),
        1 => pool.sub(a, b),
        2 => pool.bv_xor(a, b),
        3 => pool.bv_not(a),
        4 => pool.neg(a),
        5 => {
            let k = pool.bv(width, dice.next());
            pool.mul(a, k)
        }
        6 => pool.mul(a, b),
        7 => pool.bv_and(a, b),
        8 => pool.bv_or(a, b),
        9 => {
            let (high, low) = (pool.extract(a, width - 1, 1), pool.extract(b, 0, 0));
            pool.concat(high, low)
        }
        10 => pool.ite(p, a, b),
        11 => pool.urem(a, b),
        12 => pool.lshr(a, b),
        13 => {
            let low = pool.extract(a, 0, 0);
            pool.sign_extend(low, width)
        }
        14 => {
            let (a, b) = (pool.extract(a, 0, 0), pool.extract(b, width - 1, 1));
            pool.concat(a, b)
        }
        _ => pool.udiv(a, b),
    }
}

fn comparison(pool: &mut Pool, dice: &mut Dice, a: Term, b: Term, p: Term) -> Term {
    match dice.below(9) {
        0 => pool.eq(a, b),
        1 => pool.ne(a, b),
        2 => pool.ult(a, b),
        3 => pool.ule(a, b),
        4 => pool.slt(a, b),
        5 => pool.sle(a, b),
        6 => {
            let same = pool.eq(a, b);
            pool.eq(same, p)
        }
        7 => {
            let less = pool.slt(a, b);
            pool.ite(p, less, p)
        }
        _ => {
            let less = pool.ule(a, b);
            pool.or(less, p)
        }
    }
}

#[test]
fn every_subset_stays_satisfiable_and_models_are_completed() {
    every_subset_stays_satisfiable(9, 1_000);
}

#[test]
#[ignore = "long: `make test-long`"]
fn every_subset_stays_satisfiable_often() {
    every_subset_stays_satisfiable(10, 30_000);
}

fn every_subset_stays_satisfiable(seed: u64, rounds: usize) {
    let mut dice = Dice::new(seed);
    let (mut eliminated, mut completed, mut unsatisfiable) = (0, 0, 0);
    for round in 0..rounds {
        let mut pool = Pool::new();
        let mut words: Vec<Term> = (0..4)
            .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(2 + (i & 1))))
            .collect();
        let p = pool.input("p", Sort::Bool);
        let mut constraints = Vec::new();
        for _ in 0..2 + dice.below(3) {
            for _ in 0..dice.below(3) {
                let a = words[dice.below(words.len())];
                let b = words[dice.below(words.len())];
                let width = pool.width(a);
                let b = match pool.width(b) {
                    narrow if narrow < width => pool.zero_extend(b, width),
                    _ => pool.extract(b, width - 1, 0),
                };
                let t = operation(&mut pool, &mut dice, a, b, p);
                words.push(t);
            }
            let a = words[dice.below(words.len())];
            let b = words[dice.below(words.len())];
            let width = pool.width(a).min(pool.width(b));
            let [a, b] = [a, b].map(|t| pool.extract(t, width - 1, 0));
            constraints.push(comparison(&mut pool, &mut dice, a, b, p));
        }
        let Some((after, elimination)) = eliminate(&mut pool, &constraints) else {
            continue;
        };
        eliminated += 1;
        let mut evaluator = Evaluator::new();
        let all = models(&pool);
        // Which constraints hold, under each model.
        let mut truths = |constraints: &[Term]| -> Vec<u32> {
            let all = all.iter().map(|model| {
                evaluator.set_model(model.clone());
                let bits = constraints.iter().enumerate();
                bits.fold(0, |bits, (i, &t)| {
                    bits | u32::from(evaluator.bool(&pool, t)) << i
                })
            });
            all.collect()
        };
        let (before, then) = (truths(&constraints), truths(&after));
        for subset in 1..1u32 << constraints.len() {
            let possible = |truths: &[u32]| truths.iter().any(|bits| bits & subset == subset);
            let (old, new) = (possible(&before), possible(&then));
            assert!(new || !old, "round {round}: subset {subset:b}");
            unsatisfiable += usize::from(!new);
        }
        let whole = (1 << constraints.len()) - 1;
        for (model, _) in all
            .iter()
            .zip(&then)
            .filter(|(_, bits)| **bits == whole)
            .take(20)
        {
            completed += 1;
            let model = elimination.complete(&pool, &mut evaluator, model.clone());
            evaluator.set_model(model);
            let holds = constraints.iter().all(|&t| evaluator.bool(&pool, t));
            assert!(holds, "round {round}: {}", pool.to_smtlib(&constraints));
        }
    }
    assert!(
        eliminated > rounds / 3 && completed > rounds * 5 / 3 && unsatisfiable > rounds / 10,
        "{eliminated} {completed} {unsatisfiable}"
    );
}

/// What is satisfiable after the elimination was so before, by Z3 on random formulas of every
/// operation; arrays and floats are left alone.
#[test]
fn random_formulas_stay_as_satisfiable() {
    formulas_stay_as_satisfiable(0..150);
}

#[test]
#[ignore = "long: `make test-long`"]
fn many_random_formulas_stay_as_satisfiable() {
    formulas_stay_as_satisfiable(150..5_000);
}

fn formulas_stay_as_satisfiable(seeds: std::ops::Range<u64>) {
    let formulas = seeds.end - seeds.start;
    let limits = Limits {
        time: Duration::from_secs(60),
        interrupt: Arc::new(AtomicBool::new(false)),
    };
    let mut eliminated = 0;
    for seed in seeds {
        let mut generator = Generator::new(seed);
        let constraints = generator.constraints();
        let pool = &mut generator.pool;
        let Some((after, elimination)) = eliminate(pool, &constraints) else {
            continue;
        };
        eliminated += 1;
        match Z3Backend::new().check(pool, &after, &Model::new(), &limits) {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new();
                let model = elimination.complete(pool, &mut evaluator, model);
                evaluator.set_model(model);
                assert!(
                    constraints.iter().all(|&t| evaluator.bool(pool, t)),
                    "seed {seed}"
                );
            }
            Answer::Unsat(core) => {
                let positions = (0..after.len()).filter(|&i| core.contains(&after[i]));
                let core: Vec<Term> = positions.map(|i| constraints[i]).collect();
                let answer = Z3Backend::new().check(pool, &core, &Model::new(), &limits);
                assert!(
                    matches!(answer, Answer::Unsat(_)),
                    "seed {seed}: {answer:?}"
                );
            }
            Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
        }
    }
    assert!(eliminated > formulas / 4, "{eliminated}");
}
