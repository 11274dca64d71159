//! Questions whose circuits would be too large are not answered, and cost neither the memory nor the
//! time of making them. A test binary of its own: what is measured is that of the whole process.

use std::sync::Arc;
use std::time::Duration;
use term::{Model, Pool, Sort, Term};
use wayfarer_solver::{Answer, BackendKind, Options, PathCondition, Solver, Unknown};

const TIME: Duration = Duration::from_secs(2);

fn solver(backend: BackendKind) -> Solver {
    let options = Options {
        backend,
        time: TIME,
        ..Options::default()
    };
    Solver::new(options, Arc::default()).expect("there is a solver")
}

/// Most memory that the process has had, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number
        .and_then(|number| number.parse::<u64>().ok())
        .expect("KiB")
        / 1024
}

type Operation = fn(&mut Pool, Term, Term) -> Term;

/// `operation(x, y) = value`, where both are above one and of half the width.
fn question(pool: &mut Pool, operation: Operation, width: u32) -> Term {
    let (x, y) = (
        pool.input("x", Sort::BitVec(width)),
        pool.input("y", Sort::BitVec(width)),
    );
    let result = operation(pool, x, y);
    let limbs: Vec<u64> = (1..=u64::from(width.div_ceil(64)))
        .map(|limb| limb.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
        .collect();
    let value = pool.constant(&term::Bits::from_limbs(width, &limbs));
    let mut all = pool.eq(result, value);
    let one = pool.bv(width, 1);
    let half = pool.constant(&term::Bits::power_of_two(width, width / 2 + 1));
    for operand in [x, y] {
        for bound in [pool.ult(one, operand), pool.ult(operand, half)] {
            all = pool.and(all, bound);
        }
    }
    all
}

#[test]
fn what_is_too_large_is_unknown() {
    let operations: [(&str, Operation); 5] = [
        ("product", Pool::mul),
        ("quotient", Pool::udiv),
        ("remainder", Pool::urem),
        ("signed quotient", Pool::sdiv),
        ("signed remainder", Pool::srem),
    ];
    for backend in BackendKind::ALL {
        for (name, operation) in operations {
            let mut pool = Pool::new();
            let goal = question(&mut pool, operation, 6_000);
            let path = PathCondition::default();
            let answer = solver(backend).check(&mut pool, &path, goal, &Model::default());
            if name == "product" {
                let unknown = matches!(
                    answer,
                    Answer::Unknown(Unknown::TimeOut | Unknown::ResourceLimit)
                );
                assert!(unknown, "{name} by {}: {answer:?}", backend.name());
            }
            let peak = peak();
            assert!(peak < 2_000, "{name} by {}: {peak} MiB", backend.name());
        }
    }
}

#[test]
fn what_is_not_too_large_is_answered() {
    for backend in BackendKind::ALL {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(2_000));
        let three = pool.bv(2_000, 3);
        let product = pool.mul(x, three);
        let value = pool.bv(2_000, 51);
        let goal = pool.eq(product, value);
        let path = PathCondition::default();
        let answer = solver(backend).check(&mut pool, &path, goal, &Model::default());
        assert!(matches!(answer, Answer::Sat(_)), "{}", backend.name());
    }
}
