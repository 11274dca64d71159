//! Terms a million operations deep: every stage and back end answers or refuses.

use crate::generous;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Evaluator, Model, Pool, Sort, Term};
use wayfarer_solver::{
    Answer, Backend, BackendKind, Options, PathCondition, Solver, Unknown, Z3Backend,
};

/// `depth` operations that rewriting does not collapse.
fn chain(pool: &mut Pool, depth: usize) -> Term {
    let inputs: Vec<Term> = (0..8)
        .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(8)))
        .collect();
    let mut t = inputs[0];
    for i in 0..depth {
        let (a, b) = (inputs[i % 8], inputs[i * 3 % 8]);
        t = if i % 2 == 0 {
            pool.bv_and(t, a)
        } else {
            pool.bv_or(t, b)
        };
    }
    let five = pool.bv(8, 5);
    pool.eq(t, five)
}

#[test]
fn z3_answers_deep_terms_or_refuses() {
    for (depth, must_answer) in [(500, true), (1_500, true), (1_000_000, false)] {
        let mut pool = Pool::new();
        let goal = chain(&mut pool, depth);
        let mut backend = Z3Backend::new();
        match backend.check(&mut pool, &[goal], &Model::new(), &generous()) {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new();
                evaluator.set_model(model);
                assert!(evaluator.bool(&pool, goal));
            }
            Answer::Unknown(Unknown::ResourceLimit) => assert!(!must_answer, "{depth}"),
            other => panic!("{depth}: {other:?}"),
        }
    }
}

#[test]
fn the_chain_survives_deep_terms() {
    for backend in [BackendKind::Z3, BackendKind::Portfolio] {
        let mut pool = Pool::new();
        let goal = chain(&mut pool, 1_000_000);
        let options = Options {
            backend,
            ..Options::default()
        };
        let mut solver =
            Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there");
        let answer = solver.check(&mut pool, &PathCondition::new(), goal, &Model::new());
        assert!(!matches!(answer, Answer::Unsat(_)), "{answer:?}");
    }
}
