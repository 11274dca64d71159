//! Rates of construction, look-up and evaluation: `cargo bench -p wayfarer-term`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

use wayfarer_term::{Bits, Evaluator, Model, Pool, Sort, Term, Value};

/// Terms a batch.
const COUNT: u64 = 10_000;

fn inputs(pool: &mut Pool, width: u32) -> Vec<Term> {
    (0..16)
        .map(|i| pool.input(&format!("x{i}"), Sort::BitVec(width)))
        .collect()
}

/// Terms that no rule shortens, as a program makes them: sums, mixes, comparisons.
fn build(pool: &mut Pool, inputs: &[Term]) -> Vec<Term> {
    let mut terms = Vec::with_capacity(COUNT as usize);
    let mut t = inputs[5];
    let mut condition = pool.bool(true);
    for i in 0..COUNT / 5 {
        let with = inputs[(i % 16) as usize];
        let xor = pool.bv_xor(t, with);
        let product = pool.mul(xor, with);
        let sum = pool.add(product, t);
        let below = pool.ult(sum, with);
        condition = pool.and(condition, below);
        terms.extend([xor, product, sum, below, condition]);
        t = sum;
    }
    terms
}

fn construction(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("construct");
    group.throughput(Throughput::Elements(COUNT));
    let fresh = || {
        let mut pool = Pool::new();
        let inputs = inputs(&mut pool, 32);
        (pool, inputs)
    };
    group.bench_function("new", |bencher| {
        bencher.iter_batched(
            fresh,
            |(mut pool, inputs)| {
                black_box(build(&mut pool, &inputs));
                pool
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("existing", |bencher| {
        let (mut pool, inputs) = fresh();
        build(&mut pool, &inputs);
        bencher.iter(|| black_box(build(&mut pool, &inputs)));
    });
    group.bench_function("constants", |bencher| {
        let (mut pool, _) = fresh();
        bencher.iter(|| {
            for i in 0..COUNT {
                black_box(pool.bv(32, i % 256));
            }
        });
    });
    group.bench_function("bytes stored and loaded", |bencher| {
        let (mut pool, inputs) = fresh();
        bencher.iter(|| {
            for i in 0..COUNT / 8 {
                let t = inputs[(i % 16) as usize];
                let bytes = [0, 8, 16, 24].map(|low| pool.extract(t, low + 7, low));
                let loaded = bytes[1..]
                    .iter()
                    .fold(bytes[0], |low, &high| pool.concat(high, low));
                assert!(loaded == t);
            }
        });
    });
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(COUNT));
    for width in [32, 128] {
        let mut pool = Pool::new();
        let inputs = inputs(&mut pool, width);
        let terms = build(&mut pool, &inputs);
        let mut model = Model::new();
        for (i, &input) in inputs.iter().enumerate() {
            let value = Value::Bits(Bits::new(width, 0x1234_5671 * (i as u64 + 1)));
            model.set(pool.as_input(input).expect("an input"), value);
        }
        let last = *terms.last().expect("terms");
        let mut evaluator = Evaluator::new();
        group.bench_function(format!("{width} bits, at once"), |bencher| {
            bencher.iter(|| {
                evaluator.set_model(model.clone());
                black_box(evaluator.bool(&pool, last))
            });
        });
        group.bench_function(format!("{width} bits, one by one"), |bencher| {
            bencher.iter(|| {
                evaluator.set_model(model.clone());
                for &t in &terms {
                    black_box(evaluator.value(&pool, t));
                }
            });
        });
    }
    group.finish();
}

mod group {
    #![allow(missing_docs, reason = "the macro's function has no place for them")]
    use super::*;
    criterion_group!(benches, construction, evaluation);
}
use group::benches;
criterion_main!(benches);
