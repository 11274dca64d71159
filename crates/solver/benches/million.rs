//! A million queries to one native back end over ever new terms: does it get slower, does its
//! memory stay under its limit?
//!
//! `cargo bench -p wayfarer-solver --bench million [-- QUERIES]` prints processor time and memory
//! of ten parts of the run, and the time of the last ten thousand queries over that of the first.

use cpu_time::ThreadTime;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use term::{Model, Pool, Sort, Term};
use wayfarer_solver::bitblast::{NativeBackend, NativeOptions};
use wayfarer_solver::{Answer, Backend, Limits};

/// Memory that the back end may use.
const MEMORY: usize = 64 << 20;
/// Queries at the beginning and at the end that are compared.
const COMPARED: usize = 10_000;
/// Times that the last may take longer than the first.
const MOST_GROWTH: f64 = 2.0;

/// A seeded generator (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// A path that grows and backtracks, over sums and exclusive-ors that never come again.
struct Run {
    pool: Pool,
    inputs: Vec<Term>,
    random: Random,
    backend: NativeBackend,
    path: Vec<Term>,
    model: Model,
    unknown: usize,
}

impl Run {
    fn new() -> Run {
        let mut pool = Pool::new();
        let input = |i| pool.input(&format!("x{i}"), Sort::BitVec(32));
        Run {
            inputs: (0..40).map(input).collect(),
            pool,
            random: Random(11),
            backend: NativeBackend::new(NativeOptions {
                memory: MEMORY,
                ..NativeOptions::default()
            }),
            path: Vec::new(),
            model: Model::new(),
            unknown: 0,
        }
    }

    fn query(&mut self, limits: &Limits) {
        if self.path.len() > 12 {
            self.path.truncate(self.random.below(12));
        }
        let [x, y, z] = [0; 3].map(|_| self.inputs[self.random.below(self.inputs.len())]);
        let (k, m) = (self.random.next(), self.random.next() & 0xffff);
        let (k, m) = (self.pool.bv(32, k), self.pool.bv(32, m));
        let sum = self.pool.add(x, k);
        let sum = self.pool.add(sum, z);
        let mixed = self.pool.bv_xor(y, m);
        self.path.push(self.pool.slt(sum, mixed));
        match self
            .backend
            .check(&mut self.pool, &self.path, &self.model, limits)
        {
            Answer::Sat(model) => self.model = model,
            Answer::Unsat(_) => drop(self.path.pop()),
            Answer::Unknown(_) => {
                self.unknown += 1;
                self.path.pop();
            }
        }
    }
}

fn main() {
    let number = std::env::args().find_map(|argument| argument.parse().ok());
    let queries: usize = number.unwrap_or(1_000_000).max(2 * COMPARED);
    let limits = Limits {
        time: Duration::from_secs(10),
        interrupt: Arc::new(AtomicBool::new(false)),
    };
    let mut run = Run::new();
    let (mut first, mut last, mut most) = (0.0, 0.0, 0);
    let (mut part_start, mut compared) = (ThreadTime::now(), ThreadTime::now());
    println!("| queries | processor seconds of this tenth | MiB of the back end |");
    println!("|---|---|---|");
    for query in 1..=queries {
        run.query(&limits);
        most = most.max(run.backend.memory());
        if query == COMPARED {
            first = compared.elapsed().as_secs_f64();
        }
        if query == queries - COMPARED {
            compared = ThreadTime::now();
        }
        if query % (queries / 10) == 0 {
            let (seconds, memory) = (part_start.elapsed().as_secs_f64(), run.backend.memory());
            println!("| {query} | {seconds:.2} | {} |", memory >> 20);
            part_start = ThreadTime::now();
        }
        if query == queries {
            last = compared.elapsed().as_secs_f64();
        }
    }
    println!();
    println!(
        "The first {COMPARED} queries took {first:.3} s, the last {last:.3} s ({:.2} times); most \
         memory {} MiB of {} MiB, {} rebuilds, {} queries unanswered.",
        last / first,
        most >> 20,
        MEMORY >> 20,
        run.backend.counters().rebuilds,
        run.unknown
    );
    let grown = last / first;
    let good = most <= MEMORY && grown <= MOST_GROWTH && run.unknown == 0;
    if !good {
        println!("FAILED");
        std::process::exit(1);
    }
}
