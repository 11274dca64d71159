//! Sorting networks of comparisons: answered without a back end.

use crate::generate::Random;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Evaluator, Model, Pool, Sort, Term};
use wayfarer_solver::{Answer, Options, PathCondition, Solver};

/// All orders of bubble sort over `count` symbolic integers, by following hints and asking for
/// the other side of every comparison. Returns the number of paths.
fn bubble_sort(count: usize, signed: bool, solver: &mut Solver) -> usize {
    let mut pool = Pool::new();
    let inputs: Vec<Term> = (0..count)
        .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(32)))
        .collect();
    let mut pending = vec![(PathCondition::new(), Model::new(), Vec::new())];
    let mut paths = 0;
    let mut evaluator = Evaluator::new();
    while let Some((mut path, hint, decisions)) = pending.pop() {
        let mut cells = inputs.clone();
        let mut step = 0;
        let mut taken: Vec<bool> = Vec::new();
        evaluator.set_model(hint.clone());
        for i in 0..count {
            for j in 0..count - 1 - i {
                let (a, b) = (cells[j], cells[j + 1]);
                let swap = if signed {
                    pool.slt(b, a)
                } else {
                    pool.ult(b, a)
                };
                let yes = evaluator.bool(&pool, swap);
                let no = pool.not(swap);
                let (here, there) = if yes { (swap, no) } else { (no, swap) };
                if step >= decisions.len() {
                    if let Answer::Sat(model) = solver.check(&mut pool, &path, there, &hint) {
                        let mut other = taken.clone();
                        other.push(!yes);
                        pending.push((path.and(&pool, there), model, other));
                    }
                    path = path.and(&pool, here);
                } else {
                    assert_eq!(decisions[step], yes, "the model follows its path");
                }
                taken.push(yes);
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

fn solver(check: bool) -> Solver {
    let options = Options {
        check,
        ..Options::default()
    };
    Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there")
}

#[test]
fn bubble_sort_has_a_path_for_every_order() {
    for signed in [false, true] {
        let mut solver = solver(false);
        assert_eq!(bubble_sort(5, signed, &mut solver), 120);
        let statistics = solver.statistics();
        assert_eq!(statistics.backend_queries, 0, "{statistics:?}");
        assert_eq!(statistics.unknown, 0);
    }
}

#[test]
fn bubble_sort_survives_a_second_opinion() {
    let mut solver = solver(true);
    assert_eq!(bubble_sort(4, true, &mut solver), 24);
    assert!(solver.disagreement().is_none());
    let statistics = solver.statistics();
    assert_eq!(statistics.checked, statistics.queries);
}

/// Random comparisons between few small variables, often contradictory: every refutation is
/// confirmed by trying all values.
#[test]
fn comparisons_are_decided_right() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut pool = Pool::new();
        let inputs: Vec<Term> = (0..3)
            .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(3)))
            .collect();
        let mut solver = solver(false);
        let mut path = PathCondition::new();
        let mut hint = Model::new();
        for _ in 0..12 {
            let (mut a, mut b) = (random.pick(&inputs), random.pick(&inputs));
            if random.chance(40) {
                b = pool.bv(3, random.below(8));
            }
            if random.chance(30) {
                let c = pool.bv(3, random.below(8));
                a = pool.add(a, c);
            }
            if random.chance(30) {
                let wide = [pool.zero_extend(a, 5), pool.sign_extend(a, 5)];
                a = random.pick(&wide);
                let wide = [pool.zero_extend(b, 5), pool.sign_extend(b, 5)];
                b = random.pick(&wide);
            }
            let goal = match random.below(5) {
                0 => pool.ult(a, b),
                1 => pool.ule(a, b),
                2 => pool.slt(a, b),
                3 => pool.sle(a, b),
                _ => pool.eq(a, b),
            };
            let goal = if random.chance(50) {
                pool.not(goal)
            } else {
                goal
            };
            let possible = enumerate(&pool, &path, goal);
            match solver.check(&mut pool, &path, goal, &hint) {
                Answer::Sat(model) => {
                    assert!(possible, "seed {seed}");
                    hint = model;
                    path = path.and(&pool, goal);
                }
                Answer::Unsat(_) => assert!(!possible, "seed {seed}: {}", pool.display(goal, 99)),
                Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
            }
        }
    }
}

/// Whether any of the 512 assignments satisfies the path and the goal.
fn enumerate(pool: &Pool, path: &PathCondition, goal: Term) -> bool {
    let mut evaluator = Evaluator::new();
    let mut all = path.constraints();
    all.push(goal);
    (0..512u64).any(|n| {
        let mut model = Model::new();
        for i in 0..3 {
            let value = term::Bits::new(3, n >> (3 * i));
            model.set(term::InputId(i), term::Value::Bits(value));
        }
        evaluator.set_model(model);
        all.iter().rev().all(|&t| evaluator.bool(pool, t))
    })
}
