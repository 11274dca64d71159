//! Opaque applications: what the host computes and solvers do not understand.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use term::{Bits, Evaluator, Model, Pool, Sort, Term};
use wayfarer_solver::{Answer, BackendKind, Options, PathCondition, Solver};

/// A function with no structure that a solver could use.
fn scramble(operands: &[Bits]) -> Bits {
    let x = operands[0].low_u64();
    let mixed = (x ^ (x >> 3)).wrapping_mul(0x9D).rotate_left(5) ^ (x * x);
    Bits::new(8, mixed)
}

fn setting() -> (Pool, Term, Term) {
    let mut pool = Pool::new();
    let f = pool.register_opaque("scramble", Sort::BitVec(8), std::sync::Arc::new(scramble));
    let x = pool.input("x", Sort::BitVec(8));
    let y = pool.opaque(f, &[x]);
    (pool, x, y)
}

fn solver(backend: BackendKind) -> Solver {
    // No repairs, so that the back end is asked.
    let options = Options {
        backend,
        repairs: 0,
        refinements: 300,
        time: Duration::from_secs(100),
        ..Options::default()
    };
    Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there")
}

/// With enough rounds every value of eight bits is tried: the answers are exact.
#[test]
fn refinement_finds_the_point_or_excludes_all() {
    for backend in [BackendKind::Z3, BackendKind::Native, BackendKind::Portfolio] {
        let values: std::collections::BTreeSet<u64> = (0..256)
            .map(|x| scramble(&[Bits::new(8, x)]).low_u64())
            .collect();
        let mut solver = solver(backend);
        let (mut pool, x, y) = setting();
        let mut outcomes = [0; 2];
        for target in [0, 1, 77, 130, 200, 201, 202, 203, 204, 205, 206, 207] {
            let wanted = pool.bv(8, target);
            let limit = pool.bv(8, 255);
            let below = pool.ne(x, limit);
            let path = PathCondition::new().and(&pool, below);
            let goal = pool.eq(y, wanted);
            match solver.check(&mut pool, &path, goal, &Model::new()) {
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new();
                    evaluator.set_model(model);
                    assert_eq!(evaluator.u64(&pool, y), target);
                    outcomes[0] += 1;
                }
                Answer::Unsat(core) => {
                    assert!(core.contains(&goal));
                    let only_last = scramble(&[Bits::new(8, 255)]).low_u64() == target;
                    assert!(
                        !values.contains(&target) || only_last,
                        "{target} has a preimage"
                    );
                    outcomes[1] += 1;
                }
                Answer::Unknown(why) => panic!("{target}: {why:?}"),
            }
        }
        assert!(outcomes[0] > 0 && outcomes[1] > 0, "{outcomes:?}");
        assert_eq!(solver.statistics().models_refuted, 0);
    }
}

/// Too few rounds give "unknown", never a wrong answer.
#[test]
fn refinement_is_bounded() {
    let options = Options {
        refinements: 2,
        repairs: 0,
        time: Duration::from_millis(300),
        ..Options::default()
    };
    let mut solver = Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there");
    let (mut pool, _, y) = setting();
    let missing = (0..256u64)
        .find(|&value| (0..256).all(|x| scramble(&[Bits::new(8, x)]).low_u64() != value))
        .expect("the function is not onto");
    let wanted = pool.bv(8, missing);
    let goal = pool.eq(y, wanted);
    let answer = solver.check(&mut pool, &PathCondition::new(), goal, &Model::new());
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    assert_eq!(solver.statistics().refinements, 3);
}

/// What was left open for want of time is remembered as open, unless somebody insists.
#[test]
fn a_query_left_open_is_asked_anew_on_request() {
    let options = Options {
        time: Duration::from_millis(100),
        ..Options::default()
    };
    let mut solver = Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there");
    let mut pool = Pool::new();
    let square = |operands: &[Bits]| operands[0].mul(&operands[0]);
    let f = pool.register_opaque("square", Sort::BitVec(64), std::sync::Arc::new(square));
    let x = pool.input("x", Sort::BitVec(64));
    let y = pool.opaque(f, &[x]);
    let two = pool.bv(64, 2);
    let goal = pool.eq(y, two);
    let mut asked = Vec::new();
    for insists in [false, false, true, true] {
        solver.insist(insists);
        let answer = solver.check(&mut pool, &PathCondition::new(), goal, &Model::new());
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        asked.push(solver.statistics().cache_exact);
    }
    assert_eq!(asked, [0, 1, 1, 1]);
}
