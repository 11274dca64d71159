//! The back end's promises: closeness, limits, rebuilds, depth, arrays.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use term::{Bits, Evaluator, InputId, Model, Op, Pool, Sort, Term, Value};

use super::Dice;
use super::operations::limits;
use crate::bitblast::{NativeBackend, NativeOptions};
use crate::{Answer, Backend, Unknown};

fn id(pool: &Pool, t: Term) -> InputId {
    match pool.op(t) {
        Op::Input(input) => input,
        _ => unreachable!("inputs only"),
    }
}

fn native() -> NativeBackend {
    NativeBackend::new(NativeOptions::default())
}

#[test]
fn models_stay_close_to_the_hint() {
    let mut pool = Pool::new();
    let inputs: Vec<Term> = (0..8)
        .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(32)))
        .collect();
    let mut hint = Model::new();
    for (i, &x) in inputs.iter().enumerate() {
        hint.set(
            id(&pool, x),
            Value::Bits(Bits::new(32, 1000 + 7 * i as u64)),
        );
    }
    let constraints: Vec<Term> = inputs.windows(2).map(|w| pool.slt(w[0], w[1])).collect();
    let limit = pool.bv(32, 1000);
    let goal = pool.slt(inputs[0], limit);
    let mut all = constraints.clone();
    all.push(goal);
    let Answer::Sat(model) = native().check(&mut pool, &all, &hint, &limits()) else {
        panic!("satisfiable")
    };
    let changed = inputs
        .iter()
        .filter(|&&x| model.get(&pool, id(&pool, x)) != hint.get(&pool, id(&pool, x)));
    assert_eq!(changed.count(), 1, "only the first input has to move");
}

#[test]
fn a_core_leaves_out_what_is_innocent() {
    let mut pool = Pool::new();
    let [x, y, z] = ["x", "y", "z"].map(|n| pool.input(n, Sort::BitVec(16)));
    let (a, b, c) = (pool.ult(x, y), pool.ult(y, z), pool.ult(z, x));
    let seven = pool.bv(16, 7);
    let w = pool.input("w", Sort::BitVec(16));
    let innocent = pool.eq(w, seven);
    match native().check(&mut pool, &[a, innocent, b, c], &Model::new(), &limits()) {
        Answer::Unsat(core) => assert_eq!(core, [a, b, c]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn limits_end_a_question_and_the_next_is_answered() {
    let mut pool = Pool::new();
    let (hard, easy) = hard_and_easy(&mut pool);
    let mut backend = NativeBackend::new(NativeOptions {
        conflicts: 50,
        ..NativeOptions::default()
    });
    let answer = backend.check(&mut pool, &hard, &Model::new(), &limits());
    assert!(
        matches!(answer, Answer::Unknown(Unknown::ResourceLimit)),
        "{answer:?}"
    );
    assert!(matches!(
        backend.check(&mut pool, &[easy], &Model::new(), &limits()),
        Answer::Sat(_)
    ));

    let mut backend = native();
    let mut short = limits();
    short.time = Duration::from_millis(50);
    let start = Instant::now();
    let answer = backend.check(&mut pool, &hard, &Model::new(), &short);
    assert!(
        matches!(answer, Answer::Unknown(Unknown::TimeOut)),
        "{answer:?}"
    );
    assert!(start.elapsed() < Duration::from_secs(5));
    let stopped = limits();
    stopped.interrupt.store(true, Ordering::Relaxed);
    let answer = backend.check(&mut pool, &hard, &Model::new(), &stopped);
    assert!(
        matches!(answer, Answer::Unknown(Unknown::Interrupted)),
        "{answer:?}"
    );
    assert!(matches!(
        backend.check(&mut pool, &[easy], &Model::new(), &limits()),
        Answer::Sat(_)
    ));
    // From another thread, while it works.
    let stopped = limits();
    let flag = stopped.interrupt.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
    });
    let start = Instant::now();
    let answer = backend.check(&mut pool, &hard, &Model::new(), &stopped);
    assert!(
        matches!(answer, Answer::Unknown(Unknown::Interrupted)),
        "{answer:?}"
    );
    assert!(start.elapsed() < Duration::from_secs(5));
    stopper.join().expect("the stopper does not panic");
    let counters = backend.counters();
    assert_eq!((counters.queries, counters.unknown), (4, 3));
    assert_eq!((counters.satisfiable, counters.unsatisfiable), (1, 0));
    let all = backend.statistics();
    let counter = |name: &str| all.iter().find(|(other, _)| *other == name).map(|c| c.1);
    for name in ["native conflicts", "native propagations", "native bytes"] {
        assert!(counter(name).is_some_and(|count| count > 0), "{name}");
    }
}

/// Factors of a product of two primes just below 2^32, and a question about the same inputs.
fn hard_and_easy(pool: &mut Pool) -> (Vec<Term>, Term) {
    let [x, y] = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(64)));
    let product = pool.bv(64, 4_294_967_291 * 4_294_967_279);
    let (p, one) = (pool.mul(x, y), pool.bv(64, 1));
    let bound = pool.bv(64, 1 << 32);
    let hard = vec![
        pool.eq(p, product),
        pool.ult(one, x),
        pool.ult(x, bound),
        pool.ult(one, y),
        pool.ult(y, bound),
    ];
    (hard, pool.ult(x, y))
}

#[test]
fn rebuilds_at_the_memory_limit_change_no_answer() {
    rebuilds(NativeOptions::default().easy_conflicts, 3);
}

#[test]
fn rebuilds_drop_the_circuit_that_leaves_products_free_too() {
    rebuilds(0, 1);
}

fn rebuilds(easy_conflicts: u64, at_least: u64) {
    let mut pool = Pool::new();
    let mut dice = Dice::new(9);
    let inputs: Vec<Term> = (0..6)
        .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(16)))
        .collect();
    let options = NativeOptions {
        memory: 1 << 20,
        easy_conflicts,
        ..NativeOptions::default()
    };
    let mut small = NativeBackend::new(options);
    let mut large = native();
    for round in 0..150 {
        let [x, y, z] = [0; 3].map(|_| inputs[dice.below(inputs.len())]);
        let k = pool.bv(16, dice.next());
        let (shifted, sum) = (pool.add(x, k), pool.add(y, z));
        let product = pool.mul(shifted, sum);
        let target = pool.bv(16, round * 977);
        let query = [pool.ult(x, y), pool.eq(product, target)];
        let first = small.check(&mut pool, &query, &Model::new(), &limits());
        let second = large.check(&mut pool, &query, &Model::new(), &limits());
        assert_eq!(
            matches!(first, Answer::Sat(_)),
            matches!(second, Answer::Sat(_))
        );
        assert!(!matches!(first, Answer::Unknown(_)), "{first:?}");
    }
    assert!(
        small.counters().rebuilds > at_least,
        "{:?}",
        small.counters()
    );
    assert_eq!(large.counters().rebuilds, 0);
}

#[test]
fn a_question_larger_than_memory_is_refused() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(2048)));
    let product = pool.mul(x, y);
    let goal = pool.eq(product, x);
    let options = NativeOptions {
        memory: 1 << 20,
        ..NativeOptions::default()
    };
    let answer = NativeBackend::new(options).check(&mut pool, &[goal], &Model::new(), &limits());
    assert!(
        matches!(answer, Answer::Unknown(Unknown::ResourceLimit)),
        "{answer:?}"
    );
}

/// Slots of a hash table as a program computes them: equal keys have equal slots, which no small
/// number of conflicts shows of the circuits of two products.
#[test]
fn equal_factors_have_equal_products() {
    let mut pool = Pool::new();
    let [a, b, c] = ["a", "b", "c"].map(|n| pool.input(n, Sort::BitVec(64)));
    let hash = |pool: &mut Pool, t: Term| {
        let product = pool.mul(t, c);
        let quotient = pool.udiv(product, t);
        pool.extract(quotient, 40, 30)
    };
    let (x, y) = (hash(&mut pool, a), hash(&mut pool, b));
    let (seven, nine) = (pool.bv(64, 7), pool.bv(64, 9));
    let flag = pool.input("flag", Sort::Bool);
    let either = pool.ite(flag, a, seven);
    let equal = pool.eq(b, either);
    let not_seven = pool.ult(nine, b);
    let apart = pool.ne(x, y);
    let mut backend = NativeBackend::new(NativeOptions {
        conflicts: 20_000,
        ..NativeOptions::default()
    });
    match backend.check(
        &mut pool,
        &[equal, not_seven, apart],
        &Model::new(),
        &limits(),
    ) {
        Answer::Unsat(core) => assert_eq!(core, [equal, not_seven, apart]),
        other => panic!("{other:?}"),
    }
    assert_eq!(backend.counters().abstracted_answered, 1);
    let path = [not_seven, apart];
    match backend.check(&mut pool, &path, &Model::new(), &limits()) {
        Answer::Sat(model) => {
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model);
            assert!(path.iter().all(|&t| evaluator.bool(&pool, t)));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn deep_terms_need_no_stack() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(4)));
    let mut t = x;
    for i in 0..200_000 {
        t = if i % 2 == 0 {
            pool.add(t, y)
        } else {
            pool.bv_xor(t, x)
        };
    }
    let goal = pool.ult(t, y);
    let mut backend = native();
    match backend.check(&mut pool, &[goal], &Model::new(), &limits()) {
        Answer::Sat(model) => {
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model);
            assert!(evaluator.bool(&pool, goal));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn reads_of_free_arrays_agree_at_equal_indices() {
    let mut pool = Pool::new();
    let memory = pool.input(
        "memory",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    let indices: Vec<Term> = (0..12)
        .map(|i| pool.input(&format!("i{i}"), Sort::BitVec(32)))
        .collect();
    let reads: Vec<Term> = indices.iter().map(|&i| pool.select(memory, i)).collect();
    let mut backend = native();
    // Strictly ascending values force distinct indices ...
    let mut path: Vec<Term> = reads.windows(2).map(|w| pool.ult(w[0], w[1])).collect();
    match backend.check(&mut pool, &path, &Model::new(), &limits()) {
        Answer::Sat(model) => {
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model);
            assert!(path.iter().all(|&c| evaluator.bool(&pool, c)));
        }
        other => panic!("{other:?}"),
    }
    // ... so that two equal ones are impossible.
    path.push(pool.eq(indices[3], indices[9]));
    let answer = backend.check(&mut pool, &path, &Model::new(), &limits());
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
    assert!(backend.counters().array_lemmas > 0);
}

/// A table is a tree of multiplexers over the index bits: no entry's index is compared, and the
/// same read costs nothing when it is asked about again.
#[test]
fn a_read_of_a_table_is_encoded_once_and_without_comparisons() {
    let mut pool = Pool::new();
    let mut dice = Dice::new(21);
    let entries: Vec<Bits> = (0..4096).map(|_| Bits::new(8, dice.next())).collect();
    let table = pool.table_array(32, 8, entries.clone().into());
    let i = pool.input("i", Sort::BitVec(12));
    let index = pool.zero_extend(i, 32);
    let read = pool.select(table, index);
    let mut backend = native();
    let mut nodes = Vec::new();
    for wanted in [&entries[77], &entries[4000]] {
        let value = pool.constant(wanted);
        let goal = pool.eq(read, value);
        match backend.check(&mut pool, &[goal], &Model::new(), &limits()) {
            Answer::Sat(model) => {
                let Value::Bits(at) = model.get(&pool, id(&pool, i)) else {
                    panic!("an index")
                };
                assert_eq!(entries[at.low_u64() as usize], *wanted);
            }
            other => panic!("{other:?}"),
        }
        let counters = backend.statistics();
        let count = counters.iter().find(|(name, _)| *name == "native nodes");
        nodes.push(count.expect("a counter").1);
    }
    assert!(nodes[0] < 4096 * 8, "{nodes:?}");
    assert!(nodes[1] - nodes[0] < 20, "{nodes:?}");
}

#[test]
fn arrays_are_compared_where_that_is_finite() {
    let mut pool = Pool::new();
    let memory = pool.input(
        "memory",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    let [i, j] = ["i", "j"].map(|n| pool.input(n, Sort::BitVec(32)));
    let [u, v] = ["u", "v"].map(|n| pool.input(n, Sort::BitVec(8)));
    let (left, right) = (pool.store(memory, i, u), pool.store(memory, j, v));
    let equal = pool.eq(left, right);
    let different = pool.ne(u, v);
    let (same_index, apart) = (pool.eq(i, j), pool.ne(i, j));
    let mut backend = native();
    let answer = backend.check(
        &mut pool,
        &[different, same_index, equal],
        &Model::new(),
        &limits(),
    );
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
    let path = [different, apart, equal];
    match backend.check(&mut pool, &path, &Model::new(), &limits()) {
        Answer::Sat(model) => {
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model);
            assert!(path.iter().all(|&c| evaluator.bool(&pool, c)));
        }
        other => panic!("{other:?}"),
    }
    let other = pool.input(
        "other",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    let unrelated = pool.eq(memory, other);
    let answer = backend.check(&mut pool, &[unrelated], &Model::new(), &limits());
    assert!(
        matches!(answer, Answer::Unknown(Unknown::Incomplete)),
        "{answer:?}"
    );
}

/// A long run over ever new terms: memory stays under its limit. Whether questions get slower is
/// what the bench `million` prints.
fn long_run(queries: usize) {
    let mut pool = Pool::new();
    let mut dice = Dice::new(11);
    let inputs: Vec<Term> = (0..40)
        .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(32)))
        .collect();
    let memory = 16 << 20;
    let options = NativeOptions {
        memory,
        ..NativeOptions::default()
    };
    let mut backend = NativeBackend::new(options);
    let mut path: Vec<Term> = Vec::new();
    let mut model = Model::new();
    for query in 0..queries {
        if path.len() > 12 {
            path.truncate(dice.below(12));
        }
        let [x, y, z] = [0; 3].map(|_| inputs[dice.below(inputs.len())]);
        let (k, m) = (pool.bv(32, dice.next()), pool.bv(32, dice.next() & 0xffff));
        let (sum, mixed) = (pool.add(x, k), pool.bv_xor(y, m));
        let sum = pool.add(sum, z);
        path.push(pool.slt(sum, mixed));
        match backend.check(&mut pool, &path, &model, &limits()) {
            Answer::Sat(found) => model = found,
            Answer::Unsat(_) => {
                path.pop();
            }
            Answer::Unknown(why) => panic!("query {query}: {why:?}"),
        }
        assert!(
            backend.memory() < memory * 3 / 2,
            "query {query}: {}",
            backend.memory()
        );
    }
    assert!(backend.counters().rebuilds > 0, "{:?}", backend.counters());
}

#[test]
fn thousands_of_questions_in_bounded_memory() {
    long_run(4_000);
}

#[test]
#[ignore = "takes minutes"]
fn a_million_questions_in_bounded_memory() {
    long_run(1_000_000);
}
