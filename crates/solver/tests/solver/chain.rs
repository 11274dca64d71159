//! The whole chain against Z3 asked from scratch.

use crate::generate::Generator;
use crate::generous;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use term::{Evaluator, Model, Pool, Term};
use wayfarer_solver::{
    Answer, Backend, BackendKind, Options, PathCondition, Solver, Unknown, Z3Backend,
};

/// Answers of one walk.
#[derive(Debug, Default)]
struct Counts {
    sat: u64,
    unsat: u64,
    /// Cores that Z3 did not decide either way.
    unproved: u64,
    /// Questions that ran into the time limit.
    open: u64,
    /// Answered from a part of the path.
    near: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unproved += other.unproved;
        self.open += other.open;
        self.near += other.near;
    }
}

impl Counts {
    /// A second opinion that is not given is none: of a hundred cores Z3 may leave one undecided. Of a
    /// thousand questions one may be open: products of 64 bits can take longer than anybody waits.
    fn assert_proved(&self) {
        println!("{self:?}");
        assert!(self.unproved <= self.unsat / 100, "{self:?}");
        assert!(self.open <= (self.sat + self.unsat) / 1_000, "{self:?}");
    }
}

/// Walks a random path: at each step a random constraint, first as a goal against the hint, then
/// as what the path goes on with.
fn walk(seed: u64, widths: &[u32], steps: usize, hard: bool) -> Counts {
    let mut pool = Pool::new();
    let mut generator = Generator::new(&mut pool, seed, widths, 2);
    generator.hard = hard;
    if seed.is_multiple_of(4) {
        generator = generator.with_arrays(&mut pool);
    }
    let kinds = [BackendKind::Z3, BackendKind::Native, BackendKind::Portfolio];
    let backend = kinds[(seed / 2 % 3) as usize];
    // Random products are hard, and the machine may be busy.
    let options = Options {
        backend,
        time: Duration::from_secs(300),
        ..Options::default()
    };
    let mut solver = Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there");
    let mut plain = Z3Backend::new();
    let mut hint = generator.model(&pool);
    let mut path = PathCondition::new();
    let mut evaluator = Evaluator::new();
    let mut counts = Counts::default();
    for step in 0..steps {
        generator.grow(&mut pool);
        let constraint = generator.grow_bool(&mut pool);
        evaluator.set_model(hint.clone());
        let taken = evaluator.bool(&pool, constraint);
        let negation = pool.not(constraint);
        let (here, there) = if taken {
            (constraint, negation)
        } else {
            (negation, constraint)
        };
        let answer = solver.check(&mut pool, &path, there, &hint);
        let place = format!("seed {seed} step {step}");
        let proved = judge(&mut pool, &path, there, &mut plain, &answer, &place);
        counts.unproved += u64::from(!proved);
        match answer {
            Answer::Sat(_) => counts.sat += 1,
            Answer::Unsat(_) => counts.unsat += 1,
            Answer::Unknown(_) => {
                // What comes after it would have the same hard constraints.
                counts.open += 1;
                break;
            }
        }
        match answer {
            Answer::Sat(model) if generator.random.chance(50) => {
                path = path.and(&pool, there);
                hint = model;
            }
            _ => path = path.and(&pool, here),
        }
    }
    counts.near = solver.statistics().near;
    counts
}

/// Compares an answer with a query from scratch; false if that gave no answer.
fn judge(
    pool: &mut Pool,
    path: &PathCondition,
    goal: Term,
    plain: &mut Z3Backend,
    answer: &Answer,
    place: &str,
) -> bool {
    let mut all = path.constraints();
    all.push(goal);
    match answer {
        Answer::Sat(model) => {
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model.clone());
            for &t in &all {
                assert!(
                    evaluator.bool(pool, t),
                    "{place}: {} is false",
                    pool.display(t, 300)
                );
            }
        }
        Answer::Unsat(core) => {
            assert!(
                core.iter().all(|t| all.contains(t)),
                "{place}: core is no subset"
            );
            let second = plain.check(pool, core, &Model::new(), &generous());
            // Z3 does not answer all questions about products of 64 bits.
            assert!(
                !matches!(second, Answer::Sat(_)),
                "{place}: core is satisfiable"
            );
            return matches!(second, Answer::Unsat(_));
        }
        Answer::Unknown(Unknown::TimeOut) => {}
        Answer::Unknown(why) => panic!("{place}: unknown, {why:?}"),
    }
    true
}

#[test]
fn chain_agrees_with_z3() {
    let mut totals = Counts::default();
    for seed in 0..30 {
        let widths: &[u32] = if seed % 2 == 0 { &[4, 8] } else { &[16, 32] };
        totals += walk(seed, widths, 20, false);
    }
    assert!(
        totals.sat > 100 && totals.unsat > 10,
        "both answers must occur: {totals:?}"
    );
    totals.assert_proved();
}

/// Paths that are so long that queries are put in parts.
#[test]
fn long_paths_agree_with_z3() {
    let mut totals = Counts::default();
    for seed in 2..5 {
        totals += walk(seed, &[8, 16], 120, false);
    }
    assert!(totals.near > 50 && totals.unsat > 20, "{totals:?}");
    totals.assert_proved();
}

#[test]
fn chain_agrees_with_z3_on_hard_operations() {
    let mut totals = Counts::default();
    for seed in 0..20 {
        totals += walk(seed, &[6, 8], 15, true);
    }
    totals.assert_proved();
}

#[test]
#[ignore = "minutes; run by make test-long"]
fn chain_agrees_with_z3_often() {
    let mut totals = Counts::default();
    for seed in 1_000..5_000 {
        let widths: &[u32] = match seed % 3 {
            0 => &[4, 8],
            1 => &[16, 32],
            _ => &[1, 7, 64],
        };
        totals += walk(seed, widths, 25, seed % 5 == 0);
    }
    for seed in 5_000..5_200 {
        totals += walk(seed, &[8, 16], 200, false);
    }
    totals.assert_proved();
}
