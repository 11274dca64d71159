//! Dumped queries say what they were answered, and read back to that answer.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Model, Pool, Sort};
use wayfarer_solver::{Options, PathCondition, Solver, SolverError, run_script};

#[test]
fn dumped_queries_read_back() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let dump = Some(directory.path().join("queries"));
    let options = Options {
        dump,
        ..Options::default()
    };
    let mut solver = Solver::new(options, Arc::new(AtomicBool::new(false))).expect("Z3 is there");
    let mut pool = Pool::new();
    let (x, y) = (
        pool.input("x", Sort::BitVec(16)),
        pool.input("y", Sort::BitVec(16)),
    );
    let below = pool.ule(x, y);
    let path = PathCondition::new().and(&pool, below);
    let product = pool.mul(x, y);
    for wanted in [35, 4_711, 9_409] {
        let wanted = pool.bv(16, wanted);
        let goal = pool.eq(product, wanted);
        solver.check(&mut pool, &path, goal, &Model::new());
    }
    let above = pool.ult(y, x);
    let three = pool.bv(16, 3);
    let first = pool.ult(three, x);
    let second = pool.ult(y, three);
    let both = pool.and(first, second);
    solver.check(&mut pool, &path, above, &Model::new());
    solver.check(&mut pool, &path, both, &Model::new());
    let mut answers = Vec::new();
    for entry in std::fs::read_dir(directory.path().join("queries")).expect("made by the solver") {
        let text = std::fs::read_to_string(entry.expect("readable").path()).expect("text");
        let said = text
            .trim_start_matches("; ")
            .split(' ')
            .next()
            .expect("a first word");
        let mut out = Vec::new();
        run_script(&mut text.as_bytes(), &Options::default(), &mut out).expect("a script");
        assert_eq!(String::from_utf8(out).expect("text").trim(), said, "{text}");
        answers.push(said.to_owned());
    }
    assert_eq!(answers.len() as u64, solver.statistics().dumped);
    assert!(answers.contains(&"sat".to_owned()) && answers.contains(&"unsat".to_owned()));
}

#[test]
fn a_directory_that_cannot_be_made_is_an_error() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let options = Options {
        dump: Some(file.path().join("below")),
        ..Options::default()
    };
    let solver = Solver::new(options, Arc::new(AtomicBool::new(false)));
    assert!(matches!(solver, Err(SolverError::Dump { .. })));
}
