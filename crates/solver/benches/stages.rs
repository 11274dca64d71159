//! What a query costs in each of the cheap stages, and a whole sorting program.

use criterion::{BatchSize, Criterion, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Evaluator, Model, Pool, Sort, Term};
use wayfarer_solver::{Answer, BackendKind, Options, PathCondition, Solver};

fn solver(backend: BackendKind) -> Solver {
    let options = Options {
        backend,
        ..Options::default()
    };
    Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there")
}

/// A path of independent comparisons `x_i < 10`, and the terms to ask about.
fn independent(count: usize) -> (Pool, PathCondition, Vec<Term>) {
    let mut pool = Pool::new();
    let mut path = PathCondition::new();
    let mut goals = Vec::new();
    for i in 0..count {
        let x = pool.input(&format!("x{i}"), Sort::BitVec(32));
        let (ten, five) = (pool.bv(32, 10), pool.bv(32, 5));
        let constraint = pool.ult(x, ten);
        path = path.and(&pool, constraint);
        goals.push(pool.ult(five, x));
    }
    (pool, path, goals)
}

fn cheap(c: &mut Criterion) {
    let (mut pool, path, goals) = independent(1_000);
    let hint = Model::new();
    let mut solver = solver(BackendKind::Z3);
    let mut next = 0;
    c.bench_function("query answered from the exact cache", |b| {
        b.iter(|| {
            next = (next + 1) % goals.len();
            black_box(solver.check(&mut pool, &path, goals[next], &hint))
        })
    });
    let negated: Vec<Term> = goals.iter().map(|&goal| pool.not(goal)).collect();
    c.bench_function("query that the hint satisfies", |b| {
        b.iter(|| {
            next = (next + 1) % negated.len();
            black_box(solver.check(&mut pool, &path, negated[next], &hint))
        })
    });
    c.bench_function("slice of one constraint out of 1,000", |b| {
        b.iter(|| {
            next = (next + 1) % goals.len();
            black_box(path.slice(&pool, goals[next]))
        })
    });
    c.bench_function("one more constraint on a path of 1,000", |b| {
        b.iter(|| {
            next = (next + 1) % goals.len();
            black_box(path.and(&pool, goals[next]))
        })
    });
    let mut fresh = 0u64;
    c.bench_function("new query answered by inversion", |b| {
        b.iter(|| {
            fresh += 1;
            let input = pool.input_term(term::InputId((fresh % 1_000) as u32));
            let wanted = pool.bv(32, fresh % 9 + 1);
            let shifted = pool.bv(32, fresh);
            let sum = pool.add(input, shifted);
            let wanted = pool.add(wanted, shifted);
            let goal = pool.eq(sum, wanted);
            black_box(solver.check(&mut pool, &path, goal, &hint))
        })
    });
}

/// Bubble sort over symbolic integers: every path, by asking for the other side of every branch.
fn bubble_sort(count: usize, solver: &mut Solver) -> usize {
    let mut pool = Pool::new();
    let inputs: Vec<Term> = (0..count)
        .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(32)))
        .collect();
    let mut pending = vec![(PathCondition::new(), Model::new(), 0)];
    let mut paths = 0;
    let mut evaluator = Evaluator::new();
    while let Some((mut path, hint, known)) = pending.pop() {
        let mut cells = inputs.clone();
        let mut step = 0;
        evaluator.set_model(hint.clone());
        for i in 0..count {
            for j in 0..count - 1 - i {
                let swap = pool.slt(cells[j + 1], cells[j]);
                let yes = evaluator.bool(&pool, swap);
                let no = pool.not(swap);
                let (here, there) = if yes { (swap, no) } else { (no, swap) };
                if step >= known {
                    if let Answer::Sat(model) = solver.check(&mut pool, &path, there, &hint) {
                        pending.push((path.and(&pool, there), model, step + 1));
                    }
                    path = path.and(&pool, here);
                }
                step += 1;
                if yes {
                    cells.swap(j, j + 1);
                }
            }
        }
        paths += 1;
    }
    paths
}

/// 2^16 paths of one comparison each over 16 inputs.
fn comparisons(depth: usize, solver: &mut Solver) -> usize {
    let mut pool = Pool::new();
    let bound = pool.bv(32, 100);
    let goals: Vec<Term> = (0..depth)
        .map(|i| {
            let x = pool.input(&format!("x{i}"), Sort::BitVec(32));
            pool.slt(x, bound)
        })
        .collect();
    let mut pending = vec![(PathCondition::new(), Model::new(), 0)];
    let mut paths = 0;
    let mut evaluator = Evaluator::new();
    while let Some((mut path, hint, start)) = pending.pop() {
        evaluator.set_model(hint.clone());
        for (step, &goal) in goals.iter().enumerate().skip(start) {
            let yes = evaluator.bool(&pool, goal);
            let no = pool.not(goal);
            let (here, there) = if yes { (goal, no) } else { (no, goal) };
            if let Answer::Sat(model) = solver.check(&mut pool, &path, there, &hint) {
                pending.push((path.and(&pool, there), model, step + 1));
            }
            path = path.and(&pool, here);
        }
        paths += 1;
    }
    paths
}

/// `while (i < n)` with a symbolic `n`: the constraints of a path are all on one input.
fn counting_loop(iterations: u64, solver: &mut Solver) {
    let mut pool = Pool::new();
    let n = pool.input("n", Sort::BitVec(32));
    let mut hint = Model::new();
    hint.set(
        term::InputId(0),
        term::Value::Bits(term::Bits::new(32, 1 << 30)),
    );
    let mut path = PathCondition::new();
    for i in 0..iterations {
        let i = pool.bv(32, i);
        let goes_on = pool.slt(i, n);
        let ends = pool.not(goes_on);
        assert!(matches!(
            solver.check(&mut pool, &path, ends, &hint),
            Answer::Sat(_)
        ));
        path = path.and(&pool, goes_on);
    }
}

fn programs(c: &mut Criterion) {
    let mut group = c.benchmark_group("programs");
    group.sample_size(10);
    group.bench_function("loop of 1,000 iterations, bounded by an input", |b| {
        b.iter_batched_ref(
            || solver(BackendKind::Portfolio),
            |solver| counting_loop(1_000, solver),
            BatchSize::PerIteration,
        )
    });
    group.bench_function("65,536 paths of one comparison", |b| {
        b.iter_batched_ref(
            || solver(BackendKind::Portfolio),
            |solver| assert_eq!(comparisons(16, solver), 65_536),
            BatchSize::PerIteration,
        )
    });
    for backend in [BackendKind::Z3, BackendKind::Portfolio] {
        group.bench_function(format!("bubble sort of 6, {backend:?}"), |b| {
            b.iter_batched_ref(
                || solver(backend),
                |solver| assert_eq!(bubble_sort(6, solver), 720),
                BatchSize::PerIteration,
            )
        });
    }
}

mod group {
    #![allow(missing_docs, reason = "the macro makes an undocumented function")]
    criterion::criterion_group!(benches, super::cheap, super::programs);
}
criterion_main!(group::benches);
