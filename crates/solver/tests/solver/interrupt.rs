//! Time limits and interruption.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use term::{Model, Pool, Sort, Term};
use wayfarer_solver::{Answer, Backend, Limits, Unknown, Z3Backend};

/// The factors of a product of two primes of 31 bits: out of reach within seconds.
fn factoring(pool: &mut Pool) -> Vec<Term> {
    let x = pool.input("x", Sort::BitVec(128));
    let y = pool.input("y", Sort::BitVec(128));
    let product = pool.mul(x, y);
    let wanted = pool.constant(&term::Bits::from_u128(
        128,
        0x1000_0000_0000_0000_0000_0000_0159,
    ));
    let one = pool.bv(128, 1);
    let limit = pool.bv(128, u64::MAX);
    vec![
        pool.eq(product, wanted),
        pool.ult(one, x),
        pool.ult(x, limit),
        pool.ult(one, y),
        pool.ult(y, limit),
    ]
}

#[test]
fn time_limit_is_kept() {
    let mut pool = Pool::new();
    let set = factoring(&mut pool);
    let mut backend = Z3Backend::new();
    let limits = Limits {
        time: Duration::from_millis(300),
        interrupt: Arc::new(AtomicBool::new(false)),
    };
    let start = Instant::now();
    let answer = backend.check(&mut pool, &set, &Model::new(), &limits);
    assert!(
        matches!(answer, Answer::Unknown(Unknown::TimeOut)),
        "{answer:?}"
    );
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    // The back end works afterwards.
    let easy = &set[1..];
    assert!(matches!(
        backend.check(&mut pool, easy, &Model::new(), &limits),
        Answer::Sat(_)
    ));
}

#[test]
fn interruption_is_heard() {
    let mut pool = Pool::new();
    let set = factoring(&mut pool);
    let mut backend = Z3Backend::new();
    let interrupt = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        time: Duration::from_secs(600),
        interrupt: interrupt.clone(),
    };
    let setter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupt.store(true, Ordering::Relaxed);
    });
    let start = Instant::now();
    let answer = backend.check(&mut pool, &set, &Model::new(), &limits);
    assert!(
        matches!(answer, Answer::Unknown(Unknown::Interrupted)),
        "{answer:?}"
    );
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    setter.join().expect("the thread only sleeps");
}
