//! Every operation means to Z3 what it means to evaluation.

use crate::generate::Generator;
use crate::generous;
use term::{Evaluator, InputId, Model, Pool, Term, Value};
use wayfarer_solver::{Answer, Backend, Z3Backend};

/// Fixes all inputs to a model.
fn fixed(pool: &mut Pool, model: &Model) -> Vec<Term> {
    let mut constraints = Vec::new();
    for i in 0..pool.input_count() as u32 {
        let t = pool.input_term(InputId(i));
        let value = model.get(pool, InputId(i));
        constraints.push(equals(pool, t, &value));
    }
    constraints
}

fn equals(pool: &mut Pool, t: Term, value: &Value) -> Term {
    match value {
        Value::Bool(true) => t,
        Value::Bool(false) => pool.not(t),
        Value::Bits(bits) => {
            let constant = pool.constant(bits);
            pool.eq(t, constant)
        }
        Value::Array(array) => {
            let term::Sort::Array { index, .. } = pool.sort(t) else {
                panic!("no array sort")
            };
            let default = pool.constant(&array.default);
            let mut constant = pool.const_array(index, default);
            for (at, element) in &array.entries {
                let (at, element) = (pool.constant(at), pool.constant(element));
                constant = pool.store(constant, at, element);
            }
            pool.eq(t, constant)
        }
    }
}

fn terms_agree(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut pool = Pool::new();
        let wide = seed.is_multiple_of(40);
        let widths = if wide {
            vec![65 + (seed % 64) as u32, 128]
        } else {
            width_pair(seed)
        };
        let mut generator = Generator::new(&mut pool, seed, &widths, 2);
        // Division of wide vectors takes Z3 too long even when everything is fixed.
        generator.hard = !wide;
        if seed.is_multiple_of(3) {
            generator = generator.with_arrays(&mut pool);
        }
        let terms: Vec<Term> = (0..12).map(|_| generator.grow(&mut pool)).collect();
        let model = generator.model(&pool);
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model.clone());
        let mut differs = pool.bool(false);
        for &t in &terms {
            let value = evaluator.value(&pool, t);
            let equal = equals(&mut pool, t, &value);
            let different = pool.not(equal);
            differs = pool.or(differs, different);
        }
        let mut constraints = fixed(&mut pool, &model);
        let mut backend = Z3Backend::new();
        let answer = backend.check(&mut pool, &constraints, &Model::new(), &generous());
        assert!(matches!(answer, Answer::Sat(_)), "seed {seed}: {answer:?}");
        constraints.push(differs);
        let answer = backend.check(&mut pool, &constraints, &Model::new(), &generous());
        let script = || pool_script(seed, &widths);
        assert!(
            matches!(answer, Answer::Unsat(_)),
            "seed {seed}: {answer:?}{}",
            script()
        );
    }
}

fn pool_script(seed: u64, widths: &[u32]) -> String {
    format!(" (widths {widths:?}, seed {seed})")
}

fn width_pair(seed: u64) -> Vec<u32> {
    let first = 1 + (seed % 70) as u32;
    let second = 1 + ((seed / 70) % 33) as u32;
    vec![first, second]
}

#[test]
fn terms_evaluate_as_z3_says() {
    terms_agree(0..60);
}

#[test]
#[ignore = "minutes; run by make test-long"]
fn many_terms_evaluate_as_z3_says() {
    terms_agree(60..10_000);
}

/// Z3's model of a random satisfiable set satisfies it by evaluation.
#[test]
fn models_satisfy() {
    models_satisfy_of(0..70);
}

#[test]
#[ignore = "long: `make test-long`"]
fn many_models_satisfy() {
    models_satisfy_of(70..3_000);
}

fn models_satisfy_of(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut pool = Pool::new();
        let mut generator = Generator::new(&mut pool, seed, &[8, 5], 2).with_arrays(&mut pool);
        let model = generator.model(&pool);
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model);
        let mut constraints = Vec::new();
        for _ in 0..15 {
            generator.grow(&mut pool);
            let t = generator.grow_bool(&mut pool);
            let t = if evaluator.bool(&pool, t) {
                t
            } else {
                pool.not(t)
            };
            constraints.push(t);
        }
        let mut backend = Z3Backend::new();
        match backend.check(&mut pool, &constraints, &Model::new(), &generous()) {
            Answer::Sat(found) => {
                evaluator.set_model(found);
                for &t in &constraints {
                    assert!(
                        evaluator.bool(&pool, t),
                        "seed {seed}: {}",
                        pool.display(t, 500)
                    );
                }
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
}
