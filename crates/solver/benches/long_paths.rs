//! What a query costs at the end of a long path whose constraints share inputs.
//!
//! `cargo bench -p wayfarer-solver --bench long_paths [-- STEPS]` walks paths of several shapes and
//! asks for the other side of every branch, as the engine does. It prints processor time for a
//! tenth of the steps, and for all of them.

use cpu_time::ThreadTime;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Bits, InputId, Model, Pool, Sort, Term, Value};
use wayfarer_solver::{Answer, Options, PathCondition, Solver};

/// The branches of a program: step by step, the constraint that the path goes on with, over inputs
/// that are made when they are asked for.
type Shape = fn(&mut Pool, usize) -> Term;

/// The value of a path's first input, where no constraint compares with a constant near it.
const FAR: u64 = 1 << 24;

/// An input by its number, in which order they must be asked for first.
fn input(pool: &mut Pool, number: usize) -> Term {
    if number < pool.input_count() {
        pool.input_term(InputId(number as u32))
    } else {
        pool.input(&format!("x{number}"), Sort::BitVec(32))
    }
}

/// `for (i = 0; i != n; i++)`.
fn unequal(pool: &mut Pool, i: usize) -> Term {
    let (n, i) = (input(pool, 0), pool.bv(32, i as u64));
    pool.ne(n, i)
}

/// `for (i = 0; i < n; i++)`.
fn counting(pool: &mut Pool, i: usize) -> Term {
    let (n, i) = (input(pool, 0), pool.bv(32, i as u64));
    pool.ult(i, n)
}

/// `for (...) if (a[i] == key) break;`
fn find(pool: &mut Pool, i: usize) -> Term {
    let (key, element) = (input(pool, 0), input(pool, i + 1));
    pool.ne(element, key)
}

/// `for (...) if (a[i] > a[i + 1]) break;`
fn sorted(pool: &mut Pool, i: usize) -> Term {
    let (here, next) = (input(pool, i), input(pool, i + 1));
    pool.ule(here, next)
}

/// `for (...) if ((n ^ i) * 0x9e3779b1 >> 8 == 0) break;`
fn hashed(pool: &mut Pool, i: usize) -> Term {
    let (n, i) = (input(pool, 0), pool.bv(32, i as u64));
    let (factor, eight, zero) = (pool.bv(32, 0x9e37_79b1), pool.bv(32, 8), pool.bv(32, 0));
    let mixed = pool.bv_xor(n, i);
    let mixed = pool.mul(mixed, factor);
    let bucket = pool.lshr(mixed, eight);
    pool.ne(bucket, zero)
}

/// `if (n >= 100) return; for (...) if (4 * n == 400 + i) break;`: no question but the first has a
/// model.
fn bounded(pool: &mut Pool, i: usize) -> Term {
    let n = input(pool, 0);
    if i == 0 {
        let hundred = pool.bv(32, 100);
        return pool.ult(n, hundred);
    }
    let (four, far) = (pool.bv(32, 4), pool.bv(32, 400 + i as u64));
    let scaled = pool.mul(n, four);
    pool.ne(scaled, far)
}

/// `for (...) if ((a[i] & 15) + ... + (a[i + 7] & 15) > 100) break;`
fn sums(pool: &mut Pool, i: usize) -> Term {
    let fifteen = pool.bv(32, 15);
    let limit = pool.bv(32, 100);
    let mut sum = pool.bv(32, 0);
    for j in i..i + 8 {
        let element = input(pool, j);
        let small = pool.bv_and(element, fifteen);
        sum = pool.add(sum, small);
    }
    pool.ule(sum, limit)
}

/// Each with the value of its first input; those after it are ever larger.
const SHAPES: [(&str, Shape, u64); 7] = [
    ("i != n", unequal, FAR),
    ("i < n", counting, FAR),
    ("a[i] != key", find, FAR),
    ("a[i] <= a[i + 1]", sorted, FAR),
    ("hash(n ^ i) != 0", hashed, FAR),
    ("4 * n != 400 + i", bounded, 7),
    ("windows of sums", sums, FAR),
];

/// Walks a path and asks for the other side of every branch.
fn walk(shape: Shape, first: u64, steps: usize) -> (f64, Solver) {
    let interrupt = Arc::new(AtomicBool::new(false));
    let mut solver = Solver::new(Options::default(), interrupt).expect("Z3 is there");
    let mut pool = Pool::new();
    let mut path = PathCondition::new();
    let mut hint = Model::new();
    let start = ThreadTime::now();
    for i in 0..steps {
        let inputs = pool.input_count();
        let here = shape(&mut pool, i);
        for input in inputs..pool.input_count() {
            let value = Bits::new(32, first + 16 * input as u64);
            hint.set(InputId(input as u32), Value::Bits(value));
        }
        let there = pool.not(here);
        let answer = solver.check(&mut pool, &path, there, &hint);
        assert!(
            !matches!(answer, Answer::Unknown(_)),
            "step {i}: {answer:?}"
        );
        path = path.and(&pool, here);
    }
    (start.elapsed().as_secs_f64(), solver)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let steps = arguments.iter().find_map(|a| a.parse().ok());
    let steps: usize = steps.unwrap_or(10_000);
    let only = arguments
        .iter()
        .find_map(|a| a.strip_prefix("--only=").map(str::to_owned));
    println!(
        "| shape | {} steps, s | {steps} steps, s | us a query |",
        steps / 10
    );
    println!("|---|---|---|---|");
    for (name, shape, first) in SHAPES {
        if let Some(only) = &only
            && !name.contains(only.as_str())
        {
            continue;
        }
        let (tenth, _) = walk(shape, first, steps / 10);
        let (all, solver) = walk(shape, first, steps);
        println!(
            "| `{name}` | {tenth:.3} | {all:.3} | {:.0} |",
            all * 1e6 / steps as f64
        );
        if arguments.iter().any(|a| a == "--stages") {
            let counters = solver.statistics().rows();
            let counters = counters.iter().filter(|(_, count)| *count > 0);
            for (stage, count) in counters {
                print!("{stage} {count}, ");
            }
            println!();
        }
    }
}
