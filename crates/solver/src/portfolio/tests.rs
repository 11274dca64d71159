//! Questions that the native back end does not answer alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use term::{Bits, Evaluator, FloatFormat, FloatOp, Model, Pool, RoundingMode, Sort, Term, Value};

use super::Portfolio;
use crate::query_copy::QueryCopy;
use crate::statistics::Statistics;
use crate::{Answer, Backend, Limits, Unknown, Z3Backend};

fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(60),
        interrupt: Arc::new(AtomicBool::new(false)),
    }
}

/// Factors of a product of two primes just below 2^32.
fn hard(pool: &mut Pool) -> Vec<Term> {
    let [x, y] = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(64)));
    let product = pool.bv(64, 4_294_967_291 * 4_294_967_279);
    let (p, one) = (pool.mul(x, y), pool.bv(64, 1));
    let bound = pool.bv(64, 1 << 32);
    vec![
        pool.eq(p, product),
        pool.ult(one, x),
        pool.ult(x, bound),
        pool.ult(one, y),
        pool.ult(y, bound),
    ]
}

/// Equality of two free arrays: the native back end has no circuit for it. And what it excludes.
fn arrays(pool: &mut Pool) -> (Vec<Term>, Term) {
    let sort = Sort::Array {
        index: 32,
        element: 8,
    };
    let [a, b] = ["a", "b"].map(|n| pool.input(n, sort));
    let i = pool.input("i", Sort::BitVec(32));
    let equal = pool.eq(a, b);
    let (x, y) = (pool.select(a, i), pool.select(b, i));
    let seven = pool.bv(8, 7);
    let question = vec![equal, pool.ult(seven, x), pool.ule(x, y)];
    (question, pool.ne(x, y))
}

fn counted(portfolio: &Portfolio) -> Statistics {
    let mut statistics = Statistics::default();
    portfolio.count(&mut statistics);
    statistics
}

#[test]
fn what_native_cannot_answer_z3_does_alone_or_beside_it() {
    for spare_cores in [0, 1] {
        let mut pool = Pool::new();
        let (mut question, different) = arrays(&mut pool);
        let mut portfolio = Portfolio::new(spare_cores);
        match portfolio.check(&mut pool, &question, &Model::new(), &limits()) {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new();
                evaluator.set_model(model);
                assert!(question.iter().all(|&t| evaluator.bool(&pool, t)));
            }
            other => panic!("{other:?}"),
        }
        question.push(different);
        match portfolio.check(&mut pool, &question, &Model::new(), &limits()) {
            Answer::Unsat(core) => {
                assert!(
                    core.contains(&different) && core.contains(&question[0]),
                    "{core:?}"
                );
                assert!(core.iter().all(|t| question.contains(t)));
            }
            other => panic!("{other:?}"),
        }
        let statistics = counted(&portfolio);
        assert_eq!(statistics.passed_on, 2);
        assert_eq!(statistics.passed_on_with_arrays, 2);
        assert_eq!(statistics.answered_by_z3, 2);
        assert_eq!(statistics.races, 2 * spare_cores as u64);
        let line = "2 queries passed on to Z3 (2 with arrays): it answered 2, the native back end 0 \
                    meanwhile, 0 open";
        assert_eq!(statistics.passed_on_line().as_deref(), Some(line));
    }
    assert_eq!(Statistics::default().passed_on_line(), None);
}

/// A question counts once for everything in it.
#[test]
fn questions_passed_on_are_counted_by_what_is_in_them() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(32)));
    let product = pool.mul(x, y);
    let quotient = pool.udiv(product, y);
    let sum = pool.float(
        FloatOp::Add,
        FloatFormat::Single,
        RoundingMode::NearestEven,
        &[x, y],
    );
    let smaller = pool.float(
        FloatOp::Lt,
        FloatFormat::Single,
        RoundingMode::NearestEven,
        &[x, y],
    );
    let questions = [
        vec![pool.ult(x, y)],
        vec![smaller],
        vec![pool.ult(product, y)],
        vec![pool.ult(x, y), pool.ult(quotient, y)],
        vec![pool.ult(sum, y)],
    ];
    let mut portfolio = Portfolio::new(0);
    for question in &questions {
        portfolio.count_shape(&pool, question);
    }
    let counted = counted(&portfolio);
    assert_eq!((counted.passed_on, counted.answered_by_z3), (5, 0));
    assert_eq!(counted.passed_on_plain, 2);
    assert_eq!(counted.passed_on_with_products, 2);
    assert_eq!(counted.passed_on_with_divisions, 1);
    assert_eq!(counted.passed_on_with_floats, 1);
    assert_eq!(counted.passed_on_with_arrays, 0);
    let line = counted.passed_on_line().expect("questions were passed on");
    assert!(line.ends_with("5 open"), "{line}");
}

#[test]
fn races_end_by_time_and_by_interruption() {
    let mut pool = Pool::new();
    let question = hard(&mut pool);
    let mut portfolio = Portfolio::new(1);
    let mut short = limits();
    short.time = Duration::from_millis(1500);
    let start = Instant::now();
    let answer = portfolio.check(&mut pool, &question, &Model::new(), &short);
    // Whoever is lucky may answer; nobody may hang.
    assert!(start.elapsed() < Duration::from_secs(40));
    if let Answer::Sat(model) = answer {
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model);
        assert!(question.iter().all(|&t| evaluator.bool(&pool, t)));
    }
    let stopped = limits();
    let flag = stopped.interrupt.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        flag.store(true, Ordering::Relaxed);
    });
    let mut portfolio = Portfolio::new(1);
    let answer = portfolio.check(&mut pool, &question, &Model::new(), &stopped);
    assert!(start.elapsed() < Duration::from_secs(59));
    assert!(
        matches!(
            answer,
            Answer::Unknown(Unknown::Interrupted) | Answer::Sat(_)
        ),
        "{answer:?}"
    );
    stopper.join().expect("the stopper does not panic");
}

#[test]
fn a_copy_means_the_same() {
    for seed in 0..60 {
        let mut generator = crate::bitblast::Generator::new(seed);
        let constraints = generator.constraints();
        let hint = generator.random_model();
        let pool = &mut generator.pool;
        // Other inputs before, so that the copy's are numbered otherwise.
        pool.input("unrelated", Sort::BitVec(8));
        let mut copy = QueryCopy::new(pool, &constraints, &hint);
        let answer = copy.ask(&mut Z3Backend::new(), &constraints, &hint, &limits());
        let original = Z3Backend::new().check(pool, &constraints, &hint, &limits());
        match answer {
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new();
                evaluator.set_model(model);
                assert!(
                    constraints.iter().all(|&t| evaluator.bool(pool, t)),
                    "{seed}"
                );
            }
            Answer::Unsat(core) => {
                assert!(!matches!(original, Answer::Sat(_)), "{seed}");
                assert!(!core.is_empty() && core.iter().all(|t| constraints.contains(t)));
            }
            Answer::Unknown(_) => assert!(matches!(original, Answer::Unknown(_)), "{seed}"),
        }
    }
}

#[test]
fn tables_are_copied() {
    let mut pool = Pool::new();
    let entries: Vec<Bits> = (0..256u64).map(|i| Bits::new(8, i * 7 % 251)).collect();
    let table = pool.table_array(8, 8, Arc::from(entries));
    let i = pool.input("i", Sort::BitVec(8));
    let input = pool.as_input(i).expect("an input");
    let (entry, wanted) = (pool.select(table, i), pool.bv(8, 70));
    let question = [pool.eq(entry, wanted)];
    let hint = Model::new();
    let mut copy = QueryCopy::new(&pool, &question, &hint);
    match copy.ask(&mut Z3Backend::new(), &question, &hint, &limits()) {
        Answer::Sat(model) => {
            assert_eq!(model.get(&pool, input), Value::Bits(Bits::new(8, 10)));
        }
        other => panic!("{other:?}"),
    }
}
