//! Terms some hundred thousand levels deep, on the small stack of a test thread.

use std::sync::Arc;

use wayfarer_term::{ArrayValue, Bits, Evaluator, Model, Pool, Sort, Term, Value};

const DEPTH: u64 = 300_000;

/// A chain that no rule shortens: each level multiplies by another input or takes a remainder.
fn chain(pool: &mut Pool) -> (Term, Vec<Term>) {
    let inputs: Vec<Term> = (0..50)
        .map(|i| pool.input(&format!("i{i}"), Sort::BitVec(32)))
        .collect();
    let mut t = inputs[0];
    for level in 0..DEPTH {
        let with = inputs[(level % 50) as usize];
        let xor = pool.bv_xor(t, with);
        t = pool.udiv(xor, with);
    }
    (t, inputs)
}

#[test]
fn build_evaluate_list_inputs_substitute_drop() {
    let mut pool = Pool::new();
    let (t, inputs) = chain(&mut pool);
    assert!(pool.len() > DEPTH as usize);
    assert_eq!(pool.inputs_of(t).len(), 50);

    let mut model = Model::new();
    let mut expected = 0x1234_5678u32;
    for (k, &input) in inputs.iter().enumerate() {
        let value = if k == 0 { expected } else { k as u32 % 3 };
        model.set(
            pool.as_input(input).expect("an input"),
            Value::Bits(Bits::new(32, value.into())),
        );
    }
    for level in 0..DEPTH {
        let with = if level % 50 == 0 {
            0x1234_5678
        } else {
            (level % 50) as u32 % 3
        };
        expected = (expected ^ with).checked_div(with).unwrap_or(u32::MAX);
    }
    let mut evaluator = Evaluator::new();
    evaluator.set_model(model);
    assert_eq!(evaluator.u64(&pool, t), u64::from(expected));

    let mut count = 0;
    pool.visit_post_order(&[t], &mut |_| count += 1);
    assert!(count > DEPTH as usize);

    // Substituting all inputs by what they are folds the whole chain.
    let mut map = rustc_hash::FxHashMap::default();
    for &input in &inputs {
        let value = evaluator.u64(&pool, input);
        let constant = pool.bv(32, value);
        map.insert(input, constant);
    }
    let folded = pool.substitute(t, &map);
    assert_eq!(pool.constant_u64(folded), Some(u64::from(expected)));
    let fresh = pool.input("fresh", Sort::BitVec(32));
    map.clear();
    map.insert(inputs[7], fresh);
    let renamed = pool.substitute(t, &map);
    assert_eq!(pool.inputs_of(renamed).len(), 50);
    assert!(
        pool.inputs_of(renamed)
            .contains(&pool.as_input(fresh).expect("an input"))
    );
}

#[test]
fn print() {
    let mut pool = Pool::new();
    let (t, _) = chain(&mut pool);
    let shown = pool.display(t, 200);
    assert!(
        shown.len() < 220 && shown.starts_with("(bvudiv (bvxor "),
        "{shown}"
    );
    let zero = pool.bv(32, 0);
    let constraint = pool.eq(t, zero);
    let script = pool.to_smtlib(&[constraint]);
    assert!(script.ends_with("(check-sat)\n"));
    // No line is so deep that a recursive parser would fail.
    let depth_of = |line: &str| {
        let deeper = line.bytes().scan(0i32, |depth, byte| {
            *depth += i32::from(byte == b'(') - i32::from(byte == b')');
            Some(*depth)
        });
        deeper.max().unwrap_or(0)
    };
    assert!(script.lines().map(depth_of).all(|depth| depth < 250));
}

#[test]
fn conjunctions() {
    let mut pool = Pool::new();
    let inputs: Vec<Term> = (0..1000).map(|_| pool.input("p", Sort::Bool)).collect();
    let x = pool.input("x", Sort::BitVec(32));
    let mut all = inputs[0];
    for i in 0..DEPTH / 4 {
        let bound = pool.bv(32, i * 7 + 3);
        let below = pool.eq(x, bound);
        let different = pool.not(below);
        let clause = pool.or(different, inputs[(i % 1000) as usize]);
        all = pool.and(all, clause);
    }
    assert!(pool.conjuncts(all).len() as u64 > DEPTH / 5);
    assert_eq!(pool.inputs_of(all).len(), 1001);
}

#[test]
fn every_level_brings_another_input() {
    let mut pool = Pool::new();
    let mut sum = pool.bv(32, 1);
    for _ in 0..DEPTH / 5 {
        let input = pool.input("x", Sort::BitVec(32));
        let product = pool.mul(sum, input);
        sum = pool.udiv(product, input);
    }
    assert_eq!(pool.inputs_of(sum).len() as u64, DEPTH / 5);
    assert!(
        pool.statistics().bytes < 400 << 20,
        "{:?}",
        pool.statistics()
    );
}

#[test]
fn stores() {
    let mut pool = Pool::new();
    let sort = Sort::Array {
        index: 32,
        element: 8,
    };
    let start = pool.input("a", sort);
    let x = pool.input("x", Sort::BitVec(32));
    let mut array = start;
    for i in 0..DEPTH / 4 {
        let offset = pool.bv(32, i * 3 + 1);
        let index = pool.add(x, offset);
        let value = pool.bv(8, i);
        array = pool.store(array, index, value);
    }
    let first = pool.bv(32, 1);
    let index = pool.add(x, first);
    let selected = pool.select(array, index);
    assert_eq!(
        pool.constant_u64(selected),
        Some(0),
        "distinct offsets are skipped"
    );
    let y = pool.input("y", Sort::BitVec(32));
    let somewhere = pool.select(array, y);
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.u64(&pool, somewhere), 0);
    let mut model = Model::new();
    model.set(
        pool.as_input(y).expect("an input"),
        Value::Bits(Bits::new(32, 3 * 77 + 1)),
    );
    let background = ArrayValue::constant(Bits::new(8, 9));
    model.set(
        pool.as_input(start).expect("an input"),
        Value::Array(Arc::new(background)),
    );
    evaluator.set_model(model);
    assert_eq!(evaluator.u64(&pool, somewhere), 77);
    let here = pool.select(start, y);
    assert_eq!(evaluator.u64(&pool, here), 9);
}

#[test]
fn nested_choices_and_concatenations() {
    let mut pool = Pool::new();
    let conditions: Vec<Term> = (0..64).map(|_| pool.input("c", Sort::Bool)).collect();
    let x = pool.input("x", Sort::BitVec(8));
    let mut choice = pool.bv(32, 0);
    for i in 0..DEPTH / 4 {
        let value = pool.bv(32, i);
        choice = pool.ite(conditions[(i % 64) as usize], value, choice);
    }
    let five = pool.bv(32, 5);
    let below = pool.ult(choice, five);
    let equal = pool.eq(choice, five);
    let low = pool.extract(choice, 7, 0);
    let sum = pool.add(choice, choice);
    let mut long = x;
    for i in 0..20_000u64 {
        let piece = if i % 3 == 0 { x } else { low };
        long = if i % 2 == 0 {
            pool.concat(piece, long)
        } else {
            pool.concat(long, piece)
        };
    }
    let part = pool.extract(long, 90_001, 2);
    let mut evaluator = Evaluator::new();
    assert!(evaluator.bool(&pool, below));
    assert!(!evaluator.bool(&pool, equal));
    assert_eq!(evaluator.u64(&pool, sum), 0);
    assert!(evaluator.bits(&pool, part).is_zero());
}
