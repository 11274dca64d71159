//! Random formulas: native against Z3, models evaluated, cores asked again.

use term::{Evaluator, Model, Pool, Term};

use super::generate::Generator;
use super::operations::limits;
use crate::bitblast::{NativeBackend, NativeOptions};
use crate::{Answer, Backend, Unknown, Z3Backend};

#[derive(Default, Debug)]
struct Counts {
    satisfiable: usize,
    unsatisfiable: usize,
    incomplete: usize,
    /// Cores that Z3 did not decide either way.
    unproved: usize,
    abstracted: u64,
    rewritten: u64,
    eliminated: u64,
}

fn satisfies(pool: &Pool, constraints: &[Term], model: &Model) -> bool {
    let mut evaluator = Evaluator::new();
    evaluator.set_model(model.clone());
    constraints.iter().all(|&c| evaluator.bool(pool, c))
}

fn z3_says(pool: &mut Pool, constraints: &[Term]) -> Option<bool> {
    match Z3Backend::new().check(pool, constraints, &Model::new(), &limits()) {
        Answer::Sat(_) => Some(true),
        Answer::Unsat(_) => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// A few related questions to one back end, as a path makes them.
fn run(seed: u64, options: &NativeOptions, counts: &mut Counts) {
    let mut generator = Generator::new(seed);
    let mut backend = NativeBackend::new(options.clone());
    let mut path: Vec<Term> = Vec::new();
    for _ in 0..3 {
        let goals = generator.constraints();
        let hint = generator.random_model();
        path.truncate(generator.dice.below(path.len() + 1));
        path.extend(goals);
        let pool = &mut generator.pool;
        let text = |pool: &mut Pool| pool.to_smtlib(&path);
        match backend.check(pool, &path, &hint, &limits()) {
            Answer::Sat(model) => {
                counts.satisfiable += 1;
                assert!(
                    satisfies(pool, &path, &model),
                    "seed {seed}: model\n{}",
                    text(pool)
                );
                // Whether Z3 agrees is known: the model is the proof.
            }
            Answer::Unsat(core) => {
                counts.unsatisfiable += 1;
                assert!(core.iter().all(|c| path.contains(c)), "seed {seed}: core");
                let second = z3_says(pool, &core);
                assert_ne!(second, Some(true), "seed {seed}: core\n{}", text(pool));
                counts.unproved += usize::from(second.is_none());
                path.clear();
            }
            Answer::Unknown(why) => {
                assert_eq!(why, Unknown::Incomplete, "seed {seed}\n{}", text(pool));
                counts.incomplete += 1;
            }
        }
    }
    counts.abstracted += backend.counters().abstracted_answered;
    counts.rewritten += backend.counters().rewritten_answered;
    counts.eliminated += backend.counters().eliminated;
}

fn run_many(seeds: std::ops::Range<u64>, options: &NativeOptions) -> Counts {
    let mut counts = Counts::default();
    let cases = seeds.end - seeds.start;
    for seed in seeds {
        run(seed, options, &mut counts);
    }
    let third = cases as usize / 3;
    assert!(
        counts.satisfiable > third && counts.unsatisfiable > third,
        "{counts:?}"
    );
    assert_eq!(counts.incomplete, 0, "{counts:?}");
    // A second opinion that is not given is none: all but a few must be.
    assert!(
        counts.unproved <= counts.unsatisfiable / MOST_UNPROVED,
        "{counts:?}"
    );
    println!("{cases} sequences of three formulas: {counts:?}");
    counts
}

/// Of so many cores Z3 may leave one undecided.
const MOST_UNPROVED: usize = 100;

/// Every question that can be is first asked with products and divisions left free.
fn abstracting() -> NativeOptions {
    NativeOptions {
        easy_conflicts: 0,
        abstract_conflicts: u64::MAX / 2,
        ..NativeOptions::default()
    }
}

/// Every question is first rewritten by equalities, ranges and unconstrained inputs.
fn rewriting() -> NativeOptions {
    NativeOptions {
        easy_conflicts: 0,
        abstract_conflicts: 0,
        ..NativeOptions::default()
    }
}

#[test]
fn random_formulas_agree_with_z3() {
    run_many(0..120, &NativeOptions::default());
}

#[test]
fn random_formulas_agree_with_z3_where_products_are_left_free() {
    let counts = run_many(700..775, &abstracting());
    assert!(counts.abstracted > 12, "{counts:?}");
}

#[test]
fn random_formulas_agree_with_z3_where_all_are_rewritten() {
    let counts = run_many(51_000..51_125, &rewriting());
    assert!(
        counts.rewritten > 85 && counts.eliminated > 50,
        "{counts:?}"
    );
}

#[test]
#[ignore = "takes an hour"]
fn many_random_formulas_agree_with_z3() {
    run_many(120..31_000, &NativeOptions::default());
    run_many(31_000..41_000, &abstracting());
    run_many(41_000..55_000, &rewriting());
}
