//! Path conditions against a naive closure, and their cost.

use crate::generate::Random;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use term::{Bits, Evaluator, InputId, Model, Op, Pool, Sort, Term, Value};
use wayfarer_solver::{Answer, Decision, Options, PathCondition, Solver};

/// Constraints that share inputs with the goal, transitively.
fn naive_slice(pool: &Pool, constraints: &[Term], goal: Term) -> Vec<Term> {
    let mut reached: BTreeSet<InputId> = pool.inputs_of(goal).iter().copied().collect();
    loop {
        let before = reached.len();
        for &t in constraints {
            let inputs = pool.inputs_of(t);
            if inputs.iter().any(|input| reached.contains(input)) {
                reached.extend(inputs.iter());
            }
        }
        if reached.len() == before {
            break;
        }
    }
    let touched = |t: &&Term| {
        pool.inputs_of(**t)
            .iter()
            .any(|input| reached.contains(input))
    };
    constraints.iter().filter(touched).copied().collect()
}

fn is_subsequence(short: &[Term], long: &[Term]) -> bool {
    let mut long = long.iter();
    short.iter().all(|t| long.any(|other| other == t))
}

/// `t < 5` implies `t < 7`.
fn implies(pool: &Pool, a: Term, b: Term) -> bool {
    let parts = |t: Term| {
        (
            pool.arguments(t)[0],
            pool.constant_u64(pool.arguments(t)[1]),
        )
    };
    let ((x, k), (y, l)) = (parts(a), parts(b));
    pool.op(a) == Op::Ult && pool.op(b) == Op::Ult && x == y && k.is_some() && k <= l
}

#[test]
fn slices_are_the_transitive_closure_without_what_later_bounds_imply() {
    let mut seen_implied = 0;
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let mut pool = Pool::new();
        let count = 1 + random.below(200) as usize;
        let inputs: Vec<Term> = (0..count)
            .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(16)))
            .collect();
        let mut versions = vec![(PathCondition::new(), Vec::new())];
        for _ in 0..150 {
            // Any version may be continued: paths form a tree.
            let from = random.below(versions.len() as u64) as usize;
            let (path, constraints) = versions[from].clone();
            let mut sum = random.pick(&inputs);
            for _ in 0..random.below(3) {
                let other = random.pick(&inputs);
                sum = pool.bv_xor(sum, other);
            }
            let bound = pool.bv(16, random.below(60_000) + 1);
            let constraint = pool.ult(sum, bound);
            let next = path.and(&pool, constraint);
            let mut all = constraints.clone();
            if pool.constant_bool(constraint) != Some(true) {
                all.push(constraint);
            }
            assert_eq!(next.constraints(), all);
            assert_eq!(next.len(), all.len());
            let goal = random.pick(&inputs);
            let slice = next.slice(&pool, goal);
            let naive = naive_slice(&pool, &all, goal);
            assert!(is_subsequence(&slice, &naive), "seed {seed}");
            for left_out in naive.iter().filter(|t| !slice.contains(t)) {
                let implied = slice.iter().any(|kept| implies(&pool, *kept, *left_out));
                assert!(implied, "seed {seed}");
                seen_implied += 1;
            }
            let inputs_of = |constraints: &[Term]| -> BTreeSet<InputId> {
                let inputs = constraints.iter().map(|&t| pool.inputs_of(t));
                inputs.flat_map(|inputs| inputs.to_vec()).collect()
            };
            let beside = inputs_of(&all).len() - inputs_of(&naive).len();
            assert_eq!(next.inputs_beside(&pool, goal) as usize, beside);
            // What forgot its groups finds the same ones again.
            let mut forgetful = next.clone();
            forgetful.forget_components();
            assert_eq!(forgetful.slice(&pool, goal), slice);
            assert_eq!(forgetful.inputs_beside(&pool, goal) as usize, beside);
            versions.push((if random.chance(20) { forgetful } else { next }, all));
        }
    }
    assert!(seen_implied > 0);
}

/// A core is told as decisions that brought its constraints; what is not of the path is left out.
#[test]
fn cores_are_told_as_decisions() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut pool = Pool::new();
        let inputs: Vec<Term> = (0..1 + random.below(20))
            .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(8)))
            .collect();
        let (mut path, mut made) = (PathCondition::new(), Vec::new());
        for _ in 0..60 {
            let mut constraint = pool.bool(true);
            // None, one, or a conjunction.
            for _ in 0..random.below(3) {
                let (input, bound) = (random.pick(&inputs), pool.bv(8, random.below(9)));
                let one = pool.ule(bound, input);
                constraint = pool.and(constraint, one);
            }
            path = path.and(&pool, constraint);
            made.push(pool.conjuncts(constraint).to_vec());
        }
        assert_eq!(path.decisions(), 60);
        let constraints = path.constraints();
        let mut core: Vec<Term> = (0..random.below(6))
            .map(|_| random.pick(&constraints))
            .collect();
        let wanted: BTreeSet<Term> = core.iter().copied().collect();
        let nine = pool.bv(8, 200);
        let goal = pool.ule(nine, inputs[0]);
        core.push(goal);
        let mut forgetful = path.clone();
        forgetful.forget_components();
        for path in [&path, &forgetful] {
            let decisions = path.decisions_of(&pool, &core, goal);
            assert!(decisions.is_sorted() && decisions.len() <= wanted.len());
            let of = |decision: &Decision| -> &[Term] { &made[decision.number as usize] };
            let brought: BTreeSet<Term> = decisions.iter().flat_map(of).copied().collect();
            assert!(wanted.is_subset(&brought), "seed {seed}");
            let needed = |d: &Decision| of(d).iter().any(|t| wanted.contains(t));
            assert!(decisions.iter().all(needed), "seed {seed}");
        }
    }
}

/// A later bound takes an earlier one out of all slices: a core that has it is told whole all the same.
#[test]
fn constraints_that_no_slice_has_are_told_as_decisions_too() {
    let mut pool = Pool::new();
    let x = pool.input("x", Sort::BitVec(8));
    let (three, five) = (pool.bv(8, 3), pool.bv(8, 5));
    let (weak, strong) = (pool.ult(three, x), pool.ult(five, x));
    let path = PathCondition::new().and(&pool, weak).and(&pool, strong);
    assert_eq!(path.slice(&pool, x), [strong]);
    let goal = pool.ult(x, three);
    let numbers = |core: &[Term]| -> Vec<u32> {
        let decisions = path.decisions_of(&pool, core, goal);
        decisions.iter().map(|decision| decision.number).collect()
    };
    assert_eq!(numbers(&[weak]), [0]);
    assert_eq!(numbers(&[weak, goal]), [0]);
    assert_eq!(numbers(&[strong, goal]), [1]);
}

/// A loop up to a free bound: the path keeps all of its decisions, a slice the last ones only.
#[test]
fn bounds_of_a_loop_do_not_pile_up_in_slices() {
    let mut pool = Pool::new();
    let (n, m) = (
        pool.input("n", Sort::BitVec(32)),
        pool.input("m", Sort::BitVec(32)),
    );
    let limit = pool.bv(32, 100_000);
    let (start, mixed) = (pool.ule(n, limit), pool.ult(m, n));
    let mut path = PathCondition::new().and(&pool, start).and(&pool, mixed);
    for i in 0..10_000 {
        let i = pool.bv(32, i);
        let (outer, inner) = (pool.ult(i, n), pool.slt(i, m));
        path = path.and(&pool, outer).and(&pool, inner);
    }
    assert_eq!(path.len(), 20_002);
    let slice = path.slice(&pool, n);
    assert_eq!(slice.len(), 4);
    assert!(slice.iter().all(|t| path.constraints().contains(t)));
}

#[test]
fn conjunctions_are_split_and_constants_decided() {
    let mut pool = Pool::new();
    let x = pool.input("x", Sort::BitVec(8));
    let (three, nine) = (pool.bv(8, 3), pool.bv(8, 9));
    let (low, high) = (pool.ult(three, x), pool.ult(x, nine));
    let both = pool.and(low, high);
    let path = PathCondition::new().and(&pool, both);
    assert_eq!(path.len(), 2);
    let yes = pool.bool(true);
    assert_eq!(path.and(&pool, yes).len(), 2);
    assert!(!path.is_false());
    let no = pool.bool(false);
    assert!(path.and(&pool, no).is_false());
}

/// A path of 100,000 constraints is built and sliced at every step in time linear in its length:
/// ten times the length may take at most thirty times as long.
#[test]
fn long_paths_are_sliced_in_linear_time() {
    let short = time_of_path(10_000);
    let long = time_of_path(100_000);
    assert!(
        long < short * 30.0 + 0.5,
        "{short} s for 10,000, {long} s for 100,000"
    );
}

fn time_of_path(length: u64) -> f64 {
    let mut pool = Pool::new();
    let inputs: Vec<Term> = (0..length / 2)
        .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(32)))
        .collect();
    let bound = pool.bv(32, 1_000_000);
    let goals: Vec<Term> = (0..length as usize)
        .map(|i| {
            let (a, b) = (inputs[i / 2], inputs[i / 2 / 8 * 8]);
            if i % 2 == 0 {
                pool.ult(a, bound)
            } else {
                pool.ule(a, b)
            }
        })
        .collect();
    let start = Instant::now();
    let mut path = PathCondition::new();
    let mut kept = 0;
    for &goal in &goals {
        kept += path.slice(&pool, goal).len();
        path = path.and(&pool, goal);
    }
    assert!(kept > 0);
    assert!(path.len() + 1 >= length as usize / 2);
    drop(path);
    start.elapsed().as_secs_f64()
}

/// An answer from a superset's model is used again for the same constraints under another path:
/// inputs that the constraints do not mention keep what that path gave them.
#[test]
fn a_model_used_again_leaves_other_inputs_alone() {
    let mut pool = Pool::new();
    let options = Options::default();
    let mut solver = Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there");
    let mut evaluator = Evaluator::new();
    let a = pool.input("a", Sort::BitVec(8));
    let b = pool.input("b", Sort::BitVec(8));
    let three = pool.bv(8, 3);
    let goal = pool.ult(three, a);
    let below = pool.ult(a, b);
    // Both inputs in one query: its model names both.
    let mut ordered = Model::new();
    set(&pool, &mut ordered, b, 1);
    let path = PathCondition::new().and(&pool, below);
    assert!(matches!(
        solver.check(&mut pool, &path, goal, &ordered),
        Answer::Sat(_)
    ));
    // The goal alone, beside values of `b` that are pinned.
    for pinned in [7, 9, 200] {
        let constant = pool.bv(8, pinned);
        let equal = pool.eq(b, constant);
        let path = PathCondition::new().and(&pool, equal);
        let mut hint = Model::new();
        set(&pool, &mut hint, b, pinned);
        let Answer::Sat(model) = solver.check(&mut pool, &path, goal, &hint) else {
            panic!("{pinned}: not satisfiable");
        };
        evaluator.set_model(model);
        assert!(
            evaluator.bool(&pool, goal) && evaluator.bool(&pool, equal),
            "{pinned}"
        );
    }
}

/// Of three inputs, a goal about one that another constraint joins to a second leaves the third alone.
#[test]
fn inputs_that_models_keep_are_counted() {
    let mut pool = Pool::new();
    let options = Options::default();
    let mut solver = Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there");
    let [a, b, c] = ["a", "b", "c"].map(|name| pool.input(name, Sort::BitVec(8)));
    let (three, nine) = (pool.bv(8, 3), pool.bv(8, 9));
    let (joined, beside) = (pool.ule(a, b), pool.ult(c, nine));
    let path = PathCondition::new().and(&pool, joined).and(&pool, beside);
    let (above_a, above_c) = (pool.ult(three, a), pool.ult(three, c));
    let impossible = pool.ult(nine, c);
    let mut kept = |goal: Term, satisfiable: bool| {
        let before = solver.statistics().kept_inputs;
        let answer = solver.check(&mut pool, &path, goal, &Model::new());
        assert_eq!(matches!(answer, Answer::Sat(_)), satisfiable);
        solver.statistics().kept_inputs - before
    };
    assert_eq!(kept(above_a, true), 1);
    assert_eq!(kept(above_c, true), 2);
    // No model, nothing kept.
    assert_eq!(kept(impossible, false), 0);
}

fn set(pool: &Pool, model: &mut Model, input: Term, value: u64) {
    let Op::Input(input) = pool.op(input) else {
        panic!("not an input")
    };
    model.set(input, Value::Bits(Bits::new(8, value)));
}
