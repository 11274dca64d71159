//! Rewriting by ranges against evaluation.

use super::{Narrowed, rewrite};
use crate::bitblast::tests::{Dice, Generator};
use term::{Bits, Evaluator, Model, Pool, Sort, Term, Value};

/// Under every one of the models: what a constraint follows from implies it, and all of them
/// together mean the same as before.
fn check(pool: &Pool, before: &[Term], after: &[Narrowed], models: &[Model], what: &str) {
    let mut evaluator = Evaluator::new();
    for model in models {
        evaluator.set_model(model.clone());
        let old: Vec<bool> = before.iter().map(|&t| evaluator.bool(pool, t)).collect();
        let mut new = true;
        for (i, narrowed) in after.iter().enumerate() {
            assert!(narrowed.from.contains(&i), "{what}");
            assert!(
                narrowed.from.iter().all(|&j| j <= i),
                "{what}: a later fact"
            );
            let holds = evaluator.bool(pool, narrowed.constraint);
            new &= holds;
            let given = narrowed.from.iter().all(|&j| old[j]);
            assert!(!given || holds, "{what}: {:?}", narrowed.from);
        }
        assert_eq!(old.iter().all(|&holds| holds), new, "{what}");
    }
}

#[test]
fn random_formulas_keep_their_meaning() {
    let mut changed = 0;
    for seed in 0..1_500 {
        let mut generator = Generator::new(seed);
        let mut constraints = Vec::new();
        for _ in 0..3 {
            constraints.extend(generator.constraints());
        }
        let models: Vec<Model> = (0..20).map(|_| generator.random_model()).collect();
        if let Some(after) = rewrite(&mut generator.pool, &constraints) {
            changed += 1;
            check(
                &generator.pool,
                &constraints,
                &after,
                &models,
                &seed.to_string(),
            );
        }
    }
    assert!(changed > 300, "{changed}");
}

/// Bounds on two words of four bits, then arithmetic on them: under all 256 assignments.
#[test]
fn arithmetic_under_bounds_keeps_its_meaning() {
    let binary = [
        Pool::add,
        Pool::sub,
        Pool::mul,
        Pool::udiv,
        Pool::urem,
        Pool::sdiv,
        Pool::srem,
        Pool::bv_and,
        Pool::bv_or,
        Pool::bv_xor,
        Pool::shl,
        Pool::lshr,
        Pool::ashr,
        Pool::concat,
    ];
    let compare = [
        Pool::ult,
        Pool::ule,
        Pool::slt,
        Pool::sle,
        Pool::eq,
        Pool::ne,
    ];
    let mut dice = Dice::new(3);
    let mut changed = 0;
    for round in 0..1_000 {
        let mut pool = Pool::new();
        let [x, y] = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(4)));
        let ids = [x, y].map(|t| pool.as_input(t).expect("an input"));
        let mut terms = vec![x, y];
        let mut constraints = Vec::new();
        for _ in 0..6 {
            let pick = |dice: &mut Dice, terms: &[Term]| terms[dice.below(terms.len())];
            let (a, mut b) = (pick(&mut dice, &terms), pick(&mut dice, &terms));
            let width = pool.width(a);
            if pool.width(b) != width || dice.flip() {
                b = pool.bv(width, dice.next() % 16);
            }
            let t = binary[dice.below(binary.len())](&mut pool, a, b);
            let wide = pool.width(t) > 12;
            let t = match dice.below(3) {
                _ if wide => a,
                0 => pool.sign_extend(t, 12),
                1 => pool.zero_extend(t, 12),
                _ => t,
            };
            terms.push(t);
            let of = if dice.flip() {
                t
            } else {
                pick(&mut dice, &terms)
            };
            let k = pool.bv(pool.width(of), dice.next() % 40);
            let (left, right) = if dice.flip() { (of, k) } else { (k, of) };
            let constraint = compare[dice.below(compare.len())](&mut pool, left, right);
            constraints.push(if dice.flip() {
                constraint
            } else {
                pool.not(constraint)
            });
        }
        let models: Vec<Model> = (0..256u64)
            .map(|i| {
                let mut model = Model::new();
                for (id, value) in ids.into_iter().zip([i % 16, i / 16]) {
                    model.set(id, Value::Bits(Bits::new(4, value)));
                }
                model
            })
            .collect();
        if let Some(after) = rewrite(&mut pool, &constraints) {
            changed += 1;
            check(
                &pool,
                &constraints,
                &after,
                &models,
                &format!("round {round}"),
            );
        }
    }
    assert!(changed > 500, "{changed}");
}

/// A term with sixty operations has 2^60 ways from its root to its input: each is visited once.
#[test]
fn shared_terms_are_visited_once() {
    let mut pool = Pool::new();
    let x = pool.input("x", Sort::BitVec(32));
    let hundred = pool.bv(32, 100);
    let mut t = x;
    for i in 0..60 {
        let by = pool.bv(32, i % 7 + 1);
        let shifted = pool.lshr(t, by);
        let mixed = pool.bv_xor(shifted, x);
        t = pool.mul(t, mixed);
    }
    let constraints = [pool.ult(x, hundred), pool.ult(t, hundred)];
    let narrowed = rewrite(&mut pool, &constraints).expect("the bound makes bits constant");
    assert_eq!(narrowed[1].from, [0, 1]);
}

/// Bits that a path fixes anywhere in a word are constants in what comes after.
#[test]
fn bits_that_the_path_fixes_become_constants() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|n| pool.input(n, Sort::BitVec(32)));
    let (mask, wanted) = (pool.bv(32, 0x00f0_000f), pool.bv(32, 0x0050_0003));
    let masked = pool.bv_and(x, mask);
    let scaled = {
        let four = pool.bv(32, 4);
        pool.mul(y, four)
    };
    let sum = pool.add(x, scaled);
    let three = pool.bv(32, 3);
    let low = pool.bv_and(sum, three);
    let nibble = pool.extract(x, 23, 20);
    let [one, six] = [1, 6].map(|k| pool.bv(4, k));
    let two = pool.bv(32, 2);
    // As a path has them: one constraint for each part of the mask.
    let fixed = pool.eq(masked, wanted);
    let mut constraints = pool.conjuncts(fixed);
    let parts = constraints.len();
    constraints.extend([
        pool.ult(nibble, six),
        pool.ult(one, nibble),
        pool.ule(low, two),
    ]);
    let narrowed = rewrite(&mut pool, &constraints).expect("bits are known");
    let truths: Vec<Option<bool>> = narrowed
        .iter()
        .map(|narrowed| pool.constant_bool(narrowed.constraint))
        .collect();
    assert!(truths[..parts].iter().all(Option::is_none), "{truths:?}");
    assert_eq!(truths[parts..], [Some(true), Some(true), Some(false)]);
}
